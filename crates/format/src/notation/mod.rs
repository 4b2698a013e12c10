//! The notation for patterns and graphs that are typed: `a-b-c-a`, `x:Gene -[activates]-> y:Gene`.
//!
//! ```text
//! words.rs     names and labels, bare or quoted
//! parser.rs    text to a [`Sketch`]
//! printer.rs   a [`Sketch`] to text
//! build.rs     a [`Sketch`] to a graph or a pattern
//! outline.rs   and back
//! problem.rs   what can be wrong
//! known_pattern.rs  patterns that have a name, in the notation
//! ```
//!
//! `docs/notation.md` has the grammar.

mod build;
mod known_pattern;
mod outline;
mod parser;
mod printer;
mod problem;
mod words;

use crate::format::FormatRow;
use crate::names::GraphNames;
use crate::read::Reader;
use crate::write::Writer;

pub(crate) use build::{read_typed, read_typed_pattern};
pub use known_pattern::KnownPattern;
pub use outline::{edge_notation, node_notation, quoted_label, quoted_name, write_notation};
pub use problem::{Expected, NotationProblem};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "text",
    extensions: &["pattern"],
    description: "the notation of docs/notation.md: a:C-b:O, a-[2]->b",
    graph_names: GraphNames::File,
    reader: Reader::Graphs(build::read),
    pattern_reader: Some(build::read_patterns),
    writer: Writer::Patterns(outline::write),
};

/// A graph as the notation says it: names and labels are text, and places are offsets into what was
/// read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sketch {
    /// In the order of their first mention.
    nodes: Vec<SketchNode>,
    links: Vec<Link>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SketchNode {
    name: String,
    labels: LabelWords,
    place: u32,
}

/// One arc, or an undirected edge.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Link {
    tail: u32,
    head: u32,
    direction: Direction,
    labels: LabelWords,
    place: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    /// From the tail to the head.
    Forward,
    /// An arc each way, or one loop.
    Both,
}

/// What a node or arc accepts. The words are in their shortest form, as labels are compared, and
/// differ.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LabelWords {
    One(String),
    /// Two or more, or none: then nothing is accepted.
    OneOf(Vec<String>),
    /// Without any, every label is accepted.
    AllBut(Vec<String>),
}

impl LabelWords {
    /// Whether the two accept the same.
    fn agrees_with(&self, other: &Self) -> bool {
        let same = |ours: &[String], theirs: &[String]| {
            let [mut ours, mut theirs] = [ours, theirs].map(<[String]>::to_vec);
            ours.sort_unstable();
            theirs.sort_unstable();
            ours == theirs
        };
        match (self, other) {
            (Self::One(ours), Self::One(theirs)) => ours == theirs,
            (Self::OneOf(ours), Self::OneOf(theirs))
            | (Self::AllBut(ours), Self::AllBut(theirs)) => same(ours, theirs),
            _ => false,
        }
    }
}
