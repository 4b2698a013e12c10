//! Groups arcs into lines, and lines between the same nodes.

use isocount_core::{Edge, LabeledGraph, NodeId};

/// One or two arcs that are drawn as one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) tail: NodeId,
    pub(crate) head: NodeId,
    /// The arcs of the line, as positions in the graph's list of arcs: an arc, or an arc and its
    /// reverse.
    pub(crate) arcs: Vec<usize>,
    /// The position of the line among those between the same two nodes, and their number.
    pub(crate) place: usize,
    pub(crate) num_beside: usize,
}

impl Line {
    pub(crate) fn is_loop(&self) -> bool {
        self.tail == self.head
    }

    /// A line with both directions needs no arrow; neither does a loop.
    pub(crate) fn has_arrow(&self) -> bool {
        self.arcs.len() == 1 && !self.is_loop()
    }

    fn ends(&self) -> (NodeId, NodeId) {
        (self.tail.min(self.head), self.tail.max(self.head))
    }
}

/// The lines of a graph, ordered by their ends. An arc shares its line with its reverse if both
/// have the same label and `look_alike`.
pub(crate) fn lines(graph: &LabeledGraph, look_alike: impl Fn(usize, usize) -> bool) -> Vec<Line> {
    let arcs: Vec<Edge> = graph.arcs().collect();
    let mut lines = Vec::new();
    for (ix, &Edge { tail, head, label }) in arcs.iter().enumerate() {
        let back = Edge { tail: head, head: tail, label };
        let reverse = if tail == head { None } else { arcs.binary_search(&back).ok() };
        let arcs = match reverse.filter(|&reverse| look_alike(ix, reverse)) {
            Some(reverse) if reverse < ix => continue,
            Some(reverse) => vec![ix, reverse],
            None => vec![ix],
        };
        lines.push(Line { tail, head, arcs, place: 0, num_beside: 1 });
    }
    lines.sort_by_key(Line::ends);
    for beside in lines.chunk_by_mut(|a, b| a.ends() == b.ends()) {
        let num_beside = beside.len();
        for (place, line) in beside.iter_mut().enumerate() {
            (line.place, line.num_beside) = (place, num_beside);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_testkit::graph;

    fn shapes(text: &str) -> Vec<(u32, u32, usize, usize)> {
        let found = lines(&graph(text), |_, _| true);
        found.iter().map(|l| (l.tail.0, l.head.0, l.arcs.len(), l.num_beside)).collect()
    }

    #[test]
    fn an_edge_is_one_line() {
        assert_eq!(shapes("a-b->c"), [(0, 1, 2, 1), (1, 2, 1, 1)]);
    }

    #[test]
    fn different_labels_are_different_lines() {
        assert_eq!(shapes("a-[1]->b, b-[2]->a"), [(0, 1, 1, 2), (1, 0, 1, 2)]);
        assert_eq!(shapes("a-[1]-b, a-[2]->b"), [(0, 1, 2, 2), (0, 1, 1, 2)]);
    }

    #[test]
    fn arcs_that_look_different_are_separate_lines() {
        let parted = lines(&graph("a-b"), |_, _| false);
        assert_eq!(parted.len(), 2);
        assert!(parted.iter().all(Line::has_arrow));
    }

    #[test]
    fn loops_have_no_arrow() {
        let looped = lines(&graph("a-[1]->a, a-[2]->a"), |_, _| true);
        assert_eq!(looped.len(), 2);
        assert!(!looped[0].has_arrow());
    }
}
