//! `GraphML`: XML with typed attributes, as igraph, networkx, yEd and Gephi write it.
//!
//! ```xml
//! <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
//!   <key id="d0" for="node" attr.name="label" attr.type="string"/>
//!   <key id="d1" for="edge" attr.name="label" attr.type="string"><default>single</default></key>
//!   <graph edgedefault="undirected">
//!     <node id="c"><data key="d0">C</data></node>
//!     <node id="o"><data key="d0">O</data></node>
//!     <edge source="c" target="o"/>
//!   </graph>
//! </graphml>
//! ```
//!
//! The attribute whose `attr.name` is `label` contains the labels, unless the options name another
//! one. Ports, hyperedges and nested graphs are refused; other elements are ignored.

mod keys;

use std::io::Write;

use isocount_core::Control;
use quick_xml::escape::escape;

use self::keys::{Keys, Owner};
use super::xml_elements::{Element, Elements};
use crate::builder::{
    AttributeColumns, Built, Direction, EdgePart, GraphParts, NodePart, name_all,
};
use crate::error::{SyntaxProblem, shorten};
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames};
use crate::read::{NamedGraph, Reader, Source, Text};
use crate::write::{GraphText, WriteError, Writer};
use crate::{Format, FormatError, ReadOptions};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "graphml",
    // igraph writes gzipped files as `.graphmlz`.
    extensions: &["graphml", "graphmlz"],
    description: "GraphML (XML), as igraph, networkx, yEd and Gephi write it",
    graph_names: GraphNames::FileOrNumber,
    reader: Reader::Graphs(read),
    pattern_reader: None,
    writer: Writer::Graphs(write),
};

fn read(source: Source<'_>, names: FileLabels<'_>) -> Result<Vec<NamedGraph>, FormatError> {
    let (stem, path) = (source.stem(), source.path);
    let (options, control) = (source.options, source.control);
    let content = source.into_text()?;
    let text = Text { path, first_line: 1, content: &content };
    let (elements, keys) = (Elements::new(text, control), Keys::default());
    let mut reader = GraphMlReader { elements, keys, options, control, names };
    let graphs = reader.read_document()?;
    if graphs.is_empty() {
        return Err(text.file_ended("`<graph>`"));
    }
    Ok(name_all(&stem, graphs))
}

struct GraphMlReader<'a> {
    elements: Elements<'a>,
    keys: Keys,
    options: &'a ReadOptions,
    control: &'a Control,
    names: FileLabels<'a>,
}

impl<'a> GraphMlReader<'a> {
    fn text(&self) -> Text<'a> {
        self.elements.text
    }

    fn read_document(&mut self) -> Result<Vec<Built>, FormatError> {
        let text = self.text();
        let root = self.elements.next_child()?.ok_or_else(|| text.file_ended("`<graphml>`"))?;
        if root.name() != "graphml" {
            return Err(text.unexpected(root.place, "`<graphml>`"));
        }
        let mut graphs = Vec::new();
        self.elements.enter(&root);
        while let Some(element) = self.elements.next_child()? {
            match element.name() {
                "key" => self.keys.read(&mut self.elements, &element)?,
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
        let direction = match graph.attribute(self.text(), "edgedefault")?.as_deref() {
            Some("directed") => Direction::Directed,
            Some("undirected") => Direction::Undirected,
            Some(_) => {
                let expected = "edgedefault to be `directed` or `undirected`";
                return Err(self.text().unexpected(graph.place, expected));
            }
            None => return Err(self.missing(graph, "graph", "edgedefault")),
        };
        let mut parts = GraphParts::new(self.text(), self.options, self.control);
        self.keys.names(Owner::Node).for_each(|name| parts.keys.of_node(name));
        self.keys.names(Owner::Edge).for_each(|name| parts.keys.of_edge(name));
        if let Some(kept) = &mut parts.attributes {
            self.keys.names(Owner::Node).for_each(|name| _ = kept.nodes.is_wanted(name));
            self.keys.names(Owner::Edge).for_each(|name| _ = kept.edges.is_wanted(name));
        }
        self.elements.enter(graph);
        while let Some(element) = self.elements.next_child()? {
            match element.name() {
                "node" => {
                    let kept = parts.attributes.as_mut().map(|kept| &mut kept.nodes);
                    let node = self.read_node(&element, kept)?;
                    parts.add_node(&node)?;
                }
                "edge" => {
                    let kept = parts.attributes.as_mut().map(|kept| &mut kept.edges);
                    let edge = self.read_edge(&element, kept)?;
                    parts.add_edge(&edge);
                }
                "hyperedge" => return Err(self.unsupported(&element, "hyperedges")),
                "locator" => return Err(self.unsupported(&element, "locators")),
                _ => self.elements.skip(&element)?,
            }
        }
        parts.build(direction, &mut self.names)
    }

    fn read_node(
        &mut self,
        node: &Element<'a>,
        kept: Option<&mut AttributeColumns>,
    ) -> Result<NodePart<'a>, FormatError> {
        let id = node.attribute(self.text(), "id")?;
        let id = id.ok_or_else(|| self.missing(node, "node", "id"))?;
        let label = self.read_label(node, Owner::Node, kept)?;
        let label = label.map(|text| self.names.node_label(&text));
        Ok(NodePart { id, label, place: node.place })
    }

    fn read_edge(
        &mut self,
        edge: &Element<'a>,
        kept: Option<&mut AttributeColumns>,
    ) -> Result<EdgePart<'a>, FormatError> {
        let text = self.text();
        let tail = edge.attribute(text, "source")?;
        let tail = tail.ok_or_else(|| self.missing(edge, "edge", "source"))?;
        let head = edge.attribute(text, "target")?;
        let head = head.ok_or_else(|| self.missing(edge, "edge", "target"))?;
        let direction = match edge.attribute(text, "directed")?.as_deref() {
            None => None,
            Some("true" | "1") => Some(Direction::Directed),
            Some("false" | "0") => Some(Direction::Undirected),
            Some(_) => return Err(text.unexpected(edge.place, "directed to be `true` or `false`")),
        };
        for port in ["sourceport", "targetport"] {
            if edge.attribute(text, port)?.is_some() {
                return Err(self.unsupported(edge, "ports"));
            }
        }
        let label = self.read_label(edge, Owner::Edge, kept)?;
        let label = label.map(|text| self.names.edge_label(&text));
        Ok(EdgePart { tail, head, label, direction, place: edge.place })
    }

    /// Reads the contents of a node or edge; returns the label, or its default.
    fn read_label(
        &mut self,
        parent: &Element<'a>,
        owner: Owner,
        mut kept: Option<&mut AttributeColumns>,
    ) -> Result<Option<String>, FormatError> {
        if let Some(kept) = &mut kept {
            for (name, spelling, default) in self.keys.defaults(owner) {
                kept.put_text(name, spelling, default);
            }
        }
        let name = match owner {
            Owner::Node => self.options.node_key(),
            Owner::Edge => self.options.edge_key(),
        };
        let mut label = None;
        self.elements.enter(parent);
        while let Some(element) = self.elements.next_child()? {
            match element.name() {
                "data" if kept.is_some() || self.holds_label(&element, owner, name)? => {
                    let is_label = self.holds_label(&element, owner, name)?;
                    let key = element.attribute(self.text(), "key")?.unwrap_or_default();
                    let attribute = self.keys.attribute(&key, owner);
                    let attribute = attribute.map(|(name, spelling)| (name.to_owned(), spelling));
                    let words = self.elements.read_words(&element)?;
                    if let (Some(kept), Some((name, spelling))) = (&mut kept, attribute) {
                        kept.put_text(&name, spelling, &words);
                    }
                    if is_label && label.replace(words).is_some() {
                        let problem = SyntaxProblem::RepeatedKey { key: shorten(name) };
                        return Err(self.text().error(element.place, problem));
                    }
                }
                "graph" => return Err(self.unsupported(&element, "nested graphs")),
                "port" => return Err(self.unsupported(&element, "ports")),
                _ => self.elements.skip(&element)?,
            }
        }
        Ok(label.or_else(|| self.keys.default_label(owner, name)))
    }

    /// Whether a data element contains the label.
    fn holds_label(
        &self,
        data: &Element<'a>,
        owner: Owner,
        name: &str,
    ) -> Result<bool, FormatError> {
        let key = data.attribute(self.text(), "key")?;
        let key = key.ok_or_else(|| self.missing(data, "data element", "key"))?;
        self.keys.is_label(&key, owner, name).ok_or_else(|| {
            let problem = SyntaxProblem::UndefinedKey { key: shorten(&key) };
            self.text().error(data.place, problem)
        })
    }

    fn missing(
        &self,
        at: &Element<'a>,
        element: &'static str,
        attribute: &'static str,
    ) -> FormatError {
        self.text().error(at.place, SyntaxProblem::MissingAttribute { element, attribute })
    }

    fn unsupported(&self, at: &Element<'a>, feature: &'static str) -> FormatError {
        self.text().error(at.place, SyntaxProblem::Unsupported { feature })
    }
}

const HEADER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="n" for="node" attr.name="label" attr.type="string"/>
  <key id="e" for="edge" attr.name="label" attr.type="string"/>
  <graph edgedefault="directed">"#;

fn write(text: GraphText<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
    let graph = text.graph;
    writeln!(out, "{HEADER}")?;
    for node in graph.nodes() {
        let label = escape(fit(text.node_label(node)?)?);
        writeln!(out, "    <node id=\"{}\"><data key=\"n\">{label}</data></node>", node.0)?;
    }
    for arc in graph.arcs() {
        let label = escape(fit(text.edge_label(arc)?)?);
        let (tail, head) = (arc.tail.0, arc.head.0);
        write!(out, "    <edge source=\"{tail}\" target=\"{head}\">")?;
        writeln!(out, "<data key=\"e\">{label}</data></edge>")?;
    }
    writeln!(out, "  </graph>\n</graphml>")?;
    Ok(())
}

/// XML cannot contain control characters, and spaces around a label are not kept.
fn fit(label: &str) -> Result<&str, WriteError> {
    if label.trim() != label || label.contains(char::is_control) {
        let format = Format::GraphMl;
        return Err(WriteError::UnfitLabel { format, label: label.to_owned() });
    }
    Ok(label)
}
