//! Converts a graph or a pattern to a [`Sketch`] for printing.

use std::io::Write;

use isocount_core::{Control, Edge, Label, LabelSet, LabeledGraph, NodeId, Pattern, Wanted};

use super::words::{Place, written};
use super::{Direction, LabelWords, Link, Sketch, SketchNode, printer};
use crate::LabelNames;
use crate::names::UNLABELED;
use crate::write::{GraphText, Watched, WriteError};

/// Writes a graph, or a pattern with sets of labels; nodes are named by their numbers.
pub(super) fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    let names = text.names;
    if let Some(pattern) = text.sets {
        return write_notation(pattern, None, names, out, text.control);
    }
    let outline = Outline { shape: text.graph, node_names: None, control: text.control };
    let sketch = outline.sketch(
        |node| one(text.graph.node_label(node), |label| names.node_text(label)),
        |label| one(label, |label| names.edge_text(label)),
    )?;
    printer::print(&sketch, out, text.control)
}

/// Writes a pattern in the notation, on one line if it is short. Nodes have the given names, or
/// their numbers.
///
/// ```
/// use isocount_core::{Control, LabelSet, Pattern};
/// use isocount_format::{LabelNames, write_notation};
///
/// let mut names = LabelNames::new();
/// let halogens = ["F", "Cl", "Br", "I"].map(|label| names.node_label(label));
/// let (carbon, single) = (names.node_label("C"), names.edge_label("single"));
/// let mut builder = Pattern::builder();
/// let (x, y) = (builder.node(carbon), builder.node(LabelSet::one_of(halogens)));
/// builder.undirected_edge(x, y, single);
/// let mut text = Vec::new();
/// write_notation(&builder.build()?, None, &names, &mut text, &Control::NONE)?;
/// assert_eq!(text, b"0:C-[single]-1:F|Cl|Br|I\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a label has no name, writing fails, or the work was cancelled.
pub fn write_notation(
    pattern: &Pattern,
    node_names: Option<&[String]>,
    names: &LabelNames,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    // Equal arcs in both directions have equal labels in the shape, even if these stand for sets.
    let outline = Outline { shape: pattern.graph(), node_names, control };
    let mut sketch = outline.sketch(
        |node| wanted(pattern.node_set(node), |label| names.node_text(label)),
        |label| wanted(pattern.edge_set(label), |label| names.edge_text(label)),
    )?;
    for (tail, head, set) in pattern.absent_arcs() {
        let is_both_ways = tail != head && pattern.absent_between(head, tail) == Some(set);
        if is_both_ways && head < tail {
            continue;
        }
        let direction = if is_both_ways { Direction::Both } else { Direction::Forward };
        let forbidden = set.single().map_or(Wanted::Set(set), Wanted::Label);
        let labels = wanted(forbidden, |label| names.edge_text(label))?;
        let (tail, head, is_absent) = (tail.0, head.0, true);
        let (name, condition) = (None, None);
        let link = Link { tail, head, direction, labels, is_absent, place: 0, name, condition };
        sketch.links.push(link);
    }
    printer::print(&sketch, &mut Watched::new(out, control), control)
}

/// What a node of a pattern accepts, in the notation: `C`, `F|Cl`, `*`, `"Mr. Hi"`. Empty if it has
/// no label.
///
/// # Errors
/// If a label has no name.
pub fn node_notation(
    pattern: &Pattern,
    node: NodeId,
    names: &LabelNames,
) -> Result<String, WriteError> {
    let accepted = wanted(pattern.node_set(node), |label| names.node_text(label))?;
    Ok(bare(&accepted, Place::NodeLabel))
}

/// What the arcs with this label in the pattern's shape accept, or those of its symmetry shape forbid,
/// in the notation.
///
/// # Errors
/// If a label has no name.
pub fn edge_notation(
    pattern: &Pattern,
    label: Label,
    names: &LabelNames,
) -> Result<String, WriteError> {
    let accepted = match pattern.absent_of_label(label) {
        Some(set) => set.single().map_or(Wanted::Set(set), Wanted::Label),
        None => pattern.edge_set(label),
    };
    let accepted = wanted(accepted, |label| names.edge_text(label))?;
    Ok(bare(&accepted, Place::ArcLabel))
}

fn bare(accepted: &LabelWords, place: Place) -> String {
    match accepted {
        LabelWords::One(label) if label == UNLABELED => String::new(),
        accepted => printer::labels_text(accepted, place),
    }
}

/// A word as a label of the notation, quoted if necessary: for a label typed by a user who does not
/// know the notation.
///
/// ```
/// assert_eq!(isocount_format::quoted_label("Mr. Hi"), "\"Mr. Hi\"");
/// assert_eq!(isocount_format::quoted_label("C"), "C");
/// ```
#[must_use]
pub fn quoted_label(word: &str) -> String {
    written(word, Place::NodeLabel).into_owned()
}

/// The name of a node in the notation, quoted if necessary.
#[must_use]
pub fn quoted_name(name: &str) -> String {
    written(name, Place::Name).into_owned()
}

struct Outline<'a> {
    shape: &'a LabeledGraph,
    node_names: Option<&'a [String]>,
    control: &'a Control,
}

impl Outline<'_> {
    fn sketch(
        &self,
        node: impl Fn(NodeId) -> Result<LabelWords, WriteError>,
        arc: impl Fn(Label) -> Result<LabelWords, WriteError>,
    ) -> Result<Sketch, WriteError> {
        let Self { shape, node_names, control } = self;
        let mut sketch = Sketch::default();
        for id in shape.nodes() {
            control.check()?;
            let given = node_names.and_then(|names| names.get(id.ix()));
            let name = given.map_or_else(|| id.0.to_string(), String::clone);
            sketch.nodes.push(SketchNode { name, labels: node(id)?, condition: None, place: 0 });
        }
        for Edge { tail, head, label } in shape.arcs() {
            control.check()?;
            let is_both_ways = tail != head && shape.has_arc(head, tail, label);
            if is_both_ways && head < tail {
                continue;
            }
            let direction = if is_both_ways { Direction::Both } else { Direction::Forward };
            let (tail, head, labels) = (tail.0, head.0, arc(label)?);
            let (name, condition, is_absent) = (None, None, false);
            let link = Link { tail, head, direction, labels, is_absent, place: 0, name, condition };
            sketch.links.push(link);
        }
        Ok(sketch)
    }
}

fn one<'a>(
    label: Label,
    name: impl Fn(Label) -> Option<&'a str>,
) -> Result<LabelWords, WriteError> {
    let name = name(label).ok_or(WriteError::UnnamedLabel { label })?;
    Ok(LabelWords::One(name.to_owned()))
}

fn wanted<'a>(
    wanted: Wanted<'_>,
    name: impl Fn(Label) -> Option<&'a str>,
) -> Result<LabelWords, WriteError> {
    match wanted {
        Wanted::Label(label) => one(label, name),
        Wanted::Set(set) => words(set, name),
    }
}

/// The names of the labels of a set.
pub(super) fn accepted<'a>(
    set: &LabelSet,
    name: impl Fn(Label) -> Option<&'a str>,
) -> Result<LabelWords, WriteError> {
    match set.single() {
        Some(label) => one(label, name),
        None => words(set, name),
    }
}

fn words<'a>(
    set: &LabelSet,
    name: impl Fn(Label) -> Option<&'a str>,
) -> Result<LabelWords, WriteError> {
    let names: Result<Vec<String>, WriteError> = set
        .labels()
        .iter()
        .map(|&label| Ok(name(label).ok_or(WriteError::UnnamedLabel { label })?.to_owned()))
        .collect();
    Ok(if set.excludes() { LabelWords::AllBut(names?) } else { LabelWords::OneOf(names?) })
}
