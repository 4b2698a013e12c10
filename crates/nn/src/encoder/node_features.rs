//! The features of a node that the head sees.
//!
//! ```text
//! z_v = [ code(v) ‖ code(label of v) ‖ h_v ‖ degrees of v ]
//! ```
//!
//! code(v), the code of the number of v in its graph, is omitted by default. For a node that a
//! filter drops, only the degrees are nonzero. The head of Count-GNN's equations sees only h_v.

use isocount_grad::{Matrix, Tape, Var};
use isocount_model::{HeadKind, NodeConfig};

use crate::digit_code::DigitCode;
use crate::filter::masked;
use crate::layer::written_out;
use crate::{GraphBatch, Vocabulary};

/// The equation is in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeFeatures {
    numbers: Option<DigitCode>,
    labels: Option<DigitCode>,
    degrees: DegreeColumns,
    width: usize,
}

/// The degrees among the features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DegreeColumns {
    None,
    In,
    OutAndIn,
}

impl NodeFeatures {
    pub(crate) fn new(config: &NodeConfig, vocabulary: Vocabulary, degrees: DegreeColumns) -> Self {
        let sees_more = config.head == HeadKind::Sum;
        let shown = sees_more && config.degrees;
        Self {
            numbers: (sees_more && config.ids).then(|| DigitCode::new(config.max_nodes)),
            labels: sees_more.then(|| DigitCode::new(vocabulary.node_labels)),
            degrees: if shown { degrees } else { DegreeColumns::None },
            width: config.width,
        }
    }

    /// The width of z.
    pub(crate) fn width(&self) -> usize {
        let numbers = self.numbers.map_or(0, DigitCode::width);
        let degrees = match self.degrees {
            DegreeColumns::None => 0,
            DegreeColumns::In => 1,
            DegreeColumns::OutAndIn => 2,
        };
        let labels = self.labels.map_or(0, DigitCode::width);
        numbers + labels + self.width + degrees
    }

    /// `h: [N, d]` to z.
    pub(crate) fn forward(&self, tape: &mut Tape<'_>, h: Var, graphs: &GraphBatch) -> Var {
        let mut parts = Vec::new();
        if let Some(code) = self.numbers {
            let ranges = graphs.node_ranges().iter();
            let rows = code.rows(ranges.flat_map(|[start, end]| 0..end - start));
            parts.push(written_out(tape, &rows, code.width()));
        }
        if let Some(code) = self.labels {
            let rows = code.rows(graphs.node_labels().iter().copied());
            parts.push(written_out(tape, &rows, code.width()));
        }
        for part in &mut parts {
            *part = masked(tape, *part, graphs.kept_nodes());
        }
        parts.push(h);
        let degrees = graphs.degrees();
        let columns: &[&[f32]] = match self.degrees {
            DegreeColumns::None => &[],
            DegreeColumns::In => &[&degrees.into],
            DegreeColumns::OutAndIn => &[&degrees.out_of, &degrees.into],
        };
        for &column in columns {
            parts.push(tape.input(&Matrix::column(column)));
        }
        if parts.len() == 1 { h } else { tape.concat_cols(&parts) }
    }
}
