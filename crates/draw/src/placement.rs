//! A panel's graph in pixels: the positions of its nodes and the curves of its lines.

use isocount_core::Edge;

use crate::curve::{Curve, Router};
use crate::lines::{Line, lines};
use crate::point::Frame;
use crate::{Panel, Point, layout};

/// The largest area for the nodes of one panel, in pixels; large graphs get a larger one.
const MAX_SIZE: Point = Point::new(900.0, 740.0);
const MAX_SIZE_OF_CROWDS: Point = Point::new(1280.0, 1040.0);
const CROWD: usize = 200;

/// The distance between close neighbours if there is enough space.
const UNIT: f64 = 84.0;
/// The radius of a node as a fraction of that distance; larger in large graphs, where every pixel
/// counts.
const RADIUS_SHARE: f64 = 0.235;
const RADIUS_SHARE_IN_CROWDS: f64 = 0.28;
const MIN_RADIUS: f64 = 2.0;
/// The minimum radius of highlighted nodes.
const MIN_STRONG_RADIUS: f64 = 9.0;

/// Positioned nodes and lines; the origin is the upper left corner of all of them.
pub(crate) struct Placement {
    pub(crate) points: Vec<Point>,
    /// The radius of each node; highlighted ones may be larger.
    pub(crate) radii: Vec<f64>,
    /// The radius of the nodes that are not highlighted.
    pub(crate) radius: f64,
    pub(crate) lines: Vec<(Line, Curve)>,
    pub(crate) arcs: Vec<Edge>,
    pub(crate) size: Point,
}

impl Placement {
    pub(crate) fn new(panel: &Panel<'_>) -> Self {
        let graph = panel.graph;
        let is_crowd = graph.num_nodes() > CROWD;
        let limit = if is_crowd { MAX_SIZE_OF_CROWDS } else { MAX_SIZE };
        let share = if is_crowd { RADIUS_SHARE_IN_CROWDS } else { RADIUS_SHARE };

        let points = layout(graph);
        let frame = Frame::around(points.iter().copied());
        let fit = |limit: f64, size: f64| if size > 0.0 { limit / size } else { f64::INFINITY };
        let scale = UNIT.min(fit(limit.x, frame.width())).min(fit(limit.y, frame.height()));
        let radius = (scale * share).max(MIN_RADIUS);
        let strong = radius.max(MIN_STRONG_RADIUS);
        let points: Vec<Point> = points.into_iter().map(|p| p * scale).collect();
        let radii: Vec<f64> =
            graph.nodes().map(|v| if panel.stands_out(v) { strong } else { radius }).collect();

        let arcs: Vec<Edge> = graph.arcs().collect();
        let is_strong =
            |ix: usize| panel.highlight.as_ref().is_some_and(|h| h.arcs.contains(&arcs[ix]));
        let router = Router { graph, points: &points, radii: &radii };
        let lines = lines(graph, |one, other| is_strong(one) == is_strong(other));
        let lines = lines.into_iter().map(|line| {
            let curve = router.route(&line);
            (line, curve)
        });
        let lines = lines.collect();
        Self { points, radii, radius, lines, arcs, size: Point::default() }.at_origin()
    }

    /// Moves everything so that nothing, including badges, lies above or to the left of the origin.
    fn at_origin(self) -> Self {
        let around_nodes = self.points.iter().zip(&self.radii).flat_map(|(&p, &radius)| {
            let reach = Point::new(1.6, 1.6) * radius;
            [p - reach, p + reach]
        });
        let text = Point::new(1.0, 1.0) * self.radius;
        let around_lines =
            self.lines.iter().flat_map(|(_, curve)| [curve.middle() - text, curve.middle() + text]);
        let frame = Frame::around(around_nodes.chain(around_lines));
        let by = Point::default() - frame.low;
        Self {
            points: self.points.iter().map(|&p| p + by).collect(),
            lines: self.lines.into_iter().map(|(line, curve)| (line, curve.moved(by))).collect(),
            size: Point::new(frame.width(), frame.height()),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_core::NodeId;
    use isocount_testkit::{graph, random};

    #[test]
    fn everything_lies_inside() {
        for seed in 0..100 {
            let graph = random::case(seed).graph;
            let placed = Placement::new(&Panel::new("", &graph));
            let middles = placed.lines.iter().map(|(_, curve)| curve.middle());
            for p in placed.points.iter().copied().chain(middles) {
                assert!(0.0 <= p.x && p.x <= placed.size.x, "seed {seed}: {p:?}");
                assert!(0.0 <= p.y && p.y <= placed.size.y, "seed {seed}: {p:?}");
            }
        }
    }

    #[test]
    fn a_highlighted_arc_is_separate_from_its_reverse() {
        let g = graph("a-b");
        let p = isocount_testkit::pattern("a->b");
        let panel = Panel::new("", &g).mapped(&p, &[NodeId(0), NodeId(1)]);
        assert_eq!(Placement::new(&panel).lines.len(), 2);
        assert_eq!(Placement::new(&Panel::new("", &g)).lines.len(), 1);
    }

    #[test]
    fn a_graph_without_nodes_takes_no_space() {
        let nothing = graph("");
        assert_eq!(Placement::new(&Panel::new("", &nothing)).size, Point::default());
    }
}
