//! SMARTS, restricted to labelled graphs with sets: `[CX3](=O)[OX2H1]`.
//!
//! When molecules are read for SMARTS, the label of an atom contains its properties, and the label
//! of a bond contains whether it lies in a ring. An atom of a SMARTS pattern is then the set of all
//! known labels that satisfy its expression, and likewise for bonds. So every counter supports
//! SMARTS without special code.
//!
//! ```text
//! expression.rs   conditions on atoms and bonds: primitives, !, &, comma, semicolon
//! parser.rs       text to atoms, bonds and their expressions
//! properties.rs   labels to properties of atoms, and back
//! query.rs        a pattern of sets of the known labels
//! problem.rs      error messages
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
