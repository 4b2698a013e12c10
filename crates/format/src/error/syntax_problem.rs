//! Problems in the text of a graph file.

use isocount_core::{number_of, printable};

use super::found::FoundInstead;
use crate::{MoleculeProblem, NotationProblem, SmartsProblem};

/// Why text is not a graph of its format. Names and labels are stored as they stand in the file;
/// the message escapes control characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxProblem {
    /// Something else was expected.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What was found.
        found: FoundInstead,
        /// What was expected.
        expected: &'static str,
    },
    /// A number that is too large.
    #[error("the number {} is too large; at most {max} is possible here", printable(.number))]
    NumberTooLarge {
        /// The number as written.
        number: String,
        /// The largest possible number.
        max: u64,
    },
    /// A line of a list of pairs does not contain two names.
    #[error("found {}, expected a pattern and a graph", names(*found))]
    NotTwoNames {
        /// The number of names.
        found: usize,
    },
    /// Bytes that are not text.
    #[error("found bytes that are not UTF-8 text")]
    NotUtf8,
    /// The text is not JSON; contains the message of the JSON parser.
    #[error("this is not JSON: {}", printable(.message))]
    NotJson {
        /// The message of the parser.
        message: String,
    },
    /// The JSON has another structure; contains the message of the JSON parser.
    #[error("{}", printable(.message))]
    JsonShape {
        /// The message of the parser.
        message: String,
    },
    /// The text is not XML; contains the message of the XML parser.
    #[error("{}", printable(.message))]
    Xml {
        /// The message of the parser.
        message: String,
    },
    /// A quoted string without a closing quote.
    #[error("this string has no closing quote")]
    UnclosedString,
    /// A list without a closing bracket.
    #[error("this list has no closing `]`")]
    UnclosedList,
    /// The file does not contain as much as it states.
    #[error("number of {what}: found {found}, expected {stated}, as the file states")]
    WrongSize {
        /// What was counted.
        what: &'static str,
        /// The number that the file states.
        stated: u64,
        /// The number found.
        found: u64,
    },
    /// Nodes must be numbered consecutively from 0.
    #[error("found node {found}, expected node {expected}: nodes are listed in order from 0")]
    WrongOrder {
        /// The number as written.
        found: u64,
        /// The expected number.
        expected: u64,
    },
    /// A stated degree is not the number of edges of the node.
    #[error("node {node} states degree {stated}, but has {found}")]
    WrongDegree {
        /// The node.
        node: u64,
        /// The stated degree.
        stated: u64,
        /// The number of edges of the node.
        found: u64,
    },
    /// An edge refers to a node that the file does not define.
    #[error("node `{}` does not exist", printable(.name))]
    UnknownNode {
        /// The name as written.
        name: String,
    },
    /// A node is defined twice.
    #[error("node `{}` is given twice", printable(.name))]
    RepeatedNode {
        /// The name as written.
        name: String,
    },
    /// The same arc, label included, occurs twice.
    #[error(
        "the arc from node `{}` to node `{}` with this label is given twice; \
         parallel arcs must differ in their label", printable(.tail), printable(.head)
    )]
    RepeatedArc {
        /// The tail.
        tail: String,
        /// The head.
        head: String,
    },
    /// There are two columns with the same meaning.
    #[error(
        "the columns `{}` and `{}` mean the same; only one of them can be used",
        printable(.first), printable(.second)
    )]
    RepeatedColumn {
        /// The name of the first.
        first: String,
        /// The name of the second.
        second: String,
    },
    /// An attribute occurs more than once.
    #[error("`{}` is given twice", printable(.key))]
    RepeatedKey {
        /// The attribute.
        key: String,
    },
    /// Data for a key that the file does not define.
    #[error("the key `{}` is not defined", printable(.key))]
    UndefinedKey {
        /// The key as written.
        key: String,
    },
    /// This element has no label, although others have one.
    #[error("no `{}` here, although others of its kind have one", printable(.key))]
    MissingLabel {
        /// The attribute that holds labels.
        key: String,
    },
    /// A required part is missing.
    #[error("this {element} has no `{attribute}`")]
    MissingAttribute {
        /// The kind of element.
        element: &'static str,
        /// The missing part.
        attribute: &'static str,
    },
    /// A node has two different labels.
    #[error(
        "node `{}` has label `{}` here, but a different one above",
        printable(.node), printable(.label)
    )]
    ConflictingLabel {
        /// The node.
        node: String,
        /// The label on this line.
        label: String,
    },
    /// A node with two values of an attribute.
    #[error(
        "node `{}` has another value of `{}` here than above", printable(.node), printable(.name)
    )]
    ConflictingAttribute {
        /// The node.
        node: String,
        /// The attribute.
        name: String,
    },
    /// A table whose columns are not those of an edge list.
    #[error("found {}, expected a column `tail` and a column `head`", column_names(.found))]
    UnknownColumns {
        /// The names of the columns.
        found: Vec<String>,
    },
    /// A column with values that cannot be names.
    #[error("found {found}, expected numbers or text")]
    ColumnType {
        /// The kind of values, in the plural.
        found: &'static str,
    },
    /// A row with too few or too many columns.
    #[error("found {}, expected {expected} as in the first line", number_of(*.found, "column"))]
    WrongColumns {
        /// The number of columns.
        found: usize,
        /// The number of columns in the first line.
        expected: usize,
    },
    /// An edge whose ends lie in different graphs.
    #[error("this edge joins graph {tail} and graph {head}; both ends must lie in one graph")]
    CrossesGraphs {
        /// The graph of the tail, as numbered in the file.
        tail: u64,
        /// The graph of the head, as numbered in the file.
        head: u64,
    },
    /// A line, or a word in it, is too long.
    #[error("this {what} is longer than {max} bytes, which is the most that is read")]
    TooLong {
        /// `line` or `word`.
        what: &'static str,
        /// The maximum length.
        max: u64,
    },
    /// More of something than any program writes.
    #[error("found more than {max} {what}, which is the most that is read")]
    TooMany {
        /// What there is too much of, in the plural.
        what: &'static str,
        /// The maximum number.
        max: u64,
    },
    /// The text of a molecule is wrong.
    #[error(transparent)]
    Molecule(#[from] MoleculeProblem),
    /// The text is not valid in the notation for patterns.
    #[error(transparent)]
    Notation(#[from] NotationProblem),
    /// The text is not SMARTS, or uses a part of SMARTS that cannot be counted.
    #[error(transparent)]
    Smarts(#[from] SmartsProblem),
    /// A feature that has no meaning for the graphs of isocount.
    #[error("{feature} are not supported")]
    Unsupported {
        /// The feature, in the plural.
        feature: &'static str,
    },
}

impl SyntaxProblem {
    /// Something other than `expected` was found.
    pub(crate) fn unexpected(found: &str, expected: &'static str) -> Self {
        Self::Unexpected { found: FoundInstead::text(found), expected }
    }

    /// A remedy, if it is not obvious.
    pub(crate) fn help(&self) -> Option<String> {
        let help = match self {
            Self::Molecule(problem) => return problem.help().map(str::to_owned),
            Self::Notation(problem) => return Some(problem.help()),
            Self::Smarts(problem) => return problem.help().map(str::to_owned),
            Self::NotTwoNames { .. } => {
                "separate the two names by a tab or a comma; quote a name that contains one"
            }
            Self::NotUtf8 => "convert the file to UTF-8, for instance with iconv",
            Self::RepeatedArc { .. } => {
                "delete one of the two, or have duplicates merged; in an undirected file each edge \
                 is written once, not once per direction"
            }
            Self::MissingLabel { .. } => "label all of them or none; no label is guessed",
            Self::NotJson { .. } | Self::JsonShape { .. } => {
                "a graph looks like {\"nodes\": [\"C\", \"O\"], \"edges\": [[0, 1, \"double\"]]}; \
                 in JSON lines, each stands on one line"
            }
            Self::RepeatedColumn { .. } => "rename the one that is not meant",
            Self::UnclosedString => "end the string with a double quote",
            Self::WrongSize { .. } => "the file may be cut off; correct the number or the lines",
            Self::UndefinedKey { .. } => {
                "define it before the graph: <key id=\"...\" for=\"node\" attr.name=\"label\"/>"
            }
            Self::UnknownNode { .. } => "define the node, or correct the edge",
            Self::Unsupported { feature: "nested graphs" } => {
                "write each graph on its own, without graphs inside nodes"
            }
            Self::Unsupported { feature: "several networks in one file" } => {
                "write each network to a file of its own"
            }
            Self::Unsupported { feature: "networks with two kinds of vertices" } => {
                "leave out the second number; the kind of a vertex can be its label"
            }
            Self::Unsupported { feature: "lines of incremental sparse6" } => {
                "write each graph as a whole, in graph6 or sparse6"
            }
            Self::Unsupported { .. } => "replace them by plain edges between two nodes",
            Self::TooLong { .. } => {
                "the file may not be text, its line ends may be missing, or a quote may not be closed"
            }
            Self::UnknownColumns { .. } => {
                "rename two of them; `source` and `target`, `from` and `to`, or `src` and `dst` will do, too"
            }
            Self::ColumnType { .. } => "convert the column to text or to integers",
            Self::WrongColumns { .. } => {
                "every line needs the same columns; quote fields that contain the separator"
            }
            _ => return None,
        };
        Some(help.to_owned())
    }
}

/// The columns of a table in words.
fn column_names(names: &[String]) -> String {
    const MAX: usize = 12;
    let quoted = |name: &String| format!("`{}`", printable(name));
    let shown = names.iter().take(MAX).map(quoted).collect::<Vec<_>>().join(", ");
    match names.len() {
        0 => "no columns".to_owned(),
        1 => format!("the column {shown}"),
        len if len > MAX => format!("the columns {shown} and {} more", len - MAX),
        _ => format!("the columns {shown}"),
    }
}

/// The number of names in words.
fn names(found: usize) -> String {
    match found {
        1 => "one name".to_owned(),
        many => format!("{many} names"),
    }
}
