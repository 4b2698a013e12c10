//! Named patterns: `triangle`, `path:4`, `feed-forward-loop`. A single registry, in the notation.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use super::problem::NotationProblem;
use crate::FormatError;
use crate::error::shorten;
use crate::read::Text;

/// A pattern that can be requested by name, possibly with a size: `triangle`, `path:4`, `grid:2x3`.
///
/// ```
/// use isocount_format::KnownPattern;
///
/// let path = KnownPattern::ALL.iter().find(|known| known.name() == "path").unwrap();
/// assert_eq!((path.usage(), path.example()), ("path:N", "path:4"));
/// assert_eq!(path.notation(), "a-b-c-d");
/// assert_eq!(KnownPattern::expand("cycle:5")?, Some("a-b-c-d-e-a".to_owned()));
/// assert_eq!(KnownPattern::expand("a-b")?, None);
/// # Ok::<(), isocount_format::NotationProblem>(())
/// ```
pub struct KnownPattern {
    /// The name, with letters for sizes.
    usage: &'static str,
    /// The name with example sizes, for lists.
    example: &'static str,
    summary: &'static str,
    shape: Shape,
}

enum Shape {
    /// A single pattern.
    Fixed(&'static str),
    /// One pattern for every number from a minimum. The text numbers its nodes from 1.
    Sized { least: usize, nodes: fn(usize) -> usize, text: fn(usize) -> String },
    /// One pattern for every two numbers.
    TwoSizes { nodes: fn(usize, usize) -> usize, text: fn(usize, usize) -> String },
}

/// The maximum number of nodes of a named pattern.
const MAX_NODES: usize = 1000;

impl KnownPattern {
    /// All patterns, undirected ones first, each kind from small to large.
    pub const ALL: &[Self] = ALL;

    /// The name without sizes.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.usage.split(':').next().unwrap_or(self.usage)
    }

    /// How to request it, with letters for sizes: `path:N`.
    #[must_use]
    pub fn usage(&self) -> &'static str {
        self.usage
    }

    /// The name with example sizes, if it needs any: `path:4`.
    #[must_use]
    pub fn example(&self) -> &'static str {
        self.example
    }

    /// A short description.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// The [example](Self::example) in the notation.
    #[must_use]
    pub fn notation(&self) -> String {
        Self::expand(self.example).ok().flatten().unwrap_or_default()
    }

    /// The notation of a named pattern; `None` if no pattern has this name.
    ///
    /// # Errors
    /// If a size is missing, not a number, too small or too large.
    pub fn expand(text: &str) -> Result<Option<String>, NotationProblem> {
        let (name, size) = match text.trim().split_once(':') {
            Some((name, size)) => (name, Some(size)),
            None => (text.trim(), None),
        };
        let Some(known) = ALL.iter().find(|known| known.name() == name) else { return Ok(None) };
        // A label and what follows it: a node that happens to have this name.
        let is_word = |size: &str| size.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_size = |size: &str| is_word(size) || size.starts_with(|c: char| c.is_ascii_digit());
        if !size.is_none_or(is_size) {
            return Ok(None);
        }
        known.of_size(size).map(Some)
    }

    fn of_size(&self, size: Option<&str>) -> Result<String, NotationProblem> {
        let usage = self.usage;
        let wrong = |problem: String| {
            let help = format!("write {usage}, such as {}: {}", self.example, self.summary);
            NotationProblem::Shape { problem, help }
        };
        let parse = |digits: &str| {
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            // A number that does not fit is certainly too large.
            let number = is_number.then(|| digits.parse().unwrap_or(usize::MAX));
            let found = shorten(digits);
            number.ok_or_else(|| wrong(format!("found `{found}`, expected a number")))
        };
        let check = |num_nodes: usize| match num_nodes {
            0..=MAX_NODES => Ok(()),
            _ => Err(wrong(format!("a named pattern has at most {MAX_NODES} nodes"))),
        };
        match (&self.shape, size) {
            (Shape::Fixed(text), None) => Ok((*text).to_owned()),
            (Shape::Fixed(_), Some(_)) => {
                let problem = format!("the pattern `{usage}` has one size only");
                let help = format!("write {usage}; a node with a label is written ({usage}:C)");
                Err(NotationProblem::Shape { problem, help })
            }
            (_, None) => Err(wrong(format!("the pattern `{}` needs a size", self.name()))),
            (Shape::Sized { least, nodes, text }, Some(size)) => {
                let number = parse(size)?;
                if number < *least {
                    return Err(wrong(format!("{} is at least {least} here", last_letter(usage))));
                }
                let num_nodes = nodes(number.min(MAX_NODES + 1));
                check(num_nodes)?;
                Ok(lettered(text(number), num_nodes))
            }
            (Shape::TwoSizes { nodes, text }, Some(size)) => {
                let separator = if usage.contains(',') { ',' } else { 'x' };
                let Some((first, second)) = size.split_once(separator) else {
                    let found = shorten(size);
                    return Err(wrong(format!("found `{found}`, expected two numbers")));
                };
                let (first, second) = (parse(first)?, parse(second)?);
                if first == 0 || second == 0 {
                    return Err(wrong("both numbers are at least 1".to_owned()));
                }
                let num_nodes = nodes(first.min(MAX_NODES + 1), second.min(MAX_NODES + 1));
                check(num_nodes)?;
                Ok(lettered(text(first, second), num_nodes))
            }
        }
    }
}

impl fmt::Debug for KnownPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KnownPattern").field(&self.usage).finish()
    }
}

fn last_letter(usage: &str) -> char {
    usage.chars().last().unwrap_or('N')
}

/// Resolves text that was typed instead of a file name: the notation of a named pattern, or the
/// text itself.
pub(crate) fn expanded<'a>(path: &Path, typed: &'a str) -> Result<Cow<'a, str>, FormatError> {
    let error = |problem: NotationProblem| {
        let text = Text { path, first_line: 1, content: typed };
        text.error(typed.trim(), problem.into()).typed()
    };
    if let Some(notation) = KnownPattern::expand(typed).map_err(error)? {
        return Ok(Cow::Owned(notation));
    }
    match unknown_name(typed.trim()) {
        Some(problem) => Err(error(problem)),
        None => Ok(Cow::Borrowed(typed)),
    }
}

/// Whether a text could be mistaken for the name of a pattern, or for a misspelled one.
pub(crate) fn is_taken_for_a_name(text: &str) -> bool {
    !matches!(KnownPattern::expand(text), Ok(None)) || unknown_name(text).is_some()
}

/// The problem with a single word: it is not a pattern, and may be a misspelled name of one.
fn unknown_name(typed: &str) -> Option<NotationProblem> {
    let (name, size) =
        typed.split_once(':').map_or((typed, None), |(name, size)| (name, Some(size)));
    let is_word =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_name =
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let is_size = size.is_none_or(|size| size.starts_with(|c: char| c.is_ascii_digit()));
    if !is_name || !is_size {
        return None;
    }
    let nearest = ALL.iter().map(|known| (distance(name, known.name()), known));
    let nearest = nearest.min_by_key(|(distance, _)| *distance);
    // Among shorter words, everything is similar.
    let suggestion = nearest.filter(|(distance, known)| *distance * 3 <= known.name().len().min(6));
    let is_lone = size.is_none() && is_word(name);
    if !is_lone && suggestion.is_none() {
        return None;
    }
    let suggestion = suggestion.map(|(_, known)| known.example());
    Some(NotationProblem::UnknownName { name: shorten(typed), suggestion })
}

/// The edit distance of two words: letters added, left out or changed.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().take(64).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

const ALL: &[KnownPattern] = &[
    fixed("edge", "two nodes with an edge", "a-b"),
    sized("path:N", "path:4", "N nodes in a row", 1, |n| n, path),
    sized("cycle:N", "cycle:5", "N nodes in a ring", 3, |n| n, |n| format!("{}-1", path(n))),
    sized("clique:N", "clique:4", "N nodes, all of them joined", 1, |n| n, clique),
    sized("star:N", "star:3", "a centre with N leaves", 1, |n| n + 1, |n| spokes("-", n)),
    sized(
        "wheel:N",
        "wheel:5",
        "a hub and a ring around it, N nodes in all",
        4,
        |n| n,
        |n| format!("{}, {}-2", spokes("-", n - 1), row(2, n)),
    ),
    two_sizes(
        "bipartite:M,N",
        "bipartite:2,3",
        "M nodes, each joined to N others",
        |m, n| m + n,
        bipartite,
    ),
    two_sizes("grid:MxN", "grid:2x3", "a grid of M rows and N columns", |m, n| m * n, grid),
    sized(
        "ladder:N",
        "ladder:3",
        "two rows of N nodes, joined by N rungs",
        1,
        |n| 2 * n,
        |n| grid(n, 2),
    ),
    sized(
        "book:N",
        "book:2",
        "N triangles that share an edge",
        1,
        |n| n + 2,
        |n| (3..=n + 2).fold("1-2".to_owned(), |text, i| text + &format!(", 1-{i}-2")),
    ),
    sized(
        "windmill:N",
        "windmill:3",
        "N triangles that share a node",
        1,
        |n| 2 * n + 1,
        |n| {
            let blades = (1..=n).map(|i| format!("1-{}-{}-1", 2 * i, 2 * i + 1));
            blades.collect::<Vec<_>>().join(", ")
        },
    ),
    sized(
        "binary-tree:N",
        "binary-tree:3",
        "a binary tree of N levels",
        1,
        tree_nodes,
        binary_tree,
    ),
    fixed("triangle", "three nodes, all of them joined", "a-b-c-a"),
    fixed("square", "a ring of four nodes", "a-b-c-d-a"),
    fixed("claw", "a centre with three leaves", "a-b, a-c, a-d"),
    fixed("paw", "a triangle with one more node", "a-b-c-a, c-d"),
    fixed("diamond", "two triangles that share an edge", "a-b-c-a, b-d-c"),
    fixed("bull", "a triangle with two horns", "a-b-c-a, a-d, b-e"),
    fixed("butterfly", "two triangles that share a node", "a-b-c-a, c-d-e-c"),
    fixed("house", "a square with a roof", "a-b-c-d-a, a-e-b"),
    fixed("banner", "a square with one more node", "a-b-c-d-a, a-e"),
    fixed("fork", "a path of four nodes, with a leaf at the second", "a-b-c-d, b-e"),
    fixed(
        "gem",
        "a path of four nodes, and a node joined to all of them",
        "a-b-c-d, e-a, e-b, e-c, e-d",
    ),
    fixed("dart", "a diamond with a leaf at one of its joined corners", "a-b-c-a, b-d-c, b-e"),
    fixed("prism", "two triangles, joined corner by corner", "a-b-c-a, d-e-f-d, a-d, b-e, c-f"),
    fixed(
        "octahedron",
        "six nodes, each joined to all but one",
        "a-b-c-d-a, e-a, e-b, e-c, e-d, f-a, f-b, f-c, f-d",
    ),
    fixed("cube", "the corners and edges of a cube", "a-b-c-d-a, e-f-g-h-e, a-e, b-f, c-g, d-h"),
    fixed("petersen", "the Petersen graph", "a-b-c-d-e-a, f-h-j-g-i-f, a-f, b-g, c-h, d-i, e-j"),
    fixed("arc", "two nodes with an arc", "a->b"),
    sized(
        "directed-path:N",
        "directed-path:3",
        "arcs from one to the next of N nodes",
        1,
        |n| n,
        |n| path(n).replace('-', "->"),
    ),
    sized(
        "directed-cycle:N",
        "directed-cycle:4",
        "arcs around a ring of N nodes",
        2,
        |n| n,
        |n| format!("{}-1", path(n)).replace('-', "->"),
    ),
    sized(
        "out-star:N",
        "out-star:3",
        "a centre with arcs to N leaves",
        1,
        |n| n + 1,
        |n| spokes("->", n),
    ),
    sized(
        "in-star:N",
        "in-star:3",
        "a centre with arcs from N leaves",
        1,
        |n| n + 1,
        |n| spokes("<-", n),
    ),
    sized(
        "tournament:N",
        "tournament:4",
        "N nodes with arcs from each to all later ones",
        1,
        |n| n,
        |n| clique(n).replace('-', "->"),
    ),
    fixed("feed-forward-loop", "a regulates c, directly and through b", "a->b->c, a->c"),
    fixed("feedback-loop", "a directed cycle of three nodes", "a->b->c->a"),
    fixed("bi-fan", "two nodes with arcs to the same two nodes", "a->c, a->d, b->c, b->d"),
    fixed("bi-parallel", "two paths of two arcs from one node to another", "a->b->d, a->c->d"),
];

const fn fixed(name: &'static str, summary: &'static str, text: &'static str) -> KnownPattern {
    KnownPattern { usage: name, example: name, summary, shape: Shape::Fixed(text) }
}

const fn sized(
    usage: &'static str,
    example: &'static str,
    summary: &'static str,
    least: usize,
    nodes: fn(usize) -> usize,
    text: fn(usize) -> String,
) -> KnownPattern {
    KnownPattern { usage, example, summary, shape: Shape::Sized { least, nodes, text } }
}

const fn two_sizes(
    usage: &'static str,
    example: &'static str,
    summary: &'static str,
    nodes: fn(usize, usize) -> usize,
    text: fn(usize, usize) -> String,
) -> KnownPattern {
    KnownPattern { usage, example, summary, shape: Shape::TwoSizes { nodes, text } }
}

/// Names nodes by letters as long as there are enough of them: `1-2-3` becomes `a-b-c`.
fn lettered(text: String, num_nodes: usize) -> String {
    const LETTERS: &[u8; 26] = b"abcdefghijklmnopqrstuvwxyz";
    if num_nodes > LETTERS.len() {
        return text;
    }
    let mut named = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, after) = rest.split_at(start);
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (number, after) = after.split_at(end);
        named += before;
        let place = number.parse().map_or(0, |number: usize| number.saturating_sub(1));
        named.push(LETTERS.get(place).map_or('?', |&letter| letter.into()));
        rest = after;
    }
    named + rest
}

/// `1-2-3`, or `(1)`.
fn path(n: usize) -> String {
    match n {
        1 => "(1)".to_owned(),
        n => row(1, n),
    }
}

/// `2-3-4`.
fn row(first: usize, last: usize) -> String {
    (first..=last).map(|i| i.to_string()).collect::<Vec<_>>().join("-")
}

/// A centre and its leaves: `1-2, 1-3, 1-4`.
fn spokes(link: &str, n: usize) -> String {
    (2..=n + 1).map(|i| format!("1{link}{i}")).collect::<Vec<_>>().join(", ")
}

/// A ring first, then the remaining edges: `1-2-3-4, 1-3, 1-4, 2-4`.
fn clique(n: usize) -> String {
    let others = (1..=n).flat_map(|i| (i + 2..=n).map(move |j| format!("{i}-{j}")));
    std::iter::once(path(n)).chain(others).collect::<Vec<_>>().join(", ")
}

fn bipartite(m: usize, n: usize) -> String {
    let pairs = (1..=m).flat_map(|i| (m + 1..=m + n).map(move |j| format!("{i}-{j}")));
    pairs.collect::<Vec<_>>().join(", ")
}

/// Numbered row by row.
fn grid(m: usize, n: usize) -> String {
    let row = |r: usize| row((r - 1) * n + 1, r * n);
    let column = |c: usize| {
        let nodes: Vec<String> = (0..m).map(|r| (r * n + c).to_string()).collect();
        nodes.join("-")
    };
    match (m, n) {
        (1, _) | (_, 1) => path(m * n),
        _ => (1..=m).map(row).chain((1..=n).map(column)).collect::<Vec<_>>().join(", "),
    }
}

fn tree_nodes(levels: usize) -> usize {
    (1_usize << levels.min(20)) - 1
}

/// Node i has the children 2i and 2i + 1.
fn binary_tree(levels: usize) -> String {
    if levels == 1 {
        return path(1);
    }
    let inner = 1..1_usize << (levels - 1);
    inner.map(|i| format!("{i}-{}, {i}-{}", 2 * i, 2 * i + 1)).collect::<Vec<_>>().join(", ")
}
