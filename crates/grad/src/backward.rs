//! One step of the backward pass: what an operation sees of the tape while it hands its gradient
//! on.

use isocount_core::Control;

use crate::grads::Grads;
use crate::kernel::Onto;
use crate::matrix::View;
use crate::tape::Values;
use crate::var::{Place, Var};

/// The gradient of one node, on its way to the node's inputs.
pub(crate) struct Backward<'a> {
    values: Values<'a>,
    /// Gradients of the nodes, at the places of their values.
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

    /// What can stop the backward pass.
    pub(crate) fn control(&self) -> &'a Control {
        self.values.control
    }

    /// An input.
    pub(crate) fn value(&self, var: Var) -> View<'a> {
        self.values.get(var)
    }

    /// What the operation computed.
    pub(crate) fn output(&self) -> View<'a> {
        self.values.get(Var::node(self.node))
    }

    /// Calls `add(dy, dx)`, which adds to `dx` the part of ∂loss/∂x that comes through this node,
    /// given `dy` = ∂loss/∂y. Not called if no parameter has a part in x.
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

    /// [`accumulate`](Self::accumulate) for an operation that can also overwrite: a gradient that
    /// it is the first to meet is not set to zero before. `add(dy, dx, onto)` adds to what is
    /// there, or to nothing.
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

    /// [`accumulate`](Self::accumulate) for several different values in one pass; `add` is also
    /// given those in which no parameter has a part.
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

    /// The node's own gradient, to be changed in place before it is handed on.
    pub(crate) fn own(&mut self) -> &mut [f32] {
        &mut self.nodes[self.values.nodes[self.node].range()]
    }

    /// Sets a gradient to zero when it is first met, while it is about to enter the cache anyway.
    fn begin(&mut self, node: usize) {
        if !std::mem::replace(&mut self.begun[node], true) {
            self.nodes[self.values.nodes[node].range()].fill(0.0);
        }
    }
}
