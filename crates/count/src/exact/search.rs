//! Running a plan in a space.

use super::inclusion_exclusion::falling_factorial;
use super::plan::{Kind, Memo, Plan};
use super::space::Space;
use crate::meter::Meter;

/// The count does not fit in 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Overflow;

/// The state of a search: the images of the nodes placed so far, and working memory.
pub(crate) struct Search<'a, S: Space> {
    space: &'a S,
    plan: &'a Plan,
    images: Vec<u32>,
    /// When each node last got its image, on a clock that ticks with every placement.
    placed_at: Vec<u64>,
    clock: u64,
    sets: Vec<S::Set>,
    memory: Vec<Vec<Remembered>>,
    shared: Vec<S::Set>,
    sizes: Vec<u64>,
    values: Vec<i128>,
    pub(crate) meter: Meter,
}

/// A value, and when the guards had last moved when it was computed.
#[derive(Clone, Copy)]
struct Remembered {
    epoch: u64,
    value: u128,
}

/// No epoch; the clock starts above it.
const NEVER: u64 = 0;
/// The epoch of memories without guards.
const ALWAYS: u64 = 1;

impl<'a, S: Space> Search<'a, S> {
    pub(crate) fn new(space: &'a S, plan: &'a Plan, num_nodes: usize, meter: Meter) -> Self {
        let forgotten = Remembered { epoch: NEVER, value: 0 };
        Self {
            space,
            plan,
            images: vec![0; num_nodes],
            placed_at: vec![ALWAYS; num_nodes],
            clock: ALWAYS,
            sets: vec![S::Set::default(); num_nodes],
            memory: vec![vec![forgotten; space.num_nodes()]; plan.num_memos],
            shared: Vec::new(),
            sizes: Vec::new(),
            values: Vec::new(),
            meter,
        }
    }

    /// The number of mappings, or of those found before the meter ran out.
    pub(crate) fn run(&mut self) -> Result<u128, Overflow> {
        let plan = self.plan;
        self.product(&plan.roots)
    }

    /// Components do not see each other, so their counts multiply.
    fn product(&mut self, parts: &[u16]) -> Result<u128, Overflow> {
        let (&first, rest) =
            parts.split_first().expect("a step that places the last node is a tail");
        let mut product = self.value(first)?;
        for &part in rest {
            if product == 0 {
                break;
            }
            product = product.checked_mul(self.value(part)?).ok_or(Overflow)?;
        }
        Ok(product)
    }

    fn value(&mut self, part: u16) -> Result<u128, Overflow> {
        let Some(memo) = self.plan.parts[part as usize].memo else { return self.compute(part) };
        let epoch = self.epoch(&memo);
        let key = memo.key.map_or(0, |u| self.images[u as usize] as usize);
        let known = self.memory[memo.table as usize][key];
        if known.epoch == epoch {
            return Ok(known.value);
        }
        let value = self.compute(part)?;
        if !self.meter.is_spent() {
            self.memory[memo.table as usize][key] = Remembered { epoch, value };
        }
        Ok(value)
    }

    /// Each placement has its own time, so the latest one among the guards tells them all.
    fn epoch(&self, memo: &Memo) -> u64 {
        let guards = super::compiled::members(memo.guards);
        guards.map(|u| self.placed_at[u]).max().unwrap_or(ALWAYS)
    }

    fn compute(&mut self, part: u16) -> Result<u128, Overflow> {
        let plan = self.plan;
        let part = &plan.parts[part as usize];
        let sets = &plan.sets[part.sets.range()];
        match &part.kind {
            Kind::Step { children } => {
                let children = &plan.children[children.range()];
                let u = sets[0].node as usize;
                let mut images = std::mem::take(&mut self.sets[u]);
                self.space.select(&plan.selection(&sets[0]), &self.images, &mut images);
                let mut sum = 0_u128;
                for x in S::members(&images) {
                    if !self.meter.step() {
                        break;
                    }
                    self.place(u, x);
                    sum = sum.checked_add(self.product(children)?).ok_or(Overflow)?;
                }
                self.sets[u] = images;
                Ok(sum)
            }
            Kind::Twins { multiplicity } => {
                let selection = plan.selection(&sets[0]);
                let u = selection.node as usize;
                let size = self.space.count(&selection, &self.images, &mut self.sets[u]);
                if *multiplicity == 1 {
                    return Ok(size.into());
                }
                falling_factorial(size, *multiplicity).ok_or(Overflow)
            }
            Kind::Group(program) => {
                self.measure(sets);
                program.run(&self.sizes, &mut self.values).ok_or(Overflow)
            }
        }
    }

    #[inline]
    fn place(&mut self, u: usize, x: u32) {
        self.images[u] = x;
        self.clock += 1;
        self.placed_at[u] = self.clock;
    }

    /// Writes to `sizes[s]` how much the sets in `s` share.
    fn measure(&mut self, sets: &[super::plan::SetSpec]) {
        let num_subsets = 1 << sets.len();
        self.shared.resize_with(num_subsets.max(self.shared.len()), S::Set::default);
        self.sizes.clear();
        self.sizes.resize(num_subsets, 0);
        for (i, set) in sets.iter().enumerate() {
            let alone = 1 << i;
            self.space.select(&self.plan.selection(set), &self.images, &mut self.shared[alone]);
            self.sizes[alone] = S::len(&self.shared[alone]);
            for others in 1..alone {
                let (known, rest) = self.shared.split_at_mut(alone);
                let (single, new) = rest.split_at_mut(1);
                S::meet(&known[others], &single[0], &mut new[others - 1]);
                self.sizes[alone | others] = S::len(&new[others - 1]);
            }
        }
        self.meter.work(num_subsets);
    }
}
