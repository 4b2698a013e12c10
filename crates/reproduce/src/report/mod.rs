//! The report: tables beside the published numbers, figures, and what was learned in plain words.

mod chart;
mod figures;
mod grid;
mod html;
mod markdown;
mod rows;
mod tables;
mod words;

use crate::{Plan, ReproduceError, Store};

pub(crate) use grid::{Cell, Grid};

/// A picture.
pub(crate) struct Picture {
    /// Its name, as that of a file.
    name: String,
    title: String,
    /// What it shows, in a sentence.
    caption: String,
    svg: String,
}

/// Everything that the report shows.
pub(crate) struct Contents {
    /// What was learned, in plain words.
    words: Vec<String>,
    tables: Vec<Grid>,
    pictures: Vec<Picture>,
    /// The steps: title, key, seconds, command.
    steps: Grid,
}

/// Writes report.html, report.md, tables/*.csv and figures/*.svg. Says in plain words what was learned.
///
/// # Errors
/// If a record is damaged, or a file cannot be written.
pub fn report(plan: &Plan, store: &Store) -> Result<Vec<String>, ReproduceError> {
    let rows = rows::read(plan, store)?;
    let contents = Contents {
        words: words::of(&rows),
        tables: tables::all(plan, store, &rows)?,
        pictures: figures::all(&rows),
        steps: tables::steps(plan, store)?,
    };
    let folder = store.folder();
    store.write(&folder.join("report.html"), &html::page(plan, &contents))?;
    store.write(&folder.join("report.md"), &markdown::page(plan, &contents))?;
    for grid in contents.tables.iter().chain([&contents.steps]) {
        store.write(&folder.join("tables").join(format!("{}.csv", grid.name)), &grid.to_csv())?;
    }
    for picture in &contents.pictures {
        let path = folder.join("figures").join(format!("{}.svg", picture.name));
        store.write(&path, &picture.svg)?;
    }
    Ok(contents.words)
}
