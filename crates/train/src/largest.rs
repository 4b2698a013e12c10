//! The sizes of the patterns and graphs of a training set.

use std::collections::BTreeSet;

use isocount_core::{Cancelled, Control};
use isocount_data::{Example, TrainingSet};
use isocount_model::{Largest, Size};

/// The largest training and validation examples, which a model must support.
///
/// # Errors
/// If the work was cancelled.
pub fn largest(training: &TrainingSet, control: &Control) -> Result<Largest, Cancelled> {
    of(training, &[training.train(), training.valid()], control)
}

/// The sizes of the largest training examples.
pub(crate) fn of_training(training: &TrainingSet, control: &Control) -> Result<Largest, Cancelled> {
    of(training, &[training.train()], control)
}

fn of(
    training: &TrainingSet,
    parts: &[&[Example]],
    control: &Control,
) -> Result<Largest, Cancelled> {
    let mut largest = Largest::default();
    let distinct = |number: fn(&Example) -> u32| {
        parts.iter().copied().flatten().map(number).collect::<BTreeSet<_>>()
    };
    for pattern in distinct(|example| example.pattern) {
        let pattern = &training.patterns()[pattern as usize].pattern;
        largest.pattern = largest.pattern.max(Size::of(pattern));
    }
    for graph in distinct(|example| example.graph) {
        control.check()?;
        let graph = training.graphs().graph_with(graph as usize, control)?;
        largest.graph = largest.graph.max(Size::of(&graph));
    }
    Ok(largest)
}
