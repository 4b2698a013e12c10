//! `isocount data`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::workdir::{Workdir, complete, path, repository, tangle, thicket};

/// All files of a folder with their contents.
pub(crate) fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let inner = path.strip_prefix(folder).unwrap().to_owned();
                found.insert(inner, fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// The folder of examples in the repository, as a word of a command.
fn examples(name: &str) -> String {
    repository().join("examples").join(name).display().to_string()
}

#[test]
fn a_part_of_small_is_made_and_described() {
    let dir = Workdir::new();
    let made = dir.run("data generate small --limit 3000 --seed 1 --out small --threads 2");
    assert_eq!((made.code, made.stdout.as_str()), (Some(0), ""), "{made:?}");
    assert!(made.stderr.starts_with("small: 3,000 triples in "), "{made:?}");
    insta::assert_snapshot!("data_stats_small", dir.run("data stats small").ok());
    let json: serde_json::Value =
        serde_json::from_str(&dir.run("data stats small --json").ok()).unwrap();
    assert_eq!(json["sizes"]["triples"], 3000);
    assert_eq!(json["patterns"]["number"], 75);

    let other = "data generate small --limit 3000 --seed 1 --out again --threads 1 --quiet";
    assert_eq!(dir.run(other).everything(), "code: 0\n");
    assert_eq!(contents(&dir.path("small")), contents(&dir.path("again")));
}

#[test]
fn the_stand_in_is_described_as_synthetic() {
    let dir = Workdir::new();
    dir.run("data generate ppa --limit 3 --out p").ok();
    let stats = dir.run("data stats p").ok();
    assert!(stats.starts_with("ppa-stand-in: Synthetic graphs"), "{stats}");
    assert!(stats.contains("This is not OGB-PPA"), "{stats}");
}

#[test]
fn a_triple_is_shown_and_drawn() {
    let dir = Workdir::new();
    dir.run("data generate small --limit 300 --out small -q").ok();
    let shown = dir.run("data show small --pattern P_N4_E4_NL4_EL4_1 --out t.svg").ok();
    insta::assert_snapshot!("data_show", shown);
    assert!(dir.read("t.svg").starts_with("<svg"));
    dir.run("data show small --out t.png").ok();
    assert!(fs::read(dir.path("t.png")).unwrap().starts_with(b"\x89PNG"));
    let json: serde_json::Value =
        serde_json::from_str(&dir.run("data show small --graph 7 --json").ok()).unwrap();
    assert_eq!(json["graph_number"], 7);
    assert_eq!(json["listed"], true);
    // A pair that is not a triple is counted.
    let other: serde_json::Value = serde_json::from_str(
        &dir.run("data show small --graph 7 --pattern P_N8_E8_NL8_EL8_2 --json").ok(),
    )
    .unwrap();
    assert_eq!(other["listed"], false);
}

#[test]
fn molecules_become_a_data_set_with_one_command() {
    let dir = Workdir::new();
    let (molecules, patterns) = (examples("molecules"), examples("patterns"));
    dir.run(&format!("data import gml --from {molecules} --patterns {patterns} --out imported"))
        .ok();
    dir.run(&format!("data label --graphs {molecules} --patterns {patterns} --out labelled")).ok();
    let triples = |name: &str| contents(&dir.path(name))[Path::new("triples.bin")].clone();
    assert_eq!(triples("imported"), triples("labelled"));

    // The answers of a batch are counts, too.
    dir.run(&format!("count --patterns {patterns} --graphs {molecules} --out answers.jsonl")).ok();
    let given = format!("--from {molecules} --patterns {patterns} --counts answers.jsonl");
    dir.run(&format!("data import gml {given} --out given")).ok();
    let stats = |name: &str| dir.run(&format!("data stats {name} --json")).ok().replace(name, "");
    assert_eq!(stats("given"), stats("labelled"));

    // Patterns are drawn, written, and read again.
    dir.run(&format!("data patterns --graphs {molecules} --nodes 2,3 --out drawn.jsonl")).ok();
    dir.run(&format!("data label --graphs {molecules} --patterns drawn.jsonl --out drawn")).ok();
    dir.run(&format!("data import gml --from {molecules} --draw 2,3 --out drawn-too")).ok();
    assert_eq!(triples("drawn"), triples("drawn-too"));
    let drawn: serde_json::Value = serde_json::from_str(&stats("drawn")).unwrap();
    assert_eq!(drawn["sizes"]["patterns"], 6);

    // A data set is a source of graphs and patterns.
    dir.run("data label --graphs drawn --patterns drawn --out again").ok();
    assert_eq!(triples("again"), triples("drawn"));
}

#[test]
fn a_folder_with_everything_in_it_is_imported() {
    let dir = Workdir::new();
    dir.write("all/graphs.jsonl", complete(4).replace('{', "{\"name\": \"k4\", "));
    dir.write("all/patterns/k3.json", complete(3));
    dir.write("all/counts.tsv", "pattern\tgraph\tmaps\nk3\tk4\t24\n");
    dir.run("data import jsonl --from all --out all.data").ok();
    let shown = dir.run("data show all.data").ok();
    assert!(shown.contains("count    24"), "{shown}");

    dir.write("pairs.csv", "pattern,graph\nall/patterns/k3.json,k5.json\n")
        .write("k5.json", complete(5));
    dir.run("data import pairs --from pairs.csv --out pairs --unit subgraphs").ok();
    let shown = dir.run("data show pairs").ok();
    assert!(shown.contains("count    10"), "{shown}");
}

#[test]
fn a_tu_folder_is_imported() {
    let dir = Workdir::new();
    dir.write("TOY/TOY_A.txt", "1, 2\n2, 1\n3, 4\n4, 3\n4, 5\n5, 4\n");
    dir.write("TOY/TOY_graph_indicator.txt", "1\n1\n2\n2\n2\n");
    dir.write("TOY/TOY_node_labels.txt", "0\n0\n0\n1\n0\n");
    dir.write("TOY/TOY_edge_labels.txt", "0\n0\n0\n0\n1\n1\n");
    dir.run("data import tu --from TOY --patterns mutag --out toy").ok();
    dir.run("data import tu --from TOY --patterns mutag --ignore-edge-labels --out blind").ok();
    let other = dir.run("data import tu --from TOY --patterns mutag --as mutag --out other");
    assert!(other.stderr.contains("these are not the graphs of MUTAG as published"), "{other:?}");
    let about = dir.read("other/dataset.toml");
    assert!(about.contains("nodes = [\"0\", \"1\"]") && !about.contains("label_names"), "{about}");
    let toy = dir.run("data show toy --graph 1 --pattern P_N3_E2_NL2_EL1_0 --json").ok();
    assert!(toy.contains("\"count\":\"0\""), "{toy}");
    let stats = dir.run("data stats blind").ok();
    assert!(stats.contains("counts are mappings (monomorphism, edge labels ignored)"), "{stats}");
}

#[test]
fn splits_are_drawn_and_kept() {
    let dir = Workdir::new();
    dir.run("data generate small --limit 300 --out small -q").ok();
    let said = dir.run("data split small --protocol paper --seed 4").ok();
    assert_eq!(
        said,
        "small/splits/paper-seed4.split: 120 for training, 30 for validation, 150 for testing, \
         0 unused\n"
    );
    let said = dir.run("data split small --protocol secondary --pattern 3 --json").ok();
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["split"], "secondary-3");
    let sizes = ["train", "valid", "test", "unused"].map(|part| said[part].as_u64().unwrap());
    assert_eq!(sizes.iter().sum::<u64>(), 300);
    assert!(sizes[..3].iter().all(|&size| size > 0), "{sizes:?}");
}

#[test]
fn what_takes_too_long_is_kept_and_marked() {
    let dir = Workdir::new();
    dir.write("p.jsonl", path(2) + &tangle(40)).write("g.jsonl", thicket(120));
    let made = dir.run("data label --patterns p.jsonl --graphs g.jsonl --time-limit 50ms --out d");
    assert_eq!(made.code, Some(3), "{made:?}");
    assert!(made.stderr.contains("1 are lower bounds, a limit was reached"), "{made:?}");
    let stats = dir.run("data stats d").ok();
    assert!(stats.contains("only lower bounds"), "{stats}");
}

#[test]
fn mistakes() {
    let dir = Workdir::new();
    dir.run("data generate small --limit 20 --out small -q").ok();
    dir.write("k3.json", complete(3)).write("counts.csv", "pattern,graph,count\nk3,k9,4\n");
    dir.write("folder/graphs/k3.json", complete(3)).write("folder/counts.csv", "");
    fs::create_dir(dir.path("empty")).unwrap();
    dir.run("data generate small --limit 21 --out damaged -q").ok();
    let graphs = dir.path("damaged/graphs.bin");
    let mut bytes = fs::read(&graphs).unwrap();
    bytes[100] ^= 1;
    fs::write(&graphs, bytes).unwrap();
    for (name, words, code) in [
        ("exists", "data generate small --limit 25 --out small", 1),
        ("not_a_dataset", "data stats empty", 1),
        ("damaged", "data stats damaged", 1),
        ("no_such_pattern", "data show small --pattern 75", 1),
        ("no_such_picture", "data show small --out picture.jpg", 1),
        ("no_patterns", "data import gml --from k3.json --out x", 2),
        (
            "bad_counts",
            "data import gml --from k3.json --patterns k3.json --counts counts.csv --out x",
            1,
        ),
        ("too_few_patterns", "data import gml --from k3.json --draw 3 --out x", 1),
        ("pattern_of_paper", "data split small --protocol paper --pattern 3", 2),
        (
            "homomorphic_subgraphs",
            "data label --graphs k3.json --patterns k3.json --out x \
          --semantics homomorphism --unit subgraphs",
            2,
        ),
        ("published_sizes", "data patterns --published 3,99,1,1 --out p.jsonl", 1),
    ] {
        let outcome = dir.run(words);
        assert_eq!(outcome.code, Some(code), "{outcome:?}");
        assert_eq!(outcome.stdout, "");
        insta::assert_snapshot!(format!("data_mistake_{name}"), outcome.stderr);
    }
    assert!(!dir.path("x").exists() && !dir.path("x.partial").exists());
}
