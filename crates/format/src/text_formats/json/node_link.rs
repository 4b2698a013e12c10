//! Node-link JSON, as networkx and d3 write it.
//!
//! ```json
//! {
//!   "directed": false, "multigraph": false, "graph": {},
//!   "nodes": [{"id": "c", "label": "C"}, {"id": "o", "label": "O"}],
//!   "links": [{"source": "c", "target": "o", "label": "double"}]
//! }
//! ```
//!
//! Newer versions of networkx write `edges` instead of `links`. Ids are strings or numbers, and
//! never labels; nodes without ids are identified by their position. The attribute `label` contains
//! the labels, unless the options name another one; all others are ignored. Graphs are undirected
//! unless they contain `"directed": true`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use isocount_core::{Control, Label};
use serde_json::value::RawValue;

use super::object::Object;
use super::{json_value, label_text};
use crate::builder::{Built, Direction, EdgePart, GraphParts, NodePart};
use crate::error::SyntaxProblem;
use crate::names::FileLabels;
use crate::read::Text;
use crate::{FormatError, ReadOptions};

/// Whether nodes are objects; in our own format, they are labels.
pub(super) fn has_node_objects(object: &Object<'_>) -> bool {
    object.nodes.first().is_some_and(|node| node.get().starts_with('{'))
}

/// Builds the graph from the parts of an object.
pub(super) fn build(
    object: &Object<'_>,
    text: Text<'_>,
    options: &ReadOptions,
    names: &mut FileLabels<'_>,
    control: &Control,
) -> Result<Built, FormatError> {
    let mut parts = GraphParts::new(text, options, control);
    let mut by_place = None;
    for (place, node) in object.nodes.iter().enumerate() {
        control.check()?;
        let node = Attributes::read(text, node.get(), "a node: an object with an `id`")?;
        if parts.keys.is_asked() {
            node.values.keys().for_each(|key| parts.keys.of_node(key));
        }
        if let Some(attributes) = &mut parts.attributes {
            node.values.iter().for_each(|(key, raw)| attributes.nodes.put(key, || json_value(raw)));
        }
        let id = node.get("id").map(|raw| id_text(text, raw)).transpose()?;
        // Either all nodes have an id, or none.
        if *by_place.get_or_insert(id.is_none()) != id.is_none() {
            return Err(node.missing("node", "id"));
        }
        let id = id.unwrap_or_else(|| place.to_string());
        let label = node.label(options.node_key(), |label| names.node_label(label))?;
        parts.add_node(&NodePart { id: Cow::Owned(id), label, place: node.raw })?;
    }
    for edge in &object.edges {
        control.check()?;
        let expected = "an edge: an object with `source` and `target`";
        let edge = Attributes::read(text, edge.get(), expected)?;
        if parts.keys.is_asked() {
            edge.values.keys().for_each(|key| parts.keys.of_edge(key));
        }
        if let Some(attributes) = &mut parts.attributes {
            edge.values.iter().for_each(|(key, raw)| attributes.edges.put(key, || json_value(raw)));
        }
        let end = |key: &'static str| {
            let raw = edge.get(key).ok_or_else(|| edge.missing("edge", key))?;
            id_text(text, raw).map(Cow::Owned)
        };
        let (tail, head) = (end("source")?, end("target")?);
        let label = edge.label(options.edge_key(), |label| names.edge_label(label))?;
        parts.add_edge(&EdgePart { tail, head, label, direction: None, place: edge.raw });
    }
    let direction = match object.directed {
        Some(true) => Direction::Directed,
        Some(false) | None => Direction::Undirected,
    };
    parts.build(direction, names)
}

/// The attributes of a node or an edge.
struct Attributes<'a> {
    text: Text<'a>,
    raw: &'a str,
    values: BTreeMap<Cow<'a, str>, &'a RawValue>,
}

impl<'a> Attributes<'a> {
    fn read(text: Text<'a>, raw: &'a str, expected: &'static str) -> Result<Self, FormatError> {
        let values = serde_json::from_str(raw).map_err(|_| text.unexpected(raw, expected))?;
        Ok(Self { text, raw, values })
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        self.values.get(key).map(|value| value.get())
    }

    fn missing(&self, element: &'static str, attribute: &'static str) -> FormatError {
        self.text.error(self.raw, SyntaxProblem::MissingAttribute { element, attribute })
    }

    fn label(
        &self,
        key: &str,
        intern: impl FnOnce(&str) -> Label,
    ) -> Result<Option<Label>, FormatError> {
        let Some(raw) = self.get(key).filter(|&raw| raw != "null") else { return Ok(None) };
        // Any number may be requested as a label; the label is its text.
        if raw.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            return Ok(Some(intern(raw)));
        }
        Ok(Some(intern(&label_text(self.text, raw)?)))
    }
}

/// The name of a node: the contents of a string, or the text of any other value.
fn id_text(text: Text<'_>, raw: &str) -> Result<String, FormatError> {
    if raw.starts_with(['{', '[']) || raw == "null" {
        return Err(text.unexpected(raw, "the id of a node: a string or a number"));
    }
    if raw.starts_with('"') {
        return label_text(text, raw).map(Cow::into_owned);
    }
    Ok(raw.to_owned())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::{Format, LabelNames, read_bytes};

    use super::*;

    fn shown(text: &str, options: &ReadOptions) -> Result<String, String> {
        let (mut names, path) = (LabelNames::new(), Path::new("x.json"));
        let read =
            read_bytes(Format::Json, path, text.as_bytes(), options, &mut names, &Control::NONE);
        let graph = read.map_err(|error| error.to_string())?.remove(0).graph;
        let nodes: Vec<_> =
            graph.node_labels().iter().map(|&label| names.node_text(label).unwrap()).collect();
        let arcs: Vec<_> = graph
            .arcs()
            .map(|arc| {
                format!("{}>{}:{}", arc.tail.0, arc.head.0, names.edge_text(arc.label).unwrap())
            })
            .collect();
        Ok(format!("{} | {}", nodes.join(" "), arcs.join(" ")))
    }

    #[test]
    fn both_spellings_are_read_and_ids_are_not_labels() {
        for edges in ["links", "edges"] {
            let text = format!(
                r#"{{"directed": false, "multigraph": false, "graph": {{"name": "x"}},
                    "nodes": [{{"id": "a", "club": "Mr. Hi"}}, {{"id": 7, "club": "Officer"}}],
                    "{edges}": [{{"source": 7, "target": "a", "weight": 2.5}}]}}"#
            );
            let plain = ReadOptions::new();
            assert_eq!(shown(&text, &plain).unwrap(), "0 0 | 0>1:0 1>0:0");
            let labels =
                ReadOptions::new().with_node_label_key("club").with_edge_label_key("weight");
            assert_eq!(shown(&text, &labels).unwrap(), "Mr. Hi Officer | 0>1:2.5 1>0:2.5");
        }
    }

    #[test]
    fn directed_multigraphs_and_nodes_without_ids() {
        let text = r#"{"directed": true, "multigraph": true, "nodes": [{}, {}],
            "links": [{"source": 1, "target": 0, "key": 0, "label": "x"},
                      {"source": 1, "target": 0, "key": 1, "label": "y"}]}"#;
        assert_eq!(shown(text, &ReadOptions::new()).unwrap(), "0 0 | 1>0:x 1>0:y");
    }

    #[test]
    fn missing_parts_are_reported() {
        let refused = |nodes: &str, edges: &str| {
            let text = format!(r#"{{"nodes": [{nodes}], "links": [{edges}]}}"#);
            shown(&text, &ReadOptions::new()).unwrap_err()
        };
        let edge = r#"{"source": 1, "target": 2}"#;
        assert_eq!(refused(r#"{"id": 1}"#, edge), "x.json:1:34: node `2` does not exist");
        assert_eq!(refused(r#"{"id": 1}, {}"#, ""), "x.json:1:23: this node has no `id`");
        let message = refused(r#"{"id": 1}"#, r#"{"source": 1}"#);
        assert_eq!(message, "x.json:1:34: this edge has no `target`");
        let message = refused(r#"{"id": [1]}"#, "");
        let expected = "x.json:1:19: found `[1]`, expected the id of a node: a string or a number";
        assert_eq!(message, expected);
        let message = refused(r#"{"id": 1}, 5"#, "");
        assert_eq!(message, "x.json:1:23: found `5`, expected a node: an object with an `id`");
    }
}
