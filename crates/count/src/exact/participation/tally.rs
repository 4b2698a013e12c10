//! Where what takes part is added up.

use isocount_core::{LabeledGraph, NodeId, Pattern};
use rustc_hash::FxHashMap;

use crate::exact::spaces::RowRef;

/// Sums by graph node, or by pair of graph nodes that a link of the pattern goes to.
#[derive(Clone, Debug)]
pub(in crate::exact) struct Tally {
    /// For each pattern node, the column that it counts in.
    of_node: Vec<Option<u8>>,
    /// By graph node.
    pub(in crate::exact) columns: Vec<Vec<u128>>,
    /// For arcs: by table of the engine, and graph node of its row and member of that row.
    pub(super) pairs: Option<FxHashMap<(u16, u32, u32), u128>>,
}

impl Tally {
    /// Nothing yet. Where arcs take part, only nodes with a loop have a column, each its own.
    pub(super) fn new(
        pattern: &Pattern,
        graph: &LabeledGraph,
        orbits: &[Vec<NodeId>],
        is_of_arcs: bool,
    ) -> Self {
        let mut of_node = vec![None; pattern.num_nodes()];
        let mut num_columns = 0;
        let looped = pattern.nodes().filter(|&u| !pattern.arcs_between(u, u).is_empty());
        let alone: Vec<Vec<NodeId>> = looped.map(|u| vec![u]).collect();
        for group in if is_of_arcs { &alone } else { orbits } {
            for u in group {
                of_node[u.ix()] = Some(num_columns);
            }
            num_columns += 1;
        }
        let columns = vec![vec![0; graph.num_nodes()]; num_columns as usize];
        Self { of_node, columns, pairs: is_of_arcs.then(FxHashMap::default) }
    }

    pub(in crate::exact) fn is_of_arcs(&self) -> bool {
        self.pairs.is_some()
    }

    /// For each pattern node, its column.
    pub(super) fn columns_of_nodes(&self) -> &[Option<u8>] {
        &self.of_node
    }

    /// The column of a pattern node.
    #[inline]
    pub(in crate::exact) fn column_of(&self, u: usize) -> Option<usize> {
        self.of_node[u].map(usize::from)
    }

    /// Adds the number of mappings that send `u` to the place `x`; the rows are those that the
    /// place was found in.
    #[inline]
    pub(super) fn add(
        &mut self,
        u: usize,
        x: u32,
        mappings: u128,
        (rows, images): (&[RowRef], &[u32]),
        nodes: &[u32],
    ) {
        let node = nodes[x as usize];
        if let Some(column) = self.of_node[u] {
            let sum = &mut self.columns[column as usize][node as usize];
            *sum = sum.saturating_add(mappings);
        }
        if let Some(pairs) = &mut self.pairs {
            for row in rows {
                let from = nodes[images[row.from as usize] as usize];
                let sum = pairs.entry((row.table, from, node)).or_insert(0);
                *sum = sum.saturating_add(mappings);
            }
        }
    }

    /// Adds another tally of the same kind.
    pub(in crate::exact) fn join(&mut self, other: &Self) {
        let both = self.columns.iter_mut().flatten().zip(other.columns.iter().flatten());
        both.for_each(|(sum, more)| *sum = sum.saturating_add(*more));
        if let (Some(pairs), Some(others)) = (&mut self.pairs, &other.pairs) {
            for (pair, more) in others.iter().map(|(pair, more)| (*pair, *more)) {
                let sum = pairs.entry(pair).or_insert(0);
                *sum = sum.saturating_add(more);
            }
        }
    }

    pub(super) fn multiply(&mut self, factor: u128) {
        let pairs = self.pairs.iter_mut().flat_map(FxHashMap::values_mut);
        for sum in self.columns.iter_mut().flatten().chain(pairs) {
            *sum = sum.saturating_mul(factor);
        }
    }
}
