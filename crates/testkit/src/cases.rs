//! The shared cases of `testdata/cases`: questions with known answers, run by every counter.
//!
//! ```toml
//! [[case]]
//! name = "path of three nodes into the triangle"
//! pattern = "a-b-c"
//! graph = "1-2-3-1"
//! homomorphism = 12
//! monomorphism = 6
//! induced = 0
//! automorphisms = 2
//! ```
//!
//! The counts are of mappings; subgraphs are mappings divided by the automorphisms.

use std::fs;
use std::path::{Path, PathBuf};

use isocount_core::{Count, Semantics, Unit};
use serde::Deserialize;

use crate::random::Case;

/// A question with its answer in every meaning.
#[derive(Clone, Debug)]
pub struct KnownCase {
    /// The name of the case, which says what it shows.
    pub name: String,
    /// The file that contains it.
    pub file: PathBuf,
    /// The question.
    pub case: Case,
    /// The number of mappings that preserve labels and arcs.
    pub homomorphism: u64,
    /// The number of them that are injective.
    pub monomorphism: u64,
    /// The number of injective ones that leave no arc of the graph out.
    pub induced: u64,
    /// The number of automorphisms of the pattern.
    pub automorphisms: u64,
}

impl KnownCase {
    /// The expected count.
    #[must_use]
    pub fn count(&self, semantics: Semantics) -> Count {
        let mappings = match semantics {
            Semantics::Homomorphism => self.homomorphism,
            Semantics::Monomorphism(_) => self.monomorphism,
            Semantics::Induced(_) => self.induced,
        };
        Count::from(match semantics.unit() {
            Unit::Mappings => mappings,
            Unit::Subgraphs => mappings / self.automorphisms,
        })
    }
}

/// Every case of every file, in the order of the file names.
///
/// # Panics
/// If a file is not in the format of the [module docs](self), or two cases have the same name.
#[must_use]
pub fn all() -> Vec<KnownCase> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder())
        .expect("testdata/cases can be listed")
        .map(|entry| entry.expect("testdata/cases can be listed").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "toml"))
        .collect();
    files.sort();
    let cases: Vec<KnownCase> = files.iter().flat_map(|file| read(file)).collect();
    for (ix, case) in cases.iter().enumerate() {
        let twin = cases[..ix].iter().find(|other| other.name == case.name);
        assert!(twin.is_none(), "two cases are called `{}`", case.name);
    }
    cases
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cases")
}

fn read(file: &Path) -> Vec<KnownCase> {
    let text = fs::read_to_string(file)
        .unwrap_or_else(|problem| panic!("cannot read {}: {problem}", file.display()));
    parse(file, &text).unwrap_or_else(|problem| panic!("{}: {problem}", file.display()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Entry>,
}

/// A case as it is written in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    pattern: String,
    graph: String,
    homomorphism: u64,
    monomorphism: u64,
    induced: u64,
    automorphisms: u64,
}

fn parse(file: &Path, text: &str) -> Result<Vec<KnownCase>, String> {
    let parsed: File = toml::from_str(text).map_err(|problem| problem.to_string())?;
    parsed.case.into_iter().map(|entry| known(file, entry)).collect()
}

fn known(file: &Path, entry: Entry) -> Result<KnownCase, String> {
    for mappings in [entry.monomorphism, entry.induced] {
        if mappings.checked_rem(entry.automorphisms) != Some(0) {
            let (name, automorphisms) = (&entry.name, entry.automorphisms);
            return Err(format!(
                "`{name}`: {automorphisms} automorphisms do not divide {mappings}"
            ));
        }
    }
    let case = Case { pattern: crate::pattern(&entry.pattern), graph: crate::graph(&entry.graph) };
    Ok(KnownCase {
        name: entry.name,
        file: file.to_owned(),
        case,
        homomorphism: entry.homomorphism,
        monomorphism: entry.monomorphism,
        induced: entry.induced,
        automorphisms: entry.automorphisms,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[[case]]\nname = 'x'\npattern = 'a-b'\ngraph = '1-2'\n\
        homomorphism = 2\nmonomorphism = 2\ninduced = 2\nautomorphisms = 2\n";

    #[test]
    fn subgraphs_are_mappings_divided_by_automorphisms() {
        let cases = parse(Path::new("x.toml"), GOOD).unwrap();
        let counts = Semantics::ALL.map(|semantics| cases[0].count(semantics).0);
        assert_eq!(counts, [2, 2, 1, 2, 1]);
    }

    #[test]
    fn unknown_and_missing_keys_are_refused() {
        let unknown = format!("{GOOD}extra = 1\n");
        assert!(parse(Path::new("x"), &unknown).unwrap_err().contains("extra"));
        let missing = GOOD.replace("induced = 2\n", "");
        assert!(parse(Path::new("x"), &missing).unwrap_err().contains("induced"));
    }

    #[test]
    fn counts_that_the_automorphisms_do_not_divide_are_refused() {
        for wrong in ["automorphisms = 3", "automorphisms = 0"] {
            let text = GOOD.replace("automorphisms = 2", wrong);
            assert!(parse(Path::new("x"), &text).unwrap_err().contains("do not divide 2"));
        }
    }

    #[test]
    fn there_are_many_cases() {
        assert!(all().len() >= 60);
    }
}
