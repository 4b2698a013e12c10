//! Questions side by side, without padding: a prediction cannot depend on its batch.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use isocount_grad::{Hot, Index, Matrix, Relay, Segments, Spans};

use crate::encoder::Reverse;
use crate::hearing::Hearing;
use crate::{Pair, Prepared, Vocabulary};

/// Graphs one after the other: node 0 of the second graph follows the last node of the first.
#[derive(Clone, Debug)]
pub struct GraphBatch {
    /// One-hot labels of each node.
    pub(crate) nodes: Hot,
    /// One-hot labels of each arc's tail, of the arc, and of its head, side by side.
    pub(crate) arcs: Hot,
    /// An arc hears the arcs that end where it begins.
    pub(crate) relay: Relay,
    /// Whether an arc hears the arc back.
    reverse: Reverse,
    /// Who hears whom, once somebody has asked.
    hearing: OnceLock<Hearing>,
    /// The tail of each arc.
    pub(crate) tails: Index,
    /// The arcs by their heads.
    pub(crate) heads: Segments,
    /// The head of each arc.
    pub(crate) head_of: Index,
    /// The arcs by their tails.
    pub(crate) by_tail: Segments,
    /// The arcs by their graphs.
    pub(crate) arcs_of: Segments,
    /// The nodes by their graphs.
    pub(crate) nodes_of: Segments,
    /// Where the arcs of each graph are.
    arc_ranges: Vec<[u32; 2]>,
    /// Where the nodes of each graph are.
    node_ranges: Vec<[u32; 2]>,
}

impl GraphBatch {
    /// Puts graphs one after the other.
    #[must_use]
    pub fn new(graphs: &[&Prepared], vocabulary: Vocabulary, reverse: Reverse) -> Self {
        let Vocabulary { node_labels, edge_labels } = vocabulary;
        let (edge_places, head_places) = (node_labels as u32, (node_labels + edge_labels) as u32);
        let (mut nodes, mut arcs) = (Vec::new(), Vec::new());
        let (mut tails, mut heads) = (Vec::new(), Vec::new());
        let (mut arc_ranges, mut node_ranges) = (Vec::new(), Vec::new());
        for graph in graphs {
            let (first_node, first_arc) = (nodes.len() as u32, tails.len() as u32);
            nodes.extend_from_slice(&graph.node_labels);
            let ends = graph.tails.iter().zip(&graph.heads);
            for ((&tail, &head), &label) in ends.zip(&graph.edge_labels) {
                let label_of = |node: u32| graph.node_labels[node as usize];
                arcs.extend([label_of(tail), edge_places + label, head_places + label_of(head)]);
                tails.push(first_node + tail);
                heads.push(first_node + head);
            }
            node_ranges.push([first_node, nodes.len() as u32]);
            arc_ranges.push([first_arc, tails.len() as u32]);
        }
        let num_nodes = nodes.len();
        let relay = match reverse {
            Reverse::Include => Relay::new(heads.clone(), tails.clone(), num_nodes),
            Reverse::Exclude => Relay::without_reverse(heads.clone(), tails.clone(), num_nodes),
        };
        let sizes = |ranges: &[[u32; 2]]| -> Vec<usize> {
            ranges.iter().map(|[start, end]| (end - start) as usize).collect()
        };
        Self {
            nodes: Hot::new(nodes, 1),
            arcs: Hot::new(arcs, 3),
            relay,
            reverse,
            hearing: OnceLock::new(),
            head_of: Index::new(heads.clone()),
            by_tail: Segments::new(tails.clone(), num_nodes),
            tails: Index::new(tails),
            heads: Segments::new(heads, num_nodes),
            arcs_of: Segments::from_sizes(&sizes(&arc_ranges)),
            nodes_of: Segments::from_sizes(&sizes(&node_ranges)),
            arc_ranges,
            node_ranges,
        }
    }

    /// Who hears whom, pair by pair, if arcs do not hear the arc back. Otherwise nodes suffice: an arc
    /// hears all that its tail does.
    pub(crate) fn hearing(&self) -> Option<&Hearing> {
        let hearing =
            || Hearing::new(self.tails.rows(), self.heads.of_row(), self.nodes.num_rows());
        match self.reverse {
            Reverse::Include => None,
            Reverse::Exclude => Some(self.hearing.get_or_init(hearing)),
        }
    }
}

/// `B` questions. A pattern or graph that occurs in several of them is there once.
#[derive(Clone, Debug)]
pub struct Batch {
    pub(crate) patterns: GraphBatch,
    pub(crate) graphs: GraphBatch,
    /// The pattern of each question.
    pub(crate) pattern_of: Index,
    /// The graph of each question.
    pub(crate) graph_of: Index,
    /// Where the arcs of the graph of each question are.
    pub(crate) arc_spans: Spans,
    /// Where the nodes of the graph of each question are.
    pub(crate) node_spans: Spans,
    /// Logarithms of tree counts, a row for each question; no columns if nobody needs them.
    pub(crate) tree_logs: Matrix,
}

impl Batch {
    /// Puts questions together: each is a pattern and a graph with a number by which it is known to
    /// be the same as that of another question.
    #[must_use]
    pub fn new(
        questions: &[(Numbered<'_>, Numbered<'_>)],
        vocabulary: Vocabulary,
        reverse: Reverse,
    ) -> Self {
        let (patterns, pattern_of) = distinct(questions.iter().map(|question| question.0));
        let (graphs, graph_of) = distinct(questions.iter().map(|question| question.1));
        let graphs = GraphBatch::new(&graphs, vocabulary, reverse);
        let spans = |ranges: &[[u32; 2]]| {
            Spans::new(graph_of.iter().map(|&graph| ranges[graph as usize]).collect::<Vec<_>>())
        };
        Self {
            patterns: GraphBatch::new(&patterns, vocabulary, reverse),
            arc_spans: spans(&graphs.arc_ranges),
            node_spans: spans(&graphs.node_ranges),
            graphs,
            pattern_of: Index::new(pattern_of),
            graph_of: Index::new(graph_of),
            tree_logs: Matrix::zeros(questions.len(), 0),
        }
    }

    /// The same for a model with [`Needs`](crate::Needs): each question has a graph of its own.
    #[must_use]
    pub fn of_pairs(
        questions: &[(Numbered<'_>, &Pair)],
        vocabulary: Vocabulary,
        reverse: Reverse,
    ) -> Self {
        let whole = questions.iter().enumerate();
        let whole: Vec<_> =
            whole.map(|(ix, &(pattern, pair))| (pattern, (ix, &pair.graph))).collect();
        let logs: Vec<f32> = questions.iter().flat_map(|(_, pair)| pair.tree_logs).collect();
        let tree_logs = Matrix::new(questions.len(), 4, logs);
        Self { tree_logs, ..Self::new(&whole, vocabulary, reverse) }
    }

    /// How many questions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pattern_of.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pattern_of.is_empty()
    }
}

/// A graph and the number by which it is known.
type Numbered<'a> = (usize, &'a Prepared);

/// Each of them once, in the order of their first use, and which one each is.
fn distinct<'a>(all: impl Iterator<Item = Numbered<'a>>) -> (Vec<&'a Prepared>, Vec<u32>) {
    let mut places = BTreeMap::new();
    let mut each = Vec::new();
    let which = all.map(|(number, prepared)| {
        *places.entry(number).or_insert_with(|| {
            each.push(prepared);
            each.len() as u32 - 1
        })
    });
    let which = which.collect();
    (each, which)
}
