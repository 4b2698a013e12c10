//! The pattern, analysed once, independent of the graph: classes of labels, types of arcs, links
//! between nodes, and the pieces of a disconnected pattern.
//!
//! ```text
//! bans.rs            absent arcs
//! compiled.rs        a pattern as the engine sees it
//! label_classes.rs   labels that no set of the pattern tells apart are one class
//! set_rules.rs       what the sets of labels of a pattern accept
//! pieces.rs          a disconnected pattern as several patterns, some with nodes glued together
//! ```

mod bans;
mod compiled;
mod label_classes;
mod pieces;
mod set_rules;

pub(crate) use bans::{BanKind, has_any};
pub(crate) use compiled::{
    ArcType, Compiled, Direction, Link, MAX_ARCS, MAX_NODES, Relation, head_bit, label_bit,
    mask_of_first, members, tail_bit,
};
pub(crate) use pieces::Pieces;
pub(crate) use set_rules::{MAX_CLASSES, SetRules};
