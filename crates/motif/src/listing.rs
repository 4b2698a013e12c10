//! Listing connected induced subgraphs, each once, for graphs with directions or labels and for
//! motifs of six nodes.
//!
//! ESU (Wernicke 2006): a subgraph grows from its least node v. A node may join if it is above v
//! and is a neighbour of the last node that joined but of no earlier one (so each node has only one
//! way in), or was left over from an earlier step. The last node of a subgraph is not explored: the
//! arcs between it and the others are read from tables that were filled when the others joined.
//!
//! A subgraph is a key: the labels of its nodes and the code of every ordered pair, packed into 128
//! bits. The canonical form of a key is the largest key over all orders of the nodes. It is
//! computed once per key and cached.

use std::sync::atomic::{AtomicUsize, Ordering};

use isocount_core::{Cancelled, Control};
use isocount_platform::on_threads;
use rustc_hash::FxHashMap;

use crate::coded::Coded;
use crate::shape::permutations;

/// The layout of the keys of one size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packing {
    size: usize,
    label_bits: u32,
    code_bits: u32,
}

impl Packing {
    /// Returns `None` if a key does not fit.
    pub(crate) fn new(size: usize, graph: &Coded) -> Option<Self> {
        let bits = |most: u32| u32::BITS - most.leading_zeros();
        let (label_bits, code_bits) = (bits(graph.last_label()), bits(graph.last_code()));
        let all = size as u32 * (label_bits + (size as u32 - 1) * code_bits);
        (all <= u128::BITS).then_some(Self { size, label_bits, code_bits })
    }

    pub(crate) fn size(self) -> usize {
        self.size
    }

    fn label_place(self, i: usize) -> u32 {
        i as u32 * self.label_bits
    }

    fn code_place(self, i: usize, j: usize) -> u32 {
        let pair = i * (self.size - 1) + if j > i { j - 1 } else { j };
        self.size as u32 * self.label_bits + pair as u32 * self.code_bits
    }

    fn take(key: u128, place: u32, bits: u32) -> u32 {
        if bits == 0 { 0 } else { (key >> place) as u32 & (u32::MAX >> (u32::BITS - bits)) }
    }

    pub(crate) fn label(self, key: u128, i: usize) -> u32 {
        Self::take(key, self.label_place(i), self.label_bits)
    }

    pub(crate) fn code(self, key: u128, i: usize, j: usize) -> u32 {
        Self::take(key, self.code_place(i, j), self.code_bits)
    }

    /// The key of the same subgraph with node `p[i]` for node i.
    pub(crate) fn renamed(self, key: u128, p: &[usize]) -> u128 {
        let mut renamed = 0;
        for i in 0..self.size {
            renamed |= put(self.label(key, i), self.label_place(p[i]));
            for j in (0..self.size).filter(|&j| j != i) {
                renamed |= put(self.code(key, i, j), self.code_place(p[i], p[j]));
            }
        }
        renamed
    }

    /// A key with the label of a node.
    pub(crate) fn with_label(self, key: u128, i: usize, label: u32) -> u128 {
        key | put(label, self.label_place(i))
    }

    /// A key with the codes of a pair and of its reverse.
    pub(crate) fn with_codes(
        self,
        key: u128,
        (i, j): (usize, usize),
        (out, into): (u32, u32),
    ) -> u128 {
        key | put(out, self.code_place(i, j)) | put(into, self.code_place(j, i))
    }

    /// The canonical key, and where it puts each node.
    pub(crate) fn canonical(self, key: u128) -> (u128, &'static [usize]) {
        let all = permutations(self.size).iter().map(|p| (self.renamed(key, p), &p[..]));
        all.max_by_key(|&(renamed, _)| renamed).unwrap_or((key, &[]))
    }
}

/// Shifts a value into place. A zero may be shifted beyond the last bit.
fn put(value: u32, place: u32) -> u128 {
    if value == 0 { 0 } else { u128::from(value) << place }
}

/// What is counted in addition to the number of occurrences.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extras {
    /// For each position, the number of times it is at each node.
    pub(crate) nodes: bool,
    /// The number of occurrences that each link takes part in.
    pub(crate) links: bool,
}

/// The number of occurrences of a canonical key, and the requested [`Extras`].
pub(crate) struct Occurrences {
    pub(crate) count: u64,
    pub(crate) nodes: Vec<Vec<u64>>,
    pub(crate) links: Vec<u64>,
}

/// Lists all connected induced subgraphs of this size by canonical key.
pub(crate) fn list(
    graph: &Coded,
    packing: Packing,
    extras: Extras,
    threads: usize,
    shown: &Control,
    control: &Control,
) -> Result<FxHashMap<u128, Occurrences>, Cancelled> {
    let links = if extras.links { graph.links_of_ends() } else { Vec::new() };
    let next = AtomicUsize::new(0);
    let parts = on_threads(threads, |_| {
        let mut lister = Lister::new(graph, packing, extras, &links);
        loop {
            let root = next.fetch_add(1, Ordering::Relaxed);
            if root >= graph.num_nodes() {
                return Ok(lister.found);
            }
            lister.grow(root as u32, control)?;
            shown.advance(1);
        }
    });
    let mut all: FxHashMap<u128, Occurrences> = FxHashMap::default();
    for part in parts {
        for found in part? {
            let Found { key, count, nodes, links } = found;
            match all.entry(key) {
                std::collections::hash_map::Entry::Vacant(place) => {
                    place.insert(Occurrences { count, nodes, links });
                }
                std::collections::hash_map::Entry::Occupied(mut place) => {
                    let sum = place.get_mut();
                    sum.count += count;
                    let columns = sum.nodes.iter_mut().flatten().zip(nodes.iter().flatten());
                    columns.for_each(|(sum, more)| *sum += more);
                    let links = sum.links.iter_mut().zip(links);
                    links.for_each(|(sum, more)| *sum += more);
                }
            }
        }
    }
    Ok(all)
}

/// A canonical key that a thread has found.
struct Found {
    key: u128,
    count: u64,
    nodes: Vec<Vec<u64>>,
    links: Vec<u64>,
}

/// The state of a thread that lists.
struct Lister<'a> {
    graph: &'a Coded,
    packing: Packing,
    extras: Extras,
    /// The link of each end, if links are counted.
    links: &'a [u32],
    /// For each node of the subgraph but the last, the links to every node, plus one.
    link_to: Vec<Vec<u32>>,
    num_links: usize,
    /// The subgraph so far, and its key.
    nodes: Vec<u32>,
    keys: Vec<u128>,
    /// For each node of the subgraph but the last, its codes to and from every node.
    codes: Vec<Vec<(u32, u32)>>,
    /// Whether a node is in the subgraph or next to it.
    seen: Vec<bool>,
    /// For each key, its index in `found` and the places of its nodes.
    known: FxHashMap<u128, (usize, &'static [usize])>,
    places: FxHashMap<u128, usize>,
    found: Vec<Found>,
    steps: u32,
}

impl<'a> Lister<'a> {
    fn new(graph: &'a Coded, packing: Packing, extras: Extras, links: &'a [u32]) -> Self {
        let nodes = graph.num_nodes();
        let noted = if extras.links { packing.size - 1 } else { 0 };
        let link_to = vec![vec![0; nodes]; noted];
        Self {
            graph,
            packing,
            extras,
            links,
            link_to,
            num_links: graph.num_ends() / 2,
            nodes: Vec::new(),
            keys: vec![0],
            codes: vec![vec![(0, 0); nodes]; packing.size - 1],
            seen: vec![false; nodes],
            known: FxHashMap::default(),
            places: FxHashMap::default(),
            found: Vec::new(),
            steps: 0,
        }
    }

    fn grow(&mut self, root: u32, control: &Control) -> Result<(), Cancelled> {
        self.seen[root as usize] = true;
        let ended = self.join(root, root, &mut Vec::new(), control);
        self.seen[root as usize] = false;
        ended
    }

    /// Adds a node, and adds its new neighbours to the nodes that may join.
    fn join(
        &mut self,
        root: u32,
        node: u32,
        may_join: &mut Vec<u32>,
        control: &Control,
    ) -> Result<(), Cancelled> {
        let key = self.key_with(node);
        let level = self.nodes.len();
        self.nodes.push(node);
        self.keys.push(key);
        let from = may_join.len();
        for near in self.graph.row(node) {
            let other = near.node as usize;
            self.codes[level][other] = (near.out, near.into);
            if near.node > root && !self.seen[other] {
                self.seen[other] = true;
                may_join.push(near.node);
            }
        }
        self.note_links(level, node, 1);
        let ended = self.extend(root, may_join.clone(), control);
        for near in self.graph.row(node) {
            self.codes[level][near.node as usize] = (0, 0);
        }
        self.note_links(level, node, 0);
        for other in may_join.drain(from..) {
            self.seen[other as usize] = false;
        }
        self.nodes.pop();
        self.keys.pop();
        ended
    }

    /// Records the links of a node that joins, or clears them.
    fn note_links(&mut self, level: usize, node: u32, is_there: u32) {
        if let Some(link_to) = self.link_to.get_mut(level) {
            for (near, end) in self.graph.row(node).iter().zip(self.graph.ends_of(node)) {
                link_to[near.node as usize] = is_there * (self.links[end] + 1);
            }
        }
    }

    fn extend(
        &mut self,
        root: u32,
        mut may_join: Vec<u32>,
        control: &Control,
    ) -> Result<(), Cancelled> {
        if self.nodes.len() + 1 == self.packing.size {
            self.steps = self.steps.wrapping_add(1);
            if self.steps.is_multiple_of(64) {
                control.check()?;
            }
            for &last in &may_join {
                self.count(last);
            }
            return Ok(());
        }
        while let Some(node) = may_join.pop() {
            self.join(root, node, &mut may_join, control)?;
        }
        Ok(())
    }

    /// The key of the subgraph with one more node.
    fn key_with(&self, node: u32) -> u128 {
        let place = self.nodes.len();
        let last = self.keys[place] | put(self.graph.label(node), self.packing.label_place(place));
        self.codes[..place].iter().enumerate().fold(last, |key, (i, codes)| {
            let (out, into) = codes[node as usize];
            key | put(out, self.packing.code_place(i, place))
                | put(into, self.packing.code_place(place, i))
        })
    }

    fn count(&mut self, last: u32) {
        let key = self.key_with(last);
        let (place, positions) = match self.known.get(&key) {
            Some(&known) => known,
            None => self.meet(key),
        };
        let found = &mut self.found[place];
        found.count += 1;
        if self.extras.links {
            for (level, link_to) in self.link_to.iter().enumerate() {
                for other in self.nodes[level + 1..].iter().chain([&last]) {
                    if let Some(link) = link_to[*other as usize].checked_sub(1) {
                        found.links[link as usize] += 1;
                    }
                }
            }
        }
        if self.extras.nodes {
            let nodes = self.nodes.iter().chain([&last]);
            for (&node, &position) in nodes.zip(positions) {
                found.nodes[position][node as usize] += 1;
            }
        }
    }

    fn meet(&mut self, key: u128) -> (usize, &'static [usize]) {
        let (canonical, positions) = self.packing.canonical(key);
        let place = *self.places.entry(canonical).or_insert_with(|| {
            let column = if self.extras.nodes { self.graph.num_nodes() } else { 0 };
            let links = vec![0; if self.extras.links { self.num_links } else { 0 }];
            let nodes = vec![vec![0; column]; self.packing.size];
            self.found.push(Found { key: canonical, count: 0, nodes, links });
            self.found.len() - 1
        });
        self.known.insert(key, (place, positions));
        (place, positions)
    }
}
