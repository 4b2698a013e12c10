//! `isocount index GRAPH`: a graph, prepared for a model, in a file.

use std::fs;
use std::io::{self, Write};
use std::time::Instant;

use isocount::infer::{CreateError, IndexFile, InferError, Network};

use crate::args::IndexArgs;
use crate::command::data::making;
use crate::error::Failure;
use crate::finish::Finish;
use crate::input::Input;
use crate::interrupt;
use crate::learned::LearnedModel;
use crate::output::text;
use crate::progress::{Loudness, Progress, Task};

pub(crate) fn run(args: &IndexArgs) -> Result<Finish, Failure> {
    // Reading can take minutes; what is wrong from the start is said at the start.
    if args.out.exists() {
        let path = args.out.clone();
        return Err(Failure::infer(&args.out, InferError::Exists { path }));
    }
    let folder = args.out.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(Failure::write(folder, io::ErrorKind::NotFound.into()));
    }
    let read = |name: &str| {
        let path = args.model.join(name);
        fs::read(&path).map_err(|source| Failure::Read { path, source })
    };
    let (config, weights) = (read("config.toml")?, read("weights.safetensors")?);
    let config = String::from_utf8_lossy(&config);
    let wrong = |problem| Failure::infer(&args.model, problem);
    let network = Network::new(&config, &weights).map_err(wrong)?;
    let model = LearnedModel::of_parts(&args.model, &config, &weights)?;
    let loudness = Loudness::new(args.quiet);
    interrupt::advise("nothing was written; give the same command again");
    interrupt::remove(IndexFile::part(&args.out));

    let view = model.meaning().view().unwrap_or_default();
    let graph = Input::for_model(&args.files, view, loudness, &model).graph(&args.graph)?;
    let columns = IndexFile::num_columns(&network);
    let started = Instant::now();
    let progress = Progress::start(loudness, Task::Indexing { columns });
    let threads = making::threads(args.threads).get();
    let made = IndexFile::create(
        &args.out,
        (&config, &weights),
        (&graph.name, &graph.graph),
        threads,
        &|columns| progress.set(columns),
    );
    drop(progress);
    made.map_err(|problem| match problem {
        CreateError::UnknownLabel(label) => {
            Failure::UnknownLabel { path: args.graph.clone(), problem: label.to_string() }
        }
        CreateError::Infer(InferError::Io { path, source }) => Failure::write(&path, source),
        CreateError::Infer(problem) => Failure::infer(&args.out, problem),
    })?;
    if loudness != Loudness::Quiet {
        let bytes = fs::metadata(&args.out).map_or(0, |file| file.len());
        let num_arcs = graph.graph.num_arcs() as u64;
        let _ = writeln!(
            io::stderr(),
            "{}: {} arcs in {}, {} bytes, {} an arc",
            args.out.display(),
            text::thousands(num_arcs),
            text::time(started.elapsed()),
            text::thousands(bytes),
            bytes / num_arcs.max(1)
        );
    }
    Ok(Finish::Complete)
}
