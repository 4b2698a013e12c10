//! Pieces made by several processes become the same bytes as those made by one process.

use std::fs;

use isocount_core::{Budget, Control, Meaning, Semantics};
use isocount_count::Exact;
use isocount_data::{
    About, Completion, GraphEntry, GraphStore, LabelTable, Labelling, NamedPattern, Pairs, label,
};
use isocount_testkit::random;

use crate::{Scratch, contents, making, read};

/// The patterns and graphs of forty random cases; every pattern is counted in every graph.
fn labelling() -> Labelling {
    let cases: Vec<_> = (0..40).map(random::small_case).collect();
    let about = About {
        meaning: Meaning::plain(Semantics::Homomorphism),
        labels: LabelTable::numbers(20, 20),
        ..About::default()
    };
    let pattern = |(ix, case): (usize, &random::Case)| NamedPattern {
        name: format!("p{ix}"),
        pattern: case.pattern.clone(),
    };
    let patterns = cases.iter().enumerate().take(13).map(pattern).collect();
    let names: Vec<String> = (0..cases.len()).map(|ix| format!("g{ix}")).collect();
    let graphs = names.iter().zip(&cases);
    let graphs =
        GraphStore::pack(graphs.map(|(name, case)| GraphEntry { name, graph: &case.graph }));
    let budget = Budget::UNLIMITED;
    Labelling::new(about, patterns, graphs, Pairs::All, budget, &Control::NONE).unwrap()
}

#[test]
fn pieces_of_several_makers_become_the_same_bytes() {
    let scratch = Scratch::new();
    let (alone, shared) = (scratch.path("alone"), scratch.path("shared"));
    let (labelling, counter, control) = (labelling(), Exact::new(), Control::NONE);
    let (making, budget) = (making(&counter, 1), labelling.budget());
    label(&labelling.questions(), budget, &alone, making).unwrap();

    let number = labelling.num_pieces();
    assert!(number > 100, "{number} pieces");
    // Nobody has opened the workshop: there is nothing to make pieces for.
    labelling.make(&shared, 0..number, "a", making).unwrap();
    assert!(!shared.exists());
    assert_eq!(labelling.missing(&shared, &control).unwrap().unwrap().len(), number);
    // Two makers with pieces in common, a third that was killed, and a piece that was spoiled.
    labelling.make(&shared, 0..number / 2, "a", making).unwrap();
    labelling.make(&shared, 3..number / 2 + 2, "b", making).unwrap();
    let chunks = scratch.path("shared.partial").join("chunks");
    fs::write(chunks.join("000004.chunk"), b"half a piece").unwrap();
    fs::write(chunks.join("000005.c.chunk.part"), b"half a piece").unwrap();
    let missing = labelling.missing(&shared, &control).unwrap().unwrap();
    assert_eq!((missing.len(), missing[0]), (number - number / 2 - 2 + 1, 4));
    for piece in missing {
        labelling.make(&shared, piece..piece + 1, "d", making).unwrap();
    }
    assert!(labelling.missing(&shared, &control).unwrap().unwrap().is_empty());
    let finished = label(&labelling.questions(), budget, &shared, making).unwrap();
    assert_eq!(finished, Completion::Made);
    assert_eq!(contents(&alone), contents(&shared));
    assert_eq!(labelling.missing(&shared, &control).unwrap(), None);
    read(&shared).unwrap();
}
