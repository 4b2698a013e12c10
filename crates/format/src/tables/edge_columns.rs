//! The columns of an edge list: how a line is split into fields, and what each field means.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

#[cfg(feature = "columnar")]
use crate::Location;
use crate::error::{SyntaxProblem, no_such_key, shorten};
use crate::read::Text;
use crate::read::packing::without_packing;
use crate::{FormatError, ReadOptions};

/// The separator of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separator {
    Comma,
    Semicolon,
    Tab,
    /// One or more spaces or tabs; fields cannot be quoted.
    Spaces,
}

impl Separator {
    /// The byte, if it is a single one and fields may be quoted.
    pub(crate) fn byte(self) -> Option<u8> {
        match self {
            Self::Comma => Some(b','),
            Self::Semicolon => Some(b';'),
            Self::Tab => Some(b'\t'),
            Self::Spaces => None,
        }
    }

    /// The separator for writing a file of this name. Reading [chooses](Self::choose) the same.
    pub(crate) fn written_to(file: &Path) -> Self {
        let ending = without_packing(file).extension().unwrap_or_default();
        if ending.eq_ignore_ascii_case("tsv") { Self::Tab } else { Self::Comma }
    }

    /// Chosen by file extension, or else by the first line.
    pub(crate) fn choose(path: &Path, first_line: &str) -> Self {
        let ending = without_packing(path).extension().unwrap_or_default().to_ascii_lowercase();
        match ending.to_str() {
            Some("csv") if first_line.contains(',') => Self::Comma,
            // Spreadsheets write these in locales with a decimal comma.
            Some("csv") if first_line.contains(';') => Self::Semicolon,
            Some("csv") if first_line.contains('\t') => Self::Tab,
            Some("csv") => Self::Comma,
            Some("tsv") => Self::Tab,
            _ if first_line.contains('\t') => Self::Tab,
            _ if first_line.contains(',') => Self::Comma,
            _ if first_line.contains(';') => Self::Semicolon,
            _ => Self::Spaces,
        }
    }
}

/// The fields of one line, as ranges, so that one list serves all lines.
#[derive(Default)]
pub(crate) struct Fields {
    ranges: Vec<Range<usize>>,
}

impl Fields {
    pub(crate) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// The field as it stands in the line, including quotes.
    pub(crate) fn raw<'a>(&self, line: Text<'a>, column: usize) -> &'a str {
        &line.content[self.ranges[column].clone()]
    }

    /// The field without quotes, which may be empty.
    pub(crate) fn unquoted<'a>(&self, line: Text<'a>, column: usize) -> Cow<'a, str> {
        unquoted(self.raw(line, column))
    }

    /// Splits a line, or a record of several lines.
    pub(crate) fn split(&mut self, line: Text<'_>, by: Separator) -> Result<Split, FormatError> {
        self.ranges.clear();
        let Some(separator) = by.byte() else {
            let words = line.content.split_ascii_whitespace();
            self.ranges.extend(words.map(|word| range_of(line, word)));
            return Ok(Split::Whole);
        };
        let mut start = 0;
        loop {
            let rest = &line.content[start..];
            let Some(len) = field_len(line, rest, separator)? else {
                return Ok(Split::OpenQuote { field: start });
            };
            let end = start + len;
            self.ranges.push(range_of(line, line.content[start..end].trim_ascii()));
            if end == line.content.len() {
                return Ok(Split::Whole);
            }
            start = end + 1;
        }
    }
}

/// The result of splitting a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Split {
    /// All its fields.
    Whole,
    /// The field that begins at this offset has an opening quote without a closing one: it
    /// continues on the next line, or is faulty.
    OpenQuote { field: usize },
}

fn range_of(line: Text<'_>, part: &str) -> Range<usize> {
    let start = line.offset_of(part);
    start..start + part.len()
}

/// The distance to the next unquoted separator; `None` if a quote is not closed.
fn field_len(line: Text<'_>, rest: &str, separator: u8) -> Result<Option<usize>, FormatError> {
    let opening = rest.bytes().position(|byte| byte != b' ').unwrap_or(0);
    let quoted = &rest[opening..];
    if !quoted.starts_with('"') {
        // Fields are short: a plain loop ends before a vectorised search has begun.
        return Ok(Some(rest.bytes().position(|byte| byte == separator).unwrap_or(rest.len())));
    }
    let mut at = opening + 1;
    loop {
        let Some(quote) = memchr::memchr(b'"', &rest.as_bytes()[at..]) else {
            return Ok(None);
        };
        at += quote + 1;
        if !rest[at..].starts_with('"') {
            break;
        }
        at += 1;
    }
    let after = &rest[at..];
    let gap = memchr::memchr(separator, after.as_bytes()).unwrap_or(after.len());
    let between = after[..gap].trim_ascii();
    if between.is_empty() {
        return Ok(Some(at + gap));
    }
    Err(line.unexpected(between, "the separator or the end of the line after a closing quote"))
}

fn unquoted(raw: &str) -> Cow<'_, str> {
    match raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) if inner.contains("\"\"") => Cow::Owned(inner.replace("\"\"", "\"")),
        Some(inner) => Cow::Borrowed(inner),
        None => Cow::Borrowed(raw),
    }
}

/// The meaning of the columns.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Columns {
    pub(crate) tail: usize,
    pub(crate) head: usize,
    pub(crate) edge_label: Option<usize>,
    /// Whether an edge is directed, as in Gephi's column `Type`.
    pub(crate) direction: Option<usize>,
    pub(crate) node_labels: Option<NodeLabelColumns>,
    /// The attributes of edges, if attributes are kept.
    pub(crate) edge_attributes: Vec<(String, usize)>,
    /// The attributes of nodes, if attributes are kept: a column for each end.
    pub(crate) node_attributes: Vec<(String, NodeLabelColumns)>,
    /// The number of columns.
    pub(crate) width: usize,
}

/// The columns with the labels of both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeLabelColumns {
    pub(crate) tail: usize,
    pub(crate) head: usize,
}

/// Names for the columns of the tail and the head in a header.
pub(crate) const TAIL_NAMES: [&str; 6] = ["tail", "source", "from", "src", "node1", "u"];
pub(crate) const HEAD_NAMES: [&str; 6] = ["head", "target", "to", "dst", "node2", "v"];

impl Columns {
    /// The columns according to a header; `None` if the line is not a header.
    pub(crate) fn from_header(
        line: Text<'_>,
        fields: &Fields,
        options: &ReadOptions,
    ) -> Result<Option<Self>, FormatError> {
        let header = Header {
            path: line.path,
            called: "header",
            error: &|problem| line.error(line.content, problem),
            names: (0..fields.len()).map(|i| unquoted(fields.raw(line, i))).collect(),
        };
        Self::named(&header, options)
    }

    /// The columns of a table with these names; `None` if the names are not recognised.
    #[cfg(feature = "columnar")]
    pub(crate) fn from_names(
        path: &Path,
        names: &[String],
        options: &ReadOptions,
    ) -> Result<Option<Self>, FormatError> {
        let header = Header {
            path,
            called: "table",
            error: &|problem| FormatError::Syntax { at: Location::row(path, 0), len: 1, problem },
            names: names.iter().map(Cow::from).collect(),
        };
        Self::named(&header, options)
    }

    fn named(header: &Header<'_>, options: &ReadOptions) -> Result<Option<Self>, FormatError> {
        if !header.has_any(&TAIL_NAMES) || !header.has_any(&HEAD_NAMES) {
            return Ok(None);
        }
        let (tail, head) = (header.find(&TAIL_NAMES)?, header.find(&HEAD_NAMES)?);
        let (Some(tail), Some(head)) = (tail, head) else { return Ok(None) };
        let edge_label = match &options.edge_label_key {
            Some(key) => {
                let found = header.find(&[key.as_str()])?;
                Some(found.ok_or_else(|| {
                    no_such_key(header.path, "edge", key, header.edge_keys(tail, head))
                })?)
            }
            None => header.find(&["label", "edge_label"])?,
        };
        let node_labels = header.node_labels(options.node_key())?;
        if let (None, Some(key)) = (node_labels, &options.node_label_key) {
            let there = header.node_keys();
            return Err(no_such_key(header.path, "node", key, there.into_iter()));
        }
        let direction = header.find(&["type"])?.filter(|column| Some(*column) != edge_label);
        let width = header.names.len();
        let mut columns =
            Self { tail, head, edge_label, direction, node_labels, width, ..Self::default() };
        if !options.attributes.is_none() {
            columns.node_attributes = header.node_attributes()?;
            columns.edge_attributes = header.edge_attributes(&columns);
        }
        Ok(Some(columns))
    }

    /// The columns of a file with attributes in braces after them.
    pub(crate) fn before_attributes(
        line: Text<'_>,
        fields: &Fields,
        options: &ReadOptions,
    ) -> Result<Self, FormatError> {
        if let Some(key) = &options.node_label_key {
            return Err(no_such_key(line.path, "node", key, std::iter::empty()));
        }
        if fields.len() != 2 {
            let expected = "the tail and the head of an arc before its attributes";
            return Err(line.unexpected(line.content, expected));
        }
        Ok(Self { tail: 0, head: 1, width: 2, ..Self::default() })
    }

    /// The columns of a file without header: tail, head, and optionally the label of the edge.
    pub(crate) fn without_header(
        line: Text<'_>,
        fields: &Fields,
        options: &ReadOptions,
    ) -> Result<Self, FormatError> {
        if let Some(key) = &options.edge_label_key {
            return Err(no_such_key(line.path, "edge", key, std::iter::empty()));
        }
        if let Some(key) = &options.node_label_key {
            return Err(no_such_key(line.path, "node", key, std::iter::empty()));
        }
        if (2..=3).contains(&fields.len())
            && (0..fields.len()).all(|i| names_a_column(&unquoted(fields.raw(line, i))))
        {
            return Err(unknown_columns(line, fields));
        }
        let edge_label = match fields.len() {
            0 | 1 => return Err(line.line_ended("two columns, the tail and the head of an arc")),
            2 => None,
            3 => Some(2),
            _ => {
                let part = fields.raw(line, 3);
                return Err(
                    line.unexpected(part, "at most three columns, or a line that names them")
                );
            }
        };
        let width = fields.len();
        Ok(Self { tail: 0, head: 1, edge_label, width, ..Self::default() })
    }
}

/// The error for a header without columns for both ends of an edge.
pub(crate) fn unknown_columns(line: Text<'_>, fields: &Fields) -> FormatError {
    let found = (0..fields.len()).map(|i| shorten(&unquoted(fields.raw(line, i)))).collect();
    line.error(line.content, SyntaxProblem::UnknownColumns { found })
}

/// Names of columns that are hardly ever names of nodes. Those for both ends of an edge are not all
/// included: some tables have only one of them.
const COLUMN_WORDS: [&str; 46] = [
    "tail",
    "source",
    "from",
    "src",
    "node1",
    "head",
    "target",
    "to",
    "dst",
    "node2",
    "label",
    "type",
    "id",
    "name",
    "title",
    "smiles",
    "smi",
    "inchi",
    "inchikey",
    "formula",
    "structure",
    "weight",
    "value",
    "score",
    "count",
    "time",
    "timestamp",
    "date",
    "year",
    "index",
    "key",
    "destination",
    "start",
    "end",
    "sender",
    "receiver",
    "parent",
    "child",
    "protein1",
    "protein2",
    "gene1",
    "gene2",
    "relation",
    "interaction",
    "sign",
    "rating",
];

/// Whether a field of the first line is more likely the name of a column than of a node: `smiles`,
/// `compound_id`.
fn names_a_column(field: &str) -> bool {
    let last = field.rsplit(['_', '-', '.', ' ']).next().unwrap_or(field);
    COLUMN_WORDS.iter().any(|word| last.eq_ignore_ascii_case(word))
}

/// The names in the first line, or of the columns of a table.
struct Header<'a> {
    path: &'a Path,
    /// The owner of these names.
    called: &'static str,
    /// The error for a problem with the names.
    error: &'a dyn Fn(SyntaxProblem) -> FormatError,
    names: Vec<Cow<'a, str>>,
}

impl Header<'_> {
    fn columns(&self, wanted: &[&str]) -> impl Iterator<Item = usize> {
        let is_wanted = |name: &str| wanted.iter().any(|w| name.eq_ignore_ascii_case(w));
        (0..self.names.len()).filter(move |&column| is_wanted(&self.names[column]))
    }

    fn has_any(&self, wanted: &[&str]) -> bool {
        self.columns(wanted).next().is_some()
    }

    /// The only column with one of these names.
    fn find(&self, wanted: &[&str]) -> Result<Option<usize>, FormatError> {
        let mut columns = self.columns(wanted);
        let found = columns.next();
        if let (Some(first), Some(second)) = (found, columns.next()) {
            let [first, second] = [first, second].map(|column| shorten(&self.names[column]));
            let problem = SyntaxProblem::RepeatedColumn { first, second };
            return Err((self.error)(problem));
        }
        Ok(found)
    }

    /// The columns that may contain labels of edges.
    fn edge_keys(&self, tail: usize, head: usize) -> impl Iterator<Item = &str> {
        let columns = self.names.iter().enumerate();
        columns.filter(move |(column, _)| ![tail, head].contains(column)).map(|(_, name)| &**name)
    }

    /// Suffixes that both ends have: `kind`, if there are `tail_kind` and `head_kind`.
    fn node_keys(&self) -> Vec<&str> {
        let keys = |ends: [&'static str; 6]| {
            self.names.iter().filter_map(move |name| {
                let (end, key) = name.split_once('_')?;
                ends.iter().any(|known| end.eq_ignore_ascii_case(known)).then_some(key)
            })
        };
        let of_heads: Vec<&str> = keys(HEAD_NAMES).collect();
        keys(TAIL_NAMES).filter(|key| of_heads.contains(key)).collect()
    }

    /// `tail_age` and `head_age` are the attribute `age` of both ends.
    fn node_attributes(&self) -> Result<Vec<(String, NodeLabelColumns)>, FormatError> {
        let mut keys: Vec<&str> = self.node_keys();
        keys.sort_unstable();
        keys.dedup();
        let mut found = Vec::new();
        for key in keys {
            if let Some(columns) = self.node_labels(key)? {
                found.push((key.to_owned(), columns));
            }
        }
        Ok(found)
    }

    /// All other columns.
    fn edge_attributes(&self, columns: &Columns) -> Vec<(String, usize)> {
        let of_nodes = columns.node_attributes.iter().flat_map(|(_, it)| [it.tail, it.head]);
        let other: Vec<usize> = of_nodes.chain([columns.tail, columns.head]).collect();
        let names = self.names.iter().enumerate();
        let rest = names.filter(|(column, _)| !other.contains(column));
        rest.map(|(column, name)| (name.clone().into_owned(), column)).collect()
    }

    /// `tail_label` and `head_label`, or both of another pair of names.
    fn node_labels(&self, key: &str) -> Result<Option<NodeLabelColumns>, FormatError> {
        let with_key = |names: [&str; 6]| names.map(|name| format!("{name}_{key}"));
        let (tails, heads) = (with_key(TAIL_NAMES), with_key(HEAD_NAMES));
        let tail = self.find(&tails.each_ref().map(String::as_str))?;
        let head = self.find(&heads.each_ref().map(String::as_str))?;
        let missing = match (tail, head) {
            (Some(tail), Some(head)) => return Ok(Some(NodeLabelColumns { tail, head })),
            (None, None) => return Ok(None),
            (Some(_), None) => "head_label",
            (None, Some(_)) => "tail_label",
        };
        let problem = SyntaxProblem::MissingAttribute { element: self.called, attribute: missing };
        Err((self.error)(problem))
    }
}
