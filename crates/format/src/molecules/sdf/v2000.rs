//! The tables of SDF V2000: fixed-width columns, then properties.

use super::{Head, atom, bond_order, columns, stated_valence, unpaired};
use crate::FormatError;
use crate::error::{SyntaxProblem, shorten};
use crate::molecules::{Atom, Bond, Molecule, MoleculeProblem};
use crate::read::{Lines, Text};

/// Reads a molecule up to `M  END`.
pub(super) fn read(lines: &mut Lines<'_>, head: &Head) -> Result<Molecule, FormatError> {
    let mut molecule = Molecule::default();
    for number in 1..=head.num_atoms {
        let Some(line) = lines.next_line()? else {
            return Err(lines.ended("as many atoms as the fourth line of the molecule states"));
        };
        molecule.atoms.push(read_atom(line, head, number)?);
    }
    for _ in 0..head.num_bonds {
        let Some(line) = lines.next_line()? else {
            return Err(lines.ended("as many bonds as the fourth line of the molecule states"));
        };
        let bond = read_bond(line, head, molecule.atoms.len())?;
        molecule.bonds.push(bond);
    }
    read_properties(lines, &mut molecule)?;
    Ok(molecule)
}

fn read_atom(line: Text<'_>, head: &Head, number: u32) -> Result<Atom, FormatError> {
    let symbol = columns(line, 31..34)?;
    if symbol.is_empty() || line.content.starts_with("M  ") {
        let (found, stated) = (shorten(line.content.trim()), head.num_atoms);
        let line_number = head.counts_line;
        let problem = MoleculeProblem::MissingAtoms { found, number, stated, line: line_number };
        return Err(line.error(line.content, SyntaxProblem::Molecule(problem)));
    }
    let mut atom = atom(line, symbol, head.atom_place(line))?;
    let mass = columns(line, 34..36)?;
    if !matches!(mass, "" | "0") {
        let difference: i32 =
            mass.parse().map_err(|_| line.unexpected(mass, "a mass difference from -3 to 4"))?;
        let isotope = i32::from(atom.element.weight()) + difference;
        atom.isotope = u16::try_from(isotope).unwrap_or(0);
    }
    let charge = columns(line, 36..39)?;
    (atom.charge, atom.radicals) = match charge {
        "" | "0" => (0, 0),
        "1" => (3, 0),
        "2" => (2, 0),
        "3" => (1, 0),
        "4" => (0, 1),
        "5" => (-1, 0),
        "6" => (-2, 0),
        "7" => (-3, 0),
        other => return Err(line.unexpected(other, "a charge code from 0 to 7")),
    };
    let valence = optional_number(line, columns(line, 48..51)?, "a valence from 0 to 15")?;
    if let Some(stated) = stated_valence(valence) {
        atom.hydrogens = stated;
    }
    atom.class = optional_number(line, columns(line, 60..63)?, "the number of an atom class")?;
    Ok(atom)
}

/// A number in optional columns.
fn optional_number(
    line: Text<'_>,
    field: &str,
    expected: &'static str,
) -> Result<u32, FormatError> {
    if field.is_empty() { Ok(0) } else { line.number(field, expected) }
}

const BOND: &str = "a bond: the numbers of two atoms and a bond type, in three columns each";

fn read_bond(line: Text<'_>, head: &Head, num_atoms: usize) -> Result<Bond, FormatError> {
    let end = |range| {
        let field = columns(line, range)?;
        let number: u32 = field.parse().map_err(|_| line.unexpected(line.content.trim(), BOND))?;
        atom_number(line, field, number.into(), num_atoms)
    };
    let ends = [end(0..3)?, end(3..6)?];
    let field = columns(line, 6..9)?;
    if field.is_empty() {
        return Err(line.line_ended("a bond type"));
    }
    let order = bond_order(line, field)?;
    Ok(Bond { ends, order, place: head.bond_place(line) })
}

/// The index of an atom with this number, from 1.
fn atom_number(
    line: Text<'_>,
    field: &str,
    number: u64,
    num_atoms: usize,
) -> Result<u32, FormatError> {
    if (1..=num_atoms as u64).contains(&number) {
        return Ok(number as u32 - 1);
    }
    let problem = MoleculeProblem::UnknownAtom { number, num_atoms };
    Err(line.error(field, SyntaxProblem::Molecule(problem)))
}

/// Reads charges, unpaired electrons and isotopes; other properties do not affect the graph.
fn read_properties(lines: &mut Lines<'_>, molecule: &mut Molecule) -> Result<(), FormatError> {
    let mut overrides_charges = false;
    loop {
        let Some(line) = lines.next_line()? else { return Err(lines.ended("`M  END`")) };
        let content = line.content;
        if content.starts_with("M  END") {
            return Ok(());
        }
        if content.starts_with("$$$$") {
            return Err(line.unexpected(content.trim(), "`M  END`"));
        }
        let (kind, rest) = content.split_at_checked(6).unwrap_or((content, ""));
        match kind {
            "M  CHG" | "M  RAD" if !overrides_charges => {
                // They replace the values of the atom lines.
                overrides_charges = true;
                molecule.atoms.iter_mut().for_each(|atom| (atom.charge, atom.radicals) = (0, 0));
                each_entry(line, rest, molecule, kind)?;
            }
            "M  CHG" | "M  RAD" | "M  ISO" => each_entry(line, rest, molecule, kind)?,
            "M  ZBO" | "M  ZCH" | "M  HYD" => {
                let feature = "bonds of order zero (ZBO, ZCH, HYD)";
                return Err(line.error(kind, SyntaxProblem::Unsupported { feature }));
            }
            // A line of text follows.
            _ if content.starts_with("A  ") || content.starts_with("G  ") => skip(lines, 1)?,
            "S  SKP" => {
                let skipped: u32 = line.number(rest.trim(), "how many lines to skip")?;
                skip(lines, skipped)?;
            }
            _ => {}
        }
    }
}

/// Skips lines that do not affect the graph.
fn skip(lines: &mut Lines<'_>, num_lines: u32) -> Result<(), FormatError> {
    for _ in 0..num_lines {
        if lines.next_line()?.is_none() {
            return Err(lines.ended("`M  END`"));
        }
    }
    Ok(())
}

/// The entries of `M  CHG  2   1   1   4  -1`: their number, then pairs of an atom and a value.
fn each_entry(
    line: Text<'_>,
    rest: &str,
    molecule: &mut Molecule,
    kind: &str,
) -> Result<(), FormatError> {
    let mut words = Text { content: rest, ..line }.words();
    let count: u32 = line.number(
        words
            .word("the number of entries")
            .map_err(|_| line.line_ended("the number of entries"))?,
        "the number of entries",
    )?;
    for _ in 0..count {
        let ended = |_| line.line_ended("as many pairs of an atom and a value as the line states");
        let word = words.word("").map_err(ended)?;
        let number = line.number(word, "the number of an atom")?;
        let atom = atom_number(line, word, number, molecule.atoms.len())?;
        let atom = &mut molecule.atoms[atom as usize];
        let value = words.word("").map_err(ended)?;
        match kind {
            "M  CHG" => {
                let charge = value.parse();
                atom.charge =
                    charge.map_err(|_| line.unexpected(value, "a charge from -15 to 15"))?;
            }
            "M  RAD" => {
                let electrons = value.parse().ok().and_then(unpaired);
                atom.radicals = electrons
                    .ok_or_else(|| line.unexpected(value, "a multiplicity from 0 to 3"))?;
            }
            _ => {
                let isotope = value.parse();
                atom.isotope = isotope.map_err(|_| line.unexpected(value, "a mass number"))?;
            }
        }
    }
    Ok(())
}
