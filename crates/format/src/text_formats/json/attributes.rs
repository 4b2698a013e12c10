//! Attributes in our own JSON format: columns with one value for each node or edge.
//!
//! ```json
//! {
//!   "nodes": ["Person", "Person"], "edges": [[0, 1]],
//!   "node_attributes": {"age": [30, null], "city": ["Rome", "Oslo"]},
//!   "edge_attributes": {"weight": [0.5]}
//! }
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;

use isocount_core::{NodeId, Value};
use serde_json::value::RawValue;

use super::object::Object;
use crate::FormatError;
use crate::builder::Assembly;
use crate::read::Text;

/// The value of an attribute. Lists and objects are not kept.
pub(super) fn json_value(raw: &RawValue) -> Value {
    match raw.get() {
        "true" => true.into(),
        "false" => false.into(),
        text if text.starts_with('"') => {
            serde_json::from_str::<Cow<'_, str>>(text).map_or(Value::Missing, |it| Value::text(&it))
        }
        text => Value::parse_number(text).unwrap_or_default(),
    }
}

/// Reads the attributes that are kept; returns the values of each edge.
pub(super) fn rows(
    object: &Object<'_>,
    text: Text<'_>,
    assembly: &mut Assembly,
) -> Result<Vec<u32>, FormatError> {
    let of_nodes = columns(object.node_attributes, object.nodes.len(), text)?;
    let of_edges = columns(object.edge_attributes, object.edges.len(), text)?;
    let Some(attributes) = &mut assembly.attributes else { return Ok(Vec::new()) };
    for node in 0..object.nodes.len() {
        for (name, values) in &of_nodes {
            attributes.nodes.put(name, || json_value(values[node]));
        }
        let row = attributes.nodes.row();
        attributes.set_node(NodeId(u32::try_from(node).unwrap_or(u32::MAX)), row);
    }
    let mut rows = Vec::with_capacity(object.edges.len());
    for edge in 0..object.edges.len() {
        for (name, values) in &of_edges {
            attributes.edges.put(name, || json_value(values[edge]));
        }
        rows.push(attributes.edges.row());
    }
    Ok(rows)
}

type Columns<'a> = BTreeMap<Cow<'a, str>, Vec<&'a RawValue>>;

/// Columns of this length.
fn columns<'a>(
    raw: Option<&'a RawValue>,
    len: usize,
    text: Text<'_>,
) -> Result<Columns<'a>, FormatError> {
    let Some(raw) = raw else { return Ok(Columns::new()) };
    let expected = "an object with one list of values for each attribute";
    let by_name: BTreeMap<Cow<'a, str>, &'a RawValue> =
        serde_json::from_str(raw.get()).map_err(|_| text.unexpected(raw.get(), expected))?;
    let column = |(name, raw): (Cow<'a, str>, &'a RawValue)| {
        let values: Vec<&'a RawValue> =
            serde_json::from_str(raw.get()).map_err(|_| text.unexpected(raw.get(), expected))?;
        if values.len() == len {
            return Ok((name, values));
        }
        let expected = "one value for each node, or for each edge";
        Err(text.unexpected(raw.get(), expected))
    };
    by_name.into_iter().map(column).collect()
}
