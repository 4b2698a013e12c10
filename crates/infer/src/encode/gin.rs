//! K layers of the graph isomorphism network, as `isocount-nn` defines them in `layer/gin_conv.rs`:
//!
//! ```text
//! h′_v = σ( B·σ( A·((1 + ε)·h_v + Σ { h_u : ⟨u,v⟩ ∈ E }) + a ) + b )
//! ```

use isocount_core::{Cancelled, Control, LabeledGraph, NodeId};

use super::parallel::{over_rows, over_threads};
use super::{STRETCH, Vocabulary};
use crate::SLOPE;
use crate::error::EncodeError;
use crate::kernel::{Product, Start, product};
use crate::memory::zeros;
use crate::tensors::{Padded, padded};

/// The weights of a layer.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) epsilon: f32,
    pub(crate) first: (Padded, Vec<f32>),
    pub(crate) second: (Padded, Vec<f32>),
}

/// The encoder.
#[derive(Clone, Debug)]
pub(crate) struct Gin {
    pub(crate) layers: Vec<Layer>,
    pub(crate) vocabulary: Vocabulary,
}

impl Gin {
    pub(crate) fn rows(
        &self,
        graph: &LabeledGraph,
        threads: usize,
        control: &Control,
    ) -> Result<Vec<f32>, EncodeError> {
        self.vocabulary.check_nodes(graph, control)?;
        self.vocabulary.check_edges(graph, control)?;
        let mut stride = padded(self.vocabulary.nodes);
        let mut h = zeros(graph.num_nodes() * stride);
        over_rows(&mut h, stride, threads, control, |first, h| {
            let labels = &graph.node_labels()[first..];
            for (row, label) in h.chunks_exact_mut(stride).zip(labels) {
                row[label.0 as usize] = 1.0;
            }
        })?;
        for Layer { epsilon, first, second } in &self.layers {
            let mut received = zeros(h.len());
            over_threads(&mut received, stride, threads, control, |begin, received| {
                receive(graph, 1.0 + epsilon, (&h, stride), begin, received, control)
            })?;
            for (weight, bias) in [first, second] {
                let layer = Product {
                    inner: weight.rows,
                    x_stride: stride,
                    weights: &weight.data,
                    width: weight.stride,
                    start: Start::Row(bias),
                    slope: SLOPE,
                    residual: false,
                };
                let mut next = zeros(graph.num_nodes() * weight.stride);
                over_rows(&mut next, weight.stride, threads, control, |begin, next| {
                    let rows = next.len() / weight.stride;
                    product(&layer, &received[begin * stride..][..rows * stride], next);
                })?;
                stride = weight.stride;
                received = next;
            }
            h = received;
        }
        Ok(h)
    }
}

/// `own·h_v + Σ { h_u : ⟨u,v⟩ ∈ E }` for the nodes v from `begin`.
fn receive(
    graph: &LabeledGraph,
    own: f32,
    (h, stride): (&[f32], usize),
    begin: usize,
    received: &mut [f32],
    control: &Control,
) -> Result<(), Cancelled> {
    let row = |node: NodeId| &h[node.ix() * stride..][..stride];
    for (ix, to) in received.chunks_exact_mut(stride).enumerate() {
        let node = NodeId((begin + ix) as u32);
        for (to, x) in to.iter_mut().zip(row(node)) {
            *to = own * x;
        }
        // A hub can have most of the arcs, so the control is checked within a node too.
        for arcs in graph.in_arcs(node).chunks(STRETCH) {
            control.check()?;
            for arc in arcs {
                to.iter_mut().zip(row(arc.node)).for_each(|(to, x)| *to += x);
            }
        }
    }
    Ok(())
}
