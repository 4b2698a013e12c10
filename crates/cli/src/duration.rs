//! Durations as people type them: `200ms`, `5s`, `1.5m`, `2h`.

use std::time::Duration;

/// Why a text is not a duration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ParseDurationError {
    #[error("expected a number and a unit, such as 200ms, 5s, 2m or 1h")]
    NoNumber,
    #[error("the unit is missing; did you mean {0}s?")]
    NoUnit(String),
    #[error("`{0}` is not a unit of time; expected ms, s, m or h")]
    UnknownUnit(String),
    #[error("longer than a century; leave the limit out")]
    TooLong,
}

const CENTURY_SECONDS: f64 = 100.0 * 365.25 * 86_400.0;

/// Reads a number followed by `ms`, `s`, `m` or `h`.
pub(crate) fn parse(text: &str) -> Result<Duration, ParseDurationError> {
    let text = text.trim();
    let number_len = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(number_len);
    let value: f64 = number.parse().map_err(|_| ParseDurationError::NoNumber)?;
    let unit_seconds = match unit.trim_start() {
        "ms" => 1e-3,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "" => return Err(ParseDurationError::NoUnit(number.to_owned())),
        other => return Err(ParseDurationError::UnknownUnit(other.to_owned())),
    };
    let seconds = value * unit_seconds;
    if seconds > CENTURY_SECONDS {
        return Err(ParseDurationError::TooLong);
    }
    Ok(Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_units() {
        assert_eq!(parse("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(parse("5s"), Ok(Duration::from_secs(5)));
        assert_eq!(parse("1.5 m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse("2h"), Ok(Duration::from_secs(7200)));
        assert_eq!(parse("0s"), Ok(Duration::ZERO));
    }

    #[test]
    fn mistakes_are_reported() {
        assert_eq!(parse("5"), Err(ParseDurationError::NoUnit("5".to_owned())));
        assert_eq!(parse("5d"), Err(ParseDurationError::UnknownUnit("d".to_owned())));
        for text in ["", "s", "-5s", "1.2.3s", ".", "inf", "∞s"] {
            assert_eq!(parse(text), Err(ParseDurationError::NoNumber), "{text}");
        }
        assert_eq!(parse("9999999999h"), Err(ParseDurationError::TooLong));
    }
}
