//! Converts a [`Sketch`] to a graph or a pattern.

use std::path::Path;
use std::sync::Arc;

use isocount_core::{
    ConditionalArc, ConditionalNode, ConditionalPattern, Control, GraphError, Label, LabelSet,
    Labels, NodeId, Pattern, PatternError,
};

use super::conditional::spelled;
use super::parser::parse;
use super::problem::NotationProblem;
use super::{Direction, LabelWords, Link, Sketch, known_pattern};
use crate::builder::{Assembly, Origin, too_many_nodes};
use crate::error::{SyntaxProblem, shorten};
use crate::names::FileLabels;
use crate::read::{NamedGraph, NamedPattern, Source, Text};
use crate::{Duplicates, Entry, FormatError, LabelNames, Location, NodeTitles, ReadOptions};

/// Reads a file as a graph.
pub(super) fn read(
    source: Source<'_>,
    mut names: FileLabels<'_>,
) -> Result<Vec<NamedGraph>, FormatError> {
    source.refuse_label_keys()?;
    let (name, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    let content = source.into_text()?;
    let text = Text { path, first_line: 1, content: &content };
    Ok(vec![Reading { text, options, control }.graph(name, &mut names)?])
}

/// Reads a file as a pattern.
pub(super) fn read_patterns(
    source: Source<'_>,
    names: &mut LabelNames,
) -> Result<Vec<Entry<NamedPattern>>, FormatError> {
    source.refuse_label_keys()?;
    let (name, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    let content = source.into_text()?;
    let text = Text { path, first_line: 1, content: &content };
    let mut labels = FileLabels::new(names, options);
    Ok(vec![Ok(Reading { text, options, control }.pattern(name, &mut labels)?)])
}

/// Reads a graph from text or from the name of a pattern. Messages refer to it as `path`.
pub(crate) fn read_typed(
    path: &Path,
    typed: &str,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedGraph, FormatError> {
    let content = known_pattern::expanded(path, typed)?;
    let text = Text { path, first_line: 1, content: &content };
    let names = &mut FileLabels::new(names, options);
    let reading = Reading { text, options, control };
    reading.graph(typed.to_owned(), names).map_err(FormatError::typed)
}

/// Reads a pattern from text or from its name. Messages refer to it as `path`.
pub(crate) fn read_typed_pattern(
    path: &Path,
    typed: &str,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedPattern, FormatError> {
    let content = known_pattern::expanded(path, typed)?;
    let text = Text { path, first_line: 1, content: &content };
    let names = &mut FileLabels::new(names, options);
    let reading = Reading { text, options, control };
    reading.pattern(typed.to_owned(), names).map_err(FormatError::typed)
}

/// The input and the options.
struct Reading<'a> {
    text: Text<'a>,
    options: &'a ReadOptions,
    control: &'a Control,
}

impl Reading<'_> {
    fn graph(&self, name: String, names: &mut FileLabels<'_>) -> Result<NamedGraph, FormatError> {
        let Self { text, options, control } = self;
        let sketch = parse(*text, control)?;
        if let Some(place) = sketch.first_condition() {
            let (at, problem) = (text.location(place as usize), NotationProblem::ConditionInGraph);
            return Err(FormatError::Syntax { at, len: 1, problem: problem.into() });
        }
        let set_at = |place: u32| {
            let (at, problem) = (text.location(place as usize), NotationProblem::SetInGraph);
            FormatError::Syntax { at, len: 1, problem: problem.into() }
        };
        let mut assembly = Assembly::new(options.most);
        for node in &sketch.nodes {
            control.check()?;
            let LabelWords::One(label) = &node.labels else { return Err(set_at(node.place)) };
            let at = || text.location(node.place as usize);
            assembly.node(names.node_label(label)).ok_or_else(|| too_many_nodes(at()))?;
        }
        for link in &sketch.links {
            control.check()?;
            if link.is_absent {
                let (at, problem) =
                    (text.location(link.place as usize), NotationProblem::AbsentInGraph);
                return Err(FormatError::Syntax { at, len: 1, problem: problem.into() });
            }
            let LabelWords::One(label) = &link.labels else { return Err(set_at(link.place)) };
            let label = names.edge_label(label);
            for (tail, head) in link.arcs() {
                assembly.arc(tail, head, label, link.place);
            }
        }
        let drawn = Drawn { sketch: &sketch, text: *text };
        let graph = assembly.build(&drawn, options.duplicates, control)?;
        let titles = || NodeTitles::from_texts(sketch.nodes.iter().map(|node| &node.name));
        Ok(NamedGraph { name, graph, node_names: options.titles(titles), attributes: None })
    }

    fn pattern(
        &self,
        name: String,
        names: &mut FileLabels<'_>,
    ) -> Result<NamedPattern, FormatError> {
        let Self { text, options, control } = self;
        let sketch = parse(*text, control)?;
        if sketch.has_conditions() {
            return self.conditional(name, &sketch, names);
        }
        let mut builder = Pattern::builder();
        for node in &sketch.nodes {
            control.check()?;
            let labels = seen(&node.labels, options.node_labels);
            builder.node(set(labels, |label| names.node_label(label)));
        }
        let mut places = Vec::new();
        let mut arcs = Vec::new();
        for link in &sketch.links {
            control.check()?;
            let labels = seen(&link.labels, options.edge_labels);
            let set = set(labels, |label| names.edge_label(label));
            for (tail, head) in link.arcs() {
                if link.is_absent {
                    builder.absent(tail, head, set.clone());
                    continue;
                }
                arcs.push((tail, head, set.clone()));
                places.push(link.place);
            }
        }
        if options.duplicates == Duplicates::Merge {
            let mut seen = std::collections::BTreeSet::new();
            // Arcs with equal sets are not merged: each needs its own arc in the graph.
            arcs.retain(|arc| arc.2.single().is_none() || seen.insert(arc.clone()));
        }
        for (tail, head, set) in arcs {
            builder.edge(tail, head, set);
        }
        let drawn = Drawn { sketch: &sketch, text: *text };
        let built = builder.build();
        self.built(name, built, None, &places, &drawn)
    }

    /// Like [`pattern`](Self::pattern), with conditions on attributes.
    fn conditional(
        &self,
        name: String,
        sketch: &Sketch,
        names: &mut FileLabels<'_>,
    ) -> Result<NamedPattern, FormatError> {
        let Self { text, options, control } = self;
        let conditions = sketch.conditions(*text)?;
        let mut pattern = ConditionalPattern::default();
        for (node, condition) in sketch.nodes.iter().zip(conditions.nodes) {
            control.check()?;
            let labels = seen(&node.labels, options.node_labels);
            let accepts = set(labels, |label| names.node_label(label));
            pattern.nodes.push(ConditionalNode { accepts, condition });
        }
        let (mut places, mut plain) = (Vec::new(), std::collections::BTreeSet::new());
        for (link, condition) in sketch.links.iter().zip(conditions.links) {
            control.check()?;
            let labels = seen(&link.labels, options.edge_labels);
            let accepts = set(labels, |label| names.edge_label(label));
            let reversed = condition.as_ref().map(|it| Arc::new(it.reversed()));
            for ((tail, head), condition) in link.arcs().zip([condition, reversed]) {
                if link.is_absent {
                    let accepts = accepts.clone();
                    pattern.absent.push(ConditionalArc { tail, head, accepts, condition });
                    continue;
                }
                let is_plain = condition.is_none() && accepts.single().is_some();
                let is_repeated = is_plain && !plain.insert((tail, head, accepts.clone()));
                if !is_repeated || options.duplicates == Duplicates::Refuse {
                    let accepts = accepts.clone();
                    pattern.arcs.push(ConditionalArc { tail, head, accepts, condition });
                    places.push(link.place);
                }
            }
        }
        let spelled = spelled(&pattern, names.names());
        let drawn = Drawn { sketch, text: *text };
        self.built(name, spelled, Some(pattern), &places, &drawn)
    }

    /// The pattern, or the problem with the arcs at these places.
    fn built(
        &self,
        name: String,
        built: Result<Pattern, PatternError>,
        conditions: Option<ConditionalPattern>,
        places: &[u32],
        drawn: &Drawn<'_>,
    ) -> Result<NamedPattern, FormatError> {
        match built {
            Ok(pattern) => {
                let node_names = drawn.sketch.nodes.iter().map(|node| node.name.clone()).collect();
                let (node_names, conditions) = (Some(node_names), conditions.map(Arc::new));
                Ok(NamedPattern { name, pattern, node_names, smarts: None, conditions })
            }
            Err(PatternError::Graph(GraphError::RepeatedArc { edge, arc })) => {
                let (tail, head) = (drawn.node_name(arc.tail), drawn.node_name(arc.head));
                let problem =
                    SyntaxProblem::RepeatedArc { tail: shorten(&tail), head: shorten(&head) };
                let at = drawn.locate(places.get(edge).copied().unwrap_or_default());
                Err(FormatError::Syntax { at, len: 1, problem })
            }
            Err(PatternError::Graph(problem)) => {
                Err(FormatError::Graph { at: drawn.locate(0), len: 1, problem })
            }
            // It has no nodes.
            Err(_) => Err(FormatError::EmptyPattern { path: self.text.path.to_owned(), name }),
        }
    }
}

/// The remaining words if labels are ignored.
fn seen(words: &LabelWords, labels: Labels) -> &LabelWords {
    const ONE: &LabelWords = &LabelWords::One(String::new());
    if labels == Labels::Keep { words } else { ONE }
}

/// The set of the labels with these names.
fn set(words: &LabelWords, mut label: impl FnMut(&str) -> Label) -> LabelSet {
    match words {
        LabelWords::One(word) => label(word).into(),
        LabelWords::OneOf(words) => LabelSet::one_of(words.iter().map(|word| label(word))),
        LabelWords::AllBut(words) => LabelSet::all_but(words.iter().map(|word| label(word))),
    }
}

impl Link {
    /// Adds one arc, or two.
    fn arcs(&self) -> impl Iterator<Item = (NodeId, NodeId)> + use<> {
        let (tail, head) = (NodeId(self.tail), NodeId(self.head));
        let back = (self.direction == Direction::Both).then_some((head, tail));
        std::iter::once((tail, head)).chain(back)
    }
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
