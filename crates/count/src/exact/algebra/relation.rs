//! What holds between the images of two adjacent nodes of a quotient: a set of arcs. Sets come
//! together when nodes are merged; the table of a union holds the pairs of both.

use std::collections::BTreeMap;

use isocount_core::{LabeledGraph, NodeId};
use rustc_hash::FxHashMap;

use super::home::Homes;
use super::table::RelationTable;
use crate::cost::algebra::MOST_RELATIONS;
use crate::exact::compiling::{Compiled, Direction};
use crate::exact::sieving::Sieved;
use crate::meter::Meter;

/// What is required of a pair in addition to the arcs of its relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Demand {
    /// These arcs, and maybe others.
    AtLeast,
    /// These arcs and no others.
    Exactly,
    /// Two nodes with some arc between them.
    SomeArc,
}

/// The arcs between two nodes, seen from the first: sorted, each once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    from: u8,
    to: u8,
    demand: Demand,
    arcs: Vec<(Direction, u16)>,
}

impl Key {
    fn turned(&self) -> Self {
        let turn = |&(direction, t): &(Direction, u16)| match direction {
            Direction::Out => (Direction::In, t),
            Direction::In => (Direction::Out, t),
        };
        let mut arcs: Vec<_> = self.arcs.iter().map(turn).collect();
        arcs.sort_unstable();
        Self { from: self.to, to: self.from, demand: self.demand, arcs }
    }
}

/// All relations met so far, by number from 1 on; 0 means no relation.
pub(crate) struct Relations<'a> {
    homes: Homes,
    /// The graph, if arcs that the pattern lacks matter.
    induced: Option<&'a LabeledGraph>,
    keys: Vec<Key>,
    reverse: Vec<u32>,
    tables: Vec<RelationTable>,
    known: BTreeMap<Key, u32>,
    unions: FxHashMap<(u32, u32), u32>,
    /// The two tables of each type, once they are needed.
    types: Vec<Option<[RelationTable; 2]>>,
}

impl<'a> Relations<'a> {
    pub(crate) fn new(p: &Compiled, s: &Sieved, induced: Option<&'a LabeledGraph>) -> Self {
        let none = Key { from: 0, to: 0, demand: Demand::AtLeast, arcs: Vec::new() };
        Self {
            homes: Homes::new(p, s),
            induced,
            keys: vec![none],
            reverse: vec![0],
            tables: vec![RelationTable::default()],
            known: BTreeMap::new(),
            unions: FxHashMap::default(),
            types: vec![None; p.types.len()],
        }
    }

    /// The number of a relation of the pattern. None if there are too many, or the budget ran out.
    pub(crate) fn of_link(
        &mut self,
        p: &Compiled,
        s: &Sieved,
        relation: u16,
        meter: &mut Meter<'_>,
    ) -> Option<u32> {
        let relation = &p.relations[relation as usize];
        let mut arcs = relation.arcs.clone();
        arcs.sort_unstable();
        arcs.dedup();
        let demand = if self.induced.is_some() { Demand::Exactly } else { Demand::AtLeast };
        let [from, to] = [relation.from, relation.to].map(|kind| self.homes.of_kind(kind));
        self.intern(Key { from, to, demand, arcs }, s, meter)
    }

    /// Some arc between nodes of two homes. None if there are too many relations, or the budget ran
    /// out.
    pub(crate) fn some_arc(
        &mut self,
        from: u8,
        to: u8,
        s: &Sieved,
        meter: &mut Meter<'_>,
    ) -> Option<u32> {
        self.intern(Key { from, to, demand: Demand::SomeArc, arcs: Vec::new() }, s, meter)
    }

    /// Both at once. None if there are too many, or the budget ran out.
    pub(crate) fn union(
        &mut self,
        a: u32,
        b: u32,
        s: &Sieved,
        meter: &mut Meter<'_>,
    ) -> Option<u32> {
        if a == 0 || a == b {
            return Some(b);
        }
        if b == 0 {
            return Some(a);
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return Some(known);
        }
        let (first, second) = (&self.keys[a as usize], &self.keys[b as usize]);
        let mut arcs = [&first.arcs[..], &second.arcs[..]].concat();
        arcs.sort_unstable();
        arcs.dedup();
        let Key { from, to, demand, .. } = *first;
        let union = self.intern(Key { from, to, demand, arcs }, s, meter)?;
        self.unions.insert((a, b), union);
        Some(union)
    }

    fn intern(&mut self, key: Key, s: &Sieved, meter: &mut Meter<'_>) -> Option<u32> {
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        if self.keys.len() + 2 > MOST_RELATIONS {
            return None;
        }
        let turned = key.turned();
        let table = match key.demand {
            Demand::AtLeast => self.build(&key, s, meter)?,
            Demand::Exactly => {
                let pairs = self.build(&key, s, meter)?;
                pairs.filtered(meter, |x, y| self.num_arcs(s, x, y) == key.arcs.len())?
            }
            Demand::SomeArc => self.all_arcs(&key, s, meter)?,
        };
        let number = self.keys.len() as u32;
        self.known.insert(key.clone(), number);
        if turned == key {
            self.keys.push(key);
            self.tables.push(table);
            self.reverse.push(number);
        } else {
            let back = table.turned(self.homes.range(key.to), meter)?;
            self.known.insert(turned.clone(), number + 1);
            self.keys.extend([key, turned]);
            self.tables.extend([table, back]);
            self.reverse.extend([number + 1, number]);
        }
        Some(number)
    }

    /// The pairs that have all the arcs of a relation.
    fn build(&mut self, key: &Key, s: &Sieved, meter: &mut Meter<'_>) -> Option<RelationTable> {
        let mut built: Option<RelationTable> = None;
        for &(direction, t) in &key.arcs {
            let slot = &mut self.types[t as usize];
            if slot.is_none() {
                // Arcs of one type leave one home and enter one home.
                let (tails, heads) = match direction {
                    Direction::Out => (key.from, key.to),
                    Direction::In => (key.to, key.from),
                };
                let arcs = s.arcs.iter().filter(|arc| arc.arc_type == t);
                let pairs = arcs.map(|arc| (arc.tail, arc.head));
                let (tails, heads) = (self.homes.range(tails), self.homes.range(heads));
                let unsorted = RelationTable::group(tails.clone(), pairs, meter)?;
                let back = unsorted.turned(heads, meter)?;
                *slot = Some([back.turned(tails, meter)?, back]);
            }
            let [out, into] = slot.as_ref().expect("it was just filled");
            let one = match direction {
                Direction::Out => out,
                Direction::In => into,
            };
            built = Some(match built {
                None => one.clone(),
                Some(built) => built.meet(one, meter)?,
            });
        }
        built
    }

    /// How many arcs run between two nodes, either way.
    fn num_arcs(&self, s: &Sieved, x: u32, y: u32) -> usize {
        let [x, y] = [x, y].map(|place| NodeId(s.nodes[place as usize]));
        let between = |g: &LabeledGraph| g.arcs_between(x, y).len() + g.arcs_between(y, x).len();
        self.induced.map_or(0, between)
    }

    /// The pairs of different nodes with an arc between them, either way.
    fn all_arcs(&self, key: &Key, s: &Sieved, meter: &mut Meter<'_>) -> Option<RelationTable> {
        let (sources, targets) = (self.homes.range(key.from), self.homes.range(key.to));
        let mut pairs = Vec::new();
        for x in sources.clone() {
            let node = NodeId(s.nodes[x as usize]);
            let first = pairs.len();
            for row in self.induced.iter().flat_map(|g| [g.out_arcs(node), g.in_arcs(node)]) {
                meter.work(1 + row.len()).then_some(())?;
                let places = row.iter().filter_map(|arc| s.place(arc.node)).map(|y| y as u32);
                let others = places.filter(|y| targets.contains(y) && *y != x);
                pairs.extend(others.map(|y| (x, y)));
            }
            pairs[first..].sort_unstable();
        }
        pairs.dedup();
        RelationTable::group(sources, pairs.iter().copied(), meter)
    }

    /// Where the candidates of pattern nodes are.
    pub(crate) fn homes(&self) -> &Homes {
        &self.homes
    }

    pub(crate) fn reverse(&self, relation: u32) -> u32 {
        self.reverse[relation as usize]
    }

    pub(crate) fn table(&self, relation: u32) -> &RelationTable {
        &self.tables[relation as usize]
    }

    pub(crate) fn num_bytes(&self) -> usize {
        let types = self.types.iter().flatten().flatten().map(RelationTable::num_bytes);
        self.tables.iter().map(RelationTable::num_bytes).chain(types).sum()
    }

    /// The tables of single arcs are no longer needed.
    pub(crate) fn settle(&mut self) {
        self.types.fill(None);
    }
}
