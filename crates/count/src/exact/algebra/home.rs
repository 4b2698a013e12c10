//! Where the candidates of pattern nodes are: nodes that can share a candidate have one *home*, a
//! range of the candidates. Without sets of labels that is the nodes of one label.

use std::ops::Range;

use crate::exact::compiling::Compiled;
use crate::exact::sieving::Sieved;

/// Homes have the number of the least kind that lives there.
#[derive(Debug)]
pub(crate) struct Homes {
    /// For each kind of pattern node.
    of_kind: Vec<u8>,
    ranges: Vec<Range<u32>>,
}

impl Homes {
    pub(crate) fn new(p: &Compiled, s: &Sieved) -> Self {
        let first = |kind: usize| p.families[kind].first;
        let least =
            |kind: usize| (0..kind).find(|&k| first(k) == first(kind)).unwrap_or(kind) as u8;
        let kinds = 0..p.families.len();
        Self {
            of_kind: kinds.clone().map(least).collect(),
            ranges: kinds.map(|kind| s.range_of(p, kind as u8)).collect(),
        }
    }

    pub(crate) fn of_kind(&self, kind: u8) -> u8 {
        self.of_kind[kind as usize]
    }

    /// The candidates that a home has.
    pub(crate) fn range(&self, home: u8) -> Range<u32> {
        self.ranges[home as usize].clone()
    }

    /// The candidates that the home of a pattern node has.
    pub(crate) fn range_of(&self, p: &Compiled, u: usize) -> Range<u32> {
        self.range(p.kind[u])
    }
}
