//! The positions of numbers on an axis, and its ticks.
//!
//! plotters has logarithmic axes, but none with a position for zero, and formats numbers with all
//! their digits.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;

/// A logarithmic axis has no position for zero; it gets one at the low end, this far from the end
/// and this far from the rest.
const ZERO: f64 = 0.03;
const ABOVE_ZERO: f64 = 0.1;

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    is_log: bool,
    /// Whether a logarithmic axis has a position for zero.
    has_zero: bool,
    /// The ticks, with their labels.
    ticks: Vec<(f64, String)>,
}

impl Scale {
    /// An axis that covers all these numbers, with about `ticks` round ticks; `None` if there are
    /// none.
    pub(crate) fn new(
        values: impl Iterator<Item = f64>,
        is_log: bool,
        ticks: usize,
    ) -> Option<Self> {
        let (mut low, mut high, mut has_zero) = (f64::INFINITY, f64::NEG_INFINITY, false);
        for value in values.filter(|value| value.is_finite()) {
            if is_log && value <= 0.0 {
                has_zero = true;
            } else {
                (low, high) = (low.min(value), high.max(value));
            }
        }
        if low > high {
            if !has_zero {
                return None;
            }
            // Zeros alone can still be drawn.
            (low, high) = (1.0, 10.0);
        } else if is_log {
            let margin = (high / low).powf(0.04).max(1.1);
            (low, high) = (low / margin, high * margin);
        } else {
            // Errors begin at zero, so that small differences look small.
            let from = low.min(0.0);
            let margin = ((high - from) * 0.05).max(1e-9);
            (low, high) = (if low < 0.0 { low - margin } else { 0.0 }, high + margin);
        }
        let mut scale = Self { low, high, is_log, has_zero, ticks: Vec::new() };
        scale.ticks = scale.round_numbers(ticks);
        Some(scale)
    }

    /// The position of a number on the axis, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        if !self.is_log {
            return (value - self.low) / (self.high - self.low);
        }
        if value <= 0.0 {
            return ZERO;
        }
        let share = (value / self.low).ln().max(0.0) / (self.high / self.low).ln();
        if self.has_zero { ABOVE_ZERO + share * (1.0 - ABOVE_ZERO) } else { share }
    }

    fn round_numbers(&self, most: usize) -> Vec<(f64, String)> {
        let range = self.low..=self.high;
        let decades = (self.high / self.low).log10();
        // Numbers, and their precision.
        let numbers: Vec<(f64, f64)> = if !self.is_log || decades < 1.0 {
            let even = RangedCoordf64::from(self.low..self.high).key_points(most);
            let step = if let [a, b, ..] = even[..] { b - a } else { self.high - self.low };
            even.into_iter().map(|value| (value, step)).collect()
        } else {
            let most = most as f64;
            let digits = if decades * 3.0 <= most + 1.0 { &[1.0, 2.0, 5.0][..] } else { &[1.0] };
            let stride = (decades / most).ceil() as i32;
            let exponents = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
            // Multiples of the stride, so that 1 is among them.
            let exponents = exponents.filter(|exponent| exponent % stride == 0);
            let powers = exponents.map(|exponent| 10.0_f64.powi(exponent));
            let all = powers.flat_map(|power| digits.iter().map(move |it| (it * power, power)));
            all.filter(|(value, _)| range.contains(value)).collect()
        };
        let zero = self.has_zero.then(|| (0.0, "0".to_owned()));
        let numbers = numbers.into_iter().map(|(value, step)| (value, label(value, step)));
        zero.into_iter().chain(numbers).collect()
    }
}

impl Ranged for Scale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + (self.share(*value) * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // Draws no light lines between the labelled ones.
        let ticks = if hint.weight().allow_light_points() { &[][..] } else { &self.ticks };
        ticks.iter().map(|tick| tick.0).collect()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Scale {
    fn format_ext(&self, value: &f64) -> String {
        let tick = self.ticks.iter().find(|tick| tick.0.total_cmp(value).is_eq());
        tick.map_or_else(|| value.to_string(), |tick| tick.1.clone())
    }
}

/// The label of a number on an axis whose ticks are this far apart.
fn label(value: f64, step: f64) -> String {
    let size = value.abs();
    if size < step * 1e-6 {
        return "0".to_owned();
    }
    if size < 1e-3 {
        return format!("{value:.0e}");
    }
    let (unit, name) = if size >= 1e6 && step >= 1e5 {
        (1e6, " M")
    } else if size >= 1e4 && step >= 1e3 {
        (1e3, " k")
    } else {
        (1.0, "")
    };
    let mut digits = 0;
    let mut apart = step / unit;
    while apart < 1.0 - 1e-9 {
        apart *= 10.0;
        digits += 1;
    }
    format!("{:.digits$}{name}", value / unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::coord::ranged1d::BoldPoints;

    fn scale(values: &[f64], is_log: bool, ticks: usize) -> Scale {
        Scale::new(values.iter().copied(), is_log, ticks).unwrap()
    }

    fn labels(values: &[f64], is_log: bool, ticks: usize) -> Vec<String> {
        let scale = scale(values, is_log, ticks);
        scale.key_points(BoldPoints(ticks)).iter().map(|value| scale.format_ext(value)).collect()
    }

    #[test]
    fn labels_are_round_and_differ() {
        assert_eq!(labels(&[0.0, 9.0], false, 5), ["0", "2", "4", "6", "8"]);
        assert_eq!(labels(&[-0.12, 0.0], false, 4), ["-0.10", "-0.05", "0"]);
        assert_eq!(labels(&[0.0, 90_000.0], false, 4), ["0", "50 k"]);
        assert_eq!(labels(&[1.0, 300.0], true, 8), ["1", "2", "5", "10", "20", "50", "100", "200"]);
        assert_eq!(labels(&[1e-5, 1e-2], true, 6), ["1e-5", "1e-4", "0.001", "0.01"]);
        assert_eq!(labels(&[1e-3, 1e4], true, 4), ["0.01", "1", "100", "10 k"]);
        assert_eq!(labels(&[2_000.0, 100_000.0], true, 3), ["10 k", "100 k"]);
        assert_eq!(labels(&[3.1e6, 4.9e6], false, 4), ["0", "2 M", "4 M"]);
    }

    #[test]
    fn zero_has_a_place_on_a_logarithmic_axis() {
        let scale = scale(&[0.0, 1.0, 1_000.0], true, 4);
        assert!(scale.map(&0.0, (0, 100)) < scale.map(&1.0, (0, 100)) - 5);
        assert_eq!(labels(&[0.0, 1.0, 1_000.0], true, 4)[0], "0");
        assert_eq!(labels(&[1.0, 1_000.0], true, 4)[0], "1");
    }

    #[test]
    fn all_positions_are_between_the_ends() {
        for (values, is_log) in [
            (&[0.3, 17.0, 4.0][..], false),
            (&[0.3, 17.0, 4.0], true),
            (&[5.0], false),
            (&[5.0], true),
            (&[0.0], true),
            (&[-3.0, -1.0], false),
        ] {
            let scale = scale(values, is_log, 6);
            let places: Vec<i32> = values.iter().map(|it| scale.map(it, (100, 0))).collect();
            assert!(places.iter().all(|place| (0..=100).contains(place)), "{places:?}");
            assert!(!scale.ticks.is_empty() && scale.ticks.len() < 12, "{values:?}");
        }
        assert_eq!(Scale::new([f64::NAN].into_iter(), false, 6), None);
    }
}
