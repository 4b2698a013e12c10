//! Motifs with labels: turns the keys found by a listing into motifs with their labels and orbits.

use rustc_hash::FxHashMap;

use crate::catalogue::Motif;
use crate::census::{CensusMotif, MotifLabels};
use crate::coded::Coded;
use crate::listing::{Occurrences, Packing};
use crate::names::{triad_code, undirected_name};
use crate::shape::{Shape, permutations};

impl Packing {
    /// The shape of a key, without its labels.
    pub(crate) fn shape(self, key: u128) -> Shape {
        let size = self.size();
        let pairs = (0..size).flat_map(|i| (0..size).map(move |j| (i, j)));
        pairs
            .filter(|&(i, j)| i != j && self.code(key, i, j) != 0)
            .fold(Shape::empty(size), |shape, (i, j)| shape.with_arc(i, j))
    }

    /// The number of automorphisms of a key, and the least node that they send each node to.
    fn symmetries(self, key: u128) -> (usize, Vec<usize>) {
        let mut leaders: Vec<usize> = (0..self.size()).collect();
        let mut number = 0;
        for p in permutations(self.size()).iter().filter(|p| self.renamed(key, p) == key) {
            number += 1;
            for (i, leader) in leaders.iter_mut().enumerate() {
                *leader = (*leader).min(p[i]);
            }
        }
        (number, leaders)
    }
}

/// The motif of a key, and its labels.
pub(crate) fn labelled_motif(
    graph: &Coded,
    packing: Packing,
    key: u128,
    first_orbit: usize,
) -> (Motif, MotifLabels) {
    let shape = packing.shape(key);
    let (automorphisms, leaders) = packing.symmetries(key);
    let is_leader = |&i: &usize| leaders[i] == i;
    let order: Vec<usize> = (0..packing.size()).filter(is_leader).collect();
    let orbits: Vec<usize> =
        leaders.iter().map(|leader| order.partition_point(|i| i < leader)).collect();
    let name = if shape.is_undirected() { undirected_name(shape) } else { triad_code(shape) };
    let labels = MotifLabels {
        nodes: (0..packing.size()).map(|i| graph.node_label(packing.label(key, i))).collect(),
        arcs: shape
            .arcs()
            .map(|(i, j)| graph.arc_labels(packing.code(key, i, j)).to_vec())
            .collect(),
    };
    (Motif { shape, name, automorphisms, orbits, first_orbit }, labels)
}

/// Adds the motifs that were found, ordered by arcs and key, and a column for each of their orbits.
/// Orbit numbers continue from the last motif, or start at `first_orbit`.
pub(crate) fn labelled_motifs(
    graph: &Coded,
    packing: Packing,
    found: FxHashMap<u128, Occurrences>,
    has_labels: bool,
    first_orbit: usize,
    motifs: &mut Vec<CensusMotif>,
    columns: &mut Columns,
) {
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_unstable_by_key(|&(key, _)| (packing.shape(key).num_arcs(), key));
    let after = |last: &CensusMotif| last.motif.first_orbit + last.motif.num_orbits();
    let mut first_orbit = motifs.last().map_or(first_orbit, after);
    for (key, Occurrences { count, nodes, links }) in found {
        let (motif, labels) = labelled_motif(graph, packing, key, first_orbit);
        first_orbit += motif.num_orbits();
        if !nodes[0].is_empty() {
            for orbit in 0..motif.num_orbits() {
                let mut sum = vec![0; nodes[0].len()];
                for (column, _) in nodes.iter().zip(&motif.orbits).filter(|&(_, &o)| o == orbit) {
                    sum.iter_mut().zip(column).for_each(|(sum, more)| *sum += more);
                }
                columns.nodes.push(sum);
            }
        }
        columns.links.push(links);
        let labels = has_labels.then_some(labels);
        motifs.push(CensusMotif { motif, labels, count: u128::from(count), estimate: None });
    }
}

/// Columns of counts: one per orbit for nodes, one per motif for links.
#[derive(Default)]
pub(crate) struct Columns {
    pub(crate) nodes: Vec<Vec<u64>>,
    pub(crate) links: Vec<Vec<u64>>,
}
