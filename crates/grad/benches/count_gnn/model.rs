//! Count-GNN as the paper defines it, on ragged batches of random graphs.
//!
//! The reference training step: three edge-centric layers of width 24 for patterns and three for
//! graphs, one-hot labels, query readout, modulated sum, counter. It is written out here because
//! the models of isocount depend on graphs and build on this crate.

use isocount_grad::{
    EdgeWeights, Hot, Init, Matrix, Params, Relay, Scope, Segments, Spans, Tape, Var,
};

const NUM_LABELS: usize = 16;
const WIDTH: usize = 24;
const NUM_LAYERS: usize = 3;
const SLOPE: f32 = 0.01;
const LAMBDA: f32 = 1e-4;

/// Graphs of one size, arc by arc.
pub(crate) struct Arcs {
    /// Labels of tail, arc and head as the positions of ones.
    labels: Hot,
    relay: Relay,
    graphs: Segments,
    spans: Spans,
}

/// A linear congruential generator is random enough for a benchmark.
pub(crate) struct Dice(pub u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: usize) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize % bound) as u32
    }
}

impl Arcs {
    pub(crate) fn random(
        num_graphs: usize,
        num_nodes: usize,
        num_arcs: usize,
        dice: &mut Dice,
    ) -> Self {
        let (mut places, mut tails, mut heads) = (vec![], vec![], vec![]);
        for graph in 0..num_graphs {
            let labels: Vec<u32> = (0..num_nodes).map(|_| dice.below(NUM_LABELS)).collect();
            for _ in 0..num_arcs {
                let (tail, head) = (dice.below(num_nodes), dice.below(num_nodes));
                let arc = NUM_LABELS as u32 + dice.below(NUM_LABELS);
                places.push(labels[tail as usize]);
                places.push(arc);
                places.push(2 * NUM_LABELS as u32 + labels[head as usize]);
                tails.push(tail + (graph * num_nodes) as u32);
                heads.push(head + (graph * num_nodes) as u32);
            }
        }
        Self {
            labels: Hot::new(places, 3),
            relay: Relay::new(heads, tails, num_graphs * num_nodes),
            graphs: Segments::from_sizes(&vec![num_arcs; num_graphs]),
            spans: Spans::from_sizes(&vec![num_arcs; num_graphs]),
        }
    }
}

/// Pairs of a pattern and a graph, with counts.
pub(crate) struct Group {
    pub patterns: Arcs,
    pub graphs: Arcs,
    pub counts: Matrix,
}

struct Linear {
    weight: Var,
    bias: Var,
}

impl Linear {
    fn new(mut scope: Scope<'_>, d_in: usize, d_out: usize) -> Self {
        Self {
            weight: scope.add("weight", d_in, d_out, Init::FanIn),
            bias: scope.add("bias", 1, d_out, Init::FanInOf(d_in)),
        }
    }
}

struct Encoder {
    layers: Vec<EdgeWeights>,
}

impl Encoder {
    fn new(mut scope: Scope<'_>) -> Self {
        let layer = |ix: usize| {
            let d_in = if ix == 0 { 3 * NUM_LABELS } else { WIDTH };
            let mut scope = scope.at(format!("layer{ix}"));
            EdgeWeights {
                own: scope.add("own", d_in, WIDTH, Init::FanIn),
                message: scope.add("message", d_in, WIDTH, Init::FanIn),
                bias: scope.add("bias", 1, WIDTH, Init::FanInOf(d_in)),
            }
        };
        Self { layers: (0..NUM_LAYERS).map(layer).collect() }
    }

    fn forward(&self, tape: &mut Tape, arcs: &Arcs) -> Var {
        let first = tape.edge_layer(&arcs.labels, self.layers[0], &arcs.relay, SLOPE);
        let rest = self.layers[1..].iter();
        rest.fold(first, |h, &layer| tape.edge_layer(h, layer, &arcs.relay, SLOPE))
    }
}

/// All parameters of the model.
pub(crate) struct CountGnn {
    patterns: Encoder,
    graphs: Encoder,
    query: Linear,
    /// W of γ and β side by side.
    film_own: Var,
    /// U and b of γ and β side by side.
    film_query: Linear,
    graph: Linear,
    hidden: Linear,
    output: Linear,
}

impl CountGnn {
    pub(crate) fn new(params: &mut Params) -> Self {
        Self {
            patterns: Encoder::new(params.at("patterns")),
            graphs: Encoder::new(params.at("graphs")),
            query: Linear::new(params.at("query"), WIDTH, WIDTH),
            film_own: params.add("film.own.weight", WIDTH, 2 * WIDTH, Init::FanIn),
            film_query: Linear::new(params.at("film.query"), WIDTH, 2 * WIDTH),
            graph: Linear::new(params.at("graph"), WIDTH, WIDTH),
            hidden: Linear::new(params.at("hidden"), 4 * WIDTH, WIDTH),
            output: Linear::new(params.at("output"), WIDTH, 1),
        }
    }

    /// Σ |n − n̂| + λ·Σ (‖γ‖² + ‖β‖²)
    pub(crate) fn loss(&self, tape: &mut Tape, group: &Group) -> Var {
        let h = self.patterns.forward(tape, &group.patterns);
        let sums = tape.segment_sum(h, &group.patterns.graphs);
        let q = tape.linear_leaky_relu(sums, self.query.weight, self.query.bias, SLOPE);

        let h = self.graphs.forward(tape, &group.graphs);
        let a = tape.matmul(h, self.film_own);
        let c = tape.linear(q, self.film_query.weight, self.film_query.bias);
        let film = tape.film_sum(h, a, c, &group.graphs.spans, SLOPE);
        let g = tape.linear_leaky_relu(film.rows, self.graph.weight, self.graph.bias, SLOPE);

        let (difference, product) = (tape.sub(q, g), tape.mul(q, g));
        let both = tape.concat_cols(&[q, g, difference, product]);
        let hidden = tape.linear_leaky_relu(both, self.hidden.weight, self.hidden.bias, SLOPE);
        let count = tape.linear(hidden, self.output.weight, self.output.bias);
        let truth = tape.input(&group.counts);
        let error = tape.sub(count, truth);
        let error = tape.abs(error);
        let (error, penalty) = (tape.sum(error), tape.sum(film.penalty));
        let penalty = tape.scale(penalty, LAMBDA);
        tape.add(error, penalty)
    }
}
