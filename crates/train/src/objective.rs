//! The training objective.
//!
//! ```text
//! 1/|T| Σ |n̂ − n|  +  λ·L_FiLM  +  μ·‖Θ‖²                (9)
//! ```
//!
//! The first two terms are computed here, per example: `L_FiLM` is the mean over the examples,
//! since with a sum λ would depend on the size of the batch. The last term is part of the
//! optimiser. For a model whose outputs are ln(1 + n̂), the first term is the difference of
//! logarithms instead.
// PAPER: film-penalty

use isocount_grad::{Matrix, Tape, Var};
use isocount_model::{Loss, Output};
use isocount_nn::{Prediction, Space};

/// The conversion of outputs to counts at one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rectifier {
    LeakyRelu(f32),
    Softplus,
    Plain,
}

impl Rectifier {
    /// The rectifier at a step. Logarithms are not restricted.
    pub(crate) fn at(space: Space, output: Output, step: u64, total: u64) -> Self {
        match output {
            _ if space == Space::LogCount => Self::Plain,
            Output::Annealed => Self::LeakyRelu(annealed_slope(step, total)),
            Output::Softplus => Self::Softplus,
            Output::Plain => Self::Plain,
        }
    }

    fn apply(self, tape: &mut Tape<'_>, x: Var) -> Var {
        match self {
            Self::LeakyRelu(slope) => tape.leaky_relu(x, slope),
            Self::Softplus => tape.softplus(x),
            Self::Plain => x,
        }
    }

    /// The count that an output predicts after training: never less than zero.
    pub(crate) fn predict(space: Space, output: Output, x: f32) -> f64 {
        let x = f64::from(x);
        match space {
            Space::Count => output.count(x),
            // NaN must not be mistaken for zero.
            Space::LogCount if !x.is_finite() => f64::NAN,
            // Larger than every count, but finite.
            Space::LogCount => x.clamp(0.0, 700.0).exp_m1(),
        }
    }
}

/// From 1 to 0.01 along half a cosine over the first half of all steps, then 0.01.
fn annealed_slope(step: u64, total: u64) -> f32 {
    const LAST: f64 = 0.01;
    let part = (2.0 * step as f64 / total.max(1) as f64).min(1.0);
    let along = f64::midpoint(1.0, (std::f64::consts::PI * part).cos());
    (LAST + (1.0 - LAST) * along) as f32
}

/// The terms of the loss for the examples of one group, summed; the caller divides by the batch.
pub(crate) fn objective(
    tape: &mut Tape<'_>,
    prediction: Prediction,
    (counts, space): (&Matrix, Space),
    loss: Loss,
    rectifier: Rectifier,
    lambda: f64,
    per_example: f64,
) -> Var {
    let truth = tape.input(counts);
    let truth = if space == Space::LogCount { tape.ln_1p(truth) } else { truth };
    let predicted = rectifier.apply(tape, prediction.counts);
    let each = match loss {
        Loss::Squared => {
            let error = tape.sub(predicted, truth);
            tape.square(error)
        }
        Loss::Logarithmic if space == Space::Count => {
            let (predicted, truth) = (extended_ln_1p(tape, predicted), tape.ln_1p(truth));
            let error = tape.sub(predicted, truth);
            tape.abs(error)
        }
        Loss::Absolute | Loss::Logarithmic => {
            let error = tape.sub(predicted, truth);
            tape.abs(error)
        }
    };
    let mut total = tape.sum(each);
    if let Some(penalty) = prediction.penalty.filter(|_| lambda > 0.0) {
        let penalty = tape.sum(penalty);
        let penalty = tape.scale(penalty, lambda as f32);
        total = tape.add(total, penalty);
    }
    tape.scale(total, per_example as f32)
}

/// `ln(1 + x)`, and x itself below zero, where the logarithm soon is undefined: negative outputs
/// still have a loss and a gradient.
fn extended_ln_1p(tape: &mut Tape<'_>, x: Var) -> Var {
    let above = tape.relu(x);
    let below = tape.sub(x, above);
    let above = tape.ln_1p(above);
    tape.add(above, below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_that_is_a_logarithm_is_converted_to_a_count() {
        let predict = |x: f64| Rectifier::predict(Space::LogCount, Output::Softplus, x as f32);
        assert!((predict(6.0_f64.ln()) - 5.0).abs() < 1e-5);
        assert_eq!(predict(-3.0).to_bits(), 0.0_f64.to_bits());
        assert!(predict(1e30).is_finite());
        assert_eq!(Rectifier::at(Space::LogCount, Output::Annealed, 0, 10), Rectifier::Plain);
    }

    #[test]
    fn below_zero_the_logarithm_goes_on_as_a_line() {
        let params = isocount_grad::Params::new(0);
        let mut arena = isocount_grad::Arena::new();
        let mut tape = Tape::new(&params, &mut arena);
        let x = tape.input(&Matrix::column(vec![-3.0, -0.5, 0.0, 1.0]));
        let y = extended_ln_1p(&mut tape, x);
        let expected = [-3.0, -0.5, 0.0, std::f32::consts::LN_2];
        let found = tape.value(y).data();
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
    }

    #[test]
    fn the_slope_falls_from_one_to_a_hundredth() {
        let slopes = [0, 25, 50, 75, 100].map(|step| annealed_slope(step, 100));
        let expected = [1.0, 0.505, 0.01, 0.01, 0.01];
        assert!(slopes.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{slopes:?}");
    }
}
