//! Pruning without bias (Fearnhead and Clifford 2003): of many items with scores q, about N stay.
//!
//! ```text
//! c such that Σ min(1, q/c) = N;   q ≥ c stays as it is;   q < c stays with probability q/c, and
//! its weight is then multiplied by c/q
//! ```
//!
//! The small ones are drawn systematically: one random start, then every c along the sum of their
//! scores. Neighbours in the tree of mappings are neighbours in that sum, so every part of the tree
//! gets its share.

use isocount_core::Rng;

/// An item that stays, and what its weight is multiplied by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    pub(super) item: u32,
    pub(super) factor: f64,
}

/// Keeps about `n` of the items, all of which have positive scores; in their order.
pub(super) fn resample(scores: &[f64], n: usize, rng: &mut Rng, kept: &mut Vec<Kept>) {
    kept.clear();
    let c = threshold(scores, n);
    let mut next = rng.unit() * c;
    let mut sum = 0.0;
    for (item, &q) in scores.iter().enumerate() {
        let item = item as u32;
        if q >= c {
            kept.push(Kept { item, factor: 1.0 });
            continue;
        }
        sum += q;
        if sum > next {
            kept.push(Kept { item, factor: c / q });
            next += c;
        }
    }
}

/// The number c. Starting from Σq/N, what is not below c is set aside and the rest shared out
/// again; that lowers c until nothing changes.
pub(super) fn threshold(scores: &[f64], n: usize) -> f64 {
    let (mut c, mut above) = (f64::INFINITY, 0);
    let mut rest: f64 = scores.iter().sum();
    loop {
        let lower = rest / (n - above) as f64;
        if lower >= c {
            return c;
        }
        c = lower;
        (rest, above) = (0.0, 0);
        for &q in scores {
            if q >= c {
                above += 1;
            } else {
                rest += q;
            }
        }
        if above >= n {
            return c;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_keep_their_mean_and_large_items_stay() {
        let mut rng = Rng::new(3);
        let scores: Vec<f64> = (0..200).map(|_| (8.0 * rng.unit()).exp()).collect();
        let mut kept = Vec::new();
        let mut means = vec![0.0; scores.len()];
        let rounds = 20_000;
        for _ in 0..rounds {
            resample(&scores, 40, &mut rng, &mut kept);
            assert!(kept.len().abs_diff(40) <= 1, "{}", kept.len());
            for k in &kept {
                means[k.item as usize] += k.factor / f64::from(rounds);
            }
        }
        let c = threshold(&scores, 40);
        for (q, mean) in scores.iter().zip(means) {
            let p = (q / c).min(1.0);
            let error = ((1.0 - p) / p / f64::from(rounds)).sqrt();
            assert!((mean - 1.0).abs() <= 5.0 * error + 1e-9, "{q}: {mean}");
        }
    }
}
