//! Which parts of a plan remember their values.
//!
//! The value of a part depends on the images of the earlier nodes that it looks at. If other nodes
//! are placed in between, the same images come up again, and the value need not be computed twice.
//! For a homomorphism of a tree, every part looks at only one node, and this becomes the dynamic
//! programme over the tree: one pass over the arcs.
//!
//! A part has one table with a place for every image of its key. All tables of a question, on all
//! its threads, stay within a limit: if those of one thread do not fit, some parts do not remember;
//! and only as many threads are used as have memory for their tables.

use super::facts::Facts;
use super::plan::{Part, PartKind, Plan};

/// A part remembers values by the image of `key`, as long as no node of `guards` has moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memo {
    pub(crate) key: Option<u8>,
    pub(crate) guards: u64,
    pub(crate) table: u16,
}

/// A value, and the last move of the guards when it was computed. These are plain numbers,
/// initially zero, so that the system does not allocate memory for unused places of a table.
pub(crate) type Remembered = [u64; 3];

impl Memo {
    fn num_bytes(&self, facts: &Facts<'_>) -> usize {
        self.key.map_or(1, |u| facts.num_places(u)) * size_of::<Remembered>()
    }
}

impl Plan {
    /// Assigns a memo to every part that will be evaluated repeatedly on the same input, within the
    /// limit.
    pub(crate) fn remember(&mut self, facts: &Facts<'_>) {
        self.num_memos = 0;
        for i in 0..self.roots.len() {
            self.add_memos(self.roots[i], &mut Vec::new());
        }
        let wanted = self.remembered_bytes(facts);
        if wanted > facts.max_remembered {
            self.forget_some(facts, wanted);
        }
    }

    /// The memory of the tables of one thread, in bytes.
    pub(crate) fn remembered_bytes(&self, facts: &Facts<'_>) -> usize {
        self.parts.iter().filter_map(|part| part.memo).map(|memo| memo.num_bytes(facts)).sum()
    }

    /// Removes memos until the rest fits. The removed ones are spread evenly: a part between two
    /// that remember costs little, but the work multiplies along consecutive parts that do not
    /// remember.
    fn forget_some(&mut self, facts: &Facts<'_>, wanted: usize) {
        let share = facts.max_remembered as f64 / wanted as f64;
        let (mut seen, mut kept) = (0, 0);
        for part in &mut self.parts {
            let Some(memo) = part.memo else { continue };
            seen += memo.num_bytes(facts);
            if (kept + memo.num_bytes(facts)) as f64 > share * seen as f64 {
                part.memo = None;
            } else {
                kept += memo.num_bytes(facts);
            }
        }
    }

    /// Assigns memos to `part` and those below it; `path` holds the nodes placed so far. Returns
    /// the earlier nodes that the part looks at.
    fn add_memos(&mut self, part: u16, path: &mut Vec<u8>) -> u64 {
        let Part { sets, kind, nodes, .. } = self.parts[part as usize];
        let mut looks_at = self.sets[sets.range()].iter().fold(0, |seen, set| {
            let rows = self.rows[set.rows.range()].iter().fold(0, |m, row| m | 1 << row.from);
            seen | rows | set.distinct | set.apart | set.above
        });
        if let PartKind::Step { children } = kind {
            path.push(self.sets[sets.range()][0].node);
            for i in children.range() {
                looks_at |= self.add_memos(self.children[i], path);
            }
            path.pop();
        }
        looks_at &= !nodes;
        self.parts[part as usize].memo = None;
        let worthwhile = !matches!(kind, PartKind::Twins { .. } | PartKind::Pair { .. });
        if worthwhile && let Some((key, guards)) = repeated_key(looks_at, path) {
            let table = self.num_memos as u16;
            self.num_memos += 1;
            self.parts[part as usize].memo = Some(Memo { key, guards, table });
        }
        looks_at
    }
}

/// Returns the last placed node that matters and the others that matter, if their images will come
/// up again: that is, if a node that does not matter is placed after the others.
fn repeated_key(looks_at: u64, path: &[u8]) -> Option<(Option<u8>, u64)> {
    let matters = |u: &&u8| looks_at >> **u & 1 == 1;
    let key = path.iter().rev().find(matters).copied();
    let guards = looks_at & !key.map_or(0, |u| 1 << u);
    let after_guards = path.iter().rev().take_while(|u| guards >> **u & 1 == 0);
    after_guards.into_iter().any(|u| !matters(&u)).then_some((key, guards))
}
