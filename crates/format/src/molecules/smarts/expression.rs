//! Conditions on atoms and bonds.

use super::properties::{AtomProperties, IN_RING};

/// Primitives combined by not, and, or.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression<P> {
    Is(P),
    Not(Box<Expression<P>>),
    And(Vec<Expression<P>>),
    Or(Vec<Expression<P>>),
}

impl<P> Expression<P> {
    pub(super) fn holds(&self, is: &impl Fn(&P) -> bool) -> bool {
        match self {
            Self::Is(primitive) => is(primitive),
            Self::Not(inner) => !inner.holds(is),
            Self::And(all) => all.iter().all(|inner| inner.holds(is)),
            Self::Or(some) => some.iter().any(|inner| inner.holds(is)),
        }
    }
}

/// A property of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtomPrimitive {
    Any,
    Aromatic,
    Aliphatic,
    /// `#6`, aromatic or not.
    Element(u8),
    Isotope(u16),
    Charge(i8),
    /// `H`
    Hydrogens(u8),
    /// `h`; at least one if there is no number.
    ImplicitHydrogens(Option<u8>),
    /// `D`
    Degree(u8),
    /// `X`
    Connections(u8),
    /// `v`
    Valence(u8),
    /// `R`; at least one if there is no number.
    Rings(Option<u8>),
    /// `r`; any size if there is no number.
    RingSize(Option<u8>),
    /// `x`; at least one if there is no number.
    RingBonds(Option<u8>),
}

impl AtomPrimitive {
    pub(super) fn holds(self, atom: &AtomProperties) -> bool {
        let counted = |wanted: Option<u8>, found: u8| match wanted {
            Some(wanted) => found == wanted,
            None => found > 0,
        };
        match self {
            Self::Any => true,
            Self::Aromatic => atom.is_aromatic,
            Self::Aliphatic => !atom.is_aromatic,
            Self::Element(number) => atom.element == number,
            Self::Isotope(isotope) => atom.isotope == isotope,
            Self::Charge(charge) => atom.charge == charge,
            Self::Hydrogens(number) => atom.hydrogens == number,
            Self::ImplicitHydrogens(number) => counted(number, atom.implicit_hydrogens),
            Self::Degree(number) => atom.degree == number,
            Self::Connections(number) => atom.connections == number,
            Self::Valence(number) => atom.valence == number,
            Self::Rings(number) => counted(number, atom.rings),
            Self::RingSize(number) => counted(number, atom.ring_size),
            Self::RingBonds(number) => counted(number, atom.ring_bonds),
        }
    }
}

/// A property of a bond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BondPrimitive {
    Any,
    Single,
    Double,
    Triple,
    Quadruple,
    Aromatic,
    InRing,
}

impl BondPrimitive {
    /// Whether a bond with this label has the property.
    pub(super) fn holds(self, label: &str) -> bool {
        let order = label.strip_suffix(IN_RING).unwrap_or(label);
        match self {
            Self::Any => true,
            Self::Single => order == "single",
            Self::Double => order == "double",
            Self::Triple => order == "triple",
            Self::Quadruple => order == "quadruple",
            Self::Aromatic => order == "aromatic",
            Self::InRing => label.ends_with(IN_RING),
        }
    }
}

/// The bond orders of molecules.
pub(super) const ORDERS: [&str; 7] =
    ["single", "double", "triple", "quadruple", "aromatic", "dative", "hydrogen"];
