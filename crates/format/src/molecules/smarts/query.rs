//! Converts SMARTS to a pattern of sets of the known labels.
//!
//! The sets of bonds are fixed. Those of atoms grow with the molecules that are read, so the
//! conditions are stored, and [`Smarts::pattern`] evaluates them again.

use std::path::Path;

use isocount_core::{Control, Label, LabelSet, NodeId, Pattern, PatternError};

use super::expression::{AtomPrimitive, BondPrimitive, Expression, ORDERS};
use super::parser::{Query, parse};
use super::problem::SmartsProblem;
use super::properties::{AtomProperties, IN_RING};
use crate::error::{FoundInstead, SyntaxProblem};
use crate::names::UniqueNames;
use crate::read::{NamedPattern, Source, Text};
use crate::{Entry, FormatError, LabelNames, Location, ReadOptions, SmartsOrder};

/// The conditions of a pattern in SMARTS.
///
/// ```
/// use isocount_core::{Control, NodeId};
/// use isocount_format::{
///     LabelNames, MoleculeOptions, Notation, ReadOptions, read_pattern_text, read_text,
/// };
///
/// let mut names = LabelNames::new();
/// let options = ReadOptions::new().with_molecules_later();
/// let acid = "[CX3](=O)[OX2H1]";
/// let acid = read_pattern_text(Notation::Smarts, acid, &options, &mut names, &Control::NONE)?;
/// let acid = acid.smarts.unwrap();
/// assert!(acid.pattern(&names).is_none());
///
/// let options = ReadOptions::new().with_molecules(MoleculeOptions::new().for_smarts());
/// let vinegar = read_text(Notation::Smiles, "CC(=O)O", &options, &mut names, &Control::NONE)?.graph;
/// let acid = acid.pattern(&names).unwrap();
/// assert!(acid.accepts_node(NodeId(2), vinegar.node_label(NodeId(3))));
/// # Ok::<(), isocount_format::FormatError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smarts {
    atoms: Vec<Expression<AtomPrimitive>>,
    bonds: Vec<([NodeId; 2], LabelSet)>,
}

impl Smarts {
    fn new(query: Query, names: &mut LabelNames) -> Self {
        let orders =
            ORDERS.iter().flat_map(|order| [(*order).to_owned(), format!("{order}{IN_RING}")]);
        let orders: Vec<(String, Label)> =
            orders.map(|order| (order.clone(), names.edge_label(&order))).collect();
        let bonds = query.bonds.into_iter().map(|bond| {
            let holds = |order: &str| {
                bond.expression.holds(&|primitive: &BondPrimitive| primitive.holds(order))
            };
            let accepted = orders.iter().filter(|(order, _)| holds(order)).map(|(_, label)| *label);
            (bond.ends.map(NodeId), LabelSet::one_of(accepted))
        });
        Self { bonds: bonds.collect(), atoms: query.atoms }
    }

    /// The pattern for the labels that are known so far in the session or reader that read it.
    /// `None` if no molecules were read [for SMARTS](crate::MoleculeOptions::for_smarts).
    #[must_use]
    pub fn pattern(&self, names: &LabelNames) -> Option<Pattern> {
        self.among(&KnownAtoms::of(names)?).ok()
    }

    /// Whether a node label contains the properties that SMARTS refer to, that is, its molecule was
    /// read [for SMARTS](crate::MoleculeOptions::for_smarts).
    #[must_use]
    pub fn knows_label(label: &str) -> bool {
        AtomProperties::of_label(label).is_some()
    }

    fn among(&self, known: &KnownAtoms) -> Result<Pattern, PatternError> {
        let mut builder = Pattern::builder();
        for expression in &self.atoms {
            let holds = |atom: &AtomProperties| {
                expression.holds(&|primitive: &AtomPrimitive| primitive.holds(atom))
            };
            let accepted = known.0.iter().filter(|(_, atom)| holds(atom)).map(|(label, _)| *label);
            builder.node(LabelSet::one_of(accepted));
        }
        for ([a, b], accepted) in &self.bonds {
            builder.undirected_edge(*a, *b, accepted.clone());
        }
        builder.build()
    }
}

/// Reads a file: SMARTS and a name in every line.
pub(super) fn read(
    source: Source<'_>,
    names: &mut LabelNames,
) -> Result<Vec<Entry<NamedPattern>>, FormatError> {
    let (path, format, options) = (source.path, source.format, source.options);
    let mut pattern_names = UniqueNames::new(source.stem());
    let known = KnownAtoms::of(names);
    let mut lines = source.into_lines();
    let mut patterns = Vec::new();
    loop {
        let line = match lines.next_meaningful(b"#") {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(problem) => {
                patterns.push(Err(options.faults.entry(|| pattern_names.next(""), problem)?));
                continue;
            }
        };
        // Commas and semicolons are part of SMARTS, so only spaces and tabs end it.
        let content = line.content.trim();
        let end = content.find([' ', '\t']).unwrap_or(content.len());
        let (smarts, name) = content.split_at(end);
        let name = pattern_names.next(name.trim());
        let read = parse(line, smarts).and_then(|query| {
            named(name.clone(), query, known.as_ref(), options, names, line, smarts)
        });
        patterns.push(match read {
            Ok(pattern) => Ok(pattern),
            Err(problem) => Err(options.faults.entry(|| name, problem)?),
        });
    }
    if patterns.is_empty() {
        return Err(FormatError::Empty { path: path.to_owned(), format });
    }
    Ok(patterns)
}

/// The error for SMARTS of this length where a graph is expected.
pub(crate) fn not_a_graph(path: &Path, len: usize) -> FormatError {
    let (at, problem) = (Location::line(path, 1), SmartsProblem::NotAGraph);
    FormatError::Syntax { at, len, problem: problem.into() }
}

/// Reads SMARTS that a user typed; the name is the text.
pub(crate) fn read_text(
    path: &Path,
    smarts: &str,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedPattern, FormatError> {
    control.check()?;
    let line = Text { path, first_line: 1, content: smarts };
    let mut read = || {
        let (query, known) = (parse(line, smarts)?, KnownAtoms::of(names));
        named(smarts.to_owned(), query, known.as_ref(), options, names, line, smarts)
    };
    read().map_err(FormatError::typed)
}

/// The labels of atoms that contain their properties.
#[derive(Default)]
struct KnownAtoms(Vec<(Label, AtomProperties)>);

impl KnownAtoms {
    /// Returns `None` if there is no such label.
    fn of(names: &LabelNames) -> Option<Self> {
        let labels = (0..names.num_node_labels() as u32).map(Label);
        let atoms: Vec<_> = labels
            .filter_map(|label| Some((label, AtomProperties::of_label(names.node_text(label)?)?)))
            .collect();
        (!atoms.is_empty()).then_some(Self(atoms))
    }
}

fn named(
    name: String,
    query: Query,
    known: Option<&KnownAtoms>,
    options: &ReadOptions,
    names: &mut LabelNames,
    line: Text<'_>,
    text: &str,
) -> Result<NamedPattern, FormatError> {
    let (smarts, none) = (Smarts::new(query, names), KnownAtoms::default());
    let known = match (known, options.smarts) {
        (Some(known), _) => known,
        (None, SmartsOrder::MoleculesLater) => &none,
        (None, SmartsOrder::MoleculesFirst) => {
            return Err(line.error(text, SmartsProblem::NoMolecules.into()));
        }
    };
    let pattern = smarts.among(known).map_err(|error| {
        if let PatternError::Graph(problem) = error {
            let at = line.location(line.offset_of(text));
            FormatError::Graph { at, len: text.len(), problem }
        } else {
            let (found, expected) = (FoundInstead::EndOfText, "SMARTS");
            let problem = SmartsProblem::Unexpected { found, expected };
            line.error(text, SyntaxProblem::Smarts(problem))
        }
    })?;
    Ok(NamedPattern { name, pattern, node_names: None, smarts: Some(smarts), conditions: None })
}
