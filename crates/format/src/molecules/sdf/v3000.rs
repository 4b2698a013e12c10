//! The tables of SDF V3000: lines that begin with `M  V30`, in blocks.
//!
//! ```text
//! M  V30 BEGIN CTAB
//! M  V30 COUNTS 2 1 0 0 0
//! M  V30 BEGIN ATOM
//! M  V30 1 C 0 0 0 0
//! M  V30 2 O 1.2 0 0 0 CHG=-1
//! M  V30 END ATOM
//! M  V30 BEGIN BOND
//! M  V30 1 1 1 2
//! M  V30 END BOND
//! M  V30 END CTAB
//! M  END
//! ```
//!
//! A line that ends in `-` continues on the next one. Atoms may be numbered in any order. Blocks
//! other than those of atoms and bonds, such as groups and collections, are skipped.

use rustc_hash::FxHashMap;

use super::{Head, atom, bond_order, stated_valence, unpaired};
use crate::FormatError;
use crate::error::{SyntaxProblem, shorten};
use crate::molecules::{Atom, Bond, Molecule, MoleculeProblem};
use crate::read::{Lines, Text};

const PREFIX: &str = "M  V30 ";

/// Reads a molecule up to `M  END`.
pub(super) fn read(lines: &mut Lines<'_>, head: &Head) -> Result<Molecule, FormatError> {
    let mut reader = Reader {
        head,
        molecule: Molecule::default(),
        numbers: FxHashMap::default(),
        stated: None,
        block: None,
    };
    while reader.line(lines)? == Go::On {}
    Ok(reader.molecule)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Go {
    On,
    Home,
}

/// The current block.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Block {
    Table,
    Atoms,
    Bonds,
    /// A block that is skipped to its end.
    Other(String),
}

struct Reader<'a> {
    head: &'a Head,
    molecule: Molecule,
    /// The index for each atom number.
    numbers: FxHashMap<u32, u32>,
    stated: Option<Counts>,
    block: Option<Block>,
}

struct Counts {
    num_atoms: u64,
    num_bonds: u64,
    line: u32,
}

impl Reader<'_> {
    fn line(&mut self, lines: &mut Lines<'_>) -> Result<Go, FormatError> {
        let Some(line) = lines.next_line()? else { return Err(lines.ended("`M  END`")) };
        if line.content.starts_with("M  END") {
            if self.block.is_some() {
                return Err(line.unexpected(line.content.trim(), "`M  V30 END` and a block"));
            }
            self.check_counts(line)?;
            return Ok(Go::Home);
        }
        let goes_on = |bytes: &[u8]| bytes.trim_ascii_end().ends_with(b"-");
        let line = if goes_on(line.content.as_bytes()) { lines.join(goes_on)? } else { line };
        let words = words(line)?;
        match words.as_slice() {
            [] => Ok(Go::On),
            ["BEGIN", name, ..] => self.begin(line, name),
            ["END", name, ..] => self.end(line, name),
            words => self.entry(line, words),
        }
    }

    fn begin(&mut self, line: Text<'_>, name: &str) -> Result<Go, FormatError> {
        self.block = match (&self.block, name) {
            (None, "CTAB") => Some(Block::Table),
            (None, _) => return Err(line.unexpected(name, "CTAB, the table of the molecule")),
            (Some(Block::Table), "ATOM") => Some(Block::Atoms),
            (Some(Block::Table), "BOND") => Some(Block::Bonds),
            (Some(Block::Table), other) => Some(Block::Other(other.to_owned())),
            (Some(other @ Block::Other(_)), _) => Some(other.clone()),
            (Some(Block::Atoms | Block::Bonds), _) => {
                return Err(line.unexpected(name, "the end of the block before another begins"));
            }
        };
        Ok(Go::On)
    }

    fn end(&mut self, line: Text<'_>, name: &str) -> Result<Go, FormatError> {
        self.block = match (&self.block, name) {
            (Some(Block::Table), "CTAB") => None,
            (Some(Block::Atoms), "ATOM") | (Some(Block::Bonds), "BOND") => Some(Block::Table),
            (Some(Block::Other(begun)), name) if begun == name => Some(Block::Table),
            (Some(other @ Block::Other(_)), _) => Some(other.clone()),
            _ => return Err(line.unexpected(name, "the name of the block that has begun")),
        };
        Ok(Go::On)
    }

    fn entry(&mut self, line: Text<'_>, words: &[&str]) -> Result<Go, FormatError> {
        match &self.block {
            Some(Block::Table) if words[0] == "COUNTS" => {
                let number = |place| {
                    let expected = "COUNTS and the numbers of atoms and bonds";
                    let word = word(line, words, place, expected)?;
                    line.number(word, expected)
                };
                let line = line.first_line;
                self.stated = Some(Counts { num_atoms: number(1)?, num_bonds: number(2)?, line });
            }
            Some(Block::Atoms) => {
                let (number, atom) = self.atom(line, words)?;
                let index = self.molecule.atoms.len() as u32;
                if self.numbers.insert(number, index).is_some() {
                    let problem = MoleculeProblem::RepeatedAtom { number: number.into() };
                    return Err(line.error(words[0], SyntaxProblem::Molecule(problem)));
                }
                self.molecule.atoms.push(atom);
            }
            Some(Block::Bonds) => {
                let bond = self.bond(line, words)?;
                self.molecule.bonds.push(bond);
            }
            Some(Block::Table | Block::Other(_)) => {}
            None => return Err(line.unexpected(words[0], "`BEGIN CTAB`")),
        }
        Ok(Go::On)
    }

    /// Number, symbol, three coordinates, class, then options.
    fn atom(&self, line: Text<'_>, words: &[&str]) -> Result<(u32, Atom), FormatError> {
        let expected = "an atom: its number, symbol, three coordinates and class";
        let number = line.number(words[0], expected)?;
        let symbol = word(line, words, 1, expected)?;
        let mut atom = atom(line, symbol, self.head.atom_place(line))?;
        let class = word(line, words, 5, expected)?;
        atom.class = line.number(class, "the number of the atom class")?;
        for option in &words[6..] {
            let Some((key, value)) = option.split_once('=') else { continue };
            match key {
                "CHG" => {
                    let charge = value.parse();
                    atom.charge = charge.map_err(|_| line.unexpected(value, "a charge"))?;
                }
                "MASS" => {
                    let mass = value.parse();
                    atom.isotope = mass.map_err(|_| line.unexpected(value, "a mass number"))?;
                }
                "RAD" => {
                    let electrons = value.parse().ok().and_then(unpaired);
                    atom.radicals = electrons
                        .ok_or_else(|| line.unexpected(value, "a multiplicity from 0 to 3"))?;
                }
                "VAL" => {
                    // Here -1 means none.
                    let valence = if value == "-1" { 15 } else { line.number(value, "a valence")? };
                    if let Some(stated) = stated_valence(valence) {
                        atom.hydrogens = stated;
                    }
                }
                _ => {}
            }
        }
        Ok((number, atom))
    }

    /// Number, type, two atoms, then options.
    fn bond(&self, line: Text<'_>, words: &[&str]) -> Result<Bond, FormatError> {
        let expected = "a bond: its number, type and two atoms";
        let order = bond_order(line, word(line, words, 1, expected)?)?;
        let end = |place| {
            let field = word(line, words, place, expected)?;
            let number: u32 = line.number(field, "the number of an atom")?;
            self.numbers.get(&number).copied().ok_or_else(|| {
                let num_atoms = self.molecule.atoms.len();
                let problem = MoleculeProblem::UnknownAtom { number: number.into(), num_atoms };
                line.error(field, SyntaxProblem::Molecule(problem))
            })
        };
        if let Some(option) = words.iter().find(|word| word.starts_with("ENDPTS")) {
            let feature = "bonds to several atoms (ENDPTS)";
            return Err(line.error(option, SyntaxProblem::Unsupported { feature }));
        }
        Ok(Bond { ends: [end(2)?, end(3)?], order, place: self.head.bond_place(line) })
    }

    fn check_counts(&self, line: Text<'_>) -> Result<(), FormatError> {
        let Some(stated) = &self.stated else {
            return Err(line.unexpected(line.content.trim(), "a line `M  V30 COUNTS`"));
        };
        for (what, stated_number, found) in [
            ("atoms", stated.num_atoms, self.molecule.atoms.len()),
            ("bonds", stated.num_bonds, self.molecule.bonds.len()),
        ] {
            if stated_number != found as u64 {
                let (stated, line_number) = (stated_number, stated.line);
                let problem =
                    MoleculeProblem::WrongCount { what, found, stated, line: line_number };
                return Err(line.error(line.content.trim(), SyntaxProblem::Molecule(problem)));
            }
        }
        Ok(())
    }
}

/// The words of a line, which may be continued on further lines, without the `M  V30` and the `-`.
fn words(line: Text<'_>) -> Result<Vec<&str>, FormatError> {
    let mut words = Vec::new();
    let mut parts = line.content.lines().peekable();
    while let Some(part) = parts.next() {
        let Some(rest) = part.strip_prefix(PREFIX) else {
            if part.trim_end() == PREFIX.trim_end() {
                continue;
            }
            let found = SyntaxProblem::unexpected(&shorten(part.trim()), "`M  V30`");
            return Err(line.error(part.trim(), found));
        };
        let rest = rest.trim_end();
        let rest =
            if parts.peek().is_some() { rest.strip_suffix('-').unwrap_or(rest) } else { rest };
        words.extend(rest.split_ascii_whitespace());
    }
    Ok(words)
}

fn word<'a>(
    line: Text<'a>,
    words: &[&'a str],
    place: usize,
    expected: &'static str,
) -> Result<&'a str, FormatError> {
    words.get(place).copied().ok_or_else(|| line.line_ended(expected))
}
