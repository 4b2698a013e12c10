//! Initial values of a parameter.
//!
//! | value             | distribution                                           |
//! |-------------------|--------------------------------------------------------|
//! | `Zeros`           | 0                                                      |
//! | `Constant(c)`     | c                                                      |
//! | `FanIn`           | uniform in ±1/√rows, like PyTorch's `Linear`           |
//! | `FanInOf(n)`      | uniform in ±1/√n: the bias of a weight with n rows     |
//! | `XavierUniform(g)`| uniform in ±g·√(6/(rows + cols))                       |
//! | `XavierNormal(g)` | normal, deviation g·√(2/(rows + cols))                 |
//! | `Normal(sd)`      | normal, deviation sd                                   |
//! | `Shifted(sd)`     | row 0 as `Normal`, row j is row 0 rotated by j         |

use crate::matrix::{Matrix, Shape};
use crate::random;

/// How a parameter is initialised.
///
/// A weight is `[d_in, d_out]`, so its fan-in is its number of rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Init {
    /// All zeros.
    Zeros,
    /// The same number everywhere.
    Constant(f32),
    /// Uniform in ±1/√rows, like PyTorch's `Linear`.
    FanIn,
    /// Uniform in ±1/√n: for the bias of a weight with n rows.
    FanInOf(usize),
    /// Uniform in ±g·√(6/(rows + cols)).
    XavierUniform(f64),
    /// Normal with deviation g·√(2/(rows + cols)).
    XavierNormal(f64),
    /// Normal with this deviation.
    Normal(f64),
    /// Row 0 normal with this deviation, row j the same numbers rotated right by j
    /// places.
    Shifted(f64),
}

impl Init {
    /// The values, which depend only on the seed and the shape.
    pub(crate) fn values(self, shape: Shape, seed: u64) -> Matrix {
        let Shape { rows, cols } = shape;
        let fans = (rows + cols).max(1) as f64;
        let fan_in = |n: usize| 1.0 / (n.max(1) as f64).sqrt();
        let uniform = |bound: f64, at| bound * (2.0 * random::unit(seed, at) - 1.0);
        let normal = |deviation: f64, at| deviation * random::normal(seed, at);
        Matrix::from_fn(rows, cols, |row, col| {
            let at = (row * cols + col) as u64;
            let value = match self {
                Self::Zeros => 0.0,
                Self::Constant(value) => return value,
                Self::FanIn => uniform(fan_in(rows), at),
                Self::FanInOf(n) => uniform(fan_in(n), at),
                Self::XavierUniform(gain) => uniform(gain * (6.0 / fans).sqrt(), at),
                Self::XavierNormal(gain) => normal(gain * (2.0 / fans).sqrt(), at),
                Self::Normal(deviation) => normal(deviation, at),
                Self::Shifted(deviation) => {
                    normal(deviation, ((col + cols - row % cols) % cols) as u64)
                }
            };
            value as f32
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deviation(init: Init, rows: usize, cols: usize) -> f64 {
        let values = init.values(Shape { rows, cols }, 7);
        let squares: f64 = values.data().iter().map(|&x| f64::from(x) * f64::from(x)).sum();
        (squares / (rows * cols) as f64).sqrt()
    }

    #[test]
    fn deviations_are_as_the_formulas_say() {
        // A uniform distribution in ±a has deviation a/√3.
        for (init, expected) in [
            (Init::FanIn, 0.1 / 3_f64.sqrt()),
            (Init::FanInOf(25), 0.2 / 3_f64.sqrt()),
            (Init::XavierUniform(1.0), (2.0 / 300_f64).sqrt()),
            (Init::XavierNormal(2.0), 2.0 * (2.0 / 300_f64).sqrt()),
            (Init::Normal(0.5), 0.5),
        ] {
            let found = deviation(init, 100, 200);
            assert!((found / expected - 1.0).abs() < 0.03, "{init:?}: {found}, not {expected}");
        }
    }

    #[test]
    fn uniform_values_stay_in_their_bounds() {
        let values = Init::FanIn.values(Shape { rows: 16, cols: 50 }, 1);
        assert!(values.data().iter().all(|x| x.abs() <= 0.25));
        assert!(values.data().iter().any(|x| x.abs() > 0.24));
    }

    #[test]
    fn constants_are_constant() {
        assert_eq!(Init::Zeros.values(Shape::new(1, 2), 1).data(), [0.0, 0.0]);
        assert_eq!(Init::Constant(1.5).values(Shape::new(1, 2), 1).data(), [1.5, 1.5]);
    }

    #[test]
    fn shifted_rows_hold_the_same_numbers() {
        let shape = Shape::new(5, 3);
        let [shifted, normal] = [Init::Shifted(0.5), Init::Normal(0.5)].map(|i| i.values(shape, 1));
        let &[a, b, c] = &normal.data()[..3] else { panic!("three columns") };
        assert_eq!(shifted.data(), [a, b, c, c, a, b, b, c, a, a, b, c, c, a, b]);
        let found = deviation(Init::Shifted(0.5), 2, 10_000);
        assert!((found / 0.5 - 1.0).abs() < 0.03, "{found}");
        assert!(Init::Shifted(1.0).values(Shape::new(2, 0), 1).data().is_empty());
    }
}
