//! K edge-centric layers, as `isocount-nn` defines them in `layer/edge_conv.rs`:
//!
//! ```text
//! m_u     = mean or sum { h⟨i,u⟩ : ⟨i,u⟩ ∈ E }
//! h′⟨u,v⟩ = σ( W·h⟨u,v⟩ + U·m_u + b )
//! ```
//!
//! In the first layer h is three labels, so `W·h` is the sum of three rows of W. In the others `U·m_u + b`
//! is computed once for each node.

use std::cell::Cell;

use isocount_core::{Cancelled, Control, LabeledGraph, NodeId};

use super::STRETCH;
use super::parallel::{over_rows, over_threads, piece_rows};
use crate::SLOPE;
use crate::kernel::{Product, Start, product, scale_rows, scatter_rows, sum_of_rows};
use crate::memory::{room, zeros};
use crate::tensors::Padded;

/// How the messages that arrive at a node are combined.
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

/// Memory for one graph after the other: filling new memory with zeros takes as long as a small graph.
#[derive(Default)]
struct Scratch {
    next: Vec<f32>,
    messages: Vec<f32>,
    received: Vec<f32>,
}

thread_local! {
    static SCRATCH: Cell<Scratch> = Cell::default();
}

impl Scratch {
    /// What the last graph left, in whatever state.
    fn take() -> Self {
        SCRATCH.take()
    }

    /// Makes it large enough.
    fn fit(&mut self, arcs: usize, nodes: usize) {
        let Self { next, messages, received } = self;
        for (buffer, len) in [(next, arcs), (messages, nodes), (received, nodes)] {
            if buffer.capacity() < len {
                // Large memory comes as zeros from the system, page by page as it is used; filling it
                // here would take long, and could not be cancelled.
                *buffer = zeros(len);
            } else {
                buffer.resize(len, 0.0);
            }
        }
    }

    /// Keeps it for the next graph, unless it is large.
    fn keep(self) {
        let kept = self.next.capacity() + self.messages.capacity() + self.received.capacity();
        if kept < 1 << 20 {
            SCRATCH.set(self);
        }
    }
}

/// The arcs of a graph, as the loops want them.
struct Arcs {
    tails: Vec<u32>,
    heads: Vec<u32>,
    /// The rows of a first layer for the labels of tail, arc and head; the tail.
    places: Vec<[u32; 4]>,
}

impl Arcs {
    fn new(
        encoder: &EdgeCentric,
        graph: &LabeledGraph,
        control: &Control,
    ) -> Result<Self, Cancelled> {
        let num_arcs = graph.num_arcs();
        let [mut tails, mut heads] = [0; 2].map(|_| room(num_arcs));
        let mut places = room(num_arcs);
        let labels = graph.node_labels();
        let first_edge = encoder.node_labels as u32;
        let first_head = first_edge + encoder.edge_labels as u32;
        for tail in graph.nodes() {
            let label = labels[tail.ix()].0;
            for arcs in graph.out_arcs(tail).chunks(STRETCH) {
                control.check()?;
                for arc in arcs {
                    let head = first_head + labels[arc.node.ix()].0;
                    tails.push(tail.0);
                    heads.push(arc.node.0);
                    places.push([label, first_edge + arc.label.0, head, tail.0]);
                }
            }
        }
        Ok(Self { tails, heads, places })
    }
}

impl EdgeCentric {
    pub(crate) fn rows(
        &self,
        graph: &LabeledGraph,
        threads: usize,
        control: &Control,
    ) -> Result<Vec<f32>, Cancelled> {
        let stride = self.layers[0].own.stride;
        let arcs = Arcs::new(self, graph, control)?;
        let mut h = zeros(arcs.heads.len() * stride);
        let mut scratch = Scratch::take();
        scratch.fit(h.len(), graph.num_nodes() * stride);
        let pass = Pass { encoder: self, graph, arcs: &arcs, stride, threads, control };
        pass.first(&mut scratch, &mut h)?;
        for layer in &self.layers[1..] {
            pass.next(layer, &mut scratch, &mut h)?;
        }
        scratch.keep();
        Ok(h)
    }
}

/// What every layer over a graph reads.
#[derive(Clone, Copy)]
struct Pass<'a> {
    encoder: &'a EdgeCentric,
    graph: &'a LabeledGraph,
    arcs: &'a Arcs,
    stride: usize,
    threads: usize,
    control: &'a Control,
}

impl Pass<'_> {
    /// The layer over labels.
    fn first(&self, scratch: &mut Scratch, h: &mut [f32]) -> Result<(), Cancelled> {
        let Self { encoder, arcs, stride, .. } = *self;
        let Layer { own, message, bias } = &encoder.layers[0];
        let Scratch { next: sent, messages, .. } = scratch;
        let part = |first: usize, rows: &[f32]| &arcs.places[first..first + rows.len() / stride];
        self.over_rows(sent, |first, sent| {
            sum_of_rows([&message.data; 3], part(first, sent), 1.0, sent);
        })?;
        self.receive(sent, messages)?;
        self.over_rows(messages, |_, messages| {
            for row in messages.chunks_exact_mut(stride) {
                row.iter_mut().zip(bias).for_each(|(to, bias)| *to += bias);
            }
        })?;
        self.over_rows(h, |first, h| {
            let tables: [&[f32]; 4] = [&own.data, &own.data, &own.data, messages];
            sum_of_rows(tables, part(first, h), SLOPE, h);
        })
    }

    /// A layer over rows.
    fn next(
        &self,
        layer: &Layer,
        scratch: &mut Scratch,
        h: &mut Vec<f32>,
    ) -> Result<(), Cancelled> {
        let Self { encoder, arcs, stride, .. } = *self;
        let Scratch { next, messages, received } = scratch;
        self.receive(h, received)?;
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
            let rows = first..first + next.len() / stride;
            let own = Product {
                weights: &layer.own.data,
                start: Start::Rows { table: messages, of: &arcs.tails[rows] },
                slope: SLOPE,
                residual: encoder.residual,
                ..message
            };
            product(&own, &h[first * stride..first * stride + next.len()], next);
        })?;
        std::mem::swap(h, next);
        Ok(())
    }

    /// `m_u` of each node.
    fn receive(&self, sent: &[f32], to: &mut [f32]) -> Result<(), Cancelled> {
        let Self { encoder, graph, arcs, stride, threads, control } = *self;
        let piece = piece_rows(stride);
        over_threads(to, stride, threads, control, |first, to| {
            for to in to.chunks_mut(piece * stride) {
                control.check()?;
                to.fill(0.0);
            }
            // Each thread sums the messages to its own nodes, in the order of the arcs.
            for (sent, heads) in sent.chunks(piece * stride).zip(arcs.heads.chunks(piece)) {
                control.check()?;
                scatter_rows(sent, heads, first, stride, to);
            }
            if encoder.aggregate == Aggregate::Sum {
                return Ok(());
            }
            for (number, to) in to.chunks_mut(piece * stride).enumerate() {
                control.check()?;
                let first = first + number * piece;
                let in_arcs = |row: usize| graph.in_arcs(NodeId((first + row) as u32)).len();
                scale_rows(to, stride, |row| 1.0 / in_arcs(row).max(1) as f32);
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
