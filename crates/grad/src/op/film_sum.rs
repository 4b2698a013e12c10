//! The modulated sum of Count-GNN (Eqs. 4 to 7 of the paper), over the rows of a graph under one
//! pattern.
//!
//! ```text
//! γ_e = σ( a_e + c )      β_e = σ( a′_e + c′ )                σ the leaky ReLU
//! r   = Σ_e (1 + γ_e) ⊙ h_e + β_e
//! p   = Σ_e ‖γ_e‖² + ‖β_e‖²                                   the penalty in the loss
//! ```
//!
//! | paper              | code        | shape      |
//! |--------------------|-------------|------------|
//! | h_e                | `h`         | `[E, d]`   |
//! | W_γ h_e, W_β h_e   | `a`         | `[E, 2d]`  |
//! | U_γ h_Q + b_γ, U_β h_Q + b_β | `c` | `[T, 2d]` |
//! | the arcs of the graph of pair t | `spans` | `T` |
//!
//! `a` depends on the graph only and `c` on the pattern only; a pair then takes one pass over E·d
//! numbers, and γ and β are never stored. With `dz_γ = (dr ⊙ h + 2γ·dp)·σ′` and `dz_β` alike: `dh =
//! dr ⊙ (1 + γ)`, `da = dz`, `dc = Σ_e dz`.

use std::ops::Range;

use isocount_core::Control;

use super::Operation;
use crate::backward::Backward;
use crate::index::Spans;
use crate::kernel::{self, FilmRows};
use crate::matrix::{Shape, View};
use crate::pieces::in_pieces;
use crate::tape::{Tape, Values};
use crate::var::Var;

/// The results of [`Tape::film_sum`].
#[derive(Clone, Copy, Debug)]
pub struct FilmSum {
    /// r, one row for each pair: `[T, d]`.
    pub rows: Var,
    /// p, one number for each pair: `[T, 1]`.
    pub penalty: Var,
}

/// Result: r with p as its last column.
#[derive(Debug)]
pub(crate) struct FilmSums {
    h: Var,
    a: Var,
    c: Var,
    spans: Spans,
    slope: f32,
}

impl Tape<'_> {
    /// `Σ_e (1 + σ(a_e + c_t)) ⊙ h_e + σ(a′_e + c′_t)` over the rows e of range t, and the sum of
    /// the squares of γ and β; the left halves of `a` and `c` belong to γ, the right halves to β.
    ///
    /// # Panics
    ///
    /// If the shapes do not match, one of the three is a parameter, or two are the same.
    pub fn film_sum(&mut self, h: Var, a: Var, c: Var, spans: &Spans, slope: f32) -> FilmSum {
        assert!(slope >= 0.0, "film_sum: slope {slope} is negative");
        let width = self.shape(h).cols;
        let sums = self.apply(FilmSums { h, a, c, spans: spans.clone(), slope });
        FilmSum {
            rows: self.slice_cols(sums, 0..width),
            penalty: self.slice_cols(sums, width..width + 1),
        }
    }
}

impl FilmSums {
    fn rows<'a>(&self, [h, a, c]: [View<'a>; 3], t: usize, span: Range<usize>) -> FilmRows<'a> {
        let d = h.shape.cols;
        FilmRows {
            h: &h.data[span.start * d..span.end * d],
            a: &a.data[span.start * 2 * d..span.end * 2 * d],
            c: c.row(t),
            slope: self.slope,
        }
    }
}

impl FilmSums {
    /// The sums of one pair; those of the pieces of a long range are added up.
    fn forward_span(
        &self,
        views: [View<'_>; 3],
        t: usize,
        span: Range<usize>,
        control: &Control,
        y: &mut [f32],
    ) {
        let mut part = Vec::new();
        in_pieces(control, span.len(), 4 * views[0].shape.cols, |rows| {
            let is_first = rows.start == 0;
            let rows = self.rows(views, t, span.start + rows.start..span.start + rows.end);
            if is_first {
                return kernel::film_forward(rows, y);
            }
            part.resize(y.len(), 0.0);
            kernel::film_forward(rows, &mut part);
            kernel::add(&part, y);
        });
    }
}

impl Operation for FilmSums {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.h, self.a, self.c].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let [h, a, c] = [self.h, self.a, self.c].map(|var| values.shape(var));
        let num = self.spans.num();
        assert_eq!(a, Shape::new(h.rows, 2 * h.cols), "film_sum: a does not match h {h}");
        assert_eq!(c, Shape::new(num, 2 * h.cols), "film_sum: c for {num} pairs, h {h}");
        assert!(self.spans.bound() <= h.rows, "film_sum: row {} of {h}", self.spans.bound());
        Shape::new(num, h.cols + 1)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let views = [self.h, self.a, self.c].map(|var| values.get(var));
        let width = views[0].shape.cols + 1;
        for ((t, span), y) in self.spans.iter().enumerate().zip(y.chunks_exact_mut(width)) {
            self.forward_span(views, t, span, values.control, y);
        }
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let views = [self.h, self.a, self.c].map(|var| step.value(var));
        let d = views[0].shape.cols;
        step.accumulate_all([self.h, self.a, self.c], |dy, [dh, da, dc]| {
            for ((t, span), dy) in self.spans.iter().enumerate().zip(dy.chunks_exact(d + 1)) {
                let dh = &mut dh[span.start * d..span.end * d];
                let da = &mut da[span.start * 2 * d..span.end * 2 * d];
                let dc = &mut dc[t * 2 * d..(t + 1) * 2 * d];
                kernel::film_backward(self.rows(views, t, span), dy, dh, da, dc);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::{check, same};
    use crate::index::{RowIndex, Segments};

    /// Parameters as values of the tape, and both results side by side.
    fn fused(tape: &mut Tape, x: &[Var], spans: &Spans) -> Var {
        let x: Vec<Var> = x.iter().map(|&x| tape.scale(x, 1.0)).collect();
        let film = tape.film_sum(x[0], x[1], x[2], spans, 0.2);
        tape.concat_cols(&[film.rows, film.penalty])
    }

    #[test]
    fn gradient() {
        for (rows, width, spans) in [
            (5, 3, vec![[0, 2], [2, 2], [2, 5]]),
            (5, 9, vec![[0, 5], [1, 4]]),
            (1, 8, vec![[0, 1]]),
            (0, 2, vec![[0, 0]]),
            (0, 2, vec![]),
        ] {
            let spans = Spans::new(spans);
            let shapes = [(rows, width), (rows, 2 * width), (spans.num(), 2 * width)];
            check(&shapes, |tape, x| fused(tape, x, &spans));
        }
    }

    #[test]
    fn fused_equals_unfused() {
        // Three pairs, two of which ask about the same graph.
        let spans = Spans::new([[0, 7], [7, 11], [0, 7]]);
        let rows: Vec<u32> = (0..7).chain(7..11).chain(0..7).collect();
        let (rows, pairs) = (RowIndex::from(rows), Segments::from_sizes(&[7, 4, 7]));
        let of_pair = RowIndex::new(pairs.of_row().to_vec());
        for d in [12, 24] {
            let unfused = |tape: &mut Tape, x: &[Var]| {
                let h = tape.gather_rows(x[0], &rows);
                let a = tape.gather_rows(x[1], &rows);
                let c = tape.gather_rows(x[2], &of_pair);
                let z = tape.add(a, c);
                let modulation = tape.leaky_relu(z, 0.2);
                let gamma = tape.slice_cols(modulation, 0..d);
                let beta = tape.slice_cols(modulation, d..2 * d);
                let factor = tape.scale_shift(gamma, 1.0, 1.0);
                let scaled = tape.mul(factor, h);
                let modulated = tape.add(scaled, beta);
                let sums = tape.segment_sum(modulated, &pairs);
                let squares = tape.square(modulation);
                let squares = tape.row_sum(squares, 1);
                let penalty = tape.segment_sum(squares, &pairs);
                tape.concat_cols(&[sums, penalty])
            };
            let shapes = [(11, d), (11, 2 * d), (3, 2 * d)];
            same(&shapes, |tape: &mut Tape, x: &[Var]| fused(tape, x, &spans), unfused);
        }
    }
}
