//! Molecules as graphs: labels, hydrogens, names, and what patterns may not contain.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::path::Path;

use isocount_core::{Control, LabeledGraph};
use isocount_format::{
    Aromaticity, Format, FormatError, Hydrogens, LabelNames, MoleculeOptions, NamedGraph, Notation,
    ReadOptions, Role, read_bytes, read_text,
};

const PLAIN: MoleculeOptionsOf = MoleculeOptionsOf {
    label: "element",
    hydrogens: Hydrogens::Implicit,
    aromaticity: Aromaticity::Perceive,
};

/// Options by the names that a user types.
#[derive(Clone, Copy)]
struct MoleculeOptionsOf {
    label: &'static str,
    hydrogens: Hydrogens,
    aromaticity: Aromaticity,
}

impl MoleculeOptionsOf {
    fn options(self) -> ReadOptions {
        let molecules = MoleculeOptions::new()
            .with_atom_label(self.label.parse().unwrap())
            .with_hydrogens(self.hydrogens)
            .with_aromaticity(self.aromaticity);
        ReadOptions::new().with_molecules(molecules)
    }

    /// Atoms, then bonds as `0-1:single`; or the message.
    fn read(self, smiles: &str) -> String {
        let (options, names) = (self.options(), &mut LabelNames::new());
        match read_text(Notation::Smiles, smiles, &options, names, &Control::NONE) {
            Ok(read) => {
                assert_eq!(read.name, smiles);
                shown(&read.graph, names)
            }
            Err(error) => error.to_string(),
        }
    }
}

fn shown(graph: &LabeledGraph, names: &LabelNames) -> String {
    let atoms = graph.node_labels().iter().map(|&label| names.node_text(label).unwrap());
    let arcs = graph.arcs().filter(|arc| arc.tail < arc.head);
    let bonds = arcs.map(|arc| {
        assert!(graph.has_arc(arc.head, arc.tail, arc.label), "bonds go both ways");
        format!("{}-{}:{}", arc.tail.0, arc.head.0, names.edge_text(arc.label).unwrap())
    });
    let (atoms, bonds): (Vec<_>, Vec<_>) = (atoms.collect(), bonds.collect());
    format!("{} | {}", atoms.join(" "), bonds.join(" "))
}

#[test]
fn labels_contain_the_requested_details() {
    let smiles = "[13CH3:2][N+](C)(C)c1cc[nH]c1";
    for (label, atoms) in [
        ("element", "C N C C C C C N C"),
        ("charge", "C N+ C C C C C N C"),
        ("aromaticity", "C N C C c c c n c"),
        ("hydrogens", "CH3 N CH3 CH3 C CH CH NH CH"),
        ("isotope", "13C N C C C C C N C"),
        ("class", "C:2 N C C C C C N C"),
        ("charge,aromaticity", "C N+ C C c c c n c"),
        ("full", "13CH3:2 N+ CH3 CH3 c cH cH nH cH"),
    ] {
        let read = MoleculeOptionsOf { label, ..PLAIN }.read(smiles);
        assert_eq!(read.split(" |").next(), Some(atoms), "{label}");
    }
    assert_eq!(
        MoleculeOptionsOf { label: "charge", ..PLAIN }.read("[Fe+2].[O-][S-2]"),
        "Fe+2 O- S-2 | 1-2:single"
    );
}

#[test]
fn bonds_are_labelled_by_their_order() {
    assert_eq!(
        PLAIN.read("CC=CC#C[Re]$[Re]"),
        "C C C C C Re Re | 0-1:single 1-2:double 2-3:single 3-4:triple 4-5:single 5-6:quadruple"
    );
    assert_eq!(PLAIN.read("N->B"), "N B | 0-1:dative");
}

#[test]
fn written_hydrogens_are_left_out_where_they_can_be() {
    for (smiles, implicit) in [
        ("[H]O[H]", "O | "),
        ("[H]C([H])([H])C", "C C | 0-1:single"),
        ("C[2H]", "C H | 0-1:single"),
        ("[H][H]", "H H | 0-1:single"),
        ("[H+]", "H | "),
        ("[H]", "H | "),
        ("B[H]B", "B H B | 0-1:single 1-2:single"),
        ("[H]*", "H * | 0-1:single"),
        ("[H:1]O", "O | "),
    ] {
        assert_eq!(PLAIN.read(smiles), implicit, "{smiles}");
    }
    // The number of hydrogens does not depend on how they are written.
    let counted = MoleculeOptionsOf { label: "hydrogens", ..PLAIN };
    for smiles in ["CO", "[CH3][OH]", "[H]C([H])([H])O[H]", "[CH2]([H])[OH]"] {
        assert_eq!(counted.read(smiles), "CH3 OH | 0-1:single", "{smiles}");
    }
}

#[test]
fn all_hydrogens_are_nodes_if_asked_for() {
    let explicit = MoleculeOptionsOf { hydrogens: Hydrogens::Explicit, ..PLAIN };
    let water = "O H H | 0-1:single 0-2:single";
    assert_eq!(explicit.read("O"), water);
    assert_eq!(explicit.read("[OH2]"), water);
    assert_eq!(explicit.read("O([H])[H]"), water);
    assert_eq!(explicit.read("[H]O"), "H O H | 0-1:single 1-2:single");
    for (smiles, num_hydrogens) in [
        ("C", 4),
        ("c1ccccc1", 6),
        ("c1cc[nH]c1", 5),
        ("N", 3),
        ("CN(=O)=O", 3),
        ("CS(C)(=O)=O", 6),
        ("CP(C)C", 9),
        ("OP(O)(O)=O", 3),
        ("FC(Cl)(Br)I", 0),
        ("BC", 5),
        ("[Na+].[Cl-]", 0),
        ("[NH4+]", 4),
        ("*", 0),
        ("c1ccsc1", 4),
        ("O=c1cc[nH]cc1", 5),
    ] {
        let read = explicit.read(smiles);
        let atoms = read.split(" |").next().unwrap();
        let found = atoms.split(' ').filter(|&symbol| symbol == "H").count();
        assert_eq!(found, num_hydrogens, "{smiles}: {read}");
    }
}

#[test]
fn aromaticity_is_found_or_taken_as_written() {
    let ring = "C C C C C C | 0-1:aromatic 0-5:aromatic 1-2:aromatic 2-3:aromatic 3-4:aromatic \
                4-5:aromatic";
    let alternating = "C C C C C C | 0-1:double 0-5:single 1-2:single 2-3:double 3-4:single \
                       4-5:double";
    let written = MoleculeOptionsOf { aromaticity: Aromaticity::AsWritten, ..PLAIN };
    assert_eq!(PLAIN.read("c1ccccc1"), ring);
    assert_eq!(PLAIN.read("C1=CC=CC=C1"), ring);
    assert_eq!(written.read("c1ccccc1"), ring);
    assert_eq!(written.read("C1=CC=CC=C1"), alternating);
    // Fragments of rings are read as they are written.
    assert_eq!(written.read("cc"), "C C | 0-1:single");
    assert_eq!(written.read("c:c"), "C C | 0-1:aromatic");
    assert_eq!(
        written.read("n1cccc1"),
        "N C C C C | 0-1:aromatic 0-4:aromatic 1-2:aromatic 2-3:aromatic 3-4:aromatic"
    );
    // Two rings are joined by a single bond, with or without a symbol.
    for smiles in ["c1ccc(cc1)-c1ccccc1", "c1ccc(cc1)c1ccccc1"] {
        for options in [PLAIN, written] {
            assert!(options.read(smiles).contains(" 3-6:single "), "{smiles}");
        }
    }
    // The same in fluorene, where that bond lies in a ring.
    for options in [PLAIN, written] {
        assert!(options.read("c1ccc2c(c1)Cc1ccccc12").contains(" 3-12:single "));
    }
}

#[test]
fn stereochemistry_is_ignored() {
    for [a, b] in [
        ["C[C@H](N)C(=O)O", "CC(N)C(=O)O"],
        ["F/C=C/F", "FC=CF"],
        ["F\\C=C/F", "FC=CF"],
        ["C/C=C/1CCCC1", "CC=C1CCCC1"],
    ] {
        assert_eq!(PLAIN.read(a), PLAIN.read(b));
    }
}

#[test]
fn components_are_one_graph() {
    assert_eq!(PLAIN.read("CC.O"), "C C O | 0-1:single");
}

#[test]
fn patterns_say_what_they_mean() {
    let read = |smiles: &str, options: MoleculeOptionsOf| {
        let (options, names) = (options.options().with_role(Role::Pattern), &mut LabelNames::new());
        let read = read_text(Notation::Smiles, smiles, &options, names, &Control::NONE);
        read.map(|named| named.graph.num_nodes()).map_err(|error| error.to_string())
    };
    assert_eq!(read("CO", PLAIN), Ok(2));
    assert_eq!(
        read("C*", PLAIN).unwrap_err(),
        "smiles:C*:1:2: found the wildcard `*`, which patterns cannot have"
    );
    assert_eq!(
        read("CO[H]", PLAIN).unwrap_err(),
        "smiles:CO[H]:1:3: this pattern has a hydrogen atom, which would be left out: hydrogens are \
         implicit here"
    );
    let explicit = MoleculeOptionsOf { hydrogens: Hydrogens::Explicit, ..PLAIN };
    // Only the hydrogens that a pattern states are part of it.
    assert_eq!(read("CO", explicit), Ok(2));
    assert_eq!(read("CO[H]", explicit), Ok(3));
    assert_eq!(read("C[OH]", explicit), Ok(3));
    assert_eq!(read("c1cc[nH]c1", explicit), Ok(6));
    assert_eq!(read("[2H]C", PLAIN), Ok(2));
}

fn read_file(format: Format, text: &str) -> Result<Vec<NamedGraph>, FormatError> {
    let (path, options, names) = (Path::new("f.x"), ReadOptions::new(), &mut LabelNames::new());
    read_bytes(format, path, text.as_bytes(), &options, names, &Control::NONE)
}

fn names_of(format: Format, text: &str) -> Vec<String> {
    let graphs = read_file(format, text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert!(graphs.iter().all(|named| named.graph.num_nodes() == 2), "{text}");
    graphs.into_iter().map(|named| named.name).collect()
}

#[test]
fn names_in_smiles_files() {
    for (text, expected) in [
        ("CO methanol\n", &["methanol"][..]),
        ("CO\n", &["f"]),
        ("CO\nCN\n", &["f#0", "f#1"]),
        ("CO methyl alcohol \nCN\tamine\t3.4\n", &["methyl alcohol", "amine"]),
        ("CO,methanol,32.0\nCN;amine\n", &["methanol", "amine"]),
        ("\"CO\",\"a \"\"b\"\"\"\n\"CN\"\n", &["a \"b\"", "f#1"]),
        ("CO x\nCN x\nCC x\nCF\n", &["x", "x#2", "x#3", "f#3"]),
        ("SMILES Name \nCO methyl alcohol\nCN\n", &["methyl alcohol", "f#1"]),
        ("smiles\tzinc_id\nCO\tZ1\nCN\t\n", &["Z1", "f#1"]),
        ("smiles zinc_id\nCO Z1\n", &["Z1"]),
        ("smiles,split\nCO,train\nCN,train\n", &["f#0", "f#1"]),
        ("Name;Canonical SMILES;x\nmethanol;CO;1\n", &["methanol"]),
        ("compound_id,structure_smiles\n7,CO\n", &["7"]),
        ("\"ID\",\"SMILES\"\n\"7, 8\",\"CO\"\n", &["7, 8"]),
        ("# a comment\n\nCO methanol\n# another\n", &["methanol"]),
        ("CO |o1:0,&2:1,r| methanol\nCN\t|a:0|\tx\n", &["methanol", "x"]),
        ("smiles\tid\nCO |wU:1.0|\t7\n", &["7"]),
    ] {
        assert_eq!(names_of(Format::Smiles, text), expected, "{text}");
    }
}

#[test]
fn names_in_sdf_files() {
    let molecule = |name: &str| {
        let atoms = "    0.0000    0.0000    0.0000 C\n    0.0000    0.0000    0.0000 CL\n";
        format!("{name}\n\n\n  2  1\n{atoms}  1  2  1\nM  END\n")
    };
    let file = |names: &[&str]| {
        names.iter().map(|name| molecule(name) + "> <x>\n\n$$$$\n").collect::<String>()
    };
    assert_eq!(names_of(Format::Sdf, &molecule("a b ")), ["a b"]);
    assert_eq!(names_of(Format::Sdf, &molecule("")), ["f"]);
    assert_eq!(names_of(Format::Sdf, &file(&["x", "", "x"])), ["x", "f#1", "x#2"]);
    // The last end may be missing, and blank lines may follow it.
    let text = file(&["x"]) + &molecule("y");
    assert_eq!(names_of(Format::Sdf, &text), ["x", "y"]);
    assert_eq!(names_of(Format::Sdf, &(file(&["x"]) + "\n\n\n\n")), ["x"]);
}

/// The atoms of a table, with everything that labels can contain.
fn table(lines: &str) -> String {
    let (path, names) = (Path::new("x.sdf"), &mut LabelNames::new());
    let options = MoleculeOptionsOf { label: "full", ..PLAIN }.options();
    let bytes = lines.as_bytes();
    let read = read_bytes(Format::Sdf, path, bytes, &options, names, &Control::NONE);
    read.map_or_else(|error| error.to_string(), |graphs| shown(&graphs[0].graph, names))
}

#[test]
fn columns_and_properties_of_tables() {
    let atom =
        |symbol: &str, rest: &str| format!("    0.0000    0.0000    0.0000 {symbol:3}{rest}");
    let molecule = |atoms: &[String], properties: &str| {
        format!("x\n\n\n{:3}  0\n{}\n{properties}M  END\n", atoms.len(), atoms.join("\n"))
    };
    for (atoms, properties, expected) in [
        (vec![atom("N", " 0  3")], "", "NH4+ | "),
        (vec![atom("O", " 0  5")], "", "OH- | "),
        (vec![atom("C", " 0  4")], "", "CH3 | "),
        (vec![atom("C", " 1  0")], "", "13CH4 | "),
        (vec![atom("C", "-1  0")], "", "11CH4 | "),
        (vec![atom("D", ""), atom("T", "")], "", "2HH 3HH | "),
        (vec![atom("C", " 0  0  0  0  0  3")], "", "CH3 | "),
        (vec![atom("C", " 0  0  0  0  0 15")], "", "C | "),
        (vec![atom("C", " 0  0  0  0  0  0  0  0  0  5")], "", "CH4:5 | "),
        // Properties replace the charges of the atoms.
        (vec![atom("N", " 0  3"), atom("N", "")], "M  CHG  1   2   1\n", "NH3 NH4+ | "),
        (vec![atom("C", ""), atom("C", "")], "M  RAD  2   1   2   2   3\n", "CH3 CH2 | "),
        (vec![atom("C", "")], "M  ISO  1   1  14\n", "14CH4 | "),
        (vec![atom("R#", ""), atom("*", ""), atom("R1", "")], "M  RGP  1   1   1\n", "* * * | "),
        (vec![atom("C", "")], "A    1\nM  END\nS  SKP  1\nM  CHG  9\nG    1  1\nEt\n", "CH4 | "),
        (vec![atom("Na", " 0  3"), atom("Cl", " 0  5")], "", "Na+ Cl- | "),
    ] {
        assert_eq!(table(&molecule(&atoms, properties)), expected, "{atoms:?} {properties}");
    }
}

#[test]
fn blocks_and_options_of_v3000() {
    let file = |atoms: &str, bonds: &str| {
        let count = |text: &str| text.lines().filter(|line| !line.starts_with(' ')).count();
        let block = |name: &str, lines: &str| {
            let lines = lines.lines().map(|line| format!("M  V30 {}\n", line.trim_start()));
            format!("M  V30 BEGIN {name}\n{}M  V30 END {name}\n", lines.collect::<String>())
        };
        format!(
            "x\n\n\n{:>39}\nM  V30 BEGIN CTAB\nM  V30 COUNTS {} {} 0 0 0\n{}{}{}M  V30 END CTAB\nM  END\n",
            "V3000",
            count(atoms),
            count(bonds),
            block("ATOM", atoms),
            block("BOND", bonds),
            block("SGROUP", "1 SRU 1 ATOMS=(1 1)\nBEGIN ATOM\nEND ATOM")
        )
    };
    assert_eq!(
        table(&file("7 N 0 0 0 3 CHG=1 MASS=15\n2 O 0 0 0 0 CHG=-1 CFG=1", "1 1 2 7")),
        "15NH3+:3 O- | 0-1:single"
    );
    assert_eq!(table(&file("1 C 0 0 0 0 RAD=2", "")), "CH3 | ");
    assert_eq!(table(&file("1 C 0 0 0 0 VAL=-1\n2 C 0 0 0 0 VAL=2", "")), "C CH2 | ");
    assert_eq!(
        table(&file("1 B 0 0 0 0\n2 N 0 0 0 0\n3 O 0 0 0 0", "1 9 2 1\n2 10 2 3")),
        "BH2 NH3 OH2 | 0-1:dative 1-2:hydrogen"
    );
    // A continued line.
    assert_eq!(table(&file("1 C 0 0 -\n  0 0 -\n  CHG=-1", "")), "CH3- | ");
}
