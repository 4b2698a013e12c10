//! For tests: gradients against finite differences, and one computation against another.
//!
//! The loss is Σ k_ij·y_ij with fixed numbers k, so that every number of the result has its own
//! gradient. It is summed in double precision, outside the tape.

use crate::grads::Grads;
use crate::init::Init;
use crate::matrix::Matrix;
use crate::params::Params;
use crate::tape::{Arena, Tape};
use crate::var::Var;

/// How far a parameter is moved to either side, and the error that is then allowed. The second step
/// is for numbers so close to a kink that the first step crosses it.
const STEPS: [(f32, f64); 2] = [(1e-2, 2e-3), (1e-3, 1e-2)];

/// Parameters of these shapes with numbers that are not too close to 0, where some functions have a
/// kink.
fn params(shapes: &[(usize, usize)]) -> (Params, Vec<Var>) {
    let mut params = Params::new(5);
    let add = |(ix, &(rows, cols))| params.add(format!("x{ix}"), rows, cols, Init::Normal(0.7));
    let vars = shapes.iter().enumerate().map(add).collect();
    for x in params.values_mut() {
        if x.abs() < 0.03 {
            *x += 0.1;
        }
    }
    (params, vars)
}

/// The factors of the numbers of the result.
fn weights(len: usize) -> Vec<f32> {
    (0..len).map(|ix| 0.3 + (ix as f32 * 1.7).sin()).collect()
}

/// The value of the loss and the gradients of all parameters.
fn evaluate(
    params: &Params,
    vars: &[Var],
    f: &impl Fn(&mut Tape, &[Var]) -> Var,
) -> (Matrix, Grads, f64) {
    let (mut grads, mut arena) = (Grads::zeros(params), Arena::new());
    let mut tape = Tape::new(params, &mut arena);
    let y = f(&mut tape, vars);
    let value = tape.value(y).to_matrix();
    let k = weights(value.data().len());
    let loss = value.data().iter().zip(&k).map(|(&y, &k)| f64::from(y) * f64::from(k)).sum();
    let k = tape.input(&Matrix::new(value.shape().rows, value.shape().cols, k));
    let product = tape.mul(y, k);
    let total = tape.sum(product);
    tape.backward(total, &mut grads).unwrap();
    (value, grads, loss)
}

/// Compares the gradient of `f` with central differences, at every number of every parameter.
pub(crate) fn check(shapes: &[(usize, usize)], f: impl Fn(&mut Tape, &[Var]) -> Var) {
    let (mut params, vars) = params(shapes);
    let (_, grads, _) = evaluate(&params, &vars, &f);
    for at in 0..params.num_scalars() {
        let x = params.values()[at];
        let mut loss = |moved: f32| {
            params.values_mut()[at] = moved;
            evaluate(&params, &vars, &f).2
        };
        let numeric = STEPS.map(|(step, _)| {
            (loss(x + step) - loss(x - step)) / (f64::from(x + step) - f64::from(x - step))
        });
        params.values_mut()[at] = x;
        let exact = f64::from(grads.values()[at]);
        let close = |(numeric, (_, error)): (f64, (f32, f64))| {
            (numeric - exact).abs() < error * exact.abs().max(1.0)
        };
        let found = numeric.into_iter().zip(STEPS).any(close);
        assert!(
            found,
            "number {at} of {shapes:?}: {exact}, but finite differences are {numeric:?}"
        );
    }
}

/// Asserts that two computations agree in value and gradient.
pub(crate) fn same(
    shapes: &[(usize, usize)],
    one: impl Fn(&mut Tape, &[Var]) -> Var,
    other: impl Fn(&mut Tape, &[Var]) -> Var,
) {
    let (params, vars) = params(shapes);
    let (value, grads, _) = evaluate(&params, &vars, &one);
    let (other_value, other_grads, _) = evaluate(&params, &vars, &other);
    assert_eq!(value.shape(), other_value.shape());
    let values = value.data().iter().zip(other_value.data());
    let all = values.chain(grads.values().iter().zip(other_grads.values()));
    for (ix, (a, b)) in all.enumerate() {
        assert!((a - b).abs() <= 2e-5 * (1.0 + b.abs()), "number {ix}: {a} and {b}");
    }
}

/// `f` applied to one column.
pub(crate) fn value(x: &[f32], f: impl Fn(&mut Tape, Var) -> Var) -> Vec<f32> {
    let (params, mut arena) = (Params::new(0), Arena::new());
    let mut tape = Tape::new(&params, &mut arena);
    let x = tape.input(&Matrix::column(x));
    let y = f(&mut tape, x);
    tape.value(y).data().to_vec()
}

/// The gradient of the sum of `f` with respect to its argument, one column.
pub(crate) fn gradient(x: &[f32], f: impl Fn(&mut Tape, Var) -> Var) -> Vec<f32> {
    let mut params = Params::new(0);
    let var = params.add("x", x.len(), 1, Init::Zeros);
    params.values_mut().copy_from_slice(x);
    let (mut grads, mut arena) = (Grads::zeros(&params), Arena::new());
    let mut tape = Tape::new(&params, &mut arena);
    let y = f(&mut tape, var);
    let loss = tape.sum(y);
    tape.backward(loss, &mut grads).unwrap();
    grads.get(var).to_vec()
}
