//! The shape that many learned counters share: encode both sides, read them out, compare.

use isocount_grad::{Tape, Var};

use super::{Model, Prediction};
use crate::Batch;
use crate::encoder::{Encoder, Reverse};
use crate::layer::{CountHead, FilmReadout, SumReadout};

/// Two encoders, two readouts and a head. Clones of one encoder share its parameters.
pub(crate) struct Siamese<E> {
    pub(crate) patterns: E,
    pub(crate) graphs: E,
    pub(crate) pattern_readout: SumReadout,
    pub(crate) graph_readout: GraphReadout,
    pub(crate) head: CountHead,
    pub(crate) reverse: Reverse,
}

/// How a graph becomes one row.
pub(crate) enum GraphReadout {
    /// As the pattern sees it.
    Modulated(FilmReadout),
    /// The same for every pattern.
    Plain(SumReadout),
}

impl<E: Encoder> Model for Siamese<E> {
    fn forward(&self, tape: &mut Tape<'_>, batch: &Batch) -> Prediction {
        let h = self.patterns.encode(tape, &batch.patterns);
        let rows_of = self.patterns.rows_of(&batch.patterns);
        let each = self.pattern_readout.forward(tape, h, rows_of); // [patterns, d]
        let patterns = tape.gather_rows(each, &batch.pattern_of); // [B, d]

        let h = self.graphs.encode(tape, &batch.graphs);
        let (graphs, penalty): (Var, Option<Var>) = match &self.graph_readout {
            GraphReadout::Modulated(readout) => {
                let spans = self.graphs.spans(batch);
                let modulated = readout.forward(tape, h, patterns, spans);
                (modulated.graphs, Some(modulated.penalty))
            }
            GraphReadout::Plain(readout) => {
                let each = readout.forward(tape, h, self.graphs.rows_of(&batch.graphs));
                (tape.gather_rows(each, &batch.graph_of), None)
            }
        };
        Prediction { counts: self.head.forward(tape, patterns, graphs), penalty }
    }

    fn reverse(&self) -> Reverse {
        self.reverse
    }
}
