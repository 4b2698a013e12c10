//! Graphs as text, where a file name is also possible.

use std::fmt;
use std::path::Path;

use isocount_core::Control;

use super::named::{NamedGraph, NamedPattern};
use super::packing::without_packing;
use super::source::STDIN;
use crate::molecules::{smarts, smiles};
use crate::{Format, FormatError, LabelNames, ReadOptions, notation};

/// A way to write a graph as a short text. On the command line, the text is prefixed by its name
/// and a colon: `smiles:c1ccccc1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// A molecule.
    Smiles,
    /// A pattern for molecules; never a graph.
    Smarts,
    /// The notation for patterns and graphs, or the name of a well-known pattern.
    Text,
}

impl Notation {
    /// All notations.
    pub const ALL: &[Self] = &[Self::Smiles, Self::Smarts, Self::Text];

    /// The name before the colon.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Smiles => "smiles",
            Self::Smarts => "smarts",
            Self::Text => "text",
        }
    }

    /// Splits an argument into the notation and its text; `None` if it is a file name.
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

    /// The notation and the text of an argument for a pattern or graph; `None` if it is a file or
    /// folder. This depends on the argument and on the file system:
    ///
    /// 1. With the prefix of a notation and a colon, it is a text. (A file of such a name can be
    ///    given as `./smiles:...`.)
    /// 2. If a file or folder of this name exists, it is that; `-` is standard input.
    /// 3. If it looks like the name of a file, with an extension or a folder, it is a missing file.
    /// 4. Otherwise it is the name of a pattern, or a text in the [notation](Self::Text).
    ///
    /// ```
    /// use isocount_format::Notation;
    ///
    /// let typed = |argument| Notation::of_argument(argument).map(|(notation, _)| notation);
    /// assert_eq!(typed("a-b-c-a".as_ref()), Some(Notation::Text));
    /// assert_eq!(typed("text:README".as_ref()), Some(Notation::Text));
    /// assert_eq!(typed("missing/graph".as_ref()), None);
    /// assert_eq!(typed("missing.csv".as_ref()), None);
    /// ```
    #[must_use]
    pub fn of_argument(argument: &Path) -> Option<(Self, &str)> {
        let text = argument.to_str()?;
        if let Some(typed) = Self::split(text) {
            return Some(typed);
        }
        let is_path = text == STDIN
            || text.trim().is_empty()
            || argument.symlink_metadata().is_ok()
            || looks_like_a_path(text);
        (!is_path).then_some((Self::Text, text))
    }

    /// The opposite of [`split`](Self::split).
    #[must_use]
    pub fn argument(self, text: &str) -> String {
        format!("{}:{text}", self.name())
    }
}

/// Whether a text looks like the name of a file.
fn looks_like_a_path(text: &str) -> bool {
    let path = Path::new(text);
    let has_folder = text.contains('/') && !text.contains([':', '[', '"', '\'']);
    let is_plain = |c: char| c.is_alphanumeric() || "._- ".contains(c);
    let has_ending = text.contains('.') && text.chars().all(is_plain);
    let is_known = Format::from_path(path).is_some() || without_packing(path) != path;
    has_folder || has_ending || is_known || (text.contains('\\') && !text.contains(['"', '\'']))
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a graph from text, such as `c1ccccc1`. Its name is the text; messages refer to it by
/// [`Notation::argument`].
///
/// # Errors
/// If the text is not of this notation, or the work was cancelled.
pub fn read_text(
    notation: Notation,
    text: &str,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedGraph, FormatError> {
    read_typed(notation.argument(text).as_ref(), notation, text, options, names, control)
}

/// Reads a pattern from text, like [`read_text`]. In the notation, it may have sets of labels.
///
/// ```
/// use isocount_core::Control;
/// use isocount_format::{LabelNames, Notation, ReadOptions, read_pattern_text};
///
/// let (options, mut names) = (ReadOptions::new(), LabelNames::new());
/// let text = "x:C -[*]- y:F|Cl|Br";
/// let named = read_pattern_text(Notation::Text, text, &options, &mut names, &Control::NONE)?;
/// assert!(named.pattern.has_sets());
/// assert_eq!(named.node_names.unwrap(), ["x", "y"]);
/// # Ok::<(), isocount_format::FormatError>(())
/// ```
///
/// # Errors
/// As [`read_text`], and if the pattern has no nodes.
pub fn read_pattern_text(
    notation: Notation,
    text: &str,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedPattern, FormatError> {
    let path = notation.argument(text);
    read_typed_pattern(path.as_ref(), notation, text, options, names, control)
}

/// Reads a graph from text; messages refer to it as `path`.
pub(crate) fn read_typed(
    path: &Path,
    notation: Notation,
    text: &str,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedGraph, FormatError> {
    match notation {
        Notation::Smiles => smiles::read_text(text, options, names, control),
        Notation::Smarts => Err(smarts::not_a_graph(path, text.chars().count()).typed()),
        Notation::Text => notation::read_typed(path, text, options, names, control),
    }
}

/// Reads a pattern from text; messages refer to it as `path`.
pub(crate) fn read_typed_pattern(
    path: &Path,
    notation: Notation,
    text: &str,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedPattern, FormatError> {
    match notation {
        Notation::Smiles => smiles::read_text(text, options, names, control)?.into_pattern(path),
        Notation::Smarts => smarts::read_text(path, text, options, names, control),
        Notation::Text => notation::read_typed_pattern(path, text, options, names, control),
    }
}
