//! Arranges keys into leaves without sorting them.
//!
//! The leaves must be ordered, but not the keys within a leaf. So a monotonic function assigns keys
//! to buckets: the range is cut into equal bins, and a bin with many keys into equal parts.
//! Neighbouring buckets then share a leaf. Only a bucket that is too large for a leaf is sorted, if
//! many keys are equal, or close together and far from others.

use isocount_core::{Cancelled, Control};
use isocount_lanes::LANES;
use isocount_platform::large_pages;

use super::column::{Column, LEAF, ONE_LEAF};
use super::sort;
use crate::kernel::{KeyRange, leaf_sums};
use crate::memory::{with_capacity, zeros};

/// The expected number of keys in a bucket: as many as a leaf holds, less a margin for chance.
const BUCKET: u32 = 40;
/// Up to this many keys, bins of about eight keys serve as the buckets: their counters fit in the
/// first-level cache.
const FINE_BINS: usize = 1 << 14;
/// Keys are first assigned to a grid of 2^`GRID_BITS` positions, which single precision can
/// represent.
const GRID_BITS: u32 = 23;

/// Memory for arranging columns one after the other.
#[derive(Default)]
pub(super) struct Arranger {
    /// The grid position of each key, later its bucket.
    places: Vec<u32>,
    /// The first bucket of each bin, and its number of buckets.
    parts: Vec<[u32; 2]>,
    /// The start of each bucket, and the end of the last.
    starts: Vec<u32>,
    /// Keys with their values, in the order of buckets.
    pairs: Vec<[f32; 2]>,
}

/// One of this many keys is sampled to estimate the sizes of bins.
const SAMPLED: usize = 4;
/// The number of keys between two checks of the control.
const STRETCH: usize = 1 << 18;

impl Arranger {
    /// Creates a column. Without values, every value is 1.
    pub(super) fn arrange(
        &mut self,
        keys: &[f32],
        values: Option<&[f32]>,
        control: &Control,
    ) -> Result<Column, Cancelled> {
        let len = keys.len();
        let num_leaves = len.div_ceil(LEAF / 2);
        let mut column = Column {
            keys: zeros(len + LANES),
            values: zeros(values.map_or(0, |_| len + LANES)),
            fences: Vec::with_capacity(num_leaves),
            starts: Vec::with_capacity(num_leaves + 1),
            products: Vec::with_capacity(num_leaves + 1),
            sums: Vec::with_capacity(values.map_or(0, |_| num_leaves + 1)),
        };
        column.keys[len..].fill(f32::INFINITY);
        if len > ONE_LEAF && self.find_buckets(keys, control)? {
            self.scatter(keys, values, &mut column, control)?;
            self.cut(&mut column, control)?;
        } else {
            copy(keys, &mut column.keys, control)?;
            copy(values.unwrap_or_default(), &mut column.values, control)?;
            if len > ONE_LEAF {
                sort(&mut column, 0..len, control)?;
                column.starts.extend((0..len as u32).step_by(LEAF));
            } else if len > 0 {
                column.starts.push(0);
            }
        }
        column.starts.push(len as u32);
        sum_up(&mut column, control)?;
        Ok(column)
    }

    /// Finds the bucket of each key. Returns `false` if the keys do not fit on a grid.
    fn find_buckets(&mut self, keys: &[f32], control: &Control) -> Result<bool, Cancelled> {
        let mut range = KeyRange::EMPTY;
        for keys in keys.chunks(STRETCH) {
            control.check()?;
            range.include(keys);
        }
        let Some(grid) = range.grid(GRID_BITS) else { return Ok(false) };
        self.places.clear();
        if self.places.capacity() < keys.len() {
            self.places = with_capacity(keys.len());
        }
        for keys in keys.chunks(STRETCH) {
            control.check()?;
            grid.places(keys, &mut self.places);
        }
        if keys.len() <= FINE_BINS {
            let bits = (keys.len() / 8).next_power_of_two().ilog2();
            self.starts.clear();
            self.starts.resize(1 << bits, 0);
            for place in &mut self.places {
                *place >>= GRID_BITS - bits;
                self.starts[*place as usize] += 1;
            }
            self.begin();
            return Ok(true);
        }
        let bin_bits = (keys.len() / 16).next_power_of_two().ilog2().clamp(4, 12);
        let shift = GRID_BITS - bin_bits;
        self.parts.clear();
        self.parts.resize(1 << bin_bits, [0; 2]);
        // The sizes of the bins need not be known exactly.
        for places in self.places.chunks(STRETCH) {
            control.check()?;
            for &place in places.iter().step_by(SAMPLED) {
                self.parts[(place >> shift) as usize][1] += SAMPLED as u32;
            }
        }
        let mut num_buckets = 0;
        for part in &mut self.parts {
            let number = part[1].div_ceil(BUCKET).max(1);
            *part = [num_buckets, number];
            num_buckets += number;
        }
        self.starts.clear();
        self.starts.resize(num_buckets as usize + 1, 0);
        for places in self.places.chunks_mut(STRETCH) {
            control.check()?;
            for place in places {
                let [first, number] = self.parts[(*place >> shift) as usize];
                let along = *place & ((1 << shift) - 1);
                *place = first + ((u64::from(along) * u64::from(number)) >> shift) as u32;
                self.starts[*place as usize] += 1;
            }
        }
        self.begin();
        Ok(true)
    }

    /// Converts the sizes of the buckets to their starts.
    fn begin(&mut self) {
        let mut before = 0;
        for start in &mut self.starts {
            before += std::mem::replace(start, before);
        }
    }

    /// Moves keys and values to their buckets. Afterwards, `starts` contains the end of each
    /// bucket.
    fn scatter(
        &mut self,
        keys: &[f32],
        values: Option<&[f32]>,
        column: &mut Column,
        control: &Control,
    ) -> Result<(), Cancelled> {
        let starts = &mut self.starts;
        let mut place = |bucket: u32| {
            let next = &mut starts[bucket as usize];
            *next += 1;
            *next as usize - 1
        };
        let Some(values) = values else {
            for (keys, places) in keys.chunks(STRETCH).zip(self.places.chunks(STRETCH)) {
                control.check()?;
                for (&key, &bucket) in keys.iter().zip(places) {
                    column.keys[place(bucket)] = key;
                }
            }
            return Ok(());
        };
        // One write to a distant address is faster than two.
        if self.pairs.len() < keys.len() {
            self.pairs = vec![[0.0; 2]; keys.len()];
            large_pages(&mut self.pairs);
        }
        let parts = keys.chunks(STRETCH).zip(values.chunks(STRETCH));
        for ((keys, values), places) in parts.zip(self.places.chunks(STRETCH)) {
            control.check()?;
            for ((&key, &value), &bucket) in keys.iter().zip(values).zip(places) {
                self.pairs[place(bucket)] = [key, value];
            }
        }
        let to = column.keys.chunks_mut(STRETCH).zip(column.values.chunks_mut(STRETCH));
        for ((keys, values), pairs) in to.zip(self.pairs[..keys.len()].chunks(STRETCH)) {
            control.check()?;
            for ((key, value), pair) in keys.iter_mut().zip(values).zip(pairs) {
                [*key, *value] = *pair;
            }
        }
        Ok(())
    }

    /// Combines neighbouring buckets into leaves.
    fn cut(&self, column: &mut Column, control: &Control) -> Result<(), Cancelled> {
        let (mut begun, mut at) = (0, 0);
        for &end in &self.starts {
            let next = end as usize;
            if next - begun > LEAF && at > begun {
                column.starts.push(begun as u32);
                begun = at;
            }
            if next - at > LEAF {
                sort(column, at..next, control)?;
                while next - begun > LEAF {
                    column.starts.push(begun as u32);
                    begun += LEAF;
                }
            }
            at = next;
        }
        if at > begun {
            column.starts.push(begun as u32);
        }
        Ok(())
    }
}

/// Copies numbers to the start of a list.
fn copy(from: &[f32], to: &mut [f32], control: &Control) -> Result<(), Cancelled> {
    for (from, to) in from.chunks(STRETCH).zip(to.chunks_mut(STRETCH)) {
        control.check()?;
        to[..from.len()].copy_from_slice(from);
    }
    Ok(())
}

fn sort(
    column: &mut Column,
    stretch: std::ops::Range<usize>,
    control: &Control,
) -> Result<(), Cancelled> {
    let keys = &mut column.keys[stretch.clone()];
    if column.values.is_empty() {
        return sort::sort(keys, |key| *key, control);
    }
    let values = &mut column.values[stretch];
    let mut both = with_capacity(keys.len());
    for (keys, values) in keys.chunks(STRETCH).zip(values.chunks(STRETCH)) {
        control.check()?;
        both.extend(keys.iter().copied().zip(values.iter().copied()));
    }
    sort::sort(&mut both, |pair| pair.0, control)?;
    let to = keys.chunks_mut(STRETCH).zip(values.chunks_mut(STRETCH));
    for ((keys, values), both) in to.zip(both.chunks(STRETCH)) {
        control.check()?;
        for ((key, value), both) in keys.iter_mut().zip(values).zip(both) {
            (*key, *value) = *both;
        }
    }
    Ok(())
}

/// Computes fences, and the sums before each leaf.
fn sum_up(column: &mut Column, control: &Control) -> Result<(), Cancelled> {
    let Column { keys, values, fences, starts, products, sums } = column;
    let (mut product, mut sum) = (0.0, 0.0);
    let values = if values.is_empty() { None } else { Some(&values[..]) };
    let mut first = 0;
    while first + 1 < starts.len() {
        control.check()?;
        let end = (first + STRETCH / LEAF).min(starts.len() - 1);
        leaf_sums(keys, values, &starts[first..=end], |leaf| {
            fences.push(leaf.least);
            products.push(product);
            product += leaf.products;
            if values.is_some() {
                sums.push(sum);
                sum += leaf.values;
            }
        });
        first = end;
    }
    products.push(product);
    if values.is_some() {
        sums.push(sum);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use isocount_lanes::{Kernel, Lanes, Portable, run};

    use super::super::column::ColumnView;
    use super::super::guard::Trusted;
    use super::*;
    use crate::SLOPE;

    /// The sum of one column for one c.
    struct Modulated<'a> {
        column: ColumnView<'a>,
        c: f32,
    }

    impl Kernel for Modulated<'_> {
        type Output = f64;

        #[expect(clippy::inline_always, reason = "a kernel")]
        #[inline(always)]
        fn run<L: Lanes>(self) -> f64 {
            let mut found = f64::NAN;
            let shifts = [self.c].into_iter();
            let Ok(()) = self.column.modulated::<L, _>(shifts, &Trusted, |sum| found = sum);
            found
        }
    }

    /// Keys of many kinds: spread out, clustered, equal, far apart.
    fn families() -> Vec<Vec<f32>> {
        let wave = |i: usize| (i as f32 * 0.731).sin();
        let mut all = Vec::new();
        for len in [0, 1, 2, 63, 64, 65, 100, 129, 1000, 5000] {
            let each = |f: &dyn Fn(usize) -> f32| (0..len).map(f).collect::<Vec<f32>>();
            all.push(each(&wave));
            all.push(each(&|_| 1.5));
            all.push(each(&|i| (i % 3) as f32));
            all.push(each(&|i| wave(i).powi(9)));
            all.push(each(&|i| if i == 0 { 1e30 } else { wave(i) }));
            all.push(each(&|i| wave(i) * 3e38));
            all.push(each(&|i| wave(i) * 1e-42));
            all.push(each(&|i| if i % 2 == 0 { -0.0 } else { 0.0 }));
        }
        all
    }

    #[test]
    fn leaves_are_in_order_and_hold_every_key() {
        for keys in families() {
            let values: Vec<f32> = (0..keys.len()).map(|i| i as f32).collect();
            let column = Arranger::default().arrange(&keys, Some(&values), &Control::NONE).unwrap();
            assert_eq!(column.starts.len(), column.fences.len() + 1);
            let most = if keys.len() > ONE_LEAF { LEAF } else { ONE_LEAF } as u32;
            let sizes: Vec<u32> = column.starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert!(sizes.iter().all(|&size| size > 0 && size <= most), "{sizes:?}");
            let mut pairs: Vec<(u32, u32)> = column
                .keys
                .iter()
                .zip(&column.values)
                .take(keys.len())
                .map(|(key, value)| (key.to_bits(), value.to_bits()))
                .collect();
            let mut expected: Vec<(u32, u32)> = keys
                .iter()
                .zip(&values)
                .map(|(key, value)| (key.to_bits(), value.to_bits()))
                .collect();
            pairs.sort_unstable();
            expected.sort_unstable();
            assert_eq!(pairs, expected);
            for (leaf, pair) in column.starts.windows(3).enumerate() {
                let [a, b, c] = [pair[0], pair[1], pair[2]].map(|at| at as usize);
                let most = column.keys[a..b].iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let least = column.keys[b..c].iter().copied().fold(f32::INFINITY, f32::min);
                assert!(most <= least, "leaf {leaf}: {most} > {least}");
                assert_eq!(
                    least.to_bits() & 0x7fff_ffff,
                    column.fences[leaf + 1].to_bits() & 0x7fff_ffff
                );
            }
        }
    }

    #[test]
    fn sums_are_those_of_the_definition() {
        for keys in families().into_iter().filter(|keys| keys.iter().all(|key| key.abs() < 1e20)) {
            let values: Vec<f32> = (0..keys.len()).map(|i| (i as f32 * 0.37).cos()).collect();
            for with_values in [false, true] {
                let some = with_values.then_some(&values[..]);
                let column = Arranger::default().arrange(&keys, some, &Control::NONE).unwrap();
                let thresholds = keys.iter().step_by(17).map(|key| -key);
                for c in thresholds.chain([0.0, 0.25, -0.25, 5.0, -5.0, 1e6]) {
                    let value = |value: f32| if with_values { f64::from(value) } else { 1.0 };
                    let term = |(key, weight): (&f32, &f32)| {
                        let z = f64::from(*key) + f64::from(c);
                        z.max(f64::from(SLOPE) * z) * value(*weight)
                    };
                    let size = |(key, weight): (&f32, &f32)| {
                        (f64::from(key.abs()) + f64::from(c.abs())) * value(*weight).abs()
                    };
                    let expected: f64 = keys.iter().zip(&values).map(term).sum();
                    let size: f64 = keys.iter().zip(&values).map(size).sum();
                    let modulated = || Modulated { column: column.view(), c };
                    for found in [run(modulated()), modulated().run::<Portable>()] {
                        assert!(
                            (found - expected).abs() <= 1e-6 * size + 1e-40,
                            "{found} {expected} {size}"
                        );
                    }
                }
            }
        }
    }
}
