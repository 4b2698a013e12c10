//! `isocount motifs GRAPH`: the census of a graph, on request per node, and on request compared
//! with randomised graphs.

mod braille;
mod lines;
mod page;
mod picture;
mod text;

use std::path::{Path, PathBuf};

use isocount::motif::has_directions;
use isocount::session::{
    LoadedGraph, MotifOptions, MotifQuestion, MotifTable, PartTable, Session, Source,
};
use isocount_platform::{Durability, whole_file};

use super::parts;
use crate::args::{MotifMeaningArgs, MotifSemanticsArg, MotifsArgs, PerArg};
use crate::ask::{name_of, threads};
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
use crate::reading::print_text_note;

/// A question and its answer, on their way to the output.
struct Answered<'a> {
    args: &'a MotifsArgs,
    question: MotifQuestion,
    graph: LoadedGraph,
    table: MotifTable,
    /// With --per, the nodes, the edges, or both.
    parts: Vec<PartTable>,
}

/// The output format.
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
    let question = question(args)?;
    if args.output.force && args.output.out.is_none() && args.output.draw.is_none() {
        return Err(Failure::usage("--force goes with --out or --draw"));
    }
    let names = part_names(&args.what);
    let files = args.output.out.iter().flat_map(|path| match kind {
        Kind::Csv | Kind::Npy => files_of_parts(path, names),
        Kind::Text | Kind::Json | Kind::Page => vec![path.clone()],
    });
    let files: Vec<PathBuf> = files.collect();
    for file in &files {
        existing::check_file(file, existing(args.output.force))?;
    }
    let pictures = args.output.draw.iter().flat_map(|path| files_of_parts(path, names));
    let pictures: Vec<PathBuf> = pictures.collect();
    let picture = |path| PictureFile::new(path, existing(args.output.force));
    let pictures = pictures.iter().map(|path| picture(path)).collect::<Result<Vec<_>, _>>()?;
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
    let source = Source::argument(&args.graph).with_options(options);
    let typed = source.in_place_of_a_file();
    let graph = session.read_graph(source, control)?;
    print_text_note(typed, graph.graph(), loudness);
    let table = question.answer(&graph, args.null.samples_file.as_deref(), control)?;
    drop(progress);
    if table.loops > 0 && loudness != Loudness::Quiet {
        remark(&format!("note: {} left out", number_of(table.loops as u64, "loop")));
    }
    let nodes = table.node_parts(&graph, args.what.per_orbit());
    let parts: Vec<PartTable> = nodes.into_iter().chain(table.edge_parts(&graph)).collect();
    let answered = Answered { args, question, graph, table, parts };
    let outputs = answered.outputs(kind)?;
    if args.output.out.is_none() {
        for bytes in &outputs {
            super::print(&String::from_utf8_lossy(bytes))?;
        }
    }
    for (path, bytes) in files.iter().zip(&outputs) {
        let written = whole_file::write(path, bytes, Durability::Kill);
        written.map_err(|source| Failure::write(path, source))?;
    }
    for (picture, parts) in pictures.iter().zip(&answered.parts) {
        heat_picture::write(parts, picture)?;
    }
    Ok(Finish::Complete)
}

/// The names of the tables of --per, in their order.
fn part_names(what: &MotifMeaningArgs) -> &'static [&'static str] {
    match (what.per_node(), what.per_edge()) {
        (true, true) => &["nodes", "edges"],
        (true, false) => &["nodes"],
        (false, true) => &["edges"],
        (false, false) => &[],
    }
}

/// The file itself; for nodes and edges together `counts.nodes.csv` and `counts.edges.csv`.
fn files_of_parts(path: &Path, names: &[&str]) -> Vec<PathBuf> {
    let [_, _, ..] = names else { return vec![path.to_owned()] };
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    names.iter().map(|name| path.with_extension(format!("{name}.{ending}"))).collect()
}

const SAMPLES_ARE_KEPT: &str = "the same command goes on where it was stopped";

/// The question that the flags describe.
fn question(args: &MotifsArgs) -> Result<MotifQuestion, Failure> {
    let (what, draw, null) = (&args.what, &args.draw, &args.null);
    let mut options = MotifOptions::default();
    options.sizes = what.size.clone();
    options.directed = what.directions();
    options.labels = what.labels;
    options.semantics = name_of(&what.semantics);
    options.method = name_of(&what.method);
    options.per_node = what.per_node();
    options.per_edge = what.per_edge();
    options.samples = null.null.map(|_| null.samples.get());
    options.seed = null.seed;
    options.draws = draw.draws;
    options.precision = draw.precision;
    options.time_limit = draw.time_limit;
    options.confidence = draw.confidence;
    options.threads = threads(args.threads);
    Ok(options.question()?)
}

fn kind(args: &MotifsArgs) -> Result<Kind, Failure> {
    let (output, per) = (&args.output, &args.what.per);
    let is_repeated = |what: &PerArg| per.iter().filter(|it| *it == what).count() > 1;
    if per.contains(&PerArg::Node) && per.contains(&PerArg::Orbit) || per.iter().any(is_repeated) {
        return Err(Failure::usage(
            "--per takes node or orbit, and edge, each once: node,edge or orbit,edge",
        ));
    }
    if output.csv && per.len() > 1 {
        return Err(Failure::usage(
            "--csv prints one table: for nodes and edges together, name files with --out FILE.csv, or use --json",
        ));
    }
    let Some(path) = &output.out else {
        return Ok(match (output.json, output.csv) {
            (true, _) => Kind::Json,
            (_, true) => Kind::Csv,
            _ => Kind::Text,
        });
    };
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    match (ending.as_deref(), per.is_empty()) {
        (Some("jsonl"), _) => Ok(Kind::Json),
        (Some("csv"), _) => Ok(Kind::Csv),
        (Some("npy"), false) => Ok(Kind::Npy),
        (Some("npy"), true) => Err(Failure::usage(
            "a .npy file holds counts per node or edge: add --per node, edge or orbit",
        )),
        (Some("html"), true) => Ok(Kind::Page),
        (Some("html"), false) => {
            Err(Failure::usage("a page shows motifs, not nodes or edges: leave --per out"))
        }
        _ => Err(Failure::usage("let the name of --out end in .jsonl, .csv, .html or .npy")),
    }
}

impl Answered<'_> {
    /// The bytes to print, or to write to each of the files.
    fn outputs(&self, kind: Kind) -> Result<Vec<Vec<u8>>, Failure> {
        let of_parts = |form: fn(&PartTable) -> String| {
            self.parts.iter().map(|parts| form(parts).into_bytes()).collect::<Vec<_>>()
        };
        Ok(match kind {
            Kind::Text => vec![text::text(self).into_bytes()],
            Kind::Page => vec![page::page(self).into_bytes()],
            Kind::Npy => {
                let out = self.args.output.out.as_deref();
                let of = |parts| parts::npy(parts, out);
                self.parts.iter().map(of).collect::<Result<_, _>>()?
            }
            Kind::Json if self.parts.is_empty() => vec![lines::json(self).into_bytes()],
            Kind::Csv if self.parts.is_empty() => vec![lines::csv(&self.table).into_bytes()],
            // Lines of nodes and lines of edges have different keys, so they can share a file.
            Kind::Json => vec![of_parts(part_lines::json).concat()],
            Kind::Csv => of_parts(part_lines::csv),
        })
    }

    /// The largest number of draws of any size, if the counts are estimates.
    fn draws(&self) -> Option<u64> {
        self.table.rows.iter().filter_map(|row| Some(row.found.estimate?.draws)).max()
    }

    /// `induced, directed, labels ignored`
    fn meaning(&self) -> String {
        let what = &self.args.what;
        let semantics = match what.semantics {
            MotifSemanticsArg::Induced => "induced",
            MotifSemanticsArg::Monomorphism => "monomorphism",
        };
        let are_ignored = !self.table.directed && has_directions(self.graph.graph(), what.labels);
        let directions = match (self.table.directed, are_ignored) {
            (true, _) => "directed",
            (false, false) => "undirected",
            (false, true) => "directions ignored",
        };
        let labels = if what.labels { "" } else { ", labels ignored" };
        format!("{semantics}, {directions}{labels}")
    }
}
