//! Aromatic rings agree with `RDKit`, however a molecule is written and its atoms are numbered.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use isocount_core::{Control, LabeledGraph, Rng};
use isocount_format::{
    Aromaticity, AtomLabel, Format, LabelNames, MoleculeOptions, Notation, ReadOptions, read_bytes,
    read_text,
};

/// A molecule according to `RDKit`; `testdata/golden/aromaticity.py` writes the file.
struct Golden {
    smiles: String,
    /// Lower-case letters are aromatic.
    atoms: Vec<String>,
    /// `0-1:aromatic`, in order.
    bonds: Vec<String>,
}

fn golden() -> Vec<Golden> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden/aromaticity.tsv");
    let text = fs::read_to_string(path).unwrap();
    let words = |text: &str| text.split(' ').filter(|w| !w.is_empty()).map(str::to_owned).collect();
    let line = |line: &str| {
        let [smiles, atoms, bonds] = *line.split('\t').collect::<Vec<_>>() else {
            panic!("{line}")
        };
        Golden { smiles: smiles.to_owned(), atoms: words(atoms), bonds: words(bonds) }
    };
    text.lines().map(line).collect()
}

fn options(label: &str) -> ReadOptions {
    let label: AtomLabel = label.parse().unwrap();
    ReadOptions::new().with_molecules(MoleculeOptions::new().with_atom_label(label))
}

fn atoms(graph: &LabeledGraph, names: &LabelNames) -> Vec<String> {
    graph.node_labels().iter().map(|&label| names.node_text(label).unwrap().to_owned()).collect()
}

fn bonds(graph: &LabeledGraph, names: &LabelNames) -> Vec<String> {
    let arcs = graph.arcs().filter(|arc| arc.tail < arc.head);
    arcs.map(|arc| {
        let label = names.edge_text(arc.label).unwrap();
        format!("{}-{}:{label}", arc.tail.0, arc.head.0)
    })
    .collect()
}

#[test]
fn rings_and_hydrogens_are_those_of_rdkit() {
    let golden = golden();
    assert!(golden.len() > 300, "{} molecules", golden.len());
    for Golden { smiles, atoms: expected, bonds: expected_bonds } in golden {
        let names = &mut LabelNames::new();
        let options = options("aromaticity,hydrogens");
        let read = read_text(Notation::Smiles, &smiles, &options, names, &Control::NONE);
        let graph = read.unwrap_or_else(|e| panic!("{e}")).graph;
        assert_eq!(atoms(&graph, names), expected, "{smiles}");
        assert_eq!(bonds(&graph, names), expected_bonds, "{smiles}");
    }
}

/// The table of a molecule with its atoms and bonds in another order.
fn shuffled_table(graph: &LabeledGraph, names: &LabelNames, random: &mut Rng) -> Shuffled {
    let mut order: Vec<usize> = (0..graph.num_nodes()).collect();
    shuffle(&mut order, random);
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
    let mut bonds: Vec<_> = graph.arcs().filter(|arc| arc.tail < arc.head).collect();
    shuffle(&mut bonds, random);
    let mut text = format!("x\n\n\n{:3}{:3}  0\n", order.len(), bonds.len());
    for &old in &order {
        let symbol = names.node_text(graph.node_labels()[old]).unwrap();
        writeln!(text, "    0.0000    0.0000    0.0000 {symbol:3}").unwrap();
    }
    for arc in bonds {
        let mut ends = [arc.tail, arc.head].map(|node| place[node.0 as usize] + 1);
        if random.below(2) == 0 {
            ends.swap(0, 1);
        }
        let order = match names.edge_text(arc.label).unwrap() {
            "single" => 1,
            "double" => 2,
            "triple" => 3,
            other => panic!("{other}"),
        };
        writeln!(text, "{:3}{:3}{order:3}", ends[0], ends[1]).unwrap();
    }
    Shuffled { text: text + "M  END\n", order }
}

struct Shuffled {
    text: String,
    /// The old number of each new atom.
    order: Vec<usize>,
}

fn shuffle<T>(items: &mut [T], random: &mut Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}

#[test]
fn the_order_of_atoms_changes_nothing() {
    let mut random = Rng::new(11);
    let mut num_checked = 0;
    for Golden { smiles, atoms: expected, bonds: expected_bonds } in golden() {
        // Tables do not state hydrogens, and here no charges either.
        if smiles.contains(['[', 'c', 'n', 'o', 's', 'p', 'b', '*']) {
            continue;
        }
        let names = &mut LabelNames::new();
        let written = MoleculeOptions::new().with_aromaticity(Aromaticity::AsWritten);
        let plain = ReadOptions::new().with_molecules(written);
        let read = read_text(Notation::Smiles, &smiles, &plain, names, &Control::NONE);
        let graph = read.unwrap().graph;
        for _ in 0..20 {
            let Shuffled { text, order } = shuffled_table(&graph, names, &mut random);
            let (path, options) = (Path::new("x.mol"), options("aromaticity,hydrogens"));
            let bytes = text.as_bytes();
            let read = read_bytes(Format::Sdf, path, bytes, &options, names, &Control::NONE);
            let again = read.unwrap_or_else(|e| panic!("{smiles}: {e}")).remove(0).graph;
            let found = atoms(&again, names);
            for (new, &old) in order.iter().enumerate() {
                assert_eq!(found[new], expected[old], "{smiles}\n{text}");
            }
            let mut found: Vec<String> = again
                .arcs()
                .map(|arc| {
                    let [tail, head] = [arc.tail, arc.head].map(|node| order[node.0 as usize]);
                    let label = names.edge_text(arc.label).unwrap();
                    format!("{tail}-{head}:{label}")
                })
                .filter(|bond| expected_bonds.contains(bond))
                .collect();
            found.sort();
            found.dedup();
            assert_eq!(found.len(), expected_bonds.len(), "{smiles}\n{text}");
            num_checked += 1;
        }
    }
    assert!(num_checked > 1_000, "{num_checked}");
}

/// A sheet of `width` by `height` hexagons, with aromatic bonds.
fn sheet(width: usize, height: usize) -> String {
    let (columns, rows) = (2 * width + 1, height + 1);
    let number = |row: usize, column: usize| row * columns + column + 1;
    let mut bonds = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                bonds.push([number(row, column), number(row, column + 1)]);
            }
            if row + 1 < rows && (row + column) % 2 == 0 {
                bonds.push([number(row, column), number(row + 1, column)]);
            }
        }
    }
    let mut text = format!("sheet\n\n\n{:>39}\nM  V30 BEGIN CTAB\n", "V3000");
    writeln!(text, "M  V30 COUNTS {} {} 0 0 0", rows * columns, bonds.len()).unwrap();
    text += "M  V30 BEGIN ATOM\n";
    (1..=rows * columns).for_each(|atom| writeln!(text, "M  V30 {atom} C 0 0 0 0").unwrap());
    text += "M  V30 END ATOM\nM  V30 BEGIN BOND\n";
    for (bond, [a, b]) in bonds.iter().enumerate() {
        writeln!(text, "M  V30 {} 4 {a} {b}", bond + 1).unwrap();
    }
    text + "M  V30 END BOND\nM  V30 END CTAB\nM  END\n"
}

/// The result of reading a table, or the message.
fn read_table(text: &str) -> Result<Vec<String>, String> {
    let (path, names) = (Path::new("x.sdf"), &mut LabelNames::new());
    let options = options("aromaticity");
    let bytes = text.as_bytes();
    let read = read_bytes(Format::Sdf, path, bytes, &options, names, &Control::NONE);
    let graph = read.map_err(|error| error.to_string())?.remove(0).graph;
    Ok(bonds(&graph, names))
}

#[test]
fn large_sheets_are_processed() {
    // 401 by 32 atoms; with an odd height, no atom is left over.
    let bonds = read_table(&sheet(200, 31));
    let bonds = bonds.unwrap_or_else(|e| panic!("{e}"));
    assert!(
        bonds.iter().filter(|bond| bond.ends_with(":aromatic")).count() > 18_000,
        "{} bonds",
        bonds.len()
    );
}

#[test]
fn rings_without_end_are_refused() {
    // A ring of 60,000 atoms, each of which is also bonded to a distant one.
    let num_atoms = 60_000;
    let pairs = (0..).map(|seed| {
        let mut others: Vec<usize> = (0..num_atoms).collect();
        shuffle(&mut others, &mut Rng::new(seed));
        others
    });
    let is_far = |pair: &[usize]| pair[0].abs_diff(pair[1]) > 1;
    let mut pairs = pairs.filter(|others| others.chunks(2).all(is_far));
    let others = pairs.next().unwrap();
    let mut number = vec![0; num_atoms];
    for (bond, pair) in others.chunks(2).enumerate() {
        for &atom in pair {
            number[atom] = bond + 1;
        }
    }
    let mut smiles = "c%(99999)".to_owned();
    for number in number {
        write!(smiles, "c%({number})").unwrap();
    }
    smiles += "c%(99999)";
    let names = &mut LabelNames::new();
    let (path, bytes) = (Path::new("x.smi"), smiles.as_bytes());
    let options = ReadOptions::new();
    let read = read_bytes(Format::Smiles, path, bytes, &options, names, &Control::NONE);
    let error = read.unwrap_err();
    let expected =
        "x.smi:1:1: this ring system of 90002 bonds is too large to find its aromatic rings";
    assert_eq!(error.to_string(), expected);
    assert_eq!(error.help().unwrap(), "read it with aromaticity as it is written");
    let written = MoleculeOptions::new().with_aromaticity(Aromaticity::AsWritten);
    let options = ReadOptions::new().with_molecules(written);
    let read = read_bytes(Format::Smiles, path, bytes, &options, names, &Control::NONE);
    assert_eq!(read.unwrap()[0].graph.num_nodes(), num_atoms + 2);
}
