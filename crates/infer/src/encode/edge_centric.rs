//! K edge-centric layers, as `isocount-nn` defines them in `layer/edge_conv.rs`:
//!
//! ```text
//! m_u     = mean or sum { h⟨i,u⟩ : ⟨i,u⟩ ∈ E }
//! h′⟨u,v⟩ = σ( W·h⟨u,v⟩ + U·m_u + b )
//! ```
//!
//! In the first layer h is three labels, so `W·h` is the sum of three rows of W. In the others `U·m_u + b`
//! is computed once for each node.

use isocount_core::LabeledGraph;

use super::parallel::over_rows;
use crate::SLOPE;
use crate::kernel::{Product, Start, product};
use crate::tensors::Padded;

/// What becomes of messages that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aggregate {
    Mean,
    Sum,
}

/// The weights of a layer; those of the first have a row for each label: tails, edges, heads.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) own: Padded,
    pub(crate) message: Padded,
    pub(crate) bias: Vec<f32>,
}

/// The encoder.
#[derive(Clone, Debug)]
pub(crate) struct EdgeCentric {
    pub(crate) layers: Vec<Layer>,
    pub(crate) width: usize,
    pub(crate) node_labels: usize,
    pub(crate) edge_labels: usize,
    pub(crate) aggregate: Aggregate,
    pub(crate) residual: bool,
}

impl EdgeCentric {
    pub(crate) fn rows(&self, graph: &LabeledGraph, threads: usize) -> Vec<f32> {
        let stride = self.layers[0].own.stride;
        let tails: Vec<u32> = graph.arcs().map(|arc| arc.tail.0).collect();
        let mut messages = vec![0.0; graph.num_nodes() * stride];
        let mut h = vec![0.0; tails.len() * stride];
        self.first_messages(graph, &mut messages, threads);
        self.first_rows(graph, &messages, &mut h, threads);
        if self.layers.len() == 1 {
            return h;
        }
        let heads: Vec<u32> = graph.arcs().map(|arc| arc.head.0).collect();
        let mut heard = vec![0.0; messages.len()];
        let mut next = vec![0.0; h.len()];
        for layer in &self.layers[1..] {
            self.hear(graph, &heads, &h, &mut heard, threads);
            let message = Product {
                inner: self.width,
                x_stride: stride,
                weights: &layer.message.data,
                width: stride,
                start: Start::Row(&layer.bias),
                slope: 1.0,
                residual: false,
            };
            over_rows(&mut messages, stride, threads, |first, messages| {
                let heard = &heard[first * stride..first * stride + messages.len()];
                product(&message, heard, messages);
            });
            over_rows(&mut next, stride, threads, |first, next| {
                let rows = first..first + next.len() / stride;
                let own = Product {
                    weights: &layer.own.data,
                    start: Start::Rows { table: &messages, of: &tails[rows] },
                    slope: SLOPE,
                    residual: self.residual,
                    ..message
                };
                product(&own, &h[first * stride..first * stride + next.len()], next);
            });
            std::mem::swap(&mut h, &mut next);
        }
        h
    }

    /// What the mean divides by.
    fn share(&self, number: usize) -> f32 {
        match self.aggregate {
            Aggregate::Mean => 1.0 / number.max(1) as f32,
            Aggregate::Sum => 1.0,
        }
    }

    /// `U·m_u + b` of labels, for each node.
    fn first_messages(&self, graph: &LabeledGraph, messages: &mut [f32], threads: usize) {
        let Layer { message, bias, .. } = &self.layers[0];
        let (edges, heads) = (self.node_labels, self.node_labels + self.edge_labels);
        let labels = graph.node_labels();
        over_rows(messages, message.stride, threads, |first, messages| {
            for (ix, to) in messages.chunks_exact_mut(message.stride).enumerate() {
                let node = isocount_core::NodeId((first + ix) as u32);
                let arcs = graph.in_arcs(node);
                if arcs.is_empty() {
                    to.copy_from_slice(bias);
                    continue;
                }
                to.fill(0.0);
                for arc in arcs {
                    add(to, message.row(labels[arc.node.ix()].0 as usize));
                    add(to, message.row(edges + arc.label.0 as usize));
                }
                // Every arc into a node has the same head.
                let own = message.row(heads + labels[node.ix()].0 as usize);
                let (number, share) = (arcs.len() as f32, self.share(arcs.len()));
                for ((to, own), bias) in to.iter_mut().zip(own).zip(bias) {
                    *to = (*to + number * own) * share + bias;
                }
            }
        });
    }

    fn first_rows(&self, graph: &LabeledGraph, messages: &[f32], h: &mut [f32], threads: usize) {
        let own = &self.layers[0].own;
        let stride = own.stride;
        let (edges, heads) = (self.node_labels, self.node_labels + self.edge_labels);
        let labels = graph.node_labels();
        over_rows(h, stride, threads, |first, h| {
            let arcs = graph.arcs().skip(first);
            for (to, arc) in h.chunks_exact_mut(stride).zip(arcs) {
                let tail = own.row(labels[arc.tail.ix()].0 as usize);
                let edge = own.row(edges + arc.label.0 as usize);
                let head = own.row(heads + labels[arc.head.ix()].0 as usize);
                let message = &messages[arc.tail.ix() * stride..][..stride];
                for j in 0..stride {
                    let sum = (tail[j] + edge[j]) + (head[j] + message[j]);
                    to[j] = sum.max(sum * SLOPE);
                }
            }
        });
    }

    /// `m_u` of each node.
    fn hear(&self, graph: &LabeledGraph, heads: &[u32], h: &[f32], to: &mut [f32], threads: usize) {
        let stride = self.layers[0].own.stride;
        over_rows(to, stride, threads, |first, to| {
            to.fill(0.0);
            let nodes = first..first + to.len() / stride;
            for (row, &head) in h.chunks_exact(stride).zip(heads) {
                let head = head as usize;
                // Each thread adds up what its own nodes hear, in the order of the arcs.
                if nodes.contains(&head) {
                    add(&mut to[(head - first) * stride..][..stride], row);
                }
            }
            if self.aggregate == Aggregate::Mean {
                for (ix, row) in to.chunks_exact_mut(stride).enumerate() {
                    let node = isocount_core::NodeId((first + ix) as u32);
                    let share = self.share(graph.in_arcs(node).len());
                    for x in row {
                        *x *= share;
                    }
                }
            }
        });
    }
}

#[inline]
fn add(to: &mut [f32], row: &[f32]) {
    for (to, x) in to.iter_mut().zip(row) {
        *to += x;
    }
}
