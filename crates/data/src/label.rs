//! Counting: from patterns and graphs to triples.

use std::path::Path;
use std::time::Duration;

use isocount_core::{Budget, Cancelled, Control, Counter, LabeledGraph, Semantics, printable};

use crate::chunk::Chunk;
use crate::even_sample::even_sample;
use crate::generate::not_exact;
use crate::ticker::Ticker;
use crate::workshop::{Order, Parts, Pieces, Workshop, pack_patterns};
use crate::{
    About, Completion, DataError, Dataset, DatasetPattern, GraphStore, Making, PairIds, Triple,
    Truth, checksum, seen, triple_record,
};

/// The patterns and graphs to count.
///
/// ```
/// # use std::num::NonZeroUsize;
/// # use isocount_core::{Budget, Control, Count};
/// # use isocount_count::Exact;
/// # use isocount_core::{Label, LabeledGraph, Pattern};
/// # use isocount_data::{About, GraphEntry, GraphStore, LabelTable, DatasetPattern};
/// # let path = |num_nodes: usize| {
/// #     let mut builder = LabeledGraph::builder();
/// #     let nodes: Vec<_> = (0..num_nodes).map(|_| builder.node(Label(0))).collect();
/// #     for pair in nodes.windows(2) {
/// #         builder.edge(pair[0], pair[1], Label(0));
/// #     }
/// #     builder.build()
/// # };
/// # let named = |name: &str, graph| -> Result<DatasetPattern, isocount_core::EmptyPattern> {
/// #     Ok(DatasetPattern { name: name.to_owned(), pattern: Pattern::try_from(graph)? })
/// # };
/// # let patterns = [named("arc", path(2)?)?, named("two arcs", path(3)?)?];
/// # let (short, long) = (path(3)?, path(5)?);
/// # let graphs = [("short", &short), ("long", &long)];
/// # let graphs = GraphStore::pack(graphs.map(|(name, graph)| GraphEntry { name, graph }));
/// # let about = About { labels: LabelTable::numbers(1, 1), ..About::default() };
/// use isocount_data::{Dataset, Making, Pairs, Questions, label};
/// # let (folder, control) = (tempfile::tempdir()?, Control::NONE);
/// # let (out, threads) = (folder.path().join("paths"), NonZeroUsize::MIN);
/// # let making = Making { counter: &Exact::new(), threads, control: &control };
///
/// // An arc and two arcs in a row, in directed paths of three and of five nodes.
/// let questions =
///     Questions { about, patterns: &patterns, graphs: &graphs, pairs: Pairs::All };
/// label(&questions, &Budget::UNLIMITED, &out, making)?;
/// let dataset = Dataset::read(&out, &control)?;
/// let counts: Vec<_> = dataset.triples().iter().filter_map(|it| it.truth.exact()).collect();
/// assert_eq!(counts, [2, 1, 4, 3].map(Count));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Questions<'a> {
    /// The description of the data set, except the sizes. Its meaning states what is counted.
    pub about: About,
    /// The patterns, as they are in their files. The view of the meaning is applied here.
    pub patterns: &'a [DatasetPattern],
    /// The graphs, as they are in their files. The view of the meaning is applied here.
    pub graphs: &'a GraphStore,
    /// Which pairs are counted.
    pub pairs: Pairs,
}

/// Which pairs of pattern and graph are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pairs {
    /// Every pattern in every graph.
    All,
    /// A sample of this size of all pairs, spread evenly; the seed is that of the data set, or 0.
    Sample(usize),
    /// The given pairs.
    Listed(Vec<PairIds>),
}

impl Questions<'_> {
    /// The pairs in the order of the data set: by graph, then by pattern.
    fn pairs(&self, control: &Control) -> Result<Vec<PairIds>, Cancelled> {
        let num_patterns = self.patterns.len();
        let all = num_patterns * self.graphs.len();
        let mut ticker = Ticker::new(control);
        let mut pair = |ix: usize| {
            ticker.tick(1)?;
            Ok(PairIds { graph: (ix / num_patterns) as u32, pattern: (ix % num_patterns) as u32 })
        };
        let seed = self.about.made.seed.unwrap_or_default();
        match &self.pairs {
            Pairs::All => (0..all).map(pair).collect(),
            Pairs::Sample(number) => {
                even_sample(all, Some(*number), seed).into_iter().map(&mut pair).collect()
            }
            Pairs::Listed(pairs) => {
                let mut pairs = pairs.clone();
                pairs.sort_unstable_by_key(|pair| (pair.graph, pair.pattern));
                pairs.dedup();
                Ok(pairs)
            }
        }
    }

    /// Like `pairs`, but checks their number and that their patterns and graphs
    /// exist.
    pub(crate) fn checked_pairs(&self, control: &Control) -> Result<Vec<PairIds>, DataError> {
        if u32::try_from(self.num_pairs()).is_err() {
            return Err(DataError::impossible(
                format!("{} pairs are more than a data set holds", self.num_pairs()),
                "count a sample of them",
            ));
        }
        let pairs = self.pairs(control)?;
        self.check(&pairs)?;
        Ok(pairs)
    }

    /// The number of pairs to count.
    #[must_use]
    pub fn num_pairs(&self) -> usize {
        match &self.pairs {
            Pairs::Listed(_) => self.pairs(&Control::NONE).map_or(0, |pairs| pairs.len()),
            Pairs::All => self.patterns.len() * self.graphs.len(),
            Pairs::Sample(number) => (self.patterns.len() * self.graphs.len()).min(*number),
        }
    }

    /// What a run must have in common with an earlier one to continue it: the description, and
    /// every byte of the input.
    pub(crate) fn recipe(
        &self,
        pairs: &[PairIds],
        budget: &Budget,
        control: &Control,
    ) -> Result<String, Cancelled> {
        let patterns = pack_patterns(self.patterns);
        let pairs: Vec<u8> = pairs
            .iter()
            .flat_map(|pair| [pair.graph.to_le_bytes(), pair.pattern.to_le_bytes()].concat())
            .collect();
        Ok(format!(
            "{}\n[input]\npatterns = \"{}\"\ngraphs = \"{}\"\npairs = \"{}\"\nlimits = \"{:?} {:?}\"\n",
            self.about.to_toml(),
            checksum::of(patterns.file(), control)?,
            checksum::of(self.graphs.file(), control)?,
            checksum::of(&pairs, control)?,
            budget.time,
            budget.steps,
        ))
    }

    /// Whether a data set was made from these patterns and graphs.
    fn are_those_of(&self, dataset: &Dataset) -> bool {
        dataset.raw_patterns() == self.patterns && dataset.raw_graphs().file() == self.graphs.file()
    }

    fn check(&self, pairs: &[PairIds]) -> Result<(), DataError> {
        if let Some(named) = self.patterns.iter().find(|named| named.pattern.has_sets()) {
            let problem = format!("pattern {} has sets of labels", printable(&named.name));
            return Err(DataError::impossible(
                problem,
                "a data set stores plain patterns; give each of its nodes and arcs one label",
            ));
        }
        if let Some(named) = self.patterns.iter().find(|named| named.pattern.has_absent()) {
            let problem = format!("pattern {} has absent arcs", printable(&named.name));
            return Err(DataError::impossible(
                problem,
                "a data set stores plain patterns; leave out the arcs that must be absent",
            ));
        }
        let is_there = |pair: &&PairIds| {
            (pair.graph as usize) < self.graphs.len()
                && (pair.pattern as usize) < self.patterns.len()
        };
        let Some(PairIds { pattern, graph }) = pairs.iter().find(|pair| !is_there(pair)) else {
            return Ok(());
        };
        let problem = format!("there is no pair of pattern {pattern} and graph {graph}");
        Err(DataError::impossible(problem, "patterns and graphs are numbered from 0"))
    }
}

/// Counts all pairs and makes the data set. A pair that reaches the limit is kept and marked, and
/// so is one whose count is a sampling estimate.
///
/// # Errors
/// If the folder contains something else, it cannot be written, the counter neither counts nor
/// samples, a pair names an unknown pattern or graph, or the work was cancelled.
pub fn label(
    questions: &Questions<'_>,
    budget: &Budget,
    out: &Path,
    making: Making<'_>,
) -> Result<Completion, DataError> {
    let Questions { about, patterns, graphs, .. } = questions;
    let control = making.control;
    let pairs = questions.checked_pairs(control)?;
    let recipe = questions.recipe(&pairs, budget, control)?;
    let Some(workshop) = open_workshop(questions, &pairs, recipe, out, control)? else {
        return Ok(Completion::AlreadyThere);
    };
    let seen = seen::patterns(patterns, about.meaning.view);
    let job = Job {
        questions,
        patterns: seen.as_deref().unwrap_or(patterns),
        budget: budget.clone().with_control(control),
        making,
    };
    let inputs = pairs.chunks(pairs_per_piece(pairs.len())).map(Ok);
    let pieces = Pieces { threads: making.threads, enough_graphs: None };
    let pieces = workshop.make(pieces, inputs, |_| Ok(String::new()), |pairs| job.count(pairs))?;
    workshop.finish(Parts {
        about: about.clone(),
        patterns,
        graphs: Some(graphs),
        pieces: &pieces,
        enough_graphs: None,
    })?;
    Ok(Completion::Made)
}

/// Opens the workshop of these pairs; `None` if the data set is already finished.
pub(crate) fn open_workshop<'a>(
    questions: &Questions<'_>,
    pairs: &[PairIds],
    recipe: String,
    out: &Path,
    control: &'a Control,
) -> Result<Option<Workshop<'a>>, DataError> {
    let order = Order { about: &questions.about, recipe, triples: pairs.len() as u64 };
    Workshop::open(out, &order, control, |dataset| {
        let pair = |it: &Triple| PairIds { pattern: it.pattern, graph: it.graph };
        // The data set does not record the limits behind its lower bounds and estimates.
        Ok(dataset.about().sizes.lower_bounds == 0
            && dataset.about().sizes.estimates == 0
            && questions.are_those_of(dataset)
            && dataset.triples().iter().map(pair).eq(pairs.iter().copied()))
    })
}

/// Makes a data set whose counts come from elsewhere.
///
/// # Errors
/// If the folder contains something else, it cannot be written, or the work was cancelled.
pub fn keep_given(
    questions: &Questions<'_>,
    triples: &[Triple],
    out: &Path,
    control: &Control,
) -> Result<Completion, DataError> {
    let Questions { about, patterns, graphs, .. } = questions;
    let mut bytes = Vec::new();
    let mut ticker = Ticker::new(control);
    for triple in triples {
        ticker.tick(1)?;
        triple_record::put(&mut bytes, triple);
    }
    let recipe = questions.recipe(&[], &Budget::UNLIMITED, control)?;
    let recipe = format!("{recipe}given = \"{}\"\n", checksum::of(&bytes, control)?);
    let order = Order { about, recipe, triples: triples.len() as u64 };
    let workshop = Workshop::open(out, &order, control, |dataset| {
        Ok(questions.are_those_of(dataset) && dataset.triples() == triples)
    })?;
    let Some(workshop) = workshop else { return Ok(Completion::AlreadyThere) };
    let pieces = workshop.make(
        Pieces { threads: std::num::NonZeroUsize::MIN, enough_graphs: None },
        [Ok(triples)].into_iter(),
        |_| Ok(String::new()),
        |triples| Ok(Chunk { triples: triples.to_vec(), ..Chunk::default() }),
    )?;
    let (about, graphs) = (about.clone(), Some(*graphs));
    workshop.finish(Parts { about, patterns, graphs, pieces: &pieces, enough_graphs: None })?;
    Ok(Completion::Made)
}

/// The time limit for one check. A count that takes longer is not checked.
const TIME_PER_CHECK: Duration = Duration::from_millis(200);

/// Recounts an even sample of the counts that came from elsewhere.
///
/// # Errors
/// If one of them differs from the recount (the message has an example), or if the work was
/// cancelled.
pub fn check_given(
    questions: &Questions<'_>,
    triples: &[Triple],
    number: usize,
    counter: &dyn Counter,
    control: &Control,
) -> Result<(), DataError> {
    let Questions { about, patterns, graphs, .. } = questions;
    let (semantics, view) = (about.meaning.semantics, about.meaning.view);
    let budget = Budget::time(TIME_PER_CHECK).with_control(control);
    let sample = even_sample(triples.len(), Some(number), 0);
    let mut wrong = Vec::new();
    for &ix in &sample {
        let Triple { pattern, graph, truth } = triples[ix];
        let asked = view.apply_to_pattern(&patterns[pattern as usize].pattern);
        let within = seen::graph(graphs, graph as usize, view, control)?;
        let answer = Truth::of(&counter.count(&asked, &within, semantics, &budget));
        control.check()?;
        if let (Some(Truth::Exact(counted)), Truth::Exact(given)) = (answer, truth)
            && counted != given
        {
            wrong.push((pattern, graph, given, counted));
        }
    }
    let Some(&(pattern, graph, given, found)) = wrong.first() else { return Ok(()) };
    let pattern = printable(&patterns[pattern as usize].name);
    let graph = printable(graphs.name(graph as usize));
    Err(DataError::impossible(
        format!(
            "{} of {} given counts that were recounted are not {}: `{pattern}` in `{graph}` is \
             given as {given} and counted as {found}",
            wrong.len(),
            sample.len(),
            about.meaning
        ),
        "specify what was counted (semantics, unit, ignored labels or directions), choose another \
         column of the table, or keep the counts without checking them",
    ))
}

/// About 256 pieces: a stopped run loses little, and there are few files.
pub(crate) fn pairs_per_piece(num_pairs: usize) -> usize {
    (num_pairs / 256).clamp(1, 4096)
}

/// The state that all threads share.
pub(crate) struct Job<'a> {
    pub(crate) questions: &'a Questions<'a>,
    /// The patterns under the view.
    pub(crate) patterns: &'a [DatasetPattern],
    pub(crate) budget: Budget,
    pub(crate) making: Making<'a>,
}

impl Job<'_> {
    fn semantics(&self) -> Semantics {
        self.questions.about.meaning.semantics
    }

    /// The triples of some pairs, which are ordered by graph.
    pub(crate) fn count(&self, pairs: &[PairIds]) -> Result<Chunk, DataError> {
        let (control, view) = (self.making.control, self.questions.about.meaning.view);
        let mut chunk = Chunk::default();
        for of_graph in pairs.chunk_by(|a, b| a.graph == b.graph) {
            control.check()?;
            let ix = of_graph[0].graph as usize;
            let graph = seen::graph(self.questions.graphs, ix, view, control)?;
            self.count_graph(graph, of_graph, &mut chunk)?;
        }
        Ok(chunk)
    }

    fn count_graph(
        &self,
        graph: LabeledGraph,
        pairs: &[PairIds],
        chunk: &mut Chunk,
    ) -> Result<(), DataError> {
        let (counter, control) = (self.making.counter, self.making.control);
        let mut keep = |&PairIds { pattern, graph }: &PairIds, answer| {
            // The answer of a cancelled counter is not a truth.
            control.check()?;
            let truth = Truth::of(&answer).ok_or_else(|| not_exact(counter))?;
            chunk.triples.push(Triple { pattern, graph, truth });
            Ok(())
        };
        let asked = |pair: &PairIds| &self.patterns[pair.pattern as usize].pattern;
        if let [pair] = pairs {
            let answer = counter.count(asked(pair), &graph, self.semantics(), &self.budget);
            return keep(pair, answer);
        }
        let open = counter.open(&graph.into(), control);
        control.check()?;
        let mut open = open.map_err(|_| not_exact(counter))?;
        for pair in pairs {
            keep(pair, open.count(asked(pair), self.semantics(), &self.budget))?;
        }
        Ok(())
    }
}
