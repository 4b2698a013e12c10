//! Graphs as short texts, for tests and for `testdata/cases`.
//!
//! A text is a list of items separated by commas. An item is a node or a chain of links:
//!
//! ```text
//! a              a node          a:3            a node with label 3
//! a-b            two arcs        a-[2]-b        two arcs with label 2
//! a->b   a<-b    one arc         a-[2]->b       one arc with label 2
//! a->b->c-d      a chain         a->a           a loop; so is a-a
//! ```
//!
//! Nodes are numbered in the order of their first mention. A label may stand at any mention of its
//! node, or at several if they agree; what has no label has label 0.

use std::fmt::Write;

use isocount_core::{Edge, GraphBuilder, Label, LabeledGraph, NodeId, Pattern};

/// Reads a text as a graph; the empty text is the graph without nodes.
///
/// ```
/// use isocount_testkit::graph;
///
/// assert_eq!(graph("a-b").num_arcs(), 2);
/// assert_eq!(graph("a:1 -[5]-> b -> c, a -> c").num_arcs(), 3);
/// ```
///
/// # Panics
/// If the text is wrong; the message says where.
#[must_use]
pub fn graph(text: &str) -> LabeledGraph {
    parse(text).unwrap_or_else(|problem| panic!("{problem}, in the graph text `{text}`"))
}

/// Reads a text as a pattern.
///
/// # Panics
/// If the text is wrong or empty.
#[must_use]
pub fn pattern(text: &str) -> Pattern {
    Pattern::try_from(graph(text)).expect("a pattern text names at least one node")
}

/// Writes a graph as a text that [`graph`] reads back: first the nodes, then the arcs.
#[must_use]
pub fn to_text(graph: &LabeledGraph) -> String {
    let mut items: Vec<String> = graph.nodes().map(|v| node_item(graph, v)).collect();
    items.extend(graph.arcs().filter_map(|arc| arc_item(graph, arc)));
    items.join(", ")
}

fn node_item(graph: &LabeledGraph, v: NodeId) -> String {
    match graph.node_label(v) {
        Label(0) => v.0.to_string(),
        Label(label) => format!("{}:{label}", v.0),
    }
}

/// Nothing for the second arc of an undirected edge.
fn arc_item(graph: &LabeledGraph, arc: Edge) -> Option<String> {
    let both_ways = arc.tail != arc.head && graph.has_arc(arc.head, arc.tail, arc.label);
    if both_ways && arc.head < arc.tail {
        return None;
    }
    let mut item = format!("{}-", arc.tail.0);
    if arc.label != Label(0) {
        write!(item, "[{}]-", arc.label.0).expect("a string takes any text");
    }
    if !both_ways {
        item.push('>');
    }
    write!(item, "{}", arc.head.0).expect("a string takes any text");
    Some(item)
}

fn parse(text: &str) -> Result<LabeledGraph, String> {
    let mut reader = Reader { rest: text.trim(), nodes: Vec::new(), edges: Vec::new() };
    if !reader.rest.is_empty() {
        reader.chain()?;
        while reader.eat(",") {
            reader.chain()?;
        }
    }
    if !reader.rest.is_empty() {
        return Err(format!("expected a comma or a link at `{}`", reader.rest));
    }
    reader.build()
}

/// A node as mentioned so far.
struct Mention<'a> {
    name: &'a str,
    label: Option<Label>,
}

#[derive(Clone, Copy)]
enum Direction {
    Forward,
    Backward,
    Both,
}

struct Reader<'a> {
    rest: &'a str,
    nodes: Vec<Mention<'a>>,
    edges: Vec<Edge>,
}

impl<'a> Reader<'a> {
    fn chain(&mut self) -> Result<(), String> {
        let mut left = self.node()?;
        while let Some((direction, label)) = self.link()? {
            let right = self.node()?;
            self.connect(left, right, direction, label);
            left = right;
        }
        Ok(())
    }

    fn connect(&mut self, left: NodeId, right: NodeId, direction: Direction, label: Label) {
        if !matches!(direction, Direction::Backward) {
            self.edges.push(Edge { tail: left, head: right, label });
        }
        let second = matches!(direction, Direction::Both) && left != right;
        if second || matches!(direction, Direction::Backward) {
            self.edges.push(Edge { tail: right, head: left, label });
        }
    }

    /// `name` or `name:label`.
    fn node(&mut self) -> Result<NodeId, String> {
        let name = self.take_while(|c| c.is_alphanumeric() || c == '_');
        if name.is_empty() {
            return Err(format!("expected the name of a node at `{}`", self.rest));
        }
        let label = if self.eat(":") { Some(self.number()?) } else { None };
        self.mention(name, label)
    }

    fn mention(&mut self, name: &'a str, label: Option<Label>) -> Result<NodeId, String> {
        let known = self.nodes.iter().position(|node| node.name == name);
        let ix = known.unwrap_or_else(|| {
            self.nodes.push(Mention { name, label });
            self.nodes.len() - 1
        });
        let node = &mut self.nodes[ix];
        if let (Some(old), Some(new)) = (node.label, label)
            && old != new
        {
            return Err(format!("node {name} has label {} and label {}", old.0, new.0));
        }
        node.label = node.label.or(label);
        Ok(NodeId(ix as u32))
    }

    /// `-`, `->`, `<-`, and the same with a label: `-[2]-`, `-[2]->`, `<-[2]-`.
    fn link(&mut self) -> Result<Option<(Direction, Label)>, String> {
        let backward = self.eat("<");
        if !self.eat("-") {
            return if backward { Err(self.expected("`-` after `<`")) } else { Ok(None) };
        }
        let mut label = Label(0);
        if self.eat("[") {
            label = self.number()?;
            if !(self.eat("]") && self.eat("-")) {
                return Err(self.expected("`]-` after an edge label"));
            }
        }
        let direction = match (backward, self.eat(">")) {
            (true, true) => return Err("`<->` is written `-`".to_owned()),
            (true, false) => Direction::Backward,
            (false, true) => Direction::Forward,
            (false, false) => Direction::Both,
        };
        Ok(Some((direction, label)))
    }

    fn number(&mut self) -> Result<Label, String> {
        let digits = self.take_while(|c| c.is_ascii_digit());
        digits.parse().map(Label).map_err(|_| self.expected("a label, a number below 2^32,"))
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        taken
    }

    fn eat(&mut self, token: &str) -> bool {
        let after = self.rest.strip_prefix(token);
        self.rest = after.map_or(self.rest, str::trim_start);
        after.is_some()
    }

    fn expected(&self, what: &str) -> String {
        format!("expected {what} before `{}`", self.rest)
    }

    fn build(self) -> Result<LabeledGraph, String> {
        let mut builder = GraphBuilder::default();
        for node in &self.nodes {
            builder.node(node.label.unwrap_or_default());
        }
        for edge in &self.edges {
            builder.edge(edge.tail, edge.head, edge.label);
        }
        builder.build().map_err(|problem| problem.to_string())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::strategy;

    fn problem(text: &str) -> String {
        parse(text).unwrap_err()
    }

    #[test]
    fn every_kind_of_link_is_read() {
        let read = graph("a:7-[2]->b, c<-b, c - d , d-[3]-a, e, a:7->a");
        let [a, b, c, d] = [0, 1, 2, 3].map(NodeId);
        assert_eq!(read.node_labels(), [Label(7), Label(0), Label(0), Label(0), Label(0)]);
        assert_eq!(read.num_arcs(), 7);
        assert!(read.has_arc(a, b, Label(2)) && read.has_arc(b, c, Label(0)));
        assert!(read.has_arc(c, d, Label(0)) && read.has_arc(d, c, Label(0)));
        assert!(read.has_arc(a, d, Label(3)) && read.has_arc(d, a, Label(3)));
        assert!(read.has_arc(a, a, Label(0)));
    }

    #[test]
    fn a_chain_is_its_links() {
        assert_eq!(graph("a->b<-[1]-c-d"), graph("a->b, c-[1]->b, c-d"));
        assert_eq!(graph("a-a"), graph("a->a"));
        assert_eq!(graph("").num_nodes(), 0);
    }

    #[test]
    fn a_label_may_come_at_a_later_mention() {
        assert_eq!(graph("a-b, b:4"), graph("a-b:4"));
    }

    #[test]
    fn bad_texts_are_refused_with_the_place() {
        assert_eq!(problem("a:1-b, a:2"), "node a has label 1 and label 2");
        assert_eq!(problem("a-b,"), "expected the name of a node at ``");
        assert_eq!(problem("a b"), "expected a comma or a link at `b`");
        assert_eq!(problem("a-[x]-b"), "expected a label, a number below 2^32, before `x]-b`");
        assert_eq!(problem("a-[1]b"), "expected `]-` after an edge label before `b`");
        assert_eq!(problem("a<->b"), "`<->` is written `-`");
        assert_eq!(problem("a<b"), "expected `-` after `<` before `b`");
        assert!(problem("a->b, a-b").contains("given twice"));
    }

    #[test]
    fn texts_are_written_with_the_nodes_first() {
        let text = "0, 1:5, 2, 0-1, 0->2, 1-[3]->1, 2-[4]->0";
        assert_eq!(to_text(&graph(text)), text);
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(g in strategy::graph()) {
            prop_assert_eq!(graph(&to_text(&g)), g);
        }
    }
}
