//! SMARTS to a pattern of sets, among the labels that are known.

use std::path::Path;

use isocount_core::{Control, Label, LabelSet, NodeId, Pattern, PatternError};

use super::expression::{AtomPrimitive, BondPrimitive, ORDERS};
use super::parser::{Query, parse};
use super::problem::SmartsProblem;
use super::properties::{AtomProperties, IN_RING};
use crate::read::NamedPattern;
use crate::source::Source;
use crate::syntax_problem::{Found, SyntaxProblem};
use crate::text::Text;
use crate::unique_names::UniqueNames;
use crate::{FormatError, LabelNames};

/// Reads a file: SMARTS and a name in every line.
pub(crate) fn read(
    source: Source<'_>,
    names: &mut LabelNames,
) -> Result<Vec<NamedPattern>, FormatError> {
    let (path, format) = (source.path, source.format);
    let mut pattern_names = UniqueNames::new(source.stem());
    let mut atoms = None;
    let mut lines = source.into_lines();
    let mut patterns = Vec::new();
    while let Some(line) = lines.next_meaningful(b"#")? {
        // Commas and semicolons are part of SMARTS, so only spaces and tabs end it.
        let content = line.content.trim();
        let end = content.find([' ', '\t']).unwrap_or(content.len());
        let (smarts, name) = content.split_at(end);
        let query = parse(line, smarts)?;
        let atoms = match &mut atoms {
            Some(atoms) => &*atoms,
            none => &*none.insert(KnownAtoms::of(names).ok_or_else(|| no_molecules(line, smarts))?),
        };
        let pattern = pattern(&query, atoms, names, line, smarts)?;
        let name = pattern_names.next(name.trim());
        patterns.push(NamedPattern { name, pattern, node_names: None });
    }
    if patterns.is_empty() {
        return Err(FormatError::Empty { path: path.to_owned(), format });
    }
    Ok(patterns)
}

/// Reads SMARTS that were typed; their name is the text.
pub(crate) fn read_text(
    path: &Path,
    smarts: &str,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedPattern, FormatError> {
    control.check()?;
    let line = Text { path, first_line: 1, content: smarts };
    let mut read = || {
        let query = parse(line, smarts)?;
        let atoms = KnownAtoms::of(names).ok_or_else(|| no_molecules(line, smarts))?;
        pattern(&query, &atoms, names, line, smarts)
    };
    let pattern = read().map_err(FormatError::typed)?;
    Ok(NamedPattern { name: smarts.to_owned(), pattern, node_names: None })
}

fn no_molecules(line: Text<'_>, smarts: &str) -> FormatError {
    line.error(smarts, SmartsProblem::NoMolecules.into())
}

/// The labels of atoms that carry their properties.
struct KnownAtoms(Vec<(Label, AtomProperties)>);

impl KnownAtoms {
    /// None if there is no such label.
    fn of(names: &LabelNames) -> Option<Self> {
        let labels = (0..names.num_node_labels() as u32).map(Label);
        let atoms: Vec<_> = labels
            .filter_map(|label| Some((label, AtomProperties::of_label(names.node_text(label)?)?)))
            .collect();
        (!atoms.is_empty()).then_some(Self(atoms))
    }
}

fn pattern(
    query: &Query,
    atoms: &KnownAtoms,
    names: &mut LabelNames,
    line: Text<'_>,
    smarts: &str,
) -> Result<Pattern, FormatError> {
    let mut builder = Pattern::builder();
    for expression in &query.atoms {
        let holds = |atom: &AtomProperties| {
            expression.holds(&|primitive: &AtomPrimitive| primitive.holds(atom))
        };
        let accepted = atoms.0.iter().filter(|(_, atom)| holds(atom)).map(|(label, _)| *label);
        builder.node(LabelSet::one_of(accepted));
    }
    let orders = ORDERS.iter().flat_map(|order| [(*order).to_owned(), format!("{order}{IN_RING}")]);
    let orders: Vec<(String, Label)> =
        orders.map(|order| (order.clone(), names.edge_label(&order))).collect();
    for bond in &query.bonds {
        let holds = |order: &str| {
            bond.expression.holds(&|primitive: &BondPrimitive| primitive.holds(order))
        };
        let accepted = orders.iter().filter(|(order, _)| holds(order)).map(|(_, label)| *label);
        let [a, b] = bond.ends.map(NodeId);
        builder.undirected_edge(a, b, LabelSet::one_of(accepted));
    }
    builder.build().map_err(|error| {
        if let PatternError::Graph(problem) = error {
            let at = line.location(line.offset_of(smarts));
            FormatError::Graph { at, len: smarts.len(), problem }
        } else {
            let (found, expected) = (Found::EndOfText, "SMARTS");
            let problem = SmartsProblem::Unexpected { found, expected };
            line.error(smarts, SyntaxProblem::Smarts(problem))
        }
    })
}
