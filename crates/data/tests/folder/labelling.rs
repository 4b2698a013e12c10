//! Counting given patterns in given graphs.

use isocount_core::{Budget, Count, Counter, Labels, Semantics, Unit, View};
use isocount_count::{BruteForce, Exact};
use isocount_data::{
    About, Crew, DataError, Dataset, GraphStore, LabelTable, Meaning, NamedPattern, Pairs, Part,
    Protocol, Questions, Split, Triple, Truth, check_given, keep_given, label,
};
use isocount_testkit::{graph, pattern, random};

use crate::{Scratch, contents, threads};

fn named(name: &str, text: &str) -> NamedPattern {
    NamedPattern { name: name.to_owned(), pattern: pattern(text) }
}

fn about(semantics: Semantics, view: View) -> About {
    About {
        meaning: Meaning::new(semantics, view),
        labels: LabelTable::numbers(20, 20),
        ..About::default()
    }
}

fn labelled(scratch: &Scratch, name: &str, questions: &Questions<'_>, budget: &Budget) -> Dataset {
    let counter = Exact::with_threads(1);
    let crew = Crew { counter: &counter, threads: threads(2), progress: &|_| {} };
    let out = scratch.path(name);
    label(questions, budget, &out, crew).unwrap();
    Dataset::read(&out).unwrap()
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
    let graphs = GraphStore::pack(
        names.iter().map(String::as_str).zip(cases.iter().map(|case| &case.graph)),
    );
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
        assert_eq!((dataset.semantics(), dataset.view()), (semantics, view));
        for triple in dataset.triples() {
            let pattern =
                view.apply(&patterns[triple.pattern as usize].pattern).try_into().unwrap();
            let graph = view.apply(&graphs.graph(triple.graph as usize));
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
fn what_reaches_the_limit_is_kept_marked_and_unused() {
    let scratch = Scratch::new();
    let clique: Vec<String> =
        (0..12).flat_map(|a| (0..a).map(move |b| format!("{a}-{b}"))).collect();
    let clique = graph(&clique.join(","));
    let graphs = GraphStore::pack([("clique", &clique), ("edge", &graph("a-b"))]);
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
    for protocol in Protocol::STANDARD {
        let split = Split::get(&dataset, protocol, 0).unwrap();
        for (triple, part) in dataset.triples().iter().zip(split.parts()) {
            assert!(triple.truth.exact().is_some() || *part == Part::Unused);
        }
    }
}

#[test]
fn samples_are_even_and_lists_are_kept_to() {
    let scratch = Scratch::new();
    let graphs: Vec<_> = (0..40).map(|seed| random::small_case(seed).graph).collect();
    let names: Vec<String> = (0..40).map(|ix| format!("g{ix}")).collect();
    let store = GraphStore::pack(names.iter().map(String::as_str).zip(&graphs));
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
    let listed = ask("listed", Pairs::Listed(vec![(2, 7), (0, 7), (1, 3), (0, 7)]));
    let pairs: Vec<_> = listed.triples().iter().map(|it| (it.graph, it.pattern)).collect();
    assert_eq!(pairs, [(3, 1), (7, 0), (7, 2)]);
    let beyond = Questions {
        about: meaning(),
        patterns: &patterns,
        graphs: &store,
        pairs: Pairs::Listed(vec![(3, 0)]),
    };
    let counter = Exact::with_threads(1);
    let crew = Crew { counter: &counter, threads: threads(1), progress: &|_| {} };
    assert!(label(&beyond, &Budget::UNLIMITED, &scratch.path("beyond"), crew).is_err());
}

#[test]
fn given_counts_are_kept_as_they_are() {
    let scratch = Scratch::new();
    let edge = graph("a-b");
    let store = GraphStore::pack([("g", &edge)]);
    let patterns = [named("p", "a-b")];
    let meaning = about(Semantics::Homomorphism, View::default());
    let questions =
        Questions { about: meaning, patterns: &patterns, graphs: &store, pairs: Pairs::All };
    let triples = [Triple { pattern: 0, graph: 0, truth: Truth::Exact(Count(77)) }];
    for name in ["a", "b"] {
        keep_given(&questions, &triples, &scratch.path(name)).unwrap();
    }
    let dataset = Dataset::read(&scratch.path("a")).unwrap();
    // What is left of a run with other counts is not used.
    let other = [Triple { pattern: 0, graph: 0, truth: Truth::Exact(Count(2)) }];
    std::fs::create_dir(scratch.path("c.partial")).unwrap();
    std::fs::write(scratch.path("c.partial/dataset"), "in the way").unwrap();
    assert!(keep_given(&questions, &triples, &scratch.path("c")).is_err());
    std::fs::remove_file(scratch.path("c.partial/dataset")).unwrap();
    let refused = keep_given(&questions, &other, &scratch.path("c"));
    assert!(matches!(refused, Err(DataError::OtherRun { .. })), "{refused:?}");
    // Wrong counts are noticed when they are recounted, right ones pass.
    let counter = Exact::with_threads(1);
    let wrong = check_given(&questions, &triples, 10, &counter).unwrap_err().to_string();
    assert!(wrong.contains("`p` in `g` is given as 77 and counted as 2"), "{wrong}");
    check_given(&questions, &other, 10, &counter).unwrap();
    assert_eq!(dataset.triples(), triples);
    assert_eq!(contents(&scratch.path("a")), contents(&scratch.path("b")));
}
