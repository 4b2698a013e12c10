//! `--subgraphs DIR`: writes a file for the part of the graph that each match covers.

use std::path::{Path, PathBuf};

use isocount::Control;
use isocount::format::Format;
use isocount::session::{Existing, GraphTarget, Match};

use crate::error::Failure;
use crate::existing;

pub(super) struct SubgraphFolder {
    path: PathBuf,
    format: Format,
    existing: Existing,
    /// The pair of the last match, and its number of matches so far.
    last: Option<(String, u64)>,
}

impl SubgraphFolder {
    pub(super) fn new(path: &Path, format: Format, existing: Existing) -> Self {
        Self { path: path.to_owned(), format, existing, last: None }
    }

    /// Files are named after their pattern and graph, with a number from 1.
    pub(super) fn write(&mut self, found: &Match, control: &Control) -> Result<(), Failure> {
        let pair = format!("{}-in-{}", found.pattern().name(), found.graph().name());
        let number = match &mut self.last {
            Some((last, number)) if *last == pair => {
                *number += 1;
                *number
            }
            last => {
                *last = Some((pair.clone(), 1));
                1
            }
        };
        let name = format!("{}-{number}", file_name(&pair));
        let (path, format) = (self.path.clone(), self.format);
        let target = GraphTarget::Folder { path, format };
        target.write(&[found.to_graph(&name)], self.existing, control).map_err(|error| match error
            .into()
        {
            Failure::OutExists { path, .. } => Failure::OutExists { path, help: existing::REPLACE },
            error => error,
        })
    }
}

/// A file name that is valid on every system.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.+=#@ ".contains(c) { c } else { '_' };
    let name: String = name.chars().map(plain).take(60).collect();
    match name.strip_prefix('.') {
        Some(rest) => format!("_{rest}"),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_names_become_names_of_files() {
        assert_eq!(file_name("c1ccccc1-in-CC(=O)O/x"), "c1ccccc1-in-CC_=O_O_x");
        assert_eq!(file_name("..a"), "_.a");
        assert_eq!(file_name(&"x".repeat(200)).len(), 60);
    }
}
