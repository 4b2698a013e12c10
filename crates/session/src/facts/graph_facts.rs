//! The facts of one graph.

use std::sync::PoisonError;

use isocount_core::{Cancelled, Control};

use super::label_census::LabelCensus;
use super::structure::Structure;
use super::{ComponentFacts, DegreeFacts, LabelFacts, LabelOwner, Oddity};
use crate::LoadedGraph;

/// A description of a graph.
///
/// ```
/// use isocount_core::Control;
/// use isocount_session::{Session, Source};
///
/// let text = br#"{"nodes": ["O", "H", "H"], "directed": false, "edges": [[0, 1], [0, 2]]}"#;
/// let water = Session::new().read_graph(Source::bytes("water.json", text), &Control::NONE)?;
/// let facts = water.facts(&Control::NONE)?;
/// assert_eq!((facts.nodes, facts.arcs, facts.one_way), (3, 4, 0));
/// assert_eq!(facts.node_labels.to_string(), "`H` (2) and `O` (1)");
/// # Ok::<(), isocount_session::SessionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GraphFacts {
    /// The number of nodes.
    pub nodes: usize,
    /// The number of arcs; an undirected edge counts as two.
    pub arcs: usize,
    /// Arcs whose reverse, with the same label, also exists. Loops are not included.
    pub reciprocated: usize,
    /// Arcs between different nodes without a reverse arc.
    pub one_way: usize,
    /// Arcs from a node to itself.
    pub loops: usize,
    /// Arcs in addition to the first one with the same tail and head.
    pub parallel: usize,
    /// The maximum number of arcs with the same tail and head.
    pub most_parallel: usize,
    /// All labels of the nodes.
    pub node_labels: LabelFacts,
    /// All labels of the arcs.
    pub edge_labels: LabelFacts,
    /// The connected components.
    pub components: ComponentFacts,
    /// The degrees of the nodes.
    pub degrees: DegreeFacts,
}

/// Nearly all arcs are reciprocated if at least this many times as many are as are not.
const NEARLY_ALL: usize = 20;

impl LoadedGraph {
    /// Describes the graph, seen through its [view](Self::view). O(nodes + arcs).
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn facts(&self, control: &Control) -> Result<GraphFacts, Cancelled> {
        let graph = self.graph();
        let structure = Structure::of(graph, control)?;
        let one_way = structure.one_way(graph);
        let Structure { loops, reciprocated, parallel, most_parallel, .. } = structure;
        let components = ComponentFacts::of(graph, control)?;
        let degrees = DegreeFacts::of(graph, control)?;
        Ok(GraphFacts {
            nodes: graph.num_nodes(),
            arcs: graph.num_arcs(),
            reciprocated,
            one_way,
            loops,
            parallel,
            most_parallel,
            node_labels: self.labels(LabelOwner::Node, usize::MAX, control)?,
            edge_labels: self.labels(LabelOwner::Arc, usize::MAX, control)?,
            components,
            degrees,
        })
    }
}

impl LoadedGraph {
    /// The node labels or edge labels, up to a maximum number by name. O(nodes + arcs).
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn labels(
        &self,
        owner: LabelOwner,
        at_most: usize,
        control: &Control,
    ) -> Result<LabelFacts, Cancelled> {
        let census = match owner {
            LabelOwner::Node => LabelCensus::of_nodes(self.graph(), control)?,
            LabelOwner::Arc => LabelCensus::of_arcs(self.graph(), control)?,
        };
        let names = self.names().read().unwrap_or_else(PoisonError::into_inner);
        Ok(LabelFacts::new(&census, owner, &names, at_most))
    }
}

impl GraphFacts {
    /// The share of arcs between different nodes that have a reverse arc; `None` if there are no
    /// such arcs.
    #[must_use]
    pub fn reciprocity(&self) -> Option<f64> {
        let arcs = self.reciprocated + self.one_way;
        (arcs > 0).then(|| self.reciprocated as f64 / arcs as f64)
    }

    /// Properties that the author of the file probably did not intend.
    #[must_use]
    pub fn oddities(&self) -> Vec<Oddity> {
        let Self { reciprocated, one_way, .. } = *self;
        let found = [
            (self.nodes == 0).then_some(Oddity::Empty),
            Oddity::of_node_labels(self.node_labels.look),
            Oddity::of_edge_labels(self.edge_labels.look),
            (one_way > 0 && reciprocated == 0).then_some(Oddity::NoneReciprocated),
            (one_way > 0 && reciprocated >= NEARLY_ALL * one_way)
                .then_some(Oddity::NearlyAllReciprocated),
        ];
        found.into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use isocount_testkit::graph;

    use super::*;
    use crate::Session;

    fn facts(text: &str) -> GraphFacts {
        Session::new().graph("g", graph(text)).facts(&Control::NONE).unwrap()
    }

    #[test]
    fn every_fact_of_a_small_graph() {
        let found = facts("a:1-[2]-b, b->c:1, b-[3]->c, c->c, d");
        assert_eq!((found.nodes, found.arcs), (4, 5));
        assert_eq!((found.reciprocated, found.one_way, found.loops), (2, 2, 1));
        assert_eq!((found.parallel, found.most_parallel), (1, 2));
        assert_eq!(found.node_labels.to_string(), "`0` (2) and `1` (2)");
        assert_eq!(found.edge_labels.to_string(), "`0` (2), `2` (2) and `3` (1)");
        assert_eq!((found.components.count, found.components.isolated), (2, 1));
        assert_eq!(found.degrees.total.most, 4);
        assert_eq!(found.reciprocity(), Some(0.5));
        assert_eq!(facts("a->a").reciprocity(), None);
    }

    #[test]
    fn what_looks_wrong() {
        let clique = |n: u32| {
            let pairs = (0..n).flat_map(|a| (0..a).map(move |b| format!("{a}-{b}")));
            pairs.collect::<Vec<_>>().join(", ")
        };
        for (text, expected) in [
            (String::new(), vec![Oddity::Empty]),
            ("a->b->c".into(), vec![Oddity::NoneReciprocated]),
            ("a->b-c".into(), vec![]),
            ("a->a".into(), vec![]),
            (format!("{}, 0->new", clique(5)), vec![Oddity::NearlyAllReciprocated]),
            (
                "a:1-[9]-b:2-[8]-c:3-[7]-d:4-[6]-e:5-[5]-f:6".into(),
                vec![Oddity::UniqueNodeLabels, Oddity::WeightsAsEdgeLabels],
            ),
        ] {
            assert_eq!(facts(&text).oddities(), expected, "{text}");
        }
    }

    #[test]
    fn it_can_be_cancelled() {
        let control = Control::new();
        control.cancel();
        let graph = Session::new().graph("g", graph("a-b"));
        assert_eq!(graph.facts(&control).err(), Some(Cancelled));
    }
}
