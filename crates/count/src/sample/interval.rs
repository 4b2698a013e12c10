//! From replicates to an interval:
//!
//! ```text
//! m ± 1.1 · t(R − 1) · s / √R        m, s: mean and standard deviation of R independent replicates
//! ```
//!
//! The factor makes up for replicates that are not quite normal; without it 94.1 to 95.0 % of
//! nominal 95 % intervals hold the truth. If the replicates differ by as much as their mean, their
//! spread does not reveal rare large values that none of them found: the interval is then
//! unreliable, and replaced by the certain bounds.
//!
//! Scores never underestimate, so replicates that all agree may agree on too much: a share p of the
//! scores that is worth nothing goes unseen by R·N particles with probability e^(−pRN). The lower
//! end of the interval is therefore at least −ln(1 − confidence) / (RN) below the value.

use super::options::Sampling;

/// The factor of the interval; see the module docs.
const CAUTION: f64 = 1.1;

/// Replicates whose deviation is at least this share of their mean are not to be trusted.
const UNRELIABLE: f64 = 1.0;

/// The mean of replicates and how much they differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    pub(super) mean: f64,
    /// The standard deviation of one replicate, relative to the mean; infinite if the mean is zero.
    pub(super) relative: f64,
    pub(super) num: usize,
    /// How many particles there were in all.
    pub(super) draws: f64,
}

impl Spread {
    pub(super) fn of(values: &[f64], particles: usize) -> Self {
        let num = values.len();
        let mean = values.iter().sum::<f64>() / num as f64;
        let squares = values.iter().map(|v| (v / mean - 1.0).powi(2)).sum::<f64>();
        let relative = (squares / (num as f64 - 1.0)).sqrt();
        let relative = if relative.is_finite() { relative } else { f64::INFINITY };
        Self { mean, relative, num, draws: num as f64 * particles as f64 }
    }

    /// Half the width of the interval, relative to the mean.
    pub(super) fn half_width(&self, confidence: f64) -> f64 {
        if self.num < 2 {
            return f64::INFINITY;
        }
        half_width_of(self.num, confidence) * self.relative
    }

    /// How far below the mean the truth may be without a trace, relative to it.
    pub(super) fn unseen(&self, confidence: f64) -> f64 {
        -(1.0 - confidence).ln() / self.draws
    }

    pub(super) fn is_reliable(&self) -> bool {
        self.relative < UNRELIABLE && self.num >= Sampling::FEWEST as usize
    }

    pub(super) fn standard_error(&self) -> f64 {
        self.relative / (self.num as f64).sqrt()
    }
}

/// Half the width of the interval of `num` replicates whose relative deviation is 1.
pub(super) fn half_width_of(num: usize, confidence: f64) -> f64 {
    CAUTION * student_t(num as u32 - 1, confidence) / (num as f64).sqrt()
}

/// The t with P(|T| ≤ t) = `confidence` for T with this many degrees of freedom.
fn student_t(degrees: u32, confidence: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while within(degrees, high) < confidence && high < 1e9 {
        high *= 2.0;
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if within(degrees, middle) < confidence {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// P(|T| ≤ t), the finite sums of Abramowitz and Stegun 26.7.3 and 26.7.4.
fn within(degrees: u32, t: f64) -> f64 {
    let nu = f64::from(degrees);
    let theta = (t / nu.sqrt()).atan();
    let (sin, cos) = theta.sin_cos();
    let is_odd = degrees % 2 == 1;
    let mut term = if is_odd { cos } else { 1.0 };
    let mut sum = if degrees == 1 { 0.0 } else { term };
    let mut i = if is_odd { 3.0 } else { 2.0 };
    while i < nu {
        term *= (i - 1.0) / i * cos * cos;
        sum += term;
        i += 2.0;
    }
    if is_odd { std::f64::consts::FRAC_2_PI * (theta + sin * sum) } else { sin * sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (degrees, confidence, t) in [
            (1, 0.95, 12.706),
            (2, 0.95, 4.303),
            (5, 0.95, 2.571),
            (11, 0.95, 2.201),
            (11, 0.99, 3.106),
            (30, 0.9, 1.697),
            (47, 0.95, 2.012),
        ] {
            let found = student_t(degrees, confidence);
            assert!((found - t).abs() < 6e-4, "{degrees} {confidence}: {found}");
        }
    }

    #[test]
    fn a_spread_is_relative() {
        let spread = Spread::of(&[8.0, 12.0], 1);
        assert!((spread.mean - 10.0).abs() < 1e-12);
        assert!((spread.relative - 8.0_f64.sqrt() / 10.0).abs() < 1e-12);
        assert!(Spread::of(&[0.0, 0.0], 1).relative.is_infinite());
        // The spread of a batch that was cut short is unknown.
        assert!(Spread::of(&[], 1).half_width(0.95).is_infinite());
        assert!(Spread::of(&[3.0], 1).half_width(0.95).is_infinite());
    }
}
