//! What each interface lacks, and where its messages differ:
//! `testdata/questions/interfaces/list.json`.

use std::collections::BTreeMap;
use std::fs;

use serde::Deserialize;

use crate::{Question, Told, folder};

/// One interface.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Interface {
    /// Options and kinds of questions that the interface does not support. It must refuse them.
    pub lacks: Vec<String>,
    /// Questions that it refuses in the words of the library that parses its input: by name, with
    /// the reason.
    pub own_words: BTreeMap<String, String>,
    /// Questions whose input cannot be given to it, by name, with the reason.
    pub cannot_be_asked: BTreeMap<String, String>,
}

impl Interface {
    /// The interface of this name.
    ///
    /// # Panics
    /// If the list cannot be read, or has no such interface.
    #[must_use]
    pub fn named(name: &str) -> Self {
        let path = folder().join("interfaces/list.json");
        let text = fs::read_to_string(path).expect("the list of interfaces can be read");
        let mut all: BTreeMap<String, Self> =
            serde_json::from_str(&text).unwrap_or_else(|problem| panic!("the list: {problem}"));
        all.remove(name).unwrap_or_else(|| panic!("no interface is called {name}"))
    }

    /// Asks every question, and fails with all answers that differ from what is expected.
    /// Unsupported options must be refused.
    ///
    /// # Panics
    /// If something differs, or nothing was asked.
    pub fn check(
        &self,
        questions: impl Iterator<Item = Question>,
        mut ask: impl FnMut(&Question) -> Told,
        expected: impl Fn(&Question) -> Told,
    ) {
        let (mut wrong, mut asked) = (Vec::new(), 0);
        for question in questions {
            if self.cannot_be_asked.contains_key(&question.name) {
                continue;
            }
            asked += 1;
            let said = ask(&question);
            let is_refused = matches!(said, Told::Refused(_));
            let outcome = if self.own_words.contains_key(&question.name) && is_refused {
                Ok(())
            } else if self.has(&question) {
                expected(&question).agrees_with(&said)
            } else if is_refused {
                Ok(())
            } else {
                Err("what the interface does not support was not refused".to_owned())
            };
            if let Err(problem) = outcome {
                wrong.push(format!("{}: {problem}\n{question:?}", question.name));
            }
        }
        let number = wrong.len();
        assert!(asked > 0 && number == 0, "{number} of {asked} differ:\n{}", wrong.join("\n"));
    }

    /// Checks that every exception names an existing question, so that the list does not become
    /// stale.
    ///
    /// # Panics
    /// If it does.
    pub fn check_exceptions(&self, questions: &[Question]) {
        for name in self.own_words.keys().chain(self.cannot_be_asked.keys()) {
            let is_there = questions.iter().any(|question| question.name == *name);
            assert!(is_there, "no question is called {name:?}");
        }
    }

    /// Whether it supports everything that a question needs.
    #[must_use]
    pub fn has(&self, question: &Question) -> bool {
        question.given().iter().all(|option| !self.lacks.iter().any(|lacking| lacking == option))
    }
}
