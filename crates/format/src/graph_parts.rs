//! Graphs whose edges call their ends by name and may come before them: GML and `GraphML`.

use std::borrow::Cow;

use isocount_core::{Label, LabeledGraph, NodeId};
use rustc_hash::FxHashMap;

use crate::assembly::{Assembly, Origin, too_many_nodes};
use crate::label_names::UNLABELED;
use crate::label_presence::{LabelPresence, missing_label};
use crate::read::NamedGraph;
use crate::syntax_problem::{SyntaxProblem, shorten};
use crate::text::Text;
use crate::{FormatError, LabelNames, Location, ReadOptions};

/// Whether an edge is one arc or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Directed,
    Undirected,
}

/// A node as the file gives it.
pub(crate) struct NodePart<'a> {
    pub(crate) id: Cow<'a, str>,
    pub(crate) label: Option<Label>,
    /// The piece of the file that gives the node.
    pub(crate) place: &'a str,
}

/// An edge whose ends are not looked up yet.
pub(crate) struct EdgePart<'a> {
    pub(crate) tail: Cow<'a, str>,
    pub(crate) head: Cow<'a, str>,
    pub(crate) label: Option<Label>,
    /// Its own direction, where it states one.
    pub(crate) direction: Option<Direction>,
    /// The piece of the file that gives the edge.
    pub(crate) place: &'a str,
}

/// The nodes and edges of one graph, collected until its end is reached.
pub(crate) struct GraphParts<'a> {
    text: Text<'a>,
    options: &'a ReadOptions<'a>,
    ids: FxHashMap<Cow<'a, str>, NodeId>,
    node_labels: Vec<Option<Label>>,
    nodes_labeled: LabelPresence,
    edges: Vec<EdgePart<'a>>,
    edges_labeled: LabelPresence,
}

impl<'a> GraphParts<'a> {
    pub(crate) fn new(text: Text<'a>, options: &'a ReadOptions<'a>) -> Self {
        Self {
            text,
            options,
            ids: FxHashMap::default(),
            node_labels: Vec::new(),
            nodes_labeled: LabelPresence::default(),
            edges: Vec::new(),
            edges_labeled: LabelPresence::default(),
        }
    }

    pub(crate) fn add_node(&mut self, node: NodePart<'a>) -> Result<(), FormatError> {
        let number = u32::try_from(self.node_labels.len()).unwrap_or(u32::MAX);
        if self.ids.contains_key(&node.id) {
            let problem = SyntaxProblem::RepeatedNode { name: shorten(&node.id) };
            return Err(self.text.error(node.place, problem));
        }
        self.nodes_labeled.note(node.label.is_some(), self.text.offset_of(node.place) as u32);
        self.ids.insert(node.id, NodeId(number));
        self.node_labels.push(node.label);
        Ok(())
    }

    pub(crate) fn add_edge(&mut self, edge: EdgePart<'a>) {
        self.edges_labeled.note(edge.label.is_some(), self.text.offset_of(edge.place) as u32);
        self.edges.push(edge);
    }

    /// Looks up the ends of the edges. `direction` holds for edges that state none.
    pub(crate) fn build(
        self,
        direction: Direction,
        names: &mut LabelNames,
    ) -> Result<LabeledGraph, FormatError> {
        self.check_labels()?;
        let mut assembly = Assembly::default();
        for label in &self.node_labels {
            let label = label.unwrap_or_else(|| names.node_label(UNLABELED));
            assembly.node(label).ok_or_else(|| too_many_nodes(self.text.location(0)))?;
        }
        for edge in &self.edges {
            let (tail, head) = (self.end(edge, &edge.tail)?, self.end(edge, &edge.head)?);
            let label = edge.label.unwrap_or_else(|| names.edge_label(UNLABELED));
            let place = self.text.offset_of(edge.place) as u32;
            match edge.direction.unwrap_or(direction) {
                Direction::Directed => assembly.arc(tail, head, label, place),
                Direction::Undirected => assembly.undirected_edge(tail, head, label, place),
            }
        }
        assembly.build(&NamedByOffset { text: self.text, ids: &self.ids })
    }

    fn end(&self, edge: &EdgePart<'_>, name: &str) -> Result<NodeId, FormatError> {
        self.ids.get(name).copied().ok_or_else(|| {
            let problem = SyntaxProblem::UnknownNode { name: shorten(name) };
            self.text.error(edge.place, problem)
        })
    }

    /// All nodes are labelled or none, all edges are labelled or none, and what the user asked
    /// for is there.
    fn check_labels(&self) -> Result<(), FormatError> {
        let options = self.options;
        if let Some(place) = self.nodes_labeled.first_missing() {
            return Err(missing_label(options.node_key(), self.text.location(place as usize)));
        }
        if let Some(place) = self.edges_labeled.first_missing() {
            return Err(missing_label(options.edge_key(), self.text.location(place as usize)));
        }
        let absent = |owner, key: &str| FormatError::NoSuchKey {
            path: self.text.path.to_owned(),
            owner,
            key: key.to_owned(),
        };
        match options.node_label_key {
            Some(key) if !self.node_labels.is_empty() && !self.nodes_labeled.any_labeled() => {
                return Err(absent("node", key));
            }
            _ => {}
        }
        match options.edge_label_key {
            Some(key) if !self.edges.is_empty() && !self.edges_labeled.any_labeled() => {
                Err(absent("edge", key))
            }
            _ => Ok(()),
        }
    }
}

/// Places are offsets into the text, and nodes have names.
struct NamedByOffset<'a> {
    text: Text<'a>,
    ids: &'a FxHashMap<Cow<'a, str>, NodeId>,
}

impl Origin for NamedByOffset<'_> {
    fn locate(&self, place: u32) -> Location {
        self.text.location(place as usize)
    }

    fn node_name(&self, node: NodeId) -> String {
        let found = self.ids.iter().find(|(_, found)| **found == node);
        found.map_or_else(String::new, |(name, _)| name.to_string())
    }
}

/// A single graph is called after its file, many with a number.
pub(crate) fn name_all(stem: &str, graphs: Vec<LabeledGraph>) -> Vec<NamedGraph> {
    let single = graphs.len() == 1;
    let name = |i| if single { stem.to_owned() } else { format!("{stem}#{i}") };
    graphs.into_iter().enumerate().map(|(i, graph)| NamedGraph { name: name(i), graph }).collect()
}
