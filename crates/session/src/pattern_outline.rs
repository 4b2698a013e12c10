//! The parts of a pattern for drawing: nodes and edges with names and labels as text.

use std::sync::PoisonError;

use isocount_core::Edge;
use isocount_format::{WriteError, edge_notation, node_notation};

use crate::LoadedPattern;
use crate::find::node_names;

/// The nodes and edges of a pattern, as the notation writes them.
///
/// ```
/// use isocount_core::Control;
/// use isocount_format::Notation;
/// use isocount_session::{Session, Source};
///
/// let source = Source::text(Notation::Text, "x:C -[*]- y:F|Cl, y->z");
/// let outline = Session::new().read_pattern(source, &Control::NONE)?.outline()?;
/// assert_eq!((&*outline.nodes[1].name, &*outline.nodes[1].label), ("y", "F|Cl"));
/// assert_eq!((&*outline.edges[0].label, outline.edges[0].is_undirected), ("*", true));
/// assert_eq!((&*outline.edges[1].label, outline.edges[1].is_undirected), ("", false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatternOutline {
    /// The nodes, in the order of the pattern nodes.
    pub nodes: Vec<OutlineNode>,
    /// The arcs; an undirected edge is listed once.
    pub edges: Vec<OutlineEdge>,
}

/// A node of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutlineNode {
    /// The name; the number if it has none.
    pub name: String,
    /// What it accepts, in the notation; empty if it has no label, and for SMARTS.
    pub label: String,
}

/// An arc or an undirected edge of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutlineEdge {
    /// Index of its tail among the nodes.
    pub tail: usize,
    /// Index of its head.
    pub head: usize,
    /// What it accepts, in the notation; empty if it has no label.
    pub label: String,
    /// Whether there is an equal arc in the opposite direction.
    pub is_undirected: bool,
    /// Whether it must be absent; its label is then what it forbids.
    pub is_absent: bool,
}

impl LoadedPattern {
    /// Returns the nodes and edges of the pattern.
    ///
    /// # Errors
    /// If a label has no name, which is possible for patterns that were built as values.
    pub fn outline(&self) -> Result<PatternOutline, WriteError> {
        let (pattern, shape) = (self.pattern(), self.pattern().symmetry_shape());
        let names = self.names().read().unwrap_or_else(PoisonError::into_inner);
        let mut outline = PatternOutline::default();
        for (node, name) in pattern.nodes().zip(node_names(self)) {
            let label = if self.is_smarts() {
                String::new()
            } else {
                node_notation(pattern, node, &names)?
            };
            outline.nodes.push(OutlineNode { name: name.into_owned(), label });
        }
        // Absent arcs have labels of their own in this shape.
        for Edge { tail, head, label } in shape.arcs() {
            let is_undirected = tail != head && shape.has_arc(head, tail, label);
            if is_undirected && head < tail {
                continue;
            }
            let is_absent = pattern.absent_of_label(label).is_some();
            let label = edge_notation(pattern, label, &names)?;
            let (tail, head) = (tail.ix(), head.ix());
            outline.edges.push(OutlineEdge { tail, head, label, is_undirected, is_absent });
        }
        Ok(outline)
    }
}
