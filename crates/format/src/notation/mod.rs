//! The notation for typed patterns and graphs: `a-b-c-a`, `x:Gene -[activates]-> y:Gene`.
//!
//! ```text
//! words.rs     names and labels, bare or quoted
//! parser.rs    text to a [`Sketch`]; its folder has the conditions
//! printer.rs   a [`Sketch`] to text
//! build.rs     a [`Sketch`] to a graph or a pattern
//! conditional.rs     a [`Sketch`] to a pattern with conditions, and back
//! condition_text.rs  a condition to text
//! outline.rs   a graph or a pattern to a [`Sketch`]
//! problem.rs   error messages
//! known_pattern.rs  named patterns, in the notation
//! ```
//!
//! `docs/notation.md` has the grammar.

mod build;
mod condition_text;
mod conditional;
mod known_pattern;
mod outline;
mod parser;
mod printer;
mod problem;
mod words;

use self::parser::WrittenCondition;
use crate::format::FormatRow;
use crate::names::GraphNames;
use crate::read::Reader;
use crate::write::Writer;

pub(crate) use build::{read_typed, read_typed_pattern};
pub use condition_text::braced_condition;
pub use conditional::write_conditional;
pub(crate) use conditional::{read_condition, spelled};
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

/// A parsed graph: names and labels are text, and places are offsets into the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sketch {
    /// In order of first mention.
    nodes: Vec<SketchNode>,
    links: Vec<Link>,
    wheres: Vec<Where>,
}

/// A condition after the word `where`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Where {
    condition: WrittenCondition,
    place: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SketchNode {
    name: String,
    labels: LabelWords,
    condition: Option<WrittenCondition>,
    place: u32,
}

/// One arc, or an undirected edge; present or absent.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Link {
    tail: u32,
    head: u32,
    direction: Direction,
    labels: LabelWords,
    /// Whether it forbids arcs.
    is_absent: bool,
    place: u32,
    /// The name by which `where` refers to it.
    name: Option<String>,
    condition: Option<WrittenCondition>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    /// From the tail to the head.
    Forward,
    /// An arc in each direction, or one loop.
    Both,
}

/// What a node or arc accepts. The words are in the canonical form in which labels are compared,
/// and distinct.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LabelWords {
    One(String),
    /// Either two or more labels, or none; with none, nothing is accepted.
    OneOf(Vec<String>),
    /// All labels but these; if there are none, every label is accepted.
    AllBut(Vec<String>),
}

impl LabelWords {
    /// Whether two sets accept the same labels.
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
