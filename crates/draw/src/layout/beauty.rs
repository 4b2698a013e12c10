//! The visual cost by which layouts of one component are compared.

use super::component::Component;
use super::stress::Model;
use crate::Point;

/// Larger components are compared by their stress alone: counting crossings takes quadratic time.
const MAX_EDGES: usize = 150;

/// How near an edge may come to a node that does not belong to it, in arc lengths.
const CLEARANCE: f64 = 0.25;

/// The cost of a crossing in units of stress, shared among the edges. A node on an edge costs three
/// times as much, because it can be misread.
const CROSSING: f64 = 0.15;
const NODE_ON_EDGE: f64 = 0.45;

/// The cost of a layout; lower is better.
pub(super) fn cost(component: &Component, model: &Model, points: &[Point]) -> f64 {
    let stress = model.stress(points);
    let edges: Vec<(usize, usize)> = component.edges().take(MAX_EDGES + 1).collect();
    if edges.len() > MAX_EDGES || edges.is_empty() {
        return stress;
    }
    let crossings = edges
        .iter()
        .enumerate()
        .map(|(ix, &one)| edges[..ix].iter().filter(|&&other| cross(points, one, other)).count());
    let covered = edges.iter().map(|&edge| {
        (0..points.len())
            .filter(|&v| v != edge.0 && v != edge.1 && is_near(points, v, edge))
            .count()
    });
    let faults =
        CROSSING * crossings.sum::<usize>() as f64 + NODE_ON_EDGE * covered.sum::<usize>() as f64;
    stress + faults / edges.len() as f64
}

fn cross(points: &[Point], (a, b): (usize, usize), (c, d): (usize, usize)) -> bool {
    if a == c || a == d || b == c || b == d {
        return false;
    }
    let side = |from: usize, to: usize, v: usize| {
        (points[to] - points[from]).cross(points[v] - points[from])
    };
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

fn is_near(points: &[Point], v: usize, (a, b): (usize, usize)) -> bool {
    let (step, to_v) = (points[b] - points[a], points[v] - points[a]);
    let along = (step.dot(to_v) / step.dot(step).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    (to_v - step * along).length() < CLEARANCE
}
