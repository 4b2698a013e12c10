//! `isocount data show`: one triple, and a picture of one occurrence.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

use isocount::data::{Dataset, NamedPattern, Truth};
use isocount::draw::{Highlight, Names, Panel, Picture};
use isocount::exact::{FirstMapping, first_mapping};
use isocount::{
    Answer, Budget, CountError, Counter, Directions, Edge, Exact, LabeledGraph, Labels, NodeId,
    Pattern, View,
};
use serde::Serialize;

use super::member;
use crate::args::ShowArgs;
use crate::command;
use crate::error::Failure;
use crate::existing::existing;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::{json, text};
use crate::picture_file::PictureFile;

/// How long to search for one occurrence.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &ShowArgs) -> Result<Finish, Failure> {
    let dataset = Dataset::read(&args.dataset, interrupt::control())?;
    let drawing =
        args.out.as_deref().map(|path| PictureFile::new(path, existing(args.force))).transpose()?;
    let triple = Shown::find(&dataset, args)?;
    let said = if args.json { json::object(&triple.line()) } else { triple.sentences() };
    if let Some(drawing) = drawing {
        triple.draw(&drawing)?;
    }
    command::print(&said)
}

/// A triple with everything that is printed about it.
struct Shown<'a> {
    dataset: &'a Dataset,
    pattern_number: usize,
    graph_number: usize,
    pattern: &'a NamedPattern,
    graph: LabeledGraph,
    truth: Truth,
    /// Whether the pair is in the data set, or was counted for this command.
    listed: bool,
    mapping: Option<Vec<NodeId>>,
}

#[derive(Serialize)]
struct Line<'a> {
    pattern: &'a str,
    pattern_number: usize,
    graph: &'a str,
    graph_number: usize,
    meaning: String,
    answer: &'static str,
    count: Option<String>,
    listed: bool,
    mapping: Option<Vec<u32>>,
}

impl<'a> Shown<'a> {
    fn find(dataset: &'a Dataset, args: &ShowArgs) -> Result<Self, Failure> {
        let pattern = args.pattern.as_deref().map(|it| member::pattern(dataset, it)).transpose()?;
        let graph = args.graph.as_deref().map(|it| member::graph(dataset, it)).transpose()?;
        let (pattern_number, graph_number) = choose(dataset, pattern, graph)?;
        let pattern = &dataset.raw_patterns()[pattern_number];
        let graph = dataset.raw_graphs().graph(graph_number);
        let pair = (pattern_number as u32, graph_number as u32);
        let listed = dataset.triples().iter().find(|it| (it.pattern, it.graph) == pair);

        let seen_graph = dataset.graph(graph_number);
        let seen_pattern = &dataset.patterns()[pattern_number].pattern;
        let (semantics, budget) = (dataset.semantics(), Budget::time(PATIENCE));
        let truth = match listed {
            Some(triple) => triple.truth,
            None => match Exact::new().count(seen_pattern, &seen_graph, semantics, &budget) {
                Ok(Answer::Exact(count)) => Truth::Exact(count),
                Ok(Answer::AtLeast(count)) => Truth::AtLeast(count),
                Err(CountError::Overflow) => Truth::TooLarge,
                Ok(Answer::Estimate(_)) => unreachable!("the engine does not estimate"),
                Err(problem) => {
                    let graph = dataset.graph_name(graph_number).to_owned();
                    let (pattern, reason) = (pattern.name.clone(), problem.to_string());
                    return Err(Failure::Count { pattern, graph, reason });
                }
            },
        };
        let mapping = match first_mapping(seen_pattern, &seen_graph, semantics, &budget) {
            FirstMapping::Found(mapping) => Some(mapping),
            FirstMapping::Absent | FirstMapping::OutOfBudget => None,
        };
        let listed = listed.is_some();
        Ok(Self { dataset, pattern_number, graph_number, pattern, graph, truth, listed, mapping })
    }

    fn graph_name(&self) -> &str {
        self.dataset.graph_name(self.graph_number)
    }

    fn count(&self) -> String {
        match self.truth {
            Truth::Exact(count) => count.to_string(),
            Truth::AtLeast(count) => format!("at least {count}"),
            Truth::Estimate { count, low, high } => format!("about {count} ({low} to {high})"),
            Truth::TooLarge => "more than 128 bits can hold".to_owned(),
        }
    }

    fn line(&self) -> Line<'_> {
        let (answer, count) = match self.truth {
            Truth::Exact(count) => ("exact", Some(count.to_string())),
            Truth::AtLeast(count) => ("at_least", Some(count.to_string())),
            Truth::Estimate { count, .. } => ("estimate", Some(count.to_string())),
            Truth::TooLarge => ("error", None),
        };
        Line {
            pattern: &self.pattern.name,
            pattern_number: self.pattern_number,
            graph: self.graph_name(),
            graph_number: self.graph_number,
            meaning: self.dataset.about().meaning.to_string(),
            answer,
            count,
            listed: self.listed,
            mapping: self.mapping.as_ref().map(|nodes| nodes.iter().map(|node| node.0).collect()),
        }
    }

    fn sentences(&self) -> String {
        let mut said = String::new();
        let describe = |graph: &LabeledGraph| {
            let nodes = text::number_of(graph.num_nodes() as u64, "node");
            format!("{nodes}, {}", text::number_of(graph.num_arcs() as u64, "arc"))
        };
        let (pattern, graph) = (&self.pattern, self.graph_name());
        let unlisted =
            if self.listed { "" } else { "; not a triple of this data set, counted now" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            said,
            "pattern {}  {} ({})",
            self.pattern_number,
            pattern.name,
            describe(&pattern.pattern)
        );
        let _ = writeln!(said, "graph {}  {graph} ({})", self.graph_number, describe(&self.graph));
        let _ =
            writeln!(said, "count    {}, {}{unlisted}", self.count(), self.dataset.about().meaning);
        let _ = writeln!(said, "arcs     {}", self.pattern_arcs());
        if let Some(mapping) = &self.mapping {
            let sent = |(from, to): (usize, &NodeId)| format!("{from} to {}", to.0);
            let sent: Vec<String> = mapping.iter().enumerate().map(sent).collect();
            let _ = writeln!(said, "mapping  {}", sent.join(", "));
        }
        said
    }

    /// The arcs of the pattern, small as it is: `0:C -single-> 1:O`.
    fn pattern_arcs(&self) -> String {
        let labels = &self.dataset.about().labels;
        let pattern = &self.pattern.pattern;
        let node = |v: NodeId| format!("{}:{}", v.0, labels.node_name(pattern.node_label(v)));
        let arc = |arc: Edge| {
            let label = labels.edge_name(arc.label);
            format!("{} -{label}-> {}", node(arc.tail), node(arc.head))
        };
        let arcs: Vec<String> = pattern.arcs().map(arc).collect();
        if arcs.is_empty() { "none".to_owned() } else { arcs.join(", ") }
    }
}

/// The requested pair, or one that is worth looking at.
fn choose(
    dataset: &Dataset,
    pattern: Option<usize>,
    graph: Option<usize>,
) -> Result<(usize, usize), Failure> {
    if let (Some(pattern), Some(graph)) = (pattern, graph) {
        return Ok((pattern, graph));
    }
    let fits = |it: &&isocount::data::Triple| {
        pattern.is_none_or(|wanted| it.pattern as usize == wanted)
            && graph.is_none_or(|wanted| it.graph as usize == wanted)
    };
    let occurs = |it: &&isocount::data::Triple| it.truth.exact().is_some_and(|count| count.0 > 0);
    let candidates = || dataset.triples().iter().filter(fits);
    let chosen = candidates().find(occurs).or_else(|| candidates().next());
    chosen.map(|it| (it.pattern as usize, it.graph as usize)).ok_or_else(|| {
        let wanted = "with these patterns and graphs".to_owned();
        let help =
            "give both --pattern and --graph to count a pair that is not a triple".to_owned();
        Failure::NoSuchMember { dataset: dataset.folder().to_owned(), kind: "triple", wanted, help }
    })
}

/// The arcs of the graph that an arc of the pattern maps to, under the view of the question.
fn hit(view: View, pattern: &Pattern, graph: &LabeledGraph, mapping: &[NodeId]) -> BTreeSet<Edge> {
    let mut hit = BTreeSet::new();
    for arc in pattern.arcs() {
        let (tail, head) = (mapping[arc.tail.ix()], mapping[arc.head.ix()]);
        let mut between = |tail: NodeId, head: NodeId| {
            let arcs = graph.arcs_between(tail, head).iter();
            let counts = |label| view.edge_labels == Labels::Ignore || label == arc.label;
            let counted = arcs.filter(|found| counts(found.label));
            hit.extend(counted.map(|found| Edge { tail, head, label: found.label }));
        };
        between(tail, head);
        if view.directions == Directions::Ignore {
            between(head, tail);
        }
    }
    hit
}

impl Shown<'_> {
    fn draw(&self, to: &PictureFile<'_>) -> Result<(), Failure> {
        let labels = &self.dataset.about().labels;
        let names = Names {
            node: &|label| labels.node_name(label),
            edge: &|label| labels.edge_name(label),
        };
        let pattern = &self.pattern.pattern;
        let count = self.count();
        let title = format!("{}, count {count}", self.graph_name());
        let mut graph = Panel::new(title, &self.graph);
        if let Some(mapping) = &self.mapping {
            let arcs = hit(self.dataset.meaning().view, pattern, &self.graph, mapping);
            let highlight = Highlight::new(mapping.iter().copied(), arcs);
            graph = graph.mapped(pattern, mapping).highlighted(highlight);
        }
        let left = Panel::new(self.pattern.name.as_str(), pattern.graph()).numbered();
        let picture = Picture::new(names).with(left).with(graph);
        to.write(&picture)
    }
}
