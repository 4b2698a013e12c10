//! What can be wrong with SMARTS, and what of SMARTS is not part of a labelled graph with sets.

use isocount_core::printable;

use crate::Found;

/// Why a text is not SMARTS that can be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SmartsProblem {
    /// Something else was expected here.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What is there.
        found: Found,
        /// What would have been right.
        expected: &'static str,
    },
    /// Part of SMARTS, but not a property of an atom or bond alone.
    #[error("{what} are not supported in SMARTS")]
    Refused {
        /// What it is, in the plural.
        what: &'static str,
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
    /// A bracket without its end.
    #[error("this bracket has no closing `]`")]
    OpenBracket,
    /// A symbol that means nothing.
    #[error("`{}` is not a property of an atom", printable(.symbol))]
    UnknownPrimitive {
        /// The symbol as written.
        symbol: String,
    },
    /// Graphs in SMARTS.
    #[error("SMARTS are patterns, not graphs")]
    NotAGraph,
    /// No molecules were read, or not in a way that SMARTS can be asked about them.
    #[error("SMARTS are compared with molecules, but no molecules were read for SMARTS before")]
    NoMolecules,
}

impl SmartsProblem {
    /// What to do about it, where that is not obvious.
    pub(crate) fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::Refused { what: "recursive conditions $(...)" } => {
                "write the neighbours as atoms of the pattern; they are then part of what is counted"
            }
            Self::Refused { what: "chirality marks" | "directions of bonds" } => {
                "leave them out; stereochemistry is ignored"
            }
            Self::Refused { .. } => {
                "docs/molecules.md lists what is supported; the others are not properties of one atom or bond"
            }
            Self::UnknownPrimitive { .. } => {
                "properties are elements, #6, *, a, A, D, H, h, X, v, R, r, x, charges and isotopes"
            }
            Self::OpenBracket => "an atom in brackets looks like [C;H1] or [F,Cl,Br]",
            Self::NotAGraph => "give the molecule as SMILES",
            Self::NoMolecules => {
                "read the molecules first, with the options for SMARTS, and then the pattern; or the pattern with the \
                 option that molecules come later"
            }
            _ => return None,
        })
    }
}
