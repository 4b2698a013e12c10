//! The whole layout: each component by itself, then all of them side by side.

use isocount_core::LabeledGraph;

use super::component::{Component, components};
use super::{alignment, beauty, orientation, packing, spacing, start, stress};
use crate::Point;

/// A point for each node, in node order. Neighbours are about 1 apart, and any two nodes at least
/// [`MIN_DISTANCE`](super::MIN_DISTANCE), except in components of many thousands of nodes. The same
/// graph always gets the same points; labels and directions do not matter.
///
/// A component of up to 600 nodes takes O(nodes²) per round; a larger one uses 60 landmarks.
///
/// ```
/// use isocount_core::{Label, LabeledGraph};
///
/// let mut builder = LabeledGraph::builder();
/// let (a, b) = (builder.node(Label(0)), builder.node(Label(0)));
/// builder.undirected_edge(a, b, Label(0));
/// let points = isocount_draw::layout(&builder.build()?);
/// assert!((points[0].x - points[1].x).abs() > 0.9);
/// # Ok::<(), isocount_core::GraphError>(())
/// ```
#[must_use]
pub fn layout(graph: &LabeledGraph) -> Vec<Point> {
    let components = components(graph);
    let pieces: Vec<Vec<Point>> = components.iter().map(arrange).collect();
    let packed = packing::pack(pieces);
    let mut points = vec![Point::default(); graph.num_nodes()];
    for (component, places) in components.iter().zip(packed) {
        for (v, place) in component.nodes.iter().zip(places) {
            points[v.ix()] = place;
        }
    }
    points
}

/// Uses several starts for small components, because stress has several local minima and every
/// crossing is visible; the best result is kept.
fn arrange(component: &Component) -> Vec<Point> {
    if let Some(end) = component.end_of_chain() {
        // Stress barely penalises the last bends of a chain, but they are visible.
        let distances = component.distances(end);
        return distances.into_iter().map(|x| Point::new(f64::from(x), 0.0)).collect();
    }
    let num_starts = match component.nodes.len() {
        0..=40 => 16,
        41..=120 => 4,
        _ => 1,
    };
    let model = stress::Model::new(component);
    let tries = (0..num_starts).map(|number| {
        let mut points = start::points(component, number);
        if num_starts > 1 {
            model.relax(&mut points, stress::ROUGHLY);
        }
        (beauty::cost(component, &model, &points), points)
    });
    let best = tries.min_by(|(a, _), (b, _)| a.total_cmp(b));
    let (_, mut points) = best.expect("there is at least one start");
    model.relax(&mut points, stress::THOROUGHLY);
    spacing::spaced(alignment::aligned(orientation::upright(component, points)))
}
