//! The graph as Peregrine reads it: an undirected graph with sorted rows of neighbours.
//!
//! Nodes are renumbered by ascending degree. The partial orders require that later images have
//! larger numbers, so of the neighbours of a node only those of larger degree are candidates, and
//! they are few.

use isocount_core::{CountError, Label, LabeledGraph, NodeId};

use crate::meter::Meter;

/// An undirected graph without edge labels.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Adjacency {
    labels: Vec<Label>,
    has_loop: Vec<bool>,
    /// The neighbours of node `v` are `neighbours[starts[v]..starts[v + 1]]`, sorted, without `v`
    /// itself.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
    edge_label: Option<Label>,
}

impl Adjacency {
    /// Reads a graph. Once the budget is spent, the result is incomplete and must not be used.
    pub(super) fn new(graph: &LabeledGraph, meter: &mut Meter<'_>) -> Result<Self, CountError> {
        let edge_label = super::the_edge_label(graph, meter)?;
        let Some((old, new)) = by_degree(graph, meter) else { return Ok(Self::default()) };
        let num_nodes = graph.num_nodes();
        let mut built = Self {
            labels: Vec::with_capacity(num_nodes),
            has_loop: Vec::with_capacity(num_nodes),
            starts: Vec::with_capacity(num_nodes + 1),
            neighbours: vec![0; graph.num_arcs()],
            edge_label,
        };
        let mut end = 0;
        built.starts.push(0);
        for some in meter.stretches(num_nodes) {
            for &v in &old[some] {
                let has_loop = !graph.arcs_between(v, v).is_empty();
                end += graph.out_arcs(v).len() as u32 - u32::from(has_loop);
                built.labels.push(graph.node_label(v));
                built.has_loop.push(has_loop);
                built.starts.push(end);
            }
        }
        built.neighbours.truncate(end as usize);
        if meter.is_spent() {
            return Ok(Self::default());
        }
        // Each node is added to the rows of its neighbours, in order of its new number: rows come
        // out sorted.
        let mut ends = built.starts.clone();
        for (number, &v) in (0..).zip(&old) {
            let row = graph.out_arcs(v);
            for some in meter.stretches(row.len()) {
                for arc in row[some].iter().filter(|arc| arc.node != v) {
                    let at = &mut ends[new[arc.node.ix()] as usize];
                    built.neighbours[*at as usize] = number;
                    *at += 1;
                }
            }
            if !meter.work(1) {
                break;
            }
        }
        Ok(built)
    }

    pub(super) fn num_nodes(&self) -> usize {
        self.labels.len()
    }

    /// The label of all edges, if there are edges.
    pub(super) fn edge_label(&self) -> Option<Label> {
        self.edge_label
    }

    pub(super) fn label(&self, v: u32) -> Label {
        self.labels[v as usize]
    }

    pub(super) fn has_loop(&self, v: u32) -> bool {
        self.has_loop[v as usize]
    }

    /// The neighbours of a node, sorted; a loop does not make a node its own neighbour.
    pub(super) fn row(&self, v: u32) -> &[u32] {
        let v = v as usize;
        &self.neighbours[self.starts[v] as usize..self.starts[v + 1] as usize]
    }
}

/// The nodes by degree, and the position of each. None once the budget is spent.
fn by_degree(graph: &LabeledGraph, meter: &mut Meter<'_>) -> Option<(Vec<NodeId>, Vec<u32>)> {
    let num_nodes = graph.num_nodes();
    let degree = |v: usize| graph.out_arcs(NodeId(v as u32)).len();
    // A counting sort: the number of nodes of each degree, then the place of the first of them.
    let mut places = vec![0; 1];
    for some in meter.stretches(num_nodes) {
        for v in some {
            if places.len() < degree(v) + 2 {
                places.resize(degree(v) + 2, 0);
            }
            places[degree(v) + 1] += 1;
        }
    }
    for some in meter.stretches(places.len() - 1) {
        for ix in some {
            places[ix + 1] += places[ix];
        }
    }
    let (mut old, mut new) = (vec![NodeId(0); num_nodes], vec![0; num_nodes]);
    for some in meter.stretches(num_nodes) {
        for v in some {
            let place = &mut places[degree(v)];
            new[v] = *place;
            old[*place as usize] = NodeId(v as u32);
            *place += 1;
        }
    }
    (!meter.is_spent()).then_some((old, new))
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_core::Control;
    use isocount_testkit::graph;

    #[test]
    fn rows_are_sorted_and_nodes_are_numbered_by_degree() {
        // Degrees: the hub 4, its leaf 1, the triangle 2, 2 and 4 with its loop.
        let star = graph("hub:7-leaf:1, hub-a:2, hub-b:3, hub-c:4, a-b, c-c");
        let read = Adjacency::new(&star, &mut Meter::unlimited()).unwrap();
        assert_eq!(read.labels, [1, 2, 3, 4, 7].map(Label));
        assert_eq!(read.has_loop, [false, false, false, true, false]);
        let rows: Vec<&[u32]> = (0..5).map(|v| read.row(v)).collect();
        assert_eq!(rows, [&[4][..], &[2, 4], &[1, 4], &[4], &[0, 1, 2, 3]]);
        assert_eq!(read.edge_label, Some(Label(0)));
        let alone = Adjacency::new(&graph("a:5"), &mut Meter::unlimited()).unwrap();
        assert_eq!((alone.num_nodes(), alone.row(0).len(), alone.edge_label), (1, 0, None));
    }

    #[test]
    fn what_is_not_undirected_is_refused() {
        for (text, what) in [
            ("a->b", "directed arcs"),
            ("a-b, b->c, c->a", "directed arcs"),
            ("a-[1]-b, b-[2]-c", "edge labels"),
            ("a-[1]->b, b-[2]->a", "edge labels"),
            ("a-[1]-b, a-[2]-b", "edge labels"),
            ("a-b, a-[2]->a", "edge labels"),
        ] {
            let read = Adjacency::new(&graph(text), &mut Meter::unlimited());
            assert_eq!(read, Err(super::super::refusal(what)), "{text}");
        }
    }

    #[test]
    fn reading_can_be_cancelled() {
        let control = Control::new();
        control.cancel();
        let many: Vec<String> = (0..3_000).map(|leaf| format!("hub-n{leaf}")).collect();
        let mut meter = Meter::watching(&control);
        let read = Adjacency::new(&graph(&many.join(", ")), &mut meter).unwrap();
        assert!(meter.is_spent() && read == Adjacency::default());
    }
}
