//! A graph whose labels are numbered in the order of their names. A session numbers labels in the
//! order in which it reads them, so otherwise the order of motifs with labels, and which of their
//! nodes is `a`, would depend on what was read before.

use std::collections::BTreeSet;
use std::sync::{Arc, RwLock};

use isocount_core::Label;
use isocount_format::LabelNames;

use crate::LoadedGraph;
use crate::relabel::{KnownLabels, relabel};

impl LoadedGraph {
    /// The graph with its own label numbers, in the order of their names. It must not be combined
    /// with patterns of the session.
    pub(super) fn with_labels_by_name(&self) -> Self {
        let names = self.label_names();
        let node = |label: Label| names.node_text(label).map(str::to_owned);
        let edge = |label: Label| names.edge_text(label).map(str::to_owned);
        let graph = self.graph();
        let nodes: BTreeSet<_> = graph.node_labels().iter().filter_map(|&it| node(it)).collect();
        let edges: BTreeSet<_> = graph.arcs().filter_map(|arc| edge(arc.label)).collect();
        let known =
            KnownLabels { nodes: nodes.into_iter().collect(), edges: edges.into_iter().collect() };
        let mut own = LabelNames::new();
        known.nodes.iter().for_each(|text| _ = own.node_label(text));
        known.edges.iter().for_each(|text| _ = own.edge_label(text));
        match relabel(self.shared(), &names, &known) {
            Ok(graph) => self.relabelled(graph, Arc::new(RwLock::new(own))),
            // Labels without names do not belong to a session; they have only their numbers.
            Err(_) => self.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::Control;
    use isocount_format::Notation;

    use crate::{MotifOptions, Session, Source};

    /// The labelled motifs of this graph, read by a session that has read others before.
    fn motifs(before: &[&str]) -> Vec<(String, u128)> {
        let mut session = Session::new();
        let mut read = |text: &str| {
            session.read_graph(Source::text(Notation::Text, text), &Control::NONE).unwrap()
        };
        for text in before {
            read(text);
        }
        let graph = read("0:A->1:B->2:C->0, 2-[x]->3:A, 3-[y]->1, 3-[z]->0, 1-[y]->4:B");
        let options = MotifOptions { labels: true, ..MotifOptions::default() };
        let table = options.question().unwrap().answer(&graph, None, &Control::NONE).unwrap();
        table.rows.iter().map(|row| (row.pattern.clone(), row.found.count)).collect()
    }

    #[test]
    fn motifs_are_written_alike_whatever_was_read_before() {
        let usual = motifs(&[]);
        assert!(usual.len() > 5 && usual.iter().any(|(text, _)| text.contains(":A")), "{usual:?}");
        for before in [&["a:C-[z]-b:B-[x]-c:A"][..], &["a:B", "a:C", "a-[y]->b"], &["a:Z-[q]-b"]] {
            assert_eq!(motifs(before), usual, "after {before:?}");
        }
    }
}
