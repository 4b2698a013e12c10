//! `y = x ⊙ m / (1 − p)`, m zero with probability p and one otherwise. `dx = dy ⊙ m / (1 − p)`.
//!
//! The mask follows from a seed and the position of a number, so it is recomputed in the backward
//! pass instead of being stored. Four numbers share 64 random bits: p is rounded to 1/65536.

use super::Operation;
use crate::backward::Backward;
use crate::kernel::{self, Onto};
use crate::matrix::Shape;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct Dropout {
    x: Var,
    rate: f32,
    seed: u64,
}

impl Tape<'_> {
    /// Drops each number with probability `rate` and scales up the rest; every use needs another
    /// `seed`. A rate of 0 adds no operation.
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

    /// Dropout for training only: [`dropout`](Self::dropout) if the tape has
    /// [noise](Self::set_noise), `x` itself otherwise. Every use drops different numbers.
    ///
    /// # Panics
    ///
    /// If the rate is not at least 0 and below 1.
    pub fn thin(&mut self, x: Var, rate: f32) -> Var {
        assert!((0.0..1.0).contains(&rate), "thin: a rate of {rate}");
        self.noise_seed().map_or(x, |seed| self.dropout(x, rate, seed))
    }
}

impl Dropout {
    /// `to = from ⊙ m / (1 − p)`, or adds this to `to`.
    fn each(&self, from: &[f32], to: &mut [f32], onto: Onto<'_>) {
        kernel::thin(self.rate, self.seed, from, to, onto);
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
        self.each(values.get(self.x).data, y, Onto::Nothing);
    }

    fn backward(&self, step: &mut Backward<'_>) {
        step.accumulate_onto(self.x, |dy, dx, onto| self.each(dy, dx, onto));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::{check, same, value};

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

    #[test]
    fn every_place_is_dropped_as_often() {
        // Positions share hashes; a remainder of three has its own.
        let mut dropped = [0; 7];
        for seed in 0..4000 {
            let kept = value(&[1.0; 7], |tape, x| tape.dropout(x, 0.25, seed));
            dropped.iter_mut().zip(kept).for_each(|(sum, x)| *sum += i32::from(x == 0.0));
        }
        // Five standard errors are 137.
        assert!(dropped.iter().all(|sum| (sum - 1000).abs() < 137), "{dropped:?}");
    }

    #[test]
    fn without_noise_nothing_is_thinned() {
        same(&[(5, 4)], |tape, x| tape.thin(x[0], 0.5), |tape, x| tape.scale(x[0], 1.0));
    }

    #[test]
    fn with_noise_every_use_drops_other_numbers() {
        let thinned = |seed: u64, rate: f32| {
            value(&[1.0; 100], |tape: &mut Tape, x| {
                tape.set_noise(seed);
                let both = [tape.thin(x, rate), tape.thin(x, rate)];
                tape.concat_cols(&both)
            })
        };
        let once = thinned(1, 0.5);
        assert!(once.contains(&0.0) && once.contains(&2.0));
        assert!(once.as_chunks::<2>().0.iter().any(|[a, b]| a != b));
        assert_eq!(once, thinned(1, 0.5));
        assert_ne!(once, thinned(2, 0.5));
        assert_eq!(thinned(1, 0.0), [1.0; 200]);
    }

    #[test]
    fn gradient_with_noise() {
        check(&[(5, 5)], |tape, x| {
            tape.set_noise(3);
            tape.thin(x[0], 0.3)
        });
    }
}
