//! Parses one molecule as SMILES, according to the `OpenSMILES` specification.
//!
//! ```text
//! CC(=O)Oc1ccccc1C(=O)O
//! ```
//!
//! Consecutive atoms are bonded; `=`, `#`, `$`, `:` and `-` state the order, `(` and `)` enclose
//! branches, equal digits join two atoms to a ring, `.` begins another component. Lower-case
//! symbols are aromatic atoms. Brackets contain isotope, element, chirality, hydrogens, charge and
//! class. Chirality and the directions `/` and `\` are parsed and ignored. Beyond the
//! specification, the parser accepts `%(123)` for ring bonds, `->` and `<-` for dative bonds, `[D]`
//! and `[T]`, as `RDKit` reads and writes them.

use std::collections::BTreeMap;

use crate::FormatError;
use crate::error::{Found, SyntaxProblem};
use crate::molecules::{
    Atom, Bond, BondOrder, Element, Molecule, MoleculeProblem, StatedHydrogens,
};
use crate::read::Text;

/// Parses SMILES, which is a part of a line. Places are offsets into it.
pub(super) fn parse(line: Text<'_>, smiles: &str) -> Result<Molecule, FormatError> {
    let parser = Parser {
        line,
        smiles,
        at: 0,
        molecule: Molecule::default(),
        previous: None,
        bond: None,
        branches: Vec::new(),
        rings: BTreeMap::new(),
    };
    parser.run()
}

const ATOM: &str = "an atom: B C N O P S F Cl Br I, b c n o p s, *, or any element in brackets";

struct Parser<'a> {
    line: Text<'a>,
    smiles: &'a str,
    /// The current position.
    at: usize,
    molecule: Molecule,
    /// The atom to which the next one is bonded.
    previous: Option<u32>,
    /// A bond symbol without its second atom.
    bond: Option<Symbol>,
    branches: Vec<Branch>,
    rings: BTreeMap<u32, OpenRing>,
}

/// A bond symbol as written.
#[derive(Clone, Copy)]
struct Symbol {
    order: BondOrder,
    /// A dative bond to the previous atom.
    is_backward: bool,
    place: usize,
}

struct Branch {
    atom: u32,
    place: usize,
}

/// A ring bond whose second end has not been read.
struct OpenRing {
    atom: u32,
    bond: Option<Symbol>,
    place: usize,
}

impl Parser<'_> {
    fn run(mut self) -> Result<Molecule, FormatError> {
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => self.open_branch()?,
                b')' => self.close_branch()?,
                b'.' => self.dot()?,
                b'0'..=b'9' | b'%' => self.ring_bond()?,
                _ => {
                    if let Some(symbol) = self.bond_symbol()? {
                        self.set_bond(symbol)?;
                    } else {
                        let atom = self.atom()?;
                        self.add(atom)?;
                    }
                }
            }
        }
        if self.previous.is_none() || self.bond.is_some() {
            return Err(self.unexpected(ATOM));
        }
        if let Some(branch) = self.branches.pop() {
            return Err(self.problem(branch.place, 1, MoleculeProblem::OpenBranch));
        }
        let first = self.rings.iter().min_by_key(|(_, ring)| ring.place);
        if let Some((&number, ring)) = first {
            return Err(self.problem(ring.place, 1, MoleculeProblem::OpenRing { number }));
        }
        Ok(self.molecule)
    }

    fn peek(&self) -> Option<u8> {
        self.smiles.as_bytes().get(self.at).copied()
    }

    fn peek_second(&self) -> Option<u8> {
        self.smiles.as_bytes().get(self.at + 1).copied()
    }

    /// Takes the next byte if it is this one.
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Takes up to `max` digits; `None` if there are none.
    fn digits(&mut self, max: usize) -> Option<u32> {
        let rest = &self.smiles.as_bytes()[self.at..];
        let len = rest.iter().take(max).take_while(|byte| byte.is_ascii_digit()).count();
        let digits = &rest[..len];
        self.at += len;
        let value = |sum: u32, digit: &u8| 10 * sum + u32::from(digit - b'0');
        (len > 0).then(|| digits.iter().fold(0, value))
    }

    /// The error for the text at this position.
    fn unexpected(&self, expected: &'static str) -> FormatError {
        self.unexpected_at(self.at, expected)
    }

    fn unexpected_at(&self, at: usize, expected: &'static str) -> FormatError {
        let rest = &self.smiles[at..];
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let found = match first {
            0 => Found::EndOfLine,
            _ => Found::text(&rest[..first]),
        };
        self.line.error(&rest[..first], SyntaxProblem::Unexpected { found, expected })
    }

    fn problem(&self, at: usize, len: usize, problem: MoleculeProblem) -> FormatError {
        self.line.error(&self.smiles[at..at + len], SyntaxProblem::Molecule(problem))
    }

    fn open_branch(&mut self) -> Result<(), FormatError> {
        let (Some(atom), None) = (self.previous, self.bond) else {
            return Err(self.unexpected(ATOM));
        };
        self.branches.push(Branch { atom, place: self.at });
        self.at += 1;
        if matches!(self.peek(), Some(b')' | b'(' | b'%' | b'0'..=b'9')) {
            return Err(self.unexpected(ATOM));
        }
        Ok(())
    }

    fn close_branch(&mut self) -> Result<(), FormatError> {
        if self.bond.is_some() || self.previous.is_none() {
            return Err(self.unexpected(ATOM));
        }
        let Some(branch) = self.branches.pop() else {
            return Err(self.problem(self.at, 1, MoleculeProblem::NoBranch));
        };
        self.previous = Some(branch.atom);
        self.at += 1;
        Ok(())
    }

    fn dot(&mut self) -> Result<(), FormatError> {
        if self.bond.is_some() || self.previous.is_none() {
            return Err(self.unexpected(ATOM));
        }
        self.previous = None;
        self.at += 1;
        Ok(())
    }

    /// The bond symbol at this position, if there is one.
    fn bond_symbol(&mut self) -> Result<Option<Symbol>, FormatError> {
        let place = self.at;
        let (order, len, is_backward) = match (self.peek(), self.peek_second()) {
            (Some(b'-'), Some(b'>')) => (BondOrder::Dative, 2, false),
            (Some(b'<'), Some(b'-')) => (BondOrder::Dative, 2, true),
            (Some(b'-' | b'/' | b'\\'), _) => (BondOrder::Single, 1, false),
            (Some(b'='), _) => (BondOrder::Double, 1, false),
            (Some(b'#'), _) => (BondOrder::Triple, 1, false),
            (Some(b'$'), _) => (BondOrder::Quadruple, 1, false),
            (Some(b':'), _) => (BondOrder::Aromatic, 1, false),
            (Some(b'~'), _) => return Err(self.problem(place, 1, MoleculeProblem::AnyBond)),
            _ => return Ok(None),
        };
        self.at += len;
        Ok(Some(Symbol { order, is_backward, place }))
    }

    fn set_bond(&mut self, symbol: Symbol) -> Result<(), FormatError> {
        if self.bond.is_some() || self.previous.is_none() {
            return Err(self.unexpected_at(symbol.place, ATOM));
        }
        self.bond = Some(symbol);
        Ok(())
    }

    /// Adds an atom, and the bond to the previous one.
    fn add(&mut self, atom: Atom) -> Result<(), FormatError> {
        let number = self.molecule.atoms.len() as u32;
        if number == u32::MAX {
            return Err(crate::builder::too_many_nodes(self.line.location(0)));
        }
        let place = atom.place as usize;
        self.molecule.atoms.push(atom);
        if let Some(previous) = self.previous {
            let symbol = self.bond.take();
            self.join(previous, number, symbol, place);
        }
        self.previous = Some(number);
        Ok(())
    }

    fn join(&mut self, a: u32, b: u32, symbol: Option<Symbol>, place: usize) {
        let is_aromatic = |atom: u32| self.molecule.atoms[atom as usize].is_aromatic;
        // A wildcard may be aromatic if its neighbour is.
        let may_be = |atom: u32| {
            is_aromatic(atom) || self.molecule.atoms[atom as usize].element.is_wildcard()
        };
        let (order, ends) = match symbol {
            Some(symbol) if symbol.is_backward => (symbol.order, [b, a]),
            Some(symbol) => (symbol.order, [a, b]),
            None if (is_aromatic(a) && may_be(b)) || (may_be(a) && is_aromatic(b)) => {
                (BondOrder::AromaticInRing, [a, b])
            }
            None => (BondOrder::Single, [a, b]),
        };
        self.molecule.bonds.push(Bond { ends, order, place: place as u32 });
    }

    /// A digit, `%` and two digits, or `%(` and up to five digits `)`.
    fn ring_bond(&mut self) -> Result<(), FormatError> {
        let place = self.at;
        let Some(atom) = self.previous else { return Err(self.unexpected(ATOM)) };
        let number = if self.take(b'%') {
            let is_long = self.take(b'(');
            let start = self.at;
            let number = self.digits(if is_long { 5 } else { 2 });
            let is_complete = is_long || self.at == start + 2;
            let Some(number) = number.filter(|_| is_complete) else {
                return Err(self.unexpected("two digits: the number of a ring bond"));
            };
            if is_long && !self.take(b')') {
                return Err(self.unexpected("`)` after the number of a ring bond"));
            }
            number
        } else {
            self.digits(1).unwrap_or_default()
        };
        let bond = self.bond.take();
        let Some(open) = self.rings.remove(&number) else {
            self.rings.insert(number, OpenRing { atom, bond, place });
            return Ok(());
        };
        // As seen from the atom that opened the ring.
        let turned = bond.map(|symbol| {
            let is_backward = symbol.order == BondOrder::Dative && !symbol.is_backward;
            Symbol { is_backward, ..symbol }
        });
        let is_same = |a: &Symbol, b: &Symbol| (a.order, a.is_backward) == (b.order, b.is_backward);
        let symbol = match (open.bond, turned) {
            (Some(a), Some(b)) if !is_same(&a, &b) => {
                let problem = MoleculeProblem::RingBondConflict { number };
                return Err(self.problem(place, self.at - place, problem));
            }
            (Some(symbol), _) => Some(symbol),
            (None, turned) => turned,
        };
        self.join(open.atom, atom, symbol, place);
        Ok(())
    }

    fn atom(&mut self) -> Result<Atom, FormatError> {
        let place = self.at as u32;
        let Some(first) = self.peek() else { return Err(self.unexpected(ATOM)) };
        if first == b'[' {
            return self.bracket();
        }
        let second = self.peek_second();
        let (element, is_aromatic) = match first {
            b'C' if second == Some(b'l') => (Element::CHLORINE, false),
            b'B' if second == Some(b'r') => (Element::BROMINE, false),
            b'B' => (Element::BORON, false),
            b'C' => (Element::CARBON, false),
            b'N' => (Element::NITROGEN, false),
            b'O' => (Element::OXYGEN, false),
            b'P' => (Element::PHOSPHORUS, false),
            b'S' => (Element::SULFUR, false),
            b'F' => (Element::FLUORINE, false),
            b'I' => (Element::IODINE, false),
            b'b' => (Element::BORON, true),
            b'c' => (Element::CARBON, true),
            b'n' => (Element::NITROGEN, true),
            b'o' => (Element::OXYGEN, true),
            b'p' => (Element::PHOSPHORUS, true),
            b's' => (Element::SULFUR, true),
            b'*' => (Element::WILDCARD, false),
            _ => return Err(self.unexpected(ATOM)),
        };
        self.at += element.symbol().len();
        let mut atom = Atom::new(element, StatedHydrogens::FillValence, place);
        atom.is_aromatic = is_aromatic;
        Ok(atom)
    }

    /// `[` isotope, element, chirality, hydrogens, charge, class `]`.
    fn bracket(&mut self) -> Result<Atom, FormatError> {
        let start = self.at;
        self.at += 1;
        let isotope = self.digits(3);
        let mut atom = self.bracket_element()?;
        if let Some(isotope) = isotope {
            atom.isotope = isotope as u16;
        }
        atom.place = start as u32;
        self.chirality()?;
        let mut hydrogens = 0;
        if self.take(b'H') {
            hydrogens = self.digits(1).unwrap_or(1);
        }
        atom.hydrogens = StatedHydrogens::Exactly(hydrogens as u8);
        atom.charge = self.charge()?;
        if self.take(b':') {
            let class = self.digits(9);
            atom.class = class.ok_or_else(|| self.unexpected("the number of the atom class"))?;
        }
        if self.take(b']') {
            return Ok(atom);
        }
        if self.at == self.smiles.len() || !self.smiles[self.at..].contains(']') {
            return Err(self.problem(start, 1, MoleculeProblem::OpenBracket));
        }
        Err(self.unexpected("`]`, after the element, hydrogens (H3), charge (+2) and class (:1)"))
    }

    fn bracket_element(&mut self) -> Result<Atom, FormatError> {
        const AROMATIC: [(&str, Element); 10] = [
            ("as", Element::ARSENIC),
            ("se", Element::SELENIUM),
            ("si", Element::SILICON),
            ("te", Element::TELLURIUM),
            ("b", Element::BORON),
            ("c", Element::CARBON),
            ("n", Element::NITROGEN),
            ("o", Element::OXYGEN),
            ("p", Element::PHOSPHORUS),
            ("s", Element::SULFUR),
        ];
        let rest = &self.smiles[self.at..];
        let atom = |element| Atom::new(element, StatedHydrogens::Exactly(0), 0);
        if let Some((symbol, element)) =
            AROMATIC.iter().find(|(symbol, _)| rest.starts_with(symbol))
        {
            self.at += symbol.len();
            return Ok(Atom { is_aromatic: true, ..atom(*element) });
        }
        let bytes = rest.as_bytes();
        let two = bytes.get(..2).and_then(Element::from_symbol);
        let one = bytes.get(..1).and_then(Element::from_symbol);
        if let Some(element) = two.or(one) {
            self.at += if two.is_some() { 2 } else { 1 };
            return Ok(atom(element));
        }
        match bytes.first() {
            Some(b'*') => {
                self.at += 1;
                Ok(atom(Element::WILDCARD))
            }
            // Deuterium and tritium.
            Some(&byte @ (b'D' | b'T')) => {
                self.at += 1;
                let isotope = if byte == b'D' { 2 } else { 3 };
                Ok(Atom { isotope, ..atom(Element::HYDROGEN) })
            }
            Some(byte) if byte.is_ascii_alphabetic() => {
                let letters = rest.bytes().skip(1).take_while(u8::is_ascii_lowercase).count();
                let len = 1 + letters.min(1);
                let symbol = rest[..len].to_owned();
                Err(self.problem(self.at, len, MoleculeProblem::UnknownElement { symbol }))
            }
            _ => Err(self.unexpected("the symbol of an element")),
        }
    }

    /// `@`, `@@`, or `@` with the name and number of an arrangement, such as `@SP2`.
    fn chirality(&mut self) -> Result<(), FormatError> {
        if !self.take(b'@') || self.take(b'@') {
            return Ok(());
        }
        let rest = &self.smiles[self.at..];
        if !["TH", "AL", "SP", "TB", "OH"].iter().any(|name| rest.starts_with(name)) {
            return Ok(());
        }
        self.at += 2;
        let number = self.digits(2);
        number.map(|_| ()).ok_or_else(|| self.unexpected("the number of the arrangement"))
    }

    /// `+`, `--`, `+2`.
    fn charge(&mut self) -> Result<i8, FormatError> {
        let Some(sign @ (b'+' | b'-')) = self.peek() else { return Ok(0) };
        let start = self.at;
        while self.take(sign) {}
        let signs = self.at - start;
        let size = match self.digits(3) {
            Some(size) if signs == 1 => size,
            Some(_) => {
                return Err(
                    self.unexpected_at(start + signs, "one sign and a number, or signs only")
                );
            }
            None => signs as u32,
        };
        match i8::try_from(size) {
            Ok(size) => Ok(if sign == b'+' { size } else { -size }),
            Err(_) => Err(self.unexpected_at(start, "a charge of at most 127")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Atoms as in brackets, then bonds as `0=1`; or the message.
    fn parsed(smiles: &str) -> Result<String, String> {
        let line = Text { path: Path::new("x"), first_line: 1, content: smiles };
        let molecule = parse(line, smiles).map_err(|error| error.to_string())?;
        let atoms = molecule.atoms.iter().map(|atom| {
            let hydrogens = match atom.hydrogens {
                StatedHydrogens::Exactly(0) => "!".to_owned(),
                StatedHydrogens::Exactly(some) => format!("H{some}"),
                _ => String::new(),
            };
            let (symbol, aromatic) =
                (atom.element.symbol(), if atom.is_aromatic { "~" } else { "" });
            let Atom { isotope, charge, class, .. } = *atom;
            let isotope = if isotope > 0 { isotope.to_string() } else { String::new() };
            let charge = if charge == 0 { String::new() } else { format!("{charge:+}") };
            let class = if class > 0 { format!(":{class}") } else { String::new() };
            format!("{isotope}{symbol}{aromatic}{hydrogens}{charge}{class}")
        });
        let bonds = molecule.bonds.iter().map(|bond| {
            let order = match bond.order {
                BondOrder::Single => '-',
                BondOrder::Double => '=',
                BondOrder::Triple => '#',
                BondOrder::Quadruple => '$',
                BondOrder::Aromatic => ':',
                BondOrder::AromaticInRing => '~',
                BondOrder::Dative => '>',
                BondOrder::Hydrogen => '.',
            };
            format!("{}{order}{}", bond.ends[0], bond.ends[1])
        });
        let (atoms, bonds): (Vec<_>, Vec<_>) = (atoms.collect(), bonds.collect());
        Ok(format!("{} | {}", atoms.join(" "), bonds.join(" ")).trim_end().to_owned())
    }

    #[test]
    fn atoms_and_brackets() {
        for (smiles, expected) in [
            ("BCNOPSFClBrI*", "B C N O P S F Cl Br I * | 0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10"),
            ("b", "B~ |"),
            ("[CH4]", "CH4 |"),
            ("[13C@@H-:7]", "13CH1-1:7 |"),
            ("[nH]", "N~H1 |"),
            ("[se]", "Se~! |"),
            ("[Sc]", "Sc! |"),
            ("[Hg+2]", "Hg!+2 |"),
            ("[HH]", "HH1 |"),
            ("[H+]", "H!+1 |"),
            ("[Fe++]", "Fe!+2 |"),
            ("[O-]", "O!-1 |"),
            ("[D]", "2H! |"),
            ("[T]", "3H! |"),
            ("[*:12]", "*!:12 |"),
            ("[235U]", "235U! |"),
            ("[Co@OH25+3]", "Co!+3 |"),
            ("[Pt@SP1H]", "PtH1 |"),
            ("[C@TB12]", "C! |"),
        ] {
            assert_eq!(parsed(smiles).unwrap(), expected, "{smiles}");
        }
    }

    #[test]
    fn bonds_branches_and_rings() {
        for (smiles, expected) in [
            ("C-C=C#C$C", "C C C C C | 0-1 1=2 2#3 3$4"),
            ("F/C=C\\F", "F C C F | 0-1 1=2 2-3"),
            ("cc", "C~ C~ | 0~1"),
            ("c:c-c", "C~ C~ C~ | 0:1 1-2"),
            ("c*", "C~ * | 0~1"),
            ("cC", "C~ C | 0-1"),
            ("C(O)(=N)C", "C O N C | 0-1 0=2 0-3"),
            ("C(C(C)C)C", "C C C C C | 0-1 1-2 1-3 0-4"),
            ("C1CC1", "C C C | 0-1 1-2 0-2"),
            ("C=1CC1", "C C C | 0-1 1-2 0=2"),
            ("C1CC=1", "C C C | 0-1 1-2 0=2"),
            ("C=1CC=1", "C C C | 0-1 1-2 0=2"),
            ("C0CC0", "C C C | 0-1 1-2 0-2"),
            ("C%10CC%10", "C C C | 0-1 1-2 0-2"),
            ("C%(1)CC1", "C C C | 0-1 1-2 0-2"),
            ("C%(12345)CC%(12345)", "C C C | 0-1 1-2 0-2"),
            ("C(C)1CC1", "C C C C | 0-1 0-2 2-3 0-3"),
            ("C1CC1C1CC1", "C C C C C C | 0-1 1-2 0-2 2-3 3-4 4-5 3-5"),
            ("C1.C1", "C C | 0-1"),
            ("[Na+].[Cl-]", "Na!+1 Cl!-1 |"),
            ("C(.O)N", "C O N | 0-2"),
            ("N->B", "N B | 0>1"),
            ("B<-N", "B N | 1>0"),
            ("B<-1CN1", "B C N | 0-1 1-2 2>0"),
            ("B1CN->1", "B C N | 0-1 1-2 2>0"),
            ("N->1CB<-1", "N C B | 0-1 1-2 0>2"),
        ] {
            assert_eq!(parsed(smiles).unwrap(), expected, "{smiles}");
        }
    }

    #[test]
    fn mistakes_are_located() {
        let atom = format!("expected {ATOM}");
        for (smiles, at, problem) in [
            ("", 1, format!("found the end of the line, {atom}")),
            ("=C", 1, format!("found `=`, {atom}")),
            ("C==C", 3, format!("found `=`, {atom}")),
            ("C()", 3, format!("found `)`, {atom}")),
            ("C((C))", 3, format!("found `(`, {atom}")),
            ("(C)", 1, format!("found `(`, {atom}")),
            ("C.", 3, format!("found the end of the line, {atom}")),
            (".C", 1, format!("found `.`, {atom}")),
            ("C(C.)", 5, format!("found `)`, {atom}")),
            ("C(1CC1)", 3, format!("found `1`, {atom}")),
            ("1CC1", 1, format!("found `1`, {atom}")),
            ("CX", 2, format!("found `X`, {atom}")),
            ("C C", 2, format!("found ` `, {atom}")),
            ("Ca", 2, format!("found `a`, {atom}")),
            (
                "C%(1",
                5,
                "found the end of the line, expected `)` after the number of a ring bond"
                    .to_owned(),
            ),
            ("C%()", 4, "found `)`, expected two digits: the number of a ring bond".to_owned()),
            ("[]", 2, "found `]`, expected the symbol of an element".to_owned()),
            ("[C:]", 4, "found `]`, expected the number of the atom class".to_owned()),
            ("[C@SP]", 6, "found `]`, expected the number of the arrangement".to_owned()),
            ("[C++2]", 5, "found `2`, expected one sign and a number, or signs only".to_owned()),
            ("[CH2", 1, "this bracket has no closing `]`".to_owned()),
            ("[Qq]", 2, "`Qq` is not a chemical element".to_owned()),
            ("[cl]", 3, "found `l`".to_owned()),
            ("C->2CC->2", 9, "ring bond 2 has a different order at its other end".to_owned()),
        ] {
            let (message, start) = (parsed(smiles).unwrap_err(), format!("x:1:{at}: {problem}"));
            assert!(message.starts_with(&start), "{smiles}: {message}");
        }
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let deep = "C(".repeat(200_000) + "C" + &")".repeat(200_000);
        assert!(parsed(&deep).is_ok());
    }
}
