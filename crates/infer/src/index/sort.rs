//! Cancellable sorting: runs are sorted one by one, then merged in pairs.

use isocount_core::{Cancelled, Control};

use crate::memory::with_capacity;

/// The length of a run, which takes a few milliseconds to sort.
const RUN: usize = 1 << 17;

/// Sorts items by their keys.
pub(super) fn sort<T: Copy>(
    items: &mut [T],
    key: impl Fn(&T) -> f32 + Copy,
    control: &Control,
) -> Result<(), Cancelled> {
    let mut sorted = true;
    for run in items.chunks_mut(RUN) {
        control.check()?;
        // Many equal keys are the usual reason for sorting.
        if !run.is_sorted_by(|a, b| key(a).total_cmp(&key(b)).is_le()) {
            run.sort_unstable_by(|a, b| key(a).total_cmp(&key(b)));
        }
    }
    for at in (RUN..items.len()).step_by(RUN) {
        sorted &= key(&items[at - 1]).total_cmp(&key(&items[at])).is_le();
    }
    if sorted {
        return Ok(());
    }
    let mut merged = with_capacity(items.len());
    let mut run = RUN;
    while run < items.len() {
        merged.clear();
        for pair in items.chunks(2 * run) {
            let (left, right) = pair.split_at(run.min(pair.len()));
            merge(left, right, key, &mut merged, control)?;
        }
        for (to, from) in items.chunks_mut(RUN).zip(merged.chunks(RUN)) {
            control.check()?;
            to.copy_from_slice(from);
        }
        run *= 2;
    }
    Ok(())
}

fn merge<T: Copy>(
    mut left: &[T],
    mut right: &[T],
    key: impl Fn(&T) -> f32,
    to: &mut Vec<T>,
    control: &Control,
) -> Result<(), Cancelled> {
    while let (Some(a), Some(b)) = (left.first(), right.first()) {
        if to.len().is_multiple_of(RUN) {
            control.check()?;
        }
        if key(a).total_cmp(&key(b)).is_le() {
            to.push(*a);
            left = &left[1..];
        } else {
            to.push(*b);
            right = &right[1..];
        }
    }
    for rest in [left, right].into_iter().flat_map(|rest| rest.chunks(RUN)) {
        control.check()?;
        to.extend_from_slice(rest);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_become_one() {
        for len in [0, 1, RUN, RUN + 1, 5 * RUN + 17] {
            let mut items: Vec<(f32, u32)> =
                (0..len as u32).map(|i| ((i as f32 * 0.37).sin(), i)).collect();
            let mut expected = items.clone();
            sort(&mut items, |item| item.0, &Control::NONE).unwrap();
            expected.sort_by(|a, b| a.0.total_cmp(&b.0));
            assert!(items.iter().zip(&expected).all(|(a, b)| a.0.to_bits() == b.0.to_bits()));
            items.sort_unstable_by_key(|item| item.1);
            assert!(items.iter().enumerate().all(|(ix, item)| item.1 == ix as u32));
        }
        let control = Control::new();
        control.cancel();
        assert!(sort(&mut [2.0, 1.0], |x| *x, &control).is_err());
    }
}
