//! What was meant: one question, a batch of them, or questions about an index.

use std::path::PathBuf;

use isocount::Meaning;
use isocount::session::{Ask, GraphIndex};

use crate::args::{CountArgs, FileArgs};
use crate::ask::{self, ask};
use crate::error::Failure;
use crate::progress::Loudness;

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
    pub(crate) ask: Ask,
    /// Where an explanation of the answer goes.
    pub(crate) explain: Option<PathBuf>,
    pub(crate) manner: Manner,
}

/// Many patterns in many graphs.
pub(crate) struct Batch {
    pub(crate) patterns: PathBuf,
    pub(crate) graphs: PathBuf,
    /// The pairs to ask about; all of them if not given.
    pub(crate) pairs: Option<PathBuf>,
    pub(crate) ask: Ask,
    pub(crate) out: Out,
    pub(crate) manner: Manner,
}

/// One pattern or many in a graph that was indexed.
pub(crate) struct Indexed {
    pub(crate) patterns: PathBuf,
    /// Whether the file has one pattern only.
    pub(crate) is_one: bool,
    pub(crate) index: GraphIndex,
    pub(crate) meaning: Meaning,
    pub(crate) manner: Manner,
}

/// How files are read and answers printed.
pub(crate) struct Manner {
    pub(crate) files: FileArgs,
    pub(crate) style: Style,
    pub(crate) loudness: Loudness,
}

/// How answers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Text,
    Json,
    Csv,
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
    /// What is wrong on the command line is said before any file is read.
    pub(crate) fn new(args: CountArgs) -> Result<Self, Failure> {
        let batch = args.batch;
        let is_batch = batch.pairs.is_some() || batch.out.is_some() || batch.resume;
        let style = match (args.json, args.csv) {
            (true, _) => Style::Json,
            (false, true) => Style::Csv,
            (false, false) => Style::Text,
        };
        let loudness = Loudness::new(args.quiet);
        let manner = Manner { files: args.files, style, loudness };
        if let Some(index) = &args.index {
            if is_batch {
                return Err(Failure::usage("--pairs, --out and --resume go with --graphs"));
            }
            if args.explain.is_some() {
                return Err(Failure::usage("--explain needs the graph itself, not an index"));
            }
            let run = ask::check_for_index(&args.work)?;
            let meaning = ask::meaning(&args.meaning)?;
            let is_one = args.pattern.is_some();
            let Some(patterns) = args.pattern.or(batch.patterns) else {
                return Err(Failure::usage("--index needs PATTERN or --patterns"));
            };
            let index = GraphIndex::open(index, run)?;
            return Ok(Self::Indexed(Indexed { patterns, is_one, index, meaning, manner }));
        }
        let ask = ask(&args.meaning, &args.work)?;
        if args.explain.is_some() {
            match ask.method().model() {
                None => return Err(Failure::usage("--explain goes with --method learned")),
                Some(model) if model.network().is_none() => {
                    return Err(Failure::usage(
                        "--explain needs fused loops: Count-GNN or one of its ablations, with means or \
                         sums,\nand not --readout plain",
                    ));
                }
                Some(_) => {}
            }
        }
        match (args.pattern.zip(args.graph), batch.patterns.zip(batch.graphs)) {
            (Some(_), None) if is_batch => {
                Err(Failure::usage("--pairs, --out and --resume go with --patterns and --graphs"))
            }
            (Some((pattern, graph)), None) => {
                let explain = args.explain;
                Ok(Self::Single(Single { pattern, graph, ask, explain, manner }))
            }
            (None, Some((patterns, graphs))) => {
                if batch.out.is_some() && style == Style::Csv {
                    return Err(Failure::usage(
                        "--out writes JSON lines; --csv goes to the standard output",
                    ));
                }
                let out = match batch.out {
                    None => Out::Stdout,
                    Some(path) if batch.resume => Out::Resume(path),
                    Some(path) => Out::New(path),
                };
                let pairs = batch.pairs;
                Ok(Self::Batch(Batch { patterns, graphs, pairs, ask, out, manner }))
            }
            _ => Err(Failure::usage(
                "give one pattern and one graph, or both --patterns and --graphs",
            )),
        }
    }
}
