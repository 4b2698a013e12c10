//! An interface of your own in under 150 lines: what a server, a Python package or a cluster job
//! needs.
//!
//!     cargo run --package isocount --features learn --example own_interface -- PATTERNS GRAPHS RUN
//!
//! It opens files, asks an exact, a learned and an indexed question, and runs a batch on two
//! threads with progress, cancels it from another thread, resumes it, and compares the bytes with
//! those of an undisturbed run. RUN is the folder of a model that `isocount train` made; without
//! one (and without arguments) only the exact parts run, on the examples of this repository.

use std::error::Error;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs, thread};

use isocount::record::{Said, Times};
use isocount::session::{
    AnswerFile, AnswerFormat, AnswerLines, Answered, Ask, Batch, Existing, GraphIndex, LoadedGraph,
    LoadedPattern, Method, Readout, Session, SessionError, Source, Subjects, TrainedModel,
};
use isocount::{Control, Meaning, Semantics, Unit};

type Anything<T> = Result<T, Box<dyn Error>>;

fn main() -> Anything<()> {
    let mut arguments = env::args().skip(1).map(PathBuf::from);
    let patterns = arguments.next().unwrap_or_else(|| example("patterns"));
    let graphs = arguments.next().unwrap_or_else(|| example("molecules"));
    let run = arguments.next();

    // 1. Open files. A bad file is reported beside the others.
    let (mut session, control) = (Session::new(), Control::new());
    let patterns = session.read_patterns(Source::path(&patterns), None, &control)?;
    let graphs = session.read_graphs(Source::path(&graphs), None, &control)?;
    for problem in patterns.problems.iter().chain(&graphs.problems) {
        say(&format!("left out: {problem}"))?;
    }
    let (patterns, graphs) = (patterns.members, graphs.members);

    // 2. One exact question, then many about a graph that is kept open.
    let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Mappings));
    let exact = Ask::new(meaning, Method::exact());
    say(&exact.count(&patterns[0], &graphs[0], &control).to_string())?;
    let mut open = exact.open(&graphs[0], &control)?;
    for record in open.count_each(&patterns, &control) {
        say(&record.to_string())?;
    }

    // 3. Learned and indexed questions.
    let folder = env::temp_dir().join(format!("isocount-own-interface-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    if let Some(run) = run {
        ask_a_model(&run, &patterns[0], &graphs[0], &folder.join("graph.index"))?;
    }

    // 4. A batch: undisturbed, then cancelled from another thread and resumed.
    let two = exact.with_threads(NonZeroUsize::MIN.saturating_add(1));
    let batch = Batch::all(&two, &patterns, &graphs);
    let (whole, stopped) = (folder.join("whole.jsonl"), folder.join("stopped.jsonl"));
    answer(&batch, &whole, &Control::new())?;
    let stop = Control::new();
    let ended = thread::scope(|scope| {
        scope.spawn(|| {
            // Polls the progress, as an interface with a progress bar does, and cancels after some
            // answers.
            for _ in 0..20_000 {
                if stop.progress().is_some_and(|progress| progress.done >= 3) {
                    return stop.cancel();
                }
                thread::sleep(Duration::from_micros(100));
            }
        });
        write(&batch, &stopped, &stop, |_| thread::sleep(Duration::from_millis(2)))
    });
    if let Err(error) = ended {
        say(&format!("the batch was stopped: {error}"))?;
    }
    answer(&batch, &stopped, &Control::new())?;
    let same = fs::read(&whole)? == fs::read(&stopped)?;
    say(&format!("{} answers, the same bytes: {same}", batch.num_pairs()))?;
    fs::remove_dir_all(&folder)?;
    Ok(())
}

fn ask_a_model(
    run: &Path,
    pattern: &LoadedPattern,
    graph: &LoadedGraph,
    index: &Path,
) -> Anything<()> {
    let control = Control::new();
    let model = TrainedModel::load(run, Readout::Auto)?;
    let learned = Ask::new(model.meaning(), Method::learned(model.clone()));
    say(&learned.count(pattern, graph, &control).to_string())?;
    GraphIndex::create(index, Existing::Refuse, &model, graph, 2, &control)?;
    let mut open = GraphIndex::open(index, Some(run))?.open_graph(model.meaning())?;
    say(&open.count(pattern, &control).to_string())
}

/// Adds the missing answers to a file.
fn answer(batch: &Batch<'_>, path: &Path, control: &Control) -> Result<(), SessionError> {
    write(batch, path, control, |_| {})
}

fn write(
    batch: &Batch<'_>,
    path: &Path,
    control: &Control,
    each: impl Fn(&Said) + Sync,
) -> Result<(), SessionError> {
    let subjects = Subjects::with_hashes(batch, control)?;
    let format = AnswerFormat::from_path(path).unwrap_or(AnswerFormat::JsonLines);
    let (mut file, earlier) = AnswerFile::resume(path, format, batch, &subjects)?;
    let lines = AnswerLines::new(format, &batch.ask().question(), &subjects);
    let put = |text: &mut String, mut answered: Answered| {
        each(&answered.said);
        // Without times, so that the bytes of two runs can be compared.
        answered.times = Times::default();
        lines.write(text, &answered);
    };
    batch.run(earlier.tally.answers, control, put, |text: String| file.append(&text))
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

fn say(text: &str) -> Anything<()> {
    Ok(writeln!(io::stdout(), "{text}")?)
}
