//! Graphs that are typed as text where a file could be named.

use std::fmt;

/// A way to write a graph as a short text. On the command line, its name and a colon stand in front of the
/// text: `smiles:c1ccccc1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// A molecule.
    Smiles,
}

impl Notation {
    /// Every notation there is.
    pub const ALL: &[Self] = &[Self::Smiles];

    /// The name in front of the colon.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Smiles => "smiles",
        }
    }

    /// Splits what was typed into the notation and its text; nothing if it is the name of a file.
    ///
    /// ```
    /// use isocount_format::Notation;
    ///
    /// assert_eq!(Notation::split("smiles:CCO"), Some((Notation::Smiles, "CCO")));
    /// assert_eq!(Notation::split("./smiles:CCO"), None);
    /// ```
    #[must_use]
    pub fn split(argument: &str) -> Option<(Self, &str)> {
        let (name, text) = argument.split_once(':')?;
        let notation = Self::ALL.iter().copied().find(|notation| notation.name() == name)?;
        Some((notation, text))
    }

    /// The opposite of [`split`](Self::split).
    #[must_use]
    pub fn argument(self, text: &str) -> String {
        format!("{}:{text}", self.name())
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
