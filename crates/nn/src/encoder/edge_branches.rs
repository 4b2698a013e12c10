//! The encoder of Count-GNN's released code: parallel branches that all see labels and one hop.
//!
//! ```text
//! h⁰⟨u,v⟩  = x_v ‖ x⟨u,v⟩ ‖ x_u                               x = code(label)·E
//! a⟨u,v⟩   = Σ { h⁰⟨v,w⟩ : ⟨v,w⟩ ∈ E } / (1 + in-degree of u)
//! out⟨u,v⟩ = R·h⁰⟨u,v⟩ + r + Σₖ σ( Pₖ·drop(a⟨u,v⟩) + pₖ + Sₖ·h⁰⟨u,v⟩ + sₖ )
//! ```
//!
//! Where the paper has K consecutive layers, the code has K parallel branches. Where the paper has
//! the mean of the arcs that end in u, the code has the sum of those that leave v, divided by the
//! number of those that end in u. E, R and r differ between patterns and graphs, P and S do not.
// PAPER: count-gnn-as-run

use isocount_grad::{Matrix, Scope, Tape, Var};
use isocount_model::CountGnnAsRunConfig;

use super::{Encoder, RowsOf};
use crate::layer::{LabelCode, Linear, SLOPE};
use crate::{GraphBatch, Vocabulary};

/// P and S of each branch, which patterns and graphs share.
#[derive(Clone, Debug)]
pub(crate) struct Branches(Vec<[Linear; 2]>);

impl Branches {
    pub(crate) fn new(mut scope: Scope<'_>, config: &CountGnnAsRunConfig) -> Self {
        let d = config.width;
        let branch = |ix: usize| {
            let mut scope = scope.at(format!("branch{ix}"));
            ["message", "own"].map(|name| Linear::new(scope.at(name), d, d))
        };
        Self((0..config.branches).map(branch).collect())
    }
}

/// The equations are in the [module docs](self).
#[derive(Clone, Debug)]
pub(crate) struct EdgeBranches {
    nodes: LabelCode,
    edges: LabelCode,
    residual: Linear,
    branches: Branches,
    dropout: f32,
}

impl EdgeBranches {
    pub(crate) fn new(
        mut scope: Scope<'_>,
        config: &CountGnnAsRunConfig,
        vocabulary: Vocabulary,
        branches: &Branches,
    ) -> Self {
        let d = config.width;
        let mut labels = |name, num| LabelCode::new(scope.at(name), num, d / 3, 1.0);
        Self {
            nodes: labels("nodes", vocabulary.node_labels),
            edges: labels("edges", vocabulary.edge_labels),
            residual: Linear::new(scope.at("residual"), d, d),
            branches: branches.clone(),
            dropout: config.dropout,
        }
    }
}

impl Encoder for EdgeBranches {
    fn encode(&self, tape: &mut Tape<'_>, graphs: &GraphBatch) -> Var {
        let of_nodes = self.nodes.forward(tape, graphs.node_labels().iter().copied()); // [N, e]
        let parts = [
            tape.gather_rows(of_nodes, &graphs.head_of),
            self.edges.forward(tape, graphs.edge_labels.iter().copied()),
            tape.gather_rows(of_nodes, &graphs.tails),
        ];
        let h = tape.concat_cols(&parts); // [E, d]
        let leaving = tape.segment_sum(h, &graphs.by_tail); // [N, d]
        let a = tape.gather_rows(leaving, &graphs.head_of); // [E, d]
        let into = &graphs.degrees().into;
        let shares = graphs.tails.rows().iter().map(|&tail| (1.0 + into[tail as usize]).recip());
        let shares = tape.input(&Matrix::column(shares.collect::<Vec<_>>()));
        let a = tape.row_scale(a, shares);

        let mut out = self.residual.forward(tape, h);
        for [message, own] in &self.branches.0 {
            let heard = tape.thin(a, self.dropout);
            let heard = message.forward(tape, heard);
            let both = tape.add_row(heard, own.bias);
            let branch = tape.linear_onto(h, own.weight, both, SLOPE);
            out = tape.add(out, branch);
        }
        out
    }

    fn rows(&self) -> RowsOf {
        RowsOf::Arcs
    }
}
