//! SDF and MOL: molecules as tables of atoms and bonds, in versions V2000 and V3000.
//!
//! ```text
//! hydrogen cyanide
//!   any program
//!
//!   2  1  0  0  0  0  0  0  0  0999 V2000
//!     0.0000    0.0000    0.0000 C   0  0
//!     1.1560    0.0000    0.0000 N   0  0
//!   1  2  3  0
//! M  END
//! > <weight>
//! 27.03
//!
//! $$$$
//! ```
//!
//! The first line is the name. After the tables come data, which are ignored, and `$$$$`. A MOL
//! file is one such molecule without the `$$$$`.

mod v2000;
mod v3000;

use std::ops::Range;
use std::path::Path;

use isocount_core::NodeId;

use super::chemistry::element::Element;
use super::molecule::{Atom, BondOrder, Molecule, StatedHydrogens};
use super::problem::MoleculeProblem;
use super::to_graph::{GraphMaker, atom_name};
use crate::builder::Origin;
use crate::error::{SyntaxProblem, shorten};
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames, UniqueNames};
use crate::read::{Lines, NamedGraph, Reader, Source, Text};
use crate::write::Writer;
use crate::{Entry, FormatError, Location, Within};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "sdf",
    extensions: &["sdf", "sd", "mol"],
    description: "molecules as SDF or MOL, V2000 or V3000; many graphs",
    graph_names: GraphNames::OwnOrFileOrNumber,
    reader: Reader::Entries(read),
    pattern_reader: None,
    writer: Writer::None,
};

/// The line that ends a molecule.
const END: &str = "$$$$";

fn read(
    source: Source<'_>,
    mut names: FileLabels<'_>,
) -> Result<Vec<Entry<NamedGraph>>, FormatError> {
    let (path, format, faults) = (source.path, source.format, source.options.faults);
    let mut graph_names = UniqueNames::new(source.stem());
    let mut maker = GraphMaker::new(source.options, source.control);
    let mut lines = source.into_lines();
    let mut graphs = Vec::new();
    loop {
        let mut title = String::new();
        let graph = match Head::read(&mut lines, &mut title) {
            Ok(None) => break,
            Ok(Some(head)) => read_molecule(&mut lines, &head).and_then(|molecule| {
                let origin = InTable { path, first_line: head.counts_line, version: head.version };
                maker.make(molecule, &origin, &mut names)
            }),
            Err(problem) => Err(problem),
        };
        let name = graph_names.next(&title);
        let was_read = graph.is_ok();
        graphs.push(match graph {
            Ok(graph) => Ok(NamedGraph::new(name, graph)),
            Err(problem) => Err(faults.entry(|| name, problem)?),
        });
        // The real problem may be that the molecule ends too early.
        if was_read || !lines.last_line_has(END) {
            while lines.skip_line()? && !lines.last_line_has(END) {}
        }
    }
    if graphs.is_empty() {
        return Err(FormatError::Empty { path: path.to_owned(), format });
    }
    graph_names.finish(&mut graphs);
    Ok(graphs)
}

fn read_molecule(lines: &mut Lines<'_>, head: &Head) -> Result<Molecule, FormatError> {
    match head.version {
        Version::V2000 => v2000::read(lines, head),
        Version::V3000 => v3000::read(lines, head),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    V2000,
    V3000,
}

/// The first four lines of a molecule.
struct Head {
    num_atoms: u32,
    num_bonds: u32,
    version: Version,
    counts_line: u32,
}

const COUNTS: &str = "the numbers of atoms and bonds, each in three columns, and V2000 or V3000";

impl Head {
    /// The next header, and the name of the molecule; `None` if only blank lines are left.
    fn read(lines: &mut Lines<'_>, title: &mut String) -> Result<Option<Self>, FormatError> {
        let mut is_blank = true;
        for number in 1..=3 {
            let Some(line) = lines.next_line()? else {
                return if is_blank { Ok(None) } else { Err(lines.ended(COUNTS)) };
            };
            is_blank &= line.content.trim().is_empty();
            if line.content.starts_with(END) {
                return Err(line.unexpected(line.content.trim(), "the first lines of a molecule"));
            }
            if number == 1 {
                let first = line.content.trim();
                if first.starts_with("$RXN") || first.starts_with("$MDL") {
                    return Err(line.unexpected(first, "the name of a molecule"));
                }
                first.clone_into(title);
            }
        }
        if is_blank {
            // A molecule without a name, or blank lines at the end of a file.
            while let Some(line) = lines.next_line()? {
                if !line.content.trim().is_empty() {
                    return Self::of_counts(line).map(Some);
                }
            }
            return Ok(None);
        }
        match lines.next_line()? {
            Some(line) => Self::of_counts(line).map(Some),
            None => Err(lines.ended(COUNTS)),
        }
    }

    fn of_counts(line: Text<'_>) -> Result<Self, FormatError> {
        let version = match columns(line, 33..39)? {
            "V2000" | "" => Version::V2000,
            "V3000" => Version::V3000,
            other => return Err(line.unexpected(other, "V2000 or V3000")),
        };
        let number = |range| {
            let field = columns(line, range)?;
            field.parse().map_err(|_| line.unexpected(line.content.trim(), COUNTS))
        };
        let (num_atoms, num_bonds) = match version {
            Version::V2000 => (number(0..3)?, number(3..6)?),
            // V3000 states them in a separate line.
            Version::V3000 => (0, 0),
        };
        Ok(Self { num_atoms, num_bonds, version, counts_line: line.first_line })
    }

    /// The place of an atom on this line, for messages.
    fn atom_place(&self, line: Text<'_>) -> u32 {
        self.bond_place(line) | 1
    }

    /// The place of a bond on this line, for messages.
    fn bond_place(&self, line: Text<'_>) -> u32 {
        line.first_line.saturating_sub(self.counts_line) << 1
    }
}

/// The text in these columns, trimmed; empty beyond the end of the line.
fn columns(line: Text<'_>, range: Range<usize>) -> Result<&str, FormatError> {
    let end = range.end.min(line.content.len());
    let start = range.start.min(end);
    let field = line.content.get(start..end).map(str::trim);
    field.ok_or_else(|| line.unexpected(line.content.trim(), "columns of plain ASCII characters"))
}

/// The atom for a symbol. Upper-case symbols (`CL`) are accepted; `R#` and the like are wildcards.
fn atom(line: Text<'_>, symbol: &str, place: u32) -> Result<Atom, FormatError> {
    const QUERIES: [&str; 11] = ["A", "Q", "L", "X", "M", "AH", "QH", "XH", "MH", "LP", "Pol"];
    let usual = |symbol: &str| {
        let (first, rest) = symbol.split_at_checked(1).unwrap_or((symbol, ""));
        first.to_owned() + &rest.to_ascii_lowercase()
    };
    let is_group = |symbol: &str| {
        let rest = symbol.strip_prefix('R');
        let is_number = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit());
        rest.is_some_and(|rest| rest == "#" || is_number(rest))
    };
    let problem = |problem| line.error(symbol, SyntaxProblem::Molecule(problem));
    let filled = StatedHydrogens::FillChargedValence;
    let mut atom = match symbol {
        "D" | "T" => Atom::new(Element::HYDROGEN, filled, place),
        "*" => Atom::new(Element::WILDCARD, StatedHydrogens::Exactly(0), place),
        group if is_group(group) => {
            Atom::new(Element::WILDCARD, StatedHydrogens::Exactly(0), place)
        }
        query if QUERIES.contains(&query) || query.starts_with(['[', '"']) => {
            let (what, symbol) = ("the atom", shorten(query));
            return Err(problem(MoleculeProblem::Query { what, symbol }));
        }
        symbol => {
            let element = Element::from_symbol(usual(symbol).as_bytes()).ok_or_else(|| {
                let symbol = shorten(symbol);
                problem(MoleculeProblem::UnknownElement { symbol })
            })?;
            Atom::new(element, filled, place)
        }
    };
    atom.isotope = match symbol {
        "D" => 2,
        "T" => 3,
        _ => 0,
    };
    Ok(atom)
}

/// The order for a bond type.
fn bond_order(line: Text<'_>, field: &str) -> Result<BondOrder, FormatError> {
    Ok(match field {
        "1" => BondOrder::Single,
        "2" => BondOrder::Double,
        "3" => BondOrder::Triple,
        "4" => BondOrder::Aromatic,
        "9" => BondOrder::Dative,
        "10" => BondOrder::Hydrogen,
        "5" | "6" | "7" | "8" => {
            let (what, symbol) = ("the bond type", field.to_owned());
            let problem = MoleculeProblem::Query { what, symbol };
            return Err(line.error(field, SyntaxProblem::Molecule(problem)));
        }
        other => {
            return Err(line.unexpected(
                other,
                "a bond type: 1, 2, 3, 4 (aromatic), 9 (dative) or 10 (hydrogen)",
            ));
        }
    })
}

/// The hydrogens according to a stated valence; 0 means not stated.
fn stated_valence(valence: u32) -> Option<StatedHydrogens> {
    match valence {
        0 => None,
        15.. => Some(StatedHydrogens::UpToValence(0)),
        valence => Some(StatedHydrogens::UpToValence(valence as u8)),
    }
}

/// The unpaired electrons for a stated multiplicity: singlet, doublet or triplet.
fn unpaired(multiplicity: u32) -> Option<u8> {
    match multiplicity {
        0 => Some(0),
        1 | 3 => Some(2),
        2 => Some(1),
        _ => None,
    }
}

/// Places are lines after the counts line; the lowest bit marks atoms.
struct InTable<'a> {
    path: &'a Path,
    first_line: u32,
    version: Version,
}

impl Origin for InTable<'_> {
    fn locate(&self, place: u32) -> Location {
        let line = self.first_line.saturating_add(place >> 1);
        let column = match self.version {
            Version::V2000 if place & 1 == 1 => 32,
            Version::V2000 => 1,
            Version::V3000 => 8,
        };
        Location { path: self.path.to_owned(), line, column, within: Within::Text }
    }

    fn node_name(&self, node: NodeId) -> String {
        atom_name(node)
    }
}
