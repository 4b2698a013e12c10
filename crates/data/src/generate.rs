//! Generating a data set item by item, each from its own seed.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

use isocount_core::{Budget, Control, Counter, LabeledGraph, Pattern, Semantics};

use crate::chunk::Chunk;
use crate::workshop::{Order, Parts, Pieces, Workshop};
use crate::{About, Completion, DataError, NamedPattern, Truth};

/// A data set whose items are made independently of each other, in any order.
pub(crate) trait Generator: Sync {
    /// The description of the data set, except the sizes.
    fn about(&self) -> About;

    /// The patterns.
    fn patterns(&self) -> &[NamedPattern];

    /// How many items there are.
    fn num_items(&self) -> usize;

    /// How many triples all items have together.
    fn num_triples(&self) -> u64;

    /// How many items are made and kept together: enough to keep files few, few enough that little
    /// is lost and every thread has some.
    fn items_per_piece(&self) -> usize {
        2048
    }

    /// Makes one item: a graph and its triples. What it adds depends on the item alone.
    fn make(&self, item: usize, making: Making<'_>, chunk: &mut Chunk) -> Result<(), DataError>;
}

/// What a data set is made with.
///
/// ```
/// use std::num::NonZeroUsize;
/// use isocount_core::Control;
/// use isocount_count::Exact;
/// use isocount_data::{Completion, Making, Synthetic};
///
/// // Which counter makes the counts, on how many threads, and how to stop it.
/// let (counter, control) = (Exact::new(), Control::new());
/// let making = Making { counter: &counter, threads: NonZeroUsize::MIN, control: &control };
/// # let folder = tempfile::tempdir()?;
/// # let out = folder.path().join("small");
/// let made = Synthetic::Small.generate(&out, 0, Some(50), making)?;
/// assert_eq!(made, Completion::Made);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Making<'a> {
    /// The counter; must be exact.
    pub counter: &'a dyn Counter,
    /// The number of threads. The result does not depend on it.
    pub threads: NonZeroUsize,
    /// Cancels the work, and counts the finished triples. Finished pieces are kept, and repeating
    /// the call continues from there.
    pub control: &'a Control,
}

/// Makes the data set of a generator.
pub(crate) fn generate(
    generator: &dyn Generator,
    out: &Path,
    making: Making<'_>,
) -> Result<Completion, DataError> {
    let about = generator.about();
    let order = Order { about: &about, recipe: about.to_toml(), triples: generator.num_triples() };
    // Everything that a generated data set depends on is in its description.
    let workshop = Workshop::open(out, &order, making.control, |_| Ok(true))?;
    let Some(workshop) = workshop else { return Ok(Completion::AlreadyThere) };
    let (num_items, in_piece) = (generator.num_items(), generator.items_per_piece());
    let ranges =
        (0..num_items).step_by(in_piece).map(|first| Ok(first..num_items.min(first + in_piece)));
    let pieces = workshop.make(
        Pieces { threads: making.threads, enough_graphs: None },
        ranges,
        |_| Ok(String::new()),
        |range: Range<usize>| {
            let mut chunk = Chunk::default();
            for item in range {
                making.control.check()?;
                generator.make(item, making, &mut chunk)?;
            }
            Ok(chunk)
        },
    )?;
    let patterns = generator.patterns();
    let parts = Parts { about, patterns, graphs: None, pieces: &pieces, enough_graphs: None };
    workshop.finish(parts)?;
    Ok(Completion::Made)
}

/// How often the pattern occurs in the graph, without a limit.
pub(crate) fn truth(
    making: Making<'_>,
    pattern: &Pattern,
    graph: &LabeledGraph,
    semantics: Semantics,
) -> Result<Truth, DataError> {
    let budget = Budget::UNLIMITED.with_control(making.control);
    let answer = making.counter.count(pattern, graph, semantics, &budget);
    // The answer of a cancelled counter is not a truth.
    making.control.check()?;
    let truth = Truth::of(&answer).filter(|truth| !truth.is_estimate());
    truth.ok_or_else(|| not_exact(making.counter))
}

/// The error for a counter that only estimates.
pub(crate) fn not_exact(counter: &dyn Counter) -> DataError {
    let problem = format!("{} does not count exactly what is asked", counter.name());
    DataError::impossible(problem, "ground truth needs an exact counter")
}
