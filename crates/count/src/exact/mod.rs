//! Exact.
use isocount_core::*;
use crate::BruteForce;
/// Exact.
#[derive(Clone, Copy, Debug)]
pub struct Exact { threads: usize }
impl Exact {
    /// Name.
    pub const NAME: &'static str = "exact";
    /// With threads.
    #[must_use] pub fn with_threads(threads: usize) -> Self { Self { threads } }
}
impl Counter for Exact {
    fn name(&self) -> &'static str { Self::NAME }
    fn open<'a>(&'a self, graph: &'a LabeledGraph) -> Result<Box<dyn OpenGraph + 'a>, CountError> {
        BruteForce.open(graph)
    }
}
