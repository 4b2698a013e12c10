//! Sixteen numbers as one 512-bit register.

#![expect(unsafe_code, reason = "vector instructions; each use says why it is sound")]

use std::arch::x86_64::{
    __m512, _MM_HINT_T0, _mm_prefetch, _mm512_add_ps, _mm512_fmadd_ps, _mm512_loadu_ps,
    _mm512_mask_storeu_ps, _mm512_maskz_loadu_ps, _mm512_max_ps, _mm512_mul_ps, _mm512_set1_ps,
    _mm512_storeu_ps,
};

use crate::avx2::Avx2;
use crate::{Vector, VectorKernel};

/// Runs a kernel with AVX-512 if the processor has it; otherwise returns it.
#[inline]
pub(crate) fn run<K: VectorKernel>(kernel: K) -> Result<K::Output, K> {
    if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has the features that the function is compiled for.
        return Ok(unsafe { with_avx512(kernel) });
    }
    Err(kernel)
}

#[target_feature(enable = "avx512f,fma")]
fn with_avx512<K: VectorKernel>(kernel: K) -> K::Output {
    kernel.run::<Avx512>()
}

/// See [`prefetch`](crate::prefetch).
#[inline(always)]
pub(crate) fn prefetch(soon: &[f32]) {
    // SAFETY: every processor of this kind has the instruction, and it reads nothing that the
    // program could notice.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(soon.as_ptr().cast()) }
}

/// One 512-bit register. Only [`with_avx512`] names this type, so its methods run, inlined, where
/// the feature is known to be there.
struct Avx512;

impl crate::sealed::Sealed for Avx512 {}

/// A mask of the lowest `num` of sixteen bits.
#[inline(always)]
fn mask(num: usize) -> u16 {
    ((1_u32 << num.min(16)) - 1) as u16
}

impl Vector for Avx512 {
    type V = __m512;
    type Lanes = Avx2;

    const WIDTH: usize = 16;
    const REGISTERS: usize = 32;

    #[inline(always)]
    fn splat(x: f32) -> Self::V {
        // SAFETY: reached only from `with_avx512`.
        unsafe { _mm512_set1_ps(x) }
    }

    #[inline(always)]
    fn load(from: &[f32]) -> Self::V {
        let from = &from[..Self::WIDTH];
        // SAFETY: reached only from `with_avx512`; the sixteen numbers are there, in any alignment.
        unsafe { _mm512_loadu_ps(from.as_ptr()) }
    }

    #[inline(always)]
    fn store(v: Self::V, to: &mut [f32]) {
        let to = &mut to[..Self::WIDTH];
        // SAFETY: reached only from `with_avx512`; there is room for sixteen, in any alignment.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), v) }
    }

    #[inline(always)]
    fn load_some(from: &[f32]) -> Self::V {
        // SAFETY: reached only from `with_avx512`; the mask has no more numbers than there are, and
        // others are not read.
        unsafe { _mm512_maskz_loadu_ps(mask(from.len()), from.as_ptr()) }
    }

    #[inline(always)]
    fn store_some(v: Self::V, to: &mut [f32]) {
        // SAFETY: reached only from `with_avx512`; the mask has no more numbers than there is room
        // for, and nothing else is written.
        unsafe { _mm512_mask_storeu_ps(to.as_mut_ptr(), mask(to.len()), v) }
    }

    #[inline(always)]
    fn add(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: reached only from `with_avx512`.
        unsafe { _mm512_add_ps(a, b) }
    }

    #[inline(always)]
    fn mul(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: reached only from `with_avx512`.
        unsafe { _mm512_mul_ps(a, b) }
    }

    #[inline(always)]
    fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        // SAFETY: reached only from `with_avx512`.
        unsafe { _mm512_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn max(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: reached only from `with_avx512`.
        unsafe { _mm512_max_ps(a, b) }
    }
}
