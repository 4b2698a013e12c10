//! Absent arcs by inclusion and exclusion. Between two nodes without a present arc, a mapping has an
//! arc with a label of the set L or it has none, so for the absent arcs A of a pattern P,
//!
//! ```text
//! count(P without A) = Σ over T ⊆ A   (−1)^|T| · count(P with the arcs of T)
//! ```
//!
//! Where an absent arc lies beside a present one, that one cannot have a label of L: its set loses
//! those first, and then no arc of the graph can serve both. The terms have no absent arcs, so every
//! strategy can answer them, each as a question of its own.
//!
//! In an undirected graph, an arc that is absent both ways is one element of A, not two. An induced
//! mapping has no further arcs anyway: the term without T is all of the sum.

use std::collections::BTreeMap;

use isocount_core::{LabelSet, LabeledGraph, NodeId, Pattern, Semantics};

use super::compiling::MAX_ARCS;
use super::explanation::Strategy;
use super::question::{ExactQuestion, Scratch};
use super::searching::TOO_MANY;
use super::tuning::Routing;
use crate::cost::usual_path::{
    ABSENT_SUM_WORTH, MOST_ABSENT_SUMMED, MOST_ABSENT_SUMMED_BY_COST, WORK_PER_EASY_STEP,
};
use crate::meter::Meter;

/// The arcs of a pattern with what they accept.
type Arcs = Vec<(NodeId, NodeId, LabelSet)>;

/// The terms of a sum.
pub(super) enum Terms<'a> {
    /// Nothing can have the pattern's arcs: every term is zero.
    Impossible,
    Possible(AbsentTerms<'a>),
}

/// A pattern as terms without absent arcs.
pub(super) struct AbsentTerms<'a> {
    pattern: &'a Pattern,
    /// The present arcs, whose sets have no label of an absent arc beside them.
    present: Arcs,
    /// What each term has or does not have in addition: an arc, or both arcs of an edge.
    absent: Vec<Arcs>,
}

impl<'a> AbsentTerms<'a> {
    /// All terms, and whether each is subtracted.
    pub(super) fn all(&self) -> impl Iterator<Item = (Pattern, bool)> + '_ {
        let number = 1_usize << self.absent.len();
        (0..number).map(|chosen| (self.with(chosen), chosen.count_ones() % 2 == 1))
    }

    /// None if nothing can have the pattern's arcs.
    fn of(pattern: &'a Pattern, semantics: Semantics, is_undirected: bool) -> Option<Self> {
        let mut present = Arcs::new();
        let mut known: BTreeMap<(NodeId, NodeId), LabelSet> = BTreeMap::new();
        for (tail, head, accepts) in pattern.arc_sets() {
            let Some(forbidden) = pattern.absent_between(tail, head) else {
                present.push((tail, head, accepts.to_set()));
                continue;
            };
            let left = accepts.to_set().and(&forbidden.complement());
            if left.is_empty() {
                return None;
            }
            // Two sets may be left with the same label.
            if left.single().is_some() {
                let single = known.entry((tail, head)).or_insert_with(|| LabelSet::one_of([]));
                let both = single.or(&left);
                if both == *single {
                    if semantics.is_injective() {
                        return None;
                    }
                    continue;
                }
                *single = both;
            }
            present.push((tail, head, left));
        }
        let mut absent: Vec<Arcs> = Vec::new();
        for (tail, head, set) in pattern.absent_arcs().filter(|_| !semantics.is_induced()) {
            let arc = (tail, head, set.clone());
            let is_back = |arcs: &&mut Arcs| arcs[..] == [(head, tail, set.clone())];
            match absent.iter_mut().find(is_back).filter(|_| is_undirected && tail != head) {
                Some(arcs) => arcs.push(arc),
                None => absent.push(vec![arc]),
            }
        }
        Some(Self { pattern, present, absent })
    }

    /// The pattern with the absent arcs of a mask.
    fn with(&self, chosen: usize) -> Pattern {
        let mut builder = Pattern::builder();
        for u in self.pattern.nodes() {
            builder.node(self.pattern.node_set(u).to_set());
        }
        let added = self.absent.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
        for (tail, head, set) in self.present.iter().chain(added.flat_map(|(_, arcs)| arcs)) {
            builder.edge(*tail, *head, set.clone());
        }
        builder.build().expect("absent arcs have other labels than the present ones")
    }
}

impl ExactQuestion<'_> {
    /// The number of mappings, if the pattern has absent arcs and asks for no search: because it is
    /// induced, or a sum is forced.
    pub(super) fn without_absent_arcs(
        &self,
        scratch: &mut Scratch,
        meter: &mut Meter<'_>,
    ) -> Option<u128> {
        let is_wanted = match self.exact.tuning.absent {
            Routing::Always => true,
            Routing::ByCost => self.semantics.is_induced(),
            Routing::Never => false,
        };
        if !self.pattern.has_absent() || !is_wanted {
            return None;
        }
        self.absent_sum(MOST_ABSENT_SUMMED, scratch, meter)
    }

    /// The same, where search is expected to take this much work.
    pub(super) fn absent_sum_if_worth_it(
        &self,
        expected_work: f64,
        meter: &mut Meter<'_>,
    ) -> Option<u128> {
        let most = self.most_absent_summed(expected_work, meter)?;
        self.absent_sum(most, &mut Scratch::default(), meter)
    }

    /// The number of absent arcs that may be summed over instead of a search with this work. None if
    /// search is better in any case.
    pub(super) fn most_absent_summed(
        &self,
        expected_work: f64,
        meter: &Meter<'_>,
    ) -> Option<usize> {
        // A limit on steps means steps of a search.
        let is_possible = self.pattern.has_absent() && !meter.counts_steps();
        if !is_possible || self.exact.tuning.absent != Routing::ByCost {
            return None;
        }
        let per_question =
            self.graph.num_arcs() as f64 + WORK_PER_EASY_STEP * self.exact.tuning.easy_steps as f64;
        let most_terms = expected_work / (ABSENT_SUM_WORTH * per_question);
        (1..=MOST_ABSENT_SUMMED_BY_COST).rev().find(|&most| f64::from(1_u32 << most) <= most_terms)
    }

    /// None if there are too many terms, a number on the way does not fit, or the budget ran out.
    fn absent_sum(
        &self,
        most: usize,
        scratch: &mut Scratch,
        meter: &mut Meter<'_>,
    ) -> Option<u128> {
        let terms = match self.absent_terms(most, meter)? {
            Terms::Impossible => return Some(0),
            Terms::Possible(terms) => terms,
        };
        if terms.absent.is_empty() {
            // Also a bound, if the budget runs out.
            let pattern = &terms.with(0);
            let question = ExactQuestion { pattern, watch: None, ..*self };
            return Some(question.mappings(scratch, meter));
        }
        let (mut added, mut taken) = (0_u128, 0_u128);
        for (pattern, is_taken) in terms.all() {
            let question = ExactQuestion { pattern: &pattern, watch: None, ..*self };
            let found = question.mappings(scratch, meter);
            if found == TOO_MANY || meter.is_spent() {
                return None;
            }
            let sum = if is_taken { &mut taken } else { &mut added };
            *sum = sum.checked_add(found)?;
        }
        self.explain(|e| e.strategy = Strategy::AbsentArcs);
        Some(added - taken)
    }

    /// The terms of a sum. None if there are too many, or the budget ran out.
    pub(super) fn absent_terms(&self, most: usize, meter: &mut Meter<'_>) -> Option<Terms<'_>> {
        let mut pairs = self.pattern.absent_arcs().filter(|(tail, head, _)| tail < head);
        let has_edge = pairs.any(|(u, v, set)| self.pattern.absent_between(v, u) == Some(set));
        let is_asked = has_edge && !self.semantics.is_induced();
        let is_undirected = is_asked && is_undirected(self.graph, meter);
        let Some(terms) = AbsentTerms::of(self.pattern, self.semantics, is_undirected) else {
            return Some(Terms::Impossible);
        };
        let num_arcs = self.pattern.num_arcs() + self.pattern.absent_arcs().len();
        let is_small = terms.absent.len() <= most && num_arcs <= MAX_ARCS;
        (is_small && !meter.is_spent()).then_some(Terms::Possible(terms))
    }
}

/// Whether every arc has its reverse, with the same label. Meaningless once the budget is spent.
fn is_undirected(g: &LabeledGraph, meter: &mut Meter<'_>) -> bool {
    g.nodes().all(|v| {
        let (out, into) = (g.out_arcs(v), g.in_arcs(v));
        let same = |some: std::ops::Range<usize>| out[some.clone()] == into[some];
        out.len() == into.len() && meter.work(1) && meter.stretches(out.len()).all(same)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use isocount_core::Unit;
    use isocount_testkit::pattern;

    use super::*;

    fn terms(text: &str, semantics: Semantics) -> Option<Vec<Pattern>> {
        let pattern = pattern(text);
        let terms = AbsentTerms::of(&pattern, semantics, text.contains("c!-b"))?;
        Some(terms.all().map(|(pattern, _)| pattern).collect())
    }

    #[test]
    fn each_absent_arc_is_there_or_not() {
        let mono = Semantics::Monomorphism(Unit::Mappings);
        let found = terms("a->b->c, a!->c, b!-[1]->b", mono).unwrap();
        let expected = ["a->b->c", "a->b->c, a->c", "a->b->c, b-[1]->b", "a->b->c, a->c, b-[1]->b"];
        assert_eq!(found, expected.map(pattern));
        let found = terms("a->b, c!-b, c!->a", mono).unwrap();
        let expected = ["a->b, c", "a->b, c-b", "a->b, c->a", "a->b, c-b, c->a"];
        let found: BTreeSet<u128> = found.iter().map(Pattern::fingerprint).collect();
        assert_eq!(found, expected.map(|text| pattern(text).fingerprint()).into());
        // A present arc keeps the labels that are not forbidden beside it.
        let found = terms("a-[1|2|3]->b, a!-[2|4]->b", mono).unwrap();
        assert_eq!(found, ["a-[1|3]->b", "a-[1|3]->b, a-[2|4]->b"].map(pattern));
        assert_eq!(terms("a-[2]->b, a!-[2|4]->b", mono), None);
        // Two arcs cannot share the only label that is left.
        let text = "a-[1]->b, a-[1|2]->b, a!-[2]->b";
        assert_eq!(terms(text, mono), None);
        let found = terms(text, Semantics::Homomorphism).unwrap();
        assert_eq!(found, ["a-[1]->b", "a-[1]->b, a-[2]->b"].map(pattern));
        let found = terms("a->b, a!-[1]->b, b!->a", Semantics::Induced(Unit::Mappings)).unwrap();
        assert_eq!(found, ["a->b"].map(pattern));
    }
}
