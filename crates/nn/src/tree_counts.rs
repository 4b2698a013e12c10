//! Homomorphisms of spanning trees of the pattern, with a tree from every root: they are counted
//! without a search, and are upper bounds on the count of the pattern.
//!
//! ```text
//! t_v(x) = [x ∈ C(v)]·Π { Σ { t_c(y) : y beside x as c beside v } : c child of v }
//! hom(tree of r) = Σ t_r(x)
//! expected = hom·Π { share of C(u)×C(v) with the arcs of the pattern between u and v : not in the tree }
//!               ·Π { share of C(u)×C(v) with x ≠ y : u, v without arcs }
//! ```
//!
//! C are the [candidates](crate::candidates). The last two lines would be the count if arcs
//! existed, and nodes coincided, independently of each other.
//!
//! A tree keeps all arcs between a node and its parent, in both directions, and all loops.
//! `O(|V_Q|·|E|)` for each root. This is not part of `isocount-count`, since models need it, and
//! models do not depend on counters.

use isocount_core::{Cancelled, Control, HalfArc, LabeledGraph, NodeId, Pattern};

use crate::batch::ITEMS_PER_CHECK;
use crate::candidates::Candidates;

/// The trees of one pattern.
#[derive(Clone, Debug)]
pub struct SpanningTrees {
    pattern: Pattern,
    /// For each component of the pattern, a tree from each of its nodes.
    components: Vec<Vec<Tree>>,
}

/// The tree counts of a pattern in one graph. Those of components are multiplied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeCounts {
    /// The smallest count: an upper bound on the count of the pattern.
    pub smallest: f64,
    /// The largest count.
    pub largest: f64,
    /// The mean over the roots.
    pub mean: f64,
    /// The geometric mean over the roots of the expected counts of the whole pattern.
    pub expected: f64,
}

/// Nodes with their parents; the root comes first, and parents before children.
#[derive(Clone, Debug)]
struct Tree {
    root: NodeId,
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    node: NodeId,
    parent: NodeId,
}

impl TreeCounts {
    /// `ln(1 + t)` of the smallest, the largest, the mean and the expected count.
    #[must_use]
    pub fn logs(self) -> [f32; 4] {
        // Keeps the logarithm of an overflowing count finite.
        [self.smallest, self.largest, self.mean, self.expected]
            .map(|count| count.min(f64::MAX).ln_1p() as f32)
    }
}

impl SpanningTrees {
    /// Finds a tree for each root, breadth first.
    #[must_use]
    pub fn new(pattern: &Pattern) -> Self {
        let mut components: Vec<Vec<Tree>> = Vec::new();
        for root in pattern.nodes() {
            let tree = Tree::from_root(pattern, root);
            let is_of = |component: &&mut Vec<Tree>| component[0].nodes().any(|node| node == root);
            match components.iter_mut().find(is_of) {
                Some(component) => component.push(tree),
                None => components.push(vec![tree]),
            }
        }
        Self { pattern: pattern.clone(), components }
    }

    /// Counts all trees in a graph.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn counts(&self, graph: &LabeledGraph, control: &Control) -> Result<TreeCounts, Cancelled> {
        let pattern = &self.pattern;
        let candidates = Candidates::consistent(pattern, graph, control)?;
        let mut all = TreeCounts { smallest: 1.0, largest: 1.0, mean: 1.0, expected: 1.0 };
        let shares = Shares::new(pattern, graph, &candidates, control)?;
        let mut log_expected = shares.distinct;
        for trees in &self.components {
            let count = |tree: &Tree| tree.homomorphisms(pattern, graph, &candidates, control);
            let counts = trees.iter().map(count).collect::<Result<Vec<f64>, _>>()?;
            let smallest = counts.iter().copied().fold(f64::INFINITY, f64::min);
            // An empty component next to a huge one: the product is zero, not undefined.
            if smallest == 0.0 {
                return Ok(TreeCounts { smallest: 0.0, largest: 0.0, mean: 0.0, expected: 0.0 });
            }
            all.smallest *= smallest;
            all.largest *= counts.iter().copied().fold(0.0, f64::max);
            all.mean *= counts.iter().sum::<f64>() / counts.len() as f64;
            let logs = trees.iter().zip(&counts).map(|(tree, count)| count.ln() + shares.off(tree));
            log_expected += logs.sum::<f64>() / counts.len() as f64;
        }
        all.expected = log_expected.exp().min(all.smallest);
        Ok(all)
    }
}

impl Tree {
    fn from_root(pattern: &Pattern, root: NodeId) -> Self {
        let mut depths: Vec<Option<usize>> = vec![None; pattern.num_nodes()];
        depths[root.ix()] = Some(0);
        let mut order = vec![root];
        let mut done = 0;
        while let Some(&node) = order.get(done) {
            for next in neighbours(pattern, node) {
                if depths[next.ix()].is_none() {
                    depths[next.ix()] = depths[node.ix()].map(|depth| depth + 1);
                    order.push(next);
                }
            }
            done += 1;
        }
        let colours = colours(pattern, &depths);
        let is_above = |upper: NodeId, node: NodeId| {
            depths[upper.ix()].map(|depth| depth + 1) == depths[node.ix()]
        };
        let steps = order[1..].iter().filter_map(|&node| {
            let above = neighbours(pattern, node).filter(|&upper| is_above(upper, node));
            // Node numbers only break ties between nodes that look the same.
            let parent = above.min_by_key(|upper| (colours[upper.ix()], *upper))?;
            Some(Step { node, parent })
        });
        Self { root, steps: steps.collect() }
    }

    fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::once(self.root).chain(self.steps.iter().map(|step| step.node))
    }

    fn homomorphisms(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        among: &Candidates,
        control: &Control,
    ) -> Result<f64, Cancelled> {
        let mut counts: Vec<Vec<f64>> = vec![Vec::new(); pattern.num_nodes()];
        for node in self.nodes() {
            control.check()?;
            counts[node.ix()] = among.indicator(node);
        }
        for &Step { node, parent } in self.steps.iter().rev() {
            let below = std::mem::take(&mut counts[node.ix()]);
            let link = Link::new(pattern, parent, node);
            for (x, count) in graph.nodes().zip(&mut counts[parent.ix()]) {
                if x.ix() % ITEMS_PER_CHECK == 0 {
                    control.check()?;
                }
                if *count > 0.0 {
                    *count *= link.images(graph, x).map(|y| below[y.ix()]).sum::<f64>();
                }
            }
        }
        Ok(counts[self.root.ix()].iter().sum())
    }
}

/// Logarithms of the shares of pairs of candidates that are valid.
struct Shares {
    /// For each two nodes with arcs between them, the smaller first.
    linked: Vec<(NodeId, NodeId, f64)>,
    /// The product over all other pairs: the share in which the images are distinct.
    distinct: f64,
}

impl Shares {
    fn new(
        pattern: &Pattern,
        graph: &LabeledGraph,
        candidates: &Candidates,
        control: &Control,
    ) -> Result<Self, Cancelled> {
        let mut shares = Self { linked: Vec::new(), distinct: 0.0 };
        for v in pattern.nodes() {
            for u in pattern.nodes().take_while(|&u| u < v) {
                control.check()?;
                let pairs = candidates.of(u).count() as f64 * candidates.of(v).count() as f64;
                let link = Link::new(pattern, u, v);
                if link.is_empty() {
                    let equal = candidates.of(u).filter(|&x| candidates.has(v, x)).count() as f64;
                    // At least half a pair, so that no share is zero.
                    shares.distinct += ((pairs - equal).max(0.5) / pairs.max(1.0)).ln();
                } else {
                    let images =
                        |x| link.images(graph, x).filter(|&y| candidates.has(v, y)).count();
                    let there: usize = candidates.of(u).map(images).sum();
                    shares.linked.push((u, v, ((there as f64).max(0.5) / pairs.max(1.0)).ln()));
                }
            }
        }
        Ok(shares)
    }

    /// The shares of the arcs that a tree lacks, among its nodes.
    fn off(&self, tree: &Tree) -> f64 {
        let among = |node: NodeId| tree.nodes().any(|it| it == node);
        let is_step = |u: NodeId, v: NodeId| {
            tree.steps.iter().any(|step| [(u, v), (v, u)].contains(&(step.node, step.parent)))
        };
        let lacks = self.linked.iter().filter(|(u, v, _)| among(*u) && !is_step(*u, *v));
        lacks.map(|(_, _, share)| share).sum()
    }
}

/// All arcs between a parent and its child.
struct Link<'a> {
    down: &'a [HalfArc],
    up: &'a [HalfArc],
}

impl<'a> Link<'a> {
    fn new(pattern: &'a Pattern, parent: NodeId, child: NodeId) -> Self {
        Self { down: pattern.arcs_between(parent, child), up: pattern.arcs_between(child, parent) }
    }

    fn is_empty(&self) -> bool {
        self.down.is_empty() && self.up.is_empty()
    }

    /// The candidate images of the child when the parent is at `x`, according to these arcs.
    fn images(&self, graph: &'a LabeledGraph, x: NodeId) -> impl Iterator<Item = NodeId> + use<'_> {
        // One arc enumerates images, the others are checked.
        let (proposed, label) = match (self.down, self.up) {
            ([first, ..], _) => (graph.out_arcs(x), first.label),
            ([], [first, ..]) => (graph.in_arcs(x), first.label),
            ([], []) => (&[][..], isocount_core::Label(0)),
        };
        let (down, up) = match self.down {
            [_, rest @ ..] => (rest, self.up),
            [] => (self.down, self.up.get(1..).unwrap_or_default()),
        };
        let suits = move |arc: &&HalfArc| {
            arc.label == label
                && down.iter().all(|other| graph.has_arc(x, arc.node, other.label))
                && up.iter().all(|other| graph.has_arc(arc.node, x, other.label))
        };
        proposed.iter().filter(suits).map(|arc| arc.node)
    }
}

/// The nodes at the other ends of all arcs of a node, with repetitions.
fn neighbours(pattern: &Pattern, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    pattern.out_arcs(node).iter().chain(pattern.in_arcs(node)).map(|arc| arc.node)
}

/// Colours that are equal for nodes that look the same from the root, by colour refinement;
/// independent of the numbering of the nodes.
fn colours(pattern: &Pattern, depths: &[Option<usize>]) -> Vec<usize> {
    let ranks = |keys: &[Vec<usize>]| -> Vec<usize> {
        let mut sorted = keys.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        keys.iter().map(|key| sorted.partition_point(|other| other < key)).collect()
    };
    let start = pattern.nodes().map(|node| {
        vec![depths[node.ix()].unwrap_or(usize::MAX), pattern.node_label(node).0 as usize]
    });
    let mut colours = ranks(&start.collect::<Vec<_>>());
    // A round either splits a class or is the last.
    for _ in 0..pattern.num_nodes() {
        let key = |node: NodeId| {
            let seen = |way: usize, arcs: &[HalfArc]| -> Vec<[usize; 3]> {
                arcs.iter().map(|arc| [way, arc.label.0 as usize, colours[arc.node.ix()]]).collect()
            };
            let mut seen =
                [seen(0, pattern.out_arcs(node)), seen(1, pattern.in_arcs(node))].concat();
            seen.sort_unstable();
            [vec![colours[node.ix()]], seen.concat()].concat()
        };
        let next = ranks(&pattern.nodes().map(key).collect::<Vec<_>>());
        if next == colours {
            break;
        }
        colours = next;
    }
    colours
}

#[cfg(test)]
mod tests {
    use isocount_core::{Answer, Budget, Counter, Rng, Semantics};
    use isocount_count::BruteForce;
    use isocount_testkit::transform::{as_pattern, renumbered};
    use isocount_testkit::{graph, pattern, random};

    use super::*;

    fn brute_force(pattern: &Pattern, graph: &LabeledGraph, semantics: Semantics) -> f64 {
        match BruteForce.count(pattern, graph, semantics, &Budget::UNLIMITED).unwrap() {
            Answer::Exact(count) => count.0 as f64,
            other => panic!("{other:?}"),
        }
    }

    /// The tree as a pattern.
    fn as_graph(tree: &Tree, pattern: &Pattern) -> Pattern {
        let mut builder = LabeledGraph::builder();
        let nodes: Vec<NodeId> = tree.nodes().collect();
        for &node in &nodes {
            builder.node(pattern.node_label(node));
        }
        let place = |node| NodeId(nodes.iter().position(|&it| it == node).unwrap() as u32);
        let mut keep = |tail, head| {
            for arc in pattern.arcs_between(tail, head) {
                builder.edge(place(tail), place(head), arc.label);
            }
        };
        for &node in &nodes {
            keep(node, node);
        }
        for step in &tree.steps {
            keep(step.node, step.parent);
            keep(step.parent, step.node);
        }
        as_pattern(builder.build().unwrap())
    }

    #[test]
    fn tree_counts_agree_with_brute_force() {
        for seed in 0..300 {
            let case = random::small_case(seed);
            for tree in SpanningTrees::new(&case.pattern).components.iter().flatten() {
                let expected = brute_force(
                    &as_graph(tree, &case.pattern),
                    &case.graph,
                    Semantics::Homomorphism,
                );
                let all = Candidates::by_label(&case.pattern, &case.graph);
                let found =
                    tree.homomorphisms(&case.pattern, &case.graph, &all, &Control::NONE).unwrap();
                assert!((found - expected).abs() < 1e-9, "seed {seed}: {found}, {expected}");
            }
        }
    }

    #[test]
    fn no_pattern_occurs_more_often_than_its_smallest_tree() {
        for seed in 0..300 {
            let case = random::small_case(seed);
            let counts =
                SpanningTrees::new(&case.pattern).counts(&case.graph, &Control::NONE).unwrap();
            let all = brute_force(&case.pattern, &case.graph, Semantics::Homomorphism);
            assert!(all <= counts.smallest, "seed {seed}: {all}, {counts:?}");
            assert!(counts.smallest <= counts.mean && counts.mean <= counts.largest);
        }
    }

    #[test]
    fn renumbering_changes_nothing() {
        for seed in 0..300 {
            let case = random::case(seed);
            let mut rng = Rng::new(seed);
            let mut moved =
                |graph: &LabeledGraph| renumbered(graph, &rng.permutation(graph.num_nodes()));
            let other = as_pattern(moved(&case.pattern));
            let before =
                SpanningTrees::new(&case.pattern).counts(&case.graph, &Control::NONE).unwrap();
            let after =
                SpanningTrees::new(&other).counts(&moved(&case.graph), &Control::NONE).unwrap();
            let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a;
            assert!(close(before.smallest, after.smallest), "seed {seed}: {before:?}, {after:?}");
            assert!(close(before.largest, after.largest), "seed {seed}: {before:?}, {after:?}");
            assert!(close(before.mean, after.mean), "seed {seed}: {before:?}, {after:?}");
            let expected = (before.expected, after.expected);
            assert!(close(expected.0, expected.1), "seed {seed}: {expected:?}");
        }
    }

    #[test]
    fn components_multiply_and_an_empty_one_makes_zero() {
        let graph = graph("a:1 -> b:2, a -> c:2, d:1");
        for (text, expected) in [("a:1 -> b:2, c:1", 4.0), ("a:1, b:2", 4.0), ("a:1, b:3", 0.0)] {
            let counts = SpanningTrees::new(&pattern(text)).counts(&graph, &Control::NONE).unwrap();
            assert!((counts.smallest - expected).abs() < 1e-12, "{text}: {counts:?}");
        }
    }

    #[test]
    fn logarithms_are_numbers() {
        let counts = TreeCounts { smallest: 0.0, largest: f64::INFINITY, mean: 1.0, expected: 1.0 };
        assert!(counts.logs().iter().all(|log| log.is_finite()));
    }
}
