//! Unique names for the graphs of a file.

use rustc_hash::FxHashMap;

use crate::Entry;
use crate::read::NamedGraph;

/// The names of the graphs of one file: the name in the file, or the file name and a number from 0.
/// A repeated name gets a number from 2: `aspirin`, `aspirin#2`.
pub(crate) struct UniqueNames {
    stem: String,
    /// The number for the next repetition of a name.
    seen: FxHashMap<String, usize>,
    num_named: usize,
    is_first_unnamed: bool,
}

impl UniqueNames {
    pub(crate) fn new(stem: String) -> Self {
        Self { stem, seen: FxHashMap::default(), num_named: 0, is_first_unnamed: false }
    }

    /// The name of the next graph, given its name in the file; empty if it has none.
    pub(crate) fn next(&mut self, stated: &str) -> String {
        let number = self.num_named;
        self.num_named += 1;
        let mut name = stated.to_owned();
        if stated.is_empty() {
            name = format!("{}#{number}", self.stem);
            self.is_first_unnamed |= number == 0;
        }
        while let Some(next) = self.seen.get_mut(&name) {
            name = format!("{name}#{next}");
            *next += 1;
        }
        self.seen.insert(name.clone(), 2);
        name
    }

    /// A single graph without a name is named after the file.
    pub(crate) fn finish(self, graphs: &mut [Entry<NamedGraph>]) {
        match (graphs, self.is_first_unnamed) {
            ([Ok(single)], true) => single.name = self.stem,
            ([Err(single)], true) => single.name = self.stem,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_unique() {
        let mut names = UniqueNames::new("drugs".to_owned());
        let given = ["a", "", "a", "a#2", "a", "drugs#5", ""].map(|name| names.next(name));
        assert_eq!(given, ["a", "drugs#1", "a#2", "a#2#2", "a#3", "drugs#5", "drugs#6"]);
    }
}
