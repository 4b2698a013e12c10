//! Numbers that depend only on a seed and a position.
//!
//! The output function of splitmix64 as a counter-based generator: the number at a position does
//! not require those before it, so a dropout mask can be recomputed instead of stored.

/// The 64 bits at a position of the stream of a seed.
#[inline]
pub(crate) fn bits(seed: u64, position: u64) -> u64 {
    let state = seed.wrapping_add(position.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A number from 0 to 1, 1 excluded.
pub(crate) fn unit(seed: u64, position: u64) -> f64 {
    (bits(seed, position) >> 11) as f64 / (1_u64 << 53) as f64
}

/// A normally distributed number, by the Box–Muller transform.
pub(crate) fn normal(seed: u64, position: u64) -> f64 {
    let radius = (-2.0 * (1.0 - unit(seed, 2 * position)).ln()).sqrt();
    radius * (std::f64::consts::TAU * unit(seed, 2 * position + 1)).cos()
}

/// The seed for a name (FNV-1a, then mixed). The initial values of a parameter thus depend on no
/// other parameter.
pub(crate) fn seed_of(seed: u64, name: &str) -> u64 {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    bits(bits(seed, 0) ^ hash, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_seed_zero_starts_as_published() {
        assert_eq!(bits(0, 0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(bits(0, 1), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn normal_numbers_have_mean_zero_and_variance_one() {
        let numbers: Vec<f64> = (0..100_000).map(|i| normal(3, i)).collect();
        let mean = numbers.iter().sum::<f64>() / 1e5;
        let variance = numbers.iter().map(|x| x * x).sum::<f64>() / 1e5;
        // Five standard errors are 0.016 and 0.022.
        assert!(mean.abs() < 0.016, "{mean}");
        assert!((variance - 1.0).abs() < 0.022, "{variance}");
    }

    #[test]
    fn names_have_seeds_of_their_own() {
        assert_ne!(seed_of(1, "a"), seed_of(1, "b"));
        assert_ne!(seed_of(1, "a"), seed_of(2, "a"));
    }
}
