//! Matches as text, JSON objects or CSV rows, one line each.
//!
//! ```json
//! {"pattern":"triangle","graph":"karate","match":{"a":"1","b":"2","c":"3"}}
//! ```
//!
//! A match that was drawn with unequal probabilities also has a `weight`.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use isocount_core::printable;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::csv;

/// One match: the image of each node of the pattern.
///
/// ```
/// use isocount_record::MatchRecord;
///
/// // One edge of the karate club.
/// let found = MatchRecord {
///     pattern: "edge",
///     graph: "karate",
///     nodes: vec![("a".into(), "Mr Hi".into()), ("b".into(), "Actor 2".into())],
///     weight: None,
/// };
/// assert_eq!(found.to_csv(2, false), "edge,karate,Mr Hi,Actor 2\n");
/// assert!(found.to_json().contains(r#""match":{"a":"Mr Hi","b":"Actor 2"}"#));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRecord<'a> {
    /// The name of the pattern.
    pub pattern: &'a str,
    /// The name of the graph.
    pub graph: &'a str,
    /// The name of each pattern node with the name of its image, in the order of the pattern nodes.
    pub nodes: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// The reciprocal of the probability of the draw, where probabilities differ.
    pub weight: Option<f64>,
}

impl MatchRecord<'_> {
    /// One JSON object, without the end of the line.
    #[must_use]
    pub fn to_json(&self) -> String {
        json(self)
    }

    /// One CSV row, including the end of the line: pattern, graph, and `columns` cells for the
    /// images, which are empty where there is no node; then the weight, if `weighted`.
    #[must_use]
    pub fn to_csv(&self, columns: usize, weighted: bool) -> String {
        let weight = self.weight.map_or_else(String::new, |weight| weight.to_string());
        let images = self.nodes.iter().map(|(_, image)| &**image);
        let images = images.chain(std::iter::repeat("")).take(columns);
        let start = [self.pattern, self.graph].into_iter();
        csv::line(start.chain(images).chain(weighted.then_some(&*weight)))
    }
}

fn json(record: &MatchRecord<'_>) -> String {
    serde_json::to_string(record).expect("texts and numbers are JSON")
}

/// The header of a file of matches, including the end of the line. The columns are named after the
/// nodes of the pattern, if there is only one pattern.
#[must_use]
pub fn heading<'a>(nodes: impl Iterator<Item = &'a str>, weighted: bool) -> String {
    csv::line(["pattern", "graph"].into_iter().chain(nodes).chain(weighted.then_some("weight")))
}

/// `a = Mr Hi, b = John A`
impl fmt::Display for MatchRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (node, image)) in self.nodes.iter().enumerate() {
            if place > 0 {
                f.write_str(", ")?;
            }
            write_name(f, node)?;
            f.write_str(" = ")?;
            write_name(f, image)?;
        }
        match self.weight {
            None => Ok(()),
            Some(weight) => write!(f, " (weight {weight})"),
        }
    }
}

/// Quotes a name that could be misread.
fn write_name(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    let shown = printable(name);
    let is_plain =
        !shown.is_empty() && shown.trim() == shown && !shown.contains([',', '=', '"', '(', ')']);
    if is_plain {
        return f.write_str(&shown);
    }
    f.write_char('"')?;
    for c in shown.chars() {
        if c == '"' {
            f.write_char('\\')?;
        }
        f.write_char(c)?;
    }
    f.write_char('"')
}

impl Serialize for MatchRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("pattern", self.pattern)?;
        map.serialize_entry("graph", self.graph)?;
        map.serialize_entry("match", &Nodes(&self.nodes))?;
        if let Some(weight) = self.weight {
            map.serialize_entry("weight", &weight)?;
        }
        map.end()
    }
}

struct Nodes<'a>(&'a [(Cow<'a, str>, Cow<'a, str>)]);

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(node, image)| (node, image)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record<'a>(names: &[(&'a str, &'a str)], weight: Option<f64>) -> MatchRecord<'a> {
        let nodes = names.iter().map(|&(a, b)| (a.into(), b.into())).collect();
        MatchRecord { pattern: "p", graph: "g\n2", nodes, weight }
    }

    #[test]
    fn a_match_is_one_line_in_every_form() {
        let odd = record(&[("b", "Mr Hi"), ("a", "x\ny"), ("c", "a, b = \"c\"")], None);
        assert_eq!(odd.to_string(), r#"b = Mr Hi, a = x\ny, c = "a, b = \"c\"""#);
        let json =
            r#"{"pattern":"p","graph":"g\n2","match":{"b":"Mr Hi","a":"x\ny","c":"a, b = \"c\""}}"#;
        assert_eq!(odd.to_json(), json);
        let drawn = record(&[("a", "1"), ("b", "")], Some(12.5));
        assert_eq!(drawn.to_string(), r#"a = 1, b = "" (weight 12.5)"#);
        assert!(drawn.to_json().ends_with(r#","weight":12.5}"#));
        assert_eq!(drawn.to_csv(3, true), "p,\"g\n2\",1,,,12.5\n");
        assert_eq!(drawn.to_csv(2, false), "p,\"g\n2\",1,\n");
        assert_eq!(heading(["a", "b"].into_iter(), true), "pattern,graph,a,b,weight\n");
    }
}
