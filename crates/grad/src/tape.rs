//! The tape: computes each operation immediately, records it, and traverses the record in reverse
//! for gradients.
//!
//! All values of a tape are stored one after the other in one vector, and so are their gradients,
//! at the same positions. The inputs of an operation therefore precede its result, and one
//! `split_at_mut` borrows both. The vectors belong to an [`Arena`] that outlives the tape: after
//! the first step nothing is allocated.

use isocount_core::{Cancelled, Control};

use crate::backward::Backward;
use crate::grads::Grads;
use crate::matrix::{Matrix, Shape, View};
use crate::op::{Op, Operation};
use crate::params::Params;
use crate::random;
use crate::var::{Place, Var};

/// The memory of a tape, reused from step to step.
#[derive(Debug, Default)]
pub struct Arena {
    values: Vec<f32>,
    grads: Vec<f32>,
    nodes: Vec<Node>,
    /// Whether a node's gradient has received a contribution.
    begun: Vec<bool>,
}

impl Arena {
    /// An arena without memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

/// One value on the tape.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) op: Op,
    pub(crate) shape: Shape,
    /// The position of its first number.
    pub(crate) at: usize,
    /// Whether it depends on a parameter.
    pub(crate) learns: bool,
}

impl Node {
    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        self.at..self.at + self.shape.len()
    }
}

/// Computes operations and records them.
///
/// A tape is for one forward pass and one backward pass; its memory is reused. Its methods are the
/// operations; each is documented by its equation. All of them panic, with the shapes, if their
/// inputs do not match: that is a mistake in a model, not in its input.
#[derive(Debug)]
pub struct Tape<'a> {
    params: &'a Params,
    arena: &'a mut Arena,
    /// The seed of the noise of training, if it is on.
    noise: Option<u64>,
    /// The number of operations with noise so far.
    num_noisy: u64,
    control: Control,
    /// Whether the work was cancelled while this tape was in use.
    stopped: bool,
}

impl<'a> Tape<'a> {
    /// An empty tape over these parameters, without noise.
    pub fn new(params: &'a Params, arena: &'a mut Arena) -> Self {
        arena.nodes.clear();
        let control = Control::NONE;
        Self { params, arena, noise: None, num_noisy: 0, control, stopped: false }
    }

    /// Makes the tape cancellable by this handle. Once it is cancelled, operations still have
    /// shapes and cost nothing: no numbers are computed or stored. [`finish`](Self::finish) then
    /// returns an error.
    #[must_use]
    pub fn controlled(mut self, control: &Control) -> Self {
        self.control = control.clone();
        self
    }

    /// Whether the work was cancelled: further operations are meaningless, and can be skipped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The handle that cancels this tape.
    #[must_use]
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// A value, unless the work was cancelled.
    ///
    /// # Errors
    ///
    /// If the work was cancelled.
    pub fn finish(&self, var: Var) -> Result<View<'_>, Cancelled> {
        // An operation that was interrupted has left the handle cancelled.
        self.control.check()?;
        Ok(self.value(var))
    }

    /// Turns on the noise of training: from here, [`thin`](Self::thin) drops numbers. The seed must
    /// differ from step to step, and from group to group.
    pub fn set_noise(&mut self, seed: u64) {
        self.noise = Some(seed);
    }

    /// Whether the noise of training is on.
    #[must_use]
    pub fn has_noise(&self) -> bool {
        self.noise.is_some()
    }

    /// A seed for the next operation: unique on the tape, and independent of everything else on it.
    /// `None` without noise.
    pub(crate) fn noise_seed(&mut self) -> Option<u64> {
        let seed = self.noise?;
        self.num_noisy += 1;
        Some(random::bits(seed, self.num_noisy))
    }

    /// Puts a constant on the tape.
    pub fn input(&mut self, rows: &Matrix) -> Var {
        self.input_from(rows.shape(), |to| to.copy_from_slice(rows.data()))
    }

    /// Puts a constant on the tape that is written by a function; it must write every number.
    pub fn input_from(&mut self, shape: Shape, write: impl FnOnce(&mut [f32])) -> Var {
        self.push(Op::Input, shape, false, |_, y| write(y))
    }

    /// The shape of a parameter or value.
    #[must_use]
    pub fn shape(&self, var: Var) -> Shape {
        self.value(var).shape
    }

    /// The numbers of a parameter or value. A [cancelled](Self::controlled) tape has shapes without
    /// numbers.
    #[must_use]
    pub fn value(&self, var: Var) -> View<'_> {
        self.values().get(var)
    }

    /// The only number of a 1×1 value.
    ///
    /// # Panics
    ///
    /// If it has another shape.
    #[must_use]
    pub fn scalar(&self, var: Var) -> f32 {
        let value = self.value(var);
        assert_eq!(value.shape, Shape::new(1, 1), "not a single number");
        value.data[0]
    }

    /// The number of elements on the tape.
    #[must_use]
    pub fn len(&self) -> usize {
        let computed = self.arena.nodes.iter().rfind(|node| node.at != NOWHERE);
        computed.map_or(0, |node| node.range().end)
    }

    /// Whether the tape is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arena.nodes.is_empty()
    }

    /// Adds ∂loss/∂p to `grads`, for every parameter p. Consumes the tape, since the backward pass
    /// overwrites it.
    ///
    /// # Panics
    ///
    /// If the loss is not a single number on this tape, or `grads` belongs to other parameters.
    ///
    /// # Errors
    ///
    /// If the work was cancelled; `grads` is then meaningless.
    pub fn backward(self, loss: Var, grads: &mut Grads) -> Result<(), Cancelled> {
        assert_eq!(self.shape(loss), Shape::new(1, 1), "a loss is a single number");
        assert!(grads.fit(self.params), "gradients of other parameters");
        self.control.check()?;
        let last = loss.expect_node();
        let Arena { values, grads: of_nodes, nodes, begun } = self.arena;
        grow(of_nodes, values.len(), &self.control)?;
        begun.clear();
        begun.resize(nodes.len(), false);
        begun[last] = true;
        of_nodes[nodes[last].at] = 1.0;
        let control = &self.control;
        let values = Values { params: self.params, nodes, data: values, control };
        for node in (0..=last).rev() {
            if begun[node] && nodes[node].learns {
                control.check()?;
                nodes[node].op.backward(&mut Backward::new(values, of_nodes, begun, grads, node));
            }
        }
        grads.settle();
        control.check()
    }

    /// Computes an operation and records it.
    pub(crate) fn apply(&mut self, op: impl Operation) -> Var {
        let shape = op.shape(self.values());
        let learns = op.inputs().any(|input| match input.0 {
            Place::Param(_) => true,
            Place::Node(ix) => self.arena.nodes[ix as usize].learns,
        });
        let var = self.push(Op::Input, shape, learns, |values, y| op.forward(values, y));
        self.arena.nodes[var.expect_node()].op = op.into();
        var
    }

    fn push(
        &mut self,
        op: Op,
        shape: Shape,
        learns: bool,
        write: impl FnOnce(Values<'_>, &mut [f32]),
    ) -> Var {
        let at = if self.stopped { NOWHERE } else { self.len() };
        let Self { control, params, arena, stopped, .. } = self;
        let Arena { values, nodes, .. } = &mut **arena;
        if !*stopped {
            *stopped = control.is_cancelled() || grow(values, at + shape.len(), control).is_err();
        }
        if *stopped {
            nodes.push(Node { op, shape, at: NOWHERE, learns });
            return Var::node(nodes.len() - 1);
        }
        let (before, after) = values.split_at_mut(at);
        let data = &before[..];
        write(Values { params, nodes, data, control }, &mut after[..shape.len()]);
        nodes.push(Node { op, shape, at, learns });
        Var::node(nodes.len() - 1)
    }

    fn values(&self) -> Values<'_> {
        let Arena { nodes, values, .. } = &*self.arena;
        Values { params: self.params, nodes, data: values, control: &self.control }
    }
}

/// The position of a value that was never computed.
const NOWHERE: usize = usize::MAX;

/// Numbers that are set to zero between two checks of the handle: 4 MB, about a millisecond.
const GROWTH: usize = 1 << 20;

/// Grows the buffer to at least `end` numbers.
fn grow(values: &mut Vec<f32>, end: usize, control: &Control) -> Result<(), Cancelled> {
    if values.len() < end {
        // Doubling: the buffer soon fits the largest step.
        let end = end.max(2 * values.len());
        values.reserve_exact(end - values.len());
        while values.len() < end {
            control.check()?;
            values.resize(end.min(values.len() + GROWTH), 0.0);
        }
    }
    Ok(())
}

/// The values that an operation can read.
#[derive(Clone, Copy)]
pub(crate) struct Values<'a> {
    params: &'a Params,
    pub(crate) nodes: &'a [Node],
    data: &'a [f32],
    pub(crate) control: &'a Control,
}

impl<'a> Values<'a> {
    pub(crate) fn get(self, var: Var) -> View<'a> {
        match var.0 {
            Place::Param(_) => self.params.get(var),
            Place::Node(ix) => {
                let node = &self.nodes[ix as usize];
                let data = if node.at == NOWHERE { &[] } else { &self.data[node.range()] };
                View { shape: node.shape, data }
            }
        }
    }

    pub(crate) fn shape(self, var: Var) -> Shape {
        self.get(var).shape
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::init::Init;

    #[test]
    fn a_value_used_twice_gets_both_gradients() {
        let mut params = Params::new(0);
        let w = params.add("w", 1, 1, Init::Constant(3.0));
        let mut grads = Grads::zeros(&params);
        let mut arena = Arena::new();
        let mut tape = Tape::new(&params, &mut arena);
        let twice = tape.add(w, w);
        let loss = tape.mul(twice, twice);
        assert_eq!(tape.scalar(loss), 36.0);
        tape.backward(loss, &mut grads).unwrap();
        // (2w)² has the derivative 8w.
        assert_eq!(grads.get(w), [24.0]);
    }

    #[test]
    fn the_second_step_needs_no_more_memory() {
        let mut params = Params::new(0);
        let w = params.add("w", 4, 4, Init::FanIn);
        let mut grads = Grads::zeros(&params);
        let mut arena = Arena::new();
        let mut sizes = Vec::new();
        for _ in 0..3 {
            let mut tape = Tape::new(&params, &mut arena);
            let x = tape.input(&Matrix::from_fn(5, 4, |i, j| (i + j) as f32));
            let y = tape.matmul(x, w);
            let loss = tape.sum(y);
            tape.backward(loss, &mut grads).unwrap();
            sizes.push((arena.values.capacity(), arena.grads.capacity(), arena.nodes.capacity()));
        }
        assert_eq!(sizes[0], sizes[1]);
        assert_eq!(sizes[1], sizes[2]);
    }

    #[test]
    fn backward_adds_to_what_is_there() {
        let mut params = Params::new(0);
        let w = params.add("w", 1, 1, Init::Constant(3.0));
        let mut grads = Grads::zeros(&params);
        let mut arena = Arena::new();
        for _ in 0..2 {
            let mut tape = Tape::new(&params, &mut arena);
            let loss = tape.square(w);
            tape.backward(loss, &mut grads).unwrap();
        }
        assert_eq!(grads.get(w), [12.0]);
    }

    #[test]
    fn a_constant_has_no_gradient_and_costs_none() {
        let params = Params::new(0);
        let mut grads = Grads::zeros(&params);
        let mut arena = Arena::new();
        let mut tape = Tape::new(&params, &mut arena);
        let x = tape.input(&Matrix::zeros(0, 3));
        let loss = tape.sum(x);
        assert_eq!(tape.scalar(loss), 0.0);
        tape.backward(loss, &mut grads).unwrap();
        assert!(arena.begun.iter().filter(|&&begun| begun).count() <= 1);
    }
}
