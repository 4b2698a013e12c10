//! Even samples of ordered items.

use isocount_core::Rng;

/// The random stream for sampling; no item has this number.
const STREAM: u64 = u64::MAX;

/// `limit` of the numbers below `all`, ascending. The numbers are cut into stretches of equal
/// length, and one is drawn at random from each. Taking the first of each stretch would be biased
/// if the items repeat with that period.
pub(crate) fn even_sample(all: usize, limit: Option<usize>, seed: u64) -> Vec<usize> {
    match limit {
        Some(limit) if limit < all => {
            let mut rng = Rng::for_item(seed, STREAM);
            let start = |stretch: usize| (stretch as u128 * all as u128 / limit as u128) as usize;
            let pick = |stretch| rng.between(start(stretch), start(stretch + 1) - 1);
            (0..limit).map(pick).collect()
        }
        _ => (0..all).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stretch_contributes_one() {
        let sample = even_sample(1_000, Some(40), 5);
        assert_eq!(sample.len(), 40);
        assert!(sample.iter().enumerate().all(|(stretch, &number)| number / 25 == stretch));
        assert_ne!(sample, even_sample(1_000, Some(40), 6));
    }

    #[test]
    fn a_limit_beyond_the_end_takes_all() {
        assert_eq!(even_sample(3, Some(3), 0), [0, 1, 2]);
        assert_eq!(even_sample(3, Some(9), 0), [0, 1, 2]);
        assert_eq!(even_sample(3, None, 0), [0, 1, 2]);
        assert_eq!(even_sample(0, Some(1), 0), [0; 0]);
    }
}
