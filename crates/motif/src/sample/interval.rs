//! The confidence interval of an estimate.
//!
//! With many hits, the sum of n independent draws is nearly normal:
//!
//! > m ± 1.05 · z · s / √n.
//!
//! The factor makes up for weights that are skewed. With few hits, the sum is not normal, and the
//! interval is that of Fay and Feuer (1997, "Confidence intervals for directly standardized rates")
//! for a weighted sum of rare events, with m = Σ w / n, v = Σ w² / n², and u the largest weight
//! that any draw had, divided by n:
//!
//! > low = v / (2 m) · χ²(α/2; 2 m² / v),
//! > high = (v + u²) / (2 (m + u)) · χ²(1 − α/2; 2 (m + u)² / (v + u²)).
//!
//! Without a hit, low is 0 and high is u · χ²(1 − α/2; 2) / 2: 3.7 u for 95 %. That assumes that no
//! occurrence of the motif is less likely to be drawn than the least likely subgraph that was
//! drawn.

use super::Hits;

/// The factor of the normal interval; see the module docs.
const CAUTION: f64 = 1.05;
/// Sums are nearly normal from this many hits on, if their effective number (hits of equal weight
/// with the same information) is at least `MANY_EQUAL`.
const MANY_HITS: u64 = 400;
const MANY_EQUAL: f64 = 200.0;

/// The estimate and its interval.
pub(super) fn interval(hits: Hits, draws: u64, largest: f64, confidence: f64) -> (f64, f64, f64) {
    let n = draws as f64;
    let tail = (1.0 - confidence) / 2.0;
    let mean = hits.sum / n;
    let effective = hits.sum * hits.sum / hits.squares.max(f64::MIN_POSITIVE);
    if hits.number >= MANY_HITS && effective >= MANY_EQUAL {
        let variance = (hits.squares / n - mean * mean).max(0.0) / n;
        let half = CAUTION * -normal_quantile(tail) * variance.sqrt();
        return (mean, (mean - half).max(0.0), mean + half);
    }
    let (v, u) = (hits.squares / (n * n), largest / n);
    let low = if hits.number == 0 {
        0.0
    } else {
        // The motif was drawn, so it occurs.
        (v / (2.0 * mean) * chi_square_quantile(tail, 2.0 * mean * mean / v)).max(1.0)
    };
    let (m, w) = (mean + u, v + u * u);
    let high = if m > 0.0 {
        w / (2.0 * m) * chi_square_quantile(1.0 - tail, 2.0 * m * m / w)
    } else {
        // No draw has found anything: as far as the draws show, no component is large enough.
        0.0
    };
    (mean, low.min(mean.max(1.0)), high.max(low))
}

/// The normal distribution's quantile: bisection of its distribution function.
fn normal_quantile(p: f64) -> f64 {
    // P(Z ≤ z) for z < 0 is half of P(χ² ≥ z²) with one degree of freedom.
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    -chi_square_quantile(1.0 - 2.0 * p, 1.0).sqrt()
}

/// x with P(χ² ≤ x) = p, for any positive number of degrees of freedom.
fn chi_square_quantile(p: f64, degrees: f64) -> f64 {
    if degrees > 1e4 {
        // Wilson and Hilferty (1931).
        let part = 2.0 / (9.0 * degrees);
        return degrees * (1.0 - part + normal_quantile(p) * part.sqrt()).powi(3);
    }
    let (mut low, mut high) = (0.0, degrees + 20.0);
    while gamma_share(degrees / 2.0, high / 2.0) < p {
        high *= 2.0;
    }
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if gamma_share(degrees / 2.0, middle / 2.0) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The regularised lower incomplete gamma function P(a, x): its series below a + 1, its continued
/// fraction (Lentz) above.
fn gamma_share(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    let scale = (a * x.ln() - x - log_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        while term > 1e-15 * sum {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return scale * sum;
    }
    let mut b = x + 1.0 - a;
    let mut c = 1e300;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for i in 1..10_000 {
        let i = f64::from(i);
        let factor = -i * (i - a);
        b += 2.0;
        d = 1.0 / (factor * d + b);
        c = b + factor / c;
        fraction *= c * d;
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    1.0 - scale * fraction
}

/// ln Γ(a) by Lanczos' approximation (g = 7, nine terms), exact to about 15 digits.
fn log_gamma(a: f64) -> f64 {
    const TERMS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    if a < 0.5 {
        // Γ(a) Γ(1 − a) = π / sin(π a)
        return (std::f64::consts::PI / (std::f64::consts::PI * a).sin()).ln() - log_gamma(1.0 - a);
    }
    let a = a - 1.0;
    let terms = TERMS.iter().zip(1..).map(|(term, i)| term / (a + f64::from(i)));
    let sum = 0.999_999_999_999_809_9 + terms.sum::<f64>();
    let t = a + 7.5;
    0.5 * (2.0 * std::f64::consts::PI).ln() + (a + 0.5) * t.ln() - t + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        for (p, degrees, expected) in [
            (0.975, 2.0, 7.3778),
            (0.025, 2.0, 0.0506),
            (0.95, 1.0, 3.8415),
            (0.5, 10.0, 9.3418),
            (0.975, 100.0, 129.5612),
            (0.025, 0.6, 0.00002),
            (0.975, 20_000.0, 20_393.88),
        ] {
            let found = chi_square_quantile(p, degrees);
            let is_near = (found - expected).abs() < 1e-4 * expected.max(1.0);
            assert!(is_near, "{p}, {degrees}: {found}, expected {expected}");
        }
        assert!((normal_quantile(0.025) + 1.959_964).abs() < 1e-5);
    }

    #[test]
    fn a_motif_that_was_never_drawn_has_an_upper_end() {
        let (mean, low, high) = interval(Hits::default(), 1000, 500.0, 0.95);
        assert_eq!((mean, low), (0.0, 0.0));
        assert!((high - 0.5 * 3.6889).abs() < 1e-3, "{high}");
        // Unit weights: the exact interval of Garwood for 10 Poisson events is 4.795 to 18.39.
        let hits = Hits { number: 10, sum: 1000.0, squares: 100_000.0 };
        let (mean, low, high) = interval(hits, 100, 100.0, 0.95);
        assert!((mean - 10.0).abs() < 1e-12);
        assert!((low - 4.795).abs() < 1e-3 && (high - 18.39).abs() < 5e-3, "{low} {high}");
    }
}
