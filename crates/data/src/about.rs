//! `dataset.toml`: what a data set is, how it was made, what its counts mean.

use isocount_core::{Meaning, Semantics, Unit};
use serde::{Deserialize, Serialize};

use crate::{LabelTable, Triple, Truth, VERSION};

/// The latest folder layout that this version reads.
pub(crate) const LAYOUT: u32 = 1;

/// The contents of `dataset.toml`. Nothing in it depends on when or how fast the set was made.
///
/// ```
/// use isocount_core::{Semantics, Unit};
/// use isocount_data::{About, LabelTable, Made};
///
/// // What will stand in `dataset.toml`; counting adds the sizes.
/// let about = About {
///     name: "my-molecules".to_owned(),
///     licence: "CC-BY-4.0".to_owned(),
///     made: Made::by("import"),
///     labels: LabelTable { nodes: vec!["C".into(), "O".into()], edges: vec!["single".into()] },
///     ..About::default()
/// };
/// assert_eq!(about.meaning.semantics, Semantics::Monomorphism(Unit::Mappings));
/// assert_eq!(about.sizes.triples, 0);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The layout of the folder.
    pub layout: u32,
    /// The name of the data set.
    pub name: String,
    /// One or two sentences for people.
    pub note: String,
    /// The terms under which it may be used.
    pub licence: String,
    /// The column of the paper's Table 1 that it stands for, if any.
    pub paper: Option<String>,
    /// Where the counts come from.
    pub truth: String,
    /// What is counted.
    pub meaning: Meaning,
    /// How many patterns, graphs and triples there are.
    pub sizes: Sizes,
    /// How it was made.
    pub made: Made,
    /// How the paper splits it.
    pub protocols: Protocols,
    /// The names of the labels.
    pub labels: LabelTable,
}

impl Default for About {
    /// An empty description; counts are mappings of monomorphisms.
    fn default() -> Self {
        Self {
            layout: LAYOUT,
            name: String::new(),
            note: String::new(),
            licence: String::new(),
            paper: None,
            truth: String::new(),
            meaning: Meaning::plain(Semantics::Monomorphism(Unit::Mappings)),
            sizes: Sizes::default(),
            made: Made::by(""),
            protocols: Protocols::PROPORTIONAL,
            labels: LabelTable::default(),
        }
    }
}

impl About {
    /// The text of the file.
    pub(crate) fn to_toml(&self) -> String {
        toml::to_string(self).expect("names, numbers and lists are TOML")
    }
}

/// How many patterns, graphs and triples there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Sizes {
    /// Patterns.
    pub patterns: u64,
    /// Graphs.
    pub graphs: u64,
    /// Triples, all of them.
    pub triples: u64,
    /// Triples whose count is only a lower bound, because a limit was reached.
    pub lower_bounds: u64,
    /// Triples whose count does not fit in 128 bits.
    pub too_large: u64,
    /// Triples whose count is an estimate.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub estimates: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Sizes {
    /// Counts the patterns, graphs and triples.
    pub(crate) fn of(patterns: usize, graphs: usize, triples: &[Triple]) -> Self {
        let of_kind = |wanted: fn(Truth) -> bool| {
            triples.iter().filter(|triple| wanted(triple.truth)).count() as u64
        };
        Self {
            patterns: patterns as u64,
            graphs: graphs as u64,
            triples: triples.len() as u64,
            lower_bounds: of_kind(|truth| matches!(truth, Truth::AtLeast(_))),
            too_large: of_kind(|truth| truth == Truth::TooLarge),
            estimates: of_kind(Truth::is_estimate),
        }
    }
}

/// How a data set was made.
///
/// ```
/// use isocount_data::Made;
///
/// let made = Made::by("my-generator").with_seed(7).with_parameter("density", "0.2");
/// assert_eq!((made.by.as_str(), made.seed), ("my-generator", Some(7)));
/// assert_eq!(made.parameters["density"].as_str(), Some("0.2"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The program and its version.
    pub with: String,
    /// The generator or the import.
    pub by: String,
    /// The seed, if the data set is random.
    pub seed: Option<u64>,
    /// The requested limit, if not everything was requested.
    pub limit: Option<u64>,
    /// Everything else that the data set depends on.
    pub parameters: toml::Table,
}

impl Made {
    /// A data set made by this version of isocount, with the generator or import of this name.
    #[must_use]
    pub fn by(by: &str) -> Self {
        Self {
            with: VERSION.to_owned(),
            by: by.to_owned(),
            seed: None,
            limit: None,
            parameters: toml::Table::new(),
        }
    }

    /// Sets the seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed: Some(seed), ..self }
    }

    /// Adds a parameter.
    #[must_use]
    pub fn with_parameter(mut self, name: &str, value: impl Into<String>) -> Self {
        self.parameters.insert(name.to_owned(), value.into().into());
        self
    }
}

/// How the paper splits a data set.
///
/// ```
/// use isocount_data::{Division, Protocols};
///
/// // Eight tenths for training, and one each for validation and testing.
/// let protocols =
///     Protocols { main: Division::Proportions([8, 1, 1]), ..Protocols::PROPORTIONAL };
/// assert_eq!(protocols.secondary, [1, 1, 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Protocols {
    /// The sizes of the training and validation parts in the main setting; the rest is for testing.
    pub main: Division,
    /// The proportions of training, validation and testing in the setting with one pattern at a
    /// time.
    pub secondary: [u32; 3],
}

/// How many triples are for training and validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Division {
    /// Fixed numbers; the rest is for testing.
    Numbers {
        /// For training.
        train: u64,
        /// For validation.
        valid: u64,
    },
    /// In these proportions: training, validation, testing.
    Proportions([u32; 3]),
}

impl Protocols {
    /// 5,000 and 1,000, the rest for testing: SMALL and LARGE.
    pub const SYNTHETIC: Self =
        Self { main: Division::Numbers { train: 5000, valid: 1000 }, secondary: [1, 1, 2] };
    /// 1,000 and 100, the rest for testing.
    pub const MUTAG: Self =
        Self { main: Division::Numbers { train: 1000, valid: 100 }, secondary: [1, 1, 1] };
    /// 4 : 1 : 5, as the paper divides OGB-PPA; also for sets that are not in the paper.
    pub const PROPORTIONAL: Self =
        Self { main: Division::Proportions([4, 1, 5]), secondary: [1, 1, 2] };
}

#[cfg(test)]
mod tests {
    use isocount_core::{Labels, View};

    use super::*;

    #[test]
    fn the_meaning_is_written_as_it_always_was() {
        let view = View { edge_labels: Labels::Ignore, ..View::default() };
        let meaning = Meaning { semantics: Semantics::Induced(Unit::Subgraphs), view };
        let text = About { meaning, ..About::default() }.to_toml();
        let expected = "[meaning]\nsemantics = \"induced\"\nunit = \"subgraphs\"\n\
                        ignored = [\"edge_labels\"]\n";
        assert!(text.contains(expected), "{text}");
        let text = About::default().to_toml();
        assert!(text.contains("unit = \"mappings\"\nignored = []\n"), "{text}");
    }

    #[test]
    fn the_file_comes_back() {
        let about = About {
            layout: LAYOUT,
            name: "n".to_owned(),
            note: "a \"note\"".to_owned(),
            licence: String::new(),
            paper: Some("MUTAG".to_owned()),
            truth: "counted".to_owned(),
            meaning: Meaning::plain(Semantics::Homomorphism),
            sizes: Sizes { patterns: 1, ..Sizes::default() },
            made: Made {
                with: "isocount".to_owned(),
                by: "test".to_owned(),
                seed: Some(7),
                limit: Some(3),
                parameters: toml::Table::from_iter([("alpha".to_owned(), 0.25.into())]),
            },
            protocols: Protocols::MUTAG,
            labels: LabelTable::numbers(2, 1),
        };
        let text = about.to_toml();
        assert_eq!(toml::from_str::<About>(&text).unwrap(), about, "{text}");
    }
}
