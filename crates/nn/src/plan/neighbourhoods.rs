//! The distinct nodes to which a node has arcs, and the arcs among them, as used by local
//! relational pooling.
//!
//! ```text
//! N⁺(i) = { j ≠ i : ⟨i,j⟩ ∈ E }
//! ```
//!
//! Loops are excluded, since i would be its own neighbour; parallel arcs are listed separately, so
//! that sums over rows include each of them. `O(Σ_i Σ { out(j) : j ∈ N⁺(i) })`.
// PAPER: lrp-parallel-arcs

use isocount_core::Control;
use isocount_grad::{RowIndex, Segments, Selections};

use super::by_end::ByEnd;
use crate::batch::ITEMS_PER_CHECK;

/// Entries are pairs (i, j ∈ N⁺(i)), ordered by i.
#[derive(Clone, Debug)]
pub(crate) struct Neighbourhoods {
    /// |N⁺(i)|.
    pub(crate) sizes: Vec<usize>,
    /// The neighbour of each entry.
    pub(crate) neighbours: Vec<u32>,
    /// The entries by their nodes i.
    pub(crate) entries_of: Segments,
    /// Arcs ⟨i,j⟩.
    pub(crate) out: ArcsOf,
    /// Arcs ⟨j,i⟩.
    pub(crate) back: ArcsOf,
    /// Arcs ⟨j,j′⟩ between two neighbours of i, by i.
    pub(crate) among: ArcsOf,
    /// Ordered selections of neighbours. Their pairs are the (j, j′) with an arc between them, in
    /// either direction.
    pub(crate) selections: Selections,
    /// Arcs ⟨j,j′⟩ of the pairs (j, j′).
    pub(crate) ahead: ArcsOf,
    /// Arcs ⟨j′,j⟩ of the pairs (j, j′).
    pub(crate) behind: ArcsOf,
}

/// Arcs, and the group of each of them.
#[derive(Clone, Debug)]
pub(crate) struct ArcsOf {
    pub(crate) arcs: RowIndex,
    pub(crate) of: Segments,
}

impl ArcsOf {
    fn new(arcs: Vec<u32>, of: Vec<u32>, num: usize) -> Self {
        Self { arcs: RowIndex::new(arcs), of: Segments::new(of, num) }
    }
}

/// The position of a node that is not a neighbour.
const NONE: u32 = u32::MAX;

impl Neighbourhoods {
    pub(crate) fn new(tails: &[u32], heads: &[u32], num_nodes: usize, control: &Control) -> Self {
        let leaving = ByEnd::new(tails, num_nodes, control);
        let (mut sizes, mut neighbours) = (Vec::with_capacity(num_nodes), Vec::new());
        let (mut out, mut back, mut among) =
            <([Vec<u32>; 2], [Vec<u32>; 2], [Vec<u32>; 2])>::default();
        let mut pairs: Vec<[u32; 3]> = Vec::new();
        let (mut ahead, mut behind) = <([Vec<u32>; 2], [Vec<u32>; 2])>::default();
        let push = |to: &mut [Vec<u32>; 2], arc: u32, of: usize| {
            to[0].push(arc);
            to[1].push(of as u32);
        };
        // The position of a node among the neighbours of the current one.
        let mut place = vec![NONE; num_nodes];
        let (mut due, mut stopped) = (0, false);
        for node in 0..num_nodes {
            let (first, looked_at) = (neighbours.len(), out[0].len() + among[0].len() + node);
            if looked_at >= due {
                due = looked_at + ITEMS_PER_CHECK;
                stopped = stopped || control.is_cancelled();
            }
            if stopped {
                sizes.push(0);
                continue;
            }
            for &arc in leaving.of(node) {
                let head = heads[arc as usize] as usize;
                if head == node {
                    continue;
                }
                if place[head] == NONE {
                    place[head] = (neighbours.len() - first) as u32;
                    neighbours.push(head as u32);
                }
                push(&mut out, arc, first + place[head] as usize);
            }
            // (a, b, arc) for each arc from neighbour a to neighbour b.
            let mut between: Vec<[u32; 3]> = Vec::new();
            for (a, &neighbour) in (0..).zip(&neighbours[first..]) {
                for &arc in leaving.of(neighbour as usize) {
                    let head = heads[arc as usize] as usize;
                    if head == node {
                        push(&mut back, arc, first + a as usize);
                    } else if place[head] != NONE && place[head] != a {
                        push(&mut among, arc, node);
                        between.push([a, place[head], arc]);
                    }
                }
            }
            let mut ordered: Vec<[u32; 2]> =
                between.iter().flat_map(|&[a, b, _]| [[a, b], [b, a]]).collect();
            ordered.sort_unstable();
            ordered.dedup();
            let find =
                |pair: [u32; 2]| ordered.binary_search(&pair).expect("it was just put there");
            for &[a, b, arc] in &between {
                push(&mut ahead, arc, pairs.len() + find([a, b]));
                push(&mut behind, arc, pairs.len() + find([b, a]));
            }
            pairs.extend(ordered.iter().map(|&[a, b]| [node as u32, a, b]));
            for &neighbour in &neighbours[first..] {
                place[neighbour as usize] = NONE;
            }
            sizes.push(neighbours.len() - first);
        }
        let (num_entries, num_pairs) = (neighbours.len(), pairs.len());
        let arcs_of = |[arcs, of]: [Vec<u32>; 2], num: usize| ArcsOf::new(arcs, of, num);
        Self {
            entries_of: Segments::from_sizes(&sizes),
            out: arcs_of(out, num_entries),
            back: arcs_of(back, num_entries),
            among: arcs_of(among, num_nodes),
            selections: Selections::new(&sizes, pairs),
            ahead: arcs_of(ahead, num_pairs),
            behind: arcs_of(behind, num_pairs),
            sizes,
            neighbours,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_has_one_arc_among_the_neighbours_of_its_source() {
        // 0→1, 0→2, 1→2, 2→0, and a loop.
        let plan = Neighbourhoods::new(&[0, 0, 1, 2, 1], &[1, 2, 2, 0, 1], 3, &Control::NONE);
        assert_eq!(plan.sizes, [2, 1, 1]);
        assert_eq!(plan.neighbours, [1, 2, 2, 0]);
        assert_eq!(
            (plan.out.arcs.rows(), plan.out.of.of_row()),
            (&[0, 1, 2, 3][..], &[0, 1, 2, 3][..])
        );
        // Arc 3 = 2→0 goes back to 0 from its second neighbour, arc 1 = 0→2 back to 2 from its only
        // one.
        assert_eq!((plan.back.arcs.rows(), plan.back.of.of_row()), (&[3, 1][..], &[1, 3][..]));
        assert_eq!((plan.among.arcs.rows(), plan.among.of.of_row()), (&[2][..], &[0][..]));
        assert_eq!(plan.ahead.of.of_row(), [0]);
        assert_eq!(plan.behind.of.of_row(), [1]);
        assert_eq!(plan.selections.num_selections(), 4);
    }

    #[test]
    fn parallel_arcs_make_one_neighbour_and_are_listed_one_by_one() {
        let plan = Neighbourhoods::new(&[0, 0], &[1, 1], 2, &Control::NONE);
        assert_eq!(plan.sizes, [1, 0]);
        assert_eq!(plan.out.of.of_row(), [0, 0]);
    }
}
