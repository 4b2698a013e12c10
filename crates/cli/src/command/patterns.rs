//! `isocount patterns`: the patterns that have a name, from the registry.

use std::num::NonZeroUsize;

use isocount::draw::{Names, Panel, Picture};
use isocount::format::{KnownPattern, Notation};
use isocount::session::{LoadedPattern, Session, Source};
use serde::Serialize;

use crate::args::KnownPatternsArgs;
use crate::error::Failure;
use crate::existing::existing;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::json;
use crate::output::table::Table;
use crate::picture_file::PictureFile;

/// Panels side by side in a picture.
const COLUMNS: NonZeroUsize = NonZeroUsize::new(6).expect("6 is not zero");

/// The maximum number of arcs in a picture.
const DRAWN: usize = 5_000;

#[derive(Serialize)]
struct Entry {
    name: String,
    usage: &'static str,
    nodes: usize,
    arcs: usize,
    notation: String,
    summary: &'static str,
}

pub(crate) fn run(args: &KnownPatternsArgs) -> Result<Finish, Failure> {
    let picture = match &args.draw {
        Some(path) => Some(PictureFile::new(path, existing(args.force))?),
        None => None,
    };
    let all = || KnownPattern::ALL.iter().map(|known| known.example().to_owned()).collect();
    let names: Vec<String> = if args.names.is_empty() { all() } else { args.names.clone() };
    let mut session = Session::new();
    let (mut entries, mut patterns) = (Vec::new(), Vec::new());
    for name in &names {
        let typed = Source::text(Notation::Text, name);
        let pattern = session.read_pattern(typed, interrupt::control())?;
        let plain = name.split(':').next().unwrap_or(name);
        let known = KnownPattern::ALL.iter().find(|known| known.name() == plain);
        entries.push(Entry {
            name: name.clone(),
            usage: known.map_or("", KnownPattern::usage),
            nodes: pattern.pattern().num_nodes(),
            arcs: pattern.pattern().num_arcs(),
            notation: KnownPattern::expand(name).ok().flatten().unwrap_or_else(|| name.clone()),
            summary: known.map_or("", KnownPattern::summary),
        });
        patterns.push(pattern);
    }
    if let Some(picture) = &picture {
        draw(&patterns, picture)?;
    }
    if args.json {
        return super::print(&entries.iter().map(json::object).collect::<String>());
    }
    super::print(&table(&entries))
}

fn table(entries: &[Entry]) -> String {
    let nodes: Vec<String> = entries.iter().map(|entry| entry.nodes.to_string()).collect();
    let mut rows = vec![["pattern", "for example", "nodes", "notation", "what it is"]];
    for (entry, nodes) in entries.iter().zip(&nodes) {
        let example = if entry.name == entry.usage { "" } else { &entry.name };
        rows.push([entry.usage, example, nodes, &entry.notation, entry.summary]);
    }
    Table::for_rows(rows.iter().copied()).rows(&rows)
}

fn draw(patterns: &[LoadedPattern], file: &PictureFile<'_>) -> Result<(), Failure> {
    let num_arcs: usize = patterns.iter().map(|pattern| pattern.pattern().num_arcs()).sum();
    if num_arcs > DRAWN {
        let problem = format!("{num_arcs} arcs are more than a picture can show");
        return Err(file.refused(problem, "draw fewer patterns, or smaller ones"));
    }
    let no_name = |_| String::new();
    let picture = Picture::new(Names { node: &no_name, edge: &no_name }).in_rows_of(COLUMNS);
    let panels =
        patterns.iter().map(|pattern| Panel::of_pattern(pattern.name(), pattern.pattern()));
    file.write(&panels.fold(picture, Picture::with))
}
