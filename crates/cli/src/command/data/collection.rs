//! Reads patterns and graphs from any source: files, folders, data sets, published sets.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;

use isocount::data::{
    Collecting, Collection, Dataset, KnownCodes, NamedPattern, Recognised, Spelling,
    SubPatternSize, SubPatterns, Synthetic, Undirected, mutag_patterns,
};
use isocount::format::{Format, LabelNames, NamedGraph};
use isocount::{Control, printable};

use crate::args::{CodeArgs, FileArgs};
use crate::error::Failure;
use crate::interrupt;
use crate::progress::{Loudness, Progress};

/// Reads files so that all labels agree, with progress.
pub(crate) struct Reader<'a> {
    files: &'a FileArgs,
    collecting: Collecting,
    control: &'static Control,
    loudness: Loudness,
    _progress: Progress,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(files: &'a FileArgs, loudness: Loudness) -> Self {
        let control = interrupt::control();
        let progress = Progress::watch(loudness, control);
        Self { files, collecting: Collecting::new(), control, loudness, _progress: progress }
    }

    /// A file, a folder, or the graphs of a data set.
    pub(crate) fn graphs(&mut self, path: &Path, format: Option<Format>) -> Result<(), Failure> {
        if is_dataset(path) {
            let dataset = Dataset::read(path, self.control)?;
            let names = dataset.about().labels.to_label_names();
            return Ok(self.collecting.add_graphs(
                dataset.raw_graphs().iter(),
                &names,
                self.control,
            )?);
        }
        let options = self.files.options(format.or(self.files.format));
        Ok(self.collecting.read_graphs(path, &options, self.control)?)
    }

    /// A file, a folder, the patterns of a data set, or a published set.
    pub(crate) fn patterns(&mut self, path: &Path) -> Result<(), Failure> {
        if is_dataset(path) {
            let dataset = Dataset::read(path, self.control)?;
            let names = dataset.about().labels.to_label_names();
            let patterns = named_graphs(dataset.raw_patterns());
            return Ok(self.collecting.add_patterns(patterns, &names, self.control)?);
        }
        if let Some(patterns) = published(path) {
            let (patterns, names) = (named_graphs(&patterns), LabelNames::new());
            return Ok(self.collecting.add_patterns(patterns, &names, self.control)?);
        }
        let options = self.files.options(self.files.pattern_format);
        Ok(self.collecting.read_patterns(path, &options, self.control)?)
    }

    /// Everything that was read.
    pub(crate) fn finish(self) -> Result<Collection, Failure> {
        Ok(self.collecting.finish(self.control)?)
    }

    /// Everything that was read. Codes of a known data set are replaced by the names that they
    /// stand for, unless they are to be kept.
    pub(crate) fn finish_named(mut self, args: &CodeArgs) -> Result<Named, Failure> {
        let recognised = self.collecting.recognised(self.control)?;
        let named = recognised.filter(|_| !args.keep_codes);
        if let Some(Recognised { codes, spelling, .. }) = named {
            self.collecting = self.collecting.respelled(codes, Spelling::Names);
            if spelling == Spelling::Codes && self.loudness != Loudness::Quiet {
                let _ = writeln!(io::stderr(), "{}", naming(codes));
            }
        }
        let codes = named.map(|it| it.codes);
        Ok(Named { collection: self.finish()?, codes })
    }
}

/// Announces what the codes of a data set become.
fn naming(codes: &KnownCodes) -> String {
    let range = |kind: &str, meanings: &[&str]| {
        let last = meanings.len() - 1;
        format!("{kind} labels 0 to {last} become {}", meanings.join(", "))
    };
    let (nodes, edges) = (range("node", codes.nodes), range("edge", codes.edges));
    format!(
        "these are the graphs of {}: {nodes}; {edges}. --keep-codes keeps the numbers",
        codes.name
    )
}

/// What was read, and the data set whose codes have names.
pub(crate) struct Named {
    pub(crate) collection: Collection,
    pub(crate) codes: Option<&'static KnownCodes>,
}

impl Named {
    /// The entry of `dataset.toml` about the names of labels.
    pub(crate) fn parameter(&self) -> Option<(&'static str, String)> {
        self.codes.map(|codes| ("label_names", codes.name.to_owned()))
    }
}

pub(crate) fn is_dataset(path: &Path) -> bool {
    path.join("dataset.toml").exists()
}

fn named_graphs(patterns: &[NamedPattern]) -> impl Iterator<Item = NamedGraph> + '_ {
    patterns.iter().map(|named| NamedGraph::new(named.name.clone(), named.pattern.graph().clone()))
}

/// The published set of patterns with this name, unless a file of that name exists.
pub(crate) fn published(path: &Path) -> Option<Vec<NamedPattern>> {
    if path.exists() {
        return None;
    }
    match path.to_str()? {
        "mutag" => Some(mutag_patterns()),
        "small" => Some(Synthetic::Small.patterns()),
        "large" => Some(Synthetic::Large.patterns()),
        _ => None,
    }
}

/// Warns if patterns cannot occur because of their labels: labels are compared by name, and two
/// sources may use different names.
pub(crate) fn warn_of_foreign_labels(
    collection: &Collection,
    loudness: Loudness,
) -> Result<(), Failure> {
    let foreign = collection.patterns_with_foreign_labels(interrupt::control())?;
    if let (Some(first), true) = (foreign.first(), loudness != Loudness::Quiet) {
        let _ = writeln!(
            io::stderr(),
            "{} of {} patterns have a label that no graph has, and cannot occur; the first is {}",
            foreign.len(),
            collection.patterns.len(),
            printable(first)
        );
    }
    Ok(())
}

/// Patterns with these numbers of nodes, and any number of arcs.
pub(crate) fn wanted(nodes: &[usize], per_size: NonZeroUsize) -> SubPatterns {
    let size = |&nodes: &usize| SubPatternSize { nodes, arcs: None };
    SubPatterns {
        sizes: nodes.iter().map(size).collect(),
        per_size: per_size.get(),
        node_labels: None,
        edge_labels: None,
        undirected: Undirected::Keep,
    }
}

#[cfg(test)]
mod tests {
    use isocount::data::MUTAG_CODES;

    use super::*;

    #[test]
    fn codes_that_get_names_are_announced() {
        assert_eq!(
            naming(&MUTAG_CODES),
            "these are the graphs of MUTAG: node labels 0 to 6 become C, N, O, F, I, Cl, Br; edge labels \
             0 to 3 become aromatic, single, double, triple. --keep-codes keeps the numbers"
        );
    }
}
