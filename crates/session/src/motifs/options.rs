//! A question about all motifs in the words of users and programs, not yet validated.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use isocount_core::{Confidence, Control, printable};
use isocount_motif::{CensusOptions, NullModel, Occurrence, SampleOptions};

use super::{MotifAsk, MotifTable};
use crate::method::checked_precision;
use crate::{LoadedGraph, SessionError};

/// The maximum number of draws of one size if a precision or a time limit ends them.
const MOST_DRAWS: u64 = 1 << 30;

/// The options of a question about all motifs. Every interface fills this in and calls
/// [`question`](Self::question), so that all of them refuse the same input with the same messages.
/// `None` means that the option is not given.
///
/// ```
/// use isocount_session::MotifOptions;
///
/// let mut options = MotifOptions::default();
/// options.seed = Some(1);
/// let refused = options.question().unwrap_err();
/// assert_eq!(refused.to_string(), "`seed` has no effect: nothing is drawn at random");
///
/// options.samples = Some(100);
/// assert!(options.question().is_ok());
/// # Ok::<(), isocount_session::SessionError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MotifOptions {
    /// The numbers of nodes of the motifs.
    pub sizes: RangeInclusive<usize>,
    /// Whether directions matter. The default is whether the graph [has
    /// any](isocount_motif::has_directions).
    pub directed: Option<bool>,
    /// Whether labels matter.
    pub labels: bool,
    /// `induced` or `monomorphism`.
    pub semantics: String,
    /// `exact` or `sample`.
    pub method: String,
    /// Whether to count for each node.
    pub per_node: bool,
    /// Whether to count for each edge.
    pub per_edge: bool,
    /// The number of randomised graphs for comparison.
    pub samples: Option<usize>,
    /// The seed of the randomised graphs, or of the draws.
    pub seed: Option<u64>,
    /// The draws of each size, for the method `sample`; the maximum if there is a precision or a
    /// time limit.
    pub draws: Option<u64>,
    /// The precision at which the draws of one size end.
    pub precision: Option<f64>,
    /// The time after which the draws of one size end.
    pub time_limit: Option<Duration>,
    /// The confidence of an interval.
    pub confidence: Option<f64>,
    /// Threads.
    pub threads: NonZeroUsize,
}

impl Default for MotifOptions {
    /// Induced motifs of three and four nodes, counted on one thread.
    fn default() -> Self {
        Self {
            sizes: 3..=4,
            directed: None,
            labels: false,
            semantics: "induced".to_owned(),
            method: "exact".to_owned(),
            per_node: false,
            per_edge: false,
            samples: None,
            seed: None,
            draws: None,
            precision: None,
            time_limit: None,
            confidence: None,
            threads: NonZeroUsize::MIN,
        }
    }
}

/// A valid question about all motifs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum MotifQuestion {
    /// Exact counts.
    Count(MotifAsk),
    /// Estimates from random subgraphs.
    Estimate(SampleOptions),
}

impl MotifQuestion {
    /// Answers the question. If a file is given, counts in randomised graphs are stored there, see
    /// [`MotifAsk::answer`].
    ///
    /// # Errors
    /// If the question is not supported, or the work was cancelled.
    pub fn answer(
        &self,
        graph: &LoadedGraph,
        samples_file: Option<&Path>,
        control: &Control,
    ) -> Result<MotifTable, SessionError> {
        match self {
            Self::Count(ask) => ask.answer(graph, samples_file, control),
            Self::Estimate(options) => MotifTable::estimate(options, graph, control),
        }
    }

    /// The seed, if the question uses randomness.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        match self {
            Self::Count(ask) => ask.null.map(|null| null.seed),
            Self::Estimate(options) => Some(options.seed),
        }
    }

    /// The confidence of the intervals, if there are any.
    #[must_use]
    pub fn confidence(&self) -> Option<f64> {
        match self {
            Self::Count(_) => None,
            Self::Estimate(options) => Some(options.confidence),
        }
    }
}

/// Why a question about all motifs is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MotifProblem {
    /// The semantics is not one for motifs.
    #[error("motifs are `induced` or `monomorphism`, not `{}`", printable(.name))]
    Semantics {
        /// The word.
        name: String,
    },
    /// The method is not one for motifs.
    #[error("motifs are counted with the method `exact` or `sample`, not `{}`", printable(.name))]
    Method {
        /// The word.
        name: String,
    },
    /// An option for samples was given for an exact count.
    #[error("the method exact has no option `{option}` for motifs")]
    NotSampled {
        /// The option.
        option: &'static str,
    },
    /// A seed was given, but nothing is random.
    #[error("`seed` has no effect: nothing is drawn at random")]
    SeedUnused,
    /// The number of draws is zero.
    #[error("`draws` must be 1 or more (got 0)")]
    NoDraws,
    /// A sample cannot estimate what was requested.
    #[error("a sample estimates the induced motifs of the whole graph, not {what}")]
    Sampled {
        /// What was requested.
        what: &'static str,
    },
}

impl MotifProblem {
    /// A remedy.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Self::Semantics { .. } | Self::Method { .. } => "choose one of them",
            Self::NotSampled { .. } => "leave it out, or choose the method sample",
            Self::SeedUnused => {
                "leave it out, compare with randomised graphs, or choose the method sample"
            }
            Self::NoDraws => "give a whole number of 1 or more, or leave it out",
            Self::Sampled { .. } => "leave that out, or choose the method exact",
        }
    }
}

impl MotifOptions {
    /// Validates the options.
    ///
    /// # Errors
    /// If a word is unknown, a number is out of range, or an option has no effect.
    pub fn question(&self) -> Result<MotifQuestion, SessionError> {
        let occurrence = match self.semantics.as_str() {
            "induced" => Occurrence::Induced,
            "monomorphism" => Occurrence::Copy,
            other => return Err(MotifProblem::Semantics { name: other.to_owned() }.into()),
        };
        match self.method.as_str() {
            "exact" => self.count(occurrence).map(MotifQuestion::Count),
            "sample" => self.estimate(occurrence).map(MotifQuestion::Estimate),
            other => Err(MotifProblem::Method { name: other.to_owned() }.into()),
        }
    }

    fn count(&self, occurrence: Occurrence) -> Result<MotifAsk, SessionError> {
        let of_samples = [
            ("draws", self.draws.is_some()),
            ("precision", self.precision.is_some()),
            ("time_limit", self.time_limit.is_some()),
            ("confidence", self.confidence.is_some()),
        ];
        if let Some((option, _)) = of_samples.into_iter().find(|&(_, is_given)| is_given) {
            return Err(MotifProblem::NotSampled { option }.into());
        }
        let samples = self.samples.filter(|&samples| samples > 0);
        if self.seed.is_some() && samples.is_none() {
            return Err(MotifProblem::SeedUnused.into());
        }
        Ok(MotifAsk {
            census: CensusOptions::default().with(|it| {
                it.sizes = self.sizes.clone();
                it.directed = self.directed;
                it.labels = self.labels;
                it.occurrence = occurrence;
                it.per_node = self.per_node;
                it.per_edge = self.per_edge;
                it.threads = self.threads.get();
            }),
            null: samples.map(|samples| NullModel { samples, seed: self.seed.unwrap_or(0) }),
        })
    }

    fn estimate(&self, occurrence: Occurrence) -> Result<SampleOptions, SessionError> {
        let not_estimated = [
            ("those of each node or edge", self.per_node || self.per_edge),
            ("randomised graphs", self.samples.is_some_and(|samples| samples > 0)),
            ("monomorphisms", occurrence != Occurrence::Induced),
        ];
        if let Some((what, _)) = not_estimated.into_iter().find(|&(_, is_asked)| is_asked) {
            return Err(MotifProblem::Sampled { what }.into());
        }
        if self.draws == Some(0) {
            return Err(MotifProblem::NoDraws.into());
        }
        let is_open = self.precision.is_some() || self.time_limit.is_some();
        let default = SampleOptions::default();
        let most = if is_open { MOST_DRAWS } else { default.draws };
        let precision = checked_precision(self.precision)?;
        let confidence = self.confidence.map(Confidence::new).transpose()?;
        Ok(default.with(|it| {
            it.sizes = self.sizes.clone();
            it.directed = self.directed;
            it.labels = self.labels;
            it.draws = self.draws.unwrap_or(most);
            it.precision = precision;
            it.time_limit = self.time_limit;
            it.confidence = confidence.map_or(it.confidence, Confidence::get);
            it.seed = self.seed.unwrap_or(0);
            it.threads = self.threads.get();
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(set: impl FnOnce(&mut MotifOptions)) -> String {
        let mut options = MotifOptions::default();
        set(&mut options);
        options.question().expect_err("it is refused").to_string()
    }

    #[test]
    fn what_has_no_effect_is_refused() {
        for (text, set) in [
            ("`draws`", (|it| it.draws = Some(10)) as fn(&mut MotifOptions)),
            ("`precision`", |it| it.precision = Some(0.1)),
            ("`time_limit`", |it| it.time_limit = Some(Duration::from_secs(1))),
            ("`confidence`", |it| it.confidence = Some(0.9)),
        ] {
            let text = format!("the method exact has no option {text} for motifs");
            assert_eq!(refused(set), text);
        }
        let seed_alone = refused(|it| (it.seed, it.samples) = (Some(1), Some(0)));
        assert_eq!(seed_alone, "`seed` has no effect: nothing is drawn at random");
        for (what, set) in [
            ("each node or edge", (|it| it.per_edge = true) as fn(&mut MotifOptions)),
            ("randomised graphs", |it| it.samples = Some(5)),
            ("monomorphisms", |it| it.semantics = "monomorphism".to_owned()),
        ] {
            let told = refused(|it| {
                it.method = "sample".to_owned();
                set(it);
            });
            assert!(told.contains(what), "{told}");
        }
    }

    #[test]
    fn invalid_words_and_numbers_are_refused() {
        let told = refused(|it| it.semantics = "homomorphism".to_owned());
        assert_eq!(told, "motifs are `induced` or `monomorphism`, not `homomorphism`");
        let told = refused(|it| it.method = "auto".to_owned());
        assert_eq!(told, "motifs are counted with the method `exact` or `sample`, not `auto`");
        for (text, set) in [
            ("`draws` must be", (|it| it.draws = Some(0)) as fn(&mut MotifOptions)),
            ("`precision` must be", |it| it.precision = Some(f64::NAN)),
            ("`confidence` must be", |it| it.confidence = Some(1.0)),
        ] {
            let told = refused(|it| {
                it.method = "sample".to_owned();
                set(it);
            });
            assert!(told.starts_with(text), "{told}");
        }
    }

    #[test]
    fn a_precision_or_a_limit_ends_the_draws() {
        let draws = |set: fn(&mut MotifOptions)| {
            let mut options =
                MotifOptions { method: "sample".to_owned(), ..MotifOptions::default() };
            set(&mut options);
            match options.question().unwrap() {
                MotifQuestion::Estimate(sample) => sample.draws,
                MotifQuestion::Count(_) => panic!("a sample was requested"),
            }
        };
        assert_eq!(draws(|_| ()), SampleOptions::default().draws);
        assert_eq!(draws(|it| it.precision = Some(0.1)), MOST_DRAWS);
        assert_eq!(draws(|it| (it.precision, it.draws) = (Some(0.1), Some(7))), 7);
    }
}
