//! `isocount motifs GRAPH`: the census of a graph, per node on request, beside randomised graphs on request.

mod lines;
mod page;
mod picture;
mod text;

use std::path::Path;

use isocount::motif::{CensusOptions, NullModel, Occurrence};
use isocount::session::{LoadedGraph, MotifAsk, MotifTable, Session, Source};
use isocount_platform::{Durability, whole_file};

use crate::args::{MotifSemanticsArg, MotifsArgs, PerArg};
use crate::ask::threads;
use crate::error::Failure;
use crate::existing::{self, existing};
use crate::finish::Finish;
use crate::interrupt;
use crate::output::remark::remark;
use crate::output::text::number_of;
use crate::progress::{Loudness, Progress};

/// A question and its answer, on their way to the output.
struct Answered<'a> {
    args: &'a MotifsArgs,
    graph: LoadedGraph,
    table: MotifTable,
}

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
    if let Some(path) = &args.output.out {
        existing::check_file(path, existing(args.output.force))?;
    }
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
    let ask = ask(args);
    let table = ask.answer(&graph, args.null.samples_file.as_deref(), control)?;
    drop(progress);
    if table.loops > 0 && loudness != Loudness::Quiet {
        remark(&format!("note: {} left out", number_of(table.loops as u64, "loop")));
    }
    let answered = Answered { args, graph, table };
    let bytes = match kind {
        Kind::Text => text::text(&answered).into_bytes(),
        Kind::Json => lines::json(&answered).into_bytes(),
        Kind::Csv => lines::csv(&answered).into_bytes(),
        Kind::Npy => answered.npy()?,
        Kind::Page => page::page(&answered).into_bytes(),
    };
    match &args.output.out {
        None => super::print(&String::from_utf8_lossy(&bytes)),
        Some(path) => {
            let written = whole_file::write(path, &bytes, Durability::Kill);
            written.map_err(|source| Failure::write(path, source))?;
            Ok(Finish::Complete)
        }
    }
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
            per_node: what.per.is_some(),
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
        (Some("npy"), None) => {
            Err(Failure::usage("a .npy file holds counts per node: add --per node or --per orbit"))
        }
        (Some("html"), None) => Ok(Kind::Page),
        (Some("html"), Some(_)) => {
            Err(Failure::usage("a page shows motifs, not nodes: leave --per out"))
        }
        _ => Err(Failure::usage("let the name of --out end in .jsonl, .csv, .html or .npy")),
    }
}

impl Answered<'_> {
    fn per_orbit(&self) -> bool {
        self.args.what.per == Some(PerArg::Orbit)
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

    fn npy(&self) -> Result<Vec<u8>, Failure> {
        let path = self.args.output.out.as_deref().unwrap_or(Path::new(""));
        self.table.to_npy(&self.table.columns(self.per_orbit())).ok_or_else(|| {
            let problem = "a count does not fit into 64 bits, which a .npy file has".to_owned();
            Failure::Census { path: path.to_owned(), problem, help: "write a .csv or .jsonl file" }
        })
    }
}
