//! The shares of a question add up to its answer, however it is cut and however often a share is
//! stopped.
//!
//! The everyday suite asks some thousands of questions, `ISOCOUNT_SLOW=1` a hundred times as many.

use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Control, Count, CountError, Counter, Label, LabeledGraph, OpenGraph, Pattern,
    Semantics, Unit,
};
use isocount_count::{BruteForce, Exact, Representation, Share, Shared, Tuning, Vf2};
use isocount_testkit::{agree, agree_on, random, slow_suites};

/// Counts by shares, each within a number of steps that grows until a piece is finished. The rest
/// is cut again.
struct ByShares {
    exact: Exact,
    number: u32,
    steps: Option<u64>,
}

impl ByShares {
    fn new(number: u32, steps: Option<u64>) -> Self {
        Self { exact: Exact::new(), number, steps }
    }

    fn mappings(&self, p: &Pattern, g: &LabeledGraph, s: Semantics) -> Result<u128, CountError> {
        let mut open: Vec<(Share, u64)> =
            Share::WHOLE.cut(self.number).map(|share| (share, self.steps.unwrap_or(0))).collect();
        let mut sum = 0_u128;
        while let Some((share, steps)) = open.pop() {
            let budget = match self.steps {
                None => Budget::UNLIMITED,
                Some(_) => Budget::steps(steps),
            };
            let shared = self.exact.count_share(p, g, s, share, &budget)?;
            sum = sum.checked_add(shared.mappings.0).ok_or(CountError::Overflow)?;
            match shared.rest {
                None => {}
                Some(rest) if rest == share => open.push((share, 2 * steps + 1)),
                Some(rest) => open.extend(rest.cut(2).map(|share| (share, steps))),
            }
        }
        Ok(sum)
    }
}

impl Counter for ByShares {
    fn name(&self) -> &'static str {
        "by shares"
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        self.exact.open(graph, control)
    }

    fn count(
        &self,
        p: &Pattern,
        g: &LabeledGraph,
        s: Semantics,
        _: &Budget,
    ) -> Result<Answer, CountError> {
        let mappings = self.mappings(p, g, s)?;
        let per_answer = match s.unit() {
            Unit::Mappings => 1,
            Unit::Subgraphs => Exact::automorphisms(p, &Control::NONE)?.0,
        };
        assert_eq!(mappings % per_answer, 0, "not a whole number of subgraphs");
        Ok(Answer::Exact(Count(mappings / per_answer)))
    }
}

fn many(everyday: u64) -> u64 {
    if slow_suites() { 100 * everyday } else { everyday }
}

#[test]
fn shares_add_up_to_brute_force() {
    for (number, from) in [(1, 0), (2, 10_000), (3, 20_000), (7, 30_000), (5_000, 40_000)] {
        let seeds = from..from + if number > 100 { many(1) } else { many(100) };
        agree(&ByShares::new(number, None), &BruteForce, seeds);
    }
}

#[test]
fn shares_that_are_stopped_and_cut_again_add_up() {
    agree(&ByShares::new(3, Some(2)), &BruteForce, 50_000..50_000 + many(100));
}

#[test]
fn every_representation_has_shares() {
    let all = [Representation::MediumMasks, Representation::WideMasks, Representation::Rows];
    for representation in all {
        let tuning = Tuning { representation, ..Tuning::default() };
        let by_shares = ByShares { exact: Exact::new().tuned(tuning), number: 3, steps: Some(9) };
        agree(&by_shares, &BruteForce, 60_000..60_000 + many(40));
    }
}

#[test]
fn shares_of_larger_questions_and_of_sets_of_labels_add_up() {
    agree_on(&ByShares::new(4, Some(200)), &Vf2, (0..many(20)).map(random::large_case));
    agree_on(&ByShares::new(4, None), &BruteForce, (0..many(60)).map(random::set_case));
}

/// A pattern of more than 64 nodes is one piece.
#[test]
fn a_question_that_cannot_be_cut_is_one_piece() {
    let mut builder = LabeledGraph::builder();
    let nodes: Vec<_> = (0..70).map(|_| builder.node(Label(0))).collect();
    for pair in nodes.windows(2) {
        builder.edge(pair[0], pair[1], Label(0));
    }
    let graph = builder.build().unwrap();
    let pattern = Pattern::try_from(graph.clone()).unwrap();
    let found = ByShares::new(3, None).mappings(&pattern, &graph, Semantics::Homomorphism);
    assert_eq!(found, Ok(1));
}

/// With a budget of no steps nothing can be done, and the whole share is returned.
#[test]
fn a_share_without_a_budget_is_left_whole() {
    let case = random::large_case(3);
    let budget = Budget::steps(0);
    let semantics = Semantics::Homomorphism;
    let shared =
        Exact::new().count_share(&case.pattern, &case.graph, semantics, Share::WHOLE, &budget);
    assert_eq!(shared, Ok(Shared { mappings: Count::ZERO, rest: Some(Share::WHOLE) }));
    let control = Control::new();
    control.cancel();
    let budget = Budget::UNLIMITED.with_control(&control);
    let cancelled =
        Exact::new().count_share(&case.pattern, &case.graph, semantics, Share::WHOLE, &budget);
    assert!(matches!(cancelled, Err(CountError::Cancelled(_))));
}
