//! A motif as a small SVG: its nodes on a circle.

use std::f64::consts::TAU;
use std::fmt::Write as _;

use isocount::motif::Shape;

/// The side of the picture.
pub(super) const SIDE: f64 = 44.0;
const RADIUS: f64 = 16.0;
const NODE: f64 = 3.5;

/// The picture; arcs that have no reverse have a head.
pub(super) fn svg(shape: Shape) -> String {
    let nodes = shape.num_nodes();
    let at = |i: usize| {
        let angle = TAU * i as f64 / nodes as f64 - TAU / 4.0;
        (SIDE / 2.0 + RADIUS * angle.cos(), SIDE / 2.0 + RADIUS * angle.sin())
    };
    let mut svg = format!(
        "<svg class=\"motif\" width=\"{SIDE}\" height=\"{SIDE}\" viewBox=\"0 0 {SIDE} {SIDE}\">"
    );
    for (i, j) in shape.pairs() {
        let (tail, head) = if shape.has_arc(i, j) { (i, j) } else { (j, i) };
        let ((x, y), (to_x, to_y)) = (at(tail), at(head));
        // Writing to a string cannot fail.
        let _ = write!(svg, "<path d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\"/>");
        if !shape.has_arc(head, tail) {
            let length = (to_x - x).hypot(to_y - y);
            let (dx, dy) = ((to_x - x) / length, (to_y - y) / length);
            let (tip_x, tip_y) = (to_x - NODE * dx, to_y - NODE * dy);
            let side = |turn: f64| {
                (tip_x - 5.0 * dx + 2.5 * turn * dy, tip_y - 5.0 * dy - 2.5 * turn * dx)
            };
            let ((a, b), (c, d)) = (side(1.0), side(-1.0));
            let _ = write!(
                svg,
                "<path class=\"head\" d=\"M{tip_x:.1} {tip_y:.1}L{a:.1} {b:.1}L{c:.1} {d:.1}Z\"/>"
            );
        }
    }
    for i in 0..nodes {
        let (x, y) = at(i);
        let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{NODE}\"/>");
    }
    svg + "</svg>"
}
