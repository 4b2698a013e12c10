//! Eight numbers at a time, with AVX2 and fused multiply-add where the processor has both.
//!
//! The same design as in the kernels of `isocount-grad`, and its own code: inference shares nothing with
//! training but the weights. AVX-512 is left alone on purpose, since its 16 lanes do not fit rows of 12
//! or 24.

/// Eight numbers that are worked on together.
pub(crate) const LANES: usize = 8;

/// The arithmetic a kernel is compiled with.
pub(crate) trait Lanes {
    /// Eight numbers.
    type V: Copy;

    fn splat(x: f32) -> Self::V;
    fn load(from: &[f32; LANES]) -> Self::V;
    fn store(v: Self::V, to: &mut [f32; LANES]);
    fn add(a: Self::V, b: Self::V) -> Self::V;
    fn mul(a: Self::V, b: Self::V) -> Self::V;
    fn max(a: Self::V, b: Self::V) -> Self::V;
    /// `a·b + c`, with one rounding or two.
    fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `x` where `a ≤ b`, zero elsewhere.
    fn where_le(a: Self::V, b: Self::V, x: Self::V) -> Self::V;
    /// In how many places `a ≤ b`.
    fn count_le(a: Self::V, b: Self::V) -> u32;

    /// Rows become columns.
    fn transpose(rows: [Self::V; LANES]) -> [Self::V; LANES];

    /// Their sum, in a fixed order.
    #[inline(always)]
    fn sum(v: Self::V) -> f64 {
        let mut x = [0.0; LANES];
        Self::store(v, &mut x);
        let pair = |i: usize| f64::from(x[i]) + f64::from(x[i + 4]);
        (pair(0) + pair(2)) + (pair(1) + pair(3))
    }
}

/// A loop that is worth compiling twice. `run` must be `#[inline(always)]`: it then takes over the
/// instruction set of its caller.
pub(crate) trait Kernel {
    /// What it computes.
    type Output;

    /// The loop.
    fn run<L: Lanes>(self) -> Self::Output;
}

/// Runs the kernel with the best instructions of this processor.
#[inline]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has both features that the function is compiled for.
        return unsafe { with_avx2(kernel) };
    }
    kernel.run::<Portable>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Avx2>()
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
    fn add(a: Self::V, b: Self::V) -> Self::V {
        std::array::from_fn(|i| a[i] + b[i])
    }

    #[inline(always)]
    fn mul(a: Self::V, b: Self::V) -> Self::V {
        std::array::from_fn(|i| a[i] * b[i])
    }

    #[inline(always)]
    fn max(a: Self::V, b: Self::V) -> Self::V {
        std::array::from_fn(|i| if a[i] > b[i] { a[i] } else { b[i] })
    }

    #[inline(always)]
    fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        // Two roundings: without the instruction, a fused product is a slow call.
        std::array::from_fn(|i| a[i] * b[i] + c[i])
    }

    #[inline(always)]
    fn where_le(a: Self::V, b: Self::V, x: Self::V) -> Self::V {
        std::array::from_fn(|i| if a[i] <= b[i] { x[i] } else { 0.0 })
    }

    #[inline(always)]
    fn count_le(a: Self::V, b: Self::V) -> u32 {
        (0..LANES).map(|i| u32::from(a[i] <= b[i])).sum()
    }

    #[inline(always)]
    fn transpose(rows: [Self::V; LANES]) -> [Self::V; LANES] {
        std::array::from_fn(|column| std::array::from_fn(|row| rows[row][column]))
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
    fn add(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: reached only from `with_avx2`.
        unsafe { std::arch::x86_64::_mm256_add_ps(a, b) }
    }

    #[inline(always)]
    fn mul(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: reached only from `with_avx2`.
        unsafe { std::arch::x86_64::_mm256_mul_ps(a, b) }
    }

    #[inline(always)]
    fn max(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: reached only from `with_avx2`.
        unsafe { std::arch::x86_64::_mm256_max_ps(a, b) }
    }

    #[inline(always)]
    fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        // SAFETY: reached only from `with_avx2`.
        unsafe { std::arch::x86_64::_mm256_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn where_le(a: Self::V, b: Self::V, x: Self::V) -> Self::V {
        use std::arch::x86_64::{_CMP_LE_OQ, _mm256_and_ps, _mm256_cmp_ps};
        // SAFETY: reached only from `with_avx2`.
        unsafe { _mm256_and_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(a, b), x) }
    }

    #[inline(always)]
    fn count_le(a: Self::V, b: Self::V) -> u32 {
        use std::arch::x86_64::{_CMP_LE_OQ, _mm256_cmp_ps, _mm256_movemask_ps};
        // SAFETY: reached only from `with_avx2`.
        unsafe { _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(a, b)).count_ones() }
    }

    #[inline(always)]
    fn transpose(rows: [Self::V; LANES]) -> [Self::V; LANES] {
        use std::arch::x86_64::{
            _mm256_permute2f128_ps, _mm256_shuffle_ps, _mm256_unpackhi_ps, _mm256_unpacklo_ps,
        };
        let [a, b, c, d, e, f, g, h] = rows;
        // SAFETY: reached only from `with_avx2`.
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

/// The eight numbers that begin at a place.
#[inline(always)]
pub(crate) fn eight(from: &[f32], at: usize) -> &[f32; LANES] {
    from[at..at + LANES].first_chunk().expect("eight were taken")
}

/// Room for eight numbers that begins at a place.
#[inline(always)]
pub(crate) fn eight_mut(to: &mut [f32], at: usize) -> &mut [f32; LANES] {
    to[at..at + LANES].first_chunk_mut().expect("eight were taken")
}
