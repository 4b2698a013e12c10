//! Sums over prefixes of sorted keys: `Σ_e σ(a_e + c)·h_e` for any c without visiting every e.
//!
//! With `L(c) = Σ { (a_e + c)·h_e : a_e ≤ −c }` and the same sum T(c) over all e,
//!
//! ```text
//! Σ_e σ(a_e + c)·h_e = T(c) − (1 − s)·L(c)                   s the slope of σ below zero
//! ```
//!
//! Both are linear in c given the `a_e` below −c: `Σ a_e·h_e + c·Σ h_e`. A [`Column`] holds the
//! keys of one coordinate, cut into leaves.

#![expect(
    clippy::inline_always,
    reason = "a kernel must take over the instruction set of its caller"
)]

#[cfg(target_endian = "big")]
compile_error!("an index holds numbers as they lie in memory, which must be little-endian");

mod arrange;
mod body;
mod build;
mod column;
mod file;
mod guard;
mod layout;
mod sort;
mod writer;

pub use file::{CreateError, IndexFile, IndexInput};

use isocount_core::{Cancelled, Control, LabeledGraph, Task};
use isocount_lanes::{Kernel, Lanes, run};

use crate::error::EncodeError;
use crate::pattern_code::EncodedPair;
use crate::tensors::padded;
use crate::{Encoded, Network, PatternCode};
use column::{Column, ColumnView};
use guard::{Guard, Trusted};

/// The index of a graph under a model, in memory.
#[derive(Clone, Debug)]
pub struct Index {
    /// The columns of γ, then those of β; empty without modulation.
    columns: Vec<Column>,
    /// Σ h.
    total: Vec<f64>,
}

impl Index {
    /// Encodes a graph and indexes it. Progress counts the columns.
    ///
    /// # Errors
    /// If the graph has a label that the model does not know, or the work was cancelled.
    pub fn new(
        network: &Network,
        graph: &LabeledGraph,
        threads: usize,
        control: &Control,
    ) -> Result<Self, EncodeError> {
        control.begin(Task::Indexing, "", Some(network.num_columns() as u64));
        let encoded = network.encode_rows(graph, threads, control)?;
        let index = Self::build(network, &encoded, threads, control, |done| control.set(done))?;
        control.end();
        Ok(index)
    }

    /// Indexes an encoded graph. The caller handles the progress.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn of_rows(
        network: &Network,
        encoded: &Encoded,
        threads: usize,
        control: &Control,
    ) -> Result<Self, Cancelled> {
        Self::build(network, encoded, threads, control, |_| {})
    }

    fn build(
        network: &Network,
        encoded: &Encoded,
        threads: usize,
        control: &Control,
        done: impl Fn(u64) + Sync,
    ) -> Result<Self, Cancelled> {
        let mut columns = Vec::with_capacity(network.num_columns());
        let keep = |column| {
            columns.push(column);
            done(columns.len() as u64);
            Ok::<(), Cancelled>(())
        };
        build::columns(network, encoded, threads, control, keep)?;
        Ok(Self { columns, total: encoded.total.clone() })
    }

    /// The number of bytes in memory.
    #[must_use]
    pub fn num_bytes(&self) -> usize {
        self.columns.iter().map(Column::num_bytes).sum::<usize>() + self.total.len() * 8
    }

    /// Appends `r` for several patterns, one after the other.
    fn sums(&self, patterns: &[&PatternCode], width: usize, to: &mut Vec<f64>) {
        let at = to.len();
        to.reserve(patterns.len() * self.total.len());
        for _ in patterns {
            to.extend_from_slice(&self.total);
        }
        let columns = self.columns.iter().map(|column| Ok(column.view()));
        let Ok(()) = modulate(columns, patterns, width, &Trusted, &mut to[at..]);
    }
}

impl Network {
    /// The number of columns of an index under this model.
    #[must_use]
    pub fn num_columns(&self) -> usize {
        if self.film.is_some() { 2 * self.width } else { 0 }
    }

    /// The predicted count, from the index of a graph.
    #[must_use]
    pub fn indexed(&self, graph: &Index, pattern: &PatternCode) -> f64 {
        self.indexed_many(graph, &[pattern])[0]
    }

    /// The counts of many patterns in one graph.
    #[must_use]
    pub fn indexed_many(&self, graph: &Index, patterns: &[&PatternCode]) -> Vec<f64> {
        let mut sums = Vec::new();
        graph.sums(patterns, self.width, &mut sums);
        self.counts(patterns, &sums)
    }

    /// The counts of many pairs.
    #[must_use]
    pub fn indexed_pairs(&self, pairs: &[EncodedPair<'_, Index>]) -> Vec<f64> {
        let mut sums = Vec::with_capacity(pairs.len() * padded(self.width));
        for EncodedPair { graph, pattern } in pairs {
            graph.sums(&[pattern], self.width, &mut sums);
        }
        let patterns: Vec<&PatternCode> = pairs.iter().map(|pair| pair.pattern).collect();
        self.counts(&patterns, &sums)
    }
}

/// Adds the contribution of modulation to the rows `r` of some patterns: all of them for one
/// coordinate, which stays in the cache, then for the next.
fn modulate<'a, G: Guard>(
    columns: impl Iterator<Item = Result<ColumnView<'a>, G::Refusal>>,
    patterns: &[&PatternCode],
    width: usize,
    guard: &G,
    rows: &mut [f64],
) -> Result<(), G::Refusal> {
    run(Modulate { columns, patterns, width, guard, rows })
}

/// All columns in one kernel: selecting the instructions for each column takes as long as a short
/// column.
struct Modulate<'a, C, G> {
    columns: C,
    patterns: &'a [&'a PatternCode],
    width: usize,
    guard: &'a G,
    rows: &'a mut [f64],
}

impl<'c, G: Guard, C: Iterator<Item = Result<ColumnView<'c>, G::Refusal>>> Kernel
    for Modulate<'_, C, G>
{
    type Output = Result<(), G::Refusal>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Self::Output {
        let Self { mut columns, patterns, width, guard, rows } = self;
        let stride = padded(width);
        for side in [0, stride] {
            for (j, column) in columns.by_ref().take(width).enumerate() {
                let shifts = patterns.iter().map(|pattern| pattern.c()[side + j]);
                let mut at = j;
                column?.modulated::<L, G>(shifts, guard, |sum| {
                    rows[at] += sum;
                    at += stride;
                })?;
            }
        }
        Ok(())
    }
}
