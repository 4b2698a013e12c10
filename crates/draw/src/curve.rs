//! The curve of one line between the nodes.

use std::f64::consts::{FRAC_PI_2, TAU};
use std::fmt;

use isocount_core::{LabeledGraph, NodeId};

use crate::Point;
use crate::lines::Line;

/// The gap between a node and the end of a line, in pixels.
const GAP: f64 = 1.5;

/// With more nodes than this, lines are not routed around nodes.
const MAX_NODES_TO_AVOID: usize = 80;

/// A drawn line; displayed as the path data of SVG.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Curve {
    /// From node to node: a quadratic Bézier curve, straight if `control` is in the middle.
    Bow { start: Point, control: Point, end: Point },
    /// From a node to itself: a cubic Bézier curve.
    Drop { start: Point, out: Point, back: Point, end: Point },
}

impl fmt::Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bow { start, end, .. } if self.is_straight() => write!(f, "M{start}L{end}"),
            Self::Bow { start, control, end } => write!(f, "M{start}Q{control} {end}"),
            Self::Drop { start, out, back, end } => write!(f, "M{start}C{out} {back} {end}"),
        }
    }
}

impl Curve {
    pub(crate) fn is_straight(&self) -> bool {
        match *self {
            Self::Bow { start, control, end } => {
                let across = (end - start).direction().cross(control - start);
                across.abs() < 0.01
            }
            Self::Drop { .. } => false,
        }
    }

    /// The point halfway; no point of the line is farther from the straight line.
    pub(crate) fn middle(&self) -> Point {
        self.at(0.5)
    }

    pub(crate) fn moved(self, by: Point) -> Self {
        match self {
            Self::Bow { start, control, end } => {
                Self::Bow { start: start + by, control: control + by, end: end + by }
            }
            Self::Drop { start, out, back, end } => {
                Self::Drop { start: start + by, out: out + by, back: back + by, end: end + by }
            }
        }
    }

    /// The point at the fraction `t` of the line.
    fn at(&self, t: f64) -> Point {
        let s = 1.0 - t;
        match *self {
            Self::Bow { start, control, end } => {
                start * (s * s) + control * (2.0 * s * t) + end * (t * t)
            }
            Self::Drop { start, out, back, end } => {
                start * (s * s * s)
                    + out * (3.0 * s * s * t)
                    + back * (3.0 * s * t * t)
                    + end * (t * t * t)
            }
        }
    }

    /// Cuts an arrow head off the end. Returns the rest of the line, and the corners of the head.
    pub(crate) fn with_arrow(self, size: f64) -> (Self, [Point; 3]) {
        let (from, tip) = match self {
            Self::Bow { control, end, .. } => (control, end),
            Self::Drop { back, end, .. } => (back, end),
        };
        let ahead = (tip - from).direction();
        let base = tip - ahead * size;
        let aside = ahead.normal() * (size * 0.42);
        let corners = [tip, base + aside, base - aside];
        // The line ends inside the head to avoid a visible seam.
        let end = base + ahead * (size * 0.2);
        let cut = match self {
            Self::Bow { start, control, .. } => Self::Bow { start, control, end },
            Self::Drop { start, out, back, .. } => Self::Drop { start, out, back, end },
        };
        (cut, corners)
    }
}

/// Routes lines between placed nodes.
pub(crate) struct Router<'a> {
    pub(crate) graph: &'a LabeledGraph,
    pub(crate) points: &'a [Point],
    /// The radius of each node.
    pub(crate) radii: &'a [f64],
}

impl Router<'_> {
    pub(crate) fn route(&self, line: &Line) -> Curve {
        if line.is_loop() { self.drop_shape(line) } else { self.bow_shape(line) }
    }

    /// Parallel lines spread like a fan. A line that would run through a third node bows around it.
    fn bow_shape(&self, line: &Line) -> Curve {
        let (from, to) = (self.points[line.tail.ix()], self.points[line.head.ix()]);
        let length = (to - from).length();
        let most = 0.9 * length / line.num_beside as f64;
        let radius = self.radii[line.tail.ix()];
        let spread = (0.16 * length).clamp(0.8 * radius, 1.6 * radius).min(most);
        let own = (line.place as f64 - (line.num_beside as f64 - 1.0) / 2.0) * spread;
        // Both directions must compute the fan from the same side.
        let own = if line.tail < line.head { own } else { -own };
        if self.points.len() > MAX_NODES_TO_AVOID {
            return self.bow(line, own);
        }
        let around = [0.0, 1.0, -1.0, 1.8, -1.8, 2.6, -2.6].map(|by| own + by * radius);
        let mut ways = around.iter().map(|&by| self.bow(line, by));
        ways.find(|way| self.is_clear(way, line)).unwrap_or_else(|| self.bow(line, own))
    }

    fn bow(&self, line: &Line, by: f64) -> Curve {
        let (from, to) = (self.points[line.tail.ix()], self.points[line.head.ix()]);
        let control = (from + to) * 0.5 + (to - from).direction().normal() * (2.0 * by);
        let start = from + (control - from).direction() * (self.radii[line.tail.ix()] + GAP);
        let end = to + (control - to).direction() * (self.radii[line.head.ix()] + GAP);
        Curve::Bow { start, control, end }
    }

    fn is_clear(&self, way: &Curve, line: &Line) -> bool {
        let mut others = self.graph.nodes().filter(|&v| v != line.tail && v != line.head);
        let steps: [Point; 15] = std::array::from_fn(|step| way.at((step + 1) as f64 / 16.0));
        others.all(|v| {
            let (p, clearance) = (self.points[v.ix()], self.radii[v.ix()] + GAP);
            steps.iter().all(|&at| (at - p).length() > clearance)
        })
    }

    /// Several loops are nested.
    fn drop_shape(&self, line: &Line) -> Curve {
        let (centre, towards) = (self.points[line.tail.ix()], self.free_angle(line.tail));
        let radius = self.radii[line.tail.ix()];
        let growth = 1.0 + line.place as f64 * (2.0 / line.num_beside as f64).min(0.5);
        let half_angle = 0.18 + 0.24 * growth;
        let rim = radius + GAP * 0.5;
        let reach = radius * (1.3 + 1.7 * growth);
        let side =
            |sign: f64, reach: f64| centre + Point::at_angle(towards + sign * half_angle) * reach;
        Curve::Drop {
            start: side(-1.0, rim),
            out: side(-1.0, reach),
            back: side(1.0, reach),
            end: side(1.0, rim),
        }
    }

    /// The middle of the widest gap between everything near `v`; upward if nothing is.
    fn free_angle(&self, v: NodeId) -> f64 {
        let centre = self.points[v.ix()];
        let ends = self.graph.out_arcs(v).iter().chain(self.graph.in_arcs(v)).map(|arc| arc.node);
        let near = |w: &NodeId| (self.points[w.ix()] - centre).length() < 6.0 * self.radii[v.ix()];
        let seen = ends.chain(self.graph.nodes().filter(near)).filter(|&w| w != v);
        let mut angles: Vec<f64> = seen.map(|w| (self.points[w.ix()] - centre).angle()).collect();
        angles.sort_unstable_by(f64::total_cmp);
        let Some(&first) = angles.first() else { return -FRAC_PI_2 };
        let next = angles.iter().skip(1).copied().chain([first + TAU]);
        let gaps = angles.iter().zip(next).map(|(&from, to)| (to - from, from));
        // The first of equal gaps, independent of rounding.
        let widest = gaps.reduce(|best, gap| if gap.0 > best.0 + 1e-6 { gap } else { best });
        widest.map_or(-FRAC_PI_2, |(gap, from)| from + gap / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::lines;
    use isocount_testkit::graph;

    fn ways(text: &str, points: &[Point]) -> Vec<Curve> {
        let graph = graph(text);
        let router = Router { graph: &graph, points, radii: &vec![10.0; points.len()] };
        lines(&graph, |_, _| true).iter().map(|line| router.route(line)).collect()
    }

    #[test]
    fn a_single_line_is_straight() {
        let ways = ways("a->b", &[Point::new(0.0, 0.0), Point::new(100.0, 0.0)]);
        assert_eq!(ways[0].to_string(), "M11.5 0L88.5 0");
    }

    #[test]
    fn parallel_lines_are_spread() {
        let ways = ways("a-[1]->b, b-[2]->a", &[Point::new(0.0, 0.0), Point::new(100.0, 0.0)]);
        let apart = ways[0].middle().y - ways[1].middle().y;
        assert!(apart.abs() > 8.0, "{apart}");
    }

    #[test]
    fn a_line_bows_around_a_node_in_its_way() {
        let row = [0.0, 50.0, 100.0].map(|x| Point::new(x, 0.0));
        let ways = ways("a->c, b", &[row[0], row[2], row[1]]);
        assert!(ways[0].middle().y.abs() > 10.0);
    }

    #[test]
    fn a_loop_points_away_from_the_neighbours() {
        let ways = ways("a->b, a->a", &[Point::new(0.0, 0.0), Point::new(60.0, 0.0)]);
        assert!(ways[0].middle().x < -15.0, "{:?}", ways[0]);
    }
}
