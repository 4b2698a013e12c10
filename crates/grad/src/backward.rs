//! One step of the backward pass: the view of the tape that an operation has while it propagates
//! its gradient.

use isocount_core::Control;

use crate::grads::Grads;
use crate::kernel::Onto;
use crate::matrix::View;
use crate::tape::Values;
use crate::var::{Place, Var};

/// The gradient of one node while it is propagated to the node's inputs.
pub(crate) struct Backward<'a> {
    values: Values<'a>,
    /// Gradients of the nodes, at the positions of their values.
    nodes: &'a mut [f32],
    begun: &'a mut [bool],
    params: &'a mut Grads,
    node: usize,
}

impl<'a> Backward<'a> {
    pub(crate) fn new(
        values: Values<'a>,
        nodes: &'a mut [f32],
        begun: &'a mut [bool],
        params: &'a mut Grads,
        node: usize,
    ) -> Self {
        Self { values, nodes, begun, params, node }
    }

    /// The handle that can cancel the backward pass.
    pub(crate) fn control(&self) -> &'a Control {
        self.values.control
    }

    /// An input.
    pub(crate) fn value(&self, var: Var) -> View<'a> {
        self.values.get(var)
    }

    /// The result of the operation.
    pub(crate) fn output(&self) -> View<'a> {
        self.values.get(Var::node(self.node))
    }

    /// Calls `add(dy, dx)`, which adds to `dx` the part of ∂loss/∂x that comes through this node,
    /// given `dy` = ∂loss/∂y. Not called if x depends on no parameter.
    pub(crate) fn accumulate(&mut self, x: Var, add: impl FnOnce(&[f32], &mut [f32])) {
        let y = &self.values.nodes[self.node];
        match x.0 {
            Place::Param(ix) => add(&self.nodes[y.range()], self.params.param_mut(ix as usize)),
            Place::Node(ix) => {
                let ix = ix as usize;
                if !self.values.nodes[ix].learns {
                    return;
                }
                self.begin(ix);
                let (before, after) = self.nodes.split_at_mut(y.at);
                add(&after[..y.shape.len()], &mut before[self.values.nodes[ix].range()]);
            }
        }
    }

    /// Like [`accumulate`](Self::accumulate), but for an operation that can also overwrite: a
    /// gradient without contributions so far is not set to zero first. `add(dy, dx, onto)` adds to
    /// the existing gradient, or overwrites it.
    pub(crate) fn accumulate_onto(
        &mut self,
        x: Var,
        add: impl FnOnce(&[f32], &mut [f32], Onto<'static>),
    ) {
        if let Place::Node(ix) = x.0 {
            let ix = ix as usize;
            if self.values.nodes[ix].learns && !std::mem::replace(&mut self.begun[ix], true) {
                return self.accumulate(x, |dy, dx| add(dy, dx, Onto::Nothing));
            }
        }
        self.accumulate(x, |dy, dx| add(dy, dx, Onto::Itself));
    }

    /// Like [`accumulate`](Self::accumulate), but for several different values in one pass; `add`
    /// also receives those that depend on no parameter.
    ///
    /// # Panics
    ///
    /// If one of them is a parameter, or two are the same.
    pub(crate) fn accumulate_all<const N: usize>(
        &mut self,
        xs: [Var; N],
        add: impl FnOnce(&[f32], [&mut [f32]; N]),
    ) {
        let y = &self.values.nodes[self.node];
        for x in xs {
            self.begin(x.expect_node());
        }
        let (before, after) = self.nodes.split_at_mut(y.at);
        let ranges = xs.map(|x| self.values.nodes[x.expect_node()].range());
        match before.get_disjoint_mut(ranges) {
            Ok(dxs) => add(&after[..y.shape.len()], dxs),
            Err(problem) => panic!("inputs of one operation must differ: {problem}"),
        }
    }

    /// The node's own gradient, to be changed in place before it is propagated.
    pub(crate) fn own(&mut self) -> &mut [f32] {
        &mut self.nodes[self.values.nodes[self.node].range()]
    }

    /// Sets a gradient to zero just before its first use, when it is about to enter the cache
    /// anyway.
    fn begin(&mut self, node: usize) {
        if !std::mem::replace(&mut self.begun[node], true) {
            self.nodes[self.values.nodes[node].range()].fill(0.0);
        }
    }
}
