//! Counting: from patterns and graphs to triples.

use std::path::Path;
use std::time::Duration;

use isocount_core::{Budget, Counter, LabeledGraph, Pattern, Semantics, View};

use crate::chunk::Chunk;
use crate::even_sample::even_sample;
use crate::generate::not_exact;
use crate::workshop::{Parts, Pieces, Workshop};
use crate::{
    About, Crew, DataError, GraphStore, NamedPattern, Triple, Truth, checksum, triple_record,
};

/// Patterns and graphs whose counts are wanted.
pub struct Questions<'a> {
    /// What the data set is, but for the sizes. Its meaning says what is counted.
    pub about: About,
    /// The patterns.
    pub patterns: &'a [NamedPattern],
    /// The graphs.
    pub graphs: &'a GraphStore,
    /// Who meets whom.
    pub pairs: Pairs,
}

/// Which pairs of pattern and graph are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// Every pattern in every graph.
    All,
    /// So many of all pairs, spread evenly; the seed is that of the data set, or 0.
    Sample(usize),
    /// These, as (pattern, graph).
    Listed(Vec<(u32, u32)>),
}

impl Questions<'_> {
    /// The pairs as (graph, pattern), in the order of the data set.
    fn pairs(&self) -> Vec<(u32, u32)> {
        let num_patterns = self.patterns.len();
        let all = num_patterns * self.graphs.len();
        let pair = |ix: usize| ((ix / num_patterns) as u32, (ix % num_patterns) as u32);
        let seed = self.about.made.seed.unwrap_or_default();
        match &self.pairs {
            Pairs::All => (0..all).map(pair).collect(),
            Pairs::Sample(number) => {
                even_sample(all, Some(*number), seed).into_iter().map(pair).collect()
            }
            Pairs::Listed(pairs) => {
                let mut pairs: Vec<_> = pairs.iter().map(|&(p, g)| (g, p)).collect();
                pairs.sort_unstable();
                pairs.dedup();
                pairs
            }
        }
    }

    /// How many counts are wanted.
    #[must_use]
    pub fn num_pairs(&self) -> usize {
        match &self.pairs {
            Pairs::Listed(_) => self.pairs().len(),
            Pairs::All => self.patterns.len() * self.graphs.len(),
            Pairs::Sample(number) => (self.patterns.len() * self.graphs.len()).min(*number),
        }
    }

    /// What a run must agree in to continue another: the description, and every byte that is
    /// counted in.
    fn recipe(&self, pairs: &[(u32, u32)], budget: &Budget) -> String {
        let patterns = GraphStore::pack(
            self.patterns.iter().map(|named| (named.name.as_str(), named.pattern.graph())),
        );
        let pairs: Vec<u8> =
            pairs.iter().flat_map(|(g, p)| [g.to_le_bytes(), p.to_le_bytes()].concat()).collect();
        format!(
            "{}\n[input]\npatterns = \"{}\"\ngraphs = \"{}\"\npairs = \"{}\"\nlimits = \"{:?} {:?}\"\n",
            self.about.to_toml(),
            checksum::of(patterns.file()),
            checksum::of(self.graphs.file()),
            checksum::of(&pairs),
            budget.time,
            budget.steps,
        )
    }
}

/// Counts all pairs and makes the data set. A pair that reaches the limit is kept and marked.
///
/// # Errors
/// If the folder cannot be written, the counter is not exact, or a pair names what does not exist.
pub fn label(
    questions: &Questions<'_>,
    budget: &Budget,
    out: &Path,
    crew: Crew<'_>,
) -> Result<(), DataError> {
    let Questions { about, patterns, graphs, .. } = questions;
    let (Some(semantics), Some(view)) = (about.meaning.semantics(), about.meaning.view()) else {
        return Err(DataError::impossible("the meaning of the counts is not known", ""));
    };
    if u32::try_from(questions.num_pairs()).is_err() {
        return Err(DataError::impossible(
            format!("{} pairs are more than a data set holds", questions.num_pairs()),
            "count a sample of them",
        ));
    }
    let pairs = questions.pairs();
    for &(graph, pattern) in &pairs {
        if graph as usize >= graphs.len() || pattern as usize >= patterns.len() {
            let problem = format!("there is no pair of pattern {pattern} and graph {graph}");
            return Err(DataError::impossible(problem, "patterns and graphs count from 0"));
        }
    }
    let workshop = Workshop::open(out, &questions.recipe(&pairs, budget))?;
    let seen = patterns.iter().map(|named| view.apply_to_pattern(&named.pattern)).collect();
    let job = Job { patterns: seen, graphs, semantics, view, budget, crew };
    let inputs = pairs.chunks(pairs_per_piece(pairs.len())).map(Ok);
    let pieces = Pieces { threads: crew.threads, enough_graphs: None, done: crew.progress };
    let pieces = workshop.make(&pieces, inputs, |_| String::new(), |pairs| job.count(pairs))?;
    workshop.finish(Parts {
        about: about.clone(),
        patterns,
        graphs: Some(graphs),
        pieces: &pieces,
        enough_graphs: None,
    })
}

/// Makes a data set whose counts come from elsewhere.
///
/// # Errors
/// If the folder cannot be written.
pub fn keep_given(
    questions: &Questions<'_>,
    triples: &[Triple],
    out: &Path,
) -> Result<(), DataError> {
    let Questions { about, patterns, graphs, .. } = questions;
    let mut bytes = Vec::new();
    for triple in triples {
        triple_record::put(&mut bytes, triple);
    }
    let recipe = questions.recipe(&[], &Budget::UNLIMITED);
    let recipe = format!("{recipe}given = \"{}\"\n", checksum::of(&bytes));
    let workshop = Workshop::open(out, &recipe)?;
    let threads = std::num::NonZeroUsize::MIN;
    let pieces = Pieces { threads, enough_graphs: None, done: &|_| {} };
    let whole = [Ok(triples)].into_iter();
    let pieces = workshop.make(
        &pieces,
        whole,
        |_| String::new(),
        |triples| Ok(Chunk { triples: triples.to_vec(), ..Chunk::default() }),
    )?;
    let (about, graphs) = (about.clone(), Some(*graphs));
    workshop.finish(Parts { about, patterns, graphs, pieces: &pieces, enough_graphs: None })
}

/// Recounts some of the counts that came from elsewhere, spread evenly.
///
/// # Errors
/// If one of them is not what is counted here; the message has an example.
pub fn check_given(
    questions: &Questions<'_>,
    triples: &[Triple],
    number: usize,
    counter: &dyn Counter,
) -> Result<(), DataError> {
    let Questions { about, patterns, graphs, .. } = questions;
    let (Some(semantics), Some(view)) = (about.meaning.semantics(), about.meaning.view()) else {
        return Ok(());
    };
    let sample = even_sample(triples.len(), Some(number), 0);
    let mut wrong = Vec::new();
    for &ix in &sample {
        let Triple { pattern, graph, truth } = triples[ix];
        let asked = view.apply_to_pattern(&patterns[pattern as usize].pattern);
        let within = view.apply(&graphs.graph(graph as usize));
        let budget = Budget::time(Duration::from_millis(200));
        let answer = Truth::of(&counter.count(&asked, &within, semantics, &budget));
        if let (Some(Truth::Exact(counted)), Truth::Exact(given)) = (answer, truth)
            && counted != given
        {
            wrong.push((pattern, graph, given, counted));
        }
    }
    let Some(&(pattern, graph, given, found)) = wrong.first() else { return Ok(()) };
    let (pattern, graph) = (&patterns[pattern as usize].name, graphs.name(graph as usize));
    Err(DataError::impossible(
        format!(
            "{} of {} given counts that were recounted are not {}: `{pattern}` in `{graph}` is \
             given as {given} and counted as {found}",
            wrong.len(),
            sample.len(),
            about.meaning
        ),
        "say what was counted with --semantics, --unit and --ignore-edge-labels, choose another \
         --count-column, or keep the counts as they are with --trust-counts",
    ))
}

/// About 256 pieces: a stopped run loses little, and there are few files.
fn pairs_per_piece(num_pairs: usize) -> usize {
    (num_pairs / 256).clamp(1, 4096)
}

/// What all threads know.
struct Job<'a> {
    /// As the question sees them.
    patterns: Vec<Pattern>,
    graphs: &'a GraphStore,
    semantics: Semantics,
    view: View,
    budget: &'a Budget,
    crew: Crew<'a>,
}

impl Job<'_> {
    /// The triples of some pairs, which come by graph.
    fn count(&self, pairs: &[(u32, u32)]) -> Result<Chunk, DataError> {
        let mut chunk = Chunk::default();
        for of_graph in pairs.chunk_by(|a, b| a.0 == b.0) {
            let graph = self.graphs.graph(of_graph[0].0 as usize);
            let graph = if self.view.is_plain() { graph } else { self.view.apply(&graph) };
            self.count_graph(graph, of_graph, &mut chunk)?;
        }
        Ok(chunk)
    }

    fn count_graph(
        &self,
        graph: LabeledGraph,
        pairs: &[(u32, u32)],
        chunk: &mut Chunk,
    ) -> Result<(), DataError> {
        let counter = self.crew.counter;
        let mut keep = |graph, pattern, answer| {
            let truth = Truth::of(&answer).ok_or_else(|| not_exact(counter))?;
            chunk.triples.push(Triple { pattern, graph, truth });
            Ok(())
        };
        if let &[(number, pattern)] = pairs {
            let asked = &self.patterns[pattern as usize];
            return keep(
                number,
                pattern,
                counter.count(asked, &graph, self.semantics, self.budget),
            );
        }
        let mut open =
            counter.open(&graph.into(), &self.budget.control).map_err(|_| not_exact(counter))?;
        for &(number, pattern) in pairs {
            let asked = &self.patterns[pattern as usize];
            keep(number, pattern, open.count(asked, self.semantics, self.budget))?;
        }
        Ok(())
    }
}
