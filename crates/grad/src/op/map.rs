//! `y = f(x)`, number by number. `dx = f′(x)·dy`, with f′ from x or, where that is cheaper, from y.
//!
//! | f          | f(x)                          | f′              |
//! |------------|-------------------------------|-----------------|
//! | leaky ReLU | x if x > 0, s·x otherwise     | 1 or s          |
//! | sigmoid    | 1 / (1 + e⁻ˣ)                 | y·(1 − y)       |
//! | tanh       | tanh x                        | 1 − y²          |
//! | softplus   | ln(1 + eˣ)                    | sigmoid(x)      |
//! | abs        | \|x\|                         | sign x, 0 at 0  |
//! | square     | x²                            | 2x              |
//! | sqrt       | √x                            | 1/(2y), 0 at 0  |
//! | exp        | eˣ                            | y               |
//! | ln         | ln x                          | 1/x             |
//! | ln_1p      | ln(1 + x)                     | 1/(1 + x)       |

use super::Operation;
use crate::backward::Backward;
use crate::kernel;
use crate::matrix::Shape;
use crate::pieces::in_pieces;
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct Map {
    x: Var,
    f: Function,
}

#[derive(Clone, Copy, Debug)]
enum Function {
    LeakyRelu(f32),
    Sigmoid,
    Tanh,
    Softplus,
    Abs,
    Square,
    Sqrt,
    Exp,
    Ln,
    LnOnePlus,
}

impl Tape<'_> {
    /// `x` where it is positive, `slope·x` elsewhere; the slope must not be negative.
    ///
    /// # Panics
    ///
    /// If the slope is negative.
    pub fn leaky_relu(&mut self, x: Var, slope: f32) -> Var {
        assert!(slope >= 0.0, "leaky_relu: slope {slope} is negative");
        self.apply(Map { x, f: Function::LeakyRelu(slope) })
    }

    /// `max(x, 0)`.
    pub fn relu(&mut self, x: Var) -> Var {
        self.leaky_relu(x, 0.0)
    }

    /// `1 / (1 + e⁻ˣ)`.
    pub fn sigmoid(&mut self, x: Var) -> Var {
        self.apply(Map { x, f: Function::Sigmoid })
    }

    /// `tanh x`.
    pub fn tanh(&mut self, x: Var) -> Var {
        self.apply(Map { x, f: Function::Tanh })
    }

    /// `ln(1 + eˣ)`.
    pub fn softplus(&mut self, x: Var) -> Var {
        self.apply(Map { x, f: Function::Softplus })
    }

    /// `|x|`.
    pub fn abs(&mut self, x: Var) -> Var {
        self.apply(Map { x, f: Function::Abs })
    }

    /// `x²`.
    pub fn square(&mut self, x: Var) -> Var {
        self.apply(Map { x, f: Function::Square })
    }

    /// `√x`; its derivative at 0 is taken to be 0.
    pub fn sqrt(&mut self, x: Var) -> Var {
        self.apply(Map { x, f: Function::Sqrt })
    }

    /// `eˣ`.
    pub fn exp(&mut self, x: Var) -> Var {
        self.apply(Map { x, f: Function::Exp })
    }

    /// `ln x`.
    pub fn ln(&mut self, x: Var) -> Var {
        self.apply(Map { x, f: Function::Ln })
    }

    /// `ln(1 + x)`.
    pub fn ln_1p(&mut self, x: Var) -> Var {
        self.apply(Map { x, f: Function::LnOnePlus })
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

impl Operation for Map {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.x].into_iter()
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        values.shape(self.x)
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let x = values.get(self.x).data;
        in_pieces(values.control, y.len(), 1 + self.f.cost(), |part| {
            let y = &mut y[part.clone()];
            y.copy_from_slice(&x[part]);
            self.f.apply(y);
        });
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let (x, y) = (step.value(self.x).data, step.output().data);
        step.accumulate(self.x, |dy, dx| match self.f {
            Function::LeakyRelu(slope) => {
                pull(y, dy, dx, |y| if y > 0.0 { 1.0 } else { slope });
            }
            Function::Sigmoid => pull(y, dy, dx, |y| y * (1.0 - y)),
            Function::Tanh => pull(y, dy, dx, |y| 1.0 - y * y),
            Function::Softplus => pull(x, dy, dx, sigmoid),
            Function::Abs => pull(x, dy, dx, |x| if x == 0.0 { 0.0 } else { x.signum() }),
            Function::Square => pull(x, dy, dx, |x| 2.0 * x),
            Function::Sqrt => pull(y, dy, dx, |y| if y == 0.0 { 0.0 } else { 0.5 / y }),
            Function::Exp => pull(y, dy, dx, |y| y),
            Function::Ln => pull(x, dy, dx, f32::recip),
            Function::LnOnePlus => pull(x, dy, dx, |x| (1.0 + x).recip()),
        });
    }
}

impl Function {
    /// How many numbers could be read in the time that the function takes.
    fn cost(self) -> usize {
        match self {
            Self::LeakyRelu(_) | Self::Abs | Self::Square => 0,
            _ => 8,
        }
    }

    fn apply(self, y: &mut [f32]) {
        match self {
            Self::LeakyRelu(slope) => kernel::leaky_relu(y, slope),
            Self::Sigmoid => each(y, sigmoid),
            Self::Tanh => each(y, f32::tanh),
            // ln(1 + eˣ) = max(x, 0) + ln(1 + e^−|x|), which cannot overflow.
            Self::Softplus => each(y, |x| x.max(0.0) + (-x.abs()).exp().ln_1p()),
            Self::Abs => each(y, f32::abs),
            Self::Square => each(y, |x| x * x),
            Self::Sqrt => each(y, f32::sqrt),
            Self::Exp => each(y, f32::exp),
            Self::Ln => each(y, f32::ln),
            Self::LnOnePlus => each(y, f32::ln_1p),
        }
    }
}

fn each(y: &mut [f32], f: impl Fn(f32) -> f32) {
    for y in y {
        *y = f(*y);
    }
}

/// `dx += f′·dy`.
fn pull(at: &[f32], dy: &[f32], dx: &mut [f32], derivative: impl Fn(f32) -> f32) {
    for (dx, (dy, &at)) in dx.iter_mut().zip(dy.iter().zip(at)) {
        *dx += dy * derivative(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::{check, value};

    #[test]
    fn gradients() {
        for rows in [0, 1, 6] {
            let shape = &[(rows, 7)];
            check(shape, |tape, x| tape.leaky_relu(x[0], 0.2));
            check(shape, |tape, x| tape.relu(x[0]));
            check(shape, |tape, x| tape.sigmoid(x[0]));
            check(shape, |tape, x| tape.tanh(x[0]));
            check(shape, |tape, x| tape.softplus(x[0]));
            check(shape, |tape, x| tape.abs(x[0]));
            check(shape, |tape, x| tape.square(x[0]));
            check(shape, |tape, x| tape.exp(x[0]));
        }
    }

    /// Functions that are only defined for positive numbers, here e^x.
    #[test]
    fn gradients_on_positive_numbers() {
        for f in [Function::Sqrt, Function::Ln, Function::LnOnePlus] {
            check(&[(3, 4)], |tape, x| {
                let positive = tape.exp(x[0]);
                tape.apply(Map { x: positive, f })
            });
        }
    }

    #[test]
    fn kinks_have_the_derivatives_of_pytorch() {
        let zero = [0.0];
        assert_eq!(crate::gradient_check::gradient(&zero, |tape, x| tape.abs(x)), [0.0]);
        assert_eq!(crate::gradient_check::gradient(&zero, |tape, x| tape.relu(x)), [0.0]);
        assert_eq!(
            crate::gradient_check::gradient(&zero, |tape, x| tape.leaky_relu(x, 0.2)),
            [0.2]
        );
    }

    #[test]
    fn large_numbers_do_not_overflow() {
        let found = value(&[-100.0, 0.0, 100.0], |tape, x| tape.softplus(x));
        assert!(found[0] < 1e-40 && found[2] == 100.0);
        assert!((found[1] - 2_f32.ln()).abs() < 1e-6);
        assert_eq!(value(&[-200.0, 200.0], |tape, x| tape.sigmoid(x)), [0.0, 1.0]);
    }
}
