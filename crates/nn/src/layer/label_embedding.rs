//! Learned rows for labels, before the first layer.
//!
//! ```text
//! h⁰⟨u,v⟩ = A·x_u ‖ B·x⟨u,v⟩ ‖ A·x_v            x one-hot
//! ```
//!
//! These are the "additional embedding layers" of the paper. A node label has the same row at the
//! tail and at the head.
//!
//! | equation | code    | shape                |
//! |----------|---------|----------------------|
//! | A        | `nodes` | `[node labels, e]`   |
//! | B        | `edges` | `[edge labels, e]`   |

use isocount_grad::{Init, RowIndex, Scope, Tape, Var};

use crate::{GraphBatch, Vocabulary};

/// The equation is in the [module docs](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelEmbedding {
    nodes: Var,
    edges: Var,
    vocabulary: Vocabulary,
}

impl LabelEmbedding {
    pub(crate) fn new(mut scope: Scope<'_>, vocabulary: Vocabulary, width: usize) -> Self {
        // The initial values of PyTorch's `Embedding`.
        let mut table = |name, labels| scope.add(name, labels, width, Init::Normal(1.0));
        Self {
            nodes: table("nodes", vocabulary.node_labels),
            edges: table("edges", vocabulary.edge_labels),
            vocabulary,
        }
    }

    /// `[E, 3e]`.
    pub(crate) fn forward(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let Vocabulary { node_labels, edge_labels } = self.vocabulary;
        // The three labels of an arc are positions in one row, each offset to the start of its
        // part.
        let starts = [0, node_labels, node_labels + edge_labels];
        let tables = [self.nodes, self.edges, self.nodes];
        let places = graphs.arcs.places().rows();
        let part = |which: usize| {
            let labels = places.iter().skip(which).step_by(3);
            RowIndex::new(labels.map(|&place| place - starts[which] as u32).collect::<Vec<_>>())
        };
        let parts = [0, 1, 2].map(|which| tape.gather_rows(tables[which], &part(which)));
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
    fn an_arc_is_the_rows_of_its_tail_its_label_and_its_head() {
        let vocabulary = Vocabulary { node_labels: 3, edge_labels: 2 };
        let mut params = Params::new(0);
        let embedding = LabelEmbedding::new(params.at("labels"), vocabulary, 1);
        params.get_mut(embedding.nodes).copy_from_slice(&[10.0, 11.0, 12.0]);
        params.get_mut(embedding.edges).copy_from_slice(&[20.0, 21.0]);
        let prepared = Prepared::new(&graph("a:2 -[1]-> b:1 -> c"), vocabulary).unwrap();
        let graphs = GraphBatch::new(&[&prepared], vocabulary, Reverse::Include);
        let mut arena = Arena::new();
        let mut tape = Tape::new(&params, &mut arena);
        let rows = embedding.forward(&mut tape, &graphs);
        assert_eq!(tape.value(rows).data(), [12.0, 21.0, 11.0, 11.0, 20.0, 10.0]);
    }
}
