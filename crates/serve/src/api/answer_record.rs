//! The answer record of `isocount_record` as the `OpenAPI` document describes it, and the fields
//! that the service adds to it.

use std::collections::BTreeMap;
use std::fmt::Write;

use isocount_record::Record;
use serde::Serialize;
use utoipa::ToSchema;

use super::zero::ZeroNote;

/// The answer to a question. `isocount_record` writes it; this type describes it. Counts are
/// strings because they exceed what many JSON readers can represent exactly.
#[derive(Serialize, ToSchema)]
#[schema(as = Answer)]
pub(crate) struct AnswerRecord {
    /// The pattern.
    pattern: String,
    /// The name of the graph.
    graph: String,
    /// `monomorphism`, `induced` or `homomorphism`.
    semantics: String,
    /// `mappings` or `subgraphs`.
    unit: String,
    /// What was ignored: `node_labels`, `edge_labels`, `directions`.
    #[schema(required = false)]
    ignored: Vec<String>,
    /// The method.
    method: String,
    /// Options of the method that can change an answer.
    #[schema(required = false)]
    options: BTreeMap<String, String>,
    /// The checksum of the model, if one answered.
    #[schema(required = false)]
    model: String,
    /// The limit on the time, in seconds.
    #[schema(required = false)]
    time_limit: f64,
    /// The seed, if chance plays a part.
    #[schema(required = false, format = "uint64")]
    seed: u64,
    /// `exact`, `at_least`, `estimate` or `none`.
    answer: String,
    /// The count, in decimal digits.
    #[schema(required = true)]
    count: Option<String>,
    /// The lower end of the interval.
    #[schema(required = true)]
    low: Option<String>,
    /// The upper end of the interval.
    #[schema(required = true)]
    high: Option<String>,
    /// The confidence level of the interval.
    #[schema(required = true)]
    confidence: Option<f64>,
    /// Why there is no count, or why it must be zero.
    #[schema(required = true)]
    reason: Option<String>,
    /// The standard error of an estimate by sampling, as a share of the count.
    #[schema(required = false)]
    relative_standard_error: Option<f64>,
    /// How many replicates an estimate averages.
    #[schema(required = false)]
    replicates: u32,
    /// A certain lower bound of the count.
    #[schema(required = false)]
    at_least: Option<String>,
    /// A certain upper bound of the count.
    #[schema(required = false)]
    at_most: Option<String>,
    /// Whether the replicates agree well enough for their interval to be reliable.
    #[schema(required = false)]
    reliable: bool,
    /// Whether the estimate is as precise as requested.
    #[schema(required = false)]
    precise: bool,
    /// Logarithms of the count and its interval, where these exceed a float.
    #[schema(required = false, min_items = 3, max_items = 3)]
    log10: Vec<f64>,
    /// The time to prepare the graph, in seconds.
    open_seconds: f64,
    /// The time to count, in seconds.
    count_seconds: f64,
    /// The id of the graph.
    #[schema(required = false)]
    graph_id: String,
    /// In a batch, the position of the pattern in the request.
    #[schema(required = false)]
    pattern_place: usize,
    /// In a batch, the position of the graph in the request.
    #[schema(required = false)]
    graph_place: usize,
    /// The reasons of an exact zero, with possible remedies.
    #[schema(required = false)]
    zero_reasons: Vec<ZeroNote>,
}

/// The record with the id of its graph and the reasons of a zero.
pub(crate) fn with_additions(
    record: &Record,
    graph_id: Option<&str>,
    zeros: &[ZeroNote],
) -> String {
    let mut text = record.to_json();
    if let Some(id) = graph_id {
        add(&mut text, "graph_id", &id);
    }
    if !zeros.is_empty() {
        add(&mut text, "zero_reasons", &zeros);
    }
    text
}

/// Adds a field to an object.
pub(crate) fn add<T: Serialize>(object: &mut String, key: &str, value: &T) {
    let value = serde_json::to_string(value).expect("our types are JSON");
    object.pop();
    // Writing to a string cannot fail.
    let _ = write!(object, ",\"{key}\":{value}}}");
}
