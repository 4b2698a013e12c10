//! Every zero is explained, and every explanation is true.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use isocount_core::{
    Answer, Budget, Cancelled, Control, Count, Counter, Directions, LabeledGraph, Labels, Meaning,
    Pattern, Semantics, Unit, View,
};
use isocount_count::BruteForce;
use isocount_session::{
    Answered, Ask, Batch, LabelLook, LoadedGraph, LoadedPattern, Method, MethodOptions, Session,
    Source, Tally, ZeroReason,
};
use isocount_testkit::{graph, pattern, random, slow_suites};

const HOMOMORPHISM: Semantics = Semantics::Homomorphism;
const MONOMORPHISM: Semantics = Semantics::Monomorphism(Unit::Mappings);
const INDUCED: Semantics = Semantics::Induced(Unit::Subgraphs);

fn views() -> impl Iterator<Item = View> {
    let labels = |bit| if bit == 0 { Labels::Keep } else { Labels::Ignore };
    (0..8).map(move |bits| View {
        node_labels: labels(bits & 1),
        edge_labels: labels(bits & 2),
        directions: if bits & 4 == 0 { Directions::Keep } else { Directions::Ignore },
    })
}

/// The name of the variant.
fn kind(reason: &ZeroReason) -> String {
    let text = format!("{reason:?}");
    text.split([' ', '{']).next().unwrap().to_owned()
}

fn brute_force(p: &Pattern, g: &LabeledGraph, meaning: Meaning) -> Answer {
    let (p, g) = (meaning.view.apply_to_pattern(p), meaning.view.apply(g));
    BruteForce.count(&p, &g, meaning.semantics, &Budget::UNLIMITED).unwrap()
}

/// Wherever a reason is returned, brute force finds nothing: in random cases with loops, parallel
/// arcs, labels and directions, under every view.
#[test]
fn every_reason_is_true() {
    let cases = if slow_suites() { 40_000 } else { 2_500 };
    let session = Session::new();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..cases {
        let (one, other) = (random::case(seed), random::small_case(seed + 7));
        let sets = [random::set_case(seed), random::small_set_case(seed + 7)].map(|it| it.pattern);
        // A case by itself, and a pattern combined with an unrelated graph; also with sets and
        // absent arcs.
        let absent = random::absent_case(seed).pattern;
        let patterns = [&one.pattern, &other.pattern, &sets[0], &sets[1], &absent];
        for (p, g) in patterns.map(|pattern| (pattern, &one.graph)) {
            let (loaded_p, loaded_g) =
                (session.pattern("p", p.clone()), session.graph("g", g.clone()));
            for view in views() {
                for semantics in [HOMOMORPHISM, MONOMORPHISM, INDUCED] {
                    let meaning = Meaning { semantics, view };
                    let ask = Ask::new(meaning, Method::exact());
                    let reasons = ask.why_zero(&loaded_p, &loaded_g, &Control::NONE).unwrap();
                    for reason in &reasons {
                        *seen.entry(kind(reason)).or_default() += 1;
                    }
                    if !reasons.is_empty() {
                        let found = brute_force(p, g, meaning);
                        let case = random::Case { pattern: p.clone(), graph: g.clone() };
                        let zero = Answer::Exact(Count::ZERO);
                        assert_eq!(found, zero, "{reasons:?}, {meaning}, seed {seed}:\n{case}");
                    }
                }
            }
        }
    }
    // Every check is exercised.
    let kinds = [
        "AlwaysForbidden",
        "Contradiction",
        "FewerArcs",
        "NoLabelOfSet",
        "FewerNeighbours",
        "FewerNodes",
        "FewerParallelArcs",
        "FewerUndirectedEdges",
        "Label",
        "LoopsEverywhere",
        "NoOneWayArc",
        "NoSuchArc",
        "NoSuchLoop",
    ];
    for kind in kinds {
        assert!(seen.get(kind).is_some_and(|&times| times >= 50), "{kind}: {seen:?}");
    }
}

/// The smallest question for each reason, and its sentence.
const SMALLEST: &[(&str, &str, Semantics, &str)] = &[
    ("a", "", HOMOMORPHISM, "the graph has no nodes"),
    ("a, b", "x", MONOMORPHISM, "the pattern has 2 nodes, the graph only 1"),
    ("a->b", "x, y", HOMOMORPHISM, "the pattern has arcs, the graph has none"),
    (
        "a:5",
        "x:1, y:1, z:2, u:3, v:4",
        HOMOMORPHISM,
        "no node of the graph has the label `5` of the pattern",
    ),
    (
        "a:1, b:1",
        "x:1, y:2",
        MONOMORPHISM,
        "the pattern needs 2 nodes with the label `1`, the graph has 1",
    ),
    (
        "a:1",
        "x",
        MONOMORPHISM,
        "no node of the graph has the label `1` of the pattern; the graph has no node labels (all \
             are `0`)",
    ),
    (
        "a",
        "x:1",
        MONOMORPHISM,
        "no node of the graph has the label `0` of the pattern; the pattern has no node labels (all \
             are `0`), the graph has 1",
    ),
    ("a-[3]->b", "x-[1]->y", MONOMORPHISM, "no arc of the graph has the label `3` of the pattern"),
    (
        "a-[1]->b-[1]->c",
        "x-[1]->y-[2]->z",
        MONOMORPHISM,
        "the pattern needs 2 arcs with the label `1`, the graph has 1",
    ),
    (
        "a-b",
        "x->y->z->x",
        HOMOMORPHISM,
        "the pattern has undirected edges (pairs of opposite arcs), and no arc of the graph has its \
             reverse",
    ),
    (
        "a-b-c",
        "x-y->z, u->v",
        MONOMORPHISM,
        "the pattern has 2 undirected edges (pairs of opposite arcs), the graph only 1",
    ),
    (
        "a:1->b:2",
        "x:1<-y:2",
        HOMOMORPHISM,
        "no arc of the graph goes from a node with the label `1` to one with `2`; in the other \
             direction there is one",
    ),
    (
        "a:1-[3]->b:2",
        "x:1-[4]->y:2, x:1-[3]->z:1",
        HOMOMORPHISM,
        "no arc of the graph with the label `3` goes from a node with the label `1` to one with `2`",
    ),
    ("a->a", "x->y", HOMOMORPHISM, "the pattern has a loop, the graph has none"),
    (
        "a:1->a",
        "x:1->y:1, z:2->z",
        HOMOMORPHISM,
        "no loop of the graph has the label `0` and a node with the label `1`, as in the pattern",
    ),
    (
        "a-[1]->b, a-[2]->b",
        "x-[1]->y-[2]->z",
        HOMOMORPHISM,
        "the pattern has 2 parallel arcs from one node to another, the graph nowhere more than 1",
    ),
    ("a->b->c->a", "x->y->z", MONOMORPHISM, "the pattern has 3 arcs, the graph only 2"),
    (
        "a->b, a->c, a<-d",
        "x->y, u->v, s->t",
        MONOMORPHISM,
        "a node of the pattern has 3 neighbours, no node of the graph has more than 1",
    ),
    (
        "a->b, a->c",
        "x->y->z",
        MONOMORPHISM,
        "a node of the pattern has 2 neighbours that its arcs lead to, no node of the graph has more \
             than 1",
    ),
    (
        "a<-b, a<-c",
        "x->y->z",
        MONOMORPHISM,
        "a node of the pattern has 2 neighbours whose arcs lead to it, no node of the graph has more \
             than 1",
    ),
    (
        "a-b-c",
        "x-y->z-u",
        MONOMORPHISM,
        "a node of the pattern has 2 neighbours by undirected edges, no node of the graph has more \
             than 1",
    ),
    (
        "a->b",
        "x-y",
        INDUCED,
        "the pattern has an arc without its reverse, every arc of the graph has its reverse, and an \
             induced mapping allows no additional arcs",
    ),
    (
        "a",
        "x->x",
        INDUCED,
        "the pattern has a node without a loop, every node of the graph has a loop, and an induced \
             mapping allows no additional arcs",
    ),
    ("a->b, a!-[*]->b", "x->y", HOMOMORPHISM, "the pattern requires an arc that it also forbids"),
    (
        "a->b->c, a!->c",
        "x->y->z, x->z",
        MONOMORPHISM,
        "wherever the pattern would occur, the graph has an arc that the pattern forbids",
    ),
];

#[test]
fn each_reason_is_found_where_it_is_the_only_one() {
    for &(p, g, semantics, expected) in SMALLEST {
        let session = Session::new();
        let (loaded_p, loaded_g) = (session.pattern("p", pattern(p)), session.graph("g", graph(g)));
        let meaning = Meaning::plain(semantics);
        assert_eq!(brute_force(&pattern(p), &graph(g), meaning), Answer::Exact(Count::ZERO));
        let ask = Ask::new(meaning, Method::exact());
        let reasons = ask.why_zero(&loaded_p, &loaded_g, &Control::NONE).unwrap();
        let texts: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        assert_eq!(texts.first().map(String::as_str), Some(expected), "{p} in {g}: {texts:?}");
        let record = ask.count(&loaded_p, &loaded_g, &Control::NONE);
        assert_eq!(record.zero_reason.as_deref(), Some(expected));
    }
}

fn read(session: &mut Session, name: &str, json: &str) -> (LoadedPattern, LoadedGraph) {
    let source = || Source::bytes(name, json.as_bytes());
    let pattern = session.read_pattern(source(), &Control::NONE).unwrap();
    (pattern, session.read_graph(source(), &Control::NONE).unwrap())
}

/// The main reason for a triangle without labels in a ring with these labels.
fn in_ring(nodes: &[&str], edges: &[&str]) -> ZeroReason {
    let mut session = Session::new();
    let triangle = r#"{"nodes": [0, 0, 0], "directed": false, "edges": [[0, 1], [1, 2], [2, 0]]}"#;
    let (triangle, _) = read(&mut session, "triangle.json", triangle);
    let len = nodes.len();
    let edge = |ix: usize| format!("[{ix}, {}, \"{}\"]", (ix + 1) % len, edges[ix % edges.len()]);
    let edges: Vec<String> = (0..len).map(edge).collect();
    let ring =
        format!("{{\"nodes\": {nodes:?}, \"directed\": false, \"edges\": [{}]}}", edges.join(", "));
    let (_, ring) = read(&mut session, "ring.json", &ring);
    let ask = Ask::new(Meaning::plain(MONOMORPHISM), Method::exact());
    ask.why_zero(&triangle, &ring, &Control::NONE).unwrap().remove(0)
}

fn looks(reason: &ZeroReason) -> [LabelLook; 2] {
    match reason {
        ZeroReason::Label { pattern_look, graph_look, .. } => [*pattern_look, *graph_look],
        other => panic!("{other}"),
    }
}

#[test]
fn labels_that_are_names_or_weights_are_recognised() {
    let names = ["0", "1", "2", "3", "4", "5"];
    let unique = in_ring(&names, &["0"]);
    assert_eq!(looks(&unique), [LabelLook::Unlabeled, LabelLook::Unique]);
    assert_eq!(
        unique.to_string(),
        "the pattern needs 3 nodes with the label `0`, the graph has 1; every node of the graph has a \
         label of its own"
    );
    let weights = in_ring(&["0"; 6], &["0.5", "1.25", "2", "8", "0.75", "3"]);
    assert_eq!(looks(&weights), [LabelLook::Unlabeled, LabelLook::Weights]);
    assert_eq!(
        weights.to_string(),
        "no arc of the graph has the label `0` of the pattern; the 6 edge labels of the graph look \
         like weights"
    );
    let classes = in_ring(&["C"; 6], &["0"]);
    assert_eq!(looks(&classes), [LabelLook::Unlabeled, LabelLook::Classes]);
    let hostile = in_ring(&["\\u001b[31m"; 6], &["0"]).to_string();
    assert!(!hostile.contains('\u{1b}'), "{hostile}");
}

#[test]
fn all_reasons_come_with_the_most_helpful_one_first() {
    let session = Session::new();
    let p = session.pattern("p", pattern("a:7-b:7, b-[9]-c:7"));
    let g = session.graph("g", graph("x->y->z->u"));
    let ask = Ask::new(Meaning::plain(MONOMORPHISM), Method::exact());
    let reasons = ask.why_zero(&p, &g, &Control::NONE).unwrap();
    let kinds: Vec<String> = reasons.iter().map(kind).collect();
    // Node labels, edge labels, directions; implied reasons are not repeated.
    assert_eq!(kinds, ["Label", "Label", "FewerUndirectedEdges"], "{reasons:?}");
}

/// Only an exact zero is explained.
#[test]
fn other_answers_have_no_reason() {
    let session = Session::new();
    let (p, g) = (session.pattern("p", pattern("a-b")), session.graph("g", graph("x-y")));
    let ask = Ask::new(Meaning::plain(MONOMORPHISM), Method::exact());
    assert_eq!(ask.count(&p, &g, &Control::NONE).zero_reason, None);
    assert!(ask.why_zero(&p, &g, &Control::NONE).unwrap().is_empty());
    // A lower bound of zero is not a zero, whatever else is known.
    let g = session.graph("g", graph("x->y->z"));
    let method = Method::by_name("brute-force", &MethodOptions::default()).unwrap();
    let limited = Ask::new(Meaning::plain(MONOMORPHISM), method).with_step_limit(Some(1));
    assert!(!limited.why_zero(&p, &g, &Control::NONE).unwrap().is_empty());
    let record = limited.count(&p, &g, &Control::NONE);
    assert_eq!(record.said.answer(), Some(Answer::AtLeast(Count::ZERO)));
    assert_eq!(record.zero_reason, None);
    // A zero that only a search can find: no undirected triangle in a ring of four.
    let triangle = session.pattern("p", pattern("a-b-c-a"));
    let ring = session.graph("g", graph("x-y-z-u-x"));
    let record = ask.count(&triangle, &ring, &Control::NONE);
    assert_eq!(record.said.answer(), Some(Answer::Exact(Count::ZERO)));
    assert_eq!(record.zero_reason, None);
}

/// One question, an open graph and a batch give the same reason, on any number of threads.
#[test]
fn every_way_to_ask_gives_the_same_reason() {
    let session = Session::new();
    let patterns: Vec<LoadedPattern> = (0..12)
        .map(|seed| session.pattern(&format!("p{seed}"), random::case(seed).pattern))
        .collect();
    let graphs: Vec<LoadedGraph> = (100..140)
        .map(|seed| session.graph(&format!("g{seed}"), random::case(seed).graph))
        .collect();
    for view in views() {
        let meaning = Meaning { semantics: MONOMORPHISM, view };
        let ask = Ask::new(meaning, Method::exact());
        let mut singly: Vec<Option<String>> = Vec::new();
        for graph in &graphs {
            let of = |pattern| ask.count(pattern, graph, &Control::NONE).zero_reason;
            let one_by_one: Vec<_> = patterns.iter().map(of).collect();
            let mut open = ask.open(graph, &Control::NONE).unwrap().fork();
            let opened = patterns.iter().map(|it| open.count(it, &Control::NONE).zero_reason);
            assert_eq!(opened.collect::<Vec<_>>(), one_by_one);
            let together = open.count_each(&patterns, &Control::NONE);
            let together: Vec<_> = together.into_iter().map(|record| record.zero_reason).collect();
            assert_eq!(together, one_by_one);
            let all = open.why_zero(&patterns[0], &Control::NONE).unwrap();
            assert_eq!(all, ask.why_zero(&patterns[0], graph, &Control::NONE).unwrap());
            singly.extend(one_by_one);
        }
        for threads in [1, 3] {
            let ask = ask.clone().with_threads(NonZeroUsize::new(threads).unwrap());
            let batch = Batch::all(&ask, &patterns, &graphs);
            let (mut reasons, mut tally) = (Vec::new(), Tally::default());
            let put = |list: &mut Vec<Answered>, answered| list.push(answered);
            let take = |list: Vec<Answered>| {
                for answered in list {
                    tally.add(&answered);
                    reasons.push(answered.zero_reason.as_ref().map(ToString::to_string));
                    let record = batch.record(answered);
                    assert_eq!(&record.zero_reason, reasons.last().unwrap());
                }
                Ok::<_, Cancelled>(())
            };
            batch.run(0, &Control::NONE, put, take).unwrap();
            assert_eq!(reasons, singly);
            assert_eq!(tally.explained_zeros, reasons.iter().flatten().count());
            assert!(view != View::PLAIN || tally.explained_zeros > 50, "{tally:?}");
        }
    }
}
