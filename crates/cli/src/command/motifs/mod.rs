//! `isocount motifs GRAPH`: the census of a graph, per node on request, beside randomised graphs on request.

mod braille;
mod lines;
mod page;
mod picture;
mod text;

use isocount::motif::{CensusOptions, NullModel, Occurrence, SampleOptions};
use isocount::session::{LoadedGraph, MotifAsk, MotifTable, PartTable, Session, Source};
use isocount_platform::{Durability, whole_file};

use super::parts;
use crate::args::{MotifMethodArg, MotifSemanticsArg, MotifsArgs, PerArg};
use crate::ask::threads;
use crate::error::Failure;
use crate::existing::{self, existing};
use crate::finish::Finish;
use crate::heat_picture;
use crate::interrupt;
use crate::output::part_lines;
use crate::output::remark::remark;
use crate::output::text::number_of;
use crate::picture_file::PictureFile;
use crate::progress::{Loudness, Progress};

/// A question and its answer, on their way to the output.
struct Answered<'a> {
    args: &'a MotifsArgs,
    graph: LoadedGraph,
    table: MotifTable,
    /// With --per, the nodes or edges.
    parts: Option<PartTable>,
}

/// How often intervals hold the count, unless another share is asked for.
const CONFIDENCE: f64 = 0.95;

/// Draws of each size, and the most that a precision or a time limit may take.
const DRAWS: u64 = 1_000_000;
const MOST_DRAWS: u64 = 1 << 30;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Json,
    Csv,
    Npy,
    Page,
}

pub(crate) fn run(args: &MotifsArgs) -> Result<Finish, Failure> {
    let kind = kind(args)?;
    let draw = &args.draw;
    let is_open = draw.precision.is_some() || draw.time_limit.is_some();
    let says_how = is_open || draw.draws.is_some() || draw.confidence.is_some();
    if says_how && args.what.method == MotifMethodArg::Exact {
        return Err(Failure::usage(
            "--draws, --precision, --time-limit and --confidence go with --method sample",
        ));
    }
    if args.output.force && args.output.out.is_none() && args.output.draw.is_none() {
        return Err(Failure::usage("--force goes with --out or --draw"));
    }
    if let Some(path) = &args.output.out {
        existing::check_file(path, existing(args.output.force))?;
    }
    let picture = match &args.output.draw {
        Some(path) => Some(PictureFile::new(path, existing(args.output.force))?),
        None => None,
    };
    let (control, loudness) = (interrupt::control(), Loudness::new(args.output.quiet));
    if let Some(file) = &args.null.samples_file {
        interrupt::advise(SAMPLES_ARE_KEPT);
        if args.output.out.as_deref() == Some(file) {
            return Err(Failure::usage("--out and --samples-file must be different files"));
        }
    }
    let progress = Progress::watch(loudness, control);
    let mut session = Session::new();
    let options = args.reading.options(args.format).with_node_names();
    let graph = session.read_graph(Source::argument(&args.graph).with_options(options), control)?;
    let table = match args.what.method {
        MotifMethodArg::Exact => {
            ask(args).answer(&graph, args.null.samples_file.as_deref(), control)?
        }
        MotifMethodArg::Sample => MotifTable::estimate(&sample(args)?, &graph, control)?,
    };
    drop(progress);
    if table.loops > 0 && loudness != Loudness::Quiet {
        remark(&format!("note: {} left out", number_of(table.loops as u64, "loop")));
    }
    let parts = table.parts(&graph, args.what.per == Some(PerArg::Orbit));
    let answered = Answered { args, graph, table, parts };
    let bytes = match kind {
        Kind::Text => text::text(&answered).into_bytes(),
        Kind::Json => match &answered.parts {
            Some(parts) => part_lines::json(parts).into_bytes(),
            None => lines::json(&answered).into_bytes(),
        },
        Kind::Csv => match &answered.parts {
            Some(parts) => part_lines::csv(parts).into_bytes(),
            None => lines::csv(&answered.table).into_bytes(),
        },
        Kind::Npy => match &answered.parts {
            Some(parts) => parts::npy(parts, args.output.out.as_deref())?,
            None => Vec::new(),
        },
        Kind::Page => page::page(&answered).into_bytes(),
    };
    match &args.output.out {
        None => {
            super::print(&String::from_utf8_lossy(&bytes))?;
        }
        Some(path) => {
            let written = whole_file::write(path, &bytes, Durability::Kill);
            written.map_err(|source| Failure::write(path, source))?;
        }
    }
    if let (Some(picture), Some(parts)) = (&picture, &answered.parts) {
        heat_picture::write(parts, picture)?;
    }
    Ok(Finish::Complete)
}

/// The sample that the flags ask for.
fn sample(args: &MotifsArgs) -> Result<SampleOptions, Failure> {
    let (what, draw) = (&args.what, &args.draw);
    if what.per.is_some() || args.null.null.is_some() {
        return Err(Failure::usage(
            "--method sample estimates the motifs of the whole graph: leave --per and --null out",
        ));
    }
    if what.semantics == MotifSemanticsArg::Monomorphism {
        return Err(Failure::usage("--method sample estimates induced motifs only"));
    }
    let confidence = draw.confidence.unwrap_or(CONFIDENCE);
    if !(confidence > 0.0 && confidence < 1.0) {
        return Err(Failure::usage("--confidence must be more than 0 and less than 1"));
    }
    if draw.precision.is_some_and(|precision| !(precision > 0.0 && precision.is_finite())) {
        return Err(Failure::usage("--precision must be more than 0"));
    }
    let is_open = draw.precision.is_some() || draw.time_limit.is_some();
    Ok(SampleOptions {
        sizes: what.size.clone(),
        directed: what.directed,
        labels: what.labels,
        draws: draw.draws.unwrap_or(if is_open { MOST_DRAWS } else { DRAWS }),
        precision: draw.precision,
        time_limit: draw.time_limit,
        confidence,
        seed: args.null.seed,
        threads: threads(args.threads).get(),
    })
}

const SAMPLES_ARE_KEPT: &str = "the same command goes on where it was stopped";

/// The question that the flags ask.
fn ask(args: &MotifsArgs) -> MotifAsk {
    let what = &args.what;
    let null = &args.null;
    MotifAsk {
        census: CensusOptions {
            sizes: what.size.clone(),
            directed: what.directed,
            labels: what.labels,
            occurrence: match what.semantics {
                MotifSemanticsArg::Induced => Occurrence::Induced,
                MotifSemanticsArg::Monomorphism => Occurrence::Copy,
            },
            per_node: matches!(what.per, Some(PerArg::Node | PerArg::Orbit)),
            per_edge: what.per == Some(PerArg::Edge),
            threads: threads(args.threads).get(),
        },
        null: null.null.map(|_| NullModel { samples: null.samples.get(), seed: null.seed }),
    }
}

fn kind(args: &MotifsArgs) -> Result<Kind, Failure> {
    let output = &args.output;
    let Some(path) = &output.out else {
        return Ok(match (output.json, output.csv) {
            (true, _) => Kind::Json,
            (_, true) => Kind::Csv,
            _ => Kind::Text,
        });
    };
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    match (ending.as_deref(), args.what.per) {
        (Some("jsonl"), _) => Ok(Kind::Json),
        (Some("csv"), _) => Ok(Kind::Csv),
        (Some("npy"), Some(_)) => Ok(Kind::Npy),
        (Some("npy"), None) => Err(Failure::usage(
            "a .npy file holds counts per node or edge: add --per node, edge or orbit",
        )),
        (Some("html"), None) => Ok(Kind::Page),
        (Some("html"), Some(_)) => {
            Err(Failure::usage("a page shows motifs, not nodes or edges: leave --per out"))
        }
        _ => Err(Failure::usage("let the name of --out end in .jsonl, .csv, .html or .npy")),
    }
}

impl Answered<'_> {
    /// The most draws of one size, if the counts are estimates.
    fn draws(&self) -> Option<u64> {
        self.table.rows.iter().filter_map(|row| Some(row.found.estimate?.draws)).max()
    }

    /// `induced, directions ignored`
    fn meaning(&self) -> String {
        let what = &self.args.what;
        let semantics = match what.semantics {
            MotifSemanticsArg::Induced => "induced",
            MotifSemanticsArg::Monomorphism => "monomorphism",
        };
        let ignored = match (what.directed, what.labels) {
            (true, true) => "",
            (true, false) => ", labels ignored",
            (false, true) => ", directions ignored",
            (false, false) => ", directions and labels ignored",
        };
        format!("{semantics}{ignored}")
    }
}
