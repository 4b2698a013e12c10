//! What a count counts: the semantics, and the view of pattern and graph.

use std::fmt;

use crate::{Semantics, View};

/// The meaning of a count. Counts are comparable if and only if their meanings are equal.
///
/// ```
/// use isocount_core::{Labels, Meaning, Semantics, Unit, View};
///
/// let view = View { edge_labels: Labels::Ignore, ..View::default() };
/// let meaning = Meaning { semantics: Semantics::Monomorphism(Unit::Mappings), view };
/// assert_eq!(meaning.to_string(), "mappings (monomorphism, edge labels ignored)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meaning {
    /// Which maps are counted, and in what unit.
    pub semantics: Semantics,
    /// Which labels and directions of pattern and graph are ignored.
    pub view: View,
}

impl Meaning {
    /// This semantics, with nothing ignored.
    #[must_use]
    pub fn plain(semantics: Semantics) -> Self {
        Self { semantics, view: View::default() }
    }

    /// The convention without the unit: `monomorphism, directions ignored`.
    #[must_use]
    pub fn convention(self) -> String {
        let mut text = self.semantics.name().to_owned();
        for part in self.view.ignored() {
            text = format!("{text}, {} ignored", part.replace('_', " "));
        }
        text
    }
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.semantics.unit(), self.convention())
    }
}

/// In files: `{"semantics": "monomorphism", "unit": "mappings", "ignored": ["edge_labels"]}`.
#[cfg(feature = "serde")]
mod as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Meaning;
    use crate::{Semantics, View};

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Text {
        semantics: String,
        unit: String,
        #[serde(default)]
        ignored: Vec<String>,
    }

    impl Serialize for Meaning {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let text = Text {
                semantics: self.semantics.name().to_owned(),
                unit: self.semantics.unit().name().to_owned(),
                ignored: self.view.ignored().map(str::to_owned).collect(),
            };
            text.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Meaning {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let Text { semantics, unit, ignored } = Text::deserialize(deserializer)?;
            let semantics: Semantics =
                format!("{semantics} {unit}").parse().map_err(D::Error::custom)?;
            let view =
                View::ignoring(ignored.iter().map(String::as_str)).map_err(D::Error::custom)?;
            Ok(Self { semantics, view })
        }
    }
}
