//! Numbers and times for people.

use std::time::Duration;

/// A time with about three digits, in a suitable unit.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    let digits = match value {
        v if v < 10.0 => 2,
        v if v < 100.0 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {unit}")
}

/// An approximate duration: `40 s`, `25 min`, `3 h 5 min`.
pub(crate) fn span(seconds: f64) -> String {
    let minutes = (seconds / 60.0).round();
    match seconds {
        little if little < 1.0 => "< 1 s".to_owned(),
        short if short < 90.0 => format!("{short:.0} s"),
        long if long < 7_200.0 => format!("{minutes} min"),
        _ => format!("{} h {} min", (minutes / 60.0).floor(), minutes % 60.0),
    }
}

/// `1,234,567`
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (ix, digit) in digits.chars().enumerate() {
        if ix > 0 && (digits.len() - ix).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 triple`, `1,000 triples`
pub(crate) fn number_of(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", thousands(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_as_coarse_as_they_are_long() {
        let spans = [0.4, 89.0, 100.0, 3_600.0, 11_042.0].map(span);
        assert_eq!(spans, ["< 1 s", "89 s", "2 min", "60 min", "3 h 4 min"]);
    }

    #[test]
    fn times_have_three_digits() {
        assert_eq!(time(Duration::from_nanos(1_234)), "1.23 µs");
        assert_eq!(time(Duration::from_micros(45_600)), "45.6 ms");
        assert_eq!(time(Duration::from_millis(123_456)), "123 s");
        assert_eq!(time(Duration::ZERO), "0.00 µs");
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(number_of(1, "triple"), "1 triple");
        assert_eq!(number_of(1_000, "triple"), "1,000 triples");
    }
}
