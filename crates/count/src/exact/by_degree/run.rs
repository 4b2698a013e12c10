//! A plan at work: one image of the first node after the other.

use super::host::Host;
use super::plan::{Pairs, Tail};
use super::sight::{Course, Sight, Value, choices};
use super::ways::MAX_NODES;
use crate::exact::searching::TOO_MANY;
use crate::meter::Meter;

/// The state of a plan at work.
pub(super) struct DegreeRun<'a, 'm> {
    sight: Sight<'a>,
    pub(super) meter: Meter<'m>,
    /// How often each place was met, above `base`.
    met: Vec<u32>,
    base: u32,
    sizes: Vec<u64>,
    scratch: Vec<u128>,
}

impl<'a, 'm> DegreeRun<'a, 'm> {
    pub(super) fn new(host: &'a Host, course: Course<'a>, meter: Meter<'m>) -> Self {
        let values = vec![Value::default(); course.plan.sets.list.len()];
        let sight = Sight { host, course, images: [0; MAX_NODES], values };
        let (met, sizes, scratch) = (Vec::new(), Vec::new(), Vec::new());
        Self { sight, meter, met, base: 0, sizes, scratch }
    }

    /// The mappings that send the first node to `x`; some of them if the budget runs out.
    pub(super) fn at(&mut self, x: u32) -> u128 {
        self.sight.place(0, x, &mut self.meter);
        let found = self.below(1);
        self.sight.lift(0);
        found
    }

    /// Tries the images of a step and all after it.
    fn below(&mut self, step: usize) -> u128 {
        let plan = self.sight.course.plan;
        let Some(next) = plan.steps.get(step) else { return self.tail() };
        let mut sum = 0_u128;
        for i in 0..self.sight.values[next.from as usize].len {
            let x = self.sight.members(next.from)[i];
            if next.avoid.iter().any(|&earlier| self.sight.images[earlier as usize] == x) {
                continue;
            }
            if !self.meter.work(1) {
                break;
            }
            self.sight.place(step, x, &mut self.meter);
            sum = sum.saturating_add(self.below(step + 1));
            self.sight.lift(step);
        }
        sum
    }

    /// What is counted at once when all steps are placed.
    fn tail(&mut self) -> u128 {
        let plan = self.sight.course.plan;
        match &plan.tail {
            Tail::Groups { multiplicities, shared, program: None } => {
                choices(self.sight.size(&shared[0]), multiplicities[0])
            }
            Tail::Groups { shared, program: Some(program), .. } => {
                self.sizes.clear();
                self.sizes.push(0);
                for size in shared {
                    let size = self.sight.size(size);
                    self.sizes.push(size);
                }
                if self.meter.is_spent() {
                    return 0;
                }
                program.run(&mut self.sizes, &mut self.scratch, &mut self.meter)
            }
            Tail::Pairs(pairs) => {
                let factor = pairs.leaves.as_ref().map_or(1, |leaves| self.sight.leaves(leaves));
                if factor == 0 || self.sight.values[pairs.second.set as usize].len == 0 {
                    return 0;
                }
                let sum = match pairs.first {
                    Some(first) => self.pull(pairs, first),
                    None => self.push(pairs),
                };
                sum.saturating_mul(factor)
            }
        }
    }

    /// Goes through the rows of `c`, and counts the members of B in them.
    fn pull(&mut self, pairs: &Pairs, first: u16) -> u128 {
        let set = pairs.second.set;
        if !self.sight.values[set as usize].is_marked {
            self.sight.mark(set, &mut self.meter);
        }
        let table = self.sight.host.table(pairs.way);
        let mut bits = std::mem::take(&mut self.sight.values[set as usize].bits);
        for &step in &pairs.second.avoid {
            bits.clear(self.sight.images[step as usize]);
        }
        let limit = self.sight.limit(self.sight.course.plan.sets.list[set as usize].above);
        let taken: Vec<u32> =
            pairs.avoid.iter().map(|&step| self.sight.images[step as usize]).collect();
        let mut sum = 0_u128;
        for &c in self.sight.members(first) {
            if taken.contains(&c) {
                continue;
            }
            let row = self.sight.row_of_first(table, c, pairs.is_ordered, limit);
            if !self.meter.work(row.len() + 1) {
                break;
            }
            let number = row.iter().map(|&b| bits.get(b)).sum();
            sum = sum.saturating_add(choices(number, pairs.multiplicity));
        }
        self.sight.values[set as usize].bits = bits;
        if !pairs.second.avoid.is_empty() {
            self.sight.restore_marks(pairs);
        }
        sum
    }

    /// Goes through the rows of B, and counts how often each `c` is met. With the falling factorial
    /// n⁽ᵗ⁾,
    ///
    /// ```text
    /// n⁽ᵗ⁾ = t · Σ over m < n   m⁽ᵗ⁻¹⁾
    /// ```
    ///
    /// so the sum grows with every occurrence, and no second pass is needed.
    fn push(&mut self, pairs: &Pairs) -> u128 {
        let t = pairs.multiplicity;
        let len = self.sight.values[pairs.second.set as usize].len;
        if self.met.is_empty() || self.base.checked_add(2 * (len as u32 + 1)).is_none() {
            self.met = vec![0; self.sight.host.num_places];
            self.base = 0;
        }
        let mut met = std::mem::take(&mut self.met);
        let (table, base) = (self.sight.host.table(pairs.way.turned()), self.base);
        let limit = self.sight.limit(pairs.above);
        let taken: Vec<u32> =
            pairs.second.avoid.iter().map(|&step| self.sight.images[step as usize]).collect();
        let mut sum = 0_u128;
        for &b in self.sight.members(pairs.second.set) {
            if taken.contains(&b) {
                continue;
            }
            let mut row = table.row(b);
            if let Some(limit) = limit {
                row = &row[self.sight.beyond(row, limit)];
            }
            if pairs.is_ordered {
                let beyond = self.sight.beyond(row, b);
                row = if beyond.start == 0 { &row[beyond.end..] } else { &row[..beyond.start] };
            }
            if !self.meter.work(row.len() + 1) {
                break;
            }
            match t {
                1 => {
                    for &c in row {
                        met[c as usize] = met[c as usize].max(base) + 1;
                    }
                    sum += row.len() as u128;
                }
                2 => {
                    let mut meetings = 0_u64;
                    for &c in row {
                        let before = met[c as usize].max(base);
                        meetings += u64::from(before - base);
                        met[c as usize] = before + 1;
                    }
                    sum += u128::from(meetings);
                }
                _ => {
                    for &c in row {
                        let before = met[c as usize].max(base);
                        sum = sum.saturating_add(choices((before - base).into(), t - 1));
                        met[c as usize] = before + 1;
                    }
                }
            }
        }
        sum = sum.saturating_mul(t.into());
        if sum != TOO_MANY {
            for &step in &pairs.avoid {
                let number = met[self.sight.images[step as usize] as usize].max(base) - base;
                sum -= choices(number.into(), t);
            }
        }
        self.base = base + len as u32 + 1;
        self.met = met;
        sum
    }
}
