//! Random cases that are sure to have matches: a pattern is planted in the graph.
//!
//! Patterns are random trees of 6 to 30 nodes with up to two additional edges. They have 1 to 8
//! node labels, and some have edge labels, loops, parallel arcs or sets of labels. A graph holds 1
//! to 4 copies, which may share nodes, among other nodes and arcs. Independent random graphs and
//! patterns of that size hardly ever match.

use isocount_core::{Edge, Label, LabelSet, LabeledGraph, NodeId, Pattern};

use crate::random::Case;
use crate::transform::{build, renumbered};
use crate::{Rng, random_sets};

/// A pattern of 6 to 30 nodes, and a graph that it occurs in: always as a homomorphism and a
/// monomorphism, mostly as an induced subgraph.
#[must_use]
pub fn planted_case(seed: u64) -> Case {
    let mut rng = Rng::new(seed ^ 0x9_1a47);
    let num_nodes = match rng.below(10) {
        0..5 => rng.between(6, 10),
        5..8 => rng.between(11, 16),
        _ => rng.between(17, 30),
    };
    let style = Style::any(num_nodes, &mut rng);
    let seedling = style.seedling(num_nodes, &mut rng);
    let graph = style.field(&seedling, &mut rng);
    Case { pattern: style.pattern(&seedling, &mut rng), graph }
}

/// The properties that pattern and graph have in common.
struct Style {
    num_node_labels: usize,
    num_edge_labels: usize,
    is_directed: bool,
    has_loops: bool,
    parallel_percent: usize,
    /// The probability that a label of the pattern becomes a set.
    set_percent: usize,
    /// The probability that a node of a copy is one of an earlier copy.
    overlap_percent: usize,
}

/// The pattern before some of its labels become sets; each node but the first is joined to an
/// earlier one.
struct Seedling {
    labels: Vec<Label>,
    arcs: Vec<Edge>,
}

impl Style {
    fn any(num_nodes: usize, rng: &mut Rng) -> Self {
        // Large patterns with few labels have too many matches to be counted quickly.
        let fewest = match num_nodes {
            0..=10 => 1,
            11..=16 => 2,
            _ => 4,
        };
        Self {
            num_node_labels: rng.between(fewest, 8),
            num_edge_labels: [1, 1, 1, 2, 3][rng.below(5)],
            is_directed: rng.chance(50),
            has_loops: rng.chance(15),
            parallel_percent: [0, 0, 0, 0, 20][rng.below(5)],
            set_percent: [0, 0, 0, 15, 40][rng.below(5)],
            overlap_percent: [0, 20, 50, 80][rng.below(4)],
        }
    }

    fn seedling(&self, num_nodes: usize, rng: &mut Rng) -> Seedling {
        // How far back a node's parent may be, and how early: paths, brooms, or anything.
        let (back, early) = [(2, usize::MAX), (usize::MAX, 3), (usize::MAX, usize::MAX)]
            [[0, 1, 2, 2][rng.below(4)]];
        let parent = |v: usize, rng: &mut Rng| {
            let first = v.saturating_sub(back);
            first + rng.below((v - first).min(early))
        };
        let mut pairs: Vec<(usize, usize)> = (1..num_nodes).map(|v| (parent(v, rng), v)).collect();
        for _ in 0..rng.below(3) {
            let (a, b) = (rng.below(num_nodes), rng.below(num_nodes));
            if a != b && !pairs.contains(&(a.min(b), a.max(b))) {
                pairs.push((a.min(b), a.max(b)));
            }
        }
        let mut labels: Vec<Label> = Vec::with_capacity(num_nodes);
        // Neighbours in the order are often siblings: equal labels make them interchangeable.
        let alike_percent = [0, 0, 50][rng.below(3)];
        for _ in 0..num_nodes {
            let label = match labels.last() {
                Some(&last) if rng.chance(alike_percent) => last,
                _ => Label(rng.below(self.num_node_labels) as u32),
            };
            labels.push(label);
        }
        if self.has_loops {
            pairs.extend((0..num_nodes).filter(|_| rng.chance(20)).map(|v| (v, v)));
        }
        let mut arcs = Vec::new();
        for (a, b) in pairs {
            self.join(a, b, &mut arcs, rng);
            if rng.chance(self.parallel_percent) {
                self.join(a, b, &mut arcs, rng);
            }
        }
        arcs.sort_unstable_by_key(|arc| (arc.tail, arc.head, arc.label));
        arcs.dedup();
        Seedling { labels, arcs }
    }

    fn join(&self, a: usize, b: usize, arcs: &mut Vec<Edge>, rng: &mut Rng) {
        let label = Label(rng.below(self.num_edge_labels) as u32);
        let [a, b] = [a, b].map(|v| NodeId(v as u32));
        let (there, back) = match rng.below(5) {
            _ if !self.is_directed => (true, true),
            0 => (true, true),
            1..3 => (true, false),
            _ => (false, true),
        };
        let ends = [(there, a, b), (back, b, a)];
        arcs.extend(ends.into_iter().filter(|end| end.0).map(|(_, tail, head)| Edge {
            tail,
            head,
            label,
        }));
    }

    /// The graph: copies, other nodes, other arcs. The first copy is on the first nodes, until they
    /// are renumbered.
    fn field(&self, seedling: &Seedling, rng: &mut Rng) -> LabeledGraph {
        let num_nodes = seedling.labels.len();
        let mut labels = seedling.labels.clone();
        let mut arcs = Vec::new();
        let copies = rng.between(1, if num_nodes > 16 { 2 } else { 4 });
        for _ in 1..copies {
            let mut place: Vec<NodeId> = Vec::with_capacity(num_nodes);
            for &label in &seedling.labels {
                let fits = |v: &NodeId| labels[v.ix()] == label && !place.contains(v);
                let there: Vec<NodeId> =
                    (0..labels.len() as u32).map(NodeId).filter(fits).collect();
                if !there.is_empty() && rng.chance(self.overlap_percent) {
                    place.push(there[rng.below(there.len())]);
                } else {
                    place.push(NodeId(labels.len() as u32));
                    labels.push(label);
                }
            }
            let at = |v: NodeId| place[v.ix()];
            arcs.extend(seedling.arcs.iter().map(|e| Edge {
                tail: at(e.tail),
                head: at(e.head),
                ..*e
            }));
        }
        for _ in 0..rng.below(num_nodes / 2 + 1) {
            labels.push(Label(rng.below(self.num_node_labels) as u32));
        }
        for _ in 0..[0, num_nodes / 3, num_nodes][rng.below(3)] {
            self.join(rng.below(labels.len()), rng.below(labels.len()), &mut arcs, rng);
        }
        // Mostly nothing else lies between the nodes of the first copy, so that it is an induced
        // one.
        if rng.chance(94) {
            arcs.retain(|arc| arc.tail.ix() >= num_nodes || arc.head.ix() >= num_nodes);
        }
        let graph = build(labels, arcs.into_iter().chain(seedling.arcs.iter().copied()));
        let order = rng.permutation(graph.num_nodes());
        renumbered(&graph, &order)
    }

    fn pattern(&self, seedling: &Seedling, rng: &mut Rng) -> Pattern {
        let mut set = |label: Label| {
            let with_set = rng.chance(self.set_percent);
            if with_set { random_sets::accepting(label, rng) } else { LabelSet::from(label) }
        };
        let mut builder = Pattern::builder();
        for &label in &seedling.labels {
            builder.node(set(label));
        }
        for arc in &seedling.arcs {
            builder.edge(arc.tail, arc.head, set(arc.label));
        }
        // Parallel arcs have different labels, and a set of one label is that of its arc.
        builder.build().expect("no arc is repeated")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEDS: u64 = 500;

    fn percent(has: impl Fn(&Case) -> bool) -> u64 {
        100 * (0..SEEDS).filter(|&seed| has(&planted_case(seed))).count() as u64 / SEEDS
    }

    #[test]
    fn a_seed_means_one_case() {
        assert_eq!(planted_case(3), planted_case(3));
        assert_ne!(planted_case(3), planted_case(4));
    }

    #[test]
    fn every_feature_is_common() {
        let size = |c: &Case| c.pattern.num_nodes();
        assert_eq!(percent(|c| (6..=30).contains(&size(c))), 100);
        assert!(percent(|c| size(c) > 16) > 10);
        assert!((0..SEEDS).any(|seed| planted_case(seed).graph.num_nodes() > 64));
        assert!(percent(|c| c.pattern.has_sets()) > 20);
        assert!(percent(|c| c.pattern.arcs().any(|e| e.tail == e.head)) > 8);
        let parallel = |c: &Case| {
            let arcs = |e: &Edge| c.pattern.arcs_between(e.tail, e.head).len();
            c.pattern.arcs().any(|e| arcs(&e) > 1)
        };
        assert!(percent(parallel) > 3);
        let kinds = |c: &Case| {
            let mut labels = c.graph.node_labels().to_vec();
            labels.sort_unstable();
            labels.dedup();
            labels.len()
        };
        assert!(percent(|c| kinds(c) == 1) > 3);
        assert!(percent(|c| kinds(c) == 8) > 3);
        let arcs = |e: &Edge, c: &Case| c.graph.has_arc(e.head, e.tail, e.label);
        assert!((30..70).contains(&percent(|c| c.graph.arcs().all(|e| arcs(&e, c)))));
    }
}
