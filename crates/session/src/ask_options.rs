//! A question in the words of users and programs: names, numbers and flags, not yet validated.

use std::num::NonZeroUsize;
use std::time::Duration;

use isocount_core::{Confidence, Meaning, Semantics, View};

use crate::method::LEARNED;
use crate::{Ask, Method, MethodOption, MethodOptions, SessionError, methods};

/// The options of a question. Every interface fills this in and calls [`ask`](Self::ask), so that
/// all of them refuse the same input, in the same order and with the same messages.
///
/// ```
/// use isocount_session::AskOptions;
///
/// let mut options = AskOptions::default();
/// options.unit = "subgraphs".to_owned();
/// assert_eq!(options.ask()?.meaning().to_string(), "subgraphs (monomorphism)");
///
/// options.semantics = "homomorphism".to_owned();
/// let refused = options.ask().unwrap_err();
/// assert!(refused.to_string().starts_with("homomorphisms cannot be counted as subgraphs"));
/// # Ok::<(), isocount_session::SessionError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AskOptions {
    /// `monomorphism`, `induced` or `homomorphism`.
    pub semantics: String,
    /// `mappings` or `subgraphs`.
    pub unit: String,
    /// What is ignored.
    pub view: View,
    /// The name of a method; `None` is the default method.
    pub method: Option<String>,
    /// The options of the method.
    pub options: MethodOptions,
    /// The limit on the time of each question.
    pub time_limit: Option<Duration>,
    /// The limit on the search steps of each question.
    pub step_limit: Option<u64>,
    /// The limit on the bytes that each question may use for caches.
    pub memory_limit: Option<usize>,
    /// Threads.
    pub threads: NonZeroUsize,
}

impl Default for AskOptions {
    /// Monomorphisms as mappings, by the default method, on one thread and without limits.
    fn default() -> Self {
        Self {
            semantics: "monomorphism".to_owned(),
            unit: "mappings".to_owned(),
            view: View::PLAIN,
            method: None,
            options: MethodOptions::default(),
            time_limit: None,
            step_limit: None,
            memory_limit: None,
            threads: NonZeroUsize::MIN,
        }
    }
}

impl AskOptions {
    /// What is counted.
    ///
    /// # Errors
    /// If semantics and unit do not make a meaning.
    pub fn meaning(&self) -> Result<Meaning, SessionError> {
        let semantics = Semantics::named(&self.semantics, &self.unit)?;
        Ok(Meaning { semantics, view: self.view })
    }

    /// The question.
    ///
    /// # Errors
    /// If the question is invalid. The meaning is checked first, then the method and its options,
    /// then the limits, then whether every option has an effect.
    pub fn ask(&self) -> Result<Ask, SessionError> {
        let meaning = self.meaning()?;
        let name = self.method.as_deref().unwrap_or(methods()[0].name);
        let ask = self.ask_by(meaning, Method::by_name(name, &self.options)?)?;
        // Checked here because it depends on the whole question: `auto` samples only if an estimate
        // is acceptable.
        let unused = self
            .options
            .given()
            .next()
            .filter(|_| ask.method().sampling().is_some() && !ask.may_estimate());
        match unused {
            Some(option) => Err(SessionError::OptionUnused { method: ask.method().name(), option }),
            None => Ok(ask),
        }
    }

    /// The question about the nodes or edges of a graph, for [`Ask::count_per`].
    ///
    /// # Errors
    /// As [`ask`](Self::ask), and if an option for estimates is given, since these counts are never
    /// estimated.
    pub fn ask_per(&self) -> Result<Ask, SessionError> {
        let ask = self.ask()?;
        let is_searched = ask.method().sampling().is_some();
        match self.options.given().next().filter(|_| is_searched) {
            Some(option) => Err(SessionError::PartsOption { option }),
            None => Ok(ask),
        }
    }

    /// The confidence for the intervals of an index. An index has its own graph and model, so it
    /// accepts no other option.
    ///
    /// # Errors
    /// If another method, a limit or another option is given, or the confidence is not between 0
    /// and 1.
    pub fn index_confidence(&self) -> Result<Confidence, SessionError> {
        if let Some(method) = self.method.as_ref().filter(|method| *method != LEARNED) {
            return Err(SessionError::IndexMethod { method: method.clone() });
        }
        let is_limited = self.time_limit.is_some() || self.step_limit.is_some();
        let limits = is_limited.then_some(MethodOption::Limits);
        let is_own = |option| matches!(option, MethodOption::Model | MethodOption::Confidence);
        match limits.into_iter().chain(self.options.given()).find(|&option| !is_own(option)) {
            Some(option) => Err(SessionError::IndexOption { option }),
            None => Ok(self.options.checked_confidence()?.unwrap_or_default()),
        }
    }

    /// The question with this meaning and method.
    ///
    /// # Errors
    /// If the method cannot answer this question.
    pub fn ask_by(&self, meaning: Meaning, method: Method) -> Result<Ask, SessionError> {
        let ask = Ask::new(meaning, method)
            .with_time_limit(self.time_limit)
            .with_step_limit(self.step_limit)
            .with_memory_limit(self.memory_limit)
            .with_threads(self.threads);
        ask.check()?;
        Ok(ask)
    }
}
