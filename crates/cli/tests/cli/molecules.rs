//! Molecules in files and as text.

use crate::workdir::{Workdir, repository};

fn workdir() -> Workdir {
    let dir = Workdir::new();
    let sdf = std::fs::read(repository().join("testdata/good/sdf/two.sdf")).unwrap();
    dir.write("two.sdf", sdf);
    dir.write("drugs.smi", "CC(=O)Oc1ccccc1C(=O)O aspirin\nOC1=CC=CC=C1 phenol\nC[N+](C)(C)C\n");
    dir
}

#[test]
fn a_pattern_as_text_in_a_file_of_many() {
    let dir = workdir();
    let run = dir.run("count smiles:c1ccccc1 drugs.smi --unit subgraphs");
    insta::assert_snapshot!(run.ok(), @"
    pattern   graph    subgraphs (monomorphism)
    c1ccccc1  aspirin  1
    c1ccccc1  phenol   1
    c1ccccc1  drugs#2  0
    ");
    // The table of the second molecule has no ring.
    let run = dir.run("count smiles:c1ccccc1 two.sdf --unit subgraphs --quiet");
    insta::assert_snapshot!(run.ok(), @"
    pattern   graph           subgraphs (monomorphism)
    c1ccccc1  benzyl alcohol  1
    c1ccccc1  acetate         0
    ");
}

#[test]
fn text_on_both_sides() {
    let dir = workdir();
    let one = dir.run("count smiles:CO smiles:COC").ok();
    assert_eq!(one, "2 mappings (monomorphism) of CO in COC\n");
    let batch = dir.run("count --patterns smiles:CO --graphs smiles:COC --csv").ok();
    assert!(batch.lines().nth(1).unwrap().starts_with("CO,COC,monomorphism,"), "{batch}");
    let json = dir.run("convert smiles:[OH-] - --to json --atom-label full").ok();
    assert_eq!(json, "{\n  \"nodes\": [\"OH-\"],\n  \"edges\": []\n}\n");
}

#[test]
fn a_file_of_that_name_needs_its_folder() {
    let dir = workdir();
    dir.write("smiles:CO", "CN methylamine\n");
    let file = dir.run("count smiles:CN ./smiles:CO --format smiles").ok();
    assert_eq!(file, "1 mapping (monomorphism) of CN in methylamine\n");
    let text = dir.run("count smiles:CN smiles:CO --format smiles").ok();
    assert_eq!(text, "0 mappings (monomorphism) of CN in CO\n");
}

#[test]
fn options_change_what_is_found() {
    let dir = workdir();
    let count = |flags: &str| {
        let line = dir.run(&format!("count {flags} --json")).ok();
        let count = line.split("\"count\":\"").nth(1).unwrap();
        count.split('"').next().unwrap().parse::<u32>().unwrap()
    };
    assert_eq!(count("smiles:CN smiles:C[N+](C)(C)C"), 4);
    assert_eq!(count("smiles:CN smiles:C[N+](C)(C)C --atom-label charge"), 0);
    assert_eq!(count("smiles:C[N+] smiles:C[N+](C)(C)C --atom-label charge"), 4);
    assert_eq!(count("smiles:C=C smiles:C1=CC=CC=C1"), 0);
    assert_eq!(count("smiles:C=C smiles:C1=CC=CC=C1 --aromaticity as-written"), 6);
    assert_eq!(count("smiles:CO smiles:OCCOC --hydrogens explicit"), 3);
    assert_eq!(count("smiles:CO[H] smiles:OCCOC --hydrogens explicit"), 1);
    assert_eq!(count("smiles:C[OH] smiles:OCCOC --hydrogens explicit"), 1);
    assert_eq!(count("smiles:[OH]C smiles:OCCOC --atom-label hydrogens"), 0);
    assert_eq!(count("smiles:[OH] smiles:OCCOC --atom-label hydrogens"), 1);
}

#[test]
fn what_is_wrong_with_a_molecule() {
    let dir = workdir();
    dir.write("bad.smi", "CCO ethanol\nC1CC( broken\n").write("wild.smi", "C* methyl\n");
    for (name, words) in [
        ("text", "count smiles:CC(C drugs.smi"),
        ("empty_text", "count smiles: drugs.smi"),
        ("line", "count smiles:C bad.smi"),
        ("no_alternating_bonds", "count smiles:c1cccc1 drugs.smi"),
        ("aromatic_fragment", "count smiles:cc drugs.smi"),
        ("hydrogen_in_pattern", "count smiles:[H]O drugs.smi"),
        ("wildcard_in_pattern", "count wild.smi drugs.smi"),
        ("written", "convert smiles:CCO ethanol.smi"),
    ] {
        let run = dir.run(words);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{run:?}");
        insta::assert_snapshot!(format!("molecule_{name}"), run.stderr);
    }
    for (name, words) in [
        ("atom_label", "count smiles:C drugs.smi --atom-label colour"),
        ("hydrogens", "count smiles:C drugs.smi --hydrogens all"),
    ] {
        let run = dir.run(words);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{run:?}");
        insta::assert_snapshot!(format!("molecule_usage_{name}"), run.stderr);
    }
}

#[test]
fn smarts_are_counted_and_found() {
    let dir = workdir();
    let acid = "smarts:[CX3](=O)[OX2H1]";
    let run = dir.run(&format!("count {acid} drugs.smi --unit subgraphs --quiet"));
    insta::assert_snapshot!(run.ok(), @"
    pattern           graph    subgraphs (monomorphism)
    [CX3](=O)[OX2H1]  aspirin  1
    [CX3](=O)[OX2H1]  phenol   0
    [CX3](=O)[OX2H1]  drugs#2  0
    ");
    // Atoms are called by their numbers.
    let found = dir.run(&format!("find {acid} drugs.smi --quiet"));
    insta::assert_snapshot!(found.ok(), @"[CX3](=O)[OX2H1] in aspirin: 0 = 10, 1 = 11, 2 = 12");
    let json = dir.run("find smarts:c[OX2] drugs.smi --json --limit 1 --quiet");
    insta::assert_snapshot!(json.ok(), @r#"
    {"pattern":"c[OX2]","graph":"aspirin","match":{"0":"4","1":"3"}}
    {"pattern":"c[OX2]","graph":"phenol","match":{"0":"1","1":"0"}}
    "#);
    // Files of SMARTS, tables of molecules, all pairs.
    dir.write("groups.sma", "# groups\n[OX2H1] hydroxyl\n[NX4+] ammonium\n");
    let run = dir.run("count --patterns groups.sma --graphs drugs.smi --quiet");
    insta::assert_snapshot!(run.ok(), @"
    pattern   graph    mappings (monomorphism)
    hydroxyl  aspirin  1
    ammonium  aspirin  0
    hydroxyl  phenol   1
    ammonium  phenol   0
    hydroxyl  drugs#2  0
    ammonium  drugs#2  1
    ");
    let all = dir.run("find --patterns groups.sma --graphs drugs.smi --csv --quiet").ok();
    assert_eq!(all.lines().count(), 1 + 2 + 1, "{all}");
    let one = dir.run("count smarts:[#6]~[#8] two.sdf --json --quiet").ok();
    assert_eq!(one.lines().count(), 2, "{one}");
}

#[test]
fn smarts_that_are_refused_are_refused_by_name() {
    let dir = workdir();
    let mut said = String::new();
    for smarts in [
        "[$([CX3]=O)]",
        "[C@H](N)C",
        "F/C=C/F",
        "[^2]",
        "[z1]",
        "[k5]",
        "[D{2-3}]",
        "N->[Cu]",
        "(C).(C)",
        "C>>N",
        "[Q]",
        "C1CC",
        "C(C",
        "[C",
    ] {
        for command in ["count", "find"] {
            let run = dir.run(&format!("{command} smarts:{smarts} drugs.smi"));
            assert_eq!(run.code, Some(1), "{smarts}: {run:?}");
            if command == "count" {
                said += &run.stderr;
            } else {
                assert!(said.ends_with(&run.stderr), "{run:?}");
            }
        }
    }
    insta::assert_snapshot!("smarts_refused", said);
}

#[test]
fn smarts_need_molecules() {
    let dir = workdir();
    dir.write("friends.csv", "tail,head\na,b\n");
    for command in ["count", "find"] {
        let run = dir.run(&format!("{command} smarts:CO friends.csv"));
        assert_eq!(run.code, Some(1), "{run:?}");
        insta::assert_snapshot!(format!("smarts_without_molecules_{command}"), run.stderr);
    }
    let run = dir.run("count smiles:CO smarts:CO");
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stderr.contains("SMARTS are patterns, not graphs"), "{run:?}");
}
