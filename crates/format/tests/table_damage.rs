//! Damaged and malicious tables: an error or a graph, never a panic, and never much memory.
//!
//! `ISOCOUNT_SLOW=1` tests a hundred times as many.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::StringViewBuilder;
use arrow_array::{ArrayRef, Int64Array, LargeStringArray, RecordBatch};
use arrow_ipc::writer::StreamWriter;
use isocount_core::{Control, Rng};
use isocount_format::{Format, FormatError, LabelNames, ReadOptions, read_bytes};
use isocount_testkit::slow_suites;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding};
use parquet::file::properties::{EnabledStatistics, WriterProperties};

/// The peak address space of this process, in bytes.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmPeak:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes << 10)
}

fn try_to_read(format: Format, bytes: &[u8]) -> Result<usize, FormatError> {
    let (path, options) = (Path::new("x"), ReadOptions::new().with_duplicates_merged());
    let names = &mut LabelNames::new();
    let read = read_bytes(format, path, bytes, &options, names, &Control::NONE);
    if let Err(error) = &read {
        assert!(error.to_string().len() < 400, "{error}");
        assert!(error.to_string().starts_with("x:"), "{error}");
    }
    read.map(|graphs| graphs[0].graph.num_arcs())
}

fn good_files(format: Format) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/good");
    let files = fs::read_dir(folder.join(format.name())).unwrap();
    let mut files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Numbers that often occur as a length, a count or an offset.
const LIES: [u32; 9] = [0, 1, 7, 0xFF, 1 << 16, 1 << 27, i32::MAX as u32, 1 << 31, u32::MAX];

/// Mutates bytes in one of the ways in which files get damaged or are forged.
fn damage(bytes: &mut Vec<u8>, random: &mut Rng) {
    let at = random.below(bytes.len().max(1));
    let overwrite = |bytes: &mut Vec<u8>, new: &[u8]| {
        for (place, &byte) in bytes[at..].iter_mut().zip(new) {
            *place = byte;
        }
    };
    let lie = LIES[random.below(LIES.len())];
    match random.below(8) {
        0 | 1 => bytes[at] ^= 1 << random.below(8),
        2 => bytes[at] = [0, 1, 0x7F, 0x80, 0xFF][random.below(5)],
        3 => overwrite(bytes, &lie.to_le_bytes()),
        4 => overwrite(bytes, &u64::from(lie).wrapping_mul(0x1_0001).to_le_bytes()),
        5 => overwrite(bytes, &varint(u64::from(lie))),
        6 => bytes.truncate(at),
        _ => {
            let len = random.below(20).min(bytes.len() - at);
            let from = random.below(bytes.len() - len + 1);
            bytes.copy_within(from..from + len, at);
        }
    }
}

/// Seven bits per byte, lowest first.
fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// All in one test: the peak is that of the process.
#[test]
fn no_damage_is_more_than_an_error() {
    let before = peak();
    let rounds = if slow_suites() { 60_000 } else { 600 };
    for format in [Format::Parquet, Format::Arrow] {
        let (mut refused, mut read) = (0, 0);
        let mut note = |outcome: Result<usize, _>| match outcome {
            Ok(_) => read += 1,
            Err(_) => refused += 1,
        };
        for (i, path) in good_files(format).into_iter().enumerate() {
            let whole = fs::read(&path).unwrap();
            assert!(try_to_read(format, &whole).is_ok(), "{}", path.display());
            let mut random = Rng::new(i as u64);
            for _ in 0..rounds {
                let mut bytes = whole.clone();
                for _ in 0..=random.below(3) {
                    if !bytes.is_empty() {
                        damage(&mut bytes, &mut random);
                    }
                }
                note(try_to_read(format, &bytes));
            }
            let step = if slow_suites() { 1 } else { 29 };
            for end in (0..whole.len()).step_by(step) {
                note(try_to_read(format, &whole[..end]));
            }
            // Every number, wherever it is, becomes as large as possible.
            for at in (0..whole.len()).step_by(step) {
                for lie in [i32::MAX as u32, u32::MAX, 1 << 20] {
                    for lie in [lie.to_le_bytes().to_vec(), varint(2 * u64::from(lie))] {
                        let mut bytes = whole.clone();
                        let len = lie.len().min(bytes.len() - at);
                        bytes[at..at + len].copy_from_slice(&lie[..len]);
                        note(try_to_read(format, &bytes));
                        if format == Format::Parquet {
                            note(try_to_read(format, &with_longer_footer(&whole, at, &lie)));
                        }
                    }
                }
            }
        }
        eprintln!("{format}: {refused} refused, {read} read");
        assert!(refused > 1000 && read > 1000, "{format}: {refused} refused, {read} read");
    }
    assert_eq!(try_to_read(Format::Parquet, &most_rows()).unwrap(), 1);
    for (format, bytes, what) in [
        (Format::Parquet, long_texts(), "texts"),
        (Format::Arrow, shared_texts(), "names in the rows"),
    ] {
        let error = try_to_read(format, &bytes).unwrap_err().to_string();
        assert_eq!(error, format!("x: the {what} expand to more than 200 times their size"));
    }
    if let (Some(before), Some(after)) = (before, peak()) {
        eprintln!("took {} MB", (after - before) >> 20);
        assert!(after < before + (512 << 20), "took {} bytes", after - before);
    }
}

/// As many rows as are still accepted, in few bytes.
fn most_rows() -> Vec<u8> {
    let ones: ArrayRef = Arc::new(Int64Array::from(vec![1; (64 << 20) / 16]));
    let bytes = parquet_file(&[("tail", Arc::clone(&ones)), ("head", ones)], Encoding::PLAIN);
    assert!(bytes.len() < 100_000, "{}", bytes.len());
    bytes
}

/// Texts that share all but their end with the previous one: a thousand times as many bytes.
fn long_texts() -> Vec<u8> {
    let beginning = "x".repeat(10_000);
    let texts = (0..3_000).map(|i| format!("{beginning}{i}"));
    let texts: ArrayRef = Arc::new(texts.map(Some).collect::<LargeStringArray>());
    parquet_file(&[("tail", Arc::clone(&texts)), ("head", texts)], Encoding::DELTA_BYTE_ARRAY)
}

/// Distinct ends of one long text.
fn shared_texts() -> Vec<u8> {
    let mut views = StringViewBuilder::new();
    let block = views.append_block("x".repeat(1 << 18).into_bytes().into());
    for start in 0..2000 {
        views.try_append_view(block, start, (1 << 18) - start).unwrap();
    }
    let views: ArrayRef = Arc::new(views.finish());
    let batch =
        RecordBatch::try_from_iter([("tail", Arc::clone(&views)), ("head", views)]).unwrap();
    let mut bytes = Vec::new();
    let mut writer = StreamWriter::try_new(&mut bytes, &batch.schema()).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    bytes
}

fn parquet_file(columns: &[(&str, ArrayRef)], encoding: Encoding) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns.iter().cloned()).unwrap();
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(encoding == Encoding::PLAIN)
        .set_encoding(encoding)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_compression(Compression::SNAPPY);
    let mut bytes = Vec::new();
    let properties = Some(properties.build());
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), properties).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    bytes
}

/// Replaces a single-byte number by one of several bytes; the length of the metadata stays
/// unchanged.
fn with_longer_footer(whole: &[u8], at: usize, number: &[u8]) -> Vec<u8> {
    let mut bytes = whole[..at].to_vec();
    bytes.extend(number);
    bytes.extend(&whole[at + 1..]);
    let len = whole.len();
    if at + 8 < len {
        let (place, end) = (bytes.len() - 8, bytes.len() - 4);
        let size = u32::from_le_bytes(whole[len - 8..len - 4].try_into().unwrap());
        if at >= len - 8 - size as usize {
            let size = size + number.len() as u32 - 1;
            bytes[place..end].copy_from_slice(&size.to_le_bytes());
        }
    }
    bytes
}
