//! How a question was answered: what was chosen, predicted and spent.

use std::fmt;
use std::time::Duration;

/// What found the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Nothing was left to search once labels and degrees were compared.
    #[default]
    Sieve,
    /// A search by a plan that is quickly made.
    GreedySearch,
    /// A search by the best of many plans, with the symmetry of the pattern.
    PlannedSearch,
    /// The pieces of the pattern, each as a question of its own.
    Pieces,
    /// A sum over the quotients of the pattern.
    Algebra,
    /// A few nodes placed in the order of degrees, the others counted at once.
    ByDegree,
    /// A search that falls apart into parts without common images.
    SplittingSearch,
}

impl Strategy {
    /// Its name in a report.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sieve => "sieve",
            Self::GreedySearch => "greedy search",
            Self::PlannedSearch => "planned search",
            Self::Pieces => "piece by piece",
            Self::Algebra => "algebra",
            Self::ByDegree => "by degree",
            Self::SplittingSearch => "splitting search",
        }
    }
}

/// What a sum over quotients is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Outline {
    /// Patterns whose homomorphisms are counted.
    pub quotients: usize,
    /// Values per node that they share.
    pub vectors: usize,
    /// Values per pair of nodes that they share.
    pub pair_weights: usize,
    /// How many of the vectors need pins.
    pub blocks: usize,
    /// How many programs evaluate these; blocks that differ in factors only share one.
    pub programs: usize,
    /// The width of the numbers.
    pub bits: u32,
    /// The expected number of additions.
    pub additions: f64,
    /// About how much memory the values take, in bytes.
    pub bytes: usize,
}

/// What was predicted and spent for one question.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// What found the answer, or the bound.
    pub strategy: Strategy,
    /// The graph nodes that were left as candidates.
    pub candidates: usize,
    /// The work of the planned search that was expected: images tried, and entries of lists looked
    /// at.
    pub predicted_work: Option<f64>,
    /// The time that the planned search was expected to take on one thread, in seconds.
    pub predicted_search: Option<f64>,
    /// The time that making a sum was expected to take on one thread, in seconds.
    pub predicted_planning: Option<f64>,
    /// The sum, if one was made.
    pub sum: Option<Outline>,
    /// The time that the sum was expected to take on one thread, in seconds.
    pub predicted_algebra: Option<f64>,
    /// The time that counting in the order of degrees was expected to take on one thread, in
    /// seconds.
    pub predicted_by_degree: Option<f64>,
    /// What counting in the order of degrees took, or looking into it.
    pub spent_by_degree: Duration,
    /// What searching took.
    pub spent_on_search: Duration,
    /// What making the sum took.
    pub spent_on_planning: Duration,
    /// What evaluating the sum took.
    pub spent_on_algebra: Duration,
    /// What splitting search took.
    pub spent_on_splitting: Duration,
    /// The work before anything was searched, sieve and tables: arcs, nodes and entries of lists
    /// looked at.
    pub work_before_search: u64,
    /// All work on the thread that asked, in the same unit and that of `predicted_work`.
    pub work: u64,
}

impl fmt::Display for Explanation {
    /// A few lines: what was chosen, predicted and spent.
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
