//! How fast data sets are generated and read. `cargo bench -p isocount-data`.
//!
//! The published generator, in Python, takes 11 ms for a SMALL graph and 100 ms for a LARGE one,
//! counting included.

#![expect(clippy::unwrap_used, reason = "a bench that cannot go on may panic")]

use std::num::NonZeroUsize;
use std::path::Path;

use divan::Bencher;
use divan::counter::ItemsCount;
use isocount_core::Control;
use isocount_count::Exact;
use isocount_data::{Dataset, Making, Synthetic};

fn main() {
    divan::main();
}

const TRIPLES: usize = 8_192;

fn make(set: Synthetic, out: &Path, threads: usize) {
    let counter = Exact::with_threads(1);
    let threads = NonZeroUsize::new(threads).unwrap();
    let making = Making { counter: &counter, threads, control: &Control::NONE };
    set.generate(out, 0, Some(TRIPLES), making).unwrap();
}

fn generate(bencher: Bencher<'_, '_>, set: Synthetic, threads: usize) {
    bencher
        .counter(ItemsCount::new(TRIPLES))
        .with_inputs(|| tempfile::tempdir().unwrap())
        .bench_local_values(|folder| {
            make(set, &folder.path().join("set"), threads);
            folder
        });
}

#[divan::bench(args = [1, 2], sample_count = 9)]
fn small(bencher: Bencher<'_, '_>, threads: usize) {
    generate(bencher, Synthetic::Small, threads);
}

#[divan::bench(args = [1, 2], sample_count = 5)]
fn large(bencher: Bencher<'_, '_>, threads: usize) {
    generate(bencher, Synthetic::Large, threads);
}

#[divan::bench(sample_count = 9)]
fn read_small(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("set");
    make(Synthetic::Small, &out, 2);
    bencher
        .counter(ItemsCount::new(TRIPLES))
        .bench_local(|| Dataset::read(&out, &Control::NONE).unwrap());
}

#[divan::bench(sample_count = 9)]
fn unpack_small(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("set");
    make(Synthetic::Small, &out, 2);
    let dataset = Dataset::read(&out, &Control::NONE).unwrap();
    bencher.counter(ItemsCount::new(TRIPLES)).bench_local(|| {
        (0..dataset.num_graphs()).map(|ix| dataset.graph(ix).num_arcs()).sum::<usize>()
    });
}
