//! Attributes of graphs, and conditions of patterns.

use std::sync::Arc;

use isocount_core::{AttributedGraph, ConditionalPattern, LabeledGraph, Pattern, View};
use isocount_format::KeptAttributes;

use super::{LoadedGraph, LoadedPattern, SharedNames};

impl LoadedGraph {
    /// The graph with its attributes, if they were kept; not seen through the view.
    #[must_use]
    pub fn attributes(&self) -> Option<&Arc<AttributedGraph>> {
        self.attributes.as_ref()
    }

    /// The graph with attributes that were built as values. The labels of their rows are those of
    /// its session.
    #[must_use]
    pub fn with_attributes(self, attributes: AttributedGraph) -> Self {
        let graph = Arc::new(attributes.without_attributes());
        Self { graph, attributes: Some(Arc::new(attributes)), ..self }
    }

    /// The graph with labels in place of conditions.
    pub(crate) fn resolved(&self, graph: LabeledGraph, names: &SharedNames, view: View) -> Self {
        let (graph, names) = (Arc::new(graph), Arc::clone(names));
        Self { graph, names, view, attributes: None, ..self.clone() }
    }
}

impl LoadedPattern {
    /// The pattern with its conditions on attributes, if it has any. [`pattern`](Self::pattern) then
    /// has labels in their place that no graph has, such as `Person{age > 30}`.
    #[must_use]
    pub fn conditions(&self) -> Option<&Arc<ConditionalPattern>> {
        self.conditions.as_ref()
    }

    /// The attributes that its conditions need.
    #[must_use]
    pub fn needed_attributes(&self) -> KeptAttributes {
        self.conditions.as_ref().map_or(KeptAttributes::None, |conditions| {
            let [nodes, edges] = conditions.attributes();
            KeptAttributes::named(nodes, edges)
        })
    }

    /// The pattern with labels in place of conditions.
    pub(crate) fn resolved(&self, pattern: Pattern, names: &SharedNames, view: View) -> Self {
        let (pattern, names) = (Arc::new(pattern), Arc::clone(names));
        Self { pattern, names, view, conditions: None, ..self.clone() }
    }
}
