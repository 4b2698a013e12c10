//! Cycles of five nodes through each node, counted at their node of highest rank.
//!
//! Let v be that node, and G' the graph of all nodes below it. A cycle is v u₁ w₁ w₂ u₂ with u₁, u₂
//! in U, the neighbours of v in G'. With
//!
//! > c(w) = |N(w) ∩ U|,  e(w) = Σ_(x ∈ N'(w)) c(x),
//!
//! Σ_w c(w) e(w) counts the walks (u₁, w₁, w₂, u₂), each cycle once in either direction. Not all of
//! them are cycles: X of them have u₁ = u₂, Y have u₁ = w₂, Z have u₂ = w₁, and YZ have both of the
//! latter; no other two can hold at once. So the number of cycles in which a node has one of the
//! three roles is walks − X − Y − Z + YZ, where t'(u, w) is the number of common neighbours in G',
//! T'(u) = Σ_w t'(u, w), and d' the degree in G':
//!
//! | role | walks | X | Y | Z | YZ |
//! |---|---|---|---|---|---|
//! | w = w₁ | c(w) e(w) | Σ_(u ∈ U ∩ N(w)) t'(u, w) | Σ_(u ∈ U ∩ N(w)) c(u) | c(w) d'(w), if w ∈ U | c(w), if w ∈ U |
//! | u = u₁ | Σ_(w ∈ N'(u)) e(w) | T'(u) | c(u) d'(u) | Σ_(x ∈ U ∩ N(u)) d'(x) | c(u) |
//! | v, twice | Σ_w c(w) e(w) | Σ_(u ∈ U) T'(u) | Σ_(u ∈ U) c(u) d'(u) | as Y | Σ_(u ∈ U) c(u) |
//!
//! Nodes are taken by ascending rank, and t', T' and d' grow with G'. Since the nodes of U have a
//! lower degree than v, there are few walks of two steps from all v together. The walks of three
//! steps are never listed: e is one sum per w.

use isocount_core::{Cancelled, Control};

use crate::ranked::Ranked;

/// The number of cycles of five nodes through each node, modulo 2¹²⁸.
pub(crate) fn five_cycles(graph: &Ranked, control: &Control) -> Result<Vec<u128>, Cancelled> {
    let nodes = graph.num_nodes();
    let mut found = vec![0_u128; nodes];
    // t', T', d' of the graph below v.
    let mut pair_triangles = vec![0_u32; graph.num_edges()];
    let mut triangles = vec![0_u64; nodes];
    let mut degree = vec![0_u64; nodes];
    // For one v: c, e, X + Y of w, whether a node is in U; and which nodes have a c.
    let mut c = vec![0_u64; nodes];
    let mut e = vec![0_u64; nodes];
    let mut folded = vec![0_u64; nodes];
    let mut in_u = vec![false; nodes];
    let mut reached = Vec::new();
    for v in 0..nodes {
        control.check()?;
        for (u, _) in graph.lower(v) {
            in_u[u] = true;
            for (w, _) in graph.row(u).take_while(|&(w, _)| w < v) {
                if c[w] == 0 {
                    reached.push(w);
                }
                c[w] += 1;
            }
        }
        for &w in &reached {
            e[w] = graph.row(w).take_while(|&(x, _)| x < v).map(|(x, _)| c[x]).sum();
        }
        let mut walks_less_folded = 0_u128;
        for (u, _) in graph.lower(v) {
            let (mut walks, mut z) = (0_u128, 0_u128);
            for (w, edge) in graph.row(u).take_while(|&(w, _)| w < v) {
                folded[w] += u64::from(pair_triangles[edge]) + c[u];
                walks += u128::from(e[w]);
                if in_u[w] {
                    z += u128::from(degree[w]);
                }
            }
            let (x, y) = (u128::from(triangles[u]), u128::from(c[u]) * u128::from(degree[u]));
            let cycles = walks.wrapping_sub(x + y + z).wrapping_add(u128::from(c[u]));
            found[u] = found[u].wrapping_add(cycles);
            let of_v = x.wrapping_add(2 * y).wrapping_sub(u128::from(c[u]));
            walks_less_folded = walks_less_folded.wrapping_sub(of_v);
        }
        for &w in &reached {
            let walks = u128::from(c[w]) * u128::from(e[w]);
            walks_less_folded = walks_less_folded.wrapping_add(walks);
            let mut cycles = walks.wrapping_sub(u128::from(folded[w]));
            if in_u[w] {
                let z_less_yz = u128::from(c[w]) * u128::from(degree[w]);
                cycles = cycles.wrapping_sub(z_less_yz).wrapping_add(u128::from(c[w]));
            }
            found[w] = found[w].wrapping_add(cycles);
        }
        // Each cycle was met in both directions, so the sum is even.
        found[v] = found[v].wrapping_add(walks_less_folded / 2);
        // v joins the graph below.
        for (u, uv) in graph.lower(v) {
            for (w, edge) in graph.row(u).take_while(|&(w, _)| w < v) {
                if in_u[w] && w < u {
                    pair_triangles[edge] += 1;
                    triangles[u] += 1;
                    triangles[w] += 1;
                }
            }
            pair_triangles[uv] = c[u] as u32;
            triangles[u] += c[u];
            triangles[v] += c[u];
            degree[u] += 1;
            degree[v] += 1;
        }
        for (u, _) in graph.lower(v) {
            in_u[u] = false;
        }
        for w in reached.drain(..) {
            (c[w], e[w], folded[w]) = (0, 0, 0);
        }
    }
    Ok(found)
}
