//! The report: findings, tables next to the published numbers, and figures.

mod axis;
mod chart;
mod environment;
mod figures;
mod grid;
mod heads;
mod html;
mod labels;
mod look;
mod markdown;
mod results;
mod rows;
mod run_page;
mod scalability;
mod stale;
mod steps;
mod table1;
mod table2;
mod tables;
#[cfg(test)]
mod tests;
mod unseen;
mod verdict;
mod words;

use std::path::PathBuf;

use isocount_platform::Durability;

use crate::step::{CounterSpec, Work};
use crate::{EvaluationRecord, Key, Plan, ReproduceError, Set, Store};
use rows::Row;

pub(crate) use grid::{Cell, Grid};

/// A picture.
pub(crate) struct Picture {
    /// The name of the picture and of its file.
    name: String,
    title: String,
    /// One sentence about its content.
    caption: String,
    svg: String,
}

/// The contents of the report.
pub(crate) struct Contents {
    /// The claims of the paper, and whether they hold.
    verdict: Option<Grid>,
    /// The findings, in sentences.
    words: Vec<String>,
    /// The number of finished steps.
    done: usize,
    tables: Vec<Grid>,
    pictures: Vec<Picture>,
    /// The steps, with their keys and commands.
    steps: Grid,
    /// The origins of the records.
    environment: Grid,
}

/// Writes report.html, report.md, a page for every run, tables/*.csv, tables/results.md,
/// tables/sources.md and figures/*.svg, then packs the records. Files of an earlier report that are
/// not part of this one are removed. Returns the findings, a paragraph each.
///
/// The report depends on the plan and the records alone: written again elsewhere, it has the same
/// bytes.
///
/// # Errors
/// If a record is damaged, or a file cannot be written.
pub fn report(plan: &Plan, store: &mut Store) -> Result<Vec<String>, ReproduceError> {
    let words = write(plan, store)?;
    store.pack()?;
    Ok(words)
}

fn write(plan: &Plan, store: &Store) -> Result<Vec<String>, ReproduceError> {
    let rows = rows::read(plan, store)?;
    let scales = scalability::read(plan, store)?;
    let (scaling, scaling_pictures) = scalability::of(&scales);
    let mut tables = tables::all(plan, store, &rows)?;
    tables.extend(heads::of(&rows));
    tables.extend(unseen::all(&rows));
    tables.extend(scaling);
    let mut pictures = figures::all(&rows);
    pictures.extend(scaling_pictures);
    let contents = Contents {
        verdict: verdict::of(&sets_of(plan), &rows, &scales),
        words: words::of(plan, &rows),
        done: plan.steps.iter().filter(|step| store.is_done(&step.key)).count(),
        tables,
        pictures,
        steps: steps::of(plan, store)?,
        environment: environment::of(plan, store)?,
    };
    let files = files(plan, store, &rows, &contents)?;
    for (path, text) in &files {
        store.write(path, text, Durability::Kill)?;
    }
    stale::remove(store.folder(), &files.into_iter().map(|(path, _)| path).collect())?;
    Ok(contents.words)
}

/// The data sets of a plan, without duplicates.
fn sets_of(plan: &Plan) -> Vec<Set> {
    let mut sets = plan.request.sets.clone();
    sets.sort_unstable();
    sets.dedup();
    sets
}

/// All files of the report, with their paths.
fn files(
    plan: &Plan,
    store: &Store,
    rows: &[Row<'_>],
    contents: &Contents,
) -> Result<Vec<(PathBuf, String)>, ReproduceError> {
    let folder = store.folder();
    let mut files = vec![
        (folder.join("report.html"), html::page(plan, contents)),
        (folder.join("report.md"), markdown::page(plan, contents)),
    ];
    for grid in contents.verdict.iter().chain(&contents.tables).chain([&contents.steps]) {
        files.push((folder.join("tables").join(format!("{}.csv", grid.name)), grid.to_csv()));
    }
    let quoted = [results::best_rows(rows), results::in_short(rows), results::sources(plan, rows)];
    for grid in contents.verdict.iter().chain(&quoted) {
        files.push((folder.join("tables").join(format!("{}.md", grid.name)), grid.to_markdown()));
    }
    for (key, training) in rows.iter().flat_map(Row::keyed_trainings) {
        let Some(step) = plan.steps.iter().find(|step| step.key == *key) else { continue };
        let asked = plan.steps.iter().find(|step| asks(&step.work, key));
        let record: Option<EvaluationRecord> =
            asked.map_or(Ok(None), |asked| store.read(&asked.key))?;
        let page = run_page::page(step, training, asked.zip(record.as_ref()));
        files.push((folder.join("pages").join(format!("{key}.html")), page));
    }
    for picture in &contents.pictures {
        let path = folder.join("figures").join(format!("{}.svg", picture.name));
        files.push((path, chart::standalone(&picture.svg)));
    }
    Ok(files)
}

/// Whether a step evaluates the model of a run.
fn asks(work: &Work, run: &Key) -> bool {
    matches!(work, Work::Evaluate { counter: CounterSpec::Run(key), .. } if key == run)
}
