//! Transposes eight numbers of every row into eight columns.

use isocount_lanes::{Kernel, LANES, Lanes, eight, eight_mut, run};

/// Eight columns, one after the other.
pub(crate) struct Columns<'a> {
    pub(crate) numbers: &'a mut [f32],
    /// The length of each column.
    pub(crate) len: usize,
    /// The position in each column of the first row.
    pub(crate) at: usize,
}

/// Writes the eight numbers that begin at position `first` of each row to the columns.
pub(crate) fn transpose(rows: &[f32], width: usize, first: usize, to: Columns<'_>) {
    run(Transpose { rows, width, first, to });
}

struct Transpose<'a> {
    rows: &'a [f32],
    width: usize,
    first: usize,
    to: Columns<'a>,
}

impl Kernel for Transpose<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { rows, width, first, to: Columns { numbers: to, len, at } } = self;
        let num_rows = rows.len() / width;
        let whole = num_rows / LANES * LANES;
        for row in (0..whole).step_by(LANES) {
            let square: [L::V; LANES] =
                std::array::from_fn(|ix| L::load(eight(rows, (row + ix) * width + first)));
            for (column, numbers) in L::transpose(square).into_iter().enumerate() {
                L::store(numbers, eight_mut(to, column * len + at + row));
            }
        }
        for row in whole..num_rows {
            for column in 0..LANES {
                to[column * len + at + row] = rows[row * width + first + column];
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
            // In two parts, like a long list of rows.
            let part = len / 3;
            let (early, late) = rows.split_at(part * width);
            transpose(early, width, first, Columns { numbers: &mut with, len, at: 0 });
            transpose(late, width, first, Columns { numbers: &mut with, len, at: part });
            let to = Columns { numbers: &mut without, len, at: 0 };
            Transpose { rows: &rows, width, first, to }.run::<Portable>();
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
