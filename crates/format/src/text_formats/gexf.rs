//! GEXF, the format of Gephi.
//!
//! ```xml
//! <gexf xmlns="http://gexf.net/1.3" version="1.3">
//!   <graph defaultedgetype="undirected">
//!     <attributes class="node"><attribute id="0" title="kind" type="string"/></attributes>
//!     <nodes>
//!       <node id="c" label="carbon"><attvalues><attvalue for="0" value="C"/></attvalues></node>
//!       <node id="o" label="oxygen"><attvalues><attvalue for="0" value="O"/></attvalues></node>
//!     </nodes>
//!     <edges><edge source="c" target="o" label="double"/></edges>
//!   </graph>
//! </gexf>
//! ```
//!
//! The `label` of a node is its name, and a label only if the options request it; they may also
//! request an attribute by its title, such as `kind` here. The `label` of an edge is its label; the
//! options may request `weight` or an attribute instead.

use std::collections::HashMap;

use isocount_core::Control;

use super::xml_elements::{Element, Elements};
use crate::builder::{
    AttributeColumns, Built, Direction, EdgePart, GraphParts, NodePart, Spelling, name_all,
};
use crate::error::SyntaxProblem;
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames};
use crate::read::{NamedGraph, Reader, Source, Text};
use crate::write::Writer;
use crate::{FormatError, ReadOptions};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "gexf",
    extensions: &["gexf"],
    description: "GEXF (XML), as Gephi and networkx write it",
    graph_names: GraphNames::FileOrNumber,
    reader: Reader::Graphs(read),
    pattern_reader: None,
    writer: Writer::None,
};

fn read(source: Source<'_>, names: FileLabels<'_>) -> Result<Vec<NamedGraph>, FormatError> {
    let (stem, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    let content = source.into_text()?;
    let text = Text { path, first_line: 1, content: &content };
    let mut reader = GexfReader { elements: Elements::new(text, control), options, control, names };
    let graphs = reader.read_document()?;
    if graphs.is_empty() {
        return Err(text.file_ended("`<graph>`"));
    }
    Ok(name_all(&stem, graphs))
}

struct GexfReader<'a> {
    elements: Elements<'a>,
    options: &'a ReadOptions,
    control: &'a Control,
    names: FileLabels<'a>,
}

/// The ids of attributes by title.
#[derive(Default)]
struct Titles {
    nodes: HashMap<String, String>,
    edges: HashMap<String, String>,
    /// The name and the type of each id, of nodes and of edges.
    kinds: [HashMap<String, (String, Spelling)>; 2],
}

/// Where the label of a node or an edge is stored.
enum Place<'t> {
    /// In an attribute of the tag.
    Tag(&'t str),
    /// In the value of the attribute with this id.
    Value(&'t str),
    Nowhere,
}

impl<'a> GexfReader<'a> {
    fn text(&self) -> Text<'a> {
        self.elements.text
    }

    fn read_document(&mut self) -> Result<Vec<Built>, FormatError> {
        let text = self.text();
        let root = self.elements.next_child()?.ok_or_else(|| text.file_ended("`<gexf>`"))?;
        if root.name() != "gexf" {
            return Err(text.unexpected(root.place, "`<gexf>`"));
        }
        let mut graphs = Vec::new();
        self.elements.enter(&root);
        while let Some(element) = self.elements.next_child()? {
            match element.name() {
                "graph" => graphs.push(self.read_graph(&element)?),
                _ => self.elements.skip(&element)?,
            }
        }
        match self.elements.next_child()? {
            Some(second) => Err(text.unexpected(second.place, "the end of the file")),
            None => Ok(graphs),
        }
    }

    fn read_graph(&mut self, graph: &Element<'a>) -> Result<Built, FormatError> {
        let stated = self.direction(graph, "defaultedgetype")?;
        let mut titles = Titles::default();
        let mut parts = GraphParts::new(self.text(), self.options, self.control);
        self.elements.enter(graph);
        while let Some(element) = self.elements.next_child()? {
            match element.name() {
                "attributes" => {
                    self.read_titles(&element, &mut titles)?;
                    titles.nodes.keys().for_each(|title| parts.keys.of_node(title));
                    titles.edges.keys().for_each(|title| parts.keys.of_edge(title));
                    if let Some(kept) = &mut parts.attributes {
                        titles.nodes.keys().for_each(|title| _ = kept.nodes.is_wanted(title));
                        titles.edges.keys().for_each(|title| _ = kept.edges.is_wanted(title));
                    }
                }
                "nodes" => {
                    self.elements.enter(&element);
                    while let Some(node) = self.elements.next_child()? {
                        if parts.keys.is_asked() && node.attribute(self.text(), "label")?.is_some()
                        {
                            parts.keys.of_node("label");
                        }
                        let kept = parts.attributes.as_mut().map(|kept| &mut kept.nodes);
                        let node = self.read_node(&node, &titles, kept)?;
                        parts.add_node(&node)?;
                    }
                }
                "edges" => {
                    self.elements.enter(&element);
                    while let Some(edge) = self.elements.next_child()? {
                        for key in ["label", "weight", "kind"] {
                            if parts.keys.is_asked() && edge.attribute(self.text(), key)?.is_some()
                            {
                                parts.keys.of_edge(key);
                            }
                        }
                        let kept = parts.attributes.as_mut().map(|kept| &mut kept.edges);
                        let edge = self.read_edge(&edge, &titles, kept)?;
                        parts.add_edge(&edge);
                    }
                }
                _ => self.elements.skip(&element)?,
            }
        }
        // The default of the standard.
        parts.build(stated.unwrap_or(Direction::Undirected), &mut self.names)
    }

    fn direction(
        &self,
        element: &Element<'a>,
        name: &str,
    ) -> Result<Option<Direction>, FormatError> {
        match element.attribute(self.text(), name)?.as_deref() {
            None => Ok(None),
            Some("directed") => Ok(Some(Direction::Directed)),
            Some("undirected" | "mutual") => Ok(Some(Direction::Undirected)),
            Some(_) => {
                let expected = "the type of edges to be `directed`, `undirected` or `mutual`";
                Err(self.text().unexpected(element.place, expected))
            }
        }
    }

    fn read_titles(
        &mut self,
        attributes: &Element<'a>,
        titles: &mut Titles,
    ) -> Result<(), FormatError> {
        let text = self.text();
        let class = attributes.attribute(text, "class")?;
        self.elements.enter(attributes);
        while let Some(element) = self.elements.next_child()? {
            if element.name() == "attribute" {
                let id = self.required(&element, "attribute", "id")?;
                let title = self.required(&element, "attribute", "title")?;
                let kind = element.attribute(text, "type")?.unwrap_or_default();
                let kind = (title.clone(), Spelling::of_type(&kind));
                match class.as_deref() {
                    Some("node") => titles.kinds[0].insert(id.clone(), kind),
                    Some("edge") => titles.kinds[1].insert(id.clone(), kind),
                    _ => None,
                };
                match class.as_deref() {
                    Some("node") => titles.nodes.insert(title, id),
                    Some("edge") => titles.edges.insert(title, id),
                    _ => None,
                };
            }
            self.elements.skip(&element)?;
        }
        Ok(())
    }

    fn read_node(
        &mut self,
        node: &Element<'a>,
        titles: &Titles,
        mut kept: Option<&mut AttributeColumns>,
    ) -> Result<NodePart<'a>, FormatError> {
        if node.name() != "node" {
            return Err(self.text().unexpected(node.place, "`<node>`"));
        }
        let id = self.required(node, "node", "id")?;
        let place = match self.options.node_label_key.as_deref() {
            None => Place::Nowhere,
            Some("label") => Place::Tag("label"),
            Some(title) => titles.nodes.get(title).map_or(Place::Nowhere, |id| Place::Value(id)),
        };
        self.keep_tag(node, &["label"], &mut kept)?;
        let label = self.read_label(node, &place, &titles.kinds[0], kept)?;
        let label = label.map(|text| self.names.node_label(&text));
        Ok(NodePart { id: id.into(), label, place: node.place })
    }

    fn read_edge(
        &mut self,
        edge: &Element<'a>,
        titles: &Titles,
        mut kept: Option<&mut AttributeColumns>,
    ) -> Result<EdgePart<'a>, FormatError> {
        if edge.name() != "edge" {
            return Err(self.text().unexpected(edge.place, "`<edge>`"));
        }
        let tail = self.required(edge, "edge", "source")?.into();
        let head = self.required(edge, "edge", "target")?.into();
        let direction = self.direction(edge, "type")?;
        let key = self.options.edge_key();
        let place = match (titles.edges.get(key), key) {
            (Some(id), _) => Place::Value(id),
            (None, "label" | "weight" | "kind") => Place::Tag(key),
            (None, _) => Place::Nowhere,
        };
        self.keep_tag(edge, &["label", "weight", "kind"], &mut kept)?;
        let label = self.read_label(edge, &place, &titles.kinds[1], kept)?;
        let label = label.map(|text| self.names.edge_label(&text));
        Ok(EdgePart { tail, head, label, direction, place: edge.place })
    }

    /// Keeps attributes of the tag itself.
    fn keep_tag(
        &self,
        element: &Element<'a>,
        names: &[&str],
        kept: &mut Option<&mut AttributeColumns>,
    ) -> Result<(), FormatError> {
        let Some(kept) = kept else { return Ok(()) };
        for name in names {
            if let Some(text) = element.attribute(self.text(), name)? {
                let is_number = *name == "weight";
                let spelling = if is_number { Spelling::Number } else { Spelling::Text };
                kept.put_text(name, spelling, &text);
            }
        }
        Ok(())
    }

    /// Reads the contents of a node or an edge.
    fn read_label(
        &mut self,
        parent: &Element<'a>,
        place: &Place<'_>,
        kinds: &HashMap<String, (String, Spelling)>,
        mut kept: Option<&mut AttributeColumns>,
    ) -> Result<Option<String>, FormatError> {
        let text = self.text();
        let mut label = match place {
            Place::Tag(name) => parent.attribute(text, name)?.map(std::borrow::Cow::into_owned),
            Place::Value(_) | Place::Nowhere => None,
        };
        self.elements.enter(parent);
        while let Some(element) = self.elements.next_child()? {
            match element.name() {
                "attvalues" => {
                    self.elements.enter(&element);
                    while let Some(value) = self.elements.next_child()? {
                        // Older versions use `id` instead of `for`.
                        let of = match value.attribute(text, "for")? {
                            Some(of) => Some(of),
                            None => value.attribute(text, "id")?,
                        };
                        if let (Some(kept), Some((title, spelling))) =
                            (&mut kept, of.as_deref().and_then(|of| kinds.get(of)))
                        {
                            let text = self.required(&value, "attvalue", "value")?;
                            kept.put_text(title, *spelling, &text);
                        }
                        if let Place::Value(wanted) = place
                            && of.as_deref() == Some(wanted)
                        {
                            label = Some(self.required(&value, "attvalue", "value")?);
                        }
                        self.elements.skip(&value)?;
                    }
                }
                "nodes" | "edges" => {
                    let problem = SyntaxProblem::Unsupported { feature: "nested graphs" };
                    return Err(text.error(element.place, problem));
                }
                _ => self.elements.skip(&element)?,
            }
        }
        Ok(label)
    }

    fn required(
        &self,
        at: &Element<'a>,
        element: &'static str,
        attribute: &'static str,
    ) -> Result<String, FormatError> {
        let value = at.attribute(self.text(), attribute)?;
        value.map(std::borrow::Cow::into_owned).ok_or_else(|| {
            let problem = SyntaxProblem::MissingAttribute { element, attribute };
            self.text().error(at.place, problem)
        })
    }
}
