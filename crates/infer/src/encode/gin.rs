//! K layers of the graph isomorphism network, as `isocount-nn` defines them in `layer/gin_conv.rs`:
//!
//! ```text
//! h′_v = σ( B·σ( A·((1 + ε)·h_v + Σ { h_u : ⟨u,v⟩ ∈ E }) + a ) + b )
//! ```

use isocount_core::{LabeledGraph, NodeId};

use super::parallel::over_rows;
use crate::SLOPE;
use crate::kernel::{Product, Start, product};
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
    pub(crate) node_labels: usize,
}

impl Gin {
    pub(crate) fn rows(&self, graph: &LabeledGraph, threads: usize) -> Vec<f32> {
        let mut stride = padded(self.node_labels);
        let mut h = vec![0.0; graph.num_nodes() * stride];
        for (row, label) in h.chunks_exact_mut(stride).zip(graph.node_labels()) {
            row[label.0 as usize] = 1.0;
        }
        for Layer { epsilon, first, second } in &self.layers {
            let mut heard = vec![0.0; h.len()];
            over_rows(&mut heard, stride, threads, |begin, heard| {
                for (ix, to) in heard.chunks_exact_mut(stride).enumerate() {
                    let row = |node: NodeId| &h[node.ix() * stride..][..stride];
                    let node = NodeId((begin + ix) as u32);
                    for (to, x) in to.iter_mut().zip(row(node)) {
                        *to = (1.0 + epsilon) * x;
                    }
                    for arc in graph.in_arcs(node) {
                        to.iter_mut().zip(row(arc.node)).for_each(|(to, x)| *to += x);
                    }
                }
            });
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
                let mut next = vec![0.0; graph.num_nodes() * weight.stride];
                over_rows(&mut next, weight.stride, threads, |begin, next| {
                    let rows = next.len() / weight.stride;
                    product(&layer, &heard[begin * stride..][..rows * stride], next);
                });
                stride = weight.stride;
                heard = next;
            }
            h = heard;
        }
        h
    }
}
