//! Sorting that checks the clock: short runs are sorted at once, and runs are merged in pairs.

use crate::meter::{Meter, STRETCH};

/// Sorts by a key. Returns false if the budget ran out; the order is then unspecified.
pub(crate) fn sort<T: Copy>(
    items: &mut [T],
    key: impl Fn(&T) -> u64,
    meter: &mut Meter<'_>,
) -> bool {
    for run in items.chunks_mut(STRETCH) {
        if !meter.work(run.len()) {
            return false;
        }
        run.sort_unstable_by_key(&key);
    }
    let mut run = STRETCH;
    let mut merged: Vec<T> = Vec::with_capacity(if items.len() > run { items.len() } else { 0 });
    while run < items.len() {
        merged.clear();
        for both in items.chunks(2 * run) {
            let (mut a, mut b) = both.split_at(run.min(both.len()));
            while let (Some(x), Some(y)) = (a.first(), b.first()) {
                if !meter.work(1) {
                    return false;
                }
                let from = if key(y) < key(x) { &mut b } else { &mut a };
                merged.push(from[0]);
                *from = &from[1..];
            }
            merged.extend_from_slice(a);
            merged.extend_from_slice(b);
        }
        items.copy_from_slice(&merged);
        run *= 2;
    }
    !meter.is_spent()
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_testkit::Rng;

    #[test]
    fn items_of_every_number_are_sorted() {
        for len in [0, 1, 2, 100, STRETCH, STRETCH + 1, 5 * STRETCH + 77] {
            let mut rng = Rng::new(len as u64);
            let mut items: Vec<u64> = (0..len).map(|_| rng.below(1_000) as u64).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            assert!(sort(&mut items, |&item| item, &mut Meter::unlimited()));
            assert_eq!(items, expected);
        }
    }

    #[test]
    fn a_spent_budget_ends_it() {
        let mut meter = Meter::unlimited();
        meter.spend();
        assert!(!sort(&mut [2, 1], |&item| item, &mut meter));
    }
}
