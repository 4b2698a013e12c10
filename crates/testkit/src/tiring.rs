//! A counter that stops answering, to test interrupted runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use isocount_core::{
    Answer, Budget, Control, CountError, Counter, LabeledGraph, OpenGraph, Pattern, Semantics,
};

/// Answers a given number of single questions like another counter, and refuses all further ones.
pub struct Tiring<C> {
    inner: C,
    left: AtomicUsize,
}

impl<C: Counter> Tiring<C> {
    /// Answers `counts` questions.
    pub fn after(counts: usize, inner: C) -> Self {
        Self { inner, left: AtomicUsize::new(counts) }
    }
}

impl<C: Counter> Counter for Tiring<C> {
    fn name(&self) -> &'static str {
        "tiring"
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        self.inner.open(graph, control)
    }

    fn count(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        let one_less = |left: usize| left.checked_sub(1);
        match self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less) {
            Ok(_) => self.inner.count(pattern, graph, semantics, budget),
            Err(_) => Err(CountError::Unsupported { method: self.name(), semantics }),
        }
    }
}
