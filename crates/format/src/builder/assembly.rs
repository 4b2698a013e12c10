//! Builds a graph and remembers where each arc came from.

use std::path::Path;

use isocount_core::{
    AttributedGraph, Control, Edge, GraphBuilder, GraphError, Label, LabeledGraph, NodeId,
};

use super::attributes::AttributeParts;
use crate::error::{SyntaxProblem, shorten};
use crate::{Duplicates, FormatError, Location, Most, NamedGraph, NodeTitles, ReadOptions};

/// A [`GraphBuilder`] that stores a place for every arc. A place takes four bytes: the line, or the
/// offset into the text, whichever the format can convert to a [`Location`].
#[derive(Default)]
pub(crate) struct Assembly {
    builder: GraphBuilder,
    places: Vec<u32>,
    most: Most,
    /// The attributes, if they are kept.
    pub(crate) attributes: Option<Box<AttributeParts>>,
    /// The place of the first arc beyond the limit. Later arcs are not kept.
    beyond: Option<u32>,
}

/// The names of nodes in the current file, and the meaning of its places.
pub(crate) trait Origin {
    /// The location of a place that was passed with an arc.
    fn locate(&self, place: u32) -> Location;
    /// The name of a node in the file.
    fn node_name(&self, node: NodeId) -> String;
}

impl Assembly {
    /// Creates an empty assembly that keeps the attributes that the options want.
    pub(crate) fn with_attributes(options: &ReadOptions) -> Self {
        let attributes = AttributeParts::new(&options.attributes);
        Self { most: options.most, attributes, ..Self::default() }
    }

    /// Creates an empty assembly with these limits.
    pub(crate) fn new(most: Most) -> Self {
        Self { most, ..Self::default() }
    }

    pub(crate) fn num_nodes(&self) -> usize {
        self.builder.num_nodes()
    }

    pub(crate) fn num_arcs(&self) -> usize {
        self.builder.num_arcs()
    }

    /// Adds a node; returns `None` at the limit.
    pub(crate) fn node(&mut self, label: Label) -> Option<NodeId> {
        if let Some(attributes) = &mut self.attributes {
            attributes.add_node(label);
        }
        (self.builder.num_nodes() < self.most.nodes).then(|| self.builder.node(label))
    }

    pub(crate) fn arc(&mut self, tail: NodeId, head: NodeId, label: Label, place: u32) {
        if self.builder.num_arcs() >= self.most.arcs {
            self.beyond.get_or_insert(place);
            return;
        }
        if let Some(attributes) = &mut self.attributes {
            attributes.add_arc(Edge { tail, head, label });
        }
        self.builder.edge(tail, head, label);
        self.places.push(place);
    }

    /// Adds two arcs, or one loop.
    pub(crate) fn undirected_edge(&mut self, a: NodeId, b: NodeId, label: Label, place: u32) {
        self.arc(a, b, label, place);
        if a != b {
            self.arc(b, a, label, place);
        }
    }

    /// Checks the graph; `origin` locates an error.
    pub(crate) fn build(
        self,
        origin: &dyn Origin,
        duplicates: Duplicates,
        control: &Control,
    ) -> Result<LabeledGraph, FormatError> {
        Ok(self.build_all(origin, duplicates, control)?.graph)
    }

    /// Like [`build`](Self::build), with the attributes.
    pub(crate) fn build_all(
        self,
        origin: &dyn Origin,
        duplicates: Duplicates,
        control: &Control,
    ) -> Result<Built, FormatError> {
        let Self { builder, places, most, attributes, beyond } = self;
        if let Some(place) = beyond {
            let (at, max) = (origin.locate(place), most.arcs as u64);
            let problem = SyntaxProblem::TooMany { what: "arcs", max };
            return Err(FormatError::Syntax { at, len: 1, problem });
        }
        if let Some(attributes) = attributes {
            let built = attributes.build(duplicates, control);
            let full = built.map_err(|problem| located(problem, &places, origin))?;
            let graph = full.without_attributes();
            let attributes = Some(Box::new(full));
            return Ok(Built { graph, node_names: NodeTitles::default(), attributes });
        }
        let built = match duplicates {
            Duplicates::Refuse => builder.build_with(control),
            Duplicates::Merge => builder.build_merged_with(control),
        };
        let graph = built.map_err(|problem| located(problem, &places, origin))?;
        Ok(Built { graph, node_names: NodeTitles::default(), attributes: None })
    }
}

/// A graph without a name.
pub(crate) struct Built {
    pub(crate) graph: LabeledGraph,
    pub(crate) node_names: NodeTitles,
    pub(crate) attributes: Option<Box<AttributedGraph>>,
}

impl Built {
    pub(crate) fn named(self, name: String) -> NamedGraph {
        let Self { graph, node_names, attributes } = self;
        NamedGraph { name, graph, node_names, attributes }
    }
}

/// Locates an error of the graph.
pub(crate) fn located(problem: GraphError, places: &[u32], origin: &dyn Origin) -> FormatError {
    let place = match &problem {
        GraphError::DanglingEnd { edge, .. } | GraphError::RepeatedArc { edge, .. } => {
            places.get(*edge).copied()
        }
        _ => None,
    };
    let at = origin.locate(place.unwrap_or(1));
    match problem {
        GraphError::RepeatedArc { arc, .. } => {
            let tail = shorten(&origin.node_name(arc.tail));
            let head = shorten(&origin.node_name(arc.head));
            let problem = SyntaxProblem::RepeatedArc { tail, head };
            FormatError::Syntax { at, len: 1, problem }
        }
        GraphError::Cancelled(cancelled) => cancelled.into(),
        problem => FormatError::Graph { at, len: 1, problem },
    }
}

/// Places are line numbers, and nodes are identified by number.
pub(crate) struct NumberedByLine<'a> {
    pub(crate) path: &'a Path,
}

impl Origin for NumberedByLine<'_> {
    fn locate(&self, line: u32) -> Location {
        Location::line(self.path, line)
    }

    fn node_name(&self, node: NodeId) -> String {
        node.0.to_string()
    }
}

/// Places are line numbers, and nodes are identified by number from 1.
pub(crate) struct NumberedFromOne<'a> {
    pub(crate) path: &'a Path,
}

impl Origin for NumberedFromOne<'_> {
    fn locate(&self, line: u32) -> Location {
        Location::line(self.path, line)
    }

    fn node_name(&self, node: NodeId) -> String {
        (u64::from(node.0) + 1).to_string()
    }
}

/// The error for a graph with more nodes than can be numbered.
pub(crate) fn too_many_nodes(at: Location) -> FormatError {
    FormatError::Graph { at, len: 1, problem: GraphError::TooLarge }
}
