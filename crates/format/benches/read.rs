//! Reading speed. Run with `cargo bench -p isocount-format`.

use std::fmt::Write as _;
use std::path::Path;

use divan::counter::BytesCount;
use isocount_core::Control;
use isocount_format::{Format, LabelNames, ReadOptions, read_bytes};

fn main() {
    divan::main();
}

/// Two million arcs between half a million nodes, 39 MB, unsorted.
fn edge_list() -> String {
    let mut text = String::new();
    let mut state = 1_u64;
    let mut node = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 500_000
    };
    for arc in 0..2_000_000_u64 {
        // The label makes every arc unique.
        writeln!(text, "{}\t{}\t{}", node(), node(), arc % 60_000).expect("writing to memory");
    }
    text
}

#[divan::bench(name = "read edge list, 2M arcs", sample_count = 5)]
fn read_edge_list(bencher: divan::Bencher) {
    let text = edge_list();
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let (options, path) = (ReadOptions::default(), Path::new("arcs.tsv"));
        let names = &mut LabelNames::new();
        read_bytes(Format::EdgeList, path, text.as_bytes(), &options, names, &Control::new())
    });
}
