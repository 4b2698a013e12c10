//! The chemical elements: symbols, outer electrons and usual valences.
//!
//! The valences and outer electrons are those that `RDKit` uses, so that hydrogens and aromatic
//! rings come out the same.

/// A chemical element by its atomic number; 0 is the wildcard `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Element(u8);

const SYMBOLS: [&str; 119] = [
    "*", "H", "He", "Li", "Be", "B", "C", "N", "O", "F", "Ne", "Na", "Mg", "Al", "Si", "P", "S",
    "Cl", "Ar", "K", "Ca", "Sc", "Ti", "V", "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge",
    "As", "Se", "Br", "Kr", "Rb", "Sr", "Y", "Zr", "Nb", "Mo", "Tc", "Ru", "Rh", "Pd", "Ag", "Cd",
    "In", "Sn", "Sb", "Te", "I", "Xe", "Cs", "Ba", "La", "Ce", "Pr", "Nd", "Pm", "Sm", "Eu", "Gd",
    "Tb", "Dy", "Ho", "Er", "Tm", "Yb", "Lu", "Hf", "Ta", "W", "Re", "Os", "Ir", "Pt", "Au", "Hg",
    "Tl", "Pb", "Bi", "Po", "At", "Rn", "Fr", "Ra", "Ac", "Th", "Pa", "U", "Np", "Pu", "Am", "Cm",
    "Bk", "Cf", "Es", "Fm", "Md", "No", "Lr", "Rf", "Db", "Sg", "Bh", "Hs", "Mt", "Ds", "Rg", "Cn",
    "Nh", "Fl", "Mc", "Lv", "Ts", "Og",
];

/// Electrons in the outer shell, by atomic number.
const OUTER_ELECTRONS: [u8; 119] = [
    0, 1, 2, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2,
    3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 3, 4, 5,
    6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 4, 5, 6, 7, 8, 9, 10, 11, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4,
    3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
];

/// The standard atomic weights, rounded; the mass differences in SDF are relative to these.
const WEIGHTS: [u16; 119] = [
    0, 1, 4, 7, 9, 11, 12, 14, 16, 19, 20, 23, 24, 27, 28, 31, 32, 35, 40, 39, 40, 45, 48, 51, 52,
    55, 56, 59, 59, 64, 65, 70, 73, 75, 79, 80, 84, 85, 88, 89, 91, 93, 96, 98, 101, 103, 106, 108,
    112, 115, 119, 122, 128, 127, 131, 133, 137, 139, 140, 141, 144, 145, 150, 152, 157, 159, 162,
    165, 167, 169, 173, 175, 178, 181, 184, 186, 190, 192, 195, 197, 201, 204, 207, 209, 209, 210,
    222, 223, 226, 227, 232, 231, 238, 237, 244, 243, 247, 247, 251, 252, 257, 258, 259, 262, 267,
    268, 269, 270, 269, 278, 281, 281, 285, 284, 289, 288, 293, 292, 294,
];

/// The atomic number of every symbol: by its first letter and its second, if any.
const BY_SYMBOL: [u8; 26 * 27] = {
    let mut table = [0; 26 * 27];
    let mut number = 1;
    while number < SYMBOLS.len() {
        table[place(SYMBOLS[number].as_bytes())] = number as u8;
        number += 1;
    }
    table
};

const fn place(symbol: &[u8]) -> usize {
    let second = if symbol.len() == 2 { symbol[1] - b'a' + 1 } else { 0 };
    (symbol[0] - b'A') as usize * 27 + second as usize
}

impl Element {
    pub(crate) const WILDCARD: Self = Self(0);
    pub(crate) const HYDROGEN: Self = Self(1);
    pub(crate) const BORON: Self = Self(5);
    pub(crate) const CARBON: Self = Self(6);
    pub(crate) const NITROGEN: Self = Self(7);
    pub(crate) const OXYGEN: Self = Self(8);
    pub(crate) const FLUORINE: Self = Self(9);
    pub(crate) const SILICON: Self = Self(14);
    pub(crate) const PHOSPHORUS: Self = Self(15);
    pub(crate) const SULFUR: Self = Self(16);
    pub(crate) const CHLORINE: Self = Self(17);
    pub(crate) const ARSENIC: Self = Self(33);
    pub(crate) const SELENIUM: Self = Self(34);
    pub(crate) const BROMINE: Self = Self(35);
    pub(crate) const TELLURIUM: Self = Self(52);
    pub(crate) const IODINE: Self = Self(53);

    /// The element of this symbol, written as usual: `C`, `Cl`.
    pub(crate) fn from_symbol(symbol: &[u8]) -> Option<Self> {
        let known = match symbol {
            [first] => first.is_ascii_uppercase(),
            [first, second] => first.is_ascii_uppercase() && second.is_ascii_lowercase(),
            _ => false,
        };
        let number = if known { BY_SYMBOL[place(symbol)] } else { 0 };
        (number > 0).then_some(Self(number))
    }

    /// The symbol; `*` for the wildcard.
    pub(crate) fn symbol(self) -> &'static str {
        SYMBOLS[self.0 as usize]
    }

    pub(crate) fn number(self) -> u8 {
        self.0
    }

    /// The atomic weight, rounded.
    pub(crate) fn weight(self) -> u16 {
        WEIGHTS[self.0 as usize]
    }

    pub(crate) fn is_wildcard(self) -> bool {
        self == Self::WILDCARD
    }

    pub(crate) fn outer_electrons(self) -> i32 {
        OUTER_ELECTRONS[self.0 as usize].into()
    }

    /// The usual valences, lowest first; empty for metals without a usual one.
    pub(crate) fn valences(self) -> &'static [u8] {
        match self.0 {
            2 | 10 | 18 | 36 | 86 => &[0],
            1 | 3 | 9 | 11 | 17 | 19 | 35 | 37 | 55 | 87 => &[1],
            4 | 8 | 12 | 20 | 38 | 56 | 88 => &[2],
            5 | 13 | 31 | 49 => &[3],
            6 | 14 | 32 => &[4],
            7 | 15 | 33 | 51 | 83 => &[3, 5],
            16 | 34 | 52 | 84 => &[2, 4, 6],
            50 | 82 => &[2, 4],
            53 | 85 => &[1, 3, 5],
            54 => &[0, 2, 4, 6],
            _ => &[],
        }
    }

    /// The element with as many electrons as this one has with a charge: nitrogen with +1 binds
    /// like carbon. `None` if there is none.
    pub(crate) fn isoelectronic(self, charge: i8) -> Option<Self> {
        let number = u8::try_from(i16::from(self.0) - i16::from(charge)).ok()?;
        (1..SYMBOLS.len()).contains(&number.into()).then_some(Self(number))
    }

    /// Whether it is more electronegative than another; the order is that of `RDKit`.
    pub(crate) fn is_more_electronegative_than(self, other: Self) -> bool {
        let (mine, theirs) = (self.outer_electrons(), other.outer_electrons());
        mine > theirs || (mine == theirs && self.0 < other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_is_found_and_nothing_else_is() {
        for (number, symbol) in SYMBOLS.iter().enumerate().skip(1) {
            let element = Element::from_symbol(symbol.as_bytes()).unwrap();
            assert_eq!((usize::from(element.number()), element.symbol()), (number, *symbol));
        }
        for text in ["", "c", "CL", "Xx", "A", "Uuo", "*", "C1", "é"] {
            assert_eq!(Element::from_symbol(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn charged_atoms_bind_like_their_neighbours_in_the_table() {
        let like = |element: Element, charge| element.isoelectronic(charge).map(Element::symbol);
        assert_eq!(like(Element::NITROGEN, 1), Some("C"));
        assert_eq!(like(Element::OXYGEN, -1), Some("F"));
        assert_eq!(like(Element::HYDROGEN, 1), None);
        assert_eq!(like(Element::HYDROGEN, -128), None);
    }

    #[test]
    fn oxygen_attracts_more_than_nitrogen_and_sulfur() {
        assert!(Element::OXYGEN.is_more_electronegative_than(Element::NITROGEN));
        assert!(Element::OXYGEN.is_more_electronegative_than(Element::SULFUR));
        assert!(!Element::CARBON.is_more_electronegative_than(Element::CARBON));
    }
}
