//! Counts the triangles of a social network, in every meaning of "how often".
//!
//!     cargo run --package isocount --example count_triangles

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use isocount::format::{LabelNames, ReadOptions, read_one};
use isocount::{Answer, Budget, Control, Counter, Directions, Exact, Pattern, Semantics, View};

fn main() -> Result<(), Box<dyn Error>> {
    // One list of names for both files, so that equal labels are equal.
    let mut names = LabelNames::new();
    let mut read =
        |file: &str| read_one(&example(file), &ReadOptions::default(), &mut names, &Control::NONE);
    let (triangle, karate) = (read("triangle.json")?, read("karate.csv")?);

    // The files list each tie once; friendship goes both ways.
    let undirected = View { directions: Directions::Ignore, ..View::default() };
    let triangle = Pattern::try_from(undirected.apply(&triangle.graph))?;
    let karate = undirected.apply(&karate.graph);

    // One graph, several questions: open it once.
    let counter = Exact::with_threads(1);
    let mut open = counter.open(&karate.into(), &Control::NONE)?;
    let mut out = io::stdout().lock();
    for meaning in Semantics::ALL {
        match open.count(&triangle, meaning, &Budget::UNLIMITED)? {
            Answer::Exact(count) => writeln!(out, "{count:>4} {meaning}")?,
            other => writeln!(out, "{other:?} {meaning}")?,
        }
    }
    Ok(())
}

fn example(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(file)
}
