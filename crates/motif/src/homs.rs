//! Homomorphisms of every motif at every node: hom(P, r, v) for each orbit of r, up to five nodes.
//!
//! In a homomorphism, nodes may have the same image, so each count is a product of smaller counts
//! or a sum of them over neighbours. A is the adjacency matrix, so (A f)(v) = Σ_(u ∈ N(v)) f(u); d
//! are degrees; t(u, v) is the number of triangles of an edge, T = Σ_u t(u, v); Σ_△ f(e) is a sum
//! over the triangles of v with f of the edge opposite, in both directions. Sums are modulo 2¹²⁸.

use isocount_core::{Cancelled, Control};

use crate::cliques::{NearCliques, cliques_of_four, near_cliques};
use crate::five_cycles::five_cycles;
use crate::ranked::Ranked;
use crate::systems::num_orbits;
use crate::triangles::{self, Common};
use crate::wedges::{FiveWedges, cycles_of_four, five_wedges};

/// The cycle of five nodes; its column holds injective mappings, which are what is counted there.
pub(crate) const FIVE_CYCLE: usize = 34;

/// A column per orbit, a row per node by rank.
pub(crate) struct Homs {
    columns: Vec<Vec<u128>>,
}

impl Homs {
    /// All orbits of motifs up to this size, 3 to 5.
    pub(crate) fn new(graph: &Ranked, size: usize, control: &Control) -> Result<Self, Cancelled> {
        let mut homs = Self { columns: vec![Vec::new(); num_orbits(size)] };
        let d: Vec<u128> = (0..graph.num_nodes()).map(|v| graph.degree(v) as u128).collect();
        let t = triangles::per_edge(graph, control)?;
        homs.three(graph, &d, &t);
        if size >= 4 {
            homs.four(graph, &d, &t, control)?;
        }
        if size == 4 {
            homs.columns[8] = cycles_of_four(graph, control)?;
            homs.columns[14] = cliques_of_four(graph, control)?;
        }
        if size >= 5 {
            homs.five(graph, &d, &t, control)?;
        }
        debug_assert!(homs.columns.iter().all(|column| column.len() == graph.num_nodes()));
        Ok(homs)
    }

    /// hom(P, r, v) for every orbit.
    pub(crate) fn row(&self, v: usize) -> Vec<u128> {
        self.columns.iter().map(|column| column[v]).collect()
    }

    /// Σ_v hom(P, r, v) for every orbit: at most n⁵, which is below 2¹²⁸ up to 2²⁵ nodes.
    pub(crate) fn sums(&self) -> Vec<u128> {
        let sum = |column: &Vec<u128>| column.iter().fold(0_u128, |sum, &n| sum.wrapping_add(n));
        self.columns.iter().map(sum).collect()
    }

    /// Edge, path of 3, triangle.
    fn three(&mut self, graph: &Ranked, d: &[u128], t: &[u32]) {
        self.columns[0] = d.to_vec();
        self.columns[1] = graph.gather(|u, _| d[u]);
        self.columns[2] = product(d, d);
        self.columns[3] = graph.gather(|_, e| u128::from(t[e]));
    }

    /// Motifs of four nodes but for the cycle (8) and the clique (14).
    fn four(
        &mut self,
        graph: &Ranked,
        d: &[u128],
        t: &[u32],
        control: &Control,
    ) -> Result<(), Cancelled> {
        let [_, near_d, dd, tri, ..] = &self.columns[..] else { return Ok(()) };
        // Path, claw: A A d, d · A d, A d², d³.
        let path = [graph.gather(|u, _| near_d[u]), product(d, near_d)];
        let claw = [graph.gather(|u, _| dd[u]), product(dd, d)];
        // Paw: A T, Σ_u t(u, v) d(u), T · d.
        let paw = [
            graph.gather(|u, _| tri[u]),
            graph.gather(|u, e| u128::from(t[e]) * d[u]),
            product(tri, d),
        ];
        // Diamond: Σ_△ t, Σ_u t(u, v)².
        let hinge = graph.gather(|_, e| square(t[e]));
        let mut tip = vec![0_u128; graph.num_nodes()];
        graph.for_each_triangle(control, |nodes, edges| {
            for (v, opposite) in opposites(nodes, edges) {
                tip[v] = tip[v].wrapping_add(2 * u128::from(t[opposite]));
            }
        })?;
        self.put(4, path);
        self.put(6, claw);
        self.put(9, paw);
        self.put(12, [tip, hinge]);
        Ok(())
    }

    fn five(
        &mut self,
        graph: &Ranked,
        d: &[u128],
        t: &[u32],
        control: &Control,
    ) -> Result<(), Cancelled> {
        let common = Common::new(graph, t, control)?;
        let FiveWedges { walks, orbits } = five_wedges(graph, t, &common, control)?;
        for (orbit, column) in orbits {
            self.columns[orbit] = column;
        }
        let NearCliques { cliques, orbits } = near_cliques(graph, t, &common, control)?;
        for (orbit, column) in orbits {
            self.columns[orbit] = column;
        }
        drop(common);
        // Both directions of a cycle are mappings.
        self.columns[FIVE_CYCLE] =
            five_cycles(graph, control)?.into_iter().map(|cycles| cycles.wrapping_mul(2)).collect();
        self.trees(graph, d);
        self.with_pendants(graph, d, t);
        self.along_edges(graph, d, t, &walks, &cliques);
        self.around_triangles(graph, d, t, &walks, &cliques, control)
    }

    /// Path of 5 (15–17), fork (18–21), star (22, 23).
    fn trees(&mut self, graph: &Ranked, d: &[u128]) {
        let near = |column: &[u128]| graph.gather(|u, _| column[u]);
        let (near_d, dd, near_near_d, near_dd, ddd) = (
            &self.columns[1],
            &self.columns[2],
            &self.columns[4],
            &self.columns[6],
            &self.columns[7],
        );
        let path = [near(near_near_d), product(d, near_near_d), product(near_d, near_d)];
        let fork =
            [near(near_dd), near(&product(d, near_d)), product(d, near_dd), product(dd, near_d)];
        let star = [near(ddd), product(ddd, d)];
        self.put(15, path);
        self.put(18, fork);
        self.put(22, star);
    }

    /// Motifs with a pendant or a tail, rooted at it and where it is attached; and the centre of
    /// the butterfly.
    fn with_pendants(&mut self, graph: &Ranked, d: &[u128], t: &[u32]) {
        let near = |column: &[u128]| graph.gather(|u, _| column[u]);
        let triangle = |f: &[u128]| graph.gather(|u, e| u128::from(t[e]).wrapping_mul(f[u]));
        let c = &self.columns;
        let columns = [
            (24, near(&c[10])),          // bull: A Σ t d
            (26, product(d, &c[10])),    // d · Σ t d
            (27, near(&c[9])),           // lollipop: A A T
            (28, product(d, &c[9])),     // d · A T
            (29, triangle(&c[1])),       // Σ_u t(u, v) (A d)(u)
            (30, product(&c[3], &c[1])), // T · A d
            (31, near(&c[11])),          // cricket: A (T d)
            (32, triangle(&c[2])),       // Σ_u t(u, v) d(u)²
            (33, product(&c[3], &c[2])), // T · d²
            (35, near(&c[8])),           // banner: A C, where C are the cycles of 4
            (38, product(&c[8], d)),     // C · d
            (39, near(&c[13])),          // dart: A Σ t²
            (42, product(d, &c[13])),    // d · Σ t²
            (43, triangle(&c[3])),       // butterfly: Σ_u t(u, v) T(u)
            (44, product(&c[3], &c[3])), // T²
            (45, near(&c[12])),          // kite: A Σ_△ t
            (47, product(d, &c[12])),    // d · Σ_△ t
            (56, near(&c[14])),          // K4 + pendant: A K, where K are the cliques of 4
            (58, product(&c[14], d)),    // K · d
        ];
        for (orbit, column) in columns {
            self.columns[orbit] = column;
        }
    }

    /// Sums over the edges of v of the values of an edge: walks of three steps q, cliques k.
    fn along_edges(&mut self, graph: &Ranked, d: &[u128], t: &[u32], q: &[u64], k: &[u64]) {
        let columns = [
            (37, graph.gather(|u, e| u128::from(q[e]) * d[u])), // banner
            (41, graph.gather(|u, e| square(t[e]) * d[u])),     // dart
            (53, graph.gather(|_, e| u128::from(t[e]) * u128::from(q[e]))), // house
            (55, graph.gather(|_, e| square(t[e]) * u128::from(t[e]))), // book
            (57, graph.gather(|u, e| u128::from(k[e]) * d[u])), // K4 + pendant
            (67, graph.gather(|_, e| u128::from(t[e]) * u128::from(k[e]))), // K5 − path
        ];
        for (orbit, column) in columns {
            self.columns[orbit] = column;
        }
    }

    /// Σ_△ of the values of an edge, and the gem and the kite, for which edges first collect from
    /// their triangles: s(e) = Σ of d over the common neighbours, and w(h → p) = Σ_(x ∈ N(h) ∩
    /// N(p)) t(h, x).
    fn around_triangles(
        &mut self,
        graph: &Ranked,
        d: &[u128],
        t: &[u32],
        q: &[u64],
        k: &[u64],
        control: &Control,
    ) -> Result<(), Cancelled> {
        let edges = graph.num_edges();
        let mut s = vec![0_u64; edges];
        let [mut up, mut down] = [(); 2].map(|()| vec![0_u64; edges]);
        graph.for_each_triangle(control, |[u, v, w], [uv, uw, vw]| {
            let [first, second, third] = [uv, uw, vw].map(|edge| u64::from(t[edge]));
            for (edge, node) in [(uv, w), (uw, v), (vw, u)] {
                s[edge] += d[node] as u64;
            }
            // From the lower end, from the higher end.
            for (edge, from_lower, from_higher) in
                [(uv, second, third), (uw, first, third), (vw, first, second)]
            {
                up[edge] += from_lower;
                down[edge] += from_higher;
            }
        })?;
        let nodes = graph.num_nodes();
        let [mut bull, mut dart, mut kite, mut house, mut book, mut gem, mut path] =
            [(); 7].map(|()| vec![0_u128; nodes]);
        graph.for_each_triangle(control, |[u, v, w], [uv, uw, vw]| {
            for (r, a, b, ab) in [(u, v, w, vw), (v, u, w, uw), (w, u, v, uv)] {
                let t = u128::from(t[ab]);
                bull[r] = bull[r].wrapping_add(2 * d[a] * d[b]);
                dart[r] = dart[r].wrapping_add(t * (d[a] + d[b]));
                kite[r] = kite[r].wrapping_add(2 * u128::from(s[ab]));
                house[r] = house[r].wrapping_add(2 * u128::from(q[ab]));
                book[r] = book[r].wrapping_add(2 * t * t);
                gem[r] = gem[r].wrapping_add(u128::from(up[ab]) + u128::from(down[ab]));
                path[r] = path[r].wrapping_add(2 * u128::from(k[ab]));
            }
        })?;
        self.columns[25] = bull;
        self.columns[40] = dart;
        self.columns[46] = kite;
        self.columns[48] = graph.gather(|_, e| u128::from(t[e]) * u128::from(s[e]));
        self.columns[52] = house;
        self.columns[54] = book;
        self.columns[59] = gem;
        self.columns[65] = path;
        // The gem's middle and hub: Σ_h t(h, v) w(h → v) and Σ_p t(v, p) w(v → p).
        let [mut middle, mut hub] = [(); 2].map(|()| vec![0_u128; nodes]);
        for v in 0..nodes {
            for (p, e) in graph.row(v) {
                let (away, towards) = if p > v { (up[e], down[e]) } else { (down[e], up[e]) };
                hub[v] = hub[v].wrapping_add(u128::from(t[e]) * u128::from(away));
                middle[v] = middle[v].wrapping_add(u128::from(t[e]) * u128::from(towards));
            }
        }
        self.columns[60] = middle;
        self.columns[61] = hub;
        Ok(())
    }

    fn put<const N: usize>(&mut self, first: usize, columns: [Vec<u128>; N]) {
        for (place, column) in columns.into_iter().enumerate() {
            self.columns[first + place] = column;
        }
    }
}

fn product(f: &[u128], g: &[u128]) -> Vec<u128> {
    f.iter().zip(g).map(|(&x, &y)| x.wrapping_mul(y)).collect()
}

fn square(t: u32) -> u128 {
    u128::from(t) * u128::from(t)
}

/// The nodes of a triangle, each with the edge opposite.
fn opposites([u, v, w]: [usize; 3], [uv, uw, vw]: [usize; 3]) -> [(usize, usize); 3] {
    [(u, vw), (v, uw), (w, uv)]
}
