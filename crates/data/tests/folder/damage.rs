//! A damaged byte anywhere is reported and never read as data.

use std::fs;
use std::path::Path;

use isocount_core::{Control, Rng};
use isocount_count::Exact;
use isocount_data::{DataError, Protocol, Split, Synthetic};

use isocount_testkit::slow_suites;

use crate::{Scratch, files, making, read};

/// Everything that is ever read from a folder.
fn read_all(folder: &Path) -> Result<(), DataError> {
    let dataset = read(folder)?;
    for &protocol in Protocol::STANDARD {
        Split::get(&dataset, protocol, 0, &Control::NONE)?;
    }
    Ok(())
}

/// So small that every byte of it can be damaged in turn.
fn tiny(scratch: &Scratch) -> std::path::PathBuf {
    let out = scratch.path("tiny");
    let counter = Exact::with_threads(1);
    Synthetic::Small.generate(&out, 1, Some(12), making(&counter, 1)).unwrap();
    out
}

/// Every fifth byte of every file, or with the slow suites every one.
#[test]
fn a_damaged_byte_is_found_wherever_it_is() {
    let scratch = Scratch::new();
    let folder = tiny(&scratch);
    assert!(read_all(&folder).is_ok());
    let mut rng = Rng::new(7);
    let mut tried = 0;
    for (path, whole) in files(&folder) {
        let (first, step) = if slow_suites() { (0, 1) } else { (rng.below(5), 5) };
        for ix in (first..whole.len()).step_by(step) {
            let mut damaged = whole.clone();
            damaged[ix] ^= 1 << rng.below(8);
            fs::write(&path, &damaged).unwrap();
            assert!(read_all(&folder).is_err(), "{} byte {ix}", path.display());
            tried += 1;
        }
        fs::write(&path, &whole).unwrap();
    }
    assert!(tried > 1_000, "{tried}");
    assert!(read_all(&folder).is_ok());
}

#[test]
fn a_file_that_is_cut_short_grown_or_gone_is_found() {
    let scratch = Scratch::new();
    let folder = tiny(&scratch);
    for (path, whole) in files(&folder) {
        let is_split = path.extension().is_some_and(|ending| ending == "split");
        for bytes in [&whole[..0], &whole[..whole.len() / 2], &[&whole[..], b"\n"].concat()] {
            fs::write(&path, bytes).unwrap();
            assert!(read_all(&folder).is_err(), "{}", path.display());
        }
        fs::remove_file(&path).unwrap();
        // A split that is gone is drawn again.
        assert_eq!(read_all(&folder).is_ok(), is_split, "{}", path.display());
        fs::write(&path, &whole).unwrap();
    }
}

#[test]
fn messages_name_the_file() {
    let scratch = Scratch::new();
    let folder = tiny(&scratch);
    let graphs = folder.join("graphs.bin");
    let whole = fs::read(&graphs).unwrap();
    fs::write(&graphs, &whole[1..]).unwrap();
    let said = read(&folder).unwrap_err().to_string();
    let problem = "is not the one in SHA256SUMS";
    assert!(said.starts_with(&graphs.display().to_string()) && said.ends_with(problem), "{said}");
    fs::write(&graphs, &whole).unwrap();

    let about = folder.join("dataset.toml");
    let text = fs::read_to_string(&about).unwrap();
    fs::write(&about, text.replace("layout = 1", "layout = 2")).unwrap();
    let newer = read(&folder).unwrap_err();
    assert!(matches!(newer, DataError::Newer { found: 2, .. }), "{newer}");

    let missing = read(&scratch.path("nowhere")).unwrap_err();
    assert!(matches!(missing, DataError::NotADataset { .. }), "{missing}");
}

#[test]
fn a_split_of_another_data_set_is_refused() {
    let scratch = Scratch::new();
    let folder = tiny(&scratch);
    let other = scratch.path("other");
    let counter = Exact::with_threads(1);
    Synthetic::Small.generate(&other, 2, Some(12), making(&counter, 1)).unwrap();
    let split = "splits/paper.split";
    fs::copy(other.join(split), folder.join(split)).unwrap();
    let said = read_all(&folder).unwrap_err().to_string();
    assert!(said.ends_with("this split was drawn for another triples.bin"), "{said}");
}

/// The files of a data set with other contents and checksums that fit.
fn rewrite(folder: &Path, file: &str, change: impl Fn(&str) -> String) {
    use sha2::{Digest, Sha256};
    let path = folder.join(file);
    let text = fs::read_to_string(&path).unwrap();
    let changed = change(&text);
    assert_ne!(changed, text);
    fs::write(&path, &changed).unwrap();
    let sum = |bytes: &[u8]| -> String {
        let digits: Vec<u8> =
            Sha256::digest(bytes).iter().flat_map(|byte| [byte >> 4, byte & 15]).collect();
        digits.into_iter().map(|digit| char::from_digit(digit.into(), 16).unwrap()).collect()
    };
    let list = folder.join("SHA256SUMS");
    let sums = fs::read_to_string(&list).unwrap();
    let sums = sums.replace(&sum(text.as_bytes()), &sum(changed.as_bytes()));
    fs::write(&list, sums).unwrap();
}

#[test]
fn sizes_that_are_not_those_of_the_files_are_refused() {
    for size in ["patterns", "graphs", "triples", "lower_bounds", "too_large"] {
        let scratch = Scratch::new();
        let folder = tiny(&scratch);
        rewrite(&folder, "dataset.toml", |text| {
            let line = text.lines().find(|line| line.starts_with(&format!("{size} = "))).unwrap();
            let number: u64 = line.rsplit(' ').next().unwrap().parse().unwrap();
            text.replacen(line, &format!("{size} = {}", number + 1), 1)
        });
        let said = read(&folder).unwrap_err().to_string();
        assert!(said.contains("dataset.toml: the sizes are Sizes"), "{size}: {said}");
    }
}

#[test]
fn a_meaning_that_does_not_exist_is_refused() {
    let scratch = Scratch::new();
    let folder = tiny(&scratch);
    let change = |text: &str| text.replace("\"monomorphism\"", "\"endomorphism\"");
    rewrite(&folder, "dataset.toml", change);
    let said = read(&folder).unwrap_err().to_string();
    assert!(said.contains("dataset.toml: `endomorphism` is not a semantics"), "{said}");
}

#[test]
fn a_split_under_another_name_is_refused() {
    let scratch = Scratch::new();
    let folder = tiny(&scratch);
    let dataset = read(&folder).unwrap();
    let kept = Split::draw(&dataset, Protocol::Paper, 3, &Control::NONE).unwrap();
    let path = kept.keep(&dataset).unwrap();
    // The same protocol with another seed, and another protocol with the same seed.
    for (protocol, seed, name) in
        [(Protocol::Paper, 4, "paper-seed4"), (Protocol::HeldOutGraphs, 3, "held-out-graphs-seed3")]
    {
        let other = folder.join(format!("splits/{name}.split"));
        fs::copy(&path, &other).unwrap();
        let said = Split::get(&dataset, protocol, seed, &Control::NONE).unwrap_err().to_string();
        assert!(said.ends_with("the split in this file was drawn for another name"), "{said}");
        assert!(Split::check_all(&dataset, &Control::NONE).is_err());
        fs::remove_file(&other).unwrap();
        Split::check_all(&dataset, &Control::NONE).unwrap();
    }
    let [one, same, other] = [3, 3, 4].map(|seed| {
        Split::draw(&dataset, Protocol::Paper, seed, &Control::NONE).unwrap().checksum()
    });
    assert_eq!(one, same);
    assert_ne!(one, other);
    assert_eq!(one, kept.checksum());
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_folder_is_refused_and_not_waited_for() {
    let scratch = Scratch::new();
    let folder = tiny(&scratch);
    let pipe = |path: &Path| {
        let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
        assert!(made.success());
    };
    let split = folder.join("splits/extra.split");
    pipe(&split);
    let dataset = read(&folder).unwrap();
    assert!(Split::check_all(&dataset, &Control::NONE).is_err());
    for file in ["graphs.bin", "dataset.toml", "SHA256SUMS"] {
        fs::remove_file(folder.join(file)).unwrap();
        pipe(&folder.join(file));
        assert!(read(&folder).is_err(), "{file}");
    }
}
