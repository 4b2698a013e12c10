//! Laws about counts at each node and arc, on cases that are too large for the definition alone:
//! they add up to the count of another engine, they equal a listing where that is short, and
//! removing or pinning a node changes the count accordingly.

use isocount_core::{Label, LabelSet, LabeledGraph, NodeId, Pattern, Semantics, Unit};

use crate::Rng;
use crate::participation::{AllParts, PartCounts, TakesPart, same, shape_of};
use crate::random::Case;
use crate::transform::{induced_by, with_node_label, with_sets};

/// The label of the graph node that a pattern node is pinned to.
const PIN: Label = Label(u32::MAX / 2);

/// The functions that are compared. Each returns `None` for a question that is too hard for a test.
#[expect(missing_debug_implementations, reason = "functions")]
#[expect(clippy::type_complexity, reason = "three questions")]
pub struct PartLaws<'a> {
    /// The engine that counts how often each part takes part.
    pub ask: &'a dyn Fn(&Case, Semantics, TakesPart) -> Option<PartCounts>,
    /// An engine that counts.
    pub count: &'a dyn Fn(&Pattern, &LabeledGraph, Semantics) -> Option<u128>,
    /// All mappings, by the definition.
    pub list: &'a dyn Fn(&Pattern, &LabeledGraph, Semantics) -> Option<Vec<Vec<NodeId>>>,
}

/// The outcome of one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The case is too hard.
    Skipped,
    /// The laws hold, which means little if the count is zero.
    Conforms {
        /// Whether there is a match.
        occurs: bool,
        /// Whether all mappings were listed and added up.
        listed: bool,
    },
}

impl PartLaws<'_> {
    /// Checks one case in one meaning.
    ///
    /// # Errors
    /// If a law fails. The message says which.
    pub fn check(&self, case: &Case, semantics: Semantics, seed: u64) -> Result<Outcome, String> {
        let Case { pattern, graph } = case;
        let parts = [TakesPart::Node, TakesPart::Orbit, TakesPart::Arc];
        let [nodes, orbits, arcs] = parts.map(|what| (self.ask)(case, semantics, what));
        let total = (self.count)(pattern, graph, semantics);
        let (Some(nodes), Some(orbits), Some(arcs), Some(total)) = (nodes, orbits, arcs, total)
        else {
            return Ok(Outcome::Skipped);
        };
        let said = AllParts { nodes, orbits, arcs };
        said.sum_up(pattern, total)?;
        let mappings = (self.list)(pattern, graph, semantics);
        let induced = Semantics::Induced(Unit::Mappings);
        let symmetries = (self.list)(&shape_of(pattern), pattern.symmetry_shape(), induced);
        let listed = match (mappings, symmetries) {
            (Some(mappings), Some(symmetries)) => {
                said.equal_listing(case, semantics, &mappings, &symmetries)?;
                true
            }
            _ => false,
        };
        let mut rng = Rng::new(seed);
        let x = NodeId(rng.below(graph.num_nodes()) as u32);
        if semantics.is_injective() {
            self.without(case, semantics, x, &said, total)?;
        }
        if total > 0 && rng.chance(25) {
            let orbit = rng.below(said.orbits.orbits.len());
            self.pinned(case, semantics, x, orbit, &said)?;
        }
        Ok(Outcome::Conforms { occurs: total > 0, listed })
    }

    /// An injective mapping uses a node at most once, so the count of the node is the number of
    /// mappings lost when the node is removed.
    fn without(
        &self,
        Case { pattern, graph }: &Case,
        semantics: Semantics,
        x: NodeId,
        said: &AllParts,
        total: u128,
    ) -> Result<(), String> {
        let others: Vec<NodeId> = graph.nodes().filter(|&v| v != x).collect();
        let rest = (self.count)(pattern, &induced_by(graph, &others), semantics);
        let Some(rest) = rest else { return Ok(()) };
        let what = format!("mappings without node {}", x.0);
        same(&what, &[said.nodes.columns[0][x.ix()]], &[total - rest])
    }

    /// Counts the mappings that send a node of an orbit to a graph node, for each node of the orbit
    /// in turn.
    fn pinned(
        &self,
        Case { pattern, graph }: &Case,
        semantics: Semantics,
        x: NodeId,
        orbit: usize,
        said: &AllParts,
    ) -> Result<(), String> {
        let mappings = match semantics {
            Semantics::Homomorphism => Semantics::Homomorphism,
            Semantics::Monomorphism(_) => Semantics::Monomorphism(Unit::Mappings),
            Semantics::Induced(_) => Semantics::Induced(Unit::Mappings),
        };
        let label = graph.node_label(x);
        let marked = with_node_label(graph, x, PIN);
        let mut sum = 0;
        for &u in &said.orbits.orbits[orbit] {
            if !pattern.accepts_node(u, label) {
                continue;
            }
            let pin = |v: NodeId, set: LabelSet| {
                if v == u { PIN.into() } else { with_pin(&set, label) }
            };
            let count = (self.count)(&with_sets(pattern, pin, |set| set), &marked, mappings);
            let Some(count) = count else { return Ok(()) };
            sum += count;
        }
        let Some(all) = (self.count)(pattern, graph, mappings) else { return Ok(()) };
        // Where subgraphs are counted, `all / total` mappings are one subgraph.
        let column = &said.orbits.columns[orbit];
        let what = format!("orbit {orbit} pinned to node {}", x.0);
        same(&what, &[column[x.ix()] * all], &[sum * said.orbits.total])
    }
}

/// A set that accepts the pin if it accepts the label that the pin replaces.
fn with_pin(set: &LabelSet, label: Label) -> LabelSet {
    let labels = set.labels().iter().copied();
    match (set.excludes(), set.accepts(label)) {
        (true, false) => LabelSet::all_but(labels.chain([PIN])),
        (false, true) => LabelSet::one_of(labels.chain([PIN])),
        (true, true) | (false, false) => set.clone(),
    }
}
