//! The numbers of an estimate as decimal text, even where an `f64` cannot represent them.

use isocount_core::Estimate;

/// The count, if it is known, and both ends of the interval, if there is one.
pub(crate) fn numbers(estimate: &Estimate) -> [Option<String>; 3] {
    let known = |count: String| (!estimate.is_unknown()).then_some(count);
    if let Some(log10) = estimate.log10 {
        let interval = estimate.interval.is_some();
        let end = |log10: f64| interval.then(|| from_log10(log10));
        return [known(from_log10(log10.value)), end(log10.low), end(log10.high)];
    }
    let end = |end: Option<f64>| end.map(|end| end.to_string());
    let interval = estimate.interval;
    [
        known(estimate.value.to_string()),
        end(interval.map(|interval| interval.low)),
        end(interval.map(|interval| interval.high)),
    ]
}

/// The certain upper bound of a count that is unknown.
pub(crate) fn at_most(estimate: &Estimate) -> Option<String> {
    let bound = estimate.sampled.map(|sampled| sampled.at_most).filter(|bound| bound.is_finite());
    let bound = bound.map(|bound| bound.to_string());
    bound.or_else(|| estimate.log10.map(|log10| from_log10(log10.high)))
}

/// Formats a number given by its base-10 logarithm, with six digits; as an `f64`, it would be
/// infinite.
pub(crate) fn from_log10(log10: f64) -> String {
    if log10 == f64::NEG_INFINITY {
        return "0".to_owned();
    }
    let exponent = log10.floor();
    let mantissa = 10_f64.powf(log10 - exponent);
    // Rounding may carry into a further digit.
    let (mantissa, exponent) =
        if mantissa >= 9.999_995 { (1.0, exponent + 1.0) } else { (mantissa, exponent) };
    format!("{mantissa:.5}e{exponent}")
}
