//! How a question was answered: what was chosen, predicted and spent.

use std::fmt;
use std::time::Duration;

/// The strategy that found the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strategy {
    /// Nothing was left to search after comparing labels and degrees.
    #[default]
    Sieve,
    /// A search with a quickly made plan.
    GreedySearch,
    /// A search with the best of many plans, which uses the symmetry of the pattern.
    PlannedSearch,
    /// The pieces of the pattern, each as a question of its own.
    Pieces,
    /// Patterns with the absent arcs and without, each as a question of its own.
    AbsentArcs,
    /// A sum over the quotients of the pattern.
    Algebra,
    /// A few nodes placed in the order of degrees, the others counted at once.
    ByDegree,
    /// A search that splits into parts without common images.
    SplittingSearch,
}

impl Strategy {
    /// The name in a report.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sieve => "sieve",
            Self::GreedySearch => "greedy search",
            Self::PlannedSearch => "planned search",
            Self::Pieces => "piece by piece",
            Self::AbsentArcs => "sum over absent arcs",
            Self::Algebra => "algebra",
            Self::ByDegree => "by degree",
            Self::SplittingSearch => "splitting search",
        }
    }
}

/// The composition of a sum over quotients.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Outline {
    /// The number of patterns whose homomorphisms are counted.
    pub quotients: usize,
    /// The number of shared vectors with a value per node.
    pub vectors: usize,
    /// The number of shared weights with a value per pair of nodes.
    pub pair_weights: usize,
    /// The number of vectors that need pins.
    pub blocks: usize,
    /// The number of programs that evaluate these; blocks that differ only in their factors share
    /// one.
    pub programs: usize,
    /// The width of the numbers in bits.
    pub bits: u32,
    /// The expected number of additions.
    pub additions: f64,
    /// The approximate memory of the values in bytes.
    pub bytes: usize,
}

/// The strategy, the predictions and the times of one question.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// The strategy that found the answer or the bound.
    pub strategy: Strategy,
    /// The number of graph nodes that were left as candidates.
    pub candidates: usize,
    /// The expected work of the planned search: images tried and list entries read.
    pub predicted_work: Option<f64>,
    /// The expected time of the planned search on one thread, in seconds.
    pub predicted_search: Option<f64>,
    /// The expected time of making a sum on one thread, in seconds.
    pub predicted_planning: Option<f64>,
    /// The sum, if one was made.
    pub sum: Option<Outline>,
    /// The expected time of evaluating the sum on one thread, in seconds.
    pub predicted_algebra: Option<f64>,
    /// The expected time of counting in the order of degrees on one thread, in seconds.
    pub predicted_by_degree: Option<f64>,
    /// The time spent on counting in the order of degrees, or on considering it.
    pub spent_by_degree: Duration,
    /// The time spent on searching.
    pub spent_on_search: Duration,
    /// The time spent on making the sum.
    pub spent_on_planning: Duration,
    /// The time spent on evaluating the sum.
    pub spent_on_algebra: Duration,
    /// The time spent on splitting search.
    pub spent_on_splitting: Duration,
    /// The work before the search, in sieve and tables: arcs, nodes and list entries read.
    pub work_before_search: u64,
    /// All work on the calling thread, in the unit of `predicted_work`.
    pub work: u64,
}

impl fmt::Display for Explanation {
    /// Writes a few lines: what was chosen, predicted and spent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "strategy: {}", self.strategy.name())?;
        writeln!(f, "candidates: {} graph nodes", self.candidates)?;
        if let (Some(work), Some(seconds)) = (self.predicted_work, self.predicted_search) {
            writeln!(
                f,
                "predicted search: {seconds:.3} s, {work:.1e} images and entries of lists"
            )?;
        }
        if let (Some(sum), Some(seconds)) = (self.sum, self.predicted_algebra) {
            writeln!(f, "predicted algebra: {seconds:.3} s, {sum}")?;
        }
        if let Some(seconds) = self.predicted_by_degree {
            let spent = self.spent_by_degree.as_secs_f64();
            writeln!(f, "predicted by degree: {seconds:.3} s; {spent:.3} s spent on it")?;
        }
        let spent = [self.spent_on_search, self.spent_on_planning, self.spent_on_algebra];
        let [search, planning, algebra] = spent.map(|time| time.as_secs_f64());
        write!(f, "spent: {search:.3} s on planned search, {planning:.3} s on making the sum, ")?;
        write!(f, "{algebra:.3} s on algebra, ")?;
        write!(f, "{:.3} s on splitting search", self.spent_on_splitting.as_secs_f64())
    }
}

impl fmt::Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { quotients, vectors, pair_weights, blocks, programs, bits, additions, bytes } =
            self;
        write!(f, "{additions:.1e} additions of {bits} bits, {quotients} quotients, ")?;
        write!(
            f,
            "{vectors} vectors ({blocks} of blocks, by {programs} programs), {pair_weights} pair weights, "
        )?;
        write!(f, "{:.1} MB", *bytes as f64 / 1e6)
    }
}
