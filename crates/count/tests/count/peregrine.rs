//! Peregrine equals brute force on every random question under its view, with and without node
//! labels, and refuses by name what it cannot count without its view.

use std::sync::Arc;
use std::time::Duration;

use isocount_core::{
    Answer, Budget, Control, Count, CountError, Counter, LabeledGraph, Labels, OpenGraph, Pattern,
    Semantics, Unit, View,
};
use isocount_count::{BruteForce, Peregrine, Vf2};
use isocount_testkit::{agree, agree_on, graph, pattern, random, slow_suites};

/// A counter that applies a view to all inputs.
struct Through<C>(C, View);

struct OpenThrough(Box<dyn OpenGraph>, View);

impl<C: Counter> Counter for Through<C> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        let seen = Arc::new(self.1.apply(graph));
        Ok(Box::new(OpenThrough(self.0.open(&seen, control)?, self.1)))
    }

    fn count(
        &self,
        p: &Pattern,
        g: &LabeledGraph,
        s: Semantics,
        b: &Budget,
    ) -> Result<Answer, CountError> {
        self.0.count(&self.1.apply_to_pattern(p), &self.1.apply(g), s, b)
    }
}

impl OpenGraph for OpenThrough {
    fn count(&mut self, p: &Pattern, s: Semantics, b: &Budget) -> Result<Answer, CountError> {
        self.0.count(&self.1.apply_to_pattern(p), s, b)
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(Self(self.0.fork(), self.1))
    }
}

/// With and without node labels.
fn views() -> [View; 2] {
    [Peregrine::VIEW, View { node_labels: Labels::Ignore, ..Peregrine::VIEW }]
}

fn seeds() -> std::ops::Range<u64> {
    0..if slow_suites() { 100_000 } else { 800 }
}

#[test]
fn peregrine_equals_brute_force_under_its_view() {
    for view in views() {
        agree(&Through(Peregrine, view), &Through(BruteForce, view), seeds());
    }
}

#[test]
fn an_open_graph_gives_the_same_answer() {
    for seed in 0..500 {
        let case = random::case(seed);
        let seen = Arc::new(Peregrine::VIEW.apply(&case.graph));
        let pattern = Peregrine::VIEW.apply_to_pattern(&case.pattern);
        let mut open = Peregrine.open(&seen, &Control::NONE).unwrap();
        for semantics in Semantics::ALL {
            let alone = Peregrine.count(&pattern, &seen, semantics, &Budget::UNLIMITED);
            let opened = open.count(&pattern, semantics, &Budget::UNLIMITED);
            assert_eq!(alone, opened, "seed {seed}, {semantics}\n{case}");
            assert_eq!(alone.is_err(), !semantics.is_injective(), "seed {seed}\n{case}");
        }
    }
}

#[test]
fn peregrine_equals_vf2_on_larger_graphs() {
    let cases = || (0..if slow_suites() { 5_000 } else { 150 }).map(random::large_case);
    for view in views() {
        agree_on(&Through(Peregrine, view), &Through(Vf2, view), cases());
    }
}

/// Whether a question has directions or edge labels.
fn is_beyond(p: &Pattern, g: &LabeledGraph) -> bool {
    let arcs = || p.arcs().chain(g.arcs());
    let is_undirected = |g: &LabeledGraph| g.arcs().all(|e| g.has_arc(e.head, e.tail, e.label));
    let first = arcs().next().map(|e| e.label);
    !is_undirected(p) || !is_undirected(g) || arcs().any(|e| Some(e.label) != first)
}

#[test]
fn a_question_is_refused_if_and_only_if_it_cannot_be_counted() {
    let (mut refused, mut answered) = (0, 0);
    for seed in 0..3_000 {
        let case = random::case(seed);
        let is_beyond = is_beyond(&case.pattern, &case.graph);
        for semantics in Semantics::ALL {
            let ask = |counter: &dyn Counter| {
                counter.count(&case.pattern, &case.graph, semantics, &Budget::UNLIMITED)
            };
            match ask(&Peregrine) {
                Err(CountError::Unsupported { method: "peregrine", semantics: named }) => {
                    assert_eq!((named, semantics), (Semantics::Homomorphism, named));
                }
                Err(CountError::UnsupportedInput { method: "peregrine", what }) => {
                    assert!(is_beyond && semantics.is_injective(), "seed {seed}: {what}\n{case}");
                    assert!(["directed arcs", "edge labels"].contains(&what), "{what}");
                    refused += 1;
                }
                answer => {
                    assert!(!is_beyond, "seed {seed}, {semantics}: {answer:?}\n{case}");
                    assert_eq!(answer, ask(&BruteForce), "seed {seed}, {semantics}\n{case}");
                    answered += 1;
                }
            }
        }
    }
    assert!(refused > 1_000 && answered > 1_000, "{refused} refused, {answered} answered");
}

const SUBGRAPHS: Semantics = Semantics::Monomorphism(Unit::Subgraphs);
const MAPPINGS: Semantics = Semantics::Monomorphism(Unit::Mappings);

fn star(leaves: usize) -> LabeledGraph {
    let leaves: Vec<String> = (0..leaves).map(|leaf| format!("c-n{leaf}")).collect();
    graph(&leaves.join(", "))
}

#[test]
fn refusals_name_what_is_not_supported() {
    let ask = |p: &str, g: &str, s| {
        let refused = Peregrine.count(&pattern(p), &graph(g), s, &Budget::UNLIMITED);
        refused.unwrap_err().to_string()
    };
    assert_eq!(ask("a->b", "1-2", MAPPINGS), "peregrine cannot count directed arcs");
    assert_eq!(ask("a-b", "1->2", MAPPINGS), "peregrine cannot count directed arcs");
    assert_eq!(ask("a-[1]-b", "1-2", MAPPINGS), "peregrine cannot count edge labels");
    assert_eq!(ask("a-b", "1-2, 2-[1]-3", SUBGRAPHS), "peregrine cannot count edge labels");
    let refused = ask("a-b", "1-2", Semantics::Homomorphism);
    assert_eq!(refused, "peregrine cannot count homomorphism mappings");
    let large = Pattern::try_from(star(64)).unwrap();
    let refused = Peregrine.count(&large, &star(64), SUBGRAPHS, &Budget::UNLIMITED);
    let refused = refused.unwrap_err().to_string();
    assert_eq!(refused, "peregrine cannot count patterns of more than 64 nodes");
    // An edge label that is the same everywhere distinguishes nothing.
    let answer = Peregrine.count(
        &pattern("a-[3]-b-[3]-c"),
        &graph("1-[3]-2-[3]-3-[3]-1"),
        SUBGRAPHS,
        &Budget::UNLIMITED,
    );
    assert_eq!(answer, Ok(Answer::Exact(Count(3))));
}

/// Five stars in a row, all labelled differently: 12!⁴ · 10! ≈ 1.9 · 10⁴¹ automorphisms.
#[test]
fn a_count_that_does_not_fit_is_an_error() {
    let stars = |leaves: [usize; 5]| {
        let star = |(hub, leaves): (usize, usize)| {
            let label = hub + 10;
            let leaves = (0..leaves).map(move |n| format!(", h{hub}-n{hub}x{n}:{label}"));
            leaves.collect::<String>()
        };
        let leaves: String = leaves.into_iter().enumerate().map(star).collect();
        format!("h0:0-h1:1-h2:2-h3:3-h4:4{leaves}")
    };
    let whole = stars([12, 12, 12, 12, 10]);
    let pattern = pattern(&whole);
    let ask = |s, text: &str| Peregrine.count(&pattern, &graph(text), s, &Budget::UNLIMITED);
    assert_eq!(ask(SUBGRAPHS, &whole), Ok(Answer::Exact(Count(1))));
    assert_eq!(ask(MAPPINGS, &whole), Err(CountError::Overflow));
    assert_eq!(ask(MAPPINGS, &stars([12, 12, 12, 12, 9])), Ok(Answer::Exact(Count(0))));
}

/// Under a limit on steps the bound grows to the count, and a limit on time ends a hopeless
/// question.
#[test]
fn limits_give_lower_bounds() {
    for seed in 0..300 {
        let case = random::case(seed);
        let counter = Through(Peregrine, Peregrine::VIEW);
        for semantics in [SUBGRAPHS, MAPPINGS, Semantics::Induced(Unit::Mappings)] {
            let ask = |b| counter.count(&case.pattern, &case.graph, semantics, &b).unwrap();
            let truth = ask(Budget::UNLIMITED).exact().unwrap();
            let mut last = Count::ZERO;
            for steps in (0..40).chain([100, 1_000, 1_000_000]) {
                let bound = match ask(Budget::steps(steps)) {
                    Answer::AtLeast(bound) => bound,
                    answer => {
                        assert_eq!(answer.exact(), Some(truth));
                        truth
                    }
                };
                assert!(last <= bound && bound <= truth, "seed {seed}, {steps} steps\n{case}");
                last = bound;
            }
            assert_eq!(last, truth, "seed {seed}\n{case}");
        }
    }
    let nodes: Vec<String> = (0..40).map(|n| format!("n{n}")).collect();
    let pairs = (0..40).flat_map(|v| (0..v).map(move |u| format!("n{u}-n{v}")));
    let clique = graph(&nodes.into_iter().chain(pairs).collect::<Vec<_>>().join(", "));
    let path = pattern("a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p");
    let limits = [Budget::steps(100_000), Budget::time(Duration::from_millis(20))];
    let answers = limits.map(|limit| Peregrine.count(&path, &clique, MAPPINGS, &limit).unwrap());
    assert!(matches!(answers[0], Answer::AtLeast(Count(found)) if found > 0), "{answers:?}");
    assert!(matches!(answers[1], Answer::AtLeast(_)), "{answers:?}");
}
