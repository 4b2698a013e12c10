//! A pattern as a client sends it: text in the notation, or nodes and edges as they were drawn.
//! Text is never taken for the name of a file.

use std::fmt::{self, Write};

use isocount_core::Control;
use isocount_format::{FormatError, KnownPattern, Notation, quoted_label, quoted_name};
use isocount_session::{LoadedPattern, Session, SessionError, Source};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::object::Object;
use crate::problem::Problem;
use crate::settings::Limits;
use crate::shelf::Needs;

/// The maximum length of the text of a pattern, in bytes.
pub(crate) const MOST_TEXT: usize = 64 << 10;

/// A pattern: a text, or a drawing.
#[derive(Clone, Debug)]
pub(crate) enum PatternInput {
    /// In the notation (`a-b-c-a`, `triangle`, `smiles:c1ccccc1`, `smarts:[OX2H]`).
    Text(String),
    /// Nodes and edges.
    Drawn(DrawnPattern),
}

impl PartialSchema for PatternInput {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("in the notation, as `smiles:` or as `smarts:`"))
            .examples([serde_json::json!("triangle")]);
        let either = OneOfBuilder::new()
            .item(text)
            .item(Ref::from_schema_name(<DrawnPattern as ToSchema>::name()))
            .description(Some("A pattern: a text, or a drawing."));
        either.into()
    }
}

impl ToSchema for PatternInput {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((<DrawnPattern as ToSchema>::name().into_owned(), DrawnPattern::schema()));
        DrawnPattern::schemas(schemas);
    }
}

/// Written by hand, because serde would report every mistake as "did not match any variant".
impl<'de> Deserialize<'de> for PatternInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrDrawing)
    }
}

struct TextOrDrawing;

impl<'de> Visitor<'de> for TextOrDrawing {
    type Value = PatternInput;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a pattern: a text, or an object with nodes and edges")
    }

    fn visit_str<E>(self, text: &str) -> Result<PatternInput, E> {
        Ok(PatternInput::Text(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PatternInput, A::Error> {
        DrawnPattern::deserialize(MapAccessDeserializer::new(map)).map(PatternInput::Drawn)
    }
}

/// A pattern that was drawn.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawnPattern {
    /// The nodes.
    #[schema(value_type = Vec<DrawnNode>)]
    pub(crate) nodes: Vec<Object<DrawnNode>>,
    /// The edges.
    #[serde(default)]
    #[schema(value_type = Vec<DrawnEdge>)]
    pub(crate) edges: Vec<Object<DrawnEdge>>,
}

/// A node that was drawn.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct DrawnNode {
    /// Its name; generated if it is missing or empty.
    name: Option<String>,
    /// The label that it accepts, or a set in the notation (`F|Cl`, `*`, `!C`).
    label: Option<String>,
    /// The horizontal position, as `patterns/parse` returns it. Not a part of the pattern.
    x: Option<f64>,
    /// The vertical position, growing downwards.
    y: Option<f64>,
}

/// An edge that was drawn.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawnEdge {
    /// The position of its tail among the nodes, from 0.
    #[schema(example = 0)]
    tail: usize,
    /// The position of its head.
    head: usize,
    /// The label that it accepts, or a set in the notation.
    #[serde(default)]
    label: Option<String>,
    /// Whether the edge goes both ways.
    #[serde(default)]
    undirected: bool,
    /// Whether there must be no such edge.
    #[serde(default)]
    absent: bool,
}

/// What is wrong with a pattern, and which part of the drawing or of the text is at fault.
#[derive(Debug)]
pub(crate) struct PatternProblem {
    pub(crate) problem: Box<Problem>,
    pub(crate) node: Option<usize>,
    pub(crate) edge: Option<usize>,
    /// The range at fault, in Unicode characters of the text.
    pub(crate) span: Option<(usize, usize)>,
}

impl From<Problem> for PatternProblem {
    fn from(problem: Problem) -> Self {
        Self { problem: Box::new(problem), node: None, edge: None, span: None }
    }
}

impl From<PatternProblem> for Problem {
    fn from(problem: PatternProblem) -> Self {
        *problem.problem
    }
}

impl PatternInput {
    /// What graphs must know for this pattern, in addition to labels.
    pub(crate) fn needs(&self) -> Needs {
        match self {
            Self::Text(text) => match split(text) {
                (Notation::Smarts, _) => Needs::Smarts,
                (Notation::Text, text) if text.contains('{') || text.contains("where") => {
                    Needs::Attributes
                }
                _ => Needs::Labels,
            },
            Self::Drawn(_) => Needs::Labels,
        }
    }

    /// The name of the pattern in a record.
    pub(crate) fn title(&self) -> String {
        match self {
            Self::Text(text) => split(text).1.to_owned(),
            Self::Drawn(drawn) => drawn.title(),
        }
    }

    /// Reads the pattern into a session.
    pub(crate) fn read(
        &self,
        session: &mut Session,
        limits: &Limits,
        control: &Control,
    ) -> Result<LoadedPattern, PatternProblem> {
        let pattern = match self {
            Self::Text(text) => read_text(session, text, limits, control)?,
            Self::Drawn(drawn) => drawn.read(session, limits, control)?,
        };
        let read = pattern.pattern();
        let (nodes, arcs) = (read.num_nodes(), read.num_arcs() + read.absent_arcs().len());
        if nodes > limits.pattern_nodes || arcs > limits.pattern_arcs {
            return Err(too_large(limits).into());
        }
        Ok(pattern)
    }
}

fn too_large(limits: &Limits) -> Problem {
    let Limits { pattern_nodes, pattern_arcs, .. } = limits;
    Problem::refused(format!(
        "a pattern of this service has at most {pattern_nodes} nodes and {pattern_arcs} arcs"
    ))
}

/// The notation of a text, and the text without its name.
pub(crate) fn split(text: &str) -> (Notation, &str) {
    Notation::split(text).unwrap_or((Notation::Text, text))
}

fn read_text(
    session: &mut Session,
    text: &str,
    limits: &Limits,
    control: &Control,
) -> Result<LoadedPattern, PatternProblem> {
    if text.len() > MOST_TEXT {
        let message = format!("the text of a pattern has at most {MOST_TEXT} bytes");
        return Err(Problem::refused(message).into());
    }
    let (notation, rest) = split(text);
    // A short name may stand for a large pattern: check its size before it is built.
    let named = KnownPattern::expand(rest).ok().flatten();
    if notation == Notation::Text && named.is_some_and(|text| text.len() > MOST_TEXT) {
        return Err(too_large(limits).into());
    }
    session.read_pattern(Source::text(notation, rest), control).map_err(|error| {
        let span = match &error {
            SessionError::Format(error) => span(error, text, text.len() - rest.len()),
            _ => None,
        };
        PatternProblem { span, ..Problem::from(error).into() }
    })
}

/// The range of characters at fault, in the text that was typed.
fn span(error: &FormatError, text: &str, before: usize) -> Option<(usize, usize)> {
    let at = error.location()?;
    let before = text[..before].chars().count();
    let lines = text.split('\n').take(at.line.saturating_sub(1) as usize);
    let lines: usize = lines.map(|line| line.chars().count() + 1).sum();
    // The name of a notation is in the first line.
    let shift = if at.line <= 1 { before } else { 0 };
    let start = lines + shift + at.column.saturating_sub(1) as usize;
    Some((start, start + error.span_len()))
}

impl DrawnPattern {
    fn read(
        &self,
        session: &mut Session,
        limits: &Limits,
        control: &Control,
    ) -> Result<LoadedPattern, PatternProblem> {
        if self.nodes.len() > limits.pattern_nodes || self.edges.len() > limits.pattern_arcs {
            return Err(too_large(limits).into());
        }
        let text = self.to_notation()?;
        let read = session.read_pattern(Source::text(Notation::Text, &text), control);
        Ok(read.map_err(Problem::from)?.with_name(&self.title()))
    }

    fn title(&self) -> String {
        match self.nodes.len() {
            1 => "drawn pattern of 1 node".to_owned(),
            number => format!("drawn pattern of {number} nodes"),
        }
    }

    /// All nodes, then all edges. Each label is checked separately first, so that errors are
    /// attributed to the right element.
    fn to_notation(&self) -> Result<String, PatternProblem> {
        let names = self.names()?;
        let mut text = String::new();
        for (place, (Object(node), name)) in self.nodes.iter().zip(&names).enumerate() {
            let blame =
                |problem| PatternProblem { node: Some(place), ..PatternProblem::from(problem) };
            let label = label(node.label.as_deref()).map_err(blame)?;
            let colon = if label.is_empty() { "" } else { ":" };
            // Writing to a string cannot fail.
            let _ = write!(text, "({}{colon}{label}), ", quoted_name(name));
        }
        for (place, Object(edge)) in self.edges.iter().enumerate() {
            let blame =
                |problem| PatternProblem { edge: Some(place), ..PatternProblem::from(problem) };
            let [Some(tail), Some(head)] = [edge.tail, edge.head].map(|end| names.get(end)) else {
                let message = format!("edge {place} ends at a node that does not exist");
                return Err(blame(Problem::refused(message)));
            };
            let label = label(edge.label.as_deref()).map_err(blame)?;
            let link = match (label.is_empty(), edge.undirected && edge.tail != edge.head) {
                (true, true) => "-".to_owned(),
                (true, false) => "->".to_owned(),
                (false, true) => format!("-[{label}]-"),
                (false, false) => format!("-[{label}]->"),
            };
            let not = if edge.absent { "!" } else { "" };
            let _ = write!(text, "{}{not}{link}{}, ", quoted_name(tail), quoted_name(head));
        }
        Ok(text)
    }

    /// The name of each node; all names differ.
    fn names(&self) -> Result<Vec<String>, PatternProblem> {
        let given = |node: &Object<DrawnNode>| node.0.name.clone().filter(|name| !name.is_empty());
        let mut names: Vec<Option<String>> = self.nodes.iter().map(given).collect();
        for (place, name) in names.iter().enumerate() {
            if name.is_some() && names[..place].contains(name) {
                let name = name.as_deref().unwrap_or_default();
                let problem = Problem::refused(format!("two nodes are called `{name}`"));
                return Err(PatternProblem { node: Some(place), ..problem.into() });
            }
        }
        let mut letters = (0..).map(letters);
        for place in 0..names.len() {
            while names[place].is_none() {
                let next = letters.next();
                if !names.contains(&next) {
                    names[place] = next;
                }
            }
        }
        Ok(names.into_iter().flatten().collect())
    }
}

/// `a` to `z`, then `a1`, `b1` and so on.
fn letters(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// A label in the notation. Text that looks like a set is taken as written; anything else is a
/// single word.
fn label(given: Option<&str>) -> Result<String, Problem> {
    let text = given.unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(String::new());
    }
    let is_notation = text.starts_with(['!', '*', '"', '\'']) || text.contains('|');
    if !is_notation {
        return Ok(quoted_label(text));
    }
    let alone = format!("(x:{text})");
    let mut session = Session::new();
    match session.read_pattern(Source::text(Notation::Text, &alone), &Control::NONE) {
        Ok(pattern) if pattern.pattern().num_nodes() == 1 => Ok(text.to_owned()),
        Ok(_) => Err(Problem::refused("this is not one label or one set of labels")),
        Err(error) => {
            let problem = Problem::from(error);
            Err(Problem { message: format!("the label `{text}` cannot be read"), ..problem })
        }
    }
}
