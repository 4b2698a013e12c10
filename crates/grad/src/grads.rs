//! Gradients: one number for every number of the parameters.

use std::ops::Range;

use crate::kernel;
use crate::params::Params;
use crate::var::Var;

/// The gradient of the loss with respect to every number of some [`Params`].
#[derive(Clone, Debug, PartialEq)]
pub struct Grads {
    ranges: Vec<Range<usize>>,
    values: Vec<f32>,
    /// Parameters whose numbers count as zeros but have not been set to zero yet. Empty except
    /// before a backward pass.
    stale: Vec<bool>,
}

impl Grads {
    /// Zeros in the shape of these parameters.
    #[must_use]
    pub fn zeros(params: &Params) -> Self {
        let ranges = (0..params.len()).map(|ix| params.range(ix)).collect();
        let stale = vec![false; params.len()];
        Self { ranges, values: vec![0.0; params.num_scalars()], stale }
    }

    /// Sets all numbers to zero.
    pub fn clear(&mut self) {
        self.values.fill(0.0);
        self.stale.fill(false);
    }

    /// Sets all numbers to zero lazily: the next backward pass clears a parameter's numbers when it
    /// first reaches them, since they are about to enter the cache anyway. Must not be read before.
    pub(crate) fn forget(&mut self) {
        self.stale.fill(true);
    }

    /// Sets to zero what a backward pass did not reach.
    pub(crate) fn settle(&mut self) {
        (0..self.ranges.len()).for_each(|ix| self.begin(ix));
    }

    fn begin(&mut self, ix: usize) {
        if std::mem::take(&mut self.stale[ix]) {
            self.values[self.ranges[ix].clone()].fill(0.0);
        }
    }

    /// Adds other gradients, number by number.
    ///
    /// # Panics
    ///
    /// If they belong to other parameters.
    pub fn add(&mut self, other: &Self) {
        assert_eq!(self.ranges, other.ranges, "gradients of different parameters");
        kernel::add(&other.values, &mut self.values);
    }

    /// Multiplies all numbers by a factor.
    pub fn scale(&mut self, factor: f32) {
        self.values.iter_mut().for_each(|x| *x *= factor);
    }

    /// The gradient with respect to one parameter.
    ///
    /// # Panics
    ///
    /// If it is not one of these parameters.
    #[must_use]
    pub fn get(&self, var: Var) -> &[f32] {
        &self.values[self.ranges[var.expect_param()].clone()]
    }

    pub(crate) fn param_mut(&mut self, ix: usize) -> &mut [f32] {
        self.begin(ix);
        &mut self.values[self.ranges[ix].clone()]
    }

    /// All numbers, one parameter after the other.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// All numbers, mutably.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// Whether these are gradients of parameters with the same shapes.
    pub(crate) fn fit(&self, params: &Params) -> bool {
        self.ranges.len() == params.len() && self.values.len() == params.num_scalars()
    }
}
