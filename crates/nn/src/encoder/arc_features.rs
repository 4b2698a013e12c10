//! The features of an arc ⟨u,v⟩ that the head of the baselines sees.
//!
//! ```text
//! z⟨u,v⟩ = [ code(label of u) ‖ code(label of ⟨u,v⟩) ‖ code(label of v) ‖ in-degree of u ‖ in-degree of v ‖ h⟨u,v⟩ ]
//! ```
//!
//! The counterpart of `NodeFeatures` for arcs. Everything but h is the same for every model, so it
//! is computed separately here.

use isocount_grad::{Matrix, Tape, Var};

use crate::digit_code::DigitCode;
use crate::layer::written_out;
use crate::{GraphBatch, Vocabulary};

/// The equation is in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArcFeatures {
    nodes: DigitCode,
    edges: DigitCode,
    degrees: bool,
}

impl ArcFeatures {
    pub(crate) fn new(vocabulary: Vocabulary, degrees: bool) -> Self {
        let Vocabulary { node_labels, edge_labels } = vocabulary;
        Self { nodes: DigitCode::new(node_labels), edges: DigitCode::new(edge_labels), degrees }
    }

    /// The width of z without h.
    pub(crate) fn width(&self) -> usize {
        2 * self.nodes.width() + self.edges.width() + if self.degrees { 2 } else { 0 }
    }

    /// z without h: `[E, width]`.
    pub(crate) fn forward(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let (tails, heads) = (graphs.tails.rows(), graphs.head_of.rows());
        let labels = graphs.node_labels();
        let of_ends = |ends: &[u32]| self.nodes.rows(ends.iter().map(|&end| labels[end as usize]));
        let edges = self.edges.rows(graphs.edge_labels.iter().copied());
        let mut parts = vec![
            written_out(tape, &of_ends(tails), self.nodes.width()),
            written_out(tape, &edges, self.edges.width()),
            written_out(tape, &of_ends(heads), self.nodes.width()),
        ];
        if self.degrees {
            let into = &graphs.degrees().into;
            for ends in [tails, heads] {
                let degrees: Vec<f32> = ends.iter().map(|&end| into[end as usize]).collect();
                parts.push(tape.input(&Matrix::column(degrees)));
            }
        }
        tape.concat_cols(&parts)
    }
}

#[cfg(test)]
mod tests {
    use isocount_grad::{Arena, Params};
    use isocount_testkit::graph;

    use super::*;
    use crate::{Prepared, Reverse};

    #[test]
    fn an_arc_has_its_labels_and_the_in_degrees_of_its_ends() {
        let vocabulary = Vocabulary { node_labels: 2, edge_labels: 2 };
        let prepared = Prepared::new(&graph("a:1 -[1]-> b -> a, c:1 -> b"), vocabulary).unwrap();
        let graphs = GraphBatch::new(&[&prepared], vocabulary, Reverse::Include);
        let features = ArcFeatures::new(vocabulary, true);
        let (params, mut arena) = (Params::new(0), Arena::new());
        let mut tape = Tape::new(&params, &mut arena);
        let rows = features.forward(&mut tape, &graphs);
        let rows: Vec<&[f32]> = tape.value(rows).data().chunks(features.width()).collect();
        // Arcs by their tails: a→b, b→a, c→b.
        assert_eq!(rows[0], [0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 2.0]);
        assert_eq!(rows[1], [1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 2.0, 1.0]);
        assert_eq!(rows[2], [0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 2.0]);
    }
}
