//! Patterns in our own JSON format: a set of labels may take the place of a label.
//!
//! ```json
//! {
//!   "directed": false,
//!   "nodes": ["C", {"one_of": ["F", "Cl", "Br", "I"]}, {"all_but": ["H"]}, {"any": true}],
//!   "edges": [[0, 1, "single"], [0, 2, {"one_of": ["single", "double"]}], [0, 3, {"any": true}]]
//! }
//! ```
//!
//! `absent` lists edges that must not be there, like `edges`: `[0, 2]`, or with a label or a set of
//! labels.
//!
//! A condition on attributes stands beside the label or the set:
//! `{"label": "Person", "where": "age > 30"}`. Without `label`, any label is accepted.
//!
//! A set of one label is the same as that label. Several edges with the same set may join the same
//! nodes: each needs its own edge in the graph.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use isocount_core::{
    Condition, ConditionalArc, ConditionalNode, ConditionalPattern, Control, LabelSet, Labels,
    Pattern, PatternError,
};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::object::Object;
use super::{NumberedByOffset, ObjectReading, label_text, node_link, parse_object, read_edge};
use crate::builder::{located, too_many_nodes};
use crate::error::FoundInstead;
use crate::names::{FileLabels, UNLABELED};
use crate::notation::{read_condition, spelled};
use crate::read::{NamedGraph, NamedPattern, Source, Text};
use crate::{Duplicates, Entry, FormatError, LabelNames, ReadOptions};

pub(super) fn read(
    source: Source<'_>,
    names: &mut LabelNames,
) -> Result<Vec<Entry<NamedPattern>>, FormatError> {
    let (stem, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    let mut labels = FileLabels::new(names, options);
    let text = source.into_text()?;
    let text = Text { path, first_line: 1, content: &text };
    let reading = ObjectReading { end: FoundInstead::EndOfFile, options, control };
    Ok(vec![Ok(read_object(text, &reading, &stem, &mut labels)?)])
}

/// Reads one object: our own format, or node-link data, which has no sets.
pub(super) fn read_object(
    text: Text<'_>,
    reading: &ObjectReading<'_>,
    default_name: &str,
    names: &mut FileLabels<'_>,
) -> Result<NamedPattern, FormatError> {
    let object = parse_object(text, reading)?;
    if is_node_link(&object) {
        if let Some(raw) = object.absent.first() {
            let expected = "no absent edges, which node-link data do not have";
            return Err(text.unexpected(raw.get(), expected));
        }
        let is_absent = |raw: &RawValue| {
            let edge: Result<Flagged, _> = serde_json::from_str(raw.get());
            raw.get().contains("absent") && edge.is_ok_and(|edge| edge.absent)
        };
        if let Some(raw) = object.edges.iter().find(|raw| is_absent(raw)) {
            let expected = "an edge that is there; absent edges are a list of their own, in the form \
                            with `nodes`, `edges` and `absent`";
            return Err(text.unexpected(raw.get(), expected));
        }
        let read: NamedGraph = super::read_object(text, reading, default_name, names)?;
        return read.into_pattern(text.path);
    }
    let built = build(&object, text, reading.options, names, reading.control)?;
    let name = object.name.unwrap_or_else(|| default_name.to_owned());
    match built {
        Some((pattern, conditions)) => {
            Ok(NamedPattern { name, pattern, node_names: None, smarts: None, conditions })
        }
        None => Err(FormatError::EmptyPattern { path: text.path.to_owned(), name }),
    }
}

/// An edge of node-link data that networkx wrote for a pattern.
#[derive(Deserialize)]
struct Flagged {
    #[serde(default)]
    absent: bool,
}

/// Whether an object is node-link data, where all nodes are objects. In our own format, only sets
/// of labels are objects.
pub(super) fn is_node_link(object: &Object<'_>) -> bool {
    let is_set = |raw: &RawValue| {
        let keys: Result<BTreeMap<&str, &RawValue>, _> = serde_json::from_str(raw.get());
        keys.is_ok_and(|keys| {
            let is_set = ["any", "one_of", "all_but"].iter().any(|key| keys.contains_key(key));
            is_set || keys.contains_key("where") && !keys.contains_key("id")
        })
    };
    object.is_node_link
        || node_link::has_node_objects(object)
            && !object.nodes.first().is_some_and(|raw| is_set(raw))
}

/// A pattern, and its conditions if it has any.
type Made = (Pattern, Option<Arc<ConditionalPattern>>);

/// `None` if there are no nodes.
fn build(
    object: &Object<'_>,
    text: Text<'_>,
    options: &ReadOptions,
    names: &mut FileLabels<'_>,
    control: &Control,
) -> Result<Option<Made>, FormatError> {
    let mut pattern = ConditionalPattern::default();
    for raw in &object.nodes {
        control.check()?;
        let wanted = options.node_labels;
        let (accepts, condition) =
            accepted(text, raw.get(), wanted, &mut |name| names.node_label(name))?;
        if pattern.nodes.len() >= u32::MAX as usize {
            return Err(too_many_nodes(text.location(text.offset_of(raw.get()))));
        }
        pattern.nodes.push(ConditionalNode { accepts, condition });
    }
    let (mut places, mut plain) = (Vec::new(), BTreeSet::new());
    for raw in &object.edges {
        control.check()?;
        let edge = read_edge(text, raw.get())?;
        let mut label = |name: &str| names.edge_label(name);
        let (accepts, condition) = match edge.label {
            Some(raw) => accepted(text, raw, options.edge_labels, &mut label)?,
            None => (label(UNLABELED).into(), None),
        };
        let place = u32::try_from(text.offset_of(raw.get())).unwrap_or(u32::MAX);
        let mut arc = |tail, head| {
            let plain_label = accepts.single().filter(|_| condition.is_none());
            let repeated = plain_label.is_some_and(|label| !plain.insert((tail, head, label)));
            if !repeated || options.duplicates == Duplicates::Refuse {
                let (accepts, condition) = (accepts.clone(), condition.clone());
                pattern.arcs.push(ConditionalArc { tail, head, accepts, condition });
                places.push(place);
            }
        };
        arc(edge.tail, edge.head);
        if object.directed == Some(false) && edge.tail != edge.head {
            arc(edge.head, edge.tail);
        }
    }
    for raw in &object.absent {
        control.check()?;
        let edge = read_edge(text, raw.get())?;
        let mut label = |name: &str| names.edge_label(name);
        let (accepts, condition) = match edge.label {
            Some(raw) => accepted(text, raw, options.edge_labels, &mut label)?,
            None => (label(UNLABELED).into(), None),
        };
        let place = u32::try_from(text.offset_of(raw.get())).unwrap_or(u32::MAX);
        let mut arc = |tail, head| {
            let (accepts, condition) = (accepts.clone(), condition.clone());
            pattern.absent.push(ConditionalArc { tail, head, accepts, condition });
            places.push(place);
        };
        arc(edge.tail, edge.head);
        if object.directed == Some(false) && edge.tail != edge.head {
            arc(edge.head, edge.tail);
        }
    }
    // Without conditions, this is the pattern itself.
    match spelled(&pattern, names.names()) {
        Ok(spelled) => {
            let has_conditions = pattern.has_conditions();
            Ok(Some((spelled, has_conditions.then(|| Arc::new(pattern)))))
        }
        Err(PatternError::Graph(problem)) => {
            Err(located(problem, &places, &NumberedByOffset(text)))
        }
        Err(_) => Ok(None),
    }
}

/// A label or a set of labels with a condition.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Conditional<'a> {
    #[serde(borrow)]
    label: Option<&'a RawValue>,
    #[serde(rename = "where")]
    condition: String,
}

/// What a node or an edge accepts, and its condition.
fn accepted(
    text: Text<'_>,
    raw: &str,
    wanted: Labels,
    label: &mut dyn FnMut(&str) -> isocount_core::Label,
) -> Result<(LabelSet, Option<Arc<Condition>>), FormatError> {
    let Ok(conditional) = serde_json::from_str::<Conditional<'_>>(raw) else {
        return Ok((label_set(text, raw, wanted, label)?, None));
    };
    let condition = read_condition(&conditional.condition)
        .map_err(|problem| text.error(raw, crate::SyntaxProblem::from(problem)))?;
    let accepts = match (conditional.label, wanted) {
        (Some(raw), _) => label_set(text, raw.get(), wanted, label)?,
        (None, Labels::Ignore) => label(UNLABELED).into(),
        (None, Labels::Keep) => LabelSet::any(),
    };
    Ok((accepts, Some(Arc::new(condition))))
}

/// A set of labels; exactly one of the keys is present.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum Set<'a> {
    Any(bool),
    #[serde(borrow)]
    OneOf(Vec<&'a RawValue>),
    #[serde(borrow)]
    AllBut(Vec<&'a RawValue>),
}

const SET: &str = "a label, {\"any\": true}, {\"one_of\": [labels]} or {\"all_but\": [labels]}";

/// What a node or an edge accepts; the single label if labels are ignored.
fn label_set(
    text: Text<'_>,
    raw: &str,
    wanted: Labels,
    label: &mut dyn FnMut(&str) -> isocount_core::Label,
) -> Result<LabelSet, FormatError> {
    if !raw.starts_with('{') {
        return Ok(label(&label_text(text, raw)?).into());
    }
    let mut labels = |raw: Vec<&RawValue>| -> Result<Vec<_>, FormatError> {
        raw.into_iter().map(|raw| Ok(label(&label_text(text, raw.get())?))).collect()
    };
    let set = match serde_json::from_str(raw) {
        Ok(Set::Any(true)) => LabelSet::any(),
        Ok(Set::OneOf(list)) => LabelSet::one_of(labels(list)?),
        Ok(Set::AllBut(list)) => LabelSet::all_but(labels(list)?),
        Ok(Set::Any(false)) | Err(_) => return Err(text.unexpected(raw, SET)),
    };
    Ok(if wanted == Labels::Ignore { label(UNLABELED).into() } else { set })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, write_pattern};
    use isocount_core::{Label, NodeId};
    use std::path::Path;

    fn parse(text: &str, names: &mut LabelNames) -> Result<NamedPattern, FormatError> {
        let text = Text { path: Path::new("x.json"), first_line: 1, content: text };
        let options = &ReadOptions::new();
        let reading =
            ObjectReading { end: FoundInstead::EndOfFile, options, control: &Control::NONE };
        read_object(text, &reading, "x", &mut FileLabels::new(names, options))
    }

    fn problem(text: &str) -> String {
        parse(text, &mut LabelNames::new()).unwrap_err().to_string()
    }

    #[test]
    fn absent_edges_are_read_and_written_back() {
        let text = r#"{"directed": false, "nodes": ["C", "C", "O"], "edges": [[0, 1], [1, 2]],
            "absent": [[0, 2, {"any": true}], [1, 1], [0, 1, {"one_of": ["x", 2]}], [0, 1, "y"]]}"#;
        let mut names = LabelNames::new();
        let NamedPattern { pattern, .. } = parse(text, &mut names).unwrap();
        assert_eq!((pattern.num_arcs(), pattern.absent_arcs().len()), (4, 5));
        let some = ["x", "2", "y"].map(|name| names.edge_label(name));
        let absent = |u, v| pattern.absent_between(NodeId(u), NodeId(v));
        assert_eq!(absent(0, 1), Some(&LabelSet::one_of(some)));
        assert_eq!(absent(2, 0), Some(&LabelSet::any()));
        assert_eq!(absent(1, 1), Some(&names.edge_label("0").into()));
        for format in [Format::Json, Format::JsonLines] {
            let mut written = Vec::new();
            write_pattern(&pattern, &names, format, &mut written, &Control::NONE).unwrap();
            let written = String::from_utf8(written).unwrap();
            assert_eq!(parse(&written, &mut names).unwrap().pattern, pattern, "{written}");
        }
        let refused = write_pattern(&pattern, &names, Format::Gml, &mut Vec::new(), &Control::NONE);
        assert_eq!(
            refused.unwrap_err().to_string(),
            "the format gml cannot hold absent edges; the formats json, json-lines and text can"
        );
        let dangling = problem(r#"{"nodes": [0], "edges": [], "absent": [[0, 3]]}"#);
        assert!(dangling.contains("x.json:1:40: node 3 does not exist"), "{dangling}");
        let node_link = r#"{"nodes": [{"id": 0}], "links": [], "absent": [[0, 0]]}"#;
        assert!(problem(node_link).contains("no absent edges"), "{}", problem(node_link));
        let flagged =
            r#"{"nodes": [{"id": 0}], "links": [{"source": 0, "target": 0, "absent": true}]}"#;
        assert!(problem(flagged).contains("an edge that is there"), "{}", problem(flagged));
    }

    #[test]
    fn absent_edges_have_conditions() {
        let text = r#"{"nodes": [0, 0], "edges": [[0, 1]],
            "absent": [[1, 0, {"label": "pays", "where": "amount > 100"}], [1, 0, "x"]]}"#;
        let mut names = LabelNames::new();
        let NamedPattern { pattern, conditions, .. } = parse(text, &mut names).unwrap();
        let conditions = conditions.unwrap();
        assert_eq!((conditions.arcs.len(), conditions.absent.len()), (1, 2));
        let spelled = names.edge_label("x, pays{amount > 100}");
        assert_eq!(pattern.absent_between(NodeId(1), NodeId(0)), Some(&spelled.into()));
        let dangling = text.replace("[1, 0, \"x\"]", "[3, 0, \"x\"]");
        assert!(problem(&dangling).contains("x.json:2:76: node 3"), "{}", problem(&dangling));
    }

    #[test]
    fn sets_are_read_and_written_back() {
        let text = r#"{"directed": false, "nodes": ["C", {"one_of": ["F", "Cl"]}, {"any": true}],
            "edges": [[0, 1], [0, 2, {"all_but": [2, "x"]}], [0, 2, {"all_but": ["x", 2]}]]}"#;
        let mut names = LabelNames::new();
        let NamedPattern { pattern, .. } = parse(text, &mut names).unwrap();
        let [carbon, fluorine, chlorine] = ["C", "F", "Cl"].map(|name| names.node_label(name));
        assert_eq!(pattern.num_arcs(), 6);
        let halogen = NodeId(1);
        assert!(pattern.accepts_node(halogen, fluorine) && pattern.accepts_node(halogen, chlorine));
        assert!(!pattern.accepts_node(halogen, carbon));
        for format in [Format::Json, Format::JsonLines] {
            let mut written = Vec::new();
            write_pattern(&pattern, &names, format, &mut written, &Control::NONE).unwrap();
            let written = String::from_utf8(written).unwrap();
            assert_eq!(parse(&written, &mut names).unwrap().pattern, pattern, "{written}");
        }
        let refused = write_pattern(&pattern, &names, Format::Gml, &mut Vec::new(), &Control::NONE);
        assert_eq!(
            refused.unwrap_err().to_string(),
            "the format gml cannot hold sets of labels; the formats json, json-lines and text can"
        );
    }

    #[test]
    fn a_set_of_one_label_is_the_label() {
        let set = r#"{"nodes": [{"one_of": ["C"]}], "edges": [[0, 0, {"one_of": [1, 1]}]]}"#;
        let plain = r#"{"nodes": ["C"], "edges": [[0, 0, 1]]}"#;
        let mut names = LabelNames::new();
        let [set, plain] = [set, plain].map(|text| parse(text, &mut names).unwrap().pattern);
        assert_eq!(set, plain);
        assert!(!set.has_sets());
    }

    #[test]
    fn node_link_data_stays_what_it_is() {
        let text = r#"{"directed": true, "multigraph": false, "graph": {},
            "nodes": [{"id": 0, "label": "C"}], "links": []}"#;
        assert!(!parse(text, &mut LabelNames::new()).unwrap().pattern.has_sets());
        let text = r#"{"nodes": [{"id": "a"}, {"id": "b"}], "edges": []}"#;
        assert_eq!(parse(text, &mut LabelNames::new()).unwrap().pattern.num_nodes(), 2);
    }

    #[test]
    fn invalid_sets_are_refused_with_their_location() {
        let expected = "expected a label, {\"any\": true}, {\"one_of\": [labels]} or \
                        {\"all_but\": [labels]}";
        for set in [r#"{"any": false}"#, r#"{"of": [1]}"#, r#"{"one_of": 1}"#, "{}"] {
            let text = format!("{{\"nodes\": [{{\"any\": true}}, {set}], \"edges\": []}}");
            assert_eq!(problem(&text), format!("x.json:1:27: found `{set}`, {expected}"));
        }
        let both = r#"{"nodes": [{"any": true}, {"one_of": [1], "all_but": [2]}], "edges": []}"#;
        assert!(problem(both).starts_with("x.json:1:27: found `"));
        let inner = problem(r#"{"nodes": [{"one_of": [1, [2]]}], "edges": []}"#);
        assert_eq!(inner, "x.json:1:27: found `[2]`, expected a label: a string or an integer");
        let ends =
            problem("{\"nodes\": [{\"any\": true}],\n \"edges\": [[0, 1, {\"any\": true}]]}");
        assert!(ends.starts_with("x.json:2:12: node 1 does not exist"), "{ends}");
        let twice = problem(r#"{"nodes": [0], "edges": [[0, 0], [0, 0, {"one_of": [0]}]]}"#);
        assert!(twice.starts_with("x.json:1:34: "), "{twice}");
    }

    #[test]
    fn labels_that_are_not_wanted_make_sets_one_label() {
        let text = r#"{"nodes": [{"any": true}, 5], "edges": [[0, 1, {"all_but": [1]}]]}"#;
        let text = Text { path: Path::new("x.json"), first_line: 1, content: text };
        let options = &ReadOptions::new().without_node_labels().without_edge_labels();
        let reading =
            ObjectReading { end: FoundInstead::EndOfFile, options, control: &Control::NONE };
        let mut names = LabelNames::new();
        let read = read_object(text, &reading, "x", &mut FileLabels::new(&mut names, options));
        let pattern = read.unwrap().pattern;
        assert!(!pattern.has_sets());
        assert!(pattern.accepts_node(NodeId(0), pattern.node_label(NodeId(1))));
        assert_eq!(pattern.node_label(NodeId(0)), Label(0));
    }
}
