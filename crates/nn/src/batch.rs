//! Batches of questions without padding: a prediction cannot depend on its batch.
//!
//! Adding a large graph to a batch takes time, and so does planning which rows receive messages
//! from which. If cancelled, the results are well formed and empty; the tape returns no number
//! computed from them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use isocount_core::{Cancelled, Control};
use isocount_grad::{Hot, Matrix, Relay, RowIndex, Segments, Spans};
use isocount_model::{Reverse, Vocabulary};

use crate::encoder::RowsOf;
use crate::filter::Kept;
use crate::plan::{Degrees, Dual, Hearing, Neighbourhoods, Relations};
use crate::{Pair, Prepared};

/// Number of arcs or nodes between checks for cancellation.
pub(crate) const ITEMS_PER_CHECK: usize = 1 << 12;

/// Plans that are computed on first use.
#[derive(Clone, Debug, Default)]
struct Plans {
    hearing: OnceLock<Hearing>,
    degrees: OnceLock<Degrees>,
    relations: OnceLock<Relations>,
    label_relations: OnceLock<Relations>,
    dual: OnceLock<Dual>,
    neighbourhoods: OnceLock<Neighbourhoods>,
}

/// Concatenated graphs: node 0 of the second graph follows the last node of the first.
#[derive(Clone, Debug)]
pub struct GraphBatch {
    /// One-hot labels of each node.
    pub(crate) nodes: Hot,
    /// Concatenated one-hot labels of each arc's tail, of the arc, and of its head.
    pub(crate) arcs: Hot,
    /// An arc receives messages from the arcs that end at its tail.
    pub(crate) relay: Relay,
    /// Whether an arc receives messages from its reverse arc.
    reverse: Reverse,
    /// The numbers of labels.
    pub(crate) vocabulary: Vocabulary,
    /// The label of each arc.
    pub(crate) edge_labels: Vec<u32>,
    /// Which nodes and arcs a filter keeps; all of them without a filter.
    kept: Option<[Matrix; 2]>,
    /// Plans that layers have requested.
    plans: Plans,
    /// Cancels planning.
    control: Control,
    /// The tail of each arc.
    pub(crate) tails: RowIndex,
    /// The arcs by their heads.
    pub(crate) heads: Segments,
    /// The head of each arc.
    pub(crate) head_of: RowIndex,
    /// The arcs by their tails.
    pub(crate) by_tail: Segments,
    /// The arcs by their graphs.
    pub(crate) arcs_of: Segments,
    /// The nodes by their graphs.
    pub(crate) nodes_of: Segments,
    /// One row for each graph.
    graphs_of: Segments,
    /// The ranges of the arcs of each graph.
    arc_ranges: Vec<[u32; 2]>,
    /// The ranges of the nodes of each graph.
    node_ranges: Vec<[u32; 2]>,
}

impl GraphBatch {
    /// Concatenates graphs.
    #[must_use]
    pub fn new(graphs: &[&Prepared], vocabulary: Vocabulary, reverse: Reverse) -> Self {
        Self::new_with(graphs, vocabulary, reverse, &Control::NONE)
    }

    /// Like [`new`](Self::new), but cancellable; the result of a cancelled call is meaningless.
    #[must_use]
    pub fn new_with(
        graphs: &[&Prepared],
        vocabulary: Vocabulary,
        reverse: Reverse,
        control: &Control,
    ) -> Self {
        Self::put_together(graphs, vocabulary, reverse, control).unwrap_or_else(|Cancelled| {
            // The same number of graphs, all empty.
            let empty = vec![Prepared::default(); graphs.len()];
            let batch = Self::new(&empty.iter().collect::<Vec<_>>(), vocabulary, reverse);
            Self { control: control.clone(), ..batch }
        })
    }

    fn put_together(
        graphs: &[&Prepared],
        vocabulary: Vocabulary,
        reverse: Reverse,
        control: &Control,
    ) -> Result<Self, Cancelled> {
        let Vocabulary { node_labels, edge_labels } = vocabulary;
        let (edge_places, head_places) = (node_labels as u32, (node_labels + edge_labels) as u32);
        let num_nodes = graphs.iter().map(|graph| graph.node_labels.len()).sum();
        let num_arcs = graphs.iter().map(|graph| graph.num_arcs()).sum();
        let list = |len| -> Vec<u32> { Vec::with_capacity(len) };
        let (mut nodes, mut arcs) = (list(num_nodes), list(3 * num_arcs));
        let (mut tails, mut heads, mut edge_labels) =
            (list(num_arcs), list(num_arcs), list(num_arcs));
        let (mut arc_ranges, mut node_ranges) = (Vec::new(), Vec::new());
        for graph in graphs {
            let (first_node, first_arc) = (nodes.len() as u32, tails.len() as u32);
            nodes.extend_from_slice(&graph.node_labels);
            let ends = graph.tails.iter().zip(&graph.heads);
            for (ix, ((&tail, &head), &label)) in ends.zip(&graph.edge_labels).enumerate() {
                if ix % ITEMS_PER_CHECK == 0 {
                    control.check()?;
                }
                let label_of = |node: u32| graph.node_labels[node as usize];
                arcs.extend([label_of(tail), edge_places + label, head_places + label_of(head)]);
                edge_labels.push(label);
                tails.push(first_node + tail);
                heads.push(first_node + head);
            }
            node_ranges.push([first_node, nodes.len() as u32]);
            arc_ranges.push([first_arc, tails.len() as u32]);
        }
        control.check()?;
        let relay = match reverse {
            Reverse::Include => Relay::new(heads.clone(), tails.clone(), num_nodes),
            Reverse::Exclude => {
                Relay::without_reverse(heads.clone(), tails.clone(), num_nodes, control)
            }
        };
        let sizes = |ranges: &[[u32; 2]]| -> Vec<usize> {
            ranges.iter().map(|[start, end]| (end - start) as usize).collect()
        };
        // Each of these is a pass over all nodes or arcs.
        control.check()?;
        let (nodes, arcs) = (Hot::new(nodes, 1), Hot::new(arcs, 3));
        control.check()?;
        let (head_of, by_tail) =
            (RowIndex::new(heads.clone()), Segments::new(tails.clone(), num_nodes));
        control.check()?;
        let (tails, heads) = (RowIndex::new(tails), Segments::new(heads, num_nodes));
        control.check()?;
        Ok(Self {
            nodes,
            arcs,
            relay,
            reverse,
            vocabulary,
            edge_labels,
            kept: None,
            plans: Plans::default(),
            control: control.clone(),
            head_of,
            by_tail,
            tails,
            heads,
            arcs_of: Segments::from_sizes(&sizes(&arc_ranges)),
            nodes_of: Segments::from_sizes(&sizes(&node_ranges)),
            graphs_of: Segments::from_sizes(&vec![1; graphs.len()]),
            arc_ranges,
            node_ranges,
        })
    }

    /// Restricts the batch to the nodes and arcs that a filter keeps, graph by graph.
    fn filtered(self, kept: &[&Kept]) -> Self {
        let column = |num: usize, part: fn(&Kept) -> &[f32]| {
            let all = kept.iter().flat_map(|kept| part(kept)).copied();
            Matrix::column(all.take(num).collect::<Vec<_>>())
        };
        let nodes = column(self.num_nodes(), |kept| &kept.nodes);
        let arcs = column(self.num_arcs(), |kept| &kept.arcs);
        Self { kept: Some([nodes, arcs]), ..self }
    }

    pub(crate) fn num_graphs(&self) -> usize {
        self.node_ranges.len()
    }

    pub(crate) fn num_nodes(&self) -> usize {
        self.nodes.num_rows()
    }

    pub(crate) fn num_arcs(&self) -> usize {
        self.tails.len()
    }

    /// Rows of a kind by their graphs.
    pub(crate) fn rows_of(&self, kind: RowsOf) -> &Segments {
        match kind {
            RowsOf::Arcs => &self.arcs_of,
            RowsOf::Nodes => &self.nodes_of,
            RowsOf::Graphs => &self.graphs_of,
        }
    }

    /// The number of nodes of each graph.
    pub(crate) fn nodes_each(&self) -> Vec<f32> {
        self.node_ranges.iter().map(|[start, end]| (end - start) as f32).collect()
    }

    /// The number of arcs of each graph.
    pub(crate) fn arcs_each(&self) -> Vec<f32> {
        self.arc_ranges.iter().map(|[start, end]| (end - start) as f32).collect()
    }

    /// The label of each node.
    pub(crate) fn node_labels(&self) -> &[u32] {
        self.nodes.places().rows()
    }

    /// The ranges of the nodes of each graph.
    pub(crate) fn node_ranges(&self) -> &[[u32; 2]] {
        &self.node_ranges
    }

    /// One for each node that a filter keeps, zero for the others; `None` without a filter.
    pub(crate) fn kept_nodes(&self) -> Option<&Matrix> {
        self.kept.as_ref().map(|[nodes, _]| nodes)
    }

    /// Like `kept_nodes`, but for arcs.
    pub(crate) fn kept_arcs(&self) -> Option<&Matrix> {
        self.kept.as_ref().map(|[_, arcs]| arcs)
    }

    /// The pairs of arcs that exchange messages, if reverse arcs are excluded. Otherwise the nodes
    /// suffice: an arc receives the same messages as its tail.
    pub(crate) fn hearing(&self) -> Option<&Hearing> {
        let hearing = || {
            Hearing::new(self.tails.rows(), self.heads.of_row(), self.num_nodes(), &self.control)
        };
        match self.reverse {
            Reverse::Include => None,
            Reverse::Exclude => Some(self.plans.hearing.get_or_init(hearing)),
        }
    }

    pub(crate) fn degrees(&self) -> &Degrees {
        let degrees = || Degrees::new(self.tails.rows(), self.heads.of_row(), self.num_nodes());
        self.plans.degrees.get_or_init(degrees)
    }

    pub(crate) fn relations(&self) -> &Relations {
        self.plans.relations.get_or_init(|| {
            let tails = self.tails.rows();
            Relations::new(tails, &self.edge_labels, self.vocabulary.edge_labels, &self.control)
        })
    }

    /// The relations with the labels of tails instead of tails: nodes of one label send the same
    /// message, which is computed once.
    pub(crate) fn label_relations(&self) -> &Relations {
        self.plans.label_relations.get_or_init(|| {
            let labels = self.node_labels();
            let of_tail = self.tails.rows().iter().map(|&tail| labels[tail as usize]);
            let of_tail: Vec<u32> = of_tail.collect();
            Relations::new(&of_tail, &self.edge_labels, self.vocabulary.edge_labels, &self.control)
        })
    }

    pub(crate) fn dual(&self) -> &Dual {
        let dual =
            || Dual::new(self.tails.rows(), self.heads.of_row(), self.num_nodes(), &self.control);
        self.plans.dual.get_or_init(dual)
    }

    pub(crate) fn neighbourhoods(&self) -> &Neighbourhoods {
        self.plans.neighbourhoods.get_or_init(|| {
            let (tails, heads) = (self.tails.rows(), self.heads.of_row());
            Neighbourhoods::new(tails, heads, self.num_nodes(), &self.control)
        })
    }
}

/// `B` questions. A pattern or graph that occurs in several of them is stored once.
#[derive(Clone, Debug)]
pub struct Batch {
    pub(crate) patterns: GraphBatch,
    pub(crate) graphs: GraphBatch,
    /// The pattern of each question.
    pub(crate) pattern_of: RowIndex,
    /// The graph of each question.
    pub(crate) graph_of: RowIndex,
    /// The range of the arcs of the graph of each question.
    arc_spans: Spans,
    /// The range of the nodes of the graph of each question.
    node_spans: Spans,
    /// The position of the graph of each question.
    graph_spans: Spans,
    /// Logarithms of tree counts, one row per question; no columns if they are not needed.
    pub(crate) tree_logs: Matrix,
}

impl Batch {
    /// Combines questions: each is a pattern and a graph, with numbers that identify patterns and
    /// graphs shared between questions.
    #[must_use]
    pub fn new(
        questions: &[(Numbered<'_>, Numbered<'_>)],
        vocabulary: Vocabulary,
        reverse: Reverse,
    ) -> Self {
        Self::new_with(questions, vocabulary, reverse, &Control::NONE)
    }

    /// Like [`new`](Self::new), but cancellable; the result of a cancelled call is meaningless.
    #[must_use]
    pub fn new_with(
        questions: &[(Numbered<'_>, Numbered<'_>)],
        vocabulary: Vocabulary,
        reverse: Reverse,
        control: &Control,
    ) -> Self {
        let (patterns, pattern_of) = distinct(questions.iter().map(|question| question.0));
        let (graphs, graph_of) = distinct(questions.iter().map(|question| question.1));
        let graphs = GraphBatch::new_with(&graphs, vocabulary, reverse, control);
        let spans = |ranges: &[[u32; 2]]| {
            Spans::new(graph_of.iter().map(|&graph| ranges[graph as usize]).collect::<Vec<_>>())
        };
        Self {
            patterns: GraphBatch::new_with(&patterns, vocabulary, reverse, control),
            arc_spans: spans(&graphs.arc_ranges),
            graph_spans: Spans::new(
                graph_of.iter().map(|&graph| [graph, graph + 1]).collect::<Vec<_>>(),
            ),
            node_spans: spans(&graphs.node_ranges),
            graphs,
            pattern_of: RowIndex::new(pattern_of),
            graph_of: RowIndex::new(graph_of),
            tree_logs: Matrix::zeros(questions.len(), 0),
        }
    }

    /// Like [`new`](Self::new), but for a model with [`Needs`](crate::Needs): each question has its
    /// own graph.
    #[must_use]
    pub fn of_pairs(
        questions: &[(Numbered<'_>, &Pair)],
        vocabulary: Vocabulary,
        reverse: Reverse,
    ) -> Self {
        Self::of_pairs_with(questions, vocabulary, reverse, &Control::NONE)
    }

    /// Like [`of_pairs`](Self::of_pairs), but cancellable; the result of a cancelled call is
    /// meaningless.
    #[must_use]
    pub fn of_pairs_with(
        questions: &[(Numbered<'_>, &Pair)],
        vocabulary: Vocabulary,
        reverse: Reverse,
        control: &Control,
    ) -> Self {
        let whole = questions.iter().enumerate();
        let whole: Vec<_> =
            whole.map(|(ix, &(pattern, pair))| (pattern, (ix, &pair.graph))).collect();
        let logs: Vec<f32> = questions.iter().flat_map(|(_, pair)| pair.tree_logs).collect();
        let tree_logs = Matrix::new(questions.len(), 4, logs);
        let mut batch = Self { tree_logs, ..Self::new_with(&whole, vocabulary, reverse, control) };
        // All pairs are prepared for the same model, either all with or all without a filter.
        let kept: Option<Vec<&Kept>> =
            questions.iter().map(|(_, pair)| pair.kept.as_ref()).collect();
        if let Some(kept) = kept {
            batch.graphs = batch.graphs.filtered(&kept);
        }
        batch
    }

    /// Replaces the handle that cancels the plans.
    #[cfg(test)]
    pub(crate) fn controlled(mut self, control: &Control) -> Self {
        self.patterns.control = control.clone();
        self.graphs.control = control.clone();
        self
    }

    /// The rows of the graph of each question.
    pub(crate) fn spans(&self, kind: RowsOf) -> &Spans {
        match kind {
            RowsOf::Arcs => &self.arc_spans,
            RowsOf::Nodes => &self.node_spans,
            RowsOf::Graphs => &self.graph_spans,
        }
    }

    /// The number of questions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pattern_of.len()
    }

    /// Whether there are no questions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pattern_of.is_empty()
    }
}

/// A graph and its identifying number.
type Numbered<'a> = (usize, &'a Prepared);

/// The distinct items in order of first use, and the index among them for each item.
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
