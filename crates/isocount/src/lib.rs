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
//! A [`Session`](session::Session) reads patterns and graphs from files, bytes or values, so that
//! equal names are equal labels. An [`Ask`](session::Ask) says what is counted and how;
//! [`Ask::open`](session::Ask::open) prepares a graph once for many patterns, and what it gives
//! borrows nothing, so it can be kept. Every answer is a [`Record`](record::Record).
//!
//! ```
//! use isocount::session::{Ask, Method, Session, Source};
//! use isocount::{Control, Meaning, Semantics, Unit};
//!
//! let mut session = Session::new();
//! let water = br#"{"nodes": ["O", "H", "H"], "edges": [[0, 1], [1, 0], [0, 2], [2, 0]]}"#;
//! let water = session.read_graph(Source::bytes("water.json", water), &Control::NONE)?;
//! let hydroxyl = br#"{"nodes": ["O", "H"], "edges": [[0, 1], [1, 0]]}"#;
//! let hydroxyl = session.read_pattern(Source::bytes("OH.json", hydroxyl), &Control::NONE)?;
//!
//! let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Mappings));
//! let mut open = Ask::new(meaning, Method::exact()).open(&water, &Control::NONE)?;
//! let record = open.count(&hydroxyl, &Control::NONE);
//! assert_eq!(record.to_string(), "2 mappings (monomorphism) of OH in water");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Counter`] is what all methods implement, [`Exact`] the engine behind
//! [`Method::exact`](session::Method::exact); both can be used without a session.
//!
//! ## Limits
//!
//! A [`Budget`] bounds the time or the steps of one question. When it runs out the answer is
//! [`Answer::AtLeast`], a lower bound: never an error, and never a wrong number. A [`Control`]
//! cancels any long call from another thread and says how far it is.
//!
//! ## Other questions about the same files
//!
//! A [`View`] ignores node labels, edge labels or directions, in the pattern and in the graph.
//!
//! ## What is where
//!
//! | module | what |
//! |---|---|
//! | the root | graphs, patterns, meanings, limits, answers, and the counters |
//! | [`session`] | files in, one question or many, records out: start here |
//! | [`exact`] | what the exact engine returns besides a count: mappings, samples, shares, counts per node |
//! | [`format`](mod@format) | readers and writers of graph files |
//! | [`record`] | the answer record and its JSON, CSV and text |
//! | [`motif`] | all small patterns of a graph at once |
//! | `data` | data sets of (pattern, graph, count) |
//! | `draw` | pictures of graphs |
//! | `learn` | training and evaluation of learned counters |
//!
//! This surface is listed in `crates/isocount/surface.txt`, so that a change of it is seen in
//! review. The crates behind it (`isocount-count`, `isocount-nn`, ...) have more, without a promise.
//!
//! ## Features
//!
//! By default this crate reads graphs and counts exactly. `columnar` reads Parquet and Arrow files,
//! `data` adds data sets, `learn` adds trained models, training and indices, and `draw` adds
//! pictures.

#![deny(missing_docs)]

pub use isocount_core::{
    Answer, AttributeRow, AttributeRows, AttributedGraph, Budget, Cancelled, Choice, Comparison,
    Condition, ConditionalArc, ConditionalNode, ConditionalPattern, Confidence, ConfidenceError,
    Control, Count, CountError, Counter, Directions, Edge, EmptyPattern, Estimate, Forbidden,
    Forecast, GraphBuilder, GraphError, HalfArc, Interval, Label, LabelSet, LabeledGraph, Labels,
    Log10, Meaning, NodeId, NotRead, OpenGraph, ParseViewError, Pattern, PatternBuilder,
    PatternError, Progress, Rng, Sampled, Semantics, SemanticsError, Stage, Task, Term, TermOf,
    Unit, Value, ValueKind, View, Wanted, printable,
};
pub use isocount_count::{
    Auto, BruteForce, Exact, Explanation, Peregrine, Sample, Sampling, Strategy, Vf2,
};

#[doc(inline)]
pub use isocount_format as format;
#[doc(inline)]
pub use isocount_motif as motif;
#[doc(inline)]
pub use isocount_record as record;
#[doc(inline)]
pub use isocount_session as session;

#[cfg(feature = "data")]
#[doc(inline)]
pub use isocount_data as data;
#[cfg(feature = "draw")]
#[doc(inline)]
pub use isocount_draw as draw;

/// What the exact engine returns besides a count: the mappings themselves, some of them drawn at
/// random, counts per node and arc, and shares of one hard question.
///
/// ```
/// use std::sync::Arc;
///
/// use isocount::exact::Mappings;
/// use isocount::{Budget, Label, LabeledGraph, NodeId, Pattern, Semantics, Unit};
///
/// // One arc, looked for in a directed path of three nodes.
/// let path = |num_nodes: usize| {
///     let mut builder = LabeledGraph::builder();
///     let nodes: Vec<_> = (0..num_nodes).map(|_| builder.node(Label(0))).collect();
///     for pair in nodes.windows(2) {
///         builder.edge(pair[0], pair[1], Label(0));
///     }
///     builder.build()
/// };
/// let arc = Arc::new(Pattern::try_from(path(2)?)?);
/// let meaning = Semantics::Monomorphism(Unit::Mappings);
/// let found = Mappings::new(&arc, &Arc::new(path(3)?), meaning, &Budget::UNLIMITED)?;
/// let found: Vec<Vec<NodeId>> = found.collect();
/// assert_eq!(found, [[NodeId(0), NodeId(1)], [NodeId(1), NodeId(2)]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod exact {
    pub use isocount_count::{
        Chances, Drawn, Ending, FindError, FirstMapping, Mappings, MatchSample, MatchSampling,
        Outline, Participation, Per, Share, Shared, first_mapping,
    };
}

/// Training and evaluation of learned counters. A trained model is asked through a
/// [`session`]: [`session::TrainedModel`], [`session::GraphIndex`].
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use isocount::data::{Dataset, Making, Protocol, Split, Synthetic, TestSet, TrainingSet};
/// use isocount::learn::{MODELS, Metrics, Run, TrainConfig, TrainingConfig, evaluate, fit};
/// use isocount::{Budget, Control, Exact};
///
/// // Two hundred triples of the paper's SMALL.
/// let (threads, control) = (NonZeroUsize::MIN, Control::NONE);
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("small-200");
/// let counter = Exact::with_threads(1);
/// let making = Making { counter: &counter, threads, control: &control };
/// Synthetic::Small.generate(&path, 0, Some(200), making)?;
/// let dataset = Dataset::read(&path, &control)?;
/// let split = Split::get(&dataset, Protocol::Paper, 0, &control)?;
///
/// // Two epochs of a narrow Count-GNN.
/// let mut training = TrainingConfig::default();
/// training.epochs = 2;
/// let config = TrainConfig { model: (MODELS[0].with_width)(4), training };
/// let run = Run::at(&folder.path().join("run"));
/// let examples = TrainingSet::new(&dataset, &split, &control)?;
/// fit(&examples, &config, &run, threads, &control, &|_| {})?;
///
/// // Exact counts on the test part, by the code that evaluates every counter.
/// let test = TestSet::new(&dataset, &split)?;
/// let outcome = evaluate(&counter, &test, &Budget::UNLIMITED, &control)?;
/// let metrics = Metrics::of(&outcome.outcomes).expect("the test part is not empty");
/// assert_eq!(metrics.mae, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "learn")]
pub mod learn {
    pub use isocount_eval::{
        Metrics, Outcome, OutcomeLine, PredictionError, Predictions, Row, TRIVIAL, Table, TestRun,
        Timing, Trivial, run as evaluate,
    };
    pub use isocount_model::{
        LabelTable, Largest, Loss, MODELS, ModelConfig, ModelEntry, ModelError, Output, Size,
        TrainConfig, TrainingConfig, Vocabulary,
    };
    pub use isocount_train::{
        Epoch, Finished, Leak, Learned, Overlap, Run, TrainError, check_split, fit,
    };
}

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
