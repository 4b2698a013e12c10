//! The labels of a graph by name: how many there are, which are the most frequent, and what they
//! seem to be.

use std::borrow::Cow;
use std::fmt;

use isocount_core::{Label, printable};
use isocount_format::LabelNames;

use super::label_census::LabelCensus;

/// The label that readers use for everything in a file without labels.
const UNLABELED: &str = "0";

/// This many nodes or arcs with unique labels are not a coincidence.
const MANY: usize = 6;

/// More distinct numbers than a handful of categories, such as bond orders, would need.
const MANY_NUMBERS: usize = 4;

/// Labels of nodes, or labels of arcs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LabelOwner {
    /// Of nodes.
    Node,
    /// Of arcs.
    Arc,
}

/// What the labels of a graph appear to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LabelLook {
    /// There are no nodes or arcs to carry labels.
    Absent,
    /// All are `0`, which stands for no label.
    Unlabeled,
    /// Each label belongs to a single node or edge: a name or an identifier.
    Unique,
    /// Many different numbers on the arcs: weights.
    Weights,
    /// Labels that classify.
    Classes,
}

impl LabelLook {
    /// A machine-readable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::Unlabeled => "unlabeled",
            Self::Unique => "unique",
            Self::Weights => "weights",
            Self::Classes => "classes",
        }
    }
}

/// A label and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LabelCount {
    /// The name of the label. It comes from outside: print it with [`printable`].
    pub label: String,
    /// How many nodes or arcs carry it.
    pub count: usize,
}

/// The labels of the nodes or of the arcs of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LabelFacts {
    /// The number of distinct labels.
    pub distinct: usize,
    /// The number of nodes or arcs.
    pub total: usize,
    /// What they appear to be.
    pub look: LabelLook,
    /// The most frequent labels first, possibly not all.
    pub most_frequent: Vec<LabelCount>,
}

impl LabelFacts {
    /// Names up to a maximum number of labels of a census.
    pub(crate) fn new(
        census: &LabelCensus,
        owner: LabelOwner,
        names: &LabelNames,
        at_most: usize,
    ) -> Self {
        let most_frequent = census.most_frequent(at_most).into_iter();
        let counts = most_frequent
            .map(|(label, count)| LabelCount { label: name(owner, names, label).into(), count });
        Self {
            distinct: census.distinct(),
            total: census.total(),
            look: look(census, owner, names),
            most_frequent: counts.collect(),
        }
    }

    /// Keeps the names of at most `at_most` labels.
    #[must_use]
    pub fn top(&self, at_most: usize) -> Self {
        let most_frequent = self.most_frequent.iter().take(at_most).cloned().collect();
        Self { most_frequent, ..*self }
    }
}

impl fmt::Display for LabelFacts {
    /// `` `C` (16), `O` (2) and 3 more ``
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = self.distinct - self.most_frequent.len();
        for (place, LabelCount { label, count }) in self.most_frequent.iter().enumerate() {
            let is_last = more == 0 && place + 1 == self.most_frequent.len();
            let before = match place {
                0 => "",
                _ if is_last => " and ",
                _ => ", ",
            };
            write!(f, "{before}`{}` ({count})", printable(label))?;
        }
        if more > 0 { write!(f, " and {more} more") } else { Ok(()) }
    }
}

/// The name of a label; its number if it was given as a number.
pub(crate) fn name(owner: LabelOwner, names: &LabelNames, label: Label) -> Cow<'_, str> {
    let text = text(owner, names, label);
    text.map_or_else(|| Cow::Owned(label.0.to_string()), Cow::Borrowed)
}

fn text(owner: LabelOwner, names: &LabelNames, label: Label) -> Option<&str> {
    match owner {
        LabelOwner::Node => names.node_text(label),
        LabelOwner::Arc => names.edge_text(label),
    }
}

/// Whether a label stands for "unlabelled".
fn is_no_label(owner: LabelOwner, names: &LabelNames, label: Label) -> bool {
    match text(owner, names, label) {
        Some(text) => text == UNLABELED,
        None => label == Label(0),
    }
}

/// Classifies the labels.
pub(crate) fn look(census: &LabelCensus, owner: LabelOwner, names: &LabelNames) -> LabelLook {
    let texts = || census.labels().map(|label| name(owner, names, label));
    match look_by_numbers(census, owner) {
        Ok(look) => look,
        Err(_) if census.labels().all(|label| is_no_label(owner, names, label)) => {
            LabelLook::Unlabeled
        }
        Err(_) if census.distinct() > 1 && are_weights(texts(), census) => LabelLook::Weights,
        Err(otherwise) => otherwise,
    }
}

/// Classifies the labels without their names. `Ok` is final; `Err` holds unless the names suggest
/// otherwise.
pub(crate) fn look_by_numbers(
    census: &LabelCensus,
    owner: LabelOwner,
) -> Result<LabelLook, LabelLook> {
    let (distinct, total) = (census.distinct(), census.total());
    let is_unique = total >= MANY && is_unique(distinct, total, owner);
    let otherwise = if is_unique { LabelLook::Unique } else { LabelLook::Classes };
    match (owner, distinct) {
        (_, 0) => Ok(LabelLook::Absent),
        (_, 1) => Err(otherwise),
        (LabelOwner::Arc, _) if distinct > MANY_NUMBERS => Err(otherwise),
        _ => Ok(otherwise),
    }
}

/// Whether every node or edge has its own label. An undirected edge is two arcs that share their
/// label.
fn is_unique(distinct: usize, total: usize, owner: LabelOwner) -> bool {
    match owner {
        LabelOwner::Node => distinct == total,
        LabelOwner::Arc => 2 * distinct >= total,
    }
}

/// Whether all labels are numbers, and some are not integers or most occur only once or twice.
fn are_weights<'a>(texts: impl Iterator<Item = Cow<'a, str>>, census: &LabelCensus) -> bool {
    let mut any_fraction = false;
    for text in texts {
        if text.parse::<f64>().is_err() {
            return false;
        }
        any_fraction |= text.bytes().any(|byte| !(byte.is_ascii_digit() || b"+-".contains(&byte)));
    }
    any_fraction || 3 * census.distinct() >= census.total()
}

#[cfg(test)]
mod tests {
    use isocount_core::{Control, LabeledGraph};

    use super::*;

    /// A path whose nodes or arcs have these labels.
    fn facts(owner: LabelOwner, labels: &[&str]) -> LabelFacts {
        let (mut names, mut builder) = (LabelNames::new(), LabeledGraph::builder());
        // The label with number 0 is not the label named `0`.
        names.node_label("first");
        names.edge_label("first");
        let census = if owner == LabelOwner::Node {
            for text in labels {
                builder.node(names.node_label(text));
            }
            LabelCensus::of_nodes(&builder.build().unwrap(), &Control::NONE)
        } else {
            let mut last = builder.node(Label(0));
            for text in labels {
                let next = builder.node(Label(0));
                builder.edge(last, next, names.edge_label(text));
                last = next;
            }
            LabelCensus::of_arcs(&builder.build().unwrap(), &Control::NONE)
        };
        LabelFacts::new(&census.unwrap(), owner, &names, 3)
    }

    #[test]
    fn labels_are_classified() {
        use LabelLook::{Absent, Classes, Unique, Unlabeled, Weights};
        let ids = ["a", "b", "c", "d", "e", "f"];
        for (owner, labels, look) in [
            (LabelOwner::Node, &[][..], Absent),
            (LabelOwner::Node, &["0", "0"], Unlabeled),
            (LabelOwner::Node, &["1", "1"], Classes),
            (LabelOwner::Node, &["C", "O", "N"], Classes),
            (LabelOwner::Node, &ids, Unique),
            (LabelOwner::Node, &["0.5", "1.5", "2.5", "3.5", "4.5"], Classes),
            (LabelOwner::Arc, &ids, Unique),
            (LabelOwner::Arc, &["0"], Unlabeled),
            (LabelOwner::Arc, &["1.0", "1.5", "2.0", "1.5", "1.0"], Classes),
            (LabelOwner::Arc, &["0.5", "1.5", "2.5", "3.5", "4e1"], Weights),
            (LabelOwner::Arc, &["3", "1", "4", "-5", "9"], Weights),
            (LabelOwner::Arc, &["3", "1", "4", "5", "nine"], Classes),
        ] {
            assert_eq!(facts(owner, labels).look, look, "{labels:?}");
        }
        // Karate as in networkx: seven weights on 78 edges could be classes.
        let karate: Vec<String> = (0..78).map(|ix| (ix % 7 + 1).to_string()).collect();
        let karate: Vec<&str> = karate.iter().map(String::as_str).collect();
        assert_eq!(facts(LabelOwner::Arc, &karate).look, Classes);
    }

    #[test]
    fn the_most_frequent_labels_come_first() {
        let text = |labels: &[&str]| facts(LabelOwner::Node, labels).to_string();
        assert_eq!(text(&["C"]), "`C` (1)");
        assert_eq!(text(&["O", "C", "C"]), "`C` (2) and `O` (1)");
        assert_eq!(text(&["O", "C", "C", "N"]), "`C` (2), `O` (1) and `N` (1)");
        assert_eq!(text(&["a", "b", "c", "d\u{7}", "c"]), "`c` (2), `a` (1), `b` (1) and 1 more");
        assert_eq!(text(&["\u{1b}[31m"]), r"`\u{1b}[31m` (1)");
    }
}
