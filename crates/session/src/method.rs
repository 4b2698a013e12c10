//! The one registry of methods: searches, samplers, and trained models.

#[cfg(feature = "learn")]
use std::path::PathBuf;

use isocount_core::{Confidence, Counter, View};
use isocount_count::{Auto, Exact, SEARCH_METHODS, Sample, Sampling};

use crate::SessionError;
#[cfg(feature = "learn")]
use crate::model::TrainedModel;

/// An option that a method may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MethodOption {
    /// Limits on time and steps.
    Limits,
    /// Threads; every method has them, but an index does not.
    Threads,
    /// The folder of a trained model.
    Model,
    /// How a trained model reads a graph.
    Readout,
    /// The precision of an estimate.
    Precision,
    /// The confidence of the interval of an estimate.
    Confidence,
    /// The seed of an estimate.
    Seed,
    /// The number of replicates that an estimate averages.
    Replicates,
}

impl MethodOption {
    /// Its name in records and messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Limits => "limits",
            Self::Threads => "threads",
            Self::Model => "model",
            Self::Readout => "readout",
            Self::Precision => "precision",
            Self::Confidence => "confidence",
            Self::Seed => "seed",
            Self::Replicates => "replicates",
        }
    }
}

/// The description of a method that can be selected by name.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct MethodInfo {
    /// The name.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// The options that it supports.
    pub options: &'static [MethodOption],
}

/// The name of the method that uses a trained model.
pub(crate) const LEARNED: &str = "learned";

/// The options of methods that estimate.
const SAMPLING: &[MethodOption] = &[
    MethodOption::Limits,
    MethodOption::Precision,
    MethodOption::Confidence,
    MethodOption::Seed,
    MethodOption::Replicates,
];

/// All methods, the default first.
#[must_use]
pub fn methods() -> Vec<MethodInfo> {
    let auto = MethodInfo {
        name: Auto::NAME,
        summary: "exact if there is time; with a precision or a time limit an estimate where exact takes \
                  too long",
        options: SAMPLING,
    };
    let sample = MethodInfo {
        name: Sample::NAME,
        summary: "an unbiased estimate with an interval, by sampling; patterns of up to 64 nodes",
        options: SAMPLING,
    };
    let search = |method: &isocount_count::SearchMethod| MethodInfo {
        name: method.name,
        summary: method.summary,
        options: &[MethodOption::Limits],
    };
    let (exact, references): (Vec<_>, Vec<_>) =
        SEARCH_METHODS.iter().map(search).partition(|method| method.name == Exact::NAME);
    let learned = MethodInfo {
        name: LEARNED,
        summary: "a trained model, with an interval from its validation errors; requires the folder of a run",
        options: &[MethodOption::Model, MethodOption::Readout, MethodOption::Confidence],
    };
    let learned = cfg!(feature = "learn").then_some(learned);
    [vec![auto], exact, vec![sample], references].into_iter().flatten().chain(learned).collect()
}

/// How a trained model computes an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Readout {
    /// Fused for few patterns, indexed for many.
    #[default]
    Auto,
    /// The training code; supports every model.
    Plain,
    /// One pass over the graph for each pattern.
    Fused,
    /// From an index that is built first.
    Indexed,
}

impl Readout {
    /// All readouts.
    pub const ALL: &[Self] = &[Self::Auto, Self::Plain, Self::Fused, Self::Indexed];

    /// Its name in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Plain => "plain",
            Self::Fused => "fused",
            Self::Indexed => "indexed",
        }
    }
}

/// Options of methods. A method refuses an option that it does not have.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MethodOptions {
    /// The folder of a run, for a trained model.
    #[cfg(feature = "learn")]
    pub model: Option<PathBuf>,
    /// How a trained model reads a graph.
    pub readout: Readout,
    /// The target half-width of the interval of an estimate, relative to the value.
    pub precision: Option<f64>,
    /// The confidence of the interval of an estimate.
    pub confidence: Option<f64>,
    /// The seed of an estimate.
    pub seed: Option<u64>,
    /// The number of replicates that an estimate averages.
    pub replicates: Option<u32>,
}

impl MethodOptions {
    /// These options, changed.
    ///
    /// ```
    /// use isocount_session::{Method, MethodOptions};
    ///
    /// let options = MethodOptions::default().with(|it| it.precision = Some(0.05));
    /// assert_eq!(Method::by_name("sample", &options)?.name(), "sample");
    /// # Ok::<(), isocount_session::SessionError>(())
    /// ```
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Sets an option by its name, for interfaces that take options as text.
    ///
    /// # Errors
    /// If no method has an option of this name, or the value is not valid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SessionError> {
        let refuse = |option| SessionError::OptionText { option, value: value.to_owned() };
        let number = |option| value.parse().map_err(|_| refuse(option));
        match name {
            #[cfg(feature = "learn")]
            "model" => self.model = Some(value.into()),
            "readout" => {
                let found = Readout::ALL.iter().copied().find(|readout| readout.name() == value);
                self.readout = found.ok_or_else(|| refuse(MethodOption::Readout))?;
            }
            "precision" => self.precision = Some(number(MethodOption::Precision)?),
            "confidence" => self.confidence = Some(number(MethodOption::Confidence)?),
            "seed" => {
                self.seed = Some(value.parse().map_err(|_| refuse(MethodOption::Seed))?);
            }
            "replicates" => {
                self.replicates =
                    Some(value.parse().map_err(|_| refuse(MethodOption::Replicates))?);
            }
            _ => return Err(SessionError::UnknownOption { name: name.to_owned() }),
        }
        Ok(())
    }

    /// The options that were set.
    pub(crate) fn given(&self) -> impl Iterator<Item = MethodOption> {
        #[cfg(feature = "learn")]
        let model = self.model.is_some();
        #[cfg(not(feature = "learn"))]
        let model = false;
        let set = [
            (MethodOption::Model, model),
            (MethodOption::Readout, self.readout != Readout::Auto),
            (MethodOption::Precision, self.precision.is_some()),
            (MethodOption::Confidence, self.confidence.is_some()),
            (MethodOption::Seed, self.seed.is_some()),
            (MethodOption::Replicates, self.replicates.is_some()),
        ];
        set.into_iter().filter(|&(_, given)| given).map(|(option, _)| option)
    }
}

impl MethodOptions {
    /// The confidence, if it is valid.
    pub(crate) fn checked_confidence(&self) -> Result<Option<Confidence>, SessionError> {
        Ok(self.confidence.map(Confidence::new).transpose()?)
    }

    /// The settings of a sampler.
    fn sampling(&self) -> Result<Sampling, SessionError> {
        let precision = checked_precision(self.precision)?;
        let confidence = self.checked_confidence()?.unwrap_or_default();
        let may_be = Sampling::FEWEST..=Sampling::MOST_REPLICATES;
        if let Some(number) = self.replicates.filter(|number| !may_be.contains(number)) {
            let (option, value) = (MethodOption::Replicates, number.to_string());
            let rule = format!("must be from {} to {}", may_be.start(), may_be.end());
            return Err(SessionError::OptionValue { option, rule, value });
        }
        Ok(Sampling::default()
            .with_precision(precision)
            .with_confidence(confidence)
            .with_seed(self.seed.unwrap_or(0))
            .with_replicates(self.replicates.unwrap_or(Sampling::DEFAULT_REPLICATES)))
    }
}

/// A counting method with its settings.
///
/// ```
/// use isocount_session::{Method, MethodOptions};
///
/// // Names and options as a user of your program gives them.
/// let mut options = MethodOptions::default();
/// assert!(Method::by_name("exact", &options)?.is_search());
///
/// options.seed = Some(7);
/// let sampler = Method::by_name("sample", &options)?;
/// assert_eq!(sampler.sampling().map(|it| it.seed), Some(7));
///
/// // An exact count has no seed, which is said instead of being ignored.
/// assert!(Method::by_name("exact", &options).is_err());
/// # Ok::<(), isocount_session::SessionError>(())
/// ```
#[derive(Clone)]
pub struct Method(pub(crate) Kind);

#[derive(Clone)]
pub(crate) enum Kind {
    Search(isocount_count::SearchMethod),
    Auto(Sampling),
    Sample(Sampling),
    #[cfg(feature = "learn")]
    Learned(TrainedModel),
}

impl Method {
    /// The exact engine.
    #[must_use]
    pub fn exact() -> Self {
        Self(Kind::Search(SEARCH_METHODS[0]))
    }

    /// Exact or sampled, whichever is better within the limits.
    #[must_use]
    pub fn auto(sampling: Sampling) -> Self {
        Self(Kind::Auto(sampling))
    }

    /// An estimate by sampling.
    #[must_use]
    pub fn sample(sampling: Sampling) -> Self {
        Self(Kind::Sample(sampling))
    }

    /// The settings of the sampler, if the method may sample.
    #[must_use]
    pub fn sampling(&self) -> Option<Sampling> {
        match &self.0 {
            Kind::Auto(sampling) | Kind::Sample(sampling) => Some(*sampling),
            Kind::Search(_) => None,
            #[cfg(feature = "learn")]
            Kind::Learned(_) => None,
        }
    }

    /// A trained model.
    #[cfg(feature = "learn")]
    #[must_use]
    pub fn learned(model: TrainedModel) -> Self {
        Self(Kind::Learned(model))
    }

    /// The method of this name.
    ///
    /// # Errors
    /// If there is no such method, it does not have one of the options, or its model cannot be
    /// read.
    pub fn by_name(name: &str, options: &MethodOptions) -> Result<Self, SessionError> {
        let unknown = || SessionError::UnknownMethod { name: name.to_owned() };
        check_taken(name, options)?;
        if let Some(method) = isocount_count::SearchMethod::find(name) {
            return Ok(Self(Kind::Search(method)));
        }
        match name {
            Auto::NAME => return Ok(Self::auto(options.sampling()?)),
            Sample::NAME => return Ok(Self::sample(options.sampling()?)),
            _ => {}
        }
        #[cfg(feature = "learn")]
        if name == LEARNED {
            let missing =
                SessionError::OptionMissing { method: LEARNED, option: MethodOption::Model.name() };
            let run = options.model.as_deref().ok_or(missing)?;
            return Self::by_model(TrainedModel::load(run, options.readout)?, options);
        }
        Err(unknown())
    }

    /// A trained model that was read before, with these options.
    ///
    /// # Errors
    /// If it does not have one of the options.
    #[cfg(feature = "learn")]
    pub fn by_model(model: TrainedModel, options: &MethodOptions) -> Result<Self, SessionError> {
        check_taken(LEARNED, options)?;
        Ok(Self::learned(match options.checked_confidence()? {
            Some(confidence) => model.with_confidence(confidence),
            None => model,
        }))
    }

    /// Whether the method has an option.
    #[must_use]
    pub fn takes(&self, option: MethodOption) -> bool {
        let mut methods = methods().into_iter();
        methods.any(|method| method.name == self.name() && method.options.contains(&option))
    }

    /// Its name in records.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match &self.0 {
            Kind::Search(method) => method.name,
            Kind::Auto(_) => Auto::NAME,
            Kind::Sample(_) => Sample::NAME,
            #[cfg(feature = "learn")]
            Kind::Learned(_) => LEARNED,
        }
    }

    /// The view under which it can count in any graph; plain if it needs none.
    #[must_use]
    pub fn view(&self) -> View {
        match &self.0 {
            Kind::Search(method) => method.view,
            Kind::Auto(_) | Kind::Sample(_) => View::PLAIN,
            #[cfg(feature = "learn")]
            Kind::Learned(_) => View::PLAIN,
        }
    }

    /// Whether it searches, and so can be limited and returns lower bounds.
    #[must_use]
    pub fn is_search(&self) -> bool {
        matches!(self.0, Kind::Search(_) | Kind::Auto(_) | Kind::Sample(_))
    }

    /// The trained model, if it uses one.
    #[cfg(feature = "learn")]
    #[must_use]
    pub fn model(&self) -> Option<&TrainedModel> {
        match &self.0 {
            Kind::Search(_) | Kind::Auto(_) | Kind::Sample(_) => None,
            Kind::Learned(model) => Some(model),
        }
    }

    /// The counter with `threads` threads, for graphs that are counted with `patterns` patterns
    /// each. It expects patterns and graphs under the view of the question, as in data sets.
    #[must_use]
    #[cfg_attr(not(feature = "learn"), expect(unused_variables, reason = "used only by models"))]
    pub fn counter(&self, threads: usize, patterns: usize) -> Box<dyn Counter> {
        match &self.0 {
            Kind::Search(method) => (method.make)(threads),
            Kind::Auto(sampling) => Box::new(Auto::new(*sampling).with_threads(threads)),
            Kind::Sample(sampling) => Box::new(Sample::new(*sampling).with_threads(threads)),
            #[cfg(feature = "learn")]
            Kind::Learned(model) => model.counter(patterns, threads),
        }
    }
}

/// The precision, if it is valid.
pub(crate) fn checked_precision(precision: Option<f64>) -> Result<Option<f64>, SessionError> {
    match precision.filter(|&precision| !(precision > 0.0 && precision < 1.0)) {
        None => Ok(precision),
        Some(number) => Err(SessionError::OptionValue {
            option: MethodOption::Precision,
            rule: "must be more than 0 and less than 1".to_owned(),
            value: number.to_string(),
        }),
    }
}

/// Checks that there is a method of this name and that it has these options.
fn check_taken(name: &str, options: &MethodOptions) -> Result<(), SessionError> {
    let info = methods().into_iter().find(|method| method.name == name);
    let info = info.ok_or_else(|| SessionError::UnknownMethod { name: name.to_owned() })?;
    match options.given().find(|option| !info.options.contains(option)) {
        Some(option) => Err(SessionError::OptionNotTaken { method: info.name, option }),
        None => Ok(()),
    }
}

impl std::fmt::Debug for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Method").field(&self.name()).finish()
    }
}
