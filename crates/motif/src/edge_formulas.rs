//! Undirected motifs of three and four nodes at each edge, by formulas: nothing is listed but
//! triangles and cliques of four.
//!
//! The copies that contain an edge e = u v, by the role of the edge in the motif; d are degrees,
//! D(v) = Σ_(x ∈ N(v)) d(x), t the triangles of an edge, T(v) those of a node, q(e) the walks of
//! three steps from u to v, k(e) the cliques of four of the edge. Sums over u run over both ends u
//! and v.
//!
//! | motif | the edge's ends have degrees | copies |
//! |---|---|---|
//! | path of 3 | 1, 2 | Σ_u (d(u) − 1) |
//! | triangle | 2, 2 | t |
//! | path of 4 | 1, 2 | Σ_v D(v) − d(u) − (d(v) − 1) − t |
//! | path of 4 | 2, 2 | (d(u) − 1) (d(v) − 1) − t |
//! | claw | 1, 3 | Σ_u (d(u) − 1) (d(u) − 2) / 2 |
//! | cycle of 4 | 2, 2 | q − d(u) − d(v) + 1 |
//! | paw | 1, 3 | Σ_u T(u) − t |
//! | paw | 2, 3 | t · Σ_u (d(u) − 2) |
//! | paw | 2, 2 | Σ_(w ∈ N(u) ∩ N(v)) (d(w) − 2) |
//! | diamond | 2, 3 | Σ_(w ∈ N(u) ∩ N(v)) Σ_u (t(u w) − 1) |
//! | diamond | 3, 3 | t (t − 1) / 2 |
//! | clique of 4 | 3, 3 | k |
//!
//! Up to four nodes, the degrees of the ends of an edge determine its orbit among the edges of the
//! motif. From copies to induced subgraphs as in [`systems`](crate::systems), with orbits of edges
//! in place of those of nodes.

use isocount_core::{Cancelled, Control};
use rustc_hash::FxHashMap;

use crate::catalogue::Catalogue;
use crate::cliques::cliques_per_edge;
use crate::ranked::Ranked;
use crate::shape::Shape;
use crate::triangles;
use crate::wedges::walks_of_edges;

/// The largest supported size.
pub(crate) const MOST: usize = 4;

/// An orbit of the edges of a motif: the index of the motif in the catalogue, the degrees of the
/// ends, and the later orbits that contain it, with multiplicities.
struct EdgeOrbit {
    motif: usize,
    degrees: (usize, usize),
    part_of: Vec<(usize, i128)>,
}

/// Counts for each edge, one column per motif. Edges are numbered as in [`Ranked`].
pub(crate) struct AtEdges<'a> {
    graph: &'a Ranked,
    degrees: Vec<i128>,
    /// t of each edge.
    t: Vec<u32>,
    /// Sums around each edge.
    near: Near,
    /// q and k, if motifs have four nodes.
    walks: Vec<u64>,
    cliques: Vec<u64>,
}

/// Sums at nodes and over the triangles of edges.
struct Near {
    /// D and T of each node.
    around: Vec<i128>,
    triangles: Vec<i128>,
    /// Over the third nodes w of the triangles of an edge: Σ d(w), and Σ t(u w) + t(v w).
    thirds: Vec<i128>,
    beside: Vec<i128>,
}

impl<'a> AtEdges<'a> {
    pub(crate) fn new(
        graph: &'a Ranked,
        most: usize,
        control: &Control,
    ) -> Result<Self, Cancelled> {
        let nodes = graph.num_nodes();
        let degrees: Vec<i128> = (0..nodes).map(|v| graph.degree(v) as i128).collect();
        let t = triangles::per_edge(graph, control)?;
        let mut near = Near {
            around: vec![0; nodes],
            triangles: vec![0; nodes],
            thirds: vec![0; graph.num_edges()],
            beside: vec![0; graph.num_edges()],
        };
        for v in 0..nodes {
            near.around[v] = graph.row(v).map(|(x, _)| degrees[x]).sum();
        }
        graph.for_each_triangle(control, |[u, v, w], [uv, uw, vw]| {
            for (edge, third, one, other) in [(uv, w, uw, vw), (uw, v, uv, vw), (vw, u, uv, uw)] {
                near.thirds[edge] += degrees[third];
                near.beside[edge] += i128::from(t[one]) + i128::from(t[other]);
                near.triangles[third] += 1;
            }
        })?;
        let (mut walks, mut cliques) = (Vec::new(), Vec::new());
        if most > 3 {
            walks = walks_of_edges(graph, control)?;
            cliques = cliques_per_edge(graph, control)?;
        }
        Ok(Self { graph, degrees, t, near, walks, cliques })
    }

    /// The lower and the higher end of each edge, numbered as in the graph.
    pub(crate) fn ends(&self) -> Vec<(u32, u32)> {
        let mut ends = vec![(0, 0); self.graph.num_edges()];
        for v in 0..self.graph.num_nodes() {
            for (u, edge) in self.graph.higher(v) {
                let [a, b] = [v, u].map(|rank| self.graph.original(rank) as u32);
                ends[edge] = (a.min(b), a.max(b));
            }
        }
        ends
    }

    /// For each motif of this size, how often each edge is in it as an induced subgraph.
    pub(crate) fn induced(
        &self,
        size: usize,
        control: &Control,
    ) -> Result<Vec<Vec<u64>>, Cancelled> {
        let catalogue = Catalogue::undirected(size);
        let orbits = edge_orbits(size);
        let mut columns = vec![vec![0_u64; self.graph.num_edges()]; catalogue.motifs().len()];
        let mut found = vec![0_i128; orbits.len()];
        for u in 0..self.graph.num_nodes() {
            if u.is_multiple_of(1024) {
                control.check()?;
            }
            for (v, edge) in self.graph.higher(u) {
                for (place, orbit) in orbits.iter().enumerate().rev() {
                    let shape = catalogue.motifs()[orbit.motif].shape;
                    let copies = self.copies(shape, orbit.degrees, (u, v), edge);
                    let more = orbit.part_of.iter().map(|&(later, times)| times * found[later]);
                    found[place] = copies - more.sum::<i128>();
                    columns[orbit.motif][edge] += found[place].unsigned_abs() as u64;
                }
            }
        }
        Ok(columns)
    }

    /// Evaluates the table in the module docs.
    fn copies(
        &self,
        shape: Shape,
        degrees: (usize, usize),
        (u, v): (usize, usize),
        edge: usize,
    ) -> i128 {
        let d = |v: usize| self.degrees[v];
        let t = i128::from(self.t[edge]);
        let both = |f: &dyn Fn(usize, usize) -> i128| f(u, v) + f(v, u);
        match (shape.num_nodes(), shape.num_arcs() / 2, degrees) {
            (3, 2, _) => both(&|u, _| d(u) - 1),
            (3, _, _) => t,
            (_, 3, (1, 2)) => both(&|u, v| self.near.around[v] - d(u) - (d(v) - 1) - t),
            (_, 3, (2, _)) => (d(u) - 1) * (d(v) - 1) - t,
            (_, 3, _) => both(&|u, _| (d(u) - 1) * (d(u) - 2) / 2),
            (_, 4, (1, _)) => both(&|u, _| self.near.triangles[u] - t),
            (_, 4, (2, 3)) => t * both(&|u, _| d(u) - 2),
            // The cycle is the one without a node of degree 3.
            (_, 4, _) if (0..4).all(|i| shape.degree(i) == 2) => {
                i128::from(self.walks[edge]) - d(u) - d(v) + 1
            }
            (_, 4, _) => self.near.thirds[edge] - 2 * t,
            (_, 5, (2, _)) => self.near.beside[edge] - 2 * t,
            (_, 5, _) => t * (t - 1) / 2,
            _ => i128::from(self.cliques[edge]),
        }
    }
}

/// The orbits of the edges of all motifs of a size, in the order of the motifs.
fn edge_orbits(size: usize) -> Vec<EdgeOrbit> {
    let catalogue = Catalogue::undirected(size);
    let mut orbits: Vec<EdgeOrbit> = Vec::new();
    let mut places = FxHashMap::default();
    let ends = |shape: Shape, (i, j): (usize, usize)| {
        let (a, b) = (shape.degree(i), shape.degree(j));
        (a.min(b), a.max(b))
    };
    let mut spanned = Vec::new();
    for (motif, found) in catalogue.motifs().iter().enumerate() {
        let edges: Vec<(usize, usize)> = found.shape.pairs().collect();
        for (number, &edge) in edges.iter().enumerate() {
            let degrees = ends(found.shape, edge);
            if places.contains_key(&(motif, degrees)) {
                continue;
            }
            places.insert((motif, degrees), orbits.len());
            // The parts that have this edge, without the motif itself.
            for chosen in (0..(1_u32 << edges.len()) - 1).filter(|chosen| chosen >> number & 1 == 1)
            {
                let kept = edges.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
                let kept: Vec<(usize, usize)> = kept.map(|(_, &edge)| edge).collect();
                let part = Shape::undirected(size, &kept);
                if part.is_connected()
                    && let Some((place, _)) = catalogue.find(part)
                {
                    spanned.push(((place, ends(part, edge)), orbits.len()));
                }
            }
            orbits.push(EdgeOrbit { motif, degrees, part_of: Vec::new() });
        }
    }
    for (part, whole) in spanned {
        let part_of = &mut orbits[places[&part]].part_of;
        match part_of.iter_mut().find(|(known, _)| *known == whole) {
            Some((_, times)) => *times += 1,
            None => part_of.push((whole, 1)),
        }
    }
    orbits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motifs_of_four_nodes_have_ten_orbits_of_edges() {
        assert_eq!(edge_orbits(3).len(), 2);
        let orbits = edge_orbits(4);
        assert_eq!(orbits.len(), 10);
        // Every part comes before what it is a part of.
        let is_later = |(place, orbit): (usize, &EdgeOrbit)| {
            orbit.part_of.iter().all(|&(later, _)| later > place)
        };
        assert!(orbits.iter().enumerate().all(is_later));
    }
}
