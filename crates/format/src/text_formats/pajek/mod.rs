//! Pajek networks, `.net`.
//!
//! ```text
//! *Vertices 3
//! 1 "Anna Smith" 0.1 0.5 ellipse
//! 2 "Ben"
//! 3 "Carl"
//! *Arcs
//! 1 2 2.5 l "knows"
//! *Edges
//! 2 3 1 l "works with"
//! ```
//!
//! Vertices are numbered from 1. Their names are labels only if the options request `label`; the
//! options may also request another key after the coordinates. `*Arcs` and `*Arcslist` are
//! directed, `*Edges` and `*Edgeslist` are undirected, `*Matrix` contains an arc for every number
//! other than 0. The word after `l` is the label of a line; the options may request `weight`, the
//! number before it, instead. Lines that begin with `%` are comments.

mod quoted_words;

use std::path::Path;

use isocount_core::{Label, Labels, NodeId};

use self::quoted_words::quoted_words;
use crate::builder::{
    Assembly, Direction, LabelPresence, NumberedFromOne, StatedNodes, missing_label, too_many_nodes,
};
use crate::error::{KeysThere, SyntaxProblem, shorten};
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames, UNLABELED};
use crate::read::{NamedGraph, Reader, Source, Text};
use crate::write::Writer;
use crate::{Format, FormatError, Location, NodeTitles, ReadOptions};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "pajek",
    extensions: &["net", "paj"],
    description: "Pajek network: *Vertices, *Arcs, *Edges",
    graph_names: GraphNames::File,
    reader: Reader::Graphs(read),
    pattern_reader: None,
    writer: Writer::None,
};

fn read(source: Source<'_>, names: FileLabels<'_>) -> Result<Vec<NamedGraph>, FormatError> {
    let (name, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    let mut lines = source.into_long_lines();
    let mut section = Section::None;
    let mut graph = Unfinished::new(names, options);
    while let Some(line) = lines.next_meaningful(b"%")? {
        if line.content.trim_start().starts_with('*') {
            section = graph.begin_section(line)?;
            continue;
        }
        match &mut section {
            Section::None => return Err(line.unexpected(line.content.trim(), "`*Vertices`")),
            Section::Vertices => graph.read_vertex(line)?,
            Section::Lines(direction) => graph.read_line(line, *direction)?,
            Section::Lists(direction) => graph.read_list(line, *direction)?,
            Section::Matrix { row } => {
                *row += 1;
                graph.read_row(line, *row)?;
            }
        }
    }
    if graph.vertices_line.is_none() {
        return Err(FormatError::Empty { path: path.to_owned(), format: Format::Pajek });
    }
    graph.finish_nodes(path)?;
    let graph = graph.assembly.build(&NumberedFromOne { path }, options.duplicates, control)?;
    let node_names = options.titles(NodeTitles::from_one);
    Ok(vec![NamedGraph { name, graph, node_names, attributes: None }])
}

/// The current section.
enum Section {
    None,
    Vertices,
    Lines(Direction),
    Lists(Direction),
    Matrix { row: u64 },
}

struct Unfinished<'a> {
    names: FileLabels<'a>,
    options: &'a ReadOptions,
    node_label: Label,
    edge_label: Label,
    /// The line of `*Vertices`, and the stated number.
    vertices_line: Option<u32>,
    num_vertices: u64,
    unlisted: StatedNodes,
    assembly: Assembly,
    nodes_labeled: LabelPresence,
    edges_labeled: LabelPresence,
    keys: KeysThere,
}

impl<'a> Unfinished<'a> {
    fn new(mut names: FileLabels<'a>, options: &'a ReadOptions) -> Self {
        Self {
            node_label: names.node_label(UNLABELED),
            edge_label: names.edge_label(UNLABELED),
            names,
            options,
            vertices_line: None,
            num_vertices: 0,
            unlisted: StatedNodes::default(),
            assembly: Assembly::new(options.most),
            nodes_labeled: LabelPresence::default(),
            edges_labeled: LabelPresence::default(),
            keys: KeysThere::new(options),
        }
    }

    fn begin_section(&mut self, line: Text<'_>) -> Result<Section, FormatError> {
        let mut words = line.words();
        let name = words.word("the name of a section")?;
        let section = match name.to_ascii_lowercase().as_str() {
            "*network" => return Ok(Section::None),
            "*vertices" => {
                if self.vertices_line.is_some() {
                    return Err(line.error(
                        name,
                        SyntaxProblem::Unsupported { feature: "several networks in one file" },
                    ));
                }
                self.num_vertices = words.number("the number of vertices")?;
                if words.optional().is_some() {
                    let feature = "networks with two kinds of vertices";
                    return Err(line.error(name, SyntaxProblem::Unsupported { feature }));
                }
                self.vertices_line = Some(line.first_line);
                return Ok(Section::Vertices);
            }
            "*arcs" => Section::Lines(Direction::Directed),
            "*edges" => Section::Lines(Direction::Undirected),
            "*arcslist" => Section::Lists(Direction::Directed),
            "*edgeslist" => Section::Lists(Direction::Undirected),
            "*matrix" => Section::Matrix { row: 0 },
            _ => {
                let expected = "*Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist or *Matrix";
                return Err(line.unexpected(name, expected));
            }
        };
        if self.vertices_line.is_none() {
            return Err(line.unexpected(name, "`*Vertices` before any other section"));
        }
        Ok(section)
    }

    /// Vertices are listed in order; some may be left out.
    fn read_vertex(&mut self, line: Text<'_>) -> Result<(), FormatError> {
        let words = quoted_words(line)?;
        let number = self.vertex(line, words.first().copied().unwrap_or_default())?;
        let next = self.assembly.num_nodes() as u64;
        if u64::from(number.0) < next {
            let name = shorten(words[0]);
            return Err(line.error(line.content, SyntaxProblem::RepeatedNode { name }));
        }
        let at = line.location(0);
        let label = self.node_label;
        self.unlisted.fill_up(&mut self.assembly, number.0.into(), label, &at)?;
        if self.keys.is_asked() && words.len() > 1 {
            self.keys.of_node("label");
            keys_of(&words[2..]).for_each(|key| self.keys.of_node(key));
        }
        let label = match self.options.node_label_key.as_deref() {
            Some("label") => words.get(1).copied(),
            Some(key) => words
                .iter()
                .skip(2)
                .position(|&word| word == key)
                .and_then(|at| words.get(at + 3).copied()),
            None => None,
        };
        self.nodes_labeled.note(label.is_some(), line.first_line);
        let label = label.map_or(self.node_label, |text| self.names.node_label(text));
        self.assembly.node(label).ok_or_else(|| too_many_nodes(at))?;
        Ok(())
    }

    fn read_line(&mut self, line: Text<'_>, direction: Direction) -> Result<(), FormatError> {
        let words = quoted_words(line)?;
        let &[tail, head, ref rest @ ..] = &*words else {
            return Err(line.line_ended("two vertices"));
        };
        let (tail, head) = (self.vertex(line, tail)?, self.vertex(line, head)?);
        if self.keys.is_asked() && !rest.is_empty() {
            self.keys.of_edge("weight");
            keys_of(rest).for_each(|key| self.keys.of_edge(if key == "l" { "label" } else { key }));
        }
        let label = match self.options.edge_label_key.as_deref() {
            Some("weight" | "value") => rest.first(),
            None | Some("label" | "l") => value_of(rest, "l"),
            Some(key) => value_of(rest, key),
        };
        self.add(line, tail, head, label.copied(), direction);
        Ok(())
    }

    fn read_list(&mut self, line: Text<'_>, direction: Direction) -> Result<(), FormatError> {
        let mut words = line.words();
        let tail = self.vertex(line, words.word("a vertex")?)?;
        while let Some(word) = words.optional() {
            let head = self.vertex(line, word)?;
            self.add(line, tail, head, None, direction);
        }
        Ok(())
    }

    fn read_row(&mut self, line: Text<'_>, row: u64) -> Result<(), FormatError> {
        if row > self.num_vertices {
            let problem =
                SyntaxProblem::WrongSize { what: "rows", stated: self.num_vertices, found: row };
            return Err(line.error(line.content, problem));
        }
        let mut words = line.words();
        let weighed = matches!(self.options.edge_label_key.as_deref(), Some("weight" | "value"));
        for column in 0..self.num_vertices {
            let word = words.word("one number for each vertex")?;
            let value: f64 = word.parse().map_err(|_| line.unexpected(word, "a number"))?;
            if value != 0.0 {
                let label = weighed.then_some(word);
                let [tail, head] = [row - 1, column].map(|number| NodeId(number as u32));
                self.add(line, tail, head, label, Direction::Directed);
            }
        }
        words.end()
    }

    fn add(
        &mut self,
        line: Text<'_>,
        tail: NodeId,
        head: NodeId,
        label: Option<&str>,
        direction: Direction,
    ) {
        self.edges_labeled.note(label.is_some(), line.first_line);
        let label = label.map_or(self.edge_label, |text| self.names.edge_label(text));
        match direction {
            Direction::Directed => self.assembly.arc(tail, head, label, line.first_line),
            Direction::Undirected => {
                self.assembly.undirected_edge(tail, head, label, line.first_line);
            }
        }
    }

    /// The vertex with this number, from 1.
    fn vertex(&self, line: Text<'_>, word: &str) -> Result<NodeId, FormatError> {
        let number: u32 = line.number(word, "the number of a vertex, from 1")?;
        if number == 0 || u64::from(number) > self.num_vertices {
            let problem = SyntaxProblem::UnknownNode { name: shorten(word) };
            return Err(line.error(word, problem));
        }
        Ok(NodeId(number - 1))
    }

    /// Adds the vertices without a line, and checks the labels.
    fn finish_nodes(&mut self, path: &Path) -> Result<(), FormatError> {
        let at = |line| Location::line(path, line);
        let listed = self.assembly.num_nodes() as u64;
        let options = self.options;
        let header = self.vertices_line.unwrap_or(1);
        if listed < self.num_vertices {
            self.nodes_labeled.note(false, header);
        }
        let (stated, label) = (self.num_vertices, self.node_label);
        self.unlisted.fill_up(&mut self.assembly, stated, label, &at(header))?;
        if let (Some(line), Labels::Keep) =
            (self.nodes_labeled.first_missing(), options.node_labels)
        {
            return Err(missing_label(options.node_key(), at(line)));
        }
        if let (Some(line), Labels::Keep) =
            (self.edges_labeled.first_missing(), options.edge_labels)
        {
            return Err(missing_label(options.edge_key(), at(line)));
        }
        match (&options.node_label_key, &options.edge_label_key) {
            (Some(key), _) if !self.nodes_labeled.any_labeled() => {
                Err(self.keys.no_node_has(path, key))
            }
            (_, Some(key)) if !self.edges_labeled.any_labeled() => {
                Err(self.keys.no_edge_has(path, key))
            }
            _ => Ok(()),
        }
    }
}

/// Shapes of vertices; these words are not keys.
const SHAPES: [&str; 9] =
    ["ellipse", "box", "diamond", "triangle", "cross", "empty", "house", "man", "woman"];

/// Keys that are followed by a value, as far as this is known.
fn keys_of<'a>(mut words: &[&'a str]) -> impl Iterator<Item = &'a str> {
    let is_key = |word: &str| {
        let is_word = word.starts_with(|c: char| c.is_alphabetic());
        is_word && !SHAPES.contains(&word.to_ascii_lowercase().as_str())
    };
    std::iter::from_fn(move || {
        while let [first, _, rest @ ..] = words {
            if is_key(first) {
                words = rest;
                return Some(*first);
            }
            words = &words[1..];
        }
        None
    })
}

/// The word after a key.
fn value_of<'a, 'b>(words: &'b [&'a str], key: &str) -> Option<&'b &'a str> {
    let at = words.iter().position(|&word| word == key)?;
    words.get(at + 1)
}
