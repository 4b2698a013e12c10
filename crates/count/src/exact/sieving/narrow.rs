//! Reduces a graph to what is left of it for one pattern: the sieve and, where much is left,
//! refinement.

use isocount_core::{LabeledGraph, Semantics};

use super::refine::refine;
use super::sieve::{ArcSource, Sieved};
use crate::Representation;
use crate::exact::compiling::Compiled;
use crate::meter::Meter;

/// How the sets of a question are represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Masks of this many words.
    Masks(usize),
    /// Sorted rows.
    Rows,
}

/// Fills `sieved`. None if nothing is left, or the budget ran out (check the meter).
#[inline]
pub(crate) fn narrow(
    p: &Compiled,
    graph: &LabeledGraph,
    source: ArcSource<'_>,
    semantics: Semantics,
    representation: Representation,
    sieved: &mut Sieved,
    meter: &mut Meter<'_>,
) -> Option<Form> {
    if !sieved.run(p, graph, source, semantics, meter) {
        return None;
    }
    let mut words = representation.words(sieved.num_nodes());
    if words.is_none() {
        if !refine(p, sieved, semantics, meter) || !sieved.compact(meter) {
            return None;
        }
        words = representation.words(sieved.num_nodes());
    }
    Some(words.map_or(Form::Rows, Form::Masks))
}
