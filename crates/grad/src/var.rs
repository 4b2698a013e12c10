//! References to parameters and values.

/// A parameter, or a value on a tape.
///
/// A parameter is the same `Var` on every tape, so models keep it. A value belongs to the tape that
/// created it, and is invalid on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Var(pub(crate) Place);

/// The location of a [`Var`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Param(u32),
    Node(u32),
}

impl Var {
    pub(crate) fn param(ix: usize) -> Self {
        Self(Place::Param(ix as u32))
    }

    pub(crate) fn node(ix: usize) -> Self {
        Self(Place::Node(ix as u32))
    }

    /// The number of the parameter.
    pub(crate) fn expect_param(self) -> usize {
        match self.0 {
            Place::Param(ix) => ix as usize,
            Place::Node(_) => panic!("{self:?} is a value on a tape, not a parameter"),
        }
    }

    /// The number of the node.
    pub(crate) fn expect_node(self) -> usize {
        match self.0 {
            Place::Node(ix) => ix as usize,
            Place::Param(_) => panic!("{self:?} is a parameter, not a value on a tape"),
        }
    }
}
