//! Large symmetric patterns: counts close to 128 bits, zeros next to huge numbers, and groups too
//! large to list. The numbering of nodes must not matter in any of them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::time::Duration;

use isocount_core::{
    Answer, Budget, Count, CountError, Counter, Label, LabeledGraph, NodeId, Pattern, Semantics,
    Unit,
};
use isocount_count::{Exact, Representation, Tuning, Vf2};

const MAPPINGS: Semantics = Semantics::Monomorphism(Unit::Mappings);
const SUBGRAPHS: Semantics = Semantics::Monomorphism(Unit::Subgraphs);

/// An undirected graph; `labels` are those of its nodes.
fn undirected(labels: &[u32], edges: impl IntoIterator<Item = (u32, u32)>) -> LabeledGraph {
    let mut builder = LabeledGraph::builder();
    for &label in labels {
        builder.node(Label(label));
    }
    for (a, b) in edges {
        builder.undirected_edge(NodeId(a), NodeId(b), Label(0));
    }
    builder.build().unwrap()
}

/// A star whose centre has this number.
fn star(num_leaves: u32, centre: u32) -> LabeledGraph {
    let leaves = (0..=num_leaves).filter(|&v| v != centre);
    undirected(&vec![0; num_leaves as usize + 1], leaves.map(|v| (centre, v)))
}

fn two_stars(num_leaves: u32) -> LabeledGraph {
    let second = num_leaves + 1;
    let edges = (1..=num_leaves).flat_map(|v| [(0, v), (second, second + v)]);
    undirected(&vec![0; 2 * second as usize], edges)
}

fn ask(pattern: LabeledGraph, graph: &LabeledGraph, s: Semantics) -> Result<Answer, CountError> {
    let pattern = Pattern::try_from(pattern).unwrap();
    let budget = Budget::steps(1_000_000_000);
    Exact::new().count(&pattern, graph, s, &budget)
}

#[test]
fn stars_that_do_not_fit_occur_nowhere() {
    for (num_leaves, centre, there) in [(50, 0, 40), (36, 1, 34), (40, 2, 30), (50, 25, 28)] {
        let answer = ask(star(num_leaves, centre), &two_stars(there), MAPPINGS);
        assert_eq!(answer, Ok(Answer::Exact(Count::ZERO)), "{num_leaves} leaves in {there}");
    }
}

#[test]
fn the_number_of_the_centre_does_not_matter() {
    let expected = 2 * (1..=29_u128).product::<u128>();
    for centre in [0, 1, 14, 29] {
        let answer = ask(star(29, centre), &two_stars(29), MAPPINGS);
        assert_eq!(answer, Ok(Answer::Exact(Count(expected))), "centre {centre}");
        let answer = ask(star(29, centre), &two_stars(29), SUBGRAPHS);
        assert_eq!(answer, Ok(Answer::Exact(Count(2))), "centre {centre}");
    }
}

#[test]
fn too_many_mappings_are_an_error_that_says_so() {
    let answer = ask(star(40, 0), &star(41, 0), MAPPINGS);
    assert_eq!(answer, Err(CountError::Overflow));
    assert!(CountError::Overflow.to_string().contains("mappings"));
}

/// A star with more mappings than fit, and a triangle that does not occur: zero, on any number of
/// threads and in any order of the two.
#[test]
fn zero_times_too_many_is_zero() {
    for triangle_first in [false, true] {
        let shift = if triangle_first { 3 } else { 0 };
        let triangle = if triangle_first { [0, 1, 2] } else { [37, 38, 39] };
        let labels: Vec<u32> = (0..40).map(|v| u32::from(triangle.contains(&v))).collect();
        let [a, b, c] = triangle;
        let edges = (1..37).map(|v| (shift, shift + v)).chain([(a, b), (b, c), (c, a)]);
        let pattern = Pattern::try_from(undirected(&labels, edges)).unwrap();

        let labels: Vec<u32> = (0..66).map(|v| u32::from(v >= 60)).collect();
        let hexagon = (0..6).map(|i| (60 + i, 60 + (i + 1) % 6));
        let graph = undirected(&labels, (1..60).map(|v| (0, v)).chain(hexagon));
        for (threads, representation) in
            [(1, Representation::BySize), (2, Representation::BySize), (2, Representation::Rows)]
        {
            let tuning = Tuning { easy_steps: 0, representation, ..Tuning::default() };
            let exact = Exact::with_threads(threads).tuned(tuning);
            let answer = exact.count(&pattern, &graph, MAPPINGS, &Budget::UNLIMITED);
            assert_eq!(answer, Ok(Answer::Exact(Count::ZERO)), "{threads} threads");
        }
    }
}

/// An arc a->b; `a` has `leaves_of_a` leaves of one label, and `b` has some of its own or shared.
fn two_brooms(leaves_of_a: u32, leaves_of_b: &[u32], num_leaves: u32) -> LabeledGraph {
    let mut builder = LabeledGraph::builder();
    let (a, b) = (builder.node(Label(1)), builder.node(Label(2)));
    for _ in 0..num_leaves {
        builder.node(Label(3));
    }
    builder.edge(a, b, Label(0));
    for leaf in 0..leaves_of_a {
        builder.edge(a, NodeId(2 + leaf), Label(0));
    }
    for &leaf in leaves_of_b {
        builder.edge(b, NodeId(2 + leaf), Label(0));
    }
    builder.build().unwrap()
}

fn falling(n: u32, m: u32) -> Option<u128> {
    (0..m).try_fold(1_u128, |product, i| product.checked_mul(n.saturating_sub(i).into()))
}

/// 36 different leaves are needed, and there are 35; an intermediate bound is 4 times 35 factorial.
#[test]
fn a_count_of_zero_is_not_too_many() {
    let pattern = two_brooms(35, &[35], 36);
    let graph = two_brooms(35, &[0, 1, 2, 3], 35);
    assert_eq!(ask(pattern, &graph, MAPPINGS), Ok(Answer::Exact(Count::ZERO)));
}

/// `b` chooses among shared leaves, then `a` among those that are left: the count is a product,
/// whatever intermediate bounds overflow. Among the answers are 0, some just below 2¹²⁸, and too
/// many.
#[test]
fn counts_around_the_edge_of_128_bits() {
    let (mut zeros, mut close, mut too_many) = (0, 0, 0);
    for (at_a, at_b) in [(30, 1), (33, 1), (34, 1), (35, 1), (33, 2), (31, 3), (25, 4), (15, 7)] {
        for there in at_a..at_a + 6 {
            for shared in [1, 3, 4, there / 2, there] {
                let own: Vec<u32> = (at_a..at_a + at_b).collect();
                let pattern = two_brooms(at_a, &own, at_a + at_b);
                let graph = two_brooms(there, &(0..shared).collect::<Vec<_>>(), there);
                let of_b = falling(shared, at_b);
                let of_a = falling(there.saturating_sub(at_b), at_a);
                let expected = match (of_b, of_a) {
                    (Some(0), _) | (_, Some(0)) => Some(0),
                    (b, a) => b.zip(a).and_then(|(b, a)| b.checked_mul(a)),
                };
                zeros += u32::from(expected == Some(0));
                close += u32::from(expected.is_some_and(|count| count > u128::MAX / 100));
                too_many += u32::from(expected.is_none());
                let expected = expected.map(|count| Answer::Exact(Count(count)));
                let what = format!("{at_a} and {at_b} leaves in {there}, {shared} shared");
                let answer = ask(pattern, &graph, MAPPINGS);
                assert_eq!(answer, expected.ok_or(CountError::Overflow), "{what}");
            }
        }
    }
    assert!(zeros > 20 && close > 0 && too_many > 20, "{zeros}, {close}, {too_many}");
}

/// Cliques are fully symmetric: without symmetry breaking, a clique of ten nodes has 10! mappings
/// to find.
#[test]
fn cliques_in_cliques() {
    let clique =
        |n: u32| undirected(&vec![0; n as usize], (0..n).flat_map(|v| (0..v).map(move |u| (u, v))));
    let answer = ask(clique(10), &clique(16), SUBGRAPHS);
    assert_eq!(answer, Ok(Answer::Exact(Count(8_008))));
}

/// Patterns too large for the masks of the engine keep to their time, whatever their automorphism
/// group.
#[test]
fn a_group_too_large_to_list_does_not_hang() {
    let pattern = Pattern::try_from(star(70, 35)).unwrap();
    let counters: [&dyn Counter; 2] = [&Exact::new(), &Vf2];
    for counter in counters {
        // On a busy machine the first mapping may take longer than the first limits.
        let found = [50, 500, 5_000, 50_000].into_iter().any(|limit| {
            let budget = Budget::time(Duration::from_millis(limit));
            let answer = counter.count(&pattern, &star(80, 0), SUBGRAPHS, &budget).unwrap();
            let Answer::AtLeast(Count(found @ (0 | 1))) = answer else { panic!("{answer:?}") };
            found == 1
        });
        assert!(found, "{}", counter.name());
    }
}
