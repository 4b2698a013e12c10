//! The encoded form of a pattern.

/// An encoded pattern, which can be used with any number of graphs.
#[derive(Clone, Debug)]
pub struct PatternCode {
    /// x, then the base, then c, in one list, since allocating three takes as long as a layer over
    /// a small pattern.
    numbers: Vec<f32>,
    /// The length of x and of the base.
    stride: usize,
}

/// The lists of a pattern while it is encoded.
pub(crate) struct CodeParts<'a> {
    pub(crate) x: &'a mut [f32],
    /// The base and c, which are derived from x.
    pub(crate) derived: &'a mut [f32],
}

impl PatternCode {
    /// Zeros, for x and the values derived from it.
    pub(crate) fn zeros(stride: usize, num_derived: usize) -> Self {
        Self { numbers: vec![0.0; stride + num_derived], stride }
    }

    pub(crate) fn parts_mut(&mut self) -> CodeParts<'_> {
        let (x, derived) = self.numbers.split_at_mut(self.stride);
        CodeParts { x, derived }
    }

    /// `h_Q`.
    #[inline]
    pub(crate) fn x(&self) -> &[f32] {
        &self.numbers[..self.stride]
    }

    /// The part of the match that depends only on the pattern.
    #[inline]
    pub(crate) fn base(&self) -> &[f32] {
        &self.numbers[self.stride..2 * self.stride]
    }

    /// `U_γ·h_Q + b_γ` and `U_β·h_Q + b_β`; empty without modulation.
    #[inline]
    pub(crate) fn c(&self) -> &[f32] {
        &self.numbers[2 * self.stride..]
    }
}

/// A question for a [`Network`](crate::Network): a pattern, and a graph as rows or with an index.
#[derive(Debug)]
pub struct EncodedPair<'a, G> {
    /// The graph: [`Encoded`](crate::Encoded) or an [`Index`](crate::Index).
    pub graph: &'a G,
    /// The pattern.
    pub pattern: &'a PatternCode,
}
