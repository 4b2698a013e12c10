//! The law of cancelling: a question that is cancelled, before it begins or in the middle, gives a
//! lower bound and leaves the open graph usable.

use std::thread;
use std::time::Duration;

use isocount_core::{
    Answer, Budget, Control, Count, CountError, Counter, OpenGraph, Semantics, Unit,
};

use crate::laws::{Trial, exact};
use crate::random::Case;
use crate::shape::Shape;
use crate::transform::as_pattern;

/// Checks questions that are cancelled before they begin.
pub(crate) fn before(trial: &Trial) -> Result<(), String> {
    let Case { pattern, graph } = trial.case;
    let control = Control::new();
    control.cancel();
    let cancelled = Budget::UNLIMITED.with_control(&control);
    let graph = graph.clone().into();
    let mut open = match trial.counter.open(&graph, &Control::NONE) {
        Ok(open) => open,
        Err(problem) if problem.is_refusal() => return Ok(()),
        Err(problem) => return Err(format!("the graph cannot be opened: {problem}")),
    };
    for meaning in Semantics::ALL {
        let first = open.count(pattern, meaning, &Budget::UNLIMITED);
        let Some(count) = exact(&first, meaning) else { continue };
        let at_once = trial.counter.count(pattern, &graph, meaning, &cancelled);
        lower_bound(meaning, &at_once, count)?;
        match trial.counter.open(&graph, &control) {
            Ok(mut late) => lower_bound(meaning, &late.count(pattern, meaning, &cancelled), count)?,
            Err(CountError::Cancelled(_)) => {}
            Err(problem) => return Err(format!("opened after cancelling: {problem}")),
        }
        lower_bound(meaning, &open.count(pattern, meaning, &cancelled), count)?;
        let again = open.count(pattern, meaning, &Budget::UNLIMITED);
        if again != first {
            return Err(format!("{meaning}, {again:?} after cancelling, {first:?} before"));
        }
    }
    Ok(())
}

fn lower_bound(
    meaning: Semantics,
    answer: &Result<Answer, CountError>,
    count: Count,
) -> Result<(), String> {
    match answer {
        Ok(Answer::AtLeast(bound)) if *bound <= count => Ok(()),
        Err(CountError::Cancelled(_)) => Ok(()),
        other => Err(format!("{meaning}, cancelled: {other:?} for {count}")),
    }
}

const PATTERN_NODES: usize = 12;
const GRAPH_NODES: usize = 60;

/// Checks a question that is cancelled in the middle and would never end: cliques in a clique,
/// whose count is known.
///
/// # Panics
/// If the counter does not stop with a lower bound, or is wrong afterwards.
pub(crate) fn during(counter: &dyn Counter) {
    let name = counter.name();
    let graph = Shape::clique(GRAPH_NODES).undirected().into();
    let mut open = match counter.open(&graph, &Control::NONE) {
        Ok(open) => open,
        Err(problem) if problem.is_refusal() => return,
        Err(problem) => panic!("{name} cannot open a clique: {problem}"),
    };
    for meaning in Semantics::ALL {
        if let Err(problem) = stop_and_go_on(&mut *open, meaning) {
            panic!("{name} breaks the law \"a cancelled question gives a lower bound\": {problem}");
        }
    }
}

fn stop_and_go_on(open: &mut dyn OpenGraph, meaning: Semantics) -> Result<(), String> {
    let edge = as_pattern(Shape::clique(2).undirected());
    let edges = (GRAPH_NODES * (GRAPH_NODES - 1)) as u64;
    let edges = if meaning.unit() == Unit::Subgraphs { edges / 2 } else { edges };
    let first = open.count(&edge, meaning, &Budget::UNLIMITED);
    if first.is_err_and(|problem| problem.is_refusal()) {
        return Ok(());
    }
    let pattern = as_pattern(Shape::clique(PATTERN_NODES).undirected());
    let control = Control::new();
    let answer = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(3));
            control.cancel();
        });
        open.count(&pattern, meaning, &Budget::UNLIMITED.with_control(&control))
    });
    lower_bound(meaning, &answer, num_cliques(meaning.unit()))?;
    match open.count(&edge, meaning, &Budget::UNLIMITED) {
        Ok(Answer::Exact(count)) if count == Count::from(edges) => Ok(()),
        other => Err(format!("{meaning}, afterwards: {other:?} for {edges}")),
    }
}

/// A clique has no loops, so every mapping is injective and induced.
fn num_cliques(unit: Unit) -> Count {
    let falling = |n: usize| (n + 1 - PATTERN_NODES..=n).map(|i| i as u128).product::<u128>();
    Count(match unit {
        Unit::Mappings => falling(GRAPH_NODES),
        Unit::Subgraphs => falling(GRAPH_NODES) / falling(PATTERN_NODES),
    })
}
