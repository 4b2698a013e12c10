//! `isocount reproduce`: what is planned and where MUTAG is found. Plans are carried out in `crates/reproduce/tests`.

use crate::workdir::Workdir;

#[test]
fn a_plan_is_shown_before_it_is_carried_out() {
    let dir = Workdir::new();
    let plan = dir.run("reproduce --quick --dry-run --out there").ok();
    assert!(plan.contains("small: rgin-sum, seed 0: train\n"), "{plan}");
    assert!(plan.contains("\n19 steps, about "), "{plan}");
    assert!(!dir.path("there").exists());
    let refused = dir.run("reproduce --models gpt --dry-run");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("there is no model `gpt`"), "{refused:?}");
}

#[test]
fn costly_rows_are_made_when_they_are_asked_for() {
    let dir = Workdir::new();
    let agreed = dir.run("reproduce --dry-run").ok();
    for step in
        ["small: gat, seed 0: train", "small: gin, seed 2: test", "large: gin, seed 0: test"]
    {
        assert!(agreed.contains(&format!("{step}\n")), "{step} is not in {agreed}");
    }
    for step in ["small: gat, seed 1", "large: gat", "large: gin, seed 1"] {
        assert!(!agreed.contains(step), "{step} is in {agreed}");
    }
    let asked = dir.run("reproduce large --models gat --seeds 2 --dry-run").ok();
    assert!(asked.contains("large: gat, seed 1: test\n"), "{asked}");
    let figure = dir.run("reproduce small --figures scalability --dry-run").ok();
    assert!(figure.contains("count-gnn, index, 1000000 arcs: time\n"), "{figure}");
    assert!(!figure.contains("gcn"), "{figure}");
}

#[test]
fn mutag_is_found_in_either_form() {
    let dir = Workdir::new();
    let without = dir.run("reproduce mutag --tables 2 --dry-run").ok();
    assert!(!without.contains("mutag: "), "MUTAG has to be brought along: {without}");
    let refused = dir.run("reproduce mutag --mutag nowhere --dry-run");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("cannot read nowhere"), "{refused:?}");
    dir.write("empty/readme", "no graphs");
    let refused = dir.run("reproduce mutag --mutag empty --dry-run");
    assert!(refused.stderr.contains("empty has no files of MUTAG"), "{refused:?}");

    dir.write("TU/TOY_A.txt", "1, 2\n2, 1\n");
    dir.write("GML/graphs/a.gml", "graph [ node [ id 0 label \"0\" ] ]\n");
    let plan = |words: &str| dir.run(&format!("reproduce mutag {words} --tables 2 --dry-run")).ok();
    let (tu, gml) = (plan("--mutag TU"), plan("--mutag GML"));
    assert!(tu.contains("mutag-edge-blind: gat, seed 2: train\n"), "{tu}");
    // Other files make other data, and everything that follows from it.
    assert_ne!(tu, gml);
    dir.write("data/MUTAG/TOY_A.txt", "1, 2\n2, 1\n");
    assert_eq!(plan(""), tu);
}
