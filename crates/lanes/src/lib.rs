//! Eight numbers at a time, with AVX2 and fused multiply-add where the processor has both; sixteen
//! with AVX-512.
//!
//! A [`Kernel`] is a loop over eight lanes. It is written once and compiled twice, for AVX2 and for
//! the baseline of the target; [`run`] picks one at run time, so nobody has to pass flags to the
//! compiler. There are never 16 lanes: they do not fit rows of 12 or 24 numbers, and loops over
//! such rows became up to 18 times slower. A loop over wide rows is a [`VectorKernel`] instead:
//! [`run_wide`] compiles it for AVX-512 too.
//!
//! The crates with hot loops (`isocount-grad`, `isocount-infer`) contain no vector instructions of
//! their own: all unsafe code for them is here.
//!
//! ```
//! use isocount_lanes::{Kernel, LANES, Lanes, run};
//!
//! /// `Σ a·b`.
//! struct Dot<'a>(&'a [f32], &'a [f32]);
//!
//! impl Kernel for Dot<'_> {
//!     type Output = f64;
//!
//!     #[inline(always)]
//!     fn run<L: Lanes>(self) -> f64 {
//!         let (a, a_rest) = self.0.as_chunks::<LANES>();
//!         let (b, b_rest) = self.1.as_chunks::<LANES>();
//!         let mut sum = L::splat(0.0);
//!         for (a, b) in a.iter().zip(b) {
//!             sum = L::mul_add(L::load(a), L::load(b), sum);
//!         }
//!         let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
//!         L::sum(sum) + f64::from(rest)
//!     }
//! }
//!
//! let numbers: Vec<f32> = (1..=10).map(|x| x as f32).collect();
//! assert_eq!(run(Dot(&numbers, &numbers)), 385.0);
//! ```

#![deny(missing_docs)]
#![expect(
    clippy::inline_always,
    reason = "a kernel must take over the instruction set of its caller"
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
mod vector;

pub use portable::Portable;
pub use vector::{Eight, Vector, VectorKernel, prefetch, run_eight, run_wide};

/// Whether products are fused with the sums that they are added to, as with AVX2 and AVX-512. A
/// processor that fuses rounds differently from one that does not. Two processors that agree in
/// this produce the same bits wherever a kernel fixes its order.
#[must_use]
pub fn is_fused() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// The number of floats that are processed together.
pub const LANES: usize = 8;

/// The arithmetic that a kernel is compiled with. Implemented in this crate only.
pub trait Lanes: sealed::Sealed {
    /// Eight numbers.
    type V: Copy;

    /// Sets all lanes to `x`.
    fn splat(x: f32) -> Self::V;
    /// Loads eight numbers.
    fn load(from: &[f32; LANES]) -> Self::V;
    /// Stores eight numbers.
    fn store(v: Self::V, to: &mut [f32; LANES]);
    /// `a + b`.
    fn add(a: Self::V, b: Self::V) -> Self::V;
    /// `a·b`.
    fn mul(a: Self::V, b: Self::V) -> Self::V;
    /// `a·b + c`, with one rounding or two.
    fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `a` where `a > b`, otherwise `b`; so `b` if one of them is NaN.
    fn max(a: Self::V, b: Self::V) -> Self::V;
    /// 1 where `v` is positive, 0 elsewhere.
    fn positive(v: Self::V) -> Self::V;
    /// `x` where `a ≤ b`, 0 elsewhere.
    fn where_le(a: Self::V, b: Self::V, x: Self::V) -> Self::V;
    /// The number of lanes in which `a ≤ b`.
    fn count_le(a: Self::V, b: Self::V) -> u32;
    /// Rounds each number towards zero. The result is arbitrary where it does not fit in an `i32`.
    fn truncate(v: Self::V) -> [i32; LANES];
    /// Transposes eight rows into eight columns.
    fn transpose(rows: [Self::V; LANES]) -> [Self::V; LANES];

    /// `max(v, 0)`; NaN stays NaN.
    #[inline(always)]
    #[must_use]
    fn relu(v: Self::V) -> Self::V {
        Self::max(Self::splat(0.0), v)
    }

    /// The sum of the lanes, in a fixed order.
    #[inline(always)]
    #[must_use]
    fn sum(v: Self::V) -> f64 {
        let mut x = [0.0; LANES];
        Self::store(v, &mut x);
        let pair = |i: usize| f64::from(x[i]) + f64::from(x[i + 4]);
        (pair(0) + pair(2)) + (pair(1) + pair(3))
    }
}

mod sealed {
    /// Prevents implementations of [`Lanes`](crate::Lanes) and [`Vector`](crate::Vector) in other
    /// crates.
    pub trait Sealed {}
}

/// A loop that is compiled once for each instruction set. `run` must be `#[inline(always)]`, so
/// that it takes over the instruction set of its caller; so must everything that it calls with the
/// lanes.
pub trait Kernel {
    /// What it computes.
    type Output;

    /// The loop.
    fn run<L: Lanes>(self) -> Self::Output;
}

/// Runs a kernel with the best instructions of this processor.
#[inline]
pub fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    return avx2::run(kernel);
    #[cfg(not(target_arch = "x86_64"))]
    kernel.run::<Portable>()
}

/// The eight numbers from position `at` on.
///
/// # Panics
/// If there are fewer than eight.
#[inline(always)]
#[must_use]
pub fn eight(from: &[f32], at: usize) -> &[f32; LANES] {
    from[at..at + LANES].first_chunk().expect("eight were taken")
}

/// The eight numbers from position `at` on, mutably.
///
/// # Panics
/// If there are fewer than eight.
#[inline(always)]
#[must_use]
pub fn eight_mut(to: &mut [f32], at: usize) -> &mut [f32; LANES] {
    to[at..at + LANES].first_chunk_mut().expect("eight were taken")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on three vectors, one result after the other.
    struct Everything([[f32; LANES]; 3]);

    impl Kernel for Everything {
        type Output = Vec<u32>;

        #[inline(always)]
        fn run<L: Lanes>(self) -> Vec<u32> {
            let [a, b, c] = self.0.map(|v| L::load(&v));
            let results = [
                L::splat(self.0[0][0]),
                L::add(a, b),
                L::mul(a, b),
                L::max(a, b),
                L::relu(a),
                L::positive(a),
                L::where_le(a, b, c),
            ];
            let columns = L::transpose([a, b, c, a, a, b, c, c]);
            let mut all = Vec::new();
            for v in results.into_iter().chain(columns) {
                let mut lanes = [0.0; LANES];
                L::store(v, &mut lanes);
                // Which of the many NaNs comes out does not matter.
                all.extend(lanes.map(|x| if x.is_nan() { f32::NAN } else { x }.to_bits()));
            }
            all.push(L::count_le(a, b));
            all
        }
    }

    struct MulAdd([[f32; LANES]; 3]);

    impl Kernel for MulAdd {
        type Output = f64;

        #[inline(always)]
        fn run<L: Lanes>(self) -> f64 {
            let [a, b, c] = self.0.map(|v| L::load(&v));
            L::sum(L::mul_add(a, b, c))
        }
    }

    struct Truncate([f32; LANES]);

    impl Kernel for Truncate {
        type Output = [i32; LANES];

        #[inline(always)]
        fn run<L: Lanes>(self) -> [i32; LANES] {
            L::truncate(L::load(&self.0))
        }
    }

    #[test]
    fn both_instruction_sets_agree() {
        let nan = f32::NAN;
        let special = [0.0, -0.0, 1.5, -2.5, f32::INFINITY, f32::NEG_INFINITY, nan, f32::MAX];
        for shift in 0..LANES {
            let mut other = special;
            other.rotate_left(shift);
            let vectors = [special, other, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]];
            assert_eq!(run(Everything(vectors)), Everything(vectors).run::<Portable>());
        }
        let small = [0.5, -1.5, 2.0, 3.25, -4.0, 5.0, 6.5, -7.75];
        let sums = [small, [2.0; LANES], small];
        let expected: f64 = small.iter().map(|&x| 3.0 * f64::from(x)).sum();
        assert_eq!(run(MulAdd(sums)).to_bits(), expected.to_bits());
        assert_eq!(MulAdd(sums).run::<Portable>().to_bits(), expected.to_bits());
        assert_eq!(run(Truncate(small)), [0, -1, 2, 3, -4, 5, 6, -7]);
        assert_eq!(Truncate(small).run::<Portable>(), [0, -1, 2, 3, -4, 5, 6, -7]);
        // Any result will do, but there must be one.
        let _ = run(Truncate(special));
    }
}

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
