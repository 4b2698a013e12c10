//! The patterns or the graphs of a data set, one by one.

use std::borrow::Cow;

use isocount_core::{Cancelled, Control, LabeledGraph};

use crate::{DatasetPattern, GraphStore};

/// All patterns, or all graphs.
#[derive(Clone, Copy)]
pub(super) enum Members<'a> {
    Patterns(&'a [DatasetPattern]),
    Graphs(&'a GraphStore),
}

impl<'a> Members<'a> {
    pub(super) fn len(self) -> usize {
        match self {
            Self::Patterns(patterns) => patterns.len(),
            Self::Graphs(graphs) => graphs.len(),
        }
    }

    pub(super) fn name(self, ix: usize) -> &'a str {
        match self {
            Self::Patterns(patterns) => &patterns[ix].name,
            Self::Graphs(graphs) => graphs.name(ix),
        }
    }

    pub(super) fn names(self) -> impl Iterator<Item = &'a str> {
        (0..self.len()).map(move |ix| self.name(ix))
    }

    pub(super) fn num_nodes(self, ix: usize) -> usize {
        match self {
            Self::Patterns(patterns) => patterns[ix].pattern.num_nodes(),
            Self::Graphs(graphs) => graphs.num_nodes(ix),
        }
    }

    pub(super) fn num_arcs(self, ix: usize) -> usize {
        match self {
            Self::Patterns(patterns) => patterns[ix].pattern.num_arcs(),
            Self::Graphs(graphs) => graphs.num_arcs(ix),
        }
    }

    pub(super) fn graph(
        self,
        ix: usize,
        control: &Control,
    ) -> Result<Cow<'a, LabeledGraph>, Cancelled> {
        Ok(match self {
            Self::Patterns(patterns) => Cow::Borrowed(patterns[ix].pattern.graph()),
            Self::Graphs(graphs) => Cow::Owned(graphs.graph_with(ix, control)?),
        })
    }
}
