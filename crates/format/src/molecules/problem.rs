//! Problems in the text of a molecule.

use isocount_core::printable;

use crate::Found;

/// Why text is not a molecule, or not one that is supported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoleculeProblem {
    /// A symbol that is not an element.
    #[error("`{}` is not a chemical element", printable(.symbol))]
    UnknownElement {
        /// The symbol as written.
        symbol: String,
    },
    /// A ring bond with only one end.
    #[error("ring bond {number} is opened here and never closed")]
    OpenRing {
        /// The number of the ring bond.
        number: u32,
    },
    /// A branch without a closing `)`.
    #[error("this branch has no closing `)`")]
    OpenBranch,
    /// A `)` without a branch.
    #[error("this `)` closes no branch")]
    NoBranch,
    /// A bracket without a closing `]`.
    #[error("this bracket has no closing `]`")]
    OpenBracket,
    /// A ring bond from an atom to itself.
    #[error("this bond joins an atom to itself")]
    SelfBond,
    /// Two bonds between the same atoms.
    #[error("these two atoms are bonded already")]
    RepeatedBond,
    /// The two ends of a ring bond have different orders.
    #[error("ring bond {number} has a different order at its other end")]
    RingBondConflict {
        /// The number of the ring bond.
        number: u32,
    },
    /// An aromatic atom that is not in a ring.
    #[error("the aromatic atom `{symbol}` is not in a ring")]
    AromaticOutsideRing {
        /// The symbol of the atom.
        symbol: String,
    },
    /// Aromatic atoms without a valid pattern of alternating double bonds.
    #[error(
        "the aromatic ring with this `{symbol}` cannot be written with alternating double bonds"
    )]
    NoAlternatingBonds {
        /// The symbol of an atom without a partner.
        symbol: String,
    },
    /// A ring system that is too large to process.
    #[error("this ring system of {num_bonds} bonds is too large to find its aromatic rings")]
    TooManyRings {
        /// The number of its bonds.
        num_bonds: usize,
    },
    /// A wildcard in a pattern.
    #[error("found the wildcard `*`, which patterns cannot have")]
    WildcardInPattern,
    /// A hydrogen atom in a pattern for graphs without hydrogens.
    #[error(
        "this pattern has a hydrogen atom, which would be left out: hydrogens are implicit here"
    )]
    HydrogenInPattern,
    /// An atom or bond of a query.
    #[error("{what} `{}` is part of a query, not of a molecule", printable(.symbol))]
    Query {
        /// `the atom` or `the bond type`.
        what: &'static str,
        /// The text as written.
        symbol: String,
    },
    /// A bond of unknown order.
    #[error("the bond `~` can be of any order, which molecules cannot have")]
    AnyBond,
    /// A `ChemAxon` extension that affects the graph.
    #[error("found an extension of ChemAxon (CXSMILES) that describes more than stereochemistry")]
    Extension,
    /// The first line of a file could be a molecule or a header.
    #[error("this line may be a header, or a molecule whose name is `smiles`")]
    AmbiguousHeader,
    /// The first line of a file is not a molecule; it may be an unknown header.
    #[error("found {found}, expected {expected}")]
    FirstLine {
        /// What was found.
        found: Found,
        /// What was expected.
        expected: &'static str,
    },
    /// The atoms or bonds of a table do not match the stated numbers.
    #[error("found `{}`, expected atom {number} of the {stated} that line {line} states", printable(.found))]
    MissingAtoms {
        /// What was found.
        found: String,
        /// The expected atom, from 1.
        number: u32,
        /// The stated number.
        stated: u32,
        /// The line that states it.
        line: u32,
    },
    /// The number of atoms or bonds is not the one that a line states.
    #[error("number of {what}: found {found}, expected {stated} as line {line} states")]
    WrongCount {
        /// `atoms` or `bonds`.
        what: &'static str,
        /// The number found.
        found: usize,
        /// The stated number.
        stated: u64,
        /// The line that states it.
        line: u32,
    },
    /// An atom number that does not exist in the molecule.
    #[error("atom {number} does not exist; the molecule has {num_atoms}")]
    UnknownAtom {
        /// The number as written.
        number: u64,
        /// The number of atoms.
        num_atoms: usize,
    },
    /// An atom number that occurs twice.
    #[error("atom {number} is given twice")]
    RepeatedAtom {
        /// The number as written.
        number: u64,
    },
}

impl MoleculeProblem {
    /// A remedy, if it is not obvious.
    pub(crate) fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::OpenRing { .. } => {
                "a ring bond has the same number at both its atoms, as in C1CCCCC1"
            }
            Self::RepeatedBond => "state a bond of higher order once, as in C=C",
            Self::AromaticOutsideRing { .. } => {
                "write it with a capital letter, or take aromaticity as it is written"
            }
            Self::NoAlternatingBonds { .. } => {
                "a nitrogen with a hydrogen is written [nH]; \
                 fragments of rings can be read with aromaticity as it is written"
            }
            Self::TooManyRings { .. } => "read it with aromaticity as it is written",
            Self::WildcardInPattern => {
                "name the element; one pattern per element finds all of them"
            }
            Self::HydrogenInPattern => {
                "leave the hydrogen out, or make hydrogens explicit in patterns and graphs"
            }
            Self::Query { .. } | Self::AnyBond => {
                "give every atom one element, and every bond one order"
            }
            Self::AmbiguousHeader => "put the column `smiles` first, or leave the header out",
            Self::FirstLine { .. } => {
                "if this line is a header, call the column of the molecules `smiles`"
            }
            Self::Extension => "remove the part between the bars `|`",
            _ => return None,
        })
    }
}
