//! An open graph, as `exact`, `sample` and `auto` share it.

use std::sync::Arc;

use isocount_core::{Cancelled, Control, CountError, LabeledGraph};

use crate::exact::sieving::{ArcSource, Index};
use crate::exact::small::LazySmallIndex;
use crate::meter::Meter;

/// A graph with its index; clones share both.
#[derive(Clone)]
pub(crate) struct Indexed {
    pub(crate) graph: Arc<LabeledGraph>,
    /// None if the graph is so small that it is scanned for every pattern.
    index: Option<Arc<Index>>,
    /// For small questions about such a graph.
    small: Arc<LazySmallIndex>,
}

impl Indexed {
    /// Makes the index if there are at least `arcs_worth_an_index` arcs.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub(crate) fn open(
        graph: &Arc<LabeledGraph>,
        arcs_worth_an_index: usize,
        control: &Control,
    ) -> Result<Self, CountError> {
        control.check()?;
        let index = if graph.num_arcs() >= arcs_worth_an_index {
            let index = Index::new(graph, &mut Meter::watching(control));
            Some(Arc::new(index.ok_or(Cancelled)?))
        } else {
            None
        };
        Ok(Self { graph: Arc::clone(graph), index, small: Arc::default() })
    }

    /// Where a question finds its arcs.
    pub(crate) fn source(&self) -> ArcSource<'_> {
        self.index.as_deref().map_or(ArcSource::Small(&self.small), ArcSource::Index)
    }
}
