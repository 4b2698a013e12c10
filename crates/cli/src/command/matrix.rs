//! `isocount count … --matrix`: a row for each graph, a column for each pattern.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use isocount::Control;
use isocount::record::matrix::{self, MatrixRow};
use isocount::session::{Batch, LoadedPattern};
use isocount_platform::{Durability, WholeFile};

use super::batch::{Chunk, Summary};
use crate::error::Failure;
use crate::interrupt;
use crate::progress::{Loudness, Progress};

/// A matrix on the standard output, row by row.
pub(super) fn to_stdout(
    batch: &Batch<'_>,
    loudness: Loudness,
    control: &Control,
) -> Result<Summary, Failure> {
    interrupt::advise("rows of answers, without --matrix and with --out FILE, can be continued");
    super::print(&heading(batch))?;
    let loudness = loudness.beside_results_on_stdout();
    answer(batch, loudness, control, |row| super::print(&row.to_csv()).map(drop))
}

/// Writes a matrix to a file, which exists only once it is complete.
pub(super) fn to_file(
    batch: &Batch<'_>,
    path: &Path,
    loudness: Loudness,
    control: &Control,
) -> Result<Summary, Failure> {
    interrupt::advise("nothing was written; rows of answers, without --matrix, can be continued");
    let failed = |source| Failure::write(path, source);
    let mut file = WholeFile::create(path).map_err(failed)?;
    let mut write = |text: String| file.write_all(text.as_bytes()).map_err(failed);
    write(heading(batch))?;
    let summary = answer(batch, loudness, control, |row| write(row.to_csv()))?;
    file.commit(Durability::PowerCut).map_err(failed)?;
    Ok(summary)
}

fn heading(batch: &Batch<'_>) -> String {
    matrix::heading(batch.patterns().iter().map(LoadedPattern::name))
}

fn answer(
    batch: &Batch<'_>,
    loudness: Loudness,
    control: &Control,
    mut write: impl FnMut(&MatrixRow) -> Result<(), Failure> + Send,
) -> Result<Summary, Failure> {
    let progress = Progress::watch(loudness, control);
    let started = Instant::now();
    let mut chunk = Chunk::default();
    batch.rows(control, |answered| chunk.add(batch, answered), |row| write(&row))?;
    drop(progress);
    let Chunk { tally, zeros, .. } = chunk;
    Ok(Summary { tally, zeros, earlier: 0, time: started.elapsed() })
}
