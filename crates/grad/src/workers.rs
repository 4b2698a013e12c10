//! One step on several threads, with the same result for any number of them.
//!
//! A batch is cut into a fixed number of groups. Each group has a tape and a gradient of its own;
//! whoever finishes a group adds its gradient to the sum when all groups before it have been
//! added. So the order of every addition is fixed, and rounding cannot tell how many threads there
//! were. Small groups also keep their matrices in the cache.
//!
//! Threads are started anew for each call, which takes about 0.03 ms; tapes keep their memory.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::grads::Grads;
use crate::params::Params;
use crate::tape::{Arena, Tape};
use crate::var::Var;

/// Threads, each with the memory of its tape.
#[derive(Debug)]
pub struct Workers {
    arenas: Vec<Arena>,
    /// Gradients of groups that nobody uses at the moment.
    spare: Vec<Grads>,
}

impl Workers {
    /// So many threads; at least one, the caller's own.
    #[must_use]
    pub fn new(num_threads: usize) -> Self {
        let arenas = (0..num_threads.max(1)).map(|_| Arena::new()).collect();
        Self { arenas, spare: Vec::new() }
    }

    /// How many threads there are.
    #[must_use]
    pub fn num_threads(&self) -> usize {
        self.arenas.len()
    }

    /// Adds to `grads` the gradient of Σ_g loss(g), and returns that sum. `loss` gives the loss of
    /// one group on the tape that it is handed. Bit for bit the same for any number of threads.
    ///
    /// # Panics
    ///
    /// If `grads` is of other parameters, or a loss is not a single number.
    pub fn sum_gradients(
        &mut self,
        params: &Params,
        grads: &mut Grads,
        num_groups: usize,
        loss: impl Fn(usize, &mut Tape<'_>) -> Var + Sync,
    ) -> f64 {
        assert!(grads.fit(params), "gradients of other parameters");
        self.spare.retain(|spare| spare.fit(params));
        let spare = std::mem::take(&mut self.spare);
        let in_order = Mutex::new(InOrder { next: 0, sum: grads, loss: 0.0, early: vec![], spare });
        self.for_each_group(params, num_groups, |group, mut tape| {
            let mut own = lock(&in_order).spare.pop().unwrap_or_else(|| Grads::zeros(params));
            own.clear();
            let var = loss(group, &mut tape);
            let value = f64::from(tape.scalar(var));
            tape.backward(var, &mut own);
            lock(&in_order).finish(Group { number: group, loss: value, grads: own });
        });
        let in_order = in_order.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.spare = in_order.spare;
        in_order.loss
    }

    /// What `compute` gives for each group, in their order: a forward pass over many batches.
    pub fn map_groups<R: Send>(
        &mut self,
        params: &Params,
        num_groups: usize,
        compute: impl Fn(usize, &mut Tape<'_>) -> R + Sync,
    ) -> Vec<R> {
        let results = Mutex::new(Vec::with_capacity(num_groups));
        self.for_each_group(params, num_groups, |group, mut tape| {
            let result = compute(group, &mut tape);
            lock(&results).push((group, result));
        });
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.sort_by_key(|(group, _)| *group);
        results.into_iter().map(|(_, result)| result).collect()
    }

    /// Calls `work` once for every group, on all threads.
    fn for_each_group(
        &mut self,
        params: &Params,
        num_groups: usize,
        work: impl Fn(usize, Tape<'_>) + Sync,
    ) {
        let next = AtomicUsize::new(0);
        let work_off = |arena: &mut Arena| {
            loop {
                let group = next.fetch_add(1, Ordering::Relaxed);
                if group >= num_groups {
                    break;
                }
                work(group, Tape::new(params, arena));
            }
        };
        let num_threads = self.arenas.len().min(num_groups.max(1));
        let Some((own, others)) = self.arenas[..num_threads].split_first_mut() else {
            return;
        };
        std::thread::scope(|scope| {
            for arena in others {
                scope.spawn(|| work_off(arena));
            }
            work_off(own);
        });
    }
}

/// What a group contributes.
struct Group {
    number: usize,
    loss: f64,
    grads: Grads,
}

/// Sums that are added in the order of the groups.
struct InOrder<'a> {
    /// The group to be added next.
    next: usize,
    sum: &'a mut Grads,
    loss: f64,
    /// Groups that were finished before one in front of them.
    early: Vec<Group>,
    spare: Vec<Grads>,
}

impl InOrder<'_> {
    fn finish(&mut self, group: Group) {
        self.early.push(group);
        while let Some(at) = self.early.iter().position(|group| group.number == self.next) {
            let Group { loss, grads, .. } = self.early.swap_remove(at);
            self.sum.add(&grads);
            self.loss += loss;
            self.spare.push(grads);
            self.next += 1;
        }
    }
}

/// A thread that panicked takes the others with it anyway.
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
        let mut workers = Workers::new(num_threads);
        let mut grads = Grads::zeros(&params);
        let mut loss = 0.0;
        for _ in 0..3 {
            loss = workers.sum_gradients(&params, &mut grads, 13, |group, tape| {
                let x = Matrix::from_fn(50 + group, 8, |i, j| ((i * 8 + j * group) as f32).sin());
                let x = tape.input(&x);
                let h = tape.matmul(x, w);
                let h = tape.leaky_relu(h, 0.1);
                let y = tape.matmul(h, v);
                let y = tape.square(y);
                tape.sum(y)
            });
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
    fn results_stand_in_the_order_of_the_groups() {
        let params = Params::new(0);
        let squares = Workers::new(3).map_groups(&params, 10, |group, _| group * group);
        assert_eq!(squares, (0..10).map(|group| group * group).collect::<Vec<_>>());
    }

    #[test]
    fn no_group_is_no_work() {
        let params = Params::new(0);
        let mut grads = Grads::zeros(&params);
        let loss = Workers::new(2).sum_gradients(&params, &mut grads, 0, |_, _| unreachable!());
        assert_eq!(loss, 0.0);
    }
}
