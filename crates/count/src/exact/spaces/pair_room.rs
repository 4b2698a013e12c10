//! Two nodes of an induced pattern that are counted together, below the images of the node placed
//! last: what is asked, and the memory for it. [`RowSpace`](super::RowSpace) answers in
//! `row_pairs.rs`, [`MaskSpace`](super::MaskSpace) by its masks.

use super::space::Selection;

/// The question: the last node that is placed, and the two that are left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairTail<'a> {
    /// The nodes placed before the last one, in order.
    pub(crate) placed: &'a [u8],
    pub(crate) last: Selection<'a>,
    pub(crate) ends: [Selection<'a>; 2],
    /// If the two are linked: for each, the table from it to the other.
    pub(crate) link: Option<[u16; 2]>,
}

/// Which images of the last node are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LastImages {
    /// Every `stride`-th, from `offset` on.
    Every {
        offset: usize,
        stride: usize,
    },
    One(u32),
}

/// The most nodes that can be placed before the last one: each has a bit of its own.
pub(crate) const MOST_PLACED: usize = 31;

/// The bit of a graph node that is the image of a placed node.
pub(super) const TAKEN: u32 = 1 << 31;

/// The memory of a search in rows. Most of it follows the placed nodes: only what differs from the
/// images before is changed.
#[derive(Debug, Default)]
pub(crate) struct PairRoom {
    /// The images of the placed nodes that the rest is about, in order.
    pub(super) applied: Vec<u32>,
    /// For each graph node, which placed nodes have images with an arc to or from it.
    pub(super) seen: Vec<u32>,
    /// For each end that is linked to a placed node, its images before the last node is placed.
    pub(super) early: [Vec<u32>; 2],
    /// For each graph node, in which of these it is.
    pub(super) flags: Vec<u8>,
    /// For each of them, how many of its members each graph node is related to.
    pub(super) related: [Related; 2],
    /// Related pairs of both.
    pub(super) both: u64,
    /// Whether the early images are those of `applied`.
    pub(super) is_known: bool,
    pub(super) images: Vec<u32>,
    /// The images of the ends for one image of the last node, and those that it takes away.
    pub(super) found: [Vec<u32>; 2],
    pub(super) gone: [Vec<u32>; 2],
}

/// How many members of a set each graph node is related to.
#[derive(Debug, Default)]
pub(super) struct Related {
    pub(super) members: Vec<u32>,
    pub(super) number: Vec<u32>,
}

impl PairRoom {
    /// Forgets everything: another search begins.
    pub(crate) fn forget(&mut self) {
        self.applied.clear();
        self.seen.clear();
        self.early.iter_mut().for_each(Vec::clear);
        self.flags.clear();
        for related in &mut self.related {
            related.members.clear();
            related.number.clear();
        }
        (self.both, self.is_known) = (0, false);
    }

    /// Makes room for `num_nodes` graph nodes.
    pub(super) fn fit(&mut self, num_nodes: usize) {
        if self.seen.len() != num_nodes {
            self.forget();
            self.seen.resize(num_nodes, 0);
            self.flags.resize(num_nodes, 0);
            self.related.iter_mut().for_each(|related| related.number.resize(num_nodes, 0));
        }
    }
}
