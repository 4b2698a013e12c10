//! What can be wrong with the text of a molecule.

use isocount_core::printable;

use crate::Found;

/// Why text is not a molecule, or not one that can be counted in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoleculeProblem {
    /// A symbol that no element has.
    #[error("`{}` is not a chemical element", printable(.symbol))]
    UnknownElement {
        /// The symbol as written.
        symbol: String,
    },
    /// A ring bond that has one end only.
    #[error("ring bond {number} is opened here and never closed")]
    OpenRing {
        /// The number of the ring bond.
        number: u32,
    },
    /// A branch without its end.
    #[error("this branch has no closing `)`")]
    OpenBranch,
    /// A `)` too many.
    #[error("this `)` closes no branch")]
    NoBranch,
    /// A bracket without its end.
    #[error("this bracket has no closing `]`")]
    OpenBracket,
    /// A ring bond from an atom to itself.
    #[error("this bond joins an atom to itself")]
    SelfBond,
    /// Two bonds between the same atoms.
    #[error("these two atoms are bonded already")]
    RepeatedBond,
    /// The two ends of a ring bond contradict each other.
    #[error("ring bond {number} has a different order at its other end")]
    RingBondConflict {
        /// The number of the ring bond.
        number: u32,
    },
    /// An aromatic atom outside rings.
    #[error("the aromatic atom `{symbol}` is not in a ring")]
    AromaticOutsideRing {
        /// The symbol of the atom.
        symbol: String,
    },
    /// Aromatic atoms that no alternating double bonds fit.
    #[error(
        "the aromatic ring with this `{symbol}` cannot be written with alternating double bonds"
    )]
    NoAlternatingBonds {
        /// The symbol of an atom that is left over.
        symbol: String,
    },
    /// Rings that would take too long to look at.
    #[error("this ring system of {num_bonds} bonds is too large to find its aromatic rings")]
    TooManyRings {
        /// How many bonds it has.
        num_bonds: usize,
    },
    /// A wildcard in a pattern.
    #[error("found the wildcard `*`, which patterns cannot have")]
    WildcardInPattern,
    /// A hydrogen atom in a pattern, where graphs have none.
    #[error(
        "this pattern has a hydrogen atom, which would be left out: hydrogens are implicit here"
    )]
    HydrogenInPattern,
    /// An atom or bond of a query.
    #[error("{what} `{}` is part of a query, not of a molecule", printable(.symbol))]
    Query {
        /// `the atom` or `the bond type`.
        what: &'static str,
        /// What is written.
        symbol: String,
    },
    /// A bond of unknown order.
    #[error("the bond `~` can be of any order, which molecules cannot have")]
    AnyBond,
    /// An extension of `ChemAxon` that says something about the graph.
    #[error("found an extension of ChemAxon (CXSMILES) that describes more than stereochemistry")]
    Extension,
    /// The first line of a file could be a molecule or the names of columns.
    #[error("this line may be a header, or a molecule whose name is `smiles`")]
    AmbiguousHeader,
    /// The first line of a file is not a molecule; it may be a header of another kind.
    #[error("found {found}, expected {expected}")]
    FirstLine {
        /// What is there.
        found: Found,
        /// What would have been right.
        expected: &'static str,
    },
    /// A table of molecules lists other numbers of atoms or bonds than it states.
    #[error("found `{}`, expected atom {number} of the {stated} that line {line} states", printable(.found))]
    MissingAtoms {
        /// What stands there.
        found: String,
        /// Which atom was expected, from 1.
        number: u32,
        /// How many there should be.
        stated: u32,
        /// The line that says so.
        line: u32,
    },
    /// Other numbers of atoms or bonds than a line states.
    #[error("number of {what}: found {found}, expected {stated} as line {line} states")]
    WrongCount {
        /// Atoms or bonds.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        stated: u64,
        /// The line that says so.
        line: u32,
    },
    /// An atom number that the molecule does not have.
    #[error("atom {number} does not exist; the molecule has {num_atoms}")]
    UnknownAtom {
        /// The number as written.
        number: u64,
        /// How many atoms there are.
        num_atoms: usize,
    },
    /// An atom number that was given before.
    #[error("atom {number} is given twice")]
    RepeatedAtom {
        /// The number as written.
        number: u64,
    },
}

impl MoleculeProblem {
    /// What to do about it, where that is not obvious.
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
