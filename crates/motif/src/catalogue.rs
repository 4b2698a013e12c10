//! All connected motifs of one size, each once, with its orbits.
//!
//! A connected graph has a node without which it is still connected, so the motifs of n nodes are
//! those of n − 1 nodes with one more node, joined in every possible way; shapes with the same
//! canonical form are one motif. The only hard-coded data is the customary order of the small ones.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::names::{GRAPHLETS, triad_code, undirected_name};
use crate::shape::{Shape, permutations};

/// The sizes of undirected motifs in the catalogue.
pub(crate) const UNDIRECTED_SIZES: std::ops::RangeInclusive<usize> = 2..=6;
/// The sizes of directed motifs in the catalogue.
pub(crate) const DIRECTED_SIZES: std::ops::RangeInclusive<usize> = 2..=4;

/// One connected pattern.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Motif {
    /// Its nodes and arcs.
    pub shape: Shape,
    /// Its name, if it has one, such as `diamond` or `030T`.
    pub name: Option<String>,
    /// The number of automorphisms.
    pub automorphisms: usize,
    /// The orbit of each node, numbered from 0. Nodes that an automorphism exchanges have the same
    /// orbit.
    pub orbits: Vec<usize>,
    /// The number of its first orbit when the orbits of all motifs, directed or undirected as this
    /// one, are numbered from the smallest motifs on.
    pub first_orbit: usize,
}

impl Motif {
    fn new(shape: Shape, name: Option<String>) -> Self {
        let leaders = shape.orbit_leaders();
        // The customary order: degree, then the degrees of the neighbours. (Ties remain only beyond
        // five nodes.)
        let rank = |i: usize| {
            let near = (0..shape.num_nodes()).filter(|&j| j != i && shape.touch(i, j));
            (shape.degree(i), near.map(|j| shape.degree(j)).sum::<usize>(), i)
        };
        let mut order: Vec<usize> = (0..leaders.len()).filter(|&i| leaders[i] == i).collect();
        order.sort_by_key(|&i| rank(i));
        let place = |leader| order.iter().position(|&o| o == leader).unwrap_or_default();
        let orbits = leaders.iter().map(|&leader| place(leader)).collect();
        Self { shape, name, automorphisms: shape.automorphisms(), orbits, first_orbit: 0 }
    }

    /// The number of orbits.
    #[must_use]
    pub fn num_orbits(&self) -> usize {
        self.orbits.iter().max().map_or(0, |last| last + 1)
    }

    /// The number of nodes of an orbit.
    #[must_use]
    pub fn orbit_len(&self, orbit: usize) -> usize {
        self.orbits.iter().filter(|&&o| o == orbit).count()
    }

    /// A node of an orbit.
    pub(crate) fn node_of(&self, orbit: usize) -> usize {
        self.orbits.iter().position(|&o| o == orbit).unwrap_or_default()
    }

    /// Its name, or its arcs if it has none.
    #[must_use]
    pub fn title(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.shape.notation())
    }
}

/// The connected motifs of one size.
///
/// ```
/// use isocount_motif::{Catalogue, Shape};
///
/// // Of four nodes there are six connected undirected motifs, from the path to the clique.
/// let four = Catalogue::undirected(4);
/// assert_eq!(four.motifs().len(), 6);
///
/// // Which of them is a ring of four?
/// let ring = Shape::undirected(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
/// let (place, _) = four.find(ring).expect("it is connected");
/// assert_eq!(four.motifs()[place].automorphisms, 8);
/// ```
#[derive(Debug)]
pub struct Catalogue {
    motifs: Vec<Motif>,
    by_form: FxHashMap<Shape, usize>,
    /// Maps every numbering of every motif to the motif and the places of its nodes in the
    /// canonical form; made when it is first needed.
    by_numbering: OnceLock<FxHashMap<Shape, (usize, &'static [usize])>>,
}

impl Catalogue {
    /// Undirected motifs of two to six nodes: 1, 2, 6, 21 and 112 of them. Up to five nodes they
    /// are in the customary order, and their orbits have the customary numbers 0 to 72.
    ///
    /// # Panics
    /// For other sizes.
    #[must_use]
    pub fn undirected(size: usize) -> &'static Self {
        static LISTS: [OnceLock<Catalogue>; 7] = [const { OnceLock::new() }; 7];
        assert!(UNDIRECTED_SIZES.contains(&size), "undirected motifs have 2 to 6 nodes");
        LISTS[size].get_or_init(|| Self::make(size, false))
    }

    /// Directed motifs of two to four nodes: 2, 13 and 199 of them.
    ///
    /// # Panics
    /// For other sizes.
    #[must_use]
    pub fn directed(size: usize) -> &'static Self {
        static LISTS: [OnceLock<Catalogue>; 5] = [const { OnceLock::new() }; 5];
        assert!(DIRECTED_SIZES.contains(&size), "directed motifs have 2 to 4 nodes");
        LISTS[size].get_or_init(|| Self::make(size, true))
    }

    /// The catalogue for a size, directed or undirected.
    pub(crate) fn of(size: usize, directed: bool) -> &'static Self {
        if directed { Self::directed(size) } else { Self::undirected(size) }
    }

    fn make(size: usize, directed: bool) -> Self {
        let (smaller, mut first_orbit) = if size == 2 {
            (vec![Shape::empty(1)], 0)
        } else {
            let smaller = Self::of(size - 1, directed);
            (smaller.motifs.iter().map(|motif| motif.shape).collect(), smaller.end_orbit())
        };
        let mut forms: Vec<Shape> = smaller
            .iter()
            .flat_map(|&shape| joined(shape, directed))
            .map(|shape| shape.canonical().0)
            .collect();
        forms.sort_unstable();
        forms.dedup();
        let known: Vec<Shape> = if directed {
            Vec::new()
        } else {
            let of_size = GRAPHLETS.iter().filter(|g| g.nodes == size);
            of_size.map(|g| Shape::undirected(size, g.edges).canonical().0).collect()
        };
        let graphlet = |form: Shape| known.iter().position(|&known| known == form);
        forms.sort_by_cached_key(|&form| (graphlet(form), form.num_arcs(), form));
        let name = |form| match graphlet(form) {
            _ if directed => triad_code(form),
            Some(place) => {
                let mut of_size = GRAPHLETS.iter().filter(|g| g.nodes == size);
                of_size.nth(place).map(|g| g.name.to_owned())
            }
            None => undirected_name(form),
        };
        let mut motifs: Vec<Motif> =
            forms.iter().map(|&form| Motif::new(form, name(form))).collect();
        for motif in &mut motifs {
            motif.first_orbit = first_orbit;
            first_orbit += motif.num_orbits();
        }
        let by_form = forms.iter().enumerate().map(|(place, &form)| (form, place)).collect();
        Self { motifs, by_form, by_numbering: OnceLock::new() }
    }

    /// The motifs, in order.
    #[must_use]
    pub fn motifs(&self) -> &[Motif] {
        &self.motifs
    }

    /// Every numbering of every motif. Of the permutations to the canonical form, the first one is
    /// kept, as in `canonical`.
    fn numberings(&self) -> FxHashMap<Shape, (usize, &'static [usize])> {
        let mut all = FxHashMap::default();
        for (place, motif) in self.motifs.iter().enumerate() {
            let nodes = motif.shape.num_nodes();
            for p in permutations(nodes) {
                // Where `p` is the way back: numbering p⁻¹ of the form becomes the form by p.
                let mut back = vec![0; nodes];
                p.iter().enumerate().for_each(|(i, &to)| back[to] = i);
                all.entry(motif.shape.renamed(&back)).or_insert((place, &p[..]));
            }
        }
        all
    }

    /// One past the number of its last orbit.
    #[must_use]
    pub fn end_orbit(&self) -> usize {
        self.motifs.last().map_or(0, |last| last.first_orbit + last.num_orbits())
    }

    /// The index of the motif that a connected shape is, and the number of the orbit of each of its
    /// nodes.
    #[must_use]
    pub fn find(&self, shape: Shape) -> Option<(usize, Vec<usize>)> {
        if shape.num_nodes() <= MOST_NUMBERED {
            return self.find_often(shape);
        }
        let (form, place) = shape.canonical();
        Some(self.found(*self.by_form.get(&form)?, place))
    }

    /// The same for callers that look for thousands of shapes: first makes a table of all
    /// numberings.
    pub(crate) fn find_often(&self, shape: Shape) -> Option<(usize, Vec<usize>)> {
        let all = self.by_numbering.get_or_init(|| self.numberings());
        let &(found, place) = all.get(&shape)?;
        Some(self.found(found, place))
    }

    fn found(&self, found: usize, place: &[usize]) -> (usize, Vec<usize>) {
        let motif = &self.motifs[found];
        let orbits = place.iter().map(|&node| motif.first_orbit + motif.orbits[node]).collect();
        (found, orbits)
    }
}

/// Shapes of up to this size are looked for in the table of all numberings.
const MOST_NUMBERED: usize = 5;

/// The shapes with one more node, joined to at least one of the others.
fn joined(shape: Shape, directed: bool) -> Vec<Shape> {
    let old = shape.num_nodes();
    let wider = shape.arcs().fold(Shape::empty(old + 1), |wider, (i, j)| wider.with_arc(i, j));
    let mut shapes = vec![wider];
    for i in 0..old {
        let with = |kinds: &[&[(usize, usize)]], shapes: &[Shape]| -> Vec<Shape> {
            let add = |shape: Shape, arcs: &[(usize, usize)]| {
                arcs.iter().fold(shape, |shape, &(i, j)| shape.with_arc(i, j))
            };
            shapes.iter().flat_map(|&s| kinds.iter().map(move |arcs| add(s, arcs))).collect()
        };
        let (there, back) = ((i, old), (old, i));
        shapes = if directed {
            with(&[&[], &[there], &[back], &[there, back]], &shapes)
        } else {
            with(&[&[], &[there, back]], &shapes)
        };
    }
    shapes.retain(|&joined| joined != wider);
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_motifs_as_known() {
        // OEIS A001349 and A003085.
        let undirected = UNDIRECTED_SIZES.map(|size| Catalogue::undirected(size).motifs().len());
        assert_eq!(undirected.collect::<Vec<_>>(), [1, 2, 6, 21, 112]);
        let directed = DIRECTED_SIZES.map(|size| Catalogue::directed(size).motifs().len());
        assert_eq!(directed.collect::<Vec<_>>(), [2, 13, 199]);
        assert_eq!(Catalogue::undirected(5).end_orbit(), 73);
    }

    /// The numbers of some orbits in ORCA's equations: a motif, the degree of the node, and those
    /// of its neighbours.
    #[test]
    fn orbits_have_the_customary_numbers() {
        for (orbit, name, degree, near) in [
            (0, "edge", 1, &[1][..]),
            (2, "path of 3", 2, &[1, 1]),
            (11, "paw", 3, &[1, 2, 2]),
            (12, "diamond", 2, &[3, 3]),
            (18, "fork", 1, &[2]),
            (19, "fork", 1, &[3]),
            (20, "fork", 2, &[1, 3]),
            (25, "bull", 2, &[3, 3]),
            (28, "lollipop", 2, &[1, 3]),
            (29, "lollipop", 2, &[2, 3]),
            (36, "banner", 2, &[2, 2]),
            (37, "banner", 2, &[2, 3]),
            (41, "dart", 3, &[2, 2, 4]),
            (47, "kite", 3, &[1, 3, 3]),
            (48, "kite", 3, &[2, 3, 3]),
            (50, "K2,3", 3, &[2, 2, 2]),
            (51, "house", 2, &[2, 3]),
            (52, "house", 2, &[3, 3]),
            (63, "K2,3 + edge", 3, &[2, 3, 3]),
            (64, "K2,3 + edge", 3, &[3, 3, 3]),
            (66, "K5 - path", 3, &[3, 4, 4]),
            (69, "wheel of 5", 4, &[3, 3, 3, 3]),
            (70, "K5 - edge", 3, &[4, 4, 4]),
            (72, "clique of 5", 4, &[4, 4, 4, 4]),
        ] {
            let all = (2..=5).flat_map(|size| Catalogue::undirected(size).motifs());
            let holds =
                |m: &&Motif| (m.first_orbit..m.first_orbit + m.num_orbits()).contains(&orbit);
            let motif = all.clone().find(holds).unwrap();
            assert_eq!(motif.name.as_deref(), Some(name), "orbit {orbit}");
            let node = motif.node_of(orbit - motif.first_orbit);
            let shape = motif.shape;
            let neighbours = (0..shape.num_nodes()).filter(|&j| j != node && shape.touch(node, j));
            let mut degrees: Vec<usize> = neighbours.map(|j| shape.degree(j)).collect();
            degrees.sort_unstable();
            assert_eq!((shape.degree(node), &degrees[..]), (degree, near), "orbit {orbit}");
        }
    }

    #[test]
    fn triads_have_the_thirteen_connected_codes() {
        let mut codes: Vec<String> =
            Catalogue::directed(3).motifs().iter().filter_map(|m| m.name.clone()).collect();
        codes.sort_unstable();
        assert_eq!(
            codes,
            [
                "021C", "021D", "021U", "030C", "030T", "111D", "111U", "120C", "120D", "120U",
                "201", "210", "300"
            ]
        );
    }
}
