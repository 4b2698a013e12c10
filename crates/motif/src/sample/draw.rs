//! One connected subgraph at random, and its probability.
//!
//! First one end of a link is drawn uniformly. Then, again and again, one of the links that lead
//! out of the current nodes is drawn uniformly, and its other end joins. With M ends of links in
//! the graph, d(S) the sum of the degrees of S, l(S) the links inside it, and l(v, S) those between
//! v and S,
//!
//! > p({v}) = d(v) / M,  p(S) = Σ_(v ∈ S) p(S − v) · l(v, S − v) / (d(S − v) − 2 l(S − v)).
//!
//! The sum goes over all orders in which the nodes of S can have joined; there are at most 64
//! subsets to look at. A draw that reaches a whole component before it is large enough yields no
//! subgraph.

use isocount_core::Rng;

use crate::coded::Coded;
use crate::listing::Packing;
use crate::shape::MOST_NODES;

/// The state of the drawing.
pub(super) struct Drawing<'a> {
    graph: &'a Coded,
    packing: Packing,
    /// p of each subset.
    p: [f64; 1 << MOST_NODES],
}

impl<'a> Drawing<'a> {
    pub(super) fn new(graph: &'a Coded, packing: Packing) -> Self {
        Self { graph, packing, p: [0.0; 1 << MOST_NODES] }
    }

    /// Draws a subgraph, and returns its key and its probability.
    pub(super) fn draw(&mut self, rng: &mut Rng) -> Option<(u128, f64)> {
        let (graph, size) = (self.graph, self.packing.size());
        let ends = graph.num_ends();
        if ends == 0 {
            return None;
        }
        let mut nodes = [0_u32; MOST_NODES];
        let mut degrees = [0_usize; MOST_NODES];
        // For each node, the earlier and later ones that it is linked to.
        let mut linked = [0_usize; MOST_NODES];
        let mut key = 0;
        let (mut all, mut inside) = (0, 0);
        for place in 0..size {
            let node = if place == 0 {
                graph.tail_of(rng.below(ends))
            } else {
                if all == 2 * inside {
                    return None;
                }
                self.outside(&nodes[..place], &degrees, all, rng)
            };
            nodes[place] = node;
            degrees[place] = graph.row(node).len();
            all += degrees[place];
            key = self.packing.with_label(key, place, graph.label(node));
            for earlier in 0..place {
                if let Some((out, into)) = graph.codes(nodes[earlier], node) {
                    key = self.packing.with_codes(key, (earlier, place), (out, into));
                    linked[place] |= 1 << earlier;
                    linked[earlier] |= 1 << place;
                    inside += 1;
                }
            }
        }
        Some((key, self.probability(&degrees[..size], &linked)))
    }

    /// Draws a link that leads outside, and returns its other end.
    fn outside(&self, nodes: &[u32], degrees: &[usize], all: usize, rng: &mut Rng) -> u32 {
        loop {
            let mut place = rng.below(all);
            let mut from = 0;
            while place >= degrees[from] {
                place -= degrees[from];
                from += 1;
            }
            let found = self.graph.row(nodes[from])[place].node;
            if !nodes.contains(&found) {
                return found;
            }
        }
    }

    fn probability(&mut self, degrees: &[usize], linked: &[usize]) -> f64 {
        let (size, ends) = (degrees.len(), self.graph.num_ends() as f64);
        for set in 1_usize..1 << size {
            let members = (0..size).filter(|i| set >> i & 1 == 1);
            if set.is_power_of_two() {
                self.p[set] = degrees[set.trailing_zeros() as usize] as f64 / ends;
                continue;
            }
            let mut p = 0.0;
            for v in members {
                let rest = set & !(1 << v);
                let between = (linked[v] & rest).count_ones();
                if between > 0 && self.p[rest] > 0.0 {
                    let others = || (0..size).filter(|i| rest >> i & 1 == 1);
                    let degree: usize = others().map(|i| degrees[i]).sum();
                    let twice: u32 = others().map(|i| (linked[i] & rest).count_ones()).sum();
                    let leading_out = degree - twice as usize;
                    p += self.p[rest] * f64::from(between) / leading_out as f64;
                }
            }
            self.p[set] = p;
        }
        self.p[(1 << size) - 1]
    }
}
