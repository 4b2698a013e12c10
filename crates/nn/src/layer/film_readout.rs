//! Graph readout conditioned on a pattern: rows are scaled and shifted depending on the pattern.
//!
//! ```text
//! h̃⟨u,v⟩ = (γ⟨u,v⟩ + 1) ⊙ h⟨u,v⟩ + β⟨u,v⟩                   (4)
//! γ⟨u,v⟩ = σ( W_γ·h⟨u,v⟩ + U_γ·h_Q + b_γ )                   (5)
//! β⟨u,v⟩ = σ( W_β·h⟨u,v⟩ + U_β·h_Q + b_β )                   (6)
//! h_G    = σ( G·Σ { h̃⟨u,v⟩ : ⟨u,v⟩ ∈ E_G } )                 (7)
//! L_FiLM = Σ ‖γ⟨u,v⟩‖² + ‖β⟨u,v⟩‖²
//! ```
//!
//! Feature-wise linear modulation (Perez et al., AAAI 2018). `W·h` depends only on the graph and
//! `U·h_Q + b` only on the pattern.
//!
//! | paper                | code       | shape      |
//! |----------------------|------------|------------|
//! | W_γ, W_β side by side | `own`     | `[d, 2d]`  |
//! | U_γ, U_β, b_γ, b_β   | `pattern`  | `[d, 2d]`  |
//! | G                    | `readout`  | `[d, d]`   |

use isocount_grad::{FilmSum, Init, Scope, Spans, Tape, Var};

use super::{Linear, SLOPE, SumReadout};

/// The equations are in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct FilmReadout {
    modulation: Modulation,
    readout: SumReadout,
}

/// Equations (4) to (6), and the sum over the rows of each graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Modulation {
    own: Var,
    pattern: Linear,
    slope: f32,
}

/// The results for each pair.
pub(crate) struct Modulated {
    /// `h_G: [pairs, d]`.
    pub(crate) graphs: Var,
    /// `L_FiLM` of each pair: `[pairs, 1]`.
    pub(crate) penalty: Var,
}

impl Modulation {
    /// Adds its weights to the given scope.
    pub(crate) fn new(scope: &mut Scope<'_>, d: usize) -> Self {
        Self {
            own: scope.add("own", d, 2 * d, Init::FanIn),
            pattern: Linear::new(scope.at("pattern"), d, 2 * d),
            slope: SLOPE,
        }
    }

    /// Without σ, as the authors ran it.
    pub(crate) fn linear(scope: &mut Scope<'_>, d: usize) -> Self {
        Self { slope: 1.0, ..Self::new(scope, d) }
    }

    /// `h: [E, d]`, `patterns: [pairs, d]`; `spans` are the rows of the graph of each pair.
    pub(crate) fn sums(
        &self,
        tape: &mut Tape<'_>,
        h: Var,
        patterns: Var,
        spans: &Spans,
    ) -> FilmSum {
        let a = tape.matmul(h, self.own); // [E, 2d]
        let c = self.pattern.forward(tape, patterns); // [pairs, 2d]
        tape.film_sum(h, a, c, spans, self.slope)
    }
}

impl FilmReadout {
    pub(crate) fn new(mut scope: Scope<'_>, d: usize) -> Self {
        Self {
            modulation: Modulation::new(&mut scope, d),
            readout: SumReadout::new(scope.at("readout"), d),
        }
    }

    /// Like [`Modulation::sums`], followed by equation (7).
    pub(crate) fn forward(
        &self,
        tape: &mut Tape<'_>,
        h: Var,
        patterns: Var,
        spans: &Spans,
    ) -> Modulated {
        let sums = self.modulation.sums(tape, h, patterns, spans); // (4) to (6), summed
        let graphs = self.readout.of_sums(tape, sums.rows); // (7)
        Modulated { graphs, penalty: sums.penalty }
    }
}
