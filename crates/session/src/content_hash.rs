//! A checksum of the contents of a graph, by label name: equal for equal contents in every session,
//! process and version, whatever file they came from.

use std::fmt::Write;

use isocount_core::{
    AttributeRow, AttributeRows, AttributedGraph, Label, LabeledGraph, Pattern, Wanted,
};
use isocount_format::LabelNames;
use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_128};

/// 32 hexadecimal digits.
pub(crate) fn content_hash(graph: &LabeledGraph, names: &LabelNames) -> String {
    let name_hash = |text: Option<&str>, label: Label| match text {
        Some(text) => xxh3_64(text.as_bytes()),
        // A label that was given as a number.
        None => u64::from(label.0),
    };
    let mut hasher = Xxh3::new();
    let mut put = |numbers: &[u64]| {
        for number in numbers {
            hasher.update(&number.to_le_bytes());
        }
    };
    put(&[graph.num_nodes() as u64, graph.num_arcs() as u64]);
    let mut last = (Label(0), name_hash(names.node_text(Label(0)), Label(0)));
    for &label in graph.node_labels() {
        if label != last.0 {
            last = (label, name_hash(names.node_text(label), label));
        }
        put(&[last.1]);
    }
    // Parallel arcs are ordered by label number, which differs between sessions, so their hashes
    // are summed.
    let mut last = (Label(0), name_hash(names.edge_text(Label(0)), Label(0)));
    for tail in graph.nodes() {
        for parallel in graph.out_arcs(tail).chunk_by(|a, b| a.node == b.node) {
            let mut labels = 0_u64;
            for arc in parallel {
                if arc.label != last.0 {
                    last = (arc.label, name_hash(names.edge_text(arc.label), arc.label));
                }
                labels = labels.wrapping_add(last.1);
            }
            put(&[u64::from(tail.0) << 32 | u64::from(parallel[0].node.0), labels]);
        }
    }
    format!("{:032x}", hasher.digest128())
}

/// The checksum of a graph with attributes: that of the graph, and of the values that were kept.
pub(crate) fn attributed_hash(graph: &AttributedGraph, names: &LabelNames) -> String {
    let of_rows = |rows: &AttributeRows, name: fn(&LabelNames, Label) -> Option<&str>| {
        let mut columns: Vec<(usize, &String)> = rows.names.iter().enumerate().collect();
        columns.sort_unstable_by_key(|(_, name)| *name);
        let hash = |row: &AttributeRow| {
            let mut text = name(names, row.label).unwrap_or_default().to_owned();
            for (column, name) in &columns {
                let _ = write!(text, "\0{name}\0{:?}", row.values[*column]);
            }
            xxh3_64(text.as_bytes())
        };
        rows.rows.iter().map(hash).collect::<Vec<u64>>()
    };
    let nodes = of_rows(&graph.nodes, LabelNames::node_text);
    let arcs = of_rows(&graph.arcs, LabelNames::edge_text);
    let mut hasher = Xxh3::new();
    let mut put = |number: u64| hasher.update(&number.to_le_bytes());
    // No other checksum starts with this value.
    put(u64::MAX - 1);
    graph.graph.node_labels().iter().for_each(|row| put(nodes[row.0 as usize]));
    for tail in graph.graph.nodes() {
        for parallel in graph.graph.out_arcs(tail).chunk_by(|a, b| a.node == b.node) {
            put(u64::from(tail.0) << 32 | u64::from(parallel[0].node.0));
            let rows = parallel.iter().map(|arc| arcs[arc.label.0 as usize]);
            put(rows.fold(0, u64::wrapping_add));
        }
    }
    format!("{:032x}", hasher.digest128())
}

/// The checksum of everything that could not be read. It changes once the file can be read.
pub(crate) fn unread_hash() -> String {
    format!("{:032x}", xxh3_128(b"could not be read"))
}

/// The checksum of a pattern. A pattern with neither sets of labels nor absent arcs has the checksum
/// of its graph.
pub(crate) fn pattern_hash(pattern: &Pattern, names: &LabelNames) -> String {
    if let Some(graph) = pattern.plain() {
        return content_hash(graph, names);
    }
    let set_hash = |accepts: Wanted<'_>, name: fn(&LabelNames, Label) -> Option<&str>| {
        let name_hash = |label: &Label| match name(names, *label) {
            Some(text) => xxh3_64(text.as_bytes()),
            None => u64::from(label.0),
        };
        let set = accepts.to_set();
        // The order of the labels differs between sessions, so the hashes are sorted.
        let mut of_labels: Vec<u64> = set.labels().iter().map(name_hash).collect();
        of_labels.sort_unstable();
        let mut hasher = Xxh3::new();
        hasher.update(&[u8::from(set.excludes())]);
        for hash in of_labels {
            hasher.update(&hash.to_le_bytes());
        }
        hasher.digest()
    };
    let mut hasher = Xxh3::new();
    let mut put = |numbers: &[u64]| {
        for number in numbers {
            hasher.update(&number.to_le_bytes());
        }
    };
    // No graph starts with this value.
    put(&[u64::MAX, pattern.num_nodes() as u64, pattern.num_arcs() as u64]);
    for u in pattern.nodes() {
        put(&[set_hash(pattern.node_set(u), LabelNames::node_text)]);
    }
    for tail in pattern.nodes() {
        for parallel in pattern.out_arcs(tail).chunk_by(|a, b| a.node == b.node) {
            let sets = parallel.iter().map(|arc| pattern.edge_set(arc.label));
            let sum = sets.fold(0_u64, |sum, accepts| {
                sum.wrapping_add(set_hash(accepts, LabelNames::edge_text))
            });
            let ends = u64::from(tail.0) << 32 | u64::from(parallel[0].node.0);
            put(&[ends, parallel.len() as u64, sum]);
        }
    }
    for (tail, head, set) in pattern.absent_arcs() {
        let forbids =
            set_hash(set.single().map_or(Wanted::Set(set), Wanted::Label), LabelNames::edge_text);
        // No present arc has this many others beside it.
        put(&[u64::from(tail.0) << 32 | u64::from(head.0), u64::MAX, forbids]);
    }
    format!("{:032x}", hasher.digest128())
}

#[cfg(test)]
mod tests {
    use isocount_core::{LabelSet, NodeId};

    use super::*;

    fn graph(labels: [u32; 2], arcs: &[[u32; 3]]) -> LabeledGraph {
        let mut builder = LabeledGraph::builder();
        for label in labels {
            builder.node(Label(label));
        }
        for &[tail, head, label] in arcs {
            builder.edge(NodeId(tail), NodeId(head), Label(label));
        }
        builder.build().unwrap()
    }

    fn names(nodes: [&str; 2], edges: [&str; 2]) -> LabelNames {
        let mut names = LabelNames::new();
        for text in nodes {
            names.node_label(text);
        }
        for text in edges {
            names.edge_label(text);
        }
        names
    }

    fn pattern(node: &LabelSet, arcs: &[&LabelSet]) -> Pattern {
        let mut builder = Pattern::builder();
        let (a, b) = (builder.node(Label(0)), builder.node(node.clone()));
        for &set in arcs {
            builder.edge(a, b, set.clone());
        }
        builder.build().unwrap()
    }

    #[test]
    fn sets_count_by_the_names_of_their_labels() {
        let one = names(["C", "O"], ["single", "double"]);
        let other = names(["O", "C"], ["double", "single"]);
        let hash = |set: LabelSet| pattern_hash(&pattern(&set, &[&LabelSet::any()]), &one);
        let [c, o] = [Label(0), Label(1)];
        let different = [
            hash(LabelSet::any()),
            hash(LabelSet::one_of([])),
            hash(LabelSet::one_of([c, o])),
            hash(LabelSet::all_but([c, o])),
            hash(LabelSet::all_but([c])),
            hash(c.into()),
            pattern_hash(&pattern(&LabelSet::any(), &[]), &one),
            pattern_hash(&pattern(&LabelSet::any(), &[&LabelSet::any(), &LabelSet::any()]), &one),
        ];
        for (i, a) in different.iter().enumerate() {
            assert!(!different[..i].contains(a), "{i}");
        }
        let mut renumbered = Pattern::builder();
        let (a, b) = (renumbered.node(Label(1)), renumbered.node(LabelSet::all_but([Label(1)])));
        renumbered.edge(a, b, LabelSet::any());
        assert_eq!(
            pattern_hash(&renumbered.build().unwrap(), &other),
            hash(LabelSet::all_but([c]))
        );
        let plain = pattern(&o.into(), &[&c.into()]);
        assert_eq!(pattern_hash(&plain, &one), content_hash(plain.graph(), &one));
    }

    #[test]
    fn the_names_of_labels_count_and_their_numbers_do_not() {
        let one = names(["C", "O"], ["single", "double"]);
        let other = names(["O", "C"], ["double", "single"]);
        let carbonyl = graph([0, 1], &[[0, 1, 0], [0, 1, 1], [1, 0, 1]]);
        let renumbered = graph([1, 0], &[[0, 1, 0], [0, 1, 1], [1, 0, 0]]);
        assert_eq!(content_hash(&carbonyl, &one), content_hash(&renumbered, &other));
        for changed in [
            graph([0, 0], &[[0, 1, 0], [0, 1, 1], [1, 0, 1]]),
            graph([0, 1], &[[0, 1, 0], [0, 1, 1], [1, 0, 0]]),
            graph([0, 1], &[[0, 1, 0], [1, 0, 1]]),
            graph([0, 1], &[[0, 1, 0], [0, 1, 1], [1, 1, 1]]),
        ] {
            assert_ne!(content_hash(&changed, &one), content_hash(&carbonyl, &one));
        }
    }
}
