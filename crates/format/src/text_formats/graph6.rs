//! graph6, sparse6 and digraph6, as nauty and networkx write them: one graph per line, without
//! labels.
//!
//! ```text
//! Bw
//! :BcN
//! &BP_
//! ```
//!
//! Each line is a triangle or a cycle of three nodes: graph6, sparse6 (begins with `:`), digraph6
//! (begins with `&`). Headers such as `>>graph6<<` are skipped. Every byte of a line encodes six
//! bits, plus 63.
//! bits, plus 63.

use std::io::Write;

use isocount_core::{Control, NodeId};

use crate::builder::{Assembly, NumberedByLine, StatedNodes};
use crate::error::SyntaxProblem;
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames, UNLABELED};
use crate::read::{NamedGraph, Reader, Source, Text};
use crate::write::{GraphText, WriteError, Writer, check_unlabeled};
use crate::{Entry, Format, FormatError};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "graph6",
    extensions: &["g6", "s6", "d6"],
    description: "graph6, sparse6 or digraph6, one graph per line; many graphs",
    graph_names: GraphNames::FileOrNumber,
    reader: Reader::Entries(read),
    pattern_reader: None,
    writer: Writer::Graphs(write),
};

/// The maximum number of nodes for writing: a matrix of half a gigabyte in text.
const MAX_WRITTEN: usize = 1 << 16;

const HEADERS: [&str; 3] = [">>graph6<<", ">>sparse6<<", ">>digraph6<<"];

fn read(
    source: Source<'_>,
    mut names: FileLabels<'_>,
) -> Result<Vec<Entry<NamedGraph>>, FormatError> {
    let (stem, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    source.refuse_label_keys()?;
    let mut lines = source.into_long_lines();
    let labels = [names.node_label(UNLABELED), names.edge_label(UNLABELED)];
    let mut graphs = Vec::new();
    // A byte may encode twelve arcs, so the graphs of a file are also limited in total.
    let mut most = options.most;
    loop {
        let line = match lines.next_meaningful(b"") {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(problem) => {
                graphs.push(Err(options.faults.entry(String::new, problem)?));
                continue;
            }
        };
        let mut code = line.content.trim();
        for header in HEADERS {
            code = code.strip_prefix(header).unwrap_or(code);
        }
        if code.is_empty() {
            continue;
        }
        let decoder = Decoder { line, rest: code, labels, assembly: Assembly::new(most), control };
        let graph = decoder.decode().and_then(|assembly| {
            assembly.build(&NumberedByLine { path }, options.duplicates, control)
        });
        graphs.push(match graph {
            Ok(graph) => {
                most.nodes = most.nodes.saturating_sub(graph.num_nodes());
                most.arcs = most.arcs.saturating_sub(graph.num_arcs());
                Ok(NamedGraph::new(String::new(), graph))
            }
            Err(problem) => Err(options.faults.entry(String::new, problem)?),
        });
    }
    if graphs.is_empty() {
        return Err(FormatError::Empty { path: path.to_owned(), format: Format::Graph6 });
    }
    // A single graph is named after its file; several also have a number.
    let single = graphs.len() == 1;
    for (i, entry) in graphs.iter_mut().enumerate() {
        let name = match entry {
            Ok(read) => &mut read.name,
            Err(faulty) => &mut faulty.name,
        };
        *name = if single { stem.clone() } else { format!("{stem}#{i}") };
    }
    Ok(graphs)
}

struct Decoder<'a> {
    line: Text<'a>,
    rest: &'a str,
    labels: [isocount_core::Label; 2],
    assembly: Assembly,
    control: &'a Control,
}

impl Decoder<'_> {
    /// The graph of a line; its first byte determines the encoding.
    fn decode(mut self) -> Result<Assembly, FormatError> {
        match self.rest.as_bytes().first() {
            Some(b':') => self.sparse6()?,
            Some(b'&') => self.digraph6()?,
            Some(b';') => {
                let feature = "lines of incremental sparse6";
                return Err(self.line.error(self.rest, SyntaxProblem::Unsupported { feature }));
            }
            _ => self.graph6()?,
        }
        Ok(self.assembly)
    }

    /// Six bits.
    fn next(&mut self, expected: &'static str) -> Result<u64, FormatError> {
        let Some(byte) = self.rest.bytes().next() else {
            return Err(self.line.line_ended(expected));
        };
        if !(63..=126).contains(&byte) {
            let len = self.rest.chars().next().map_or(1, char::len_utf8);
            let expected = "a character from `?` to `~`, six bits of a graph";
            return Err(self.line.unexpected(&self.rest[..len], expected));
        }
        self.rest = &self.rest[1..];
        Ok(u64::from(byte - 63))
    }

    /// The number of nodes: 1, 4 or 8 bytes.
    fn num_nodes(&mut self) -> Result<u64, FormatError> {
        let expected = "the number of nodes";
        let mut len = 1;
        let mut first = self.next(expected)?;
        if first == 63 {
            (len, first) = (3, self.next(expected)?);
            if first == 63 {
                (len, first) = (6, self.next(expected)?);
            }
        }
        let mut number = first;
        for _ in 1..len {
            number = number << 6 | self.next(expected)?;
        }
        if number > u64::from(u32::MAX) {
            let number = number.to_string();
            let problem = SyntaxProblem::NumberTooLarge { number, max: u32::MAX.into() };
            return Err(self.line.error(self.line.content, problem));
        }
        Ok(number)
    }

    fn add_nodes(&mut self, num_nodes: u64) -> Result<(), FormatError> {
        let [label, _] = self.labels;
        let at = self.line.location(0);
        StatedNodes::default().fill_up(&mut self.assembly, num_nodes, label, &at)
    }

    /// Checks that the rest of the line encodes exactly a matrix with this many entries.
    fn check_len(&self, num_bits: u128) -> Result<(), FormatError> {
        let (stated, found) = (num_bits.div_ceil(6), self.rest.len() as u128);
        if stated == found {
            return Ok(());
        }
        let [stated, found] = [stated, found].map(|len| u64::try_from(len).unwrap_or(u64::MAX));
        let what = "bytes after the number of nodes";
        Err(self.line.error(self.line.content, SyntaxProblem::WrongSize { what, stated, found }))
    }

    /// The upper triangle, column by column.
    fn graph6(&mut self) -> Result<(), FormatError> {
        let n = self.num_nodes()?;
        self.check_len(u128::from(n) * u128::from(n.saturating_sub(1)) / 2)?;
        self.add_nodes(n)?;
        let pairs = (1..n as u32).flat_map(|head| (0..head).map(move |tail| [tail, head]));
        self.bits_of_pairs(pairs, true)
    }

    /// The whole matrix, row by row.
    fn digraph6(&mut self) -> Result<(), FormatError> {
        self.rest = &self.rest[1..];
        let n = self.num_nodes()?;
        self.check_len(u128::from(n) * u128::from(n))?;
        self.add_nodes(n)?;
        let pairs = (0..n as u32).flat_map(|tail| (0..n as u32).map(move |head| [tail, head]));
        self.bits_of_pairs(pairs, false)
    }

    fn bits_of_pairs(
        &mut self,
        pairs: impl Iterator<Item = [u32; 2]>,
        is_undirected: bool,
    ) -> Result<(), FormatError> {
        let (mut bits, mut left) = (0, 0);
        for [tail, head] in pairs {
            if left == 0 {
                self.control.check()?;
                (bits, left) = (self.next("the bits of the matrix")?, 6);
            }
            left -= 1;
            if bits >> left & 1 == 1 {
                self.add([tail, head], is_undirected);
            }
        }
        Ok(())
    }

    fn add(&mut self, ends: [u32; 2], is_undirected: bool) {
        let ([_, label], [tail, head]) = (self.labels, ends.map(NodeId));
        if is_undirected {
            self.assembly.undirected_edge(tail, head, label, self.line.first_line);
        } else {
            self.assembly.arc(tail, head, label, self.line.first_line);
        }
    }

    /// Pairs of one bit b and k bits x: b increments the current node v; then x > v makes x the
    /// current node, and any other x is joined to v. k bits encode a node.
    fn sparse6(&mut self) -> Result<(), FormatError> {
        self.rest = &self.rest[1..];
        let n = self.num_nodes()?;
        let k = if n <= 1 { 0 } else { u64::BITS - (n - 1).leading_zeros() };
        let mut v = 0;
        let (mut bits, mut left) = (0_u128, 0_u32);
        loop {
            while left < k + 1 && !self.rest.is_empty() {
                self.control.check()?;
                bits = (bits << 6 | u128::from(self.next("bits of edges")?)) & ((1 << 64) - 1);
                left += 6;
            }
            // Fewer bits than a pair are padding; so is a node that does not exist.
            if left < k + 1 {
                break;
            }
            left -= k + 1;
            let pair = (bits >> left) as u64;
            let (b, x) = (pair >> k & 1, pair & ((1 << k) - 1));
            v += b;
            if v >= n || x >= n {
                break;
            }
            if x > v {
                v = x;
            } else {
                self.add([x as u32, v as u32], true);
            }
        }
        if !self.rest.is_empty() {
            return Err(self.line.unexpected(self.rest, "the end of the line after the last node"));
        }
        self.add_nodes(n)
    }
}

fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    check_unlabeled(text, Format::Graph6)?;
    let graph = text.graph;
    let n = graph.num_nodes();
    if n > MAX_WRITTEN {
        let (format, found, max) = (Format::Graph6, n, MAX_WRITTEN);
        return Err(WriteError::TooManyNodes { format, found, max });
    }
    let has_loop = graph.nodes().any(|node| !graph.arcs_between(node, node).is_empty());
    let is_undirected = match text.count_undirected(Format::Graph6) {
        Ok(_) => !has_loop,
        Err(WriteError::Directed { .. }) => false,
        Err(problem) => return Err(problem),
    };
    let mut bits = Bits { out, byte: 0, used: 0 };
    if !is_undirected {
        bits.out.write_all(b"&")?;
    }
    let len = match n {
        0..=62 => 6,
        63..=258_047 => {
            bits.put(63, 6)?;
            18
        }
        _ => {
            bits.put(63, 6)?;
            bits.put(63, 6)?;
            36
        }
    };
    bits.put(n as u64, len)?;
    for row in graph.nodes() {
        // Rows of the matrix; for graph6, the columns of the upper triangle, which are the same
        // rows.
        let end = if is_undirected { row.0 } else { n as u32 };
        let mut next = 0;
        for arc in graph.out_arcs(row).iter().filter(|arc| arc.node.0 < end) {
            bits.skip(arc.node.0 - next)?;
            bits.put(1, 1)?;
            next = arc.node.0 + 1;
        }
        bits.skip(end - next)?;
    }
    bits.finish()
}

/// Encodes six bits per byte.
struct Bits<'a> {
    out: &'a mut dyn Write,
    byte: u8,
    used: u32,
}

impl Bits<'_> {
    /// The lowest `len` bits of a number, highest first.
    fn put(&mut self, number: u64, len: u32) -> Result<(), WriteError> {
        for at in (0..len).rev() {
            self.byte = self.byte << 1 | (number >> at & 1) as u8;
            self.used += 1;
            if self.used == 6 {
                self.out.write_all(&[self.byte + 63])?;
                (self.byte, self.used) = (0, 0);
            }
        }
        Ok(())
    }

    fn skip(&mut self, len: u32) -> Result<(), WriteError> {
        for _ in 0..len {
            self.put(0, 1)?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(), WriteError> {
        if self.used > 0 {
            self.skip(6 - self.used)?;
        }
        Ok(self.out.write_all(b"\n")?)
    }
}
