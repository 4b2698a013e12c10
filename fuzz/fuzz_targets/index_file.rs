//! No bytes make an index file panic, even if its checksums are correct: all of them are recomputed
//! first.

#![no_main]

use isocount_core::{Answer, Budget, Label, LabeledGraph, OpenGraph, Pattern};
use isocount_infer::IndexFile;

#[path = "../../crates/infer/tests/infer/reseal.rs"]
mod reseal;

/// Patterns of up to five nodes with all labels that the seed knows.
fn patterns() -> Vec<Pattern> {
    let pattern = |size: u32| {
        let mut builder = LabeledGraph::builder();
        let nodes: Vec<_> = (0..size).map(|node| builder.node(Label(node % 5))).collect();
        for (ix, pair) in nodes.windows(2).enumerate() {
            builder.edge(pair[0], pair[1], Label(ix as u32 % 3));
        }
        Pattern::try_from(builder.build().expect("the ends are nodes")).expect("there is a node")
    };
    (1..=5).map(pattern).collect()
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.to_vec();
    reseal::reseal(&mut bytes);
    let path = std::env::temp_dir().join(format!("isocount-fuzz-{}.index", std::process::id()));
    std::fs::write(&path, &bytes).expect("there is space for a small file");
    let patterns = patterns();
    let patterns: Vec<&Pattern> = patterns.iter().collect();
    // Checked as a whole, and when it is read.
    for at_once in [u64::MAX, 0] {
        match IndexFile::open_checking(&path, at_once) {
            Err(problem) => assert!(!problem.to_string().is_empty()),
            Ok(mut file) => {
                let semantics = file.meaning().semantics;
                for answer in file.count_each(&patterns, semantics, &Budget::UNLIMITED) {
                    assert!(answer.map_or(0.0, Answer::value).is_finite());
                }
            }
        }
    }
});
