//! Cliques and near-cliques of four and five nodes, from the common neighbours of the three nodes
//! of each triangle.
//!
//! Let X be the common neighbours of a triangle h < a < b. The number next to each motif is the
//! orbit of its root; the sums have one term for each triangle, or for each x in X.
//!
//! | orbit | motif, and where its root is | homomorphisms |
//! |--:|---|---|
//! | 14 | clique of 4, at x | Σ 6 |
//! | – | k(e), cliques of 4 with their two other nodes in order, at each edge of the triangle | Σ \|X\| |
//! | 66 | K5 − path, degree 3, at x | Σ 2 (t(ha) + t(hb) + t(ab)) |
//! | 70 | K5 − edge, degree 3, at x | Σ 6 \|X\| |
//! | 71 | K5 − edge, degree 4, at each node of the triangle | Σ 2 \|X\|² |
//! | 72 | clique of 5, at each of its nodes | 24 for each |
//!
//! A wheel with hub h is a cycle of four in the graph inside N(h): with the common neighbours
//! c_h(d, e) there,
//!
//! | orbit | where its root is | homomorphisms |
//! |--:|---|---|
//! | 69 | hub h | Σ_(d, e ∈ N(h)) c_h(d, e)² |
//! | 68 | rim d | Σ_(h ∈ N(d)) Σ_(e ∈ N(h)) c_h(d, e)² |

use isocount_core::{Cancelled, Control};

use crate::ranked::Ranked;
use crate::triangles::Common;

/// The results from triangles and their common neighbours.
pub(crate) struct NearCliques {
    /// k for every edge.
    pub(crate) cliques: Vec<u64>,
    /// Orbits and their homomorphisms at each node.
    pub(crate) orbits: [(usize, Vec<u128>); 7],
}

/// Orbit 14 alone: visits each clique once, and needs no tables of triangles.
pub(crate) fn cliques_of_four(graph: &Ranked, control: &Control) -> Result<Vec<u128>, Cancelled> {
    let nodes = graph.num_nodes();
    let mut orbit = vec![0_u128; nodes];
    // The last u, and the last pair u v plus one, that a node is a common neighbour of.
    let mut near_u = vec![u32::MAX; nodes];
    let mut near_both = vec![0_usize; nodes];
    let mut both = Vec::new();
    for u in 0..nodes {
        control.check()?;
        for (w, _) in graph.higher(u) {
            near_u[w] = u as u32;
        }
        for (v, uv) in graph.higher(u) {
            both.clear();
            both.extend(graph.higher(v).map(|(w, _)| w).filter(|&w| near_u[w] == u as u32));
            for &w in &both {
                near_both[w] = uv + 1;
            }
            for &w in &both {
                for (x, _) in graph.higher(w).filter(|&(x, _)| near_both[x] == uv + 1) {
                    for node in [u, v, w, x] {
                        orbit[node] += 6;
                    }
                }
            }
        }
    }
    Ok(orbit)
}

/// The number of cliques of four that each edge is in. Visits each clique once.
pub(crate) fn cliques_per_edge(graph: &Ranked, control: &Control) -> Result<Vec<u64>, Cancelled> {
    let nodes = graph.num_nodes();
    let mut cliques = vec![0_u64; graph.num_edges()];
    // The edge from u, or from v, to a node, plus one.
    let [mut from_u, mut from_v] = [(); 2].map(|()| vec![0_u32; nodes]);
    let mut both = Vec::new();
    for u in 0..nodes {
        control.check()?;
        for (w, edge) in graph.higher(u) {
            from_u[w] = edge as u32 + 1;
        }
        for (v, uv) in graph.higher(u) {
            both.clear();
            both.extend(graph.higher(v).filter(|&(w, _)| from_u[w] != 0));
            for &(w, vw) in &both {
                from_v[w] = vw as u32 + 1;
            }
            for &(w, vw) in &both {
                let uw = from_u[w] as usize - 1;
                for (x, wx) in graph.higher(w).filter(|&(x, _)| from_v[x] != 0) {
                    let (ux, vx) = (from_u[x] as usize - 1, from_v[x] as usize - 1);
                    for edge in [uv, uw, ux, vw, vx, wx] {
                        cliques[edge] += 1;
                    }
                }
            }
            for &(w, _) in &both {
                from_v[w] = 0;
            }
        }
        for (w, _) in graph.higher(u) {
            from_u[w] = 0;
        }
    }
    Ok(cliques)
}

/// Computes all of the tables. `t` and `common` are the triangles of each edge.
pub(crate) fn near_cliques(
    graph: &Ranked,
    t: &[u32],
    common: &Common,
    control: &Control,
) -> Result<NearCliques, Cancelled> {
    let nodes = graph.num_nodes();
    let mut cliques = vec![0_u64; graph.num_edges()];
    let [mut four, mut degree_3, mut tip, mut core, mut five] =
        [(); 5].map(|()| vec![0_u128; nodes]);
    let mut to_h = vec![0_u32; nodes];
    let mut near_ha = vec![usize::MAX; nodes];
    let mut in_x = vec![usize::MAX; nodes];
    let mut xs = Vec::new();
    for h in 0..nodes {
        control.check()?;
        for (w, edge) in graph.row(h) {
            to_h[w] = edge as u32 + 1;
        }
        for (a, ha) in graph.higher(h) {
            for &x in common.of(ha) {
                near_ha[x as usize] = ha;
            }
            for (b, ab) in graph.higher(a).filter(|&(b, _)| to_h[b] != 0) {
                let hb = to_h[b] as usize - 1;
                xs.clear();
                let near = common.of(hb).iter().map(|&x| x as usize);
                xs.extend(near.filter(|&x| near_ha[x] == ha));
                let len = xs.len() as u128;
                let pairs = 2 * (u128::from(t[ha]) + u128::from(t[hb]) + u128::from(t[ab]));
                for edge in [ha, hb, ab] {
                    cliques[edge] += xs.len() as u64;
                }
                for node in [h, a, b] {
                    core[node] += 2 * len * len;
                }
                for &x in &xs {
                    four[x] += 6;
                    degree_3[x] += pairs;
                    tip[x] += 6 * len;
                    // The triangle's own edge ab marks X.
                    in_x[x] = ab;
                }
                for &x in xs.iter().filter(|&&x| x > b) {
                    let later = common.of(to_h[x] as usize - 1);
                    let later = &later[later.partition_point(|&y| y as usize <= x)..];
                    for y in later.iter().map(|&y| y as usize).filter(|&y| in_x[y] == ab) {
                        for node in [h, a, b, x, y] {
                            five[node] += 24;
                        }
                    }
                }
                for &x in &xs {
                    in_x[x] = usize::MAX;
                }
            }
        }
        for (w, _) in graph.row(h) {
            to_h[w] = 0;
        }
    }
    let (rim, hub) = wheels(graph, common, control)?;
    let orbits =
        [(14, four), (66, degree_3), (68, rim), (69, hub), (70, tip), (71, core), (72, five)];
    Ok(NearCliques { cliques, orbits })
}

/// Orbits 68 and 69.
fn wheels(
    graph: &Ranked,
    common: &Common,
    control: &Control,
) -> Result<(Vec<u128>, Vec<u128>), Cancelled> {
    let nodes = graph.num_nodes();
    let [mut rim, mut hub] = [(); 2].map(|()| vec![0_u128; nodes]);
    let mut to_h = vec![0_u32; nodes];
    let mut c = vec![0_u32; nodes];
    let mut reached = Vec::new();
    for h in 0..nodes {
        control.check()?;
        for (w, edge) in graph.row(h) {
            to_h[w] = edge as u32;
        }
        for (d, hd) in graph.row(h) {
            for &a in common.of(hd) {
                for &e in common.of(to_h[a as usize] as usize) {
                    if c[e as usize] == 0 {
                        reached.push(e as usize);
                    }
                    c[e as usize] += 1;
                }
            }
            let mut squares = 0_u128;
            for e in reached.drain(..) {
                squares += u128::from(c[e]) * u128::from(c[e]);
                c[e] = 0;
            }
            hub[h] += squares;
            rim[d] += squares;
        }
    }
    Ok((rim, hub))
}
