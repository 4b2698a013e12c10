//! One question, answered directly or as a stream of events.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use isocount_core::{Answer, Control};
use isocount_record::{Record, Said};
use isocount_session::{Ask, LoadedGraph, LoadedPattern, Session};
use serde::Deserialize;
use utoipa::ToSchema;

use super::answer_record::{AnswerRecord, with_additions};
use super::pattern_input::PatternInput;
use super::question::{MeaningWish, MethodWish, ReadoutName, SemanticsName, UnitName, ask};
use super::watched;
use super::zero;
use crate::app::App;
use crate::input::Input;
use crate::problem::{Problem, json_response};
use crate::stream::{only_event, wants_events};
use crate::work::{quick_work, work};

/// The time that a question may take in addition to its own limit: to read the pattern, apply a
/// view and explain a zero.
pub(crate) const EXTRA_TIME: Duration = Duration::from_secs(5);

/// How long every question is tried at once, and the size of the largest graph for which it is.
const FIRST_TRY: Duration = Duration::from_millis(5);
const MOST_TRIED: usize = 200_000;

/// One question.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CountRequest {
    /// The pattern.
    #[schema(example = "triangle")]
    pub(crate) pattern: PatternInput,
    /// The graph: its id, its name or that of its file, or `example:` and the name of an example.
    /// Not together with an `index`.
    #[schema(example = "karate")]
    graph: Option<String>,
    /// An index, in place of a graph and a model.
    index: Option<String>,
    /// Which maps are counted; monomorphisms by default.
    semantics: Option<SemanticsName>,
    /// What is counted once; mappings by default.
    unit: Option<UnitName>,
    /// Whether directions are ignored.
    undirected: Option<bool>,
    /// Whether labels of nodes are ignored.
    ignore_node_labels: Option<bool>,
    /// Whether labels of edges are ignored.
    ignore_edge_labels: Option<bool>,
    /// The method; `auto` by default.
    method: Option<String>,
    /// The half-width of the interval to aim for, relative to the count.
    precision: Option<f64>,
    /// The confidence level of the interval.
    confidence: Option<f64>,
    /// The time limit in seconds; the limit of the service if that is shorter. The answer contains
    /// the limit that was used.
    time_limit: Option<f64>,
    /// The limit on the steps of the search. The same limit gives the same answer on every machine.
    #[schema(format = "uint64", minimum = 0)]
    step_limit: Option<u64>,
    /// The seed of an estimate.
    #[schema(format = "uint64", minimum = 0)]
    seed: Option<u64>,
    /// How many replicates an estimate averages.
    #[schema(minimum = 4, maximum = 100_000)]
    replicates: Option<u32>,
    /// The number of threads; one by default. Numbers above the limit of the service are refused.
    #[schema(minimum = 1)]
    threads: Option<usize>,
    /// The trained model, for the method `learned`.
    model: Option<String>,
    /// How the trained model computes its answer; `auto` by default.
    readout: Option<ReadoutName>,
}

impl CountRequest {
    fn meaning(&self) -> MeaningWish {
        MeaningWish {
            semantics: self.semantics,
            unit: self.unit,
            undirected: self.undirected,
            ignore_node_labels: self.ignore_node_labels,
            ignore_edge_labels: self.ignore_edge_labels,
        }
    }

    fn method(&self) -> MethodWish<'_> {
        MethodWish {
            method: self.method.as_deref(),
            precision: self.precision,
            confidence: self.confidence,
            seed: self.seed,
            replicates: self.replicates,
            time_limit: self.time_limit,
            step_limit: self.step_limit,
            threads: self.threads,
            model: self.model.as_deref(),
            readout: self.readout,
        }
    }
}

/// Counts a pattern in a graph. With `Accept: text/event-stream`, the answer is a stream of events:
/// `progress`, `estimate`, and at the end `answer` or `problem`.
#[utoipa::path(post, path = "/api/v1/count", tag = "questions", request_body = CountRequest,
    responses(
        (status = 200, description = "The answer record, or events", content(
            (AnswerRecord = "application/json"), (String = "text/event-stream"))),
        (status = "4XX", description = "Refused", body = Problem),
        (status = "5XX", description = "Not answered", body = Problem)))]
pub(crate) async fn count(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Input(request): Input<CountRequest>,
) -> Result<Response, Problem> {
    if request.index.is_some() {
        let record = indexed(&app, request).await?;
        return Ok(if wants_events(&headers) {
            only_event("answer", &record)
        } else {
            json_response(StatusCode::OK, record)
        });
    }
    let ask = ask(&app, request.meaning(), &request.method())?;
    let record = match (first_try(&app, &ask, &request).await?, wants_events(&headers)) {
        (Tried::Answered(record), true) => return Ok(only_event("answer", &record)),
        (Tried::Answered(record), false) => record,
        (Tried::Hard, true) => return watched::count(&app, ask, request).await,
        (Tried::Hard, false) => {
            let (shared, longest) = (Arc::clone(&app), longest(&app));
            let job = move |control: &Control| {
                let asked = Asked::new(&shared, &request, &ask, control)?;
                asked.answer(&ask, &shared, control)
            };
            work(&app, longest, job).await?
        }
    };
    Ok(json_response(StatusCode::OK, record))
}

/// The result of the first milliseconds.
enum Tried {
    Answered(String),
    Hard,
}

/// Tries a question for a few milliseconds without waiting behind hard ones. Most questions need no
/// more; the others start again when it is their turn. Large graphs are not tried, because even
/// looking at them may take longer.
async fn first_try(app: &Arc<App>, ask: &Ask, request: &CountRequest) -> Result<Tried, Problem> {
    let graph = request.graph.as_deref().map(|graph| app.graphs.get(graph)).transpose()?;
    let is_small = graph.is_some_and(|graph| graph.plain().graph().num_arcs() <= MOST_TRIED);
    if !is_small || !ask.method().is_search() {
        return Ok(Tried::Hard);
    }
    let (shared, ask, request) = (Arc::clone(app), ask.clone(), request.clone());
    let job = move |control: &Control| {
        let asked = Asked::new(&shared, &request, &ask, control)?;
        let limit = ask.question().time_limit.unwrap_or(FIRST_TRY).min(FIRST_TRY);
        let brief = ask.clone().with_time_limit(Some(limit));
        let record = brief.count(&asked.pattern, &asked.graph, control);
        Ok(match record.said {
            Said::Answer(Answer::Exact(_)) => {
                Tried::Answered(asked.told(record, &ask, &shared, control)?)
            }
            _ => Tried::Hard,
        })
    };
    quick_work(app, job).await
}

/// The maximum time of a question, including the work before and after it.
pub(crate) fn longest(app: &App) -> Duration {
    app.limits.time + EXTRA_TIME
}

/// A pattern and a graph to count it in.
pub(crate) struct Asked {
    pub(crate) pattern: LoadedPattern,
    pub(crate) graph: LoadedGraph,
    graph_id: String,
}

impl Asked {
    pub(crate) fn new(
        app: &App,
        request: &CountRequest,
        ask: &Ask,
        control: &Control,
    ) -> Result<Self, Problem> {
        let missing = || Problem::bad("a question needs a `graph` or an `index`");
        let stored = app.graphs.get(request.graph.as_deref().ok_or_else(missing)?)?;
        let needs = request.pattern.needs();
        let (mut session, graph) = stored.asked(ask.meaning().view, needs, &app.limits, control)?;
        let pattern = request.pattern.read(&mut session, &app.limits, control)?;
        Ok(Self { pattern, graph, graph_id: stored.about.id.clone() })
    }

    /// The answer record.
    pub(crate) fn answer(
        &self,
        ask: &Ask,
        app: &App,
        control: &Control,
    ) -> Result<String, Problem> {
        self.told(ask.count(&self.pattern, &self.graph, control), ask, app, control)
    }

    /// A record with the fields that the service adds. An exact answer under a tighter limit is
    /// also valid for the question as it was asked.
    fn told(
        &self,
        record: Record,
        ask: &Ask,
        app: &App,
        control: &Control,
    ) -> Result<String, Problem> {
        let mut record = record;
        record.question = ask.question();
        // A count that was cut short is not an answer.
        control.check().map_err(|_| Problem::out_of_time())?;
        app.metrics.answers.fetch_add(1, Ordering::Relaxed);
        let reasons = if record.said.is_exact_zero() {
            ask.why_zero(&self.pattern, &self.graph, control).unwrap_or_default()
        } else {
            Vec::new()
        };
        Ok(with_additions(&record, Some(&self.graph_id), &zero::notes(&reasons)))
    }
}

/// A question to an index.
async fn indexed(app: &Arc<App>, request: CountRequest) -> Result<String, Problem> {
    let name = request.index.as_deref().unwrap_or_default();
    if request.graph.is_some() || request.model.is_some() {
        return Err(Problem::bad("an `index` has its own graph and model"));
    }
    let confidence = request.method().for_index()?;
    let shelved = app.models.index(name)?;
    let meaning = request.meaning().meaning_beside(Some(shelved.index.meaning()))?;
    let index = shelved.index.clone().with_confidence(confidence);
    let shared = Arc::clone(app);
    let job = move |control: &Control| {
        let mut open = index.open_graph(meaning)?;
        let pattern = request.pattern.read(&mut Session::new(), &shared.limits, control)?;
        let record = open.count(&pattern.seen_through(meaning.view), control);
        control.check().map_err(|_| Problem::out_of_time())?;
        shared.metrics.answers.fetch_add(1, Ordering::Relaxed);
        Ok(with_additions(&record, None, &[]))
    };
    work(app, longest(app), job).await
}
