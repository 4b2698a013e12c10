//! Memory that one graph leaves to the next: asking for new memory takes as long as a small graph.

use std::cell::Cell;

use crate::memory::{with_capacity, zeros};

/// Lists for encoding. What the last graph left in them is arbitrary.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// The rows of the graph.
    pub(crate) h: Vec<f32>,
    pub(super) next: Vec<f32>,
    pub(super) messages: Vec<f32>,
    pub(super) received: Vec<f32>,
    pub(super) arcs: Arcs,
    /// Σ h, in double and in single precision.
    pub(crate) total: Vec<f64>,
    pub(crate) sums: Vec<f32>,
}

/// The arcs of a graph, as the loops want them.
#[derive(Debug, Default)]
pub(super) struct Arcs {
    pub(super) tails: Vec<u32>,
    pub(super) heads: Vec<u32>,
    /// The rows of a first layer for the labels of tail, arc and head; the tail.
    pub(super) places: Vec<[u32; 4]>,
    /// What the messages to each node are multiplied by.
    pub(super) shares: Vec<f32>,
}

/// More numbers than this are given back to the system.
const KEPT: usize = 1 << 20;

thread_local! {
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

impl Scratch {
    pub(crate) fn take() -> Box<Self> {
        SCRATCH.take().unwrap_or_default()
    }

    /// Keeps it for the next graph, unless it is large.
    pub(crate) fn keep(self: Box<Self>) {
        let Self { h, next, messages, received, arcs, .. } = &*self;
        let Arcs { tails, heads, places, shares } = arcs;
        let rows: usize = [h, next, messages, received, shares].map(Vec::capacity).iter().sum();
        if rows + tails.capacity() + heads.capacity() + 4 * places.capacity() < KEPT {
            SCRATCH.set(Some(self));
        }
    }
}

/// Makes a list this long; what it holds is arbitrary.
pub(super) fn fit(list: &mut Vec<f32>, len: usize) {
    if list.capacity() < len {
        // Large memory comes as zeros from the system, page by page as it is used; filling it here
        // would take long, and could not be cancelled.
        *list = zeros(len);
    } else {
        list.resize(len, 0.0);
    }
}

/// Makes a list empty, with room for this many.
pub(super) fn empty<T>(list: &mut Vec<T>, len: usize) {
    list.clear();
    if list.capacity() < len {
        *list = with_capacity(len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_memory_is_kept_and_large_memory_is_not() {
        let mut scratch = Scratch::take();
        fit(&mut scratch.h, 100);
        let at = scratch.h.as_ptr();
        scratch.keep();
        let mut scratch = Scratch::take();
        assert_eq!(scratch.h.as_ptr(), at);
        empty(&mut scratch.arcs.places, KEPT / 4);
        scratch.keep();
        assert_eq!(Scratch::take().h.capacity(), 0);
    }

    #[test]
    fn lists_have_the_length_that_is_asked_for() {
        let mut list = vec![1.0; 10];
        for len in [4, 10, 0, 1000] {
            fit(&mut list, len);
            assert_eq!(list.len(), len);
        }
        empty(&mut list, 2000);
        assert!(list.is_empty() && list.capacity() >= 2000);
    }
}
