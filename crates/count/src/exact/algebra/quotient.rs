//! Injective counts from homomorphism counts (Curticapean, Dell and Marx 2017):
//!
//! ```text
//! inj(P) = Σ over partitions π of the nodes   μ(π) · hom(P / π),    μ(π) = Π over blocks B  (−1)^(|B|−1) (|B|−1)!
//! ```
//!
//! A block with an arc inside has no image, because an injective mapping uses no loop of the graph
//! for it; nor has a block of nodes without a common candidate. Isomorphic quotients are
//! counted once.
//!
//! An induced mapping has exactly the pattern's arcs between the images of linked nodes, and none
//! between others. With A(x, y) = 1 if some arc runs between two nodes x and y, else 0:
//!
//! ```text
//! ind(P) = Σ over partitions π   μ(π) · Σ over sets S of pairs of blocks without links   (−1)^|S| · hom(P / π, and A on S)
//! ```
//!
//! where a partition counts only if it merges nodes that are linked to the same nodes in the same
//! way: else the terms of a pair that is both linked and not cancel.

use crate::cost::algebra::MOST_PARTITIONS;
use rustc_hash::FxHashMap;

use super::canonical::{MAX_SHAPE, QuotientShape};
use super::relation::Relations;
use crate::exact::compiling::Compiled;
use crate::exact::sieving::Sieved;
use crate::meter::Meter;

/// Which graph nodes a node of a quotient may go to: those of a home, and of these the ones that
/// stand for all pattern nodes in the mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NodeKind {
    pub(crate) home: u8,
    pub(crate) need: u64,
}

/// Kinds by number.
#[derive(Debug, Default)]
pub(crate) struct NodeKinds {
    pub(crate) list: Vec<NodeKind>,
    known: FxHashMap<NodeKind, u32>,
}

impl NodeKinds {
    pub(crate) fn intern(&mut self, kind: NodeKind) -> u32 {
        let list = &mut self.list;
        *self.known.entry(kind).or_insert_with(|| {
            list.push(kind);
            list.len() as u32 - 1
        })
    }
}

/// A quotient: kinds of nodes, relations as edges, and how often its homomorphisms count.
#[derive(Debug)]
pub(crate) struct Quotient {
    pub(crate) shape: QuotientShape,
    pub(crate) coefficient: i128,
    pub(crate) parts: QuotientParts,
}

/// How often the homomorphisms of a quotient count at the images of its nodes, and of its pairs of
/// nodes: sparse sums.
#[derive(Debug, Default)]
pub(crate) struct QuotientParts {
    /// By node and column.
    pub(crate) nodes: Vec<((u8, u8), i128)>,
    /// By pair of nodes and relation of the pattern, seen from the first of them.
    pub(crate) pairs: Vec<((u8, u8, u16), i128)>,
}

impl QuotientParts {
    fn add(&mut self, more: &Self) {
        add_all(&mut self.nodes, &more.nodes);
        add_all(&mut self.pairs, &more.pairs);
    }

    fn is_zero(&self) -> bool {
        self.nodes.iter().all(|(_, sum)| *sum == 0) && self.pairs.iter().all(|(_, sum)| *sum == 0)
    }
}

fn add_all<K: Copy + PartialEq>(sums: &mut Vec<(K, i128)>, more: &[(K, i128)]) {
    for &(key, number) in more {
        match sums.iter_mut().find(|(known, _)| *known == key) {
            Some((_, sum)) => *sum += number,
            None => sums.push((key, number)),
        }
    }
}

/// What takes part: for each pattern node the column that it counts in, and whether links count.
#[derive(Clone, Debug)]
pub(crate) struct PartsWanted {
    pub(crate) column_of: Vec<Option<u8>>,
    pub(crate) links: bool,
}

/// What pattern nodes must look like beyond their home.
pub(crate) enum Candidates {
    /// Only loops and sets of labels are looked at, so that many nodes are of one kind.
    Wide,
    /// Everything that the sieve found for each node: many blocks have no candidate.
    Narrow,
}

/// The reason why there are no quotients.
pub(crate) enum Failure {
    /// Too many partitions, relations or nodes.
    TooMany,
    /// The budget ran out.
    Spent,
}

/// What kind of mappings are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MappingKind {
    All,
    Injective,
    Induced,
}

pub(crate) struct Quotients<'a, 'g, 'm> {
    p: &'a Compiled,
    s: &'a Sieved,
    relations: &'a mut Relations<'g>,
    kinds: &'a mut NodeKinds,
    meter: &'a mut Meter<'m>,
    /// For each pattern node, what its candidates must stand for.
    needs: Vec<u64>,
    /// The different masks of candidates.
    masks: Vec<u64>,
    has_candidate: FxHashMap<u64, bool>,
    /// Row by row, the relations between pattern nodes.
    links: Vec<u32>,
    blocks: Vec<Block>,
    /// Row by row, the relations between blocks, of the partition in the making.
    edges: Vec<u32>,
    num_partitions: usize,
    places: FxHashMap<QuotientShape, usize>,
    found: Vec<Quotient>,
    wanted: Option<&'a PartsWanted>,
}

struct Block {
    members: u64,
    need: u64,
    home: u8,
}

impl<'a, 'g, 'm> Quotients<'a, 'g, 'm> {
    /// All quotients of a pattern with their coefficients; the pattern alone unless injective.
    #[expect(clippy::too_many_arguments, reason = "a question, and where what is found belongs")]
    pub(crate) fn of(
        p: &'a Compiled,
        s: &'a Sieved,
        mappings: MappingKind,
        wanted: Option<&'a PartsWanted>,
        candidates: &Candidates,
        relations: &'a mut Relations<'g>,
        kinds: &'a mut NodeKinds,
        meter: &'a mut Meter<'m>,
    ) -> Result<Vec<Quotient>, Failure> {
        let k = p.num_nodes();
        if k > MAX_SHAPE {
            return Err(Failure::TooMany);
        }
        let mut links = vec![0; k * k];
        for link in &p.links {
            let relation = relations.of_link(p, s, link.relation, meter);
            let relation = relation.ok_or_else(|| failure(meter))?;
            let (a, b) = (link.a as usize, link.b as usize);
            links[a * k + b] = relation;
            links[b * k + a] = relations.reverse(relation);
        }
        let mut quotients = Self {
            p,
            s,
            relations,
            kinds,
            meter,
            needs: Vec::new(),
            masks: Vec::new(),
            has_candidate: FxHashMap::default(),
            links,
            blocks: Vec::new(),
            edges: vec![0; k * k],
            num_partitions: 0,
            places: FxHashMap::default(),
            found: Vec::new(),
            wanted,
        };
        quotients.look_at_candidates(candidates)?;
        quotients.place(0, 1, mappings)?;
        let mut found = quotients.found;
        found.retain(|quotient| quotient.coefficient != 0 || !quotient.parts.is_zero());
        Ok(found)
    }

    fn look_at_candidates(&mut self, candidates: &Candidates) -> Result<(), Failure> {
        let (p, s) = (self.p, self.s);
        for some in self.meter.stretches(s.num_nodes()) {
            self.masks.extend(&s.stands_for[some]);
            self.masks.sort_unstable();
            self.masks.dedup();
        }
        if self.meter.is_spent() {
            return Err(Failure::Spent);
        }
        self.needs = (0..p.num_nodes()).map(|u| self.need(u, candidates)).collect();
        Ok(())
    }

    fn home(&self, u: usize) -> u8 {
        self.relations.homes().of_kind(self.p.kind[u])
    }

    fn need(&self, u: usize, candidates: &Candidates) -> u64 {
        let only_loops = matches!(candidates, Candidates::Wide) && self.p.sets.is_none();
        if only_loops && self.p.loops[u].is_empty() {
            return 0;
        }
        // Nodes with the same candidates are of the same kind.
        let same = |v: &usize| {
            self.home(*v) == self.home(u)
                && self.masks.iter().all(|mask| mask >> *v & 1 == mask >> u & 1)
        };
        let first = (0..u).find(same).unwrap_or(u);
        let of_home = self.p.families[self.p.kind[u] as usize].members;
        let all_have_it = self.masks.iter().all(|mask| mask & of_home == 0 || mask >> u & 1 == 1);
        if all_have_it { 0 } else { 1 << first }
    }

    /// Puts node `u` and those after it into blocks.
    fn place(&mut self, u: usize, coefficient: i128, mappings: MappingKind) -> Result<(), Failure> {
        let k = self.p.num_nodes();
        if u == k {
            return match mappings {
                MappingKind::All | MappingKind::Injective => self.finish(coefficient),
                MappingKind::Induced if self.is_uniform() => self.forbid(0, 1, coefficient),
                MappingKind::Induced => Ok(()),
            };
        }
        if mappings != MappingKind::All {
            for b in 0..self.blocks.len() {
                let Block { members, need, home } = self.blocks[b];
                let need = need | self.needs[u];
                if home != self.home(u)
                    || self.p.linked[u] & members != 0
                    || !self.some_stand_for(need)
                {
                    continue;
                }
                let old = self.edges.clone();
                if self.connect(u, b, mappings)? {
                    let kept = std::mem::replace(
                        &mut self.blocks[b],
                        Block { members: members | 1 << u, need, home },
                    );
                    let factor = -i128::from(members.count_ones());
                    self.place(u + 1, coefficient * factor, mappings)?;
                    self.blocks[b] = kept;
                }
                self.edges = old;
            }
        }
        let old = self.edges.clone();
        let b = self.blocks.len();
        let (home, need) = (self.home(u), self.needs[u]);
        self.blocks.push(Block { members: 1 << u, need, home });
        if self.connect(u, b, mappings)? {
            self.place(u + 1, coefficient, mappings)?;
        }
        self.blocks.pop();
        self.edges = old;
        Ok(())
    }

    /// Adds the links from `u` to earlier nodes to the edges of its block. False if no pair of
    /// graph nodes has them all.
    fn connect(&mut self, u: usize, block: usize, mappings: MappingKind) -> Result<bool, Failure> {
        let k = self.p.num_nodes();
        for c in 0..self.blocks.len() {
            let there = self.blocks[c].members & self.p.linked[u];
            for v in crate::exact::compiling::members(there) {
                let (old, link) = (self.edges[block * k + c], self.links[u * k + v]);
                if mappings == MappingKind::Induced && old != 0 && old != link {
                    return Ok(false);
                }
                let union = self.relations.union(old, link, self.s, self.meter);
                let union = union.ok_or_else(|| failure(self.meter))?;
                if self.relations.table(union).num_pairs() == 0 {
                    return Ok(false);
                }
                self.edges[block * k + c] = union;
                self.edges[c * k + block] = self.relations.reverse(union);
            }
        }
        Ok(true)
    }

    /// Whether each pair of blocks is linked in all its pairs of nodes, or in none.
    fn is_uniform(&self) -> bool {
        let k = self.p.num_nodes();
        let pairs = (0..self.blocks.len()).flat_map(|b| (0..b).map(move |c| (b, c)));
        pairs.filter(|&(b, c)| self.edges[b * k + c] != 0).all(|(b, c)| {
            let [b, c] = [b, c].map(|block| self.blocks[block].members);
            crate::exact::compiling::members(b).all(|u| c & !self.p.linked[u] == 0)
        })
    }

    /// Adds an arc between the blocks `b` and `c`, and does not, if they are not linked; so for all
    /// later pairs, with `c` below `b`.
    fn forbid(&mut self, c: usize, b: usize, coefficient: i128) -> Result<(), Failure> {
        if b >= self.blocks.len() {
            return self.finish(coefficient);
        }
        let next = if c + 1 < b { (c + 1, b) } else { (0, b + 1) };
        self.forbid(next.0, next.1, coefficient)?;
        let k = self.p.num_nodes();
        if self.edges[b * k + c] == 0 {
            let [from, to] = [b, c].map(|block| self.blocks[block].home);
            let arc = self.relations.some_arc(from, to, self.s, self.meter);
            let arc = arc.ok_or_else(|| failure(self.meter))?;
            if self.relations.table(arc).num_pairs() > 0 {
                self.edges[b * k + c] = arc;
                self.edges[c * k + b] = self.relations.reverse(arc);
                self.forbid(next.0, next.1, -coefficient)?;
                self.edges[b * k + c] = 0;
                self.edges[c * k + b] = 0;
            }
        }
        Ok(())
    }

    fn some_stand_for(&mut self, need: u64) -> bool {
        let masks = &self.masks;
        need == 0
            || *self
                .has_candidate
                .entry(need)
                .or_insert_with(|| masks.iter().any(|mask| mask & need == need))
    }

    fn finish(&mut self, coefficient: i128) -> Result<(), Failure> {
        self.num_partitions += 1;
        if self.num_partitions > MOST_PARTITIONS {
            return Err(Failure::TooMany);
        }
        let (k, n) = (self.p.num_nodes(), self.blocks.len());
        if !self.meter.work(n * n) {
            return Err(Failure::Spent);
        }
        let kinds = &mut *self.kinds;
        let kind = |block: &Block| kinds.intern(NodeKind { home: block.home, need: block.need });
        let nodes = self.blocks.iter().map(kind).collect();
        let edges = (0..n).flat_map(|b| &self.edges[b * k..b * k + n]).copied().collect();
        let shape = QuotientShape { nodes, edges };
        let order = shape.canonical_order();
        let shape = shape.part(&order);
        let parts = self.parts(&order, coefficient);
        if let Some(&place) = self.places.get(&shape) {
            self.found[place].coefficient += coefficient;
            self.found[place].parts.add(&parts);
        } else {
            self.places.insert(shape.clone(), self.found.len());
            self.found.push(Quotient { shape, coefficient, parts });
        }
        Ok(())
    }

    /// What the partition in the making says of parts: each pattern node takes part at the image
    /// of its block, each link at that of both its blocks.
    fn parts(&self, order: &[usize], coefficient: i128) -> QuotientParts {
        let mut parts = QuotientParts::default();
        let Some(wanted) = self.wanted else { return parts };
        let mut place = [0_u8; MAX_SHAPE];
        for (now, &b) in order.iter().enumerate() {
            crate::exact::compiling::members(self.blocks[b].members)
                .for_each(|u| place[u] = now as u8);
        }
        for (&place, column) in place.iter().zip(&wanted.column_of) {
            if let Some(column) = *column {
                add_all(&mut parts.nodes, &[((place, column), coefficient)]);
            }
        }
        if wanted.links {
            for link in &self.p.links {
                let (a, b) = (place[link.a as usize], place[link.b as usize]);
                add_all(&mut parts.pairs, &[((a, b, link.relation), coefficient)]);
            }
        }
        parts
    }
}

/// The number of partitions of a pattern that are looked at, or more than `most` if there are more.
pub(crate) fn num_partitions(p: &Compiled, most: usize) -> usize {
    fn place(p: &Compiled, u: usize, blocks: &mut Vec<u64>, most: usize) -> usize {
        if u == p.num_nodes() {
            return 1;
        }
        let mut total = 0;
        for b in 0..blocks.len() {
            let members = blocks[b];
            if members & !p.rivals[u] == 0 && p.linked[u] & members == 0 && total <= most {
                blocks[b] |= 1 << u;
                total += place(p, u + 1, blocks, most.saturating_sub(total));
                blocks[b] = members;
            }
        }
        if total <= most {
            blocks.push(1 << u);
            total += place(p, u + 1, blocks, most.saturating_sub(total));
            blocks.pop();
        }
        total
    }
    place(p, 0, &mut Vec::new(), most)
}

fn failure(meter: &Meter<'_>) -> Failure {
    if meter.is_spent() { Failure::Spent } else { Failure::TooMany }
}
