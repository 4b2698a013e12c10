//! The initial positions of the nodes of a component.

use std::cmp::Reverse;

use super::component::Component;
use crate::Point;

/// Start 0 is based on two pairs of nodes that are far apart, so that large graphs begin unfolded;
/// the other starts are random. Uses no sines, which differ between machines.
pub(super) fn points(component: &Component, number: u64) -> Vec<Point> {
    let num_nodes = component.nodes.len();
    let scattered = (0..num_nodes).map(|v| {
        let coordinate = |axis| fraction(number << 33 | (v as u64) << 1 | axis) - 0.5;
        Point::new(coordinate(0), coordinate(1))
    });
    if number > 0 {
        let size = (num_nodes as f64).sqrt();
        return scattered.map(|p| p * size).collect();
    }
    let unfolded = unfolded(component).into_iter();
    // A small perturbation, since nodes with equal distances must not start at the same point. A
    // larger one would leave bends in long chains, which stress barely penalises.
    unfolded.zip(scattered).map(|(p, disorder)| p + disorder * 0.001).collect()
}

/// The first axis joins two distant nodes. The second joins two distant nodes that the first axis
/// does not separate.
fn unfolded(component: &Component) -> Vec<Point> {
    let farthest = |cost: &dyn Fn(usize) -> i64| {
        (0..component.nodes.len()).max_by_key(|&v| (cost(v), Reverse(v))).unwrap_or(0)
    };
    let hops = |from| component.distances(from);
    let centre = hops(0);
    let a = hops(farthest(&|v| i64::from(centre[v])));
    let b = hops(farthest(&|v| i64::from(a[v])));
    let off_axis = |v: usize| i64::from(a[v] + b[v]) - i64::from(a[v].abs_diff(b[v]));
    let c = hops(farthest(&off_axis));
    let d = hops(farthest(&|v| 2 * i64::from(c[v]) - i64::from(a[v].abs_diff(b[v]))));
    let along = |from: &[u32], to: &[u32], v: usize| (f64::from(from[v]) - f64::from(to[v])) * 0.5;
    (0..component.nodes.len()).map(|v| Point::new(along(&a, &b, v), along(&c, &d, v))).collect()
}

/// A pseudorandom number from 0 to 1 (splitmix64).
fn fraction(seed: u64) -> f64 {
    let mut z = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}
