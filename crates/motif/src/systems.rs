//! From homomorphisms to monomorphisms to induced subgraphs, at one node or in total: two linear
//! systems whose coefficients follow from the catalogue.
//!
//! **Möbius inversion.** Let hom(P, r, v) be the number of homomorphisms of the motif P that send
//! its node r to v, and mono(P, r, v) that of the injective ones. Over all partitions π of the
//! nodes of P into sets without an arc inside,
//!
//! > mono(P, r, v) = Σ_π Π_(B ∈ π) (−1)^(|B| − 1) (|B| − 1)! · hom(P/π, r/π, v).
//!
//! P/π is again a connected motif of the catalogue, and hom depends only on the orbit of r/π in it.
//!
//! **Spanning subgraphs.** A copy of P at an orbit of v lies in exactly one induced subgraph P', on
//! the same nodes:
//!
//! > copies(P, o, v) = Σ_(P', o') [the spanning subgraphs of P' that are P, in which a node of
//! > orbit o' has orbit o] · induced(P', o', v).
//!
//! The coefficient of P' = P is 1 and P' has at least as many arcs as P: the system is triangular
//! and is solved from the clique downwards.
//!
//! Sums are taken modulo 2¹²⁸. The results count mappings of at most five nodes, one of them fixed,
//! into fewer than 2³² nodes. They are below 2¹²⁸, so nothing is lost.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::catalogue::Catalogue;
use crate::shape::Shape;

/// A sparse row: orbits and their coefficients.
type Row = Vec<(usize, i64)>;

/// The two systems of undirected motifs up to five nodes.
pub(crate) struct Systems {
    /// For each orbit, the row that computes mono from hom.
    from_hom: Vec<Row>,
    /// For each orbit, the number of mappings per copy: the automorphisms of P that fix a node of
    /// it.
    maps_of_copy: Vec<u128>,
    /// For each orbit, the row that computes copies from induced counts, without the orbit itself.
    from_induced: Vec<Row>,
}

/// The number of orbits of motifs up to this size.
pub(crate) fn num_orbits(size: usize) -> usize {
    Catalogue::undirected(size).end_orbit()
}

impl Systems {
    /// The systems of motifs up to a size from 3 to 5.
    pub(crate) fn get(size: usize) -> &'static Self {
        static SYSTEMS: [OnceLock<Systems>; 6] = [const { OnceLock::new() }; 6];
        SYSTEMS[size].get_or_init(|| Self::make(size))
    }

    fn make(most: usize) -> Self {
        let (mut from_hom, mut maps_of_copy) = (Vec::new(), Vec::new());
        let mut from_induced = vec![Row::new(); num_orbits(most)];
        for size in 2..=most {
            for motif in Catalogue::undirected(size).motifs() {
                let roots: Vec<usize> =
                    (0..motif.num_orbits()).map(|orbit| motif.node_of(orbit)).collect();
                from_hom.extend(mobius(motif.shape, &roots));
                for orbit in 0..motif.num_orbits() {
                    maps_of_copy.push((motif.automorphisms / motif.orbit_len(orbit)) as u128);
                }
            }
            for (place, row) in spanning_orbits(size, false).into_iter().enumerate() {
                from_induced[first_orbit(size) + place] = row;
            }
        }
        Self { from_hom, maps_of_copy, from_induced }
    }

    /// Copies at each orbit from homomorphisms; the orbit `given` already holds the number of its
    /// injective mappings.
    pub(crate) fn copies(&self, hom: &[u128], given: Option<usize>) -> Vec<u128> {
        let of = |orbit: usize| {
            let mono = if given == Some(orbit) {
                hom[orbit]
            } else {
                combined(&self.from_hom[orbit], hom)
            };
            mono / self.maps_of_copy[orbit]
        };
        (0..hom.len()).map(of).collect()
    }

    /// The homomorphisms at an orbit that holds the number of its injective mappings.
    pub(crate) fn hom_from_mono(&self, orbit: usize, hom: &[u128]) -> u128 {
        // Its own homomorphisms have the coefficient 1.
        let others = combined(&self.from_hom[orbit], hom).wrapping_sub(hom[orbit]);
        hom[orbit].wrapping_sub(others)
    }

    /// Induced counts at each orbit from copies.
    pub(crate) fn induced(&self, copies: &[u128]) -> Vec<u128> {
        let mut induced = vec![0; copies.len()];
        // Within a size orbits are ordered by the arcs of their motif, and sizes do not mix.
        for orbit in (0..copies.len()).rev() {
            let others = combined(&self.from_induced[orbit], &induced);
            induced[orbit] = copies[orbit].wrapping_sub(others);
        }
        induced
    }
}

fn combined(row: &Row, values: &[u128]) -> u128 {
    row.iter().fold(0_u128, |sum, &(orbit, factor)| {
        // A negative factor wraps around, as the sum does.
        sum.wrapping_add(values[orbit].wrapping_mul(i128::from(factor).cast_unsigned()))
    })
}

fn first_orbit(size: usize) -> usize {
    Catalogue::undirected(size).motifs()[0].first_orbit
}

/// The rows of mono(P, root) over hom of the quotients, one per root.
fn mobius(shape: Shape, roots: &[usize]) -> Vec<Row> {
    let mut rows = vec![FxHashMap::default(); roots.len()];
    for (quotient, blocks, factor) in quotients(shape) {
        let found = Catalogue::undirected(quotient.num_nodes()).find(quotient);
        let (_, orbits) = found.expect("a quotient of a connected motif is connected");
        for (row, &root) in rows.iter_mut().zip(roots) {
            *row.entry(orbits[blocks[root]]).or_insert(0) += factor;
        }
    }
    rows.into_iter().map(sorted).collect()
}

/// The quotients of a shape by the partitions of its nodes that have no arc inside a block: each
/// with the block of every node, and its coefficient.
pub(crate) fn quotients(shape: Shape) -> impl Iterator<Item = (Shape, Vec<usize>, i64)> {
    let partitions = partitions(shape.num_nodes()).into_iter();
    let apart = partitions.filter(move |blocks| shape.arcs().all(|(i, j)| blocks[i] != blocks[j]));
    apart.map(move |blocks| {
        let num_blocks = blocks.iter().max().map_or(0, |last| last + 1);
        let sign_and_size = (0..num_blocks).map(|block| {
            let len = blocks.iter().filter(|&&b| b == block).count() as u32;
            (1..len).map(|factor| -i64::from(factor)).product::<i64>()
        });
        let factor: i64 = sign_and_size.product();
        let quotient = shape
            .arcs()
            .fold(Shape::empty(num_blocks), |q, (i, j)| q.with_arc(blocks[i], blocks[j]));
        (quotient, blocks, factor)
    })
}

fn sorted(row: FxHashMap<usize, i64>) -> Row {
    let mut row: Row = row.into_iter().filter(|&(_, factor)| factor != 0).collect();
    row.sort_unstable();
    row
}

/// All partitions of `nodes` nodes, as the block of each node. Blocks are numbered as they appear.
fn partitions(nodes: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for _ in 0..nodes {
        all = all
            .into_iter()
            .flat_map(|start: Vec<usize>| {
                let next = start.iter().max().map_or(0, |last| last + 1);
                (0..=next).map(move |block| [&start[..], &[block]].concat())
            })
            .collect();
    }
    all
}

/// For each orbit o of the size, from its first one on: the orbits o' ≠ o of which a copy is a
/// spanning subgraph, and how often.
pub(crate) fn spanning_orbits(size: usize, directed: bool) -> Vec<Row> {
    let catalogue = Catalogue::of(size, directed);
    let first = catalogue.motifs()[0].first_orbit;
    let mut rows: Vec<FxHashMap<usize, i64>> =
        vec![FxHashMap::default(); catalogue.end_orbit() - first];
    let mut known: FxHashMap<Shape, Option<Vec<usize>>> = FxHashMap::default();
    for motif in catalogue.motifs() {
        let parts: Vec<Vec<(usize, usize)>> = if directed {
            motif.shape.arcs().map(|arc| vec![arc]).collect()
        } else {
            motif.shape.pairs().map(|(i, j)| vec![(i, j), (j, i)]).collect()
        };
        // Without the motif itself.
        for chosen in 0..(1_u32 << parts.len()) - 1 {
            let kept = parts.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
            let shape = kept
                .flat_map(|(_, arcs)| arcs)
                .fold(Shape::empty(size), |shape, &(i, j)| shape.with_arc(i, j));
            let orbits = known.entry(shape).or_insert_with(|| {
                shape
                    .is_connected()
                    .then(|| catalogue.find_often(shape).map(|found| found.1))
                    .flatten()
            });
            let Some(orbits) = orbits else { continue };
            for orbit in 0..motif.num_orbits() {
                let part = orbits[motif.node_of(orbit)];
                *rows[part - first].entry(motif.first_orbit + orbit).or_insert(0) += 1;
            }
        }
    }
    rows.into_iter().map(sorted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_three_has_its_mappings_less_the_folded_ones() {
        // From its end: walks of two steps, less those that return. From its middle: d² − d.
        let systems = Systems::get(5);
        assert_eq!(systems.from_hom[1], [(0, -1), (1, 1)]);
        assert_eq!(systems.from_hom[2], [(0, -1), (2, 1)]);
        // A triangle has three paths, in two of which a given node is an end.
        assert_eq!(systems.from_induced[1], [(3, 2)]);
        assert_eq!(systems.from_induced[2], [(3, 1)]);
        assert_eq!(partitions(5).len(), 52);
    }
}
