//! The same arcs from Parquet, Arrow and an edge list. Run with `cargo bench -p isocount-format
//! --features columnar`.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use divan::Bencher;
use isocount_core::{Control, Rng};
use isocount_format::{Format, LabelNames, ReadOptions, read_bytes};

fn main() {
    divan::main();
}

const NUM_ARCS: usize = 2_000_000;

/// Tails, heads and labels: half a million nodes, unsorted.
fn columns() -> [Vec<i64>; 3] {
    let mut random = Rng::new(1);
    let mut nodes = || (0..NUM_ARCS).map(|_| random.below(500_000).cast_signed() as i64).collect();
    // The label makes every arc unique.
    [nodes(), nodes(), (0..NUM_ARCS).map(|arc| (arc % 60_000).cast_signed() as i64).collect()]
}

fn batch() -> RecordBatch {
    let [tail, head, label] =
        columns().map(|values| Arc::new(Int64Array::from(values)) as ArrayRef);
    RecordBatch::try_from_iter([("tail", tail), ("head", head), ("label", label)]).expect("columns")
}

fn read(bencher: Bencher, format: Format, bytes: &[u8]) {
    bencher.bench(|| {
        let (options, path, names) =
            (ReadOptions::new(), Path::new("x.csv"), &mut LabelNames::new());
        let read = read_bytes(format, path, bytes, &options, names, &Control::new());
        assert_eq!(read.as_ref().expect("a graph")[0].graph.num_arcs(), NUM_ARCS);
        read
    });
}

#[divan::bench(name = "read CSV, 2M arcs", sample_count = 5)]
fn read_csv(bencher: Bencher) {
    let [tail, head, label] = columns();
    let mut text = "tail,head,label\n".to_owned();
    for ((tail, head), label) in tail.iter().zip(head).zip(label) {
        writeln!(text, "{tail},{head},{label}").expect("writing to memory");
    }
    read(bencher, Format::EdgeList, text.as_bytes());
}

#[divan::bench(name = "read Parquet, 2M arcs", sample_count = 5)]
fn read_parquet(bencher: Bencher) {
    let batch = batch();
    let properties = parquet::file::properties::WriterProperties::builder()
        .set_compression(parquet::basic::Compression::SNAPPY)
        .build();
    let mut bytes = Vec::new();
    let writer = parquet::arrow::ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties));
    let mut writer = writer.expect("a writer");
    writer.write(&batch).expect("writing to memory");
    writer.close().expect("writing to memory");
    read(bencher, Format::Parquet, &bytes);
}

#[divan::bench(name = "read Arrow, 2M arcs", sample_count = 5)]
fn read_arrow(bencher: Bencher) {
    let batch = batch();
    let mut bytes = Vec::new();
    let writer = arrow_ipc::writer::FileWriter::try_new(&mut bytes, &batch.schema());
    let mut writer = writer.expect("a writer");
    writer.write(&batch).expect("writing to memory");
    writer.finish().expect("writing to memory");
    read(bencher, Format::Arrow, &bytes);
}
