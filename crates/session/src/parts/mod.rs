//! The number of mappings or subgraphs in which each node or edge of a graph takes part.

mod table;

use std::time::Instant;

use isocount_core::{Answer, Control, Count, CountError, Edge, LabeledGraph, NodeId, Task};
use isocount_count::{Exact, Participation, Per};
use isocount_record::{Record, Said, Subject, Times};

pub use self::table::{PartColumn, PartTable, Parts};
use crate::conditions::Resolved;
use crate::{Ask, LoadedGraph, LoadedPattern};

/// Counts per node or edge.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TakingPart {
    /// The question, and the total number of mappings or subgraphs, each counted once.
    pub record: Record,
    /// One column for nodes or edges, one per orbit of the pattern for orbits.
    pub table: PartTable,
    /// Whether the count is complete. Otherwise a limit was reached, and all numbers are lower
    /// bounds.
    pub is_complete: bool,
}

impl Ask {
    /// Counts for each node or edge of the graph in how many mappings or subgraphs it takes part,
    /// all in one search. A mapping that sends two nodes (edges) of the pattern to the same node
    /// (edge) counts twice there.
    ///
    /// If neither the pattern nor the graph has directions, each row is an edge, otherwise an arc.
    ///
    /// # Errors
    /// If the method is not the exact engine, the pattern is too large, a number does not fit in
    /// 128 bits, or the work was cancelled.
    pub fn count_per(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        per: Per,
        control: &Control,
    ) -> Result<TakingPart, CountError> {
        if !self.is_exact() {
            let (method, what) = (self.method().name(), "each node or edge; use exact");
            return Err(CountError::UnsupportedInput { method, what });
        }
        control.begin(Task::Counting, &format!("{} in {}", pattern.name(), graph.name()), None);
        let found = self.parts(pattern, graph, per, control);
        control.end();
        found
    }

    fn parts(
        &self,
        pattern: &LoadedPattern,
        graph: &LoadedGraph,
        per: Per,
        control: &Control,
    ) -> Result<TakingPart, CountError> {
        let Resolved { pattern, graph, known, .. } = &self.resolved(pattern, graph, control)?;
        let seen = self.seen_pattern(pattern, graph)?;
        graph.check_read()?;
        let graph = graph.clone().seen_through(self.meaning().view, control)?;
        let semantics = self.meaning().semantics;
        let exact = Exact::with_threads(self.search_threads());
        let started = Instant::now();
        let found =
            exact.participation(&seen, graph.graph(), semantics, per, &self.budget(control))?;
        let times = Times { count: started.elapsed(), ..Times::default() };
        control.check()?;
        let Participation { total, orbits, columns, is_complete, .. } = found;
        let (parts, columns) = match per {
            Per::Node | Per::Orbit => (Parts::Nodes, columns),
            Per::Arc => {
                let are_edges = is_undirected(seen.graph()) && is_undirected(graph.graph());
                edges(graph.graph(), columns, are_edges)
            }
        };
        let title = |place: usize| match per {
            Per::Node | Per::Arc => "count".to_owned(),
            Per::Orbit => {
                let name = |u: &NodeId| match pattern.node_names() {
                    Some(names) => names[u.ix()].clone(),
                    None => u.0.to_string(),
                };
                orbits[place].iter().map(name).collect::<Vec<_>>().join(" ")
            }
        };
        let columns = columns.into_iter().enumerate();
        let columns = columns
            .map(|(place, counts)| PartColumn { title: title(place), about: None, counts })
            .collect();
        let answer = if is_complete { Answer::Exact } else { Answer::AtLeast }(Count(total));
        let (pattern, named) = (Subject::named(pattern.name()), Subject::named(graph.name()));
        let record = Record::new(pattern, named, self.question(), Said::Answer(answer));
        // Rows have the labels that users know.
        let (graph, parts) = match known {
            None => (graph, parts),
            Some(known) => (known.graph.clone(), parts.map_arcs(|arc| known.arc(arc))),
        };
        let table = PartTable::new(graph, parts, columns);
        Ok(TakingPart { record: record.with_times(times), table, is_complete })
    }
}

/// Whether every arc has a reverse arc.
fn is_undirected(graph: &LabeledGraph) -> bool {
    graph.nodes().all(|node| graph.out_arcs(node) == graph.in_arcs(node))
}

/// All arcs, or one arc per edge, with their counts.
fn edges(
    graph: &LabeledGraph,
    columns: Vec<Vec<u128>>,
    are_edges: bool,
) -> (Parts, Vec<Vec<u128>>) {
    if !are_edges {
        return (Parts::Arcs(graph.arcs().collect()), columns);
    }
    let is_first = |arc: &Edge| arc.tail <= arc.head;
    let of_edges = |counts: Vec<u128>| {
        let kept = graph.arcs().zip(counts).filter(|(arc, _)| is_first(arc));
        kept.map(|(_, count)| count).collect()
    };
    let columns = columns.into_iter().map(of_edges).collect();
    (Parts::Edges(graph.arcs().filter(is_first).collect()), columns)
}
