//! The expected cost of an evaluation, in additions.
//!
//! Neighbours are not average nodes: a node that was reached over r arcs has `M(r+1) / M(r)` arcs,
//! where `M(r)` is the mean of the r-th powers of the degrees. How many neighbours the ends of an
//! edge share is measured on a sample of edges.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::book::Book;
use super::forest::{BlockProgram, Out, OutPair, PairEnds, RowFrom};
use super::quotient::NodeKinds;
use super::relation::Relations;
use super::table::skip_below;
use crate::cost::algebra::{
    ADDITIONS_PER_IMAGE, ADDITIONS_PER_LOOK_UP, ADDITIONS_PER_PUSH, EDGES_LOOKED_AT, HIGHEST_MOMENT,
};

/// Measurements of tables, made when they are asked for.
#[derive(Default)]
pub(crate) struct Measured {
    moments: RefCell<FxHashMap<u32, [f64; HIGHEST_MOMENT + 1]>>,
    shared: RefCell<FxHashMap<(u32, u32, u32), f64>>,
    joins: RefCell<FxHashMap<(u32, u32, u32), f64>>,
}

/// What costs are derived from.
pub(crate) struct Costs<'a> {
    pub(crate) book: &'a Book,
    pub(crate) relations: &'a Relations<'a>,
    pub(crate) measured: &'a Measured,
}

impl Costs<'_> {
    fn relation(&self, edge: u32) -> u32 {
        self.book.edges.get(edge).relation
    }

    /// The expected length of a row of a node that was reached `times` times over an arc.
    fn row_length(&self, edge: u32, times: usize) -> f64 {
        let relation = self.relation(edge);
        let mut known = self.measured.moments.borrow_mut();
        let moments = known.entry(relation).or_insert_with(|| {
            let table = self.relations.table(relation);
            let mut sums = [0.0; HIGHEST_MOMENT + 1];
            for x in table.sources() {
                let (degree, mut power) = (table.degree(x) as f64, 1.0);
                for sum in &mut sums {
                    *sum += power;
                    power *= degree;
                }
            }
            sums
        });
        let r = times.min(HIGHEST_MOMENT - 1);
        if moments[r] > 0.0 { moments[r + 1] / moments[r] } else { 0.0 }
    }

    /// How many common neighbours the ends of an edge have, on average.
    fn num_shared(&self, edge: u32, from_first: u32, from_second: u32) -> f64 {
        let key = [edge, from_first, from_second].map(|edge| self.relation(edge));
        let key = (key[0], key[1], key[2]);
        *self.measured.shared.borrow_mut().entry(key).or_insert_with(|| {
            let tables = [key.0, key.1, key.2].map(|relation| self.relations.table(relation));
            let [pairs, first, second] = tables;
            let m = pairs.num_pairs();
            let stride = m.div_ceil(EDGES_LOOKED_AT).max(1);
            let (mut total, mut seen) = (0, 0);
            for place in (stride / 2..m).step_by(stride) {
                let row = pairs.starts.partition_point(|&start| start as usize <= place) - 1;
                let (x, z) = (pairs.first + row as u32, pairs.targets[place]);
                let mut rest = second.row(z);
                for &y in first.row(x) {
                    rest = skip_below(rest, y);
                    total += usize::from(rest.first() == Some(&y));
                }
                seen += 1;
            }
            total as f64 / f64::from(seen).max(1.0)
        })
    }

    /// The cost of an ear.
    pub(crate) fn of_ear(&self, relation: u32, from_first: u32, from_second: u32) -> f64 {
        let key = (relation, self.relation(from_first), self.relation(from_second));
        *self.measured.joins.borrow_mut().entry(key).or_insert_with(|| {
            let tables = [key.0, key.1, key.2].map(|relation| self.relations.table(relation));
            let [pairs, first, second] = tables;
            let mut total = 0;
            for x in pairs.sources() {
                let own = first.degree(x);
                total += 2 * own;
                let each = |&z: &u32| second.degree(z).min(ADDITIONS_PER_LOOK_UP * own) + 2;
                total += pairs.row(x).iter().map(each).sum::<usize>();
            }
            total as f64
        })
    }

    /// The cost of a leaf.
    pub(crate) fn of_leaf(&self, edge: u32) -> f64 {
        let table = self.relations.table(self.relation(edge));
        (table.num_pairs() + table.num_rows()) as f64
    }

    /// The cost of a program; infinite as soon as it is known to exceed `most`.
    pub(crate) fn of_program(&self, program: &BlockProgram, kinds: &NodeKinds, most: f64) -> f64 {
        let places = |node| {
            let kind = self.book.nodes.get(node).kind;
            self.relations.homes().range(kinds.list[kind as usize].home).len() as f64
        };
        let per_image = ADDITIONS_PER_IMAGE as f64 + program.variants.len() as f64;
        let num_pins = program.pins.len();
        let mut tuples = vec![places(program.pins[0].node)];
        // How many rows lead to or from each pin, once the pins of each level are placed.
        let mut used = vec![vec![0; num_pins]];
        let mut cost = tuples[0] * per_image;
        for (level, pin) in program.pins.iter().enumerate().skip(1) {
            let before = &used[level - 1];
            let (size, work) = self.images(program, &pin.rows, before, places(pin.node));
            cost += tuples[level - 1] * work;
            tuples.push(tuples[level - 1] * size);
            cost += tuples[level] * per_image;
            let mut now = before.clone();
            for row in &pin.rows {
                now[row.pin] += 1;
                now[level] += 1;
            }
            used.push(now);
            if cost > most {
                return f64::INFINITY;
            }
        }
        // For each message, how many places it reaches once it is sent; and how many it is known
        // at.
        let mut sent: Vec<Option<f64>> = vec![None; program.messages.len()];
        let mut fetched = vec![0.0_f64; program.messages.len()];
        let mut sizes: Vec<f64> = Vec::with_capacity(program.trees.len());
        for (t, tree) in program.trees.iter().enumerate() {
            let n = places(tree.node);
            let calls = tuples[tree.level];
            let mut size = if tree.rows.is_empty() && !tree.children.is_empty() {
                n
            } else {
                let (size, work) = self.images(program, &tree.rows, &used[tree.level], n);
                cost += calls * work;
                size
            };
            for child in &tree.children {
                let m = child.message;
                let below = program.messages[m].tree;
                let values = sizes[below];
                let pushed =
                    values * self.row_length(self.book.reverse(program.messages[m].down), 1);
                let sending = pushed + pushed.min(n);
                if sent[m].is_none() && !tree.rows.is_empty() && !program.is_ahead[m] {
                    let each = self.row_length(program.messages[m].down, 1);
                    let unknown = (size - fetched[m]).max(0.0);
                    let fetching = unknown * each.min(ADDITIONS_PER_LOOK_UP as f64 * values);
                    if fetching <= ADDITIONS_PER_PUSH as f64 * pushed {
                        cost += calls * (fetching + values);
                        fetched[m] = fetched[m].max(size);
                        continue;
                    }
                }
                let reached = *sent[m].get_or_insert_with(|| {
                    cost += tuples[program.trees[below].level] * sending;
                    n * -(-pushed / n.max(1.0)).exp_m1()
                });
                if tree.rows.is_empty() {
                    size = size.min(reached);
                }
            }
            let outputs = u8::from(program.has_sum[t]) + 2 * u8::from(program.has_values[t]);
            cost += calls * size * (f64::from(outputs) + tree.children.len() as f64);
            sizes.push(size);
        }
        for variant in &program.variants {
            cost += match variant.out {
                Out::Pin(_) | Out::Pair(OutPair { ends: PairEnds::Pins { .. }, .. }) => 0.0,
                Out::Tree(tree) => tuples[program.trees[tree].level] * sizes[tree],
                Out::Pair(OutPair { edge, ends: PairEnds::PinAndTree { tree, .. }, .. }) => {
                    tuples[program.trees[tree].level] * self.row_length(edge, 1)
                }
                Out::Pair(OutPair { edge, ends: PairEnds::Trees { above, below }, .. }) => {
                    let level = program.trees[above].level.max(program.trees[below].level);
                    tuples[level] * sizes[above] * self.row_length(edge, 1)
                }
            };
        }
        cost
    }

    /// How many images lie in all rows, and what finding them costs.
    fn images(
        &self,
        program: &BlockProgram,
        rows: &[RowFrom],
        used: &[usize],
        all: f64,
    ) -> (f64, f64) {
        let length = |row: &RowFrom| self.row_length(row.edge, used[row.pin]);
        match rows {
            [] => (all, all),
            [row] => (length(row), length(row)),
            rows => {
                let shortest = rows.iter().map(length).fold(f64::INFINITY, f64::min);
                let work = shortest * ADDITIONS_PER_LOOK_UP as f64 * (rows.len() - 1) as f64;
                let mut size = length(&rows[0]);
                for (i, row) in rows.iter().enumerate().skip(1) {
                    let adjacent = rows[..i].iter().find_map(|other| {
                        let links = program.pins[row.pin].rows.iter();
                        let link = links.into_iter().find(|link| link.pin == other.pin)?;
                        Some((link.edge, other.edge))
                    });
                    let share = match adjacent {
                        Some((link, other)) => {
                            let shared = self.num_shared(link, other, row.edge);
                            shared / self.row_length(other, 1).max(1.0)
                        }
                        None => length(row) / all.max(1.0),
                    };
                    size *= share.min(1.0);
                }
                (size, work)
            }
        }
    }
}
