//! Paths of two edges: counts that follow from c(a, x), the number of common neighbours of two
//! nodes.
//!
//! For each node a, c(a, ·) is counted along all paths a – u – x, with c(a, a) = d(a). Along the
//! same paths a second time, sums of c give homomorphisms of motifs with a cycle of four; the
//! number next to each is its orbit.
//!
//! | orbit | motif, and where its root is | homomorphisms |
//! |--:|---|---|
//! | 8 | cycle of 4 | Σ_x c(a, x)² |
//! | 36 | banner, opposite the pendant | Σ_x c(a, x)² d(x) |
//! | 50 | K2,3, degree 3 | Σ_x c(a, x)³ |
//! | – | q(a, u), walks of three steps along an edge | Σ_(x ∈ N(u)) c(a, x) |
//! | 49 | K2,3, degree 2, at u | Σ_(a ∈ N(u)) Σ_(x ∈ N(u)) c(a, x)² |
//! | 51 | house, floor | Σ_(u ∈ N(a)) Σ_(x ∈ N(u)) t(u, x) c(a, x) |
//!
//! K2,3 + edge is a diamond with hinge u x and tips a and e, and a node b adjacent to both tips.
//! With h(a, e) = the arcs inside N(a) ∩ N(e):
//!
//! | orbit | where its root is | homomorphisms |
//! |--:|---|---|
//! | 63 | a tip a | Σ_(u x ∈ arcs in N(a)) Σ_(e ∈ N(u) ∩ N(x)) c(a, e) |
//! | 64 | a hinge u | the same, summed by u |
//! | 62 | degree 2, b | Σ_(a ∈ N(b)) Σ_(e ∈ N(b)) h(a, e) |

use isocount_core::{Cancelled, Control};

use crate::ranked::Ranked;
use crate::triangles::Common;

/// The results of paths of two edges for motifs of five nodes.
pub(crate) struct FiveWedges {
    /// q for every edge.
    pub(crate) walks: Vec<u64>,
    /// Orbits and their homomorphisms at each node.
    pub(crate) orbits: [(usize, Vec<u128>); 8],
}

/// c(a, ·) for one node a at a time.
struct CommonCounts {
    c: Vec<u32>,
    reached: Vec<u32>,
}

impl CommonCounts {
    fn new(nodes: usize) -> Self {
        Self { c: vec![0; nodes], reached: Vec::new() }
    }

    fn fill(&mut self, graph: &Ranked, a: usize) {
        for x in self.reached.drain(..) {
            self.c[x as usize] = 0;
        }
        for (u, _) in graph.row(a) {
            for (x, _) in graph.row(u) {
                if self.c[x] == 0 {
                    self.reached.push(x as u32);
                }
                self.c[x] += 1;
            }
        }
    }

    fn sum(&self, term: impl Fn(usize, u64) -> u128) -> u128 {
        let terms = self.reached.iter().map(|&x| term(x as usize, u64::from(self.c[x as usize])));
        terms.fold(0, u128::wrapping_add)
    }
}

/// Orbit 8 alone.
pub(crate) fn cycles_of_four(graph: &Ranked, control: &Control) -> Result<Vec<u128>, Cancelled> {
    let mut counts = CommonCounts::new(graph.num_nodes());
    let mut orbit = Vec::with_capacity(graph.num_nodes());
    for a in 0..graph.num_nodes() {
        control.check()?;
        counts.fill(graph, a);
        orbit.push(counts.sum(|_, c| u128::from(c * c)));
    }
    Ok(orbit)
}

/// q for every edge.
pub(crate) fn walks_of_edges(graph: &Ranked, control: &Control) -> Result<Vec<u64>, Cancelled> {
    let mut counts = CommonCounts::new(graph.num_nodes());
    let mut walks = vec![0_u64; graph.num_edges()];
    for a in 0..graph.num_nodes() {
        control.check()?;
        counts.fill(graph, a);
        // The value is the same from either end.
        for (u, edge) in graph.higher(a) {
            walks[edge] = graph.row(u).map(|(x, _)| u64::from(counts.c[x])).sum();
        }
    }
    Ok(walks)
}

/// Computes all of the table. `t` and `common` are the triangles of each edge.
pub(crate) fn five_wedges(
    graph: &Ranked,
    t: &[u32],
    common: &Common,
    control: &Control,
) -> Result<FiveWedges, Cancelled> {
    let nodes = graph.num_nodes();
    let mut walks = vec![0_u64; graph.num_edges()];
    let [mut cycle, mut banner, mut bipartite, mut middle, mut floor] =
        [(); 5].map(|()| vec![0_u128; nodes]);
    let [mut beside, mut tip, mut hinge] = [(); 3].map(|()| vec![0_u128; nodes]);
    let mut counts = CommonCounts::new(nodes);
    let mut is_near = vec![false; nodes];
    let mut h = vec![0_u64; nodes];
    let mut met = Vec::new();
    for a in 0..nodes {
        control.check()?;
        counts.fill(graph, a);
        cycle[a] = counts.sum(|_, c| u128::from(c * c));
        banner[a] = counts.sum(|x, c| u128::from(c * c) * graph.degree(x) as u128);
        bipartite[a] = counts.sum(|_, c| u128::from(c * c) * u128::from(c));
        for (u, _) in graph.row(a) {
            is_near[u] = true;
        }
        for (u, au) in graph.row(a) {
            let (mut walk, mut squares, mut roofs, mut diamonds) = (0_u64, 0_u128, 0_u128, 0_u128);
            for (x, ux) in graph.row(u) {
                let c = u64::from(counts.c[x]);
                walk += c;
                squares += u128::from(c * c);
                roofs += u128::from(c * u64::from(t[ux]));
                if is_near[x] {
                    for &e in common.of(ux) {
                        let e = e as usize;
                        if h[e] == 0 {
                            met.push(e);
                        }
                        h[e] += 1;
                        diamonds += u128::from(counts.c[e]);
                    }
                }
            }
            walks[au] = walk;
            middle[u] = middle[u].wrapping_add(squares);
            floor[a] = floor[a].wrapping_add(roofs);
            hinge[u] = hinge[u].wrapping_add(diamonds);
            tip[a] = tip[a].wrapping_add(diamonds);
        }
        for (u, _) in graph.row(a) {
            is_near[u] = false;
            if !met.is_empty() {
                let arcs = graph.row(u).map(|(e, _)| u128::from(h[e])).sum();
                beside[u] = beside[u].wrapping_add(arcs);
            }
        }
        for e in met.drain(..) {
            h[e] = 0;
        }
    }
    let orbits = [
        (8, cycle),
        (36, banner),
        (50, bipartite),
        (49, middle),
        (51, floor),
        (62, beside),
        (63, tip),
        (64, hinge),
    ];
    Ok(FiveWedges { walks, orbits })
}
