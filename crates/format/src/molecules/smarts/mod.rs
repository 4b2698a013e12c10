//! SMARTS, the part that is a labelled graph with sets: `[CX3](=O)[OX2H1]`.
//!
//! When molecules are read for SMARTS, the label of an atom carries its properties and that of a
//! bond whether it lies in a ring. An atom of a SMARTS pattern is then the set of those labels that
//! satisfy its expression, among the labels that were met; a bond likewise. So every counter counts
//! SMARTS, and none knows of them.
//!
//! ```text
//! expression.rs   what an atom or a bond must be: primitives, !, &, comma, semicolon
//! parser.rs       text to atoms, bonds and their expressions
//! properties.rs   what a label says about an atom, and back
//! query.rs        a pattern of sets, among the labels that are known
//! problem.rs      what is refused
//! ```

mod expression;
mod parser;
mod problem;
mod properties;
mod query;

use crate::format::FormatRow;
use crate::names::GraphNames;
use crate::read::Reader;
use crate::write::Writer;

pub use problem::SmartsProblem;
pub(crate) use properties::{AtomProperties, IN_RING};
pub use query::Smarts;
pub(crate) use query::{not_a_graph, read_text};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "smarts",
    extensions: &["sma", "smarts"],
    description: "patterns for molecules as SMARTS, one per line with its name",
    graph_names: GraphNames::OwnOrFileOrNumber,
    reader: Reader::PatternsOnly,
    pattern_reader: Some(query::read),
    writer: Writer::None,
};
