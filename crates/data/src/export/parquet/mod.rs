//! A folder of Parquet tables, for pandas, polars, `DuckDB` and Spark.
//!
//! | File | Columns |
//! |---|---|
//! | `graphs.parquet`, `patterns.parquet` | `name`; lists `node_labels`, `tails`, `heads`, `edge_labels` |
//! | `triples.parquet` | `pattern`, `graph`, `answer`, `count` (text, or none), `value` (a float), `part` |
//!
//! `count` has every digit; `value` is `count` as a float, and infinite beyond 2¹²⁸. The format is
//! specified at <https://parquet.apache.org/docs/file-format/>. The crate `parquet` supports far
//! more, and takes minutes to build.

mod column;
mod thrift;

use std::io::Write;
use std::path::Path;

use isocount_core::Control;

use self::column::{Column, Kind, Shape};
use self::thrift::Struct;
use super::{Export, Output, triples};
use crate::DataError;
use crate::ticker::Ticker;

pub(super) const GRAPHS: &str = "graphs.parquet";
pub(super) const PATTERNS: &str = "patterns.parquet";
pub(super) const TRIPLES: &str = "triples.parquet";

/// The first and last bytes of a file.
const MAGIC: &[u8] = b"PAR1";
/// Bytes of one column, and values, after which a row group ends.
const GROUP_BYTES: usize = 16 << 20;
const GROUP_VALUES: usize = 4 << 20;

pub(super) fn write(
    export: &Export<'_>,
    folder: &Path,
    control: &Control,
) -> Result<(), DataError> {
    let labels = &export.dataset.about().labels;
    for ((_, members), file) in export.members().into_iter().zip([PATTERNS, GRAPHS]) {
        let many =
            |name, texts: &[String]| Column::new(name, Shape::Many, Kind::Listed(texts.to_vec()));
        let mut table = Table::create(
            folder,
            file,
            [
                Column::new("name", Shape::One, Kind::Text),
                many("node_labels", &labels.nodes),
                Column::new("tails", Shape::Many, Kind::Number),
                Column::new("heads", Shape::Many, Kind::Number),
                many("edge_labels", &labels.edges),
            ],
        )?;
        for ix in 0..members.len() {
            control.check()?;
            let graph = members.graph(ix, control)?;
            let [name, nodes, tails, heads, edges] = &mut table.columns;
            name.text(members.name(ix));
            nodes.many(graph.node_labels().iter().map(|label| label.0));
            tails.many(graph.arcs().map(|arc| arc.tail.0));
            heads.many(graph.arcs().map(|arc| arc.head.0));
            edges.many(graph.arcs().map(|arc| arc.label.0));
            table.end_row()?;
            control.advance(1);
        }
        table.finish()?;
    }
    write_triples(export, folder, control)
}

fn write_triples(export: &Export<'_>, folder: &Path, control: &Control) -> Result<(), DataError> {
    let mut table = Table::create(
        folder,
        TRIPLES,
        [
            listed("pattern", export.members()[0].1.names()),
            listed("graph", export.members()[1].1.names()),
            Column::new("answer", Shape::One, Kind::Text),
            Column::new("count", Shape::Perhaps, Kind::Text),
            Column::new("value", Shape::One, Kind::Float),
            Column::new("part", Shape::One, Kind::Text),
            Column::new("low", Shape::Perhaps, Kind::Text),
            Column::new("high", Shape::Perhaps, Kind::Text),
        ],
    )?;
    let mut ticker = Ticker::new(control);
    for (triple, row) in export.dataset.triples().iter().zip(triples::rows(export)) {
        ticker.tick(8)?;
        let [pattern, graph, answer, count, value, part, low, high] = &mut table.columns;
        pattern.listed(triple.pattern);
        graph.listed(triple.graph);
        answer.text(row.answer);
        count.perhaps(row.count.as_deref());
        value.float(triple.truth.value());
        part.text(row.part);
        low.perhaps(row.low.as_deref());
        high.perhaps(row.high.as_deref());
        table.end_row()?;
    }
    table.finish()
}

fn listed<'a>(name: &'static str, texts: impl Iterator<Item = &'a str>) -> Column {
    Column::new(name, Shape::One, Kind::Listed(texts.map(str::to_owned).collect()))
}

/// A file that is being written, row by row.
struct Table<const N: usize> {
    output: Output,
    columns: [Column; N],
    offset: usize,
    rows: usize,
    /// Rows of the current row group, which is not written yet.
    open_rows: usize,
    groups: Vec<Struct>,
}

impl<const N: usize> Table<N> {
    fn create(folder: &Path, name: &str, columns: [Column; N]) -> Result<Self, DataError> {
        let mut output = Output::create(folder, name)?;
        output.put(|file| file.write_all(MAGIC))?;
        let (offset, groups) = (MAGIC.len(), Vec::new());
        Ok(Self { output, columns, offset, rows: 0, open_rows: 0, groups })
    }

    fn end_row(&mut self) -> Result<(), DataError> {
        self.rows += 1;
        self.open_rows += 1;
        let is_full = |it: &Column| it.size() >= GROUP_BYTES || it.len() >= GROUP_VALUES;
        if self.columns.iter().any(is_full) { self.end_group() } else { Ok(()) }
    }

    fn end_group(&mut self) -> Result<(), DataError> {
        let (mut chunks, mut unpacked) = (Vec::with_capacity(N), 0);
        let Self { output, columns, offset, .. } = self;
        for column in columns {
            output.put(|file| {
                let written = column.finish(file, *offset)?;
                *offset += written.bytes;
                unpacked += written.unpacked;
                chunks.push(written.chunk);
                Ok(())
            })?;
        }
        let group = Struct::default().structures(1, chunks.into_iter()).i64(2, unpacked);
        self.groups.push(group.i64(3, self.open_rows));
        self.open_rows = 0;
        Ok(())
    }

    /// Ends the last row group and writes the footer, `FileMetaData`.
    fn finish(mut self) -> Result<(), DataError> {
        if self.open_rows > 0 {
            self.end_group()?;
        }
        let root = Struct::default().text(4, "schema").i32(5, i32::from(N as u8));
        let elements: Vec<Struct> =
            std::iter::once(root).chain(self.columns.iter().flat_map(Column::schema)).collect();
        let footer = Struct::default()
            .i32(1, 1)
            .structures(2, elements.into_iter())
            .i64(3, self.rows)
            .structures(4, self.groups.into_iter())
            .text(6, concat!("isocount ", env!("CARGO_PKG_VERSION")))
            .end();
        let len = (footer.len() as u32).to_le_bytes();
        self.output.put(|file| file.write_all(&[&footer[..], &len, MAGIC].concat()))?;
        self.output.finish()
    }
}
