//! SMILES files: one molecule per line, followed by its name.
//!
//! ```text
//! CC(=O)Oc1ccccc1C(=O)O aspirin
//! OC(=O)c1ccccc1O salicylic acid
//! ```
//!
//! [`SmilesLine`] finds the molecule and its name in a line, and [`parser`] reads the molecule.

mod line;
mod parser;

use isocount_core::{Control, NodeId};

use self::line::{Layout, SmilesLine};
use super::problem::MoleculeProblem;
use super::to_graph::{GraphMaker, atom_name};
use crate::builder::Origin;
use crate::error::SyntaxProblem;
use crate::format::FormatRow;
use crate::names::{FileLabels, GraphNames, UniqueNames};
use crate::read::{NamedGraph, Reader, Source, Text};
use crate::write::Writer;
use crate::{Entry, FormatError, LabelNames, Location, Notation, ReadOptions};

pub(crate) const FORMAT: FormatRow = FormatRow {
    name: "smiles",
    extensions: &["smi", "smiles", "ism"],
    description: "molecules as SMILES, one per line with its name; many graphs",
    graph_names: GraphNames::OwnOrFileOrNumber,
    reader: Reader::Entries(read),
    pattern_reader: None,
    writer: Writer::None,
};

fn read(
    source: Source<'_>,
    mut names: FileLabels<'_>,
) -> Result<Vec<Entry<NamedGraph>>, FormatError> {
    let (path, format, faults) = (source.path, source.format, source.options.faults);
    let mut graph_names = UniqueNames::new(source.stem());
    let mut maker = GraphMaker::new(source.options, source.control);
    let mut lines = source.into_lines();
    let mut layout: Option<Layout> = None;
    let mut graphs = Vec::new();
    loop {
        let line = match lines.next_meaningful(b"#") {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(problem) => {
                graphs.push(Err(faults.entry(|| graph_names.next(""), problem)?));
                continue;
            }
        };
        if layout.is_none() {
            let found = layout.insert(Layout::of_first_line(line)?);
            if found.is_header() {
                continue;
            }
        }
        let layout = layout.as_ref().unwrap_or(&Layout::Plain);
        let found = layout.read(line);
        let name = found.as_ref().map_or("", |found| &found.name);
        let name = graph_names.next(name);
        let graph = found.and_then(|SmilesLine { smiles, .. }| {
            let mut molecule = parser::parse(line, smiles);
            if graphs.is_empty() && !layout.is_header() {
                molecule = molecule.map_err(or_a_header);
            }
            maker.make(molecule?, &InLine { line, smiles }, &mut names)
        });
        graphs.push(match graph {
            Ok(graph) => Ok(NamedGraph::new(name, graph)),
            Err(problem) => Err(faults.entry(|| name, problem)?),
        });
    }
    if graphs.is_empty() {
        return Err(FormatError::Empty { path: path.to_owned(), format });
    }
    graph_names.finish(&mut graphs);
    Ok(graphs)
}

/// If the first line of a file is wrong, it may be an unknown header.
fn or_a_header(error: FormatError) -> FormatError {
    match error {
        FormatError::Syntax { at, len, problem: SyntaxProblem::Unexpected { found, expected } } => {
            let problem = MoleculeProblem::FirstLine { found, expected };
            FormatError::Syntax { at, len, problem: problem.into() }
        }
        error => error,
    }
}

/// Reads one molecule from text; its name is the text.
pub(crate) fn read_text(
    text: &str,
    options: &ReadOptions,
    names: &mut LabelNames,
    control: &Control,
) -> Result<NamedGraph, FormatError> {
    let argument = Notation::Smiles.argument(text);
    let line = Text { path: argument.as_ref(), first_line: 1, content: text };
    let molecule = parser::parse(line, text)?;
    let mut maker = GraphMaker::new(options, control);
    let mut names = FileLabels::new(names, options);
    let graph = maker.make(molecule, &InLine { line, smiles: text }, &mut names)?;
    Ok(NamedGraph::new(text, graph))
}

/// Places are offsets into a part of a line.
struct InLine<'a> {
    line: Text<'a>,
    smiles: &'a str,
}

impl Origin for InLine<'_> {
    fn locate(&self, place: u32) -> Location {
        self.line.location(self.line.offset_of(self.smiles) + place as usize)
    }

    fn node_name(&self, node: NodeId) -> String {
        atom_name(node)
    }
}
