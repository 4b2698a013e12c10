//! The static plan: which pattern node is tried when, and what is counted instead of tried.
//!
//! A plan is a tree. A *step* tries the candidates of one node; what is left then falls apart into
//! components that cannot see each other (no arc, no shared candidate), and their counts
//! multiply. A component of independent nodes is a *tail*: it is counted from the sizes of sets.
//! A part whose value hangs on few earlier nodes remembers its values: trees thereby take one
//! pass over the arcs.

use isocount_core::Semantics;

use super::compiled::{Compiled, members};
use super::inclusion_exclusion::Program;
use super::sieve::Sieved;
use super::space::{RowRef, Selection, Space, table_from};

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
    rows: Span,
    distinct: u64,
    apart: u64,
    pub(crate) above: u64,
    pub(crate) below: u64,
}

/// What a part does with its component.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Try each image of one node, and multiply the children's values.
    Step {
        /// The components that remain.
        children: Span,
    },
    /// One node, or several with the same set: a falling factorial.
    Twins {
        /// How many.
        multiplicity: u32,
    },
    /// Several independent nodes with different sets.
    Group {
        /// Which of the plan's programs counts them.
        program: u16,
    },
}

/// Remember values by the image of `key`, as long as no node of `guards` has moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memo {
    pub(crate) key: Option<u8>,
    pub(crate) guards: u64,
    pub(crate) table: u16,
}

/// One component of the plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) kind: Kind,
    pub(crate) sets: Span,
    pub(crate) memo: Option<Memo>,
    /// The pattern nodes of this part and all below it.
    nodes: u64,
}

/// What a plan is made from. The memory is reused from question to question.
#[derive(Debug, Default)]
pub(crate) struct Measurements {
    num_candidates: Vec<f64>,
    /// For each node, those that share a candidate with it.
    overlaps: Vec<u64>,
    /// For each node, those with the same candidates.
    alike: Vec<u64>,
    /// For each table, the share of pairs that are related, at most.
    selectivity: Vec<f64>,
}

impl Measurements {
    pub(crate) fn take<S: Space>(&mut self, p: &Compiled, sieved: &Sieved, space: &S) {
        self.num_candidates.clear();
        self.overlaps.clear();
        self.alike.clear();
        self.selectivity.clear();
        for u in 0..p.num_nodes() {
            self.num_candidates.push(space.num_candidates(u) as f64);
            let (mut overlaps, mut alike) = (0, 0);
            for v in members(p.class_members[p.class[u] as usize] & !(1 << u)) {
                overlaps |= u64::from(space.overlap(u, v)) << v;
                alike |= u64::from(space.same_candidates(u, v)) << v;
            }
            self.overlaps.push(overlaps);
            self.alike.push(alike);
        }
        for relation in &p.relations {
            let size = |class: u8| sieved.class_range(class).len() as f64;
            let pairs = relation.arcs.iter().map(|(_, t)| sieved.num_of_type[*t as usize]).min();
            let share = f64::from(pairs.unwrap_or(0)) / (size(relation.from) * size(relation.to));
            self.selectivity.extend([share, share]);
        }
    }
}

/// A question as the planner sees it.
#[derive(Clone, Copy)]
pub(crate) struct Facts<'a> {
    pub(crate) pattern: &'a Compiled,
    pub(crate) semantics: Semantics,
    pub(crate) measured: &'a Measurements,
}

impl Facts<'_> {
    /// The nodes whose images decide about the images of `u`.
    fn sees(&self, u: usize) -> u64 {
        match self.semantics {
            Semantics::Homomorphism => self.pattern.linked[u],
            Semantics::Monomorphism(_) => self.pattern.linked[u] | self.measured.overlaps[u],
            Semantics::Induced(_) => self.pattern.all() & !(1 << u),
        }
    }

    /// How many images `u` is expected to have once the nodes of `placed` have theirs.
    fn expected(&self, u: usize, placed: u64) -> f64 {
        let links = self.links_to(u, placed);
        links.fold(self.measured.num_candidates[u], |size, (table, _)| {
            size * self.measured.selectivity[table as usize]
        })
    }

    /// The tables that lead to `u` from nodes of `placed`.
    fn links_to(&self, u: usize, placed: u64) -> impl Iterator<Item = (u16, usize)> + '_ {
        let links = self.pattern.links.iter().enumerate();
        links.filter_map(move |(i, link)| {
            let (a, b) = (link.a as usize, link.b as usize);
            let from = if a == u {
                b
            } else if b == u {
                a
            } else {
                return None;
            };
            (placed >> from & 1 == 1).then(|| (table_from(self.pattern, i, from), from))
        })
    }

    /// Splits nodes into components that cannot see each other.
    fn components(&self, nodes: u64) -> impl Iterator<Item = u64> + '_ {
        let mut left = nodes;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let mut component = left & left.wrapping_neg();
            let mut border = component;
            while border != 0 {
                let u = border.trailing_zeros() as usize;
                border &= border - 1;
                let new = self.sees(u) & left & !component;
                component |= new;
                border |= new;
            }
            left &= !component;
            Some(component)
        })
    }
}

/// The plan of one question; its memory is reused.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) parts: Vec<Part>,
    pub(crate) children: Vec<u16>,
    rows: Vec<RowRef>,
    pub(crate) sets: Vec<SetSpec>,
    pub(crate) roots: Vec<u16>,
    pub(crate) num_memos: usize,
    /// Made once for each vector of multiplicities, and kept.
    programs: Vec<(Vec<u32>, Program)>,
    /// The nodes that are tried, in order.
    pub(crate) steps: Vec<u8>,
}

impl Plan {
    /// Plans greedily.
    pub(crate) fn make(&mut self, facts: &Facts<'_>) {
        self.parts.clear();
        self.children.clear();
        self.rows.clear();
        self.sets.clear();
        self.roots.clear();
        self.steps.clear();
        self.num_memos = 0;
        for component in facts.components(facts.pattern.all()) {
            let part = self.add_part(facts, component, 0);
            self.roots.push(part);
        }
        for i in 0..self.roots.len() {
            self.add_memos(self.roots[i], &mut Vec::new());
        }
    }

    /// Adds the part of one component, given the nodes that are placed before it.
    fn add_part(&mut self, facts: &Facts<'_>, nodes: u64, placed: u64) -> u16 {
        let first_set = self.sets.len();
        let kind = match self.tail(facts, nodes, placed) {
            Some(tail) => tail,
            None => {
                self.sets.truncate(first_set);
                let u = choose(facts, nodes, placed);
                let set = self.set(facts, u, placed);
                self.sets.push(set);
                self.steps.push(u as u8);
                let mut found = [0_u16; 64];
                let mut len = 0;
                for component in facts.components(nodes & !(1 << u)) {
                    found[len] = self.add_part(facts, component, placed | 1 << u);
                    len += 1;
                }
                let children = Span { start: self.children.len() as u32, len: len as u32 };
                self.children.extend_from_slice(&found[..len]);
                let sets = Span { start: first_set as u32, len: 1 };
                self.parts.push(Part { kind: Kind::Step { children }, sets, memo: None, nodes });
                return self.parts.len() as u16 - 1;
            }
        };
        let sets = Span { start: first_set as u32, len: (self.sets.len() - first_set) as u32 };
        self.parts.push(Part { kind, sets, memo: None, nodes });
        self.parts.len() as u16 - 1
    }

    /// The component as a tail, if its nodes are independent and the sum is short.
    fn tail(&mut self, facts: &Facts<'_>, nodes: u64, placed: u64) -> Option<Kind> {
        let independent = members(nodes).all(|u| facts.pattern.linked[u] & nodes == 0);
        let single = nodes.is_power_of_two();
        if !single && (!independent || facts.semantics.is_induced()) {
            return None;
        }
        let first = self.sets.len();
        let mut multiplicities = [0_u32; 64];
        for u in members(nodes) {
            let set = self.set(facts, u, placed);
            let alike = |known: &SetSpec| {
                facts.measured.alike[u] >> known.node & 1 == 1
                    && self.rows[known.rows.range()] == self.rows[set.rows.range()]
            };
            match self.sets[first..].iter().position(alike) {
                Some(kind) => multiplicities[kind] += 1,
                None => {
                    multiplicities[self.sets.len() - first] = 1;
                    self.sets.push(set);
                }
            }
        }
        match self.sets.len() - first {
            1 => Some(Kind::Twins { multiplicity: multiplicities[0] }),
            kinds => self.program(&multiplicities[..kinds]),
        }
    }

    fn program(&mut self, multiplicities: &[u32]) -> Option<Kind> {
        let known = self.programs.iter().position(|(known, _)| known == multiplicities);
        let program = match known {
            Some(program) => program,
            None => {
                self.programs.push((multiplicities.to_vec(), Program::new(multiplicities)?));
                self.programs.len() - 1
            }
        };
        Some(Kind::Group { program: program as u16 })
    }

    /// The images that `u` may take once `placed` nodes have theirs.
    fn set(&mut self, facts: &Facts<'_>, u: usize, placed: u64) -> SetSpec {
        let start = self.rows.len();
        self.rows.extend(
            facts.links_to(u, placed).map(|(table, from)| RowRef { table, from: from as u8 }),
        );
        self.rows[start..].sort_unstable();
        let linked = facts.pattern.linked[u];
        let (distinct, apart) = match facts.semantics {
            Semantics::Homomorphism => (0, 0),
            Semantics::Monomorphism(_) => (facts.measured.overlaps[u] & placed, 0),
            Semantics::Induced(_) => (facts.measured.overlaps[u] & placed, placed & !linked),
        };
        let rows = Span { start: start as u32, len: (self.rows.len() - start) as u32 };
        SetSpec { node: u as u8, rows, distinct, apart, above: 0, below: 0 }
    }

    /// Gives a memory to each part below `part` that will be asked the same thing again; `path`
    /// holds the nodes placed so far. Returns the earlier nodes that the part looks at.
    pub(crate) fn add_memos(&mut self, part: u16, path: &mut Vec<u8>) -> u64 {
        let Part { sets, kind, nodes, .. } = self.parts[part as usize];
        let mut looks_at = self.sets[sets.range()].iter().fold(0, |seen, set| {
            let rows = self.rows[set.rows.range()].iter().fold(0, |m, row| m | 1 << row.from);
            seen | rows | set.distinct | set.apart | set.above | set.below
        });
        if let Kind::Step { children } = kind {
            path.push(self.sets[sets.range()][0].node);
            for i in children.range() {
                looks_at |= self.add_memos(self.children[i], path);
            }
            path.pop();
        }
        looks_at &= !nodes;
        let worthwhile = !matches!(kind, Kind::Twins { .. });
        if worthwhile && let Some((key, guards)) = repeated_key(looks_at, path) {
            let table = self.num_memos as u16;
            self.num_memos += 1;
            self.parts[part as usize].memo = Some(Memo { key, guards, table });
        }
        looks_at
    }

    pub(crate) fn group(&self, program: u16) -> &Program {
        &self.programs[program as usize].1
    }

    pub(crate) fn selection(&self, set: &SetSpec) -> Selection<'_> {
        Selection {
            node: set.node,
            rows: &self.rows[set.rows.range()],
            distinct: set.distinct,
            apart: set.apart,
            above: set.above,
            below: set.below,
        }
    }
}

/// The last placed node that matters, and the others that matter, if the same images of them
/// will come up again: that is, if a node that does not matter is placed after all the others.
fn repeated_key(looks_at: u64, path: &[u8]) -> Option<(Option<u8>, u64)> {
    let matters = |u: &&u8| looks_at >> **u & 1 == 1;
    let key = path.iter().rev().find(matters).copied();
    let guards = looks_at & !key.map_or(0, |u| 1 << u);
    let after_guards = path.iter().rev().take_while(|u| guards >> **u & 1 == 0);
    after_guards.into_iter().any(|u| !matters(&u)).then_some((key, guards))
}

/// The node to try next: few expected images, then many open links. A node without open links
/// waits for the tail, unless it is expected to cut the search short.
fn choose(facts: &Facts<'_>, nodes: u64, placed: u64) -> usize {
    let score = |u: usize| {
        let open = (facts.pattern.linked[u] & nodes).count_ones();
        let seen = (facts.sees(u) & nodes).count_ones();
        let wait = if open == 0 { 8.0 } else { 1.0 };
        (facts.expected(u, placed) * wait, std::cmp::Reverse((open, seen)))
    };
    let best =
        members(nodes).min_by(|&u, &v| score(u).partial_cmp(&score(v)).expect("sizes are numbers"));
    best.expect("a component has a node")
}
