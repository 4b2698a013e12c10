//! What training sees, and what testing sees.
//!
//! A [`TrainingSet`] holds the patterns, graphs and counts of its training and validation triples
//! and nothing else: a test triple cannot be reached from it. Both kinds of set return patterns and
//! graphs as the counts see them, with the view of the data set applied.

use std::collections::BTreeSet;

use isocount_core::{Cancelled, Control, Count, LabeledGraph, Meaning, Pattern, Semantics, View};

use crate::even_sample::even_sample;
use crate::graph_store::PackedGraphs;
use crate::seen;
use crate::{DataError, Dataset, GraphStore, LabelTable, NamedPattern, Origin, Part, Split};

/// A triple to learn from, by numbers within its [`TrainingSet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Which pattern of the training set.
    pub pattern: u32,
    /// Which graph of the training set.
    pub graph: u32,
    /// How often the pattern occurs in the graph.
    pub count: Count,
}

/// The training and validation parts of a data set, renumbered.
///
/// ```
/// # use std::num::NonZeroUsize;
/// # use isocount_core::Control;
/// # use isocount_count::Exact;
/// # use isocount_data::{Making, Synthetic};
/// # let (folder, control) = (tempfile::tempdir()?, Control::NONE);
/// # let making = Making { counter: &Exact::new(), threads: NonZeroUsize::MIN, control: &control };
/// # let small = folder.path().join("small");
/// # Synthetic::Small.generate(&small, 0, Some(200), making)?;
/// use isocount_data::{Dataset, Protocol, Split, TrainingSet};
///
/// let dataset = Dataset::read(&small, &control)?;
/// let split = Split::get(&dataset, Protocol::Paper, 0, &control)?;
/// let training = TrainingSet::new(&dataset, &split, &control)?;
///
/// // Of 200 triples, training sees 80, and 20 more to stop in time.
/// assert_eq!((training.train().len(), training.valid().len()), (80, 20));
/// let first = training.train()[0];
/// let graph = training.graphs().graph(first.graph as usize);
/// assert!(graph.num_nodes() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TrainingSet {
    origin: Origin,
    meaning: Meaning,
    labels: LabelTable,
    patterns: Vec<NamedPattern>,
    graphs: GraphStore,
    train: Vec<Example>,
    valid: Vec<Example>,
}

impl TrainingSet {
    /// Copies what training may see.
    ///
    /// # Errors
    /// If the split belongs to another data set, or the work was cancelled.
    pub fn new(dataset: &Dataset, split: &Split, control: &Control) -> Result<Self, DataError> {
        split.check_divides(dataset)?;
        let mut patterns = Renumbering::new(dataset.patterns().len());
        let mut graphs = Renumbering::new(dataset.num_graphs());
        let mut examples = |part| -> Vec<Example> {
            let known = split.of_part(part).filter_map(|ix| {
                let triple = &dataset.triples()[ix];
                let count = triple.truth.known()?;
                Some(Example {
                    pattern: patterns.number(triple.pattern),
                    graph: graphs.number(triple.graph),
                    count,
                })
            });
            known.collect()
        };
        let (train, valid) = (examples(Part::Train), examples(Part::Valid));
        let mut packed = PackedGraphs::default();
        for &graph in &graphs.old {
            control.check()?;
            let seen = dataset.graph_with(graph as usize, control)?;
            packed.push_with(dataset.graph_name(graph as usize), &seen, control)?;
        }
        let pattern = |&old: &u32| dataset.patterns()[old as usize].clone();
        Ok(Self {
            origin: Origin::new(dataset, split),
            meaning: dataset.meaning(),
            labels: dataset.about().labels.clone(),
            patterns: patterns.old.iter().map(pattern).collect(),
            graphs: GraphStore::from_packed_with(&packed, control)?,
            train,
            valid,
        })
    }

    /// Where the examples come from.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The examples to learn from.
    #[must_use]
    pub fn train(&self) -> &[Example] {
        &self.train
    }

    /// The examples for validation.
    #[must_use]
    pub fn valid(&self) -> &[Example] {
        &self.valid
    }

    /// The patterns of these examples, as the counts see them.
    #[must_use]
    pub fn patterns(&self) -> &[NamedPattern] {
        &self.patterns
    }

    /// The graphs of these examples, as the counts see them.
    #[must_use]
    pub fn graphs(&self) -> &GraphStore {
        &self.graphs
    }

    /// What the counts count. Its view is already applied to everything that this set returns.
    #[must_use]
    pub fn meaning(&self) -> Meaning {
        self.meaning
    }

    /// All labels of the data set, also those that occur in no example.
    #[must_use]
    pub fn labels(&self) -> &LabelTable {
        &self.labels
    }
}

/// New numbers in the order of first use.
struct Renumbering {
    new: Vec<Option<u32>>,
    old: Vec<u32>,
}

impl Renumbering {
    fn new(number: usize) -> Self {
        Self { new: vec![None; number], old: Vec::new() }
    }

    fn number(&mut self, old: u32) -> u32 {
        *self.new[old as usize].get_or_insert_with(|| {
            self.old.push(old);
            self.old.len() as u32 - 1
        })
    }
}

/// One question of a test, with its answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Trial<'a> {
    /// The number of the triple in the data set.
    pub triple: usize,
    /// The pattern, as the counter is to see it.
    pub pattern: &'a Pattern,
    /// The number of the pattern in the data set.
    pub pattern_number: usize,
    /// The number of the graph in the data set.
    pub graph: usize,
    /// How often the pattern occurs in the graph.
    pub count: Count,
}

/// The test part of a data set.
///
/// ```
/// # use std::num::NonZeroUsize;
/// # use isocount_core::Control;
/// # use isocount_count::Exact;
/// # use isocount_data::{Making, Synthetic};
/// # let (folder, control) = (tempfile::tempdir()?, Control::NONE);
/// # let making = Making { counter: &Exact::new(), threads: NonZeroUsize::MIN, control: &control };
/// # let small = folder.path().join("small");
/// # Synthetic::Small.generate(&small, 0, Some(200), making)?;
/// use isocount_data::{Dataset, Protocol, Split, TestSet};
///
/// let dataset = Dataset::read(&small, &control)?;
/// let split = Split::get(&dataset, Protocol::Paper, 0, &control)?;
/// let test = TestSet::new(&dataset, &split)?;
/// assert_eq!(test.len(), 100);
///
/// // Ten of them for a slow counter, spread evenly.
/// let sample = test.even_sample(Some(10));
/// assert_eq!(sample.trials().count(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TestSet<'a> {
    dataset: &'a Dataset,
    triples: Vec<usize>,
    /// A view in addition to that of the counts.
    further: Option<FurtherView>,
}

/// A view in addition to that of the counts.
#[derive(Clone, Debug)]
struct FurtherView {
    view: View,
    /// All patterns of the data set.
    patterns: Vec<NamedPattern>,
}

impl<'a> TestSet<'a> {
    /// Selects the test part.
    ///
    /// # Errors
    /// If the split belongs to another data set.
    pub fn new(dataset: &'a Dataset, split: &Split) -> Result<Self, DataError> {
        split.check_divides(dataset)?;
        Ok(Self { dataset, triples: split.of_part(Part::Test).collect(), further: None })
    }

    /// This test under an additional view, for a counter that cannot count all graphs as they are.
    /// Patterns and graphs are returned as the view shows them, and [`meaning`](Self::meaning)
    /// includes the view. The true counts remain those of the data set: they answer another
    /// question. If the view changes no pattern and no graph of the test, so that the question is
    /// the same, the test stays unchanged.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn under(mut self, view: View, control: &Control) -> Result<Self, Cancelled> {
        if self.is_changed_by(view, control)? {
            let raw = self.dataset.patterns();
            let patterns = seen::patterns(raw, view).unwrap_or_else(|| raw.to_vec());
            self.further = Some(FurtherView { view, patterns });
        }
        Ok(self)
    }

    /// Whether a view changes a pattern or a graph of the test.
    fn is_changed_by(&self, view: View, control: &Control) -> Result<bool, Cancelled> {
        if view.is_plain() {
            return Ok(false);
        }
        let numbers: BTreeSet<usize> = self.trials().map(|trial| trial.pattern_number).collect();
        let mut patterns = numbers.into_iter().map(|ix| &self.dataset.patterns()[ix].pattern);
        if patterns.any(|pattern| view.apply_to_pattern(pattern) != *pattern) {
            return Ok(true);
        }
        let mut last = None;
        for trial in self.trials().filter(|trial| last.replace(trial.graph) != Some(trial.graph)) {
            let graph = self.graph(trial.graph, control)?;
            if view.apply_with(&graph, control)? != graph {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The view that is applied in addition to that of the counts: plain if it does not change the
    /// question.
    #[must_use]
    pub fn further_view(&self) -> View {
        self.further.as_ref().map_or(View::PLAIN, |further| further.view)
    }

    /// The data set.
    #[must_use]
    pub fn dataset(&self) -> &'a Dataset {
        self.dataset
    }

    /// What the counter is to count: what the counts count, under an additional view if there is
    /// one. The view is already applied to everything that this set returns.
    #[must_use]
    pub fn meaning(&self) -> Meaning {
        let Meaning { semantics, view } = self.dataset.meaning();
        Meaning { semantics, view: view.and(self.further_view()) }
    }

    /// What the counts count.
    #[must_use]
    pub fn semantics(&self) -> Semantics {
        self.dataset.semantics()
    }

    /// Reduces the test to at most this many of its triples, spread evenly.
    #[must_use]
    pub fn even_sample(mut self, limit: Option<usize>) -> Self {
        let kept = even_sample(self.triples.len(), limit, 0);
        self.triples = kept.into_iter().map(|ix| self.triples[ix]).collect();
        self
    }

    /// Reduces the test to the triples at these positions, for tests that run in parts.
    #[must_use]
    pub fn part(mut self, places: std::ops::Range<usize>) -> Self {
        let end = places.end.min(self.triples.len());
        self.triples = self.triples[places.start.min(end)..end].to_vec();
        self
    }

    /// The number of trials.
    #[must_use]
    pub fn len(&self) -> usize {
        self.triples.len()
    }

    /// Whether there are no trials.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.triples.is_empty()
    }

    /// How many of the true counts are estimates.
    #[must_use]
    pub fn num_estimates(&self) -> usize {
        let is_estimate = |&&ix: &&usize| self.dataset.triples()[ix].truth.is_estimate();
        self.triples.iter().filter(is_estimate).count()
    }

    /// The trials, in the order of the data set.
    pub fn trials(&self) -> impl Iterator<Item = Trial<'_>> {
        let dataset = self.dataset;
        let patterns = self.further.as_ref().map_or(dataset.patterns(), |it| &it.patterns);
        self.triples.iter().filter_map(move |&ix| {
            let triple = &dataset.triples()[ix];
            let pattern = &patterns[triple.pattern as usize].pattern;
            let count = triple.truth.known()?;
            let (pattern_number, graph) = (triple.pattern as usize, triple.graph as usize);
            Some(Trial { triple: ix, pattern, pattern_number, graph, count })
        })
    }

    /// Unpacks the graph of a trial, as the counter is to see it.
    ///
    /// # Errors
    /// If the work was cancelled.
    ///
    /// # Panics
    /// If there is no such graph, like a slice index.
    pub fn graph(&self, number: usize, control: &Control) -> Result<LabeledGraph, Cancelled> {
        let graph = self.dataset.graph_with(number, control)?;
        match &self.further {
            None => Ok(graph),
            Some(further) => further.view.apply_with(&graph, control),
        }
    }
}
