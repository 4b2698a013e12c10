//! Many graphs as a table, one row per graph, and their totals.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use isocount::format::Format;
use isocount::printable;
use isocount::session::{CollectionFacts, LabelFacts, LabelLook};

use super::Described;
use super::block::{label_list, share};
use crate::oddity_hint::hint_for_many;
use crate::output::number_table::number_table;
use crate::output::text::{number_of, thousands};

const HEADING: [&str; 11] = [
    "graph",
    "nodes",
    "arcs",
    "with reverse",
    "loops",
    "parallel",
    "node labels",
    "edge labels",
    "components",
    "max out",
    "max in",
];

/// This many names that several graphs share are listed.
const REPEATED: usize = 3;

/// The graphs of a file or folder.
#[derive(Default)]
pub(super) struct Overview {
    rows: Vec<[String; 11]>,
    totals: CollectionFacts,
    formats: BTreeSet<&'static str>,
}

impl Overview {
    pub(super) fn graphs(&self) -> usize {
        self.totals.graphs
    }

    pub(super) fn add(&mut self, described: &Described) {
        let Described { name, format, facts, .. } = described;
        self.totals.add(name, facts);
        self.formats.extend(format.map(Format::name));
        self.rows.push(row(
            printable(name).into_owned(),
            [facts.nodes, facts.arcs],
            facts.reciprocity(),
            [facts.loops, facts.parallel],
            [&facts.node_labels, &facts.edge_labels],
            [facts.components.count, facts.degrees.out.most, facts.degrees.into.most],
        ));
    }

    /// The table, the labels of all graphs together, and hints about what looks wrong.
    pub(super) fn text(mut self, file: &str, labels: usize) -> String {
        let totals = self.totals;
        let graphs = number_of(totals.graphs as u64, "graph");
        let formats = self.formats.into_iter().collect::<Vec<_>>().join(", ");
        let (node_labels, edge_labels) = (totals.node_labels(), totals.edge_labels());
        let arcs = totals.reciprocated + totals.one_way;
        self.rows.insert(0, HEADING.map(str::to_owned));
        self.rows.push(row(
            graphs.clone(),
            [totals.nodes, totals.arcs],
            (arcs > 0).then(|| totals.reciprocated as f64 / arcs as f64),
            [totals.loops, totals.parallel],
            [&node_labels, &edge_labels],
            [totals.components, totals.most_out, totals.most_in],
        ));
        let mut text = format!("{}: {graphs} ({formats})\n", printable(file));
        text += &number_table(&self.rows);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "node labels  {}", label_list(&node_labels, labels));
        let _ = writeln!(text, "edge labels  {}", label_list(&edge_labels, labels));
        for (oddity, graphs) in totals.oddities {
            let _ = writeln!(text, "hint: {}", hint_for_many(oddity, graphs, totals.graphs));
        }
        if let Some((first, others)) = totals.repeated_names.split_first() {
            let shown = others.iter().take(REPEATED - 1);
            let names = shown.fold(format!("`{}`", printable(first)), |list, name| {
                format!("{list}, `{}`", printable(name))
            });
            let more = totals.repeated_names.len().saturating_sub(REPEATED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let _ = writeln!(
                text,
                "hint: several graphs are named {names}{more}; a batch identifies graphs by their \
                 names and refuses these"
            );
        }
        text
    }
}

fn row(
    name: String,
    [nodes, arcs]: [usize; 2],
    reciprocity: Option<f64>,
    [loops, parallel]: [usize; 2],
    labels: [&LabelFacts; 2],
    [components, out, into]: [usize; 3],
) -> [String; 11] {
    let number = |number: usize| thousands(number as u64);
    let reverse = reciprocity.map_or_else(|| "-".to_owned(), share);
    let [node_labels, edge_labels] = labels.map(|labels| match labels.look {
        LabelLook::Absent | LabelLook::Unlabeled => "-".to_owned(),
        _ => number(labels.distinct),
    });
    [
        name,
        number(nodes),
        number(arcs),
        reverse,
        number(loops),
        number(parallel),
        node_labels,
        edge_labels,
        number(components),
        number(out),
        number(into),
    ]
}
