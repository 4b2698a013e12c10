//! Eight lanes as an array: what every processor can do.

use crate::{LANES, Lanes};

/// The baseline of the target. Tests compare the other instruction sets with it.
#[derive(Debug)]
pub struct Portable;

impl crate::sealed::Sealed for Portable {}

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
    fn mul_add(a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        // Two roundings: without the instruction, a fused product is a slow call.
        std::array::from_fn(|i| a[i] * b[i] + c[i])
    }

    #[inline(always)]
    fn max(a: Self::V, b: Self::V) -> Self::V {
        std::array::from_fn(|i| if a[i] > b[i] { a[i] } else { b[i] })
    }

    #[inline(always)]
    fn positive(v: Self::V) -> Self::V {
        v.map(|v| if v > 0.0 { 1.0 } else { 0.0 })
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
    fn truncate(v: Self::V) -> [i32; LANES] {
        v.map(|x| x as i32)
    }

    #[inline(always)]
    fn transpose(rows: [Self::V; LANES]) -> [Self::V; LANES] {
        std::array::from_fn(|column| std::array::from_fn(|row| rows[row][column]))
    }
}
