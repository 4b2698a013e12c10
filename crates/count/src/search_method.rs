//! The list of counters that need only a pattern and a graph. The command line uses it.

use isocount_core::{Counter, View};

use crate::{BruteForce, Exact, Peregrine, Vf2};

/// A counter that can be selected by name.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct SearchMethod {
    /// The name on the command line and in tables.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// Makes the counter. Counters that do not use threads ignore the number.
    pub make: fn(threads: usize) -> Box<dyn Counter>,
    /// The view under which it can count any graph; plain if it needs none.
    pub view: View,
}

/// All methods, the default first.
pub const SEARCH_METHODS: &[SearchMethod] = &[
    SearchMethod {
        name: Exact::NAME,
        summary: "the exact engine: search or algebra, whichever is expected to be faster; patterns of \
                  up to 64 nodes, larger ones by vf2",
        make: |threads| Box::new(Exact::with_threads(threads)),
        view: View::PLAIN,
    },
    SearchMethod {
        name: Vf2::NAME,
        summary: "VF2 (Cordella et al. 2004), the baseline of the paper; enumerates every mapping",
        make: |_| Box::new(Vf2),
        view: View::PLAIN,
    },
    SearchMethod {
        name: Peregrine::NAME,
        summary: "Peregrine (Jamshidi et al. 2020), a baseline of the paper; undirected graphs with \
                  node labels only, no homomorphisms",
        make: |_| Box::new(Peregrine),
        view: Peregrine::VIEW,
    },
    SearchMethod {
        name: BruteForce::NAME,
        summary: "the specification: tries every mapping; for tiny inputs only",
        make: |_| Box::new(BruteForce),
        view: View::PLAIN,
    },
];

impl SearchMethod {
    /// The counter with this name, if there is one.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        SEARCH_METHODS.iter().find(|method| method.name == name).copied()
    }
}
