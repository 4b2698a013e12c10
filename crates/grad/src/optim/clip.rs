//! Gradients that are too long are shortened: `g ← g·c/‖g‖` if `‖g‖ > c`, over all parameters
//! together.

use crate::grads::Grads;

/// PyTorch's, so that the numbers agree.
const EPSILON: f64 = 1e-6;

impl Grads {
    /// ‖g‖ over all parameters together, summed in double precision.
    #[must_use]
    pub fn norm(&self) -> f64 {
        self.values().iter().map(|&g| f64::from(g) * f64::from(g)).sum::<f64>().sqrt()
    }

    /// Shortens the gradient to at most this length, and returns the length it had.
    pub fn clip_norm(&mut self, longest: f64) -> f64 {
        let norm = self.norm();
        let factor = longest / (norm + EPSILON);
        if factor < 1.0 {
            self.scale(factor as f32);
        }
        norm
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::init::Init;
    use crate::params::Params;

    #[test]
    fn only_long_gradients_are_shortened() {
        let mut params = Params::new(0);
        params.add("a", 1, 2, Init::Zeros);
        let mut grads = Grads::zeros(&params);
        grads.values_mut().copy_from_slice(&[3.0, 4.0]);
        assert_eq!(grads.clip_norm(10.0), 5.0);
        assert_eq!(grads.values(), [3.0, 4.0]);
        assert_eq!(grads.clip_norm(1.0), 5.0);
        assert!((grads.norm() - 1.0).abs() < 1e-6);
    }
}
