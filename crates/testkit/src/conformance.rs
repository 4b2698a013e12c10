//! One call that runs every shared case and every law on a counter.

use std::ops::Range;
use std::thread;

use isocount_core::{Budget, Control, Count, Counter, LabeledGraph, Pattern, Semantics};

use crate::cancelling;
use crate::cases::{self, KnownCase};
use crate::laws::{LAWS, Law, Trial, exact};
use crate::random::{Case, case};
use crate::slow::slow_suites;

/// Checks an exact counter against every shared case and every law. A question that the counter
/// [refuses](isocount_core::CountError::is_refusal) is left out.
///
/// # Panics
/// If the counter breaks a law or gets a case wrong. The message contains the case.
pub fn conformance(counter: &dyn Counter) {
    for known in cases::all() {
        answer_known(counter, &known);
    }
    (0..seeds_per_law()).for_each(|seed| keep_nothing(counter, seed));
    for law in LAWS {
        (0..seeds_per_law()).for_each(|seed| hold(counter, law, seed));
    }
    cancelling::during(counter);
}

/// Checks that two exact counters agree in every meaning on the random cases of these seeds. A
/// question that one of them refuses is left out.
///
/// # Panics
/// If they differ. The message contains the case.
pub fn agree(a: &dyn Counter, b: &dyn Counter, seeds: Range<u64>) {
    agree_on(a, b, seeds.map(case));
}

/// Like [`agree`], but on any cases, such as those of [`large_case`](crate::random::large_case).
///
/// # Panics
/// If they differ; the message contains the case. Also if there are many cases and fewer than a
/// quarter of the counts are not zero, because then the cases test little.
pub fn agree_on(a: &dyn Counter, b: &dyn Counter, cases: impl IntoIterator<Item = Case>) {
    let names = (a.name(), b.name());
    let (mut asked, mut occur) = (0, 0);
    for case in cases {
        for semantics in Semantics::ALL {
            let [left, right] = [a, b].map(|counter| {
                let _shown = ShownOnPanic { what: counter.name(), case: &case };
                ask(counter, &case.pattern, &case.graph, semantics)
            });
            if let (Some(left), Some(right)) = (left, right) {
                assert_eq!(left, right, "{names:?} differ: {semantics}\n{case}");
                asked += 1;
                occur += u32::from(left != Count::ZERO);
            }
        }
    }
    assert!(asked < MANY || 4 * occur >= asked, "{names:?}: {occur} of {asked} counts are not 0");
}

/// From this number of questions on, a minimum share of nonzero counts is required.
const MANY: u32 = 200;

fn seeds_per_law() -> u64 {
    if slow_suites() { 3_000 } else { 60 }
}

fn answer_known(counter: &dyn Counter, known: &KnownCase) {
    let (name, case) = (counter.name(), &known.case);
    for semantics in Semantics::ALL {
        let expected = known.count(semantics);
        let ways = {
            let _shown = ShownOnPanic { what: &known.name, case };
            every_way(counter, case, semantics)
        };
        for (way, count) in ways {
            let place = format!("`{}` of {}", known.name, known.file.display());
            let count = count.unwrap_or(expected);
            assert_eq!(count, expected, "{name} on {place}: {semantics}, by {way}\n{case}");
        }
    }
}

fn hold(counter: &dyn Counter, law: &Law, seed: u64) {
    let case = (law.case)(seed);
    let outcome = {
        let _shown = ShownOnPanic { what: law.name, case: &case };
        (law.check)(&Trial { counter, case: &case, seed })
    };
    if let Err(problem) = outcome {
        let (name, law) = (counter.name(), law.name);
        panic!("{name} breaks the law \"{law}\" on seed {seed}: {problem}\n{case}");
    }
}

/// The count by `count`, by `open` and by a fork on another thread.
fn every_way(
    counter: &dyn Counter,
    case: &Case,
    semantics: Semantics,
) -> [(&'static str, Option<Count>); 3] {
    let Case { pattern, graph } = case;
    let budget = Budget::UNLIMITED;
    let direct = ask(counter, pattern, graph, semantics);
    let opened = counter
        .open(&graph.clone().into(), &Control::NONE)
        .and_then(|mut open| open.count(pattern, semantics, &budget));
    let forked = counter.open(&graph.clone().into(), &Control::NONE).and_then(|open| {
        let mut fork = open.fork();
        thread::scope(|scope| {
            let other = scope.spawn(move || fork.count(pattern, semantics, &budget));
            other.join().expect("the counter does not panic on another thread")
        })
    });
    [("count", direct), ("open", exact(&opened, semantics)), ("fork", exact(&forked, semantics))]
}

/// Checks that an open graph that is asked several patterns, in every meaning and twice, answers as
/// if each question were the first.
fn keep_nothing(counter: &dyn Counter, seed: u64) {
    let first = case(seed);
    let others = [case(seed + 10_000), case(seed + 20_000)].map(|other| other.pattern);
    let patterns = [&first.pattern, &others[0], &others[1], &first.pattern];
    let _shown = ShownOnPanic { what: "several patterns in one graph", case: &first };
    let name = counter.name();
    let mut open = match counter.open(&first.graph.clone().into(), &Control::NONE) {
        Ok(open) => open,
        Err(problem) if problem.is_refusal() => return,
        Err(problem) => panic!("{name} cannot open the graph of seed {seed}: {problem}"),
    };
    for pattern in patterns {
        for semantics in Semantics::ALL {
            // A question that runs out of budget halfway must not leave anything behind either.
            let _cut_short = open.count(pattern, semantics, &Budget::steps(3));
            let again = exact(&open.count(pattern, semantics, &Budget::UNLIMITED), semantics);
            let alone = ask(counter, pattern, &first.graph, semantics);
            let question = Case { pattern: pattern.clone(), graph: first.graph.clone() };
            let what = "later and first question";
            assert_eq!(again, alone, "{name}, seed {seed}: {semantics}, {what}\n{question}");
        }
    }
}

fn ask(
    counter: &dyn Counter,
    pattern: &Pattern,
    graph: &LabeledGraph,
    semantics: Semantics,
) -> Option<Count> {
    exact(&counter.count(pattern, graph, semantics, &Budget::UNLIMITED), semantics)
}

/// Prints the case if the counter itself panics, since that message does not contain the case.
struct ShownOnPanic<'a> {
    what: &'a str,
    case: &'a Case,
}

impl Drop for ShownOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("{}, on the case\n{}", self.what, self.case);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;

    use isocount_core::{Answer, CountError, Directions, Labels, OpenGraph, Unit, View};

    use super::*;
    use crate::naive::{Naive, naive_count, naive_pattern_count};

    type Formula = fn(&Pattern, &LabeledGraph, Semantics, &Budget) -> Result<Answer, CountError>;

    /// A counter that is wrong in one way.
    struct Faulty(Formula);

    struct OpenFaulty(Formula, Arc<LabeledGraph>);

    impl Counter for Faulty {
        fn name(&self) -> &'static str {
            "faulty"
        }

        fn open(
            &self,
            g: &Arc<LabeledGraph>,
            _: &Control,
        ) -> Result<Box<dyn OpenGraph>, CountError> {
            Ok(Box::new(OpenFaulty(self.0, Arc::clone(g))))
        }
    }

    impl OpenGraph for OpenFaulty {
        fn count(
            &mut self,
            pattern: &Pattern,
            semantics: Semantics,
            budget: &Budget,
        ) -> Result<Answer, CountError> {
            (self.0)(pattern, &self.1, semantics, budget)
        }

        fn fork(&self) -> Box<dyn OpenGraph> {
            Box::new(OpenFaulty(self.0, Arc::clone(&self.1)))
        }
    }

    fn answer(pattern: &LabeledGraph, graph: &LabeledGraph, semantics: Semantics) -> Answer {
        Answer::Exact(Count::from(naive_count(pattern, graph, semantics)))
    }

    /// The message of the panic when a counter breaks a law. The shared cases are not run.
    fn refusal(formula: Formula) -> String {
        let counter = Faulty(formula);
        let all_laws = || {
            for law in LAWS {
                (0..seeds_per_law()).for_each(|seed| hold(&counter, law, seed));
            }
        };
        message(catch_unwind(AssertUnwindSafe(all_laws)))
    }

    fn message(outcome: thread::Result<()>) -> String {
        let payload = outcome.expect_err("the counter is refused");
        *payload.downcast::<String>().expect("the panic has a message")
    }

    #[test]
    fn the_definition_conforms() {
        conformance(&Naive);
    }

    #[test]
    fn a_counter_that_supports_one_meaning_conforms() {
        conformance(&Faulty(|p, g, semantics, budget| match semantics {
            Semantics::Homomorphism => Naive.count(p, g, semantics, budget),
            _ => Err(CountError::Unsupported { method: "faulty", semantics }),
        }));
    }

    #[test]
    fn a_message_contains_the_case() {
        let text = refusal(|p, g, semantics, _| match semantics {
            Semantics::Monomorphism(_) => Ok(answer(p, g, Semantics::Homomorphism)),
            _ => Ok(answer(p, g, semantics)),
        });
        assert!(text.contains("faulty breaks the law") && text.contains("pattern = \""), "{text}");
    }

    #[test]
    fn node_numbers_must_not_matter() {
        let text = refusal(|p, g, semantics, _| {
            let first_loop = g.nodes().next().is_some_and(|v| !g.arcs_between(v, v).is_empty());
            let count = naive_count(p, g, semantics) + u64::from(first_loop);
            Ok(Answer::Exact(Count::from(count)))
        });
        assert!(text.contains("numbering and reversal"), "{text}");
    }

    #[test]
    fn subgraphs_must_be_divided() {
        let text = refusal(|p, g, semantics, _| match semantics {
            Semantics::Induced(_) => Ok(answer(p, g, Semantics::Induced(Unit::Mappings))),
            _ => Ok(answer(p, g, semantics)),
        });
        assert!(text.contains("automorphisms divide"), "{text}");
    }

    #[test]
    fn induced_counts_must_not_be_the_largest() {
        let text = refusal(|p, g, semantics, _| match semantics {
            Semantics::Induced(_) => Ok(answer(p, g, Semantics::Homomorphism)),
            _ => Ok(answer(p, g, semantics)),
        });
        assert!(text.contains("induced ≤ monomorphism"), "{text}");
    }

    #[test]
    fn a_union_must_add_up() {
        let text = refusal(|p, g, semantics, _| match answer(p, g, semantics) {
            Answer::Exact(Count(count)) => Ok(Answer::Exact(Count(count.min(9)))),
            other => Ok(other),
        });
        assert!(text.contains("a union adds up"), "{text}");
    }

    #[test]
    fn more_arcs_must_not_lower_monomorphisms() {
        let text = refusal(|p, g, semantics, _| match semantics {
            Semantics::Monomorphism(unit) => Ok(answer(p, g, Semantics::Induced(unit))),
            _ => Ok(answer(p, g, semantics)),
        });
        assert!(text.contains("an added arc lowers nothing"), "{text}");
    }

    #[test]
    fn merging_labels_must_not_lower_a_count() {
        let text = refusal(|p, g, semantics, _| {
            let several = |graph: &LabeledGraph| graph.arcs().any(|arc| arc.label.0 > 0);
            let view = View { edge_labels: Labels::Ignore, ..View::default() };
            let weight = if several(p) { 1_000 } else { 1 };
            let count = naive_count(&view.apply(p), &view.apply(g), semantics) * weight;
            Ok(Answer::Exact(Count::from(count)))
        });
        assert!(text.contains("merged labels lower nothing"), "{text}");
    }

    #[test]
    fn formulas_must_come_out() {
        let text = refusal(|p, g, semantics, _| {
            let view = View { directions: Directions::Ignore, ..View::default() };
            Ok(answer(&view.apply(p), &view.apply(g), semantics))
        });
        assert!(text.contains("closed forms"), "{text}");
    }

    #[test]
    fn a_budget_must_not_promise_too_much() {
        let text = refusal(|p, g, semantics, budget| match budget.steps {
            Some(0..10) => Ok(Answer::AtLeast(Count::ONE)),
            _ => Ok(answer(p, g, semantics)),
        });
        assert!(text.contains("a budget gives a lower bound"), "{text}");
        let text =
            refusal(|p, g, semantics, budget| match (budget.steps, answer(p, g, semantics)) {
                (Some(1_000), Answer::Exact(_)) => Ok(Answer::AtLeast(Count::ZERO)),
                (_, other) => Ok(other),
            });
        assert!(text.contains("growing budgets"), "{text}");
    }

    #[test]
    fn cancelling_must_not_be_ignored() {
        let text = refusal(|p, g, semantics, _| Ok(answer(p, g, semantics)));
        assert!(text.contains("a cancelled question gives a lower bound"), "{text}");
        let text = refusal(|p, g, semantics, budget| match answer(p, g, semantics) {
            Answer::Exact(count) if budget.control.is_cancelled() => {
                Ok(Answer::AtLeast(Count(count.0 + 1)))
            }
            other => Ok(other),
        });
        assert!(text.contains("a cancelled question gives a lower bound"), "{text}");
    }

    /// The shared cases must catch what the laws miss: each of these is a plausible misreading.
    #[test]
    fn misread_definitions_are_refused() {
        let blind_to_node_labels: Formula = |p, g, semantics, _| {
            let view = View { node_labels: Labels::Ignore, ..View::default() };
            Ok(answer(&view.apply(p), &view.apply(g), semantics))
        };
        let blind_to_edge_labels: Formula = |p, g, semantics, _| {
            let view = View { edge_labels: Labels::Ignore, ..View::default() };
            Ok(answer(&view.apply(p), &view.apply(g), semantics))
        };
        let blind_to_loops: Formula = |p, g, semantics, _| {
            let bare = |graph: &LabeledGraph| {
                let labels = graph.node_labels().iter().copied();
                crate::transform::build(labels, graph.arcs().filter(|arc| arc.tail != arc.head))
            };
            Ok(answer(&bare(p), &bare(g), semantics))
        };
        for formula in [blind_to_node_labels, blind_to_edge_labels, blind_to_loops] {
            let whole = || conformance(&Faulty(formula));
            let text = message(catch_unwind(AssertUnwindSafe(whole)));
            assert!(text.contains("faulty on `"), "{text}");
        }
    }

    #[test]
    fn agreement_is_checked_in_every_meaning() {
        agree(&Naive, &Naive, 0..50);
        let never_induced = Faulty(|p, g, semantics, _| match semantics {
            Semantics::Induced(Unit::Subgraphs) => Ok(Answer::Exact(Count::ZERO)),
            _ => Ok(answer(p, g, semantics)),
        });
        let both = || agree(&Naive, &never_induced, 0..50);
        let text = message(catch_unwind(AssertUnwindSafe(both)));
        assert!(text.contains("induced subgraphs") && text.contains("graph = \""), "{text}");
    }

    /// A counter whose open graphs count wrong the more they are used.
    #[derive(Clone, Copy)]
    struct Drifting {
        per_question: u64,
        per_fork: u64,
    }

    struct OpenDrifting {
        graph: Arc<LabeledGraph>,
        kind: Drifting,
        error: u64,
    }

    impl Counter for Drifting {
        fn name(&self) -> &'static str {
            "drifting"
        }

        fn open(
            &self,
            graph: &Arc<LabeledGraph>,
            _: &Control,
        ) -> Result<Box<dyn OpenGraph>, CountError> {
            let graph = Arc::clone(graph);
            Ok(Box::new(OpenDrifting { graph, kind: *self, error: 0 }))
        }
    }

    impl OpenGraph for OpenDrifting {
        fn count(
            &mut self,
            pattern: &Pattern,
            semantics: Semantics,
            _: &Budget,
        ) -> Result<Answer, CountError> {
            let count = naive_pattern_count(pattern, &self.graph, semantics) + self.error;
            self.error += self.kind.per_question;
            Ok(Answer::Exact(Count::from(count)))
        }

        fn fork(&self) -> Box<dyn OpenGraph> {
            let error = self.error + self.kind.per_fork;
            Box::new(Self { graph: Arc::clone(&self.graph), kind: self.kind, error })
        }
    }

    #[test]
    fn earlier_questions_must_not_matter() {
        let whole = || conformance(&Drifting { per_question: 1, per_fork: 0 });
        let text = message(catch_unwind(whole));
        assert!(text.contains("later and first question"), "{text}");
    }

    #[test]
    fn a_fork_must_count_as_its_origin() {
        let whole = || conformance(&Drifting { per_question: 0, per_fork: 1 });
        let text = message(catch_unwind(whole));
        assert!(text.contains("by fork"), "{text}");
    }
}
