//! Files with valid checksums and hostile contents: they are refused, or answer with any number or
//! a refusal, and never make the program panic.

use std::fs;
use std::path::Path;

use isocount_core::{Answer, Budget, OpenGraph, Pattern, Rng};
use isocount_infer::{IndexFile, InferError};
use isocount_nn::{CountGnnConfig, CountGnnEConfig, ModelConfig};
use serde_json::Value;

use crate::index_file::{Indexed, create, indexed};
use crate::reseal::{PREAMBLE, place, replace_trailer, reseal, trailer};
use crate::trained_case::{Case, SEMANTICS, as_pattern, random_graph};

/// Opens a file and asks it all questions, with immediate and with late checks.
fn ask(path: &Path, bytes: &[u8], patterns: &[Pattern]) -> Result<Vec<Option<f64>>, InferError> {
    fs::write(path, bytes).unwrap();
    let patterns: Vec<&Pattern> = patterns.iter().collect();
    let mut answers = Vec::new();
    for at_once in [0, u64::MAX] {
        let mut file = IndexFile::open_checking(path, at_once)?;
        let counts = file.count_each(&patterns, SEMANTICS, &Budget::UNLIMITED);
        answers = counts.into_iter().map(|answer| answer.ok().map(Answer::value)).collect();
        assert!(answers.iter().flatten().all(|count| count.is_finite()));
    }
    Ok(answers)
}

/// A regression test: a leaf that begins far beyond its column.
#[test]
fn leaves_beyond_their_column_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let Indexed { path, patterns, .. } = indexed(folder.path());
    let whole = fs::read(&path).unwrap();
    let (_, trailer) = trailer(&whole).unwrap();
    let mut refused = 0;
    for column in 0..16 {
        let [at, len] = place(&trailer, &format!("/columns/{column}/starts")).unwrap();
        for entry in (at..at + len).step_by(4) {
            for hostile in [0x8000_0000_u32, u32::MAX, u32::MAX - 7, 193, 194, 1 << 20] {
                let mut bytes = whole.clone();
                bytes[entry..entry + 4].copy_from_slice(&hostile.to_le_bytes());
                reseal(&mut bytes);
                let answers = ask(&path, &bytes, &patterns);
                // The ends of a column are checked when the file is opened.
                assert!(answers.is_err() || (entry > at && entry + 4 < at + len), "{entry}");
                let all_answered = answers.is_ok_and(|it| it.iter().all(Option::is_some));
                refused += usize::from(!all_answered);
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

/// Every length and position in the trailer, slightly larger and slightly smaller.
#[test]
fn lengths_that_do_not_fit_each_other_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let Indexed { path, patterns, .. } = indexed(folder.path());
    let whole = fs::read(&path).unwrap();
    let (at, trailer) = trailer(&whole).unwrap();
    let lists = ["keys", "values", "fences", "starts", "products", "sums"];
    let of_columns = (0..16).flat_map(|ix| lists.map(|list| format!("/columns/{ix}/{list}")));
    let sections = ["/weights", "/total", "/checks"].map(str::to_owned);
    for section in sections.into_iter().chain(of_columns) {
        for field in ["at", "len"] {
            let pointer = format!("{section}/{field}");
            let now = trailer.pointer(&pointer).unwrap().as_u64().unwrap();
            let lengths =
                [4, 8, 16, 64, 1 << 40].map(|by| [now.wrapping_sub(by), now.wrapping_add(by)]);
            for number in lengths.into_iter().flatten().chain([0, 1, u64::MAX, u64::MAX - 63]) {
                // Another position of an empty list is still an empty list.
                let is_empty = place(&trailer, &section).unwrap()[1] == 0;
                if number == now || (field == "at" && (is_empty || number.is_multiple_of(64))) {
                    continue;
                }
                let mut changed = trailer.clone();
                *changed.pointer_mut(&pointer).unwrap() = number.into();
                let mut bytes = whole.clone();
                replace_trailer(&mut bytes, at, changed);
                let answers = ask(&path, &bytes, &patterns);
                assert!(answers.is_err(), "{pointer} = {number}, not {now}");
            }
        }
    }
    // Sizes of the graph, the number of columns, and bytes after the end.
    for (pointer, number) in [("/arcs", 0), ("/arcs", 1 << 40), ("/arcs", u64::MAX)] {
        let mut changed = trailer.clone();
        *changed.pointer_mut(pointer).unwrap() = number.into();
        let mut bytes = whole.clone();
        replace_trailer(&mut bytes, at, changed);
        assert!(ask(&path, &bytes, &patterns).is_err(), "{pointer} = {number}");
    }
    for columns in [0, 8, 15] {
        let mut changed = trailer.clone();
        changed["columns"].as_array_mut().unwrap().truncate(columns);
        let mut bytes = whole.clone();
        replace_trailer(&mut bytes, at, changed);
        assert!(ask(&path, &bytes, &patterns).is_err(), "{columns} columns");
    }
    let mut longer = whole.clone();
    longer.push(b' ');
    assert!(ask(&path, &longer, &patterns).is_err());
    assert!(ask(&path, &whole, &patterns).is_ok());
}

#[test]
fn nan_leads_to_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let Indexed { path, patterns, .. } = indexed(folder.path());
    let whole = fs::read(&path).unwrap();
    let (_, trailer) = trailer(&whole).unwrap();
    let [at, len] = place(&trailer, "/total").unwrap();
    for hostile in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        let mut bytes = whole.clone();
        for number in bytes[at..at + len].chunks_exact_mut(8) {
            number.copy_from_slice(&hostile.to_le_bytes());
        }
        reseal(&mut bytes);
        let answers = ask(&path, &bytes, &patterns).unwrap();
        assert!(answers.iter().all(Option::is_none), "{hostile}: {answers:?}");
    }
}

/// Hostile values for the numbers of a trailer.
fn hostile_number(rng: &mut Rng, now: u64, others: &[u64]) -> u64 {
    match rng.below(6) {
        0 => [0, 1, 63, 64, 65, 1 << 31, (1 << 32) - 1, 1 << 63, u64::MAX][rng.below(9)],
        1 => now.wrapping_add([1, 4, 8, 32, 64, 4096][rng.below(6)]),
        2 => now.wrapping_sub([1, 4, 8, 32, 64, 4096][rng.below(6)]),
        3 => now.wrapping_mul(2),
        4 => u64::MAX - others[rng.below(others.len())],
        _ => others[rng.below(others.len())],
    }
}

/// The path of every number in a trailer.
fn numbers(value: &Value, path: &str, to: &mut Vec<(String, u64)>) {
    match value {
        Value::Number(number) => to.push((path.to_owned(), number.as_u64().unwrap_or(0))),
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| numbers(value, &format!("{path}/{name}"), to));
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(ix, value)| numbers(value, &format!("{path}/{ix}"), to));
        }
        _ => {}
    }
}

/// Changes a whole file somewhere and updates its checksums.
fn mutate(whole: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    let (at, mut trailer) = trailer(whole).unwrap();
    let floats = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -0.0, 1e-40, -1e30];
    for _ in 0..=rng.below(3) {
        match rng.below(8) {
            // Numbers of the trailer.
            0..=2 => {
                let mut all = Vec::new();
                numbers(&trailer, "", &mut all);
                let others: Vec<u64> = all.iter().map(|number| number.1).collect();
                let (path, now) = &all[rng.below(all.len())];
                *trailer.pointer_mut(path).unwrap() = hostile_number(rng, *now, &others).into();
            }
            // The settings.
            3 => {
                let config = trailer["config"].as_str().unwrap().to_owned();
                let digits: Vec<usize> =
                    config.match_indices(|c: char| c.is_ascii_digit()).map(|it| it.0).collect();
                let at = digits[rng.below(digits.len())];
                let number = ["0", "1", "99", "4611686018427387904", "9223372036854775807", "-1"];
                let number = number[rng.below(6)];
                let config = format!("{}{number}{}", &config[..at], &config[at + 1..]);
                trailer["config"] = config.into();
            }
            4 => {
                let columns = trailer["columns"].as_array_mut().unwrap();
                if !columns.is_empty() {
                    let (from, to) = (rng.below(columns.len()), rng.below(columns.len()));
                    columns[to] = columns[from].clone();
                }
            }
            // Words of the body: leaf starts, keys, sums, weights and their header.
            5 => {
                let column = rng.below(16);
                let starts = place(&trailer, &format!("/columns/{column}/starts"));
                let inside = |place: &[usize; 2]| {
                    place[1] >= 4 && place[0].checked_add(place[1]).is_some_and(|end| end <= at)
                };
                if let Some([at, len]) = starts.filter(inside) {
                    let entry = at + rng.below(len / 4) * 4;
                    let number = [0, 1, 200, 1 << 31, u32::MAX][rng.below(5)];
                    bytes[entry..entry + 4].copy_from_slice(&number.to_le_bytes());
                }
            }
            6 => {
                let word = PREAMBLE + rng.below((at - PREAMBLE) / 4 - 1) * 4;
                bytes[word..word + 4].copy_from_slice(&floats[rng.below(7)].to_le_bytes());
            }
            _ => {
                let byte = rng.below(at);
                bytes[byte] ^= 1 << rng.below(8);
            }
        }
    }
    replace_trailer(&mut bytes, at, trailer);
    bytes
}

#[test]
fn random_contents_never_panic() {
    let folder = tempfile::tempdir().unwrap();
    let slow = std::env::var_os("ISOCOUNT_SLOW").is_some();
    let times = if slow { 50_000 } else { 700 };
    let mut rng = Rng::new(15);
    let configs = [
        ModelConfig::CountGnn(CountGnnConfig::with_width(8)),
        ModelConfig::CountGnnE(CountGnnEConfig { layers: 2, width: 8 }),
    ];
    for (number, config) in configs.iter().enumerate() {
        let case = Case::new(config, 1, 1.0).unsealed(config);
        let graph = random_graph(&mut rng, 220, 300, 5);
        let path = folder.path().join(format!("{number}.index"));
        create(&path, &case, &graph).unwrap();
        let whole = fs::read(&path).unwrap();
        let patterns: Vec<Pattern> =
            (1..5).map(|size| as_pattern(random_graph(&mut rng, size, 2 * size, 5))).collect();
        assert!(ask(&path, &whole, &patterns).unwrap().iter().all(Option::is_some));
        let (mut refused, mut answered) = (0, 0);
        for _ in 0..times {
            match ask(&path, &mutate(&whole, &mut rng), &patterns) {
                Ok(_) => answered += 1,
                Err(problem) => {
                    assert!(!problem.to_string().is_empty());
                    refused += 1;
                }
            }
        }
        assert!(refused > times / 4 && answered > times / 20, "{refused} {answered}");
    }
}

/// The seed of the fuzz target must be an index that this version reads. `ISOCOUNT_RECORD=1`
/// rewrites it.
#[test]
fn the_seed_for_fuzzing_is_an_index() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/index_file/small.index");
    if std::env::var_os("ISOCOUNT_RECORD").is_some() {
        let config = ModelConfig::CountGnn(CountGnnConfig::with_width(2));
        let case = Case::new(&config, 1, 1.0).unsealed(&config);
        let _ = fs::remove_file(&path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        create(&path, &case, &random_graph(&mut Rng::new(4), 50, 150, 5)).unwrap();
    }
    let mut file = IndexFile::open(&path).unwrap();
    let pattern = as_pattern(random_graph(&mut Rng::new(3), 4, 6, 5));
    assert!(file.count(&pattern, SEMANTICS, &Budget::UNLIMITED).is_ok());
    let mut bytes = fs::read(&path).unwrap();
    let whole = bytes.clone();
    reseal(&mut bytes);
    assert_eq!(trailer(&bytes), trailer(&whole));
}
