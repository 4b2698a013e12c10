//! Patterns with conditions: from a [`Sketch`], and back to one for printing.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use isocount_core::{
    Condition, ConditionalArc, ConditionalPattern, Control, Forbidden, Label, LabelSet, Pattern,
    PatternError, Term, TermOf,
};

use super::condition_text::{braced_condition, written_condition};
use super::parser::{WrittenCondition, WrittenTerm, parse_braces};
use super::problem::NotationProblem;
use super::{Direction, LabelWords, Link, Sketch, SketchNode, Where, outline, printer};
use crate::error::{SyntaxProblem, shorten};
use crate::names::UNLABELED;
use crate::read::Text;
use crate::write::{Watched, WriteError};
use crate::{FormatError, LabelNames};

/// The conditions of a pattern: of each node, and of each link in its forward direction.
pub(super) struct Conditions {
    pub(super) nodes: Vec<Option<Arc<Condition>>>,
    pub(super) links: Vec<Option<Arc<Condition>>>,
}

impl Sketch {
    /// Whether there are conditions.
    pub(super) fn has_conditions(&self) -> bool {
        !self.wheres.is_empty()
            || self.nodes.iter().any(|node| node.condition.is_some())
            || self.links.iter().any(|link| link.condition.is_some())
    }

    /// The place of the first condition.
    pub(super) fn first_condition(&self) -> Option<u32> {
        let nodes = self.nodes.iter().filter(|node| node.condition.is_some()).map(|it| it.place);
        let links = self.links.iter().filter(|link| link.condition.is_some()).map(|it| it.place);
        nodes.chain(links).chain(self.wheres.iter().map(|it| it.place)).min()
    }

    /// Every condition at the node or the link that it is about.
    pub(super) fn conditions(&self, text: Text<'_>) -> Result<Conditions, FormatError> {
        let own = |condition: &Option<WrittenCondition>| {
            condition.as_ref().map(|written| owned(written, &|_| TermOf::This))
        };
        let mut nodes: Vec<Option<Condition>> =
            self.nodes.iter().map(|node| own(&node.condition)).collect();
        let mut links: Vec<Option<Condition>> =
            self.links.iter().map(|link| own(&link.condition)).collect();
        let owners = Owners::new(self, text)?;
        for Where { condition, place } in &self.wheres {
            let mut parts = Vec::new();
            conjuncts(condition, &mut parts);
            for part in parts {
                let error = |problem: NotationProblem| FormatError::Syntax {
                    at: text.location(*place as usize),
                    len: "where".len(),
                    problem: problem.into(),
                };
                match owners.subject(self, part).map_err(error)? {
                    Subject::Node(node) => {
                        let condition = owned(part, &|_| TermOf::This);
                        add(&mut nodes[node as usize], condition);
                    }
                    Subject::Link(place) => {
                        add(&mut links[place], owners.of_link(part, &self.links[place]));
                    }
                    // About nodes only, so all arcs between them have it: they stay alike.
                    Subject::Between(ends) => {
                        for (place, link) in self.links.iter().enumerate() {
                            if !link.is_absent && is_between(link, ends) {
                                add(&mut links[place], owners.of_link(part, link));
                            }
                        }
                    }
                }
            }
        }
        let shared = |all: Vec<Option<Condition>>| all.into_iter().map(|it| it.map(Arc::new));
        Ok(Conditions { nodes: shared(nodes).collect(), links: shared(links).collect() })
    }
}

fn add(slot: &mut Option<Condition>, condition: Condition) {
    *slot = Some(match slot.take() {
        None => condition,
        Some(known) => known.and(condition),
    });
}

/// The parts of a condition that must all hold.
fn conjuncts<'a, T>(condition: &'a Condition<T>, parts: &mut Vec<&'a Condition<T>>) {
    match condition {
        Condition::All(inner) => inner.iter().for_each(|part| conjuncts(part, parts)),
        part => parts.push(part),
    }
}

/// Replaces names of owners by their relation to the node or the arc.
fn owned(condition: &WrittenCondition, of: &dyn Fn(&str) -> TermOf) -> Condition {
    let mapped: Result<_, std::convert::Infallible> = condition.clone().try_map(&mut |term| {
        Ok(match term {
            WrittenTerm::Attribute { owner, name } => {
                let of = owner.as_deref().map_or(TermOf::This, of);
                Term::Attribute { of, name: name.into() }
            }
            WrittenTerm::Value(value) => Term::Value(value),
        })
    });
    match mapped {
        Ok(mapped) => mapped.ordered(),
    }
}

/// The nodes and links that conditions can refer to.
struct Owners<'a> {
    nodes: HashMap<&'a str, u32>,
    links: HashMap<&'a str, usize>,
}

/// What a condition after `where` is about.
enum Subject {
    Node(u32),
    Link(usize),
    Between([u32; 2]),
}

fn is_between(link: &Link, [a, b]: [u32; 2]) -> bool {
    [[a, b], [b, a]].contains(&[link.tail, link.head])
}

impl<'a> Owners<'a> {
    fn new(sketch: &'a Sketch, text: Text<'_>) -> Result<Self, FormatError> {
        let nodes: HashMap<&str, u32> =
            sketch.nodes.iter().zip(0..).map(|(node, number)| (&*node.name, number)).collect();
        let mut links = HashMap::new();
        for (place, link) in sketch.links.iter().enumerate() {
            let Some(name) = link.name.as_deref() else { continue };
            if nodes.contains_key(name) || links.insert(name, place).is_some() {
                let problem = NotationProblem::SameName { name: shorten(name) };
                let at = text.location(link.place as usize);
                return Err(FormatError::Syntax { at, len: 1, problem: problem.into() });
            }
        }
        Ok(Self { nodes, links })
    }

    /// A condition of a link.
    fn of_link(&self, condition: &WrittenCondition, link: &Link) -> Condition {
        owned(condition, &|name| match self.nodes.get(name) {
            Some(node) if *node == link.tail => TermOf::Tail,
            Some(_) => TermOf::Head,
            None => TermOf::This,
        })
    }

    fn subject(
        &self,
        sketch: &Sketch,
        condition: &WrittenCondition,
    ) -> Result<Subject, NotationProblem> {
        let (mut nodes, mut links, mut unknown) = (BTreeSet::new(), BTreeSet::new(), None);
        condition.each_term(&mut |term| {
            if let WrittenTerm::Attribute { owner: Some(owner), .. } = term {
                if let Some(&node) = self.nodes.get(owner.as_str()) {
                    nodes.insert(node);
                } else if let Some(&link) = self.links.get(owner.as_str()) {
                    links.insert(link);
                } else {
                    unknown = Some(NotationProblem::UnknownOwner { name: shorten(owner) });
                }
            }
        });
        if let Some(problem) = unknown {
            return Err(problem);
        }
        let (nodes, links): (Vec<u32>, Vec<usize>) =
            (nodes.into_iter().collect(), links.into_iter().collect());
        let far_apart = |what| Err(NotationProblem::FarApart { what });
        let is_joined =
            |ends| sketch.links.iter().any(|link| !link.is_absent && is_between(link, ends));
        match (&nodes[..], &links[..]) {
            (&[node], []) => Ok(Subject::Node(node)),
            (&[a, b], []) if is_joined([a, b]) => Ok(Subject::Between([a, b])),
            (&[_, _], []) => far_apart("two nodes without an arc between them"),
            (nodes, &[place]) => {
                let link = &sketch.links[place];
                if link.is_absent {
                    let name = shorten(link.name.as_deref().unwrap_or_default());
                    return Err(NotationProblem::AbsentOwner { name });
                }
                if nodes.iter().all(|node| [link.tail, link.head].contains(node)) {
                    Ok(Subject::Link(place))
                } else {
                    far_apart("an arc and a node that is not one of its ends")
                }
            }
            (_, []) => far_apart("more than two nodes"),
            _ => far_apart("more than one arc"),
        }
    }
}

/// Reads a condition as it stands between braces, from another notation.
pub(crate) fn read_condition(text: &str) -> Result<Condition, NotationProblem> {
    let braced = format!("{{{text}}}");
    let text = Text { path: Path::new(""), first_line: 1, content: &braced };
    let control = Control::NONE;
    match parse_braces(text, &control) {
        Ok(written) => Ok(owned(&written, &|_| TermOf::This)),
        Err(FormatError::Syntax { problem: SyntaxProblem::Notation(problem), .. }) => Err(problem),
        Err(_) => Err(NotationProblem::DeepCondition),
    }
}

/// The pattern with labels only, for everything that does not know conditions. A node or an arc
/// with a condition has a label that spells it, such as `Person{age > 30}`, which no graph has.
pub(crate) fn spelled(
    pattern: &ConditionalPattern,
    names: &mut LabelNames,
) -> Result<Pattern, PatternError> {
    let mut builder = Pattern::builder();
    for node in &pattern.nodes {
        let accepts = match &node.condition {
            None => node.accepts.clone(),
            Some(condition) => {
                let labels = set_text(&node.accepts, |label| names.node_text(label));
                let text = format!("{labels}{{{}}}", braced_condition(condition));
                names.node_label(&text).into()
            }
        };
        builder.node(accepts);
    }
    let mut copies: HashMap<_, u32> = HashMap::new();
    for arc in &pattern.arcs {
        let copy = copies.entry(arc).or_default();
        *copy += 1;
        builder.edge(arc.tail, arc.head, spelled_arc(arc, names, *copy));
    }
    let forbidden = pattern.forbidden();
    for arc in &pattern.absent {
        let forbidden = &forbidden[&(arc.tail, arc.head)];
        builder.absent(arc.tail, arc.head, spelled_absent(forbidden, names));
    }
    builder.build()
}

/// What absent arcs from one node to another forbid, or one label that spells all of it.
fn spelled_absent(forbidden: &Forbidden, names: &mut LabelNames) -> LabelSet {
    if forbidden.conditional.is_empty() {
        return forbidden.labels.clone();
    }
    let shown = |set: &LabelSet| set_text(set, |label| names.edge_text(label));
    let conditional = forbidden.conditional.iter();
    let mut texts: Vec<String> = conditional
        .map(|(labels, condition)| format!("{}{{{}}}", shown(labels), braced_condition(condition)))
        .collect();
    texts.sort_unstable();
    if !forbidden.labels.is_empty() {
        texts.insert(0, shown(&forbidden.labels));
    }
    names.edge_label(&texts.join(", ")).into()
}

/// What an arc accepts, or the label that spells its condition, for this copy of the arc.
fn spelled_arc(arc: &ConditionalArc, names: &mut LabelNames, copy: u32) -> LabelSet {
    let Some(condition) = &arc.condition else { return arc.accepts.clone() };
    let labels = set_text(&arc.accepts, |label| names.edge_text(label));
    let number = if copy == 1 { String::new() } else { format!(" ({copy})") };
    let text = format!("{labels}{{{}}}{number}", braced_condition(condition));
    names.edge_label(&text).into()
}

/// A set by the names of its labels, in the order of the names: the numbers of labels differ between
/// sessions.
fn set_text<'n>(set: &LabelSet, name: impl Fn(Label) -> Option<&'n str>) -> String {
    let text = |label: &Label| name(*label).map_or_else(|| label.0.to_string(), str::to_owned);
    let mut names: Vec<String> = set.labels().iter().map(text).collect();
    names.sort_unstable();
    match (set.excludes(), names.is_empty()) {
        (true, true) => "*".to_owned(),
        (false, true) => "!*".to_owned(),
        (true, false) => format!("!{}", names.join("|")),
        (false, false) => names.join("|"),
    }
}

/// Writes a pattern with conditions in the notation. Nodes have the given names, or their numbers.
///
/// ```
/// use isocount_core::Control;
/// use isocount_format::{LabelNames, Notation, ReadOptions, read_pattern_text, write_conditional};
///
/// let text = "x:Person{age >= 18}-[knows {since < 2000}]->y, where x.age > y.age";
/// let (options, mut names) = (ReadOptions::new(), LabelNames::new());
/// let read = read_pattern_text(Notation::Text, text, &options, &mut names, &Control::NONE)?;
/// let (pattern, mut out) = (read.conditions.unwrap(), Vec::new());
/// write_conditional(&pattern, read.node_names.as_deref(), &names, &mut out, &Control::NONE)?;
/// assert_eq!(String::from_utf8(out)?.trim_end(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a label has no name, writing fails, or the work was cancelled.
pub fn write_conditional(
    pattern: &ConditionalPattern,
    node_names: Option<&[String]>,
    names: &LabelNames,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    let mut sketch = Sketch::default();
    for (number, node) in pattern.nodes.iter().enumerate() {
        control.check()?;
        let given = node_names.and_then(|names| names.get(number));
        let name = given.map_or_else(|| number.to_string(), String::clone);
        let labels = outline::accepted(&node.accepts, |label| names.node_text(label))?;
        let condition = node.condition.as_deref().map(|it| written_condition(it, &|_| None));
        sketch.nodes.push(SketchNode { name, labels, condition, place: 0 });
    }
    add_links(&pattern.arcs, false, names, &mut sketch, control)?;
    add_links(&pattern.absent, true, names, &mut sketch, control)?;
    printer::print(&sketch, &mut Watched::new(out, control), control)
}

/// Adds the present or the absent arcs; two that are the reverse of each other are one link.
fn add_links(
    arcs: &[ConditionalArc],
    is_absent: bool,
    names: &LabelNames,
    sketch: &mut Sketch,
    control: &Control,
) -> Result<(), WriteError> {
    let mut is_written = vec![false; arcs.len()];
    for (place, arc) in arcs.iter().enumerate() {
        control.check()?;
        if std::mem::replace(&mut is_written[place], true) {
            continue;
        }
        let reversed = arc.condition.as_deref().map(Condition::reversed);
        let back = (place + 1..arcs.len()).find(|&other| {
            let back = &arcs[other];
            !is_written[other]
                && arc.tail != arc.head
                && (back.tail, back.head) == (arc.head, arc.tail)
                && back.accepts == arc.accepts
                && back.condition.as_deref() == reversed.as_ref()
        });
        if let Some(back) = back {
            is_written[back] = true;
        }
        let direction = if back.is_some() { Direction::Both } else { Direction::Forward };
        let labels = outline::accepted(&arc.accepts, |label| names.edge_text(label))?;
        let mut link = Link {
            tail: arc.tail.0,
            head: arc.head.0,
            direction,
            labels,
            is_absent,
            place: 0,
            name: None,
            condition: None,
        };
        if let Some(condition) = &arc.condition {
            split(condition, &mut link, sketch);
        }
        sketch.links.push(link);
    }
    Ok(())
}

/// What is about the arc alone goes into its braces, what is about its ends after `where`.
fn split(condition: &Condition, link: &mut Link, sketch: &mut Sketch) {
    // Parts of parts stay together, so that what is printed reads back as the same.
    let parts = match condition {
        Condition::All(parts) if is_about_ends(condition) => parts.iter().collect(),
        whole => vec![whole],
    };
    let mut own = Vec::new();
    for part in parts {
        let (mut is_about_ends, mut is_about_arc) = (false, false);
        part.each_attribute(&mut |of, _, _| {
            is_about_ends |= of != TermOf::This;
            is_about_arc |= of == TermOf::This;
        });
        if !is_about_ends {
            own.push(part.clone());
            continue;
        }
        if is_about_arc && link.name.is_none() {
            link.name = Some(free_name(sketch));
        }
        let name = |node: u32| sketch.nodes[node as usize].name.clone();
        let owner = |of| match of {
            TermOf::This => link.name.clone(),
            TermOf::Tail => Some(name(link.tail)),
            TermOf::Head => Some(name(link.head)),
        };
        let condition = written_condition(part, &owner);
        let new = Where { condition, place: 0 };
        // Parallel arcs have the same conditions on their ends, and so do arcs in the other direction.
        let owner_back = |of| match of {
            TermOf::This => link.name.clone(),
            TermOf::Tail => Some(name(link.head)),
            TermOf::Head => Some(name(link.tail)),
        };
        let back = written_condition(&part.reversed(), &owner_back);
        let is_known = |known: &Where| *known == new || known.condition == back;
        if !sketch.wheres.iter().any(is_known) {
            sketch.wheres.push(new);
        }
    }
    let own = if own.len() > 1 { Some(Condition::All(own)) } else { own.pop() };
    link.condition = own.map(|own| written_condition(&own, &|_| None));
}

fn is_about_ends(condition: &Condition) -> bool {
    let mut is_about_ends = false;
    condition.each_attribute(&mut |of, _, _| is_about_ends |= of != TermOf::This);
    is_about_ends
}

/// A name for an arc that nothing else has.
fn free_name(sketch: &Sketch) -> String {
    let is_taken = |name: &String| {
        sketch.nodes.iter().any(|node| node.name == *name)
            || sketch.links.iter().any(|link| link.name.as_ref() == Some(name))
    };
    let mut names = (1..).map(|number| format!("e{number}"));
    names.find(|name| !is_taken(name)).unwrap_or_default()
}

/// Whether labels are written although there are none.
pub(super) fn is_unlabeled(labels: &LabelWords) -> bool {
    matches!(labels, LabelWords::One(label) if label == UNLABELED)
}
