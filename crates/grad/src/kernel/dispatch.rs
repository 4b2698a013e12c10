//! Picks the instruction set at run time: AVX2 with fused multiply-add where the processor has
//! both, the baseline of the target elsewhere. Nobody has to pass flags to the compiler.
//!
//! A kernel is written once, over eight lanes, and compiled for both. AVX-512 is left alone on
//! purpose: its 16 lanes do not fit rows of 12 or 24, and loops over such rows became up to 18
//! times slower.

/// Eight numbers that are worked on together.
pub(crate) const LANES: usize = 8;

/// The arithmetic a kernel is compiled with.
pub(crate) trait Lanes {
    /// Eight numbers.
    type V: Copy;

    fn splat(x: f32) -> Self::V;
    fn load(from: &[f32; LANES]) -> Self::V;
    fn store(v: Self::V, to: &mut [f32; LANES]);
    /// `a·b + c`, with one rounding or two.
    fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `max(v, 0)`; what is no number stays none.
    fn relu(v: Self::V) -> Self::V;
    /// 1 where `v` is positive, 0 elsewhere.
    fn positive(v: Self::V) -> Self::V;
}

/// A loop that is worth compiling twice. `run` must be `#[inline(always)]`: it then takes over the
/// instruction set of its caller.
pub(crate) trait Kernel {
    /// The loop.
    fn run<L: Lanes>(self);
}

/// Runs the kernel with the best instructions of this processor.
#[inline]
pub(crate) fn run<K: Kernel>(kernel: K) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has both features that the function is compiled for.
        return unsafe { with_avx2(kernel) };
    }
    kernel.run::<Portable>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_avx2<K: Kernel>(kernel: K) {
    kernel.run::<Avx2>();
}

/// What every processor can do.
pub(crate) struct Portable;

impl Lanes for Portable {
    type V = [f32; LANES];

    #[inline(always)]
    fn splat(x: f32) -> Self::V {
        [x; LANES]
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Self::V {
        *from
    }

    #[inline(always)]
    fn store(v: Self::V, to: &mut [f32; LANES]) {
        *to = v;
    }

    #[inline(always)]
    fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        // Two roundings: without the instruction, a fused product is a slow call.
        std::array::from_fn(|i| a[i] * b[i] + c[i])
    }

    #[inline(always)]
    fn relu(v: Self::V) -> Self::V {
        v.map(|v| if v < 0.0 { 0.0 } else { v })
    }

    #[inline(always)]
    fn positive(v: Self::V) -> Self::V {
        v.map(|v| if v > 0.0 { 1.0 } else { 0.0 })
    }
}

/// One 256-bit register. Only [`with_avx2`] names this type, so its methods run, inlined, where
/// the features are known to be there.
#[cfg(target_arch = "x86_64")]
struct Avx2;

#[cfg(target_arch = "x86_64")]
impl Lanes for Avx2 {
    type V = std::arch::x86_64::__m256;

    #[inline(always)]
    fn splat(x: f32) -> Self::V {
        // SAFETY: reached only from `with_avx2`.
        unsafe { std::arch::x86_64::_mm256_set1_ps(x) }
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Self::V {
        // SAFETY: reached only from `with_avx2`; the eight numbers are there, in any alignment.
        unsafe { std::arch::x86_64::_mm256_loadu_ps(from.as_ptr()) }
    }

    #[inline(always)]
    fn store(v: Self::V, to: &mut [f32; LANES]) {
        // SAFETY: reached only from `with_avx2`; there is room for eight, in any alignment.
        unsafe { std::arch::x86_64::_mm256_storeu_ps(to.as_mut_ptr(), v) }
    }

    #[inline(always)]
    fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        // SAFETY: reached only from `with_avx2`.
        unsafe { std::arch::x86_64::_mm256_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn relu(v: Self::V) -> Self::V {
        let zero = Self::splat(0.0);
        // If one of the two is no number, the instruction gives the second.
        // SAFETY: reached only from `with_avx2`.
        unsafe { std::arch::x86_64::_mm256_max_ps(zero, v) }
    }

    #[inline(always)]
    fn positive(v: Self::V) -> Self::V {
        use std::arch::x86_64::{_CMP_GT_OQ, _mm256_and_ps, _mm256_cmp_ps};
        let (zero, one) = (Self::splat(0.0), Self::splat(1.0));
        // SAFETY: reached only from `with_avx2`.
        unsafe { _mm256_and_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(v, zero), one) }
    }
}
