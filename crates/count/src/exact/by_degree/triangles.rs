//! Six dense patterns of five nodes as sums over triangles. Plans would go through whole rows for
//! each triangle, or place three nodes in every order.
//!
//! Let N(u, x) be the common neighbours of the ends of an edge, t their number, and X that of the
//! common neighbours of the three nodes of a triangle. In the first four patterns, the mappings are
//! a sum over all triangles a b c in every order:
//!
//! ```text
//! kite, a diamond with hinge a b, and a leaf at its tip c     (t(a b) − 1) (d(c) − 2) − X
//! gem, a path of four with b c in the middle, and its hub a   (t(a b) − 1) (t(a c) − 1) − X
//! clique less a path, all see a and b; c and another are linked      X · (t(a b) − 2)
//! clique less an edge, the two others see a, b and c                 X · (X − 1)
//! ```
//!
//! A wheel is a hub h with a cycle of four in its neighbourhood. For two opposite nodes d, e of the
//! cycle, c(d, e) is the number of their common neighbours in N(h):
//!
//! ```text
//! mappings = 2 Σ over h, d < e in N(h)   c(d, e) · (c(d, e) − 1)
//! ```
//!
//! The last pattern is a diamond with hinge u x and tips a, e, and a node next to both tips. With
//! c(a, e) common neighbours of the tips and h(a, e) arcs between those:
//!
//! ```text
//! mappings = 2 Σ over a < e   h(a, e) · (c(a, e) − 2)
//! ```
//!
//! All N(u, x) are kept: 12 bytes for each triangle of the graph.

use std::sync::atomic::{AtomicUsize, Ordering};

use isocount_platform::on_threads;

use super::host::{Host, RankedTable};
use super::ways::Way;
use crate::cost::threads::{ENTRIES_WORTH_THREADS, IMAGES_AT_ONCE_BY_DEGREE};
use crate::meter::Meter;

/// Three nodes, each at an edge.
pub(super) const BYTES_PER_TRIANGLE: usize = 3 * size_of::<u32>();

/// Which of the patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OfTriangles {
    Kite,
    Gem,
    CliqueLessPath,
    CliqueLessEdge,
    Wheel,
    MeetingTips,
}

/// The common neighbours of the ends of every edge.
struct Common<'a> {
    table: &'a RankedTable,
    /// For each entry of the table, the number of its edge.
    edges: Vec<u32>,
    starts: Vec<usize>,
    nodes: Vec<u32>,
}

impl<'a> Common<'a> {
    /// None if the budget ran out, or there are more triangles than may be kept.
    fn new(host: &'a Host, most_triangles: usize, meter: &mut Meter<'_>) -> Option<Self> {
        let table = host.table(Way::Both);
        let places = host.num_places as u32;
        // Edges are numbered at their later end, whose earlier neighbours come in order.
        let mut edges = vec![0_u32; host.num_pairs];
        let mut next: Vec<usize> = (0..places).map(|x| table.entries(x).start).collect();
        let mut number = 0;
        for x in 0..places {
            let from = table.entries(x).start;
            for (i, &y) in table.row_beyond(x, false).iter().enumerate() {
                // y is earlier, so its later neighbours are met in order.
                let at_y = next[y as usize] + table.num_before(y);
                (edges[from + i], edges[at_y]) = (number, number);
                next[y as usize] += 1;
                number += 1;
            }
            meter.work(1 + table.num_before(x)).then_some(())?;
        }
        let mut starts = vec![0_usize; number as usize + 1];
        let mut num_triangles = 0;
        each_triangle(table, &edges, places, meter, |_, sides| {
            num_triangles += 1;
            for edge in sides {
                starts[edge as usize + 1] += 1;
            }
            num_triangles <= most_triangles
        })?;
        for edge in 0..number as usize {
            starts[edge + 1] += starts[edge];
        }
        let mut next = starts.clone();
        let mut nodes = vec![0_u32; 3 * num_triangles];
        each_triangle(table, &edges, places, meter, |[x, y, z], [xy, xz, yz]| {
            for (edge, third) in [(xy, z), (xz, y), (yz, x)] {
                nodes[next[edge as usize]] = third;
                next[edge as usize] += 1;
            }
            true
        })?;
        Some(Self { table, edges, starts, nodes })
    }

    fn of(&self, edge: u32) -> &[u32] {
        &self.nodes[self.starts[edge as usize]..self.starts[edge as usize + 1]]
    }

    /// The neighbours of a node, each with the number of the edge.
    fn row(&self, x: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let entries = self.table.entries(x);
        self.table.row(x).iter().copied().zip(self.edges[entries].iter().copied())
    }
}

/// Visits triangles x > y > z with the edges xy, xz, yz, until one is refused or the budget runs out.
fn each_triangle(
    table: &RankedTable,
    edges: &[u32],
    places: u32,
    meter: &mut Meter<'_>,
    mut visit: impl FnMut([u32; 3], [u32; 3]) -> bool,
) -> Option<()> {
    let earlier = |x: u32| table.entries(x).zip(table.row_beyond(x, false));
    let mut to_x = vec![0_u32; places as usize];
    for x in 0..places {
        for (entry, &y) in earlier(x) {
            to_x[y as usize] = edges[entry] + 1;
        }
        for (xy, &y) in earlier(x) {
            for (yz, &z) in earlier(y) {
                if let Some(xz) = to_x[z as usize].checked_sub(1) {
                    visit([x, y, z], [edges[xy], xz, edges[yz]]).then_some(())?;
                }
            }
            meter.work(1 + table.num_before(y)).then_some(())?;
        }
        for (_, &y) in earlier(x) {
            to_x[y as usize] = 0;
        }
    }
    Some(())
}

/// What is counted at one node after another.
struct Around<'a, 'm> {
    common: &'a Common<'a>,
    meter: Meter<'m>,
    /// The edge to each neighbour, plus one.
    to: Vec<u32>,
    /// c and h of the node at hand and each other one, and the nodes that have one; for triangles, c
    /// marks the common neighbours of two nodes.
    c: Vec<u32>,
    h: Vec<u32>,
    reached: Vec<u32>,
    met: Vec<u32>,
}

/// About how many entries are looked at, without what follows from triangles.
pub(super) fn expected_entries(host: &Host, kind: OfTriangles) -> f64 {
    if kind == OfTriangles::MeetingTips {
        return host.degrees().map(|degree| (degree * degree) as f64).sum();
    }
    let table = host.table(Way::Both);
    let before = |x: u32| table.num_before(x) as f64;
    let of = |x: u32| table.row_beyond(x, false).iter().map(|&y| before(y)).sum::<f64>();
    2.0 * (0..host.num_places as u32).map(of).sum::<f64>()
}

/// The number of mappings; nothing if the budget ran out or there are too many triangles.
pub(super) fn sum(
    host: &Host,
    kind: OfTriangles,
    most_triangles: usize,
    threads: usize,
    meter: &mut Meter<'_>,
) -> Option<u128> {
    let common = &Common::new(host, most_triangles, meter)?;
    let next = AtomicUsize::new(0);
    let start = &*meter;
    let threads = if host.num_pairs < ENTRIES_WORTH_THREADS { 1 } else { threads };
    let parts = on_threads(threads, |_| {
        let zeros = || vec![0_u32; host.num_places];
        let (to, c, h) = (zeros(), zeros(), zeros());
        let (reached, met) = (Vec::new(), Vec::new());
        let mut around = Around { common, meter: start.clone(), to, c, h, reached, met };
        let mut sum = 0_u128;
        loop {
            let from = next.fetch_add(IMAGES_AT_ONCE_BY_DEGREE, Ordering::Relaxed);
            if from >= host.num_places {
                return (sum, false);
            }
            for x in from as u32..host.num_places.min(from + IMAGES_AT_ONCE_BY_DEGREE) as u32 {
                let found = match kind {
                    OfTriangles::Wheel => around.rims(x),
                    OfTriangles::MeetingTips => around.tips(x),
                    _ => around.triangles(x, kind),
                };
                match found {
                    Some(found) => sum += found,
                    None => return (sum, true),
                }
            }
        }
    });
    if parts.iter().any(|&(_, is_spent)| is_spent) {
        meter.spend();
        return None;
    }
    // Either way round: a b, or opposite nodes, or tips.
    Some(2 * parts.iter().map(|&(sum, _)| sum).sum::<u128>())
}

impl Around<'_, '_> {
    /// Half of the sum over the triangles whose last node this is.
    fn triangles(&mut self, last: u32, kind: OfTriangles) -> Option<u128> {
        let Self { common, meter, to, c, .. } = self;
        let table = common.table;
        let before = |x: u32| common.row(x).take(table.num_before(x));
        for (y, edge) in before(last) {
            to[y as usize] = edge + 1;
        }
        let mut sum = 0_u128;
        for (y, xy) in before(last) {
            let near = common.of(xy);
            for &w in near {
                c[w as usize] = 1;
            }
            let mut looked_at = 1 + near.len() + table.num_before(y);
            for (z, yz) in before(y) {
                let Some(xz) = to[z as usize].checked_sub(1) else { continue };
                let t = [xy, xz, yz].map(|edge| common.of(edge).len() as u128);
                let third = [z, y, last].map(|node| table.degree(node) as u128);
                let all_three = || {
                    let [one, other] = [xz, yz].map(|edge| common.of(edge));
                    let shorter = if one.len() < other.len() { one } else { other };
                    let marks = shorter.iter().map(|&w| u128::from(c[w as usize]));
                    (marks.sum::<u128>(), shorter.len())
                };
                // A common neighbour of all three is one of each edge besides the third node.
                let (x, len) = if t.iter().all(|&t| t > 1) { all_three() } else { (0, 0) };
                looked_at += len;
                let [ab, ac, bc] = t.map(|t| t - 1);
                sum += match kind {
                    OfTriangles::Kite => {
                        let [c, b, a] = third.map(|degree| degree - 2);
                        ab * c + ac * b + bc * a - 3 * x
                    }
                    OfTriangles::Gem => ab * ac + ab * bc + ac * bc - 3 * x,
                    OfTriangles::CliqueLessPath if x > 0 => x * (ab + ac + bc - 3),
                    _ => 3 * x * x.saturating_sub(1),
                };
            }
            for &w in near {
                c[w as usize] = 0;
            }
            meter.work(looked_at).then_some(())?;
        }
        for (y, _) in before(last) {
            to[y as usize] = 0;
        }
        Some(sum)
    }

    /// Σ c (c − 1) over the pairs of opposite nodes around a hub.
    fn rims(&mut self, hub: u32) -> Option<u128> {
        let Self { common, meter, to, c, reached, .. } = self;
        for (d, edge) in common.row(hub) {
            to[d as usize] = edge + 1;
        }
        let mut sum = 0_u128;
        for (d, edge) in common.row(hub) {
            let mut looked_at = 1;
            for &x in common.of(edge) {
                let others = common.of(to[x as usize] - 1);
                for &e in others.iter().filter(|&&e| e < d) {
                    if c[e as usize] == 0 {
                        reached.push(e);
                    }
                    c[e as usize] += 1;
                }
                looked_at += others.len();
            }
            for e in reached.drain(..) {
                let number = u128::from(std::mem::take(&mut c[e as usize]));
                sum += number * (number - 1);
            }
            meter.work(looked_at).then_some(())?;
        }
        for (d, _) in common.row(hub) {
            to[d as usize] = 0;
        }
        Some(sum)
    }

    /// Σ h (c − 2) over the tips that come before this one.
    fn tips(&mut self, tip: u32) -> Option<u128> {
        let Self { common, meter, to, c, h, reached, met } = self;
        for (u, edge) in common.row(tip) {
            to[u as usize] = edge + 1;
        }
        for (u, _) in common.row(tip) {
            let row = common.table.row(u);
            let earlier = &row[..row.partition_point(|&e| e < tip)];
            for &e in earlier {
                if c[e as usize] == 0 {
                    reached.push(e);
                }
                c[e as usize] += 1;
            }
            meter.work(1 + earlier.len()).then_some(())?;
        }
        for (u, _) in common.row(tip) {
            let mut looked_at = 1;
            // Each hinge once, from its earlier end.
            let later = common.row(u).filter(|&(x, _)| x > u && to[x as usize] != 0);
            for (_, edge) in later {
                let tips = common.of(edge);
                for &e in tips.iter().filter(|&&e| e < tip) {
                    if h[e as usize] == 0 {
                        met.push(e);
                    }
                    h[e as usize] += 2;
                }
                looked_at += tips.len();
            }
            meter.work(looked_at + common.table.degree(u)).then_some(())?;
        }
        let mut sum = 0_u128;
        for e in met.drain(..) {
            let arcs = u128::from(std::mem::take(&mut h[e as usize]));
            sum += arcs * u128::from(c[e as usize] - 2);
        }
        for e in reached.drain(..) {
            c[e as usize] = 0;
        }
        for (u, _) in common.row(tip) {
            to[u as usize] = 0;
        }
        Some(sum)
    }
}
