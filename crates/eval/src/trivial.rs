//! Trivial baselines: a learned counter must beat them to have learned anything.

use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Cancelled, Control, CountError, Counter, LabeledGraph, OpenGraph, Pattern,
    Semantics,
};
use isocount_data::TrainingSet;
use isocount_nn::SpanningTrees;
use rustc_hash::FxHashMap;

/// The names of the trivial rows, in the order of tables.
pub const TRIVIAL: &[&str] =
    &["zero", "train-mean", "train-median", "pattern-median", "pattern-rate", "smallest-tree"];

/// A counter that uses little or nothing of the question.
///
/// ```
/// # use std::num::NonZeroUsize;
/// # use isocount_core::Control;
/// # use isocount_count::Exact;
/// # use isocount_data::{Dataset, Making, Protocol, Split, Synthetic};
/// # let (folder, control) = (tempfile::tempdir()?, Control::NONE);
/// # let making = Making { counter: &Exact::new(), threads: NonZeroUsize::MIN, control: &control };
/// # let small = folder.path().join("small");
/// # Synthetic::Small.generate(&small, 0, Some(200), making)?;
/// # let dataset = Dataset::read(&small, &control)?;
/// # let split = Split::get(&dataset, Protocol::Paper, 0, &control)?;
/// use isocount_core::{Budget, Counter};
/// use isocount_data::{TestSet, TrainingSet};
/// use isocount_eval::{Metrics, TRIVIAL, Trivial, run};
///
/// // What a model must beat: zero, the mean, the median, ...
/// let training = TrainingSet::new(&dataset, &split, &control)?;
/// let test = TestSet::new(&dataset, &split)?;
/// let trivial = Trivial::rows(&training, &control)?;
/// assert!(trivial.iter().map(|counter| counter.name()).eq(TRIVIAL.iter().copied()));
///
/// let said = run(&trivial[0], &test, &Budget::UNLIMITED, &control)?;
/// assert!(said.outcomes.iter().all(|outcome| outcome.prediction() == 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trivial {
    name: &'static str,
    rule: Rule,
}

#[derive(Clone, Debug)]
enum Rule {
    /// The same number for every question.
    Constant(f64),
    /// A number for each pattern; the second is for patterns that were not trained on.
    PerPattern(FxHashMap<u128, f64>, f64),
    /// A rate for each pattern, times the number of arcs of the graph that match the pattern's
    /// rarest arc; the second is the mean rate, for patterns that were not trained on.
    PerArc(FxHashMap<u128, f64>, f64),
    /// The least number of homomorphisms of a spanning tree of the pattern.
    SmallestTree,
}

impl Trivial {
    /// All trivial rows, computed from the training set.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn rows(training: &TrainingSet, control: &Control) -> Result<Vec<Self>, Cancelled> {
        let examples = training.train();
        let counts: Vec<f64> = examples.iter().map(|it| it.count.0 as f64).collect();
        let total: f64 = counts.iter().sum();
        let mean = total / counts.len().max(1) as f64;
        let median = median(counts);

        let patterns = training.patterns();
        let mut of_pattern: Vec<Vec<f64>> = vec![Vec::new(); patterns.len()];
        let mut rarest: Vec<f64> = vec![0.0; patterns.len()];
        for example in examples {
            let pattern = example.pattern as usize;
            of_pattern[pattern].push(example.count.0 as f64);
            control.check()?;
            let graph = training.graphs().graph_with(example.graph as usize, control)?;
            rarest[pattern] += rarest_arc(&patterns[pattern].pattern, &graph);
        }
        let by_pattern = |value: &dyn Fn(usize) -> Option<f64>| -> FxHashMap<u128, f64> {
            let known = (0..patterns.len()).filter_map(|ix| Some((ix, value(ix)?)));
            known.map(|(ix, value)| (patterns[ix].pattern.fingerprint(), value)).collect()
        };
        let medians = by_pattern(&|ix| {
            let counts = &of_pattern[ix];
            (!counts.is_empty()).then(|| self::median(counts.clone()))
        });
        let rates = by_pattern(&|ix| {
            let sum: f64 = of_pattern[ix].iter().sum();
            (rarest[ix] > 0.0).then(|| sum / rarest[ix])
        });
        let all_arcs: f64 = rarest.iter().sum();
        let mean_rate = if all_arcs > 0.0 { total / all_arcs } else { 0.0 };
        let rules = [
            Rule::Constant(0.0),
            Rule::Constant(mean),
            Rule::Constant(median),
            Rule::PerPattern(medians, median),
            Rule::PerArc(rates, mean_rate),
            Rule::SmallestTree,
        ];
        Ok(TRIVIAL.iter().zip(rules).map(|(name, rule)| Self { name, rule }).collect())
    }

    fn answer(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        control: &Control,
    ) -> Result<Answer, CountError> {
        control.check()?;
        if pattern.has_absent() {
            return Err(CountError::UnsupportedInput { method: self.name, what: "absent arcs" });
        }
        if pattern.has_sets() {
            return Err(CountError::UnsupportedInput { method: self.name, what: "sets of labels" });
        }
        let of = |known: &FxHashMap<u128, f64>, other| {
            known.get(&pattern.fingerprint()).copied().unwrap_or(other)
        };
        Ok(Answer::estimate(match &self.rule {
            Rule::Constant(value) => *value,
            Rule::PerPattern(medians, other) => of(medians, *other),
            Rule::PerArc(rates, other) => of(rates, *other) * rarest_arc(pattern, graph),
            Rule::SmallestTree => {
                SpanningTrees::new(pattern).counts(graph, control)?.smallest.min(f64::MAX)
            }
        }))
    }
}

/// The median of the counts; the mean of the two middle ones if their number is even.
fn median(mut counts: Vec<f64>) -> f64 {
    counts.sort_unstable_by(f64::total_cmp);
    let middle = counts.len() / 2;
    match counts.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => counts[middle],
        _ => f64::midpoint(counts[middle - 1], counts[middle]),
    }
}

/// The number of arcs of the graph with the same three labels as an arc of the pattern, minimised
/// over its arcs. For a pattern without arcs, the same for nodes.
fn rarest_arc(pattern: &Pattern, graph: &LabeledGraph) -> f64 {
    let suits = |arc: isocount_core::Edge, side: &LabeledGraph| {
        (side.node_label(arc.tail), arc.label, side.node_label(arc.head))
    };
    let arcs = pattern.arcs().map(|wanted| {
        let wanted = suits(wanted, pattern);
        graph.arcs().filter(|&arc| suits(arc, graph) == wanted).count()
    });
    let nodes = || {
        let of_label = |label| graph.node_labels().iter().filter(|&other| other == label).count();
        pattern.node_labels().iter().map(of_label).min()
    };
    arcs.min().or_else(nodes).unwrap_or_default() as f64
}

impl Counter for Trivial {
    fn name(&self) -> &'static str {
        self.name
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        _: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        Ok(Box::new(Open { trivial: self.clone(), graph: Arc::clone(graph) }))
    }

    fn count(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        _: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        self.answer(pattern, graph, &budget.control)
    }
}

/// A graph without any preparation.
struct Open {
    trivial: Trivial,
    graph: Arc<LabeledGraph>,
}

impl OpenGraph for Open {
    fn count(
        &mut self,
        pattern: &Pattern,
        _: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        self.trivial.answer(pattern, &self.graph, &budget.control)
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(Open { trivial: self.trivial.clone(), graph: Arc::clone(&self.graph) })
    }
}

#[cfg(test)]
mod tests {
    use isocount_testkit::{graph, pattern};

    use super::*;

    #[test]
    fn medians() {
        assert!((median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < 1e-12);
        assert!((median(vec![4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-12);
        assert!(median(Vec::new()).abs() < 1e-12);
    }

    #[test]
    fn the_rarest_arc_determines_the_count() {
        let graph = graph("a:1 -> b:2, a -> c:2, b -[1]-> c");
        for (text, expected) in
            [("a:1 -> b:2", 2.0), ("a:1 -> b:2 -[1]-> c:2", 1.0), ("a:2 -> b:1", 0.0), ("a:2", 2.0)]
        {
            let found = rarest_arc(&pattern(text), &graph);
            assert!((found - expected).abs() < 1e-12, "{text}: {found}");
        }
    }
}
