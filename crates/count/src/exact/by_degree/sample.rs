//! Predicts the work of a plan from a sample of the images of its first node, with hubs sampled
//! separately.

use super::host::Host;
use super::run::DegreeRun;
use super::sight::Course;
use crate::cost::by_degree::{
    COST_OF_A_CUT_IMAGE, IMAGES_PER_STRATUM_OF_A_PLAN, SHARE_OF_ONE_IMAGE,
};
use crate::meter::Meter;

/// The result of a sample of a plan. Mappings that were counted in the sample are not counted
/// again.
#[derive(Debug, Default)]
pub(super) struct SampledCourse {
    /// The expected work of the whole, in the unit of the meter.
    pub(super) work: f64,
    /// The first images that are done, ascending, and the mappings found there.
    pub(super) done: Vec<u32>,
    pub(super) found: u128,
    /// The mappings at images that were left; a bound.
    pub(super) besides: u128,
}

/// Samples with at most about `most` work. Images that are not reached by then are expected to be
/// like the last ones sampled.
pub(super) fn sample(
    host: &Host,
    course: Course<'_>,
    most: f64,
    meter: &Meter<'_>,
) -> SampledCourse {
    let mut sampled = SampledCourse::default();
    let mut run = DegreeRun::new(host, course, meter.clone());
    let (mut spent, mut from, mut len) = (0.0, 0, 1);
    while from < host.num_places {
        let stratum = from..host.num_places.min(from + len);
        let number = stratum.len().min(IMAGES_PER_STRATUM_OF_A_PLAN);
        let mut work = 0.0;
        for i in 0..number {
            let x = (stratum.start + (2 * i + 1) * stratum.len() / (2 * number)) as u32;
            run.meter = meter.clone().within_work((SHARE_OF_ONE_IMAGE * most).min(most - spent));
            let found = run.at(x);
            let taken = (1 + run.meter.total() - meter.total()) as f64;
            spent += taken;
            if run.meter.is_spent() {
                work += COST_OF_A_CUT_IMAGE * taken;
                sampled.besides = sampled.besides.saturating_add(found);
            } else {
                work += taken;
                sampled.done.push(x);
                sampled.found = sampled.found.saturating_add(found);
            }
        }
        let per_image = work / number as f64;
        sampled.work += per_image * stratum.len() as f64;
        from = stratum.end;
        if spent >= most || !meter.clone().look_now() {
            sampled.work += per_image * (host.num_places - from) as f64;
            break;
        }
        len *= 2;
    }
    sampled
}
