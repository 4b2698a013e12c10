//! Passes over the keys of a column under construction.

use isocount_lanes::{Kernel, LANES, Lanes, run};

/// The minimum and maximum of some keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyRange {
    low: f32,
    high: f32,
}

impl KeyRange {
    /// The range of no keys.
    pub(crate) const EMPTY: Self = Self { low: f32::INFINITY, high: f32::NEG_INFINITY };

    /// Extends the range to more keys.
    pub(crate) fn include(&mut self, keys: &[f32]) {
        run(Include { range: self, keys });
    }

    /// A grid of 2^`bits` positions from the least to the greatest key. `None` if the distances
    /// between keys are not representable in single precision, or all keys are equal.
    pub(crate) fn grid(self, bits: u32) -> Option<Grid> {
        let Self { low, high } = self;
        let last = ((1_u32 << bits) - 1) as f32;
        let scale = last / (high - low);
        (scale.is_normal() && (high - low).is_normal()).then_some(Grid { low, scale, last })
    }
}

struct Include<'a> {
    range: &'a mut KeyRange,
    keys: &'a [f32],
}

impl Kernel for Include<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { range, keys } = self;
        range.low = fold(keys, range.low, least);
        range.high = fold(keys, range.high, greatest);
    }
}

/// Positions from 0 to `last`, which is below 2³¹.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    low: f32,
    scale: f32,
    last: f32,
}

impl Grid {
    /// Appends the position of each key; greater keys never get smaller positions.
    pub(crate) fn places(self, keys: &[f32], to: &mut Vec<u32>) {
        run(Places { grid: self, keys, to });
    }
}

struct Places<'a> {
    grid: Grid,
    keys: &'a [f32],
    to: &'a mut Vec<u32>,
}

impl Kernel for Places<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::cast_sign_loss, reason = "nothing lies below the least key")]
    fn run<L: Lanes>(self) {
        let Self { grid: Grid { low, scale, last }, keys, to } = self;
        // Subtraction and multiplication preserve the order, rounded or not. NaN is mapped to the
        // last position.
        let place = |key: f32| least((key - low) * scale, last);
        let (eights, rest) = keys.as_chunks::<LANES>();
        for eight in eights {
            to.extend(L::truncate(L::load(&eight.map(place))).map(|place| place as u32));
        }
        to.extend(rest.iter().map(|&key| place(key) as u32));
    }
}

#[inline(always)]
fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline(always)]
fn greatest(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Eight independent lanes do not wait for each other.
#[inline(always)]
fn fold(numbers: &[f32], start: f32, join: impl Fn(f32, f32) -> f32) -> f32 {
    let mut lanes = [start; LANES];
    let (eights, rest) = numbers.as_chunks::<LANES>();
    for eight in eights {
        for (lane, &x) in lanes.iter_mut().zip(eight) {
            *lane = join(x, *lane);
        }
    }
    rest.iter().chain(&lanes).fold(start, |all, &x| join(x, all))
}

/// The sums over the keys and values of a leaf.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafSums {
    pub(crate) least: f32,
    /// `Σ key·value`, in double precision.
    pub(crate) products: f64,
    /// `Σ value`, in double precision.
    pub(crate) values: f64,
}

/// Passes on the sums of one leaf after the other; leaf i is from `starts[i]` to `starts[i + 1]`.
/// Without values, every value is 1.
pub(crate) fn leaf_sums(
    keys: &[f32],
    values: Option<&[f32]>,
    starts: &[u32],
    each: impl FnMut(LeafSums),
) {
    run(Leaves { keys, values, starts, each });
}

struct Leaves<'a, E> {
    keys: &'a [f32],
    values: Option<&'a [f32]>,
    starts: &'a [u32],
    each: E,
}

impl<E: FnMut(LeafSums)> Kernel for Leaves<'_, E> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { keys, values, starts, mut each } = self;
        for leaf in starts.windows(2) {
            let leaf = leaf[0] as usize..leaf[1] as usize;
            let keys = &keys[leaf.clone()];
            let least = fold(keys, f32::INFINITY, least);
            let (products, values) = match values {
                None => (sum(keys), keys.len() as f64),
                Some(values) => product_sums(keys, &values[leaf]),
            };
            each(LeafSums { least, products, values });
        }
    }
}

/// `Σ key·value` and `Σ value`, in double precision.
#[inline(always)]
fn product_sums(keys: &[f32], values: &[f32]) -> (f64, f64) {
    let (mut products, mut sums) = ([0.0_f64; LANES], [0.0_f64; LANES]);
    let (eight_keys, rest_keys) = keys.as_chunks::<LANES>();
    let (eight_values, rest_values) = values.as_chunks::<LANES>();
    for (keys, values) in eight_keys.iter().zip(eight_values) {
        for lane in 0..LANES {
            products[lane] += f64::from(keys[lane]) * f64::from(values[lane]);
            sums[lane] += f64::from(values[lane]);
        }
    }
    for (lane, (key, value)) in rest_keys.iter().zip(rest_values).enumerate() {
        products[lane] += f64::from(*key) * f64::from(*value);
        sums[lane] += f64::from(*value);
    }
    (products.iter().sum(), sums.iter().sum())
}

/// The sum, in double precision.
#[inline(always)]
fn sum(numbers: &[f32]) -> f64 {
    let mut lanes = [0.0_f64; LANES];
    let (eights, rest) = numbers.as_chunks::<LANES>();
    for eight in eights {
        for (lane, &x) in lanes.iter_mut().zip(eight) {
            *lane += f64::from(x);
        }
    }
    lanes.iter().sum::<f64>() + rest.iter().map(|&x| f64::from(x)).sum::<f64>()
}
