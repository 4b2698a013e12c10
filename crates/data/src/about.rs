//! `dataset.toml`: what a data set is, how it was made, what its counts mean.

use std::fmt;

use isocount_core::{Directions, Labels, Semantics, Unit, View};
use serde::{Deserialize, Serialize};

use crate::{LabelTable, Triple, Truth, VERSION};

/// The latest layout of folders that this program knows.
pub(crate) const LAYOUT: u32 = 1;

/// What `dataset.toml` says. Nothing in it depends on when or how fast it was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The layout of the folder.
    pub layout: u32,
    /// What the data set is called.
    pub name: String,
    /// One or two sentences for people.
    pub note: String,
    /// Who may use it how.
    pub licence: String,
    /// Which column of the paper's Table 1 it stands for, if any.
    pub paper: Option<String>,
    /// Where the counts come from.
    pub truth: String,
    /// What is counted.
    pub meaning: Meaning,
    /// How many of everything there are.
    pub sizes: Sizes,
    /// How it was made.
    pub made: Made,
    /// How the paper divides it.
    pub protocols: Protocols,
    /// What the labels are called.
    pub labels: LabelTable,
}

impl Default for About {
    /// Nothing is said yet; counts are mappings of monomorphisms.
    fn default() -> Self {
        Self {
            layout: LAYOUT,
            name: String::new(),
            note: String::new(),
            licence: String::new(),
            paper: None,
            truth: String::new(),
            meaning: Meaning::new(Semantics::Monomorphism(Unit::Mappings), View::default()),
            sizes: Sizes::default(),
            made: Made::new("", None, &[]),
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

/// What is counted, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meaning {
    semantics: String,
    unit: String,
    /// What the question leaves out: `node_labels`, `edge_labels`, `directions`. The graphs of the
    /// data set still have it.
    ignored: Vec<String>,
}

impl Meaning {
    /// The meaning of counts under a view.
    #[must_use]
    pub fn new(semantics: Semantics, view: View) -> Self {
        let View { node_labels, edge_labels, directions } = view;
        let parts = [
            (NODE_LABELS, node_labels == Labels::Ignore),
            (EDGE_LABELS, edge_labels == Labels::Ignore),
            (DIRECTIONS, directions == Directions::Ignore),
        ];
        let ignored = parts.into_iter().filter(|&(_, ignored)| ignored);
        Self {
            semantics: semantics.name().to_owned(),
            unit: semantics.unit().name().to_owned(),
            ignored: ignored.map(|(name, _)| name.to_owned()).collect(),
        }
    }

    /// A meaning by its names, which need not be known ones.
    pub(crate) fn named(semantics: &str, unit: &str, ignored: &[String]) -> Self {
        Self { semantics: semantics.to_owned(), unit: unit.to_owned(), ignored: ignored.to_vec() }
    }

    /// What is counted, if the names are known ones.
    #[must_use]
    pub fn semantics(&self) -> Option<Semantics> {
        Semantics::ALL
            .into_iter()
            .find(|known| known.name() == self.semantics && known.unit().name() == self.unit)
    }

    /// What is left out, if the names are known ones.
    #[must_use]
    pub fn view(&self) -> Option<View> {
        let mut view = View::default();
        for part in &self.ignored {
            match part.as_str() {
                NODE_LABELS => view.node_labels = Labels::Ignore,
                EDGE_LABELS => view.edge_labels = Labels::Ignore,
                DIRECTIONS => view.directions = Directions::Ignore,
                _ => return None,
            }
        }
        Some(view)
    }
}

impl fmt::Display for Meaning {
    /// `mappings (monomorphism, edge labels ignored)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.unit, self.semantics)?;
        for part in &self.ignored {
            write!(f, ", {} ignored", part.replace('_', " "))?;
        }
        write!(f, ")")
    }
}

const NODE_LABELS: &str = "node_labels";
const EDGE_LABELS: &str = "edge_labels";
const DIRECTIONS: &str = "directions";

/// How many of everything there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
}

impl Sizes {
    /// Counts.
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
        }
    }
}

/// How a data set was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The program and its version.
    pub with: String,
    /// The generator or the import.
    pub by: String,
    /// The seed, where chance played a part.
    pub seed: Option<u64>,
    /// How much was asked for, if that was less than everything.
    pub limit: Option<u64>,
    /// Whatever else it depended on.
    pub parameters: toml::Table,
}

impl Made {
    /// Made by this version of isocount.
    #[must_use]
    pub fn new(by: &str, seed: Option<u64>, parameters: &[(&str, String)]) -> Self {
        let parameter = |(name, value): &(&str, String)| ((*name).to_owned(), value.clone().into());
        Self {
            with: VERSION.to_owned(),
            by: by.to_owned(),
            seed,
            limit: None,
            parameters: parameters.iter().map(parameter).collect(),
        }
    }
}

/// How the paper divides a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Protocols {
    /// Training and validation triples of the main setting; the rest is for testing.
    pub main: Division,
    /// Parts for training, validation and testing of the setting with one pattern at a time.
    pub secondary: [u32; 3],
}

/// How many triples are for training and validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Division {
    /// So many of each, the rest for testing.
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
    /// 4 : 1 : 5, as the paper divides OGB-PPA; also for sets that the paper does not know.
    pub const PROPORTIONAL: Self =
        Self { main: Division::Proportions([4, 1, 5]), secondary: [1, 1, 2] };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meanings_come_back() {
        for semantics in Semantics::ALL {
            for directions in [Directions::Keep, Directions::Ignore] {
                let view = View { edge_labels: Labels::Ignore, directions, ..View::default() };
                let meaning = Meaning::new(semantics, view);
                assert_eq!(meaning.semantics(), Some(semantics));
                assert_eq!(meaning.view(), Some(view));
            }
        }
        let mut odd = Meaning::new(Semantics::Induced(Unit::Subgraphs), View::default());
        odd.ignored.push("colours".to_owned());
        assert_eq!(odd.view(), None);
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
            meaning: Meaning::new(Semantics::Homomorphism, View::default()),
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
