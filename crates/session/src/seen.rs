//! What a counter sees of a question: the pattern and the graph through the view, and why a count
//! may be zero.

use std::sync::{Arc, OnceLock, PoisonError};

use isocount_core::{Cancelled, Control, CountError, LabeledGraph, Meaning, Pattern, Semantics};

use crate::loaded::SharedNames;
use crate::relabel::{KnownLabels, relabel_pattern};
use crate::zero::{GraphSide, Needs, PatternSide, Profile, WhyZero};
use crate::{LoadedPattern, NoMolecules, ZeroReason};

/// A pattern and a graph as the counter sees them, and the names of their labels.
pub(crate) struct Seen {
    pub(crate) pattern: Arc<Pattern>,
    pub(crate) graph: Arc<LabeledGraph>,
    pub(crate) names: SharedNames,
    pub(crate) needs: OnceLock<Needs>,
    pub(crate) profile: Profile,
    /// The conditions that nothing satisfies.
    pub(crate) unmet: Vec<ZeroReason>,
}

impl Seen {
    pub(crate) fn main_reason(
        &self,
        semantics: Semantics,
        control: &Control,
    ) -> Result<Option<ZeroReason>, Cancelled> {
        match self.unmet.first() {
            Some(unmet) => Ok(Some(unmet.clone())),
            None => self.why_zero(semantics, control).main(),
        }
    }

    pub(crate) fn all_reasons(
        &self,
        semantics: Semantics,
        control: &Control,
    ) -> Result<Vec<ZeroReason>, Cancelled> {
        match &self.unmet[..] {
            [] => self.why_zero(semantics, control).all(),
            unmet => Ok(unmet.to_vec()),
        }
    }

    pub(crate) fn why_zero<'a>(
        &'a self,
        semantics: Semantics,
        control: &'a Control,
    ) -> WhyZero<'a> {
        WhyZero {
            pattern: PatternSide { pattern: &self.pattern, needs: &self.needs },
            graph: GraphSide { graph: &self.graph, profile: &self.profile, names: &self.names },
            semantics,
            control,
        }
    }
}

/// A pattern through a view, with the labels of the model if the method is one.
pub(crate) fn seen_pattern(
    pattern: &LoadedPattern,
    is_for_smarts: bool,
    meaning: Meaning,
    known: Option<&Arc<KnownLabels>>,
    method: &'static str,
) -> Result<Arc<Pattern>, CountError> {
    pattern.check_read()?;
    if pattern.conditions().is_some() && known.is_some() {
        return Err(CountError::UnsupportedInput { method, what: "conditions on attributes" });
    }
    if pattern.view() == meaning.view && !pattern.is_smarts() && known.is_none() {
        return Ok(Arc::clone(pattern.pattern()));
    }
    let unread = |error: NoMolecules| CountError::Unknown { method, problem: error.to_string() };
    let seen = pattern.clone().for_graph(is_for_smarts).map_err(unread)?.seen_through(meaning.view);
    let Some(known) = known else { return Ok(Arc::clone(seen.pattern())) };
    if seen.pattern().has_absent() {
        return Err(CountError::UnsupportedInput { method, what: "absent arcs" });
    }
    if seen.pattern().has_sets() {
        return Err(CountError::UnsupportedInput { method, what: "sets of labels" });
    }
    let names = pattern.names().read().unwrap_or_else(PoisonError::into_inner);
    relabel_pattern(seen.pattern(), &names, known).map_err(|problem| problem.in_method(method))
}
