//! The learning rate as a function of the step.
//!
//! ```text
//! constant   η_t = η
//! cosine     η_t = η·(t + 1)/w                                        t < w, the warm-up
//!            η_t = η·( f + (1 − f)·(1 + cos(π·(t − w)/(T − w)))/2 )   w ≤ t < T
//!            η_t = η·f                                                T ≤ t
//! ```

use serde::{Deserialize, Serialize};

/// How the learning rate changes from step to step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", tag = "kind")]
pub enum Schedule {
    /// It is constant.
    #[default]
    Constant,
    /// A linear warm-up, then half a cosine down.
    Cosine {
        /// w: the steps of the warm-up; may be 0.
        warm_up: u64,
        /// T: the step at which the lowest rate is reached.
        total: u64,
        /// f: the lowest rate, as a fraction of the highest.
        floor: f64,
    },
}

impl Schedule {
    /// The factor of the highest rate at a step, counted from 0.
    #[must_use]
    pub fn factor(self, step: u64) -> f64 {
        match self {
            Self::Constant => 1.0,
            Self::Cosine { warm_up, .. } if step < warm_up => (step + 1) as f64 / warm_up as f64,
            Self::Cosine { total, floor, .. } if step >= total => floor,
            Self::Cosine { warm_up, total, floor } => {
                let part = (step - warm_up) as f64 / (total - warm_up) as f64;
                floor + (1.0 - floor) * f64::midpoint(1.0, (std::f64::consts::PI * part).cos())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cosine_goes_up_in_a_line_and_down_in_a_curve() {
        let schedule = Schedule::Cosine { warm_up: 4, total: 12, floor: 0.1 };
        let factors: Vec<f64> = [0, 3, 4, 8, 12, 99].map(|step| schedule.factor(step)).into();
        for (found, expected) in factors.iter().zip([0.25, 1.0, 1.0, 0.55, 0.1, 0.1]) {
            assert!((found - expected).abs() < 1e-12, "{factors:?}");
        }
        assert_eq!(Schedule::Constant.factor(1000), 1.0);
    }
}
