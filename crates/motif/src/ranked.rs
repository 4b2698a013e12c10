//! The graph as the census sees it: undirected, without loops and parallel edges, its nodes
//! renumbered by degree.
//!
//! Nodes are numbered by ascending degree, so that the later neighbours of a node are few even at a
//! hub: a graph of m edges has at most √(2m) of them per node. Rows are sorted, and every edge has
//! a number.

use isocount_core::{Cancelled, Control, LabeledGraph, NodeId};

/// Sorted rows of neighbours by rank.
pub(crate) struct Ranked {
    starts: Vec<usize>,
    near: Vec<u32>,
    edges: Vec<u32>,
    /// For each node, the position of its first neighbour of higher rank.
    higher: Vec<usize>,
    /// The node of the graph that has each rank.
    original: Vec<u32>,
}

impl Ranked {
    pub(crate) fn new(graph: &LabeledGraph, control: &Control) -> Result<Self, Cancelled> {
        let mut rows: Vec<Vec<u32>> = Vec::with_capacity(graph.num_nodes());
        for v in graph.nodes() {
            if v.0.is_multiple_of(1024) {
                control.check()?;
            }
            rows.push(neighbours(graph, v));
        }
        let mut original: Vec<u32> = (0..rows.len() as u32).collect();
        original.sort_by_key(|&v| rows[v as usize].len());
        let mut rank = vec![0_u32; rows.len()];
        for (place, &v) in original.iter().enumerate() {
            rank[v as usize] = place as u32;
        }
        let slots = rows.iter().map(Vec::len).sum();
        let mut ranked = Self {
            starts: vec![0],
            near: Vec::with_capacity(slots),
            edges: vec![0; slots],
            higher: Vec::with_capacity(rows.len()),
            original,
        };
        for (place, &v) in ranked.original.iter().enumerate() {
            let start = ranked.near.len();
            ranked.near.extend(rows[v as usize].iter().map(|&u| rank[u as usize]));
            ranked.near[start..].sort_unstable();
            let lower = ranked.near[start..].partition_point(|&u| (u as usize) < place);
            ranked.higher.push(start + lower);
            ranked.starts.push(ranked.near.len());
        }
        // Edges are numbered by their lower end; the higher end has its lower neighbours in the
        // same order.
        let mut next = ranked.starts.clone();
        let mut number = 0;
        for v in 0..ranked.num_nodes() {
            for slot in ranked.higher[v]..ranked.starts[v + 1] {
                let other = &mut next[ranked.near[slot] as usize];
                (ranked.edges[slot], ranked.edges[*other]) = (number, number);
                *other += 1;
                number += 1;
            }
        }
        Ok(ranked)
    }

    pub(crate) fn num_nodes(&self) -> usize {
        self.higher.len()
    }

    pub(crate) fn num_edges(&self) -> usize {
        self.near.len() / 2
    }

    pub(crate) fn degree(&self, v: usize) -> usize {
        self.starts[v + 1] - self.starts[v]
    }

    /// The node of the graph that has this rank.
    pub(crate) fn original(&self, rank: usize) -> usize {
        self.original[rank] as usize
    }

    /// The neighbours of a node and the numbers of the edges to them.
    pub(crate) fn row(&self, v: usize) -> impl ExactSizeIterator<Item = (usize, usize)> + '_ {
        self.slots(self.starts[v]..self.starts[v + 1])
    }

    /// The neighbours of lower rank, and the numbers of the edges to them.
    pub(crate) fn lower(&self, v: usize) -> impl ExactSizeIterator<Item = (usize, usize)> + '_ {
        self.slots(self.starts[v]..self.higher[v])
    }

    /// The neighbours of higher rank, and the numbers of the edges to them.
    pub(crate) fn higher(&self, v: usize) -> impl ExactSizeIterator<Item = (usize, usize)> + '_ {
        self.slots(self.higher[v]..self.starts[v + 1])
    }

    fn slots(
        &self,
        range: std::ops::Range<usize>,
    ) -> impl ExactSizeIterator<Item = (usize, usize)> + '_ {
        let pairs = self.near[range.clone()].iter().zip(&self.edges[range]);
        pairs.map(|(&u, &edge)| (u as usize, edge as usize))
    }

    /// (A f)(v) = Σ over neighbours u of f(u, the edge to u); modulo 2¹²⁸.
    pub(crate) fn gather(&self, f: impl Fn(usize, usize) -> u128) -> Vec<u128> {
        let sum = |v| self.row(v).fold(0_u128, |sum, (u, edge)| sum.wrapping_add(f(u, edge)));
        (0..self.num_nodes()).map(sum).collect()
    }

    /// Visits every triangle once, with u < v < w and the edges uv, uw, vw; by u, then v, then w.
    pub(crate) fn for_each_triangle(
        &self,
        control: &Control,
        mut f: impl FnMut([usize; 3], [usize; 3]),
    ) -> Result<(), Cancelled> {
        // The number of the edge from u, plus one.
        let mut to = vec![0_u32; self.num_nodes()];
        for u in 0..self.num_nodes() {
            control.check()?;
            for (w, edge) in self.higher(u) {
                to[w] = edge as u32 + 1;
            }
            for (v, uv) in self.higher(u) {
                for (w, vw) in self.higher(v) {
                    if to[w] != 0 {
                        f([u, v, w], [uv, to[w] as usize - 1, vw]);
                    }
                }
            }
            for (w, _) in self.higher(u) {
                to[w] = 0;
            }
        }
        Ok(())
    }
}

/// The other nodes that a node shares an arc with, sorted.
pub(crate) fn neighbours(graph: &LabeledGraph, v: NodeId) -> Vec<u32> {
    let arcs = graph.out_arcs(v).iter().chain(graph.in_arcs(v));
    let mut near: Vec<u32> = arcs.map(|arc| arc.node.0).filter(|&u| u != v.0).collect();
    near.sort_unstable();
    near.dedup();
    near
}
