//! The loops of the mean over ordered selections; the equations are in `op/ordered_mean.rs`.
//!
//! Works on one node at a time. Its rows are first copied into panels of up to 32 columns, so that
//! the operands of the innermost loop are contiguous. For each first slot there are two tables, of
//! `base + U1 + U2 + V12` by the second slot and of `U3 + V13` by the third. The entry of the first
//! slot itself is −∞, so that no unit is active there. The backward pass counts, for every row, the
//! selections in which it takes part and the unit is active.

use std::cell::RefCell;
use std::ops::Range;

use isocount_core::Control;
use isocount_lanes::{Kernel, LANES, Lanes, run};

/// The inputs of one node: `base: [h]`, `singles: [d, h]` each, `pairs: [·, h]` each, of all nodes.
#[derive(Clone, Copy)]
pub(crate) struct OrderedNode<'a> {
    pub(crate) base: &'a [f32],
    pub(crate) singles: [&'a [f32]; 3],
    pub(crate) pairs: [&'a [f32]; 3],
    /// Slots and row of each pair entry of this node, by slots.
    pub(crate) listed: &'a [[u32; 3]],
    /// The number d of slots.
    pub(crate) size: usize,
    /// One over the number of selections.
    pub(crate) share: f32,
    /// Cancels nodes with many slots, which take long; the result is then meaningless.
    pub(crate) control: &'a Control,
}

/// The gradients of the inputs of a node.
pub(crate) struct OrderedGrads<'a> {
    pub(crate) base: &'a mut [f32],
    pub(crate) singles: [&'a mut [f32]; 3],
    pub(crate) pairs: [&'a mut [f32]; 3],
}

/// Writes the mean to `y: [h]`.
pub(crate) fn ordered_forward(node: OrderedNode<'_>, y: &mut [f32]) {
    SCRATCH.with_borrow_mut(|scratch| run(Forward { node, y, scratch }));
}

/// Adds to the gradients, given the gradient of the result, `dy: [h]`.
pub(crate) fn ordered_backward(node: OrderedNode<'_>, dy: &[f32], grads: OrderedGrads<'_>) {
    SCRATCH.with_borrow_mut(|scratch| run(Backward { node, dy, grads, scratch }));
}

/// Memory that a thread reuses.
#[derive(Default)]
struct Scratch {
    lists: Lists,
    /// Panels of all rows.
    rows: Vec<f32>,
    /// Panels of counts, one for each row.
    counts: Vec<f32>,
    /// For [`Slots`].
    seconds: Vec<f32>,
    thirds: Vec<f32>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// For each slot the others, partitioned by whether the two have a pair entry: this way, the
/// innermost loops have no branch that is hard to predict.
#[derive(Default)]
struct Lists {
    alone: Vec<u32>,
    paired: Vec<u32>,
    /// The end of the others of each slot, in both lists.
    ends: Vec<[usize; 2]>,
}

/// The other slots, given one slot.
struct Others<'a> {
    /// Those without an entry.
    alone: &'a [u32],
    /// Those with an entry.
    paired: &'a [u32],
    /// The positions of these entries among those of the node.
    places: Range<usize>,
}

impl Lists {
    fn make(&mut self, node: OrderedNode<'_>) {
        self.alone.clear();
        self.paired.clear();
        self.ends.clear();
        let mut pairs = node.listed.iter().peekable();
        for slot in 0..node.size as u32 {
            if node.is_cancelled() {
                self.ends.push([self.alone.len(), self.paired.len()]);
                continue;
            }
            for other in (0..node.size as u32).filter(|&other| other != slot) {
                match pairs.next_if(|&&[a, b, _]| [a, b] == [slot, other]) {
                    Some(_) => self.paired.push(other),
                    None => self.alone.push(other),
                }
            }
            self.ends.push([self.alone.len(), self.paired.len()]);
        }
    }

    #[inline(always)]
    fn others(&self, slot: usize) -> Others<'_> {
        let [from, first] = if slot == 0 { [0, 0] } else { self.ends[slot - 1] };
        let [to, end] = self.ends[slot];
        Others {
            alone: &self.alone[from..to],
            paired: &self.paired[first..end],
            places: first..end,
        }
    }
}

/// A row in one panel: `P` vectors.
type Part<const P: usize> = [[f32; LANES]; P];

/// Numbers in a cache line.
const LINE: usize = 16;

/// Memory for `num` parts, with arbitrary contents.
#[inline(always)]
fn parts<const P: usize>(data: &mut Vec<f32>, num: usize) -> &mut [Part<P>] {
    let len = num * P * LANES;
    if data.len() < len + LINE {
        data.resize(len + LINE, 0.0);
    }
    // Keeps each vector within one cache line; storing one that spans two takes twice as long.
    let skip = data.as_ptr().align_offset(LINE * size_of::<f32>()) % LINE;
    data[skip..skip + len].as_chunks_mut().0.as_chunks_mut().0
}

/// The number of panels that hold `cols` columns, and the number of vectors in each.
#[inline(always)]
fn panels(cols: usize) -> (usize, usize) {
    let vectors = cols.div_ceil(LANES);
    // With up to four vectors, the sums and their addends stay in registers.
    let num = vectors.div_ceil(4);
    (num, vectors.div_ceil(num.max(1)))
}

/// The rows of a node in one panel, or the counts of each.
struct Panel<'a, const P: usize> {
    base: &'a mut Part<P>,
    /// U1, U2, U3.
    singles: [&'a mut [Part<P>]; 3],
    /// V12, V13, V23.
    pairs: [&'a mut [Part<P>]; 3],
}

impl OrderedNode<'_> {
    /// Whether to stop before another first slot. With few slots the check is not worthwhile.
    #[inline(always)]
    fn is_cancelled(&self) -> bool {
        self.size > 16 && self.control.is_cancelled()
    }

    fn num_rows(&self) -> usize {
        1 + 3 * self.size + 3 * self.listed.len()
    }

    /// Copies all rows into their panels, padded with zeros after the last column.
    #[inline(always)]
    fn pack<const P: usize>(&self, panels: &mut [Part<P>]) {
        let h = self.base.len();
        let singles = self.singles.into_iter().flat_map(|u| u.chunks_exact(h));
        let pairs = self
            .pairs
            .into_iter()
            .flat_map(|v| self.listed.iter().map(move |&[_, _, row]| &v[row as usize * h..][..h]));
        for (ix, row) in std::iter::once(self.base).chain(singles).chain(pairs).enumerate() {
            let panels = panels[ix..].iter_mut().step_by(self.num_rows());
            for (to, from) in panels.zip(row.chunks(P * LANES)) {
                if let Ok(whole) = <&Part<P>>::try_from(from.as_chunks().0) {
                    *to = *whole;
                } else {
                    let (to, padding) = to.as_flattened_mut().split_at_mut(from.len());
                    to.copy_from_slice(from);
                    padding.fill(0.0);
                }
            }
        }
    }

    /// The panels of all rows.
    #[inline(always)]
    fn panels<'a, const P: usize>(
        &self,
        parts: &'a mut [Part<P>],
    ) -> impl Iterator<Item = Panel<'a, P>> {
        let (size, num_pairs) = (self.size, self.listed.len());
        parts.chunks_exact_mut(self.num_rows()).map(move |parts| {
            let (base, parts) = parts.split_at_mut(1);
            let (u1, parts) = parts.split_at_mut(size);
            let (u2, parts) = parts.split_at_mut(size);
            let (u3, parts) = parts.split_at_mut(size);
            let (v12, parts) = parts.split_at_mut(num_pairs);
            let (v13, v23) = parts.split_at_mut(num_pairs);
            Panel { base: &mut base[0], singles: [u1, u2, u3], pairs: [v12, v13, v23] }
        })
    }
}

#[inline(always)]
fn load<L: Lanes, const P: usize>(from: &Part<P>) -> [L::V; P] {
    std::array::from_fn(|p| L::load(&from[p]))
}

#[inline(always)]
fn store<L: Lanes, const P: usize>(v: [L::V; P], to: &mut Part<P>) {
    (0..P).for_each(|p| L::store(v[p], &mut to[p]));
}

#[inline(always)]
fn add<L: Lanes, const P: usize>(a: [L::V; P], b: [L::V; P]) -> [L::V; P] {
    let one = L::splat(1.0);
    std::array::from_fn(|p| L::mul_add(a[p], one, b[p]))
}

/// `v + part`.
#[inline(always)]
fn plus<L: Lanes, const P: usize>(v: [L::V; P], part: &Part<P>) -> [L::V; P] {
    add::<L, P>(v, load::<L, P>(part))
}

/// `to += v`.
#[inline(always)]
fn add_to<L: Lanes, const P: usize>(v: [L::V; P], to: &mut Part<P>) {
    store::<L, P>(plus::<L, P>(v, to), to);
}

impl<const P: usize> Panel<'_, P> {
    /// The sum of the only selection, if there is at most one slot.
    #[inline(always)]
    fn only_sum<L: Lanes>(&self) -> [L::V; P] {
        self.singles[0].iter().fold(load::<L, P>(self.base), |sum, u| plus::<L, P>(sum, u))
    }
}

/// The values of each slot once the first one is chosen: `[sum]`, or `[sum, count]` in the backward
/// pass.
struct Slots<'a, const P: usize, const N: usize> {
    /// The sum with the slot as the second.
    seconds: &'a mut [[Part<P>; N]],
    /// The summand of the slot as the third.
    thirds: &'a mut [[Part<P>; N]],
}

impl<'a, const P: usize, const N: usize> Slots<'a, P, N> {
    #[inline(always)]
    fn new(size: usize, seconds: &'a mut Vec<f32>, thirds: &'a mut Vec<f32>) -> Self {
        let [seconds, thirds] =
            [seconds, thirds].map(|data| parts::<P>(data, N * size).as_chunks_mut().0);
        Self { seconds, thirds }
    }

    #[inline(always)]
    fn choose<L: Lanes>(&mut self, first: usize, rows: &Panel<'_, P>, others: &Others<'_>) {
        let [u1, u2, u3] = &rows.singles;
        let one = plus::<L, P>(load::<L, P>(rows.base), &u1[first]);
        for (second, u2) in self.seconds.iter_mut().zip(&**u2) {
            store::<L, P>(plus::<L, P>(one, u2), &mut second[0]);
        }
        for (third, u3) in self.thirds.iter_mut().zip(&**u3) {
            third[0] = *u3;
        }
        let [v12, v13, _] = rows.pairs.each_ref().map(|v| &v[others.places.clone()]);
        for (&slot, (v12, v13)) in others.paired.iter().zip(v12.iter().zip(v13)) {
            add_to::<L, P>(load::<L, P>(v12), &mut self.seconds[slot as usize][0]);
            add_to::<L, P>(load::<L, P>(v13), &mut self.thirds[slot as usize][0]);
        }
        self.thirds[first][0] = [[f32::NEG_INFINITY; LANES]; P];
    }
}

struct Forward<'a> {
    node: OrderedNode<'a>,
    y: &'a mut [f32],
    scratch: &'a mut Scratch,
}

impl Kernel for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        match panels(self.y.len()).1 {
            0 => {}
            1 => mean::<L, 1>(self),
            2 => mean::<L, 2>(self),
            3 => mean::<L, 3>(self),
            _ => mean::<L, 4>(self),
        }
    }
}

#[inline(always)]
fn mean<L: Lanes, const P: usize>(Forward { node, y, scratch }: Forward<'_>) {
    let Scratch { lists, rows, seconds, thirds, .. } = scratch;
    lists.make(node);
    let rows = parts::<P>(rows, node.num_rows() * panels(y.len()).0);
    node.pack(rows);
    let mut slots = Slots::new(node.size, seconds, thirds);
    for (y, rows) in y.chunks_mut(P * LANES).zip(node.panels(rows)) {
        let mut sum = [[0.0; LANES]; P];
        mean_panel::<L, P>(&node, &rows, lists, &mut slots, &mut sum);
        y.copy_from_slice(&sum.as_flattened()[..y.len()]);
    }
}

/// Sums slot by slot, so that little precision is lost over a million small terms.
#[inline(always)]
fn mean_panel<L: Lanes, const P: usize>(
    node: &OrderedNode<'_>,
    rows: &Panel<'_, P>,
    lists: &Lists,
    slots: &mut Slots<'_, P, 1>,
    sum: &mut Part<P>,
) {
    let share = L::splat(node.share);
    // Fused products run on other execution units than sums and maxima.
    let include = |sum: [L::V; P], z: [L::V; P]| -> [L::V; P] {
        std::array::from_fn(|p| L::mul_add(L::relu(z[p]), share, sum[p]))
    };
    let zero = [L::splat(0.0); P];
    let size = slots.seconds.len();
    if size < 2 {
        return store::<L, P>(include(zero, rows.only_sum::<L>()), sum);
    }
    for first in 0..size {
        if node.is_cancelled() {
            return;
        }
        slots.choose::<L>(first, rows, &lists.others(first));
        let mut of_first = [[0.0; LANES]; P];
        for second in (0..size).filter(|&second| second != first) {
            let two = load::<L, P>(&slots.seconds[second][0]);
            if size == 2 {
                add_to::<L, P>(include(zero, two), &mut of_first);
                continue;
            }
            let Others { alone, paired, places } = lists.others(second);
            let mut of_two = zero;
            for &third in alone {
                of_two = include(of_two, plus::<L, P>(two, &slots.thirds[third as usize][0]));
            }
            for (&third, pair) in paired.iter().zip(&rows.pairs[2][places]) {
                let z = plus::<L, P>(two, &slots.thirds[third as usize][0]);
                of_two = include(of_two, plus::<L, P>(z, pair));
            }
            add_to::<L, P>(of_two, &mut of_first);
        }
        add_to::<L, P>(load::<L, P>(&of_first), sum);
    }
}

struct Backward<'a> {
    node: OrderedNode<'a>,
    dy: &'a [f32],
    grads: OrderedGrads<'a>,
    scratch: &'a mut Scratch,
}

impl Kernel for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        match panels(self.dy.len()).1 {
            0 => {}
            1 => spread::<L, 1>(self),
            2 => spread::<L, 2>(self),
            3 => spread::<L, 3>(self),
            _ => spread::<L, 4>(self),
        }
    }
}

#[inline(always)]
fn spread<L: Lanes, const P: usize>(Backward { node, dy, grads, scratch }: Backward<'_>) {
    let Scratch { lists, rows, counts, seconds, thirds } = scratch;
    lists.make(node);
    let (h, num_rows) = (dy.len(), node.num_rows());
    let num_parts = num_rows * panels(h).0;
    let (rows, counts) = (parts::<P>(rows, num_parts), parts::<P>(counts, num_parts));
    node.pack(rows);
    counts.fill([[0.0; LANES]; P]);
    let mut slots = Slots::new(node.size, seconds, thirds);
    for (rows, counts) in node.panels(rows).zip(node.panels(counts)) {
        count_panel::<L, P>(&node, &rows, lists, &mut slots, counts);
    }
    let add_row = |ix: usize, grad: &mut [f32]| {
        let counts = counts[ix..].iter().step_by(num_rows);
        let parts = grad.chunks_mut(P * LANES).zip(dy.chunks(P * LANES));
        for ((grad, dy), count) in parts.zip(counts) {
            for ((grad, dy), count) in grad.iter_mut().zip(dy).zip(count.as_flattened()) {
                *grad += count * (node.share * dy);
            }
        }
    };
    // In the order in which the rows were packed.
    let singles = grads.singles.into_iter().flat_map(|du| du.chunks_exact_mut(h));
    for (ix, grad) in std::iter::once(grads.base).chain(singles).enumerate() {
        add_row(ix, grad);
    }
    let mut ix = 1 + 3 * node.size;
    for dv in grads.pairs {
        for &[_, _, row] in node.listed {
            add_row(ix, &mut dv[row as usize * h..][..h]);
            ix += 1;
        }
    }
}

/// How often each row takes part in an active selection; `counts` must be zero initially.
#[inline(always)]
fn count_panel<L: Lanes, const P: usize>(
    node: &OrderedNode<'_>,
    rows: &Panel<'_, P>,
    lists: &Lists,
    slots: &mut Slots<'_, P, 2>,
    counts: Panel<'_, P>,
) {
    let size = slots.seconds.len();
    let ([c1, c2, c3], [c12, c13, c23]) = (counts.singles, counts.pairs);
    if size < 2 {
        let active = rows.only_sum::<L>().map(L::positive);
        store::<L, P>(active, counts.base);
        return c1.iter_mut().for_each(|count| store::<L, P>(active, count));
    }
    for (first, of_first) in c1.iter_mut().enumerate() {
        if node.is_cancelled() {
            return;
        }
        slots.choose::<L>(first, rows, &lists.others(first));
        for [_, count] in slots.seconds.iter_mut().chain(&mut *slots.thirds) {
            *count = [[0.0; LANES]; P];
        }
        for second in (0..size).filter(|&second| second != first) {
            let [two, of_two] = &mut slots.seconds[second];
            let two = load::<L, P>(two);
            let mut count = [L::splat(0.0); P];
            if size == 2 {
                count = two.map(L::positive);
            } else {
                let Others { alone, paired, places } = lists.others(second);
                for &third in alone {
                    let [third, of_third] = &mut slots.thirds[third as usize];
                    let active = plus::<L, P>(two, third).map(L::positive);
                    add_to::<L, P>(active, of_third);
                    count = add::<L, P>(count, active);
                }
                let pairs = rows.pairs[2][places.clone()].iter().zip(&mut c23[places]);
                for (&third, (pair, of_pair)) in paired.iter().zip(pairs) {
                    let [third, of_third] = &mut slots.thirds[third as usize];
                    let z = plus::<L, P>(plus::<L, P>(two, third), pair);
                    let active = z.map(L::positive);
                    add_to::<L, P>(active, of_third);
                    add_to::<L, P>(active, of_pair);
                    count = add::<L, P>(count, active);
                }
            }
            store::<L, P>(count, of_two);
            add_to::<L, P>(count, of_first);
        }
        add_to::<L, P>(load::<L, P>(of_first), counts.base);
        let of_slots = slots.seconds.iter().zip(&mut *c2).chain(slots.thirds.iter().zip(&mut *c3));
        for ([_, count], sum) in of_slots {
            add_to::<L, P>(load::<L, P>(count), sum);
        }
        let Others { paired, places, .. } = lists.others(first);
        for (&slot, place) in paired.iter().zip(places) {
            c12[place] = slots.seconds[slot as usize][1];
            c13[place] = slots.thirds[slot as usize][1];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_lanes::Portable;

    fn numbers(len: usize, step: f32) -> Vec<f32> {
        (0..len).map(|i| (i as f32 * step).sin()).collect()
    }

    #[test]
    fn every_processor_computes_the_same() {
        let listed = [[0, 1, 2], [0, 3, 0], [2, 1, 3], [3, 2, 1]];
        for (size, listed) in [(0, &[][..]), (1, &[]), (2, &listed[..1]), (4, &listed)] {
            for h in [1, 8, 20, 24, 33, 128] {
                let base = numbers(h, 0.3);
                let singles = [0.7, 1.1, 1.3].map(|step| numbers(size * h, step));
                let pairs = [0.9, 1.9, 2.3].map(|step| numbers(4 * h, step));
                let node = OrderedNode {
                    base: &base,
                    singles: singles.each_ref().map(|u| &u[..]),
                    pairs: pairs.each_ref().map(|v| &v[..]),
                    listed,
                    size,
                    share: 0.25,
                    control: &Control::NONE,
                };
                let mut found = vec![1.0; h];
                ordered_forward(node, &mut found);
                let (mut portable, scratch) = (vec![2.0; h], &mut Scratch::default());
                Forward { node, y: &mut portable, scratch }.run::<Portable>();
                for (found, portable) in found.iter().zip(portable) {
                    assert!((found - portable).abs() < 1e-5, "{size}, {h}: {found}, {portable}");
                }

                let mut grads = [(); 2]
                    .map(|()| [h, size * h, 4 * h].map(|len| [(); 3].map(|()| vec![1.0; len])));
                for (portable, grads) in [false, true].into_iter().zip(&mut grads) {
                    let [[d_base, ..], [du1, du2, du3], [dv12, dv13, dv23]] = grads;
                    let grads = OrderedGrads {
                        base: d_base,
                        singles: [du1, du2, du3],
                        pairs: [dv12, dv13, dv23],
                    };
                    if portable {
                        Backward { node, dy: &base, grads, scratch }.run::<Portable>();
                    } else {
                        ordered_backward(node, &base, grads);
                    }
                }
                assert_eq!(grads[0], grads[1], "{size}, {h}");
            }
        }
    }
}
