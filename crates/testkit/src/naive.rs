//! The definition of the three kinds of mapping as nested loops, to test this crate with, and as a
//! second opinion on sets of labels. The specification that the engines are tested against is the
//! brute force of the counting crate.

use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Control, Count, CountError, Counter, Label, LabelSet, LabeledGraph, NodeId,
    OpenGraph, Pattern, Semantics, Unit, Wanted,
};

#[cfg(test)]
use crate::transform::as_pattern;

/// Counts by trying every node for every pattern node.
#[derive(Clone, Copy, Debug)]
pub struct Naive;

struct OpenNaive(Arc<LabeledGraph>);

impl Counter for Naive {
    fn name(&self) -> &'static str {
        "naive"
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        _: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        Ok(Box::new(OpenNaive(Arc::clone(graph))))
    }
}

impl OpenGraph for OpenNaive {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        let count = count_unless_cancelled(pattern, &self.0, semantics, &budget.control);
        Ok(count.map_or(Answer::AtLeast(Count::ZERO), |count| Answer::Exact(Count::from(count))))
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(OpenNaive(Arc::clone(&self.0)))
    }
}

#[cfg(test)]
pub(crate) fn naive_count(
    pattern: &LabeledGraph,
    graph: &LabeledGraph,
    semantics: Semantics,
) -> u64 {
    naive_pattern_count(&as_pattern(pattern.clone()), graph, semantics)
}

/// Like `count`, but for a pattern that may have sets of labels.
#[cfg(test)]
pub(crate) fn naive_pattern_count(
    pattern: &Pattern,
    graph: &LabeledGraph,
    semantics: Semantics,
) -> u64 {
    let count = count_unless_cancelled(pattern, graph, semantics, &Control::NONE);
    count.expect("nobody can cancel this")
}

fn count_unless_cancelled(
    pattern: &Pattern,
    graph: &LabeledGraph,
    semantics: Semantics,
    control: &Control,
) -> Option<u64> {
    let count = |fits: &Fits<'_>, num_nodes| extend(fits, num_nodes, &mut Vec::new(), control);
    let graph_nodes = graph.num_nodes();
    let mappings = count(&|map| fits(pattern, graph, semantics, map), (pattern, graph_nodes))?;
    match semantics.unit() {
        Unit::Mappings => Some(mappings),
        Unit::Subgraphs => {
            let symmetries = count(&|map| keeps(pattern, map), (pattern, pattern.num_nodes()))?;
            Some(mappings / symmetries)
        }
    }
}

/// Whether the newest pair of a map agrees with all the others and itself.
type Fits<'a> = dyn Fn(&[NodeId]) -> bool + 'a;

/// None once the work is cancelled.
fn extend(
    fits: &Fits<'_>,
    (p, num_images): (&Pattern, usize),
    map: &mut Vec<NodeId>,
    control: &Control,
) -> Option<u64> {
    control.check().ok()?;
    if map.len() == p.num_nodes() {
        return Some(1);
    }
    let mut mappings = 0;
    for image in 0..num_images as u32 {
        map.push(NodeId(image));
        if fits(map) {
            mappings += extend(fits, (p, num_images), map, control)?;
        }
        map.pop();
    }
    Some(mappings)
}

fn fits(p: &Pattern, g: &LabeledGraph, semantics: Semantics, map: &[NodeId]) -> bool {
    let new = NodeId(map.len() as u32 - 1);
    let image = map[new.ix()];
    let fresh = !map[..new.ix()].contains(&image);
    (fresh || !semantics.is_injective())
        && p.node_set(new).to_set().accepts(g.node_label(image))
        && (0..=new.0).map(NodeId).all(|old| {
            let there = arcs_fit(p, g, semantics, [(new, image), (old, map[old.ix()])]);
            there && arcs_fit(p, g, semantics, [(old, map[old.ix()]), (new, image)])
        })
}

fn arcs_fit(
    p: &Pattern,
    g: &LabeledGraph,
    semantics: Semantics,
    [(tail, tail_image), (head, head_image)]: [(NodeId, NodeId); 2],
) -> bool {
    let asked: Vec<LabelSet> = p.arc_sets_between(tail, head).map(Wanted::to_set).collect();
    let found: Vec<Label> =
        g.arcs_between(tail_image, head_image).iter().map(|arc| arc.label).collect();
    let is_forbidden = |label: &Label| {
        p.absent_arcs().any(|(u, v, set)| (u, v) == (tail, head) && set.accepts(*label))
    };
    if found.iter().any(is_forbidden) {
        return false;
    }
    if !semantics.is_injective() {
        return asked.iter().all(|set| found.iter().any(|&label| set.accepts(label)));
    }
    can_choose(&asked, &found) && (!semantics.is_induced() || asked.len() == found.len())
}

/// Whether each set can have a label of its own: the first set tries every label, and the others
/// try what is left.
fn can_choose(sets: &[LabelSet], labels: &[Label]) -> bool {
    let Some((first, others)) = sets.split_first() else { return true };
    labels.iter().enumerate().filter(|(_, label)| first.accepts(**label)).any(|(taken, _)| {
        let mut left = labels.to_vec();
        left.remove(taken);
        can_choose(others, &left)
    })
}

/// Whether a permutation of the pattern's nodes preserves what nodes and arcs accept and forbid.
fn keeps(p: &Pattern, map: &[NodeId]) -> bool {
    let new = NodeId(map.len() as u32 - 1);
    let image = map[new.ix()];
    let between = |tail, head| {
        let mut sets: Vec<LabelSet> = p.arc_sets_between(tail, head).map(Wanted::to_set).collect();
        sets.sort();
        let absent: Vec<&LabelSet> =
            p.absent_arcs().filter(|arc| (arc.0, arc.1) == (tail, head)).map(|arc| arc.2).collect();
        (sets, absent)
    };
    !map[..new.ix()].contains(&image)
        && p.node_set(new).to_set() == p.node_set(image).to_set()
        && (0..=new.0).map(NodeId).all(|old| {
            let old_image = map[old.ix()];
            between(new, old) == between(image, old_image)
                && between(old, new) == between(old_image, image)
        })
}
