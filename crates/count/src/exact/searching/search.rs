//! Runs a plan in a space.

use super::inclusion_exclusion::falling_factorial;
use crate::cost::usual_path::LONGEST_TABLE_KEPT;
use crate::exact::planning::{Memo, PartKind, Plan, Remembered, SetSpec};
use crate::exact::spaces::{LastImages, PairRoom, PairTail, Selection, Space};
use crate::meter::Meter;

/// Stands for every number that is too large. Sums and products saturate here, so that a part
/// without mappings still makes a product zero, however large the others are.
pub(crate) const TOO_MANY: u128 = u128::MAX;

/// The state of a search; its memory is reused from question to question.
#[derive(Debug)]
pub(crate) struct Memory<Set> {
    /// The images of the nodes placed so far.
    images: Vec<u32>,
    /// When each node last got its image, on a clock that advances with every placement.
    placed_at: Vec<u64>,
    clock: u64,
    /// For each node, the set of images that are being tried.
    sets: Vec<Set>,
    remembered: Vec<Vec<Remembered>>,
    /// The intersections of the sets of a tail, and their sizes.
    shared: Vec<Set>,
    sizes: Vec<u64>,
    values: Vec<u128>,
    /// For two nodes that are counted together.
    pairs: PairRoom,
}

/// The epoch of values without guards. Epochs are never 0, the value in a fresh table.
const ALWAYS: u64 = 1;

impl<Set> Default for Memory<Set> {
    fn default() -> Self {
        Self {
            images: Vec::new(),
            placed_at: Vec::new(),
            clock: ALWAYS,
            sets: Vec::new(),
            remembered: Vec::new(),
            shared: Vec::new(),
            sizes: Vec::new(),
            values: Vec::new(),
            pairs: PairRoom::default(),
        }
    }
}

impl<Set: Default> Memory<Set> {
    fn prepare<S: Space<Set = Set>>(&mut self, space: &S, plan: &Plan, num_pattern_nodes: usize) {
        self.images.resize(num_pattern_nodes, 0);
        self.placed_at.clear();
        self.placed_at.resize(num_pattern_nodes, ALWAYS);
        self.clock = ALWAYS;
        self.pairs.forget();
        self.sets.resize_with(num_pattern_nodes, Set::default);
        self.remembered.resize_with(plan.num_memos.max(self.remembered.len()), Vec::new);
        self.release_long_tables();
        for memo in plan.parts.iter().filter_map(|part| part.memo) {
            let len = memo.key.map_or(1, |u| space.places(u as usize).len());
            let table = &mut self.remembered[memo.table as usize];
            if len > LONGEST_TABLE_KEPT {
                // The system allocates pages of zeros when they are first touched.
                *table = vec![[0; 3]; len];
            } else {
                table.clear();
                table.resize(len, [0; 3]);
            }
        }
    }
}

impl<Set> Memory<Set> {
    /// Frees the memory of the largest tables.
    pub(crate) fn release_long_tables(&mut self) {
        for table in self.remembered.iter_mut().filter(|table| table.len() > LONGEST_TABLE_KEPT) {
            *table = Vec::new();
        }
    }
}

/// Every `stride`-th image of the second node, from `offset` on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stripe {
    pub(crate) offset: usize,
    pub(crate) stride: usize,
}

/// The progress of a search below one image of its first node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PieceProgress {
    /// The mappings below the finished images of the second node.
    pub(crate) found: u128,
    /// The image of the second node that is not finished, and the mappings found below it.
    pub(crate) next: usize,
    pub(crate) partly: u128,
}

/// The execution of a plan in a space.
pub(crate) struct Search<'a, 'm, S: Space> {
    pub(crate) space: &'a S,
    pub(crate) plan: &'a Plan,
    memory: &'a mut Memory<S::Set>,
    pub(crate) meter: Meter<'m>,
}

impl<'a, 'm, S: Space> Search<'a, 'm, S> {
    pub(crate) fn new(
        space: &'a S,
        plan: &'a Plan,
        num_pattern_nodes: usize,
        memory: &'a mut Memory<S::Set>,
        meter: Meter<'m>,
    ) -> Self {
        memory.prepare(space, plan, num_pattern_nodes);
        Self { space, plan, memory, meter }
    }

    /// The number of mappings, or of those found before the meter ran out.
    pub(crate) fn run(&mut self) -> u128 {
        let plan = self.plan;
        self.product(&plan.roots)
    }

    /// The value of a root step for one image of its node and a stripe of the images of the next
    /// node.
    pub(crate) fn run_piece(&mut self, root: u16, x: u32, stripe: Stripe) -> u128 {
        let plan = self.plan;
        let part = &plan.parts[root as usize];
        let PartKind::Step { children } = part.kind else { return self.value(root) };
        self.place(plan.sets[part.sets.range()][0].node as usize, x);
        let children = &plan.children[children.range()];
        let next = &plan.parts[children[0] as usize];
        match next.kind {
            PartKind::Step { children } if stripe.stride > 1 => {
                let set = &plan.sets[next.sets.range()][0];
                self.step(set, &plan.children[children.range()], stripe)
            }
            _ => self.product(children),
        }
    }

    /// The value of a root step for one image of its node and the images of the next node from the
    /// `from`-th on, where the search [can be striped](Plan::can_be_striped). If the meter is
    /// spent, it can be resumed.
    pub(crate) fn run_from(&mut self, root: u16, x: u32, from: usize) -> PieceProgress {
        let plan = self.plan;
        let part = &plan.parts[root as usize];
        let PartKind::Step { children } = part.kind else { return PieceProgress::default() };
        self.place(plan.sets[part.sets.range()][0].node as usize, x);
        let next = &plan.parts[plan.children[children.range()][0] as usize];
        let PartKind::Step { children } = next.kind else { return PieceProgress::default() };
        let children = &plan.children[children.range()];
        let set = &plan.sets[next.sets.range()][0];
        let u = set.node as usize;
        let mut images = std::mem::take(&mut self.memory.sets[u]);
        self.select(set, &mut images);
        let mut progress = PieceProgress { next: from, ..PieceProgress::default() };
        for x in S::members(&images).skip(from) {
            if !self.meter.step() {
                break;
            }
            self.place(u, x);
            let value = self.product(children);
            if self.meter.is_spent() {
                progress.partly = value;
                break;
            }
            progress.found = progress.found.saturating_add(value);
            progress.next += 1;
        }
        self.memory.sets[u] = images;
        progress
    }

    /// Components are independent, so their counts multiply.
    pub(crate) fn product(&mut self, parts: &[u16]) -> u128 {
        let mut product = 1_u128;
        for &part in parts {
            product = product.saturating_mul(self.value(part));
            if product == 0 {
                break;
            }
        }
        product
    }

    pub(crate) fn value(&mut self, part: u16) -> u128 {
        let Some(memo) = self.plan.parts[part as usize].memo else { return self.compute(part) };
        let epoch = self.epoch(&memo);
        let key = memo.key.map_or(0, |u| {
            let place = self.memory.images[u as usize] - self.space.places(u as usize).start;
            place as usize
        });
        let [known_at, high, low] = self.memory.remembered[memo.table as usize][key];
        if known_at == epoch {
            return u128::from(high) << 64 | u128::from(low);
        }
        let value = self.compute(part);
        if !self.meter.is_spent() {
            let halves = [epoch, (value >> 64) as u64, value as u64];
            self.memory.remembered[memo.table as usize][key] = halves;
        }
        value
    }

    /// Each placement has its own time, so the latest one among the guards identifies all of them.
    fn epoch(&self, memo: &Memo) -> u64 {
        let guards = crate::exact::compiling::members(memo.guards);
        guards.map(|u| self.memory.placed_at[u]).max().unwrap_or(ALWAYS)
    }

    pub(crate) fn compute(&mut self, part: u16) -> u128 {
        let plan = self.plan;
        let part = &plan.parts[part as usize];
        let sets = &plan.sets[part.sets.range()];
        match part.kind {
            PartKind::Step { children } => {
                let all = Stripe { offset: 0, stride: 1 };
                self.step(&sets[0], &plan.children[children.range()], all)
            }
            PartKind::Twins { multiplicity } => {
                let selection = plan.selection(&sets[0]);
                let size = self.space.count(&selection, &self.memory.images, &mut self.meter);
                if multiplicity == 1 {
                    return size.into();
                }
                falling_factorial(size, multiplicity).unwrap_or(TOO_MANY)
            }
            PartKind::Group { program } => {
                if !self.measure(sets) {
                    return 0;
                }
                let Memory { sizes, values, .. } = &mut *self.memory;
                plan.group(program).run(&mut sizes[..1 << sets.len()], values, &mut self.meter)
            }
            PartKind::Pair { link } => {
                let tail = plan.pair_tail(link);
                let x = self.memory.images[tail.last.node as usize];
                self.pairs(&tail, LastImages::One(x))
            }
        }
    }

    /// The images that a node may take.
    pub(crate) fn select(&mut self, set: &SetSpec, images: &mut S::Set) {
        let selection = self.plan.selection(set);
        self.space.select(&selection, &self.memory.images, images, &mut self.meter);
    }

    /// Pairs of images of two nodes, over images of the last node placed.
    fn pairs(&mut self, tail: &PairTail<'_>, which: LastImages) -> u128 {
        let Memory { images, pairs, .. } = &mut *self.memory;
        self.space.pairs(tail, which, images, pairs, &mut self.meter)
    }

    /// Tries the images of one node.
    fn step(&mut self, set: &SetSpec, children: &[u16], s: Stripe) -> u128 {
        if let Some(tail) = self.plan.pair_below(children) {
            let Stripe { offset, stride } = s;
            return self.pairs(&tail, LastImages::Every { offset, stride });
        }
        let u = set.node as usize;
        let mut images = std::mem::take(&mut self.memory.sets[u]);
        let selection = self.plan.selection(set);
        self.space.select(&selection, &self.memory.images, &mut images, &mut self.meter);
        let last = self.last_node(children);
        let mut sum = 0_u128;
        for (i, x) in S::members(&images).enumerate() {
            if s.stride > 1 && i % s.stride != s.offset {
                continue;
            }
            if !self.meter.step() {
                break;
            }
            self.place(u, x);
            let value = match &last {
                Some(last) => self.space.count(last, &self.memory.images, &mut self.meter).into(),
                None => self.product(children),
            };
            sum = sum.saturating_add(value);
            if sum == TOO_MANY {
                break;
            }
        }
        self.memory.sets[u] = images;
        sum
    }

    /// If one node is left, its images need only be counted: this is the innermost loop of most
    /// searches, kept short.
    fn last_node(&self, children: &[u16]) -> Option<Selection<'a>> {
        let &[child] = children else { return None };
        let part = &self.plan.parts[child as usize];
        let is_last =
            matches!(part.kind, PartKind::Twins { multiplicity: 1 }) && part.memo.is_none();
        is_last.then(|| self.plan.selection(&self.plan.sets[part.sets.range()][0]))
    }

    /// The images of all placed nodes.
    pub(crate) fn images(&self) -> &[u32] {
        &self.memory.images
    }

    #[inline]
    pub(crate) fn place(&mut self, u: usize, x: u32) {
        self.memory.images[u] = x;
        self.memory.clock += 1;
        self.memory.placed_at[u] = self.memory.clock;
    }

    /// Writes to `sizes[s]` the size of the intersection of the sets in `s`. False if one of them
    /// is empty, or the budget ran out.
    fn measure(&mut self, sets: &[SetSpec]) -> bool {
        let num_subsets = 1 << sets.len();
        let Memory { images, shared, sizes, .. } = &mut *self.memory;
        if sizes.len() < num_subsets {
            shared.resize_with(num_subsets, S::Set::default);
            sizes.resize(num_subsets, 0);
        }
        for (i, set) in sets.iter().enumerate() {
            let alone = 1 << i;
            let selection = self.plan.selection(set);
            self.space.select(&selection, images, &mut shared[alone], &mut self.meter);
            sizes[alone] = S::len(&shared[alone]);
            if sizes[alone] == 0 {
                return false;
            }
            for others in 1..alone {
                let (known, rest) = shared.split_at_mut(alone);
                let (single, new) = rest.split_at_mut(1);
                S::meet(&known[others], &single[0], &mut new[others - 1], &mut self.meter);
                sizes[alone | others] = S::len(&new[others - 1]);
            }
        }
        !self.meter.is_spent()
    }
}
