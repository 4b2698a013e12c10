//! Eight numbers of every row, as eight columns.

use isocount_lanes::{Kernel, LANES, Lanes, eight, eight_mut, run};

/// Writes the eight numbers that begin at place `first` of each row to the columns, which lie one after the
/// other in `to`, each as long as there are rows.
pub(crate) fn transpose(rows: &[f32], width: usize, first: usize, to: &mut [f32]) {
    run(Transpose { rows, width, first, to });
}

struct Transpose<'a> {
    rows: &'a [f32],
    width: usize,
    first: usize,
    to: &'a mut [f32],
}

impl Kernel for Transpose<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { rows, width, first, to } = self;
        let len = rows.len() / width;
        let whole = len / LANES * LANES;
        for row in (0..whole).step_by(LANES) {
            let square: [L::V; LANES] =
                std::array::from_fn(|ix| L::load(eight(rows, (row + ix) * width + first)));
            for (column, numbers) in L::transpose(square).into_iter().enumerate() {
                L::store(numbers, eight_mut(to, column * len + row));
            }
        }
        for row in whole..len {
            for column in 0..LANES {
                to[column * len + row] = rows[row * width + first + column];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_lanes::Portable;

    #[test]
    fn rows_become_columns() {
        for (len, width, first) in [(0, 8, 0), (1, 8, 0), (19, 24, 8), (64, 16, 8)] {
            let rows: Vec<f32> = (0..len * width).map(|i| i as f32).collect();
            let (mut with, mut without) = (vec![0.0; len * LANES], vec![0.0; len * LANES]);
            transpose(&rows, width, first, &mut with);
            Transpose { rows: &rows, width, first, to: &mut without }.run::<Portable>();
            assert_eq!(with, without);
            for row in 0..len {
                for column in 0..LANES {
                    let expected = rows[row * width + first + column];
                    assert_eq!(with[column * len + row].to_bits(), expected.to_bits());
                }
            }
        }
    }
}
