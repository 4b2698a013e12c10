//! The file of the counts in randomised graphs: a line that states the question, then a line of
//! JSON per graph. An interrupted run continues at the end of the file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use isocount_format::Location;
use isocount_motif::{Census, CensusOptions, NullModel, NullSample};
use isocount_platform::{FileLock, LockError};
use serde_json::{Value, json};

use crate::error::LineProblem;
use crate::{LoadedGraph, SessionError};

const HELP: &str = "repeat the command that made the file, or choose another file";

pub(super) struct NullSamples {
    path: PathBuf,
    lock: FileLock,
    earlier: Vec<NullSample>,
}

impl NullSamples {
    /// Opens the file of the same question, or creates one.
    pub(super) fn open(
        path: &Path,
        options: &CensusOptions,
        model: NullModel,
        graph: &LoadedGraph,
        census: &Census,
    ) -> Result<Self, SessionError> {
        let failed = |source| SessionError::Write { path: path.to_owned(), source };
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let lock = FileLock::of(file.map_err(failed)?);
        let mut lock = lock.map_err(|error| match error {
            LockError::Busy => SessionError::Busy { path: path.to_owned() },
            LockError::Io(source) => failed(source),
        })?;
        let mut text = String::new();
        lock.file().read_to_string(&mut text).map_err(failed)?;
        // An unfinished line is written again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let heading = heading(options, model, graph);
        let mut lines = text[..whole].lines();
        let problem = |line: usize, problem: &str| {
            let at = Location::line(path, line as u32);
            let (problem, help) = (problem.to_owned(), HELP.to_owned());
            SessionError::Line(Box::new(LineProblem { at, len: 1, problem, help }))
        };
        let mut earlier = Vec::new();
        match lines.next() {
            None => {}
            Some(found) if found == heading => {
                for (place, line) in lines.enumerate() {
                    let sample = parse(line, census.motifs.len());
                    earlier.push(sample.ok_or_else(|| {
                        problem(
                            place + 2,
                            "this line does not contain the counts of one randomised graph",
                        )
                    })?);
                }
            }
            Some(_) => {
                return Err(problem(1, "the file contains counts of another question or graph"));
            }
        }
        let file = lock.file();
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut samples = Self { path: path.to_owned(), lock, earlier };
        if whole == 0 {
            samples.write(&heading)?;
        }
        Ok(samples)
    }

    pub(super) fn take_earlier(&mut self) -> Vec<NullSample> {
        std::mem::take(&mut self.earlier)
    }

    pub(super) fn append(&mut self, sample: &NullSample) -> Result<(), SessionError> {
        self.write(&line(sample))
    }

    fn write(&mut self, line: &str) -> Result<(), SessionError> {
        let written: io::Result<()> = self.lock.file().write_all(format!("{line}\n").as_bytes());
        written.map_err(|source| SessionError::Write { path: self.path.clone(), source })
    }
}

/// What must agree so that counts can be combined. The number of samples may differ.
pub(super) fn heading(options: &CensusOptions, model: NullModel, graph: &LoadedGraph) -> String {
    json!({
        "null": "degree",
        "seed": model.seed,
        "sizes": [options.sizes.start(), options.sizes.end()],
        "directed": options.is_directed_in(graph.graph()),
        "labels": options.labels,
        "occurrence": format!("{:?}", options.occurrence),
        "graph": graph.content_hash(),
    })
    .to_string()
}

/// The counts of one randomised graph.
pub(super) fn line(sample: &NullSample) -> String {
    let counts: Vec<String> = sample.counts.iter().map(u128::to_string).collect();
    json!({ "counts": counts, "unmoved": sample.unmoved }).to_string()
}

fn parse(line: &str, motifs: usize) -> Option<NullSample> {
    let value: Value = serde_json::from_str(line).ok()?;
    let counts = value.get("counts")?.as_array()?.iter();
    let counts: Vec<u128> =
        counts.map(|count| count.as_str()?.parse().ok()).collect::<Option<_>>()?;
    let unmoved = value.get("unmoved")?.as_f64()?;
    (counts.len() == motifs).then_some(NullSample { counts, unmoved })
}
