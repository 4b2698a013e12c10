//! A small pseudo-random number generator, splitmix64: a seed gives the same numbers on every
//! machine and does not depend on the version of any dependency.

/// A stream of numbers determined by its seed.
///
/// ```
/// use isocount_core::Rng;
///
/// // Ten of a hundred graphs, the same ones whenever the seed is 7.
/// let sample = |seed| {
///     let mut chosen = Rng::new(seed).permutation(100);
///     chosen.truncate(10);
///     chosen
/// };
/// assert_eq!(sample(7), sample(7));
/// assert_ne!(sample(7), sample(8));
/// assert!(sample(7).iter().all(|&graph| graph < 100));
/// ```
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Starts the stream for this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Starts the stream for one of many items. The streams of different items, or of the same item
    /// under different seeds, are independent.
    #[must_use]
    pub fn for_item(seed: u64, item: u64) -> Self {
        // Two rounds of the output function, so that neighbouring items start far apart.
        let mut of_seed = Self(seed);
        let mut of_item = Self(of_seed.bits() ^ item.wrapping_mul(0xd134_2543_de82_ef95));
        Self(of_item.bits())
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 if `bound` is 0. The bias is less than `bound` / 2⁶⁴.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// Returns true with a probability of `percent` percent.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A real number in [0, 1), a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// The numbers below `len` in random order.
    pub fn permutation(&mut self, len: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..len).collect();
        self.shuffle(&mut order);
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_seed_zero_starts_as_published() {
        let mut rng = Rng::new(0);
        assert_eq!(rng.bits(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(rng.bits(), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn a_permutation_contains_every_number_once() {
        let mut order = Rng::new(7).permutation(10);
        assert_ne!(order, (0..10).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn each_item_has_its_own_stream() {
        let mut firsts: Vec<u64> = (0..10)
            .flat_map(|seed| (0..1000).map(move |item| Rng::for_item(seed, item).bits()))
            .collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 10_000);
    }

    #[test]
    fn numbers_are_spread_evenly() {
        let mut rng = Rng::new(1);
        let mut seen = [0; 7];
        let mut sum = 0.0;
        for _ in 0..70_000 {
            seen[rng.below(7)] += 1;
            sum += rng.unit();
        }
        // Five standard deviations are 463 for a count, 382 for the sum.
        assert!(seen.iter().all(|&n| (9_537..=10_463).contains(&n)), "{seen:?}");
        assert!((sum - 35_000.0).abs() < 382.0, "{sum}");
    }
}
