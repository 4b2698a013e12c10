//! Patterns with absent arcs: the specification equals a second, naive implementation of the
//! definition, every engine equals the specification, and no switch of the exact engine changes an
//! answer.
//!
//! The everyday suite runs 2,000 cases per engine, each in all five meanings. `ISOCOUNT_SLOW=1` runs
//! 40,000: 200,000 questions per engine, some millions in total.

use std::ops::Range;

use isocount_core::{Budget, Control, Counter, LabeledGraph, Pattern, Semantics, Unit};
use isocount_count::{
    BruteForce, Exact, FirstMapping, Per, Peregrine, Representation, Routing, Sample, Sampling,
    Tuning, Vf2, first_mapping,
};
use isocount_testkit::random::{Case, absent_case, large_absent_case, planted_absent_case};
use isocount_testkit::{
    Naive, PartCounts, TakesPart, agree_on, estimates_conform, graph, participation_conforms,
    pattern, slow_suites,
};

fn seeds() -> Range<u64> {
    0..if slow_suites() { 40_000 } else { 2_000 }
}

#[test]
fn the_specification_equals_the_definition() {
    agree_on(&BruteForce, &Naive, seeds().map(absent_case));
}

#[test]
fn vf2_equals_brute_force() {
    agree_on(&Vf2, &BruteForce, seeds().map(absent_case));
}

#[test]
fn exact_equals_brute_force() {
    agree_on(&Exact::new(), &BruteForce, seeds().map(absent_case));
}

fn with_switches(representation: Representation, easy_steps: u64) -> Tuning {
    let few_placements = if easy_steps == 0 { 0.0 } else { 256.0 };
    Tuning { representation, easy_steps, few_placements, ..Tuning::default() }
}

#[test]
fn every_representation_equals_brute_force() {
    for representation in [Representation::WideMasks, Representation::Rows] {
        let exact = Exact::new().tuned(with_switches(representation, 20_000));
        agree_on(&exact, &BruteForce, seeds().map(absent_case));
    }
}

#[test]
fn careful_plans_broken_symmetry_and_threads_equal_brute_force() {
    for (representation, threads) in
        [(Representation::Masks, 1), (Representation::Rows, 1), (Representation::Rows, 3)]
    {
        let tuning = Tuning { absent: Routing::Never, ..with_switches(representation, 0) };
        let exact = Exact::with_threads(threads).tuned(tuning);
        let share = if threads == 1 { 1 } else { 4 };
        agree_on(&exact, &BruteForce, (0..seeds().end / share).map(absent_case));
    }
}

/// The sum over present and absent arcs, each term answered by every strategy.
#[test]
fn inclusion_and_exclusion_equal_brute_force() {
    let sum = Tuning { absent: Routing::Always, ..Tuning::default() };
    let careful = Tuning { easy_steps: 0, few_placements: 0.0, ..sum };
    for tuning in [
        sum,
        careful,
        Tuning { algebra: Routing::Always, ..sum },
        Tuning { splitting: Routing::Always, algebra: Routing::Never, ..careful },
        Tuning { by_degree: Routing::Always, ..sum },
    ] {
        let cases = (0..seeds().end / 5).map(absent_case);
        agree_on(&Exact::new().tuned(tuning), &BruteForce, cases);
    }
}

/// Patterns of up to 30 nodes, planted in larger graphs, by all strategies.
#[test]
fn planted_patterns_agree() {
    let num = if slow_suites() { 5_000 } else { 200 };
    let absent = Routing::Never;
    let by_search = Exact::new().tuned(Tuning { absent, ..Tuning::default() });
    for representation in [Representation::BySize, Representation::Rows] {
        let tuning = Tuning { absent: Routing::Always, representation, ..Tuning::default() };
        agree_on(&Exact::new().tuned(tuning), &by_search, (0..num).map(planted_absent_case));
    }
    agree_on(
        &by_search,
        &Vf2,
        (0..num / 4).map(planted_absent_case).filter(|case| case.pattern.num_nodes() <= 10),
    );
}

#[test]
fn larger_questions_agree_in_every_representation() {
    let cases = || (0..if slow_suites() { 5_000 } else { 150 }).map(large_absent_case);
    for (representation, threads) in
        [(Representation::BySize, 1), (Representation::WideMasks, 2), (Representation::Rows, 2)]
    {
        let exact = Exact::with_threads(threads).tuned(with_switches(representation, 100));
        agree_on(&exact, &Vf2, cases());
    }
}

#[test]
fn an_index_changes_no_answer() {
    for representation in [Representation::BySize, Representation::Rows] {
        let tuning = Tuning { arcs_worth_an_index: 0, representation, ..Tuning::default() };
        let indexed = Exact::new().tuned(tuning);
        for seed in seeds() {
            let case = absent_case(seed);
            let mut open = indexed.open(&case.graph.clone().into(), &Control::NONE).unwrap();
            for semantics in Semantics::ALL {
                let ask = |counter: Exact| {
                    counter.count(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED)
                };
                let looked_up = open.count(&case.pattern, semantics, &Budget::UNLIMITED);
                assert_eq!(ask(Exact::new()), looked_up, "seed {seed}, {semantics}\n{case}");
            }
        }
    }
}

/// A mapping is found if and only if there is one, and it is one.
#[test]
fn the_first_mapping_is_one() {
    for seed in 0..seeds().end / 2 {
        let case = absent_case(seed);
        for semantics in Semantics::ALL {
            let found = first_mapping(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED);
            let all = BruteForce::list(&case.pattern, &case.graph, semantics);
            match found {
                FirstMapping::Found(images) => {
                    assert!(all.contains(&images), "seed {seed}, {semantics}\n{case}");
                }
                _ => assert!(all.is_empty(), "seed {seed}, {semantics}\n{case}"),
            }
        }
    }
}

#[test]
fn parts_equal_brute_force() {
    let number = if slow_suites() { 20_000 } else { 300 };
    for (representation, threads, absent) in [
        (Representation::BySize, 1, Routing::ByCost),
        (Representation::WideMasks, 2, Routing::Never),
        (Representation::Rows, 1, Routing::Never),
        (Representation::BySize, 1, Routing::Always),
    ] {
        let tuning = Tuning { few_placements: 0.0, representation, absent, ..Tuning::default() };
        let exact = Exact::with_threads(threads).tuned(tuning);
        let ask = |p: &Pattern, g: &LabeledGraph, semantics, what| {
            let per = match what {
                TakesPart::Node => Per::Node,
                TakesPart::Orbit => Per::Orbit,
                TakesPart::Arc => Per::Arc,
            };
            let found = exact.participation(p, g, semantics, per, &Budget::UNLIMITED).unwrap();
            assert!(found.is_complete);
            PartCounts { total: found.total, orbits: found.orbits, columns: found.columns }
        };
        let share = participation_conforms(&ask, &BruteForce::list, (0..number).map(absent_case));
        assert!(share > 0.4, "{share}");
    }
}

#[test]
fn what_the_sampler_does_not_prune_is_exact() {
    let seeds = if slow_suites() { 40_000 } else { 2_000 };
    let unpruned = Sample::new(Sampling::default().with_particles(1 << 20));
    agree_on(&unpruned, &BruteForce, (0..seeds).map(absent_case));
    agree_on(&unpruned, &Exact::new(), (0..150).map(large_absent_case));
}

#[test]
fn estimates_have_no_bias() {
    let num_cases = if slow_suites() { 2_000 } else { 80 };
    for particles in [1, 3, 8] {
        let sampling = Sampling::default().with_replicates(4).with_particles(particles);
        let make = |seed| Box::new(Sample::new(sampling.with_seed(seed))) as Box<dyn Counter>;
        for semantics in Semantics::ALL {
            let cases = (0..num_cases).map(absent_case);
            let tally = estimates_conform(&make, &BruteForce, semantics, cases, 0..160);
            assert!(tally.estimates > 100, "{particles} particles, {semantics}: {tally:?}");
        }
    }
}

#[test]
fn peregrine_refuses_absent_edges_by_name() {
    let meaning = Semantics::Monomorphism(Unit::Mappings);
    let asked = Peregrine.count(&pattern("a-b, b!-a"), &graph("1-2"), meaning, &Budget::UNLIMITED);
    let refused = asked.unwrap_err();
    assert!(refused.is_refusal());
    assert_eq!(refused.to_string(), "peregrine cannot count absent edges");
}

/// The example of `docs/semantics.md`: paths of two arcs without a shortcut.
#[test]
fn the_example_of_the_page() {
    let g = graph("1->2, 2->3, 1->3, 3->4, 4->4");
    let count = |text: &str, semantics| {
        let p = pattern(text);
        let answer = BruteForce.count(&p, &g, semantics, &Budget::UNLIMITED);
        let exact = Exact::new().count(&p, &g, semantics, &Budget::UNLIMITED);
        assert_eq!(answer, exact);
        answer.unwrap().exact().unwrap().0
    };
    let [all, injective] = [Semantics::Homomorphism, Semantics::Monomorphism(Unit::Mappings)];
    // 1→2→3, 2→3→4, 1→3→4, and 3→4→4 and 4→4→4 over the loop.
    assert_eq!((count("a->b->c", all), count("a->b->c", injective)), (5, 3));
    // 1→2→3 has the shortcut 1→3, 3→4→4 has 3→4, and 4→4→4 has the loop.
    assert_eq!((count("a->b->c, a!->c", all), count("a->b->c, a!->c", injective)), (2, 2));
    assert_eq!(count("a->b->c, a!->c, c!->c", injective), 0);
    assert_eq!(count("a->b, b!->a, b!->b", injective), 3);
}

/// A pattern whose arc must be there and must not be there.
#[test]
fn a_contradiction_counts_nothing() {
    let Case { graph, .. } = absent_case(1);
    for semantics in Semantics::ALL {
        for text in ["a->b, a!->b", "a-[1|2]->b, a!-[*]->b", "a->a, a!->a"] {
            for counter in [&Exact::new() as &dyn Counter, &Vf2, &BruteForce] {
                let found = counter.count(&pattern(text), &graph, semantics, &Budget::UNLIMITED);
                assert_eq!(found.unwrap().exact().unwrap().0, 0, "{text}, {semantics}");
            }
        }
    }
}
