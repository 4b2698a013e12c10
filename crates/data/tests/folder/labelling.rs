//! Counting given patterns in given graphs.

use isocount_core::{Budget, Control, Count, Counter, Labels, Meaning, Semantics, Unit, View};
use isocount_count::{BruteForce, Exact, Sample, Sampling};
use isocount_data::{
    About, Completion, DataError, Dataset, GraphEntry, GraphStore, LabelTable, NamedPattern, Pair,
    Pairs, Part, Protocol, Questions, Split, Triple, Truth, check_given, keep_given, label,
};
use isocount_testkit::{graph, pattern, random};

use crate::{Scratch, contents, making, read};

fn named(name: &str, text: &str) -> NamedPattern {
    NamedPattern { name: name.to_owned(), pattern: pattern(text) }
}

fn store<'a>(
    graphs: impl IntoIterator<Item = (&'a str, &'a isocount_core::LabeledGraph)>,
) -> GraphStore {
    GraphStore::pack(graphs.into_iter().map(|(name, graph)| GraphEntry { name, graph }))
}

fn about(semantics: Semantics, view: View) -> About {
    About {
        meaning: Meaning { semantics, view },
        labels: LabelTable::numbers(20, 20),
        ..About::default()
    }
}

fn labelled(scratch: &Scratch, name: &str, questions: &Questions<'_>, budget: &Budget) -> Dataset {
    let counter = Exact::with_threads(1);
    let out = scratch.path(name);
    let made = label(questions, budget, &out, making(&counter, 2)).unwrap();
    assert_eq!(made, Completion::Made);
    read(&out).unwrap()
}

#[test]
fn every_pair_is_counted_under_every_meaning() {
    let scratch = Scratch::new();
    let cases: Vec<_> = (0..60).map(random::small_case).collect();
    let patterns: Vec<NamedPattern> = cases
        .iter()
        .take(12)
        .enumerate()
        .map(|(ix, case)| NamedPattern { name: format!("p{ix}"), pattern: case.pattern.clone() })
        .collect();
    let names: Vec<String> = (0..cases.len()).map(|ix| format!("g{ix}")).collect();
    let graphs = cases.iter().map(|case| &case.graph);
    let graphs = store(names.iter().map(String::as_str).zip(graphs));
    let mut checked = 0;
    for (ix, semantics) in Semantics::ALL.into_iter().enumerate() {
        let view = View {
            edge_labels: if ix % 2 == 0 { Labels::Keep } else { Labels::Ignore },
            ..View::default()
        };
        let about = about(semantics, view);
        let questions =
            Questions { about, patterns: &patterns, graphs: &graphs, pairs: Pairs::All };
        let dataset = labelled(&scratch, &format!("d{ix}"), &questions, &Budget::UNLIMITED);
        assert_eq!(dataset.triples().len(), 12 * 60);
        assert_eq!(dataset.meaning(), Meaning { semantics, view });
        for triple in dataset.triples() {
            let pattern =
                view.apply(&patterns[triple.pattern as usize].pattern).try_into().unwrap();
            let graph = view.apply(&graphs.graph(triple.graph as usize));
            // The data set returns what was counted, and on request what is in the files.
            let (p, g) = (triple.pattern as usize, triple.graph as usize);
            assert_eq!((&dataset.patterns()[p].pattern, &dataset.graph(g)), (&pattern, &graph));
            assert_eq!(dataset.raw_patterns()[p], patterns[p]);
            assert_eq!(dataset.raw_graphs().graph(g), graphs.graph(g));
            let brute = BruteForce.count(&pattern, &graph, semantics, &Budget::steps(200_000));
            if let Some(count) = brute.unwrap().exact() {
                assert_eq!(triple.truth, Truth::Exact(count));
                checked += 1;
            }
        }
    }
    assert!(checked > 3_000, "{checked}");
}

#[test]
fn triples_that_reach_the_limit_are_kept_and_marked_and_unused() {
    let scratch = Scratch::new();
    let clique: Vec<String> =
        (0..12).flat_map(|a| (0..a).map(move |b| format!("{a}-{b}"))).collect();
    let clique = graph(&clique.join(","));
    let graphs = store([("clique", &clique), ("edge", &graph("a-b"))]);
    let patterns = [named("ring", "a-b-c-d-e-a,b-d"), named("edge", "a-b")];
    let meaning = about(Semantics::Induced(Unit::Mappings), View::default());
    let questions =
        Questions { about: meaning, patterns: &patterns, graphs: &graphs, pairs: Pairs::All };
    let dataset = labelled(&scratch, "limited", &questions, &Budget::steps(3));
    let bounds: Vec<&Triple> =
        dataset.triples().iter().filter(|it| matches!(it.truth, Truth::AtLeast(_))).collect();
    assert!(!bounds.is_empty() && bounds.len() < 4, "{:?}", dataset.triples());
    assert_eq!(dataset.triples().len(), 4);
    assert_eq!(dataset.about().sizes.lower_bounds, bounds.len() as u64);
    for &protocol in Protocol::STANDARD {
        let split = Split::get(&dataset, protocol, 0, &Control::NONE).unwrap();
        for (triple, part) in dataset.triples().iter().zip(split.parts()) {
            assert!(triple.truth.exact().is_some() || *part == Part::Unused);
        }
    }
}

#[test]
fn estimates_are_kept_with_their_intervals_and_used() {
    let scratch = Scratch::new();
    let clique: Vec<String> =
        (0..14).flat_map(|a| (0..a).map(move |b| format!("{a}-{b}"))).collect();
    let clique = graph(&clique.join(","));
    let edge = graph("a-b");
    let graphs = store([("clique", &clique), ("edge", &edge), ("other", &edge)]);
    let patterns = [named("ring", "a-b-c-d-e-f-a,b-e"), named("edge", "a-b")];
    let meaning = about(Semantics::Monomorphism(Unit::Mappings), View::default());
    let questions =
        Questions { about: meaning, patterns: &patterns, graphs: &graphs, pairs: Pairs::All };
    let sampling = Sampling::default().with_precision(Some(0.9));
    let out = scratch.path("estimated");
    let counter = Sample::new(sampling);
    label(&questions, &Budget::UNLIMITED, &out, making(&counter, 2)).unwrap();
    let dataset = read(&out).unwrap();
    let estimates: Vec<&Triple> =
        dataset.triples().iter().filter(|it| it.truth.is_estimate()).collect();
    assert_eq!(dataset.about().sizes.estimates, estimates.len() as u64);
    let [Triple { pattern: 0, graph: 0, truth: Truth::Estimate { low, high, .. } }] = estimates[..]
    else {
        panic!("{:?}", dataset.triples());
    };
    // 14 · 13 · … · 9 injective choices, each a mapping.
    let count = Count((9..=14).product());
    assert!((*low..=*high).contains(&count), "{low} to {high}");
    let split = Split::get(&dataset, Protocol::Paper, 0, &Control::NONE).unwrap();
    assert!(split.parts().iter().all(|part| *part != Part::Unused));
}

#[test]
fn samples_are_even_and_lists_are_respected() {
    let scratch = Scratch::new();
    let graphs: Vec<_> = (0..40).map(|seed| random::small_case(seed).graph).collect();
    let names: Vec<String> = (0..40).map(|ix| format!("g{ix}")).collect();
    let store = store(names.iter().map(String::as_str).zip(&graphs));
    let patterns = [named("p0", "a"), named("p1", "a->b"), named("p2", "a-b")];
    let meaning = || about(Semantics::Homomorphism, View::default());
    let ask = |name: &str, pairs: Pairs| {
        let questions = Questions { about: meaning(), patterns: &patterns, graphs: &store, pairs };
        let asked = questions.num_pairs();
        let dataset = labelled(&scratch, name, &questions, &Budget::UNLIMITED);
        assert_eq!(dataset.triples().len(), asked);
        dataset
    };
    let sample = ask("sample", Pairs::Sample(30));
    assert_eq!(sample.triples().len(), 30);
    let mut per_pattern = [0; 3];
    sample.triples().iter().for_each(|it| per_pattern[it.pattern as usize] += 1);
    assert!(per_pattern.iter().all(|&n| n > 3), "{per_pattern:?}");
    let pair = |(pattern, graph)| Pair { pattern, graph };
    let listed = ask("listed", Pairs::Listed([(2, 7), (0, 7), (1, 3), (0, 7)].map(pair).to_vec()));
    let pairs: Vec<_> = listed.triples().iter().map(|it| (it.graph, it.pattern)).collect();
    assert_eq!(pairs, [(3, 1), (7, 0), (7, 2)]);
    let beyond = Questions {
        about: meaning(),
        patterns: &patterns,
        graphs: &store,
        pairs: Pairs::Listed(vec![pair((3, 0))]),
    };
    let counter = Exact::with_threads(1);
    let with = making(&counter, 1);
    assert!(label(&beyond, &Budget::UNLIMITED, &scratch.path("beyond"), with).is_err());
}

#[test]
fn given_counts_are_kept_as_they_are() {
    let scratch = Scratch::new();
    let edge = graph("a-b");
    let store = store([("g", &edge)]);
    let patterns = [named("p", "a-b")];
    let meaning = about(Semantics::Homomorphism, View::default());
    let questions =
        Questions { about: meaning, patterns: &patterns, graphs: &store, pairs: Pairs::All };
    let triples = [Triple { pattern: 0, graph: 0, truth: Truth::Exact(Count(77)) }];
    for name in ["a", "b"] {
        keep_given(&questions, &triples, &scratch.path(name), &Control::NONE).unwrap();
    }
    let dataset = read(&scratch.path("a")).unwrap();
    // The leftovers of a run with other counts are not used.
    let other = [Triple { pattern: 0, graph: 0, truth: Truth::Exact(Count(2)) }];
    std::fs::create_dir(scratch.path("c.partial")).unwrap();
    std::fs::write(scratch.path("c.partial/dataset"), "in the way").unwrap();
    assert!(keep_given(&questions, &triples, &scratch.path("c"), &Control::NONE).is_err());
    std::fs::remove_file(scratch.path("c.partial/dataset")).unwrap();
    let refused = keep_given(&questions, &other, &scratch.path("c"), &Control::NONE);
    assert!(matches!(refused, Err(DataError::OtherRun { .. })), "{refused:?}");
    // Wrong counts are noticed when they are recounted, right ones pass.
    let counter = Exact::with_threads(1);
    let wrong = check_given(&questions, &triples, 10, &counter, &Control::NONE);
    let wrong = wrong.unwrap_err().to_string();
    assert!(wrong.contains("`p` in `g` is given as 77 and counted as 2"), "{wrong}");
    check_given(&questions, &other, 10, &counter, &Control::NONE).unwrap();
    assert_eq!(dataset.triples(), triples);
    assert_eq!(contents(&scratch.path("a")), contents(&scratch.path("b")));
}

#[test]
fn what_is_there_already_is_recognised_by_its_input() {
    let scratch = Scratch::new();
    let (edge, path) = (graph("a-b"), graph("a-b-c"));
    let (one, other) = (store([("g", &edge)]), store([("g", &path)]));
    let patterns = [named("p", "a-b"), named("q", "a")];
    let out = scratch.path("out");
    let counter = Exact::with_threads(1);
    let ask = |graphs: &GraphStore, pairs: Pairs, budget: &Budget| {
        let about = about(Semantics::Homomorphism, View::default());
        let questions = Questions { about, patterns: &patterns, graphs, pairs };
        label(&questions, budget, &out, making(&counter, 1))
    };
    assert_eq!(ask(&one, Pairs::All, &Budget::UNLIMITED).unwrap(), Completion::Made);
    let before = contents(&out);
    // Without lower bounds the limits left no trace.
    for budget in [Budget::UNLIMITED, Budget::steps(1_000_000)] {
        assert_eq!(ask(&one, Pairs::All, &budget).unwrap(), Completion::AlreadyThere);
    }
    for refused in [
        ask(&other, Pairs::All, &Budget::UNLIMITED),
        ask(&one, Pairs::Listed(vec![Pair { pattern: 0, graph: 0 }]), &Budget::UNLIMITED),
    ] {
        assert!(matches!(refused, Err(DataError::Exists { .. })), "{refused:?}");
    }
    assert_eq!(contents(&out), before);
}
