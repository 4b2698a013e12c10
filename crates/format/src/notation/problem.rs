//! Problems in a text in the notation.

use std::fmt;

use isocount_core::printable;

use crate::FoundInstead;

/// Why a text is not a pattern or graph in the notation of `docs/notation.md`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationProblem {
    /// Something else was expected.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What was found.
        found: FoundInstead,
        /// What was expected.
        expected: Expected,
    },
    /// A quoted word without a closing quote.
    #[error("this quote is not closed")]
    OpenQuote,
    /// A backslash before a character that cannot be escaped.
    #[error("this backslash precedes a character that cannot be escaped")]
    UnknownEscape,
    /// An arc that points both ways.
    #[error("found an arc with two heads")]
    TwoHeads,
    /// A node with a second label.
    #[error("node `{}` has other labels here than above", printable(.name))]
    OtherLabels {
        /// The node.
        name: String,
    },
    /// Several labels for one node, as in Cypher.
    #[error("found a second `:`, but a node has one label")]
    SecondLabel,
    /// A name for an arc, as in Cypher.
    #[error("found a name for an arc; arcs have labels only")]
    NamedArc,
    /// Links inside parentheses.
    #[error("found more than one node between parentheses")]
    LinkInParentheses,
    /// A feature of other languages.
    #[error("{what} are not part of the notation")]
    Foreign {
        /// The feature, in the plural.
        what: &'static str,
    },
    /// A wildcard together with other labels.
    #[error("`*` accepts every label, so it must stand alone")]
    WildcardInSet,
    /// A set of labels in a graph.
    #[error("found a set of labels; in a graph, every node and every arc has one label")]
    SetInGraph,
    /// An absent arc in a graph.
    #[error("found an absent arc; only a pattern can forbid arcs")]
    AbsentInGraph,
    /// A word that is not a pattern.
    #[error("`{}` is not a file, and no pattern has this name", printable(.name))]
    UnknownName {
        /// The text as typed.
        name: String,
        /// The name of a pattern that may be meant.
        suggestion: Option<&'static str>,
    },
    /// A named pattern with an invalid size.
    #[error("{}", printable(.problem))]
    Shape {
        /// The problem with the size.
        problem: String,
        /// The remedy.
        help: String,
    },
}

/// What can be expected in the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A node.
    Node,
    /// The label of a node or an arc.
    Label,
    /// A link, or the end of an item.
    LinkOrEnd,
    /// The `)` of a node that began with `(`.
    CloseParenthesis,
    /// More labels of an arc, or the `]`.
    CloseBracket,
    /// The rest of a link, after its label.
    Arrow,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Node => "the name of a node",
            Self::Label => "a label",
            Self::LinkOrEnd => "a link (-, -> or <-), a comma or the end",
            Self::CloseParenthesis => "`)` after a node that began with `(`",
            Self::CloseBracket => "`|` or `]` after a label",
            Self::Arrow => "`-` or `->` after the `]` of an arc",
        })
    }
}

impl Expected {
    fn help(self) -> &'static str {
        match self {
            Self::Node => {
                "a link joins two nodes: a-b, a->b or a<-b; quote a name with characters other than letters, digits and _"
            }
            Self::Label => {
                "write a:C, a:F|Cl, a:* or a:!C; quote a label that is not a plain word: a:\"works at\""
            }
            Self::LinkOrEnd => {
                "separate items by commas or ends of lines; quote names and labels that are not plain words"
            }
            Self::CloseParenthesis => "parentheses hold one node: (a:C)",
            Self::CloseBracket | Self::Arrow => {
                "the label of an arc stands in brackets: a-[knows]->b, a-[knows]-b or a<-[knows]-b"
            }
        }
    }
}

impl NotationProblem {
    /// The remedy.
    #[must_use]
    pub(crate) fn help(&self) -> String {
        match self {
            Self::Unexpected { expected, .. } => expected.help(),
            Self::OpenQuote => {
                "end the word with the quote that it begins with; a quote inside is written \\\" or \\'"
            }
            Self::UnknownEscape => {
                "write a backslash as \\\\; the others are \\\" \\' \\n \\r \\t and \\u{e4}"
            }
            Self::TwoHeads => "an undirected edge is written a-b; two arcs are a->b, b->a",
            Self::OtherLabels { .. } => {
                "label a node once; if two nodes are meant, give them two names"
            }
            Self::SecondLabel => "for one of several labels write a:C|N; quote a label with a colon in it",
            Self::NamedArc => "write -[activates]-> or -[:activates]->",
            Self::LinkInParentheses => "write each node on its own: (a)-(b)",
            Self::Foreign { what: "properties" } => {
                "choose the attribute that holds labels, and write them as (a:label)"
            }
            Self::Foreign { what: "paths of variable length" } => {
                "write every node of the path; -[*]-> is one arc with any label"
            }
            Self::Foreign { .. } => "docs/notation.md has the grammar",
            Self::WildcardInSet => "write * alone, the labels alone, or ! and the labels that are not accepted",
            Self::SetInGraph => "sets and wildcards belong in patterns; give each node and arc of a graph its label",
            Self::AbsentInGraph => "leave the arc out: a graph has the arcs that are written",
            Self::UnknownName { suggestion: Some(name), .. } => {
                return format!("did you mean {name}?");
            }
            Self::UnknownName { suggestion: None, .. } => {
                "check the spelling, and the folder that the path starts from; one node alone is written (a)"
            }
            Self::Shape { help, .. } => return help.clone(),
        }
        .to_owned()
    }
}
