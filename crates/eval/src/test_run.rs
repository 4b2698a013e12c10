//! Runs a counter on the test part of a data set.

use std::sync::Arc;
use std::time::{Duration, Instant};

use isocount_core::{
    Answer, Budget, Cancelled, Control, CountError, Counter, LabeledGraph, Meaning, Task, View,
};
use isocount_data::{TestSet, Trial};
use isocount_record::{Question, Record, Subject, Times};

use crate::{Outcome, OutcomeLine};

/// The answers of a counter to every test triple, in order.
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
/// use isocount_data::TestSet;
/// use isocount_eval::{Outcome, TestRun};
///
/// // Answers that were made elsewhere: zero for everything.
/// let test = TestSet::new(&dataset, &split)?;
/// let zeros = TestRun {
///     counter: "zeros".to_owned(),
///     meaning: test.meaning(),
///     outcomes: test.trials().map(|it| Outcome::estimate(it.triple, it.count, 0.0)).collect(),
/// };
///
/// // With the names of patterns and graphs they can be kept in a file.
/// assert_eq!(zeros.lines(&test).count(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TestRun {
    /// The name of the counter.
    pub counter: String,
    /// What was counted.
    pub meaning: Meaning,
    /// The answers with their true counts.
    pub outcomes: Vec<Outcome>,
}

impl TestRun {
    /// The outcomes as they are stored, with the names of patterns and graphs. `test` is the set
    /// that was evaluated.
    pub fn lines<'a>(&'a self, test: &TestSet<'a>) -> impl Iterator<Item = OutcomeLine> + 'a {
        let dataset = test.dataset();
        let question = Question::new(self.meaning, self.counter.as_str());
        self.outcomes.iter().map(move |outcome| {
            let triple = dataset.triples()[outcome.triple];
            let pattern = &dataset.patterns()[triple.pattern as usize].name;
            let record = Record::new(
                Subject::named(pattern),
                Subject::named(dataset.graph_name(triple.graph as usize)),
                question.clone(),
                outcome.said.clone(),
            );
            let record = record.with_times(outcome.times);
            OutcomeLine { triple: outcome.triple, truth: outcome.truth, record }
        })
    }
}

/// The time limit of a question whose true answer is unknown.
const LIMIT_OF_ANOTHER_QUESTION: Duration = Duration::from_secs(1);

/// The budget of each question of a test. There is no limit if the true counts answer it: they were
/// counted, so the search ends. Under a [further view](TestSet::under) a question may be
/// intractable, so the limit is one second.
#[must_use]
pub fn budget_for(test: &TestSet<'_>) -> Budget {
    match test.further_view() {
        View::PLAIN => Budget::UNLIMITED,
        _ => Budget::time(LIMIT_OF_ANOTHER_QUESTION),
    }
}

/// Asks all questions on one thread, so that times are those of the counter alone. Consecutive
/// triples of the same graph share its opening; a graph with a single question is not opened.
/// Unpacking graphs is not timed, since it is the same for all counters. The control counts
/// triples.
///
/// # Errors
/// If the work was cancelled.
pub fn run(
    counter: &dyn Counter,
    test: &TestSet<'_>,
    budget: &Budget,
    control: &Control,
) -> Result<TestRun, Cancelled> {
    control.begin(Task::Evaluating, counter.name(), Some(test.len() as u64));
    let budget = budget.clone().with_control(control);
    let trials: Vec<Trial<'_>> = test.trials().collect();
    let asking = Asking { counter, test, budget: &budget };
    let mut outcomes = Vec::with_capacity(trials.len());
    for of_graph in trials.chunk_by(|a, b| a.graph == b.graph) {
        let graph = Arc::new(test.graph(of_graph[0].graph, control)?);
        asking.ask(&graph, of_graph, &mut outcomes)?;
    }
    Ok(TestRun { counter: counter.name().to_owned(), meaning: test.meaning(), outcomes })
}

/// The state that all questions share.
struct Asking<'a> {
    counter: &'a dyn Counter,
    test: &'a TestSet<'a>,
    budget: &'a Budget,
}

impl Asking<'_> {
    /// Asks the questions about one graph.
    fn ask(
        &self,
        graph: &Arc<LabeledGraph>,
        trials: &[Trial<'_>],
        outcomes: &mut Vec<Outcome>,
    ) -> Result<(), Cancelled> {
        let Self { counter, test, budget } = *self;
        let (semantics, control) = (test.semantics(), &budget.control);
        let mut keep = |trial: &Trial<'_>, said: Result<Answer, CountError>, times| {
            // The answer of a cancelled counter is not its actual answer.
            control.check()?;
            control.advance(1);
            let (triple, truth) = (trial.triple, trial.count);
            outcomes.push(Outcome { triple, truth, said: said.into(), times });
            Ok(())
        };
        if let [trial] = trials {
            let started = Instant::now();
            let said = counter.count(trial.pattern, graph, semantics, budget);
            let times = Times { count: started.elapsed(), ..Times::default() };
            return keep(trial, said, times);
        }
        let started = Instant::now();
        let mut open = counter.open(graph, control);
        let mut times = Times { open: started.elapsed(), ..Times::default() };
        for trial in trials {
            let started = Instant::now();
            let said = match &mut open {
                Ok(open) => open.count(trial.pattern, semantics, budget),
                Err(refused) => Err(refused.clone()),
            };
            times.count = started.elapsed();
            keep(trial, said, times)?;
            times = Times::default();
        }
        Ok(())
    }
}
