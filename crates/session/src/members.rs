//! The files of a collection; only those that are needed are read.

use std::collections::{BTreeSet, HashSet};

use isocount_core::{Cancelled, Control};
use isocount_format::collection::{Holds, Member};
use isocount_format::{
    Entry, Faults, FaultyEntry, FormatError, LabelNames, NamedGraph, NamedPattern, ReadOptions,
};

use crate::{Collection, SessionError};

/// What a file is read as: graphs or patterns.
pub(crate) trait Named: Sized {
    /// The word for one of them in messages.
    const KIND: &str;

    fn name(&self) -> &str;

    fn read(
        member: &Member,
        options: &ReadOptions,
        names: &mut LabelNames,
        control: &Control,
    ) -> Result<Vec<Entry<Self>>, FormatError>;
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
    ) -> Result<Vec<Entry<Self>>, FormatError> {
        member.read_entries(options, names, control)
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
    ) -> Result<Vec<Entry<Self>>, FormatError> {
        member.read_pattern_entries(options, names, control)
    }
}

/// A graph or pattern that was read, or the name of one that could not be read and the reason.
pub(crate) type Place<T> = Result<T, Unread>;

/// A graph or pattern that could not be read.
#[derive(Debug)]
pub(crate) struct Unread {
    pub(crate) name: String,
    pub(crate) problem: String,
}

/// Files, and the results of reading them.
pub(crate) struct Members<'a, T> {
    files: Vec<Member>,
    /// The contents of each file that was read.
    found: Vec<Option<Found<T>>>,
    problems: Vec<FormatError>,
    /// The names not yet found; `None` if all graphs are wanted.
    missing: Option<HashSet<&'a str>>,
    faults: Faults,
}

/// The result of reading a file.
enum Found<T> {
    Entries(Vec<Place<T>>),
    /// Why it cannot be read, and the wanted names that it may contain; `None` if all graphs are
    /// wanted.
    Nothing {
        problem: String,
        lost: Option<BTreeSet<String>>,
    },
}

impl<'a, T: Named> Members<'a, T> {
    pub(crate) fn new(
        members: Vec<Member>,
        wanted: Option<&'a HashSet<String>>,
        faults: Faults,
    ) -> Self {
        Self {
            found: members.iter().map(|_| None).collect(),
            files: members,
            problems: Vec::new(),
            missing: wanted.map(|names| names.iter().map(String::as_str).collect()),
            faults,
        }
    }

    /// Reads the files that contain a missing name with the certainty `holds`. A file that cannot
    /// be read is kept as a problem, but a cancelled read ends everything.
    pub(crate) fn read(
        &mut self,
        holds: Holds,
        options: &ReadOptions,
        names: &mut LabelNames,
        control: &Control,
    ) -> Result<(), SessionError> {
        for (member, found) in self.files.iter().zip(&mut self.found) {
            let is_wanted = match &self.missing {
                None => holds == Holds::Likely,
                Some(missing) => missing.iter().any(|name| member.holds(name) == holds),
            };
            if !is_wanted || found.is_some() {
                continue;
            }
            match T::read(member, options, names, control) {
                Ok(read) => {
                    let mut entries = Vec::with_capacity(read.len());
                    for entry in read {
                        let entry = entry.map_err(|FaultyEntry { name, problem, .. }| {
                            let text = problem.to_text();
                            self.problems.push(*problem);
                            Unread { name, problem: text }
                        });
                        if let Some(missing) = &mut self.missing {
                            missing.remove(name_of(&entry));
                        }
                        entries.push(entry);
                    }
                    *found = Some(Found::Entries(entries));
                }
                Err(FormatError::Cancelled) => return Err(SessionError::Cancelled(Cancelled)),
                Err(problem @ FormatError::EmptyPattern { .. })
                    if self.faults == Faults::Refuse =>
                {
                    return Err(problem.into());
                }
                Err(problem) => {
                    let lost = self.missing.as_ref().map(|missing| {
                        let lost = missing.iter().filter(|name| member.holds(name) == holds);
                        lost.map(|name| (*name).to_owned()).collect()
                    });
                    *found = Some(Found::Nothing { problem: problem.to_text(), lost });
                    self.problems.push(problem);
                }
            }
        }
        Ok(())
    }

    /// All graphs that were read, in the order of their files, and if faults are kept, placeholders
    /// for those that could not be read.
    pub(crate) fn finish(self) -> Collection<Place<T>> {
        let Self { files, found, problems, missing, faults } = self;
        let (mut members, mut unread) = (Vec::new(), HashSet::new());
        for (file, found) in files.iter().zip(found) {
            match found {
                Some(Found::Entries(entries)) => members.extend(entries),
                Some(Found::Nothing { problem, lost: None }) if faults == Faults::Keep => {
                    members.push(Err(Unread { name: file.stem(), problem }));
                }
                None | Some(Found::Nothing { lost: None, .. }) => {}
                Some(Found::Nothing { problem, lost: Some(lost) }) => {
                    // Another file may have supplied a graph of this name since.
                    let is_missing = |name: &String| {
                        missing.as_ref().is_some_and(|missing| missing.contains(name.as_str()))
                    };
                    for name in lost.into_iter().filter(is_missing) {
                        if unread.insert(name.clone()) && faults == Faults::Keep {
                            members.push(Err(Unread { name, problem: problem.clone() }));
                        }
                    }
                }
            }
        }
        Collection { members, problems, unread }
    }
}

/// The name, whether it was read or not.
pub(crate) fn name_of<T: Named>(place: &Place<T>) -> &str {
    match place {
        Ok(named) => named.name(),
        Err(unread) => &unread.name,
    }
}
