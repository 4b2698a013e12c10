//! One graph: dense communities with few edges between them, hubs, and clustered labels.
//!
//! 1. Numbers of nodes and edges are drawn; both have a long tail to the right.
//! 2. The nodes are cut into communities whose sizes follow a power law.
//! 3. Every node gets a weight from a power law. An edge picks a community, or occasionally the
//!    whole graph, and two nodes of it by weight (Chung and Lu, *Annals of Combinatorics* 6, 2002),
//!    until there are enough edges.
//! 4. Every community has a home label. A node has that of its community, or more often one of its
//!    own; label k has a share proportional to 1/(k+1) of those, in every graph alike.
//!
//! Powers are built from square roots and divisions, which every machine rounds alike; so the same
//! seed produces the same graph everywhere.

use std::ops::Range;

use isocount_core::{Label, LabeledGraph, NodeId, Rng};

/// Node labels; there is one edge label.
pub(super) const NUM_LABELS: usize = 8;

/// The least number of nodes, and the range above it.
const NODES: (f64, f64) = (112.5, 110.0);
/// The least average degree, and the range above it.
const DEGREE: (f64, f64) = (12.3, 2.0);
/// The least and the largest size of a community; the last one of a graph may be a little larger.
const COMMUNITY: (f64, f64) = (7.0, 30.0);
/// The probability that an edge is tried inside a community.
const INSIDE: f64 = 0.9;
/// The largest weight of a node; the least is 1.
const WEIGHT: f64 = 16.0;
/// The probability that a node has the label of its community.
const HOME: f64 = 0.1;

/// Draws a graph: symmetric, without loops.
pub(super) fn draw(rng: &mut Rng) -> LabeledGraph {
    let num_nodes = whole(skewed(NODES, rng));
    let num_edges = whole(num_nodes as f64 * skewed(DEGREE, rng) / 2.0);
    let plan = Plan::draw(num_nodes, rng);
    let mut builder = LabeledGraph::builder();
    builder.reserve(num_nodes, 2 * num_edges);
    for label in plan.labels(rng) {
        builder.node(label);
    }
    let mut is_joined = vec![false; num_nodes * num_nodes];
    while builder.num_arcs() < 2 * num_edges {
        let places = plan.places(rng);
        let (a, b) = (plan.node(&places, rng), plan.node(&places, rng));
        if a == b || is_joined[a * num_nodes + b] {
            continue;
        }
        is_joined[a * num_nodes + b] = true;
        is_joined[b * num_nodes + a] = true;
        builder.undirected_edge(NodeId(a as u32), NodeId(b as u32), Label(0));
    }
    builder.build().expect("no two nodes are joined twice")
}

/// A value of the range above the least, mostly near the least; a quarter of the way on average.
fn skewed((least, range): (f64, f64), rng: &mut Rng) -> f64 {
    least + range * rng.unit() * rng.unit()
}

#[expect(clippy::cast_sign_loss, reason = "sizes are not negative")]
fn whole(size: f64) -> usize {
    size as usize
}

/// A number from `least` to `most`, above x with a probability that falls as 1/x².
fn power_law(least: f64, most: f64, rng: &mut Rng) -> f64 {
    (least / (1.0 - rng.unit()).sqrt()).min(most)
}

/// The communities and weights of the nodes.
struct Plan {
    /// The node at each position. Communities are ranges of positions.
    nodes: Vec<usize>,
    /// The sum of the weights before each position, and of all weights.
    weights: Vec<f64>,
    /// The start of each community, and the end of the last one.
    starts: Vec<usize>,
    /// The number of ordered pairs in the communities before each one, and in all.
    pairs: Vec<f64>,
}

impl Plan {
    fn draw(num_nodes: usize, rng: &mut Rng) -> Self {
        let nodes = rng.permutation(num_nodes);
        let weights = sums((0..num_nodes).map(|_| power_law(1.0, WEIGHT, rng)));
        let (least, most) = COMMUNITY;
        let mut starts = vec![0];
        let mut end = 0;
        while end < num_nodes {
            let size = whole(power_law(least, most, rng));
            // The remainder must not be too small for a community.
            let is_last = num_nodes - end < size + whole(least);
            end = if is_last { num_nodes } else { end + size };
            starts.push(end);
        }
        let sizes = starts.windows(2).map(|ends| (ends[1] - ends[0]) as f64);
        let pairs = sums(sizes.map(|size| size * (size - 1.0)));
        Self { nodes, weights, starts, pairs }
    }

    /// The labels of the nodes, in the order of the nodes.
    fn labels(&self, rng: &mut Rng) -> Vec<Label> {
        let num_nodes = self.nodes.len();
        let shares = sums((1..=NUM_LABELS).map(|rank| 1.0 / rank as f64));
        // Dealt out, not drawn one by one: otherwise the number of nodes with a rare label, and
        // with it the counts, would vary too much.
        let mut own: Vec<usize> = (0..num_nodes)
            .map(|card| at(&shares, &(0..NUM_LABELS), (card as f64 + 0.5) / num_nodes as f64))
            .collect();
        rng.shuffle(&mut own);
        let mut labels = vec![Label(0); num_nodes];
        for ends in self.starts.windows(2) {
            let home = pick(&shares, &(0..NUM_LABELS), rng);
            for place in ends[0]..ends[1] {
                let label = if rng.unit() < HOME { home } else { own[place] };
                labels[self.nodes[place]] = Label(label as u32);
            }
        }
        labels
    }

    /// The positions for the next edge: a community, chosen by size, or everything.
    fn places(&self, rng: &mut Rng) -> Range<usize> {
        if rng.unit() >= INSIDE {
            return 0..self.nodes.len();
        }
        let community = pick(&self.pairs, &(0..self.starts.len() - 1), rng);
        self.starts[community]..self.starts[community + 1]
    }

    /// One of the nodes at these positions, chosen by weight.
    fn node(&self, places: &Range<usize>, rng: &mut Rng) -> usize {
        self.nodes[pick(&self.weights, places, rng)]
    }
}

/// The prefix sums of the values: of none, of the first, …, of all.
fn sums(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sums = vec![0.0];
    sums.extend(values.scan(0.0, |sum, value| {
        *sum += value;
        Some(*sum)
    }));
    sums
}

/// A number of the range, with probability proportional to its value; `sums` are the prefix sums.
fn pick(sums: &[f64], range: &Range<usize>, rng: &mut Rng) -> usize {
    at(sums, range, rng.unit())
}

/// The number of the range at the fraction `part`, from 0 to 1, if each is as long as its value.
fn at(sums: &[f64], range: &Range<usize>, part: f64) -> usize {
    let (low, high) = (sums[range.start], sums[range.end]);
    let along = low + (high - low) * part;
    let found = sums.partition_point(|&sum| sum <= along) - 1;
    // Rounding may go just past an end.
    found.clamp(range.start, range.end - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_are_symmetric_without_loops_and_their_labels_are_few() {
        for item in 0..50 {
            let graph = draw(&mut Rng::for_item(1, item));
            assert!(graph.arcs().all(|arc| graph.has_arc(arc.head, arc.tail, arc.label)));
            assert!(graph.arcs().all(|arc| arc.head != arc.tail && arc.label == Label(0)));
            assert!(graph.node_labels().iter().all(|label| (label.0 as usize) < NUM_LABELS));
        }
    }

    #[test]
    fn picks_follow_the_values() {
        let sums = sums([1.0, 0.0, 3.0, 6.0].into_iter());
        let mut rng = Rng::new(4);
        let mut seen = [0; 4];
        for _ in 0..10_000 {
            seen[pick(&sums, &(0..4), &mut rng)] += 1;
        }
        // Four standard deviations of the rarest are 120.
        assert!((880..1120).contains(&seen[0]) && seen[1] == 0, "{seen:?}");
        assert!((5800..6200).contains(&seen[3]), "{seen:?}");
        assert_eq!(pick(&sums, &(1..2), &mut rng), 1, "the value is zero, but it is the only one");
    }
}
