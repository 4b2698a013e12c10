//! Attention over the messages that an arc receives, instead of the mean of Eq. 2.
//!
//! ```text
//! s⟨i,u⟩ = a·σ( U·h⟨i,u⟩ )
//! α⟨i,u⟩ = e^{s⟨i,u⟩} / Σ { e^{s⟨j,u⟩} : ⟨j,u⟩ ∈ E }
//! m⟨u,v⟩ = Σ { α⟨i,u⟩·U·h⟨i,u⟩ : ⟨i,u⟩ ∈ E }                zeros if nothing ends in u
//! ```
//!
//! The paper mentions self-attention as an option without an equation. The scores are those of
//! Brody, Alon and Yahav, *How Attentive are Graph Attention Networks?*, ICLR 2022, without the
//! term of the receiving arc. The message therefore still depends only on the tail, and costs
//! O(|E|), as the mean does. With a = 0 it is the mean.
//!
//! | equation | code     | shape         |
//! |----------|----------|---------------|
//! | U·h⟨i,u⟩ | `spoken` | `[E, d_out]`  |
//! | a        | `score`  | `[d_out, 1]`  |

use isocount_grad::{Init, Scope, Segments, Tape, Var};

use super::SLOPE;

/// The equation is in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attention {
    score: Var,
}

impl Attention {
    pub(crate) fn new(mut scope: Scope<'_>, d: usize) -> Self {
        Self { score: scope.add("score", d, 1, Init::FanIn) }
    }

    /// The weighted sum of the rows of each group: `spoken: [rows, d]` to `[groups, d]`.
    pub(crate) fn forward(self, tape: &mut Tape<'_>, spoken: Var, groups: &Segments) -> Var {
        let hidden = tape.leaky_relu(spoken, SLOPE);
        let scores = tape.matmul(hidden, self.score); // [rows, 1]
        let weights = tape.segment_softmax(scores, groups); // [rows, 1]
        let weighed = tape.row_scale(spoken, weights); // [rows, d]
        tape.segment_sum(weighed, groups)
    }
}

#[cfg(test)]
mod tests {
    use isocount_grad::{Arena, Matrix, Params};

    use super::*;

    #[test]
    fn scores_determine_the_weights() {
        let mut params = Params::new(0);
        let layer = Attention::new(params.at("attention"), 1);
        // Rows 0 and 2 are in group 0, row 1 is alone in group 2, group 1 is empty.
        let groups = Segments::new([0, 2, 0], 3);
        let mut heard = |score: f32| {
            params.values_mut()[0] = score;
            let mut arena = Arena::new();
            let mut tape = Tape::new(&params, &mut arena);
            let spoken = tape.input(&Matrix::column([1.0, 5.0, 3.0]));
            let heard = layer.forward(&mut tape, spoken, &groups);
            tape.value(heard).data().to_vec()
        };
        assert_eq!(heard(0.0), [2.0, 0.0, 5.0]);
        // e and e³, scaled: weights 1/(1 + e²) and 1/(1 + e⁻²).
        let expected = 1.0 / (1.0 + 2.0_f32.exp()) + 3.0 / (1.0 + (-2.0_f32).exp());
        assert!((heard(1.0)[0] - expected).abs() < 1e-6);
        assert!((heard(50.0)[0] - 3.0).abs() < 1e-6);
    }
}
