//! The value of a particle: the masses of the nodes that can be seen from it, which change with
//! every image.

use super::look_ahead::positive_product;
use super::replicate::SamplePlan;
use super::rows::meet;
use super::steps::{Cause, Check, From, SampleStep};
use crate::meter::Meter;

impl SamplePlan<'_> {
    /// Calls `visit` with the nodes that all rows have.
    #[inline]
    pub(super) fn visit_rows(
        &self,
        rows: &[From],
        images: &[u32],
        meter: &mut Meter<'_>,
        visit: impl FnMut(u32) -> bool,
    ) {
        let row = |from: &From| self.floor.row(from.link, images[from.position]);
        let mut few: [&[u32]; 8] = [&[]; 8];
        let mut many = Vec::new();
        let lists = if rows.len() <= few.len() {
            few.iter_mut().zip(rows).for_each(|(list, from)| *list = row(from));
            &mut few[..rows.len()]
        } else {
            many.extend(rows.iter().map(row));
            &mut many[..]
        };
        let shortest = lists.iter().map(|list| list.len()).min().unwrap_or(0);
        if meter.work(1 + shortest) {
            meet(lists, visit);
        }
    }

    /// The product of masses.
    #[inline]
    pub(super) fn product(&self, nodes: &[usize], masses: &[f64], start: f64) -> f64 {
        nodes
            .iter()
            .fold(start, |product, &u| positive_product(product, self.look.worth(u, masses[u])))
    }

    /// Brings one mass up to date. False if the node has no image left.
    #[inline]
    pub(super) fn check(
        &self,
        step: &SampleStep,
        check: &Check,
        images: &[u32],
        masses: &mut [f64],
        meter: &mut Meter<'_>,
    ) -> bool {
        let u = check.node;
        let image = images[images.len() - 1];
        let is_set = |y: u32| {
            self.look.weight(u, y) > 0.0
                && check.rows.iter().all(|from| {
                    self.floor.row(from.link, images[from.position]).binary_search(&y).is_ok()
                })
        };
        match check.cause {
            Cause::First => {
                let mut sum = self.look.sum(u, step.node, image);
                let mut lost = 0.0;
                for &position in &check.distinct {
                    if is_set(images[position]) {
                        lost += self.look.weight(u, images[position]);
                    }
                }
                if lost > 0.0 {
                    let whole = self.look.is_whole[u];
                    sum = if whole { sum - lost } else { self.mass(check, images, meter) };
                }
                masses[u] = sum;
                sum > 0.0
            }
            Cause::Meets => {
                masses[u] = self.mass(check, images, meter);
                masses[u] > 0.0
            }
            Cause::Exists => {
                let mut exists = false;
                self.visit_rows(&check.rows, images, meter, |y| {
                    exists = self.look.weight(u, y) > 0.0
                        && check.distinct.iter().all(|&position| images[position] != y);
                    !exists
                });
                exists
            }
            Cause::Taken => {
                if is_set(image) {
                    masses[u] = if self.look.is_whole[u] {
                        masses[u] - self.look.weight(u, image)
                    } else {
                        self.mass(check, images, meter)
                    };
                }
                masses[u] > 0.0
            }
        }
    }

    /// Σ `w_u` over the images that are left for u.
    pub(super) fn mass(&self, check: &Check, images: &[u32], meter: &mut Meter<'_>) -> f64 {
        let mut sum = 0.0;
        self.visit_rows(&check.rows, images, meter, |y| {
            let weight = self.look.weight(check.node, y);
            if weight > 0.0 && check.distinct.iter().all(|&position| images[position] != y) {
                sum += weight;
            }
            true
        });
        positive_product(sum, self.look.shrink(check.node))
    }
}
