//! The atoms and bonds of a molecule, between the text of a file and the graph.

use super::chemistry::element::Element;

/// The atoms and bonds of a molecule, as a file gives them.
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
    /// Where the file gives it, as its reader counts.
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

/// What a file says about the hydrogens at an atom that are not written as atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatedHydrogens {
    /// So many.
    Exactly(u8),
    /// As many as its usual valence leaves room for, by the rule of SMILES for atoms without
    /// brackets.
    FillValence,
    /// As many as its usual valence with its charge leaves room for, as in SDF.
    FillChargedValence,
    /// As many as this valence leaves room for.
    UpToValence(u8),
}

/// A bond between two atoms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bond {
    /// The atoms. A dative bond goes from the first to the second.
    pub(crate) ends: [u32; 2],
    pub(crate) order: BondOrder,
    /// Where the file gives it, as its reader counts.
    pub(crate) place: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BondOrder {
    Single,
    Double,
    Triple,
    Quadruple,
    Aromatic,
    /// Without a symbol between two aromatic atoms: aromatic in a ring, single otherwise.
    AromaticInRing,
    Dative,
    Hydrogen,
}

impl BondOrder {
    /// What a bond counts for the valence of one of its ends, times two.
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

    /// The label of such a bond.
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

    /// What it counts for the valence of one of its ends, times two.
    pub(super) fn twice_valence_at(&self, atom: u32) -> u32 {
        self.order.twice_valence(self.ends[1] == atom)
    }
}
