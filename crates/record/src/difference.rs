//! How two questions differ. Answers to one must not be taken for answers to the other.

use std::fmt;

use isocount_core::printable;

use crate::{Question, Subject};

/// The first difference between two questions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// What differs, by its key in the record.
    pub what: &'static str,
    /// The value in the record; empty if it is not set.
    pub found: String,
    /// The value in the current question; empty if it is not set.
    pub asked: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |text: &str| match text {
            "" => "not set".to_owned(),
            text => format!("`{}`", printable(text)),
        };
        let (found, asked) = (shown(&self.found), shown(&self.asked));
        write!(f, "{} is {found} in the file and {asked} in this question", self.what)
    }
}

impl Question {
    /// The first difference from the current question; `None` if the questions are the same.
    #[must_use]
    pub fn difference(&self, asked: &Self) -> Option<Difference> {
        let parts = |q: &Self| {
            let semantics = q.meaning.semantics;
            let ignored: Vec<_> = q.meaning.view.ignored().collect();
            let options: Vec<_> = q.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
            let text = |value: Option<String>| value.unwrap_or_default();
            [
                ("semantics", semantics.name().to_owned()),
                ("unit", semantics.unit().name().to_owned()),
                ("ignored", ignored.join(", ")),
                ("method", q.method.clone()),
                ("options", options.join(", ")),
                ("model", text(q.model.clone())),
                ("time_limit", text(q.time_limit.map(|limit| format!("{limit:?}")))),
                ("step_limit", text(q.step_limit.map(|limit| limit.to_string()))),
                ("seed", text(q.seed.map(|seed| seed.to_string()))),
            ]
        };
        first(parts(self), parts(asked))
    }
}

impl Subject {
    /// The first difference from the current subject, under the keys of a pattern or of a graph. A
    /// checksum that one side lacks is not compared.
    #[must_use]
    pub fn difference(&self, asked: &Self, keys: SubjectKeys) -> Option<Difference> {
        let hash = |one: &Self, other: &Self| {
            other.hash.as_ref().and(one.hash.as_ref()).cloned().unwrap_or_default()
        };
        first(
            [(keys.name, self.name.clone()), (keys.hash, hash(self, asked))],
            [(keys.name, asked.name.clone()), (keys.hash, hash(asked, self))],
        )
    }
}

/// The keys of a pattern or of a graph in a record.
#[derive(Clone, Copy, Debug)]
pub struct SubjectKeys {
    name: &'static str,
    hash: &'static str,
}

impl SubjectKeys {
    /// The keys of the pattern.
    pub const PATTERN: Self = Self { name: "pattern", hash: "pattern_hash" };
    /// The keys of the graph.
    pub const GRAPH: Self = Self { name: "graph", hash: "graph_hash" };
}

fn first<const N: usize>(
    found: [(&'static str, String); N],
    asked: [(&'static str, String); N],
) -> Option<Difference> {
    let mut pairs = found.into_iter().zip(asked);
    let ((what, found), (_, asked)) = pairs.find(|((_, found), (_, asked))| found != asked)?;
    Some(Difference { what, found, asked })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use isocount_core::{Meaning, Semantics};

    use super::*;

    type Change = fn(&mut Question);

    #[test]
    fn every_part_of_a_question_is_compared() {
        let question = Question::new(Meaning::plain(Semantics::Homomorphism), "learned");
        assert_eq!(question.difference(&question), None);
        let changes: [(&str, Change); 8] = [
            ("semantics", |q| {
                q.meaning.semantics = Semantics::Induced(isocount_core::Unit::Mappings);
            }),
            ("ignored", |q| q.meaning.view.directions = isocount_core::Directions::Ignore),
            ("method", |q| q.method = "vf2".to_owned()),
            ("options", |q| drop(q.options.insert("readout".to_owned(), "fused".to_owned()))),
            ("model", |q| q.model = Some("ab".to_owned())),
            ("time_limit", |q| q.time_limit = Some(Duration::from_secs(5))),
            ("step_limit", |q| q.step_limit = Some(7)),
            ("seed", |q| q.seed = Some(1)),
        ];
        for (what, change) in changes {
            let mut other = question.clone();
            change(&mut other);
            let found = other.difference(&question).map(|difference| difference.what);
            assert_eq!(found, Some(what));
        }
        let mut other = question.clone();
        other.time_limit = Some(Duration::from_secs(5));
        let said = other.difference(&question).map(|difference| difference.to_string());
        let expected = "time_limit is `5s` in the file and not set in this question";
        assert_eq!(said.as_deref(), Some(expected));
    }

    #[test]
    fn a_graph_that_changed_is_noticed() {
        let of = |hash: &str| Subject { name: "g".to_owned(), hash: Some(hash.to_owned()) };
        assert_eq!(of("1").difference(&of("1"), SubjectKeys::GRAPH), None);
        let found = of("1").difference(&of("2"), SubjectKeys::GRAPH);
        assert_eq!(found.map(|difference| difference.what), Some("graph_hash"));
        assert_eq!(of("1").difference(&Subject::named("g"), SubjectKeys::GRAPH), None);
    }
}
