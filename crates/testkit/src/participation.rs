//! Laws about counts at each node and arc: they are what adding up over all mappings gives, and they sum up to the count.

use isocount_core::{LabeledGraph, NodeId, Pattern, Semantics, Unit};

use crate::random::Case;

/// What takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakesPart {
    /// Nodes.
    Node,
    /// Nodes, for each orbit of the pattern.
    Orbit,
    /// Arcs.
    Arc,
}

/// What an engine says.
#[derive(Clone, Debug)]
pub struct SaidOfParts {
    /// The count.
    pub total: u128,
    /// The pattern nodes of each column; none for arcs.
    pub orbits: Vec<Vec<NodeId>>,
    /// The counts of all nodes; for arcs one column, by tail, head and label.
    pub columns: Vec<Vec<u128>>,
}

/// An engine that says how often everything takes part.
pub type AskParts<'a> = dyn Fn(&Pattern, &LabeledGraph, Semantics, TakesPart) -> SaidOfParts + 'a;
/// All mappings of a pattern, by the definition.
pub type ListMappings<'a> = dyn Fn(&Pattern, &LabeledGraph, Semantics) -> Vec<Vec<NodeId>> + 'a;

/// Checks on every case, in all five meanings, that
///
/// * every count is what adding up over all mappings gives, divided by the automorphisms where subgraphs are counted;
/// * the sum over all nodes is the number of pattern nodes times the count, and that over an orbit its size times the count;
/// * the orbits of a node sum up to the node;
/// * the sum over all arcs is the number of pattern arcs times the count, if no arc of the pattern accepts a set of labels.
///
/// # Panics
/// If one of these fails; the message has the case in it.
pub fn participation_conforms(
    ask: &AskParts<'_>,
    list: &ListMappings<'_>,
    cases: impl IntoIterator<Item = Case>,
) {
    for case in cases {
        for semantics in Semantics::ALL {
            if let Err(problem) = check(ask, list, &case, semantics) {
                panic!("{semantics}: {problem}\n{case}");
            }
        }
    }
}

fn check(
    ask: &AskParts<'_>,
    list: &ListMappings<'_>,
    Case { pattern, graph }: &Case,
    semantics: Semantics,
) -> Result<(), String> {
    let mappings = list(pattern, graph, semantics);
    let shape = Pattern::try_from(pattern.graph().clone()).map_err(|e| e.to_string())?;
    let symmetries = list(&shape, &shape, Semantics::Induced(Unit::Mappings));
    let divisor = match semantics.unit() {
        Unit::Mappings => 1,
        Unit::Subgraphs => symmetries.len() as u128,
    };
    let total = mappings.len() as u128 / divisor;
    let same = |what: &str, found: &[u128], expected: &[u128]| {
        let is_same = found == expected;
        is_same.then_some(()).ok_or_else(|| format!("{what}: {found:?}, expected {expected:?}"))
    };
    let nodes_of = |orbit: &[NodeId]| {
        let mut sums = vec![0_u128; graph.num_nodes()];
        for mapping in &mappings {
            for u in orbit {
                sums[mapping[u.ix()].ix()] += 1;
            }
        }
        sums.iter().map(|sum| sum / divisor).collect::<Vec<_>>()
    };
    let num_nodes = pattern.num_nodes() as u128;

    let nodes = ask(pattern, graph, semantics, TakesPart::Node);
    same("total", &[nodes.total], &[total])?;
    let all: Vec<NodeId> = pattern.nodes().collect();
    same("nodes", &nodes.columns[0], &nodes_of(&all))?;
    let sum: u128 = nodes.columns[0].iter().sum();
    same("sum over nodes", &[sum], &[num_nodes * total])?;

    let orbits = ask(pattern, graph, semantics, TakesPart::Orbit);
    let mut together = vec![0; graph.num_nodes()];
    for (orbit, column) in orbits.orbits.iter().zip(&orbits.columns) {
        let reached = |u: NodeId| symmetries.iter().any(|s| s[orbit[0].ix()] == u);
        let expected: Vec<NodeId> = pattern.nodes().filter(|&u| reached(u)).collect();
        if *orbit != expected {
            return Err(format!("orbit {orbit:?}, expected {expected:?}"));
        }
        same("orbit", column, &nodes_of(orbit))?;
        let sum: u128 = column.iter().sum();
        same("sum over an orbit", &[sum], &[orbit.len() as u128 * total])?;
        together.iter_mut().zip(column).for_each(|(sum, more)| *sum += more);
    }
    same("orbits together", &together, &nodes.columns[0])?;

    let arcs = ask(pattern, graph, semantics, TakesPart::Arc);
    let expected: Vec<u128> = graph
        .arcs()
        .map(|arc| {
            let lies = |mapping: &Vec<NodeId>| {
                let on = |(u, v, wanted): &(NodeId, NodeId, isocount_core::Wanted<'_>)| {
                    mapping[u.ix()] == arc.tail
                        && mapping[v.ix()] == arc.head
                        && wanted.accepts(arc.label)
                };
                pattern.arc_sets().filter(on).count() as u128
            };
            mappings.iter().map(lies).sum::<u128>() / divisor
        })
        .collect();
    same("arcs", &arcs.columns[0], &expected)?;
    if !pattern.has_edge_sets() {
        let sum: u128 = arcs.columns[0].iter().sum();
        same("sum over arcs", &[sum], &[pattern.num_arcs() as u128 * total])?;
    }
    Ok(())
}
