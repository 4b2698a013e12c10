//! `isocount count … --explain FILE`: which arcs a learned count comes from, as JSON or as a picture.

use std::fs;
use std::path::Path;

use isocount::LabeledGraph;
use isocount::draw::{Names, Panel, Picture};
use isocount::format::NamedGraph;
use isocount::infer::Explanation;
use serde::Serialize;

use crate::error::Failure;
use crate::input::NamedPattern;
use crate::learned::LearnedModel;
use crate::output::json;
use crate::picture_file::PictureFile;

/// The most arcs of a picture.
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

/// Refuses a file that exists, before anything is counted.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    if is_json(path) {
        if path.exists() {
            let help = "choose another name, or remove it first";
            return Err(Failure::OutExists { path: path.to_owned(), help });
        }
        return Ok(());
    }
    PictureFile::new(path, false).map(|_| ()).map_err(|failure| match failure {
        Failure::Draw { path, problem, .. } => {
            Failure::Draw { path, problem, help: "let it end in .json, .svg or .png" }
        }
        other => other,
    })
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

/// Explains an answer and writes it down.
pub(crate) fn write(
    path: &Path,
    model: &LearnedModel,
    pattern: &NamedPattern,
    graph: &NamedGraph,
) -> Result<(), Failure> {
    let network = model.network().ok_or(Failure::usage(
        "--explain needs a model with fused loops: Count-GNN or one of its ablations",
    ))?;
    let explained = network.explain(&pattern.pattern, &graph.graph).map_err(|label| {
        Failure::UnknownLabel { path: path.to_owned(), problem: label.to_string() }
    })?;
    if is_json(path) {
        let text = json::object(&object(&explained, model, pattern, graph));
        return fs::write(path, text).map_err(|source| Failure::write(path, source));
    }
    if graph.graph.num_arcs() > DRAWN {
        let problem = format!("{} arcs are more than a picture can show", graph.graph.num_arcs());
        return Err(Failure::Draw { path: path.to_owned(), problem, help: "explain it as .json" });
    }
    let labels = model.labels();
    let names =
        Names { node: &|label| labels.node_name(label), edge: &|label| labels.edge_name(label) };
    let largest =
        explained.shares.iter().fold(f64::MIN_POSITIVE, |most, it| most.max(it.share.abs()));
    let weights = explained.shares.iter().map(|it| it.share / largest).collect();
    let title =
        format!("{}, count {:.1}; ±1 is a share of ±{largest:.2}", graph.name, explained.count);
    let pattern_graph: &LabeledGraph = pattern.pattern.graph();
    let picture = Picture::new(names)
        .with(Panel::new(pattern.name.as_str(), pattern_graph))
        .with(Panel::new(title, &graph.graph).weighted(weights));
    PictureFile::new(path, false)?.write(&picture)
}

fn object<'a>(
    explained: &Explanation,
    model: &LearnedModel,
    pattern: &'a NamedPattern,
    graph: &'a NamedGraph,
) -> Object<'a> {
    let arcs = graph.graph.arcs().zip(&explained.shares);
    Object {
        pattern: &pattern.name,
        graph: &graph.name,
        count: explained.count,
        output: explained.output,
        offset: explained.offset,
        arcs: arcs
            .map(|(arc, share)| Arc {
                tail: arc.tail.0,
                head: arc.head.0,
                label: model.labels().edge_name(arc.label),
                share: share.share,
                length: share.length,
            })
            .collect(),
    }
}
