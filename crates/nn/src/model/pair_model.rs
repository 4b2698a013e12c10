//! The shape that the baselines share: rows of both sides, and a head that compares them.
//!
//! With the Sum head and without a filter, the sum of a graph's rows is all that is needed of it: `summarise` makes it
//! once, and `answer` is then O(d²) for each pattern, whatever the size of the graph.

use std::sync::Arc;

use isocount_grad::{Params, Scope, Tape, Var};

use super::{Model, Prediction};
use crate::encoder::{Encoder, NodeConfig};
use crate::filter::Filter;
use crate::head::{Diamnet, SumHead, Summary};
use crate::{Batch, GraphBatch, Needs};

/// Two encoders, which may be one, and a head.
pub(crate) struct PairModel {
    patterns: Arc<dyn Encoder>,
    graphs: Arc<dyn Encoder>,
    head: PairHead,
    config: NodeConfig,
}

/// How rows become counts.
pub(crate) enum PairHead {
    Sum(SumHead),
    Diamnet(Box<Diamnet>),
}

impl PairModel {
    /// `encoder` makes an encoder.
    pub(crate) fn new<E: Encoder + 'static>(
        params: &mut Params,
        config: &NodeConfig,
        encoder: impl Fn(Scope<'_>) -> E,
        head: impl FnOnce(Scope<'_>) -> PairHead,
    ) -> Self {
        let (patterns, graphs): (Arc<dyn Encoder>, Arc<dyn Encoder>) = if config.shared {
            let both = Arc::new(encoder(params.at("encoder")));
            (Arc::clone(&both) as _, both)
        } else {
            let patterns = Arc::new(encoder(params.at("pattern_encoder")));
            (patterns, Arc::new(encoder(params.at("graph_encoder"))))
        };
        Self { patterns, graphs, head: head(params.at("head")), config: *config }
    }
}

/// Rows of one side, and what they come to.
fn encode(encoder: &dyn Encoder, tape: &mut Tape<'_>, graphs: &GraphBatch) -> (Var, Summary) {
    let z = encoder.encode(tape, graphs);
    let rows_of = graphs.rows_of(encoder.rows());
    (z, Summary::new(tape, z, rows_of, &graphs.nodes_each()))
}

/// The number of nodes among the sizes of a summary.
fn num_nodes(tape: &mut Tape<'_>, summary: &Summary) -> Var {
    tape.slice_cols(summary.sizes, 1..2)
}

impl Model for PairModel {
    fn forward(&self, tape: &mut Tape<'_>, batch: &Batch) -> Prediction {
        let (pattern_rows, patterns) = encode(self.patterns.as_ref(), tape, &batch.patterns);
        let (graph_rows, graphs) = encode(self.graphs.as_ref(), tape, &batch.graphs);
        let of_patterns = num_nodes(tape, &patterns);
        let of_graphs = num_nodes(tape, &graphs);
        let sizes = [
            tape.gather_rows(of_patterns, &batch.pattern_of),
            tape.gather_rows(of_graphs, &batch.graph_of),
        ];
        let counts = match &self.head {
            PairHead::Sum(head) => {
                let rows_of = batch.patterns.rows_of(self.patterns.rows());
                let p = head.patterns(tape, pattern_rows, rows_of, &patterns);
                let p = tape.gather_rows(p, &batch.pattern_of);
                let rows_of = batch.graphs.rows_of(self.graphs.rows());
                let g = head.graphs(tape, graph_rows, rows_of, &graphs);
                let g = tape.gather_rows(g, &batch.graph_of);
                head.forward(tape, p, g, sizes)
            }
            PairHead::Diamnet(head) => head.forward(tape, [pattern_rows, graph_rows], batch, sizes),
        };
        Prediction::of(counts)
    }

    fn needs(&self) -> Option<Needs> {
        self.config.needs()
    }

    fn most_nodes(&self) -> Option<usize> {
        // As many as the digits can tell apart.
        self.config.ids.then(|| self.config.max_nodes.next_power_of_two().max(2))
    }

    fn summarise(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Option<Var> {
        if !matches!(self.head, PairHead::Sum(_)) || self.config.filter != Filter::None {
            return None;
        }
        let (_, summary) = encode(self.graphs.as_ref(), tape, graphs);
        Some(tape.concat_cols(&[summary.sums, summary.sizes]))
    }

    fn answer(&self, tape: &mut Tape<'_>, patterns: &GraphBatch, summaries: Var) -> Prediction {
        let PairHead::Sum(head) = &self.head else { unreachable!("it made no summaries") };
        let z = tape.shape(summaries).cols - 2;
        let graphs = Summary {
            sums: tape.slice_cols(summaries, 0..z),
            sizes: tape.slice_cols(summaries, z..z + 2),
        };
        let (rows, of_patterns) = encode(self.patterns.as_ref(), tape, patterns);
        let rows_of = patterns.rows_of(self.patterns.rows());
        let p = head.patterns(tape, rows, rows_of, &of_patterns);
        let g = head.graphs_of_sums(tape, &graphs);
        let sizes = [num_nodes(tape, &of_patterns), num_nodes(tape, &graphs)];
        Prediction::of(head.forward(tape, p, g, sizes))
    }
}
