//! The JSON object of one graph, split into its parts.
//!
//! `nodes` and `edges` remain slices of the text, so that errors can be located. They are parsed by
//! hand instead of by a derived implementation, because parsing a list of ten million edges must
//! stop when it is cancelled.

use std::fmt;

use isocount_core::Control;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// The object, with its parts as they stand in the text.
pub(super) struct Object<'a> {
    pub(super) nodes: Vec<&'a RawValue>,
    pub(super) edges: Vec<&'a RawValue>,
    pub(super) absent: Vec<&'a RawValue>,
    pub(super) name: Option<String>,
    pub(super) directed: Option<bool>,
    /// The columns of attributes.
    pub(super) node_attributes: Option<&'a RawValue>,
    pub(super) edge_attributes: Option<&'a RawValue>,
    /// Whether there is a key that only node-link data have.
    pub(super) is_node_link: bool,
}

/// The keys; any other is an error.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Key {
    Nodes,
    Edges,
    Name,
    Directed,
    Links,
    Multigraph,
    Graph,
    Absent,
    NodeAttributes,
    EdgeAttributes,
}

const KEYS: &[&str] = &[
    "nodes",
    "edges",
    "name",
    "directed",
    "links",
    "multigraph",
    "graph",
    "absent",
    "node_attributes",
    "edge_attributes",
];

impl<'a> Object<'a> {
    /// Splits a text into its parts. If `control` is cancelled, this returns some error.
    pub(super) fn parse(text: &'a str, control: &Control) -> Result<Self, serde_json::Error> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let object = deserializer.deserialize_struct("Object", KEYS, ObjectVisitor { control })?;
        deserializer.end()?;
        Ok(object)
    }
}

struct ObjectVisitor<'c> {
    control: &'c Control,
}

impl<'de> Visitor<'de> for ObjectVisitor<'_> {
    type Value = Object<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the keys `nodes` and `edges`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
        let list = || RawList { control: self.control };
        let (mut nodes, mut edges, mut name, mut directed) = (None, None, None, None);
        let mut absent = None;
        let (mut is_node_link, mut seen) = (false, [false; 2]);
        let (mut node_attributes, mut edge_attributes) = (None, None);
        while let Some(key) = map.next_key()? {
            let repeated = match key {
                Key::Nodes => nodes.replace(map.next_value_seed(list())?).map(|_| "nodes"),
                Key::Edges => edges.replace(map.next_value_seed(list())?).map(|_| "edges"),
                Key::Absent => absent.replace(map.next_value_seed(list())?).map(|_| "absent"),
                Key::Links => {
                    is_node_link = true;
                    edges.replace(map.next_value_seed(list())?).map(|_| "links")
                }
                Key::Multigraph | Key::Graph => {
                    is_node_link = true;
                    let _: &RawValue = map.next_value()?;
                    let (number, key) = match key {
                        Key::Graph => (0, "graph"),
                        _ => (1, "multigraph"),
                    };
                    std::mem::replace(&mut seen[number], true).then_some(key)
                }
                Key::Name => name.replace(map.next_value()?).map(|_: Option<String>| "name"),
                Key::NodeAttributes => {
                    node_attributes.replace(map.next_value()?).map(|_| "node_attributes")
                }
                Key::EdgeAttributes => {
                    edge_attributes.replace(map.next_value()?).map(|_| "edge_attributes")
                }
                Key::Directed => {
                    directed.replace(map.next_value()?).map(|_: Option<bool>| "directed")
                }
            };
            if let Some(key) = repeated {
                return Err(A::Error::duplicate_field(key));
            }
        }
        Ok(Object {
            nodes: nodes.ok_or_else(|| A::Error::missing_field("nodes"))?,
            edges: edges.ok_or_else(|| A::Error::missing_field("edges"))?,
            absent: absent.unwrap_or_default(),
            name: name.flatten(),
            directed: directed.flatten(),
            node_attributes,
            edge_attributes,
            is_node_link,
        })
    }
}

/// A list whose elements are not parsed.
struct RawList<'c> {
    control: &'c Control,
}

impl<'de> DeserializeSeed<'de> for RawList<'_> {
    type Value = Vec<&'de RawValue>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RawList<'_> {
    type Value = Vec<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element()? {
            elements.push(element);
            self.control.check().map_err(A::Error::custom)?;
        }
        Ok(elements)
    }
}
