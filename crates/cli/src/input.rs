//! Reading what a question is about, with progress; one list of label names per question.

use std::io::{self, Write};
use std::path::Path;

use isocount::format::{self, Format, FormatError, LabelNames, NamedGraph, ReadOptions};
use isocount::train::{Largest, Size};
use isocount::{Control, Label, LabeledGraph, Pattern, View};

use crate::args::FileArgs;
use crate::error::Failure;
use crate::job::Setup;
use crate::learned::LearnedModel;
use crate::progress::{Loudness, Progress, Task};
use crate::question::Way;

/// A pattern and what to call it.
pub(crate) struct NamedPattern {
    pub(crate) name: String,
    pub(crate) pattern: Pattern,
}

/// Reads files so that the labels of all of them agree.
pub(crate) struct Input<'a> {
    files: &'a FileArgs,
    view: View,
    loudness: Loudness,
    names: LabelNames,
    /// The sizes that a learned counter knows.
    largest: Option<Largest>,
    /// How many node and edge labels it knows.
    known: Option<[usize; 2]>,
}

type Read = fn(
    &Path,
    &ReadOptions,
    &mut LabelNames,
    &Control,
) -> Result<Vec<NamedGraph>, FormatError>;

impl<'a> Input<'a> {
    pub(crate) fn new(setup: &'a Setup) -> Self {
        let Setup { question, files, loudness, .. } = setup;
        let (view, loudness) = (question.view, *loudness);
        match &question.way {
            Way::Learned(model) => Self::for_model(files, view, loudness, model),
            Way::Search(_) => {
                Self { files, view, loudness, names: LabelNames::new(), largest: None, known: None }
            }
        }
    }

    /// Labels of the files get the numbers that the model knows them by.
    pub(crate) fn for_model(
        files: &'a FileArgs,
        view: View,
        loudness: Loudness,
        model: &LearnedModel,
    ) -> Self {
        let (names, largest) = (model.labels().to_label_names(), model.largest());
        let known = [model.labels().nodes.len(), model.labels().edges.len()];
        Self { files, view, loudness, names, largest, known: Some(known) }
    }

    pub(crate) fn pattern(&mut self, path: &Path) -> Result<NamedPattern, Failure> {
        let pattern = self.patterns_by(path, one)?.swap_remove(0);
        self.refuse_unknown_label(path, pattern.pattern.graph())?;
        Ok(pattern)
    }

    pub(crate) fn graph(&mut self, path: &Path) -> Result<NamedGraph, Failure> {
        let graph = self.graphs_by(path, one)?.swap_remove(0);
        self.refuse_unknown_label(path, &graph.graph)?;
        Ok(graph)
    }

    pub(crate) fn patterns(&mut self, path: &Path) -> Result<Vec<NamedPattern>, Failure> {
        self.patterns_by(path, format::read_collection)
    }

    pub(crate) fn graphs(&mut self, path: &Path) -> Result<Vec<NamedGraph>, Failure> {
        self.graphs_by(path, format::read_collection)
    }

    fn patterns_by(&mut self, path: &Path, read: Read) -> Result<Vec<NamedPattern>, Failure> {
        let named = self.read(path, self.files.pattern_format, read)?;
        if let Some(largest) = self.largest {
            self.warn_of_larger("patterns", largest.pattern, &named);
        }
        named.into_iter().map(|named| pattern(path, named)).collect()
    }

    fn graphs_by(&mut self, path: &Path, read: Read) -> Result<Vec<NamedGraph>, Failure> {
        let named = self.read(path, self.files.format, read)?;
        if let Some(largest) = self.largest {
            self.warn_of_larger("graphs", largest.graph, &named);
        }
        Ok(named)
    }

    /// One question with a label that a learned counter never saw has no answer, and the label is named.
    /// In a batch, such questions are answered one by one.
    fn refuse_unknown_label(&self, path: &Path, graph: &LabeledGraph) -> Result<(), Failure> {
        let Some([nodes, edges]) = self.known else { return Ok(()) };
        let beyond = |label: &Label, known: usize| label.0 as usize >= known;
        let node = graph.node_labels().iter().find(|label| beyond(label, nodes));
        let edge = graph.arcs().map(|arc| arc.label).find(|label| beyond(label, edges));
        let (kind, name, known) = match (node, edge) {
            (Some(label), _) => ("node", self.names.node_text(*label), nodes),
            (None, Some(label)) => ("edge", self.names.edge_text(label), edges),
            (None, None) => return Ok(()),
        };
        let name = name.unwrap_or_default();
        let problem =
            format!("{kind} label `{name}` is not among the {known} that the model knows");
        Err(Failure::UnknownLabel { path: path.to_owned(), problem })
    }

    /// Says so if a learned counter is asked about more than it learned from.
    fn warn_of_larger(&self, what: &str, largest: Size, graphs: &[NamedGraph]) {
        let sizes = graphs.iter().map(|named| (named.name.as_str(), Size::of(&named.graph)));
        self.warn_of_larger_sizes(what, largest, sizes);
    }

    /// The same for a graph that was indexed.
    pub(crate) fn warn_of_larger_graph(&self, name: &str, (nodes, arcs): (usize, usize)) {
        if let Some(largest) = self.largest {
            let sizes = [(name, Size { nodes, arcs })].into_iter();
            self.warn_of_larger_sizes("graphs", largest.graph, sizes);
        }
    }

    fn warn_of_larger_sizes<'b>(
        &self,
        what: &str,
        largest: Size,
        sizes: impl Iterator<Item = (&'b str, Size)>,
    ) {
        let mut larger = sizes.filter(|(_, size)| largest.is_exceeded_by(*size));
        if let (Some((name, size)), true) = (larger.next(), self.loudness != Loudness::Quiet) {
            let Size { nodes, arcs } = size;
            let _ = writeln!(
                io::stderr(),
                "warning: {} ({nodes} nodes, {arcs} arcs) {} larger than the {what} that the model \
                 learned from ({} nodes, {} arcs at most): counts may be far off",
                name,
                match larger.count() {
                    0 => "is".to_owned(),
                    more => format!("and {more} more are"),
                },
                largest.nodes,
                largest.arcs
            );
        }
    }

    fn read(
        &mut self,
        path: &Path,
        format: Option<Format>,
        read: Read,
    ) -> Result<Vec<NamedGraph>, Failure> {
        let meter = Progress::start(self.loudness, reading(path));
        let options = options(self.files, format);
        let mut graphs = read(path, &options, &mut self.names, meter.control())?;
        if !self.view.is_plain() {
            for named in &mut graphs {
                named.graph = self.view.apply(&named.graph);
            }
        }
        Ok(graphs)
    }
}

/// How files are read, as the flags say.
pub(crate) fn options(files: &FileArgs, format: Option<Format>) -> ReadOptions {
    let mut options = ReadOptions::new();
    options.format = format;
    options.node_label_key.clone_from(&files.node_label_key);
    options.edge_label_key.clone_from(&files.edge_label_key);
    options
}

/// [`format::read_one`] as a list.
fn one(
    path: &Path,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<Vec<NamedGraph>, FormatError> {
    Ok(vec![format::read_one(path, options, names, control)?])
}

fn pattern(path: &Path, named: NamedGraph) -> Result<NamedPattern, Failure> {
    let NamedGraph { name, graph } = named;
    match Pattern::try_from(graph) {
        Ok(pattern) => Ok(NamedPattern { name, pattern }),
        Err(_) => Err(Failure::EmptyPattern { path: path.to_owned(), name }),
    }
}

/// What is read, and how long it is if that is known.
pub(crate) fn reading(path: &Path) -> Task {
    let size = path.metadata().ok().filter(std::fs::Metadata::is_file).map(|file| file.len());
    Task::Reading { what: path.display().to_string(), bytes: size }
}
