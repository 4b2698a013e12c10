//! What was meant: one question, or a batch of them.

use std::path::PathBuf;

use crate::args::{CountArgs, FileArgs};
use crate::error::Failure;
use crate::progress::Loudness;
use crate::question::{Question, Way};

/// What `isocount count` was asked to do.
pub(crate) enum Job {
    Single(Single),
    Batch(Batch),
    Indexed(Indexed),
}

/// One pattern in one graph.
pub(crate) struct Single {
    pub(crate) pattern: PathBuf,
    pub(crate) graph: PathBuf,
    /// Where an explanation of the answer goes.
    pub(crate) explain: Option<PathBuf>,
    pub(crate) setup: Setup,
}

/// Many patterns in many graphs.
pub(crate) struct Batch {
    pub(crate) patterns: PathBuf,
    pub(crate) graphs: PathBuf,
    /// The pairs to ask about; all of them if not given.
    pub(crate) pairs: Option<PathBuf>,
    pub(crate) out: Out,
    pub(crate) setup: Setup,
}

/// One pattern or many in a graph that was indexed.
pub(crate) struct Indexed {
    pub(crate) patterns: PathBuf,
    /// Whether the file has one pattern only.
    pub(crate) is_one: bool,
    pub(crate) setup: Setup,
}

/// What all have.
pub(crate) struct Setup {
    pub(crate) question: Question,
    pub(crate) files: FileArgs,
    pub(crate) style: Style,
    pub(crate) loudness: Loudness,
}

/// How answers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Text,
    Json,
}

/// Where the answers of a batch go.
pub(crate) enum Out {
    Stdout,
    /// A file that must not exist yet.
    New(PathBuf),
    /// A file that may hold the first answers of the same batch.
    Resume(PathBuf),
}

impl Job {
    pub(crate) fn new(args: CountArgs) -> Result<Self, Failure> {
        let batch = args.batch;
        // What is wrong on the command line is said before any file is read.
        if args.index.is_some() {
            if batch.pairs.is_some() || batch.out.is_some() || batch.resume {
                return Err(Failure::usage("--pairs, --out and --resume go with --graphs"));
            }
            if args.explain.is_some() {
                return Err(Failure::usage("--explain needs the graph itself, not an index"));
            }
        }
        let setup = Setup {
            question: Question::new(&args.meaning, &args.work, args.index.as_deref())?,
            files: args.files,
            style: if args.json { Style::Json } else { Style::Text },
            loudness: Loudness::new(args.quiet),
        };
        if args.index.is_some() {
            let is_one = args.pattern.is_some();
            return match args.pattern.or(batch.patterns) {
                Some(patterns) => Ok(Self::Indexed(Indexed { patterns, is_one, setup })),
                None => Err(Failure::usage("--index needs PATTERN or --patterns")),
            };
        }
        if args.explain.is_some() {
            match &setup.question.way {
                Way::Search(_) => {
                    return Err(Failure::usage("--explain goes with --method learned"));
                }
                Way::Learned(model) if model.network().is_none() => {
                    return Err(Failure::usage(
                        "--explain needs fused loops: Count-GNN or one of its ablations, with means or \
                         sums,\nand not --readout plain",
                    ));
                }
                Way::Learned(_) => {}
            }
        }
        match (args.pattern.zip(args.graph), batch.patterns.zip(batch.graphs)) {
            (Some(_), None) if batch.pairs.is_some() || batch.out.is_some() || batch.resume => {
                Err(Failure::usage("--pairs, --out and --resume go with --patterns and --graphs"))
            }
            (Some((pattern, graph)), None) => {
                Ok(Self::Single(Single { pattern, graph, explain: args.explain, setup }))
            }
            (None, Some((patterns, graphs))) => {
                let out = match batch.out {
                    None => Out::Stdout,
                    Some(path) if batch.resume => Out::Resume(path),
                    Some(path) => Out::New(path),
                };
                Ok(Self::Batch(Batch { patterns, graphs, pairs: batch.pairs, out, setup }))
            }
            _ => Err(Failure::usage(
                "give one pattern and one graph, or both --patterns and --graphs",
            )),
        }
    }
}
