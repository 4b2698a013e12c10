//! Large spaces: every set is a sorted list, every relation a table of sorted rows.

use std::ops::Range;
use std::sync::OnceLock;

use isocount_core::{LabeledGraph, NodeId, Semantics};

use super::banned::banned_tables;
use super::link_table::{LinkTable, relation_tables};
use super::near::Near;
use super::pair_room::{LastImages, PairRoom, PairTail};
use super::space::{Moments, Selection, Space, moments_of};
use crate::cost::clock::MEMBERS_PER_LOOK;
use crate::exact::compiling::{Compiled, members};
use crate::exact::sieving::Sieved;
use crate::meter::Meter;

/// Candidates as one mask of pattern nodes per graph node, rows as sorted lists.
#[derive(Debug)]
pub(crate) struct RowSpace<'a> {
    pattern: &'a Compiled,
    sieved: &'a Sieved,
    graph: &'a LabeledGraph,
    tables: &'a [LinkTable],
    banned: &'a [LinkTable],
    ban_tables: &'a [u16],
    num_candidates: &'a [usize],
    different: &'a [u64],
    near: &'a OnceLock<Near>,
}

/// The tables of a space. A search that stops and goes on keeps them, and other work on the same
/// question can use them.
#[derive(Debug, Default)]
pub(crate) struct RowTables {
    tables: Vec<LinkTable>,
    /// The pairs that break bans.
    banned: Vec<LinkTable>,
    /// Which of them leads from one pattern node to another.
    ban_tables: Vec<u16>,
    num_candidates: Vec<usize>,
    /// For each pattern node, the nodes of its family with other candidates.
    different: Vec<u64>,
    /// What counting pairs needs, once it is asked for.
    near: OnceLock<Near>,
}

impl RowTables {
    /// Builds all tables; none if the budget ran out meanwhile.
    pub(crate) fn new(
        p: &Compiled,
        g: &LabeledGraph,
        s: &Sieved,
        m: Semantics,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        let mut num_candidates = vec![0; p.num_nodes()];
        let mut different = vec![0; p.num_nodes()];
        // For each class, the pattern nodes whose candidates could be in it.
        let mut members_near = vec![0; p.num_classes()];
        for family in &p.families {
            let classes = &mut members_near[family.first as usize..family.end as usize];
            classes.fill(family.members);
        }
        let mut class = 0;
        for some in meter.stretches(s.num_nodes()) {
            for x in some {
                let mask = s.stands_for[x];
                while s.class_starts[class + 1] as usize <= x {
                    class += 1;
                }
                let others = members_near[class] & !mask;
                for u in members(mask) {
                    num_candidates[u] += 1;
                    different[u] |= others;
                }
                for u in members(if mask == 0 { 0 } else { others }) {
                    different[u] |= mask;
                }
            }
        }
        let mut tables = Vec::with_capacity(2 * p.relations.len());
        for r in &p.relations {
            tables.extend(relation_tables(p, r, g, s, m, meter)?);
        }
        let mut banned = Vec::new();
        // An induced mapping has no arc between such nodes at all.
        for kind in p.bans.kinds.iter().filter(|_| !m.is_induced()) {
            banned.extend(banned_tables(p, kind, g, s, meter)?);
        }
        let ban_tables = p.bans.tables();
        Some(Self { tables, banned, ban_tables, num_candidates, different, near: OnceLock::new() })
    }
}

impl<'a> RowSpace<'a> {
    /// The space of the pattern, graph and sieve that the tables are made from.
    pub(crate) fn over(
        pattern: &'a Compiled,
        graph: &'a LabeledGraph,
        sieved: &'a Sieved,
        on: &'a RowTables,
    ) -> Self {
        let RowTables { tables, banned, ban_tables, num_candidates, different, near } = on;
        let (banned, ban_tables) = (&banned[..], &ban_tables[..]);
        Self { pattern, sieved, graph, tables, banned, ban_tables, num_candidates, different, near }
    }

    /// The number of graph nodes of the space.
    pub(super) fn num_nodes(&self) -> usize {
        self.sieved.num_nodes()
    }

    /// All candidates of a node are in this range.
    pub(super) fn places_of(&self, u: u8) -> Range<u32> {
        self.sieved.range_of(self.pattern, self.pattern.kind[u as usize])
    }

    #[inline]
    pub(super) fn row_of(&self, table: u16, x: u32) -> &[u32] {
        self.tables[table as usize].row(x)
    }

    /// The nodes with an arc to or from `x`, once counting pairs is prepared.
    #[inline]
    pub(super) fn near(&self, x: u32) -> &[u32] {
        self.near.get().map_or(&[], |near| near.rows.row(x))
    }

    /// Whether every pair of nodes of a table's classes is in it if there is an arc between them.
    pub(super) fn says_all(&self, table: u16) -> bool {
        self.near.get().is_some_and(|near| near.is_all[table as usize])
    }

    /// One table: number `2 * relation` is forward, the next one backward, unless they are the
    /// same.
    pub(crate) fn table(&self, number: usize) -> &LinkTable {
        &self.tables[number]
    }

    /// Whether a forbidden arc runs from `x` to `y`, by a table of bans.
    #[inline]
    pub(crate) fn is_banned(&self, table: u16, x: u32, y: u32) -> bool {
        self.banned[table as usize].row(x).binary_search(&y).is_ok()
    }

    #[inline]
    pub(super) fn stands_for(&self, x: u32, u: u8) -> bool {
        self.sieved.stands_for[x as usize] >> u & 1 == 1
    }

    fn all_stand_for(&self, u: u8) -> bool {
        let kind = self.pattern.kind[u as usize];
        let accepted = self.pattern.num_accepted(kind, &self.sieved.class_starts);
        self.num_candidates[u as usize] == accepted
    }

    /// Checks the conditions that are not rows.
    #[inline]
    fn admits(&self, selection: &Selection<'_>, images: &[u32], x: u32) -> bool {
        self.stands_for(x, selection.node)
            && members(selection.distinct).all(|u| images[u] != x)
            && members(selection.above).all(|u| images[u] < x)
            && members(selection.apart).all(|u| self.keeps_apart(u, selection.node, images[u], x))
    }

    /// Whether no arc runs between the images of `u` and `v` that must be absent.
    fn keeps_apart(&self, u: usize, v: u8, x: u32, y: u32) -> bool {
        if self.banned.is_empty() {
            return self.are_apart(x, y);
        }
        let table = self.ban_tables[u * self.pattern.num_nodes() + v as usize];
        !self.is_banned(table, x, y)
    }

    fn are_apart(&self, x: u32, y: u32) -> bool {
        if let Some(near) = self.near.get() {
            return near.rows.row(x).binary_search(&y).is_err();
        }
        let [x, y] = [x, y].map(|place| NodeId(self.sieved.nodes[place as usize]));
        self.graph.arcs_between(x, y).is_empty() && self.graph.arcs_between(y, x).is_empty()
    }

    #[inline]
    fn row(&self, selection: &Selection<'_>, i: usize, images: &[u32]) -> &[u32] {
        let row = selection.rows[i];
        self.tables[row.table as usize].row(images[row.from as usize])
    }

    /// Calls `visit` with each member of the selected set, ascending, if the set is short.
    /// Otherwise returns false, and [`visit_long`](Self::visit_long) must be used.
    // PERF: two functions, since the closure then stays in registers where it matters: 1 % of
    // `erdos_renyi_degree_8_one_label_6_nodes`.
    #[inline]
    fn visit_short(
        &self,
        s: &Selection<'_>,
        images: &[u32],
        meter: &mut Meter<'_>,
        visit: impl FnMut(u32),
    ) -> bool {
        match s.rows.len() {
            0 => return false,
            1 => {
                let row = self.row(s, 0, images);
                if row.len() > MEMBERS_PER_LOOK {
                    return false;
                }
                meter.work(row.len());
                row.iter().copied().filter(|&x| self.admits(s, images, x)).for_each(visit);
            }
            _ => {
                let shortest = self.shortest(s, images);
                let row = self.row(s, shortest, images);
                if row.len() > MEMBERS_PER_LOOK {
                    return false;
                }
                meter.work(row.len());
                self.visit_part(s, images, shortest, row, visit);
            }
        }
        true
    }

    /// Calls `visit` with each member of the selected set, ascending; stops once the meter is
    /// spent.
    #[inline(never)]
    fn visit_long(
        &self,
        s: &Selection<'_>,
        images: &[u32],
        meter: &mut Meter<'_>,
        mut visit: impl FnMut(u32),
    ) {
        if s.rows.is_empty() {
            let all = self.places(s.node.into());
            for some in meter.stretches(all.len()) {
                let some = all.start + some.start as u32..all.start + some.end as u32;
                some.filter(|&x| self.admits(s, images, x)).for_each(&mut visit);
            }
            return;
        }
        let shortest = self.shortest(s, images);
        for some in self.row(s, shortest, images).chunks(MEMBERS_PER_LOOK) {
            if !meter.work(some.len()) {
                return;
            }
            self.visit_part(s, images, shortest, some, &mut visit);
        }
    }

    /// The index of the shortest row of a selection.
    #[inline]
    fn shortest(&self, s: &Selection<'_>, images: &[u32]) -> usize {
        let shortest = (0..s.rows.len()).min_by_key(|&i| self.row(s, i, images).len());
        shortest.expect("there is a row")
    }

    /// Calls `visit` with the members of the selected set that are in a part of its shortest row.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the innermost loop; see `visit_short`")]
    fn visit_part(
        &self,
        s: &Selection<'_>,
        images: &[u32],
        shortest: usize,
        part: &[u32],
        mut visit: impl FnMut(u32),
    ) {
        let n = s.rows.len();
        let rest = (0..n).filter(|&i| i != shortest).map(|i| self.row(s, i, images));
        // Few rows do not need an allocation.
        let mut few: [&[u32]; 4] = [&[]; 4];
        let mut many = Vec::new();
        let others = if n <= 5 {
            few.iter_mut().zip(rest).for_each(|(place, row)| *place = row);
            &mut few[..n - 1]
        } else {
            many.extend(rest);
            &mut many[..]
        };
        'next: for &x in part {
            for other in others.iter_mut() {
                *other = skip_below(other, x);
                match other.first() {
                    None => return,
                    Some(&y) if y != x => continue 'next,
                    Some(_) => {}
                }
            }
            if self.admits(s, images, x) {
                visit(x);
            }
        }
    }
}

impl Space for RowSpace<'_> {
    type Set = Vec<u32>;

    fn places(&self, u: usize) -> Range<u32> {
        self.places_of(u as u8)
    }

    fn num_candidates(&self, u: usize) -> usize {
        self.num_candidates[u]
    }

    fn overlap(&self, u: usize, v: usize) -> bool {
        self.pattern.rivals[u] >> v & 1 == 1
    }

    fn same_candidates(&self, u: usize, v: usize) -> bool {
        self.overlap(u, v) && self.different[u] >> v & 1 == 0
    }

    #[inline]
    fn select(&self, s: &Selection<'_>, images: &[u32], out: &mut Vec<u32>, meter: &mut Meter<'_>) {
        out.clear();
        if !self.visit_short(s, images, meter, |x| out.push(x)) {
            self.visit_long(s, images, meter, |x| out.push(x));
        }
    }

    #[inline]
    fn count(&self, s: &Selection<'_>, images: &[u32], meter: &mut Meter<'_>) -> u64 {
        if s.rows.len() == 1 && s.apart | s.above == 0 && self.all_stand_for(s.node) {
            // The whole row except for the images to avoid.
            let row = self.row(s, 0, images);
            let taken = members(s.distinct).filter(|&u| row.binary_search(&images[u]).is_ok());
            return (row.len() - taken.count()) as u64;
        }
        let mut size = 0;
        if !self.visit_short(s, images, meter, |_| size += 1) {
            self.visit_long(s, images, meter, |_| size += 1);
        }
        size
    }

    fn len(set: &Vec<u32>) -> u64 {
        set.len() as u64
    }

    fn members(set: &Vec<u32>) -> impl Iterator<Item = u32> + '_ {
        set.iter().copied()
    }

    /// The cursor is a position in the list.
    #[inline]
    fn member_at(set: &Vec<u32>, cursor: u32) -> Option<(u32, u32)> {
        set.get(cursor as usize).map(|&x| (x, cursor + 1))
    }

    fn meet(a: &Vec<u32>, b: &Vec<u32>, out: &mut Vec<u32>, meter: &mut Meter<'_>) {
        out.clear();
        let (short, mut long) = if a.len() <= b.len() { (a, &b[..]) } else { (b, &a[..]) };
        for some in meter.stretches(short.len()) {
            for &x in &short[some] {
                long = skip_below(long, x);
                match long.first() {
                    None => return,
                    Some(&y) if y == x => out.push(x),
                    Some(_) => {}
                }
            }
        }
    }

    fn moments(&self, table: u16) -> Moments {
        let starts = &self.tables[table as usize].starts;
        moments_of(starts.windows(2).map(|ends| u64::from(ends[1] - ends[0])))
    }

    fn prepare_pairs(&self, meter: &mut Meter<'_>) -> bool {
        if self.near.get().is_none() {
            let near = Near::of(self.pattern, self.graph, self.sieved, self.tables, meter);
            let Some(near) = near else { return false };
            self.near.get_or_init(|| near);
        }
        true
    }

    fn pairs(
        &self,
        tail: &PairTail<'_>,
        which: LastImages,
        images: &mut [u32],
        room: &mut PairRoom,
        meter: &mut Meter<'_>,
    ) -> u128 {
        self.pairs_in_rows(tail, which, images, room, meter)
    }
}

/// The rest of a sorted list from the first entry not below `x`: doubling steps, then a binary
/// search, so that long lists are crossed in logarithmic time and short hops stay cheap.
#[inline]
pub(crate) fn skip_below(list: &[u32], x: u32) -> &[u32] {
    let mut step = 1;
    while step < list.len() && list[step - 1] < x {
        step *= 2;
    }
    let (low, high) = (step / 2, step.min(list.len()));
    &list[low + list[low..high].partition_point(|&y| y < x)..]
}
