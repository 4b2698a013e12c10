//! Parses text to a [`Sketch`].
//!
//! ```text
//! text    = [ item { separator item } ]
//! item    = node { link node }
//! node    = name [ ":" labels ]  |  "(" [ name ] [ ":" labels ] ")"
//! link    = [ "!" ] arrow  |  "!>"
//! arrow   = "-" | "->" | "<-" | "-[" labels "]-" | "-[" labels "]->" | "<-[" labels "]-"
//! labels  = "*" | [ "!" ] label { "|" label }
//! ```

use isocount_core::Control;
use rustc_hash::FxHashSet;

use super::problem::{Expected, NotationProblem};
use super::words::{Place, unquoted};
use super::{Direction, LabelWords, Link, Sketch, SketchNode};
use crate::FormatError;
use crate::error::{FoundInstead, shorten};
use crate::names::{TextIndex, UNLABELED, canonical};
use crate::read::Text;

/// Reads a complete text.
pub(super) fn parse(text: Text<'_>, control: &Control) -> Result<Sketch, FormatError> {
    let mut parser = Parser {
        text,
        rest: text.content,
        names: TextIndex::default(),
        named: Vec::new(),
        nodes: Vec::new(),
        links: Vec::new(),
    };
    parser.skip_separators(Separators::Lines);
    while !parser.rest.is_empty() {
        control.check()?;
        parser.item()?;
        parser.end_of_item()?;
    }
    Ok(parser.finish())
}

/// What may separate two items, besides spaces and comments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separators {
    /// Ends of lines.
    Lines,
    /// Nothing: the item continues.
    None,
}

/// A node as far as it has been mentioned.
struct Mention<'a> {
    /// `None` if the text has not named it.
    name: Option<String>,
    labels: Option<LabelWords>,
    part: &'a str,
}

struct Parser<'a> {
    text: Text<'a>,
    rest: &'a str,
    names: TextIndex,
    /// The node of each name.
    named: Vec<u32>,
    nodes: Vec<Mention<'a>>,
    links: Vec<Link>,
}

impl<'a> Parser<'a> {
    fn item(&mut self) -> Result<(), FormatError> {
        let mut left = self.node()?;
        loop {
            let before = self.rest;
            let Some((arrow, labels)) = self.link()? else { return Ok(()) };
            let is_absent = before.starts_with('!');
            self.skip_separators(Separators::Lines);
            let right = self.node()?;
            let (tail, head, direction) = match arrow {
                Arrow::Forward => (left, right, Direction::Forward),
                Arrow::Backward => (right, left, Direction::Forward),
                Arrow::None if left == right => (left, right, Direction::Forward),
                Arrow::None => (left, right, Direction::Both),
            };
            let place = self.text.offset_of(before) as u32;
            self.links.push(Link { tail, head, direction, labels, is_absent, place });
            left = right;
        }
    }

    /// A comma, a semicolon, an end of line or the end of the text.
    fn end_of_item(&mut self) -> Result<(), FormatError> {
        let before = self.rest;
        self.skip_separators(Separators::Lines);
        if let Some(rest) = self.rest.strip_prefix([',', ';']) {
            self.rest = rest;
            self.skip_separators(Separators::Lines);
            return Ok(());
        }
        let crossed = &before[..before.len() - self.rest.len()];
        if self.rest.is_empty() || crossed.contains(['\n', '\r']) {
            return Ok(());
        }
        Err(self.unexpected(Expected::LinkOrEnd))
    }

    /// Reads a node and returns its number.
    fn node(&mut self) -> Result<u32, FormatError> {
        let start = self.rest;
        if self.eat('(') {
            let number = self.node_in_parentheses(start)?;
            self.skip_separators(Separators::None);
            return Ok(number);
        }
        let name = self.word(Place::Name, Expected::Node)?;
        let part = self.since(start);
        self.skip_separators(Separators::None);
        let labels = if self.eat(':') { Some(self.labels(Place::NodeLabel)?) } else { None };
        if self.rest.starts_with(':') && labels.is_some() {
            return Err(self.problem(NotationProblem::SecondLabel));
        }
        self.mention(name, labels, part)
    }

    /// What follows the `(`.
    fn node_in_parentheses(&mut self, start: &'a str) -> Result<u32, FormatError> {
        let name = match self.rest.chars().next() {
            Some(':' | ')') => None,
            _ => Some(self.word(Place::Name, Expected::Node)?),
        };
        self.skip_separators(Separators::None);
        let labels = if self.eat(':') { Some(self.labels(Place::NodeLabel)?) } else { None };
        match self.rest.chars().next() {
            Some(')') => {}
            Some(':') => return Err(self.problem(NotationProblem::SecondLabel)),
            Some('-' | '<') => return Err(self.problem(NotationProblem::LinkInParentheses)),
            Some('{') => {
                return Err(self.problem(NotationProblem::Foreign { what: "properties" }));
            }
            _ => return Err(self.unexpected(Expected::CloseParenthesis)),
        }
        self.rest = &self.rest[1..];
        let part = self.since(start);
        match name {
            Some(name) => self.mention(name, labels, part),
            None => Ok(self.add(None, labels, part)),
        }
    }

    fn mention(
        &mut self,
        name: String,
        labels: Option<LabelWords>,
        part: &'a str,
    ) -> Result<u32, FormatError> {
        let numbered = self.names.number(&name);
        if numbered.is_new {
            let node = self.add(Some(name), labels, part);
            self.named.push(node);
            return Ok(node);
        }
        let number = self.named[numbered.number as usize];
        let node = &mut self.nodes[number as usize];
        match (&node.labels, labels) {
            (_, None) => {}
            (Some(known), Some(new)) if known.agrees_with(&new) => {}
            (Some(_), Some(_)) => {
                let problem = NotationProblem::OtherLabels { name: shorten(&name) };
                return Err(self.text.error(part, problem.into()));
            }
            (None, new) => node.labels = new,
        }
        Ok(number)
    }

    fn add(&mut self, name: Option<String>, labels: Option<LabelWords>, part: &'a str) -> u32 {
        self.nodes.push(Mention { name, labels, part });
        // A text has fewer than 2³² bytes.
        self.nodes.len() as u32 - 1
    }

    /// The link at this position, if there is one.
    fn link(&mut self) -> Result<Option<(Arrow, LabelWords)>, FormatError> {
        let start = self.rest;
        let is_absent = self.rest.starts_with('!');
        if is_absent {
            self.rest = &self.rest[1..];
            // As dotmotif writes it.
            if let Some(rest) = self.rest.strip_prefix('>') {
                self.rest = rest;
                return Ok(Some((Arrow::Forward, LabelWords::One(UNLABELED.to_owned()))));
            }
        }
        let backward = self.rest.starts_with('<');
        if backward {
            self.rest = &self.rest[1..];
            if !self.rest.starts_with('-') {
                self.rest = start;
                return Err(self.unexpected(Expected::LinkOrEnd));
            }
        }
        let Some(rest) = self.rest.strip_prefix('-') else {
            if is_absent {
                self.rest = start;
                return Err(self.unexpected(Expected::LinkOrEnd));
            }
            return Ok(None);
        };
        self.rest = rest.trim_start_matches([' ', '\t']);
        let mut labels = LabelWords::One(UNLABELED.to_owned());
        if self.eat('[') {
            labels = self.arc_labels()?;
            self.rest = self.rest.trim_start_matches([' ', '\t']);
            let Some(rest) = self.rest.strip_prefix('-') else {
                return Err(self.unexpected(Expected::Arrow));
            };
            self.rest = rest;
        } else if let Some(rest) = rest.strip_prefix('-') {
            // An arc without label in the syntax of Cypher.
            self.rest = rest;
        } else {
            self.rest = rest;
        }
        let arrow = match (backward, self.rest.strip_prefix('>')) {
            (true, Some(_)) => {
                self.rest = &self.rest[1..];
                let part = self.since(start);
                return Err(self.text.error(part, NotationProblem::TwoHeads.into()));
            }
            (true, None) => Arrow::Backward,
            (false, Some(rest)) => {
                self.rest = rest;
                Arrow::Forward
            }
            (false, None) => Arrow::None,
        };
        Ok(Some((arrow, labels)))
    }

    /// What follows the `[`, up to the `]`.
    fn arc_labels(&mut self) -> Result<LabelWords, FormatError> {
        self.skip_separators(Separators::None);
        if self.eat(']') {
            return Ok(LabelWords::One(UNLABELED.to_owned()));
        }
        self.eat(':');
        let labels = self.labels(Place::ArcLabel)?;
        match self.rest.chars().next() {
            Some(']') => {
                self.rest = &self.rest[1..];
                Ok(labels)
            }
            Some(':') => Err(self.problem(NotationProblem::NamedArc)),
            Some('{') => Err(self.problem(NotationProblem::Foreign { what: "properties" })),
            Some(c) if c.is_ascii_digit() || c == '.' => {
                Err(self.problem(NotationProblem::Foreign { what: "paths of variable length" }))
            }
            _ => Err(self.unexpected(Expected::CloseBracket)),
        }
    }

    /// `*`, `C`, `C|N`, `!C` or `!C|N`.
    fn labels(&mut self, place: Place) -> Result<LabelWords, FormatError> {
        self.skip_separators(Separators::None);
        let first = self.rest;
        if self.eat('*') {
            if self.rest.starts_with('|') {
                return Err(self.text.error(&first[..1], NotationProblem::WildcardInSet.into()));
            }
            return Ok(LabelWords::AllBut(Vec::new()));
        }
        let excludes = self.eat('!');
        if excludes && self.eat('*') {
            return Ok(LabelWords::OneOf(Vec::new()));
        }
        let (mut words, mut seen) = (Vec::new(), FxHashSet::default());
        loop {
            if self.rest.starts_with('*') {
                return Err(self.problem(NotationProblem::WildcardInSet));
            }
            if self.rest.starts_with('!') {
                return Err(self.unexpected(Expected::Label));
            }
            let word = canonical(&self.word(place, Expected::Label)?).into_owned();
            if seen.insert(word.clone()) {
                words.push(word);
            }
            self.skip_separators(Separators::None);
            if !self.eat('|') {
                break;
            }
        }
        if self.rest.starts_with('&') {
            let what = "labels with `&` (a node has one label)";
            return Err(self.problem(NotationProblem::Foreign { what }));
        }
        Ok(match (excludes, words.len()) {
            (true, _) => LabelWords::AllBut(words),
            (false, 1) => LabelWords::One(words.swap_remove(0)),
            (false, _) => LabelWords::OneOf(words),
        })
    }

    /// A bare or a quoted word.
    fn word(&mut self, place: Place, expected: Expected) -> Result<String, FormatError> {
        if let Some(quote @ ('"' | '\'')) = self.rest.chars().next() {
            let (word, rest) = unquoted(self.rest, quote)
                .map_err(|bad| self.text.error(bad.part, bad.problem.into()))?;
            self.rest = rest;
            return Ok(word);
        }
        let len = self.rest.find(|c| !place.allows(c)).unwrap_or(self.rest.len());
        if len == 0 {
            return Err(self.unexpected(expected));
        }
        let (word, rest) = self.rest.split_at(len);
        self.rest = rest;
        Ok(word.to_owned())
    }

    /// Skips the character, and spaces after it, if it is next; returns whether it was.
    fn eat(&mut self, c: char) -> bool {
        let Some(rest) = self.rest.strip_prefix(c) else { return false };
        self.rest = rest;
        self.skip_separators(Separators::None);
        true
    }

    /// Skips spaces, comments and, if wanted, ends of lines.
    fn skip_separators(&mut self, wanted: Separators) {
        loop {
            let is_skipped = |c: char| {
                c.is_whitespace() && (wanted == Separators::Lines || !matches!(c, '\n' | '\r'))
            };
            self.rest = self.rest.trim_start_matches(is_skipped);
            if !self.rest.starts_with('#') {
                return;
            }
            let end = self.rest.find('\n').unwrap_or(self.rest.len());
            self.rest = &self.rest[end..];
        }
    }

    /// The text from `start` to the current position, without trailing spaces.
    fn since(&self, start: &'a str) -> &'a str {
        start[..start.len() - self.rest.len()].trim_end()
    }

    /// The error that something else was expected instead of the next word or character.
    fn unexpected(&self, expected: Expected) -> FormatError {
        let error = |part: &str, found| {
            self.text.error(part, NotationProblem::Unexpected { found, expected }.into())
        };
        match self.rest.chars().next() {
            None => error(self.rest, FoundInstead::EndOfText),
            Some('\n' | '\r') => error(&self.rest[..0], FoundInstead::EndOfLine),
            Some(first) => {
                let word = self.rest.find(|c| !Place::Name.allows(c)).unwrap_or(self.rest.len());
                let part = &self.rest[..word.max(first.len_utf8())];
                error(part, FoundInstead::text(part))
            }
        }
    }

    /// An error at the next character.
    fn problem(&self, problem: NotationProblem) -> FormatError {
        let len = self.rest.chars().next().map_or(0, char::len_utf8);
        self.text.error(&self.rest[..len], problem.into())
    }

    fn finish(self) -> Sketch {
        let Self { text, nodes, links, mut names, .. } = self;
        let mut num_unnamed = 0;
        // A node without a name differs from all others, whatever their names are.
        let mut invented = || loop {
            num_unnamed += 1;
            let name = format!("_{num_unnamed}");
            if names.number(&name).is_new {
                return name;
            }
        };
        let nodes = nodes.into_iter().map(|node| SketchNode {
            name: node.name.unwrap_or_else(&mut invented),
            labels: node.labels.unwrap_or_else(|| LabelWords::One(UNLABELED.to_owned())),
            place: text.offset_of(node.part) as u32,
        });
        Sketch { nodes: nodes.collect(), links }
    }
}

#[derive(Clone, Copy)]
enum Arrow {
    Forward,
    Backward,
    None,
}
