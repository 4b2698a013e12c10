//! Making a data set item by item, each from a seed of its own.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

use isocount_core::{Budget, Counter, LabeledGraph, Pattern, Semantics};

use crate::chunk::Chunk;
use crate::workshop::{Parts, Pieces, Workshop};
use crate::{About, DataError, NamedPattern, Truth};

/// A data set whose items are made one by one, in any order, by anyone.
pub(crate) trait Generator: Sync {
    /// What it makes, but for the sizes.
    fn about(&self) -> About;

    /// The patterns.
    fn patterns(&self) -> &[NamedPattern];

    /// How many items there are.
    fn num_items(&self) -> usize;

    /// How many items are made and kept together: enough to keep files few, few enough that little
    /// is lost and every thread has some.
    fn items_per_piece(&self) -> usize {
        2048
    }

    /// Makes one item: a graph and its triples. What it adds depends on the item alone.
    fn make(&self, item: usize, counter: &dyn Counter, chunk: &mut Chunk) -> Result<(), DataError>;
}

/// With whom a data set is made, and who wants to hear about it.
#[derive(Clone, Copy)]
pub struct Crew<'a> {
    /// Counts; must be exact.
    pub counter: &'a dyn Counter,
    /// How many threads work. The result does not depend on it.
    pub threads: NonZeroUsize,
    /// Told how many triples more are there, from any thread.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// Makes the data set of a generator.
pub(crate) fn generate(
    generator: &dyn Generator,
    out: &Path,
    crew: Crew<'_>,
) -> Result<(), DataError> {
    let about = generator.about();
    let workshop = Workshop::open(out, &about.to_toml())?;
    let (num_items, in_piece) = (generator.num_items(), generator.items_per_piece());
    let ranges =
        (0..num_items).step_by(in_piece).map(|first| Ok(first..num_items.min(first + in_piece)));
    let pieces = Pieces { threads: crew.threads, enough_graphs: None, done: crew.progress };
    let pieces = workshop.make(
        &pieces,
        ranges,
        |_| String::new(),
        |range: Range<usize>| {
            let mut chunk = Chunk::default();
            for item in range {
                generator.make(item, crew.counter, &mut chunk)?;
            }
            Ok(chunk)
        },
    )?;
    let patterns = generator.patterns();
    workshop.finish(Parts { about, patterns, graphs: None, pieces: &pieces, enough_graphs: None })
}

/// How often the pattern occurs in the graph, without a limit.
pub(crate) fn truth(
    counter: &dyn Counter,
    pattern: &Pattern,
    graph: &LabeledGraph,
    semantics: Semantics,
) -> Result<Truth, DataError> {
    let answer = counter.count(pattern, graph, semantics, &Budget::UNLIMITED);
    Truth::of(&answer).ok_or_else(|| not_exact(counter))
}

/// The complaint about a counter that only estimates.
pub(crate) fn not_exact(counter: &dyn Counter) -> DataError {
    let problem = format!("{} does not count exactly what is asked", counter.name());
    DataError::impossible(problem, "ground truth needs an exact counter")
}
