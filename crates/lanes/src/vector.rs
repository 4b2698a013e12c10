//! Registers of any width: sixteen numbers with AVX-512, eight elsewhere.
//!
//! [`Lanes`](crate::Lanes) are always eight, which suits rows of 12 or 24 numbers. A loop over wide
//! rows needs the widest registers, and all of them. It is written for [`Vector`] and compiled once
//! for each kind.
//!
//! A kernel that adds up each of its results in one order, one product after the other, produces
//! the same bits with AVX-512 and with AVX2: both fuse products, and the result of a lane does not
//! depend on the number of lanes. The portable registers round twice.

use std::marker::PhantomData;

use crate::sealed::Sealed;
use crate::{Kernel, LANES, Lanes, eight, eight_mut, run};

/// A kind of register. Implemented in this crate only.
pub trait Vector: Sealed {
    /// A register.
    type V: Copy;
    /// The eight-lane type to use alongside it.
    type Lanes: Lanes;

    /// The number of floats in a register.
    const WIDTH: usize;
    /// The number of registers.
    const REGISTERS: usize;

    /// Sets all lanes to `x`.
    fn splat(x: f32) -> Self::V;
    /// Loads the first numbers of a slice. Panics if there are too few.
    fn load(from: &[f32]) -> Self::V;
    /// Stores to the start of a slice. Panics if the slice is too short.
    fn store(v: Self::V, to: &mut [f32]);
    /// Loads a slice that may be shorter than a register, and pads with zeros.
    fn load_some(from: &[f32]) -> Self::V;
    /// Stores as many numbers as the slice can hold.
    fn store_some(v: Self::V, to: &mut [f32]);
    /// `a + b`.
    fn add(a: Self::V, b: Self::V) -> Self::V;
    /// `a·b`.
    fn mul(a: Self::V, b: Self::V) -> Self::V;
    /// `a·b + c`, with one rounding or two.
    fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `a` where `a > b`, otherwise `b`; so `b` if one of them is NaN.
    fn max(a: Self::V, b: Self::V) -> Self::V;
}

/// A loop over registers. As for [`Kernel`](crate::Kernel), `run` must be `#[inline(always)]`, and
/// so must everything that it calls with the registers.
pub trait VectorKernel: Sized {
    /// What it computes.
    type Output;

    /// The loop.
    fn run<V: Vector>(self) -> Self::Output;
}

/// Prefetches the cache line at the start of a slice that will be read or written soon. A hint
/// without any other effect.
#[inline(always)]
pub fn prefetch(soon: &[f32]) {
    #[cfg(target_arch = "x86_64")]
    crate::avx512::prefetch(soon);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = soon;
}

/// Runs a kernel with the widest registers of this processor.
#[inline]
pub fn run_wide<K: VectorKernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    return crate::avx512::run(kernel).unwrap_or_else(run_eight);
    #[cfg(not(target_arch = "x86_64"))]
    run_eight(kernel)
}

/// Runs a kernel with registers of eight numbers.
#[inline]
pub fn run_eight<K: VectorKernel>(kernel: K) -> K::Output {
    run(OnEight(kernel))
}

/// Adapts a kernel over registers to a kernel over lanes.
struct OnEight<K>(K);

impl<K: VectorKernel> Kernel for OnEight<K> {
    type Output = K::Output;

    #[inline(always)]
    fn run<L: Lanes>(self) -> K::Output {
        self.0.run::<Eight<L>>()
    }
}

/// Eight lanes as a register.
#[derive(Debug)]
pub struct Eight<L>(PhantomData<L>);

impl<L> Sealed for Eight<L> {}

impl<L: Lanes> Vector for Eight<L> {
    type V = L::V;
    type Lanes = L;

    const WIDTH: usize = LANES;
    const REGISTERS: usize = 16;

    #[inline(always)]
    fn splat(x: f32) -> Self::V {
        L::splat(x)
    }

    #[inline(always)]
    fn load(from: &[f32]) -> Self::V {
        L::load(eight(from, 0))
    }

    #[inline(always)]
    fn store(v: Self::V, to: &mut [f32]) {
        L::store(v, eight_mut(to, 0));
    }

    #[inline(always)]
    fn load_some(from: &[f32]) -> Self::V {
        let mut all = [0.0; LANES];
        all.iter_mut().zip(from).for_each(|(to, &x)| *to = x);
        L::load(&all)
    }

    #[inline(always)]
    fn store_some(v: Self::V, to: &mut [f32]) {
        let mut all = [0.0; LANES];
        L::store(v, &mut all);
        to.iter_mut().zip(all).for_each(|(to, x)| *to = x);
    }

    #[inline(always)]
    fn add(a: Self::V, b: Self::V) -> Self::V {
        L::add(a, b)
    }

    #[inline(always)]
    fn mul(a: Self::V, b: Self::V) -> Self::V {
        L::mul(a, b)
    }

    #[inline(always)]
    fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        L::mul_add(a, b, c)
    }

    #[inline(always)]
    fn max(a: Self::V, b: Self::V) -> Self::V {
        L::max(a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Portable;

    /// Every operation on numbers from three slices, one result after the other; the last register
    /// is not full.
    struct Everything<'a>([&'a [f32]; 3]);

    impl VectorKernel for Everything<'_> {
        type Output = Vec<u32>;

        #[inline(always)]
        fn run<V: Vector>(self) -> Vec<u32> {
            let len = self.0[0].len();
            let mut results = vec![Vec::new(); 5];
            for at in (0..len).step_by(V::WIDTH) {
                let end = len.min(at + V::WIDTH);
                let full = end == at + V::WIDTH;
                let load =
                    |x: &[f32]| if full { V::load(&x[at..]) } else { V::load_some(&x[at..end]) };
                let [a, b, c] = self.0.map(load);
                let all = [
                    V::add(a, b),
                    V::mul(a, b),
                    V::max(a, b),
                    V::mul_add(a, b, c),
                    V::splat(len as f32),
                ];
                for (result, v) in results.iter_mut().zip(all) {
                    result.resize(end, 9.0);
                    if full {
                        V::store(v, &mut result[at..]);
                    } else {
                        V::store_some(v, &mut result[at..]);
                    }
                }
            }
            // Which of the many NaNs comes out does not matter.
            results
                .concat()
                .into_iter()
                .map(|x: f32| if x.is_nan() { 1 } else { x.to_bits() })
                .collect()
        }
    }

    #[test]
    fn all_kinds_of_registers_agree() {
        let special =
            [0.0, -0.0, 1.5, -2.5, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 0.25, 8.0, -3.0];
        for len in [0, 1, 7, 8, 9, 16, 17, 31, 40] {
            let numbers = |shift: usize| -> Vec<f32> {
                (0..len).map(|i| special[(i * 7 + i / 10 + shift) % special.len()]).collect()
            };
            for shift in 0..special.len() {
                let vectors = [numbers(0), numbers(shift), numbers(3)];
                let kernel = || Everything([&vectors[0], &vectors[1], &vectors[2]]);
                // The products of these numbers have no rounding error.
                let expected = kernel().run::<Eight<Portable>>();
                assert_eq!(run_eight(kernel()), expected, "{len} numbers");
                assert_eq!(run_wide(kernel()), expected, "{len} numbers");
            }
        }
    }
}
