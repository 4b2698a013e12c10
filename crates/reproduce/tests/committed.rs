//! The committed run, `benchmarks/reproduce`: its records produce its report, byte for byte, on any
//! machine.

use std::fs;
use std::path::Path;

use isocount_reproduce::{Extra, Figure, Plan, Request, Scope, Set, Step, Store, report};
use tempfile::TempDir;

/// If this fails because words, tables or digits of the report changed on purpose, run `isocount
/// reproduce --report --out benchmarks/reproduce && cargo xtask quote`. If it fails because steps
/// are not done, the inputs of a step are serialised differently than before, and all records of
/// such steps are lost.
#[test]
fn the_committed_report_comes_from_the_committed_records() {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/reproduce");
    let folder = TempDir::new().unwrap();
    for kept in ["records.jsonl", "environment.toml"] {
        fs::copy(committed.join(kept), folder.path().join(kept)).unwrap();
    }
    let mut store = Store::open(folder.path()).unwrap();
    let plan = Plan::new(Request {
        sets: Set::ALL.to_vec(),
        tables: (1..=5).collect(),
        extras: Extra::ALL.to_vec(),
        figures: Figure::ALL.to_vec(),
        models: None,
        seeds: None,
        scope: Scope::FULL,
        mutag: store.mutag().unwrap(),
    })
    .unwrap();
    // A run may be unfinished, but no record may be lost.
    let has_record = |step: &&Step| store.record(&step.key).unwrap().is_some();
    let done = plan.steps.iter().filter(has_record).count();
    let records = fs::read_to_string(committed.join("records.jsonl")).unwrap();
    assert_eq!(records.lines().count(), done, "of records, and of steps that have one");
    assert!(records.lines().is_sorted());
    report(&plan, &mut store).unwrap();
    for name in ["records.jsonl", "report.md", "tables/results.md", "tables/sources.md"] {
        let [made, kept] =
            [folder.path(), &committed].map(|it| fs::read_to_string(it.join(name)).unwrap());
        let differs = made.lines().zip(kept.lines()).find(|(made, kept)| made != kept);
        assert!(made == kept, "{name} differs: {differs:?}");
    }
}
