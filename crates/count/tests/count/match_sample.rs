//! Draws are uniform, by chi-square tests over many cases and seeds.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::collections::BTreeMap;
use std::time::Duration;

use isocount_core::{Budget, Control, Count, LabeledGraph, NodeId, Pattern, Semantics, Unit};
use isocount_count::{
    BruteForce, Chances, Ending, Mappings, MatchSample, MatchSampling, Representation, Tuning,
};
use isocount_testkit::{Rng, graph, pattern, random, slow_suites};

fn all(p: &Pattern, g: &LabeledGraph, semantics: Semantics) -> Vec<Vec<NodeId>> {
    let (p, g) = (p.clone().into(), g.clone().into());
    Mappings::new(&p, &g, semantics, &Budget::UNLIMITED).unwrap().collect()
}

/// The sums of a chi-square test: the statistic, and its expectation.
#[derive(Default)]
struct ChiSquare {
    sum: f64,
    degrees: f64,
    cases: usize,
}

impl ChiSquare {
    fn add(&mut self, seen: &BTreeMap<&[NodeId], u64>, matches: usize) {
        let draws = seen.values().sum::<u64>() as f64;
        let expected = draws / matches as f64;
        let missing = (matches - seen.len()) as f64 * expected;
        let of_seen = seen.values().map(|&n| (n as f64 - expected).powi(2) / expected);
        self.sum += of_seen.sum::<f64>() + missing;
        self.degrees += matches as f64 - 1.0;
        self.cases += 1;
    }

    /// The deviation of the statistic in standard deviations.
    fn deviation(&self) -> f64 {
        (self.sum - self.degrees) / (2.0 * self.degrees).sqrt()
    }
}

/// Cases with matches that can be told apart, of each kind: all, with directions, with labels.
#[test]
fn draws_are_uniform_by_chi_square() {
    let mut sums: BTreeMap<&str, ChiSquare> = BTreeMap::new();
    let num_seeds = if slow_suites() { 20_000 } else { 1_500 };
    for seed in 0..num_seeds {
        let case = if seed % 3 == 0 { random::set_case(seed) } else { random::case(seed) };
        let (p, g) = (&case.pattern, &case.graph);
        let semantics = Semantics::ALL[seed as usize % 5];
        let matches = all(p, g, semantics);
        if !(2..=60).contains(&matches.len()) {
            continue;
        }
        let representation = [Representation::BySize, Representation::Rows][seed as usize % 2];
        let tuning = Tuning { representation, few_placements: 0.0, ..Tuning::default() };
        let sampling = MatchSampling::new(20 * matches.len(), seed).tuned(tuning);
        let sample = sampling.draw(p, g, semantics, &Budget::UNLIMITED).unwrap();
        let total = Count(matches.len() as u128);
        assert_eq!(sample.chances, Chances::Equal { total }, "seed {seed}\n{case}");
        assert_eq!(sample.draws.len(), 20 * matches.len());
        let mut seen: BTreeMap<&[NodeId], u64> = BTreeMap::new();
        for drawn in &sample.draws {
            assert!(matches.contains(&drawn.images), "seed {seed}, {semantics}\n{case}");
            *seen.entry(&drawn.images).or_default() += 1;
        }
        let is_directed = g.arcs().any(|arc| !g.has_arc(arc.head, arc.tail, arc.label));
        let is_labelled = g.node_labels().iter().any(|&label| label != g.node_labels()[0]);
        let kinds = [
            ("all", true),
            ("directed", is_directed),
            ("labelled", is_labelled),
            ("sets", p.has_sets()),
        ];
        let meaning = [(semantics.name(), true), (semantics.unit().name(), true)];
        for (kind, _) in kinds.into_iter().chain(meaning).filter(|(_, is_so)| *is_so) {
            sums.entry(kind).or_default().add(&seen, matches.len());
        }
    }
    assert_eq!(sums.len(), 9);
    for (kind, sum) in sums {
        assert!(sum.cases > 60, "{kind}: {} cases", sum.cases);
        assert!(sum.deviation().abs() < 4.5, "{kind}: {} off", sum.deviation());
    }
}

#[test]
fn one_case_is_uniform_over_many_seeds() {
    // Directed and labelled, with one image that has many matches and others that have few.
    let p = pattern("a:1->b:2, a->c:2");
    let g = graph("x:1->p:2, x->q:2, x->r:2, x->s:2, y:1->p, y->q, z:1->s, z->r, z->q");
    for semantics in [Semantics::Homomorphism, Semantics::Monomorphism(Unit::Subgraphs)] {
        let matches = all(&p, &g, semantics);
        let mut seen: BTreeMap<Vec<NodeId>, u64> = BTreeMap::new();
        for seed in 0..20_000 {
            let sample =
                MatchSampling::new(1, seed).draw(&p, &g, semantics, &Budget::UNLIMITED).unwrap();
            *seen.entry(sample.draws[0].images.clone()).or_default() += 1;
        }
        let mut chi = ChiSquare::default();
        chi.add(&seen.iter().map(|(images, &n)| (&images[..], n)).collect(), matches.len());
        assert!(chi.deviation().abs() < 4.5, "{semantics}: {}", chi.deviation());
    }
}

#[test]
fn a_draw_depends_on_its_seed_and_number_alone() {
    let (p, g) = (pattern("a-b-c"), graph("1-2-3-4-5-1, 2-4, 1-3"));
    let draw = |number, threads, representation| {
        let tuning = Tuning { representation, ..Tuning::default() };
        let sampling = MatchSampling::new(number, 9).with_threads(threads).tuned(tuning);
        let semantics = Semantics::Monomorphism(Unit::Subgraphs);
        sampling.draw(&p, &g, semantics, &Budget::UNLIMITED).unwrap().draws
    };
    let many = draw(50, 1, Representation::BySize);
    assert_eq!(draw(7, 1, Representation::BySize), many[..7]);
    assert_eq!(draw(50, 3, Representation::BySize), many);
    assert_eq!(draw(50, 3, Representation::Rows), draw(50, 1, Representation::Rows));
}

#[test]
fn nothing_to_draw_from_is_not_an_error() {
    let sample = MatchSampling::new(3, 0).draw(
        &pattern("a-b-c-a"),
        &graph("1-2-3-4-1"),
        Semantics::Homomorphism,
        &Budget::UNLIMITED,
    );
    let MatchSample { draws, chances, ending, .. } = sample.unwrap();
    assert!(draws.is_empty());
    assert_eq!(chances, Chances::Equal { total: Count::ZERO });
    assert_eq!(ending, Ending::Complete);
}

/// The weights of draws, added up and divided by the tries, estimate the number of matches.
#[test]
fn weights_add_up_to_the_number_of_matches() {
    let mut rng = Rng::new(5);
    let (mut off, mut cases) = (0.0, 0);
    for seed in 0..400 {
        let case = if seed % 4 == 0 { random::set_case(seed) } else { random::case(seed) };
        let (p, g) = (&case.pattern, &case.graph);
        let semantics = Semantics::ALL[rng.below(5)];
        let matches = all(p, g, semantics);
        if matches.is_empty() {
            continue;
        }
        let sampling = MatchSampling::new(2_000, seed).only_by_weight();
        let sample = sampling.draw(p, g, semantics, &Budget::UNLIMITED).unwrap();
        let Chances::Weighted { tries } = sample.chances else { panic!("seed {seed}") };
        let weights: Vec<f64> = sample.draws.iter().filter_map(|drawn| drawn.weight).collect();
        assert_eq!(weights.len(), 2_000);
        assert!(sample.draws.iter().all(|drawn| matches.contains(&drawn.images)), "seed {seed}");
        let tries = tries as f64;
        let (sum, squares) =
            (weights.iter().sum::<f64>(), weights.iter().map(|w| w * w).sum::<f64>());
        let (mean, truth) = (sum / tries, matches.len() as f64);
        let deviation = ((squares / tries - mean * mean) / tries).sqrt().max(1e-9);
        assert!((mean - truth).abs() / deviation < 6.0, "seed {seed}: {mean} for {truth}\n{case}");
        off += (mean - truth) / deviation;
        cases += 1;
    }
    assert!(cases > 200 && (off / f64::from(cases).sqrt()).abs() < 5.0, "{off} over {cases}");
}

#[test]
fn what_cannot_be_counted_in_time_is_drawn_by_weight() {
    let mut rng = Rng::new(2);
    let mut pairs =
        (0..60).flat_map(|i| (0..i).map(move |j| format!("n{i}-n{j}"))).collect::<Vec<_>>();
    pairs.retain(|_| rng.chance(70));
    let g = graph(&pairs.join(", "));
    let p = pattern("a-b-c-d-e-f-g-h-i-a, a-c-e-g-i-b-d-f-h-a");
    let semantics = Semantics::Monomorphism(Unit::Mappings);
    let budget = Budget::time(Duration::from_millis(200));
    let sample = MatchSampling::new(2, 0).draw(&p, &g, semantics, &budget).unwrap();
    assert!(matches!(sample.chances, Chances::Weighted { .. }), "{:?}", sample.chances);
    assert!(sample.draws.iter().all(|drawn| drawn.weight.is_some()));

    let control = Control::new();
    control.cancel();
    let budget = Budget::UNLIMITED.with_control(&control);
    let sample = MatchSampling::new(2, 0).draw(&p, &g, semantics, &budget).unwrap();
    assert_eq!((sample.draws.len(), sample.ending), (0, Ending::Cancelled));
}

/// The list that draws are compared with is itself correct.
#[test]
fn the_matches_of_small_cases_are_those_of_brute_force() {
    for seed in 0..200 {
        let case = random::case(seed);
        let mut found = all(&case.pattern, &case.graph, Semantics::Homomorphism);
        found.sort();
        let listed = BruteForce::list(&case.pattern, &case.graph, Semantics::Homomorphism);
        assert_eq!(found, listed);
    }
}
