//! Adam and AdamW, with or without AMSGrad: PyTorch's update, operation by operation.
//!
//! ```text
//! g ← ∇ + λ·θ                     decay L2              θ ← θ·(1 − ηλ)         decay decoupled
//! m ← m + (1 − β₁)(g − m)         v ← β₂·v + (1 − β₂)·g²
//! v̂ ← max(v̂, v)                   AMSGrad; otherwise v̂ = v
//! θ ← θ − η/(1 − β₁ᵗ) · m / (√v̂/√(1 − β₂ᵗ) + ε)
//! ```

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::grads::Grads;
use crate::kernel::{self, AdamUpdate};
use crate::params::Params;
use crate::store::{self, StoreError};

/// The constants of [`Adam`]; the defaults are PyTorch's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AdamConfig {
    /// β₁.
    pub beta1: f64,
    /// β₂.
    pub beta2: f64,
    /// ε.
    pub epsilon: f64,
    /// λ.
    pub weight_decay: f64,
    /// Where λ acts.
    pub decay: Decay,
    /// Whether to use the largest v so far instead of the latest.
    pub amsgrad: bool,
}

/// Where weight decay acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decay {
    /// On the gradient, as if λ/2·‖θ‖² were part of the loss: Adam.
    L2,
    /// On the parameters themselves: AdamW.
    Decoupled,
}

impl Default for AdamConfig {
    fn default() -> Self {
        Self {
            beta1: 0.9,
            beta2: 0.999,
            epsilon: 1e-8,
            weight_decay: 0.0,
            decay: Decay::L2,
            amsgrad: false,
        }
    }
}

/// The optimiser with its state.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    config: AdamConfig,
    num_steps: u64,
    m: Vec<f32>,
    v: Vec<f32>,
    /// Empty without AMSGrad.
    v_max: Vec<f32>,
}

impl Adam {
    /// An optimiser before its first step.
    #[must_use]
    pub fn new(config: AdamConfig, params: &Params) -> Self {
        let zeros = vec![0.0; params.num_scalars()];
        let v_max = if config.amsgrad { zeros.clone() } else { Vec::new() };
        Self { config, num_steps: 0, m: zeros.clone(), v: zeros, v_max }
    }

    /// The number of steps so far.
    #[must_use]
    pub fn num_steps(&self) -> u64 {
        self.num_steps
    }

    /// Updates the parameters by one step against the gradient, at this learning rate.
    ///
    /// # Panics
    ///
    /// If the gradients or the optimiser belong to other parameters.
    pub fn step(&mut self, params: &mut Params, grads: &Grads, rate: f64) {
        assert!(grads.fit(params), "gradients of other parameters");
        assert_eq!(self.m.len(), params.num_scalars(), "an optimiser of other parameters");
        let AdamConfig { beta1, beta2, epsilon, weight_decay, decay, amsgrad } = self.config;
        self.num_steps += 1;
        let t = self.num_steps as f64;
        // PyTorch computes these in double precision, and everything else in single.
        let step_size = (rate / (1.0 - beta1.powf(t))) as f32;
        let correction = (1.0 - beta2.powf(t)).sqrt() as f32;
        let (l2, shrink) = match decay {
            Decay::L2 => (weight_decay as f32, 1.0),
            Decay::Decoupled => (0.0, (1.0 - rate * weight_decay) as f32),
        };
        let update = AdamUpdate {
            step_size,
            correction,
            keep: beta2 as f32,
            new: (1.0 - beta2) as f32,
            towards: (1.0 - beta1) as f32,
            epsilon: epsilon as f32,
            l2,
            shrink,
        };
        let v_max = amsgrad.then_some(&mut self.v_max[..]);
        kernel::adam(
            update,
            params.values_mut(),
            grads.values(),
            [&mut self.m, &mut self.v],
            v_max,
        );
    }

    /// Writes the state of the optimiser, under the names of the parameters.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    ///
    /// # Panics
    ///
    /// If the optimiser belongs to other parameters.
    pub fn save(&self, params: &Params, path: &Path) -> Result<(), StoreError> {
        store::write(path, &self.to_bytes(params))
    }

    /// The bytes that [`save`](Self::save) writes.
    #[must_use]
    pub fn to_bytes(&self, params: &Params) -> Vec<u8> {
        let mut file = store::Writer::new();
        for (kind, values) in [("m", &self.m), ("v", &self.v), ("v_max", &self.v_max)] {
            for (ix, (name, value)) in params.iter().enumerate() {
                if !values.is_empty() {
                    file.add(format!("{kind}.{name}"), value.shape(), &values[params.range(ix)]);
                }
            }
        }
        file.add_number("num_steps", self.num_steps);
        file.to_bytes()
    }

    /// Reads what [`save`](Self::save) wrote. The optimiser continues where it stopped.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or belongs to other parameters or another kind of optimiser.
    pub fn load(config: AdamConfig, params: &Params, path: &Path) -> Result<Self, StoreError> {
        Self::load_bytes(config, params, path, &store::read(path)?)
    }

    /// Like [`load`](Self::load), but from the bytes of a file; `path` is their origin.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn load_bytes(
        config: AdamConfig,
        params: &Params,
        path: &Path,
        bytes: &[u8],
    ) -> Result<Self, StoreError> {
        let mut adam = Self::new(config, params);
        let mut tensors = store::Reader::new(path, bytes).tensors()?;
        let Self { m, v, v_max, .. } = &mut adam;
        for (kind, values) in [("m", m), ("v", v), ("v_max", v_max)] {
            for (ix, (name, value)) in params.iter().enumerate() {
                if !values.is_empty() {
                    let to = &mut values[params.range(ix)];
                    tensors.take(&format!("{kind}.{name}"), value.shape(), to)?;
                }
            }
        }
        adam.num_steps = tensors.take_number("num_steps")?;
        tensors.finish()?;
        Ok(adam)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::init::Init;

    /// Parameters, their gradient and an optimiser after some steps on Σ θ⁴.
    fn after(num_steps: usize, config: AdamConfig) -> (Params, Adam) {
        let mut params = Params::new(3);
        params.add("a", 2, 3, Init::Normal(1.0));
        params.add("b", 1, 3, Init::Normal(1.0));
        let mut adam = Adam::new(config, &params);
        advance(&mut params, &mut adam, num_steps);
        (params, adam)
    }

    fn advance(params: &mut Params, adam: &mut Adam, num_steps: usize) {
        let mut grads = Grads::zeros(params);
        for _ in 0..num_steps {
            for (grad, x) in grads.values_mut().iter_mut().zip(params.values()) {
                *grad = 4.0 * x.powi(3);
            }
            adam.step(params, &grads, 0.05);
        }
    }

    #[test]
    fn the_first_step_has_the_length_of_the_rate() {
        let (start, _) = after(0, AdamConfig::default());
        let (end, _) = after(1, AdamConfig::default());
        for (x, y) in start.values().iter().zip(end.values()) {
            assert!(((x - y).abs() - 0.05).abs() < 1e-5);
        }
    }

    #[test]
    fn a_restored_optimiser_goes_on_bit_for_bit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("optimiser.safetensors");
        for amsgrad in [false, true] {
            let config = AdamConfig { amsgrad, weight_decay: 0.01, ..AdamConfig::default() };
            let (straight, adam) = after(9, config);
            let (mut params, half) = after(4, config);
            half.save(&params, &path).unwrap();
            let mut restored = Adam::load(config, &params, &path).unwrap();
            assert_eq!(restored, half);
            advance(&mut params, &mut restored, 5);
            assert_eq!(restored, adam);
            assert_eq!(params.values(), straight.values());
        }
    }

    #[test]
    fn another_kind_of_optimiser_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("optimiser.safetensors");
        let plain = AdamConfig::default();
        let amsgrad = AdamConfig { amsgrad: true, ..plain };
        let (params, adam) = after(1, plain);
        adam.save(&params, &path).unwrap();
        let problem = Adam::load(amsgrad, &params, &path).unwrap_err().to_string();
        assert!(problem.ends_with("there is no tensor `v_max.a`"), "{problem}");
        let (params, adam) = after(1, amsgrad);
        adam.save(&params, &path).unwrap();
        let problem = Adam::load(plain, &params, &path).unwrap_err().to_string();
        assert!(problem.ends_with("unexpected tensor `v_max.a`"), "{problem}");
    }
}
