//! `isocount count PATTERN GRAPH --per node|edge|orbit`: how many mappings or subgraphs each node
//! or edge takes part in.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use isocount::session::{Ask, Existing, PartTable, Per, Session, TakingPart};
use isocount_platform::{Durability, whole_file};

use super::count::readable;
use crate::args::{CountPerArg, PerArgs};
use crate::error::Failure;
use crate::existing;
use crate::finish::Finish;
use crate::heat_picture;
use crate::interrupt;
use crate::job::{Manner, Style};
use crate::output::part_lines;
use crate::output::remark::remark;
use crate::output::text;
use crate::picture_file::PictureFile;
use crate::progress::{Loudness, Progress};
use crate::reading::print_notation_note;

/// How many rows are shown by default.
const ROWS: usize = 10;
/// How many rows are shown per orbit by default.
const ROWS_OF_ORBIT: usize = 5;

/// A question about nodes or edges, as the flags describe it.
pub(crate) struct PartsJob {
    pub(crate) pattern: PathBuf,
    pub(crate) graph: PathBuf,
    pub(crate) ask: Ask,
    pub(crate) per: CountPerArg,
    pub(crate) args: PerArgs,
    pub(crate) out: Option<PathBuf>,
    pub(crate) existing: Existing,
    pub(crate) manner: Manner,
}

/// How the counts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Json,
    Csv,
    Npy,
}

pub(crate) fn run(job: &PartsJob) -> Result<Finish, Failure> {
    let kind = job.kind()?;
    if let Some(path) = &job.out {
        existing::check_file(path, job.existing)?;
    }
    let picture = match &job.args.draw {
        Some(path) => Some(PictureFile::new(path, job.existing)?),
        None => None,
    };
    interrupt::advise("a --time-limit gives lower bounds in time");
    let control = interrupt::control();
    let progress = Progress::watch(job.manner.loudness, control);
    let pattern = job.manner.files.patterns(&job.pattern);
    let graph = job.manner.files.named_graphs(&job.graph);
    let read = Session::new().read_question(pattern, graph, None, control)?;
    print_notation_note(&read, job.manner.loudness);
    let (patterns, _) = readable(read.patterns)?;
    let (graphs, _) = readable(read.graphs)?;
    let ([pattern], [graph]) = (patterns.as_slice(), graphs.as_slice()) else {
        return Err(Failure::usage("--per needs one pattern and one graph"));
    };
    let per = match job.per {
        CountPerArg::Node => Per::Node,
        CountPerArg::Orbit => Per::Orbit,
        CountPerArg::Edge => Per::Arc,
    };
    let found = job.ask.count_per(pattern, graph, per, control);
    drop(progress);
    let found = found.map_err(|error| Failure::Count {
        pattern: pattern.name().to_owned(),
        graph: graph.name().to_owned(),
        reason: error.to_string(),
    })?;
    let bytes = match kind {
        Kind::Text => job.text(&found).into_bytes(),
        Kind::Json => part_lines::json(&found.table).into_bytes(),
        Kind::Csv => part_lines::csv(&found.table).into_bytes(),
        Kind::Npy => npy(&found.table, job.out.as_deref())?,
    };
    match &job.out {
        None => {
            super::print(&String::from_utf8_lossy(&bytes))?;
        }
        Some(path) => {
            let written = whole_file::write(path, &bytes, Durability::Kill);
            written.map_err(|source| Failure::write(path, source))?;
        }
    }
    if let Some(picture) = &picture {
        heat_picture::write(&found.table, picture)?;
    }
    let is_text = kind == Kind::Text && job.manner.loudness != Loudness::Quiet;
    if is_text {
        remark(&format!("exact, {}", text::time(found.record.times.count)));
    }
    if found.is_complete {
        return Ok(Finish::Complete);
    }
    if is_text {
        remark("the limit was reached before all were found: all numbers are lower bounds");
    }
    Ok(Finish::Partial)
}

/// The counts as a matrix for numpy.
pub(super) fn npy(table: &PartTable, path: Option<&Path>) -> Result<Vec<u8>, Failure> {
    table.to_npy().ok_or_else(|| {
        let problem = "a count does not fit into the 64 bits of a .npy file".to_owned();
        let path = path.unwrap_or(Path::new("")).to_owned();
        Failure::Census { path, problem, help: "write a .csv or .jsonl file" }
    })
}

impl PartsJob {
    fn kind(&self) -> Result<Kind, Failure> {
        let Some(path) = &self.out else {
            return Ok(match self.manner.style {
                Style::Json => Kind::Json,
                Style::Csv | Style::Matrix => Kind::Csv,
                Style::Text => Kind::Text,
            });
        };
        let ending = path.extension().and_then(|ending| ending.to_str());
        match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("jsonl") => Ok(Kind::Json),
            Some("csv") => Ok(Kind::Csv),
            Some("npy") => Ok(Kind::Npy),
            _ => {
                Err(Failure::usage("with --per, let the name of --out end in .jsonl, .csv or .npy"))
            }
        }
    }

    /// The count, followed by the top of the list.
    fn text(&self, found: &TakingPart) -> String {
        let top = |default| self.args.top.map_or(default, NonZeroUsize::get);
        let list = match self.per {
            CountPerArg::Orbit => part_lines::tops(&found.table, top(ROWS_OF_ORBIT)),
            CountPerArg::Node | CountPerArg::Edge => part_lines::list(&found.table, top(ROWS)),
        };
        format!("{}\n{list}", found.record)
    }
}
