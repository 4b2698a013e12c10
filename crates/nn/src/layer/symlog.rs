//! Sums on the scale of their logarithms, both signs; ours.
//!
//! ```text
//! y = ln(1 + max(x, 0)) − ln(1 + max(−x, 0))
//! ```
//!
//! A readout adds up as many rows as a graph has arcs, and a head that gives ln(1 + n̂) would have
//! to undo that: its first guesses would be off by powers of ten.

use isocount_grad::{Tape, Var};

/// The equation is in the [module docs](self).
pub(crate) fn symlog(tape: &mut Tape<'_>, x: Var) -> Var {
    let above = tape.relu(x);
    let above = tape.ln_1p(above);
    let below = tape.scale(x, -1.0);
    let below = tape.relu(below);
    let below = tape.ln_1p(below);
    tape.sub(above, below)
}
