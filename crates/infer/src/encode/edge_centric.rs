//! K edge-centric layers, as `isocount-nn` defines them in `layer/edge_conv.rs`:
//!
//! ```text
//! m_u     = mean or sum { h⟨i,u⟩ : ⟨i,u⟩ ∈ E }
//! h′⟨u,v⟩ = σ( W·h⟨u,v⟩ + U·m_u + b )
//! ```
//!
//! In the first layer h is three labels, so `W·h` is the sum of three rows of W. In the others
//! `U·m_u + b` is computed once for each node.

use std::ops::Range;

use isocount_core::{Cancelled, Control, LabeledGraph};

use super::parallel::{over_rows, over_threads, piece_rows, pieces};
use super::scratch::{Arcs, Scratch, empty, fit};
use super::{STRETCH, Vocabulary, known};
use crate::SLOPE;
use crate::error::EncodeError;
use crate::kernel::{Product, Start, product, scale_rows, scatter_rows, sum_of_rows};
use crate::tensors::Padded;

/// How the messages that arrive at a node are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aggregate {
    Mean,
    Sum,
}

/// The weights of a layer; those of the first layer have a row for each label: tails, edges, heads.
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
    pub(crate) vocabulary: Vocabulary,
    pub(crate) aggregate: Aggregate,
    pub(crate) residual: bool,
}

impl EdgeCentric {
    /// Writes the rows of a graph to [`Scratch::h`].
    pub(super) fn rows(
        &self,
        graph: &LabeledGraph,
        threads: usize,
        control: &Control,
        scratch: &mut Scratch,
    ) -> Result<(), EncodeError> {
        let stride = self.layers[0].own.stride;
        self.lay_out(graph, control, &mut scratch.arcs)?;
        let Scratch { h, next, messages, received, arcs, .. } = scratch;
        let (rows, nodes) = (graph.num_arcs() * stride, graph.num_nodes() * stride);
        for (list, len) in [(&mut *h, rows), (next, rows), (messages, nodes), (received, nodes)] {
            fit(list, len);
        }
        let piece = piece_rows(stride);
        let pass = Pass { encoder: self, arcs, stride, piece, threads, control };
        pass.first(next, messages, h)?;
        for layer in &self.layers[1..] {
            pass.next(layer, [&mut *received, &mut *messages], h, next)?;
            std::mem::swap(h, next);
        }
        Ok(())
    }

    /// Checks the labels and lists the arcs.
    fn lay_out(
        &self,
        graph: &LabeledGraph,
        control: &Control,
        arcs: &mut Arcs,
    ) -> Result<(), EncodeError> {
        self.vocabulary.check_nodes(graph, control)?;
        let Arcs { tails, heads, places, shares } = arcs;
        let num_arcs = graph.num_arcs();
        empty(tails, num_arcs);
        empty(heads, num_arcs);
        empty(places, num_arcs);
        empty(shares, graph.num_nodes());
        let labels = graph.node_labels();
        let first_edge = self.vocabulary.nodes as u32;
        let first_head = first_edge + self.vocabulary.edges as u32;
        for tail in graph.nodes() {
            if tail.ix() % STRETCH == 0 {
                control.check()?;
            }
            shares.push(match self.aggregate {
                Aggregate::Mean => 1.0 / graph.in_arcs(tail).len().max(1) as f32,
                Aggregate::Sum => 1.0,
            });
            let label = labels[tail.ix()].0;
            // A hub can have most of the arcs, so the control is checked within a node too.
            for out_arcs in graph.out_arcs(tail).chunks(STRETCH) {
                control.check()?;
                for arc in out_arcs {
                    known("edge", arc.label, self.vocabulary.edges)?;
                    let head = first_head + labels[arc.node.ix()].0;
                    tails.push(tail.0);
                    heads.push(arc.node.0);
                    places.push([label, first_edge + arc.label.0, head, tail.0]);
                }
            }
        }
        Ok(())
    }
}

/// The input of every layer over a graph.
#[derive(Clone, Copy)]
struct Pass<'a> {
    encoder: &'a EdgeCentric,
    arcs: &'a Arcs,
    stride: usize,
    /// The number of rows between two checks of the control.
    piece: usize,
    threads: usize,
    control: &'a Control,
}

impl Pass<'_> {
    /// The layer over labels.
    fn first(
        &self,
        sent: &mut [f32],
        messages: &mut [f32],
        h: &mut [f32],
    ) -> Result<(), Cancelled> {
        let Self { encoder, arcs, stride, .. } = *self;
        let Layer { own, message, bias } = &encoder.layers[0];
        self.over_rows(sent, |first, sent| {
            sum_of_rows([&message.data; 3], &arcs.places[first..], 1.0, stride, sent);
        })?;
        self.receive(sent, Some(bias), messages)?;
        self.over_rows(h, |first, h| {
            let tables: [&[f32]; 4] = [&own.data, &own.data, &own.data, messages];
            sum_of_rows(tables, &arcs.places[first..], SLOPE, stride, h);
        })
    }

    /// A layer over rows.
    fn next(
        &self,
        layer: &Layer,
        [received, messages]: [&mut [f32]; 2],
        h: &[f32],
        next: &mut [f32],
    ) -> Result<(), Cancelled> {
        let Self { encoder, arcs, stride, .. } = *self;
        self.receive(h, None, received)?;
        let message = Product {
            inner: encoder.width,
            x_stride: stride,
            weights: &layer.message.data,
            width: stride,
            start: Start::Row(&layer.bias),
            slope: 1.0,
            residual: false,
        };
        self.over_rows(messages, |first, messages| {
            let received = &received[first * stride..first * stride + messages.len()];
            product(&message, received, messages);
        })?;
        self.over_rows(next, |first, next| {
            let own = Product {
                weights: &layer.own.data,
                start: Start::Rows { table: messages, of: &arcs.tails[first..] },
                slope: SLOPE,
                residual: encoder.residual,
                ..message
            };
            product(&own, &h[first * stride..first * stride + next.len()], next);
        })
    }

    /// `m_u` of each node, plus a row if there is one.
    fn receive(&self, sent: &[f32], plus: Option<&[f32]>, to: &mut [f32]) -> Result<(), Cancelled> {
        let Self { encoder, arcs, stride, piece, threads, control } = *self;
        let Arcs { heads, shares, .. } = arcs;
        let numbers = |rows: &Range<usize>| rows.start * stride..rows.end * stride;
        over_threads(to, stride, threads, control, |first, to| {
            for part in pieces(to.len(), piece * stride) {
                control.check()?;
                to[part].fill(0.0);
            }
            // Each thread sums the messages to its own nodes, in the order of the arcs.
            for rows in pieces(heads.len(), piece) {
                control.check()?;
                scatter_rows(&sent[numbers(&rows)], &heads[rows], first, stride, to);
            }
            if encoder.aggregate == Aggregate::Sum && plus.is_none() {
                return Ok(());
            }
            for rows in pieces(to.len() / stride, piece) {
                control.check()?;
                let factors = &shares[first + rows.start..first + rows.end];
                scale_rows(&mut to[numbers(&rows)], stride, factors, plus);
            }
            Ok(())
        })
    }

    fn over_rows(
        &self,
        y: &mut [f32],
        work: impl Fn(usize, &mut [f32]) + Sync,
    ) -> Result<(), Cancelled> {
        over_rows(y, self.stride, self.threads, self.control, work)
    }
}
