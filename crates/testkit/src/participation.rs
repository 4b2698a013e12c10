//! Laws about counts at each node and arc: they equal the sums over all mappings, and they add up
//! to the count.

use isocount_core::{LabeledGraph, NodeId, Pattern, Semantics, Unit};

use crate::random::Case;
use crate::transform::as_pattern;

/// The parts that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakesPart {
    /// Nodes.
    Node,
    /// Nodes, separately for each orbit of the pattern.
    Orbit,
    /// Arcs.
    Arc,
}

/// The counts that an engine returns.
#[derive(Clone, Debug)]
pub struct PartCounts {
    /// The total count.
    pub total: u128,
    /// The pattern nodes of each column; none for arcs.
    pub orbits: Vec<Vec<NodeId>>,
    /// The counts of all nodes; for arcs one column, by tail, head and label.
    pub columns: Vec<Vec<u128>>,
}

/// An engine that counts how often each part takes part.
pub type AskParts<'a> = dyn Fn(&Pattern, &LabeledGraph, Semantics, TakesPart) -> PartCounts + 'a;
/// All mappings of a pattern, by the definition.
pub type ListMappings<'a> = dyn Fn(&Pattern, &LabeledGraph, Semantics) -> Vec<Vec<NodeId>> + 'a;

/// Checks on every case, in all five meanings, that
///
/// * every count is the sum over all mappings, divided by the number of automorphisms where
///   subgraphs are counted;
/// * the sum over all nodes is the number of pattern nodes times the count, and the sum over an
///   orbit is its size times the count;
/// * the counts of a node at all orbits add up to the count of the node;
/// * the sum over all arcs is the number of pattern arcs times the count, if no arc of the pattern
///   accepts a set of labels.
///
/// Returns the share of questions with a nonzero count: a count of zero tests little.
///
/// # Panics
/// If one of these fails. The message contains the case.
pub fn participation_conforms(
    ask: &AskParts<'_>,
    list: &ListMappings<'_>,
    cases: impl IntoIterator<Item = Case>,
) -> f64 {
    let (mut asked, mut occur) = (0_u32, 0_u32);
    for case in cases {
        for semantics in Semantics::ALL {
            match check(ask, list, &case, semantics) {
                Ok(total) => occur += u32::from(total > 0),
                Err(problem) => panic!("{semantics}: {problem}\n{case}"),
            }
            asked += 1;
        }
    }
    f64::from(occur) / f64::from(asked)
}

fn check(
    ask: &AskParts<'_>,
    list: &ListMappings<'_>,
    case @ Case { pattern, graph }: &Case,
    semantics: Semantics,
) -> Result<u128, String> {
    let said = AllParts {
        nodes: ask(pattern, graph, semantics, TakesPart::Node),
        orbits: ask(pattern, graph, semantics, TakesPart::Orbit),
        arcs: ask(pattern, graph, semantics, TakesPart::Arc),
    };
    let mappings = list(pattern, graph, semantics);
    let symmetries =
        list(&shape_of(pattern), pattern.symmetry_shape(), Semantics::Induced(Unit::Mappings));
    said.equal_listing(case, semantics, &mappings, &symmetries)?;
    said.sum_up(pattern, said.nodes.total)?;
    Ok(said.nodes.total)
}

/// The pattern with placeholder labels instead of its sets, and for its absent arcs. Its mappings to
/// its own graph are the automorphisms.
pub(crate) fn shape_of(pattern: &Pattern) -> Pattern {
    as_pattern(pattern.symmetry_shape().clone())
}

/// The counts of an engine for one question.
pub(crate) struct AllParts {
    pub(crate) nodes: PartCounts,
    pub(crate) orbits: PartCounts,
    pub(crate) arcs: PartCounts,
}

impl AllParts {
    /// Checks that everything adds up to the count.
    pub(crate) fn sum_up(&self, pattern: &Pattern, total: u128) -> Result<(), String> {
        let sum = |column: &Vec<u128>| [column.iter().sum::<u128>()];
        for said in [&self.nodes, &self.orbits, &self.arcs] {
            same("total", &[said.total], &[total])?;
        }
        let num_nodes = pattern.num_nodes() as u128;
        same("sum over nodes", &sum(&self.nodes.columns[0]), &[num_nodes * total])?;
        let mut together = vec![0; self.nodes.columns[0].len()];
        for (orbit, column) in self.orbits.orbits.iter().zip(&self.orbits.columns) {
            same("sum over an orbit", &sum(column), &[orbit.len() as u128 * total])?;
            together.iter_mut().zip(column).for_each(|(sum, more)| *sum += more);
        }
        same("orbits together", &together, &self.nodes.columns[0])?;
        if pattern.has_edge_sets() {
            return Ok(());
        }
        same("sum over arcs", &sum(&self.arcs.columns[0]), &[pattern.num_arcs() as u128 * total])
    }

    /// Checks that everything equals the sum over all mappings.
    pub(crate) fn equal_listing(
        &self,
        Case { pattern, graph }: &Case,
        semantics: Semantics,
        mappings: &[Vec<NodeId>],
        symmetries: &[Vec<NodeId>],
    ) -> Result<(), String> {
        let divisor = match semantics.unit() {
            Unit::Mappings => 1,
            Unit::Subgraphs => symmetries.len() as u128,
        };
        let nodes_of = |orbit: &[NodeId]| {
            let mut sums = vec![0_u128; graph.num_nodes()];
            for mapping in mappings {
                for u in orbit {
                    sums[mapping[u.ix()].ix()] += 1;
                }
            }
            sums.iter().map(|sum| sum / divisor).collect::<Vec<_>>()
        };
        same("total", &[self.nodes.total], &[mappings.len() as u128 / divisor])?;
        let all: Vec<NodeId> = pattern.nodes().collect();
        same("nodes", &self.nodes.columns[0], &nodes_of(&all))?;
        for (orbit, column) in self.orbits.orbits.iter().zip(&self.orbits.columns) {
            let reached = |u: NodeId| symmetries.iter().any(|s| s[orbit[0].ix()] == u);
            let expected: Vec<NodeId> = pattern.nodes().filter(|&u| reached(u)).collect();
            if *orbit != expected {
                return Err(format!("orbit {orbit:?}, expected {expected:?}"));
            }
            same("orbit", column, &nodes_of(orbit))?;
        }
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
        same("arcs", &self.arcs.columns[0], &expected)
    }
}

pub(crate) fn same(what: &str, found: &[u128], expected: &[u128]) -> Result<(), String> {
    let is_same = found == expected;
    is_same.then_some(()).ok_or_else(|| format!("{what}: {found:?}, expected {expected:?}"))
}
