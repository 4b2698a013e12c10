//! The vocabulary of isocount: graphs, patterns, questions, answers, and the trait [`Counter`].
//!
//! A [`Counter`] answers one question: how often does this [`Pattern`] occur in this
//! [`LabeledGraph`]? What "occur" means is a value, [`Semantics`]; the result is an [`Answer`]; the
//! limits are a [`Budget`]. This crate does no I/O and contains no engine.
//!
//! ```
//! use isocount_core::{Label, LabeledGraph, Pattern, Semantics, Unit};
//!
//! let mut builder = LabeledGraph::builder();
//! let [a, b, c] = [0; 3].map(|_| builder.node(Label(0)));
//! builder.edge(a, b, Label(0)).edge(b, c, Label(0));
//! let path = builder.build()?;
//! assert_eq!((path.num_nodes(), path.num_arcs()), (3, 2));
//!
//! // What a counter is given: a pattern, and one of the five meanings.
//! let pattern = Pattern::try_from(path)?;
//! let meaning = Semantics::Monomorphism(Unit::Subgraphs);
//! assert_eq!(meaning.to_string(), "monomorphism subgraphs");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod absent;
mod answer;
mod attributes;
mod budget;
mod builder;
mod confidence;
mod control;
mod count;
mod counter;
mod graph;
mod label_set;
mod meaning;
mod not_read;
mod number_of;
mod pattern;
mod pattern_builder;
mod printable;
mod rng;
mod row_sort;
mod semantics;
mod view;

pub use answer::{Answer, Estimate, Interval, Log10, Sampled};
pub use attributes::{
    AttributeRow, AttributeRows, AttributedGraph, Choice, Comparison, Condition, ConditionalArc,
    ConditionalNode, ConditionalPattern, Forbidden, Term, TermOf, Value, ValueKind,
};
pub use budget::Budget;
pub use builder::{GraphBuilder, GraphError};
pub use confidence::{Confidence, ConfidenceError};
pub use control::{Cancelled, Control, Forecast, Progress, Stage, Task};
pub use count::Count;
pub use counter::{CountError, Counter, OpenGraph};
pub use graph::{Edge, HalfArc, Label, LabeledGraph, NodeId};
pub use label_set::{LabelSet, Wanted};
pub use meaning::Meaning;
pub use not_read::NotRead;
pub use number_of::number_of;
pub use pattern::{EmptyPattern, Pattern};
pub use pattern_builder::{PatternBuilder, PatternError};
pub use printable::printable;
pub use rng::Rng;
pub use semantics::{Semantics, SemanticsError, Unit};
pub use view::{Directions, Labels, ParseViewError, View};

/// Tests the example in the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
