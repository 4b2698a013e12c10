//! The files of a collection, of which those are read that somebody asks for.

use std::collections::HashSet;

use isocount_core::{Cancelled, Control};
use isocount_format::collection::{Holds, Member};
use isocount_format::{FormatError, LabelNames, NamedGraph, NamedPattern, ReadOptions};

use crate::{Collection, SessionError};

/// What a file is read as: graphs or patterns.
pub(crate) trait Named: Sized {
    /// What one of them is called in messages.
    const KIND: &str;

    fn name(&self) -> &str;

    fn read(
        member: &Member,
        options: &ReadOptions,
        names: &mut LabelNames,
        control: &Control,
    ) -> Result<Vec<Self>, FormatError>;
}

impl Named for NamedGraph {
    const KIND: &str = "graph";

    fn name(&self) -> &str {
        &self.name
    }

    fn read(
        member: &Member,
        options: &ReadOptions,
        names: &mut LabelNames,
        control: &Control,
    ) -> Result<Vec<Self>, FormatError> {
        member.read(options, names, control)
    }
}

impl Named for NamedPattern {
    const KIND: &str = "pattern";

    fn name(&self) -> &str {
        &self.name
    }

    fn read(
        member: &Member,
        options: &ReadOptions,
        names: &mut LabelNames,
        control: &Control,
    ) -> Result<Vec<Self>, FormatError> {
        member.read_patterns(options, names, control)
    }
}

/// Files, and what became of them.
pub(crate) struct Members<'a, T> {
    files: Vec<Member>,
    /// What was found in each file that was read.
    graphs: Vec<Option<Vec<T>>>,
    problems: Vec<FormatError>,
    /// The names that nobody has seen yet; nothing if all graphs are wanted.
    missing: Option<HashSet<&'a str>>,
    unread: HashSet<String>,
}

impl<'a, T: Named> Members<'a, T> {
    pub(crate) fn new(members: Vec<Member>, wanted: Option<&'a HashSet<String>>) -> Self {
        Self {
            graphs: members.iter().map(|_| None).collect(),
            files: members,
            problems: Vec::new(),
            missing: wanted.map(|names| names.iter().map(String::as_str).collect()),
            unread: HashSet::new(),
        }
    }

    /// Reads the files that hold a missing name as surely as this. A file that cannot be read is
    /// kept as a problem, except that a cancelled reading ends everything.
    pub(crate) fn read(
        &mut self,
        holds: Holds,
        options: &ReadOptions,
        names: &mut LabelNames,
        control: &Control,
    ) -> Result<(), SessionError> {
        for (member, graphs) in self.files.iter().zip(&mut self.graphs) {
            let is_wanted = match &self.missing {
                None => holds == Holds::Likely,
                Some(missing) => missing.iter().any(|name| member.holds(name) == holds),
            };
            if !is_wanted || graphs.is_some() {
                continue;
            }
            match T::read(member, options, names, control) {
                Ok(read) => {
                    if let Some(missing) = &mut self.missing {
                        for named in &read {
                            missing.remove(named.name());
                        }
                    }
                    *graphs = Some(read);
                }
                Err(FormatError::Cancelled) => return Err(SessionError::Cancelled(Cancelled)),
                Err(problem @ FormatError::EmptyPattern { .. }) => return Err(problem.into()),
                Err(problem) => {
                    self.problems.push(problem);
                    *graphs = Some(Vec::new());
                    if let Some(missing) = &self.missing {
                        let lost = missing.iter().filter(|name| member.holds(name) == holds);
                        self.unread.extend(lost.map(|name| (*name).to_owned()));
                    }
                }
            }
        }
        Ok(())
    }

    /// All graphs that were read, in the order of their files.
    pub(crate) fn finish(self) -> Collection<T> {
        let members = self.graphs.into_iter().flatten().flatten().collect();
        Collection { members, problems: self.problems, unread: self.unread }
    }
}
