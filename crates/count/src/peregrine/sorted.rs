//! Sorted lists: intersections for edges, differences for absent edges.

use crate::meter::Meter;

/// Whether to keep the members of the row or the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// An intersection.
    Inside,
    /// A difference.
    Outside,
}

/// Keeps the members of a list that are in a row, or those that are not. Both are sorted. Once the
/// budget is spent, the list must not be used.
pub(super) fn keep(list: &mut Vec<u32>, row: &[u32], wanted: Keep, meter: &mut Meter<'_>) {
    let (mut kept, mut rest) = (0, row);
    for some in meter.stretches(list.len()) {
        for ix in some {
            let x = list[ix];
            rest = &rest[num_below(rest, x)..];
            if (rest.first() == Some(&x)) == (wanted == Keep::Inside) {
                list[kept] = x;
                kept += 1;
            }
        }
    }
    list.truncate(kept);
}

/// Returns how many numbers of a sorted row are below `x`. Doubles its steps: that takes little
/// time if the answer is near the beginning, and logarithmic time at worst, so that short lists
/// pass quickly through the rows of hubs.
fn num_below(row: &[u32], x: u32) -> usize {
    let mut end = 1;
    while end <= row.len() && row[end - 1] < x {
        end *= 2;
    }
    let start = end / 2;
    start + row[start..end.min(row.len())].partition_point(|&y| y < x)
}

/// The part of a sorted row that is not below `from`.
pub(super) fn starting_at(row: &[u32], from: u32) -> &[u32] {
    &row[row.partition_point(|&x| x < from)..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_testkit::Rng;

    #[test]
    fn intersections_and_differences_are_as_defined() {
        for seed in 0..2_000 {
            let mut rng = Rng::new(seed);
            let most = rng.between(1, 60);
            let mut draw = || -> Vec<u32> {
                let percent = rng.between(0, 100);
                (0..most as u32).filter(|_| rng.chance(percent)).collect()
            };
            let (list, row) = (draw(), draw());
            for (wanted, inside) in [(Keep::Inside, true), (Keep::Outside, false)] {
                let mut kept = list.clone();
                keep(&mut kept, &row, wanted, &mut Meter::unlimited());
                let defined: Vec<u32> =
                    list.iter().copied().filter(|x| row.contains(x) == inside).collect();
                assert_eq!(kept, defined, "seed {seed}, {wanted:?}: {list:?}, {row:?}");
            }
            for x in 0..=most as u32 {
                let below = row.iter().filter(|&&y| y < x).count();
                assert_eq!(num_below(&row, x), below, "seed {seed}");
                assert_eq!(starting_at(&row, x), &row[below..], "seed {seed}");
            }
        }
    }
}
