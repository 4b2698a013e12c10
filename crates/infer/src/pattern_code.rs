//! What a model keeps of a pattern.

/// A pattern, encoded: it can be asked of any number of graphs.
#[derive(Clone, Debug)]
pub struct PatternCode {
    /// `h_Q`.
    pub(crate) x: Vec<f32>,
    /// `U_γ·h_Q + b_γ` and `U_β·h_Q + b_β`; empty without modulation.
    pub(crate) c: Vec<f32>,
    /// The part of the match that depends on the pattern alone.
    pub(crate) base: Vec<f32>,
}

/// A question for a [`Network`](crate::Network): a pattern, and a graph as rows or with an index.
#[derive(Debug)]
pub struct EncodedPair<'a, G> {
    /// The graph: [`Encoded`](crate::Encoded) or an [`Index`](crate::Index).
    pub graph: &'a G,
    /// The pattern.
    pub pattern: &'a PatternCode,
}
