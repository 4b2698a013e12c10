//! Reproducible cases from a seed.
//!
//! Over the seeds, a case mixes 1 to 3 node labels and edge labels, directions or none, loops,
//! parallel arcs, dense and sparse graphs, connected, disconnected and very symmetric patterns, and
//! patterns that are planted in the graph or cut out of it. Of the first 500 cases, 80 % have a
//! homomorphism, 72 % a monomorphism and 46 % an induced mapping.

use std::fmt;

use isocount_core::{Edge, Label, LabeledGraph, NodeId, Pattern};

pub use crate::planted::planted_case;
pub use crate::random_absent::{
    absent_case, large_absent_case, planted_absent_case, small_absent_case,
};
pub use crate::random_sets::{large_set_case, set_case, small_set_case};
use crate::shape::Shape;
use crate::transform::{as_pattern, build, first_component, induced_by};
use crate::{Rng, pattern_to_text, to_text};

/// A question without its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The pattern, a small graph.
    pub pattern: Pattern,
    /// The graph that is searched.
    pub graph: LabeledGraph,
}

/// A case of at most 6 pattern nodes and 9 graph nodes; some sparse graphs have up to 12, and then
/// patterns have at most 5, so that brute force stays quick.
#[must_use]
pub fn case(seed: u64) -> Case {
    let mut rng = Rng::new(seed);
    if rng.chance(8) {
        let style = Style { percent: 20, ..Style::any(&mut rng) };
        let (num_pattern, num_graph) = (rng.between(2, 5), rng.between(10, 12));
        return style.case(num_pattern, num_graph, &mut rng);
    }
    let num_pattern = rng.between(1, 6);
    let num_graph = if rng.chance(10) { rng.between(1, 3) } else { rng.between(4, 9) };
    Style::any(&mut rng).case(num_pattern, num_graph, &mut rng)
}

/// A case of at most 4 pattern nodes and 6 graph nodes, for laws that enlarge the graph.
#[must_use]
pub fn small_case(seed: u64) -> Case {
    let mut rng = Rng::new(seed);
    let (num_pattern, num_graph) = (rng.between(1, 4), rng.between(1, 6));
    Style::any(&mut rng).case(num_pattern, num_graph, &mut rng)
}

/// A case of 65 to 150 graph nodes, sparse, and a connected pattern of at most 5 nodes: beyond what
/// fits in a machine word, but still within reach of a counter that enumerates mappings.
#[must_use]
pub fn large_case(seed: u64) -> Case {
    let mut rng = Rng::new(seed);
    let style = Style { percent: rng.between(1, 3), ..Style::any(&mut rng) };
    let (num_pattern, num_graph) = (rng.between(2, 5), rng.between(65, 150));
    let Case { pattern, graph } = style.case(num_pattern, num_graph, &mut rng);
    Case { pattern: first_component(&pattern), graph }
}

impl fmt::Display for Case {
    /// Ready to paste into a file of `testdata/cases`, where the counts are still to be added.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "[[case]]")?;
        writeln!(f, "name = \"\"")?;
        writeln!(f, "pattern = \"{}\"", pattern_to_text(&self.pattern))?;
        write!(f, "graph = \"{}\"", to_text(&self.graph))
    }
}

/// The properties that pattern and graph of one case have in common.
#[derive(Clone, Debug)]
struct Style {
    num_node_labels: usize,
    num_edge_labels: usize,
    directions: Directions,
    loops: Loops,
    /// The probability that an arc gets a parallel one.
    parallel_percent: usize,
    /// The probability that two graph nodes are joined.
    percent: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Directions {
    Undirected,
    Directed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loops {
    None,
    Some,
}

impl Style {
    fn any(rng: &mut Rng) -> Self {
        let few = |rng: &mut Rng| [1, 1, 2, 2, 3][rng.below(5)];
        Self {
            num_node_labels: few(rng),
            num_edge_labels: few(rng),
            directions: [Directions::Undirected, Directions::Directed][rng.below(2)],
            loops: [Loops::None, Loops::None, Loops::Some][rng.below(3)],
            parallel_percent: [0, 0, 30][rng.below(3)],
            percent: [25, 45, 70, 95][rng.below(4)],
        }
    }

    fn case(&self, num_pattern: usize, num_graph: usize, rng: &mut Rng) -> Case {
        let shape = Shape::scattered(num_graph, self.percent, rng);
        let graph = self.dressed(&shape, rng);
        if rng.chance(30) {
            let pattern = cut_out(&graph, num_pattern.min(num_graph), rng);
            return Case { pattern, graph };
        }
        let pattern = as_pattern(self.plainer(rng).dressed(&pattern_shape(num_pattern, rng), rng));
        let plant = num_pattern <= num_graph && rng.chance(50);
        let graph = if plant { planted(&pattern, &graph, rng) } else { graph };
        Case { pattern, graph }
    }

    /// Patterns with one label each have many automorphisms, and occur more often.
    fn plainer(&self, rng: &mut Rng) -> Self {
        let mut style = self.clone();
        if rng.chance(50) {
            (style.num_node_labels, style.num_edge_labels) = (1, 1);
        }
        if rng.chance(60) {
            (style.loops, style.parallel_percent) = (Loops::None, 0);
        }
        style
    }

    /// Gives a shape directions, labels, loops and parallel arcs.
    fn dressed(&self, shape: &Shape, rng: &mut Rng) -> LabeledGraph {
        let labels: Vec<Label> =
            (0..shape.num_nodes).map(|_| Label(rng.below(self.num_node_labels) as u32)).collect();
        let mut pairs = shape.pairs.clone();
        if self.loops == Loops::Some {
            pairs.extend((0..shape.num_nodes).filter(|_| rng.chance(25)).map(|v| (v, v)));
        }
        let mut arcs = Vec::new();
        for (a, b) in pairs {
            self.join(a, b, &mut arcs, rng);
            if rng.chance(self.parallel_percent) {
                self.join(a, b, &mut arcs, rng);
            }
        }
        build(labels, arcs)
    }

    fn join(&self, a: usize, b: usize, arcs: &mut Vec<Edge>, rng: &mut Rng) {
        let label = Label(rng.below(self.num_edge_labels) as u32);
        let (a, b) = (NodeId(a as u32), NodeId(b as u32));
        let (there, back) = match self.directions {
            Directions::Undirected => (true, true),
            Directions::Directed => [(true, false), (false, true), (true, true)][rng.below(3)],
        };
        if there {
            arcs.push(Edge { tail: a, head: b, label });
        }
        if back {
            arcs.push(Edge { tail: b, head: a, label });
        }
    }
}

fn pattern_shape(num_nodes: usize, rng: &mut Rng) -> Shape {
    match rng.below(8) {
        0 => Shape::star(num_nodes - 1),
        1 => Shape::clique(num_nodes.min(4)),
        2 if num_nodes >= 3 => Shape::cycle(num_nodes),
        3 => Shape::path(num_nodes),
        4 => Shape::tree(num_nodes, rng),
        5 => Shape::scattered(num_nodes, 35, rng),
        _ => {
            let mut shape = Shape::tree(num_nodes, rng);
            shape.pairs.extend(Shape::scattered(num_nodes, 25, rng).pairs);
            shape
        }
    }
}

/// A pattern that occurs: some nodes of the graph with most or all of the arcs between them. The
/// first nodes are grown along arcs, so that the pattern is connected where the graph is.
fn cut_out(graph: &LabeledGraph, num_nodes: usize, rng: &mut Rng) -> Pattern {
    let mut nodes: Vec<NodeId> = Vec::new();
    for _ in 0..num_nodes {
        let fresh = |v: &NodeId| !nodes.contains(v);
        let near: Vec<NodeId> =
            nodes.iter().flat_map(|&v| graph.out_arcs(v)).map(|a| a.node).filter(fresh).collect();
        let far: Vec<NodeId> = graph.nodes().filter(fresh).collect();
        let from = if near.is_empty() { far } else { near };
        nodes.push(from[rng.below(from.len())]);
    }
    let part = induced_by(graph, &nodes);
    let keep_percent = if rng.chance(50) { 100 } else { 80 };
    let arcs: Vec<Edge> = part.arcs().filter(|_| rng.chance(keep_percent)).collect();
    as_pattern(build(part.node_labels().iter().copied(), arcs))
}

/// The graph with the pattern laid over some of its nodes.
fn planted(pattern: &Pattern, graph: &LabeledGraph, rng: &mut Rng) -> LabeledGraph {
    let place = rng.permutation(graph.num_nodes());
    let at = |v: NodeId| NodeId(place[v.ix()] as u32);
    let mut labels = graph.node_labels().to_vec();
    for v in pattern.nodes() {
        labels[at(v).ix()] = pattern.node_label(v);
    }
    let arcs = pattern.arcs().map(|e| Edge { tail: at(e.tail), head: at(e.head), ..e });
    build(labels, graph.arcs().chain(arcs))
}

#[cfg(test)]
mod tests {
    use isocount_core::{Semantics, Unit};

    use super::*;
    use crate::naive::naive_count;

    const SEEDS: u64 = 500;

    fn percent(has: impl Fn(&Case) -> bool) -> u64 {
        100 * (0..SEEDS).filter(|&seed| has(&case(seed))).count() as u64 / SEEDS
    }

    #[test]
    fn a_seed_means_one_case() {
        assert_eq!(case(3), case(3));
        assert_ne!(case(3), case(4));
    }

    #[test]
    fn counts_that_are_not_zero_are_common() {
        let share = |semantics| percent(|c| naive_count(&c.pattern, &c.graph, semantics) > 0);
        let shares = [
            share(Semantics::Homomorphism),
            share(Semantics::Monomorphism(Unit::Mappings)),
            share(Semantics::Induced(Unit::Mappings)),
        ];
        assert!(shares[0] >= 70 && shares[1] >= 65 && shares[2] >= 35, "{shares:?}");
        assert!(shares.iter().all(|&share| share < 97), "{shares:?}");
    }

    #[test]
    fn every_feature_is_common() {
        let parallel =
            |g: &LabeledGraph| g.arcs().any(|e| g.arcs_between(e.tail, e.head).len() > 1);
        let symmetric = |g: &LabeledGraph| g.arcs().all(|e| g.has_arc(e.head, e.tail, e.label));
        assert!(percent(|c| c.graph.arcs().any(|e| e.tail == e.head)) > 15);
        assert!(percent(|c| c.pattern.arcs().any(|e| e.tail == e.head)) > 5);
        assert!(percent(|c| parallel(&c.graph)) > 15);
        assert!(percent(|c| parallel(&c.pattern)) > 4);
        assert!((30..70).contains(&percent(|c| symmetric(&c.graph))));
        assert!(percent(|c| first_component(&c.pattern) != c.pattern) > 10);
        assert!(percent(|c| c.graph.num_nodes() > 9) > 3);
        assert!(percent(|c| c.graph.num_nodes() < c.pattern.num_nodes()) > 3);
        let automorphic = Semantics::Monomorphism(Unit::Mappings);
        assert!(percent(|c| naive_count(&c.pattern, &c.pattern, automorphic) > 1) > 25);
    }

    #[test]
    fn large_cases_are_large_and_often_occur() {
        let cases: Vec<Case> = (0..50).map(large_case).collect();
        assert!(cases.iter().all(|c| c.graph.num_nodes() > 64 && c.pattern.num_nodes() <= 5));
        let monomorphisms = Semantics::Monomorphism(Unit::Mappings);
        let occurs = |c: &&Case| naive_count(&c.pattern, &c.graph, monomorphisms) > 0;
        assert!(cases.iter().filter(occurs).count() > 35);
        assert!(cases.iter().filter(|c| c.pattern.num_nodes() > 2).count() > 25);
    }

    #[test]
    fn sizes_stay_within_reach_of_brute_force() {
        for seed in 0..SEEDS {
            let Case { pattern, graph } = case(seed);
            let exponent = pattern.num_nodes() as u32;
            assert!((graph.num_nodes() as u64).pow(exponent) <= 9_u64.pow(6), "seed {seed}");
            assert!(pattern.num_nodes() <= 6 && graph.num_nodes() <= 12);
            let small = small_case(seed);
            assert!(small.pattern.num_nodes() <= 4 && small.graph.num_nodes() <= 6);
        }
    }
}
