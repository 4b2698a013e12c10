//! A count from a small memory that reads the pattern and the graph alternately.
//!
//! ```text
//! M     = means of four windows of the graph's rows, in the order of its nodes, ·W_m + b_m
//! M     ← GMA_Q(M; Q),  M ← GMA_G(M; G)                                            T times
//! n̂    = [ σ( [ vec(M) ‖ s ]·F + f ) ‖ s ]·w + c                                  s as in `sum_head`
//!
//! GMA(X; Y):  X̄ = norm(X)       q = X̄·W_q       k = norm(Y)·W_k       v = norm(Y)·W_v       in heads
//!             A_ij = softmax over j of ⟨q_i, k_j⟩/√width                            for each head
//!             O = (Σ_j A_ij·v_j)·W_o
//!             γ = sigmoid( [ X̄ ‖ O ]·W_γ + b_γ )
//!             γ ⊙ X̄ + (1 − γ) ⊙ O
//! ```
//!
//! The Dynamic Intermedium Attention Memory of Liu et al., *Neural Subgraph Isomorphism Counting*,
//! KDD 2020. Windows: with n > 4 nodes and s = ⌊n/4⌋, slot j is the mean of rows js to js + n − 3s,
//! excluded; with fewer nodes, the slots are the rows, then zeros. By definition, the count
//! therefore depends on the order of the graph's nodes.
//!
//! k and v do not depend on the memory, so they are computed once, not T times.
// PAPER: diamnet-softmax

use isocount_grad::{Init, RowIndex, Scope, Segments, Shape, Tape, Var};
use isocount_model::{DiamnetConfig, SoftmaxOver};

use super::sum_head::size_features;
use crate::layer::Linear;
use crate::{Batch, GraphBatch};

/// Slots of the memory.
const SLOTS: usize = 4;

/// The equations are in the [module docs](self).
#[derive(Clone, Debug)]
pub(crate) struct Diamnet {
    memory: Linear,
    of_pattern: GatedAttention,
    of_graph: GatedAttention,
    matching: Linear,
    count: Linear,
    steps: usize,
}

impl Diamnet {
    /// For rows of width `z`, with a memory of width `d`.
    pub(crate) fn new(
        mut scope: Scope<'_>,
        z: usize,
        d: usize,
        config: DiamnetConfig,
        dropout: f32,
    ) -> Self {
        let init = [Init::Normal((d as f64).sqrt().recip()), Init::Zeros];
        let (first, last) = (SLOTS * d + 4, d + 4);
        Self {
            memory: Linear::with_first_values(scope.at("memory"), z, d, init),
            of_pattern: GatedAttention::new(scope.at("read_pattern"), z, d, config, dropout),
            of_graph: GatedAttention::new(scope.at("read_graph"), z, d, config, dropout),
            matching: Linear::with_first_values(scope.at("match"), first, d, init),
            count: Linear::with_first_values(scope.at("count"), last, 1, init),
            steps: config.steps,
        }
    }

    /// Rows of all patterns and of all graphs to n̂: `[B, 1]`.
    pub(crate) fn forward(
        &self,
        tape: &mut Tape<'_>,
        [patterns, graphs]: [Var; 2],
        batch: &Batch,
        sizes: [Var; 2],
    ) -> Var {
        let (windows, slots) = windows(&batch.graphs);
        let rows = tape.gather_rows(graphs, &windows);
        let slots = tape.segment_mean(rows, &slots); // [graphs·SLOTS, z]
        let memories = self.memory.forward(tape, slots);
        let of_question = batch.graph_of.rows().iter();
        let of_question = of_question
            .flat_map(|graph| (0..SLOTS as u32).map(move |slot| graph * SLOTS as u32 + slot));
        let of_question = RowIndex::new(of_question.collect::<Vec<_>>());
        let mut memory = tape.gather_rows(memories, &of_question); // [B·SLOTS, d]

        let of_pattern = Read::new(&batch.patterns, batch.pattern_of.rows());
        let of_graph = Read::new(&batch.graphs, batch.graph_of.rows());
        let of_pattern = (self.of_pattern.keys(tape, patterns), of_pattern);
        let of_graph = (self.of_graph.keys(tape, graphs), of_graph);
        for _ in 0..self.steps {
            memory = self.of_pattern.forward(tape, memory, &of_pattern.0, &of_pattern.1);
            memory = self.of_graph.forward(tape, memory, &of_graph.0, &of_graph.1);
        }

        let s = size_features(tape, sizes);
        let width = SLOTS * tape.shape(memory).cols;
        let flat = tape.reshape(memory, batch.len(), width);
        let all = tape.concat_cols(&[flat, s]);
        let y = self.matching.activated(tape, all);
        let all = tape.concat_cols(&[y, s]);
        self.count.forward(tape, all)
    }
}

/// The rows of each window, and the windows by graph and slot.
fn windows(graphs: &GraphBatch) -> (RowIndex, Segments) {
    let (mut rows, mut sizes) = (Vec::new(), Vec::new());
    for &[start, end] in graphs.node_ranges() {
        for [from, to] in slot_windows((end - start) as usize) {
            rows.extend(start + from as u32..start + to as u32);
            sizes.push(to - from);
        }
    }
    (RowIndex::new(rows), Segments::from_sizes(&sizes))
}

/// The range of the window of each slot among `num` rows.
fn slot_windows(num: usize) -> [[usize; 2]; SLOTS] {
    if num < SLOTS {
        return std::array::from_fn(|slot| [slot.min(num), (slot + 1).min(num)]);
    }
    let stride = num / SLOTS;
    let width = num - (SLOTS - 1) * stride;
    std::array::from_fn(|slot| [slot * stride, slot * stride + width])
}

/// The rows that each slot reads: an entry for each slot of a question and each row of its pattern
/// or graph.
struct Read {
    readers: RowIndex,
    rows: RowIndex,
    by_reader: Segments,
}

impl Read {
    fn new(graphs: &GraphBatch, of_question: &[u32]) -> Self {
        let (mut readers, mut rows) = (Vec::new(), Vec::new());
        for (question, &graph) in (0..).zip(of_question) {
            let [start, end] = graphs.node_ranges()[graph as usize];
            for reader in SLOTS as u32 * question..SLOTS as u32 * (question + 1) {
                readers.extend((start..end).map(|_| reader));
                rows.extend(start..end);
            }
        }
        let by_reader = Segments::new(readers.as_slice(), SLOTS * of_question.len());
        Self { readers: RowIndex::new(readers), rows: RowIndex::new(rows), by_reader }
    }
}

/// GMA, the gated attention.
#[derive(Clone, Debug)]
struct GatedAttention {
    norm_query: Norm,
    norm_key: Norm,
    norm_value: Norm,
    query: Var,
    key: Var,
    value: Var,
    output: Var,
    gate: Linear,
    config: DiamnetConfig,
    dropout: f32,
}

/// Layer normalisation.
#[derive(Clone, Copy, Debug)]
struct Norm {
    gain: Var,
    bias: Var,
}

impl Norm {
    fn new(mut scope: Scope<'_>, width: usize) -> Self {
        Self {
            gain: scope.add("gain", 1, width, Init::Constant(1.0)),
            bias: scope.add("bias", 1, width, Init::Zeros),
        }
    }

    fn forward(self, tape: &mut Tape<'_>, x: Var) -> Var {
        tape.layer_norm(x, self.gain, self.bias)
    }
}

impl GatedAttention {
    fn new(mut scope: Scope<'_>, z: usize, d: usize, config: DiamnetConfig, dropout: f32) -> Self {
        let normal = Init::Normal(((d / config.heads).max(1) as f64).sqrt().recip());
        let gate = [normal, Init::Constant(1.0)];
        Self {
            norm_query: Norm::new(scope.at("norm_query"), d),
            norm_key: Norm::new(scope.at("norm_key"), z),
            norm_value: Norm::new(scope.at("norm_value"), z),
            query: scope.add("query", d, d, normal),
            key: scope.add("key", z, d, normal),
            value: scope.add("value", z, d, normal),
            output: scope.add("output", d, d, normal),
            gate: Linear::with_first_values(scope.at("gate"), 2 * d, d, gate),
            config,
            dropout,
        }
    }

    /// k and v. Both normalise the same rows: with ŷ the rows of mean 0 and variance 1, (ŷ ⊙ g +
    /// b)·W is ŷ·(g ⊙ W) + b·W, so only the weight is scaled.
    fn keys(&self, tape: &mut Tape<'_>, y: Var) -> [Var; 2] {
        let z = tape.shape(y).cols;
        let row = |tape: &mut Tape<'_>, x: f32| tape.input_from(Shape::new(1, z), |y| y.fill(x));
        let (one, zero) = (row(tape, 1.0), row(tape, 0.0));
        let rows = tape.layer_norm(y, one, zero); // ŷ
        [(self.norm_key, self.key), (self.norm_value, self.value)].map(|(norm, weight)| {
            let gain = tape.reshape(norm.gain, z, 1);
            let scaled = tape.row_scale(weight, gain);
            let bias = tape.matmul(norm.bias, weight);
            tape.linear(rows, scaled, bias)
        })
    }

    fn forward(&self, tape: &mut Tape<'_>, x: Var, [k, v]: &[Var; 2], read: &Read) -> Var {
        let heads = self.config.heads;
        let x = self.norm_query.forward(tape, x); // X̄
        let q = tape.matmul(x, self.query);
        let width = tape.shape(q).cols / heads;
        let scores = tape.gather_dots(q, *k, &read.readers, &read.rows, heads);
        let scores = tape.scale(scores, (width as f32).sqrt().recip());
        let weights = match self.config.softmax {
            SoftmaxOver::Keys => tape.segment_softmax(scores, &read.by_reader),
            SoftmaxOver::Heads => tape.softmax_rows(scores),
        };
        let weights = tape.thin(weights, self.dropout);
        let o = tape.weighted_gather_sum(*v, weights, &read.rows, &read.by_reader);
        let o = tape.matmul(o, self.output);
        let both = tape.concat_cols(&[x, o]);
        let gate = self.gate.forward(tape, both);
        let gate = tape.sigmoid(gate);
        // γ ⊙ X̄ + (1 − γ) ⊙ O = O + γ ⊙ (X̄ − O)
        let difference = tape.sub(x, o);
        let kept = tape.mul(gate, difference);
        tape.add(o, kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_overlap_unless_four_divides_the_rows() {
        assert_eq!(slot_windows(10), [[0, 4], [2, 6], [4, 8], [6, 10]]);
        assert_eq!(slot_windows(9).map(|[from, to]| to - from), [3; 4]);
        assert_eq!(slot_windows(33), [[0, 9], [8, 17], [16, 25], [24, 33]]);
        assert_eq!(slot_windows(4), [[0, 1], [1, 2], [2, 3], [3, 4]]);
        // Three rows and an empty slot.
        assert_eq!(slot_windows(3), [[0, 1], [1, 2], [2, 3], [3, 3]]);
        assert_eq!(slot_windows(0), [[0, 0]; 4]);
    }
}
