//! `isocount count … --explain FILE`: which arcs a learned count comes from, as JSON or as a
//! picture.

use std::path::Path;

use isocount::draw::{Names, Panel, Picture};
use isocount::session::{Ask, Existing, Explained, LoadedGraph, LoadedPattern};
use isocount_model::LabelTable;
use isocount_platform::{Durability, whole_file};
use serde::Serialize;

use crate::error::Failure;
use crate::existing;
use crate::interrupt;
use crate::output::json;
use crate::picture_file::PictureFile;

/// The maximum number of arcs in a picture.
const DRAWN: usize = 5_000;

/// The explanation as JSON.
#[derive(Serialize)]
struct Object<'a> {
    pattern: &'a str,
    graph: &'a str,
    count: f64,
    output: f64,
    offset: f64,
    arcs: Vec<Arc>,
}

#[derive(Serialize)]
struct Arc {
    tail: u32,
    head: u32,
    label: String,
    share: f64,
    length: f64,
}

/// Returns an error if the file must not be replaced, before anything is counted.
pub(crate) fn check(path: &Path, existing: Existing) -> Result<(), Failure> {
    if is_json(path) {
        return existing::check_file(path, existing);
    }
    PictureFile::new(path, existing).map(|_| ()).map_err(|failure| match failure {
        Failure::Draw { path, problem, .. } => {
            Failure::Draw { path, problem, help: "let it end in .json, .svg or .png" }
        }
        other => other,
    })
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

/// Explains an answer and writes the explanation to a file.
pub(crate) fn write(
    path: &Path,
    existing: Existing,
    ask: &Ask,
    pattern: &LoadedPattern,
    graph: &LoadedGraph,
) -> Result<(), Failure> {
    let control = interrupt::control();
    let names = (pattern.name(), graph.name());
    let explained = ask.explain(pattern, graph, control).map_err(|problem| Failure::Count {
        pattern: names.0.to_owned(),
        graph: names.1.to_owned(),
        reason: problem.to_string(),
    })?;
    let Some(model) = ask.method().model() else { return Ok(()) };
    let labels = model.labels();
    if is_json(path) {
        let text = json::object(&Object::new(names, &explained, labels));
        return whole_file::write(path, text.as_bytes(), Durability::PowerCut)
            .map_err(|source| Failure::write(path, source));
    }
    let Explained { explanation, pattern, graph, .. } = &explained;
    if graph.num_arcs() > DRAWN {
        let problem = format!("{} arcs are more than a picture can show", graph.num_arcs());
        return Err(Failure::Draw { path: path.to_owned(), problem, help: "explain it as .json" });
    }
    let drawn =
        Names { node: &|label| labels.node_name(label), edge: &|label| labels.edge_name(label) };
    let shares = &explanation.shares;
    let largest = shares.iter().fold(f64::MIN_POSITIVE, |most, it| most.max(it.share.abs()));
    let weights = shares.iter().map(|it| it.share / largest).collect();
    let count = explanation.count;
    let title = format!("{}, count {count:.1}; ±1 is a share of ±{largest:.2}", names.1);
    let picture = Picture::new(drawn)
        .with(Panel::new(names.0, pattern.graph()))
        .with(Panel::new(title, graph).weighted(weights));
    PictureFile::new(path, existing)?.write(&picture)
}

impl<'a> Object<'a> {
    fn new(names: (&'a str, &'a str), explained: &Explained, labels: &LabelTable) -> Self {
        let Explained { explanation, graph, .. } = explained;
        let arcs = graph.arcs().zip(&explanation.shares).map(|(arc, share)| Arc {
            tail: arc.tail.0,
            head: arc.head.0,
            label: labels.edge_name(arc.label),
            share: share.share,
            length: share.length,
        });
        Self {
            pattern: names.0,
            graph: names.1,
            count: explanation.count,
            output: explanation.output,
            offset: explanation.offset,
            arcs: arcs.collect(),
        }
    }
}
