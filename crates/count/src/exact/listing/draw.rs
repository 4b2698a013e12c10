//! Draws one mapping from a plan, uniformly: the plan counts the mappings below every choice, and
//! each choice is drawn in proportion to that count.
//!
//! ```text
//! P(u ↦ x) = c(x) / Σ_y c(y)        c(x): mappings of the rest once u is at x
//! ```
//!
//! The chances of a mapping multiply along the plan and come to 1 / (all mappings). Components
//! below a step are independent of each other, so they are drawn independently.

use isocount_core::Rng;

use crate::exact::compiling::members;
use crate::exact::planning::PartKind;
use crate::exact::searching::{Search, TOO_MANY};
use crate::exact::spaces::Space;

/// The images of one node, each with the number of mappings up to and including it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choices {
    images: Vec<u32>,
    sums: Vec<u128>,
}

impl Choices {
    /// Adds an image with the number of mappings below it. Sums saturate at [`TOO_MANY`].
    pub(crate) fn push(&mut self, image: u32, mappings: u128) {
        if mappings > 0 {
            let sum = self.total().saturating_add(mappings);
            self.images.push(image);
            self.sums.push(sum);
        }
    }

    pub(crate) fn total(&self) -> u128 {
        self.sums.last().copied().unwrap_or(0)
    }

    /// None if there is nothing to choose from, or the number is too large.
    fn choose(&self, rng: &mut Rng) -> Option<u32> {
        let total = self.total();
        if total == 0 || total == TOO_MANY {
            return None;
        }
        let drawn = below(rng, total);
        Some(self.images[self.sums.partition_point(|&sum| sum <= drawn)])
    }
}

/// A uniform random number below `bound`.
fn below(rng: &mut Rng, bound: u128) -> u128 {
    let unused = (bound - 1).leading_zeros();
    loop {
        let bits = u128::from(rng.bits()) << 64 | u128::from(rng.bits());
        let drawn = bits.checked_shr(unused).unwrap_or(0);
        if drawn < bound {
            return drawn;
        }
    }
}

impl<S: Space> Search<'_, '_, S> {
    /// The choices for the node of a step, once the nodes before it are placed.
    pub(crate) fn choices(&mut self, part: u16) -> Choices {
        let plan = self.plan;
        let part = &plan.parts[part as usize];
        let mut choices = Choices::default();
        let PartKind::Step { children } = part.kind else { return choices };
        let set = &plan.sets[part.sets.range()][0];
        for x in self.members(part.sets.range().start) {
            if !self.meter.step() {
                break;
            }
            self.place(set.node as usize, x);
            choices.push(x, self.product(&plan.children[children.range()]));
        }
        choices
    }

    /// Draws the images of the nodes of a part. False if the budget ran out, or a number did not
    /// fit.
    pub(crate) fn draw(&mut self, part: u16, known: Option<&Choices>, rng: &mut Rng) -> bool {
        let plan = self.plan;
        let this = &plan.parts[part as usize];
        let first_set = this.sets.range().start;
        match this.kind {
            PartKind::Step { children } => {
                let chosen = match known {
                    Some(known) => known.choose(rng),
                    None => self.choices(part).choose(rng),
                };
                let Some(x) = chosen.filter(|_| !self.meter.is_spent()) else { return false };
                self.place(plan.sets[first_set].node as usize, x);
                plan.children[children.range()].iter().all(|&child| self.draw(child, None, rng))
            }
            // Different nodes with one set: a draw without replacement.
            PartKind::Twins { .. } => {
                let mut images = self.members(first_set);
                for u in members(this.nodes) {
                    if images.is_empty() || !self.meter.work(1) {
                        return false;
                    }
                    let x = images.swap_remove(below(rng, images.len() as u128) as usize);
                    self.place(u, x);
                }
                true
            }
            // Plans for draws have none.
            PartKind::Group { .. } | PartKind::Pair { .. } => false,
        }
    }

    fn members(&mut self, set: usize) -> Vec<u32> {
        let mut images = S::Set::default();
        let selection = self.plan.selection(&self.plan.sets[set]);
        let (space, placed) = (self.space, self.images().to_vec());
        space.select(&selection, &placed, &mut images, &mut self.meter);
        S::members(&images).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_a_bound_are_spread_evenly() {
        let mut rng = Rng::new(3);
        for bound in [1_u128, 2, 3, 7] {
            let mut seen = vec![0_u32; bound as usize];
            for _ in 0..10_000 * bound {
                seen[below(&mut rng, bound) as usize] += 1;
            }
            // Five standard deviations.
            assert!(seen.iter().all(|&n| n.abs_diff(10_000) <= 500), "{seen:?}");
        }
        let huge = u128::MAX - 1;
        assert!((0..100).any(|_| below(&mut rng, huge) > huge / 2));
    }

    #[test]
    fn images_without_mappings_are_never_chosen() {
        let mut choices = Choices::default();
        for (x, mappings) in [(4, 0), (5, 1), (6, 0), (7, 3)] {
            choices.push(x, mappings);
        }
        let mut rng = Rng::new(1);
        let chosen: Vec<u32> = (0..4000).filter_map(|_| choices.choose(&mut rng)).collect();
        let fives = chosen.iter().filter(|&&x| x == 5).count();
        assert!(chosen.iter().all(|&x| x == 5 || x == 7));
        // A quarter of 4,000; five standard deviations are 137.
        assert!(fives.abs_diff(1000) < 137, "{fives}");
    }
}
