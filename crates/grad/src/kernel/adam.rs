//! The update of [`Adam`](crate::Adam) in one pass over the parameters; the equations are there.

use isocount_lanes::{Kernel, Lanes, run};

/// The constants of one step.
#[derive(Clone, Copy)]
pub(crate) struct AdamUpdate {
    /// η/(1 − β₁ᵗ).
    pub(crate) step_size: f32,
    /// √(1 − β₂ᵗ).
    pub(crate) correction: f32,
    /// β₂.
    pub(crate) keep: f32,
    /// 1 − β₂.
    pub(crate) new: f32,
    /// 1 − β₁.
    pub(crate) towards: f32,
    /// ε.
    pub(crate) epsilon: f32,
    /// λ on the gradient.
    pub(crate) l2: f32,
    /// 1 − ηλ on the parameters.
    pub(crate) shrink: f32,
}

/// Updates the parameters and the moments m and v; `v_max` is present only with AMSGrad.
pub(crate) fn adam(
    update: AdamUpdate,
    params: &mut [f32],
    grads: &[f32],
    [m, v]: [&mut [f32]; 2],
    v_max: Option<&mut [f32]>,
) {
    run(Step { update, params, grads, m, v, v_max });
}

struct Step<'a> {
    update: AdamUpdate,
    params: &'a mut [f32],
    grads: &'a [f32],
    m: &'a mut [f32],
    v: &'a mut [f32],
    v_max: Option<&'a mut [f32]>,
}

impl Kernel for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { update, params, grads, m, v, v_max } = self;
        let all = params.iter_mut().zip(grads).zip(m.iter_mut().zip(v));
        // Two loops, so that neither has a branch.
        match v_max {
            None => all.for_each(|((theta, &grad), (m, v))| {
                update.moments(theta, grad, m, v);
                update.shift(theta, *m, *v);
            }),
            Some(v_max) => all.zip(v_max).for_each(|(((theta, &grad), (m, v)), v_max)| {
                update.moments(theta, grad, m, v);
                *v_max = v_max.max(*v);
                update.shift(theta, *m, *v_max);
            }),
        }
    }
}

impl AdamUpdate {
    #[inline(always)]
    fn moments(self, theta: &mut f32, grad: f32, m: &mut f32, v: &mut f32) {
        let g = grad + self.l2 * *theta;
        *theta *= self.shrink;
        *m += self.towards * (g - *m);
        *v = self.keep * *v + self.new * g * g;
    }

    #[inline(always)]
    fn shift(self, theta: &mut f32, m: f32, v_hat: f32) {
        *theta -= self.step_size * (m / (v_hat.sqrt() / self.correction + self.epsilon));
    }
}
