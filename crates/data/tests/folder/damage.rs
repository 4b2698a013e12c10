//! A damaged byte anywhere is reported and never read as data.

use std::fs;
use std::path::Path;

use isocount_core::Rng;
use isocount_count::Exact;
use isocount_data::{Crew, DataError, Dataset, Protocol, Split, Synthetic};

use isocount_testkit::slow_suites;

use crate::{Scratch, files, threads};

/// Everything that is ever read from a folder.
fn read_all(folder: &Path) -> Result<(), DataError> {
    let dataset = Dataset::read(folder)?;
    for protocol in Protocol::STANDARD {
        Split::get(&dataset, protocol, 0)?;
    }
    Ok(())
}

/// So small that every byte of it can be damaged in turn.
fn tiny(scratch: &Scratch) -> std::path::PathBuf {
    let out = scratch.path("tiny");
    let counter = Exact::with_threads(1);
    let crew = Crew { counter: &counter, threads: threads(1), progress: &|_| {} };
    Synthetic::Small.generate(&out, 1, Some(12), crew).unwrap();
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
    let said = Dataset::read(&folder).unwrap_err().to_string();
    let problem = "is not the one in SHA256SUMS";
    assert!(said.starts_with(&graphs.display().to_string()) && said.ends_with(problem), "{said}");
    fs::write(&graphs, &whole).unwrap();

    let about = folder.join("dataset.toml");
    let text = fs::read_to_string(&about).unwrap();
    fs::write(&about, text.replace("layout = 1", "layout = 2")).unwrap();
    let newer = Dataset::read(&folder).unwrap_err();
    assert!(matches!(newer, DataError::Newer { found: 2, .. }), "{newer}");

    let missing = Dataset::read(&scratch.path("nowhere")).unwrap_err();
    assert!(matches!(missing, DataError::NotADataset { .. }), "{missing}");
}

#[test]
fn a_split_of_another_data_set_is_refused() {
    let scratch = Scratch::new();
    let folder = tiny(&scratch);
    let other = scratch.path("other");
    let counter = Exact::with_threads(1);
    let crew = Crew { counter: &counter, threads: threads(1), progress: &|_| {} };
    Synthetic::Small.generate(&other, 2, Some(12), crew).unwrap();
    let split = "splits/paper.split";
    fs::copy(other.join(split), folder.join(split)).unwrap();
    let said = read_all(&folder).unwrap_err().to_string();
    assert!(
        said.ends_with("this split divides another file than the triples.bin beside it"),
        "{said}"
    );
}
