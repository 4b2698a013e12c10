//! `y = x ⊙ m / (1 − p)`, m zero with probability p and one otherwise. `dx = dy ⊙ m / (1 − p)`.
//!
//! The mask follows from a seed and the place of a number, so it is made again on the way back
//! instead of being kept.

use super::Operation;
use crate::backward::Backward;
use crate::matrix::Shape;
use crate::random;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct Dropout {
    x: Var,
    rate: f32,
    seed: u64,
}

impl Tape<'_> {
    /// Drops each number with probability `rate` and scales up the rest; `seed` must differ from
    /// use to use. A rate of 0 is no operation.
    ///
    /// # Panics
    ///
    /// If the rate is not at least 0 and below 1.
    pub fn dropout(&mut self, x: Var, rate: f32, seed: u64) -> Var {
        assert!((0.0..1.0).contains(&rate), "dropout: a rate of {rate}");
        if rate == 0.0 {
            return x;
        }
        self.apply(Dropout { x, rate, seed })
    }
}

impl Dropout {
    /// What the numbers are multiplied by, in order.
    fn factors(&self) -> impl Iterator<Item = f32> {
        let kept = 1.0 / (1.0 - self.rate);
        let rate = f64::from(self.rate);
        let seed = self.seed;
        (0..).map(move |at| if random::unit(seed, at) < rate { 0.0 } else { kept })
    }
}

impl Operation for Dropout {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        values.shape(self.x)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let x = values.get(self.x).data;
        y.iter_mut().zip(x.iter().zip(self.factors())).for_each(|(y, (x, factor))| *y = x * factor);
    }

    fn backward(&self, step: &mut Backward<'_>) {
        step.accumulate(self.x, |dy, dx| {
            let parts = dy.iter().zip(self.factors()).map(|(dy, factor)| dy * factor);
            dx.iter_mut().zip(parts).for_each(|(dx, part)| *dx += part);
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::gradient_check::{check, value};

    #[test]
    fn gradient() {
        for rows in [0, 1, 5] {
            check(&[(rows, 4)], |tape, x| tape.dropout(x[0], 0.3, 7));
            check(&[(rows, 4)], |tape, x| tape.dropout(x[0], 0.0, 7));
        }
    }

    #[test]
    fn a_fifth_is_dropped_and_the_mean_stays() {
        let ones = vec![1.0; 100_000];
        let kept = value(&ones, |tape, x| tape.dropout(x, 0.2, 1));
        assert!(kept.iter().all(|&x| x == 0.0 || x == 1.25));
        let mean = kept.iter().sum::<f32>() / 1e5;
        // Five standard errors are 0.008.
        assert!((mean - 1.0).abs() < 0.008, "{mean}");
        assert_ne!(kept, value(&ones, |tape, x| tape.dropout(x, 0.2, 2)));
    }
}
