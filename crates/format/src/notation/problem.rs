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
    /// A node with a second condition.
    #[error("node `{}` has other conditions here than above", printable(.name))]
    OtherConditions {
        /// The node.
        name: String,
    },
    /// A condition in a graph.
    #[error("found a condition; only patterns have conditions")]
    ConditionInGraph,
    /// A condition with too many parentheses.
    #[error("parentheses and `not` are nested too deeply")]
    DeepCondition,
    /// An order of true and false.
    #[error("true and false have no order")]
    TruthOrder,
    /// A range without values.
    #[error("this range is empty")]
    EmptyRange,
    /// `where` with a name that is no node and no arc.
    #[error("no node and no arc is called `{}`", printable(.name))]
    UnknownOwner {
        /// The name.
        name: String,
    },
    /// The same name for several arcs, or for an arc and a node.
    #[error("two parts of the pattern are called `{}`", printable(.name))]
    SameName {
        /// The name.
        name: String,
    },
    /// A condition after `where` about an absent arc.
    #[error("`{}` is an absent arc", printable(.name))]
    AbsentOwner {
        /// The name.
        name: String,
    },
    /// A comparison of parts of the pattern that are not next to each other.
    #[error("this condition is about {what}")]
    FarApart {
        /// The parts.
        what: &'static str,
    },
    /// Several labels for one node, as in Cypher.
    #[error("found a second `:`, but a node has one label")]
    SecondLabel,
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
    /// The name of an attribute.
    Attribute,
    /// A node or an arc, a dot and an attribute.
    OwnedAttribute,
    /// The dot between them.
    Dot,
    /// What is said about an attribute.
    Comparison,
    /// A value.
    Value,
    /// A text in quotes.
    QuotedText,
    /// The rest of `is missing`.
    Missing,
    /// The rest of `starts with`.
    With,
    /// More of a condition, or its end.
    EndOfCondition,
    /// More values, or the end of the list.
    EndOfChoices,
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
            Self::Attribute => "the name of an attribute",
            Self::OwnedAttribute => "a node or an arc and its attribute, such as `x.age`",
            Self::Dot => "`.` and the name of an attribute",
            Self::Comparison => {
                "a comparison (= != < <= > >=), `in`, `is missing` or `starts with`"
            }
            Self::Value => "a number, a text in quotes, true or false",
            Self::QuotedText => "a text in quotes",
            Self::Missing => "`missing` or `not missing`",
            Self::With => "`with` and a text in quotes",
            Self::EndOfCondition => "`and`, `or`, a comma or the end of the condition",
            Self::EndOfChoices => "a comma or `)`",
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
            Self::Attribute | Self::Comparison | Self::EndOfCondition => {
                "conditions look like this: x{age >= 18, city in (\"Rome\", \"Oslo\")}; quote a name that is not a plain word"
            }
            Self::OwnedAttribute | Self::Dot => {
                "write where x.age < y.age, with nodes and arcs of the pattern"
            }
            Self::Value => "put texts in quotes: city = \"Rome\"",
            Self::QuotedText | Self::With => "write name starts with \"A\"",
            Self::Missing => "write age is missing, or age is not missing",
            Self::EndOfChoices => "write age in (1, 2, 5..9) or age in 5..9",
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
            Self::OtherConditions { .. } => "write all conditions of a node in one place, joined by commas",
            Self::ConditionInGraph => "attributes of graphs come from files, tables and Python objects",
            Self::DeepCondition => "write the condition with fewer parentheses",
            Self::TruthOrder => "compare with = or !=",
            Self::EmptyRange => {
                "a range goes from a smaller to a larger number or text: 1..5; it includes both ends"
            }
            Self::UnknownOwner { .. } => {
                "name the node, or the arc as in -[e:activates]-> or -[e:*]->"
            }
            Self::SameName { .. } => "give every arc that `where` refers to a name of its own",
            Self::AbsentOwner { .. } => {
                "write the condition in the braces of the arc, as in a !-[pays {amount > 100}]-> b"
            }
            Self::FarApart { .. } => {
                "a condition can be about one node, one arc, or an arc and its two ends"
            }
            Self::LinkInParentheses => "write each node on its own: (a)-(b)",
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
