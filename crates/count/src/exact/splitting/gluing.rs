//! Nodes that may share their images, and nodes that must: together they replace the condition that
//! the image of a node differs from others.
//!
//! ```text
//! value(u differs from v, w, …) = value(u is free) − value(u = v) − value(u = w) − …
//! ```
//!
//! At most one of the equations holds, since v, w, … still differ among themselves.

use std::sync::Arc;

use super::Links;
use crate::exact::compiling::{MAX_NODES, members};

/// The pattern after some nodes have been glued together.
#[derive(Clone, Debug)]
pub(super) struct Glued {
    /// For a node that is left, the nodes it stands for, and those it is linked to.
    members: [u64; MAX_NODES],
    near: [u64; MAX_NODES],
    /// The links of each node, without repetition.
    links: Vec<Arc<Links>>,
}

impl Glued {
    /// The pattern itself.
    pub(super) fn none(near: &[u64], links: Vec<Links>) -> Self {
        let mut all = [0; MAX_NODES];
        all[..near.len()].copy_from_slice(near);
        let links = links.into_iter().map(Arc::new).collect();
        Self { members: std::array::from_fn(|u| 1 << u), near: all, links }
    }

    /// Glues `u` to `v`, which stands for both from now on.
    pub(super) fn with(&self, u: usize, v: usize) -> Self {
        let mut new = self.clone();
        new.members[v] |= self.members[u];
        new.near[v] |= self.near[u];
        new.links[v] = Arc::new(distinct(self.links[u].iter().chain(&*self.links[v]).copied()));
        for w in members(self.near[u]) {
            new.near[w] = new.near[w] & !(1 << u) | 1 << v;
            let moved = |&(end, relation): &(u8, u32)| {
                (if usize::from(end) == u { v as u8 } else { end }, relation)
            };
            new.links[w] = Arc::new(distinct(self.links[w].iter().map(moved)));
        }
        new
    }

    /// The nodes that `u` stands for.
    pub(super) fn members(&self, u: usize) -> u64 {
        self.members[u]
    }
}

fn distinct(links: impl Iterator<Item = (u8, u32)>) -> Links {
    let mut links: Links = links.collect();
    links.sort_unstable();
    links.dedup();
    links
}

/// What the mappings of a part must satisfy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms<'g> {
    pub(super) glued: &'g Glued,
    /// The nodes that may have the image of any other.
    pub(super) free: u64,
}

impl<'g> Terms<'g> {
    pub(super) fn near(self, u: usize) -> u64 {
        self.glued.near[u]
    }

    pub(super) fn links(self, u: usize) -> &'g [(u8, u32)] {
        &self.glued.links[u]
    }

    /// Those of `all`, which is fixed by the pattern, that must not have the image of `u`.
    pub(super) fn rivals(self, all: &[u64], u: usize) -> u64 {
        // Linked nodes have different images anyway.
        if self.free >> u & 1 == 1 { 0 } else { all[u] & !self.free & !self.near(u) }
    }
}
