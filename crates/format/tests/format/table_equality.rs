//! Random tables, written by the Apache Arrow libraries in all supported ways, read as the same
//! graph as their values in an edge list. `ISOCOUNT_SLOW=1` tests many more.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::{StringDictionaryBuilder, StringViewBuilder};
use arrow_array::types::{Int8Type, Int32Type, UInt16Type};
use arrow_array::{
    ArrayRef, BooleanArray, Float32Array, Float64Array, Int8Array, Int16Array, Int32Array,
    Int64Array, LargeStringArray, ListArray, RecordBatch, StringArray, UInt8Array, UInt16Array,
    UInt32Array, UInt64Array,
};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use arrow_schema::Schema;
use isocount_core::{Control, LabeledGraph, Rng};
use isocount_format::{Format, LabelNames, ReadOptions, read_bytes};
use isocount_testkit::slow_suites;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, GzipLevel};
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::schema::types::ColumnPath;

/// A column and its values as text.
struct Column {
    name: &'static str,
    array: ArrayRef,
    texts: Vec<Option<String>>,
}

/// Texts that need quotes, look like numbers, and are short or long for a view.
const TEXTS: [&str; 12] = [
    "a",
    "7",
    "007",
    "-3",
    "ä🧪",
    "x,y",
    "say \"hi\"",
    "two\nlines",
    "",
    " spaces ",
    "Directed",
    "a text of more than twelve bytes",
];

/// Which values may be missing: none, or any.
#[derive(Clone, Copy, PartialEq)]
enum Gaps {
    None,
    All,
    Some,
}

fn column(
    name: &'static str,
    kind: usize,
    num_rows: usize,
    gaps: Gaps,
    random: &mut Rng,
) -> Column {
    let distinct = 1 + random.below(40);
    let offset = [0, 0, 100, 1 << 40][random.below(4)];
    let mut numbers = Vec::new();
    let mut texts = Vec::new();
    for _ in 0..num_rows {
        let is_there = match gaps {
            Gaps::None => true,
            Gaps::All => false,
            Gaps::Some => random.below(5) > 0,
        };
        numbers.push(is_there.then(|| random.below(distinct).cast_signed() as i64));
        let text = TEXTS[random.below(TEXTS.len().min(distinct))];
        let suffix =
            if random.below(2) == 0 { String::new() } else { random.below(50).to_string() };
        texts.push(is_there.then(|| format!("{text}{suffix}")));
    }
    let ints = |by: i64| numbers.iter().map(|n| n.map(|n| n + by)).collect::<Vec<_>>();
    let shown = |ints: &[Option<i64>]| ints.iter().map(|n| n.map(|n| n.to_string())).collect();
    /// An array of another width, and its values as text.
    macro_rules! narrow {
        ($array:ty, $type:ty, $by:expr) => {{
            let ints = ints($by);
            let narrow = ints.iter().map(|n| n.map(|n| <$type>::try_from(n).unwrap()));
            (Arc::new(narrow.collect::<$array>()) as ArrayRef, shown(&ints))
        }};
    }
    let (array, texts): (ArrayRef, Vec<Option<String>>) = match kind {
        0 => narrow!(Int64Array, i64, offset - 20),
        1 => narrow!(UInt64Array, u64, offset),
        2 => narrow!(Int32Array, i32, -20),
        3 => narrow!(UInt32Array, u32, 1 << 31),
        4 => narrow!(Int16Array, i16, -300),
        5 => narrow!(UInt16Array, u16, 65_000),
        6 => narrow!(Int8Array, i8, -100),
        7 => narrow!(UInt8Array, u8, 200),
        8 => (Arc::new(StringArray::from(texts.clone())), texts),
        9 => (Arc::new(LargeStringArray::from(texts.clone())), texts),
        10 => {
            let mut views = StringViewBuilder::new();
            for text in &texts {
                views.append_option(text.as_deref());
            }
            (Arc::new(views.finish()), texts)
        }
        11 => {
            let mut values = StringDictionaryBuilder::<Int32Type>::new();
            for text in &texts {
                values.append_option(text.as_deref());
            }
            (Arc::new(values.finish()), texts)
        }
        12 => {
            let mut values = StringDictionaryBuilder::<UInt16Type>::new();
            for text in &texts {
                values.append_option(text.as_deref());
            }
            (Arc::new(values.finish()), texts)
        }
        // As the name of a node, an integral number is an integer; the following types are labels
        // only.
        13 => {
            let floats: Vec<_> = numbers.iter().map(|n| n.map(|n| n as f64)).collect();
            let is_node = matches!(name, "tail" | "head");
            let label = |x: f64| if is_node { x.to_string() } else { format!("{x:?}") };
            let texts = floats.iter().map(|x| x.map(label)).collect();
            (Arc::new(Float64Array::from(floats)), texts)
        }
        14 => {
            let floats: Vec<_> = numbers.iter().map(|n| n.map(|n| n as f64 / 7.0)).collect();
            let texts = floats.iter().map(|x| x.map(|x| format!("{x:?}"))).collect();
            (Arc::new(Float64Array::from(floats)), texts)
        }
        15 => {
            let floats: Vec<_> = numbers.iter().map(|n| n.map(|n| n as f32 / 10.0)).collect();
            let texts = floats.iter().map(|x| x.map(|x| format!("{x:?}"))).collect();
            (Arc::new(Float32Array::from(floats)), texts)
        }
        _ => {
            let bools: Vec<_> = numbers.iter().map(|n| n.map(|n| n % 2 == 1)).collect();
            let texts = bools.iter().map(|b| b.map(|b| b.to_string())).collect();
            (Arc::new(BooleanArray::from(bools)), texts)
        }
    };
    Column { name, array, texts }
}

const NODE_KINDS: usize = 14;
const LABEL_KINDS: usize = 17;

fn columns(random: &mut Rng) -> Vec<Column> {
    let num_rows = [0, 1, 7, 300, 3000][random.below(5)];
    let mut columns = Vec::new();
    for name in ["tail", "head"] {
        let kind = random.below(NODE_KINDS);
        columns.push(column(name, kind, num_rows, Gaps::None, random));
    }
    if random.below(3) > 0 {
        let gaps = if random.below(4) == 0 { Gaps::All } else { Gaps::None };
        let kind = random.below(LABEL_KINDS);
        columns.push(column("label", kind, num_rows, gaps, random));
    }
    if random.below(3) == 0 {
        // Any two values could conflict, so there is one for each end of an arc in all rows.
        let texts: Vec<_> = (0..num_rows).map(|_| Some("n".to_owned())).collect();
        for name in ["tail_label", "head_label"] {
            let array = Arc::new(StringArray::from(texts.clone()));
            columns.push(Column { name, array, texts: texts.clone() });
        }
    }
    if random.below(3) == 0 {
        let words = ["Directed", "Undirected", "undirected"];
        let texts: Vec<_> =
            (0..num_rows).map(|_| Some(words[random.below(3)].to_owned())).collect();
        columns.push(Column {
            name: "type",
            array: Arc::new(StringArray::from(texts.clone())),
            texts,
        });
    }
    let kind = random.below(LABEL_KINDS);
    columns.push(column("weight", kind, num_rows, Gaps::Some, random));
    if random.below(2) == 0 {
        let lists = (0..num_rows).map(|i| (i % 3 > 0).then(|| vec![i32::try_from(i).ok(); i % 4]));
        let lists = ListArray::from_iter_primitive::<Int32Type, _, _>(lists);
        let texts = vec![Some(String::new()); num_rows];
        columns.push(Column { name: "lists", array: Arc::new(lists), texts });
    }
    // In random order.
    for i in (1..columns.len()).rev() {
        columns.swap(i, random.below(i + 1));
    }
    columns
}

fn csv(columns: &[Column]) -> String {
    let mut text = columns.iter().map(|column| column.name).collect::<Vec<_>>().join(",") + "\n";
    for row in 0..columns[0].texts.len() {
        for (i, column) in columns.iter().enumerate() {
            let separator = if i == 0 { "" } else { "," };
            match &column.texts[row] {
                Some(field) => {
                    write!(text, "{separator}\"{}\"", field.replace('"', "\"\"")).unwrap();
                }
                None => text += separator,
            }
        }
        text += "\n";
    }
    text
}

fn batches(columns: &[Column], random: &mut Rng) -> Vec<RecordBatch> {
    let arrays = columns.iter().map(|column| (column.name, Arc::clone(&column.array)));
    // Columns without missing values may still be nullable.
    let nullable = random.below(2) == 0;
    let whole = if nullable {
        RecordBatch::try_from_iter_with_nullable(arrays.map(|(name, array)| (name, array, true)))
    } else {
        RecordBatch::try_from_iter(arrays)
    };
    let whole = whole.unwrap();
    let mut batches = Vec::new();
    let mut at = 0;
    while at < whole.num_rows() {
        let len = (1 + random.below(whole.num_rows())).min(whole.num_rows() - at);
        batches.push(whole.slice(at, len));
        at += len;
    }
    if batches.is_empty() {
        batches.push(whole);
    }
    batches
}

fn parquet(batches: &[RecordBatch], random: &mut Rng) -> Vec<u8> {
    let schema = batches[0].schema();
    let codec = match random.below(5) {
        0 => Compression::UNCOMPRESSED,
        1 => Compression::SNAPPY,
        2 => Compression::GZIP(GzipLevel::default()),
        3 => Compression::LZ4_RAW,
        _ => Compression::LZ4,
    };
    let version = [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0][random.below(2)];
    let mut properties = WriterProperties::builder()
        .set_compression(codec)
        .set_writer_version(version)
        .set_dictionary_enabled(random.below(2) == 0)
        .set_data_page_row_count_limit(1 + random.below(700))
        .set_write_batch_size(1 + random.below(500))
        .set_dictionary_page_size_limit(1 + random.below(300))
        .set_max_row_group_row_count(Some(1 + random.below(2000)));
    for field in schema.fields() {
        let path = ColumnPath::from(field.name().as_str());
        if let Some(encoding) = encoding_for(field.data_type(), random) {
            properties = properties.set_column_encoding(path, encoding);
        }
    }
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, schema, Some(properties.build())).unwrap();
    for batch in batches {
        writer.write(batch).unwrap();
    }
    writer.close().unwrap();
    bytes
}

fn encoding_for(kind: &arrow_schema::DataType, random: &mut Rng) -> Option<Encoding> {
    use arrow_schema::DataType;
    let choices: &[Encoding] = match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
            &[Encoding::DELTA_BYTE_ARRAY, Encoding::DELTA_LENGTH_BYTE_ARRAY, Encoding::PLAIN]
        }
        DataType::Float32 | DataType::Float64 => &[Encoding::BYTE_STREAM_SPLIT],
        DataType::Boolean => &[Encoding::RLE],
        kind if kind.is_integer() => {
            &[Encoding::DELTA_BINARY_PACKED, Encoding::BYTE_STREAM_SPLIT, Encoding::PLAIN]
        }
        _ => return None,
    };
    choices.get(random.below(choices.len() + 1)).copied()
}

fn arrow(batches: &[RecordBatch], random: &mut Rng) -> Vec<u8> {
    let schema: &Schema = &batches[0].schema();
    let codec = (random.below(2) == 0).then_some(CompressionType::LZ4_FRAME);
    let options = IpcWriteOptions::default().try_with_compression(codec).unwrap();
    let mut bytes = Vec::new();
    if random.below(2) == 0 {
        let mut writer = StreamWriter::try_new_with_options(&mut bytes, schema, options).unwrap();
        for batch in batches {
            writer.write(batch).unwrap();
        }
        writer.finish().unwrap();
    } else {
        let mut writer = FileWriter::try_new_with_options(&mut bytes, schema, options).unwrap();
        for batch in batches {
            writer.write(batch).unwrap();
        }
        writer.finish().unwrap();
    }
    bytes
}

fn graph(format: Format, bytes: &[u8], names: &mut LabelNames) -> LabeledGraph {
    let options = ReadOptions::new().with_duplicates_merged();
    let path = Path::new("x.csv");
    let read = read_bytes(format, path, bytes, &options, names, &Control::NONE);
    let mut graphs = read.unwrap_or_else(|error| panic!("{format}: {error}"));
    assert_eq!(graphs.len(), 1);
    graphs.remove(0).graph
}

#[test]
fn a_table_is_the_edge_list_of_its_values() {
    let num_tables = if slow_suites() { 20_000 } else { 300 };
    let mut num_arcs = 0;
    for seed in 0..num_tables {
        let mut random = Rng::new(seed);
        let columns = columns(&mut random);
        let mut names = LabelNames::new();
        let expected = graph(Format::EdgeList, csv(&columns).as_bytes(), &mut names);
        num_arcs += expected.num_arcs();
        let batches = batches(&columns, &mut random);
        for (format, bytes) in [
            (Format::Parquet, parquet(&batches, &mut random)),
            (Format::Arrow, arrow(&batches, &mut random)),
        ] {
            let found = graph(format, &bytes, &mut names);
            assert!(found == expected, "seed {seed}: the {format} file is another graph");
        }
    }
    assert!(num_arcs > 10_000, "the tables are nearly empty");
}

/// One dictionary for all files of a test, as in a stream.
#[test]
fn dictionaries_of_small_numbers() {
    let mut values = StringDictionaryBuilder::<Int8Type>::new();
    for name in ["a", "b", "a", "c"] {
        values.append_value(name);
    }
    let tail: ArrayRef = Arc::new(values.finish());
    let head: ArrayRef = Arc::new(StringArray::from(vec!["b", "c", "c", "a"]));
    let batch = RecordBatch::try_from_iter([("tail", tail), ("head", head)]).unwrap();
    let mut names = LabelNames::new();
    let text = "tail,head\na,b\nb,c\na,c\nc,a\n";
    let expected = graph(Format::EdgeList, text.as_bytes(), &mut names);
    for seed in 0..8 {
        let bytes = arrow(std::slice::from_ref(&batch), &mut Rng::new(seed));
        assert_eq!(graph(Format::Arrow, &bytes, &mut names), expected);
    }
}
