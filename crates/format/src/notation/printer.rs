//! Prints a [`Sketch`] so that it reads back as the same. Nodes are numbered by first mention, so
//! they are mentioned in order, and links are joined to chains as far as that order allows.

use std::io::{self, Write};

use isocount_core::Control;

use super::condition_text::condition_text;
use super::conditional::is_unlabeled;
use super::known_pattern::is_taken_for_a_name;
use super::words::{Place, written};
use super::{Direction, LabelWords, Link, Sketch};
use crate::write::WriteError;

/// The maximum number of links in a chain; a longer one continues in a new item.
const MAX_CHAIN: usize = 12;
/// A line that is longer ends after the current item.
const MAX_LINE: usize = 100;

/// Writes a sketch, including the end of the line.
pub(super) fn print(
    sketch: &Sketch,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), WriteError> {
    if sketch.nodes.is_empty() {
        return Ok(writeln!(out, "# no nodes")?);
    }
    let mut walk = Walk::new(sketch, control)?;
    let mut items = Items { out, line_len: 0 };
    let (mut start, mut is_first) = (walk.next_start(), true);
    while let Some(mut at) = start {
        control.check()?;
        let mut item = String::new();
        walk.mention(at, &mut item);
        let first_len = item.len();
        for _ in 0..MAX_CHAIN {
            let Some(link) = walk.next_link(at) else { break };
            let link @ Link { tail, head, direction, is_absent, .. } = &sketch.links[link];
            let other = if *tail == at { *head } else { *tail };
            let arrow = match direction {
                Direction::Both => Arrow::None,
                Direction::Forward if *tail == at => Arrow::Forward,
                Direction::Forward => Arrow::Backward,
            };
            if *is_absent {
                item.push('!');
            }
            item.push_str(&link_text(arrow, link));
            walk.mention(other, &mut item);
            at = other;
        }
        start = walk.next_start();
        // The first item could be mistaken for a named pattern, and a single word for a file.
        let is_lone = sketch.nodes.len() == 1 && sketch.links.is_empty();
        let end = if start.is_none() && sketch.wheres.is_empty() { "" } else { ", " };
        if is_first && (is_lone || is_taken_for_a_name(&(item.clone() + end))) {
            item.insert(first_len, ')');
            item.insert(0, '(');
        }
        is_first = false;
        items.put(&item)?;
    }
    for condition in &sketch.wheres {
        items.put(&format!("where {}", condition_text(&condition.condition)))?;
    }
    items.end()?;
    Ok(())
}

#[derive(Clone, Copy)]
enum Arrow {
    Forward,
    Backward,
    None,
}

fn link_text(arrow: Arrow, link: &Link) -> String {
    let Link { labels, name, condition, .. } = link;
    let (start, end) = match arrow {
        Arrow::Forward => ("-", "->"),
        Arrow::Backward => ("<-", "-"),
        Arrow::None => ("-", "-"),
    };
    if is_unlabeled(labels) && name.is_none() && condition.is_none() {
        return match arrow {
            Arrow::Forward => "->",
            Arrow::Backward => "<-",
            Arrow::None => "-",
        }
        .to_owned();
    }
    let mut inside = String::new();
    if let Some(name) = name {
        inside = format!("{}:", written(name, Place::ArcLabel));
    }
    if !is_unlabeled(labels) || name.is_some() {
        inside.push_str(&labels_text(labels, Place::ArcLabel));
    }
    if let Some(condition) = condition {
        let space = if inside.is_empty() { "" } else { " " };
        inside.extend([space, "{", &condition_text(condition), "}"]);
    }
    format!("{start}[{inside}]{end}")
}

/// What a node or arc accepts, in the notation.
pub(super) fn labels_text(labels: &LabelWords, place: Place) -> String {
    let joined = |words: &[String]| {
        words.iter().map(|word| written(word, place)).collect::<Vec<_>>().join("|")
    };
    match labels {
        LabelWords::One(word) => written(word, place).into_owned(),
        LabelWords::OneOf(words) if words.is_empty() => "!*".to_owned(),
        LabelWords::OneOf(words) => joined(words),
        LabelWords::AllBut(words) if words.is_empty() => "*".to_owned(),
        LabelWords::AllBut(words) => format!("!{}", joined(words)),
    }
}

/// Items with separators between them, on lines of a readable length.
struct Items<'a> {
    out: &'a mut dyn Write,
    line_len: usize,
}

impl Items<'_> {
    fn put(&mut self, item: &str) -> io::Result<()> {
        if self.line_len > 0 && self.line_len + item.len() > MAX_LINE {
            writeln!(self.out)?;
            self.line_len = 0;
        } else if self.line_len > 0 {
            write!(self.out, ", ")?;
        }
        self.line_len += item.len() + 2;
        write!(self.out, "{item}")
    }

    fn end(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }
}

/// Which links are written, and which nodes are mentioned: those below `num_mentioned`.
struct Walk<'a> {
    sketch: &'a Sketch,
    /// The links of every node, by the node at the other end; a loop is listed once.
    rows: Vec<Vec<(u32, u32)>>,
    /// All links before this position of a row are written.
    done: Vec<usize>,
    is_written: Vec<bool>,
    num_mentioned: u32,
    /// Nodes below this one have no unwritten links to mentioned nodes.
    first_open: u32,
}

impl<'a> Walk<'a> {
    fn new(sketch: &'a Sketch, control: &Control) -> Result<Self, WriteError> {
        let mut rows = vec![Vec::new(); sketch.nodes.len()];
        for (number, link) in (0..).zip(&sketch.links) {
            control.check()?;
            rows[link.tail as usize].push((link.head, number));
            if link.tail != link.head {
                rows[link.head as usize].push((link.tail, number));
            }
        }
        for row in &mut rows {
            control.check()?;
            row.sort_unstable();
        }
        Ok(Self {
            sketch,
            done: vec![0; rows.len()],
            rows,
            is_written: vec![false; sketch.links.len()],
            num_mentioned: 0,
            first_open: 0,
        })
    }

    /// The first node of the next item: one with a link to another mentioned node, one with a link
    /// to the next node in order, or that node itself.
    fn next_start(&mut self) -> Option<u32> {
        // The link is stored at the later of its two nodes.
        while self.first_open < self.num_mentioned {
            match self.lowest(self.first_open) {
                Some((other, _)) if other <= self.first_open => return Some(other),
                _ => self.first_open += 1,
            }
        }
        let next = self.num_mentioned;
        if next as usize == self.rows.len() {
            return None;
        }
        let partner = self.lowest(next).map(|(other, _)| other);
        Some(partner.filter(|&partner| partner < next).unwrap_or(next))
    }

    /// The link from a node to the next node in order, or otherwise to the first mentioned one.
    fn next_link(&mut self, at: u32) -> Option<usize> {
        let (row, next) = (&self.rows[at as usize], self.num_mentioned);
        let start = row.partition_point(|&(other, _)| other < next);
        let to_next = row[start..].iter().take_while(|(other, _)| *other == next);
        let to_next = to_next.map(|&(_, link)| link).find(|&link| !self.is_written[link as usize]);
        let link = match to_next {
            Some(link) => link,
            None => self.lowest(at).filter(|&(other, _)| other < next)?.1,
        };
        self.is_written[link as usize] = true;
        Some(link as usize)
    }

    /// The first unwritten link of a row.
    fn lowest(&mut self, at: u32) -> Option<(u32, u32)> {
        let (row, done) = (&self.rows[at as usize], &mut self.done[at as usize]);
        while row.get(*done).is_some_and(|&(_, link)| self.is_written[link as usize]) {
            *done += 1;
        }
        row.get(*done).copied()
    }

    /// Writes a node, with its label at the first mention.
    fn mention(&mut self, node: u32, item: &mut String) {
        let about = &self.sketch.nodes[node as usize];
        let is_first = node == self.num_mentioned;
        self.num_mentioned += u32::from(is_first);
        item.push_str(&written(&about.name, Place::Name));
        if is_first && !is_unlabeled(&about.labels) {
            item.push(':');
            item.push_str(&labels_text(&about.labels, Place::NodeLabel));
        }
        if let Some(condition) = about.condition.as_ref().filter(|_| is_first) {
            item.extend(["{", &condition_text(condition), "}"]);
        }
    }
}
