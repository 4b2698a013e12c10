//! Rotates a component to a natural orientation: wide, standing on its base, edges upright.

use super::component::Component;
use crate::Point;
use crate::point::Frame;

/// Below this elongation a component is about as high as it is wide, and its longest axis is
/// meaningless.
const ELONGATED: f64 = 0.2;

/// The points around their centre, with the longest axis horizontal. They are then rotated slightly
/// until as many edges as possible are at a multiple of 30°, and mirrored so that most nodes are
/// low and the first node is on the left.
pub(super) fn upright(component: &Component, points: Vec<Point>) -> Vec<Point> {
    let centre = mean(&points);
    let mut points: Vec<Point> = points.into_iter().map(|p| p - centre).collect();
    for angle in [axis, lean] {
        let away = angle(component, &points);
        turn(&mut points, -away);
    }
    let box_centre = Frame::around(points.iter().copied()).centre();
    // Small differences are noise, and would vary between machines.
    let is_top_heavy = box_centre.y > 1e-6;
    let starts_right = points[0].x > 1e-6;
    let sign = |is_mirrored: bool| if is_mirrored { -1.0 } else { 1.0 };
    let (flip_x, flip_y) = (sign(starts_right), sign(is_top_heavy));
    points.iter().map(|p| Point::new(p.x * flip_x, p.y * flip_y)).collect()
}

fn mean(points: &[Point]) -> Point {
    let sum = points.iter().fold(Point::default(), |sum, &p| sum + p);
    sum * (1.0 / points.len().max(1) as f64)
}

fn turn(points: &mut [Point], angle: f64) {
    for point in points {
        *point = point.turned(angle);
    }
}

/// The direction of the longest axis, or of the first short edge.
fn axis(component: &Component, points: &[Point]) -> f64 {
    let spread = |f: fn(&Point) -> f64| points.iter().map(f).sum::<f64>();
    let (xx, yy, xy) = (spread(|p| p.x * p.x), spread(|p| p.y * p.y), spread(|p| p.x * p.y));
    let elongation = ((xx - yy).powi(2) + 4.0 * xy * xy).sqrt();
    if elongation > ELONGATED * (xx + yy) {
        return 0.5 * (2.0 * xy).atan2(xx - yy);
    }
    let steps = || component.edges().map(|(v, w)| points[w] - points[v]);
    let shortest = steps().map(Point::length).fold(f64::INFINITY, f64::min);
    // A side of a square, not its diagonal; the first of those that are equal except for rounding.
    steps().find(|step| step.length() < 1.01 * shortest).map_or(0.0, Point::angle)
}

/// The mean deviation of the edges from the nearest multiple of 30°: at most 15°.
fn lean(component: &Component, points: &[Point]) -> f64 {
    let twelvefold = component.edges().fold(Point::default(), |sum, (v, w)| {
        sum + Point::at_angle(12.0 * (points[w] - points[v]).angle())
    });
    // The edges of a pentagon cancel out: then no rotation is better than another.
    let is_clear = twelvefold.length() > 0.1 * component.edges().count() as f64;
    if is_clear { twelvefold.angle() / 12.0 } else { 0.0 }
}
