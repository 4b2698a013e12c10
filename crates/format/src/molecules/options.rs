//! Options for molecules: how atoms are labelled, which hydrogens are nodes, and whether aromatic
//! rings are detected.

use std::fmt;
use std::str::FromStr;

use isocount_core::printable;

/// How molecules become graphs. The default labels atoms by their element, leaves hydrogens out,
/// and detects aromatic rings.
///
/// ```
/// use std::path::Path;
/// use isocount_core::Control;
/// use isocount_format::{
///     Format, Hydrogens, LabelNames, MoleculeOptions, ReadOptions, read_bytes,
/// };
///
/// // Ethanol: two carbons and an oxygen, or all nine atoms.
/// let num_atoms = |molecules: MoleculeOptions| {
///     let options = ReadOptions::new().with_molecules(molecules);
///     let (path, mut names) = (Path::new("ethanol.smi"), LabelNames::new());
///     read_bytes(Format::Smiles, path, b"CCO", &options, &mut names, &Control::NONE)
///         .map(|read| read[0].graph.num_nodes())
/// };
/// let with_hydrogens = MoleculeOptions::new().with_hydrogens(Hydrogens::Explicit);
/// assert_eq!(num_atoms(MoleculeOptions::new())?, 3);
/// assert_eq!(num_atoms(with_hydrogens)?, 9);
/// # Ok::<(), isocount_format::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MoleculeOptions {
    /// What the labels of atoms contain.
    pub atom_label: AtomLabel,
    /// Which hydrogens are nodes.
    pub hydrogens: Hydrogens,
    /// Which bonds are aromatic.
    pub aromaticity: Aromaticity,
    /// What the labels are used for.
    pub purpose: LabelPurpose,
}

impl MoleculeOptions {
    /// The default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the labels of atoms.
    #[must_use]
    pub fn with_atom_label(self, atom_label: AtomLabel) -> Self {
        Self { atom_label, ..self }
    }

    /// Sets which hydrogens are nodes.
    #[must_use]
    pub fn with_hydrogens(self, hydrogens: Hydrogens) -> Self {
        Self { hydrogens, ..self }
    }

    /// Reads molecules for patterns in SMARTS: the label of an atom contains all its properties,
    /// and the label of a bond contains whether it lies in a ring. SMARTS are read after the
    /// molecules that they are to be found in.
    #[must_use]
    pub fn for_smarts(self) -> Self {
        Self { purpose: LabelPurpose::Smarts, ..self }
    }

    /// Sets which bonds are aromatic.
    #[must_use]
    pub fn with_aromaticity(self, aromaticity: Aromaticity) -> Self {
        Self { aromaticity, ..self }
    }
}

/// What the labels of atoms and bonds are compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LabelPurpose {
    /// Other labels, by name.
    #[default]
    Names,
    /// Conditions in SMARTS.
    Smarts,
}

/// Which hydrogens are nodes of the graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Hydrogens {
    /// No hydrogens, except those that cannot be left out: isotopes, ions, molecular hydrogen, and
    /// hydrogens between two atoms.
    #[default]
    Implicit,
    /// All hydrogens, including those that follow from the valences. A pattern is a fragment, so
    /// only those that it states are nodes: as atoms, or in brackets.
    Explicit,
}

impl Hydrogens {
    /// All choices.
    pub const ALL: &[Self] = &[Self::Implicit, Self::Explicit];

    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Implicit => "implicit",
            Self::Explicit => "explicit",
        }
    }
}

/// Which bonds are aromatic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Aromaticity {
    /// Those in rings that are aromatic by the rules of `RDKit`, however they are written.
    #[default]
    Perceive,
    /// Those that are written as aromatic.
    AsWritten,
}

impl Aromaticity {
    /// All choices.
    pub const ALL: &[Self] = &[Self::Perceive, Self::AsWritten];

    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Perceive => "perceive",
            Self::AsWritten => "as-written",
        }
    }
}

/// What the label of an atom contains besides its element: nothing, or any of the [`AtomDetail`]s.
///
/// ```
/// use isocount_format::{AtomDetail, AtomLabel};
///
/// let label: AtomLabel = "charge,aromaticity".parse()?;
/// assert!(label.has(AtomDetail::Charge) && !label.has(AtomDetail::Isotope));
/// assert_eq!(label.to_string(), "charge,aromaticity");
/// assert_eq!("element".parse(), Ok(AtomLabel::ELEMENT));
/// # Ok::<(), isocount_format::ParseAtomLabelError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AtomLabel {
    /// One bit for each detail.
    details: u8,
}

/// A detail that the label of an atom can contain besides its element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AtomDetail {
    /// The charge: `N+`, `O-`, `Fe+2`.
    Charge,
    /// Whether the atom is aromatic: `c` or `C`.
    Aromaticity,
    /// The number of hydrogens, whether they are nodes or not: `CH3`, `OH`.
    Hydrogens,
    /// The isotope, if one is stated: `13C`.
    Isotope,
    /// The number of the atom in a reaction, if one is stated: `C:1`.
    Class,
}

impl AtomDetail {
    /// All details, in the order in which they are listed.
    pub const ALL: &[Self] =
        &[Self::Charge, Self::Aromaticity, Self::Hydrogens, Self::Isotope, Self::Class];

    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Charge => "charge",
            Self::Aromaticity => "aromaticity",
            Self::Hydrogens => "hydrogens",
            Self::Isotope => "isotope",
            Self::Class => "class",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The text form of [`AtomLabel`] for the element alone.
const ELEMENT: &str = "element";
/// The text from which [`AtomLabel`] parses all details.
const FULL: &str = "full";

impl AtomLabel {
    /// The element only.
    pub const ELEMENT: Self = Self { details: 0 };

    /// The element and every detail.
    pub const FULL: Self = Self { details: (1 << AtomDetail::ALL.len()) - 1 };

    /// Adds a detail.
    #[must_use]
    pub fn with(self, detail: AtomDetail) -> Self {
        Self { details: self.details | detail.bit() }
    }

    /// Whether it contains this detail.
    #[must_use]
    pub fn has(self, detail: AtomDetail) -> bool {
        self.details & detail.bit() != 0
    }
}

impl fmt::Display for AtomLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::ELEMENT {
            return f.pad(ELEMENT);
        }
        let details = AtomDetail::ALL.iter().filter(|detail| self.has(**detail));
        f.pad(&details.map(|detail| detail.name()).collect::<Vec<_>>().join(","))
    }
}

/// The text is not the name of an atom label.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not part of an atom's label; {}", printable(.0), AtomLabel::choices())]
pub struct ParseAtomLabelError(String);

impl AtomLabel {
    /// The possible texts, for a message.
    fn choices() -> String {
        let details = AtomDetail::ALL.iter().map(|detail| detail.name()).collect::<Vec<_>>();
        format!("{ELEMENT}, {FULL}, or some of {}, with commas between them", details.join(", "))
    }
}

impl FromStr for AtomLabel {
    type Err = ParseAtomLabelError;

    fn from_str(text: &str) -> Result<Self, ParseAtomLabelError> {
        let mut label = Self::ELEMENT;
        for word in text.split(',').map(str::trim) {
            label = match word {
                ELEMENT => label,
                FULL => Self::FULL,
                word => {
                    let detail = AtomDetail::ALL.iter().find(|detail| detail.name() == word);
                    label.with(*detail.ok_or_else(|| ParseAtomLabelError(word.to_owned()))?)
                }
            };
        }
        Ok(label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_atoms_read_back() {
        for details in 0..=AtomLabel::FULL.details {
            let label = AtomLabel { details };
            assert_eq!(label.to_string().parse(), Ok(label));
        }
        assert_eq!("full".parse(), Ok(AtomLabel::FULL));
        assert_eq!("element, charge".parse(), Ok(AtomLabel::ELEMENT.with(AtomDetail::Charge)));
    }

    #[test]
    fn unknown_words_are_refused_with_the_choices() {
        let error = "charge,colour".parse::<AtomLabel>().unwrap_err().to_string();
        assert_eq!(
            error,
            "`colour` is not part of an atom's label; element, full, or some of charge, \
             aromaticity, hydrogens, isotope, class, with commas between them"
        );
        assert!("".parse::<AtomLabel>().is_err());
    }
}
