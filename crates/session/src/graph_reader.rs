//! Reads the graphs of a file or a folder one after the other, without keeping them in memory.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::vec;

use isocount_core::Control;
use isocount_format::collection::Member;
use isocount_format::{Entry, FaultyEntry, Format, NamedGraph, ReadOptions};

use crate::LoadedGraph;
use crate::loaded::SharedNames;

/// A graph, and where it was found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FoundGraph {
    /// The file, or the folder of a TU data set.
    pub path: PathBuf,
    /// The format of the file.
    pub format: Option<Format>,
    /// The graph.
    pub graph: LoadedGraph,
}

/// Reads graphs file by file. A file that cannot be read yields an error, and iteration continues
/// with the next one. The same holds for an entry of a file, if the options [keep
/// faults](ReadOptions::with_faults_kept). Two graphs may have the same name.
#[derive(Debug)]
pub struct GraphReader {
    names: SharedNames,
    options: ReadOptions,
    control: Control,
    members: vec::IntoIter<Member>,
    /// The remaining graphs of the current file.
    member: Option<Member>,
    graphs: vec::IntoIter<Entry<NamedGraph>>,
}

impl GraphReader {
    pub(crate) fn new(
        members: Vec<Member>,
        options: ReadOptions,
        names: &SharedNames,
        control: &Control,
    ) -> Self {
        Self {
            names: Arc::clone(names),
            options,
            control: control.clone(),
            members: members.into_iter(),
            member: None,
            graphs: Vec::new().into_iter(),
        }
    }
}

impl Iterator for GraphReader {
    type Item = Result<FoundGraph, FaultyEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let (Some(member), Some(entry)) = (&self.member, self.graphs.next()) {
                return Some(entry.map(|named| FoundGraph {
                    path: member.path().to_owned(),
                    format: member.format(),
                    graph: LoadedGraph::read(named, &self.names),
                }));
            }
            let member = self.members.next()?;
            let mut names = self.names.write().unwrap_or_else(PoisonError::into_inner);
            match member.read_entries(&self.options, &mut names, &self.control) {
                Ok(graphs) => self.graphs = graphs.into_iter(),
                Err(problem) => return Some(Err(FaultyEntry::new(member.stem(), problem))),
            }
            self.member = Some(member);
        }
    }
}
