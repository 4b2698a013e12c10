//! The census of a graph: all small patterns at once, on request for some nodes, and on request
//! compared with randomised graphs.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use isocount_core::{Control, NodeId};
use isocount_motif::EdgeCounts;
use isocount_session::{LoadedGraph, MotifColumn, MotifOptions, MotifRow, MotifTable};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::count::EXTRA_TIME;
use super::count_many::PlacePair;
use super::question::time_limit;
use crate::app::App;
use crate::input::Input;
use crate::problem::{Problem, json};
use crate::settings::Limits;
use crate::work::work;

/// The default sizes of motifs.
const DEFAULT_SIZES: [usize; 2] = [3, 4];
/// The maximum number of randomised graphs.
const MOST_SAMPLES: usize = 1_000;
/// The maximum number of nodes, and of edges, with counts of their own.
const MOST_PARTS: usize = 1_000;
/// The maximum number of motifs in an answer; with labels there may be very many.
const MOST_MOTIFS: usize = 1_000;
/// The number of random subgraphs of each size, unless a precision or a time limit determines it.
const DRAWS: u64 = 200_000;
/// Bytes per node, for motifs of up to four nodes and of five.
const BYTES_PER_NODE: [usize; 2] = [400, 1_200];

/// The motifs to count.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MotifsRequest {
    /// The graph: its id, its name or that of its file, or `example:` and the name of an example.
    #[schema(example = "karate")]
    graph: String,
    /// The smallest size; 3 by default.
    #[schema(minimum = 3, maximum = 6)]
    least: Option<usize>,
    /// The largest size; 4 by default.
    #[schema(minimum = 3, maximum = 6)]
    most: Option<usize>,
    /// Whether directions matter. By default they do if the graph has any.
    directed: Option<bool>,
    /// Whether labels matter. If so, only motifs that occur are listed.
    labels: Option<bool>,
    /// What an occurrence is; induced by default.
    semantics: Option<OccurrenceName>,
    /// Whether motifs are counted, or estimated from random subgraphs; counted by default.
    method: Option<CensusMethod>,
    /// The numbers of the nodes that get counts of their own; at most 1,000.
    nodes: Option<Vec<u32>>,
    /// The edges that get counts of their own, as pairs of nodes; at most 1,000.
    #[schema(value_type = Option<Vec<PlacePair>>)]
    edges: Option<Vec<[u32; 2]>>,
    /// The number of randomised graphs with the same degrees to compare the counts with; none by
    /// default.
    #[schema(maximum = 1000)]
    samples: Option<usize>,
    /// The seed of the randomised graphs, or of the sample.
    #[schema(format = "uint64", minimum = 0)]
    seed: Option<u64>,
    /// The maximum number of random subgraphs of each size, for the method `sample`; 200,000 unless
    /// there is a precision or a time limit.
    #[schema(format = "uint64", minimum = 1)]
    draws: Option<u64>,
    /// The half-width of the intervals of frequent motifs to aim for, relative to the estimates,
    /// for the method `sample`.
    precision: Option<f64>,
    /// The confidence level of the intervals, for the method `sample`; 0.95 by default.
    confidence: Option<f64>,
    /// The time limit in seconds; the limit of the service if that is shorter. A sample that
    /// reaches it returns what it has; a count is given up.
    time_limit: Option<f64>,
}

/// What an occurrence of a motif is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OccurrenceName {
    /// The nodes have no other edges between them.
    Induced,
    /// The nodes may have other edges between them.
    Monomorphism,
}

impl OccurrenceName {
    fn name(self) -> &'static str {
        match self {
            Self::Induced => "induced",
            Self::Monomorphism => "monomorphism",
        }
    }
}

/// How motifs are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CensusMethod {
    /// By counting every occurrence.
    Exact,
    /// From random subgraphs, with intervals, for graphs and sizes that are out of reach otherwise.
    Sample,
}

/// The motifs of a graph.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MotifsReply {
    /// The name of the graph. It comes from outside: treat it as text, not as markup.
    graph: String,
    /// What an occurrence is.
    semantics: OccurrenceName,
    /// Whether directions mattered.
    directed: bool,
    /// Whether labels mattered.
    labels: bool,
    /// The motifs by size; only the most frequent ones of each size if there are very many.
    motifs: Vec<FoundMotif>,
    /// The total number of motifs.
    num_motifs: usize,
    /// The number of loops of the graph, which were left out.
    loops: usize,
    /// The number of randomised graphs.
    samples: usize,
    /// The nodes with counts of their own.
    nodes: Vec<u32>,
    /// The edges with counts of their own.
    #[schema(value_type = Vec<PlacePair>)]
    edges: Vec<[u32; 2]>,
    /// The time limit that was used, in seconds.
    time_limit: f64,
}

/// A motif, and how often it occurs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FoundMotif {
    /// The number of nodes.
    size: usize,
    /// Its name, if it has one.
    name: Option<String>,
    /// The motif in the notation.
    pattern: String,
    /// Its edges or arcs.
    edges: Vec<MotifEdge>,
    /// The number of occurrences: an integer of any size, as a string.
    #[schema(example = "45")]
    count: String,
    /// The lower end of the interval of an estimate.
    low: Option<f64>,
    /// The upper end of the interval of an estimate. A motif that was never drawn may still occur
    /// this often.
    high: Option<f64>,
    /// The number of random subgraphs of its size that the estimate is based on; smaller than
    /// requested if the time was over.
    draws: Option<u64>,
    /// Its share of all motifs of its size.
    share: f64,
    /// For each of the `nodes`, the number of occurrences that contain it.
    node_counts: Vec<String>,
    /// For each of the `edges`, the number of occurrences that contain it.
    edge_counts: Vec<String>,
    /// The comparison with randomised graphs, if one was requested.
    null: Option<Compared>,
}

/// An edge of a motif, between the positions of its nodes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MotifEdge {
    tail: usize,
    head: usize,
    /// Whether the edge goes both ways.
    undirected: bool,
}

/// A count compared with those of randomised graphs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Compared {
    /// The mean of the randomised graphs.
    mean: f64,
    /// Their standard deviation.
    deviation: f64,
    /// How many standard deviations the count is above the mean; `null` if the counts do not vary.
    z: Option<f64>,
    /// The two-sided empirical p-value.
    p: f64,
    /// The p-value adjusted for the number of motifs.
    q: f64,
    /// The counts of the randomised graphs.
    counts: Vec<f64>,
}

/// Counts all motifs of the given sizes.
#[utoipa::path(post, path = "/api/v1/motifs", tag = "questions", request_body = MotifsRequest,
    responses(
        (status = 200, description = "The census", body = MotifsReply),
        (status = "4XX", description = "Refused", body = Problem),
        (status = "5XX", description = "Not answered", body = Problem)))]
pub(crate) async fn motifs(
    State(app): State<Arc<App>>,
    Input(request): Input<MotifsRequest>,
) -> Result<Response, Problem> {
    let longest = time_limit(request.time_limit, &app.limits)? + EXTRA_TIME;
    let shared = Arc::clone(&app);
    let job = move |control: &Control| census(&shared, &request, control);
    Ok(json(&work(&app, longest, job).await?))
}

fn census(app: &App, request: &MotifsRequest, control: &Control) -> Result<MotifsReply, Problem> {
    let stored = app.graphs.get(&request.graph)?;
    let loaded = stored.plain();
    let limit = time_limit(request.time_limit, &app.limits)?;
    let question = request.options(limit, &app.limits)?.question()?;
    request.check_memory(loaded, &app.limits)?;
    request.check_parts(loaded)?;
    let table = question.answer(loaded, None, control)?;
    let nodes = request.nodes.clone().unwrap_or_default();
    let edges = request.edges.clone().unwrap_or_default();
    let counts = PartCounts::new(&table, &nodes, &edges);
    let motifs = shown(&table).into_iter().map(|place| found(&table, place, &counts)).collect();
    Ok(MotifsReply {
        graph: loaded.name().to_owned(),
        semantics: request.semantics.unwrap_or(OccurrenceName::Induced),
        directed: table.directed,
        labels: request.labels.unwrap_or(false),
        motifs,
        num_motifs: table.rows.len(),
        loops: table.loops,
        samples: table.samples.len(),
        nodes,
        edges,
        time_limit: limit.as_secs_f64(),
    })
}

impl MotifsRequest {
    fn is_sampled(&self) -> bool {
        self.method == Some(CensusMethod::Sample)
    }

    fn least(&self) -> usize {
        self.least.unwrap_or(DEFAULT_SIZES[0])
    }

    fn most(&self) -> usize {
        self.most.unwrap_or(DEFAULT_SIZES[1].max(self.least()))
    }

    /// The options of the question, as the session takes them.
    fn options(&self, limit: Duration, limits: &Limits) -> Result<MotifOptions, Problem> {
        let (least, most) = (self.least(), self.most());
        if least > most {
            return Err(Problem::refused("`least` is more than `most`"));
        }
        if let Some(samples) = self.samples.filter(|&samples| samples > MOST_SAMPLES) {
            return Err(Problem::above("samples", MOST_SAMPLES, samples));
        }
        let mut options = MotifOptions::default();
        options.sizes = least..=most;
        options.directed = self.directed;
        options.labels = self.labels.unwrap_or(false);
        if let Some(semantics) = self.semantics {
            semantics.name().clone_into(&mut options.semantics);
        }
        options.per_node = self.nodes.is_some();
        options.per_edge = self.edges.is_some();
        options.samples = self.samples;
        options.seed = self.seed;
        options.draws = self.draws;
        options.precision = self.precision;
        options.confidence = self.confidence;
        options.threads = NonZeroUsize::new(limits.threads).unwrap_or(NonZeroUsize::MIN);
        if self.is_sampled() {
            "sample".clone_into(&mut options.method);
            let is_open = self.precision.is_some() || self.time_limit.is_some();
            options.draws = self.draws.or((!is_open).then_some(DRAWS));
            // Each size gets its share of the time. A sample is never given up: what was drawn by
            // then is the answer.
            let sizes = u32::try_from(options.sizes.clone().count()).unwrap_or(u32::MAX);
            options.time_limit = Some(limit / sizes.max(1));
        }
        Ok(options)
    }

    fn check_memory(&self, graph: &LoadedGraph, limits: &Limits) -> Result<(), Problem> {
        let per_node = BYTES_PER_NODE[usize::from(self.most() > 4)];
        let bytes = graph.graph().num_nodes().saturating_mul(per_node);
        if bytes <= limits.memory || self.is_sampled() {
            return Ok(());
        }
        let message = "the census of a graph of this size takes more memory than a request may use";
        let help = "ask for smaller motifs or for a sample, or use `isocount motifs`";
        Err(Problem::refused(message).with_help(help))
    }

    /// Checks that the requested nodes and edges exist in the graph.
    fn check_parts(&self, graph: &LoadedGraph) -> Result<(), Problem> {
        let graph = graph.graph();
        let nodes = self.nodes.as_deref().unwrap_or_default();
        let edges = self.edges.as_deref().unwrap_or_default();
        if nodes.len() > MOST_PARTS {
            return Err(Problem::too_many("nodes", MOST_PARTS, "numbers", nodes.len()));
        }
        if edges.len() > MOST_PARTS {
            return Err(Problem::too_many("edges", MOST_PARTS, "pairs", edges.len()));
        }
        let mut ends = nodes.iter().chain(edges.iter().flatten());
        if let Some(node) = ends.find(|&&node| node as usize >= graph.num_nodes()) {
            let message = format!("this graph has no node {node}; nodes are numbered from 0");
            return Err(Problem::refused(message));
        }
        let is_joined = |a: u32, b: u32| {
            let mut arcs = graph.out_arcs(NodeId(a)).iter();
            a != b && arcs.any(|arc| arc.node == NodeId(b))
        };
        match edges.iter().find(|&&[a, b]| !is_joined(a, b) && !is_joined(b, a)) {
            Some([a, b]) => {
                Err(Problem::refused(format!("this graph has no edge between nodes {a} and {b}")))
            }
            None => Ok(()),
        }
    }
}

/// The counts of the requested nodes and edges.
struct PartCounts<'a> {
    columns: Vec<MotifColumn>,
    /// A row per node, with a column per motif.
    nodes: Vec<Vec<u128>>,
    /// All edges with their counts, and the positions of the requested ones.
    edges: Option<&'a EdgeCounts>,
    places: Vec<usize>,
}

impl<'a> PartCounts<'a> {
    fn new(table: &'a MotifTable, nodes: &[u32], edges: &[[u32; 2]]) -> Self {
        let columns = table.columns(false);
        let nodes = nodes.iter().map(|&node| table.node_row(node as usize, &columns)).collect();
        let place = |&[a, b]: &[u32; 2]| {
            let pair = (NodeId(a.min(b)), NodeId(a.max(b)));
            table.edges.as_ref()?.edges.binary_search(&pair).ok()
        };
        let places = edges.iter().filter_map(place).collect();
        Self { columns, nodes, edges: table.edges.as_ref(), places }
    }

    fn of_nodes(&self, row: usize) -> Vec<String> {
        let column = self.columns.iter().position(|column| column.row == row);
        self.nodes.iter().filter_map(|node| Some(node[column?].to_string())).collect()
    }

    fn of_edges(&self, row: usize) -> Vec<String> {
        let Some(edges) = self.edges else { return Vec::new() };
        self.places.iter().map(|&place| edges.columns[row][place].to_string()).collect()
    }
}

/// The positions of the motifs in the answer: all of them, or the most frequent ones in their
/// order.
fn shown(table: &MotifTable) -> Vec<usize> {
    let mut places: Vec<usize> = (0..table.rows.len()).collect();
    if places.len() > MOST_MOTIFS {
        places.sort_by_key(|&place| std::cmp::Reverse(table.rows[place].found.count));
        places.truncate(MOST_MOTIFS);
        places.sort_unstable();
    }
    places
}

fn found(table: &MotifTable, place: usize, counts: &PartCounts<'_>) -> FoundMotif {
    let row: &MotifRow = &table.rows[place];
    let shape = row.found.motif.shape;
    let edges = shape.pairs().map(|(i, j)| {
        let (tail, head) = if shape.has_arc(i, j) { (i, j) } else { (j, i) };
        MotifEdge { tail, head, undirected: shape.has_arc(head, tail) }
    });
    let null = row.surprise.map(|surprise| Compared {
        mean: surprise.mean,
        deviation: surprise.deviation,
        z: surprise.z,
        p: surprise.p,
        q: surprise.q,
        counts: table.samples.iter().map(|sample| sample.counts[place] as f64).collect(),
    });
    FoundMotif {
        size: shape.num_nodes(),
        name: row.found.motif.name.clone().filter(|_| row.found.labels.is_none()),
        pattern: row.pattern.clone(),
        edges: edges.collect(),
        count: row.found.count.to_string(),
        low: row.found.estimate.map(|it| it.low),
        high: row.found.estimate.map(|it| it.high),
        draws: row.found.estimate.map(|it| it.draws),
        share: row.share,
        node_counts: counts.of_nodes(place),
        edge_counts: counts.of_edges(place),
        null,
    }
}
