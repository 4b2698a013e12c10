//! The number of triangles of each edge, and the triangles themselves.

use isocount_core::{Cancelled, Control};

use crate::ranked::Ranked;

/// t(e) for every edge e: the common neighbours of its ends.
pub(crate) fn per_edge(graph: &Ranked, control: &Control) -> Result<Vec<u32>, Cancelled> {
    let mut t = vec![0; graph.num_edges()];
    graph.for_each_triangle(control, |_, edges| {
        for edge in edges {
            t[edge] += 1;
        }
    })?;
    Ok(t)
}

/// The common neighbours of the ends of every edge, sorted: four bytes for each, twelve per
/// triangle.
pub(crate) struct Common {
    starts: Vec<usize>,
    nodes: Vec<u32>,
}

impl Common {
    pub(crate) fn new(graph: &Ranked, t: &[u32], control: &Control) -> Result<Self, Cancelled> {
        let mut starts = Vec::with_capacity(t.len() + 1);
        let mut end = 0;
        for &number in t {
            starts.push(end);
            end += number as usize;
        }
        starts.push(end);
        let mut next = starts.clone();
        let mut nodes = vec![0; end];
        // For an edge xy, triangles come with the third node below x first, then between, then
        // above: sorted.
        graph.for_each_triangle(control, |[u, v, w], [uv, uw, vw]| {
            for (edge, third) in [(uv, w), (uw, v), (vw, u)] {
                nodes[next[edge]] = third as u32;
                next[edge] += 1;
            }
        })?;
        Ok(Self { starts, nodes })
    }

    pub(crate) fn of(&self, edge: usize) -> &[u32] {
        &self.nodes[self.starts[edge]..self.starts[edge + 1]]
    }
}
