//! Patterns and graphs as the counts see them: the one place where a view is applied.

use isocount_core::{Cancelled, Control, LabeledGraph, View};

use crate::{GraphStore, NamedPattern};

/// The patterns under a view; `None` if it changes none of them.
pub(crate) fn patterns(raw: &[NamedPattern], view: View) -> Option<Vec<NamedPattern>> {
    let seen = |NamedPattern { name, pattern }: &NamedPattern| NamedPattern {
        name: name.clone(),
        pattern: view.apply_to_pattern(pattern),
    };
    (!view.is_plain()).then(|| raw.iter().map(seen).collect())
}

/// Unpacks a graph under a view.
pub(crate) fn graph(
    raw: &GraphStore,
    ix: usize,
    view: View,
    control: &Control,
) -> Result<LabeledGraph, Cancelled> {
    let graph = raw.graph_with(ix, control)?;
    if view.is_plain() { Ok(graph) } else { view.apply_with(&graph, control) }
}
