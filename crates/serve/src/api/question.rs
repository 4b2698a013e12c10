//! Converts the meaning, the method and its options from the form of requests to that of the
//! session.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use isocount_core::{Confidence, Directions, Labels, Meaning, View};
use isocount_session::{
    Ask, AskOptions, Method, MethodOption, MethodOptions, Readout, SessionError,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::problem::Problem;
use crate::settings::Limits;

/// Which maps are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SemanticsName {
    /// Distinct pattern nodes are mapped to distinct graph nodes.
    Monomorphism,
    /// Like `monomorphism`, and the graph has no additional arcs between the image nodes.
    Induced,
    /// Any map that preserves labels and arcs; only with `mappings`.
    Homomorphism,
}

/// What is counted once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum UnitName {
    /// Every map.
    Mappings,
    /// Every subgraph once, however many maps have it as their image.
    Subgraphs,
}

impl SemanticsName {
    fn name(self) -> &'static str {
        match self {
            Self::Monomorphism => "monomorphism",
            Self::Induced => "induced",
            Self::Homomorphism => "homomorphism",
        }
    }
}

impl UnitName {
    fn name(self) -> &'static str {
        match self {
            Self::Mappings => "mappings",
            Self::Subgraphs => "subgraphs",
        }
    }
}

/// The meaning that a request asks for. Omitted fields have their defaults, or what the model was
/// trained for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MeaningWish {
    pub(crate) semantics: Option<SemanticsName>,
    pub(crate) unit: Option<UnitName>,
    pub(crate) undirected: Option<bool>,
    pub(crate) ignore_node_labels: Option<bool>,
    pub(crate) ignore_edge_labels: Option<bool>,
}

impl MeaningWish {
    /// The complete meaning; `trained` is that of the model, if there is one.
    pub(crate) fn meaning_beside(self, trained: Option<Meaning>) -> Result<Meaning, Problem> {
        let Self { semantics, unit, undirected, ignore_node_labels, ignore_edge_labels } = self;
        let flags = [undirected, ignore_node_labels, ignore_edge_labels];
        let says_nothing =
            semantics.is_none() && unit.is_none() && flags.iter().all(Option::is_none);
        if let (Some(trained), true) = (trained, says_nothing) {
            return Ok(trained);
        }
        Ok(self.words().meaning()?)
    }

    /// The meaning as options of the session.
    fn words(self) -> AskOptions {
        let labels = |ignore: Option<bool>| {
            if ignore.unwrap_or(false) { Labels::Ignore } else { Labels::Keep }
        };
        let mut words = AskOptions::default();
        if let Some(semantics) = self.semantics {
            semantics.name().clone_into(&mut words.semantics);
        }
        if let Some(unit) = self.unit {
            unit.name().clone_into(&mut words.unit);
        }
        words.view = View {
            node_labels: labels(self.ignore_node_labels),
            edge_labels: labels(self.ignore_edge_labels),
            directions: if self.undirected.unwrap_or(false) {
                Directions::Ignore
            } else {
                Directions::Keep
            },
        };
        words
    }
}

/// The method that a request asks for.
#[derive(Clone, Debug, Default)]
pub(crate) struct MethodWish<'a> {
    pub(crate) method: Option<&'a str>,
    pub(crate) precision: Option<f64>,
    pub(crate) confidence: Option<f64>,
    pub(crate) seed: Option<u64>,
    pub(crate) replicates: Option<u32>,
    pub(crate) time_limit: Option<f64>,
    pub(crate) step_limit: Option<u64>,
    pub(crate) threads: Option<usize>,
    pub(crate) model: Option<&'a str>,
    pub(crate) readout: Option<ReadoutName>,
}

/// How a trained model computes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReadoutName {
    /// Fused for few patterns, indexed for many.
    Auto,
    /// The training code; works for every model.
    Plain,
    /// One pass over the graph for each pattern.
    Fused,
    /// From an index that is built first.
    Indexed,
}

impl From<ReadoutName> for Readout {
    fn from(name: ReadoutName) -> Self {
        match name {
            ReadoutName::Auto => Self::Auto,
            ReadoutName::Plain => Self::Plain,
            ReadoutName::Fused => Self::Fused,
            ReadoutName::Indexed => Self::Indexed,
        }
    }
}

impl MethodWish<'_> {
    /// The options of the method, without the model, which is looked up by its name.
    fn options(&self) -> MethodOptions {
        let &Self { precision, confidence, seed, replicates, readout, .. } = self;
        let readout = readout.map_or(Readout::Auto, Readout::from);
        MethodOptions::default().with(|it| {
            it.precision = precision;
            it.confidence = confidence;
            it.seed = seed;
            it.replicates = replicates;
            it.readout = readout;
        })
    }

    /// Refuses options that an index does not take; returns the confidence level.
    pub(crate) fn for_index(&self) -> Result<Confidence, Problem> {
        if self.threads.is_some() {
            return Err(SessionError::IndexOption { option: MethodOption::Threads }.into());
        }
        let mut words = AskOptions::default();
        words.method = self.method.map(str::to_owned);
        words.options = self.options();
        words.time_limit = self.time_limit.map(Ask::time_limit_of).transpose()?;
        words.step_limit = self.step_limit;
        Ok(words.index_confidence()?)
    }
}

/// The name of the method that uses a model.
const LEARNED: &str = "learned";

/// The question as the session takes it.
pub(crate) fn ask(app: &App, meaning: MeaningWish, wish: &MethodWish<'_>) -> Result<Ask, Problem> {
    let mut words = meaning.words();
    words.options = wish.options();
    words.threads = threads(wish.threads, &app.limits)?;
    words.step_limit = wish.step_limit;
    if wish.method == Some(LEARNED) {
        let model = wish.model.ok_or_else(|| {
            let missing = SessionError::OptionMissing { method: LEARNED, option: "model" };
            let problem = Problem::from(missing);
            problem.with_help("GET /api/v1/models lists the models of this service")
        })?;
        let model = app.models.model(model)?;
        let meaning = meaning.meaning_beside(Some(model.meaning()))?;
        words.time_limit = wish.time_limit.map(Ask::time_limit_of).transpose()?;
        let model = model.clone().with_readout(words.options.readout)?;
        return Ok(words.ask_by(meaning, Method::by_model(model, &words.options)?)?);
    }
    // No other method takes a model; the session reports it.
    words.options.model = wish.model.map(PathBuf::from);
    words.method = wish.method.map(str::to_owned);
    words.time_limit = Some(time_limit(wish.time_limit, &app.limits)?);
    words.memory_limit = Some(app.limits.memory);
    Ok(words.ask()?)
}

/// The requested number of threads, or one.
pub(crate) fn threads(asked: Option<usize>, limits: &Limits) -> Result<NonZeroUsize, Problem> {
    let (asked, most) = (asked.unwrap_or(1), limits.threads.max(1));
    match NonZeroUsize::new(asked) {
        Some(threads) if asked <= most => Ok(threads),
        _ => Err(Problem::not_from_1_to("threads", most, asked)),
    }
}

/// The requested time limit, or that of the service if it is shorter; every answer contains the
/// limit that was used.
pub(crate) fn time_limit(seconds: Option<f64>, limits: &Limits) -> Result<Duration, Problem> {
    let Some(seconds) = seconds else { return Ok(limits.default_time.min(limits.time)) };
    Ok(Ask::time_limit_of(seconds)?.min(limits.time))
}
