//! The numbers in `docs/semantics.md` are the ones that the counters are tested against.

use isocount_core::{
    Answer, Budget, Count, Counter, Directions, LabeledGraph, Labels, Semantics, Unit, View,
};
use isocount_testkit::cases::{self, KnownCase};
use isocount_testkit::{Naive, graph, pattern};

const PAGE: &str = include_str!("../../../docs/semantics.md");

fn known(pattern: &LabeledGraph, graph: &LabeledGraph) -> KnownCase {
    // A pattern with absent arcs has the shape of another one.
    let is_same = |known: &KnownCase| {
        known.case.pattern.plain() == Some(pattern) && known.case.graph == *graph
    };
    cases::all().into_iter().find(is_same).expect("testdata/cases has the example of the page")
}

/// The cells of a row, without spaces and backticks around them.
fn cells(row: &str) -> Vec<String> {
    let parts = row.split(" | ").map(|cell| cell.trim_matches(['|', ' ']).trim_matches('`'));
    parts.map(|cell| cell.replace("\\|", "|")).collect()
}

/// The rows of examples with a graph in the second column: those whose third column is a number, or
/// is a flag.
fn rows(of_numbers: bool) -> impl Iterator<Item = [String; 5]> {
    let rows = PAGE.lines().filter(|row| row.starts_with("| `a"));
    let rows = rows.map(|row| <[String; 5]>::try_from(cells(row)).expect("five columns"));
    let rows = rows.filter(|cells| cells[1].parse::<u64>().is_err());
    rows.filter(move |cells| cells[2].parse::<u64>().is_ok() == of_numbers)
}

#[test]
fn the_example_is_counted_as_the_page_says() {
    let example = known(&pattern("a-b-c"), &graph("1-2-3-1, 3-4"));
    for meaning in Semantics::ALL {
        let row = format!("| {meaning} | {} | ", example.count(meaning));
        assert!(PAGE.contains(&row), "the page lacks `{row}`");
    }
}

#[test]
fn the_views_are_counted_as_the_page_says() {
    let mut num_rows = 0;
    for row in rows(false) {
        let [pattern_text, graph_text, flag, monomorphisms, induced] = &row;
        let mut view = View::default();
        match flag.as_str() {
            "none" => {}
            "--ignore-node-labels" => view.node_labels = Labels::Ignore,
            "--ignore-edge-labels" => view.edge_labels = Labels::Ignore,
            "--undirected" => view.directions = Directions::Ignore,
            other => panic!("`{other}` is not a flag"),
        }
        let seen = known(&view.apply(&pattern(pattern_text)), &view.apply(&graph(graph_text)));
        let expected = [monomorphisms, induced].map(|cell| Count(cell.parse().unwrap()));
        assert_eq!(seen.count(Semantics::Monomorphism(Unit::Mappings)), expected[0], "{row:?}");
        assert_eq!(seen.count(Semantics::Induced(Unit::Mappings)), expected[1], "{row:?}");
        num_rows += 1;
    }
    assert_eq!(num_rows, 6);
}

#[test]
fn the_sets_are_counted_as_the_page_says() {
    let meanings = [
        Semantics::Homomorphism,
        Semantics::Monomorphism(Unit::Mappings),
        Semantics::Induced(Unit::Mappings),
    ];
    let mut num_rows = 0;
    for [pattern_text, graph_text, counts @ ..] in rows(true) {
        let (pattern, graph) = (pattern(&pattern_text), graph(&graph_text));
        for (semantics, count) in meanings.into_iter().zip(&counts) {
            let answer = Naive.count(&pattern, &graph, semantics, &Budget::UNLIMITED).unwrap();
            assert_eq!(answer, Answer::Exact(Count(count.parse().unwrap())), "{pattern_text}");
        }
        num_rows += 1;
    }
    assert_eq!(num_rows, 4);
}
