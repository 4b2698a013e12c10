//! The published patterns, draw by draw.

use isocount_core::{Edge, Label, LabeledGraph, NodeId, Pattern};

use super::Parameters;
use super::mersenne_twister::MersenneTwister;
use super::slot::Slot;
use crate::{DataError, NamedPattern};

/// The seed of the published patterns.
const SEED: u32 = 0;

/// All patterns of a synthetic set, from one generator: each depends on those before it.
pub(super) fn patterns(parameters: &Parameters) -> Vec<(Slot, NamedPattern)> {
    let mut twister = MersenneTwister::new(SEED);
    let mut patterns = Vec::new();
    for slot in parameters.pattern_slots() {
        for number in 0..parameters.patterns_per_slot {
            patterns.push((slot, named(&slot, number, draw(&slot, &mut twister))));
        }
    }
    patterns
}

/// The 24 patterns of MUTAG: directed trees of three and four nodes. The generator is restarted for
/// every slot.
#[must_use]
pub fn mutag_patterns() -> Vec<NamedPattern> {
    let mut patterns = Vec::new();
    for (nodes, arcs) in [(3, 2), (4, 3)] {
        for node_labels in [1, 2] {
            for edge_labels in [1, 2] {
                let slot = Slot { nodes, arcs, node_labels, edge_labels };
                let mut twister = MersenneTwister::new(SEED);
                for number in 0..3 {
                    let mut pattern = draw(&slot, &mut twister);
                    // PAPER: mutag-replaced-pattern
                    if (slot.nodes, slot.node_labels, slot.edge_labels, number) == (3, 1, 1, 1) {
                        pattern = built(&[0; 3], [(2, 0, 0), (2, 1, 0)]);
                    }
                    patterns.push(named(&slot, number, pattern));
                }
            }
        }
    }
    patterns
}

/// The sizes of patterns.
///
/// ```
/// use isocount_data::{PatternSizes, published_patterns};
///
/// // Ten patterns of four nodes and five arcs, with up to three labels of nodes.
/// let sizes = PatternSizes { nodes: 4, arcs: 5, node_labels: 3, edge_labels: 1 };
/// let patterns = published_patterns(sizes, 10, 0)?;
/// assert_eq!(patterns.len(), 10);
/// assert!(patterns.iter().all(|it| (it.pattern.num_nodes(), it.pattern.num_arcs()) == (4, 5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternSizes {
    /// Nodes.
    pub nodes: usize,
    /// Arcs.
    pub arcs: usize,
    /// Node labels.
    pub node_labels: usize,
    /// Edge labels.
    pub edge_labels: usize,
}

/// The most nodes and arcs of a pattern: drawing takes quadratic time, and no counter needs more.
const MOST: usize = 4096;

/// Patterns of other sizes from the published generator. They are connected and may have loops and
/// parallel arcs.
///
/// # Errors
/// If the sizes are inconsistent.
pub fn published_patterns(
    sizes: PatternSizes,
    number: usize,
    seed: u32,
) -> Result<Vec<NamedPattern>, DataError> {
    let PatternSizes { nodes, arcs, node_labels, edge_labels } = sizes;
    let slot = Slot { nodes, arcs, node_labels, edge_labels };
    // All arcs may have the same label, and an ordered pair of nodes has at most one arc of a
    // label.
    let most_arcs = nodes.saturating_mul(nodes);
    let problem = match () {
        () if nodes == 0 => "a pattern needs a node".to_owned(),
        () if nodes.max(arcs) > MOST => format!("a pattern has at most {MOST} nodes and arcs"),
        () if arcs < nodes - 1 => format!("{nodes} nodes need at least {} arcs", nodes - 1),
        () if arcs > most_arcs => {
            format!("{nodes} nodes allow at most {most_arcs} arcs of one label")
        }
        () if node_labels == 0 || node_labels > nodes => {
            format!("{nodes} nodes have 1 to {nodes} labels, not {node_labels}")
        }
        () if arcs > 0 && (edge_labels == 0 || edge_labels > arcs) => {
            format!("{arcs} arcs have 1 to {arcs} labels, not {edge_labels}")
        }
        () => {
            let mut twister = MersenneTwister::new(seed);
            let draw = |ix| named(&slot, ix, draw(&slot, &mut twister));
            return Ok((0..number).map(draw).collect());
        }
    };
    Err(DataError::impossible(problem, "choose consistent sizes"))
}

fn named(slot: &Slot, number: usize, pattern: Pattern) -> NamedPattern {
    NamedPattern { name: format!("P_{}_{number}", slot.name()), pattern }
}

/// A random tree with a random direction for each arc, then random arcs, possibly loops; no two
/// arcs are equal.
fn draw(slot: &Slot, twister: &mut MersenneTwister) -> Pattern {
    let node_labels = labels(slot.nodes, slot.node_labels, twister);
    let edge_labels = labels(slot.arcs, slot.edge_labels, twister);
    let mut order: Vec<usize> = (0..slot.nodes).collect();
    twister.shuffle(&mut order);
    let mut arcs: Vec<(usize, usize, usize)> = Vec::with_capacity(slot.arcs);
    for ix in 1..slot.nodes {
        let earlier = order[twister.below(ix)];
        let forward = twister.below(2) == 1;
        let label = edge_labels[arcs.len()];
        arcs.push(if forward { (earlier, order[ix], label) } else { (order[ix], earlier, label) });
    }
    while arcs.len() < slot.arcs {
        let label = edge_labels[arcs.len()];
        let tail = twister.below(slot.nodes);
        let head = twister.below(slot.nodes);
        if !arcs.contains(&(tail, head, label)) {
            arcs.push((tail, head, label));
        }
    }
    built(&node_labels, arcs)
}

/// Labels for `n` items out of `k`: all of them, as often as they are drawn, or `n` different ones
/// if there are fewer items than labels.
fn labels(n: usize, k: usize, twister: &mut MersenneTwister) -> Vec<usize> {
    let mut labels: Vec<usize> = (0..k).collect();
    labels.extend((k..n).map(|_| twister.below(k)));
    twister.shuffle(&mut labels);
    labels.truncate(n);
    labels
}

fn built(node_labels: &[usize], arcs: impl IntoIterator<Item = (usize, usize, usize)>) -> Pattern {
    let mut builder = LabeledGraph::builder();
    for &label in node_labels {
        builder.node(Label(label as u32));
    }
    for (tail, head, label) in arcs {
        builder.edge(NodeId(tail as u32), NodeId(head as u32), Label(label as u32));
    }
    let graph = builder.build().expect("no arc is drawn twice");
    Pattern::try_from(graph).expect("every slot has nodes")
}

/// The label triples (tail label, edge label, head label) of a tree in the pattern that random arcs
/// of its graphs must not imitate.
///
/// The tree is grown breadth first from the node with the least ratio of the number of nodes of its
/// label to its degree. Each node takes its out-neighbours by edge label, then its in-neighbours;
/// each level is ordered by node label.
pub(super) fn forbidden(pattern: &Pattern) -> Vec<(Label, Label, Label)> {
    let labels = pattern.node_labels();
    let degree = |v: NodeId| pattern.out_arcs(v).len() + pattern.in_arcs(v).len();
    let frequency = |v: NodeId| {
        let alike = labels.iter().filter(|&&label| label == pattern.node_label(v)).count();
        alike as f64 / degree(v) as f64
    };
    let mut root = NodeId(0);
    for v in pattern.nodes() {
        if frequency(v) < frequency(root) {
            root = v;
        }
    }
    let mut seen = vec![false; pattern.num_nodes()];
    seen[root.ix()] = true;
    let mut triples = Vec::new();
    let mut level = vec![root];
    while !level.is_empty() {
        let mut next = Vec::new();
        for v in level {
            let mut out = pattern.out_arcs(v).to_vec();
            let mut into = pattern.in_arcs(v).to_vec();
            out.sort_by_key(|arc| arc.label);
            into.sort_by_key(|arc| arc.label);
            let out = out.iter().map(|arc| Edge { tail: v, head: arc.node, label: arc.label });
            let into = into.iter().map(|arc| Edge { tail: arc.node, head: v, label: arc.label });
            for arc in out.chain(into) {
                let other = if arc.tail == v { arc.head } else { arc.tail };
                if !seen[other.ix()] {
                    seen[other.ix()] = true;
                    next.push(other);
                    let (tail, head) = (pattern.node_label(arc.tail), pattern.node_label(arc.head));
                    triples.push((tail, arc.label, head));
                }
            }
        }
        next.sort_by_key(|&v| pattern.node_label(v));
        level = next;
    }
    triples.sort_unstable();
    triples.dedup();
    triples
}

#[cfg(test)]
mod tests {
    use isocount_testkit::pattern;

    use super::*;
    use crate::checksum;
    use crate::graph_store::PackedGraphs;

    fn checksum(patterns: &[NamedPattern]) -> String {
        let mut packed = PackedGraphs::default();
        for NamedPattern { name, pattern } in patterns {
            packed.push(name, pattern.graph());
        }
        checksum::of(&packed.records, &isocount_core::Control::NONE).unwrap()
    }

    fn of_set(parameters: &Parameters) -> Vec<NamedPattern> {
        patterns(parameters).into_iter().map(|(_, pattern)| pattern).collect()
    }

    #[test]
    fn the_published_patterns_stay_what_they_are() {
        assert_eq!(
            checksum(&of_set(&Parameters::SMALL)),
            "e2de6dd6764097c553f076bf7f5d452bf714a93d0f29855ca37f49615f21f697"
        );
        assert_eq!(
            checksum(&of_set(&Parameters::LARGE)),
            "d420c3f73df00c43bc49fbff490a1b2397b99fba021254e51e6b1e80a1ecb2ca"
        );
        assert_eq!(
            checksum(&mutag_patterns()),
            "f2b16a1abfc677fdd8b4056866ed8fc9d100a2d5c2c3ffe04d91a9fd2495a5f1"
        );
    }

    #[test]
    fn other_sizes_work_if_they_are_consistent() {
        let sizes = PatternSizes { nodes: 5, arcs: 7, node_labels: 2, edge_labels: 3 };
        let patterns = published_patterns(sizes, 4, 1).unwrap();
        assert_eq!(patterns.len(), 4);
        assert_eq!(patterns[3].name, "P_N5_E7_NL2_EL3_3");
        assert!(patterns.iter().all(|named| named.pattern.num_arcs() == 7));
        for sizes in [
            PatternSizes { nodes: 0, ..sizes },
            PatternSizes { arcs: 3, ..sizes },
            PatternSizes { arcs: 26, ..sizes },
            PatternSizes { node_labels: 6, ..sizes },
            PatternSizes { edge_labels: 8, ..sizes },
            PatternSizes { edge_labels: 0, ..sizes },
            PatternSizes { nodes: 1, arcs: usize::MAX, ..sizes },
            PatternSizes { nodes: usize::MAX, arcs: usize::MAX, ..sizes },
        ] {
            assert!(published_patterns(sizes, 1, 0).is_err(), "{sizes:?}");
        }
        let node = PatternSizes { nodes: 1, arcs: 0, node_labels: 1, edge_labels: 0 };
        assert_eq!(published_patterns(node, 1, 0).unwrap()[0].pattern.num_arcs(), 0);
    }

    #[test]
    fn the_tree_of_a_pattern_is_forbidden() {
        // The root is the one node of label 5; the loop and the arc back are not in the tree.
        let pattern = pattern("a:5 -[1]-> b:2 -[3]-> c:2, c -[4]-> a, b -[0]-> b");
        let triple = |tail, label, head| (Label(tail), Label(label), Label(head));
        assert_eq!(forbidden(&pattern), [triple(2, 4, 5), triple(5, 1, 2)]);
    }
}
