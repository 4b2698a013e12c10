//! The sieve for patterns with sets of labels: an arc of the graph may have several types, and
//! parallel arcs may have the same one. Each pair of nodes is kept once for each type that one of
//! its arcs has.

use isocount_core::{LabeledGraph, Semantics};

use super::index::Index;
use super::metered_sort::sort;
use super::sieve::{ArcSource, NodeOrder, Sieved, SievedArc, Slots, serves};
use crate::exact::compiling::{Compiled, MAX_CLASSES, SetRules, head_bit, tail_bit};
use crate::meter::{Meter, STRETCH};

impl Sieved {
    /// Records the arcs that can be used and the nodes at their ends. False if there are too few,
    /// or the budget ran out.
    pub(super) fn meet_with_sets(
        &mut self,
        (p, sets): (&Compiled, &SetRules),
        g: &LabeledGraph,
        source: ArcSource<'_>,
        semantics: Semantics,
        meter: &mut Meter<'_>,
    ) -> bool {
        match source {
            ArcSource::Scan | ArcSource::Small(_) => {
                self.meet_all_nodes_with_sets((p, sets), g, semantics, meter)
                    && self.scan_with_sets((p, sets), g, semantics, meter)
            }
            ArcSource::Index(index) => {
                self.look_up_sets((p, sets), index, semantics, meter)
                    && self.meet_ends_with_sets((p, sets), g, meter)
            }
        }
    }

    fn meet_all_nodes_with_sets(
        &mut self,
        (p, sets): (&Compiled, &SetRules),
        g: &LabeledGraph,
        semantics: Semantics,
        meter: &mut Meter<'_>,
    ) -> bool {
        let mut num_of_class = [0_u32; MAX_CLASSES + 1];
        let Slots { order, class, signature, .. } = &mut self.slots;
        *order = NodeOrder::OfNodes;
        for some in meter.stretches(g.num_nodes()) {
            signature.resize(some.end, 0);
            sets.node_classes.classes_of(&g.node_labels()[some.clone()], class);
            for &class in &class[some] {
                num_of_class[class as usize] += 1;
            }
        }
        let enough = |kind: u8| {
            let wanted = if semantics.is_injective() {
                p.kind.iter().map(|&other| usize::from(other == kind)).sum()
            } else {
                1
            };
            let classes = (0..p.num_classes()).filter(|&class| sets.accepts(kind, class as u8));
            classes.map(|class| num_of_class[class] as usize).sum::<usize>() >= wanted
        };
        !meter.is_spent() && (0..sets.num_kinds() as u8).all(enough)
    }

    /// False if the budget ran out.
    #[inline(never)]
    fn scan_with_sets(
        &mut self,
        (p, sets): (&Compiled, &SetRules),
        g: &LabeledGraph,
        semantics: Semantics,
        meter: &mut Meter<'_>,
    ) -> bool {
        let Self { arcs, num_of_type, slots, .. } = self;
        let (class, signature) = (&slots.class[..], &mut slots.signature[..]);
        // Parallel arcs follow each other, so a repeated pair is the last one of its type.
        let mut last = vec![(u32::MAX, u32::MAX); p.types.len()];
        for (tail, &tail_class) in g.nodes().zip(class) {
            let (types, heads) = sets.types_from(tail_class);
            if types.is_empty() {
                continue;
            }
            for some_arcs in g.out_arcs(tail).chunks(STRETCH) {
                if !meter.work(some_arcs.len()) {
                    return false;
                }
                for arc in some_arcs {
                    let head_kinds = sets.kinds_of(class[arc.node.ix()]);
                    if head_kinds & heads == 0 {
                        continue;
                    }
                    let edge_class = sets.edge_class(arc.label);
                    let pair = (tail.0, arc.node.0);
                    for &t in types {
                        let kind = p.types[t as usize];
                        if head_kinds >> kind.head & 1 == 1
                            && sets.accepts_edge(kind, edge_class)
                            && serves(kind, tail, arc.node, semantics)
                            && last[t as usize] != pair
                        {
                            last[t as usize] = pair;
                            signature[tail.ix()] |= tail_bit(t);
                            signature[arc.node.ix()] |= head_bit(t);
                            num_of_type[t as usize] += 1;
                            arcs.push(SievedArc { arc_type: t, tail: pair.0, head: pair.1 });
                        }
                    }
                }
            }
        }
        true
    }

    /// Looks up the arcs of each type in the index. False if there are none of some type, or the
    /// budget ran out.
    fn look_up_sets(
        &mut self,
        (p, sets): (&Compiled, &SetRules),
        index: &Index,
        semantics: Semantics,
        meter: &mut Meter<'_>,
    ) -> bool {
        for (t, &kind) in p.types.iter().enumerate() {
            let [tail, head] = [kind.tail, kind.head].map(|kind| &sets.node_sets[kind as usize]);
            let Some(found) =
                index.groups_of_sets(tail, &sets.edge_sets[kind.label.0 as usize], head, meter)
            else {
                return false;
            };
            let first = self.arcs.len();
            for &group in &found.groups {
                let pairs = index.pairs(group);
                for some in meter.stretches(pairs.len()) {
                    for &(tail, head) in &pairs[some] {
                        if serves(kind, tail, head, semantics) {
                            let arc_type = t as u16;
                            self.arcs.push(SievedArc { arc_type, tail: tail.0, head: head.0 });
                        }
                    }
                }
            }
            if found.may_repeat && found.groups.len() > 1 && !self.merge_parallel(first, meter) {
                return false;
            }
            self.num_of_type[t] = (self.arcs.len() - first) as u32;
            if self.num_of_type[t] == 0 || meter.is_spent() {
                return false;
            }
        }
        true
    }

    /// Removes repeated pairs among the arcs from `first` on. False if the budget ran out.
    fn merge_parallel(&mut self, first: usize, meter: &mut Meter<'_>) -> bool {
        let pair = |arc: &SievedArc| u64::from(arc.tail) << 32 | u64::from(arc.head);
        if !sort(&mut self.arcs[first..], pair, meter) {
            return false;
        }
        let mut kept = first;
        for i in first..self.arcs.len() {
            if kept == first || pair(&self.arcs[kept - 1]) != pair(&self.arcs[i]) {
                self.arcs[kept] = self.arcs[i];
                kept += 1;
            }
        }
        self.arcs.truncate(kept);
        true
    }

    /// Records the ends of all arcs, and the nodes for pattern nodes without arcs. False if the
    /// budget ran out.
    fn meet_ends_with_sets(
        &mut self,
        (p, sets): (&Compiled, &SetRules),
        g: &LabeledGraph,
        meter: &mut Meter<'_>,
    ) -> bool {
        let class = |x: u32| sets.node_classes.class_of(g.node_labels()[x as usize]) as u8;
        for some in meter.stretches(self.arcs.len()) {
            for arc in &self.arcs[some] {
                self.slots.meet(arc.tail, class(arc.tail), tail_bit(arc.arc_type));
                self.slots.meet(arc.head, class(arc.head), head_bit(arc.arc_type));
            }
        }
        let num_nodes = if p.isolated == 0 { 0 } else { g.num_nodes() };
        for some in meter.stretches(num_nodes) {
            for x in some {
                let class = class(x as u32);
                let members = p.class_members.get(class as usize);
                if members.is_some_and(|members| members & p.isolated != 0) {
                    self.slots.meet(x as u32, class, 0);
                }
            }
        }
        !meter.is_spent()
    }
}
