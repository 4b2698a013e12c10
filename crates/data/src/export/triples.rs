//! Triples as exports write them: names, the count with its kind, and the part of the split.

use serde::Serialize;

use super::Export;
use crate::{Part, Triple, Truth};

/// One triple.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    pub(super) pattern: &'a str,
    pub(super) graph: &'a str,
    /// `exact`, `at_least`, `estimate` or `too_large`.
    pub(super) answer: &'static str,
    /// As text, because counts can exceed what many readers represent exactly.
    pub(super) count: Option<String>,
    /// The interval of an estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) low: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) high: Option<String>,
    /// `train`, `valid`, `test` or `unused`.
    pub(super) part: &'static str,
}

/// All triples, in the order of the data set.
pub(super) fn rows<'a>(export: &Export<'a>) -> impl Iterator<Item = Row<'a>> {
    let Export { dataset, split } = *export;
    dataset.triples().iter().zip(split.parts()).map(move |(triple, part)| {
        let Triple { pattern, graph, truth } = *triple;
        let count = match truth {
            Truth::Exact(count) | Truth::AtLeast(count) | Truth::Estimate { count, .. } => {
                Some(count.to_string())
            }
            Truth::TooLarge => None,
        };
        let (low, high) = match truth {
            Truth::Estimate { low, high, .. } => (Some(low.to_string()), Some(high.to_string())),
            _ => (None, None),
        };
        Row {
            pattern: &dataset.raw_patterns()[pattern as usize].name,
            graph: dataset.graph_name(graph as usize),
            answer: truth.kind(),
            count,
            low,
            high,
            part: part_name(*part),
        }
    })
}

fn part_name(part: Part) -> &'static str {
    match part {
        Part::Train => "train",
        Part::Valid => "valid",
        Part::Test => "test",
        Part::Unused => "unused",
    }
}
