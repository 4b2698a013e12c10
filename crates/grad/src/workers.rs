//! One step on several threads, with the same result for any number of them.
//!
//! A batch is cut into a fixed number of groups. Each group has its own tape and gradient; the
//! thread that finishes a group adds its gradient to the sum when all groups before it have been
//! added. So the order of every addition is fixed, and rounding does not depend on the number of
//! threads. Small groups also keep their matrices in the cache. The largest groups are started
//! first, so that threads finish at about the same time.
//!
//! Tapes keep their memory from call to call. A cancelled step has no result: it ends immediately,
//! and the caller may start it again.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use isocount_core::{Cancelled, Control};
use isocount_platform::in_order;

use crate::grads::Grads;
use crate::params::Params;
use crate::tape::{Arena, Tape};
use crate::var::Var;

/// Threads, each with the memory of its tape.
#[derive(Debug)]
pub struct Workers {
    num_threads: usize,
    /// Unused memory for tapes.
    arenas: Mutex<Vec<Arena>>,
    /// Unused gradients for groups.
    spare: Mutex<Vec<Grads>>,
    control: Control,
}

impl Workers {
    /// `num_threads` threads, but at least one, the caller's own. They stop when the handle is
    /// cancelled.
    #[must_use]
    pub fn new(num_threads: usize, control: &Control) -> Self {
        Self {
            num_threads: num_threads.max(1),
            arenas: Mutex::default(),
            spare: Mutex::default(),
            control: control.clone(),
        }
    }

    /// The number of threads.
    #[must_use]
    pub fn num_threads(&self) -> usize {
        self.num_threads
    }

    /// Adds to `grads` the gradient of Σ_g loss(g), and returns that sum. `loss` computes the loss
    /// of one group on the given tape. The result is bit for bit the same for any number of
    /// threads.
    ///
    /// # Errors
    ///
    /// If the work was cancelled; `grads` is then meaningless.
    ///
    /// # Panics
    ///
    /// If `grads` belongs to other parameters, or a loss is not a single number.
    pub fn sum_gradients(
        &self,
        params: &Params,
        grads: &mut Grads,
        num_groups: usize,
        loss: impl Fn(usize, &mut Tape<'_>) -> Var + Sync,
    ) -> Result<f64, Cancelled> {
        self.sum_gradients_of_sizes(params, grads, &vec![0; num_groups], loss)
    }

    /// Like [`sum_gradients`](Self::sum_gradients), with the same bits, for groups of known sizes:
    /// several threads start with the largest.
    ///
    /// # Errors
    ///
    /// If the work was cancelled; `grads` is then meaningless.
    ///
    /// # Panics
    ///
    /// If `grads` belongs to other parameters, or a loss is not a single number.
    pub fn sum_gradients_of_sizes(
        &self,
        params: &Params,
        grads: &mut Grads,
        sizes: &[usize],
        loss: impl Fn(usize, &mut Tape<'_>) -> Var + Sync,
    ) -> Result<f64, Cancelled> {
        assert!(grads.fit(params), "gradients of other parameters");
        lock(&self.spare).retain(|spare| spare.fit(params));
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        if self.num_threads > 1 {
            order.sort_by_key(|&group| Reverse(sizes[group]));
        }
        let mut sum = 0.0;
        self.for_each_group(
            params,
            &order,
            |group, mut tape| {
                let mut own = lock(&self.spare).pop().unwrap_or_else(|| Grads::zeros(params));
                own.forget();
                let var = loss(group, &mut tape);
                let value = f64::from(tape.finish(var)?.data()[0]);
                tape.backward(var, &mut own)?;
                Ok((value, own))
            },
            |(value, own)| {
                grads.add(&own);
                sum += value;
                lock(&self.spare).push(own);
            },
        )?;
        Ok(sum)
    }

    /// The results of `compute` for each group, in order: a forward pass over many batches.
    ///
    /// # Errors
    ///
    /// If the work was cancelled.
    pub fn map_groups<R: Send>(
        &self,
        params: &Params,
        num_groups: usize,
        compute: impl Fn(usize, &mut Tape<'_>) -> Result<R, Cancelled> + Sync,
    ) -> Result<Vec<R>, Cancelled> {
        let mut results = Vec::with_capacity(num_groups);
        let work = |group, mut tape: Tape<'_>| compute(group, &mut tape);
        let order: Vec<usize> = (0..num_groups).collect();
        self.for_each_group(params, &order, work, |result| results.push(result))?;
        Ok(results)
    }

    /// Calls `work` once for every group, on all threads, started in this order, and `take` with
    /// its results, in the order of the groups.
    fn for_each_group<R: Send>(
        &self,
        params: &Params,
        order: &[usize],
        work: impl Fn(usize, Tape<'_>) -> Result<R, Cancelled> + Sync,
        mut take: impl FnMut(R) + Send,
    ) -> Result<(), Cancelled> {
        // The results that wait for groups with lower numbers.
        let (mut early, mut next) = (BTreeMap::new(), 0);
        let ended = in_order(
            self.num_threads.min(order.len()),
            order,
            || Lent { arena: lock(&self.arenas).pop().unwrap_or_default(), to: &self.arenas },
            |lent, &group| {
                self.control.check()?;
                let tape = Tape::new(params, &mut lent.arena).controlled(&self.control);
                Ok((group, work(group, tape)?))
            },
            |result: Result<(usize, R), Cancelled>| match result {
                Ok((group, result)) => {
                    early.insert(group, result);
                    while let Some(result) = early.remove(&next) {
                        take(result);
                        next += 1;
                    }
                    ControlFlow::Continue(())
                }
                Err(cancelled) => ControlFlow::Break(cancelled),
            },
        );
        ended.map_or(Ok(()), Err)
    }
}

/// The memory of a tape, returned when a thread ends.
struct Lent<'a> {
    arena: Arena,
    to: &'a Mutex<Vec<Arena>>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        lock(self.to).push(std::mem::take(&mut self.arena));
    }
}

/// A panic in one thread ends the others anyway, so poisoning can be ignored.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::init::Init;
    use crate::matrix::Matrix;

    /// Loss and gradient of a small network over 13 groups.
    fn step(num_threads: usize) -> (f64, Vec<f32>) {
        let mut params = Params::new(1);
        let w = params.add("w", 8, 24, Init::FanIn);
        let v = params.add("v", 24, 1, Init::FanIn);
        let workers = Workers::new(num_threads, &Control::NONE);
        let mut grads = Grads::zeros(&params);
        let mut loss = 0.0;
        for _ in 0..3 {
            // The last are the largest.
            let sizes: Vec<usize> = (0..13).collect();
            let step =
                workers.sum_gradients_of_sizes(&params, &mut grads, &sizes, |group, tape| {
                    let x =
                        Matrix::from_fn(50 + group, 8, |i, j| ((i * 8 + j * group) as f32).sin());
                    let x = tape.input(&x);
                    let h = tape.matmul(x, w);
                    let h = tape.leaky_relu(h, 0.1);
                    let y = tape.matmul(h, v);
                    let y = tape.square(y);
                    tape.sum(y)
                });
            loss = step.unwrap();
        }
        (loss, grads.values().to_vec())
    }

    #[test]
    fn the_number_of_threads_changes_no_bit() {
        let bits = |(loss, grads): (f64, Vec<f32>)| {
            (loss.to_bits(), grads.into_iter().map(f32::to_bits).collect::<Vec<_>>())
        };
        let one = bits(step(1));
        for num_threads in [2, 3, 20] {
            assert_eq!(bits(step(num_threads)), one, "{num_threads} threads");
        }
    }

    #[test]
    fn a_group_adds_nothing_to_parameters_that_it_does_not_use() {
        let mut params = Params::new(0);
        let both = [1.0, 2.0].map(|x| params.add(format!("w{x}"), 1, 1, Init::Constant(x)));
        for num_threads in [1, 2] {
            let workers = Workers::new(num_threads, &Control::NONE);
            let mut grads = Grads::zeros(&params);
            // Memory that other groups have already used.
            for step in 1..=2 {
                let loss = workers.sum_gradients(&params, &mut grads, 6, |group, tape| {
                    tape.scale(both[group % 2], [1e0, 1e1, 1e2, 1e3, 1e4, 1e5][group])
                });
                assert_eq!(loss, Ok(212_121.0));
                assert_eq!(grads.values(), [10_101.0, 101_010.0].map(|x| x * step as f32));
            }
        }
    }

    #[test]
    fn results_stand_in_the_order_of_the_groups() {
        let params = Params::new(0);
        let squares =
            Workers::new(3, &Control::NONE).map_groups(&params, 10, |group, _| Ok(group * group));
        assert_eq!(squares.unwrap(), (0..10).map(|group| group * group).collect::<Vec<_>>());
    }

    #[test]
    fn no_groups_mean_no_work() {
        let params = Params::new(0);
        let mut grads = Grads::zeros(&params);
        let workers = Workers::new(2, &Control::NONE);
        let loss = workers.sum_gradients(&params, &mut grads, 0, |_, _| unreachable!());
        assert_eq!(loss, Ok(0.0));
    }

    #[test]
    fn a_cancelled_step_has_no_result_and_costs_nothing() {
        let mut params = Params::new(1);
        let w = params.add("w", 64, 64, Init::FanIn);
        let control = Control::new();
        let workers = Workers::new(2, &control);
        let mut grads = Grads::zeros(&params);
        let step = workers.sum_gradients(&params, &mut grads, 4, |_, tape| {
            let mut x = tape.input(&Matrix::zeros(1 << 10, 64));
            x = tape.matmul(x, w);
            control.cancel();
            // These would take a gigabyte if they were stored.
            for _ in 0..1 << 12 {
                x = tape.matmul(x, w);
            }
            tape.sum(x)
        });
        assert_eq!(step, Err(Cancelled));
        assert_eq!(workers.map_groups(&params, 1, |_, _| Ok(())), Err(Cancelled));
    }
}
