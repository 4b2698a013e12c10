//! Sums of scattered rows; every row is padded to whole lanes.

use isocount_lanes::{Kernel, LANES, Lanes, eight, run};

/// For each row of `to`: `σ( Σ of its rows of the tables )`. Every entry of `places` contains the
/// row numbers of one sum: the first is one of the first table, and so on.
pub(crate) fn sum_of_rows<const T: usize>(
    tables: [&[f32]; T],
    places: &[[u32; 4]],
    slope: f32,
    width: usize,
    to: &mut [f32],
) {
    run(SumOfRows { tables, places, slope, width, to });
}

struct SumOfRows<'a, const T: usize> {
    tables: [&'a [f32]; T],
    places: &'a [[u32; 4]],
    slope: f32,
    width: usize,
    to: &'a mut [f32],
}

impl<const T: usize> Kernel for SumOfRows<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { tables, places, slope, width, to } = self;
        let slope = L::splat(slope);
        for (to, places) in to.chunks_exact_mut(width).zip(places) {
            let to = to.as_chunks_mut().0;
            let rows: [&[[f32; LANES]]; T] = std::array::from_fn(|table| {
                let row = &tables[table][places[table] as usize * width..][..width];
                &row.as_chunks().0[..to.len()]
            });
            for (at, to) in to.iter_mut().enumerate() {
                let mut sum = L::load(&rows[0][at]);
                for row in &rows[1..] {
                    sum = L::add(sum, L::load(&row[at]));
                }
                L::store(L::max(sum, L::mul(sum, slope)), to);
            }
        }
    }
}

/// Adds each row of `from` to the row of `to` with the number in `places`, if that is among
/// `first..first + rows of to`.
pub(crate) fn scatter_rows(
    from: &[f32],
    places: &[u32],
    first: usize,
    width: usize,
    to: &mut [f32],
) {
    run(ScatterRows { from, places, first, width, to });
}

struct ScatterRows<'a> {
    from: &'a [f32],
    places: &'a [u32],
    first: usize,
    width: usize,
    to: &'a mut [f32],
}

impl Kernel for ScatterRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { from, places, first, width, to } = self;
        let rows = to.len() / width;
        for (row, &place) in from.chunks_exact(width).zip(places) {
            let place = (place as usize).wrapping_sub(first);
            if place >= rows {
                continue;
            }
            let to = to[place * width..][..width].as_chunks_mut().0;
            for (to, row) in to.iter_mut().zip(row.as_chunks().0) {
                L::store(L::add(L::load(to), L::load(row)), to);
            }
        }
    }
}

/// Multiplies each row by its factor, then adds `plus` if there is one.
pub(crate) fn scale_rows(rows: &mut [f32], width: usize, factors: &[f32], plus: Option<&[f32]>) {
    run(ScaleRows { rows, width, factors, plus });
}

struct ScaleRows<'a> {
    rows: &'a mut [f32],
    width: usize,
    factors: &'a [f32],
    plus: Option<&'a [f32]>,
}

impl Kernel for ScaleRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { rows, width, factors, plus } = self;
        for (row, &factor) in rows.chunks_exact_mut(width).zip(factors) {
            let factor = L::splat(factor);
            let row = row.as_chunks_mut().0;
            match plus {
                None => {
                    for eight in row {
                        L::store(L::mul(L::load(eight), factor), eight);
                    }
                }
                Some(plus) => {
                    for (eight, plus) in row.iter_mut().zip(plus.as_chunks().0) {
                        L::store(L::add(L::mul(L::load(eight), factor), L::load(plus)), eight);
                    }
                }
            }
        }
    }
}

/// Adds the sum of all rows: in single precision over 16 rows, in double precision over all.
pub(crate) fn add_total(rows: &[f32], to: &mut [f64]) {
    run(Total { rows, to });
}

struct Total<'a> {
    rows: &'a [f32],
    to: &'a mut [f64],
}

impl Kernel for Total<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { rows, to } = self;
        let width = to.len();
        for rows in rows.chunks(16 * width) {
            for at in (0..width).step_by(LANES) {
                let mut sum = L::splat(0.0);
                for row in rows.chunks_exact(width) {
                    sum = L::add(sum, L::load(eight(row, at)));
                }
                let mut eight = [0.0; LANES];
                L::store(sum, &mut eight);
                for (to, x) in to[at..].iter_mut().zip(eight) {
                    *to += f64::from(x);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_add_up() {
        let number = |i: usize| (i as f32 * 0.7).sin();
        for width in [8, 24] {
            let tables: [Vec<f32>; 3] =
                [0, 1, 2].map(|t| (0..5 * width).map(|i| number(i + t)).collect());
            let places: Vec<[u32; 4]> = (0..7).map(|i| [i % 5, i % 3, (i * i) % 5, 9]).collect();
            let mut sums = vec![f32::NAN; 7 * width];
            sum_of_rows([&tables[0], &tables[1], &tables[2]], &places, 0.5, width, &mut sums);
            let (mut at_nodes, mut second_half) = (vec![0.0; 4 * width], vec![0.0; 2 * width]);
            let nodes = [3, 0, 1, 3, 3, 2, 0];
            scatter_rows(&sums, &nodes, 0, width, &mut at_nodes);
            scatter_rows(&sums, &nodes, 2, width, &mut second_half);
            assert_eq!(second_half, at_nodes[2 * width..]);
            let (mut scaled, mut shifted) = (at_nodes.clone(), at_nodes.clone());
            scale_rows(&mut scaled, width, &[1.0, 2.0, 3.0, 4.0], None);
            scale_rows(&mut shifted, width, &[1.0, 2.0, 3.0, 4.0], Some(&sums[..width]));
            let mut all = vec![0.0; width];
            add_total(&sums, &mut all);
            for j in 0..width {
                let row = |i: usize| {
                    let sum: f32 =
                        (0..3).map(|t| tables[t][places[i][t] as usize * width + j]).sum();
                    sum.max(0.5 * sum)
                };
                assert!((0..7).all(|i| (sums[i * width + j] - row(i)).abs() < 1e-6));
                let into_three: f32 = [0, 3, 4].iter().map(|&i| row(i)).sum();
                assert!((at_nodes[3 * width + j] - into_three).abs() < 1e-6);
                let twice = at_nodes[width + j] * 2.0;
                assert_eq!(scaled[width + j].to_bits(), twice.to_bits());
                assert_eq!(shifted[width + j].to_bits(), (twice + sums[j]).to_bits());
                let whole: f64 = (0..7).map(|i| f64::from(row(i))).sum();
                assert!((all[j] - whole).abs() < 1e-5);
            }
        }
    }
}
