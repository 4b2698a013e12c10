//! What is asked: the meaning, the method and its options, as requests give them and the session takes them.

use std::num::NonZeroUsize;
use std::time::Duration;

use isocount_core::{Directions, Labels, Meaning, Semantics, Unit, View};
use isocount_session::{Ask, Method, MethodOptions, TrainedModel, methods};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::problem::Problem;
use crate::settings::Limits;

/// Which maps are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SemanticsName {
    /// Different pattern nodes go to different graph nodes.
    Monomorphism,
    /// The same, and no additional arcs between these.
    Induced,
    /// Any map that keeps labels and arcs; only as mappings.
    Homomorphism,
}

/// What is counted once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum UnitName {
    /// Every map.
    Mappings,
    /// Maps onto the same subgraph once.
    Subgraphs,
}

/// What a request says about the meaning. What it leaves out is the default, or what a model was trained for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MeaningWish {
    pub(crate) semantics: Option<SemanticsName>,
    pub(crate) unit: Option<UnitName>,
    pub(crate) undirected: Option<bool>,
    pub(crate) ignore_node_labels: Option<bool>,
    pub(crate) ignore_edge_labels: Option<bool>,
}

impl MeaningWish {
    /// The meaning, if a model has this one.
    pub(crate) fn meaning_beside(self, trained: Option<Meaning>) -> Result<Meaning, Problem> {
        let Self { semantics, unit, undirected, ignore_node_labels, ignore_edge_labels } = self;
        let flags = [undirected, ignore_node_labels, ignore_edge_labels];
        let says_nothing =
            semantics.is_none() && unit.is_none() && flags.iter().all(Option::is_none);
        if let (Some(trained), true) = (trained, says_nothing) {
            return Ok(trained);
        }
        let unit = match unit.unwrap_or(UnitName::Mappings) {
            UnitName::Mappings => Unit::Mappings,
            UnitName::Subgraphs => Unit::Subgraphs,
        };
        let semantics = match (semantics.unwrap_or(SemanticsName::Monomorphism), unit) {
            (SemanticsName::Monomorphism, unit) => Semantics::Monomorphism(unit),
            (SemanticsName::Induced, unit) => Semantics::Induced(unit),
            (SemanticsName::Homomorphism, Unit::Mappings) => Semantics::Homomorphism,
            (SemanticsName::Homomorphism, Unit::Subgraphs) => {
                let message = "homomorphisms cannot be counted as subgraphs: pattern nodes may share a \
                               graph node";
                return Err(Problem::refused(message).with_help("count mappings, or monomorphisms"));
            }
        };
        let labels = |ignore: Option<bool>| {
            if ignore.unwrap_or(false) { Labels::Ignore } else { Labels::Keep }
        };
        let view = View {
            node_labels: labels(ignore_node_labels),
            edge_labels: labels(ignore_edge_labels),
            directions: if undirected.unwrap_or(false) {
                Directions::Ignore
            } else {
                Directions::Keep
            },
        };
        Ok(Meaning { semantics, view })
    }
}

/// What a request says about the method.
#[derive(Clone, Debug, Default)]
pub(crate) struct MethodWish<'a> {
    pub(crate) method: Option<&'a str>,
    pub(crate) precision: Option<f64>,
    pub(crate) confidence: Option<f64>,
    pub(crate) seed: Option<u64>,
    pub(crate) time_limit: Option<f64>,
    pub(crate) threads: Option<usize>,
    pub(crate) model: Option<&'a str>,
}

/// The name of the method that asks a model.
const LEARNED: &str = "learned";

/// The question as the session takes it.
pub(crate) fn ask(app: &App, meaning: MeaningWish, wish: &MethodWish<'_>) -> Result<Ask, Problem> {
    let threads = wish.threads.unwrap_or(1).clamp(1, app.limits.threads.max(1));
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let name = wish.method.unwrap_or(methods()[0].name);
    if name == LEARNED {
        let model = wish.model.ok_or_else(|| {
            let problem = Problem::refused("the method learned needs a `model`");
            problem.with_help("GET /api/v1/models lists the models of this service")
        })?;
        let model = with_confidence(app.models.model(model)?, wish.confidence)?;
        let given = [wish.precision.is_some(), wish.seed.is_some(), wish.time_limit.is_some()];
        if given.contains(&true) {
            let message = "precision, seed and time_limit are for methods that search";
            return Err(Problem::refused(message));
        }
        let meaning = meaning.meaning_beside(Some(model.meaning()))?;
        let ask = Ask::new(meaning, Method::learned(model)).with_threads(threads);
        ask.check()?;
        return Ok(ask);
    }
    if wish.model.is_some() {
        return Err(Problem::refused("a `model` goes with the method learned"));
    }
    let MethodWish { precision, confidence, seed, .. } = *wish;
    let options = MethodOptions { precision, confidence, seed, ..MethodOptions::default() };
    let method = Method::by_name(name, &options)?;
    let ask = Ask::new(meaning.meaning_beside(None)?, method)
        .with_time_limit(Some(time_limit(wish.time_limit, &app.limits)?))
        .with_threads(threads)
        .with_memory_limit(Some(app.limits.memory));
    ask.check()?;
    Ok(ask)
}

fn with_confidence(model: &TrainedModel, wish: Option<f64>) -> Result<TrainedModel, Problem> {
    let Some(confidence) = wish else { return Ok(model.clone()) };
    check_confidence(confidence)?;
    Ok(model.clone().with_confidence(confidence))
}

pub(crate) fn check_confidence(confidence: f64) -> Result<(), Problem> {
    if confidence > 0.0 && confidence < 1.0 {
        return Ok(());
    }
    Err(Problem::refused("the option `confidence` must be more than 0 and less than 1"))
}

/// The limit that was asked for, as far as the service allows.
pub(crate) fn time_limit(seconds: Option<f64>, limits: &Limits) -> Result<Duration, Problem> {
    let Some(seconds) = seconds else { return Ok(limits.default_time.min(limits.time)) };
    let is_time = seconds.is_finite() && seconds > 0.0;
    if !is_time {
        return Err(Problem::refused("`time_limit` is a number of seconds, more than 0"));
    }
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(limits.time).min(limits.time))
}
