//! Where a number stands on an axis, and which numbers are written beside it.

/// A logarithmic axis has no place for zero; it gets one at the low end, this far in and this far from the rest.
const ZERO: f64 = 0.03;
const ABOVE_ZERO: f64 = 0.1;

/// An axis between two places of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    is_log: bool,
    /// Whether a logarithmic axis has a place for zero.
    has_zero: bool,
    /// Where it begins and ends.
    place: [f64; 2],
}

/// A number that is written beside an axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    pub(crate) value: f64,
    pub(crate) label: String,
}

impl Scale {
    /// An axis with room for all these numbers; nothing if there are none.
    pub(crate) fn new(
        values: impl Iterator<Item = f64>,
        is_log: bool,
        place: [f64; 2],
    ) -> Option<Self> {
        let mut scale =
            Self { low: f64::INFINITY, high: f64::NEG_INFINITY, is_log, has_zero: false, place };
        for value in values.filter(|value| value.is_finite()) {
            if is_log && value <= 0.0 {
                scale.has_zero = true;
                continue;
            }
            scale.low = scale.low.min(value);
            scale.high = scale.high.max(value);
        }
        let Self { low, high, has_zero, .. } = scale;
        if low > high {
            // Nothing but zeros can still be drawn.
            return has_zero.then_some(Self { low: 1.0, high: 10.0, ..scale });
        }
        if is_log {
            let room = (high / low).powf(0.04).max(1.1);
            return Some(Self { low: low / room, high: high * room, ..scale });
        }
        let room = ((high - low) * 0.05).max(1e-9 + high.abs() * 1e-3);
        // Errors begin at zero, unless that is far away.
        let low = if low >= 0.0 && low < (high - low).max(room) { 0.0 } else { low - room };
        Some(Self { low, high: high + room, ..scale })
    }

    /// The same axis elsewhere.
    pub(crate) fn at_place(self, place: [f64; 2]) -> Self {
        Self { place, ..self }
    }

    /// Where a number stands.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let [from, to] = self.place;
        let on = |share: f64| from + share * (to - from);
        if !self.is_log {
            return on((value - self.low) / (self.high - self.low));
        }
        if value <= 0.0 {
            return on(ZERO);
        }
        let share = (value / self.low).ln().max(0.0) / (self.high / self.low).ln();
        on(if self.has_zero { ABOVE_ZERO + share * (1.0 - ABOVE_ZERO) } else { share })
    }

    /// About so many round numbers of it.
    pub(crate) fn ticks(&self, most: usize) -> Vec<Tick> {
        let decades = (self.high / self.low).log10();
        if !self.is_log || decades < 1.0 {
            return self.zero().chain(self.even_ticks(most)).collect();
        }
        let most = most as f64;
        let digits: &[f64] = if decades * 3.0 <= most + 1.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let stride = (decades / most).ceil() as i32;
        let exponents = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
        // Multiples of the stride, so that 1 is among them.
        let exponents = exponents.filter(|exponent| exponent % stride == 0);
        let powers = exponents.map(|exponent| 10.0_f64.powi(exponent));
        let ticks = powers.flat_map(|power| digits.iter().map(move |digit| (digit * power, power)));
        let ticks = ticks.filter(|(value, _)| (self.low..=self.high).contains(value));
        self.zero()
            .chain(ticks.map(|(value, power)| Tick { value, label: label(value, power) }))
            .collect()
    }

    fn zero(&self) -> impl Iterator<Item = Tick> + use<> {
        self.has_zero.then(|| Tick { value: 0.0, label: "0".to_owned() }).into_iter()
    }

    /// Multiples of 1, 2 or 5 and a power of ten.
    fn even_ticks(&self, most: usize) -> impl Iterator<Item = Tick> + use<> {
        let apart = (self.high - self.low) / most as f64;
        let power = 10.0_f64.powf(apart.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
        let step = steps.into_iter().find(|&step| step >= apart).unwrap_or(steps[3]);
        let first = (self.low / step - 1e-9).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        (first..=last).map(move |times| {
            let value = times as f64 * step;
            Tick { value, label: label(value, step) }
        })
    }
}

/// A number as one reads it on an axis whose numbers are this far apart.
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

    fn scale(values: &[f64], is_log: bool) -> Scale {
        Scale::new(values.iter().copied(), is_log, [0.0, 100.0]).unwrap()
    }

    fn labels(values: &[f64], is_log: bool, most: usize) -> Vec<String> {
        scale(values, is_log).ticks(most).into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn labels_are_round_and_differ() {
        assert_eq!(labels(&[0.0, 9.0], false, 5), ["0", "2", "4", "6", "8"]);
        assert_eq!(labels(&[1.0, 1.12], false, 4), ["1.00", "1.05", "1.10"]);
        assert_eq!(labels(&[0.0, 90_000.0], false, 4), ["0", "50 k"]);
        assert_eq!(labels(&[1.0, 300.0], true, 8), ["1", "2", "5", "10", "20", "50", "100", "200"]);
        assert_eq!(labels(&[1e-5, 1e-2], true, 6), ["1e-5", "1e-4", "0.001", "0.01"]);
        assert_eq!(labels(&[1e-3, 1e4], true, 4), ["0.01", "1", "100", "10 k"]);
        assert_eq!(labels(&[2_000.0, 100_000.0], true, 3), ["10 k", "100 k"]);
        assert_eq!(labels(&[3.1e6, 4.9e6], false, 4), ["3.5 M", "4.0 M", "4.5 M"]);
    }

    #[test]
    fn zero_has_a_place_on_a_logarithmic_axis() {
        let scale = scale(&[0.0, 1.0, 1_000.0], true);
        assert!(scale.at(0.0) < scale.at(1.0) - 5.0);
        assert_eq!(scale.ticks(4)[0].label, "0");
        assert!(labels(&[1.0, 1_000.0], true, 4)[0] == "1");
    }

    #[test]
    fn everything_stands_between_the_ends() {
        for (values, is_log) in [
            (&[0.3, 17.0, 4.0][..], false),
            (&[0.3, 17.0, 4.0], true),
            (&[5.0], false),
            (&[5.0], true),
            (&[0.0], true),
            (&[-3.0, -1.0], false),
        ] {
            let scale = scale(values, is_log);
            let places: Vec<f64> = values.iter().map(|&value| scale.at(value)).collect();
            assert!(places.iter().all(|place| (0.0..=100.0).contains(place)), "{places:?}");
            assert!(!scale.ticks(6).is_empty() && scale.ticks(6).len() < 12, "{values:?}");
        }
        assert_eq!(Scale::new([f64::NAN].into_iter(), false, [0.0, 1.0]), None);
    }
}
