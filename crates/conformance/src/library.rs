//! The library as an interface: the session layer, called directly. The others are compared with
//! its answers.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use isocount::format::{FormatError, ReadOptions};
use isocount::session::{
    Ask, AskOptions, Find, LoadedGraph, LoadedPattern, Match, MotifOptions, MotifRow, Per, Session,
    SessionError, Source,
};
use isocount::{Control, View};

use crate::told::Row;
use crate::{Graph, Kind, Question, Told, folder};

/// The answer of the library.
#[must_use]
pub fn answer(question: &Question) -> Told {
    told(question).unwrap_or_else(|problem| Told::Refused(words(&problem)))
}

fn told(question: &Question) -> Result<Told, SessionError> {
    let mut session = Session::new();
    let named = PathBuf::from(placed(&question.pattern));
    let pattern = Source::argument(&named);
    let bytes;
    let graph_path;
    let graph = match &question.graph {
        Graph::Json(graph) => {
            bytes = graph.to_string().into_bytes();
            Source::bytes("g.json", &bytes)
        }
        Graph::Argument(text) => {
            graph_path = PathBuf::from(placed(text));
            Source::argument(&graph_path)
        }
    };
    let options = ReadOptions::new().with_node_names();
    let (pattern, graph) = (pattern.with_options(options.clone()), graph.with_options(options));
    if question.kind == Kind::Motifs {
        return Ok(motifs(question, &session.read_graph(graph, &Control::NONE)?));
    }
    let ask = ask(question)?;
    let graph = graph.to_meet(&pattern);
    let pattern = session.read_pattern(pattern, &Control::NONE)?;
    let graph = graph.with_attributes(pattern.needed_attributes());
    let graph = session.read_graph(graph, &Control::NONE)?;
    Ok(match question.kind {
        Kind::Count | Kind::Motifs => {
            let record = ask.count(&pattern, &graph, &Control::NONE);
            Told::record(serde_json::to_value(&record).expect("a record is JSON"))
        }
        Kind::Per => per(question, &ask, &pattern, &graph),
        Kind::Find => find(question, &ask, &pattern, &graph),
    })
}

/// Converts the question to the types of the session.
///
/// # Errors
/// If the question is invalid.
fn ask(question: &Question) -> Result<Ask, SessionError> {
    let mut options = AskOptions::default();
    if let Some(semantics) = &question.semantics {
        options.semantics.clone_from(semantics);
    }
    if let Some(unit) = &question.unit {
        options.unit.clone_from(unit);
    }
    options.view = View::ignoring(question.ignore.iter().map(String::as_str))?;
    options.method.clone_from(&question.method);
    options.options.precision = question.precision;
    options.options.confidence = question.confidence;
    options.options.seed = question.seed;
    options.options.replicates = question.replicates;
    options.time_limit = question.time_limit.map(Ask::time_limit_of).transpose()?;
    options.step_limit = question.step_limit;
    options.threads = NonZeroUsize::new(question.threads.unwrap_or(1)).unwrap_or(NonZeroUsize::MIN);
    if question.kind == Kind::Per { options.ask_per() } else { options.ask() }
}

fn per(question: &Question, ask: &Ask, pattern: &LoadedPattern, graph: &LoadedGraph) -> Told {
    let per = match question.per.as_deref() {
        Some("edge") => Per::Arc,
        Some("orbit") => Per::Orbit,
        _ => Per::Node,
    };
    match ask.count_per(pattern, graph, per, &Control::NONE) {
        Err(problem) => Told::Refused(problem.to_string()),
        Ok(found) => {
            let table = &found.table;
            let row = |row: usize| Row {
                nodes: table.row_nodes(row).into_iter().map(|node| table.node_name(node)).collect(),
                counts: table.columns.iter().map(|column| column.counts[row].to_string()).collect(),
            };
            Told::rows(found.is_complete, (0..table.num_rows()).map(row).collect())
        }
    }
}

fn find(question: &Question, ask: &Ask, pattern: &LoadedPattern, graph: &LoadedGraph) -> Told {
    let find = Find::new(ask.meaning()).with_limit(question.limit);
    match find.matches(pattern, graph, &Control::NONE) {
        Err(problem) => Told::Refused(problem.to_string()),
        Ok(matches) => {
            let record = |found: Match| serde_json::to_value(found.to_record());
            let found = matches.map(|found| record(found).expect("a match is JSON"));
            Told::matches(found.map(|record| record["match"].clone()).collect())
        }
    }
}

fn motifs(question: &Question, graph: &LoadedGraph) -> Told {
    let mut options = MotifOptions::default();
    if let Some([least, most]) = question.sizes {
        options.sizes = least..=most;
    }
    if let Some(semantics) = &question.semantics {
        options.semantics.clone_from(semantics);
    }
    if let Some(method) = &question.method {
        options.method.clone_from(method);
    }
    (options.directed, options.labels) = (question.directed, question.labels);
    (options.seed, options.precision) = (question.seed, question.precision);
    options.confidence = question.confidence;
    let table = options.question().and_then(|it| it.answer(graph, None, &Control::NONE));
    match table {
        Err(problem) => Told::Refused(problem.to_string()),
        Ok(table) => {
            let count = |row: &MotifRow| (row.pattern.clone(), row.found.count.to_string());
            Told::motifs(table.directed, table.rows.iter().map(count))
        }
    }
}

/// The argument of a user, with file names made absolute.
#[must_use]
pub fn placed(argument: &str) -> String {
    if argument.starts_with("files/") {
        folder().join(argument).to_string_lossy().into_owned()
    } else {
        argument.to_owned()
    }
}

/// The message of an error, without its location and without the folder of the questions, which
/// each interface shows differently.
fn words(problem: &SessionError) -> String {
    let text = problem.to_string().replace(&format!("{}/", folder().display()), "");
    match problem {
        SessionError::Format(FormatError::Io { .. }) => "cannot read".to_owned(),
        SessionError::Format(error) => match error.location() {
            Some(at) => {
                let place = format!("{at}: ").replace(&format!("{}/", folder().display()), "");
                text.strip_prefix(&place).unwrap_or(&text).to_owned()
            }
            None => text,
        },
        _ => text,
    }
}
