//! Patterns: the gallery, and conversion between text and drawing.

use std::sync::{Arc, OnceLock};

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use isocount_core::Control;
use isocount_draw::layout;
use isocount_format::{Format, KnownPattern, Notation};
use isocount_session::{LoadedPattern, PatternOutline, Session};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::pattern_input::{DrawnPattern, PatternInput, PatternProblem, split};
use crate::app::App;
use crate::input::Input;
use crate::problem::{Problem, json};
use crate::settings::Limits;
use crate::work::{quick_work, work};

/// A node of a pattern, with its position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PatternNode {
    /// Its name.
    name: String,
    /// The label that it accepts, in the notation; empty if it has no label.
    label: String,
    /// The horizontal position; neighbours are about 1 apart.
    x: f64,
    /// The vertical position, growing downwards.
    y: f64,
}

/// An edge of a pattern.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PatternEdge {
    /// The position of its tail among the nodes.
    tail: usize,
    /// The position of its head.
    head: usize,
    /// The label that it accepts, in the notation.
    label: String,
    /// Whether the edge goes both ways.
    undirected: bool,
    /// Whether there must be no such edge.
    absent: bool,
}

/// A pattern of the gallery.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GalleryPattern {
    /// Its name.
    name: String,
    /// The text to type for it.
    text: String,
    /// A description.
    summary: String,
    /// `undirected`, `directed` or `functional group`.
    group: &'static str,
    nodes: Vec<PatternNode>,
    edges: Vec<PatternEdge>,
}

/// Common functional groups, as SMARTS.
const FUNCTIONAL_GROUPS: [(&str, &str, &str); 9] = [
    ("hydroxyl", "[OX2H]", "an oxygen with its hydrogen"),
    ("carboxyl", "[CX3](=O)[OX2H1]", "an acid group"),
    ("carbonyl", "[CX3]=[OX1]", "a carbon with a double bond to oxygen"),
    ("amine", "[NX3;H2,H1]", "a nitrogen with one or two hydrogens"),
    ("amide", "[NX3][CX3]=[OX1]", "a nitrogen next to a carbonyl"),
    ("nitro", "[NX3+](=O)[O-]", "a nitrogen with two oxygens"),
    ("nitrile", "[NX1]#[CX2]", "a triple bond to nitrogen"),
    ("halide", "[#6][F,Cl,Br,I]", "a halogen at a carbon"),
    ("benzene ring", "c1ccccc1", "six aromatic carbons"),
];

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ParseRequest {
    /// The text that was typed.
    text: String,
}

/// A text as a drawing.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Parsed {
    /// The pattern as it is printed in the notation; SMILES, SMARTS and text that cannot be read
    /// are returned as typed.
    text: String,
    /// `pattern`, `smiles` or `smarts`.
    kind: &'static str,
    nodes: Vec<PatternNode>,
    edges: Vec<PatternEdge>,
    /// What is wrong, if the text cannot be read.
    problem: Option<TextProblem>,
}

/// What is wrong with a text, and where.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TextProblem {
    message: String,
    help: Option<String>,
    /// The first character at fault, in UTF-16 units.
    start: Option<usize>,
    /// The end of the characters at fault.
    end: Option<usize>,
    /// The node of the drawing that is at fault.
    node: Option<usize>,
    /// The edge of the drawing that is at fault.
    edge: Option<usize>,
}

/// A drawing as text.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Printed {
    /// In the notation; empty if there is a problem.
    text: String,
    /// What is wrong, if the drawing is not a pattern.
    problem: Option<TextProblem>,
}

/// Lists the gallery: patterns with names, and functional groups.
#[utoipa::path(get, path = "/api/v1/patterns", tag = "patterns",
    responses((status = 200, description = "All patterns of the gallery", body = Vec<GalleryPattern>)))]
pub(crate) async fn gallery(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    static GALLERY: OnceLock<String> = OnceLock::new();
    let text = if let Some(text) = GALLERY.get() {
        text
    } else {
        let made = work(&app, app.limits.time, |_| Ok(made_gallery())).await?;
        GALLERY.get_or_init(|| made)
    };
    let mut response = Response::new(Body::from(text.as_str()));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    Ok(response)
}

fn made_gallery() -> String {
    let known = KnownPattern::ALL.iter().map(|known| {
        let text = known.example();
        let group = if known.notation().contains(['<', '>']) { "directed" } else { "undirected" };
        (text.to_owned(), text.to_owned(), known.summary(), group)
    });
    let groups = FUNCTIONAL_GROUPS.iter().map(|(name, smarts, summary)| {
        ((*name).to_owned(), Notation::Smarts.argument(smarts), *summary, "functional group")
    });
    let limits = Limits::default();
    let all = known.chain(groups).filter_map(|(name, text, summary, group)| {
        let input = PatternInput::Text(text.clone());
        let pattern = input.read(&mut Session::new(), &limits, &Control::NONE).ok()?;
        let (nodes, edges) = drawn(&pattern)?;
        Some(GalleryPattern { name, text, summary: summary.to_owned(), group, nodes, edges })
    });
    serde_json::to_string(&all.collect::<Vec<_>>()).expect("our types are JSON")
}

/// A pattern as nodes with positions, and edges.
fn drawn(pattern: &LoadedPattern) -> Option<(Vec<PatternNode>, Vec<PatternEdge>)> {
    let PatternOutline { nodes, edges } = pattern.outline().ok()?;
    let points = layout(pattern.pattern().symmetry_shape());
    let round = |x: f64| (x * 1000.0).round() / 1000.0;
    let nodes = nodes.into_iter().zip(points).map(|(node, point)| PatternNode {
        name: node.name,
        label: node.label,
        x: round(point.x),
        y: round(point.y),
    });
    let edges = edges.into_iter().map(|edge| PatternEdge {
        tail: edge.tail,
        head: edge.head,
        label: edge.label,
        undirected: edge.is_undirected,
        absent: edge.is_absent,
    });
    Some((nodes.collect(), edges.collect()))
}

/// Converts a text to a drawing. A text that cannot be read is not an error of the request:
/// `problem` describes what is wrong.
#[utoipa::path(post, path = "/api/v1/patterns/parse", tag = "patterns", request_body = ParseRequest,
    responses(
        (status = 200, description = "The drawing, or the problem", body = Parsed),
        (status = "4XX", description = "Refused", body = Problem),
        (status = "5XX", description = "Not answered", body = Problem)))]
pub(crate) async fn parse(
    State(app): State<Arc<App>>,
    Input(ParseRequest { text }): Input<ParseRequest>,
) -> Result<Response, Problem> {
    let limits = app.limits.clone();
    let parsed = quick_work(&app, move |control| Ok(parsed(text, &limits, control)));
    Ok(json(&parsed.await?))
}

fn parsed(text: String, limits: &Limits, control: &Control) -> Parsed {
    let kind = match split(&text).0 {
        Notation::Smiles => "smiles",
        Notation::Smarts => "smarts",
        _ => "pattern",
    };
    let empty = |text: String, problem| Parsed {
        text,
        kind,
        nodes: Vec::new(),
        edges: Vec::new(),
        problem,
    };
    if text.trim().is_empty() {
        return empty(text, None);
    }
    let read = PatternInput::Text(text.clone()).read(&mut Session::new(), limits, control);
    let pattern = match read {
        Ok(pattern) => pattern,
        Err(problem) => {
            let problem = text_problem(problem, &text);
            return empty(text, Some(problem));
        }
    };
    let Some((nodes, edges)) = drawn(&pattern) else {
        return empty(text, None);
    };
    let text = if kind == "pattern" { printed(&pattern, control).unwrap_or(text) } else { text };
    Parsed { text, kind, nodes, edges, problem: None }
}

/// Converts a drawing to text in the notation.
#[utoipa::path(post, path = "/api/v1/patterns/print", tag = "patterns", request_body = DrawnPattern,
    responses(
        (status = 200, description = "The text, or the problem", body = Printed),
        (status = "4XX", description = "Refused", body = Problem),
        (status = "5XX", description = "Not answered", body = Problem)))]
pub(crate) async fn print(
    State(app): State<Arc<App>>,
    Input(drawing): Input<DrawnPattern>,
) -> Result<Response, Problem> {
    let limits = app.limits.clone();
    let job = move |control: &Control| {
        if drawing.nodes.is_empty() && drawing.edges.is_empty() {
            return Ok(Printed { text: String::new(), problem: None });
        }
        let read = PatternInput::Drawn(drawing).read(&mut Session::new(), &limits, control);
        Ok(match read {
            Ok(pattern) => {
                Printed { text: printed(&pattern, control).unwrap_or_default(), problem: None }
            }
            Err(problem) => {
                Printed { text: String::new(), problem: Some(text_problem(problem, "")) }
            }
        })
    };
    Ok(json(&quick_work(&app, job).await?))
}

fn printed(pattern: &LoadedPattern, control: &Control) -> Option<String> {
    let mut text = Vec::new();
    pattern.write(Format::Text, &mut text, control).ok()?;
    Some(String::from_utf8(text).ok()?.trim_end().to_owned())
}

fn text_problem(problem: PatternProblem, text: &str) -> TextProblem {
    let PatternProblem { problem, node, edge, span } = problem;
    let problem = *problem;
    // Messages begin with the text as the name of a file; here the position is reported separately.
    let message = match (problem.line, problem.column) {
        (Some(line), Some(column)) => {
            let place = format!(":{line}:{column}: ");
            let after = problem.message.split_once(&place).map(|(_, message)| message.to_owned());
            after.unwrap_or(problem.message)
        }
        _ => problem.message,
    };
    let utf16 = |number: usize| text.chars().take(number).map(char::len_utf16).sum::<usize>();
    let (start, end) = (span.map(|span| utf16(span.0)), span.map(|span| utf16(span.1)));
    TextProblem { message, help: problem.help, start, end, node, edge }
}
