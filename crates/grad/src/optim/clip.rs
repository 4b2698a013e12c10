//! Gradients that are too long are shortened: `g ← g·c/‖g‖` if `‖g‖ > c`, over all parameters
//! together.

use crate::grads::Grads;

/// PyTorch's value, so that the results agree.
const EPSILON: f64 = 1e-6;

impl Grads {
    /// ‖g‖ over all parameters together, summed in double precision.
    #[must_use]
    pub fn norm(&self) -> f64 {
        // Eight independent sums: in a single one each addition would wait for the one before it.
        let (eights, rest) = self.values().as_chunks::<8>();
        let mut sums = [0.0; 8];
        for eight in eights {
            for (sum, &g) in sums.iter_mut().zip(eight) {
                *sum += f64::from(g) * f64::from(g);
            }
        }
        let rest = rest.iter().map(|&g| f64::from(g) * f64::from(g));
        sums.into_iter().chain(rest).sum::<f64>().sqrt()
    }

    /// Shortens the gradient to at most this length, and returns its previous length.
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

    #[test]
    fn the_norm_includes_all_numbers() {
        for len in [0, 1, 7, 8, 9, 20] {
            let mut params = Params::new(0);
            params.add("a", 1, len, Init::Zeros);
            let mut grads = Grads::zeros(&params);
            (1_u16..).zip(grads.values_mut()).for_each(|(x, g)| *g = f32::from(x));
            let squares: usize = (1..=len).map(|x| x * x).sum();
            assert!((grads.norm() - (squares as f64).sqrt()).abs() < 1e-12, "{len}");
        }
    }
}
