//! Table 1: statistics of the data sets, with the lines of the paper's table.

use isocount_data::PublishedStats;

use super::{Cell, Grid};
use crate::step::Work;
use crate::{DataRecord, Plan, ReproduceError, Set, Store};

/// One line: this project's data set and the paper's.
struct Line {
    what: &'static str,
    ours: fn(&DataRecord) -> Cell,
    theirs: fn(&PublishedStats) -> Cell,
}

const LINES: [Line; 11] = [
    Line {
        what: "patterns",
        ours: |it| whole(it.patterns),
        theirs: |it| published_whole(it.patterns),
    },
    Line {
        what: "graphs",
        ours: |it| whole(it.graphs),
        theirs: |it| {
            if it.graphs_are_per_pattern { Cell::Empty } else { published_whole(it.graphs) }
        },
    },
    Line {
        what: "graphs per pattern, at most",
        ours: |it| whole(it.graphs_per_pattern),
        theirs: |it| {
            if it.graphs_are_per_pattern { published_whole(it.graphs) } else { Cell::Empty }
        },
    },
    Line {
        what: "triples",
        ours: |it| whole(it.triples),
        theirs: |it| published_whole(it.triples),
    },
    Line {
        what: "nodes per pattern",
        ours: |it| mean(it.pattern_nodes),
        theirs: |it| published_mean(it.pattern_nodes),
    },
    Line {
        what: "arcs per pattern",
        ours: |it| mean(it.pattern_arcs),
        theirs: |it| published_mean(it.pattern_arcs),
    },
    Line {
        what: "nodes per graph",
        ours: |it| mean(it.graph_nodes),
        theirs: |it| published_mean(it.graph_nodes),
    },
    Line {
        what: "arcs per graph",
        ours: |it| mean(it.graph_arcs),
        theirs: |it| published_mean(it.graph_arcs),
    },
    Line {
        what: "mean count",
        ours: |it| mean(it.mean_count),
        theirs: |it| published_mean(it.mean_count),
    },
    Line {
        what: "node labels",
        ours: |it| whole(it.node_labels),
        theirs: |it| published_whole(it.node_labels),
    },
    Line {
        what: "edge labels",
        ours: |it| whole(it.edge_labels),
        theirs: |it| published_whole(it.edge_labels),
    },
];

fn whole(number: u64) -> Cell {
    Cell::text(number.to_string())
}

fn published_whole(number: u64) -> Cell {
    Cell::Published(number.to_string(), number as f64, None)
}

/// A mean with two digits, as in the paper.
fn mean(mean: f64) -> Cell {
    Cell::Written(format!("{mean:.2}"), mean)
}

fn published_mean(mean: f64) -> Cell {
    Cell::Published(format!("{mean:.2}"), mean, None)
}

/// Two columns for each requested data set.
pub(crate) fn of(sets: &[Set], plan: &Plan, store: &Store) -> Result<Grid, ReproduceError> {
    let mut heading = vec!["what".to_owned()];
    let mut rows: Vec<Vec<Cell>> = LINES.iter().map(|line| vec![Cell::text(line.what)]).collect();
    for &set in sets {
        heading.extend([set.title().to_owned(), "published".to_owned()]);
        let made = plan
            .steps
            .iter()
            .find(|step| matches!(step.work, Work::Data { set: made, .. } if made == set));
        let ours: Option<DataRecord> = made.map_or(Ok(None), |step| store.read(&step.key))?;
        let theirs = PublishedStats::of(set.paper());
        for (line, row) in LINES.iter().zip(&mut rows) {
            row.push(ours.as_ref().map_or(Cell::NotRun, line.ours));
            row.push(theirs.map_or(Cell::Empty, line.theirs));
        }
    }
    let mut caption =
        "Nodes, arcs and counts are means. `isocount data stats` prints more about a data set."
            .to_owned();
    if sets.iter().any(|set| [Set::Small, Set::Large].contains(set)) {
        caption += " In SMALL and LARGE every pattern has graphs of its own; the paper gives the number of graphs of the \
                    pattern with the most.";
    }
    Ok(Grid {
        name: "table1".to_owned(),
        title: "Table 1: data".to_owned(),
        caption,
        heading,
        rows,
    })
}
