//! What a pattern keeps from one small question to the next.

use isocount_core::{Semantics, Unit};

use super::index::{filter_bit, key_of_type};
use crate::exact::compiling::{Compiled, Direction};
use crate::exact::planning::{Facts, Measurements, Plan, Policy};

/// A pattern whose small questions can be answered here: it has plain labels only, every node has
/// an arc, and each end of each type has a bit of its own in a signature.
#[derive(Debug)]
pub(in crate::exact) struct SmallPattern {
    /// The key of each type in a [`SmallIndex`](super::index::SmallIndex).
    pub(super) keys: Vec<u64>,
    /// The filter bits of all keys.
    pub(super) filter: u64,
    /// For each root, the plan that begins there, made when it is first needed.
    plans: Vec<Option<Box<RootedPlan>>>,
}

/// A plan for any graph.
#[derive(Debug)]
pub(super) struct RootedPlan {
    pub(super) plan: Plan,
    /// The tables that it reads.
    pub(super) tables: Vec<u16>,
    pub(super) levels: Vec<Level>,
}

/// A node that is tried.
#[derive(Debug)]
pub(super) struct Level {
    pub(super) node: u8,
    /// The earlier nodes that it is linked to, each with the type of an arc between them.
    pub(super) links: Vec<(u8, u16)>,
}

impl SmallPattern {
    pub(in crate::exact) fn new(p: &Compiled) -> Option<Self> {
        const MOST_TYPES: usize = u64::BITS as usize / 2;
        if p.sets.is_some() || p.isolated != 0 || p.types.len() > MOST_TYPES {
            return None;
        }
        let keys: Vec<u64> = p.types.iter().map(|&kind| key_of_type(p, kind)).collect();
        let filter = keys.iter().fold(0, |bits, &key| bits | filter_bit(key));
        let plans = (0..p.num_nodes()).map(|_| None).collect();
        Some(Self { keys, filter, plans })
    }

    /// The plan that begins with the node of the fewest candidates. A leaf is a bad beginning: the
    /// node next to it is tried as well.
    pub(super) fn plan(&mut self, p: &Compiled, candidates: &[u64]) -> &RootedPlan {
        let effort = |&root: &usize| {
            let is_leaf = p.linked[root].is_power_of_two();
            candidates[root].count_ones() << u32::from(is_leaf)
        };
        let root = (0..p.num_nodes()).min_by_key(effort).unwrap_or(0);
        self.plans[root].get_or_insert_with(|| Box::new(RootedPlan::new(p, root)))
    }
}

impl RootedPlan {
    fn new(p: &Compiled, root: usize) -> Self {
        let facts = Facts {
            pattern: p,
            semantics: Semantics::Monomorphism(Unit::Mappings),
            measured: &Measurements::of_any_graph(p),
            class_starts: &[],
            few_placements: f64::INFINITY,
            max_remembered: 0,
        };
        let mut plan = Plan::default();
        plan.make(&facts, Policy { first: Some(root as u8), ..Policy::default() });
        let mut tables: Vec<u16> = plan.rows.iter().map(|row| row.table).collect();
        tables.sort_unstable();
        tables.dedup();
        let type_of = |table: u16| p.relations[table as usize / 2].arcs[0].1;
        let level = |&node: &u8| {
            let set = plan.sets.iter().find(|set| set.node == node);
            let rows = set.map_or(&[][..], |set| &plan.rows[set.rows.range()]);
            Level { node, links: rows.iter().map(|row| (row.from, type_of(row.table))).collect() }
        };
        let levels = plan.steps.iter().map(level).collect();
        Self { plan, tables, levels }
    }
}

/// The arcs of a table, each with whether its rows are those of the heads.
pub(super) fn arcs_of_table(p: &Compiled, table: u16) -> impl Iterator<Item = (u16, bool)> {
    let backward = table % 2 == 1;
    let arcs = p.relations[table as usize / 2].arcs.iter();
    arcs.map(move |&(direction, t)| (t, (direction == Direction::In) != backward))
}
