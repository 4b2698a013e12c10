//! The atoms and bonds of a molecule, between the text of a file and the graph.

use super::chemistry::element::Element;

/// The atoms and bonds of a molecule, as they stand in a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Molecule {
    pub(crate) atoms: Vec<Atom>,
    pub(crate) bonds: Vec<Bond>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Atom {
    pub(crate) element: Element,
    /// The mass number; 0 if none is stated.
    pub(crate) isotope: u16,
    pub(crate) charge: i8,
    /// The number of the atom in a reaction; 0 if none is stated.
    pub(crate) class: u32,
    pub(crate) hydrogens: StatedHydrogens,
    /// Unpaired electrons that the file states.
    pub(crate) radicals: u8,
    pub(crate) is_aromatic: bool,
    /// The place in the file, as counted by the reader.
    pub(crate) place: u32,
}

impl Atom {
    /// An uncharged atom.
    pub(crate) fn new(element: Element, hydrogens: StatedHydrogens, place: u32) -> Self {
        Self {
            element,
            isotope: 0,
            charge: 0,
            class: 0,
            hydrogens,
            radicals: 0,
            is_aromatic: false,
            place,
        }
    }
}

/// What a file states about the implicit hydrogens of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatedHydrogens {
    /// Exactly this many.
    Exactly(u8),
    /// Up to the usual valence, by the rule of SMILES for atoms without brackets.
    FillValence,
    /// Up to the usual valence for the charge, as in SDF.
    FillChargedValence,
    /// Up to this valence.
    UpToValence(u8),
}

/// A bond between two atoms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bond {
    /// The atoms. A dative bond is directed from the first to the second.
    pub(crate) ends: [u32; 2],
    pub(crate) order: BondOrder,
    /// The place in the file, as counted by the reader.
    pub(crate) place: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BondOrder {
    Single,
    Double,
    Triple,
    Quadruple,
    Aromatic,
    /// A bond without a symbol between two aromatic atoms: aromatic in a ring, single otherwise.
    AromaticInRing,
    Dative,
    Hydrogen,
}

impl BondOrder {
    /// What a bond contributes to the valence of one of its ends, times two.
    fn twice_valence(self, is_second_end: bool) -> u32 {
        match self {
            Self::Single | Self::AromaticInRing => 2,
            Self::Double => 4,
            Self::Triple => 6,
            Self::Quadruple => 8,
            Self::Aromatic => 3,
            Self::Dative => 2 * u32::from(is_second_end),
            Self::Hydrogen => 0,
        }
    }

    /// The label of a bond of this order.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Single | Self::AromaticInRing => "single",
            Self::Double => "double",
            Self::Triple => "triple",
            Self::Quadruple => "quadruple",
            Self::Aromatic => "aromatic",
            Self::Dative => "dative",
            Self::Hydrogen => "hydrogen",
        }
    }
}

impl Bond {
    /// The atom at the other end.
    pub(super) fn other(&self, atom: u32) -> u32 {
        if self.ends[0] == atom { self.ends[1] } else { self.ends[0] }
    }

    /// What it contributes to the valence of one of its ends, times two.
    pub(super) fn twice_valence_at(&self, atom: u32) -> u32 {
        self.order.twice_valence(self.ends[1] == atom)
    }
}
