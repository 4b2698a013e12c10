//! A data set in numbers: the paper's Table 1, and what it leaves out.

use isocount_core::{Budget, Counter, LabeledGraph, Semantics, Unit};
use serde::Serialize;

use crate::{Dataset, NamedPattern, Sizes};

/// What there is to say about a data set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stats {
    /// Its name.
    pub name: String,
    /// How many of everything there are.
    pub sizes: Sizes,
    /// The graphs of the pattern that meets most.
    pub graphs_per_pattern: u64,
    /// About the patterns.
    pub patterns: GraphStats,
    /// About the graphs.
    pub graphs: GraphStats,
    /// About the counts that are known.
    pub counts: CountStats,
    /// How many patterns have how many automorphisms, by number of automorphisms.
    pub automorphisms: Vec<(u128, u64)>,
    /// Patterns whose automorphisms are too many to count.
    pub automorphisms_unknown: u64,
}

/// About many graphs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GraphStats {
    /// How many.
    pub number: u64,
    /// Mean number of nodes.
    pub mean_nodes: f64,
    /// Mean number of arcs.
    pub mean_arcs: f64,
    /// Most nodes.
    pub max_nodes: u64,
    /// Most arcs.
    pub max_arcs: u64,
    /// Node labels that occur.
    pub node_labels: u64,
    /// Edge labels that occur.
    pub edge_labels: u64,
    /// How many have a loop.
    pub with_loops: u64,
    /// How many have parallel arcs.
    pub with_parallel_arcs: u64,
    /// How many have an arc back for every arc, with the same label.
    pub symmetric: u64,
}

/// About many counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CountStats {
    /// How many counts are known.
    pub number: u64,
    /// Their mean.
    pub mean: f64,
    /// The standard error of the mean, as if the triples were drawn independently.
    pub standard_error: f64,
    /// Their standard deviation.
    pub standard_deviation: f64,
    /// The share that is zero.
    pub zeros: f64,
    /// The counts below which these shares lie, and the largest.
    pub quantiles: Vec<(f64, u128)>,
}

/// The shares whose counts are listed.
const PERCENTS: [usize; 7] = [25, 50, 75, 90, 95, 99, 100];

impl Stats {
    /// Looks at everything once.
    #[must_use]
    pub fn of(dataset: &Dataset, counter: &dyn Counter) -> Self {
        let mut per_pattern = vec![0; dataset.patterns().len()];
        for triple in dataset.triples() {
            per_pattern[triple.pattern as usize] += 1;
        }
        let automorphisms = automorphisms(dataset.patterns(), counter);
        let graphs = dataset.graphs();
        let known = dataset.triples().iter().filter_map(|triple| triple.truth.exact());
        Self {
            name: dataset.about().name.clone(),
            sizes: dataset.about().sizes,
            graphs_per_pattern: per_pattern.into_iter().max().unwrap_or_default(),
            patterns: GraphStats::of(dataset.patterns().iter().map(|named| named.pattern.graph())),
            graphs: GraphStats::of((0..graphs.len()).map(|ix| graphs.graph(ix))),
            counts: CountStats::of(known.map(|count| count.0).collect()),
            automorphisms_unknown: dataset.patterns().len() as u64
                - automorphisms.iter().map(|(_, patterns)| patterns).sum::<u64>(),
            automorphisms,
        }
    }
}

impl GraphStats {
    fn of<G: std::borrow::Borrow<LabeledGraph>>(graphs: impl Iterator<Item = G>) -> Self {
        let mut stats = Self::default();
        let (mut nodes, mut arcs) = (0_u64, 0_u64);
        let (mut node_labels, mut edge_labels) = (Vec::new(), Vec::new());
        for graph in graphs {
            let graph = graph.borrow();
            let (num_nodes, num_arcs) = (graph.num_nodes() as u64, graph.num_arcs() as u64);
            nodes += num_nodes;
            arcs += num_arcs;
            stats.number += 1;
            stats.max_nodes = stats.max_nodes.max(num_nodes);
            stats.max_arcs = stats.max_arcs.max(num_arcs);
            graph.node_labels().iter().for_each(|label| mark(&mut node_labels, label.0));
            graph.arcs().for_each(|arc| mark(&mut edge_labels, arc.label.0));
            stats.with_loops += u64::from(graph.arcs().any(|arc| arc.tail == arc.head));
            let parallel = graph
                .nodes()
                .any(|v| graph.out_arcs(v).windows(2).any(|pair| pair[0].node == pair[1].node));
            stats.with_parallel_arcs += u64::from(parallel);
            let symmetric = graph.nodes().all(|v| graph.out_arcs(v) == graph.in_arcs(v));
            stats.symmetric += u64::from(symmetric);
        }
        let mean =
            |sum: u64| if stats.number == 0 { 0.0 } else { sum as f64 / stats.number as f64 };
        let (mean_nodes, mean_arcs) = (mean(nodes), mean(arcs));
        let used = |seen: &[bool]| seen.iter().filter(|&&seen| seen).count() as u64;
        Self {
            mean_nodes,
            mean_arcs,
            node_labels: used(&node_labels),
            edge_labels: used(&edge_labels),
            ..stats
        }
    }
}

fn mark(seen: &mut Vec<bool>, label: u32) {
    let ix = label as usize;
    if seen.len() <= ix {
        seen.resize(ix + 1, false);
    }
    seen[ix] = true;
}

impl CountStats {
    fn of(mut counts: Vec<u128>) -> Self {
        if counts.is_empty() {
            return Self::default();
        }
        counts.sort_unstable();
        let number = counts.len();
        let values = || counts.iter().map(|&count| count as f64);
        let mean = values().sum::<f64>() / number as f64;
        let squares: f64 = values().map(|value| (value - mean) * (value - mean)).sum();
        let standard_deviation = (squares / (number.max(2) - 1) as f64).sqrt();
        let at = |percent: usize| {
            let rank = (percent * number).div_ceil(100);
            (percent as f64 / 100.0, counts[rank.clamp(1, number) - 1])
        };
        Self {
            number: number as u64,
            mean,
            standard_error: standard_deviation / (number as f64).sqrt(),
            standard_deviation,
            zeros: counts.partition_point(|&count| count == 0) as f64 / number as f64,
            quantiles: PERCENTS.map(at).to_vec(),
        }
    }
}

/// A pattern whose automorphisms take longer has too many to be worth knowing.
const STEPS: u64 = 1_000_000;

/// A pattern occurs in itself once for each automorphism. Those with too many are left out.
fn automorphisms(patterns: &[NamedPattern], counter: &dyn Counter) -> Vec<(u128, u64)> {
    let meaning = Semantics::Monomorphism(Unit::Mappings);
    let mut orders: Vec<u128> = patterns
        .iter()
        .filter_map(|NamedPattern { pattern, .. }| {
            let answer = counter.count(pattern, pattern, meaning, &Budget::steps(STEPS));
            Some(answer.ok()?.exact()?.0)
        })
        .collect();
    orders.sort_unstable();
    orders.chunk_by(|a, b| a == b).map(|alike| (alike[0], alike.len() as u64)).collect()
}

#[cfg(test)]
mod tests {
    use isocount_count::Exact;
    use isocount_testkit::{graph, pattern};

    use super::*;

    #[test]
    fn graphs_are_measured() {
        let graphs =
            [graph("a:0-b:1-c:0"), graph("a:5 -[3]-> a, a -> b"), graph("a -> b, a -[1]-> b")];
        let stats = GraphStats::of(graphs.iter());
        assert_eq!((stats.number, stats.max_nodes, stats.max_arcs), (3, 3, 4));
        assert!((stats.mean_nodes - 7.0 / 3.0).abs() < 1e-12);
        assert!((stats.mean_arcs - 8.0 / 3.0).abs() < 1e-12);
        assert_eq!((stats.node_labels, stats.edge_labels), (3, 3));
        assert_eq!((stats.with_loops, stats.with_parallel_arcs, stats.symmetric), (1, 1, 1));
    }

    #[test]
    fn counts_are_measured() {
        let stats = CountStats::of(vec![0, 10, 0, 2]);
        assert_eq!((stats.number, stats.mean, stats.zeros), (4, 3.0, 0.5));
        assert!((stats.standard_deviation - (68.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        let counts: Vec<u128> = stats.quantiles.iter().map(|&(_, count)| count).collect();
        assert_eq!(counts, [0, 0, 2, 10, 10, 10, 10]);
        assert_eq!(CountStats::of(Vec::new()), CountStats::default());
    }

    #[test]
    fn automorphisms_are_counted() {
        let named = |text| NamedPattern { name: String::new(), pattern: pattern(text) };
        let patterns = [named("a-b-c"), named("a->b"), named("a-b-c-a"), named("a-b")];
        let found = automorphisms(&patterns, &Exact::with_threads(1));
        assert_eq!(found, [(1, 1), (2, 2), (6, 1)]);
    }
}
