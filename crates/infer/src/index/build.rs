//! Builds the columns of a graph: eight coordinates at a time, on several threads.

use std::ops::ControlFlow;

use isocount_core::{Cancelled, Control};
use isocount_lanes::LANES;
use isocount_platform::in_order;

use super::arrange::Arranger;
use super::column::Column;
use crate::encode::piece_rows;
use crate::kernel::{Columns, Product, Start, product, transpose};
use crate::memory::zeros;
use crate::network::Film;
use crate::tensors::padded;
use crate::{Encoded, Network};

/// With fewer rows than this, an additional thread does not pay off.
const WORTH_A_THREAD: usize = 20_000;

/// Builds every column, those of γ before those of β, and passes them on in order.
pub(super) fn columns<E: From<Cancelled> + Send>(
    network: &Network,
    encoded: &Encoded,
    threads: usize,
    control: &Control,
    mut each: impl FnMut(Column) -> Result<(), E> + Send,
) -> Result<(), E> {
    let Some(film) = &network.film else { return Ok(()) };
    let blocks = padded(network.width) / LANES;
    let threads = if encoded.num_rows() < WORTH_A_THREAD { 1 } else { threads.min(2 * blocks) };
    let block = |(): &mut (), job: usize| {
        let block = Block { film, encoded, width: network.width, side: job / blocks };
        block.columns(job % blocks * LANES, control)
    };
    let take = |columns: Result<Vec<Column>, Cancelled>| {
        let taken = columns.map_err(E::from);
        match taken.and_then(|columns| columns.into_iter().try_for_each(&mut each)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => ControlFlow::Break(problem),
        }
    };
    match in_order(threads, 0..2 * blocks, || (), block, take) {
        None => Ok(()),
        Some(problem) => Err(problem),
    }
}

/// The input of eight columns.
struct Block<'a> {
    film: &'a Film,
    encoded: &'a Encoded,
    /// d.
    width: usize,
    /// 0 for γ, 1 for β.
    side: usize,
}

impl Block<'_> {
    /// Up to eight columns, from a coordinate on.
    fn columns(&self, first: usize, control: &Control) -> Result<Vec<Column>, Cancelled> {
        let len = self.encoded.num_rows();
        let keys = self.keys(first, control)?;
        let values = if self.side == 0 { Some(self.values(first, control)?) } else { None };
        let mut arranger = Arranger::default();
        let column = |ix: usize| {
            let part = ix * len..(ix + 1) * len;
            let values = values.as_ref().map(|values| &values[part.clone()]);
            arranger.arrange(&keys[part.clone()], values, control)
        };
        (0..LANES.min(self.width - first)).map(column).collect()
    }

    /// `a` or `b` of all rows, column by column.
    fn keys(&self, first: usize, control: &Control) -> Result<Vec<f32>, Cancelled> {
        let (stride, len) = (padded(self.width), self.encoded.num_rows());
        let mut weights = vec![0.0; self.width * LANES];
        for (row, to) in weights.chunks_exact_mut(LANES).enumerate() {
            to.copy_from_slice(&self.film.own.row(row)[self.side * stride + first..][..LANES]);
        }
        let times = Product {
            inner: self.width,
            x_stride: stride,
            weights: &weights,
            width: LANES,
            start: Start::Zero,
            slope: 1.0,
            residual: false,
        };
        let mut keys = zeros(len * LANES);
        let mut at = 0;
        let mut rows = vec![0.0; piece_rows(stride).min(len) * LANES];
        for h in self.encoded.h.chunks(piece_rows(stride) * stride) {
            control.check()?;
            let rows = &mut rows[..h.len() / stride * LANES];
            product(&times, h, rows);
            transpose(rows, LANES, 0, Columns { numbers: &mut keys, len, at });
            at += h.len() / stride;
        }
        Ok(keys)
    }

    /// `h` of all rows, column by column.
    fn values(&self, first: usize, control: &Control) -> Result<Vec<f32>, Cancelled> {
        let (stride, len) = (padded(self.width), self.encoded.num_rows());
        let mut values = zeros(len * LANES);
        let mut at = 0;
        for h in self.encoded.h.chunks(piece_rows(stride) * stride) {
            control.check()?;
            transpose(h, stride, first, Columns { numbers: &mut values, len, at });
            at += h.len() / stride;
        }
        Ok(values)
    }
}
