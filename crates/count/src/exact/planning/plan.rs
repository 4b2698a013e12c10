//! The static plan: which pattern node is tried when, and what is counted instead of tried.
//!
//! A plan is a tree. A *step* tries the candidates of one node; the rest then splits into
//! independent components (no arc, no shared candidate), whose counts multiply. A component of
//! independent nodes is a *tail*: it is counted from the sizes of sets. A part whose value depends
//! on few earlier nodes remembers its values, so that trees take one pass over the arcs.

use isocount_core::{NodeId, Pattern, Semantics};

use super::facts::Facts;
use super::memo::Memo;
use super::policy::Policy;
use crate::cost::planning::{PATIENCE_WITHOUT_LINKS, TRIES_FOR_SYMMETRY};
use crate::exact::compiling::{MAX_NODES, members};
use crate::exact::searching::ChoiceProgram;
use crate::exact::spaces::{PairTail, RowRef, Selection};
use crate::meter::Meter;
use crate::symmetry;

/// A range in one of the plan's arenas.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    start: u32,
    len: u32,
}

impl Span {
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// A [`Selection`] within a plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetSpec {
    pub(crate) node: u8,
    pub(crate) rows: Span,
    pub(crate) distinct: u64,
    pub(crate) apart: u64,
    pub(crate) above: u64,
}

/// How a part counts its component.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PartKind {
    /// Tries each image of one node, and multiplies the values of the children.
    Step {
        /// The components that remain.
        children: Span,
    },
    /// One node, or several with the same set: a falling factorial.
    Twins {
        /// The number of nodes.
        multiplicity: u32,
    },
    /// Several independent nodes with different sets.
    Group {
        /// The program of the plan that counts them.
        program: u16,
    },
    /// Two nodes of an induced pattern, below the step of the node placed last.
    Pair {
        /// If they are linked: for each, the table from it to the other.
        link: Option<[u16; 2]>,
    },
}

/// One component of the plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) kind: PartKind,
    pub(crate) sets: Span,
    pub(crate) memo: Option<Memo>,
    /// The pattern nodes of this part and all below it.
    pub(crate) nodes: u64,
}

/// The plan of one question; its memory is reused.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) parts: Vec<Part>,
    pub(crate) children: Vec<u16>,
    pub(crate) rows: Vec<RowRef>,
    pub(crate) sets: Vec<SetSpec>,
    pub(crate) roots: Vec<u16>,
    pub(crate) num_memos: usize,
    /// Each is made once for its vector of multiplicities, and kept.
    programs: Vec<(Vec<u32>, ChoiceProgram)>,
    /// Whether independent nodes with different sets are tried instead of counted together.
    pub(crate) no_groups: bool,
    /// The nodes that are tried, in order.
    pub(crate) steps: Vec<u8>,
    /// The number of mappings that each found mapping stands for.
    pub(crate) symmetry_factor: u128,
    /// If two nodes are counted together, the work that is expected.
    pub(super) pair_work: f64,
}

impl Plan {
    /// Plans greedily.
    pub(crate) fn make(&mut self, facts: &Facts<'_>, policy: Policy) {
        self.clear();
        for component in facts.components(facts.pattern.all()) {
            let part = self.add_part(facts, policy, component, 0);
            self.roots.push(part);
        }
        if self.roots.len() > 1 {
            let mut roots = std::mem::take(&mut self.roots);
            roots.sort_by_key(|&part| self.effort(part));
            self.roots = roots;
        }
        let sizes = self.steps.iter().map(|&u| facts.measured.num_candidates[u as usize]);
        if sizes.product::<f64>() > facts.few_placements {
            self.remember(facts);
        }
    }

    /// Makes a plan without branches, to find mappings of `nodes` one by one: every node is tried,
    /// and set `i` belongs to the `i`-th node that is tried.
    pub(crate) fn make_line(&mut self, facts: &Facts<'_>, policy: Policy, nodes: u64) {
        *self = Self { symmetry_factor: 1, ..Self::default() };
        let mut placed = 0_u64;
        while placed != nodes {
            let u = policy.choose(facts, nodes & !placed, placed);
            let set = self.set(facts, u, placed);
            self.sets.push(set);
            self.steps.push(u as u8);
            placed |= 1 << u;
        }
    }

    /// A plan of an induced pattern that places nodes in this order, and counts the two that are
    /// left together.
    pub(super) fn make_paired(&mut self, facts: &Facts<'_>, order: &[u8], ends: [u8; 2]) {
        self.clear();
        let mut placed = 0_u64;
        for &u in order.iter().chain(&ends) {
            let set = self.set(facts, u.into(), placed);
            self.sets.push(set);
            if (self.steps.len()) < order.len() {
                self.steps.push(u);
                placed |= 1 << u;
            }
        }
        let table_from = |e: usize| {
            let mut links = facts.pattern.links_into(ends[1 - e].into()).iter();
            links.find(|(from, _)| *from == ends[e]).map(|&(_, table)| table)
        };
        let link = table_from(0).zip(table_from(1)).map(|(there, back)| [there, back]);
        let mut nodes = 1 << ends[0] | 1 << ends[1];
        let sets = Span { start: order.len() as u32, len: 2 };
        self.parts.push(Part { kind: PartKind::Pair { link }, sets, memo: None, nodes });
        for (i, &u) in order.iter().enumerate().rev() {
            nodes |= 1 << u;
            let children = Span { start: self.children.len() as u32, len: 1 };
            self.children.push(self.parts.len() as u16 - 1);
            let (kind, sets) = (PartKind::Step { children }, Span { start: i as u32, len: 1 });
            self.parts.push(Part { kind, sets, memo: None, nodes });
        }
        self.roots.push(self.parts.len() as u16 - 1);
    }

    /// The tail of a plan that counts two nodes together.
    pub(crate) fn pair_tail(&self, link: Option<[u16; 2]>) -> PairTail<'_> {
        let last = self.steps.len() - 1;
        let selection = |i: usize| self.selection(&self.sets[i]);
        let ends = [selection(last + 1), selection(last + 2)];
        PairTail { placed: &self.steps[..last], last: selection(last), ends, link }
    }

    /// If below a step two nodes are counted together, their tail.
    pub(crate) fn pair_below(&self, children: &[u16]) -> Option<PairTail<'_>> {
        let &[child] = children else { return None };
        match self.parts[child as usize].kind {
            PartKind::Pair { link } => Some(self.pair_tail(link)),
            _ => None,
        }
    }

    /// Whether two nodes are counted together.
    pub(crate) fn has_pair(&self) -> bool {
        self.parts.first().is_some_and(|part| matches!(part.kind, PartKind::Pair { .. }))
    }

    fn clear(&mut self) {
        self.parts.clear();
        self.children.clear();
        self.rows.clear();
        self.sets.clear();
        self.roots.clear();
        self.steps.clear();
        self.symmetry_factor = 1;
        self.num_memos = 0;
    }

    /// Makes a plan for every first node and policy, and keeps the one with the least expected
    /// work. If the budget runs out, keeps the best one so far.
    pub(crate) fn make_best(&mut self, facts: &Facts<'_>, meter: &mut Meter<'_>) {
        let mut best = (f64::INFINITY, Policy::default());
        for first in 0..facts.pattern.num_nodes() {
            for patience in [1.0, PATIENCE_WITHOUT_LINKS, f64::INFINITY] {
                let policy = Policy { first: Some(first as u8), patience };
                // Planning takes time: every node is considered for every place in the order.
                if !meter.work(facts.pattern.num_nodes() * facts.pattern.num_nodes()) {
                    break;
                }
                self.make(facts, policy);
                let work = self.expected_work(facts);
                if work < best.0 {
                    best = (work, policy);
                }
            }
        }
        self.make(facts, best.1);
    }

    /// Requires f(u) < f(w) for all w in the orbit of u, which leaves one in `|orbit|` mappings.
    /// Levels of the chain are independent: an automorphism that leaves the earlier nodes in place
    /// keeps every earlier orbit, and the least image in it.
    ///
    /// The constraint is imposed where each w is tried, or counted alone, after u. That is never in
    /// another branch: nodes of one orbit have common candidates, so no plan separates them.
    /// Two nodes that are counted together can be compared with all but the node placed last.
    pub(crate) fn break_symmetry(
        &mut self,
        pattern: &Pattern,
        facts: &Facts<'_>,
        meter: &mut Meter<'_>,
    ) {
        let alone = self.parts.iter().filter(|part| part.nodes.is_power_of_two());
        let tried = self.steps.iter().fold(0_u64, |m, &u| m | 1 << u);
        let fit = alone.fold(tried, |m, part| m | part.nodes);
        let pair = if self.has_pair() { self.parts[0].nodes } else { 0 };
        let last = self.steps.last().copied();
        let mut base: Vec<NodeId> = self.steps.iter().map(|&u| NodeId(u.into())).collect();
        base.extend(pattern.nodes().filter(|u| tried >> u.0 & 1 == 0));
        let effort = &mut meter.for_time_only().capped(TRIES_FOR_SYMMETRY);
        let Some(orbits) =
            symmetry::orbits(pattern.symmetry_shape(), &base, self.steps.len(), effort)
        else {
            return;
        };
        for (&u, orbit) in self.steps.iter().zip(orbits) {
            let fit = if Some(u) == last { fit } else { fit | pair };
            let others = orbit[1..].iter().fold(0_u64, |m, w| m | 1 << w.0);
            let factor = self.symmetry_factor.checked_mul(orbit.len() as u128);
            // A level may be left out: it then counts all its mappings.
            let Some(factor) = factor.filter(|_| others != 0 && others & !fit == 0) else {
                continue;
            };
            self.symmetry_factor = factor;
            for set in self.sets.iter_mut().filter(|set| others >> set.node & 1 == 1) {
                set.above |= 1 << u;
            }
        }
        self.remember(facts);
    }

    /// Whether the images of the second node can be divided among threads as well.
    pub(crate) fn can_be_striped(&self, root: u16) -> bool {
        let PartKind::Step { children } = self.parts[root as usize].kind else { return false };
        let &[next] = &self.children[children.range()] else { return false };
        let next = &self.parts[next as usize];
        matches!(next.kind, PartKind::Step { .. }) && next.memo.is_none()
    }

    /// Adds the part of one component, given the nodes placed before it.
    fn add_part(&mut self, facts: &Facts<'_>, policy: Policy, nodes: u64, placed: u64) -> u16 {
        let first_set = self.sets.len();
        let kind = self.tail(facts, nodes, placed).unwrap_or_else(|| {
            self.sets.truncate(first_set);
            self.add_step(facts, policy, nodes, placed)
        });
        let num_sets = match kind {
            PartKind::Step { .. } => 1,
            PartKind::Twins { .. } | PartKind::Group { .. } | PartKind::Pair { .. } => {
                self.sets.len() - first_set
            }
        };
        let sets = Span { start: first_set as u32, len: num_sets as u32 };
        self.parts.push(Part { kind, sets, memo: None, nodes });
        self.parts.len() as u16 - 1
    }

    /// Chooses the node of a component that is tried next, and adds the rest below it.
    fn add_step(&mut self, facts: &Facts<'_>, policy: Policy, nodes: u64, placed: u64) -> PartKind {
        let u = policy.choose(facts, nodes, placed);
        let set = self.set(facts, u, placed);
        self.sets.push(set);
        self.steps.push(u as u8);
        let mut found = [0_u16; MAX_NODES];
        let mut len = 0;
        for component in facts.components(nodes & !(1 << u)) {
            found[len] = self.add_part(facts, policy, component, placed | 1 << u);
            len += 1;
        }
        // A part that is counted without trying may be zero, which saves trying the others.
        found[..len].sort_by_key(|&part| self.effort(part));
        let children = Span { start: self.children.len() as u32, len: len as u32 };
        self.children.extend_from_slice(&found[..len]);
        PartKind::Step { children }
    }

    /// Parts that are counted without trying come first.
    fn effort(&self, part: u16) -> u8 {
        match self.parts[part as usize].kind {
            PartKind::Twins { .. } => 0,
            PartKind::Group { .. } | PartKind::Pair { .. } => 1,
            PartKind::Step { .. } => 2,
        }
    }

    /// Adds the component as a tail, if its nodes are independent and the sum is short.
    fn tail(&mut self, facts: &Facts<'_>, nodes: u64, placed: u64) -> Option<PartKind> {
        let related = |u: usize| facts.pattern.linked[u] | facts.pattern.bans.between(u);
        let independent = members(nodes).all(|u| related(u) & nodes == 0);
        let single = nodes.is_power_of_two();
        if !single && (!independent || facts.semantics.is_induced()) {
            return None;
        }
        let first = self.sets.len();
        let mut multiplicities = [0_u32; MAX_NODES];
        for u in members(nodes) {
            let set = self.set(facts, u, placed);
            let alike = |known: &SetSpec| {
                facts.measured.alike[u] >> known.node & 1 == 1
                    && self.rows[known.rows.range()] == self.rows[set.rows.range()]
                    && facts.pattern.bans.are_alike(known.node.into(), u, known.apart | set.apart)
            };
            if let Some(kind) = self.sets[first..].iter().position(alike) {
                multiplicities[kind] += 1;
            } else {
                multiplicities[self.sets.len() - first] = 1;
                self.sets.push(set);
            }
        }
        match self.sets.len() - first {
            1 => Some(PartKind::Twins { multiplicity: multiplicities[0] }),
            _ if self.no_groups => None,
            kinds => self.program(&multiplicities[..kinds]),
        }
    }

    fn program(&mut self, multiplicities: &[u32]) -> Option<PartKind> {
        let known = self.programs.iter().position(|(known, _)| known == multiplicities);
        let program = if let Some(program) = known {
            program
        } else {
            self.programs.push((multiplicities.to_vec(), ChoiceProgram::new(multiplicities)?));
            self.programs.len() - 1
        };
        Some(PartKind::Group { program: program as u16 })
    }

    /// The images that `u` may take once `placed` nodes have theirs.
    fn set(&mut self, facts: &Facts<'_>, u: usize, placed: u64) -> SetSpec {
        let start = self.rows.len();
        let links = facts.pattern.links_into(u).iter();
        let placed_links = links.filter(|(from, _)| placed >> from & 1 == 1);
        self.rows.extend(placed_links.map(|&(from, table)| RowRef { table, from }));
        let linked = facts.pattern.linked[u];
        let banned = facts.pattern.bans.between(u) & placed;
        let (distinct, apart) = match facts.semantics {
            Semantics::Homomorphism => (0, banned),
            Semantics::Monomorphism(_) => (facts.measured.overlaps[u] & placed, banned),
            Semantics::Induced(_) => (facts.measured.overlaps[u] & placed, placed & !linked),
        };
        let rows = Span { start: start as u32, len: (self.rows.len() - start) as u32 };
        SetSpec { node: u as u8, rows, distinct, apart, above: 0 }
    }

    pub(crate) fn group(&self, program: u16) -> &ChoiceProgram {
        &self.programs[program as usize].1
    }

    pub(crate) fn selection(&self, set: &SetSpec) -> Selection<'_> {
        Selection {
            node: set.node,
            rows: &self.rows[set.rows.range()],
            distinct: set.distinct,
            apart: set.apart,
            above: set.above,
        }
    }
}
