//! The paper's selection among the graphs of OGB-PPA: those in which the patterns occur more than
//! ten times on average.

use isocount_core::{Count, LabeledGraph, Semantics, Unit};

use crate::{DataError, Making, NamedPattern, Truth, generate};

/// What the paper counts.
pub(crate) const SEMANTICS: Semantics = Semantics::Monomorphism(Unit::Mappings);

/// The mean count that a graph must exceed.
pub(crate) const MEAN_ABOVE: u128 = 10;

/// The counts of all patterns in the graph; `None` if the graph is not selected.
pub(crate) fn selected(
    patterns: &[NamedPattern],
    graph: &LabeledGraph,
    making: Making<'_>,
) -> Result<Option<Vec<Truth>>, DataError> {
    let truth = |named: &NamedPattern| generate::truth(making, &named.pattern, graph, SEMANTICS);
    let truths = patterns.iter().map(truth).collect::<Result<Vec<_>, _>>()?;
    Ok(mean_is_above(&truths).then_some(truths))
}

/// A count that does not fit is above any bound.
fn mean_is_above(truths: &[Truth]) -> bool {
    let counts = truths.iter().map(|truth| match truth {
        Truth::Exact(Count(count))
        | Truth::AtLeast(Count(count))
        | Truth::Estimate { count: Count(count), .. } => *count,
        Truth::TooLarge => u128::MAX,
    });
    counts.fold(0, u128::saturating_add) > MEAN_ABOVE * truths.len() as u128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_must_exceed_ten() {
        let exact = |counts: &[u128]| -> Vec<Truth> {
            counts.iter().map(|&count| Truth::Exact(Count(count))).collect()
        };
        assert!(!mean_is_above(&exact(&[0, 20])));
        assert!(mean_is_above(&exact(&[0, 21])));
        assert!(mean_is_above(&[Truth::TooLarge, Truth::TooLarge]));
    }
}
