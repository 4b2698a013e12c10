//! `isocount index`: prepares a graph for a model.

use std::fs;
use std::io::{self, Write};
use std::time::Instant;

use isocount::session::{GraphIndex, Readout, Session, TrainedModel};

use crate::args::IndexArgs;
use crate::ask;
use crate::error::Failure;
use crate::existing::{self, existing};
use crate::finish::Finish;
use crate::interrupt;
use crate::output::text;
use crate::progress::{Loudness, Progress};
use crate::reading::print_text_note;

pub(crate) fn run(args: &IndexArgs) -> Result<Finish, Failure> {
    let existing = existing(args.force);
    existing::check_file(&args.out, existing)?;
    let loudness = Loudness::new(args.quiet);
    interrupt::advise("nothing was written; give the same command again");
    let control = interrupt::control();
    let progress = Progress::watch(loudness, control);
    let model = TrainedModel::load(&args.model, Readout::Indexed)?;
    let mut session = Session::new();
    let source = args.files.graphs(&args.graph);
    let typed = source.in_place_of_a_file();
    let graph = session.read_graph(source, control)?;
    print_text_note(typed, graph.graph(), loudness);
    let graph = graph.seen_through(model.meaning().view, control)?;
    let started = Instant::now();
    let threads = ask::threads(args.threads).get();
    GraphIndex::create(&args.out, existing, &model, &graph, threads, control)?;
    drop(progress);
    if loudness != Loudness::Quiet {
        let bytes = fs::metadata(&args.out).map_or(0, |file| file.len());
        let num_arcs = graph.graph().num_arcs() as u64;
        let _ = writeln!(
            io::stderr(),
            "{}: {} arcs in {}, {} bytes, {} per arc",
            args.out.display(),
            text::thousands(num_arcs),
            text::time(started.elapsed()),
            text::thousands(bytes),
            bytes / num_arcs.max(1)
        );
    }
    Ok(Finish::Complete)
}
