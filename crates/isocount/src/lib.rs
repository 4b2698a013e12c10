//! How often does this pattern occur in this graph?
//!
//! ## One answer
//!
//! A graph is a directed multigraph with labels on nodes and arcs; an undirected edge is two arcs.
//! A [`Pattern`] is a small one. Here are a triangle and the complete graph on four nodes:
//!
//! ```
//! use isocount::{Answer, Budget, Count, Counter, Exact, Label, LabeledGraph, Pattern};
//! use isocount::{Semantics, Unit};
//!
//! fn complete(num_nodes: usize) -> LabeledGraph {
//!     let mut builder = LabeledGraph::builder();
//!     let nodes: Vec<_> = (0..num_nodes).map(|_| builder.node(Label(0))).collect();
//!     for (ix, &a) in nodes.iter().enumerate() {
//!         for &b in &nodes[..ix] {
//!             builder.undirected_edge(a, b, Label(0));
//!         }
//!     }
//!     builder.build().expect("these edges differ")
//! }
//!
//! let triangle = Pattern::try_from(complete(3))?;
//! let meaning = Semantics::Monomorphism(Unit::Subgraphs);
//! let answer = Exact::with_threads(1).count(&triangle, &complete(4), meaning, &Budget::UNLIMITED)?;
//! assert_eq!(answer, Answer::Exact(Count(4)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## What is counted
//!
//! "How often" has five meanings, and [`Semantics`] has no default. All of them count maps from
//! pattern nodes to graph nodes that keep labels and arcs; they differ in which maps, and in
//! whether the maps count or the subgraphs that they hit.
//!
//! ```
//! # use isocount::*;
//! # fn graph(num_nodes: usize, edges: &[(usize, usize)]) -> LabeledGraph {
//! #     let mut builder = LabeledGraph::builder();
//! #     let nodes: Vec<_> = (0..num_nodes).map(|_| builder.node(Label(0))).collect();
//! #     for &(a, b) in edges {
//! #         builder.undirected_edge(nodes[a], nodes[b], Label(0));
//! #     }
//! #     builder.build().expect("these edges differ")
//! # }
//! // A path of three nodes, in a triangle with a fourth node hanging on it.
//! let path = Pattern::try_from(graph(3, &[(0, 1), (1, 2)]))?;
//! let kite = graph(4, &[(0, 1), (1, 2), (0, 2), (2, 3)]);
//! let count = |meaning| Exact::with_threads(1).count(&path, &kite, meaning, &Budget::UNLIMITED);
//!
//! // Pattern nodes may share a graph node.
//! assert_eq!(count(Semantics::Homomorphism)?, Answer::Exact(Count(18)));
//! // Different nodes go to different nodes.
//! assert_eq!(count(Semantics::Monomorphism(Unit::Mappings))?, Answer::Exact(Count(10)));
//! // Each path is hit twice, once from each end.
//! assert_eq!(count(Semantics::Monomorphism(Unit::Subgraphs))?, Answer::Exact(Count(5)));
//! // The ends of the path must not be joined.
//! assert_eq!(count(Semantics::Induced(Unit::Mappings))?, Answer::Exact(Count(4)));
//! assert_eq!(count(Semantics::Induced(Unit::Subgraphs))?, Answer::Exact(Count(2)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Many patterns, one graph
//!
//! [`Counter::open`] prepares a graph once; [`OpenGraph::count`] then asks it many patterns, and
//! [`OpenGraph::fork`] gives another thread its own handle. Patterns and graphs are read from files
//! by the functions in [`mod@format`]; one [`LabelNames`](format::LabelNames) makes their labels agree.
//!
//! ```
//! # use isocount::*;
//! use std::path::Path;
//! use isocount::format::{Format, LabelNames, ReadOptions, read_bytes};
//!
//! let mut names = LabelNames::new();
//! let mut read = |name: &str, text: &str| {
//!     let (path, options) = (Path::new(name), ReadOptions::default());
//!     let mut graphs = read_bytes(Format::Json, path, text.as_bytes(), &options, &mut names)?;
//!     Ok::<_, format::FormatError>(graphs.remove(0).graph)
//! };
//! let water = read(
//!     "water.json",
//!     r#"{"nodes": ["O", "H", "H"], "edges": [[0, 1], [1, 0], [0, 2], [2, 0]]}"#,
//! )?;
//! let hydroxyl = read("hydroxyl.json", r#"{"nodes": ["O", "H"], "edges": [[0, 1], [1, 0]]}"#)?;
//! let hydrogen = read("hydrogen.json", r#"{"nodes": ["H"], "edges": []}"#)?;
//!
//! let counter = Exact::with_threads(1);
//! let mut open = counter.open(&water.into(), &Control::NONE)?;
//! for pattern in [hydroxyl, hydrogen] {
//!     let pattern = Pattern::try_from(pattern)?;
//!     let meaning = Semantics::Monomorphism(Unit::Mappings);
//!     assert_eq!(open.count(&pattern, meaning, &Budget::UNLIMITED)?, Answer::Exact(Count(2)));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Limits
//!
//! A [`Budget`] bounds the time or the steps of one question. When it runs out the answer is
//! [`Answer::AtLeast`], a lower bound: never an error, and never a wrong number.
//!
//! ## Other questions about the same files
//!
//! A [`View`] ignores node labels, edge labels or directions, in the pattern and in the graph.

#![deny(missing_docs)]

pub use isocount_core::{
    Answer, Budget, Cancelled, Control, Count, CountError, Counter, Directions, Edge, EmptyPattern,
    Estimate, GraphBuilder, GraphError, HalfArc, Interval, Label, LabeledGraph, Labels, NodeId,
    OpenGraph, ParseSemanticsError, ParseViewError, Pattern, Progress, Rng, Semantics, Stage, Task,
    Unit, View, printable,
};
pub use isocount_count::{BruteForce, Exact, FirstMapping, METHODS, Method, Vf2, first_mapping};

/// Reading and writing graphs. `docs/formats.md` shows a file of each format.
pub mod format {
    pub use isocount_format::{
        Format, FormatError, Found, LabelNames, Location, NamedGraph, ParseFormatError,
        ReadOptions, SyntaxProblem, WriteError, read, read_bytes, read_collection, read_one, write,
        write_json_lines,
    };
}

/// Data sets of (pattern, graph, count): made, kept, split, described. `docs/data.md` is about them.
pub mod data {
    pub use isocount_data::{
        About, Collecting, Collection, CountStats, Crew, DataError, Dataset, Division, Example,
        GraphStats, GraphStore, ImportFolder, LabelTable, ListedPairs, Made, Meaning, NamedPattern,
        OgbGraphs, OgbPpaImport, OgbPpaReport, Pairs, Parameters, Part, PartSizes, PatternSizes,
        Protocol, Protocols, PublishedStats, Questions, Relabeling, Sizes, Split, Stats,
        SubPatternSize, SubPatterns, Synthetic, TestSet, TrainingSet, Trial, Triple, Truth,
        Undirected, check_given, generate_ppa_stand_in, import_ogb_ppa, keep_given, label,
        mutag_patterns, ppa_patterns, published_patterns, read_counts, read_listed_pairs,
        sub_patterns,
    };
}

/// How good a counter is: metrics, trivial rows, tables.
pub mod eval {
    pub use isocount_eval::{
        Metrics, Outcome, Progress, QUANTILES, Row, Run, TRIVIAL, Table, Trivial, run,
    };
}

/// Learned counters: models, training, runs.
pub mod train {
    pub use isocount_nn::{
        Aggregation, CountGnnConfig, CountGnnEConfig, CountGnnMConfig, CountGnnPlusConfig,
        DiamnetConfig, DiffPoolConfig, DmpnnLrpConfig, DpgcnnConfig, EdgeCentricConfig, Encoding,
        Filter, GatConfig, GcnConfig, GinConfig, GinKind, GraphSageConfig, LrpConfig, MODELS,
        ModelConfig, ModelEntry, NodeConfig, Reverse, RgcnDnConfig, RgcnSumConfig, RginDnConfig,
        RginSumConfig, SageAggregator, SoftmaxOver, SpanningTrees, TreeCounts, Vocabulary, Widths,
    };
    pub use isocount_train::{
        Epoch, EventFile, Finished, Largest, Learned, Loss, Output, Run, Size, TrainConfig,
        TrainError, TrainingConfig, fit,
    };
}

/// Learned counts without a tape, and indices that answer in time sub-linear in the graph.
pub mod infer {
    pub use isocount_infer::{
        ArcShare, CreateError, Encoded, Explanation, FastCounter, Index, IndexFile, InferError,
        Network, PatternCode, Readout, UnknownLabel,
    };
}

/// The experiments of the paper as a plan of cached steps, and the report that comes of them.
pub mod reproduce {
    pub use isocount_reproduce::{
        CounterSpec, Curve, DataRecord, EvaluationRecord, Event, Experiment, Figure, Key,
        MutagFiles, Plan, Provenance, PublishedRow, ReproduceError, Request, RowSpec, ScaleSpec,
        ScaledCounter, ScalingRecord, Scope, Set, SplitSpec, Spread, Step, Store, TrainingRecord,
        Work, execute, report, table2, table2_counters, table3, table4, table5,
    };
}

/// Pictures of graphs, as SVG and PNG.
pub mod draw {
    pub use isocount_draw::{
        Highlight, MIN_DISTANCE, Names, Panel, Picture, PngError, Point, layout,
    };
}

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
