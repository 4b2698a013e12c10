//! The layer that every interface of isocount uses: the command line, the Rust facade, and any
//! program that keeps graphs open and answers questions about them.
//!
//! 1. A [`Session`] reads patterns and graphs from files, bytes or values, so that their labels
//!    agree.
//! 2. A [`Method`] is chosen by name from one registry, [`methods`], with typed [`MethodOptions`].
//! 3. An [`Ask`] defines what is counted, how, and within which limits. It answers one question
//!    ([`Ask::count`]), opens a graph to be kept ([`Ask::open`]), or answers a [`Batch`].
//!    [`Ask::count_per`] counts for each node or edge in how many occurrences it takes part.
//! 4. A [`Find`] lists the matches themselves: of one pair as an iterator, or of many pairs.
//! 5. Every answer is a [`Record`](isocount_record::Record).
//!
//! Every call that can take long takes a [`Control`](isocount_core::Control), which cancels it from
//! another thread and reports its progress.
//!
//! ```
//! use isocount_core::{Control, Meaning, Semantics, Unit};
//! use isocount_session::{Ask, Method, Session, Source};
//!
//! let mut session = Session::new();
//! let triangle = session.read_pattern(
//!     Source::bytes("triangle.json", br#"{"nodes": [0, 0, 0], "edges": [[0, 1], [1, 2], [2, 0]]}"#),
//!     &Control::NONE,
//! )?;
//! let graph = session.read_graph(
//!     Source::bytes("ring.json", br#"{"nodes": [0, 0, 0], "edges": [[0, 1], [1, 2], [2, 0]]}"#),
//!     &Control::NONE,
//! )?;
//! let ask = Ask::new(Meaning::plain(Semantics::Monomorphism(Unit::Subgraphs)), Method::exact());
//! let record = ask.count(&triangle, &graph, &Control::NONE);
//! assert_eq!(record.to_string(), "1 subgraph (monomorphism) of triangle in ring");
//! # Ok::<(), isocount_session::SessionError>(())
//! ```

#![deny(missing_docs)]

mod answer_file;
mod answer_format;
mod ask;
mod ask_options;
mod batch;
#[cfg(feature = "learn")]
mod calibrated;
mod conditions;
mod content_hash;
mod error;
mod examples;
mod facts;
mod find;
mod graph_files;
mod graph_reader;
#[cfg(feature = "learn")]
mod learned_notes;
mod loaded;
mod meanwhile;
mod members;
mod method;
#[cfg(feature = "learn")]
mod model;
mod motifs;
mod opened;
mod pairs;
mod parts;
mod pattern_outline;
mod question_files;
mod relabel;
mod seen;
mod session;
mod shares;
mod told;
mod zero;

pub use answer_file::{AnswerFile, Earlier};
pub use answer_format::{AnswerFormat, AnswerLines};
pub use ask::Ask;
pub use ask_options::AskOptions;
pub use batch::{Answered, Batch, CsvRows, JsonLines, Pair, Subjects, Tally};
pub use error::{LineProblem, SessionError};
pub use examples::Example;
pub use facts::{
    CollectionFacts, ComponentFacts, DegreeFacts, DegreeSpread, GraphFacts, LabelCount, LabelFacts,
    LabelLook, LabelOwner, Oddity,
};
pub use find::{Find, FindPairs, FindProblem, Found, Match, Matches, PairEnd, SampledMatches};
pub use graph_files::GraphTarget;
pub use graph_reader::{FoundGraph, GraphReader};
pub use isocount_count::{Chances, Ending, Per, Share, Shared};
pub use isocount_platform::Existing;
pub use loaded::{LoadedGraph, LoadedPattern, NoMolecules};
pub use method::{Method, MethodInfo, MethodOption, MethodOptions, Readout, methods};
#[cfg(feature = "learn")]
pub use model::{Explained, GraphIndex, Larger, TrainedModel};
pub use motifs::{
    MotifAsk, MotifColumn, MotifOptions, MotifProblem, MotifQuestion, MotifRow, MotifTable,
};
pub use opened::OpenedGraph;
pub use pairs::PairList;
pub use parts::{PartColumn, PartTable, Parts, TakingPart};
pub use pattern_outline::{OutlineEdge, OutlineNode, PatternOutline};
pub use question_files::QuestionFiles;
pub use session::{Collection, Session, Source};
pub use told::Brief;
pub use zero::{Adjacency, Reverse, ZeroReason};

/// Tests the example in the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
