//! The three products of a layer, compared with `matrixmultiply` and a plain loop. `cargo bench -p
//! isocount-grad --bench products`. Throughput counts a multiplication and an addition as one item.

use divan::Bencher;
use divan::counter::ItemsCount;
use isocount_grad::kernel;

fn main() {
    divan::main();
}

/// Rows and width, the same on both sides.
const SIZES: [(usize, usize); 10] = [
    (100, 12),
    (1_000, 12),
    (100_000, 12),
    (100, 24),
    (1_000, 24),
    (100_000, 24),
    (100, 128),
    (1_000, 128),
    (10_000, 128),
    (100_000, 128),
];

/// `f(x, w, y)` with x and y of n rows, w square.
fn product(
    bencher: Bencher,
    (n, d): (usize, usize),
    mut f: impl FnMut(&mut [f32], &mut [f32], &mut [f32]),
) {
    let numbers = |len: usize| (0..len).map(|i| (i as f32).sin()).collect::<Vec<f32>>();
    let (mut x, mut w, mut y) = (numbers(n * d), numbers(d * d), numbers(n * d));
    bencher.counter(ItemsCount::new(n * d * d)).bench_local(|| f(&mut x, &mut w, &mut y));
}

#[divan::bench(args = SIZES)]
fn forward(bencher: Bencher, size: (usize, usize)) {
    product(bencher, size, |x, w, y| kernel::rows_by_weight(x, w, y, size.1, size.1));
}

#[divan::bench(args = SIZES)]
fn backward_to_rows(bencher: Bencher, size: (usize, usize)) {
    product(bencher, size, |dx, w, dy| kernel::rows_by_transposed(dy, w, dx, size.1, size.1));
}

#[divan::bench(args = SIZES)]
fn backward_to_weight(bencher: Bencher, size: (usize, usize)) {
    product(bencher, size, |x, dw, dy| kernel::columns_by_rows(x, dy, dw, size.1, size.1));
}

/// Rows, depth and columns; for each factor its numbers and its strides between rows and columns.
fn other(
    [m, k, n]: [usize; 3],
    (a, a_row, a_col): (&[f32], usize, usize),
    (b, b_row, b_col): (&[f32], usize, usize),
    c: &mut [f32],
) {
    assert!(a.len() >= m * k && b.len() >= k * n && c.len() >= m * n);
    let [a_row, a_col, b_row, b_col, c_row] =
        [a_row, a_col, b_row, b_col, n].map(usize::cast_signed);
    #[expect(unsafe_code, reason = "the interface of the crate that we compare with")]
    // SAFETY: every place that the steps reach lies within the slices, by the assertion above.
    unsafe {
        let (a, b, c) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
        matrixmultiply::sgemm(m, k, n, 1.0, a, a_row, a_col, b, b_row, b_col, 1.0, c, c_row, 1);
    }
}

#[divan::bench(args = SIZES)]
fn forward_matrixmultiply(bencher: Bencher, (n, d): (usize, usize)) {
    product(bencher, (n, d), |x, w, y| other([n, d, d], (x, d, 1), (w, d, 1), y));
}

#[divan::bench(args = SIZES)]
fn backward_to_rows_matrixmultiply(bencher: Bencher, (n, d): (usize, usize)) {
    product(bencher, (n, d), |dx, w, dy| other([n, d, d], (dy, d, 1), (w, 1, d), dx));
}

#[divan::bench(args = SIZES)]
fn backward_to_weight_matrixmultiply(bencher: Bencher, (n, d): (usize, usize)) {
    product(bencher, (n, d), |x, dw, dy| other([d, n, d], (x, 1, d), (dy, d, 1), dw));
}

#[divan::bench(args = SIZES)]
fn forward_plain_loop(bencher: Bencher, (n, d): (usize, usize)) {
    product(bencher, (n, d), |x, w, y| {
        for (x, y) in x.chunks_exact(d).zip(y.chunks_exact_mut(d)) {
            for (x, w) in x.iter().zip(w.chunks_exact(d)) {
                y.iter_mut().zip(w).for_each(|(y, w)| *y += x * w);
            }
        }
    });
}
