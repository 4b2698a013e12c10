//! The checks of the fuzz targets `read_smiles` and `read_sdf`, on randomly mutated files: no bytes
//! make a reader panic, and no message contains anything harmful to a terminal.
//!
//! With `ISOCOUNT_SLOW=1`, this takes ten minutes per format, or `ISOCOUNT_FUZZ_SECONDS` seconds.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use isocount_core::{Control, Rng};
use isocount_format::{
    Aromaticity, AtomLabel, Format, Hydrogens, LabelNames, MoleculeOptions, ReadOptions, Role,
    read_bytes,
};
use isocount_testkit::slow_suites;

/// Good and bad files of a format, and the molecules with known aromatic rings.
fn seeds(format: Format) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut seeds = Vec::new();
    // There are few good files, and mutations of them are often still valid.
    for (kind, times) in [("good", 30), ("bad", 1)] {
        let folder = fs::read_dir(root.join("testdata").join(kind).join(format.name())).unwrap();
        let mut paths: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            seeds.extend(std::iter::repeat_n(fs::read(path).unwrap(), times));
        }
    }
    if format == Format::Smiles {
        let golden = fs::read_to_string(root.join("testdata/golden/aromaticity.tsv")).unwrap();
        let smiles = golden.lines().filter_map(|line| line.split('\t').next());
        seeds.extend(smiles.map(|smiles| smiles.as_bytes().to_vec()));
        seeds.push(fs::read(root.join("examples/drugs.smi")).unwrap());
    }
    seeds
}

/// Tokens with a meaning in one of the formats.
const PIECES: [&str; 40] = [
    "C",
    "c",
    "n",
    "[nH]",
    "[",
    "]",
    "(",
    ")",
    "=",
    "#",
    "$",
    ":",
    "-",
    "->",
    "<-",
    ".",
    "1",
    "2",
    "%",
    "%(",
    "*",
    "@",
    "+",
    "H",
    "Cl",
    "se",
    " ",
    "\t",
    ",",
    "\"",
    "|",
    "\n",
    "M  END\n",
    "$$$$\n",
    "M  V30 ",
    "V3000",
    "BEGIN ATOM",
    "  4",
    "99",
    "é",
];

fn mutate(seeds: &[Vec<u8>], random: &mut Rng) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() + 1);
        match random.below(6) {
            0 => {
                let piece = PIECES[random.below(PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
            1 => {
                let end = bytes.len().min(at + 1 + random.below(8));
                bytes.drain(at..end);
            }
            2 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            3 => {
                // A part of another file.
                let other = &seeds[random.below(seeds.len())];
                let start = random.below(other.len() + 1);
                let end = other.len().min(start + random.below(60));
                bytes.splice(at..at, other[start..end].iter().copied());
            }
            4 => {
                let end = bytes.len().min(at + random.below(40));
                let part = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            _ => bytes.truncate(at),
        }
    }
    bytes
}

fn random_options(random: &mut Rng) -> ReadOptions {
    let pick = |random: &mut Rng, is_first: usize| random.below(2) == is_first;
    let molecules = MoleculeOptions::new()
        .with_atom_label(if pick(random, 0) { AtomLabel::FULL } else { AtomLabel::ELEMENT })
        .with_hydrogens(Hydrogens::ALL[random.below(Hydrogens::ALL.len())])
        .with_aromaticity(Aromaticity::ALL[random.below(Aromaticity::ALL.len())]);
    let role = if random.below(4) == 0 { Role::Pattern } else { Role::Graph };
    ReadOptions::new().with_molecules(molecules).with_role(role)
}

fn check(format: Format) {
    let seconds = std::env::var("ISOCOUNT_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let patience = Duration::from_secs(seconds.unwrap_or(600));
    let (seeds, mut random) = (seeds(format), Rng::new(17));
    let (started, mut num_read, mut num_refused) = (Instant::now(), 0_u64, 0_u64);
    let mut slowest = Duration::ZERO;
    loop {
        let num_tried = num_read + num_refused;
        let is_done =
            if slow_suites() { started.elapsed() > patience } else { num_tried == 10_000 };
        if is_done {
            break;
        }
        let bytes = mutate(&seeds, &mut random);
        let (options, names) = (random_options(&mut random), &mut LabelNames::new());
        let begun = Instant::now();
        match read_bytes(format, Path::new("x"), &bytes, &options, names, &Control::NONE) {
            Ok(_) => num_read += 1,
            Err(error) => {
                let words = error.to_string() + &error.help().unwrap_or_default();
                assert!(!words.contains(char::is_control), "{words:?}");
                assert!(error.span_len() > 0);
                num_refused += 1;
            }
        }
        slowest = slowest.max(begun.elapsed());
    }
    eprintln!("{format}: {num_read} read, {num_refused} refused, the slowest took {slowest:?}");
    assert!(num_read > 300 && num_refused > 300, "{num_read} read, {num_refused} refused");
}

#[test]
fn smiles() {
    check(Format::Smiles);
}

#[test]
fn sdf() {
    check(Format::Sdf);
}
