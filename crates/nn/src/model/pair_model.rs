//! The structure that the baselines share: rows of both sides, and a head that compares them.
//!
//! With the Sum head and without a filter, only the sum of the rows of a graph or pattern is
//! needed: `summarise` computes it once, and `answer` then takes O(d²) per pair, independent of
//! their sizes.

use std::sync::Arc;

use isocount_grad::{Matrix, Params, Scope, Tape, Var};
use isocount_model::{DiamnetConfig, Filter, HeadKind, NodeConfig};

use super::{Model, Prediction, Side};
use crate::encoder::{BaselineEncoder, Encoder};
use crate::head::{CountHead, Diamnet, PatternBias, SumHead, Summary};
use crate::layer::SumReadout;
use crate::{Batch, GraphBatch, Needs};

/// Two encoders, possibly shared, and a head.
pub(crate) struct PairModel {
    patterns: Arc<dyn Encoder>,
    graphs: Arc<dyn Encoder>,
    head: Head,
    config: NodeConfig,
}

/// How rows become counts.
enum Head {
    Sum(SumHead),
    Diamnet(Box<Diamnet>),
    /// The head of Count-GNN's equations, with its readouts of patterns and graphs.
    Count {
        readouts: [SumReadout; 2],
        head: CountHead,
    },
}

impl PairModel {
    /// A model with the Sum head, or with the head of Count-GNN if configured; `encoder` creates an
    /// encoder.
    pub(crate) fn with_sum_head<E: BaselineEncoder + 'static>(
        params: &mut Params,
        config: &NodeConfig,
        pattern_bias: PatternBias,
        encoder: impl Fn(Scope<'_>) -> E,
    ) -> Self {
        let NodeConfig { width, head_dropout, .. } = *config;
        Self::new(params, config, encoder, |mut scope, z| match config.head {
            HeadKind::Sum => Head::Sum(SumHead::new(scope, z, width, pattern_bias, head_dropout)),
            HeadKind::Count => Head::Count {
                readouts: ["pattern_readout", "graph_readout"]
                    .map(|name| SumReadout::new(scope.at(name), z)),
                head: CountHead::new(scope, z),
            },
        })
    }

    /// A model with DIAMNet.
    pub(crate) fn with_memory<E: BaselineEncoder + 'static>(
        params: &mut Params,
        config: &NodeConfig,
        memory: DiamnetConfig,
        encoder: impl Fn(Scope<'_>) -> E,
    ) -> Self {
        let NodeConfig { width, head_dropout, .. } = *config;
        Self::new(params, config, encoder, |scope, z| {
            Head::Diamnet(Box::new(Diamnet::new(scope, z, width, memory, head_dropout)))
        })
    }

    fn new<E: BaselineEncoder + 'static>(
        params: &mut Params,
        config: &NodeConfig,
        encoder: impl Fn(Scope<'_>) -> E,
        head: impl FnOnce(Scope<'_>, usize) -> Head,
    ) -> Self {
        let (patterns, graphs) = if config.shared {
            let both = Arc::new(encoder(params.at("encoder")));
            (Arc::clone(&both), both)
        } else {
            let patterns = Arc::new(encoder(params.at("pattern_encoder")));
            (patterns, Arc::new(encoder(params.at("graph_encoder"))))
        };
        let head = head(params.at("head"), graphs.width());
        Self { patterns, graphs, head, config: *config }
    }
}

/// The number of nodes of each graph, as a column.
fn num_nodes(tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
    tape.input(&Matrix::column(graphs.nodes_each()))
}

impl Model for PairModel {
    fn forward(&self, tape: &mut Tape<'_>, batch: &Batch) -> Prediction {
        let patterns = self.patterns.encode(tape, &batch.patterns);
        let graphs = self.graphs.encode(tape, &batch.graphs);
        let of_patterns = num_nodes(tape, &batch.patterns);
        let of_graphs = num_nodes(tape, &batch.graphs);
        let sizes = [
            tape.gather_rows(of_patterns, &batch.pattern_of),
            tape.gather_rows(of_graphs, &batch.graph_of),
        ];
        let counts = match &self.head {
            Head::Sum(head) => {
                let rows_of = batch.patterns.rows_of(self.patterns.rows());
                let p = head.patterns(tape, patterns, rows_of); // [patterns, d]
                let p = tape.gather_rows(p, &batch.pattern_of);
                let rows_of = batch.graphs.rows_of(self.graphs.rows());
                let g = head.graphs(tape, graphs, rows_of); // [graphs, d]
                let g = tape.gather_rows(g, &batch.graph_of);
                head.forward(tape, p, g, sizes)
            }
            Head::Diamnet(head) => head.forward(tape, [patterns, graphs], batch, sizes),
            Head::Count { readouts: [of_pattern, of_graph], head } => {
                let rows_of = batch.patterns.rows_of(self.patterns.rows());
                let x = of_pattern.forward(tape, patterns, rows_of); // [patterns, d]
                let x = tape.gather_rows(x, &batch.pattern_of);
                let rows_of = batch.graphs.rows_of(self.graphs.rows());
                let y = of_graph.forward(tape, graphs, rows_of); // [graphs, d]
                let y = tape.gather_rows(y, &batch.graph_of);
                head.forward(tape, x, y)
            }
        };
        Prediction::of(counts)
    }

    fn needs(&self) -> Option<Needs> {
        let filter = self.config.filter;
        (filter != Filter::None).then(|| Needs { filter, ..Needs::default() })
    }

    fn most_nodes(&self) -> Option<usize> {
        // As many as the digits can distinguish.
        self.config.ids.then(|| self.config.max_nodes.next_power_of_two().max(2))
    }

    /// The sum, the number of rows and the number of nodes: `[graphs, z + 2]`.
    fn summarise(&self, tape: &mut Tape<'_>, graphs: &GraphBatch, side: Side) -> Option<Var> {
        if !matches!(self.head, Head::Sum(_)) || self.config.filter != Filter::None {
            return None;
        }
        let encoder = match side {
            Side::Pattern => &self.patterns,
            Side::Graph => &self.graphs,
        };
        let z = encoder.encode(tape, graphs);
        let Summary { sums, num_rows } = Summary::new(tape, z, graphs.rows_of(encoder.rows()));
        let num_nodes = num_nodes(tape, graphs);
        Some(tape.concat_cols(&[sums, num_rows, num_nodes]))
    }

    fn answer(&self, tape: &mut Tape<'_>, patterns: Var, graphs: Var) -> Prediction {
        let Head::Sum(head) = &self.head else { unreachable!("it made no summaries") };
        let z = tape.shape(graphs).cols - 2;
        let [of_patterns, of_graphs] = [patterns, graphs].map(|it| Summary {
            sums: tape.slice_cols(it, 0..z),
            num_rows: tape.slice_cols(it, z..z + 1),
        });
        let p = head.patterns_of_sums(tape, &of_patterns);
        let g = head.graphs_of_sums(tape, &of_graphs);
        let sizes = [patterns, graphs].map(|it| tape.slice_cols(it, z + 1..z + 2));
        Prediction::of(head.forward(tape, p, g, sizes))
    }
}
