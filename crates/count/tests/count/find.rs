//! Listing agrees with counting: the matches equal those of brute force, each once, in every
//! meaning and every representation.
//!
//! The everyday suite runs 2,000 cases, `ISOCOUNT_SLOW=1` runs 20,000.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use isocount_core::{
    Answer, Budget, Control, Count, Counter, LabeledGraph, NodeId, Pattern, Semantics, Unit,
};
use isocount_count::{BruteForce, Ending, Exact, FindError, Mappings, Representation, Tuning};
use isocount_testkit::{graph, pattern, random, slow_suites};

const MAPPINGS: Semantics = Semantics::Monomorphism(Unit::Mappings);
const SUBGRAPHS: Semantics = Semantics::Monomorphism(Unit::Subgraphs);

fn matches(p: &Pattern, g: &LabeledGraph, semantics: Semantics, budget: &Budget) -> Mappings {
    Mappings::new(&Arc::new(p.clone()), &Arc::new(g.clone()), semantics, budget).unwrap()
}

/// The mappings by definition; of the mappings onto one subgraph, the least.
fn by_definition(p: &Pattern, g: &LabeledGraph, semantics: Semantics) -> Vec<Vec<NodeId>> {
    let mut all = BruteForce::list(p, g, semantics);
    if semantics.unit() == Unit::Subgraphs {
        // In the shape of a pattern, nodes and arcs have equal labels if they accept the same.
        let shape = Pattern::try_from(p.symmetry_shape().clone()).unwrap();
        let automorphisms = BruteForce::list(&shape, &shape, Semantics::Induced(Unit::Mappings));
        all.retain(|f| {
            automorphisms.iter().all(|a| *f <= a.iter().map(|u| f[u.ix()]).collect::<Vec<_>>())
        });
    }
    all.sort();
    all
}

#[test]
fn matches_equal_brute_force_as_a_set_without_repeats() {
    equal_brute_force(random::case);
}

#[test]
fn with_sets_of_labels_too() {
    equal_brute_force(random::set_case);
}

#[test]
fn with_absent_arcs_too() {
    equal_brute_force(random::absent_case);
}

fn equal_brute_force(case: impl Fn(u64) -> random::Case) {
    // The last number is the work done before the graph is sieved.
    let tunings = [
        (Representation::BySize, 1 << 12, None),
        (Representation::Masks, 0, Some(1)),
        (Representation::MediumMasks, 3, None),
        (Representation::WideMasks, 0, Some(100)),
        (Representation::Rows, 1 << 12, Some(300)),
        (Representation::Rows, 0, Some(1_000)),
        (Representation::BySize, 0, Some(u64::MAX)),
    ];
    for seed in 0..if slow_suites() { 20_000 } else { 1_000 } {
        let case = case(seed);
        let (p, g) = (Arc::new(case.pattern.clone()), Arc::new(case.graph.clone()));
        for semantics in Semantics::ALL {
            let expected = by_definition(&p, &g, semantics);
            for (representation, patience, head_start) in tunings {
                // The search ahead stops at a different point in every case.
                let head_start = head_start.map(|work: u64| work.saturating_add(seed % 64));
                let tuning = Tuning { representation, patience, head_start, ..Tuning::default() };
                let mut found: Vec<_> = Mappings::new(&p, &g, semantics, &Budget::UNLIMITED)
                    .unwrap()
                    .tuned(tuning)
                    .collect();
                found.sort();
                assert_eq!(found, expected, "seed {seed}, {semantics}, {tuning:?}\n{case}");
            }
        }
    }
}

/// Wherever the search before the sieve stops, nothing is lost, nothing is repeated, and limits
/// return the beginning of the list.
#[test]
fn a_head_start_can_end_anywhere() {
    let p = Arc::new(pattern("a->b, a-c, b-c, d"));
    let g = Arc::new(graph("1-2-3-4-1, 1-3, 2->5->3, 5->5, 4-[7]->5, 3-[7]->1"));
    for semantics in Semantics::ALL {
        let expected = by_definition(&p, &g, semantics);
        assert!(expected.len() > 10 || semantics.is_induced(), "{semantics}: {}", expected.len());
        for work in 0..600 {
            let tuning = Tuning { head_start: Some(work), ..Tuning::default() };
            let matches =
                |budget: &Budget| Mappings::new(&p, &g, semantics, budget).unwrap().tuned(tuning);
            let all: Vec<_> = matches(&Budget::UNLIMITED).collect();
            let mut sorted = all.clone();
            sorted.sort();
            assert_eq!(sorted, expected, "{semantics}, {work}");
            assert_eq!(matches(&Budget::UNLIMITED).collect::<Vec<_>>(), all);
            let few: Vec<_> = matches(&Budget::UNLIMITED).limited_to(3).collect();
            assert_eq!(few, all[..all.len().min(3)]);
            let mut cut = matches(&Budget::steps(work));
            let found: Vec<_> = cut.by_ref().collect();
            assert!(all.starts_with(&found), "{semantics}, {work}");
            assert!(found == all || cut.ending() == Some(Ending::OutOfBudget));
        }
    }
}

#[test]
fn as_many_are_listed_as_counted_in_larger_graphs() {
    for seed in 0..if slow_suites() { 3_000 } else { 150 } {
        let case = match seed % 3 {
            0 => random::large_set_case(seed),
            _ => random::large_case(seed),
        };
        for semantics in Semantics::ALL {
            let Ok(Answer::Exact(Count(count))) =
                Exact::new().count(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED)
            else {
                panic!("seed {seed} has a count")
            };
            let mut found = matches(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED);
            assert_eq!(found.by_ref().count() as u128, count, "seed {seed}, {semantics}\n{case}");
            assert_eq!(found.ending(), Some(Ending::Complete));
        }
    }
}

#[test]
fn the_order_is_the_same_in_every_run_and_a_limit_cuts_it_short() {
    let (p, g) = (pattern("a-b-c"), graph("1-2-3-4-1, 1-3"));
    let all: Vec<_> = matches(&p, &g, MAPPINGS, &Budget::UNLIMITED).collect();
    assert_eq!(all.len(), 16);
    assert_eq!(matches(&p, &g, MAPPINGS, &Budget::UNLIMITED).collect::<Vec<_>>(), all);
    for limit in 0..20 {
        let mut some = matches(&p, &g, MAPPINGS, &Budget::UNLIMITED).limited_to(limit);
        let found: Vec<_> = some.by_ref().collect();
        assert_eq!(found, all[..all.len().min(limit as usize)]);
        let ending = if limit <= 16 { Ending::Limited } else { Ending::Complete };
        assert_eq!(some.ending(), Some(ending));
        assert_eq!(some.next(), None);
    }
}

#[test]
fn a_limit_on_steps_gives_the_beginning_of_the_list() {
    let (p, g) = (pattern("a-b-c"), graph("1-2-3-4-1, 1-3"));
    let all: Vec<_> = matches(&p, &g, SUBGRAPHS, &Budget::UNLIMITED).collect();
    for steps in 0..40 {
        let mut some = matches(&p, &g, SUBGRAPHS, &Budget::steps(steps));
        let found: Vec<_> = some.by_ref().collect();
        assert!(all.starts_with(&found), "{steps} steps: {found:?}");
        let ending = some.ending().unwrap();
        assert!(ending == Ending::OutOfBudget || found == all && ending == Ending::Complete);
    }
}

/// A complete graph: every injective map is a match.
fn clique(len: u32) -> LabeledGraph {
    let pairs = (0..len).flat_map(|i| (0..i).map(move |j| format!("n{i}-n{j}")));
    graph(&pairs.collect::<Vec<_>>().join(", "))
}

#[test]
fn a_deadline_or_a_cancellation_ends_it_between_two_matches() {
    let (p, g) = (pattern("a-b-c-d-e-f-g-h"), clique(40));
    let mut late = matches(&p, &g, MAPPINGS, &Budget::time(Duration::from_millis(30)));
    // There are 10^12 matches: the time always runs out first.
    late.by_ref().for_each(drop);
    assert_eq!(late.ending(), Some(Ending::OutOfBudget));

    let control = Control::new();
    let mut stopped = matches(&p, &g, MAPPINGS, &Budget::UNLIMITED.with_control(&control));
    assert!(stopped.next().is_some());
    assert_eq!(stopped.ending(), None);
    let stopped = thread::spawn(move || {
        stopped.by_ref().for_each(drop);
        stopped.ending()
    });
    thread::sleep(Duration::from_millis(5));
    control.cancel();
    assert_eq!(stopped.join().unwrap(), Some(Ending::Cancelled));
    // A search that is cancelled from the start does not begin.
    let mut never = matches(&p, &g, MAPPINGS, &Budget::UNLIMITED.with_control(&control));
    assert_eq!((never.next(), never.ending()), (None, Some(Ending::Cancelled)));
}

/// The second part has no match, which labels and degrees do not reveal.
#[test]
fn a_part_without_a_match_is_not_tried_for_every_image_of_the_others() {
    let path = "a-b-c-d-e-f, x-y-z-x";
    let mut ring: Vec<String> = (0..60).map(|i| format!("n{i}-n{}", (i + 1) % 60)).collect();
    ring.extend((0..60).map(|i| format!("n{i}-n{}", (i + 9) % 60)));
    let g = graph(&ring.join(", "));
    let mut none = matches(&pattern(path), &g, MAPPINGS, &Budget::steps(200_000));
    assert_eq!((none.next(), none.ending()), (None, Some(Ending::Complete)));
}

#[test]
fn patterns_that_are_too_large_are_refused() {
    let long = (0..65).map(|i| format!("n{i}")).collect::<Vec<_>>().join("-");
    let (p, g) = (Arc::new(pattern(&long)), Arc::new(graph("1-2")));
    let refused = Mappings::new(&p, &g, MAPPINGS, &Budget::UNLIMITED).unwrap_err();
    assert_eq!(refused, FindError::TooLarge { nodes: 65, arcs: 128 });
    assert!(refused.to_string().contains("at most 64 nodes"), "{refused}");
}

#[test]
fn an_iterator_can_go_to_another_thread() {
    fn is_send<T: Send + 'static>() {}
    is_send::<Mappings>();
}
