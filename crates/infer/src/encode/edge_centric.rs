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

use isocount_core::{LabeledGraph, NodeId};

use super::parallel::over_rows;
use crate::SLOPE;
use crate::kernel::{Product, Start, product, scale_rows, scatter_rows, sum_of_rows};
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

/// Memory for one graph after the other: filling new memory with zeros takes as long as a small graph.
#[derive(Default)]
struct Scratch {
    next: Vec<f32>,
    messages: Vec<f32>,
    heard: Vec<f32>,
}

thread_local! {
    static SCRATCH: Cell<Scratch> = Cell::default();
}

impl Scratch {
    /// What the last graph left, in whatever state.
    fn take() -> Self {
        SCRATCH.take()
    }

    /// Keeps it for the next graph, unless it is large.
    fn keep(self) {
        let kept = self.next.capacity() + self.messages.capacity() + self.heard.capacity();
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
    fn new(encoder: &EdgeCentric, graph: &LabeledGraph) -> Self {
        let num_arcs = graph.num_arcs();
        let [mut tails, mut heads] = [0; 2].map(|_| Vec::with_capacity(num_arcs));
        let mut places = Vec::with_capacity(num_arcs);
        let labels = graph.node_labels();
        let first_edge = encoder.node_labels as u32;
        let first_head = first_edge + encoder.edge_labels as u32;
        for tail in graph.nodes() {
            let label = labels[tail.ix()].0;
            for arc in graph.out_arcs(tail) {
                let head = first_head + labels[arc.node.ix()].0;
                tails.push(tail.0);
                heads.push(arc.node.0);
                places.push([label, first_edge + arc.label.0, head, tail.0]);
            }
        }
        Self { tails, heads, places }
    }
}

impl EdgeCentric {
    pub(crate) fn rows(&self, graph: &LabeledGraph, threads: usize) -> Vec<f32> {
        let stride = self.layers[0].own.stride;
        let arcs = Arcs::new(self, graph);
        let mut h = vec![0.0; arcs.heads.len() * stride];
        let mut scratch = Scratch::take();
        let Scratch { next, messages, heard } = &mut scratch;
        next.resize(h.len(), 0.0);
        messages.resize(graph.num_nodes() * stride, 0.0);
        heard.resize(graph.num_nodes() * stride, 0.0);
        self.first(graph, &arcs, (next, messages, &mut h), threads);
        for layer in &self.layers[1..] {
            self.hear(graph, &arcs.heads, &h, heard, threads);
            let message = Product {
                inner: self.width,
                x_stride: stride,
                weights: &layer.message.data,
                width: stride,
                start: Start::Row(&layer.bias),
                slope: 1.0,
                residual: false,
            };
            over_rows(messages, stride, threads, |first, messages| {
                let heard = &heard[first * stride..first * stride + messages.len()];
                product(&message, heard, messages);
            });
            over_rows(next, stride, threads, |first, next| {
                let rows = first..first + next.len() / stride;
                let own = Product {
                    weights: &layer.own.data,
                    start: Start::Rows { table: messages, of: &arcs.tails[rows] },
                    slope: SLOPE,
                    residual: self.residual,
                    ..message
                };
                product(&own, &h[first * stride..first * stride + next.len()], next);
            });
            std::mem::swap(&mut h, next);
        }
        scratch.keep();
        h
    }

    /// The layer over labels: what is spoken, the messages and the rows are written where they belong.
    fn first(
        &self,
        graph: &LabeledGraph,
        arcs: &Arcs,
        (spoken, messages, h): (&mut [f32], &mut [f32], &mut [f32]),
        threads: usize,
    ) {
        let Layer { own, message, bias } = &self.layers[0];
        let stride = own.stride;
        let part = |first: usize, rows: &[f32]| &arcs.places[first..first + rows.len() / stride];
        over_rows(spoken, stride, threads, |first, spoken| {
            sum_of_rows([&message.data; 3], part(first, spoken), 1.0, spoken);
        });
        self.hear(graph, &arcs.heads, spoken, messages, threads);
        for row in messages.chunks_exact_mut(stride) {
            row.iter_mut().zip(bias).for_each(|(to, bias)| *to += bias);
        }
        over_rows(h, stride, threads, |first, h| {
            let tables = [&own.data, &own.data, &own.data, &*messages];
            sum_of_rows(tables, part(first, h), SLOPE, h);
        });
    }

    /// `m_u` of each node.
    fn hear(
        &self,
        graph: &LabeledGraph,
        heads: &[u32],
        spoken: &[f32],
        to: &mut [f32],
        threads: usize,
    ) {
        let stride = self.layers[0].own.stride;
        over_rows(to, stride, threads, |first, to| {
            to.fill(0.0);
            // Each thread adds up what its own nodes hear, in the order of the arcs.
            scatter_rows(spoken, heads, first, stride, to);
            if self.aggregate == Aggregate::Mean {
                let in_arcs = |row: usize| graph.in_arcs(NodeId((first + row) as u32)).len();
                scale_rows(to, stride, |row| 1.0 / in_arcs(row).max(1) as f32);
            }
        });
    }
}
