//! Attribution of a count to the arcs of the graph.
//!
//! The head is linear in `r` as long as no σ passes its knee, and `r` is a sum over the rows of the
//! graph. The output before clamping at zero is therefore
//!
//! ```text
//! n̂ = offset + Σ_e g·((1 + γ_e) ⊙ h_e + β_e)                 g = ∂n̂/∂r
//! ```
//!
//! and each term is the share of one row, in counts.

use isocount_core::{Control, LabeledGraph, Pattern};

use crate::encode::STRETCH;
use crate::error::EncodeError;
use crate::memory::with_capacity;
use crate::tensors::padded;
use crate::{Network, SLOPE};

/// An answer and its attribution.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The predicted count.
    pub count: f64,
    /// The output before clamping at zero: the offset plus all shares.
    pub output: f64,
    /// The part that does not come from an arc.
    pub offset: f64,
    /// The share of each arc, in the order of the arcs. For Count-GNN\E, half of the share of each
    /// end, divided among all arcs of that end.
    pub shares: Vec<ArcShare>,
}

/// The contribution of one arc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArcShare {
    /// The share in counts.
    pub share: f64,
    /// The length of its contribution to the modulated sum.
    pub length: f64,
}

impl Network {
    /// Attributes an answer to the arcs of the graph. A model without modulation is explained in
    /// the same way, with γ = β = 0.
    ///
    /// # Errors
    /// If the pattern or the graph has a label that the model does not know, or the work was
    /// cancelled.
    pub fn explain(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        control: &Control,
    ) -> Result<Explanation, EncodeError> {
        let pattern = self.encode_pattern(pattern, control)?;
        let encoded = self.encode(graph, 1, control)?;
        let mut r = Vec::new();
        self.fused_sums(&encoded, &pattern, &mut r, || control.check())?;
        let slope = self.slope_by_sums(&pattern, &r);
        let stride = padded(self.width);
        let rows = (0..encoded.num_rows()).map(|row| {
            let h = &encoded.h[row * stride..][..self.width];
            let part = |j: usize| {
                let h = f64::from(h[j]);
                if self.film.is_none() {
                    return h;
                }
                let modulation = |side: usize| {
                    let z = encoded.ab[row * 2 * stride + side + j] + pattern.c()[side + j];
                    f64::from(z.max(SLOPE * z))
                };
                (1.0 + modulation(0)) * h + modulation(stride)
            };
            let parts = (0..self.width).map(part);
            let share = parts.clone().zip(&slope).map(|(part, slope)| part * slope).sum();
            ArcShare { share, length: parts.map(|part| part * part).sum::<f64>().sqrt() }
        });
        let mut shares = with_capacity(rows.len());
        for (number, share) in rows.enumerate() {
            if number % STRETCH == 0 {
                control.check()?;
            }
            shares.push(share);
        }
        let rows = shares;
        let output = self.outputs(&[&pattern], &r)[0];
        let shares = if self.is_node_centric() { of_arcs(graph, &rows) } else { rows };
        let offset = output - shares.iter().map(|it| it.share).sum::<f64>();
        Ok(Explanation { count: self.counts(&[&pattern], &r)[0], output, offset, shares })
    }
}

/// Distributes the shares of nodes to their arcs. The share of a node without arcs is part of the
/// offset.
fn of_arcs(graph: &LabeledGraph, nodes: &[ArcShare]) -> Vec<ArcShare> {
    let degree = |node| graph.out_arcs(node).len() + graph.in_arcs(node).len();
    let arc = |arc: isocount_core::Edge| {
        let part = |value: fn(&ArcShare) -> f64| -> f64 {
            [arc.tail, arc.head]
                .map(|node| value(&nodes[node.ix()]) / degree(node) as f64)
                .iter()
                .sum()
        };
        ArcShare { share: part(|share| share.share), length: part(|share| share.length) }
    };
    graph.arcs().map(arc).collect()
}
