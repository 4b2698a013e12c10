//! Labels that tell which conditions are satisfied.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use isocount_core::{
    AttributeRow, AttributeRows, AttributedGraph, Cancelled, Condition, Control, Forbidden, Label,
    LabelSet, TermOf, Value,
};
use isocount_format::{LabelNames, braced_condition};
use rustc_hash::FxHashMap;

/// What a node or an arc of the pattern accepts: labels, and a condition.
pub(super) type Accepted = (LabelSet, Option<Arc<Condition>>);

/// A label of the refined graph: the label, the satisfied conditions, and which of several equal
/// parallel arcs it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Refined {
    label: Label,
    satisfied: Vec<bool>,
    copy: u32,
}

/// The refined labels of nodes, or of arcs.
pub(super) struct Refinement {
    /// Those of what is present, then those that only absent arcs have.
    conditions: Vec<Arc<Condition>>,
    num_present: usize,
    /// Whether the labels of the graph are ignored.
    ignores_labels: bool,
    numbers: FxHashMap<Refined, u32>,
    refined: Vec<Refined>,
}

impl Refinement {
    /// For the conditions of these nodes or arcs.
    pub(super) fn new<'a>(of: impl Iterator<Item = &'a Accepted>, ignores_labels: bool) -> Self {
        let mut conditions: Vec<Arc<Condition>> = Vec::new();
        for condition in of.filter_map(|(_, condition)| condition.as_ref()) {
            if !conditions.contains(condition) {
                conditions.push(Arc::clone(condition));
            }
        }
        let (numbers, refined) = (FxHashMap::default(), Vec::new());
        let num_present = conditions.len();
        Self { conditions, num_present, ignores_labels, numbers, refined }
    }

    /// Adds the conditions of absent arcs. They do not tell parallel arcs apart, so an absent arc
    /// never adds a match.
    pub(super) fn with_forbidden<'a>(mut self, of: impl Iterator<Item = &'a Forbidden>) -> Self {
        for (_, condition) in of.flat_map(|forbidden| &forbidden.conditional) {
            if !self.conditions.contains(condition) {
                self.conditions.push(Arc::clone(condition));
            }
        }
        self
    }

    /// The labels without what is satisfied, in the order of the numbers.
    pub(super) fn base_labels(&self) -> impl Iterator<Item = Label> {
        self.refined.iter().map(|refined| refined.label)
    }

    fn base(&self, row: &AttributeRow) -> Label {
        if self.ignores_labels { Label(0) } else { row.label }
    }

    fn number(&mut self, label: Label, satisfied: Vec<bool>, copy: u32) -> u32 {
        let refined = Refined { label, satisfied, copy };
        let next = self.refined.len() as u32;
        *self.numbers.entry(refined).or_insert_with_key(|refined| {
            self.refined.push(refined.clone());
            next
        })
    }

    /// The number of the refined label of each row of nodes.
    pub(super) fn of_nodes(&mut self, rows: &AttributeRows) -> Vec<u32> {
        let mut numbers = Vec::with_capacity(rows.rows.len());
        for row in &rows.rows {
            let of = |_: TermOf, name: &str| value(rows, row, name);
            let satisfied = self.conditions.iter().map(|it| it.truth(&of) == Some(true)).collect();
            numbers.push(self.number(self.base(row), satisfied, 0));
        }
        numbers
    }

    /// Calls `each` for every arc of the refined graph with the number of its label. Arcs that do
    /// not differ in their labels and in the attributes that the conditions of present arcs name are
    /// one arc; it satisfies a condition of an absent arc if one of them does.
    pub(super) fn of_arcs(
        &mut self,
        graph: &AttributedGraph,
        control: &Control,
        mut each: impl FnMut(isocount_core::NodeId, isocount_core::NodeId, u32),
    ) -> Result<(), Cancelled> {
        let rows = &graph.arcs;
        let class_of = self.classes(rows);
        let about_ends: Vec<bool> = self.conditions.iter().map(|it| is_about_ends(it)).collect();
        // The truth of the conditions that are about the arc alone.
        let alone: Vec<Vec<bool>> = rows
            .rows
            .iter()
            .map(|row| {
                let truth = |(condition, is_about_ends): (&Arc<Condition>, &bool)| {
                    let value = |_: TermOf, name: &str| value(rows, row, name);
                    !is_about_ends && condition.truth(&value) == Some(true)
                };
                self.conditions.iter().zip(&about_ends).map(truth).collect()
            })
            .collect();
        let node = |label: Label| &graph.nodes.rows[label.0 as usize];
        for tail in graph.graph.nodes() {
            control.check()?;
            for parallel in graph.graph.out_arcs(tail).chunk_by(|a, b| a.node == b.node) {
                let head = parallel[0].node;
                let ends = [tail, head].map(|end| node(graph.graph.node_label(end)));
                // The first row of each class, and what the rows of a class satisfy.
                let mut distinct: BTreeMap<u32, (u32, Vec<bool>)> = BTreeMap::new();
                for arc in parallel {
                    let row = arc.label.0 as usize;
                    let first = || (arc.label.0, alone[row].clone());
                    let (_, satisfied) = distinct.entry(class_of[row]).or_insert_with(first);
                    satisfied.iter_mut().zip(&alone[row]).for_each(|(any, one)| *any |= one);
                }
                let mut copies: FxHashMap<(Label, Vec<bool>), u32> = FxHashMap::default();
                for (row_number, mut satisfied) in distinct.into_values() {
                    let row = &rows.rows[row_number as usize];
                    for (place, condition) in self.conditions.iter().enumerate() {
                        if about_ends[place] {
                            let value = |of: TermOf, name: &str| match of {
                                TermOf::This => value(rows, row, name),
                                TermOf::Tail => value(&graph.nodes, ends[0], name),
                                TermOf::Head => value(&graph.nodes, ends[1], name),
                            };
                            satisfied[place] = condition.truth(&value) == Some(true);
                        }
                    }
                    let label = self.base(row);
                    let copy = copies.entry((label, satisfied.clone())).or_default();
                    let number = self.number(label, satisfied, *copy);
                    *copy += 1;
                    each(tail, head, number);
                }
            }
        }
        Ok(())
    }

    /// Numbers the rows by their labels and the attributes that the conditions of what is present
    /// name.
    fn classes(&self, rows: &AttributeRows) -> Vec<u32> {
        let mut names = BTreeSet::new();
        for condition in &self.conditions[..self.num_present] {
            condition.each_attribute(&mut |of, name, _| {
                if of == TermOf::This {
                    names.insert(name);
                }
            });
        }
        let columns: Vec<usize> = names.into_iter().filter_map(|name| rows.column(name)).collect();
        let mut known: FxHashMap<(Label, Vec<&Value>), u32> = FxHashMap::default();
        let mut classes = Vec::with_capacity(rows.rows.len());
        for row in &rows.rows {
            let values = columns.iter().map(|&column| &row.values[column]).collect();
            let next = known.len() as u32;
            classes.push(*known.entry((self.base(row), values)).or_insert(next));
        }
        classes
    }

    /// Names the refined labels, and returns the label of each with what the pattern accepts and
    /// forbids. Different sets stay different even if the graph does not tell them apart: the symmetries of
    /// a pattern do not depend on the graph.
    pub(super) fn finish<'a>(
        self,
        accepted: &[&'a Accepted],
        forbidden: &[&Forbidden],
        base_name: impl Fn(Label) -> String,
        name: &mut dyn FnMut(&str) -> Label,
        is_repeated: impl Fn(&'a Accepted) -> bool,
    ) -> RefinedLabels {
        let mut used = BTreeSet::new();
        let mut fresh = |text: String| {
            let mut text = text;
            loop {
                let label = name(&text);
                if used.insert(label) {
                    return label;
                }
                text.push('\'');
            }
        };
        let shown = |refined: &Refined| {
            let satisfied = self.conditions.iter().zip(&refined.satisfied);
            let satisfied = satisfied.filter(|(_, is_satisfied)| **is_satisfied);
            let texts: Vec<String> = satisfied.map(|(it, _)| braced_condition(it)).collect();
            let base = base_name(refined.label);
            let text =
                if texts.is_empty() { base } else { format!("{base}{{{}}}", texts.join(", ")) };
            if refined.copy == 0 { text } else { format!("{text} ({})", refined.copy + 1) }
        };
        let labels: Vec<Label> = self.refined.iter().map(|it| fresh(shown(it))).collect();
        let mut sets: BTreeMap<usize, LabelSet> = BTreeMap::new();
        let mut taken: Vec<(LabelSet, &Accepted)> = Vec::new();
        for (place, &wanted) in accepted.iter().enumerate() {
            if let Some((set, _)) = taken.iter().find(|(_, known)| *known == wanted) {
                sets.insert(place, set.clone());
                continue;
            }
            let (accepts, condition) = wanted;
            let mut members =
                self.members(&labels, |it| self.fits(it, accepts, condition.as_ref()));
            let own = |members: &[Label]| LabelSet::one_of(members.iter().copied());
            let mut set = own(&members);
            if accepts.is_any() && condition.is_none() {
                set = LabelSet::any();
            } else if members.is_empty()
                || is_repeated(wanted)
                || taken.iter().any(|(known, _)| *known == set)
            {
                members.push(fresh(wanted_text(wanted, &base_name)));
                set = own(&members);
            }
            taken.push((set.clone(), wanted));
            sets.insert(place, set);
        }
        let mut known: Vec<(LabelSet, &Forbidden)> = Vec::new();
        let mut forbidden_sets = Vec::with_capacity(forbidden.len());
        for &forbids in forbidden {
            if let Some((set, _)) = known.iter().find(|(_, other)| *other == forbids) {
                forbidden_sets.push(set.clone());
                continue;
            }
            let is_forbidden = |it: &Refined| {
                forbids.labels.accepts(it.label)
                    || forbids
                        .conditional
                        .iter()
                        .any(|(labels, condition)| self.fits(it, labels, Some(condition)))
            };
            let mut members = self.members(&labels, is_forbidden);
            let mut set = LabelSet::one_of(members.iter().copied());
            let is_nothing = forbids.labels.is_empty() && forbids.conditional.is_empty();
            if forbids.labels.is_any() {
                set = LabelSet::any();
            } else if !is_nothing
                && (members.is_empty() || known.iter().any(|(other, _)| *other == set))
            {
                members.push(fresh(forbidden_text(forbids, &base_name)));
                set = LabelSet::one_of(members);
            }
            known.push((set.clone(), forbids));
            forbidden_sets.push(set);
        }
        RefinedLabels { labels, sets, forbidden: forbidden_sets }
    }

    /// Whether a refined label has one of these labels and satisfies the condition.
    fn fits(
        &self,
        refined: &Refined,
        labels: &LabelSet,
        condition: Option<&Arc<Condition>>,
    ) -> bool {
        let is_satisfied = |condition: &Arc<Condition>| {
            let number = self.conditions.iter().position(|known| known == condition);
            refined.satisfied[number.unwrap_or_default()]
        };
        labels.accepts(refined.label) && condition.is_none_or(is_satisfied)
    }

    fn members(&self, labels: &[Label], is_member: impl Fn(&Refined) -> bool) -> Vec<Label> {
        let of = self.refined.iter().zip(labels).filter(|(refined, _)| is_member(refined));
        of.map(|(_, label)| *label).collect()
    }
}

/// The refined labels, and what the pattern accepts and forbids.
pub(super) struct RefinedLabels {
    /// The label of each number.
    pub(super) labels: Vec<Label>,
    /// What each node, or each present arc, accepts.
    pub(super) sets: BTreeMap<usize, LabelSet>,
    /// What each pair of nodes with absent arcs forbids.
    pub(super) forbidden: Vec<LabelSet>,
}

/// What absent arcs forbid, in words.
fn forbidden_text(forbidden: &Forbidden, name: impl Fn(Label) -> String) -> String {
    let labels = (!forbidden.labels.is_empty()).then(|| (forbidden.labels.clone(), None));
    let conditional = forbidden.conditional.iter();
    let parts = labels
        .into_iter()
        .chain(conditional.map(|(labels, condition)| (labels.clone(), Some(condition.clone()))));
    let texts: Vec<String> = parts.map(|part| wanted_text(&part, &name)).collect();
    texts.join(", ")
}

/// What a node or an arc accepts, in words.
pub(super) fn wanted_text(
    (accepts, condition): &Accepted,
    name: impl Fn(Label) -> String,
) -> String {
    let wanted = accepts.single().map_or_else(
        || isocount_core::Wanted::Set(accepts).text(&name),
        |label| isocount_core::Wanted::Label(label).text(&name),
    );
    match condition {
        None => wanted,
        Some(condition) => format!("{wanted}{{{}}}", braced_condition(condition)),
    }
}

fn value(rows: &AttributeRows, row: &AttributeRow, name: &str) -> Value {
    rows.column(name).and_then(|column| row.values.get(column)).cloned().unwrap_or_default()
}

fn is_about_ends(condition: &Condition) -> bool {
    let mut is_about_ends = false;
    condition.each_attribute(&mut |of, _, _| is_about_ends |= of != TermOf::This);
    is_about_ends
}

/// The name of a label of the graph.
pub(super) fn base_text(names: &LabelNames, is_node: bool, label: Label) -> String {
    let text = if is_node { names.node_text(label) } else { names.edge_text(label) };
    text.map_or_else(|| label.0.to_string(), str::to_owned)
}
