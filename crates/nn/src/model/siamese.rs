//! The structure that many learned counters share: encode both sides, read them out, compare.

use isocount_grad::{Tape, Var};
use isocount_model::Reverse;

use super::{Model, Prediction, Space};
use crate::encoder::Encoder;
use crate::head::{CountHead, ResidualHead};
use crate::layer::{FilmReadout, SumReadout, symlog};
use crate::{Batch, Needs};

/// Two encoders, two readouts and a head. Clones of an encoder share its parameters.
pub(crate) struct Siamese<E> {
    pub(crate) patterns: E,
    pub(crate) graphs: E,
    pub(crate) pattern_readout: SumReadout,
    pub(crate) graph_readout: GraphReadout,
    pub(crate) head: Head,
    pub(crate) reverse: Reverse,
    pub(crate) needs: Option<Needs>,
    pub(crate) space: Space,
}

/// How a graph becomes one row.
pub(crate) enum GraphReadout {
    /// Modulated by the pattern.
    Modulated(FilmReadout),
    /// The same for every pattern.
    Plain(SumReadout),
}

/// How a pattern and a graph become a count.
pub(crate) enum Head {
    /// From their rows only.
    Plain(CountHead),
    /// From their rows and the counts of spanning trees.
    Residual(ResidualHead),
}

impl<E: Encoder> Model for Siamese<E> {
    fn forward(&self, tape: &mut Tape<'_>, batch: &Batch) -> Prediction {
        let h = self.patterns.encode(tape, &batch.patterns);
        let rows_of = batch.patterns.rows_of(self.patterns.rows());
        let each = self.pattern_readout.forward(tape, h, rows_of); // [patterns, d]
        let patterns = tape.gather_rows(each, &batch.pattern_of); // [B, d]

        let h = self.graphs.encode(tape, &batch.graphs);
        let (graphs, penalty): (Var, Option<Var>) = match &self.graph_readout {
            GraphReadout::Modulated(readout) => {
                let spans = batch.spans(self.graphs.rows());
                let modulated = readout.forward(tape, h, patterns, spans);
                (modulated.graphs, Some(modulated.penalty))
            }
            GraphReadout::Plain(readout) => {
                let each = readout.forward(tape, h, batch.graphs.rows_of(self.graphs.rows()));
                (tape.gather_rows(each, &batch.graph_of), None)
            }
        };
        let (patterns, graphs) = match self.space {
            Space::Count => (patterns, graphs),
            Space::LogCount => (symlog(tape, patterns), symlog(tape, graphs)),
        };
        match &self.head {
            Head::Plain(head) => {
                let counts = head.forward(tape, patterns, graphs);
                Prediction { counts, penalty, bound: None }
            }
            Head::Residual(head) => {
                let (counts, bound) = head.forward(tape, patterns, graphs, &batch.tree_logs);
                Prediction { counts, penalty, bound: Some(bound) }
            }
        }
    }

    fn reverse(&self) -> Reverse {
        self.reverse
    }

    fn needs(&self) -> Option<Needs> {
        self.needs
    }

    fn space(&self) -> Space {
        self.space
    }
}
