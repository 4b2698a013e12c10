//! Parses SMARTS to atoms, bonds and their expressions.

use std::collections::BTreeMap;

use super::expression::{AtomPrimitive, BondPrimitive, Expression};
use super::problem::SmartsProblem;
use crate::FormatError;
use crate::error::{Found, shorten};
use crate::molecules::{Element, MoleculeProblem};
use crate::read::Text;

/// Atoms, and bonds between them.
#[derive(Debug, Default)]
pub(super) struct Query {
    pub(super) atoms: Vec<Expression<AtomPrimitive>>,
    pub(super) bonds: Vec<QueryBond>,
}

#[derive(Debug)]
pub(super) struct QueryBond {
    pub(super) ends: [u32; 2],
    pub(super) expression: Expression<BondPrimitive>,
}

/// Reads a part of a line.
pub(super) fn parse<'a>(line: Text<'a>, smarts: &'a str) -> Result<Query, FormatError> {
    let mut parser = Parser {
        line,
        rest: smarts,
        query: Query::default(),
        last: None,
        branches: Vec::new(),
        rings: BTreeMap::new(),
    };
    parser.run()?;
    Ok(parser.query)
}

type Atom = Expression<AtomPrimitive>;
type Bond = Expression<BondPrimitive>;

struct Parser<'a> {
    line: Text<'a>,
    rest: &'a str,
    query: Query,
    /// The atom to which the next one is bonded.
    last: Option<u32>,
    /// The starts of open branches: the `(` and the atom before it.
    branches: Vec<(&'a str, Option<u32>)>,
    /// Ring bonds with one end: the position, the atom, and the bond.
    rings: BTreeMap<u32, (&'a str, u32, Option<Bond>)>,
}

const ATOM: &str = "an atom, such as C, [F,Cl] or *";

impl Parser<'_> {
    fn run(&mut self) -> Result<(), FormatError> {
        if self.rest.is_empty() {
            return Err(self.unexpected(ATOM));
        }
        while let Some(c) = self.rest.chars().next() {
            match c {
                '(' => {
                    if self.last.is_none() {
                        let what = "groups of components (...).(...)";
                        return Err(self.refused(1, what));
                    }
                    self.branches.push((self.rest, self.last));
                    self.skip(1);
                }
                ')' => {
                    let Some((_, last)) = self.branches.pop() else {
                        return Err(self.unexpected("an atom: this `)` closes no branch"));
                    };
                    self.last = last;
                    self.skip(1);
                }
                '.' => {
                    self.last = None;
                    self.skip(1);
                    if self.rest.is_empty() {
                        return Err(self.unexpected(ATOM));
                    }
                }
                '>' => return Err(self.refused(1, "reactions")),
                _ => self.bond_and_atom()?,
            }
        }
        if let Some((start, _)) = self.branches.pop() {
            return Err(self.problem(&start[..1], SmartsProblem::OpenBranch));
        }
        if let Some((&number, &(start, ..))) = self.rings.iter().next() {
            return Err(self.problem(&start[..1], SmartsProblem::OpenRing { number }));
        }
        Ok(())
    }

    /// An optional bond, and the atom or ring bond after it.
    fn bond_and_atom(&mut self) -> Result<(), FormatError> {
        let bond = self.bond()?;
        if self.rest.starts_with(|c: char| c.is_ascii_digit() || c == '%') {
            return self.ring_bond(bond);
        }
        if bond.is_some() && self.last.is_none() {
            return Err(self.unexpected("an atom before the bond"));
        }
        let expression = self.atom()?;
        let number = self.query.atoms.len() as u32;
        self.query.atoms.push(expression);
        if let Some(last) = self.last {
            self.join(last, number, bond);
        }
        self.last = Some(number);
        Ok(())
    }

    fn join(&mut self, a: u32, b: u32, bond: Option<Bond>) {
        // Without a symbol, a bond is single or aromatic.
        let unwritten = || {
            let either = [BondPrimitive::Single, BondPrimitive::Aromatic];
            Expression::Or(either.map(Expression::Is).to_vec())
        };
        let expression = bond.unwrap_or_else(unwritten);
        self.query.bonds.push(QueryBond { ends: [a, b], expression });
    }

    fn ring_bond(&mut self, bond: Option<Bond>) -> Result<(), FormatError> {
        let start = self.rest;
        let Some(last) = self.last else { return Err(self.unexpected(ATOM)) };
        let number = if self.eat('%') {
            if self.eat('(') {
                let number = self.number().map_or(u32::MAX, u32::from);
                if !self.eat(')') {
                    return Err(self.unexpected("`)` after the number of a ring bond"));
                }
                number
            } else {
                let digits =
                    self.rest.get(..2).filter(|two| two.bytes().all(|b| b.is_ascii_digit()));
                let Some(digits) = digits else {
                    return Err(self.unexpected("two digits after `%`"));
                };
                self.skip(2);
                digits.parse().unwrap_or_default()
            }
        } else {
            let digit = u32::from(self.rest.as_bytes()[0] - b'0');
            self.skip(1);
            digit
        };
        match self.rings.remove(&number) {
            None => {
                self.rings.insert(number, (start, last, bond));
            }
            Some((_, other, _)) if other == last => {
                self.rest = start;
                return Err(self.unexpected("another atom at the end of a ring bond"));
            }
            Some((_, other, first)) => {
                if let (Some(first), Some(second)) = (&first, &bond)
                    && first != second
                {
                    self.rest = start;
                    return Err(self.unexpected("the same bond at both ends of a ring bond"));
                }
                let is_joined = |ends: [u32; 2]| ends == [other, last] || ends == [last, other];
                if self.query.bonds.iter().any(|bond| is_joined(bond.ends)) {
                    let digits = &start[..start.len() - self.rest.len()];
                    return Err(self.line.error(digits, MoleculeProblem::RepeatedBond.into()));
                }
                self.join(other, last, bond.or(first));
            }
        }
        Ok(())
    }

    /// The bond at this position, if there is one.
    fn bond(&mut self) -> Result<Option<Bond>, FormatError> {
        let is_bond = |rest: &str| rest.starts_with(|c: char| "-=#$:~@!,;&/\\<".contains(c));
        if !is_bond(self.rest) {
            return Ok(None);
        }
        let bond = self.low_and(&mut |parser: &mut Self| parser.bond_primitive())?;
        Ok(Some(bond))
    }

    fn bond_primitive(&mut self) -> Result<Option<Bond>, FormatError> {
        let primitive = match self.rest.chars().next() {
            Some('-') if self.rest.starts_with("->") => {
                return Err(self.refused(2, "dative bonds"));
            }
            Some('<') => return Err(self.refused(1, "dative bonds")),
            Some('/' | '\\') => return Err(self.refused(1, "directions of bonds")),
            Some('-') => BondPrimitive::Single,
            Some('=') => BondPrimitive::Double,
            Some('#') => BondPrimitive::Triple,
            Some('$') => BondPrimitive::Quadruple,
            Some(':') => BondPrimitive::Aromatic,
            Some('~') => BondPrimitive::Any,
            Some('@') => BondPrimitive::InRing,
            _ => return Ok(None),
        };
        self.skip(1);
        Ok(Some(Expression::Is(primitive)))
    }

    fn atom(&mut self) -> Result<Atom, FormatError> {
        if self.rest.starts_with('[') {
            return self.bracket();
        }
        for symbol in ["Cl", "Br", "B", "C", "N", "O", "P", "S", "F", "I"] {
            if self.rest.starts_with(symbol) {
                self.skip(symbol.len());
                return Ok(element(symbol, AtomPrimitive::Aliphatic));
            }
        }
        let Some(c) = self.rest.chars().next() else { return Err(self.unexpected(ATOM)) };
        let atom = match c {
            '*' => Expression::Is(AtomPrimitive::Any),
            'A' => Expression::Is(AtomPrimitive::Aliphatic),
            'a' => Expression::Is(AtomPrimitive::Aromatic),
            'b' | 'c' | 'n' | 'o' | 'p' | 's' => {
                element(&c.to_uppercase().to_string(), AtomPrimitive::Aromatic)
            }
            _ => return Err(self.unexpected(ATOM)),
        };
        self.skip(1);
        Ok(atom)
    }

    fn bracket(&mut self) -> Result<Atom, FormatError> {
        let start = self.rest;
        self.skip(1);
        if let Some(hydrogen) = self.hydrogen_atom() {
            return Ok(hydrogen);
        }
        let atom = self.low_and(&mut |parser: &mut Self| parser.atom_primitive())?;
        // The atom map number of a reaction is not a property of the atom.
        if self.eat(':') && self.number().is_none() {
            return Err(self.unexpected("a number after `:`"));
        }
        if self.eat(']') {
            return Ok(atom);
        }
        if self.rest.chars().next().is_none() {
            Err(self.problem(&start[..1], SmartsProblem::OpenBracket))
        } else {
            let symbol = shorten(&self.rest[..self.word_len()]);
            let part = &self.rest[..self.word_len()];
            Err(self.problem(part, SmartsProblem::UnknownPrimitive { symbol }))
        }
    }

    /// `[H]`, `[2H]`, `[H+]`: a hydrogen atom. Together with other primitives, `H` counts
    /// hydrogens.
    fn hydrogen_atom(&mut self) -> Option<Atom> {
        let end = self.rest.find(']')?;
        let inside = &self.rest[..end];
        let digits = inside.find(|c: char| !c.is_ascii_digit())?;
        let (isotope, rest) = inside.split_at(digits);
        let charge = rest.strip_prefix('H')?;
        let mut all = vec![Expression::Is(AtomPrimitive::Element(1))];
        if !isotope.is_empty() {
            all.push(Expression::Is(AtomPrimitive::Isotope(isotope.parse().ok()?)));
        }
        match charge {
            "" => {}
            "+" => all.push(Expression::Is(AtomPrimitive::Charge(1))),
            "-" => all.push(Expression::Is(AtomPrimitive::Charge(-1))),
            _ => return None,
        }
        self.skip(end + 1);
        Some(Expression::And(all))
    }

    /// One property of an atom; `None` if there is something else.
    fn atom_primitive(&mut self) -> Result<Option<Atom>, FormatError> {
        use AtomPrimitive as Is;
        let Some(c) = self.rest.chars().next() else { return Ok(None) };
        let second = self.rest.as_bytes().get(1).copied().unwrap_or_default();
        // A two-letter element takes precedence over two properties.
        if c.is_ascii_uppercase() && second.is_ascii_lowercase() {
            let symbol = &self.rest[..2];
            if Element::from_symbol(symbol.as_bytes()).is_some() {
                self.skip(2);
                return Ok(Some(element(symbol, AtomPrimitive::Aliphatic)));
            }
        }
        for (small, symbol) in [("se", "Se"), ("as", "As"), ("te", "Te"), ("si", "Si")] {
            if self.rest.starts_with(small) {
                self.skip(2);
                return Ok(Some(element(symbol, AtomPrimitive::Aromatic)));
            }
        }
        let refused = match c {
            '$' => Some("recursive conditions $(...)"),
            '@' => Some("chirality marks"),
            '^' => Some("hybridisations"),
            'z' | 'Z' => Some("numbers of heteroatom neighbours"),
            'k' => Some("sizes of all rings (k)"),
            '{' => Some("ranges {...}"),
            '?' | '>' => Some("conditions on reactions"),
            _ => None,
        };
        if let Some(what) = refused {
            return Err(self.refused(1, what));
        }
        if c.is_ascii_digit() {
            let isotope = self.long_number().unwrap_or_default();
            return Ok(Some(Expression::Is(Is::Isotope(isotope))));
        }
        if matches!(c, '+' | '-') {
            return Ok(Some(Expression::Is(Is::Charge(self.charge(c)?))));
        }
        let letter = match c {
            '*' => Some(Expression::Is(Is::Any)),
            'a' => Some(Expression::Is(Is::Aromatic)),
            'A' => Some(Expression::Is(Is::Aliphatic)),
            'b' | 'c' | 'n' | 'o' | 'p' | 's' => {
                Some(element(&c.to_uppercase().to_string(), Is::Aromatic))
            }
            'D' | 'H' | 'X' | 'v' | 'R' | 'r' | 'x' | 'h' | '#' => None,
            _ if Element::from_symbol(&self.rest.as_bytes()[..1]).is_some() => {
                Some(element(&self.rest[..1], Is::Aliphatic))
            }
            _ => return Ok(None),
        };
        if let Some(found) = letter {
            self.skip(1);
            return Ok(Some(found));
        }
        self.skip(1);
        if self.rest.starts_with('{') {
            return Err(self.refused(1, "ranges {...}"));
        }
        let number = self.number();
        Ok(Some(Expression::Is(match c {
            'D' => Is::Degree(number.unwrap_or(1)),
            'H' => Is::Hydrogens(number.unwrap_or(1)),
            'X' => Is::Connections(number.unwrap_or(1)),
            'v' => Is::Valence(number.unwrap_or(1)),
            'R' => Is::Rings(number),
            'r' => Is::RingSize(number),
            'x' => Is::RingBonds(number),
            'h' => Is::ImplicitHydrogens(number),
            _ => match number {
                Some(number) => Is::Element(number),
                None => return Err(self.unexpected("an atomic number after `#`")),
            },
        })))
    }

    /// `+`, `++`, `+2`.
    fn charge(&mut self, sign: char) -> Result<i8, FormatError> {
        let start = self.rest;
        let mut size: u8 = 0;
        while self.rest.starts_with(sign) && size < 9 {
            self.skip(1);
            size += 1;
        }
        if size == 1 {
            size = self.number().unwrap_or(1);
        }
        if size > 99 {
            self.rest = start;
            return Err(self.unexpected("a charge of at most 99"));
        }
        let size = size.cast_signed();
        Ok(if sign == '+' { size } else { -size })
    }

    /// `;` binds weakest, then `,`, then `&` and juxtaposition, then `!`.
    fn low_and<P>(
        &mut self,
        primitive: &mut impl FnMut(&mut Self) -> Result<Option<Expression<P>>, FormatError>,
    ) -> Result<Expression<P>, FormatError> {
        let mut all = vec![self.or(primitive)?];
        while self.eat(';') {
            all.push(self.or(primitive)?);
        }
        Ok(one_or(all, Expression::And))
    }

    fn or<P>(
        &mut self,
        primitive: &mut impl FnMut(&mut Self) -> Result<Option<Expression<P>>, FormatError>,
    ) -> Result<Expression<P>, FormatError> {
        let mut some = vec![self.high_and(primitive)?];
        while self.eat(',') {
            some.push(self.high_and(primitive)?);
        }
        Ok(one_or(some, Expression::Or))
    }

    fn high_and<P>(
        &mut self,
        primitive: &mut impl FnMut(&mut Self) -> Result<Option<Expression<P>>, FormatError>,
    ) -> Result<Expression<P>, FormatError> {
        let mut all = Vec::new();
        loop {
            let mut is_negated = false;
            while self.eat('!') {
                is_negated = !is_negated;
            }
            match primitive(self)? {
                Some(found) if is_negated => all.push(Expression::Not(Box::new(found))),
                Some(found) => all.push(found),
                None if is_negated || all.is_empty() => {
                    if self.rest.starts_with(']') || self.rest.is_empty() {
                        return Err(self.unexpected("a property"));
                    }
                    let part = &self.rest[..self.word_len()];
                    let problem = SmartsProblem::UnknownPrimitive { symbol: shorten(part) };
                    return Err(self.problem(part, problem));
                }
                None => return Ok(one_or(all, Expression::And)),
            }
            if self.eat('&') && self.rest.starts_with([']', ',', ';', '&']) {
                return Err(self.unexpected("a property after `&`"));
            }
        }
    }

    fn number(&mut self) -> Option<u8> {
        let len = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = (len > 0).then(|| self.rest[..len].parse().unwrap_or(u8::MAX));
        self.skip(len);
        number
    }

    fn long_number(&mut self) -> Option<u16> {
        let len = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = (len > 0).then(|| self.rest[..len].parse().unwrap_or(u16::MAX));
        self.skip(len);
        number
    }

    fn eat(&mut self, c: char) -> bool {
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip(&mut self, len: usize) {
        self.rest = &self.rest[len..];
    }

    /// The length of the next character in bytes; 0 at the end.
    fn word_len(&self) -> usize {
        self.rest.chars().next().map_or(0, char::len_utf8)
    }

    fn unexpected(&self, expected: &'static str) -> FormatError {
        let part = &self.rest[..self.word_len()];
        let found = if part.is_empty() { Found::EndOfText } else { Found::text(part) };
        self.problem(part, SmartsProblem::Unexpected { found, expected })
    }

    fn refused(&self, len: usize, what: &'static str) -> FormatError {
        self.problem(&self.rest[..len], SmartsProblem::Refused { what })
    }

    fn problem(&self, part: &str, problem: SmartsProblem) -> FormatError {
        self.line.error(part, problem.into())
    }
}

/// An element, aromatic or not.
fn element(symbol: &str, aromatic: AtomPrimitive) -> Atom {
    let number = Element::from_symbol(symbol.as_bytes()).map_or(0, Element::number);
    Expression::And([AtomPrimitive::Element(number), aromatic].map(Expression::Is).to_vec())
}

fn one_or<P>(
    mut all: Vec<Expression<P>>,
    join: fn(Vec<Expression<P>>) -> Expression<P>,
) -> Expression<P> {
    if all.len() == 1 { all.swap_remove(0) } else { join(all) }
}
