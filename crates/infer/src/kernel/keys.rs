//! Passes over the keys of a column while it is made.

use isocount_lanes::{Kernel, LANES, Lanes, run};

/// Places keys on a grid from the least to the greatest, of 2^`bits` places; greater keys never get lesser
/// places. Gives false, and nothing of use, if the distances between keys are not numbers of single
/// precision, or all keys are equal.
pub(crate) fn grid_places(keys: &[f32], bits: u32, places: &mut Vec<u32>) -> bool {
    run(Grid { keys, bits, places })
}

struct Grid<'a> {
    keys: &'a [f32],
    bits: u32,
    places: &'a mut Vec<u32>,
}

impl Kernel for Grid<'_> {
    type Output = bool;

    #[inline(always)]
    #[expect(clippy::cast_sign_loss, reason = "nothing lies below the least key")]
    fn run<L: Lanes>(self) -> bool {
        let Self { keys, bits, places } = self;
        let (low, high) =
            (fold(keys, f32::INFINITY, least), fold(keys, f32::NEG_INFINITY, greatest));
        let last = ((1_u32 << bits) - 1) as f32;
        // Subtraction and multiplication keep the order, rounded or not.
        let scale = last / (high - low);
        if !scale.is_normal() || !(high - low).is_normal() {
            return false;
        }
        // What is not a number goes to the last place; the others are from 0 to below 2³¹.
        let (eights, rest) = keys.as_chunks::<LANES>();
        let place = |key: f32| least((key - low) * scale, last);
        places.clear();
        places.reserve(keys.len());
        for eight in eights {
            places.extend(L::truncate(L::load(&eight.map(place))).map(|place| place as u32));
        }
        places.extend(rest.iter().map(|&key| place(key) as u32));
        true
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

/// Eight lanes side by side need not wait for each other.
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

/// What the keys and values of a leaf come to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafSums {
    pub(crate) least: f32,
    /// `Σ key·value`, in double precision.
    pub(crate) products: f64,
    /// `Σ value`, in double precision.
    pub(crate) values: f64,
}

/// Hands over the sums of one leaf after the other; leaf i is from `starts[i]` to `starts[i + 1]`. Without
/// values every value is 1.
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
