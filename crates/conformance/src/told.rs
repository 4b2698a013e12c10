//! The answer of an interface, in a form that can be compared.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The answer of an interface to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// A record without what may differ from run to run, or rows.
    Answer(Value),
    /// The question is refused, with this message.
    Refused(String),
}

/// A node or an edge, and its number of occurrences.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Row {
    /// The node, or the two ends of the edge, by name.
    pub nodes: Vec<String>,
    /// One count, or one for each orbit of the pattern.
    pub counts: Vec<String>,
}

/// Fields of a record that depend on the run or on the interface.
const ASIDE: [&str; 8] = [
    "open_seconds",
    "count_seconds",
    "pattern_hash",
    "graph_hash",
    "graph_id",
    "pattern_place",
    "graph_place",
    "zero_reasons",
];

impl Told {
    /// An answer record without its times and checksums.
    ///
    /// # Panics
    /// If it is not an object.
    #[must_use]
    pub fn record(mut record: Value) -> Self {
        let fields = record.as_object_mut().expect("a record is an object");
        fields.retain(|key, _| !ASIDE.contains(&key.as_str()));
        Self::Answer(record)
    }

    /// Counts of nodes or edges, in the order of their names.
    ///
    /// # Panics
    /// Never: rows are JSON.
    #[must_use]
    pub fn rows(complete: bool, mut rows: Vec<Row>) -> Self {
        rows.sort();
        Self::Answer(json!({ "complete": complete, "rows": rows }))
    }

    /// Matches in any order, each an object from names of pattern nodes to names of graph nodes.
    #[must_use]
    pub fn matches(mut matches: Vec<Value>) -> Self {
        matches.sort_by_key(ToString::to_string);
        Self::Answer(json!({ "matches": matches }))
    }

    /// Motifs and their counts, in any order; those that do not occur are left out.
    #[must_use]
    pub fn motifs(directed: bool, counts: impl Iterator<Item = (String, String)>) -> Self {
        let counts: BTreeMap<String, String> = counts.filter(|(_, count)| count != "0").collect();
        Self::Answer(json!({ "directed": directed, "motifs": counts }))
    }

    /// Checks that another interface gave the same answer. A refusal may be surrounded by more
    /// text: a location, an excerpt, a remedy.
    ///
    /// # Errors
    /// A message with both sides, if they differ.
    pub fn agrees_with(&self, other: &Self) -> Result<(), String> {
        let agree = match (self, other) {
            (Self::Answer(ours), Self::Answer(theirs)) => ours == theirs,
            (Self::Refused(ours), Self::Refused(theirs)) => plain(theirs).contains(&plain(ours)),
            _ => false,
        };
        if agree { Ok(()) } else { Err(format!("expected {self:?}\n     got {other:?}")) }
    }

    /// Checks the answer against what a question expects: the fields of an object, or a refusal
    /// with this message.
    ///
    /// # Errors
    /// A message with both sides, if they differ.
    pub fn fulfils(&self, expect: &Value) -> Result<(), String> {
        let fulfils = match (self, expect) {
            (Self::Refused(words), Value::Object(expect)) => {
                expect.get("refused").and_then(Value::as_str).is_some_and(|it| words.contains(it))
            }
            (Self::Answer(answer), Value::Object(expect)) => {
                expect.iter().all(|(key, value)| answer.get(key) == Some(value))
            }
            (_, Value::Null) => true,
            _ => false,
        };
        if fulfils { Ok(()) } else { Err(format!("expected {expect}\n     got {self:?}")) }
    }
}

/// The words of a text, without line breaks and box-drawing characters.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || ['│', '×', '╰', '▶'].contains(&c));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
