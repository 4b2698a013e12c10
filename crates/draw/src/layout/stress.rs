//! Stress majorisation: makes distances in the picture proportional to distances in the graph.
//!
//! ```text
//! stress(x) = Σ w_ij (|x_i − x_j| − d_ij)²,   w_ij = d_ij⁻²          (1)
//! x_i ← Σ_j w_ij (x_j + d_ij (x_i − x_j) / |x_i − x_j|) / Σ_j w_ij   (2)
//! ```
//!
//! E. Gansner, Y. Koren and S. North, *Graph Drawing by Stress Majorization*, GD 2004; (2) is their
//! local step, which never increases (1). In large components, each node is compared only with its
//! neighbours and a few landmarks, after M. Ortmann, M. Klimenta and U. Brandes, *A Sparse Stress
//! Model*, GD 2016, in its simplest form.

use super::component::Component;
use crate::Point;

/// In components of up to this many nodes, every node is a landmark.
const MAX_FULL: usize = 600;
const NUM_LANDMARKS: usize = 60;

/// The most terms of (2) that may be computed: about a third of a second.
const MAX_WORK: usize = 50_000_000;
const MIN_ROUNDS: usize = 30;

/// Enough rounds to see which minimum a start converges to.
pub(super) const ROUGHLY: usize = 150;
/// Enough rounds for long chains, which straighten slowly.
pub(super) const THOROUGHLY: usize = 3_000;

/// A movement too small to see, in arc lengths.
const SETTLED: f64 = 1e-5;

/// The nodes that each node is compared with.
pub(super) struct Model {
    rows: Vec<Vec<Term>>,
}

struct Term {
    other: u32,
    distance: f32,
}

impl Model {
    pub(super) fn new(component: &Component) -> Self {
        let num_nodes = component.nodes.len();
        let mut rows: Vec<Vec<Term>> = (0..num_nodes).map(|_| Vec::new()).collect();
        if num_nodes > MAX_FULL {
            for (row, neighbours) in rows.iter_mut().zip(&component.neighbours) {
                row.extend(neighbours.iter().map(|&w| Term { other: w as u32, distance: 1.0 }));
            }
        }
        for (landmark, distances) in landmarks(component) {
            let is_full = num_nodes <= MAX_FULL;
            for (row, &distance) in rows.iter_mut().zip(&distances) {
                if distance > 1 || (is_full && distance == 1) {
                    row.push(Term { other: landmark as u32, distance: distance as f32 });
                }
            }
        }
        Self { rows }
    }

    /// Moves the points by (2) until they converge, for at most `rounds` rounds, or fewer in a
    /// large component.
    pub(super) fn relax(&self, points: &mut [Point], rounds: usize) {
        let num_terms: usize = self.rows.iter().map(Vec::len).sum();
        let affordable = (MAX_WORK / num_terms.max(1)).max(MIN_ROUNDS);
        for _ in 0..rounds.min(affordable) {
            let mut moved: f64 = 0.0;
            for (i, row) in self.rows.iter().enumerate().filter(|(_, row)| !row.is_empty()) {
                let next = balanced(points[i], row, points);
                moved = moved.max((next - points[i]).length());
                points[i] = next;
            }
            if moved < SETTLED {
                break;
            }
        }
    }

    /// (1), per term.
    pub(super) fn stress(&self, points: &[Point]) -> f64 {
        let terms = self.rows.iter().enumerate().flat_map(|(i, row)| {
            row.iter().map(move |term| {
                let length = (points[i] - points[term.other as usize]).length();
                (length / f64::from(term.distance) - 1.0).powi(2)
            })
        });
        let (sum, num_terms) = terms.fold((0.0, 0_usize), |(sum, n), cost| (sum + cost, n + 1));
        sum / num_terms.max(1) as f64
    }
}

/// (2).
fn balanced(point: Point, row: &[Term], points: &[Point]) -> Point {
    let (mut sum, mut total) = (Point::default(), 0.0);
    for term in row {
        let (other, d) = (points[term.other as usize], f64::from(term.distance));
        let w = 1.0 / (d * d);
        let apart = point - other;
        let length = apart.length();
        let pull = if length > 0.0 { d / length } else { 0.0 };
        sum = sum + (other + apart * pull) * w;
        total += w;
    }
    sum * (1.0 / total)
}

/// Landmarks with the distances from them: all nodes, or some that are far from each other.
fn landmarks(component: &Component) -> Vec<(usize, Vec<u32>)> {
    let num_nodes = component.nodes.len();
    if num_nodes <= MAX_FULL {
        return (0..num_nodes).map(|v| (v, component.distances(v))).collect();
    }
    let mut nearest = vec![u32::MAX; num_nodes];
    let mut next = 0;
    let mut found = Vec::with_capacity(NUM_LANDMARKS);
    for _ in 0..NUM_LANDMARKS {
        let distances = component.distances(next);
        for (near, &distance) in nearest.iter_mut().zip(&distances) {
            *near = (*near).min(distance);
        }
        found.push((next, distances));
        let far = nearest.iter().enumerate().max_by_key(|&(v, &near)| (near, num_nodes - v));
        next = far.map_or(0, |(v, _)| v);
    }
    found
}
