//! One match, in the names of the pattern and the graph.

use std::borrow::Cow;
use std::sync::Arc;

use isocount_core::NodeId;
use isocount_record::MatchRecord;

use crate::conditions::KnownGraph;
use crate::{LoadedGraph, LoadedPattern};

/// A pattern and a graph, seen through the view of a question.
#[derive(Clone, Debug)]
pub(crate) struct Looked {
    pub(crate) pattern: LoadedPattern,
    pub(crate) graph: LoadedGraph,
    /// The graph with the labels that users know, if the pattern has conditions.
    pub(crate) known: Option<Arc<KnownGraph>>,
}

/// One match: the image of each node of the pattern. It borrows nothing.
#[derive(Clone, Debug)]
pub struct Match {
    pub(crate) looked: Arc<Looked>,
    pub(crate) images: Vec<NodeId>,
    pub(crate) weight: Option<f64>,
}

impl Match {
    /// The graph nodes to which the pattern nodes are mapped, in the order of the pattern nodes.
    #[must_use]
    pub fn images(&self) -> &[NodeId] {
        &self.images
    }

    /// The reciprocal of the probability of the draw, if the match was drawn with unequal
    /// probabilities.
    #[must_use]
    pub fn weight(&self) -> Option<f64> {
        self.weight
    }

    /// The pattern, seen through the view of the question.
    #[must_use]
    pub fn pattern(&self) -> &LoadedPattern {
        &self.looked.pattern
    }

    /// The graph, seen through the view of the question.
    #[must_use]
    pub fn graph(&self) -> &LoadedGraph {
        self.looked.known.as_ref().map_or(&self.looked.graph, |known| &known.graph)
    }

    /// The name of each pattern node, with the name of its image.
    pub fn names(&self) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
        let titles = self.graph().node_names();
        let images = self.images.iter().map(move |&image| titles.get(image));
        node_names(self.pattern()).zip(images)
    }

    /// The match as a record.
    #[must_use]
    pub fn to_record(&self) -> MatchRecord<'_> {
        let (pattern, graph) = (self.pattern().name(), self.graph().name());
        MatchRecord { pattern, graph, nodes: self.names().collect(), weight: self.weight }
    }
}

/// The names of the nodes of a pattern, or their numbers from 0 if they have no names.
pub(crate) fn node_names(pattern: &LoadedPattern) -> impl Iterator<Item = Cow<'_, str>> {
    pattern.pattern().nodes().map(|node| {
        let given = pattern.node_names().and_then(|names| names.get(node.ix()));
        given.map_or_else(|| Cow::Owned(node.0.to_string()), |name| Cow::Borrowed(&**name))
    })
}
