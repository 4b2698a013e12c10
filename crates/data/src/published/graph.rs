//! The published graphs: a random tree, then arcs by planting the pattern or by chance.

use isocount_core::{Label, LabeledGraph, NodeId, Pattern, Rng};
use rustc_hash::FxHashSet;

use super::pattern::forbidden;
use super::slot::Slot;
use crate::DataError;

/// The factor by which the share of planting falls when a graph has to be made again: the share of
/// a normal distribution within two standard deviations.
const DECAY: f64 = 0.954;

/// How many rounds or draws in a row may add nothing before giving up.
const PATIENCE: u32 = 10;

/// Makes the graphs of one pattern.
pub(super) struct GraphGenerator<'a> {
    pattern: &'a Pattern,
    /// Label triples that random arcs must not have: noise does not imitate the pattern.
    forbidden: Vec<(Label, Label, Label)>,
    /// How many nodes of each label the pattern has.
    needed: Vec<usize>,
}

/// Statistics of the making of a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Trace {
    /// Rounds in which the pattern could have been planted.
    pub(super) chances: u32,
    /// Rounds in which it was planted.
    pub(super) plantings: u32,
    /// Plantings that mapped different pattern nodes to different graph nodes.
    pub(super) injective_plantings: u32,
}

impl<'a> GraphGenerator<'a> {
    pub(super) fn new(pattern: &'a Pattern) -> Self {
        let labels = pattern.node_labels();
        let most = labels.iter().map(|label| label.0).max().unwrap_or_default();
        let of_label = |wanted| labels.iter().filter(|label| label.0 == wanted).count();
        Self { pattern, forbidden: forbidden(pattern), needed: (0..=most).map(of_label).collect() }
    }

    /// A graph of exactly this slot in which the pattern occurs at most `max_count` times, counted
    /// by `count`; the share of planting falls until it does.
    pub(super) fn graph(
        &self,
        slot: &Slot,
        mut alpha: f64,
        max_count: u64,
        rng: &mut Rng,
        mut count: impl FnMut(&LabeledGraph) -> Result<u128, DataError>,
    ) -> Result<(LabeledGraph, u128, Trace), DataError> {
        let max = max_count as f64;
        let (arcs, pattern_arcs) = (slot.arcs as f64, self.pattern.num_arcs() as f64);
        if arcs * alpha > max * pattern_arcs {
            alpha = max * pattern_arcs / arcs * DECAY;
        }
        loop {
            let (draft, trace) = self.draft(slot, alpha, rng);
            if draft.num_arcs() < slot.arcs {
                alpha *= draft.num_arcs() as f64 / arcs * DECAY;
                continue;
            }
            let graph = draft.finish(rng);
            let found = count(&graph)?;
            if found <= u128::from(max_count) {
                return Ok((graph, found, trace));
            }
            alpha *= max / found as f64 * DECAY;
        }
    }

    /// One attempt; it has too few arcs if no more could be added.
    fn draft(&self, slot: &Slot, alpha: f64, rng: &mut Rng) -> (Draft, Trace) {
        let mut draft = Draft::tree(slot, rng);
        let plantable = self.needed.iter().zip(&draft.by_label).all(|(n, nodes)| *n <= nodes.len());
        let pattern_arcs = self.pattern.num_arcs();
        let mut trace = Trace::default();
        let mut in_vain = 0;
        while draft.num_arcs() < slot.arcs && in_vain < PATIENCE {
            let missing = slot.arcs - draft.num_arcs();
            let before = draft.num_arcs();
            if missing >= pattern_arcs && plantable {
                trace.chances += 1;
                if rng.unit() < alpha {
                    self.plant(&mut draft, &mut trace, rng);
                } else {
                    self.add(pattern_arcs, slot.edge_labels, &mut draft, rng);
                }
            } else {
                self.add(missing.min(pattern_arcs), slot.edge_labels, &mut draft, rng);
            }
            in_vain = if draft.num_arcs() == before { in_vain + 1 } else { 0 };
        }
        (draft, trace)
    }

    /// Adds the arcs of the pattern between random nodes of the right labels. Two pattern nodes may
    /// be mapped to the same graph node.
    fn plant(&self, draft: &mut Draft, trace: &mut Trace, rng: &mut Rng) {
        let image: Vec<u32> = self
            .pattern
            .node_labels()
            .iter()
            .map(|label| {
                let nodes = &draft.by_label[label.0 as usize];
                nodes[rng.below(nodes.len())]
            })
            .collect();
        for arc in self.pattern.arcs() {
            draft.insert(image[arc.tail.ix()], image[arc.head.ix()], arc.label.0);
        }
        trace.plantings += 1;
        let distinct = image.iter().enumerate().all(|(ix, node)| !image[..ix].contains(node));
        trace.injective_plantings += u32::from(distinct);
    }

    /// Adds up to `number` random arcs, possibly loops.
    fn add(&self, number: usize, edge_labels: usize, draft: &mut Draft, rng: &mut Rng) {
        let nodes = draft.node_labels.len();
        let (mut added, mut in_vain) = (0, 0);
        while added < number && in_vain < PATIENCE {
            let (tail, head) = (rng.below(nodes), rng.below(nodes));
            let label = Label(rng.below(edge_labels) as u32);
            let triple = (draft.node_labels[tail], label, draft.node_labels[head]);
            if self.is_forbidden(&triple) || !draft.insert(tail as u32, head as u32, label.0) {
                in_vain += 1;
            } else {
                in_vain = 0;
                added += 1;
            }
        }
    }

    fn is_forbidden(&self, triple: &(Label, Label, Label)) -> bool {
        // Most labels of a graph do not occur in the pattern at all.
        (triple.0.0 as usize) < self.needed.len() && self.forbidden.binary_search(triple).is_ok()
    }
}

/// A graph under construction.
struct Draft {
    node_labels: Vec<Label>,
    /// The nodes of each label.
    by_label: Vec<Vec<u32>>,
    arcs: Vec<(u32, u32, u32)>,
    present: FxHashSet<u64>,
}

impl Draft {
    /// A random tree with a random direction for each arc.
    fn tree(slot: &Slot, rng: &mut Rng) -> Self {
        let node_labels = labels(slot.nodes, slot.node_labels, rng);
        let mut by_label = vec![Vec::new(); slot.node_labels];
        for (node, label) in node_labels.iter().enumerate() {
            by_label[label.0 as usize].push(node as u32);
        }
        let arcs = Vec::with_capacity(slot.arcs);
        let present = FxHashSet::with_capacity_and_hasher(slot.arcs, rustc_hash::FxBuildHasher);
        let mut draft = Self { node_labels, by_label, arcs, present };
        let edge_labels = labels(slot.nodes - 1, slot.edge_labels, rng);
        let order = rng.permutation(slot.nodes);
        for ix in 1..slot.nodes {
            let (a, b) = (order[ix] as u32, order[rng.below(ix)] as u32);
            let (tail, head) = if rng.below(2) == 1 { (b, a) } else { (a, b) };
            draft.insert(tail, head, edge_labels[ix - 1].0);
        }
        draft
    }

    fn num_arcs(&self) -> usize {
        self.arcs.len()
    }

    /// Adds an arc unless it is there.
    fn insert(&mut self, tail: u32, head: u32, label: u32) -> bool {
        // Nodes and labels of these sets are far below 2^20.
        let key = u64::from(tail) << 40 | u64::from(head) << 20 | u64::from(label);
        let is_new = self.present.insert(key);
        if is_new {
            self.arcs.push((tail, head, label));
        }
        is_new
    }

    /// The graph, with its nodes in random order.
    fn finish(self, rng: &mut Rng) -> LabeledGraph {
        let number = rng.permutation(self.node_labels.len());
        let mut shuffled = vec![Label(0); number.len()];
        for (node, &label) in self.node_labels.iter().enumerate() {
            shuffled[number[node]] = label;
        }
        let mut builder = LabeledGraph::builder();
        builder.reserve(shuffled.len(), self.arcs.len());
        for label in shuffled {
            builder.node(label);
        }
        let moved = |node: u32| NodeId(number[node as usize] as u32);
        for (tail, head, label) in self.arcs {
            builder.edge(moved(tail), moved(head), Label(label));
        }
        builder.build().expect("no arc is inserted twice")
    }
}

/// Labels for `n` items out of `k`, as in [`pattern`](super::pattern) but from this crate's stream.
fn labels(n: usize, k: usize, rng: &mut Rng) -> Vec<Label> {
    let mut labels: Vec<Label> = (0..k as u32).map(Label).collect();
    labels.extend((k..n).map(|_| Label(rng.below(k) as u32)));
    rng.shuffle(&mut labels);
    labels.truncate(n);
    labels
}
