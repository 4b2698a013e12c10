//! The label of an atom when molecules are read for SMARTS, and its properties.
//!
//! The label is itself SMARTS: `[#6;a;+0;H1;h1;D2;X3;v4;R1;r6;x2]`, with the isotope in front if
//! one is stated.

use std::fmt;

/// The end of the label of a bond in a ring.
pub(crate) const IN_RING: &str = "@";

/// All properties of an atom that SMARTS can refer to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct AtomProperties {
    /// The atomic number; 0 for `*`.
    pub(crate) element: u8,
    pub(crate) is_aromatic: bool,
    pub(crate) charge: i8,
    /// The mass number; 0 if none is stated.
    pub(crate) isotope: u16,
    /// `H`: all hydrogens.
    pub(crate) hydrogens: u8,
    /// `h`: hydrogens that are not nodes.
    pub(crate) implicit_hydrogens: u8,
    /// `D`: the bonds to nodes.
    pub(crate) degree: u8,
    /// `X`: all bonds.
    pub(crate) connections: u8,
    /// `v`: the sum of the orders of all bonds.
    pub(crate) valence: u8,
    /// `R`: the number of smallest rings that it lies in.
    pub(crate) rings: u8,
    /// `r`: the size of the smallest of them; 0 outside rings.
    pub(crate) ring_size: u8,
    /// `x`: the number of its bonds in rings.
    pub(crate) ring_bonds: u8,
}

impl fmt::Display for AtomProperties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        if self.isotope > 0 {
            write!(f, "{};", self.isotope)?;
        }
        let aromatic = if self.is_aromatic { 'a' } else { 'A' };
        let Self { element, charge, hydrogens, implicit_hydrogens, degree, .. } = self;
        let Self { connections, valence, rings, ring_size, ring_bonds, .. } = self;
        write!(
            f,
            "#{element};{aromatic};{charge:+};H{hydrogens};h{implicit_hydrogens};D{degree};"
        )?;
        write!(f, "X{connections};v{valence};R{rings};r{ring_size};x{ring_bonds}]")
    }
}

impl AtomProperties {
    /// Parses a label; `None` if it is another kind of label.
    pub(crate) fn of_label(label: &str) -> Option<Self> {
        let inside = label.strip_prefix('[')?.strip_suffix(']')?;
        let mut words = inside.split(';').peekable();
        let mut found = Self::default();
        if words.peek()?.starts_with(|c: char| c.is_ascii_digit()) {
            found.isotope = words.next()?.parse().ok()?;
        }
        let mut number = |letter: char| words.next()?.strip_prefix(letter)?.parse::<u8>().ok();
        found.element = number('#')?;
        found.is_aromatic = match words.next()? {
            "a" => true,
            "A" => false,
            _ => return None,
        };
        found.charge = words.next()?.parse().ok()?;
        let mut number = |letter: char| words.next()?.strip_prefix(letter)?.parse::<u8>().ok();
        found.hydrogens = number('H')?;
        found.implicit_hydrogens = number('h')?;
        found.degree = number('D')?;
        found.connections = number('X')?;
        found.valence = number('v')?;
        found.rings = number('R')?;
        found.ring_size = number('r')?;
        found.ring_bonds = number('x')?;
        words.next().is_none().then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_read_back() {
        let benzene = AtomProperties {
            element: 6,
            is_aromatic: true,
            hydrogens: 1,
            implicit_hydrogens: 1,
            degree: 2,
            connections: 3,
            valence: 4,
            rings: 1,
            ring_size: 6,
            ring_bonds: 2,
            ..AtomProperties::default()
        };
        assert_eq!(benzene.to_string(), "[#6;a;+0;H1;h1;D2;X3;v4;R1;r6;x2]");
        let odd = AtomProperties { isotope: 13, charge: -2, is_aromatic: false, ..benzene };
        for properties in [benzene, odd] {
            assert_eq!(AtomProperties::of_label(&properties.to_string()), Some(properties));
        }
        for label in ["C", "[C]", "", "[#6;a;+0;H1;h1;D2;X3;v4;R1;r6]"] {
            assert_eq!(AtomProperties::of_label(label), None, "{label}");
        }
    }
}
