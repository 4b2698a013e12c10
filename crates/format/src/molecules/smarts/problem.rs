//! Problems in SMARTS, and the features of SMARTS that labelled graphs with sets cannot express.

use isocount_core::printable;

use crate::Found;

/// Why a text is not SMARTS that can be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SmartsProblem {
    /// Something else was expected.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What was found.
        found: Found,
        /// What was expected.
        expected: &'static str,
    },
    /// A feature of SMARTS that is not a property of a single atom or bond.
    #[error("{what} are not supported in SMARTS")]
    Refused {
        /// The feature, in the plural.
        what: &'static str,
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
    /// A bracket without a closing `]`.
    #[error("this bracket has no closing `]`")]
    OpenBracket,
    /// A symbol without a meaning.
    #[error("`{}` is not a property of an atom", printable(.symbol))]
    UnknownPrimitive {
        /// The symbol as written.
        symbol: String,
    },
    /// SMARTS were given as a graph.
    #[error("SMARTS are patterns, not graphs")]
    NotAGraph,
    /// No molecules were read, or not for SMARTS.
    #[error("SMARTS are compared with molecules, but no molecules were read for SMARTS before")]
    NoMolecules,
}

impl SmartsProblem {
    /// A remedy, if it is not obvious.
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
