//! The linear systems of motifs of six nodes, in total rather than per node: from homomorphisms to
//! copies, and from copies to induced subgraphs.
//!
//! The equations are those of [`systems`](crate::systems). All coefficients follow from the
//! catalogue.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::plan::{is_cut, number_of, part};
use crate::catalogue::Catalogue;
use crate::homs::{FIVE_CYCLE, Homs};
use crate::shape::{Shape, permutations};
use crate::systems::{Systems, quotients};

/// A sparse row: numbers of motifs and their coefficients.
type Row = Vec<(usize, i64)>;

/// What is known about motifs of six nodes.
pub(super) struct Linear {
    /// For each motif, its number of automorphisms.
    automorphisms: Vec<u128>,
    /// For each motif, the smaller motifs that it becomes where nodes meet.
    quotients: Vec<Row>,
    /// For each motif, the other ones that have it as a spanning subgraph.
    spanned_by: Vec<Row>,
    /// The orbits of the parts of motifs with a cut node, in it.
    parts: Vec<(usize, Vec<usize>)>,
    /// The first orbit of each smaller motif.
    orbit_of: Vec<usize>,
    trees: Vec<usize>,
    clique: usize,
}

impl Linear {
    pub(super) fn get() -> &'static Self {
        static LINEAR: OnceLock<Linear> = OnceLock::new();
        LINEAR.get_or_init(Self::make)
    }

    fn make() -> Self {
        let motifs = Catalogue::undirected(6).motifs();
        let smaller = (2..=5).flat_map(|size| Catalogue::undirected(size).motifs());
        let orbit_of: Vec<usize> = smaller.map(|motif| motif.first_orbit).collect();
        let parts = motifs.iter().enumerate().filter_map(|(place, motif)| {
            let cut = (0..6).find(|&node| is_cut(motif.shape, node))?;
            Some((place, parts_at(motif.shape, cut)))
        });
        let is_tree = |&place: &usize| motifs[place].shape.num_arcs() == 10;
        Self {
            automorphisms: motifs.iter().map(|motif| motif.automorphisms as u128).collect(),
            quotients: motifs.iter().map(|motif| quotient_row(motif.shape)).collect(),
            spanned_by: spanned_by(),
            parts: parts.collect(),
            orbit_of,
            trees: (0..motifs.len()).filter(is_tree).collect(),
            clique: motifs.len() - 1,
        }
    }

    pub(super) fn num_motifs(&self) -> usize {
        self.automorphisms.len()
    }

    pub(super) fn num_smaller(&self) -> usize {
        self.orbit_of.len()
    }

    /// Adds the homomorphisms at one node.
    pub(super) fn add_smaller(&self, row: &[u128], sums: &mut [u128]) {
        for (sum, &orbit) in sums.iter_mut().zip(&self.orbit_of) {
            *sum = sum.wrapping_add(row[orbit]);
        }
    }

    /// Adds the homomorphisms of motifs with a cut node that send it to one node.
    pub(super) fn add_products(&self, row: &[u128], sums: &mut [u128]) {
        for (motif, orbits) in &self.parts {
            let product = orbits.iter().fold(1_u128, |all, &orbit| all.wrapping_mul(row[orbit]));
            sums[*motif] = sums[*motif].wrapping_add(product);
        }
    }

    /// The injective mappings of a motif.
    fn injective(&self, motif: usize, homs: u128, smaller: &[u128]) -> u128 {
        homs.wrapping_add(combined(&self.quotients[motif], smaller))
    }

    /// The copies of each motif; the clique's are given.
    pub(super) fn copies(&self, homs: &[u128], smaller: &[u128], cliques: u128) -> Vec<u128> {
        let of = |motif: usize| {
            if motif == self.clique {
                return cliques;
            }
            self.injective(motif, homs[motif], smaller) / self.automorphisms[motif]
        };
        (0..self.num_motifs()).map(of).collect()
    }

    /// The induced subgraphs of each motif. Motifs are ordered by their edges, so every other one
    /// that has a motif as a spanning subgraph comes later.
    pub(super) fn induced(&self, copies: &[u128]) -> Vec<u128> {
        let mut induced = vec![0; copies.len()];
        for motif in (0..copies.len()).rev() {
            induced[motif] =
                copies[motif].wrapping_sub(combined(&self.spanned_by[motif], &induced));
        }
        induced
    }

    /// The copies of all trees of six nodes.
    pub(super) fn trees(&self, smaller: &[u128], homs: &[u128]) -> u128 {
        let of =
            |&tree: &usize| self.injective(tree, homs[tree], smaller) / self.automorphisms[tree];
        self.trees.iter().map(of).fold(0, u128::wrapping_add)
    }
}

/// The connected induced subgraphs of five nodes, and the copies of all trees of five nodes.
pub(super) fn trees_of_five(homs: &Homs) -> (u128, u128) {
    let systems = Systems::get(5);
    let copies = systems.copies(&homs.sums(), Some(FIVE_CYCLE));
    let induced = systems.induced(&copies);
    let (mut subgraphs, mut trees) = (0_u128, 0_u128);
    for motif in Catalogue::undirected(5).motifs() {
        let len = motif.orbit_len(0) as u128;
        subgraphs = subgraphs.wrapping_add(induced[motif.first_orbit] / len);
        if motif.shape.num_arcs() == 8 {
            trees = trees.wrapping_add(copies[motif.first_orbit] / len);
        }
    }
    (subgraphs, trees)
}

fn combined(row: &Row, values: &[u128]) -> u128 {
    row.iter().fold(0_u128, |sum, &(motif, factor)| {
        // A negative factor wraps around, as the sum does.
        sum.wrapping_add(values[motif].wrapping_mul(i128::from(factor).cast_unsigned()))
    })
}

/// The orbits of a cut node in the parts that hang on it.
fn parts_at(shape: Shape, cut: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (0..6).filter(|&i| i != cut).collect();
    let mut orbits = Vec::new();
    while let Some(first) = left.pop() {
        let mut nodes = vec![cut, first];
        while let Some(place) =
            left.iter().position(|&u| nodes[1..].iter().any(|&v| shape.touch(u, v)))
        {
            nodes.push(left.swap_remove(place));
        }
        let piece = part(shape, &nodes);
        let found = Catalogue::undirected(nodes.len()).find(piece);
        let (_, places) = found.expect("a part of a connected motif is connected");
        orbits.push(places[0]);
    }
    orbits
}

fn quotient_row(shape: Shape) -> Row {
    let mut row: FxHashMap<usize, i64> = FxHashMap::default();
    for (quotient, _, factor) in quotients(shape).filter(|(q, ..)| q.num_nodes() < 6) {
        let number = number_of(quotient).expect("a quotient of a connected motif is connected");
        *row.entry(number).or_insert(0) += factor;
    }
    sorted(row)
}

fn sorted(row: FxHashMap<usize, i64>) -> Row {
    let mut row: Row = row.into_iter().filter(|&(_, factor)| factor != 0).collect();
    row.sort_unstable();
    row
}

/// For each motif, the other ones that have it as a spanning subgraph, and how often.
fn spanned_by() -> Vec<Row> {
    let motifs = Catalogue::undirected(6).motifs();
    let pairs: Vec<(usize, usize)> = (0..6).flat_map(|i| (i + 1..6).map(move |j| (i, j))).collect();
    let place = |i: usize, j: usize| pairs.iter().position(|&p| p == (i.min(j), i.max(j)));
    // Edges as the bits of a mask; for each mask, the motif.
    let mask_of = |shape: Shape| {
        shape.pairs().filter_map(|(i, j)| place(i, j)).fold(0_usize, |mask, bit| mask | 1 << bit)
    };
    let masks: Vec<usize> = motifs.iter().map(|motif| mask_of(motif.shape)).collect();
    let mut motif_of = vec![None; 1 << pairs.len()];
    for p in permutations(6) {
        let images: Vec<usize> =
            pairs.iter().filter_map(|&(i, j)| place(p[i], p[j])).map(|bit| 1 << bit).collect();
        for (motif, &mask) in masks.iter().enumerate() {
            let bits = (0..pairs.len()).filter(|bit| mask >> bit & 1 == 1);
            motif_of[bits.fold(0_usize, |renamed, bit| renamed | images[bit])] = Some(motif);
        }
    }
    let mut rows: Vec<FxHashMap<usize, i64>> = vec![FxHashMap::default(); motifs.len()];
    for (motif, &mask) in masks.iter().enumerate() {
        // All masks within this one but itself.
        let mut within = mask;
        while within != 0 {
            within = (within - 1) & mask;
            if let Some(spanned) = motif_of[within] {
                *rows[spanned].entry(motif).or_insert(0) += 1;
            }
        }
    }
    rows.into_iter().map(sorted).collect()
}
