//! Graphs whose edges refer to nodes by name and may precede them: GML and `GraphML`.

use std::borrow::Cow;

use isocount_core::{Control, Label, Labels, NodeId};

use super::assembly::{Assembly, Built, Origin, too_many_nodes};
use super::attributes::AttributeParts;
use super::label_presence::{LabelPresence, missing_label};
use crate::error::{KeysThere, SyntaxProblem, shorten};
use crate::names::{FileLabels, TextIndex, UNLABELED};
use crate::read::{NamedGraph, Text};
use crate::{FormatError, Location, NodeTitles, ReadOptions};

/// Whether an edge is one arc or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Directed,
    Undirected,
}

/// A node as it stands in the file.
pub(crate) struct NodePart<'a> {
    pub(crate) id: Cow<'a, str>,
    pub(crate) label: Option<Label>,
    /// The part of the file that contains the node.
    pub(crate) place: &'a str,
}

/// An edge whose ends have not been resolved.
pub(crate) struct EdgePart<'a> {
    pub(crate) tail: Cow<'a, str>,
    pub(crate) head: Cow<'a, str>,
    pub(crate) label: Option<Label>,
    /// Its own direction, if it states one.
    pub(crate) direction: Option<Direction>,
    /// The part of the file that contains the edge.
    pub(crate) place: &'a str,
}

/// The nodes and edges of one graph, collected until its end is reached.
pub(crate) struct GraphParts<'a> {
    text: Text<'a>,
    options: &'a ReadOptions,
    control: &'a Control,
    /// The names of nodes, as used by nodes and by edges.
    names: TextIndex,
    /// The node of each name, once it is defined.
    nodes: Vec<Option<NodeId>>,
    node_labels: Vec<Option<Label>>,
    nodes_labeled: LabelPresence,
    edges: Vec<Edge<'a>>,
    edges_labeled: LabelPresence,
    /// The attributes of nodes and edges, for the message about a missing one.
    pub(crate) keys: KeysThere,
    /// The attributes that are kept: those of a node or an edge are set before it is added.
    pub(crate) attributes: Option<Box<AttributeParts>>,
}

/// An edge whose ends are indices of names.
struct Edge<'a> {
    tail: u32,
    head: u32,
    label: Option<Label>,
    direction: Option<Direction>,
    place: &'a str,
    /// The values of its attributes.
    row: u32,
}

impl<'a> GraphParts<'a> {
    pub(crate) fn new(text: Text<'a>, options: &'a ReadOptions, control: &'a Control) -> Self {
        Self {
            text,
            options,
            control,
            names: TextIndex::default(),
            nodes: Vec::new(),
            node_labels: Vec::new(),
            nodes_labeled: LabelPresence::default(),
            edges: Vec::new(),
            edges_labeled: LabelPresence::default(),
            keys: KeysThere::new(options),
            attributes: AttributeParts::new(&options.attributes),
        }
    }

    fn number(&mut self, name: &str) -> u32 {
        let name = self.names.number(name);
        if name.is_new {
            self.nodes.push(None);
        }
        name.number
    }

    pub(crate) fn add_node(&mut self, node: &NodePart<'a>) -> Result<(), FormatError> {
        let id = NodeId(u32::try_from(self.node_labels.len()).unwrap_or(u32::MAX));
        let name = self.number(&node.id) as usize;
        if self.nodes[name].replace(id).is_some() {
            let problem = SyntaxProblem::RepeatedNode { name: shorten(&node.id) };
            return Err(self.text.error(node.place, problem));
        }
        self.nodes_labeled.note(node.label.is_some(), self.text.offset_of(node.place) as u32);
        self.node_labels.push(node.label);
        if let Some(attributes) = &mut self.attributes {
            let row = attributes.nodes.row();
            attributes.set_node(id, row);
        }
        Ok(())
    }

    pub(crate) fn add_edge(&mut self, edge: &EdgePart<'a>) {
        self.edges_labeled.note(edge.label.is_some(), self.text.offset_of(edge.place) as u32);
        let (tail, head) = (self.number(&edge.tail), self.number(&edge.head));
        let EdgePart { label, direction, place, .. } = *edge;
        let row = self.attributes.as_mut().map_or(0, |attributes| attributes.edges.row());
        self.edges.push(Edge { tail, head, label, direction, place, row });
    }

    /// Resolves the ends of the edges. `direction` applies to edges that state none.
    pub(crate) fn build(
        mut self,
        direction: Direction,
        names: &mut FileLabels<'_>,
    ) -> Result<Built, FormatError> {
        self.check_labels()?;
        let mut assembly = Assembly::new(self.options.most);
        assembly.attributes = self.attributes.take();
        for label in &self.node_labels {
            self.control.check()?;
            let label = label.unwrap_or_else(|| names.node_label(UNLABELED));
            assembly.node(label).ok_or_else(|| too_many_nodes(self.text.location(0)))?;
        }
        for edge in &self.edges {
            self.control.check()?;
            let (tail, head) = (self.end(edge, edge.tail)?, self.end(edge, edge.head)?);
            let label = edge.label.unwrap_or_else(|| names.edge_label(UNLABELED));
            let place = self.text.offset_of(edge.place) as u32;
            if let Some(attributes) = &mut assembly.attributes {
                attributes.edge_row = edge.row;
            }
            match edge.direction.unwrap_or(direction) {
                Direction::Directed => assembly.arc(tail, head, label, place),
                Direction::Undirected => assembly.undirected_edge(tail, head, label, place),
            }
        }
        let control = self.control;
        let origin = NamedByOffset { text: self.text, names: &self.names, nodes: &self.nodes };
        let built = assembly.build_all(&origin, self.options.duplicates, control)?;
        let node_names = self.options.titles(|| self.titles());
        Ok(Built { node_names, ..built })
    }

    fn titles(&self) -> NodeTitles {
        let mut titles = vec![""; self.node_labels.len()];
        for (name, node) in self.nodes.iter().enumerate() {
            if let Some(node) = node {
                titles[node.ix()] = self.names.get(name as u32).unwrap_or_default();
            }
        }
        NodeTitles::from_texts(titles)
    }

    fn end(&self, edge: &Edge<'_>, name: u32) -> Result<NodeId, FormatError> {
        self.nodes[name as usize].ok_or_else(|| {
            let name = shorten(self.names.get(name).unwrap_or_default());
            self.text.error(edge.place, SyntaxProblem::UnknownNode { name })
        })
    }

    /// Checks that all or no nodes are labelled, that all or no edges are labelled, and that the
    /// requested attributes exist.
    fn check_labels(&self) -> Result<(), FormatError> {
        let options = self.options;
        if let (Some(place), Labels::Keep) =
            (self.nodes_labeled.first_missing(), options.node_labels)
        {
            return Err(missing_label(options.node_key(), self.text.location(place as usize)));
        }
        if let (Some(place), Labels::Keep) =
            (self.edges_labeled.first_missing(), options.edge_labels)
        {
            return Err(missing_label(options.edge_key(), self.text.location(place as usize)));
        }
        match &options.node_label_key {
            Some(key) if !self.node_labels.is_empty() && !self.nodes_labeled.any_labeled() => {
                return Err(self.keys.no_node_has(self.text.path, key));
            }
            _ => {}
        }
        match &options.edge_label_key {
            Some(key) if !self.edges.is_empty() && !self.edges_labeled.any_labeled() => {
                Err(self.keys.no_edge_has(self.text.path, key))
            }
            _ => Ok(()),
        }
    }
}

/// Places are offsets into the text, and nodes have names.
struct NamedByOffset<'a> {
    text: Text<'a>,
    names: &'a TextIndex,
    nodes: &'a [Option<NodeId>],
}

impl Origin for NamedByOffset<'_> {
    fn locate(&self, place: u32) -> Location {
        self.text.location(place as usize)
    }

    fn node_name(&self, node: NodeId) -> String {
        let name = self.nodes.iter().position(|&found| found == Some(node));
        name.and_then(|name| self.names.get(name as u32)).unwrap_or_default().to_owned()
    }
}

/// A single graph is named after its file; several also have a number.
pub(crate) fn name_all(stem: &str, graphs: Vec<Built>) -> Vec<NamedGraph> {
    let single = graphs.len() == 1;
    let name = |i| if single { stem.to_owned() } else { format!("{stem}#{i}") };
    let graphs = graphs.into_iter().enumerate();
    graphs.map(|(i, built)| built.named(name(i))).collect()
}
