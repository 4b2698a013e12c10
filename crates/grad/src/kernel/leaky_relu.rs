//! `y = max(z, s·z)` in place, and its derivative read from the sign of the result.

use isocount_lanes::{Kernel, Lanes, run};

/// `z` becomes `z` where it is positive, `slope·z` elsewhere. A slope of 1 changes nothing.
pub(crate) fn leaky_relu(z: &mut [f32], slope: f32) {
    if slope.to_bits() != 1_f32.to_bits() {
        run(Forward { z, slope });
    }
}

/// `dz` is multiplied by the derivative, given the result `y`.
pub(crate) fn leaky_relu_backward(y: &[f32], dz: &mut [f32], slope: f32) {
    if slope.to_bits() != 1_f32.to_bits() {
        run(Backward { y, dz, slope });
    }
}

struct Forward<'a> {
    z: &'a mut [f32],
    slope: f32,
}

impl Kernel for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        for z in self.z {
            *z = if *z > 0.0 { *z } else { self.slope * *z };
        }
    }
}

struct Backward<'a> {
    y: &'a [f32],
    dz: &'a mut [f32],
    slope: f32,
}

impl Kernel for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (dz, &y) in self.dz.iter_mut().zip(self.y) {
            *dz *= if y > 0.0 { 1.0 } else { self.slope };
        }
    }
}
