//! Spaces of at most 64·W nodes: every set is W machine words.

use isocount_core::{LabeledGraph, NodeId, Semantics};

use super::banned::banned_tables;
use super::pair_room::{LastImages, PairRoom, PairTail};
use super::space::{Moments, Selection, Space, moments_of};
use crate::cost::planning::ENTRIES_PER_WORK;
use crate::exact::compiling::{Compiled, Direction, Relation, members};
use crate::exact::sieving::Sieved;
use crate::meter::Meter;

/// Candidates and rows as bit masks. The memory is reused from question to question.
#[derive(Debug)]
pub(crate) struct MaskSpace<const W: usize> {
    num_nodes: usize,
    candidates: Vec<[u64; W]>,
    /// Row `x` of a table is `rows[start + x]`.
    rows: Vec<[u64; W]>,
    table_starts: Vec<u32>,
    /// For induced counts: all nodes with an arc to or from `x`, whatever its label.
    adjacent: Vec<[u64; W]>,
    /// For absent arcs: row `x` of table `t` is `banned[t * num_nodes + x]`.
    banned: Vec<[u64; W]>,
    /// The table of bans from one pattern node to another; empty if there are none.
    ban_tables: Vec<u16>,
}

impl<const W: usize> Default for MaskSpace<W> {
    fn default() -> Self {
        let (candidates, rows, adjacent) = (Vec::new(), Vec::new(), Vec::new());
        let (table_starts, banned, ban_tables) = (Vec::new(), Vec::new(), Vec::new());
        Self { num_nodes: 0, candidates, rows, table_starts, adjacent, banned, ban_tables }
    }
}

impl<const W: usize> MaskSpace<W> {
    /// Fills the space and narrows the candidates until each has a partner across every link. False
    /// if some pattern node has none left, or the budget ran out.
    pub(crate) fn fill(
        &mut self,
        p: &Compiled,
        g: &LabeledGraph,
        s: &Sieved,
        m: Semantics,
        meter: &mut Meter<'_>,
    ) -> bool {
        self.num_nodes = s.num_nodes();
        self.candidates.clear();
        self.candidates.resize(p.num_nodes(), [0; W]);
        for (x, &mask) in s.stands_for.iter().enumerate() {
            for u in members(mask) {
                set_bit(&mut self.candidates[u], x);
            }
        }
        self.fill_type_rows(p, s, meter);
        self.fill_tables(p, meter);
        if meter.is_spent() {
            return false;
        }
        if m.is_injective() {
            self.compare_degrees(p, meter);
        }
        if m.is_induced() {
            self.fill_adjacent(g, s, meter);
        }
        let contested = |r: &Relation| m.is_injective() && r.contested;
        for (r, relation) in p.relations.iter().enumerate() {
            if m.is_induced() || contested(relation) || relation.ban.is_some() {
                self.keep_related(p, r, g, s, m, meter);
            }
        }
        self.ban_tables.clear();
        if !p.bans.kinds.is_empty() && !m.is_induced() && !self.fill_banned(p, g, s, meter) {
            return false;
        }
        !meter.is_spent() && self.refine(p, meter)
    }

    /// Records the pairs that break bans. False if the budget ran out.
    fn fill_banned(
        &mut self,
        p: &Compiled,
        g: &LabeledGraph,
        s: &Sieved,
        meter: &mut Meter<'_>,
    ) -> bool {
        let n = self.num_nodes;
        self.ban_tables = p.bans.tables();
        self.banned.clear();
        self.banned.resize(2 * p.bans.kinds.len() * n, [0; W]);
        for (i, kind) in p.bans.kinds.iter().enumerate() {
            let Some(tables) = banned_tables(p, kind, g, s, meter) else { return false };
            for (t, table) in (2 * i..).zip(&tables) {
                for x in table.places() {
                    for &y in table.row(x) {
                        set_bit(&mut self.banned[t * n + x as usize], y as usize);
                    }
                }
            }
        }
        true
    }

    /// Type `t` has the heads of each tail at `2t` and the tails of each head at `2t + 1`.
    fn fill_type_rows(&mut self, p: &Compiled, s: &Sieved, meter: &mut Meter<'_>) {
        let n = self.num_nodes;
        self.rows.clear();
        self.rows.resize(2 * p.types.len() * n, [0; W]);
        for some in meter.stretches(s.arcs.len()) {
            for arc in &s.arcs[some] {
                let (tail, head) = (arc.tail as usize, arc.head as usize);
                let start = 2 * arc.arc_type as usize * n;
                set_bit(&mut self.rows[start + tail], head);
                set_bit(&mut self.rows[start + n + head], tail);
            }
        }
    }

    /// Drops candidates with too few arcs of some type.
    fn compare_degrees(&mut self, p: &Compiled, meter: &mut Meter<'_>) {
        for degree in &p.degrees {
            if !meter.work(self.num_nodes) {
                return;
            }
            let entering = usize::from(degree.direction == Direction::In);
            let start = (2 * degree.arc_type as usize + entering) * self.num_nodes;
            let mut kept = self.candidates[degree.node as usize];
            for x in bits(&kept) {
                let x = x as usize;
                if size(&self.rows[start + x]) < degree.at_least.into() {
                    kept[x / 64] &= !(1 << (x % 64));
                }
            }
            self.candidates[degree.node as usize] = kept;
        }
    }

    /// A relation of one arc uses the rows of its type; others get rows of their own.
    fn fill_tables(&mut self, p: &Compiled, meter: &mut Meter<'_>) {
        let n = self.num_nodes;
        self.table_starts.clear();
        for relation in &p.relations {
            let start_of = |(direction, t): (Direction, u16), backward: bool| {
                let entering = (direction == Direction::In) != backward;
                (2 * t as usize + usize::from(entering)) * n
            };
            for backward in [false, true] {
                let first = start_of(relation.arcs[0], backward);
                if relation.arcs.len() == 1 {
                    self.table_starts.push(first as u32);
                    continue;
                }
                if !meter.work(n * relation.arcs.len()) {
                    return;
                }
                self.table_starts.push(self.rows.len() as u32);
                for x in 0..n {
                    let mut row = self.rows[first + x];
                    for &arc in &relation.arcs[1..] {
                        row = and(row, self.rows[start_of(arc, backward) + x]);
                    }
                    self.rows.push(row);
                }
            }
        }
    }

    /// Records which nodes have arcs between them.
    fn fill_adjacent(&mut self, g: &LabeledGraph, s: &Sieved, meter: &mut Meter<'_>) {
        let n = self.num_nodes;
        self.adjacent.clear();
        self.adjacent.resize(n, [0; W]);
        for x in 0..n {
            let row = g.out_arcs(NodeId(s.nodes[x]));
            for some in meter.stretches(row.len()) {
                for y in row[some].iter().filter_map(|arc| s.place(arc.node)) {
                    set_bit(&mut self.adjacent[x], y);
                    set_bit(&mut self.adjacent[y], x);
                }
            }
        }
    }

    /// Keeps the pairs of a relation that have the pattern's arcs between them: no other arcs if
    /// induced, and separate arcs for each set if sets compete for them.
    fn keep_related(
        &mut self,
        p: &Compiled,
        r: usize,
        g: &LabeledGraph,
        s: &Sieved,
        m: Semantics,
        meter: &mut Meter<'_>,
    ) {
        let n = self.num_nodes;
        let node = |x: usize| NodeId(s.nodes[x]);
        let num_arcs =
            |x, y| g.arcs_between(node(x), node(y)).len() + g.arcs_between(node(y), node(x)).len();
        let relation = &p.relations[r];
        for table in [2 * r, 2 * r + 1] {
            let start = self.table_starts[table] as usize;
            // The rows of a type may serve several relations, so these get a copy.
            self.table_starts[table] = self.rows.len() as u32;
            for x in 0..n {
                let mut row = [0; W];
                let old = self.rows[start + x];
                if !meter.work(size(&old) as usize) {
                    return;
                }
                for y in bits(&old) {
                    let y = y as usize;
                    let is_related = match &p.sets {
                        None => num_arcs(x, y) == relation.arcs.len(),
                        Some(sets) => {
                            let seen = if table == 2 * r { (x, y) } else { (y, x) };
                            let pair = (node(seen.0), node(seen.1));
                            sets.are_related((p, relation), g, pair, m, meter)
                        }
                    };
                    if is_related {
                        set_bit(&mut row, y);
                    }
                }
                self.rows.push(row);
            }
        }
    }

    /// The candidates of a node that meet all conditions.
    #[inline]
    fn selected(&self, selection: &Selection<'_>, images: &[u32]) -> [u64; W] {
        let mut set = self.candidates[selection.node as usize];
        for row in selection.rows {
            let start = self.table_starts[row.table as usize] as usize;
            set = and(set, self.rows[start + images[row.from as usize] as usize]);
        }
        for u in members(selection.distinct) {
            let x = images[u] as usize;
            set[x / 64] &= !(1 << (x % 64));
        }
        if selection.apart != 0 {
            self.keep_apart(selection, images, &mut set);
        }
        for u in members(selection.above) {
            clear_through(&mut set, images[u] as usize);
        }
        set
    }

    /// Drops the candidates with an arc that must be absent.
    fn keep_apart(&self, selection: &Selection<'_>, images: &[u32], set: &mut [u64; W]) {
        for u in members(selection.apart) {
            let x = images[u] as usize;
            let row = if self.ban_tables.is_empty() {
                self.adjacent[x]
            } else {
                let table = self.ban_tables[u * self.candidates.len() + selection.node as usize];
                self.banned[table as usize * self.num_nodes + x]
            };
            set.iter_mut().zip(row).for_each(|(word, other)| *word &= !other);
        }
    }

    fn refine(&mut self, p: &Compiled, meter: &mut Meter<'_>) -> bool {
        if self.candidates.contains(&[0; W]) {
            return false;
        }
        loop {
            let mut changed = false;
            for link in &p.links {
                for (from, to, table) in
                    [(link.a, link.b, 2 * link.relation), (link.b, link.a, 2 * link.relation + 1)]
                {
                    let start = self.table_starts[table as usize] as usize;
                    let mut reached = [0; W];
                    for x in bits(&self.candidates[from as usize]) {
                        reached = or(reached, self.rows[start + x as usize]);
                    }
                    let before = self.candidates[to as usize];
                    let after = and(before, reached);
                    if after == [0; W] {
                        return false;
                    }
                    changed |= after != before;
                    self.candidates[to as usize] = after;
                }
            }
            if !changed {
                return true;
            }
            if !meter.work(p.links.len() * self.num_nodes) {
                return false;
            }
        }
    }
}

/// Filled by the caller, for small questions.
impl MaskSpace<1> {
    /// Starts over, without rows.
    pub(crate) fn begin(&mut self, num_nodes: usize, candidates: &[u64], num_tables: usize) {
        self.num_nodes = num_nodes;
        self.candidates.clear();
        self.candidates.extend(candidates.iter().map(|&set| [set]));
        self.rows.clear();
        self.table_starts.clear();
        self.table_starts.resize(num_tables, NOT_BEGUN);
    }

    /// Empty rows for a table. If it has rows already, the new ones take only what is in them.
    pub(crate) fn next_rows(&mut self, table: u16) -> NextRows<'_> {
        let n = self.num_nodes;
        let start = self.rows.len();
        self.rows.resize(start + n, [0]);
        let (before, rows) = self.rows.split_at_mut(start);
        let old = std::mem::replace(&mut self.table_starts[table as usize], start as u32);
        let allowed =
            if old == NOT_BEGUN { None } else { Some(&before[old as usize..old as usize + n]) };
        NextRows { rows, allowed }
    }
}

/// A table without rows.
const NOT_BEGUN: u32 = u32::MAX;

/// The rows of a table that is being filled.
pub(crate) struct NextRows<'a> {
    rows: &'a mut [[u64; 1]],
    allowed: Option<&'a [[u64; 1]]>,
}

impl NextRows<'_> {
    #[inline]
    pub(crate) fn set(&mut self, from: u8, to: u8) {
        let allowed = self.allowed.map_or(u64::MAX, |rows| rows[from as usize][0]);
        self.rows[from as usize][0] |= 1 << to & allowed;
    }
}

impl<const W: usize> Space for MaskSpace<W> {
    type Set = Mask<W>;

    fn places(&self, _: usize) -> std::ops::Range<u32> {
        0..self.num_nodes as u32
    }

    fn num_candidates(&self, u: usize) -> usize {
        size(&self.candidates[u]) as usize
    }

    fn overlap(&self, u: usize, v: usize) -> bool {
        and(self.candidates[u], self.candidates[v]) != [0; W]
    }

    fn same_candidates(&self, u: usize, v: usize) -> bool {
        self.candidates[u] == self.candidates[v]
    }

    #[inline]
    fn select(&self, s: &Selection<'_>, images: &[u32], out: &mut Mask<W>, _: &mut Meter<'_>) {
        out.0 = self.selected(s, images);
    }

    #[inline]
    fn count(&self, s: &Selection<'_>, images: &[u32], _: &mut Meter<'_>) -> u64 {
        size(&self.selected(s, images))
    }

    #[inline]
    fn len(set: &Mask<W>) -> u64 {
        size(&set.0)
    }

    #[inline]
    fn members(set: &Mask<W>) -> impl Iterator<Item = u32> + '_ {
        bits(&set.0)
    }

    /// The cursor is the lowest bit that may come next.
    #[inline]
    fn member_at(set: &Mask<W>, cursor: u32) -> Option<(u32, u32)> {
        let (first, bit) = (cursor as usize / 64, cursor % 64);
        let word = |i: usize| if i == first { set.0[i] & (u64::MAX << bit) } else { set.0[i] };
        let i = (first..W).find(|&i| word(i) != 0)?;
        let x = 64 * i as u32 + word(i).trailing_zeros();
        Some((x, x + 1))
    }

    #[inline]
    fn meet(a: &Mask<W>, b: &Mask<W>, out: &mut Mask<W>, _: &mut Meter<'_>) {
        out.0 = and(a.0, b.0);
    }

    fn moments(&self, table: u16) -> Moments {
        let start = self.table_starts[table as usize] as usize;
        moments_of(self.rows[start..start + self.num_nodes].iter().map(size))
    }

    fn prepare_pairs(&self, _: &mut Meter<'_>) -> bool {
        true
    }

    fn pairs(
        &self,
        tail: &PairTail<'_>,
        which: LastImages,
        images: &mut [u32],
        _: &mut PairRoom,
        meter: &mut Meter<'_>,
    ) -> u128 {
        let (last_images, offset, stride) = match which {
            LastImages::One(x) => {
                let mut one = [0; W];
                set_bit(&mut one, x as usize);
                (one, 0, 1)
            }
            LastImages::Every { offset, stride } => {
                (self.selected(&tail.last, images), offset, stride)
            }
        };
        let mut sum = 0_u128;
        for p in bits(&last_images).skip(offset).step_by(stride) {
            if !meter.step() {
                break;
            }
            images[tail.last.node as usize] = p;
            let [first, second] = tail.ends.map(|end| self.selected(&end, images));
            if second == [0; W] {
                continue;
            }
            let related = |x: u32| {
                let row = if let Some([table, _]) = tail.link {
                    self.rows[(self.table_starts[table as usize] + x) as usize]
                } else {
                    let mut row = self.adjacent[x as usize];
                    set_bit(&mut row, x as usize);
                    row
                };
                size(&and(row, second))
            };
            let pairs: u64 = bits(&first).map(related).sum();
            let all = size(&first) * size(&second);
            sum += u128::from(if tail.link.is_some() { pairs } else { all - pairs });
            meter.work(W * size(&first) as usize / ENTRIES_PER_WORK);
        }
        sum
    }
}

/// A set of at most 64·W nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mask<const W: usize>([u64; W]);

impl<const W: usize> Default for Mask<W> {
    fn default() -> Self {
        Self([0; W])
    }
}

#[inline]
fn and<const W: usize>(a: [u64; W], b: [u64; W]) -> [u64; W] {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline]
fn or<const W: usize>(a: [u64; W], b: [u64; W]) -> [u64; W] {
    std::array::from_fn(|i| a[i] | b[i])
}

#[inline]
fn size<const W: usize>(mask: &[u64; W]) -> u64 {
    mask.iter().map(|word| u64::from(word.count_ones())).sum()
}

#[inline]
fn set_bit<const W: usize>(mask: &mut [u64; W], x: usize) {
    mask[x / 64] |= 1 << (x % 64);
}

#[inline]
fn bits<const W: usize>(mask: &[u64; W]) -> impl Iterator<Item = u32> + use<W> {
    let words = *mask;
    (0..W).flat_map(move |i| members(words[i]).map(move |bit| (64 * i + bit) as u32))
}

/// Clears the bits `0..=x`.
fn clear_through<const W: usize>(mask: &mut [u64; W], x: usize) {
    mask[..x / 64].fill(0);
    mask[x / 64] &= !(u64::MAX >> (63 - x % 64));
}
