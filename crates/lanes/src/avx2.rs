//! Eight lanes as one 256-bit register.

#![expect(unsafe_code, reason = "vector instructions; each use says why it is sound")]

use std::arch::x86_64::{
    __m256, _CMP_GT_OQ, _CMP_LE_OQ, _mm256_add_ps, _mm256_and_ps, _mm256_cmp_ps,
    _mm256_cvttps_epi32, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_max_ps, _mm256_movemask_ps,
    _mm256_mul_ps, _mm256_permute2f128_ps, _mm256_set1_ps, _mm256_shuffle_ps, _mm256_storeu_ps,
    _mm256_storeu_si256, _mm256_unpackhi_ps, _mm256_unpacklo_ps,
};

use crate::{Kernel, LANES, Lanes, Portable};

/// Runs a kernel with AVX2 and fused multiply-add if the processor has both, otherwise portably.
#[inline]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has both features that the function is compiled for.
        return unsafe { with_avx2(kernel) };
    }
    kernel.run::<Portable>()
}

#[target_feature(enable = "avx2,fma")]
fn with_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Avx2>()
}

/// One 256-bit register. Only [`with_avx2`] names this type, and kernels with AVX-512, which
/// includes AVX2: its methods run, inlined, where the features are known to be there.
pub(crate) struct Avx2;

impl crate::sealed::Sealed for Avx2 {}

impl Lanes for Avx2 {
    type V = __m256;

    #[inline(always)]
    fn splat(x: f32) -> Self::V {
        // SAFETY: reached only where AVX2 is.
        unsafe { _mm256_set1_ps(x) }
    }

    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Self::V {
        // SAFETY: reached only where AVX2 is; the eight numbers are there, in any alignment.
        unsafe { _mm256_loadu_ps(from.as_ptr()) }
    }

    #[inline(always)]
    fn store(v: Self::V, to: &mut [f32; LANES]) {
        // SAFETY: reached only where AVX2 is; there is room for eight, in any alignment.
        unsafe { _mm256_storeu_ps(to.as_mut_ptr(), v) }
    }

    #[inline(always)]
    fn add(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: reached only where AVX2 is.
        unsafe { _mm256_add_ps(a, b) }
    }

    #[inline(always)]
    fn mul(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: reached only where AVX2 is.
        unsafe { _mm256_mul_ps(a, b) }
    }

    #[inline(always)]
    fn max(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: reached only where AVX2 is.
        unsafe { _mm256_max_ps(a, b) }
    }

    #[inline(always)]
    fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        // SAFETY: reached only where AVX2 is.
        unsafe { _mm256_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn positive(v: Self::V) -> Self::V {
        let (zero, one) = (Self::splat(0.0), Self::splat(1.0));
        // SAFETY: reached only where AVX2 is.
        unsafe { _mm256_and_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(v, zero), one) }
    }

    #[inline(always)]
    fn where_le(a: Self::V, b: Self::V, x: Self::V) -> Self::V {
        // SAFETY: reached only where AVX2 is.
        unsafe { _mm256_and_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(a, b), x) }
    }

    #[inline(always)]
    fn count_le(a: Self::V, b: Self::V) -> u32 {
        // SAFETY: reached only where AVX2 is.
        unsafe { _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(a, b)).count_ones() }
    }

    #[inline(always)]
    fn truncate(v: Self::V) -> [i32; LANES] {
        let mut lanes = [0; LANES];
        // SAFETY: reached only where AVX2 is; there is room for eight, in any alignment.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), _mm256_cvttps_epi32(v)) }
        lanes
    }

    #[inline(always)]
    fn transpose(rows: [Self::V; LANES]) -> [Self::V; LANES] {
        let [a, b, c, d, e, f, g, h] = rows;
        // SAFETY: reached only where AVX2 is.
        unsafe {
            // Pairs of rows, then fours within each half, then the halves.
            let pairs = |x, y| [_mm256_unpacklo_ps(x, y), _mm256_unpackhi_ps(x, y)];
            let [[ab, ab_high], [cd, cd_high]] = [pairs(a, b), pairs(c, d)];
            let [[ef, ef_high], [gh, gh_high]] = [pairs(e, f), pairs(g, h)];
            let fours = |x, y| [_mm256_shuffle_ps::<0x44>(x, y), _mm256_shuffle_ps::<0xee>(x, y)];
            let [[t0, t1], [t2, t3]] = [fours(ab, cd), fours(ab_high, cd_high)];
            let [[t4, t5], [t6, t7]] = [fours(ef, gh), fours(ef_high, gh_high)];
            let low = |x, y| _mm256_permute2f128_ps::<0x20>(x, y);
            let high = |x, y| _mm256_permute2f128_ps::<0x31>(x, y);
            [
                low(t0, t4),
                low(t1, t5),
                low(t2, t6),
                low(t3, t7),
                high(t0, t4),
                high(t1, t5),
                high(t2, t6),
                high(t3, t7),
            ]
        }
    }
}
