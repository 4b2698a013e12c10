//! A [`Sketch`] to a graph, and back.

use std::io::Write;
use std::path::Path;

use isocount_core::{Control, Edge, Label, LabeledGraph, NodeId};

use super::parser::parse;
use super::problem::NotationProblem;
use super::{Direction, LabelWords, Link, Sketch, SketchNode, printer};
use crate::assembly::{Assembly, Origin, too_many_nodes};
use crate::file_labels::FileLabels;
use crate::read::NamedGraph;
use crate::source::Source;
use crate::text::Text;
use crate::write::{GraphText, WriteError};
use crate::{FormatError, Location, ReadOptions};

/// Reads a file.
pub(crate) fn read(
    source: Source<'_>,
    mut names: FileLabels<'_>,
) -> Result<Vec<NamedGraph>, FormatError> {
    source.refuse_label_keys()?;
    let (name, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    let text = source.into_text()?;
    let text = Text::file(path, &text);
    let graph = graph(&parse(text, control)?, text, options, &mut names, control)?;
    Ok(vec![NamedGraph { name, graph }])
}

/// Reads a text that was typed. Messages call it by `path`.
pub(crate) fn read_typed(
    path: &Path,
    text: &str,
    options: &ReadOptions,
    names: &mut FileLabels<'_>,
    control: &Control,
) -> Result<LabeledGraph, FormatError> {
    let text = Text::typed(path, text);
    graph(&parse(text, control)?, text, options, names, control)
}

fn graph(
    sketch: &Sketch,
    text: Text<'_>,
    options: &ReadOptions,
    names: &mut FileLabels<'_>,
    control: &Control,
) -> Result<LabeledGraph, FormatError> {
    let set_at = |place: u32| {
        let problem = NotationProblem::SetInGraph;
        FormatError::Syntax { at: text.location(place as usize), len: 1, problem: problem.into() }
    };
    let mut assembly = Assembly::default();
    for node in &sketch.nodes {
        control.check()?;
        let LabelWords::One(label) = &node.labels else { return Err(set_at(node.place)) };
        let at = || text.location(node.place as usize);
        assembly.node(names.node_label(label)).ok_or_else(|| too_many_nodes(at()))?;
    }
    for link in &sketch.links {
        control.check()?;
        let LabelWords::One(label) = &link.labels else { return Err(set_at(link.place)) };
        let (tail, head, label) = (NodeId(link.tail), NodeId(link.head), names.edge_label(label));
        match link.direction {
            Direction::Forward => assembly.arc(tail, head, label, link.place),
            Direction::Both => assembly.undirected_edge(tail, head, label, link.place),
        }
    }
    assembly.build(&Drawn { sketch, text }, options.duplicates, control)
}

/// Places are offsets into the text, and nodes have names.
struct Drawn<'a> {
    sketch: &'a Sketch,
    text: Text<'a>,
}

impl Origin for Drawn<'_> {
    fn locate(&self, place: u32) -> Location {
        self.text.location(place as usize)
    }

    fn node_name(&self, node: NodeId) -> String {
        self.sketch.nodes.get(node.ix()).map(|node| node.name.clone()).unwrap_or_default()
    }
}

/// Writes a graph; its nodes are called by their numbers.
pub(crate) fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    let mut sketch = Sketch::default();
    for node in text.nodes() {
        let node = node?;
        let labels = LabelWords::One(text.node_label(node)?.to_owned());
        sketch.nodes.push(SketchNode { name: node.0.to_string(), labels, place: 0 });
    }
    for arc in text.arcs() {
        let arc = arc?;
        let Edge { tail, head, label } = arc;
        let is_both_ways = tail != head && text.graph.has_arc(head, tail, label);
        if is_both_ways && head < tail {
            continue;
        }
        let direction = if is_both_ways { Direction::Both } else { Direction::Forward };
        let labels = LabelWords::One(text.edge_label(arc)?.to_owned());
        sketch.links.push(Link { tail: tail.0, head: head.0, direction, labels, place: 0 });
    }
    printer::print(&sketch, out, text.control)
}
