//! Runs a plan backwards: every part receives its weight, the number of ways to place everything
//! outside it, and passes it on.
//!
//! ```text
//! value(part)  = Σ over images x   Π over children   value(child)
//! weight(child at x)  +=  weight(part) · Π over its siblings   value(sibling)
//! n(u, x)             +=  weight(part) · Π over children       value(child)
//! ```
//!
//! A part that remembers its values collects its weights too, by the image of its key, and passes
//! on their sums: when a node that it depends on other than its key is about to move, or at the
//! end. For a homomorphism of a tree that is one pass up and one down.

use std::sync::atomic::{AtomicUsize, Ordering};

use isocount_platform::on_threads;

use super::Found;
use super::tally::Tally;
use crate::cost::threads::IMAGES_AT_ONCE_FOR_PARTICIPATION;
use crate::exact::compiling::members;
use crate::exact::planning::{Part, PartKind, Plan};
use crate::exact::searching::{Memory, Search, TOO_MANY, falling_factorial};
use crate::exact::spaces::Space;
use crate::meter::Meter;

/// The weights of a part that remembers, by the place of its key.
#[derive(Clone, Debug, Default)]
struct Waiting {
    weights: Vec<u128>,
    /// Which of them are not 0.
    keys: Vec<u32>,
}

/// A plan at work.
struct Spread<'a, 'm, S: Space> {
    search: Search<'a, 'm, S>,
    /// The graph nodes of the space.
    nodes: &'a [u32],
    tally: Tally,
    waiting: Vec<Waiting>,
    /// For each pattern node, the parts that pass their weights on when it is about to move, outer
    /// ones first; at the end, those that do after everything else.
    at: Vec<Vec<u16>>,
    sets: Vec<S::Set>,
}

/// All mappings of a plan, at all nodes. The sums do not depend on the number of threads.
pub(super) fn spread<S: Space>(
    space: &S,
    plan: &Plan,
    nodes: &[u32],
    empty: &Tally,
    threads: usize,
    meter: &mut Meter<'_>,
) -> Found {
    let num_pattern_nodes = plan.parts.iter().fold(0, |mask, part| mask | part.nodes);
    let num_pattern_nodes = num_pattern_nodes.count_ones() as usize;
    // Components do not see each other: all others are a factor of the weight of each.
    let mut memory = Memory::default();
    let mut values = Vec::new();
    if plan.roots.len() > 1 {
        let mut search = Search::new(space, plan, num_pattern_nodes, &mut memory, meter.clone());
        values.extend(plan.roots.iter().map(|&root| search.value(root)));
        *meter = search.meter;
    }
    let mut found = Found { total: 0, tally: empty.clone() };
    for (place, &root) in plan.roots.iter().enumerate() {
        let others = values.iter().enumerate().filter(|(other, _)| *other != place);
        let weight = others.fold(1_u128, |product, (_, &value)| product.saturating_mul(value));
        if weight == 0 {
            continue;
        }
        let images = match plan.parts[root as usize].kind {
            PartKind::Step { .. } => {
                let first = &plan.sets[plan.parts[root as usize].sets.range()][0];
                let mut images = S::Set::default();
                let none_placed = vec![0; num_pattern_nodes];
                space.select(&plan.selection(first), &none_placed, &mut images, meter);
                Some(S::members(&images).collect::<Vec<u32>>())
            }
            PartKind::Twins { .. } | PartKind::Group { .. } | PartKind::Pair { .. } => None,
        };
        let threads = if images.is_some() { threads } else { 1 };
        let next = AtomicUsize::new(0);
        let start = &*meter;
        let shares = on_threads(threads, |_| {
            let mut memory = Memory::default();
            let search = Search::new(space, plan, num_pattern_nodes, &mut memory, start.clone());
            let mut spread = Spread::new(search, nodes, empty.clone());
            let mass = match &images {
                None => spread.pass(root, weight),
                Some(images) => spread.share(root, weight, images, &next),
            };
            spread.release(num_pattern_nodes);
            (mass, spread.tally, spread.search.meter.is_spent())
        });
        let mut total = 0_u128;
        for (mass, tally, is_spent) in shares {
            total = total.saturating_add(mass);
            found.tally.join(&tally);
            if is_spent {
                meter.spend();
            }
        }
        // Every root finds all mappings, unless the budget runs out on the way.
        found.total = found.total.max(total);
    }
    found
}

impl<'a, 'm, S: Space> Spread<'a, 'm, S> {
    fn new(search: Search<'a, 'm, S>, nodes: &'a [u32], tally: Tally) -> Self {
        let plan = search.plan;
        let num_nodes = search.images().len();
        let mut at = vec![Vec::new(); num_nodes + 1];
        for &root in &plan.roots {
            find_homes(plan, root, &mut Vec::new(), &mut at);
        }
        // A part comes after its children.
        for parts in &mut at {
            parts.sort_unstable_by(|a, b| b.cmp(a));
        }
        let mut waiting = vec![Waiting::default(); plan.num_memos];
        for memo in plan.parts.iter().filter_map(|part| part.memo) {
            let len = memo.key.map_or(1, |u| search.space.places(u as usize).len());
            waiting[memo.table as usize].weights = vec![0; len];
        }
        let sets = (0..num_nodes).map(|_| S::Set::default()).collect();
        Self { search, nodes, tally, waiting, at, sets }
    }

    /// Passes a weight to a part. Returns the mappings with this weight.
    fn pass(&mut self, part: u16, weight: u128) -> u128 {
        let Some(memo) = self.search.plan.parts[part as usize].memo else {
            return self.open(part, weight);
        };
        let value = self.search.value(part);
        if value > 0 {
            let place = memo.key.map_or(0, |u| {
                self.search.images()[u as usize] - self.search.space.places(u as usize).start
            });
            let Waiting { weights, keys } = &mut self.waiting[memo.table as usize];
            let sum = &mut weights[place as usize];
            if *sum == 0 {
                keys.push(place);
            }
            *sum = sum.saturating_add(weight);
        }
        weight.saturating_mul(value)
    }

    /// Passes a weight through a part.
    fn open(&mut self, part: u16, weight: u128) -> u128 {
        let plan = self.search.plan;
        let Part { kind, sets, nodes, .. } = plan.parts[part as usize];
        let set = &plan.sets[sets.range()][0];
        let u = set.node as usize;
        let mut images = std::mem::take(&mut self.sets[u]);
        self.search.select(set, &mut images);
        let mut total = 0_u128;
        match kind {
            PartKind::Step { .. } => {
                for x in S::members(&images) {
                    if !self.search.meter.step() {
                        break;
                    }
                    total = total.saturating_add(self.at_image(part, x, weight));
                }
            }
            PartKind::Twins { multiplicity } => {
                let size = S::len(&images);
                let falling = |size, number| falling_factorial(size, number).unwrap_or(TOO_MANY);
                if size >= u64::from(multiplicity) && self.search.meter.work(size as usize) {
                    let each = weight.saturating_mul(falling(size - 1, multiplicity - 1));
                    let rows = &plan.rows[set.rows.range()];
                    for x in S::members(&images) {
                        for v in members(nodes) {
                            let found = (rows, self.search.images());
                            self.tally.add(v, x, each, found, self.nodes);
                        }
                    }
                    total = weight.saturating_mul(falling(size, multiplicity));
                }
            }
            PartKind::Group { .. } | PartKind::Pair { .. } => {
                unreachable!("the plan has none of these")
            }
        }
        self.sets[u] = images;
        total
    }

    /// Shares the images of the first node with other threads.
    fn share(&mut self, root: u16, weight: u128, images: &[u32], next: &AtomicUsize) -> u128 {
        let mut total = 0_u128;
        loop {
            let from = next.fetch_add(IMAGES_AT_ONCE_FOR_PARTICIPATION, Ordering::Relaxed);
            if from >= images.len() {
                return total;
            }
            for &x in &images[from..images.len().min(from + IMAGES_AT_ONCE_FOR_PARTICIPATION)] {
                if !self.search.meter.step() {
                    return total;
                }
                total = total.saturating_add(self.at_image(root, x, weight));
            }
        }
    }

    /// One image of the node of a step.
    fn at_image(&mut self, part: u16, x: u32, weight: u128) -> u128 {
        let plan = self.search.plan;
        let part = &plan.parts[part as usize];
        let PartKind::Step { children } = part.kind else { return 0 };
        let set = &plan.sets[part.sets.range()][0];
        let u = set.node as usize;
        self.search.place(u, x);
        let mappings = self.children(&plan.children[children.range()], weight);
        if mappings > 0 {
            let found = (&plan.rows[set.rows.range()], self.search.images());
            self.tally.add(u, x, mappings, found, self.nodes);
            self.release(u);
        }
        mappings
    }

    /// Passes a weight to the children of a step. One of them is processed without being counted
    /// before.
    fn children(&mut self, children: &[u16], weight: u128) -> u128 {
        let plan = self.search.plan;
        if let &[only] = children {
            return self.pass(only, weight);
        }
        let is_long = |part: u16| {
            let part = &plan.parts[part as usize];
            part.memo.is_none() && matches!(part.kind, PartKind::Step { .. })
        };
        let long = children.iter().position(|&child| is_long(child)).unwrap_or(0);
        let mut values = [1_u128; 64];
        let mut others = weight;
        for (place, &child) in children.iter().enumerate().filter(|(place, _)| *place != long) {
            values[place] = self.search.value(child);
            others = others.saturating_mul(values[place]);
            if others == 0 {
                return 0;
            }
        }
        let mappings = self.pass(children[long], others);
        if mappings == 0 {
            return 0;
        }
        values[long] = mappings / others;
        for (place, &child) in children.iter().enumerate().filter(|(place, _)| *place != long) {
            let siblings = values[..children.len()].iter().enumerate();
            let weight = siblings
                .filter(|(sibling, _)| *sibling != place)
                .fold(weight, |product, (_, &value)| product.saturating_mul(value));
            self.pass(child, weight);
        }
        mappings
    }

    /// Passes on the weights that wait for this node to move.
    fn release(&mut self, u: usize) {
        for i in 0..self.at[u].len() {
            let part = self.at[u][i];
            let Some(memo) = self.search.plan.parts[part as usize].memo else { continue };
            let table = memo.table as usize;
            let mut keys = std::mem::take(&mut self.waiting[table].keys);
            // Whatever order they came in.
            keys.sort_unstable();
            for place in keys.drain(..) {
                let weight = std::mem::take(&mut self.waiting[table].weights[place as usize]);
                if self.search.meter.is_spent() {
                    continue;
                }
                if let Some(key) = memo.key {
                    let first = self.search.space.places(key as usize).start;
                    self.search.place(key as usize, first + place);
                }
                self.open(part, weight);
                // Weights inside the part that wait for its key to move: the key moves now.
                if let Some(key) = memo.key {
                    self.release(key as usize);
                }
            }
            self.waiting[table].keys = keys;
        }
    }
}

/// Records for each part that remembers when it has to pass on its weights: when the last node
/// moves that it looks at, other than its key.
fn find_homes(plan: &Plan, part: u16, path: &mut Vec<u8>, at: &mut [Vec<u16>]) {
    let Part { kind, sets, memo, .. } = plan.parts[part as usize];
    if let Some(memo) = memo {
        let guard = path.iter().rev().find(|&&u| memo.guards >> u & 1 == 1);
        let home = guard.map_or(at.len() - 1, |&u| u as usize);
        at[home].push(part);
    }
    if let PartKind::Step { children } = kind {
        path.push(plan.sets[sets.range()][0].node);
        for i in children.range() {
            find_homes(plan, plan.children[i], path, at);
        }
        path.pop();
    }
}
