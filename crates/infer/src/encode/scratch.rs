//! Memory that is reused between graphs: allocating takes as long as encoding a small graph.

use std::cell::Cell;

use crate::memory::{with_capacity, zeros};

/// Buffers for encoding. Their initial contents are arbitrary.
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

/// The arcs of a graph in the form that the loops need.
#[derive(Debug, Default)]
pub(super) struct Arcs {
    pub(super) tails: Vec<u32>,
    pub(super) heads: Vec<u32>,
    /// For each arc, the rows of a first layer for the labels of its tail, itself and its head; its
    /// tail.
    pub(super) places: Vec<[u32; 4]>,
    /// The factors of the sums of messages to each node.
    pub(super) shares: Vec<f32>,
}

/// The most elements that are kept; larger buffers are freed.
const KEPT: usize = 1 << 20;

thread_local! {
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

impl Scratch {
    pub(crate) fn take() -> Box<Self> {
        SCRATCH.take().unwrap_or_default()
    }

    /// Keeps the buffers for the next graph, unless they are large.
    pub(crate) fn keep(self: Box<Self>) {
        let Self { h, next, messages, received, arcs, .. } = &*self;
        let Arcs { tails, heads, places, shares } = arcs;
        let rows: usize = [h, next, messages, received, shares].map(Vec::capacity).iter().sum();
        if rows + tails.capacity() + heads.capacity() + 4 * places.capacity() < KEPT {
            SCRATCH.set(Some(self));
        }
    }
}

/// Sets the length of a list; its contents are arbitrary.
pub(super) fn fit(list: &mut Vec<f32>, len: usize) {
    if list.capacity() < len {
        // The system provides large memory as zeros, page by page on first use; filling it here
        // would take long, and could not be cancelled.
        *list = zeros(len);
    } else {
        list.resize(len, 0.0);
    }
}

/// Clears a list and reserves this capacity.
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
