//! What the arguments of `isocount count` ask for: one question, a batch, or questions to an index.

use std::path::{Path, PathBuf};

use isocount::Meaning;
use isocount::format::Faults;
use isocount::session::{AnswerFormat, Ask, Existing, GraphIndex, Source};

use crate::args::{CountArgs, FileArgs};
use crate::ask::{self, ask};
use crate::command::parts::PartsJob;
use crate::error::Failure;
use crate::existing::existing;
use crate::progress::Loudness;
use crate::zero_notes::Zeros;

/// What `isocount count` was asked to do.
pub(crate) enum Job {
    Single(Single),
    Parts(Box<PartsJob>),
    Batch(Batch),
    Indexed(Indexed),
}

/// One pattern in one graph.
pub(crate) struct Single {
    pub(crate) pattern: PathBuf,
    pub(crate) graph: PathBuf,
    pub(crate) ask: Ask,
    /// Where an explanation of the answer is written.
    pub(crate) explain: Option<PathBuf>,
    /// Whether to explain how the exact engine found the answer.
    pub(crate) explain_plan: bool,
    /// What happens to an explanation that already exists.
    pub(crate) existing: Existing,
    pub(crate) manner: Manner,
}

/// Many patterns in many graphs.
pub(crate) struct Batch {
    pub(crate) patterns: PathBuf,
    pub(crate) graphs: PathBuf,
    /// The pairs to ask about; all pairs if not given.
    pub(crate) pairs: Option<PathBuf>,
    pub(crate) ask: Ask,
    pub(crate) out: Out,
    pub(crate) manner: Manner,
}

/// One pattern or many in a graph that was indexed.
pub(crate) struct Indexed {
    pub(crate) patterns: PathBuf,
    /// Whether the file contains a single pattern.
    pub(crate) is_one: bool,
    pub(crate) index: GraphIndex,
    pub(crate) meaning: Meaning,
    pub(crate) manner: Manner,
}

/// How files are read and answers are printed.
pub(crate) struct Manner {
    pub(crate) files: FileArgs,
    pub(crate) faults: Faults,
    pub(crate) style: Style,
    pub(crate) zeros: Zeros,
    pub(crate) loudness: Loudness,
}

impl Manner {
    /// A file or folder of patterns, or a pattern as text.
    pub(crate) fn patterns<'a>(&self, path: &'a Path) -> Source<'a> {
        self.kept(self.files.patterns(path))
    }

    /// A file or folder of graphs, or a graph as text.
    pub(crate) fn graphs<'a>(&self, path: &'a Path) -> Source<'a> {
        self.kept(self.files.graphs(path))
    }

    fn kept<'a>(&self, source: Source<'a>) -> Source<'a> {
        if self.faults == Faults::Keep { source.with_faults_kept() } else { source }
    }
}

/// How answers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Text,
    Json,
    Csv,
    /// A row for each graph, as comma-separated values.
    Matrix,
}

/// Where the answers of a batch are written.
pub(crate) enum Out {
    Stdout,
    /// A file with a line for each answer.
    Lines {
        path: PathBuf,
        format: AnswerFormat,
        begin: Begin,
    },
    /// A file with a matrix.
    Matrix {
        path: PathBuf,
        existing: Existing,
    },
}

/// How a file of answers is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    /// As a new file.
    Anew(Existing),
    /// From the existing contents of the file, which may be the first answers of the same batch.
    Resume,
}

/// The advice about a file of answers that already exists.
pub(crate) const ANSWERS_EXIST: &str =
    "continue it with --resume, replace it with --force, or choose another --out";

impl Out {
    /// The output that the flags and the name of the file ask for.
    fn new(path: Option<PathBuf>, begin: Begin, style: Style) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self::Stdout) };
        let by_name = AnswerFormat::from_path(&path);
        if style == Style::Matrix {
            return match (by_name, begin) {
                (Some(AnswerFormat::Csv), Begin::Anew(existing)) => {
                    Ok(Self::Matrix { path, existing })
                }
                (Some(AnswerFormat::Csv), Begin::Resume) => Err(Failure::usage(
                    "a matrix does not say what was counted, so --resume cannot check it: write \
                     rows\nof answers, without --matrix, or begin again with --force",
                )),
                _ => Err(Failure::usage("a matrix is CSV: let the name of --out end in .csv")),
            };
        }
        let format = match (by_name, style) {
            (Some(AnswerFormat::JsonLines), Style::Csv) => {
                return Err(Failure::usage(
                    "--csv and the name of --out disagree; .csv is for CSV",
                ));
            }
            (Some(AnswerFormat::Csv), Style::Json) => {
                return Err(Failure::usage(
                    "--json and the name of --out disagree; .jsonl is for JSON lines",
                ));
            }
            (Some(format), _) => format,
            (None, Style::Json) => AnswerFormat::JsonLines,
            (None, Style::Csv) => AnswerFormat::Csv,
            (None, Style::Text | Style::Matrix) => {
                return Err(Failure::usage(
                    "the name of --out determines how answers are written: .jsonl for JSON lines, .csv \
                     for CSV;\nfor any other name, use --json (one object per line) or --csv",
                ));
            }
        };
        Ok(Self::Lines { path, format, begin })
    }
}

impl Job {
    /// Mistakes on the command line are reported before any file is read.
    pub(crate) fn new(args: CountArgs) -> Result<Self, Failure> {
        let batch = args.batch;
        // Also for single questions: a file that is named as one pattern or graph may contain many.
        let is_batch = batch.pairs.is_some() || batch.out.is_some() || batch.resume || args.matrix;
        let style = match (args.json, args.matrix, args.csv) {
            (true, ..) => Style::Json,
            (false, true, _) => Style::Matrix,
            (false, false, true) => Style::Csv,
            (false, false, false) => Style::Text,
        };
        let has_file = batch.out.is_some() || args.explain.is_some() || args.parts.draw.is_some();
        if args.force && !has_file {
            return Err(Failure::usage("--force goes with --out, --explain or --draw"));
        }
        let existing = existing(args.force);
        let loudness = Loudness::new(args.notes.quiet);
        let zeros = if args.notes.strict { Zeros::Refused } else { Zeros::Allowed };
        let faults = args.on_error.faults();
        let manner = Manner { files: args.files, faults, style, zeros, loudness };
        if let Some(index) = &args.index {
            if is_batch {
                return Err(Failure::usage(
                    "--pairs, --out, --resume and --matrix go with a graph",
                ));
            }
            if args.explain.is_some() {
                return Err(Failure::usage("--explain needs the graph itself, not an index"));
            }
            let (meaning, confidence) = ask::ask_index(&args.meaning, &args.work, &args.sampling)?;
            let is_one = args.pattern.is_some();
            let Some(patterns) = args.pattern.or(batch.patterns) else {
                return Err(Failure::usage("--index needs PATTERN or --patterns"));
            };
            let index =
                GraphIndex::open(index, args.work.model.as_deref())?.with_confidence(confidence);
            return Ok(Self::Indexed(Indexed { patterns, is_one, index, meaning, manner }));
        }
        let inputs = [&args.pattern, &args.graph, &batch.patterns, &batch.graphs, &batch.pairs];
        let from_stdin = inputs.iter().filter(|path| path.as_deref() == Some(Path::new("-")));
        if from_stdin.count() > 1 {
            return Err(Failure::usage(
                "the standard input can be read once: give only one of them as `-`",
            ));
        }
        if let Some(per) = args.parts.per {
            let Some((pattern, graph)) = args.pattern.zip(args.graph) else {
                return Err(Failure::usage("--per needs one pattern and one graph"));
            };
            let ask = ask::ask_per(&args.meaning, &args.work, &args.sampling)?;
            let (out, args) = (batch.out, args.parts);
            let job = PartsJob { pattern, graph, ask, per, args, out, existing, manner };
            return Ok(Self::Parts(Box::new(job)));
        }
        let ask = ask(&args.meaning, &args.work, &args.sampling)?;
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
            (Some(_), None) if is_batch && args.explain.is_some() => {
                Err(Failure::usage("--explain needs one question, not a batch of them"))
            }
            (Some(_), None) if is_batch && args.notes.explain_plan => {
                Err(Failure::usage("--explain-plan needs one question, not a batch of them"))
            }
            (Some((pattern, graph)), None) if !is_batch => {
                let (explain, explain_plan) = (args.explain, args.notes.explain_plan);
                if explain_plan && !ask.is_by_exact_engine() {
                    return Err(Failure::usage(
                        "--explain-plan goes with --method exact, or with auto without limits and precision",
                    ));
                }
                let single =
                    Single { pattern, graph, ask, explain, explain_plan, existing, manner };
                Ok(Self::Single(single))
            }
            (Some((patterns, graphs)), None) | (None, Some((patterns, graphs))) => {
                let begin = if batch.resume { Begin::Resume } else { Begin::Anew(existing) };
                let out = Out::new(batch.out, begin, style)?;
                let pairs = batch.pairs;
                Ok(Self::Batch(Batch { patterns, graphs, pairs, ask, out, manner }))
            }
            _ => Err(Failure::usage(
                "give one pattern and one graph, or both --patterns and --graphs",
            )),
        }
    }
}
