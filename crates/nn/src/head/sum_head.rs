//! A count from the sums of the rows of both sides.
//!
//! ```text
//! p = drop( Σ { z_v : v ∈ Q }·P + a )               or, with `PatternBias::EachRow`, Σ { drop(z_v·P + a) }
//! g = Σ { drop( z_v·G + b ) : v ∈ G }
//! s = [ n_Q, n_G, 1/n_Q, 1/n_G ]                    numbers of nodes
//! y = σ( [ p ‖ g ‖ g − p ‖ g ⊙ p ‖ s ]·F + f )
//! n̂ = [ y ‖ s ]·w + c
//! ```
//!
//! `SumPredictNet` of Liu et al., KDD 2020. Without dropout, g = (Σ z_v)·G + n·b, so only the sum
//! of the rows of a graph is needed, for any pattern.
// PAPER: sum-head-padding
//!
//! The last weights are initialised to zero, and so every prediction starts at zero.

use isocount_grad::{Init, Matrix, Scope, Segments, Tape, Var};

use crate::layer::Linear;

/// s.
const SIZES: usize = 4;

/// The equations are in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct SumHead {
    pattern: Linear,
    graph: Linear,
    matching: Linear,
    count: Linear,
    pattern_bias: PatternBias,
    dropout: f32,
}

/// How often the bias a is added for a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PatternBias {
    Once,
    EachRow,
}

/// Summaries of patterns or graphs, one row each.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    /// Σ z_v: `[_, z]`.
    pub(crate) sums: Var,
    /// The number of rows in each sum: `[_, 1]`.
    pub(crate) num_rows: Var,
}

impl Summary {
    pub(crate) fn new(tape: &mut Tape<'_>, z: Var, rows_of: &Segments) -> Self {
        let sums = tape.segment_sum(z, rows_of);
        let mut num_rows = vec![0.0; rows_of.num()];
        for &group in rows_of.of_row() {
            num_rows[group as usize] += 1.0;
        }
        Self { sums, num_rows: tape.input(&Matrix::column(num_rows)) }
    }
}

impl SumHead {
    /// For rows of width `z`, with hidden width `d`.
    pub(crate) fn new(
        mut scope: Scope<'_>,
        z: usize,
        d: usize,
        pattern_bias: PatternBias,
        dropout: f32,
    ) -> Self {
        let normal = Init::Normal((d as f64).sqrt().recip());
        let mut linear = |name: &str, d_in: usize, d_out: usize, init: Init| {
            Linear::with_first_values(scope.at(name), d_in, d_out, [init, Init::Zeros])
        };
        Self {
            pattern: linear("pattern", z, d, normal),
            graph: linear("graph", z, d, normal),
            matching: linear("match", 4 * d + SIZES, d, normal),
            count: linear("count", d + SIZES, 1, Init::Zeros),
            pattern_bias,
            dropout,
        }
    }

    /// Whether rows must be processed separately, since dropout differs from row to row.
    fn drops(&self, tape: &Tape<'_>) -> bool {
        self.dropout > 0.0 && tape.has_noise()
    }

    /// g of each graph, from its rows.
    pub(crate) fn graphs(&self, tape: &mut Tape<'_>, z: Var, rows_of: &Segments) -> Var {
        if self.drops(tape) {
            return self.each_row(tape, &self.graph, z, rows_of);
        }
        let summary = Summary::new(tape, z, rows_of);
        self.graphs_of_sums(tape, &summary)
    }

    /// p of each pattern, from its rows.
    pub(crate) fn patterns(&self, tape: &mut Tape<'_>, z: Var, rows_of: &Segments) -> Var {
        if self.pattern_bias == PatternBias::EachRow && self.drops(tape) {
            return self.each_row(tape, &self.pattern, z, rows_of);
        }
        let summary = Summary::new(tape, z, rows_of);
        self.patterns_of_sums(tape, &summary)
    }

    /// `drop( z_v·G + b )` of each row of a graph, for models that do more than sum them.
    pub(crate) fn graph_rows(&self, tape: &mut Tape<'_>, z: Var) -> Var {
        let rows = self.graph.forward(tape, z);
        tape.thin(rows, self.dropout)
    }

    /// g of each graph, without dropout.
    pub(crate) fn graphs_of_sums(&self, tape: &mut Tape<'_>, summary: &Summary) -> Var {
        of_sums(tape, &self.graph, summary)
    }

    /// p of each pattern, if dropout is off or is applied to the sum of its rows.
    pub(crate) fn patterns_of_sums(&self, tape: &mut Tape<'_>, summary: &Summary) -> Var {
        match self.pattern_bias {
            PatternBias::Once => {
                let p = self.pattern.forward(tape, summary.sums);
                tape.thin(p, self.dropout)
            }
            PatternBias::EachRow => of_sums(tape, &self.pattern, summary),
        }
    }

    /// `Σ drop( z_v·W + b )`
    fn each_row(&self, tape: &mut Tape<'_>, linear: &Linear, z: Var, rows_of: &Segments) -> Var {
        let rows = linear.forward(tape, z);
        let rows = tape.thin(rows, self.dropout);
        tape.segment_sum(rows, rows_of)
    }

    /// `p, g: [B, d]` and the numbers of nodes, `[B, 1]` each, to n̂: `[B, 1]`.
    pub(crate) fn forward(&self, tape: &mut Tape<'_>, p: Var, g: Var, sizes: [Var; 2]) -> Var {
        let s = size_features(tape, sizes);
        let (difference, product) = (tape.sub(g, p), tape.mul(g, p));
        let all = tape.concat_cols(&[p, g, difference, product, s]); // [B, 4d + 4]
        let y = self.matching.activated(tape, all);
        let all = tape.concat_cols(&[y, s]);
        self.count.forward(tape, all)
    }
}

/// `(Σ z)·W + n·b`
fn of_sums(tape: &mut Tape<'_>, linear: &Linear, summary: &Summary) -> Var {
    let biases = tape.matmul(summary.num_rows, linear.bias); // [_, d]
    tape.linear_onto(summary.sums, linear.weight, biases, 1.0)
}

/// s: `[B, 4]`. An empty graph counts as one node.
pub(crate) fn size_features(tape: &mut Tape<'_>, [of_pattern, of_graph]: [Var; 2]) -> Var {
    let (patterns, graphs) = (tape.value(of_pattern), tape.value(of_graph));
    let rows = patterns.shape().rows;
    let both = patterns.data().iter().zip(graphs.data());
    let mut sizes: Vec<f32> =
        both.flat_map(|(&q, &g)| [q, g, q.max(1.0).recip(), g.max(1.0).recip()]).collect();
    // A cancelled tape has shapes without numbers.
    sizes.resize(rows * SIZES, 0.0);
    tape.input(&Matrix::new(rows, SIZES, sizes))
}
