//! Patterns cut out of graphs: connected, of a given size, and each occurs in its graph.
//!
//! A pattern grows from a random node of a random graph. An arc between the nodes taken so far and
//! another one is chosen at random, until there are enough nodes; these arcs are a spanning tree.
//! Then some of the other arcs among the nodes are added. A pattern is thus a subgraph of its
//! graph, but not necessarily an induced one.

use isocount_core::{Cancelled, Control, Edge, Label, LabeledGraph, NodeId, Pattern, Rng};

use crate::isomorphism::DifferentGraphs;
use crate::{DataError, GraphStore, NamedPattern};

/// The patterns to draw.
///
/// ```
/// # use isocount_core::{Control, Label, LabeledGraph};
/// # use isocount_data::{GraphEntry, GraphStore};
/// # let mut builder = LabeledGraph::builder();
/// # let nodes: Vec<_> = (0..6).map(|_| builder.node(Label(0))).collect();
/// # for i in 0..6 {
/// #     builder.undirected_edge(nodes[i], nodes[(i + 1) % 6], Label(0));
/// # }
/// # let ring = builder.build()?;
/// # let graphs = GraphStore::pack([GraphEntry { name: "benzene", graph: &ring }]);
/// use isocount_data::{SubPatternSize, SubPatterns, Undirected, sub_patterns};
///
/// // A connected piece of three nodes, cut out of a ring of six: two edges, four arcs.
/// let wanted = SubPatterns {
///     sizes: vec![SubPatternSize { nodes: 3, arcs: None }],
///     per_size: 1,
///     node_labels: None,
///     edge_labels: None,
///     undirected: Undirected::Keep,
/// };
/// let patterns = sub_patterns(&graphs, &wanted, 0, &Control::NONE)?;
/// assert_eq!(patterns[0].name, "S_N3_E4_0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubPatterns {
    /// The sizes, in the order of the result.
    pub sizes: Vec<SubPatternSize>,
    /// How many patterns of each size.
    pub per_size: usize,
    /// The most different node labels in one pattern.
    pub node_labels: Option<usize>,
    /// The most different edge labels in one pattern.
    pub edge_labels: Option<usize>,
    /// How undirected edges are treated.
    pub undirected: Undirected,
}

/// The size of a pattern.
///
/// ```
/// # use isocount_core::{Control, Label, LabeledGraph};
/// # use isocount_data::{GraphEntry, GraphStore};
/// # let mut builder = LabeledGraph::builder();
/// # let nodes: Vec<_> = (0..6).map(|_| builder.node(Label(0))).collect();
/// # for i in 0..6 {
/// #     builder.undirected_edge(nodes[i], nodes[(i + 1) % 6], Label(0));
/// # }
/// # let ring = builder.build()?;
/// # let graphs = GraphStore::pack([GraphEntry { name: "benzene", graph: &ring }]);
/// use isocount_data::{SubPatternSize, SubPatterns, Undirected, sub_patterns};
///
/// // All six nodes and all six edges of a ring: nothing but the ring itself.
/// let wanted = SubPatterns {
///     sizes: vec![SubPatternSize { nodes: 6, arcs: Some(12) }],
///     per_size: 1,
///     node_labels: None,
///     edge_labels: None,
///     undirected: Undirected::Keep,
/// };
/// let patterns = sub_patterns(&graphs, &wanted, 0, &Control::NONE)?;
/// assert_eq!(patterns[0].pattern.graph().num_arcs(), ring.num_arcs());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubPatternSize {
    /// Its nodes.
    pub nodes: usize,
    /// Its arcs; any number if not given. An undirected edge is two arcs.
    pub arcs: Option<usize>,
}

/// How to treat a graph whose every arc has its reverse with the same label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Undirected {
    /// The graph and its patterns are undirected: both arcs are chosen together.
    #[default]
    Keep,
    /// Arcs are chosen one by one, as in any other graph: the patterns are directed.
    Orient,
}

/// A pattern that was not found in this many attempts is assumed not to exist.
const DRAWINGS: usize = 10_000;

/// Draws patterns from graphs, no two of them isomorphic. Their names are of the form `S_N4_E6_0`:
/// nodes, arcs, and a number among those of the same size. They depend only on the graphs, the
/// options and the seed.
///
/// # Errors
/// If fewer patterns of some size than requested were found; the message has their number. Drawing
/// is random, so further ones may exist but are rare. Also if the work was cancelled.
pub fn sub_patterns(
    graphs: &GraphStore,
    wanted: &SubPatterns,
    seed: u64,
    control: &Control,
) -> Result<Vec<NamedPattern>, DataError> {
    let mut known = DifferentGraphs::default();
    let mut patterns: Vec<NamedPattern> = Vec::new();
    for (ix, &size) in wanted.sizes.iter().enumerate() {
        let mut rng = Rng::for_item(seed, ix as u64);
        let large_enough: Vec<usize> = (0..graphs.len())
            .filter(|&ix| {
                let arcs = size.arcs.unwrap_or(0).max(size.nodes.saturating_sub(1));
                graphs.num_nodes(ix) >= size.nodes && graphs.num_arcs(ix) >= arcs
            })
            .collect();
        for number in 0..wanted.per_size {
            let drawing = Drawing { graphs, large_enough: &large_enough, size, wanted, control };
            let found = drawing.draw_new(&mut known, &mut rng)?;
            let Some(pattern) = found else { return Err(too_few(size, number, wanted.per_size)) };
            let start = format!("S_N{}_E{}_", pattern.num_nodes(), pattern.num_arcs());
            let same = patterns.iter().filter(|known| known.name.starts_with(&start)).count();
            patterns.push(NamedPattern { name: format!("{start}{same}"), pattern });
        }
    }
    Ok(patterns)
}

fn too_few(size: SubPatternSize, found: usize, wanted: usize) -> DataError {
    let SubPatternSize { nodes, arcs } = size;
    let arcs = arcs.map_or_else(String::new, |arcs| format!(" and {arcs} arcs"));
    let problem = format!(
        "found {found} different connected patterns with {nodes} nodes{arcs} in these graphs, \
        {wanted} were asked for"
    );
    let help = "ask for fewer of them, for other sizes, or for more labels; an undirected edge \
        counts as two arcs";
    DataError::impossible(problem, help)
}

/// The source of the patterns of one size.
struct Drawing<'a> {
    graphs: &'a GraphStore,
    large_enough: &'a [usize],
    size: SubPatternSize,
    wanted: &'a SubPatterns,
    control: &'a Control,
}

impl Drawing<'_> {
    /// Draws until a pattern is new.
    fn draw_new(
        &self,
        known: &mut DifferentGraphs,
        rng: &mut Rng,
    ) -> Result<Option<Pattern>, Cancelled> {
        for _ in 0..DRAWINGS {
            self.control.check()?;
            let Some(&ix) = self.large_enough.get(rng.below(self.large_enough.len())) else {
                return Ok(None);
            };
            let graph = self.graphs.graph_with(ix, self.control)?;
            let Some(drawn) = Growth::draw(&graph, self.size, self.wanted, rng) else { continue };
            if known.insert(&drawn) {
                return Ok(Pattern::try_from(drawn).ok());
            }
        }
        Ok(None)
    }
}

/// A growing pattern, as a part of its graph.
struct Growth<'a> {
    graph: &'a LabeledGraph,
    wanted: &'a SubPatterns,
    /// Whether an arc and its reverse are chosen together.
    is_undirected: bool,
    nodes: Vec<NodeId>,
    arcs: Vec<Edge>,
    node_labels: Vec<Label>,
    edge_labels: Vec<Label>,
}

impl<'a> Growth<'a> {
    /// One attempt; `None` if it did not reach the wanted size.
    fn draw(
        graph: &'a LabeledGraph,
        size: SubPatternSize,
        wanted: &'a SubPatterns,
        rng: &mut Rng,
    ) -> Option<LabeledGraph> {
        let is_undirected = wanted.undirected == Undirected::Keep && is_symmetric(graph);
        let nodes = Vec::with_capacity(size.nodes);
        let (arcs, node_labels, edge_labels) = (Vec::new(), Vec::new(), Vec::new());
        let mut growth =
            Self { graph, wanted, is_undirected, nodes, arcs, node_labels, edge_labels };
        if size.nodes == 0 || wanted.node_labels == Some(0) {
            return None;
        }
        growth.take_node(NodeId(rng.below(graph.num_nodes()) as u32));
        while growth.nodes.len() < size.nodes {
            let ways = growth.ways_out();
            let &(arc, node) = ways.get(rng.below(ways.len()))?;
            growth.take_arc(arc);
            growth.take_node(node);
        }
        growth.add_arcs(size.arcs, rng)?;
        Some(growth.finish())
    }

    fn take_node(&mut self, node: NodeId) {
        self.nodes.push(node);
        note(&mut self.node_labels, self.graph.node_label(node));
    }

    /// Takes an arc, and its reverse if the two belong together.
    fn take_arc(&mut self, arc: Edge) {
        self.arcs.push(arc);
        if self.num_arcs(arc) == 2 {
            self.arcs.push(reverse(arc));
        }
        note(&mut self.edge_labels, arc.label);
    }

    /// How many arcs are taken together with this one, itself included.
    fn num_arcs(&self, arc: Edge) -> usize {
        if self.is_undirected && arc.tail != arc.head { 2 } else { 1 }
    }

    fn allows_edge_label(&self, label: Label) -> bool {
        allows(&self.edge_labels, label, self.wanted.edge_labels)
    }

    /// The arcs between the pattern and another node that may be taken, each with that node.
    fn ways_out(&self) -> Vec<(Edge, NodeId)> {
        let mut ways = Vec::new();
        for &v in &self.nodes {
            for arc in self.graph.out_arcs(v) {
                ways.push((Edge { tail: v, head: arc.node, label: arc.label }, arc.node));
            }
            // Of two arcs that belong together, one is enough.
            let into = if self.is_undirected { &[] } else { self.graph.in_arcs(v) };
            for arc in into {
                ways.push((Edge { tail: arc.node, head: v, label: arc.label }, arc.node));
            }
        }
        ways.retain(|&(arc, node)| {
            let label = self.graph.node_label(node);
            !self.nodes.contains(&node)
                && self.allows_edge_label(arc.label)
                && allows(&self.node_labels, label, self.wanted.node_labels)
        });
        ways
    }

    /// Adds arcs among the nodes, up to `arcs` in total or up to a random number.
    fn add_arcs(&mut self, arcs: Option<usize>, rng: &mut Rng) -> Option<()> {
        let mut further = Vec::new();
        for &v in &self.nodes {
            for arc in self.graph.out_arcs(v) {
                let edge = Edge { tail: v, head: arc.node, label: arc.label };
                let is_second = self.is_undirected && edge.head < edge.tail;
                if self.nodes.contains(&arc.node) && !is_second && !self.arcs.contains(&edge) {
                    further.push(edge);
                }
            }
        }
        rng.shuffle(&mut further);
        if arcs.is_none() {
            further.truncate(rng.between(0, further.len()));
        }
        let mut remaining =
            arcs.map_or(Some(usize::MAX), |arcs| arcs.checked_sub(self.arcs.len()))?;
        for arc in further {
            if self.num_arcs(arc) <= remaining && self.allows_edge_label(arc.label) {
                remaining -= self.num_arcs(arc);
                self.take_arc(arc);
            }
        }
        (arcs.is_none() || remaining == 0).then_some(())
    }

    fn finish(self) -> LabeledGraph {
        let mut builder = LabeledGraph::builder();
        for &v in &self.nodes {
            builder.node(self.graph.node_label(v));
        }
        let mut number = vec![NodeId(0); self.graph.num_nodes()];
        for (ix, &v) in self.nodes.iter().enumerate() {
            number[v.ix()] = NodeId(ix as u32);
        }
        for arc in self.arcs {
            builder.edge(number[arc.tail.ix()], number[arc.head.ix()], arc.label);
        }
        builder.build().expect("arcs are taken once, between nodes that were taken")
    }
}

fn reverse(arc: Edge) -> Edge {
    Edge { tail: arc.head, head: arc.tail, label: arc.label }
}

fn is_symmetric(graph: &LabeledGraph) -> bool {
    graph.arcs().all(|arc| graph.has_arc(arc.head, arc.tail, arc.label))
}

fn allows(seen: &[Label], label: Label, limit: Option<usize>) -> bool {
    limit.is_none_or(|limit| seen.len() < limit) || seen.contains(&label)
}

fn note(seen: &mut Vec<Label>, label: Label) {
    if !seen.contains(&label) {
        seen.push(label);
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::{Budget, Count, Counter, Semantics, Unit};
    use isocount_count::Exact;
    use isocount_testkit::{graph, random};

    use super::*;
    use crate::GraphEntry;

    fn count(pattern: &Pattern, graph: &LabeledGraph, semantics: Semantics) -> Count {
        let answer = Exact::new().count(pattern, graph, semantics, &Budget::UNLIMITED);
        answer.unwrap().exact().unwrap()
    }

    fn sub_patterns(
        graphs: &GraphStore,
        wanted: &SubPatterns,
        seed: u64,
    ) -> Result<Vec<NamedPattern>, DataError> {
        super::sub_patterns(graphs, wanted, seed, &Control::NONE)
    }

    fn wanted(sizes: &[(usize, Option<usize>)], per_size: usize) -> SubPatterns {
        SubPatterns {
            sizes: sizes.iter().map(|&(nodes, arcs)| SubPatternSize { nodes, arcs }).collect(),
            per_size,
            node_labels: None,
            edge_labels: None,
            undirected: Undirected::Keep,
        }
    }

    fn store(graphs: &[LabeledGraph]) -> GraphStore {
        GraphStore::pack(graphs.iter().map(|graph| GraphEntry { name: "", graph }))
    }

    fn random_graphs() -> Vec<LabeledGraph> {
        (0..40).map(|seed| random::case(seed).graph).collect()
    }

    fn is_connected(graph: &LabeledGraph) -> bool {
        let mut reached = vec![NodeId(0)];
        let mut next = 0;
        while let Some(&v) = reached.get(next) {
            next += 1;
            for arc in graph.out_arcs(v).iter().chain(graph.in_arcs(v)) {
                if !reached.contains(&arc.node) {
                    reached.push(arc.node);
                }
            }
        }
        reached.len() == graph.num_nodes()
    }

    #[test]
    fn patterns_are_connected_of_the_size_and_occur() {
        let graphs = random_graphs();
        let wanted = wanted(&[(1, Some(0)), (2, None), (3, Some(3)), (4, Some(5)), (5, None)], 3);
        let found = sub_patterns(&store(&graphs), &wanted, 7).unwrap();
        assert_eq!(found.len(), 15);
        for (ix, NamedPattern { name, pattern }) in found.iter().enumerate() {
            let size = wanted.sizes[ix / 3];
            assert_eq!(pattern.num_nodes(), size.nodes);
            assert!(size.arcs.is_none_or(|arcs| pattern.num_arcs() == arcs));
            assert!(name.starts_with(&format!("S_N{}_E{}_", size.nodes, pattern.num_arcs())));
            assert!(is_connected(pattern), "{name}");
            let mappings = Semantics::Monomorphism(Unit::Mappings);
            assert!(graphs.iter().any(|graph| count(pattern, graph, mappings) > Count::ZERO));
        }
    }

    #[test]
    fn no_two_patterns_are_isomorphic_or_have_the_same_name() {
        let wanted = wanted(&[(3, None), (3, None), (4, Some(4)), (4, None)], 12);
        let found = sub_patterns(&store(&random_graphs()), &wanted, 1).unwrap();
        let induced = Semantics::Induced(Unit::Mappings);
        for (ix, a) in found.iter().enumerate() {
            for b in &found[..ix] {
                let both_ways = count(&a.pattern, &b.pattern, induced) > Count::ZERO
                    && count(&b.pattern, &a.pattern, induced) > Count::ZERO;
                assert!(!both_ways, "{} is {}", a.name, b.name);
                assert_ne!(a.name, b.name);
            }
        }
    }

    #[test]
    fn the_seed_determines_the_patterns() {
        let graphs = store(&random_graphs());
        let wanted = wanted(&[(3, None), (4, None)], 5);
        let drawn = |seed| sub_patterns(&graphs, &wanted, seed).unwrap();
        assert_eq!(drawn(3), drawn(3));
        assert_ne!(drawn(3), drawn(4));
    }

    #[test]
    fn molecules_have_undirected_patterns_unless_oriented() {
        let ring = [graph("a:1-[1]-b:0-[2]-c:0-[1]-d:2-[2]-e:0-a")];
        let mut wanted = wanted(&[(3, None), (4, Some(6))], 2);
        for found in sub_patterns(&store(&ring), &wanted, 0).unwrap() {
            assert!(is_symmetric(&found.pattern), "{}", found.name);
        }
        wanted.undirected = Undirected::Orient;
        wanted.sizes[1].arcs = Some(3);
        let oriented = sub_patterns(&store(&ring), &wanted, 0).unwrap();
        assert!(oriented.iter().any(|found| !is_symmetric(&found.pattern)));
    }

    #[test]
    fn labels_stay_within_their_limits() {
        let graphs = random_graphs();
        let mut wanted = wanted(&[(4, None)], 10);
        (wanted.node_labels, wanted.edge_labels) = (Some(2), Some(1));
        for NamedPattern { name, pattern } in sub_patterns(&store(&graphs), &wanted, 2).unwrap() {
            let (mut nodes, mut edges) = (Vec::new(), Vec::new());
            pattern.node_labels().iter().for_each(|&label| note(&mut nodes, label));
            pattern.arcs().for_each(|arc| note(&mut edges, arc.label));
            assert!(nodes.len() <= 2 && edges.len() <= 1, "{name}");
        }
    }

    #[test]
    fn missing_patterns_are_reported() {
        let path = [graph("a-b-c")];
        let error = sub_patterns(&store(&path), &wanted(&[(2, Some(2))], 2), 0).unwrap_err();
        assert_eq!(
            error.to_string(),
            "found 1 different connected patterns with 2 nodes and 2 arcs in these graphs, 2 were asked for"
        );
        for size in [(0, None), (4, None), (3, Some(3)), (3, Some(3000))] {
            assert!(sub_patterns(&store(&path), &wanted(&[size], 1), 0).is_err(), "{size:?}");
        }
    }
}
