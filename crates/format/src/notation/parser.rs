//! Parses text to a [`Sketch`].
//!
//! ```text
//! text    = [ item { separator item } ]
//! item    = node { link node }
//! node    = name [ ":" labels ] [ braces ]  |  "(" [ name ] [ ":" labels ] [ braces ] ")"
//! link    = [ "!" ] arrow  |  "!>"
//! arrow   = "-" | "->" | "<-" | "-[" inside "]-" | "-[" inside "]->" | "<-[" inside "]-"
//! inside  = [ [ name ] ":" ] [ labels ] [ braces ]
//! labels  = "*" | [ "!" ] label { "|" label }
//! ```
//!
//! `parser/conditions.rs` has the grammar of conditions in braces and after `where`.

mod conditions;

use isocount_core::Control;
use rustc_hash::FxHashSet;

pub(super) use self::conditions::{WrittenCondition, WrittenTerm};
use super::problem::{Expected, NotationProblem};
use super::words::{Place, unquoted};
use super::{Direction, LabelWords, Link, Sketch, SketchNode, Where};
use crate::FormatError;
use crate::error::{FoundInstead, shorten};
use crate::names::{TextIndex, UNLABELED, canonical};
use crate::read::Text;

/// Reads a complete text.
pub(super) fn parse(text: Text<'_>, control: &Control) -> Result<Sketch, FormatError> {
    let mut parser = Parser::new(text);
    parser.skip_separators(Separators::Lines);
    while !parser.rest.is_empty() {
        control.check()?;
        parser.item()?;
        parser.end_of_item()?;
    }
    Ok(parser.finish())
}

/// Reads a condition in braces, and nothing else.
pub(super) fn parse_braces(
    text: Text<'_>,
    control: &Control,
) -> Result<WrittenCondition, FormatError> {
    control.check()?;
    let mut parser = Parser::new(text);
    let condition = parser.braces()?;
    match condition {
        Some(condition) if parser.rest.is_empty() => Ok(condition),
        _ => Err(parser.unexpected(Expected::EndOfCondition)),
    }
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
    condition: Option<WrittenCondition>,
    part: &'a str,
}

/// What stands between the brackets of a link.
struct Inside {
    /// The name of the arc, for `where`.
    name: Option<String>,
    labels: LabelWords,
    condition: Option<WrittenCondition>,
}

impl Inside {
    fn unlabeled() -> Self {
        Self { name: None, labels: LabelWords::One(UNLABELED.to_owned()), condition: None }
    }
}

struct Parser<'a> {
    text: Text<'a>,
    rest: &'a str,
    names: TextIndex,
    /// The node of each name.
    named: Vec<u32>,
    nodes: Vec<Mention<'a>>,
    links: Vec<Link>,
    wheres: Vec<Where>,
}

impl<'a> Parser<'a> {
    fn new(text: Text<'a>) -> Self {
        Self {
            text,
            rest: text.content,
            names: TextIndex::default(),
            named: Vec::new(),
            nodes: Vec::new(),
            links: Vec::new(),
            wheres: Vec::new(),
        }
    }

    fn item(&mut self) -> Result<(), FormatError> {
        if self.starts_with_where() {
            let start = self.rest;
            self.rest = &self.rest["where".len()..];
            self.skip_separators(Separators::None);
            let place = self.text.offset_of(start) as u32;
            let condition = self.where_condition()?;
            self.wheres.push(Where { condition, place });
            return Ok(());
        }
        let mut left = self.node()?;
        loop {
            let before = self.rest;
            let Some((arrow, inside)) = self.link()? else { return Ok(()) };
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
            let Inside { name, labels, condition } = inside;
            let link = Link { tail, head, direction, labels, is_absent, place, name, condition };
            self.links.push(link);
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
        if self.rest.is_empty() || self.starts_with_where() || crossed.contains(['\n', '\r']) {
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
        let condition = self.braces()?;
        self.mention(Mention { name: None, labels, condition, part }, name)
    }

    /// The word `where` begins a condition. A node of this name is followed by a link or a label.
    fn starts_with_where(&self) -> bool {
        let Some(rest) = self.rest.strip_prefix("where") else { return false };
        rest.starts_with(char::is_whitespace)
            && rest.trim_start().starts_with(|c: char| "\"'(".contains(c) || Place::Name.allows(c))
    }

    /// What follows the `(`.
    fn node_in_parentheses(&mut self, start: &'a str) -> Result<u32, FormatError> {
        let name = match self.rest.chars().next() {
            Some(':' | ')') => None,
            _ => Some(self.word(Place::Name, Expected::Node)?),
        };
        self.skip_separators(Separators::None);
        let labels = if self.eat(':') { Some(self.labels(Place::NodeLabel)?) } else { None };
        let condition = self.braces()?;
        match self.rest.chars().next() {
            Some(')') => {}
            Some(':') => return Err(self.problem(NotationProblem::SecondLabel)),
            Some('-' | '<') => return Err(self.problem(NotationProblem::LinkInParentheses)),
            _ => return Err(self.unexpected(Expected::CloseParenthesis)),
        }
        self.rest = &self.rest[1..];
        let mention = Mention { name: None, labels, condition, part: self.since(start) };
        match name {
            Some(name) => self.mention(mention, name),
            None => Ok(self.add(mention)),
        }
    }

    fn mention(&mut self, mention: Mention<'a>, name: String) -> Result<u32, FormatError> {
        let numbered = self.names.number(&name);
        if numbered.is_new {
            let node = self.add(Mention { name: Some(name), ..mention });
            self.named.push(node);
            return Ok(node);
        }
        let Mention { labels, condition, part, .. } = mention;
        let number = self.named[numbered.number as usize];
        let node = &mut self.nodes[number as usize];
        match (&node.condition, condition) {
            (_, None) => {}
            (Some(known), Some(new)) if *known == new => {}
            (Some(_), Some(_)) => {
                let problem = NotationProblem::OtherConditions { name: shorten(&name) };
                return Err(self.text.error(part, problem.into()));
            }
            (None, new) => node.condition = new,
        }
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

    fn add(&mut self, mention: Mention<'a>) -> u32 {
        self.nodes.push(mention);
        // A text has fewer than 2³² bytes.
        self.nodes.len() as u32 - 1
    }

    /// The link at this position, if there is one.
    fn link(&mut self) -> Result<Option<(Arrow, Inside)>, FormatError> {
        let start = self.rest;
        let is_absent = self.rest.starts_with('!');
        if is_absent {
            self.rest = &self.rest[1..];
            // As dotmotif writes it.
            if let Some(rest) = self.rest.strip_prefix('>') {
                self.rest = rest;
                return Ok(Some((Arrow::Forward, Inside::unlabeled())));
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
        let mut inside = Inside::unlabeled();
        if self.eat('[') {
            inside = self.inside_brackets()?;
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
        Ok(Some((arrow, inside)))
    }

    /// What follows the `[`, up to the `]`.
    fn inside_brackets(&mut self) -> Result<Inside, FormatError> {
        self.skip_separators(Separators::None);
        let mut inside = Inside::unlabeled();
        if !self.rest.starts_with([']', '{']) {
            let start = self.rest;
            self.eat(':');
            inside.labels = self.labels(Place::ArcLabel)?;
            // What stands in front of a second colon is the name of the arc.
            if self.rest.starts_with(':') && !start.starts_with(':') {
                let LabelWords::One(name) = inside.labels else {
                    return Err(self.problem(NotationProblem::SecondLabel));
                };
                self.rest = start;
                inside.name = Some(name);
                self.word(Place::ArcLabel, Expected::Label)?;
                self.skip_separators(Separators::None);
                self.eat(':');
                inside.labels = self.labels(Place::ArcLabel)?;
            }
        }
        inside.condition = self.braces()?;
        match self.rest.chars().next() {
            Some(']') => {
                self.rest = &self.rest[1..];
                Ok(inside)
            }
            Some(':') => Err(self.problem(NotationProblem::SecondLabel)),
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
        let Self { text, nodes, links, wheres, mut names, .. } = self;
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
            condition: node.condition,
            place: text.offset_of(node.part) as u32,
        });
        Sketch { nodes: nodes.collect(), links, wheres }
    }
}

#[derive(Clone, Copy)]
enum Arrow {
    Forward,
    Backward,
    None,
}
