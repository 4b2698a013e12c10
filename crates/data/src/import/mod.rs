//! From files to a data set: a collection of patterns and graphs with common labels, and the counts
//! that came with it, if any.

mod counts;
mod folder;
mod known_codes;
mod listed_pairs;

use std::cell::RefCell;
use std::path::Path;

use isocount_core::{Cancelled, Control, Edge, Label, Pattern, printable};
use isocount_format::{LabelNames, NamedGraph, ReadOptions, Role, read_collection};

use crate::graph_store::PackedGraphs;
use crate::label_table::relabeled;
use crate::{DataError, GraphStore, LabelTable, NamedPattern, Relabeling};

pub use counts::read_counts;
pub use folder::ImportFolder;
pub(crate) use known_codes::Respelled;
pub use known_codes::{KnownCodes, MUTAG_CODES, Recognised, Spelling};
pub use listed_pairs::{ListedPairs, read_listed_pairs};

/// Patterns and graphs that are being read, with one numbering of labels for all files.
///
/// ```
/// use isocount_core::Control;
/// use isocount_data::Collecting;
/// use isocount_format::ReadOptions;
/// # let (folder, control) = (tempfile::tempdir()?, Control::NONE);
/// # let (graphs, patterns) = (folder.path().join("graphs.smi"), folder.path().join("CO.smi"));
///
/// // Two molecules and a fragment, from different files.
/// std::fs::write(&graphs, "CCO ethanol\nCC=O acetaldehyde\n")?;
/// std::fs::write(&patterns, "CO\n")?;
/// let mut collecting = Collecting::new();
/// collecting.read_graphs(&graphs, &ReadOptions::new(), &control)?;
/// collecting.read_patterns(&patterns, &ReadOptions::new(), &control)?;
///
/// // Together they have two kinds of atoms and two kinds of bonds.
/// let collection = collecting.finish(&control)?;
/// assert_eq!((collection.graphs.len(), collection.patterns.len()), (2, 1));
/// assert_eq!((collection.labels.nodes.len(), collection.labels.edges.len()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Collecting {
    names: LabelNames,
    patterns: Vec<NamedGraph>,
    graphs: Vec<NamedGraph>,
    /// The known data set whose labels are respelled, and the spelling.
    respelling: Option<(&'static KnownCodes, Spelling)>,
}

/// Patterns and graphs with a common numbering of labels.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Collection {
    /// The names of the labels.
    pub labels: LabelTable,
    /// The patterns; their names are distinct.
    pub patterns: Vec<NamedPattern>,
    /// The graphs; their names are distinct.
    pub graphs: GraphStore,
}

impl Collection {
    /// Patterns with a label that no graph has: they occur nowhere, which is rarely intended.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn patterns_with_foreign_labels(&self, control: &Control) -> Result<Vec<&str>, Cancelled> {
        let mut nodes = vec![false; self.labels.nodes.len()];
        let mut edges = vec![false; self.labels.edges.len()];
        for ix in 0..self.graphs.len() {
            let graph = self.graphs.graph_with(ix, control)?;
            graph.node_labels().iter().for_each(|label| nodes[label.0 as usize] = true);
            graph.arcs().for_each(|arc| edges[arc.label.0 as usize] = true);
        }
        let is_foreign = |pattern: &Pattern| {
            pattern.node_labels().iter().any(|label| !nodes[label.0 as usize])
                || pattern.arcs().any(|arc| !edges[arc.label.0 as usize])
        };
        let foreign = self.patterns.iter().filter(|named| is_foreign(&named.pattern));
        Ok(foreign.map(|named| named.name.as_str()).collect())
    }

    /// Renumbers the labels of the patterns by the numbers that are their names, for graphs whose
    /// labels are plain numbers.
    ///
    /// # Errors
    /// If the name of a label is not a number.
    #[expect(clippy::missing_panics_doc, reason = "a pattern keeps its nodes")]
    pub fn patterns_by_number(&self) -> Result<Vec<NamedPattern>, DataError> {
        let numbers = |names: &[String]| -> Result<Vec<Label>, DataError> {
            let number = |name: &String| match name.parse() {
                Ok(number) => Ok(Label(number)),
                Err(_) => Err(DataError::impossible(
                    format!("the label `{}` is not a number", printable(name)),
                    "labels of these graphs are numbers from 0",
                )),
            };
            names.iter().map(number).collect()
        };
        let (nodes, edges) = (numbers(&self.labels.nodes)?, numbers(&self.labels.edges)?);
        let numbered = |NamedPattern { name, pattern }: &NamedPattern| {
            let node = |label: Label| nodes[label.0 as usize];
            let edge = |label: Label| edges[label.0 as usize];
            let graph = relabeled(pattern, node, edge, &Control::NONE);
            let graph = graph.expect("the control cannot be cancelled");
            let pattern = Pattern::try_from(graph).expect("a pattern keeps its nodes");
            NamedPattern { name: name.clone(), pattern }
        };
        Ok(self.patterns.iter().map(numbered).collect())
    }
}

impl Collecting {
    /// An empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads graphs: a file, a folder of files, or a TU folder.
    ///
    /// # Errors
    /// If a file cannot be read, or the work was cancelled.
    pub fn read_graphs(
        &mut self,
        path: &Path,
        options: &ReadOptions,
        control: &Control,
    ) -> Result<(), DataError> {
        self.graphs.append(&mut read_collection(path, options, &mut self.names, control)?);
        Ok(())
    }

    /// Reads patterns: a file, a folder of files, or a TU folder.
    ///
    /// # Errors
    /// If a file cannot be read, or the work was cancelled.
    pub fn read_patterns(
        &mut self,
        path: &Path,
        options: &ReadOptions,
        control: &Control,
    ) -> Result<(), DataError> {
        let options = options.clone().with_role(Role::Pattern);
        self.patterns.append(&mut read_collection(path, &options, &mut self.names, control)?);
        Ok(())
    }

    /// Adds graphs whose labels have these names; a label without a name is called by its number.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn add_graphs(
        &mut self,
        graphs: impl IntoIterator<Item = NamedGraph>,
        names: &LabelNames,
        control: &Control,
    ) -> Result<(), Cancelled> {
        for named in graphs {
            self.graphs.push(renamed(&named, names, &mut self.names, control)?);
        }
        Ok(())
    }

    /// Adds patterns whose labels have these names; a label without a name is called by its number.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn add_patterns(
        &mut self,
        patterns: impl IntoIterator<Item = NamedGraph>,
        names: &LabelNames,
        control: &Control,
    ) -> Result<(), Cancelled> {
        for named in patterns {
            self.patterns.push(renamed(&named, names, &mut self.names, control)?);
        }
        Ok(())
    }

    /// The data set that the graphs are, if it is one that publishes its labels as codes.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn recognised(&self, control: &Control) -> Result<Option<Recognised>, Cancelled> {
        known_codes::recognise(&self.graphs, &self.names, control)
    }

    /// Spells the labels of a known data set in this way, in patterns and graphs. They are numbered
    /// by their codes in both spellings.
    #[must_use]
    pub fn respelled(mut self, codes: &'static KnownCodes, spelling: Spelling) -> Self {
        self.respelling = Some((codes, spelling));
        self
    }

    /// Numbers the labels by their names and packs the graphs.
    ///
    /// # Errors
    /// If two patterns or two graphs have the same name, a pattern has no nodes, or the work was
    /// cancelled.
    pub fn finish(self, control: &Control) -> Result<Collection, DataError> {
        let Self { names, patterns, graphs, respelling } = self;
        check_names("pattern", &patterns)?;
        check_names("graph", &graphs)?;
        let relabeling = match respelling {
            None => Relabeling::of(&names),
            Some((codes, spelling)) => {
                let relabeling = Relabeling::respelled(&names, codes, spelling);
                for named in patterns.iter().chain(&graphs) {
                    check_arcs(named, &relabeling)?;
                }
                relabeling
            }
        };
        let pattern = |named: NamedGraph| match Pattern::try_from(
            relabeling.apply_with(&named.graph, control)?,
        ) {
            Ok(pattern) => Ok(NamedPattern { name: named.name, pattern }),
            Err(problem) => Err(DataError::impossible(
                format!("{}: {problem}", printable(&named.name)),
                "leave the pattern out, or give it a node",
            )),
        };
        let patterns = patterns.into_iter().map(pattern).collect::<Result<_, _>>()?;
        let mut packed = PackedGraphs::default();
        for NamedGraph { name, graph, .. } in graphs {
            packed.push_with(&name, &relabeling.apply_with(&graph, control)?, control)?;
        }
        let graphs = GraphStore::from_packed_with(&packed, control)?;
        Ok(Collection { labels: relabeling.table().clone(), patterns, graphs })
    }
}

/// The graph with its labels numbered as in `to`.
fn renamed(
    named: &NamedGraph,
    from: &LabelNames,
    to: &mut LabelNames,
    control: &Control,
) -> Result<NamedGraph, Cancelled> {
    control.check()?;
    let to = RefCell::new(to);
    let node = |label: Label| match from.node_text(label) {
        Some(text) => to.borrow_mut().node_label(text),
        None => to.borrow_mut().node_label(&label.0.to_string()),
    };
    let edge = |label: Label| match from.edge_text(label) {
        Some(text) => to.borrow_mut().edge_label(text),
        None => to.borrow_mut().edge_label(&label.0.to_string()),
    };
    let graph = relabeled(&named.graph, node, edge, control)?;
    Ok(NamedGraph::new(named.name.clone(), graph))
}

/// A label and its code become the same label, so that two arcs could coincide.
fn check_arcs(named: &NamedGraph, relabeling: &Relabeling) -> Result<(), DataError> {
    let relabeled = |arc: Edge| Edge { label: relabeling.edge_label(arc.label), ..arc };
    let mut arcs: Vec<Edge> = named.graph.arcs().map(relabeled).collect();
    arcs.sort_unstable();
    let Some(pair) = arcs.windows(2).find(|pair| pair[0] == pair[1]) else { return Ok(()) };
    let Edge { tail, head, label } = pair[0];
    let (name, label) = (printable(&named.name), relabeling.table().edge_name(label));
    Err(DataError::impossible(
        format!(
            "{name}: two arcs from node {} to node {} have the label `{label}`, once as its code",
            tail.0, head.0
        ),
        "leave one of them out",
    ))
}

fn check_names(kind: &str, graphs: &[NamedGraph]) -> Result<(), DataError> {
    let mut names: Vec<&str> = graphs.iter().map(|named| named.name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(DataError::impossible(
            format!("two {kind}s are called `{}`", printable(pair[0])),
            "names identify triples; give each a unique name",
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::mutag_patterns;

    fn collect(files: &[(&str, &str)], read: impl FnOnce(&Path) -> Result<Collection, DataError>) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        read(folder.path()).unwrap();
    }

    fn published() -> Vec<NamedGraph> {
        let graph = |named: NamedPattern| named.pattern.graph().clone();
        let named = |named: NamedPattern| NamedGraph::new(named.name.clone(), graph(named));
        mutag_patterns().into_iter().map(named).collect()
    }

    #[test]
    fn labels_agree_whatever_the_order_of_files() {
        let files = [
            ("g.jsonl", r#"{"name": "g", "nodes": [1, 0, "C"], "edges": [[0, 1, 2]]}"#),
            ("p.json", r#"{"nodes": [0, 1], "edges": [[1, 0, 2]]}"#),
        ];
        collect(&files, |folder| {
            let options = ReadOptions::default();
            let mut one = Collecting::new();
            one.read_graphs(&folder.join("g.jsonl"), &options, &Control::NONE)?;
            one.read_patterns(&folder.join("p.json"), &options, &Control::NONE)?;
            let mut other = Collecting::new();
            other.read_patterns(&folder.join("p.json"), &options, &Control::NONE)?;
            other.read_graphs(&folder.join("g.jsonl"), &options, &Control::NONE)?;
            let (one, other) = (one.finish(&Control::NONE)?, other.finish(&Control::NONE)?);
            assert_eq!(one, other);
            assert_eq!(one.labels.nodes, ["0", "1", "C"]);
            Ok(one)
        });
    }

    #[test]
    fn numbered_patterns_match_labels_of_the_same_number() {
        let files =
            [("g.jsonl", r#"{"name": "g", "nodes": [6, 1, 0], "edges": [[0, 1, 1], [1, 2, 0]]}"#)];
        collect(&files, |folder| {
            let mut collecting = Collecting::new();
            collecting.read_graphs(
                &folder.join("g.jsonl"),
                &ReadOptions::default(),
                &Control::NONE,
            )?;
            collecting.add_patterns(published(), &LabelNames::new(), &Control::NONE).unwrap();
            let collection = collecting.finish(&Control::NONE)?;
            assert_eq!(collection.labels.nodes, ["0", "1", "6"]);
            assert_eq!(collection.patterns, mutag_patterns());
            Ok(collection)
        });
    }

    #[test]
    fn patterns_by_number_use_the_label_names() {
        let files = [("p.json", r#"{"nodes": [7, 2], "edges": [[1, 0, 5]]}"#)];
        collect(&files, |folder| {
            let mut collecting = Collecting::new();
            collecting.read_patterns(
                &folder.join("p.json"),
                &ReadOptions::default(),
                &Control::NONE,
            )?;
            let collection = collecting.finish(&Control::NONE)?;
            let expected = isocount_testkit::pattern("a:7, b:2, b -[5]-> a");
            assert_eq!(collection.patterns_by_number()?[0].pattern, expected);
            Ok(collection)
        });
    }

    #[test]
    fn equal_names_are_refused() {
        let mut collecting = Collecting::new();
        collecting.add_patterns(published(), &LabelNames::new(), &Control::NONE).unwrap();
        collecting.add_patterns(published(), &LabelNames::new(), &Control::NONE).unwrap();
        let error = collecting.finish(&Control::NONE).unwrap_err();
        assert_eq!(error.to_string(), "two patterns are called `P_N3_E2_NL1_EL1_0`");
    }
}
