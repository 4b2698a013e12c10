//! Sums over the keys below a threshold among a few unordered keys.

use isocount_lanes::{LANES, Lanes};

/// `Σ (key − threshold)·value` over those of the first `len` keys that are at most `threshold`.
/// Keys are read in steps of eight: up to seven keys after the last must exist and be above the
/// threshold. Without values, every value is 1.
#[inline(always)]
pub(crate) fn below<L: Lanes>(
    keys: &[f32],
    values: Option<&[f32]>,
    len: usize,
    threshold: f32,
) -> f64 {
    let down = L::splat(-threshold);
    let threshold = L::splat(threshold);
    let distance = |key: &[f32; LANES]| {
        let key = L::load(key);
        L::where_le(key, threshold, L::add(key, down))
    };
    let mut sum = L::splat(0.0);
    let keys = &keys.as_chunks().0[..len.div_ceil(LANES)];
    match values {
        Some(values) => {
            for (key, value) in keys.iter().zip(values.as_chunks().0) {
                sum = L::mul_add(distance(key), L::load(value), sum);
            }
        }
        None => {
            for key in keys {
                sum = L::add(sum, distance(key));
            }
        }
    }
    L::sum(sum)
}

/// How many numbers of an ascending list are at most `threshold`.
#[inline(always)]
pub(crate) fn count_below<L: Lanes>(mut ascending: &[f32], threshold: f32) -> usize {
    /// Lists up to this length are scanned completely.
    const WINDOW: usize = 32;
    let mut before = 0;
    // Branchless binary search, since the branches are unpredictable.
    while ascending.len() > WINDOW {
        let half = ascending.len() / 2;
        let (low, high) = ascending.split_at(half);
        let go_up = high[0] <= threshold;
        before += if go_up { half } else { 0 };
        ascending = if go_up { high } else { low };
    }
    let wide = L::splat(threshold);
    let count = |eight: &[f32; LANES]| L::count_le(L::load(eight), wide) as usize;
    let Some(last) = ascending.last_chunk() else {
        // Fewer than eight: binary search again.
        let step = |counted: usize, step: usize| match ascending.get(counted + step - 1) {
            Some(&x) if x <= threshold => counted + step,
            _ => counted,
        };
        return before + step(step(step(0, 4), 2), 1);
    };
    let counted: usize = ascending.as_chunks().0.iter().map(count).sum();
    // The last eight cover the rest. If some of them are below, so is everything before them.
    let last = count(last);
    let with_last = if last > 0 { ascending.len() - LANES + last } else { 0 };
    before + counted.max(with_last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_lanes::Portable;

    #[test]
    fn counts_are_those_of_the_numbers_below() {
        for len in (0..70).chain([100, 1000]) {
            let keys: Vec<f32> = (0..len).map(|i| (i / 3) as f32).collect();
            for threshold in [-1.0, 0.0, 0.5, 2.0, 3.0, 4.0, 7.5, 10.0, 21.0, 1e9] {
                let expected = keys.iter().filter(|&&key| key <= threshold).count();
                assert_eq!(count_below::<Portable>(&keys, threshold), expected);
            }
        }
    }

    #[test]
    fn sums_are_over_the_keys_below() {
        let mut keys: Vec<f32> = (0..20).map(|i| ((i * 7) % 20) as f32 - 10.0).collect();
        let mut values: Vec<f32> = (0..20).map(|i| i as f32 * 0.5).collect();
        keys.extend([f32::INFINITY; LANES]);
        values.extend([0.0; LANES]);
        for threshold in [-11.0, -10.0, 0.0, 3.5, 30.0] {
            for with_values in [false, true] {
                let value = |i: usize| if with_values { f64::from(values[i]) } else { 1.0 };
                let below = (0..20).filter(|&i| keys[i] <= threshold);
                let distance = |i: usize| f64::from(keys[i]) - f64::from(threshold);
                let expected: f64 = below.map(|i| distance(i) * value(i)).sum();
                let values = with_values.then_some(&values[..]);
                let found = super::below::<Portable>(&keys, values, 20, threshold);
                assert!((found - expected).abs() < 1e-4, "{found} {expected}");
            }
        }
    }
}
