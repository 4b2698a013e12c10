//! The census of a graph: all small patterns at once, for some nodes on request, beside randomised graphs on request.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use isocount_core::Control;
use isocount_motif::{CensusOptions, NullModel, Occurrence, SampleOptions};
use isocount_session::{MotifAsk, MotifColumn, MotifRow, MotifTable};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::count::ASIDE;
use super::question::time_limit;
use crate::app::App;
use crate::input::Input;
use crate::problem::{Problem, json};
use crate::settings::Limits;
use crate::work::work;

/// Sizes of motifs, if nothing is said.
const DEFAULT_SIZES: [usize; 2] = [3, 4];
/// Randomised graphs at most.
const MOST_SAMPLES: usize = 1_000;
/// Nodes whose own counts are told at most.
const MOST_NODES: usize = 1_000;
/// Motifs of an answer at most; with labels there may be very many.
const MOST_MOTIFS: usize = 1_000;
/// Random subgraphs of each size.
const DRAWS: u64 = 200_000;
/// Bytes for each node, up to motifs of four nodes and of five.
const BYTES_PER_NODE: [usize; 2] = [400, 1_200];

/// Which motifs.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MotifsRequest {
    /// The graph: its id, or its name if no other graph has it.
    #[schema(example = "karate")]
    graph: String,
    /// The least size; 3 if nothing is said.
    #[schema(minimum = 3, maximum = 6)]
    least: Option<usize>,
    /// The greatest size; 4 if nothing is said.
    #[schema(minimum = 3, maximum = 6)]
    most: Option<usize>,
    /// Whether directions matter.
    directed: Option<bool>,
    /// Whether labels matter; then only motifs that occur are listed.
    labels: Option<bool>,
    /// What an occurrence is; induced if nothing is said.
    semantics: Option<OccurrenceName>,
    /// Whether motifs are counted, or estimated from random subgraphs; counted if nothing is said.
    method: Option<CensusMethod>,
    /// Nodes whose own counts are wanted, by number; at most 1,000.
    nodes: Option<Vec<u32>>,
    /// How many randomised graphs with the same degrees the counts are compared with; none if nothing is said.
    #[schema(maximum = 1000)]
    samples: Option<usize>,
    /// The seed of the randomised graphs.
    #[schema(format = "uint64", minimum = 0)]
    seed: Option<u64>,
    /// The limit on the time, in seconds.
    time_limit: Option<f64>,
}

/// What an occurrence of a motif is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OccurrenceName {
    /// Nothing else lies between the nodes.
    Induced,
    /// Whatever else lies between them.
    Monomorphism,
}

/// How motifs are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CensusMethod {
    /// All of them.
    Exact,
    /// From random subgraphs, with 95 % intervals, for graphs and sizes beyond reach.
    Sample,
}

/// The motifs of a graph.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MotifsReply {
    /// The name of the graph, from outside: text, not markup.
    graph: String,
    /// What an occurrence is.
    semantics: OccurrenceName,
    /// By size; the most frequent of each if they are very many.
    motifs: Vec<FoundMotif>,
    /// How many motifs there are in all.
    num_motifs: usize,
    /// Loops of the graph, which were left out.
    loops: usize,
    /// How many randomised graphs there were.
    samples: usize,
    /// The nodes whose counts are told.
    nodes: Vec<u32>,
}

/// A motif, and how often it occurs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FoundMotif {
    /// How many nodes it has.
    size: usize,
    /// What it is called, if it has a name.
    name: Option<String>,
    /// The motif as it is typed.
    pattern: String,
    /// Its edges or arcs.
    edges: Vec<MotifEdge>,
    /// How often it occurs: a number of any size, as text.
    #[schema(example = "45")]
    count: String,
    /// The lower end of the interval of an estimate.
    low: Option<f64>,
    /// The upper end of the interval of an estimate.
    high: Option<f64>,
    /// Its share of all motifs of its size.
    share: f64,
    /// For each of the `nodes`, how many occurrences it is in.
    node_counts: Vec<String>,
    /// How surprising the count is, if it was compared.
    null: Option<Compared>,
}

/// An edge of a motif, between places of its nodes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MotifEdge {
    tail: usize,
    head: usize,
    /// Whether it goes both ways.
    undirected: bool,
}

/// The count beside those of randomised graphs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Compared {
    /// The mean of the randomised graphs.
    mean: f64,
    /// Their standard deviation.
    deviation: f64,
    /// How many standard deviations the count is above the mean; nothing if they do not vary.
    z: Option<f64>,
    /// The two-sided empirical p-value.
    p: f64,
    /// The same, adjusted for the number of motifs.
    q: f64,
    /// The counts of the randomised graphs.
    counts: Vec<f64>,
}

/// Counts all motifs of some sizes.
#[utoipa::path(post, path = "/api/v1/motifs", tag = "questions", request_body = MotifsRequest,
    responses(
        (status = 200, description = "The census", body = MotifsReply),
        (status = "4XX", description = "Refused", body = Problem),
        (status = "5XX", description = "Not answered", body = Problem)))]
pub(crate) async fn motifs(
    State(app): State<Arc<App>>,
    Input(request): Input<MotifsRequest>,
) -> Result<Response, Problem> {
    let longest = time_limit(request.time_limit, &app.limits)? + ASIDE;
    let shared = Arc::clone(&app);
    let job = move |control: &Control| census(&shared, &request, control);
    Ok(json(&work(&app, longest, job).await?))
}

fn census(app: &App, request: &MotifsRequest, control: &Control) -> Result<MotifsReply, Problem> {
    let stored = app.graphs.get(&request.graph)?;
    let loaded = stored.plain();
    let num_nodes = loaded.graph().num_nodes();
    let ask = request.ask(num_nodes, &app.limits)?;
    let nodes = request.nodes.clone().unwrap_or_default();
    if let Some(node) = nodes.iter().find(|&&node| node as usize >= num_nodes) {
        return Err(Problem::refused(format!("`{node}` is no node of this graph")));
    }
    let table = match request.method.unwrap_or(CensusMethod::Exact) {
        CensusMethod::Exact => ask.answer(loaded, None, control)?,
        CensusMethod::Sample => MotifTable::estimate(&request.sampling(&ask)?, loaded, control)?,
    };
    let columns = table.columns(false);
    let counts: Vec<Vec<u128>> =
        nodes.iter().map(|&node| table.node_row(node as usize, &columns)).collect();
    let motifs =
        shown(&table).into_iter().map(|place| found(&table, place, &columns, &counts)).collect();
    Ok(MotifsReply {
        graph: loaded.name().to_owned(),
        semantics: request.semantics.unwrap_or(OccurrenceName::Induced),
        motifs,
        num_motifs: table.rows.len(),
        loops: table.loops,
        samples: table.samples.len(),
        nodes,
    })
}

impl MotifsRequest {
    fn ask(&self, num_nodes: usize, limits: &Limits) -> Result<MotifAsk, Problem> {
        let [least, most] = DEFAULT_SIZES;
        let least = self.least.unwrap_or(least);
        let most = self.most.unwrap_or(most.max(least));
        if least > most {
            return Err(Problem::refused("`least` is more than `most`"));
        }
        let bytes = num_nodes.saturating_mul(BYTES_PER_NODE[usize::from(most > 4)]);
        if bytes > limits.memory && self.method != Some(CensusMethod::Sample) {
            let message = "the census of so large a graph takes more memory than a request may";
            let help = "ask for smaller motifs or for a sample, or use `isocount motifs`";
            return Err(Problem::refused(message).with_help(help));
        }
        if self.nodes.as_ref().is_some_and(|nodes| nodes.len() > MOST_NODES) {
            return Err(Problem::refused(format!("`nodes` has more than {MOST_NODES} numbers")));
        }
        let samples = self.samples.unwrap_or(0);
        if samples > MOST_SAMPLES {
            return Err(Problem::refused(format!("`samples` is more than {MOST_SAMPLES}")));
        }
        Ok(MotifAsk {
            census: CensusOptions {
                sizes: least..=most,
                directed: self.directed.unwrap_or(false),
                labels: self.labels.unwrap_or(false),
                occurrence: match self.semantics {
                    Some(OccurrenceName::Monomorphism) => Occurrence::Copy,
                    _ => Occurrence::Induced,
                },
                per_node: self.nodes.is_some(),
                threads: limits.threads,
                ..CensusOptions::default()
            },
            null: (samples > 0).then(|| NullModel { samples, seed: self.seed.unwrap_or(0) }),
        })
    }
}

impl MotifsRequest {
    /// The same question as a sample.
    fn sampling(&self, ask: &MotifAsk) -> Result<SampleOptions, Problem> {
        let census = &ask.census;
        let is_plain = census.occurrence == Occurrence::Induced && !census.per_node;
        if !is_plain || ask.null.is_some() {
            let message = "a sample estimates induced motifs of the whole graph";
            let help = "leave out `nodes`, `samples` and `semantics`, or the method";
            return Err(Problem::refused(message).with_help(help));
        }
        Ok(SampleOptions {
            sizes: census.sizes.clone(),
            directed: census.directed,
            labels: census.labels,
            draws: DRAWS,
            seed: self.seed.unwrap_or(0),
            threads: census.threads,
            ..SampleOptions::default()
        })
    }
}

/// The places of the motifs that are told: all, or the most frequent ones in their order.
fn shown(table: &MotifTable) -> Vec<usize> {
    let mut places: Vec<usize> = (0..table.rows.len()).collect();
    if places.len() > MOST_MOTIFS {
        places.sort_by_key(|&place| std::cmp::Reverse(table.rows[place].found.count));
        places.truncate(MOST_MOTIFS);
        places.sort_unstable();
    }
    places
}

fn found(
    table: &MotifTable,
    place: usize,
    columns: &[MotifColumn],
    counts: &[Vec<u128>],
) -> FoundMotif {
    let row: &MotifRow = &table.rows[place];
    let shape = row.found.motif.shape;
    let edges = shape.pairs().map(|(i, j)| {
        let (tail, head) = if shape.has_arc(i, j) { (i, j) } else { (j, i) };
        MotifEdge { tail, head, undirected: shape.has_arc(head, tail) }
    });
    let column = columns.iter().position(|column| column.row == place);
    let node_counts = counts.iter().filter_map(|row| Some(row[column?].to_string()));
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
        share: row.share,
        node_counts: node_counts.collect(),
        null,
    }
}
