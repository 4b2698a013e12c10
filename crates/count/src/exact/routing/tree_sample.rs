//! How much work a search will be, from a sample of its tree (Knuth 1975, Chen 1992).
//!
//! A search visits the partial mappings of its plan, level by level. Here a few of them go down the
//! plan together, each with a weight: how many it stands for. Where all their extensions are more
//! than N, every c-th along the sum of their weights stays, and then stands for c.
//!
//! ```text
//! work = Σ over parts of the plan, Σ over particles:  weight · work of the part for this particle
//! ```
//!
//! Without memories the expectation of this sum is the work of the search, in the units of the
//! [meter](crate::meter). A part that remembers is computed at most once for each image of its key,
//! while its guards stay.

use isocount_core::Rng;

use crate::exact::compiling::members;
use crate::exact::planning::{Facts, PartKind, Plan, SetSpec};
use crate::exact::searching::{Memory, Search};
use crate::exact::spaces::Space;
use crate::meter::Meter;

/// Partial mappings with their weights; none is listed whose weight is zero.
#[derive(Default)]
struct Population {
    /// The images of the nodes in `path`, particle by particle.
    images: Vec<u32>,
    weights: Vec<f64>,
}

/// Samples the tree of a plan.
pub(crate) struct TreeSample<'a, 'm, S: Space> {
    search: Search<'a, 'm, S>,
    facts: &'a Facts<'a>,
    rng: Rng,
    width: usize,
    /// How often each node gets an image.
    placements: Vec<f64>,
    path: Vec<u8>,
    work: f64,
}

impl Plan {
    /// The work that running this plan will be, from `width` partial mappings on each level; and
    /// the work of finding out. None if the budget ran out meanwhile.
    pub(crate) fn sampled_work<S: Space>(
        &self,
        facts: &Facts<'_>,
        space: &S,
        width: usize,
        meter: &Meter<'_>,
    ) -> Option<(f64, f64)> {
        let num_nodes = facts.pattern.num_nodes();
        let mut memory = Memory::default();
        let before = meter.total();
        let search = Search::new(space, self, num_nodes, &mut memory, meter.clone());
        let mut tree = TreeSample {
            search,
            facts,
            rng: Rng::new(1),
            width,
            placements: vec![1.0; num_nodes],
            path: Vec::new(),
            work: 0.0,
        };
        for &root in &self.roots {
            let mut whole = Population { images: Vec::new(), weights: vec![1.0] };
            tree.visit(root, &mut whole);
        }
        let taken = (tree.search.meter.total() - before) as f64;
        (!tree.search.meter.is_spent()).then_some((tree.work, taken))
    }
}

impl<'a, 'm, S: Space> TreeSample<'a, 'm, S> {
    /// Adds the work of a part for all particles, and drops those for which it is worth nothing:
    /// the components after it are then not looked at.
    fn visit(&mut self, part: u16, population: &mut Population) {
        let plan = self.search.plan;
        // Two nodes that are counted together are counted for all images of the last one.
        let is_step = |children: &std::ops::Range<usize>| {
            plan.pair_below(&plan.children[children.clone()]).is_none()
        };
        let children = match plan.parts[part as usize].kind {
            PartKind::Step { children } => Some(children.range()).filter(is_step),
            _ => None,
        };
        let Some(children) = children else {
            let share = self.computed_share(part, population);
            self.retain(population, share, |search| search.compute(part) > 0);
            return;
        };
        let share = self.computed_share(part, population);
        let set = &plan.sets[plan.parts[part as usize].sets.range()][0];
        let mut images = S::Set::default();
        let mut sizes = Vec::new();
        self.retain(population, share, |search| {
            search.select(set, &mut images);
            sizes.push(S::len(&images) as f64);
            S::len(&images) > 0
        });
        sizes.retain(|&size| size > 0.0);
        let each = population.weights.iter().zip(&sizes);
        let tried = share * each.map(|(weight, size)| weight * size).sum::<f64>();
        self.work += tried;
        self.placements[set.node as usize] = tried;
        if self.search.meter.is_spent() || tried == 0.0 {
            return;
        }

        let mut below = self.extend(set, population, &sizes, share);
        self.path.push(set.node);
        for &child in &plan.children[children] {
            self.visit(child, &mut below);
        }
        self.path.pop();
    }

    /// Extends particles by the images of a node: every c-th along the sum of their weights, or all
    /// of them if they are few. `sizes` has the number of images of each particle.
    fn extend(
        &mut self,
        set: &SetSpec,
        population: &Population,
        sizes: &[f64],
        share: f64,
    ) -> Population {
        let each = || population.weights.iter().map(|weight| weight * share).zip(sizes);
        let total: f64 = each().map(|(weight, size)| weight * size).sum();
        let is_all = sizes.iter().sum::<f64>() <= self.width as f64;
        let c = total / self.width as f64;
        let (mut sum, mut next) = (0.0, self.rng.unit() * c);
        let (mut images, mut below) = (S::Set::default(), Population::default());
        let len = self.path.len();
        for (i, (weight, &size)) in each().enumerate() {
            let end = sum + weight * size;
            if is_all || next < end {
                let own = &population.images[i * len..(i + 1) * len];
                self.place(own);
                self.search.select(set, &mut images);
                let mut start = sum;
                for x in S::members(&images) {
                    start += weight;
                    let mut drawn = 0.0;
                    while next < start {
                        drawn += c;
                        next += c;
                    }
                    let stands_for = if is_all { weight } else { drawn };
                    if stands_for > 0.0 {
                        below.images.extend_from_slice(own);
                        below.images.push(x);
                        below.weights.push(stands_for);
                    }
                }
            }
            sum = end;
        }
        below
    }

    /// Of all calls of a part, the share in which its value is not remembered.
    fn computed_share(&self, part: u16, population: &Population) -> f64 {
        let Some(memo) = self.search.plan.parts[part as usize].memo else { return 1.0 };
        let calls = population.weights.iter().sum::<f64>();
        let epochs = members(memo.guards).map(|u| self.placements[u]).fold(1.0, f64::max);
        let keys = memo.key.map_or(1.0, |u| self.facts.measured.num_candidates[u as usize]);
        if calls > 0.0 { (epochs * keys / calls).min(1.0) } else { 1.0 }
    }

    fn place(&mut self, images: &[u32]) {
        for (&u, &x) in self.path.iter().zip(images) {
            self.search.place(u as usize, x);
        }
    }

    /// Calls a function for every particle, adds its work, and keeps the particles for which it
    /// returns true.
    fn retain(
        &mut self,
        population: &mut Population,
        share: f64,
        mut stays: impl FnMut(&mut Search<'a, 'm, S>) -> bool,
    ) {
        let len = self.path.len();
        let mut kept = 0;
        for i in 0..population.weights.len() {
            let weight = population.weights[i];
            let own = i * len..(i + 1) * len;
            self.place(&population.images[own.clone()]);
            let before = self.search.meter.total();
            let stays = stays(&mut self.search);
            let work = 1 + self.search.meter.total() - before;
            self.work += share * weight * work as f64;
            if stays {
                population.images.copy_within(own, kept * len);
                population.weights[kept] = weight;
                kept += 1;
            }
            if !self.search.meter.work(1) {
                break;
            }
        }
        population.images.truncate(kept * len);
        population.weights.truncate(kept);
    }
}
