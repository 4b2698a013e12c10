//! Questions on many threads: their memory and their ends.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::time::Duration;

use isocount_core::{
    Answer, Budget, Count, Counter, Label, LabeledGraph, NodeId, Pattern, Semantics, Unit,
};
use isocount_count::{Exact, Tuning};

const MAPPINGS: Semantics = Semantics::Monomorphism(Unit::Mappings);
const SUBGRAPHS: Semantics = Semantics::Monomorphism(Unit::Subgraphs);

fn clique(num_nodes: u32) -> LabeledGraph {
    let mut builder = LabeledGraph::builder();
    for v in 0..num_nodes {
        builder.node(Label(0));
        (0..v).for_each(|u| _ = builder.undirected_edge(NodeId(u), NodeId(v), Label(0)));
    }
    builder.build().unwrap()
}

/// A question that does not end: what the threads found until the limit is a bound, never the
/// count.
#[test]
fn a_spent_budget_is_reported_whichever_thread_saw_it() {
    let pattern = Pattern::try_from(clique(12)).unwrap();
    for threads in [2, 3] {
        let budget = Budget::time(Duration::from_millis(30));
        let answer = Exact::with_threads(threads).count(&pattern, &clique(60), MAPPINGS, &budget);
        let all = Count((49..=60).product());
        assert!(matches!(answer, Ok(Answer::AtLeast(bound)) if bound < all), "{answer:?}");
    }
}

#[test]
fn more_threads_than_any_system_supports() {
    let exact = Exact::with_threads(50_000).tuned(Tuning { easy_steps: 0, ..Tuning::default() });
    let pattern = Pattern::try_from(clique(4)).unwrap();
    let answer = exact.count(&pattern, &clique(20), SUBGRAPHS, &Budget::UNLIMITED);
    assert_eq!(answer, Ok(Answer::Exact(Count(4_845))));
}
