//! The paper's Table 1, as published.

/// A column of the paper's Table 1.
///
/// ```
/// use isocount_data::PublishedStats;
///
/// let small = PublishedStats::of("SMALL").expect("it is in Table 1");
/// assert_eq!((small.patterns, small.triples), (75, 448_140));
/// assert_eq!(PublishedStats::of("KARATE"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PublishedStats {
    /// The name of the set in the paper.
    pub name: &'static str,
    /// Patterns.
    pub patterns: u64,
    /// Graphs, or the graphs of the pattern with the most.
    pub graphs: u64,
    /// Whether `graphs` is per pattern: in SMALL and LARGE every pattern has its own graphs.
    pub graphs_are_per_pattern: bool,
    /// Triples.
    pub triples: u64,
    /// Mean number of nodes of a pattern.
    pub pattern_nodes: f64,
    /// Mean number of arcs of a pattern.
    pub pattern_arcs: f64,
    /// Mean number of nodes of a graph.
    pub graph_nodes: f64,
    /// Mean number of arcs of a graph.
    pub graph_arcs: f64,
    /// Mean count.
    pub mean_count: f64,
    /// Node labels.
    pub node_labels: u64,
    /// Edge labels.
    pub edge_labels: u64,
}

const SMALL: PublishedStats = PublishedStats {
    name: "SMALL",
    patterns: 75,
    graphs: 6_790,
    graphs_are_per_pattern: true,
    triples: 448_140,
    pattern_nodes: 5.20,
    pattern_arcs: 6.80,
    graph_nodes: 32.62,
    graph_arcs: 76.34,
    mean_count: 14.83,
    node_labels: 16,
    edge_labels: 16,
};

const LARGE: PublishedStats = PublishedStats {
    name: "LARGE",
    patterns: 122,
    graphs: 3_240,
    graphs_are_per_pattern: true,
    triples: 395_280,
    pattern_nodes: 8.43,
    pattern_arcs: 12.23,
    graph_nodes: 239.94,
    graph_arcs: 559.68,
    mean_count: 34.42,
    node_labels: 64,
    edge_labels: 64,
};

const MUTAG: PublishedStats = PublishedStats {
    name: "MUTAG",
    patterns: 24,
    graphs: 188,
    graphs_are_per_pattern: false,
    triples: 4_512,
    pattern_nodes: 3.50,
    pattern_arcs: 2.50,
    graph_nodes: 17.93,
    graph_arcs: 39.58,
    mean_count: 17.76,
    node_labels: 7,
    edge_labels: 4,
};

const OGB_PPA: PublishedStats = PublishedStats {
    name: "OGB-PPA",
    patterns: 12,
    graphs: 6_000,
    graphs_are_per_pattern: false,
    triples: 57_940,
    pattern_nodes: 4.50,
    pattern_arcs: 4.75,
    graph_nodes: 152.75,
    graph_arcs: 1_968.29,
    mean_count: 13.83,
    node_labels: 8,
    edge_labels: 1,
};

impl PublishedStats {
    /// The column of this name.
    #[must_use]
    pub fn of(name: &str) -> Option<&'static Self> {
        [&SMALL, &LARGE, &MUTAG, &OGB_PPA].into_iter().find(|column| column.name == name)
    }
}
