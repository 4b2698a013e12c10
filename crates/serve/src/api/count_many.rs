//! Many questions with the same options, answered in order and sent as soon as they are answered:
//! lines of JSON, or events.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use isocount_core::{Cancelled, Control};
use isocount_session::{
    Answered, Ask, Batch, JsonLines, LoadedGraph, LoadedPattern, Pair, Session, Subjects,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::mpsc::Sender;
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::answer_record::{AnswerRecord, add};
use super::pattern_input::PatternInput;
use super::question::{MeaningWish, MethodWish, ReadoutName, SemanticsName, UnitName, ask};
use crate::app::App;
use crate::input::Input;
use crate::problem::Problem;
use crate::shelf::{Needs, StoredGraph};
use crate::stream::{EVENTS, LINES, event, streamed, wants_events};
use crate::work::Running;

/// The interval between events about the progress.
const BEAT: Duration = Duration::from_millis(200);

/// Many questions: every pattern in every graph, or some pairs of them.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CountManyRequest {
    /// The patterns.
    #[schema(example = json!(["triangle", "path:3"]))]
    patterns: Vec<PatternInput>,
    /// The graphs: their ids or names.
    #[schema(example = json!(["karate", "nitropyrene"]))]
    graphs: Vec<String>,
    /// Pairs of positions, a pattern and a graph each; all pairs by default.
    #[schema(value_type = Option<Vec<PlacePair>>)]
    pairs: Option<Vec<[usize; 2]>>,
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
    /// The time limit of each question in seconds; the limit of the service if that is shorter. All
    /// questions together have the time limit of one request.
    time_limit: Option<f64>,
    /// The limit on the steps of each search. The same limit gives the same answer on every
    /// machine.
    #[schema(format = "uint64", minimum = 0)]
    step_limit: Option<u64>,
    /// The seed of estimates.
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
    /// What to do about a pattern that cannot be read or a graph that does not exist: refuse the
    /// request, or record the problem. Refused by default.
    on_error: Option<OnError>,
}

/// What to do about a pattern that cannot be read or a graph that does not exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OnError {
    /// The request fails, and the problem names the pattern or graph.
    #[default]
    Raise,
    /// Every question about it is answered with `none` and the reason.
    Record,
}

/// Describes a list of two numbers in the schema.
pub(crate) struct PlacePair;

impl PartialSchema for PlacePair {
    fn schema() -> RefOr<Schema> {
        let two = ArrayBuilder::new().min_items(Some(2)).max_items(Some(2));
        two.items(usize::schema()).into()
    }
}

impl ToSchema for PlacePair {}

impl CountManyRequest {
    fn ask(&self, app: &App) -> Result<Ask, Problem> {
        let meaning = MeaningWish {
            semantics: self.semantics,
            unit: self.unit,
            undirected: self.undirected,
            ignore_node_labels: self.ignore_node_labels,
            ignore_edge_labels: self.ignore_edge_labels,
        };
        let method = MethodWish {
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
        };
        ask(app, meaning, &method)
    }

    /// The positions of the patterns to count in each graph.
    fn plan(&self, most: usize) -> Result<Vec<Vec<usize>>, Problem> {
        let (patterns, graphs) = (self.patterns.len(), self.graphs.len());
        let number = self.pairs.as_ref().map_or(patterns.saturating_mul(graphs), Vec::len);
        if number > most {
            let message = format!("a batch must have at most {most} questions (got {number})");
            return Err(Problem::refused(message));
        }
        let Some(pairs) = &self.pairs else {
            return Ok(vec![(0..patterns).collect(); graphs]);
        };
        let mut plan = vec![Vec::new(); graphs];
        for &[pattern, graph] in pairs {
            if pattern >= patterns || graph >= graphs {
                let message =
                    format!("there is no pair [{pattern}, {graph}]; positions count from 0");
                return Err(Problem::refused(message));
            }
            plan[graph].push(pattern);
        }
        Ok(plan)
    }
}

/// Counts many patterns in many graphs. The answer has a line of JSON for each count, ordered by
/// graph and then by pattern. With `Accept: text/event-stream`, it is a stream of events: `answer`,
/// `progress`, and at the end `end` or `problem`. If a batch fails or exceeds its time, the last
/// line is `{"problem": ...}`.
#[utoipa::path(post, path = "/api/v1/count-many", tag = "questions", request_body = CountManyRequest,
    responses(
        (status = 200, description = "Answer records, one per line, or events", content(
            (AnswerRecord = "application/x-ndjson"), (String = "text/event-stream"))),
        (status = "4XX", description = "Refused", body = Problem),
        (status = "5XX", description = "Not answered", body = Problem)))]
pub(crate) async fn count_many(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Input(request): Input<CountManyRequest>,
) -> Result<Response, Problem> {
    let ask = request.ask(&app)?;
    let plan = request.plan(app.limits.questions)?;
    let on_error = request.on_error.unwrap_or_default();
    let graphs = request.graphs.iter().map(|word| match (app.graphs.get(word), on_error) {
        (Err(problem), OnError::Record) => {
            Ok(Found::Missing(LoadedGraph::unread(word, &problem.message)))
        }
        (found, _) => found.map(Found::Stored),
    });
    let graphs = graphs.collect::<Result<Vec<_>, Problem>>()?;
    let total: usize = plan.iter().map(Vec::len).sum();
    let control = Control::new();
    let admission = app.gate.enter(&control).await?;
    let events = wants_events(&headers);
    let (sender, response) = streamed(if events { EVENTS } else { LINES });
    let done = Arc::new(AtomicU64::new(0));
    let many = Many {
        app: Arc::clone(&app),
        ask,
        patterns: request.patterns,
        graphs,
        on_error,
        plan,
        events,
        sender: sender.clone(),
        done: Arc::clone(&done),
    };
    let running = Running::start(admission, control.clone(), move |control| many.run(control));
    let watch = Watch { control, sender, events, done, total, longest: app.limits.time };
    tokio::spawn(watch.until_the_end(running));
    Ok(response)
}

/// A batch in progress.
struct Many {
    app: Arc<App>,
    ask: Ask,
    patterns: Vec<PatternInput>,
    graphs: Vec<Found>,
    on_error: OnError,
    plan: Vec<Vec<usize>>,
    events: bool,
    sender: Sender<Bytes>,
    done: Arc<AtomicU64>,
}

/// A graph of the request.
enum Found {
    Stored(Arc<StoredGraph>),
    /// Stands in for a graph that does not exist.
    Missing(LoadedGraph),
}

impl Found {
    fn id(&self) -> Option<&str> {
        match self {
            Self::Stored(stored) => Some(&stored.about.id),
            Self::Missing(_) => None,
        }
    }
}

/// Why a batch ends early.
enum Stop {
    Cancelled,
    ClientGone,
}

impl From<Cancelled> for Stop {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl Many {
    fn run(&self, control: &Control) -> Result<(), Problem> {
        for (place, (found, patterns)) in self.graphs.iter().zip(&self.plan).enumerate() {
            self.about_one(place, found, patterns, control)?;
        }
        Ok(())
    }

    /// All questions about one graph. SMARTS need the graph with other labels, and conditions with
    /// attributes, so they are asked separately.
    fn about_one(
        &self,
        graph_place: usize,
        found: &Found,
        places: &[usize],
        control: &Control,
    ) -> Result<(), Problem> {
        for same in places.chunk_by(|&a, &b| self.needs(a) == self.needs(b)) {
            let view = self.ask.meaning().view;
            let (mut session, graph) = match found {
                Found::Stored(stored) => {
                    stored.asked(view, self.needs(same[0]), &self.app.limits, control)?
                }
                Found::Missing(graph) => (Session::new(), graph.clone()),
            };
            let read = same.iter().map(|&place| self.read(place, &mut session, control));
            let patterns = read.collect::<Result<Vec<_>, _>>()?;
            let graphs = [graph];
            let pairs: Vec<Pair> =
                (0..patterns.len()).map(|pattern| Pair { pattern, graph: 0 }).collect();
            let batch = Batch::listed(&self.ask, &patterns, &graphs, &pairs);
            let lines = JsonLines::new(&self.ask.question(), &Subjects::named(&batch));
            let put = |out: &mut Vec<String>, answered: Answered| {
                let pattern_place = same[answered.pair.pattern];
                let mut line = String::new();
                lines.write(&mut line, &answered);
                line.truncate(line.trim_end().len());
                add(&mut line, "pattern_place", &pattern_place);
                add(&mut line, "graph_place", &graph_place);
                if let Some(id) = found.id() {
                    add(&mut line, "graph_id", &id);
                }
                out.push(line);
            };
            let taken = batch.run(0, control, put, |lines: Vec<String>| self.send(&lines));
            taken.map_err(|stop| match stop {
                Stop::Cancelled => Problem::out_of_time(),
                Stop::ClientGone => Problem::bad("the client disconnected"),
            })?;
        }
        Ok(())
    }

    /// A pattern, or a stand-in for it if it cannot be read and the problem is to be recorded.
    fn read(
        &self,
        place: usize,
        session: &mut Session,
        control: &Control,
    ) -> Result<LoadedPattern, Problem> {
        control.check().map_err(|_| Problem::out_of_time())?;
        let input = &self.patterns[place];
        input.read(session, &self.app.limits, control).or_else(|wrong| {
            let problem = Problem::from(wrong);
            // Cancelling is not a fault of the pattern.
            control.check().map_err(|_| Problem::out_of_time())?;
            match self.on_error {
                OnError::Record => Ok(LoadedPattern::unread(&input.title(), &problem.message)),
                OnError::Raise => {
                    let message = format!("pattern {place}: {}", problem.message);
                    Err(Problem { message, ..problem })
                }
            }
        })
    }

    fn needs(&self, place: usize) -> Needs {
        self.patterns[place].needs()
    }

    /// Sends answers; waits for a slow reader until the connection is given up.
    fn send(&self, lines: &[String]) -> Result<(), Stop> {
        let number = lines.len() as u64;
        let piece: Bytes = if self.events {
            lines.iter().flat_map(|line| event("answer", line)).collect()
        } else {
            lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect::<String>().into()
        };
        if piece.is_empty() {
            return Ok(());
        }
        self.sender.blocking_send(piece).map_err(|_| Stop::ClientGone)?;
        self.done.fetch_add(number, Ordering::Relaxed);
        self.app.metrics.answers.fetch_add(number, Ordering::Relaxed);
        Ok(())
    }
}

/// Observes a batch.
struct Watch {
    control: Control,
    sender: Sender<Bytes>,
    events: bool,
    done: Arc<AtomicU64>,
    total: usize,
    longest: Duration,
}

impl Watch {
    async fn until_the_end(self, mut running: Running<()>) {
        let Self { control, sender, events, done, total, longest } = self;
        let started = Instant::now();
        let mut beat = tokio::time::interval(BEAT);
        let ended = loop {
            tokio::select! {
                ended = running.end() => break ended,
                () = sender.closed() => return,
                _ = beat.tick() => {
                    if started.elapsed() > longest {
                        control.cancel();
                    }
                    let (done, seconds) = (done.load(Ordering::Relaxed), started.elapsed().as_secs_f64());
                    let far = json!({"done": done, "total": total, "seconds": seconds});
                    if events {
                        let _ = sender.try_send(event("progress", &far.to_string()));
                    }
                }
            }
        };
        let last = match (ended, events) {
            (Ok(()), true) => {
                event("end", &json!({"answers": done.load(Ordering::Relaxed)}).to_string())
            }
            (Ok(()), false) => return,
            (Err(problem), true) => event("problem", &problem.to_json()),
            (Err(problem), false) => format!("{{\"problem\":{}}}\n", problem.to_json()).into(),
        };
        let _ = sender.send(last).await;
    }
}
