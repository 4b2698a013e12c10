//! Explicit rows of zeros and ones, for layers that sum or concatenate them.

use isocount_grad::{Hot, Shape, Tape, Var};

/// `[rows, width]`.
pub(crate) fn written_out(tape: &mut Tape<'_>, rows: &Hot, width: usize) -> Var {
    tape.input_from(Shape::new(rows.num_rows(), width), |to| {
        to.fill(0.0);
        let per_row = rows.per_row();
        for (at, &place) in rows.places().rows().iter().enumerate() {
            to[at / per_row * width + place as usize] = 1.0;
        }
    })
}
