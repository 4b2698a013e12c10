//! The sampler against the specification: exact where nothing is pruned, without bias where much
//! is, in all five meanings, with loops, parallel arcs, labels, directions and several components.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::sync::Arc;
use std::time::Duration;

use isocount_core::{
    Answer, Budget, Control, Counter, Label, LabeledGraph, Pattern, Rng, Semantics, Unit,
};
use isocount_count::{Auto, BruteForce, Exact, Sample, Sampling};
use isocount_testkit::transform::{with_labels, with_sets};
use isocount_testkit::{
    Tally, ThreadClock, agree, agree_on, cases, estimates_conform, pattern, random, slow_suites,
};

/// Enough particles that nothing is pruned.
fn unpruned() -> Sample {
    Sample::new(Sampling::default().with_particles(1 << 20))
}

#[test]
fn what_is_not_pruned_is_exact() {
    let seeds = if slow_suites() { 50_000 } else { 3_000 };
    agree(&unpruned(), &BruteForce, 0..seeds);
    agree_on(&unpruned(), &Exact::new(), (0..300).map(random::large_case));
}

#[test]
fn the_shared_cases_are_right() {
    for known in cases::all() {
        let case = &known.case;
        let graph = Arc::new(case.graph.clone());
        let mut open = unpruned().open(&graph, &Control::NONE).unwrap();
        for semantics in Semantics::ALL {
            let expected = Ok(Answer::Exact(known.count(semantics)));
            let budget = &Budget::UNLIMITED;
            assert_eq!(
                unpruned().count(&case.pattern, &graph, semantics, budget),
                expected,
                "{case}"
            );
            assert_eq!(open.count(&case.pattern, semantics, budget), expected, "{case}");
            assert_eq!(open.fork().count(&case.pattern, semantics, budget), expected, "{case}");
        }
    }
}

/// Labels are numbered as they are read, so their numbers must not affect an estimate.
#[test]
fn the_numbers_of_labels_change_no_estimate() {
    let seeds = if slow_suites() { 20_000 } else { 1_000 };
    let mut num_estimates = 0;
    let sampling = Sampling::default().with_replicates(4).with_particles(3);
    for seed in 0..seeds {
        let case = match seed % 4 {
            0 => random::case(seed),
            1 => random::large_case(seed),
            2 => random::large_set_case(seed),
            _ => random::set_case(seed),
        };
        // Reverses the order, and changes every number.
        let node = |label: Label| Label(50 - label.0 % 50 + label.0 / 50 * 50);
        let edge = |label: Label| Label(70 - label.0 % 70 + label.0 / 70 * 70);
        let graph = with_labels(&case.graph, node, edge);
        let renamed =
            with_sets(&case.pattern, |_, accepts| accepts.map(node), |accepts| accepts.map(edge));
        let sample = Sample::new(sampling.with_seed(seed));
        for semantics in Semantics::ALL {
            let budget = &Budget::UNLIMITED;
            let usual = sample.count(&case.pattern, &case.graph, semantics, budget).unwrap();
            let other = sample.count(&renamed, &graph, semantics, budget).unwrap();
            assert_eq!(usual, other, "seed {seed}, {semantics}\n{case}");
            num_estimates += u64::from(matches!(usual, Answer::Estimate(_)));
        }
    }
    assert!(num_estimates > seeds / 2, "only {num_estimates} answers were estimates");
}

#[test]
fn estimates_have_no_bias() {
    let num_cases = if slow_suites() { 2_000 } else { 150 };
    for particles in [1, 3, 8] {
        let sampling = Sampling::default().with_replicates(4).with_particles(particles);
        let make = |seed| Box::new(Sample::new(sampling.with_seed(seed))) as Box<dyn Counter>;
        for semantics in Semantics::ALL {
            let cases = (0..num_cases).map(random::case);
            let tally = estimates_conform(&make, &BruteForce, semantics, cases, 0..160);
            assert!(tally.estimates > 100, "{particles} particles, {semantics}: {tally:?}");
        }
    }
}

/// Estimates with a realistic precision on graphs of some hundred nodes, in every meaning:
/// intervals have at least the nominal coverage, up to three standard errors.
#[test]
fn intervals_have_the_nominal_coverage() {
    let num_cases = if slow_suites() { 3_000 } else { 400 };
    for particles in [12, 16] {
        let mut total = Tally::default();
        for semantics in Semantics::ALL {
            let make = |seed: u64| {
                let sampling = Sampling::default().with_particles(particles).with_seed(seed);
                Box::new(Sample::new(sampling)) as Box<dyn Counter>
            };
            let cases = (0..num_cases).map(random::large_case);
            let tally = estimates_conform(&make, &Exact::new(), semantics, cases, 0..8);
            total.intervals += tally.intervals;
            total.covered += tally.covered;
        }
        let num = total.intervals as f64;
        let share = total.covered as f64 / num;
        let error = (0.95 * 0.05 / num).sqrt();
        assert!(num > 300.0, "{total:?}");
        assert!(share > 0.95 - 3.0 * error, "{particles} particles: {share} of {num}");
    }
}

fn random_graph(num_nodes: usize, num_edges: usize, num_labels: usize) -> LabeledGraph {
    let mut rng = Rng::new(5);
    let mut builder = LabeledGraph::builder();
    let nodes: Vec<_> =
        (0..num_nodes).map(|_| builder.node(Label(rng.below(num_labels) as u32))).collect();
    let mut pairs = std::collections::BTreeSet::new();
    while pairs.len() < num_edges {
        let (a, b) = (rng.below(num_nodes), rng.below(num_nodes));
        if a != b {
            pairs.insert((a.min(b), a.max(b)));
        }
    }
    for (a, b) in pairs {
        builder.undirected_edge(nodes[a], nodes[b], Label(0));
    }
    builder.build().unwrap()
}

#[test]
fn threads_do_not_change_an_estimate() {
    let graph = random_graph(400, 4_000, 1);
    let pattern = pattern("a-b-c-d-e-f-a, a-c");
    let mono = Semantics::Monomorphism(Unit::Mappings);
    let sampling = Sampling::default().with_precision(Some(0.02)).with_seed(7);
    let ask = |threads| {
        let sample = Sample::new(sampling).with_threads(threads);
        sample.count(&pattern, &graph, mono, &Budget::UNLIMITED).unwrap()
    };
    let one = ask(1);
    assert!(matches!(one, Answer::Estimate(_)), "{one:?}");
    assert_eq!(one, ask(2));
    assert_eq!(one, ask(3));
    let Answer::Estimate(estimate) = one else { unreachable!() };
    assert!(estimate.sampled.unwrap().precise, "{estimate:?}");
    let Answer::Exact(count) =
        Exact::new().count(&pattern, &graph, mono, &Budget::UNLIMITED).unwrap()
    else {
        panic!("expected an exact count");
    };
    assert!((estimate.value / count.0 as f64 - 1.0).abs() < 0.04, "{estimate:?} for {count}");
}

/// A hub, one label and a limit: the clock is checked within a level.
#[test]
fn a_limit_is_kept_at_hubs() {
    let mut builder = LabeledGraph::builder();
    let nodes: Vec<_> = (0..30_000).map(|_| builder.node(Label(0))).collect();
    for hub in 0..3 {
        for &other in &nodes[3..] {
            builder.undirected_edge(nodes[hub], other, Label(0));
        }
    }
    let graph = builder.build().unwrap();
    let Some(clock) = ThreadClock::of_this_thread() else { return };
    for text in ["a-b-c-d-e-f", "a-b-c-d-a, d-e, e-f", "a-b, c-d, e-f", "a-b, a-c, a-d, a-e, e-f"] {
        let pattern = pattern(text);
        for (semantics, limit) in
            Semantics::ALL.into_iter().flat_map(|s| [20, 60].map(|limit| (s, limit)))
        {
            let used = |_| {
                let start = clock.read();
                let budget = Budget::time(Duration::from_millis(limit));
                let sample = Sample::new(Sampling::default());
                sample.count(&pattern, &graph, semantics, &budget).unwrap();
                clock.read().checked_sub(start).unwrap().as_millis() as u64
            };
            // The clock of a thread is updated every few milliseconds, and without optimisation, or
            // with other work in the same cache, more time passes between two looks at the clock.
            let most = limit + if slow_suites() { (limit / 5).max(5) + 10 } else { 1_000 };
            let kept = (0..5).map(used).any(|used| used <= most);
            assert!(kept, "{text}, {semantics}: {limit} ms were not kept five times in a row");
        }
    }
}

#[test]
fn counts_beyond_every_float_have_logarithms() {
    let mut builder = LabeledGraph::builder();
    for _ in 0..100_000 {
        builder.node(Label(0));
    }
    let graph = builder.build().unwrap();
    let mut builder = LabeledGraph::builder();
    for _ in 0..64 {
        builder.node(Label(0));
    }
    let pattern = Pattern::try_from(builder.build().unwrap()).unwrap();
    for semantics in [Semantics::Homomorphism, Semantics::Monomorphism(Unit::Mappings)] {
        let sample = Sample::new(Sampling::default());
        let answer = sample.count(&pattern, &graph, semantics, &Budget::UNLIMITED).unwrap();
        let Answer::Estimate(estimate) = answer else { panic!("{answer:?}") };
        let log10 = estimate.log10.unwrap();
        assert!((log10.value - 320.0).abs() < 0.03, "{semantics}: {estimate:?}");
        assert!(log10.low <= log10.value && log10.value <= log10.high, "{estimate:?}");
    }
}

#[test]
fn auto_is_exact_or_an_estimate_that_holds() {
    let auto = Auto::new(Sampling::default());
    agree(&auto, &BruteForce, 0..500);
    let graph = random_graph(1_000, 16_000, 1);
    let pattern = pattern("a-b-c-d-e-f-g-h-a, a-e");
    let mono = Semantics::Monomorphism(Unit::Subgraphs);
    let auto = Auto::new(Sampling::default().with_precision(Some(0.1)));
    let answer = auto.count(&pattern, &graph, mono, &Budget::UNLIMITED).unwrap();
    let Answer::Estimate(estimate) = answer else { panic!("{answer:?}") };
    let sampled = estimate.sampled.unwrap();
    assert!(sampled.precise && sampled.at_least > 0.0, "{estimate:?}");
    assert!(sampled.at_least <= estimate.value && estimate.value <= sampled.at_most);
}

/// A forecast on request comes while the search goes on, and the answer stays the same.
#[test]
fn a_long_question_has_a_forecast() {
    let graph = random_graph(1_000, 16_000, 1);
    let endless = pattern("a-b-c-d-e-f-g-h-a, a-e");
    let mono = Semantics::Monomorphism(Unit::Mappings);
    let control = Control::new();
    control.want_forecasts(Duration::ZERO);
    let budget = Budget::UNLIMITED.with_control(&control);
    let auto = Auto::new(Sampling::default());
    let (answer, forecast) = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            loop {
                let forecast = control.forecast();
                if forecast.answer.is_some() && forecast.time.is_some() {
                    control.cancel();
                    return forecast;
                }
                std::thread::sleep(Duration::from_millis(2));
            }
        });
        let answer = auto.count(&endless, &graph, mono, &budget).unwrap();
        (answer, watcher.join().unwrap())
    });
    assert!(matches!(answer, Answer::AtLeast(_)), "{answer:?}");
    let Some(Answer::Estimate(estimate)) = forecast.answer else { panic!("{forecast:?}") };
    assert!(estimate.value > answer.value() && estimate.interval.is_some(), "{estimate:?}");

    let control = Control::new();
    control.want_forecasts(Duration::ZERO);
    let budget = Budget::UNLIMITED.with_control(&control);
    for case in (0..200).map(random::large_case) {
        for semantics in Semantics::ALL {
            let answer = auto.count(&case.pattern, &case.graph, semantics, &budget);
            let exact =
                Exact::new().count(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED);
            assert_eq!(answer, exact, "{semantics}\n{case}");
        }
    }
}

/// With a precision and no limit on time, the choices of `auto` depend on work, never on the clock.
#[test]
fn auto_gives_the_same_answer_every_time() {
    let auto = Auto::new(Sampling::default().with_precision(Some(0.1)));
    let budget = Budget::UNLIMITED;
    let graph = random_graph(300, 3_000, 2);
    let mono = Semantics::Monomorphism(Unit::Mappings);
    for text in ["a-b-c-d-e-a", "a-b-c-d, a-c, b-d", "a-b-c-d-e-f", "a-b, a-c, a-d, a-e, e-f"] {
        let pattern = pattern(text);
        let ask =
            |threads| auto.with_threads(threads).count(&pattern, &graph, mono, &budget).unwrap();
        let one = ask(1);
        assert_eq!(one, ask(1), "{text}");
        assert_eq!(one, ask(3), "{text}");
    }
}

/// The Paley graph of 401 nodes: each has 200 neighbours, those that differ from it by a square.
fn paley() -> LabeledGraph {
    let mut builder = LabeledGraph::builder();
    let nodes: Vec<_> = (0..401).map(|_| builder.node(Label(0))).collect();
    let squares: std::collections::BTreeSet<usize> = (1..401).map(|x| x * x % 401).collect();
    for a in 0..401 {
        for b in (0..a).filter(|b| squares.contains(&(a - b))) {
            builder.undirected_edge(nodes[a], nodes[b], Label(0));
        }
    }
    builder.build().unwrap()
}

/// Regression: a sampler that saw all mappings but could not add them up in 128 bits had no answer,
/// and a bound for mappings was used as a bound for subgraphs.
#[test]
fn counts_beyond_128_bits_are_estimated_under_every_limit() {
    let leaves: Vec<String> = (0..20).map(|leaf| format!("c-l{leaf}")).collect();
    let (star, graph) = (pattern(&leaves.join(", ")), paley());
    let mappings = (181..=200).fold(401.0, |product, factor| product * f64::from(factor));
    let per_subgraph = (1..=20).map(f64::from).product::<f64>();
    let truth = [(Unit::Mappings, mappings), (Unit::Subgraphs, mappings / per_subgraph)];
    let loose = Sampling::default().with_precision(Some(0.05));
    // An hour: it ends when all mappings have been seen.
    let hour = Budget::time(Duration::from_secs(3_600));
    let budgets = [Budget::UNLIMITED, Budget::steps(10_000_000), hour];
    for ((unit, truth), budget) in
        truth.into_iter().flat_map(|t| budgets.iter().map(move |b| (t, b)))
    {
        for sampling in [loose, Sampling::default()] {
            let counters: [&dyn Counter; 2] = [&Auto::new(sampling), &Sample::new(sampling)];
            for counter in counters {
                let is_exact = sampling.precision.is_none() && budget.is_unlimited();
                if is_exact && counter.name() == Auto::NAME {
                    continue;
                }
                let semantics = Semantics::Monomorphism(unit);
                let answer = counter.count(&star, &graph, semantics, budget).unwrap();
                let told = format!("{} {unit:?} {budget:?}: {answer:?}", counter.name());
                let Answer::Estimate(estimate) = answer else { panic!("{told}") };
                assert!((estimate.value / truth - 1.0).abs() < 0.05, "{told}");
                let sampled = estimate.sampled.unwrap();
                let (at_least, at_most) = (sampled.at_least, sampled.at_most);
                assert!(at_least <= truth * 1.000_001 && truth <= at_most * 1.000_001, "{told}");
            }
        }
    }
}
