//! SMARTS are the sets of labels that they describe; the counts are compared in
//! `benchmarks/molecules`.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use isocount_core::{Control, LabeledGraph, NodeId, Pattern};
use isocount_format::{
    FormatError, LabelNames, MoleculeOptions, Notation, ReadOptions, read_pattern_text, read_text,
};

struct Molecules {
    names: LabelNames,
    options: ReadOptions,
}

impl Molecules {
    fn new() -> Self {
        let options = ReadOptions::new().with_molecules(MoleculeOptions::new().for_smarts());
        Self { names: LabelNames::new(), options }
    }

    fn smiles(&mut self, smiles: &str) -> LabeledGraph {
        let (options, names) = (&self.options, &mut self.names);
        read_text(Notation::Smiles, smiles, options, names, &Control::NONE).unwrap().graph
    }

    fn try_smarts(&mut self, smarts: &str) -> Result<Pattern, FormatError> {
        let (options, names) = (&self.options, &mut self.names);
        let read = read_pattern_text(Notation::Smarts, smarts, options, names, &Control::NONE)?;
        Ok(read.pattern)
    }
}

/// The atoms of a molecule that satisfy the single atom of a pattern.
fn atoms(smarts: &str, smiles: &str) -> Vec<u32> {
    let mut molecules = Molecules::new();
    let graph = molecules.smiles(smiles);
    let pattern = molecules.try_smarts(smarts).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(pattern.num_nodes(), 1);
    let accepted = |&atom: &NodeId| pattern.accepts_node(NodeId(0), graph.node_label(atom));
    graph.nodes().filter(accepted).map(|atom| atom.0).collect()
}

/// The number of bonds of a molecule that satisfy the single bond of a pattern, whatever its atoms.
fn bonds(smarts: &str, smiles: &str) -> usize {
    let mut molecules = Molecules::new();
    let graph = molecules.smiles(smiles);
    let pattern = molecules.try_smarts(smarts).unwrap_or_else(|error| panic!("{error}"));
    let [set] = pattern.arc_sets_between(NodeId(0), NodeId(1)).collect::<Vec<_>>()[..] else {
        panic!("{smarts} has one bond")
    };
    graph.arcs().filter(|arc| arc.tail < arc.head && set.accepts(arc.label)).count()
}

#[test]
fn atoms_are_what_their_expressions_say() {
    // Atoms: 0 CH3, 1 C=O, 2 O, 3 NH, 4 to 9 ring, 10 O-, and [13CH4].
    let molecule = "CC(=O)Nc1ccc([O-])cc1.[13CH4]";
    for (smarts, expected) in [
        ("*", (0..12).collect::<Vec<u32>>()),
        ("C", vec![0, 1, 11]),
        ("c", vec![4, 5, 6, 7, 9, 10]),
        ("[#6]", vec![0, 1, 4, 5, 6, 7, 9, 10, 11]),
        ("[!#6]", vec![2, 3, 8]),
        ("a", vec![4, 5, 6, 7, 9, 10]),
        ("[A;!#6]", vec![2, 3, 8]),
        ("[O,N]", vec![2, 3, 8]),
        ("[O-]", vec![8]),
        ("[O;+0]", vec![2]),
        ("[-1,+1]", vec![8]),
        ("[H3]", vec![0]),
        ("[CH4]", vec![11]),
        ("[13C]", vec![11]),
        ("[13*]", vec![11]),
        ("[NX3;H1]", vec![3]),
        ("[D1]", vec![0, 2, 8]),
        ("[D]", vec![0, 2, 8]),
        ("[D0]", vec![11]),
        ("[X1]", vec![2, 8]),
        ("[X4]", vec![0, 11]),
        ("[v4;R0]", vec![0, 1, 11]),
        ("[R]", vec![4, 5, 6, 7, 9, 10]),
        ("[r6]", vec![4, 5, 6, 7, 9, 10]),
        ("[r5]", vec![]),
        ("[x2]", vec![4, 5, 6, 7, 9, 10]),
        ("[R0]", vec![0, 1, 2, 3, 8, 11]),
        ("[!R;!#6]", vec![2, 3, 8]),
        ("[c;D3]", vec![4, 7]),
        ("[cH]", vec![5, 6, 9, 10]),
        ("[C,N;H1,H3]", vec![0, 3]),
        ("[!C&!c]", vec![2, 3, 8]),
        ("[C:7]", vec![0, 1, 11]),
        ("[h3]", vec![0]),
        ("[Na,Cl]", vec![]),
    ] {
        assert_eq!(atoms(smarts, molecule), expected, "{smarts}");
    }
    // The spiro atom lies in a ring of four and one of six.
    assert_eq!(atoms("[r4]", "C1CC2(C1)CCCCC2"), [0, 1, 2, 3]);
    assert_eq!(atoms("[R2]", "C1CC2(C1)CCCCC2"), [2]);
    // Explicit hydrogens count like implicit ones.
    assert_eq!(atoms("[CH4]", "[H]C([H])([H])[H]"), [0]);
    assert_eq!(atoms("[2H]", "[2H]O[2H]"), [0, 2]);
    assert_eq!(atoms("[H]", "CC"), [0; 0]);
    // Kekulé or not, the valence is the same.
    assert_eq!(atoms("[v4]", "c1ccc2ccccc2c1").len(), 10);
    assert_eq!(atoms("[nH;v3]", "c1cc[nH]c1"), [3]);
}

#[test]
fn bonds_are_what_their_expressions_say() {
    // Single: 3 outside rings and 1 in the ring of three, double 1, triple 1, aromatic 6.
    let molecule = "CC=CC#Cc1ccccc1C1CC1";
    for (smarts, expected) in [
        ("**", 15 - 2),
        ("*~*", 15),
        ("*-*", 7),
        ("*=*", 1),
        ("*#*", 1),
        ("*:*", 6),
        ("*@*", 9),
        ("*!@*", 6),
        ("*-!@*", 4),
        ("*-;@*", 3),
        ("*=,#*", 2),
        ("*!-*", 8),
    ] {
        assert_eq!(bonds(smarts, molecule), expected, "{smarts}");
    }
}

#[test]
fn rings_and_branches_join_atoms() {
    let mut molecules = Molecules::new();
    molecules.smiles("C1CCCCC1");
    for (smarts, num_nodes, num_arcs) in [
        ("C1CCCCC1", 6, 12),
        ("C(F)(F)F", 4, 6),
        ("C%12CC%12", 3, 6),
        ("C=1CC=1", 3, 6),
        ("C.C", 2, 0),
        ("[#6]12~[#6]~[#6]1~[#6]2", 4, 10),
    ] {
        let pattern = molecules.try_smarts(smarts).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((pattern.num_nodes(), pattern.num_arcs()), (num_nodes, num_arcs), "{smarts}");
    }
}

#[test]
fn smarts_need_molecules_that_were_read_for_them() {
    let mut molecules = Molecules::new();
    let error = molecules.try_smarts("[CX4]").unwrap_err();
    let expected = "smarts:[CX4]:1:1: SMARTS are compared with molecules, but no molecules were \
                    read for SMARTS before";
    assert_eq!(error.to_string(), expected);
    molecules.options = ReadOptions::new();
    molecules.smiles("CCO");
    assert!(molecules.try_smarts("C").is_err());
    let error = read_text(
        Notation::Smarts,
        "C",
        &ReadOptions::new(),
        &mut LabelNames::new(),
        &Control::NONE,
    );
    assert_eq!(error.unwrap_err().to_string(), "smarts:C:1:1: SMARTS are patterns, not graphs");
}

#[test]
fn two_atoms_are_bonded_once_as_in_smiles() {
    for (smarts, at) in [("C1C1", 4), ("C12CC12", 7), ("CC1CC1.C2C2", 11), ("C%11C%11", 6)] {
        let problem = Molecules::new().try_smarts(smarts).unwrap_err();
        let expected = format!("smarts:{smarts}:1:{at}: these two atoms are bonded already");
        let options = ReadOptions::new().with_molecules_later();
        let mut names = LabelNames::new();
        let later =
            read_pattern_text(Notation::Smarts, smarts, &options, &mut names, &Control::NONE);
        assert_eq!([problem, later.unwrap_err()].map(|it| it.to_string()), [&*expected; 2]);
        let (plain, mut names) = (ReadOptions::new(), LabelNames::new());
        let smiles = read_text(Notation::Smiles, smarts, &plain, &mut names, &Control::NONE);
        let smiles = smiles.unwrap_err().to_string();
        assert!(smiles.ends_with("these two atoms are bonded already"), "{smiles}");
    }
    let mut molecules = Molecules::new();
    molecules.smiles("C1CC1");
    for sound in ["C1CC1", "C1.C1", "C12CCC1CC2"] {
        assert!(molecules.try_smarts(sound).is_ok(), "{sound}");
    }
}
