//! VF2.
use isocount_core::*;
use crate::BruteForce;
use crate::meter::Meter;
use crate::unindexed::{Enumerate, Unindexed};
/// VF2.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vf2;
impl Vf2 { 
    /// Name.
    pub const NAME: &'static str = "vf2"; }
impl Enumerate for Vf2 {
    fn mappings(&self, p: &Pattern, g: &LabeledGraph, s: Semantics, meter: &mut Meter) -> u128 { BruteForce.mappings(p,g,s,meter) }
    fn automorphisms(&self, p: &Pattern) -> u128 { BruteForce.automorphisms(p) }
}
impl Counter for Vf2 {
    fn name(&self) -> &'static str { Self::NAME }
    fn open<'a>(&'a self, graph: &'a LabeledGraph) -> Result<Box<dyn OpenGraph + 'a>, CountError> {
        Ok(Box::new(Unindexed { search: self, graph }))
    }
}
