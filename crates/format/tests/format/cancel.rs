//! Reading and writing end soon after they are cancelled, in whatever phase: splitting text into
//! words, interning names and labels, enlarging tables, building the graph, freeing memory.
//!
//! `ISOCOUNT_SLOW=1` tests files of a hundred megabytes and edge lists of ten million arcs.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use isocount_core::{Control, LabeledGraph, Rng};
use isocount_format::{
    Format, FormatError, LabelNames, ReadOptions, WriteError, read_bytes, write,
};
use isocount_testkit::{ThreadClock, slow_suites};

/// The promised limit is 50 ms. The clock itself is a few milliseconds coarse.
fn patience() -> Duration {
    // A debug build on a busy machine is only checked for not hanging.
    Duration::from_millis(if slow_suites() { 50 } else { 500 })
}

fn size() -> usize {
    if slow_suites() { 10_000_000 } else { 300_000 }
}

fn moments() -> u64 {
    if slow_suites() { 10 } else { 4 }
}

/// The CPU time of the work, and how much of it came after the cancellation.
struct Measured<T> {
    all: Duration,
    late: Duration,
    outcome: T,
}

/// Runs work on a separate thread and cancels it after this much CPU time.
fn measure<T: Send>(at: Option<Duration>, work: impl FnOnce(&Control) -> T + Send) -> Measured<T> {
    let control = Control::new();
    let (is_done, is_read) = (AtomicBool::new(false), AtomicBool::new(false));
    let (say, hear) = mpsc::channel();
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let clock = ThreadClock::of_this_thread();
            let start = clock.as_ref().map(ThreadClock::read);
            say.send(clock.clone()).unwrap();
            let outcome = work(&control);
            let all = clock.map(|clock| clock.read());
            is_done.store(true, Ordering::Release);
            // The file of the clock must be available while the other thread may read it.
            while !is_read.load(Ordering::Acquire) {
                thread::sleep(Duration::from_micros(100));
            }
            (start, all, outcome)
        });
        let clock = hear.recv().unwrap();
        let mut cancelled = None;
        if let (Some(at), Some(clock)) = (at, &clock) {
            let start = clock.read();
            while !is_done.load(Ordering::Acquire) && clock.read() < start + at {
                thread::sleep(Duration::from_micros(200));
            }
            // Measured in this order, so that work done while this thread waits for a processor
            // does not count as delay.
            control.cancel();
            cancelled = Some(clock.read());
        }
        is_read.store(true, Ordering::Release);
        let (start, all, outcome) = worker.join().unwrap();
        let (start, all) = (start.unwrap_or_default(), all.unwrap_or_default());
        let late = cancelled.map_or(Duration::ZERO, |cancelled| all.saturating_sub(cancelled));
        Measured { all: all.saturating_sub(start), late, outcome }
    })
}

/// Cancels work at random moments; `ended` returns whether an outcome is that of cancelled work.
fn check<T: Send>(
    what: &str,
    work: impl Fn(&Control) -> T + Send + Sync,
    ended: impl Fn(&T) -> bool,
) {
    let whole = measure(None, &work);
    assert!(!ended(&whole.outcome), "{what}: reported as cancelled, but was not");
    let mut random = Rng::new(what.len() as u64);
    let (mut worst, mut in_time) = (Duration::ZERO, 0);
    for _ in 0..moments() {
        let at = whole.all * random.below(1000) as u32 / 1000;
        let measured = measure(Some(at), &work);
        in_time += usize::from(ended(&measured.outcome));
        worst = worst.max(measured.late);
    }
    eprintln!("{what}: {:?} in all, ends after {worst:?} at worst, {in_time} times", whole.all);
    assert!(worst < patience(), "{what}: went on for {worst:?} after it was cancelled");
}

fn check_reading(what: &str, format: Format, text: &str) {
    check_reading_bytes(what, format, text.as_bytes());
}

/// Reads bytes. The names of labels belong to the caller, who frees them after the measurement.
fn check_reading_bytes(what: &str, format: Format, bytes: &[u8]) {
    let work = |control: &Control| {
        let (options, mut names) = (ReadOptions::new(), LabelNames::new());
        let path = Path::new("large.csv");
        let read = read_bytes(format, path, bytes, &options, &mut names, control);
        (read.map(|graphs| graphs.len()), names)
    };
    check(what, work, |(read, _)| match read {
        Ok(_) => false,
        Err(FormatError::Cancelled) => true,
        Err(error) => panic!("{what}: {error}"),
    });
}

/// Random numbers of nodes.
fn nodes(below: usize) -> impl FnMut() -> usize {
    let mut random = Rng::new(7);
    move || random.below(below)
}

#[test]
fn edge_list_of_numbers() {
    let (mut node, mut text) = (nodes(size() / 4), String::new());
    for arc in 0..size() {
        writeln!(text, "{},{},{}", node(), node(), arc % 60_000).unwrap();
    }
    check_reading("edge list, dense numbers", Format::EdgeList, &text);
}

// Freeing memory takes a tenth of a millisecond per megabyte. Twenty million new nodes exceed the
// promise, hence a quarter of the arcs here and below.
#[test]
fn edge_list_of_sparse_numbers() {
    let mut text = String::new();
    for arc in 0..size() as u64 / 4 {
        let node = arc.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 2;
        writeln!(text, "{node},{}", node ^ 1).unwrap();
    }
    check_reading("edge list, sparse numbers, every node new", Format::EdgeList, &text);
}

#[test]
fn edge_list_of_names_and_labels() {
    let mut text = "tail,head,label,tail_label,head_label\n".to_owned();
    for arc in 0..size() / 4 {
        writeln!(text, "a{arc},b{arc},l{arc},\"m{arc}\",n{arc}").unwrap();
    }
    check_reading("edge list, every name and label new", Format::EdgeList, &text);
}

#[test]
fn gml() {
    let num_nodes = size() / 10;
    let (mut node, mut text) = (nodes(num_nodes), "graph [ directed 1\n".to_owned());
    for id in 0..num_nodes {
        writeln!(text, "node [ id {id} label \"n{id}\" ]").unwrap();
    }
    for arc in 0..size() / 5 {
        writeln!(text, "edge [ source {} target {} label {arc} ]", node(), node()).unwrap();
    }
    check_reading("gml", Format::Gml, &(text + "]"));
}

#[test]
fn graphml() {
    let num_nodes = size() / 10;
    let mut node = nodes(num_nodes);
    let mut text =
        "<graphml><key id=\"l\" attr.name=\"label\"/><graph edgedefault=\"directed\">".to_owned();
    for id in 0..num_nodes {
        writeln!(text, "<node id=\"n{id}\"><data key=\"l\">x{id}</data></node>").unwrap();
    }
    for arc in 0..size() / 10 {
        let (tail, head) = (node(), node());
        let label = format!("<data key=\"l\">{arc}</data>");
        writeln!(text, "<edge source=\"n{tail}\" target=\"n{head}\">{label}</edge>").unwrap();
    }
    text += "</graph><drawing>";
    for _ in 0..size() / 10 {
        text += "<a><b/></a>";
    }
    check_reading("graphml", Format::GraphMl, &(text + "</drawing></graphml>"));
}

/// One object on one line.
fn object(num_nodes: usize, num_arcs: usize) -> String {
    let (mut node, mut text) = (nodes(num_nodes), "{\"nodes\": [0".to_owned());
    for label in 1..num_nodes {
        write!(text, ", \"n{label}\"").unwrap();
    }
    text += "], \"edges\": [[0, 0, -1]";
    for arc in 0..num_arcs {
        write!(text, ", [{}, {}, {arc}]", node(), node()).unwrap();
    }
    text + "]}\n"
}

#[test]
fn json() {
    let text = object(size() / 10, size() / 4);
    check_reading("json", Format::Json, &text);
    check_reading("json-lines, one line", Format::JsonLines, &text);
}

#[test]
fn json_lines() {
    let text = object(5, 10).repeat(size() / 100);
    check_reading("json-lines, many lines", Format::JsonLines, &text);
}

#[test]
fn neighbour_lists() {
    let degree = size() / 2;
    let mut rows = format!("{}\n{degree}", degree + 1);
    (1..=degree).for_each(|head| write!(rows, " {head}").unwrap());
    check_reading("lad, one node with all arcs", Format::Lad, &(rows + &"\n0".repeat(degree)));
}

#[test]
fn graph_and_tu() {
    let num_nodes = size() / 4;
    let mut graph = format!("t {num_nodes} {}\n", num_nodes - 1);
    let mut arcs = String::new();
    for node in 0..num_nodes {
        writeln!(graph, "v {node} {node}").unwrap();
        writeln!(arcs, "{}, {}", node + 1, node + 1).unwrap();
    }
    (1..num_nodes).for_each(|node| writeln!(graph, "e {} {node}", node - 1).unwrap());
    check_reading("graph", Format::Graph, &graph);
    let (mut graphs, mut labels) = (String::new(), String::new());
    for node in 0..num_nodes {
        writeln!(graphs, "{}", node / 100 + 1).unwrap();
        writeln!(labels, "l{node}").unwrap();
    }
    check_reading("tu", Format::Tu, &[arcs, graphs, labels].join("\0"));
}

/// Tables in as few pieces as possible.
#[cfg(feature = "columnar")]
#[test]
fn tables() {
    use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
    use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
    use parquet::arrow::ArrowWriter;
    use parquet::file::properties::WriterProperties;
    use std::sync::Arc;

    let num_rows = size() / 2;
    let mut node = nodes(num_rows / 2);
    let column = |values: &mut dyn FnMut(usize) -> i64| -> ArrayRef {
        Arc::new((0..num_rows).map(|row| Some(values(row))).collect::<Int64Array>())
    };
    let tail = column(&mut |_| node().cast_signed() as i64);
    let head = column(&mut |row| row.cast_signed() as i64);
    let label: ArrayRef = Arc::new(
        (0..num_rows).map(|row| Some(format!("l{}", row % 1000))).collect::<StringArray>(),
    );
    let batch = RecordBatch::try_from_iter([("tail", tail), ("head", head), ("label", label)]);
    let batch = batch.unwrap();

    let codec = parquet::basic::Compression::GZIP(parquet::basic::GzipLevel::default());
    let properties = WriterProperties::builder().set_compression(codec);
    let properties = properties.set_data_page_size_limit(64 << 20).build();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    check_reading_bytes("parquet", Format::Parquet, &bytes);

    let codec = Some(arrow_ipc::CompressionType::LZ4_FRAME);
    for codec in [None, codec] {
        let options = IpcWriteOptions::default().try_with_compression(codec).unwrap();
        let mut bytes = Vec::new();
        let mut writer =
            FileWriter::try_new_with_options(&mut bytes, &batch.schema(), options).unwrap();
        writer.write(&batch).unwrap();
        writer.finish().unwrap();
        check_reading_bytes(&format!("arrow, {codec:?}"), Format::Arrow, &bytes);
    }
}

#[test]
fn molecules() {
    let many = "CC(=O)Oc1ccccc1C(=O)O aspirin\n".repeat(size() / 100);
    check_reading("smiles, many molecules", Format::Smiles, &many);
    let chain = "CC(=C)".repeat(size() / 6) + "C";
    check_reading("smiles, one chain", Format::Smiles, &chain);
    let rings = "c1ccc(cc1)".repeat(size() / 12) + "c1ccccc1";
    check_reading("smiles, one chain of rings", Format::Smiles, &rings);
    let mut table = format!("x\n\n\n{:>39}\nM  V30 BEGIN CTAB\n", "V3000");
    let num_atoms = size() / 20;
    writeln!(table, "M  V30 COUNTS {num_atoms} {} 0 0 0", num_atoms - 1).unwrap();
    table += "M  V30 BEGIN ATOM\n";
    (0..num_atoms).for_each(|atom| writeln!(table, "M  V30 {atom} C 0 0 0 0").unwrap());
    table += "M  V30 END ATOM\nM  V30 BEGIN BOND\n";
    (1..num_atoms).for_each(|atom| writeln!(table, "M  V30 {atom} 1 {} {atom}", atom - 1).unwrap());
    table += "M  V30 END BOND\nM  V30 END CTAB\nM  END\n";
    check_reading("sdf, one chain", Format::Sdf, &table);
}

#[test]
fn writing() {
    let (mut node, mut names) = (nodes(size() / 10), LabelNames::new());
    let mut builder = LabeledGraph::builder();
    let label = names.node_label("0");
    let ids: Vec<_> = (0..size() / 10).map(|_| builder.node(label)).collect();
    let label = names.edge_label("0");
    for &id in &ids {
        builder.undirected_edge(id, id, label);
    }
    for _ in 0..size() / 10 {
        builder.undirected_edge(ids[node()], ids[node()], label);
    }
    let graph = builder.build_merged().unwrap();
    for &format in Format::ALL.iter().filter(|format| format.can_write()) {
        // A folder has a separate function; a matrix of so many nodes would take forever.
        if matches!(format, Format::Tu | Format::Graph6) {
            continue;
        }
        let work = |control: &Control| write(&graph, &names, format, &mut io::sink(), control);
        check(&format!("writing {format}"), work, |written| match written {
            Ok(()) => false,
            Err(WriteError::Cancelled) => true,
            Err(error) => panic!("{format}: {error}"),
        });
    }
}
