//! The columns of a graph: eight coordinates at a time, on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use isocount_lanes::LANES;

use super::arrange::Arranger;
use super::column::Column;
use crate::kernel::{Product, Start, product, transpose};
use crate::tensors::padded;
use crate::{Encoded, Network};

/// Makes every column, those of γ and then those of β, and hands them over in order.
pub(super) fn columns<E>(
    network: &Network,
    encoded: &Encoded,
    threads: usize,
    mut each: impl FnMut(Column) -> Result<(), E>,
) -> Result<(), E> {
    let Some(film) = &network.film else { return Ok(()) };
    let (width, stride) = (network.width, padded(network.width));
    let (blocks, len) = (stride / LANES, encoded.num_rows());
    let make = |job: usize| {
        let (side, first) = (job / blocks, job % blocks * LANES);
        let number = LANES.min(width - first);
        let keys = {
            let mut weights = vec![0.0; width * LANES];
            for (row, to) in weights.chunks_exact_mut(LANES).enumerate() {
                to.copy_from_slice(&film.own.row(row)[side * stride + first..][..LANES]);
            }
            let times = Product {
                inner: width,
                x_stride: stride,
                weights: &weights,
                width: LANES,
                start: Start::Zero,
                slope: 1.0,
                residual: false,
            };
            let mut rows = vec![0.0; len * LANES];
            product(&times, &encoded.h, &mut rows);
            let mut keys = vec![0.0; len * LANES];
            transpose(&rows, LANES, 0, &mut keys);
            keys
        };
        let values = (side == 0).then(|| {
            let mut values = vec![0.0; len * LANES];
            transpose(&encoded.h, stride, first, &mut values);
            values
        });
        let mut arranger = Arranger::default();
        let column = |ix: usize| {
            let part = ix * len..(ix + 1) * len;
            arranger.arrange(&keys[part.clone()], values.as_ref().map(|values| &values[part]))
        };
        (0..number).map(column).collect::<Vec<Column>>()
    };
    let jobs = 2 * blocks;
    if threads == 1 || encoded.num_rows() < 20_000 {
        return (0..jobs).flat_map(make).try_for_each(each);
    }
    in_order(jobs, threads, make, |columns| columns.into_iter().try_for_each(&mut each))
}

/// Does jobs on several threads and hands their results over in order. A thread waits if its result is
/// far ahead, so few of them are in memory.
fn in_order<T: Send, E>(
    jobs: usize,
    threads: usize,
    make: impl Fn(usize) -> T + Sync,
    mut each: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(0);
        for _ in 0..threads.min(jobs) {
            let (sender, next, make) = (sender.clone(), &next, &make);
            scope.spawn(move || {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    // Nobody listens any more if a result could not be kept.
                    if job >= jobs || sender.send((job, make(job))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = std::collections::BTreeMap::new();
        let mut due = 0;
        for (job, result) in receiver {
            early.insert(job, result);
            while let Some(result) = early.remove(&due) {
                each(result)?;
                due += 1;
            }
        }
        Ok(())
    })
}
