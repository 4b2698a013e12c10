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
//! In patterns, a set of labels can replace a label:
//!
//! ```text
//! a:1|2          label 1 or 2    a-[1|2]->b     the same for arcs
//! a:*            any label       a:!1|2         any label but 1 and 2
//! a:!*           no label at all
//! ```
//!
//! A `!` before a link of a pattern makes its arcs absent:
//!
//! ```text
//! a!-b           no arc with label 0 either way    a!-[*]->b      no arc from a to b
//! ```
//!
//! Nodes are numbered in the order of their first mention. A label may be given at any mention of
//! its node, or at several if they agree. The default label is 0.

use std::fmt::Write;

use isocount_core::{GraphBuilder, Label, LabelSet, LabeledGraph, NodeId, Pattern, Wanted};

/// Parses a text as a graph. The empty text is the graph without nodes.
///
/// ```
/// use isocount_testkit::graph;
///
/// assert_eq!(graph("a-b").num_arcs(), 2);
/// assert_eq!(graph("a:1 -[5]-> b -> c, a -> c").num_arcs(), 3);
/// ```
///
/// # Panics
/// If the text is invalid; the message says where.
#[must_use]
pub fn graph(text: &str) -> LabeledGraph {
    let built = parse(text).and_then(Reader::build);
    built.unwrap_or_else(|problem| panic!("{problem}, in the graph text `{text}`"))
}

/// Parses a text as a pattern.
///
/// # Panics
/// If the text is invalid or empty.
#[must_use]
pub fn pattern(text: &str) -> Pattern {
    let built = parse(text).and_then(Reader::build_pattern);
    built.unwrap_or_else(|problem| panic!("{problem}, in the pattern text `{text}`"))
}

/// Writes a graph as a text that [`graph`] reads back: first the nodes, then the arcs.
#[must_use]
pub fn to_text(graph: &LabeledGraph) -> String {
    Pattern::try_from(graph.clone()).map_or_else(|_| String::new(), |graph| pattern_to_text(&graph))
}

/// Writes a pattern as a text that [`pattern`] reads back: first the nodes, then the arcs.
#[must_use]
pub fn pattern_to_text(pattern: &Pattern) -> String {
    let mut items: Vec<String> = pattern.nodes().map(|v| node_item(pattern, v)).collect();
    for arc in pattern.arcs() {
        // The second arc of an undirected edge is not written. Equal arcs are numbered alike in
        // both directions.
        let both_ways = arc.tail != arc.head && pattern.has_arc(arc.head, arc.tail, arc.label);
        if both_ways && arc.head < arc.tail {
            continue;
        }
        let mut item = format!("{}-", arc.tail.0);
        let accepts = pattern.edge_set(arc.label);
        if accepts != Wanted::Label(Label(0)) {
            write!(item, "[{}]-", set_text(accepts)).expect("a string takes any text");
        }
        if !both_ways {
            item.push('>');
        }
        write!(item, "{}", arc.head.0).expect("a string takes any text");
        items.push(item);
    }
    for (tail, head, set) in pattern.absent_arcs() {
        let both_ways = tail != head && pattern.absent_between(head, tail) == Some(set);
        if both_ways && head < tail {
            continue;
        }
        let mut item = format!("{}!-", tail.0);
        if set.single() != Some(Label(0)) {
            write!(item, "[{}]-", set_text(Wanted::Set(set))).expect("a string takes any text");
        }
        let arrow = if both_ways { "" } else { ">" };
        write!(item, "{arrow}{}", head.0).expect("a string takes any text");
        items.push(item);
    }
    items.join(", ")
}

fn node_item(pattern: &Pattern, v: NodeId) -> String {
    match pattern.node_set(v) {
        Wanted::Label(Label(0)) => v.0.to_string(),
        accepts => format!("{}:{}", v.0, set_text(accepts)),
    }
}

fn set_text(accepts: Wanted<'_>) -> String {
    accepts.text(|label| label.0.to_string())
}

fn parse(text: &str) -> Result<Reader<'_>, String> {
    let (nodes, edges, absent) = (Vec::new(), Vec::new(), Vec::new());
    let mut reader = Reader { rest: text.trim(), nodes, edges, absent };
    if !reader.rest.is_empty() {
        reader.chain()?;
        while reader.eat(",") {
            reader.chain()?;
        }
    }
    if !reader.rest.is_empty() {
        return Err(format!("expected a comma or a link at `{}`", reader.rest));
    }
    Ok(reader)
}

/// A node as mentioned so far.
struct Mention<'a> {
    name: &'a str,
    accepts: Option<LabelSet>,
}

#[derive(Clone, Copy)]
enum Direction {
    Forward,
    Backward,
    Both,
}

/// What stands between two nodes of a chain.
struct Connection {
    is_absent: bool,
    direction: Direction,
    accepts: LabelSet,
}

struct Reader<'a> {
    rest: &'a str,
    nodes: Vec<Mention<'a>>,
    edges: Vec<(NodeId, NodeId, LabelSet)>,
    absent: Vec<(NodeId, NodeId, LabelSet)>,
}

impl<'a> Reader<'a> {
    fn chain(&mut self) -> Result<(), String> {
        let mut left = self.node()?;
        while let Some(Connection { is_absent, direction, accepts }) = self.link()? {
            let right = self.node()?;
            let arcs = if is_absent { &mut self.absent } else { &mut self.edges };
            if !matches!(direction, Direction::Backward) {
                arcs.push((left, right, accepts.clone()));
            }
            let second = matches!(direction, Direction::Both) && left != right;
            if second || matches!(direction, Direction::Backward) {
                arcs.push((right, left, accepts));
            }
            left = right;
        }
        Ok(())
    }

    /// `name` or `name:label`.
    fn node(&mut self) -> Result<NodeId, String> {
        let name = self.take_while(|c| c.is_alphanumeric() || c == '_');
        if name.is_empty() {
            return Err(format!("expected the name of a node at `{}`", self.rest));
        }
        let accepts = if self.eat(":") { Some(self.accepts()?) } else { None };
        self.mention(name, accepts)
    }

    fn mention(&mut self, name: &'a str, accepts: Option<LabelSet>) -> Result<NodeId, String> {
        let known = self.nodes.iter().position(|node| node.name == name);
        let ix = known.unwrap_or_else(|| {
            self.nodes.push(Mention { name, accepts: None });
            self.nodes.len() - 1
        });
        let node = &mut self.nodes[ix];
        if let (Some(old), Some(new)) = (&node.accepts, &accepts)
            && old != new
        {
            let [old, new] = [old, new].map(|set| set_text(Wanted::Set(set)));
            return Err(format!("node {name} has label {old} and label {new}"));
        }
        node.accepts = node.accepts.take().or(accepts);
        Ok(NodeId(ix as u32))
    }

    /// `-`, `->`, `<-`, and the same with a label: `-[2]-`, `-[2]->`, `<-[2]-`; each after a `!`, too.
    fn link(&mut self) -> Result<Option<Connection>, String> {
        let is_absent = self.eat("!");
        let backward = self.eat("<");
        if !self.eat("-") {
            return if is_absent {
                Err(self.expected("a link after `!`"))
            } else if backward {
                Err(self.expected("`-` after `<`"))
            } else {
                Ok(None)
            };
        }
        let mut accepts = LabelSet::from(Label(0));
        if self.eat("[") {
            accepts = self.accepts()?;
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
        Ok(Some(Connection { is_absent, direction, accepts }))
    }

    /// `1`, `1|2`, `*`, `!1`, `!1|2` or `!*`.
    fn accepts(&mut self) -> Result<LabelSet, String> {
        let all_but = self.eat("!");
        if self.eat("*") {
            return Ok(if all_but { LabelSet::one_of([]) } else { LabelSet::any() });
        }
        let mut labels = vec![self.number()?];
        while self.eat("|") {
            labels.push(self.number()?);
        }
        Ok(if all_but { LabelSet::all_but(labels) } else { LabelSet::one_of(labels) })
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
        let plain = |accepts: &LabelSet| {
            let set = || format!("`{}` is not one label", set_text(Wanted::Set(accepts)));
            accepts.single().ok_or_else(set)
        };
        let mut builder = GraphBuilder::default();
        for node in &self.nodes {
            builder.node(node.accepts.as_ref().map_or(Ok(Label(0)), plain)?);
        }
        for (tail, head, accepts) in &self.edges {
            builder.edge(*tail, *head, plain(accepts)?);
        }
        if !self.absent.is_empty() {
            return Err("a graph has no absent arcs".to_owned());
        }
        builder.build().map_err(|problem| problem.to_string())
    }

    fn build_pattern(self) -> Result<Pattern, String> {
        let mut builder = Pattern::builder();
        for node in self.nodes {
            builder.node(node.accepts.unwrap_or_else(|| Label(0).into()));
        }
        for (tail, head, accepts) in self.edges {
            builder.edge(tail, head, accepts);
        }
        for (tail, head, accepts) in self.absent {
            builder.absent(tail, head, accepts);
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
        parse(text).and_then(Reader::build).unwrap_err()
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

    #[test]
    fn sets_are_read_and_written() {
        let text = "0:1|2, 1:*, 2:!3, 3:!*, 0-[*]-1, 0-[*]-1, 0-[!1|2]->2, 2-[4|5]->2";
        let read = pattern(text);
        assert_eq!(read.num_arcs(), 6);
        assert!(read.accepts_node(NodeId(0), Label(2)) && !read.accepts_node(NodeId(2), Label(3)));
        assert_eq!(pattern_to_text(&read), text);
        assert_eq!(pattern("a:1|1-[2]->b"), pattern("a:1-[2]->b"));
        assert_eq!(problem("a:1|2"), "`1|2` is not one label");
    }

    #[test]
    fn absent_arcs_are_read_and_written() {
        let text = "0, 1, 2, 0->1, 0!->0, 0!-[1|2]-1, 0!-2, 1!-[*]->2";
        let read = pattern(text);
        assert_eq!((read.num_arcs(), read.absent_arcs().len()), (1, 6));
        assert_eq!(pattern_to_text(&read), text);
        assert_eq!(pattern("a!<-[3]-b"), pattern("a, b!-[3]->a"));
        assert_eq!(problem("a!->b"), "a graph has no absent arcs");
        assert_eq!(problem("a!b"), "expected a link after `!` before `b`");
    }

    proptest! {
        #[test]
        fn patterns_read_back(p in strategy::pattern_with_sets()) {
            prop_assert_eq!(pattern(&pattern_to_text(&p)), p);
        }

        #[test]
        fn what_is_written_reads_back(g in strategy::graph()) {
            prop_assert_eq!(graph(&to_text(&g)), g);
        }
    }
}
