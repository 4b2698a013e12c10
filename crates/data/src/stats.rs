//! Statistics of a data set: the paper's Table 1, and what it leaves out.

use std::borrow::Borrow;

use isocount_core::{Budget, Cancelled, Control, Counter, LabeledGraph, Semantics, Task, Unit};
use serde::Serialize;

use crate::ticker::Ticker;
use crate::{Dataset, NamedPattern, Sizes};

/// The statistics of a data set.
///
/// ```
/// # use std::num::NonZeroUsize;
/// # use isocount_core::Control;
/// # use isocount_count::Exact;
/// # use isocount_data::{Making, Synthetic};
/// # let (folder, control) = (tempfile::tempdir()?, Control::NONE);
/// # let making = Making { counter: &Exact::new(), threads: NonZeroUsize::MIN, control: &control };
/// # let small = folder.path().join("small");
/// # Synthetic::Small.generate(&small, 0, Some(200), making)?;
/// use isocount_data::{Dataset, Stats};
///
/// let dataset = Dataset::read(&small, &control)?;
/// let stats = Stats::of(&dataset, &Exact::new(), &control)?;
/// assert_eq!((stats.patterns.number, stats.counts.number), (75, 200));
/// assert!(stats.patterns.mean_nodes < stats.graphs.mean_nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Stats {
    /// Its name.
    pub name: String,
    /// How many patterns, graphs and triples there are.
    pub sizes: Sizes,
    /// The most graphs of one pattern.
    pub graphs_per_pattern: u64,
    /// Statistics of the patterns.
    pub patterns: GraphStats,
    /// Statistics of the graphs.
    pub graphs: GraphStats,
    /// Statistics of the known counts.
    pub counts: CountStats,
    /// The number of patterns with each number of automorphisms.
    pub automorphisms: Vec<(u128, u64)>,
    /// The number of patterns with too many automorphisms to count.
    pub automorphisms_unknown: u64,
}

/// Statistics of graphs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
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
    /// How many have a reverse arc with the same label for every arc.
    pub symmetric: u64,
}

/// Statistics of counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CountStats {
    /// How many counts are known.
    pub number: u64,
    /// Their mean.
    pub mean: f64,
    /// The standard error of the mean, as if the triples were drawn independently.
    pub standard_error: f64,
    /// Their standard deviation.
    pub standard_deviation: f64,
    /// The share of zeros.
    pub zeros: f64,
    /// The quantiles of the counts, and the largest count.
    pub quantiles: Vec<(f64, u128)>,
}

/// The percentages of the quantiles.
const PERCENTS: [usize; 7] = [25, 50, 75, 90, 95, 99, 100];

impl Stats {
    /// Computes the statistics in one pass over the files. The control counts bytes of graphs.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn of(
        dataset: &Dataset,
        counter: &dyn Counter,
        control: &Control,
    ) -> Result<Self, Cancelled> {
        let mut per_pattern = vec![0; dataset.raw_patterns().len()];
        for triple in dataset.triples() {
            per_pattern[triple.pattern as usize] += 1;
        }
        let patterns = dataset.raw_patterns();
        let automorphisms = automorphisms(patterns, counter, control)?;
        let all = patterns.iter().map(|named| Ok(named.pattern.graph()));
        let pattern_stats = GraphStats::of(all, control)?;
        let graphs = dataset.raw_graphs();
        control.begin(Task::Reading, &dataset.about().name, Some(graphs.file().len() as u64));
        let all = (0..graphs.len()).map(|ix| {
            control.advance(graphs.record(ix).len() as u64);
            graphs.graph_with(ix, control)
        });
        let graph_stats = GraphStats::of(all, control)?;
        let known = dataset.triples().iter().filter_map(|triple| triple.truth.known());
        Ok(Self {
            name: dataset.about().name.clone(),
            sizes: dataset.about().sizes,
            graphs_per_pattern: per_pattern.into_iter().max().unwrap_or_default(),
            patterns: pattern_stats,
            graphs: graph_stats,
            counts: CountStats::of(known.map(|count| count.0).collect()),
            automorphisms_unknown: patterns.len() as u64
                - automorphisms.iter().map(|(_, patterns)| patterns).sum::<u64>(),
            automorphisms,
        })
    }
}

impl GraphStats {
    fn of<G: Borrow<LabeledGraph>>(
        graphs: impl Iterator<Item = Result<G, Cancelled>>,
        control: &Control,
    ) -> Result<Self, Cancelled> {
        let mut ticker = Ticker::new(control);
        let mut stats = Self::default();
        let (mut nodes, mut arcs) = (0_u64, 0_u64);
        let (mut node_labels, mut edge_labels) = (Vec::new(), Vec::new());
        for graph in graphs {
            let graph = graph?;
            let graph = graph.borrow();
            let (num_nodes, num_arcs) = (graph.num_nodes() as u64, graph.num_arcs() as u64);
            nodes += num_nodes;
            arcs += num_arcs;
            stats.number += 1;
            stats.max_nodes = stats.max_nodes.max(num_nodes);
            stats.max_arcs = stats.max_arcs.max(num_arcs);
            let (mut has_loop, mut has_parallel, mut is_symmetric) = (false, false, true);
            for v in graph.nodes() {
                let (out, into) = (graph.out_arcs(v), graph.in_arcs(v));
                ticker.tick(1 + out.len())?;
                mark(&mut node_labels, graph.node_label(v).0);
                for arc in out {
                    mark(&mut edge_labels, arc.label.0);
                }
                has_loop |= out.iter().any(|arc| arc.node == v);
                has_parallel |= out.windows(2).any(|pair| pair[0].node == pair[1].node);
                is_symmetric &= out == into;
            }
            stats.with_loops += u64::from(has_loop);
            stats.with_parallel_arcs += u64::from(has_parallel);
            stats.symmetric += u64::from(is_symmetric);
        }
        let mean =
            |sum: u64| if stats.number == 0 { 0.0 } else { sum as f64 / stats.number as f64 };
        let (mean_nodes, mean_arcs) = (mean(nodes), mean(arcs));
        let used = |seen: &[bool]| seen.iter().filter(|&&seen| seen).count() as u64;
        Ok(Self {
            mean_nodes,
            mean_arcs,
            node_labels: used(&node_labels),
            edge_labels: used(&edge_labels),
            ..stats
        })
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

/// The step limit for counting the automorphisms of a pattern.
const STEPS: u64 = 1_000_000;

/// A pattern occurs in itself once for each automorphism. Patterns with too many are left out.
fn automorphisms(
    patterns: &[NamedPattern],
    counter: &dyn Counter,
    control: &Control,
) -> Result<Vec<(u128, u64)>, Cancelled> {
    let meaning = Semantics::Monomorphism(Unit::Mappings);
    let budget = Budget::steps(STEPS).with_control(control);
    let mut orders: Vec<u128> = Vec::new();
    for NamedPattern { pattern, .. } in patterns {
        let answer = counter.count(pattern, pattern, meaning, &budget);
        control.check()?;
        orders.extend(answer.ok().and_then(isocount_core::Answer::exact).map(|count| count.0));
    }
    orders.sort_unstable();
    Ok(orders.chunk_by(|a, b| a == b).map(|alike| (alike[0], alike.len() as u64)).collect())
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
        let stats = GraphStats::of(graphs.iter().map(Ok), &Control::NONE).unwrap();
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
        let found = automorphisms(&patterns, &Exact::with_threads(1), &Control::NONE).unwrap();
        assert_eq!(found, [(1, 1), (2, 2), (6, 1)]);
    }
}
