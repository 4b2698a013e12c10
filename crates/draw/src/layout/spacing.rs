//! Spacing of the nodes: neighbouring points are 1 apart, and none overlap.

use crate::Point;

/// No two points of a layout are closer than this.
pub const MIN_DISTANCE: f64 = 0.6;

/// Pushing two nodes apart may push one onto a third; this many rounds suffice for thousands of
/// nodes.
const MAX_ROUNDS: usize = 200;

/// Scales the layout until a typical node is 1 away from its nearest node, then pushes apart the
/// points that are still too close.
pub(super) fn spaced(points: Vec<Point>) -> Vec<Point> {
    let enlarge = 1.0 / typical_gap(&points).clamp(0.01, 1.0);
    let mut points: Vec<Point> = points.into_iter().map(|p| p * enlarge).collect();
    for _ in 0..MAX_ROUNDS {
        if !push_apart(&mut points) {
            break;
        }
    }
    points
}

/// The median of the distances from each point to its nearest neighbour.
fn typical_gap(points: &[Point]) -> f64 {
    if points.len() < 2 {
        return 1.0;
    }
    let mut gaps = vec![f64::INFINITY; points.len()];
    // Gaps above 1 need no scaling, so they may stay infinite.
    each_pair_within(points, 1.0, |i, j| {
        let gap = (points[i] - points[j]).length();
        gaps[i] = gaps[i].min(gap);
        gaps[j] = gaps[j].min(gap);
    });
    gaps.sort_unstable_by(f64::total_cmp);
    gaps[gaps.len() / 2]
}

/// Moves each pair that is too close apart; returns whether there was one.
fn push_apart(points: &mut [Point]) -> bool {
    let mut close = Vec::new();
    each_pair_within(points, MIN_DISTANCE, |i, j| close.push((i, j)));
    for &(i, j) in &close {
        let step = points[j] - points[i];
        let missing = MIN_DISTANCE - step.length();
        if missing > 0.0 {
            let is_same_place = step.length() < 1e-9;
            let way = if is_same_place { any_way(j) } else { step };
            // More than half of the overlap each, since a crowd would otherwise converge too
            // slowly.
            let push = way.direction() * (missing * 0.6 + 1e-6);
            points[i] = points[i] - push;
            points[j] = points[j] + push;
        }
    }
    !close.is_empty()
}

/// Directions that differ between nodes with near numbers.
fn any_way(j: usize) -> Point {
    let coordinate = |factor: usize| (j * factor % 17) as f64 - 8.5;
    Point::new(coordinate(5), coordinate(7))
}

/// Calls `visit` for every pair nearer than `reach`, by a sweep from left to right.
fn each_pair_within(points: &[Point], reach: f64, mut visit: impl FnMut(usize, usize)) {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&i, &j| points[i].x.total_cmp(&points[j].x));
    for (at, &i) in order.iter().enumerate() {
        let near = order[at + 1..].iter().take_while(|&&j| points[j].x - points[i].x < reach);
        for &j in near {
            if (points[j] - points[i]).length() < reach {
                visit(i, j);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_in_one_place_are_pushed_apart() {
        let points = spaced(vec![Point::default(); 20]);
        for (ix, p) in points.iter().enumerate() {
            for q in &points[..ix] {
                assert!((*p - *q).length() >= MIN_DISTANCE);
            }
        }
    }

    #[test]
    fn points_with_enough_space_stay() {
        let points = vec![Point::new(0.0, 0.0), Point::new(1.0, 0.0), Point::new(5.0, 5.0)];
        assert_eq!(spaced(points.clone()), points);
    }
}
