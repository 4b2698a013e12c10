//! A question as data, which every interface can ask.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is requested about a pattern and a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// How often the pattern occurs.
    #[default]
    Count,
    /// In how many occurrences each node or edge takes part.
    Per,
    /// Where it occurs.
    Find,
    /// How often every small pattern occurs.
    Motifs,
}

/// A graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Graph {
    /// What a user types: a notation, `example:...`, or a file below `testdata/questions`.
    Argument(String),
    /// An object of our JSON format.
    Json(Value),
}

impl Default for Graph {
    fn default() -> Self {
        Self::Argument(String::new())
    }
}

/// One question. A field that is `None` or empty is not given, and the interface uses its default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Question {
    /// The name.
    pub name: String,
    /// What is requested.
    pub kind: Kind,
    /// The pattern, as a user types it.
    pub pattern: String,
    /// The graph.
    pub graph: Graph,
    /// `monomorphism`, `induced` or `homomorphism`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantics: Option<String>,
    /// `mappings` or `subgraphs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// `node_labels`, `edge_labels`, `directions`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignore: Vec<String>,
    /// The method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Options of the method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// The confidence of the interval.
    pub confidence: Option<f64>,
    /// The seed of an estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many replicates an estimate averages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replicates: Option<u32>,
    /// Seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<f64>,
    /// Steps of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step_limit: Option<u64>,
    /// Threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// `node`, `edge` or `orbit`, for [`Kind::Per`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per: Option<String>,
    /// The maximum number of matches, for [`Kind::Find`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// The minimum and the maximum size, for [`Kind::Motifs`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sizes: Option<[usize; 2]>,
    /// Whether directions matter, for [`Kind::Motifs`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directed: Option<bool>,
    /// Whether labels matter, for [`Kind::Motifs`].
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub labels: bool,
    /// The expected answer: parts of it, or `{"refused": "..."}`.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub expect: Value,
}

impl Question {
    /// The options that are given, by the names that `interfaces/list.json` uses.
    #[must_use]
    pub fn given(&self) -> Vec<&'static str> {
        let kind = match self.kind {
            Kind::Count => "count",
            Kind::Per => "per",
            Kind::Find => "find",
            Kind::Motifs => "motifs",
        };
        let given = [
            ("semantics", self.semantics.is_some()),
            ("unit", self.unit.is_some()),
            ("ignore", !self.ignore.is_empty()),
            ("method", self.method.is_some()),
            ("precision", self.precision.is_some()),
            ("confidence", self.confidence.is_some()),
            ("seed", self.seed.is_some()),
            ("replicates", self.replicates.is_some()),
            ("time_limit", self.time_limit.is_some()),
            ("step_limit", self.step_limit.is_some()),
            ("threads", self.threads.is_some()),
            ("limit", self.limit.is_some()),
            ("sizes", self.sizes.is_some()),
            ("directed", self.directed.is_some()),
            ("labels", self.labels),
        ];
        let given = given.into_iter().filter(|&(_, given)| given).map(|(name, _)| name);
        std::iter::once(kind).chain(given).collect()
    }
}

/// The folder that contains the questions and their files.
#[must_use]
pub fn folder() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
    root.join("testdata/questions")
}

/// The questions written by hand, from all files of the folder.
///
/// # Panics
/// If one cannot be read, or two have the same name.
#[must_use]
pub fn written() -> Vec<Question> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder())
        .expect("the folder of the questions is there")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    files.sort();
    let mut all: Vec<Question> = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a file of questions can be read");
        let questions: Vec<Question> = serde_json::from_str(&text)
            .unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
        for question in questions {
            let is_new = all.iter().all(|it| it.name != question.name);
            assert!(is_new, "{}: two questions are called {:?}", path.display(), question.name);
            all.push(question);
        }
    }
    all
}
