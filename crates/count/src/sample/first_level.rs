//! The first level is the same in every replicate of a batch: its children are listed once, and
//! pruned by lookups in the sums of their scores.

use isocount_core::Rng;

use super::particles::Child;
use super::resample::threshold;

/// The children of the first level, and how some of them are drawn.
#[derive(Default)]
pub(super) struct FirstLevel {
    children: Vec<Child>,
    /// None if all of them are kept.
    draws: Option<Draws>,
}

/// See [`resample`](super::resample): what is drawn has the same distribution.
struct Draws {
    c: f64,
    /// Items that are always kept.
    large: Vec<u32>,
    /// The others, their scores, and the sums of these up to each of them.
    small: Vec<(u32, f64)>,
    sums: Vec<f64>,
}

impl FirstLevel {
    /// Of these children, at most about `most` are kept.
    pub(super) fn new(children: &[Child], scores: &[f64], most: usize) -> Self {
        let children = children.to_vec();
        if children.len() <= most {
            return Self { children, draws: None };
        }
        let c = threshold(scores, most);
        let mut draws = Draws { c, large: Vec::new(), small: Vec::new(), sums: Vec::new() };
        let mut sum = 0.0;
        for (item, &q) in scores.iter().enumerate() {
            if q >= c {
                draws.large.push(item as u32);
            } else {
                sum += q;
                draws.small.push((item as u32, q));
                draws.sums.push(sum);
            }
        }
        Self { children, draws: Some(draws) }
    }

    /// Those that one replicate keeps, in their order. Returns whether some were left out.
    pub(super) fn draw(&self, rng: &mut Rng, kept: &mut Vec<Child>) -> bool {
        kept.clear();
        let Some(Draws { c, large, small, sums }) = &self.draws else {
            kept.extend_from_slice(&self.children);
            return false;
        };
        let mut next = rng.unit() * c;
        let mut large = large.iter().peekable();
        let mut from = 0;
        loop {
            from += sums[from..].partition_point(|&sum| sum <= next);
            let drawn = small.get(from);
            let before = drawn.map_or(u32::MAX, |&(item, _)| item);
            while let Some(&item) = large.next_if(|&&item| item < before) {
                kept.push(self.children[item as usize]);
            }
            let Some(&(item, q)) = drawn else { return true };
            let child = self.children[item as usize];
            kept.push(Child { factor: child.factor * c / q, ..child });
            next += c;
            from += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_keep_their_mean_and_all_stay_in_order() {
        let mut rng = Rng::new(4);
        let scores: Vec<f64> = (0..150).map(|_| (6.0 * rng.unit()).exp()).collect();
        let children: Vec<Child> =
            (0..150).map(|image| Child { parent: 0, image, factor: 1.0 }).collect();
        let first = FirstLevel::new(&children, &scores, 30);
        let c = threshold(&scores, 30);
        let mut means = vec![0.0; scores.len()];
        let mut kept = Vec::new();
        let rounds = 20_000;
        for _ in 0..rounds {
            assert!(first.draw(&mut rng, &mut kept));
            assert!(kept.len().abs_diff(30) <= 1, "{}", kept.len());
            assert!(kept.windows(2).all(|pair| pair[0].image < pair[1].image));
            for child in &kept {
                means[child.image as usize] += child.factor / f64::from(rounds);
            }
        }
        for (q, mean) in scores.iter().zip(means) {
            let p = (q / c).min(1.0);
            let error = ((1.0 - p) / p / f64::from(rounds)).sqrt();
            assert!((mean - 1.0).abs() <= 5.0 * error + 1e-9, "{q}: {mean}");
        }
        let few = FirstLevel::new(&children, &scores, 150);
        assert!(!few.draw(&mut rng, &mut kept));
        assert_eq!(kept.len(), 150);
    }
}
