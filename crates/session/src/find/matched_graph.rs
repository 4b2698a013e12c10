//! The part of a graph that is the image of a match, as a graph.

use isocount_core::{Edge, GraphBuilder, LabeledGraph, NodeId};
use isocount_format::NodeTitles;

use super::Match;
use crate::LoadedGraph;

impl Match {
    /// The image of the match, as a graph of this name. Nodes are in the order of the pattern
    /// nodes, each once. Arcs are the images of the pattern's arcs; an arc that accepts several
    /// labels contributes all accepted arcs.
    #[must_use]
    pub fn to_graph(&self, name: &str) -> LoadedGraph {
        let (graph, mut nodes) = (self.graph().graph(), Vec::new());
        for &image in &self.images {
            if !nodes.contains(&image) {
                nodes.push(image);
            }
        }
        let mut builder = LabeledGraph::builder();
        for &node in &nodes {
            builder.node(graph.node_label(node));
        }
        let place = |node: NodeId| {
            let found = nodes.iter().position(|&known| known == node);
            NodeId(found.unwrap_or_default() as u32)
        };
        for Edge { tail, head, label } in self.arcs() {
            builder.edge(place(tail), place(head), label);
        }
        let part = built(builder);
        let names = self.graph().node_names();
        let titles = NodeTitles::from_texts(nodes.iter().map(|&node| names.get(node)));
        self.graph().part(name, part, titles)
    }

    /// The images of the pattern's arcs; one may occur twice.
    pub fn arcs(&self) -> impl Iterator<Item = Edge> + '_ {
        let arcs = self.pattern().pattern().arc_sets();
        arcs.flat_map(|(tail, head, wanted)| {
            let [tail, head] = [tail, head].map(|end| self.images[end.ix()]);
            let there = self.looked.graph.graph().arcs_between(tail, head).iter();
            let accepted = there.map(|arc| arc.label).filter(move |&label| wanted.accepts(label));
            let known = self.looked.known.as_ref();
            accepted.map(move |label| {
                let arc = Edge { tail, head, label };
                known.map_or(arc, |known| known.arc(arc))
            })
        })
    }
}

fn built(builder: GraphBuilder) -> LabeledGraph {
    builder.build_merged().expect("the ends of all arcs are nodes")
}
