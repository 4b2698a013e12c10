//! A numbering of a small coloured graph that does not depend on how it was numbered before:
//! colours are refined by the colours of neighbours; where that leaves a choice, every choice
//! is tried and the least description wins. Choices between interchangeable nodes are made once.

/// The largest graph; more than any quotient has.
pub(crate) const MAX_SHAPE: usize = 32;

/// Nodes with colours and, for each ordered pair, the colour of its edge; 0 is none. The colours
/// of the two directions of an edge determine each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct QuotientShape {
    pub(crate) nodes: Vec<u32>,
    /// Row by row.
    pub(crate) edges: Vec<u32>,
}

impl QuotientShape {
    pub(crate) fn num_nodes(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub(crate) fn edge(&self, u: usize, v: usize) -> u32 {
        self.edges[u * self.nodes.len() + v]
    }

    /// The neighbours of a node, as a mask.
    pub(crate) fn near(&self, u: usize) -> u32 {
        (0..self.num_nodes()).filter(|&v| self.edge(u, v) != 0).fold(0, |mask, v| mask | 1 << v)
    }

    /// The same graph on some of its nodes, in this order.
    pub(crate) fn part(&self, order: &[usize]) -> Self {
        let nodes = order.iter().map(|&u| self.nodes[u]).collect();
        let pairs = order.iter().flat_map(|&u| order.iter().map(move |&v| (u, v)));
        Self { nodes, edges: pairs.map(|(u, v)| self.edge(u, v)).collect() }
    }

    /// The canonical order of the nodes: the graphs of `part(order)` are equal for isomorphic
    /// graphs.
    pub(crate) fn canonical_order(&self) -> Vec<usize> {
        let mut colours = [0; MAX_SHAPE];
        for (colour, &node) in colours.iter_mut().zip(&self.nodes) {
            *colour = mix(u64::from(node) + 1);
        }
        let mut best = None;
        self.descend(colours, &mut best);
        best.map_or_else(Vec::new, |(_, order)| order)
    }

    fn descend(&self, colours: [u64; MAX_SHAPE], best: &mut Option<(Vec<u32>, Vec<usize>)>) {
        let n = self.num_nodes();
        let mut ranks = [0_u8; MAX_SHAPE];
        let mut num_cells = self.rank(&colours, &mut ranks);
        while num_cells < n {
            let mut next = [0; MAX_SHAPE];
            for (u, next) in next[..n].iter_mut().enumerate() {
                let mut sum = 0_u64;
                for (v, &rank) in ranks[..n].iter().enumerate() {
                    let edge = self.edge(u, v);
                    if edge != 0 {
                        sum = sum.wrapping_add(mix(u64::from(edge) << 8 | u64::from(rank)));
                    }
                }
                // The old rank leads, so that cells split and never mix.
                *next = u64::from(ranks[u]) << 56 | sum >> 8;
            }
            let now = self.rank(&next, &mut ranks);
            if now == num_cells {
                break;
            }
            num_cells = now;
        }
        if num_cells == n {
            let mut order = vec![0; n];
            (0..n).for_each(|u| order[ranks[u] as usize] = u);
            let key = self.part(&order).key();
            if best.as_ref().is_none_or(|(least, _)| key < *least) {
                *best = Some((key, order));
            }
            return;
        }
        // The first cell with several nodes.
        let mut sizes = [0_u8; MAX_SHAPE];
        ranks[..n].iter().for_each(|&rank| sizes[rank as usize] += 1);
        let cell = sizes.iter().position(|&size| size > 1).map(|rank| rank as u8);
        let members: Vec<usize> = (0..n).filter(|&u| Some(ranks[u]) == cell).collect();
        for (i, &u) in members.iter().enumerate() {
            if members[..i].iter().any(|&earlier| self.are_twins(earlier, u)) {
                continue;
            }
            let mut chosen = [0; MAX_SHAPE];
            for v in 0..n {
                chosen[v] = 2 * u64::from(ranks[v]) + u64::from(v != u);
            }
            self.descend(chosen, best);
        }
    }

    /// Numbers equal colours from 0 on, ascending. Returns how many there are.
    fn rank(&self, colours: &[u64; MAX_SHAPE], ranks: &mut [u8; MAX_SHAPE]) -> usize {
        let n = self.num_nodes();
        let mut sorted = *colours;
        sorted[..n].sort_unstable();
        let mut len = 0;
        for i in 0..n {
            if i == 0 || sorted[i] != sorted[i - 1] {
                sorted[len] = sorted[i];
                len += 1;
            }
        }
        for u in 0..n {
            ranks[u] = sorted[..len].partition_point(|&colour| colour < colours[u]) as u8;
        }
        len
    }

    /// Whether exchanging two nodes changes nothing.
    fn are_twins(&self, u: usize, v: usize) -> bool {
        let others = (0..self.num_nodes()).filter(|&w| w != u && w != v);
        self.nodes[u] == self.nodes[v]
            && self.edge(u, v) == self.edge(v, u)
            && others.into_iter().all(|w| self.edge(u, w) == self.edge(v, w))
    }

    fn key(&self) -> Vec<u32> {
        self.nodes.iter().chain(&self.edges).copied().collect()
    }
}

/// Spreads a number over all bits.
fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ x >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ x >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_testkit::Rng;

    fn random_shape(rng: &mut Rng) -> QuotientShape {
        let n = rng.between(1, 8);
        let (colours, percent) = (rng.between(1, 2), [20, 50, 90][rng.below(3)]);
        let nodes = (0..n).map(|_| rng.below(colours) as u32).collect();
        let mut shape = QuotientShape { nodes, edges: vec![0; n * n] };
        for u in 0..n {
            for v in 0..u {
                if rng.chance(percent) {
                    // 1 is its own reverse, 2 and 3 are each other's.
                    let edge = rng.between(1, 3) as u32;
                    shape.edges[u * n + v] = edge;
                    shape.edges[v * n + u] = [0, 1, 3, 2][edge as usize];
                }
            }
        }
        shape
    }

    /// The least description over all orders is canonical without doubt.
    fn least(shape: &QuotientShape) -> QuotientShape {
        fn extend(shape: &QuotientShape, order: &mut Vec<usize>, best: &mut Option<Vec<u32>>) {
            if order.len() == shape.num_nodes() {
                let key = shape.part(order).key();
                if best.as_ref().is_none_or(|best| key < *best) {
                    *best = Some(key);
                }
            }
            for u in (0..shape.num_nodes()).filter(|u| !order.contains(u)).collect::<Vec<_>>() {
                order.push(u);
                extend(shape, order, best);
                order.pop();
            }
        }
        let mut best = None;
        extend(shape, &mut Vec::new(), &mut best);
        let key = best.expect("there is an order");
        let n = shape.num_nodes();
        QuotientShape { nodes: key[..n].to_vec(), edges: key[n..].to_vec() }
    }

    #[test]
    fn numbering_does_not_matter() {
        let mut rng = Rng::new(1);
        for _ in 0..2_000 {
            let shape = random_shape(&mut rng);
            let mut order: Vec<usize> = (0..shape.num_nodes()).collect();
            (1..order.len()).for_each(|i| order.swap(i, rng.below(i + 1)));
            let other = shape.part(&order);
            assert_eq!(shape.part(&shape.canonical_order()), other.part(&other.canonical_order()));
        }
    }

    #[test]
    fn different_graphs_stay_different() {
        let mut rng = Rng::new(2);
        let small = |rng: &mut Rng| loop {
            let shape = random_shape(rng);
            if shape.num_nodes() <= 5 {
                return shape;
            }
        };
        for _ in 0..500 {
            let (a, b) = (small(&mut rng), small(&mut rng));
            let same = a.part(&a.canonical_order()) == b.part(&b.canonical_order());
            assert_eq!(same, least(&a) == least(&b));
        }
    }
}
