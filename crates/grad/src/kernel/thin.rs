//! Dropout by a mask that follows from a seed and the positions of the numbers; for the equation,
//! see `op/dropout.rs`.

use isocount_lanes::{Kernel, Lanes, run};

use super::Onto;
use crate::random;

/// `to = from ⊙ m / (1 − p)`, or adds this to `to`; m is 0 with probability p, the rate, and 1
/// otherwise.
pub(crate) fn thin(rate: f32, seed: u64, from: &[f32], to: &mut [f32], onto: Onto<'_>) {
    run(Thin { rate, seed, from, to, onto });
}

struct Thin<'a> {
    rate: f32,
    seed: u64,
    from: &'a [f32],
    to: &'a mut [f32],
    onto: Onto<'a>,
}

impl Kernel for Thin<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        match self.onto {
            Onto::Nothing => self.put(|_, x| x),
            _ => self.put(|y, x| y + x),
        }
    }
}

impl Thin<'_> {
    /// Applies `put(y, x)` to every number y of the result, where x is that of `from` times its
    /// factor.
    #[inline(always)]
    fn put(self, put: impl Fn(f32, f32) -> f32) {
        let Self { rate, seed, from, to, .. } = self;
        let threshold = (rate * 65536.0).round() as i32;
        let kept = 1.0 / (1.0 - rate);
        let factors = |at: u64| -> [f32; 4] {
            let bits = random::bits(seed, at);
            std::array::from_fn(|j| {
                let drawn = (bits >> (16 * j)) as i32 & 0xffff;
                if drawn < threshold { 0.0 } else { kept }
            })
        };
        let (to, to_rest) = to.as_chunks_mut::<4>();
        let (from, from_rest) = from.as_chunks::<4>();
        let num = to.len() as u64;
        for (at, (to, from)) in (0..).zip(to.iter_mut().zip(from)) {
            let factors = factors(at);
            *to = std::array::from_fn(|j| put(to[j], from[j] * factors[j]));
        }
        let rest = to_rest.iter_mut().zip(from_rest).zip(factors(num));
        rest.for_each(|((to, from), factor)| *to = put(*to, from * factor));
    }
}
