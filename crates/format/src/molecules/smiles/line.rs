//! Finds the molecule and its name in a line of a SMILES file.
//!
//! Without a header, the molecule comes first, and its name follows a space, a tab, a comma or a
//! semicolon. A header names the columns: `SMILES Name`, `id,smiles`, and so on.

use std::borrow::Cow;

use super::parser;
use crate::FormatError;
use crate::error::{Found, SyntaxProblem};
use crate::molecules::MoleculeProblem;
use crate::read::Text;

/// The layout of the lines of a file.
pub(super) enum Layout {
    /// The molecule, then its name.
    Plain,
    /// Columns, as named by a header.
    Columns(Columns),
}

pub(super) struct Columns {
    separator: Separator,
    /// The number of columns.
    len: usize,
    smiles: usize,
    name: Option<usize>,
}

/// The contents of a line.
pub(super) struct SmilesLine<'a> {
    pub(super) smiles: &'a str,
    /// Empty if there is no name.
    pub(super) name: Cow<'a, str>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    Spaces,
    Byte(u8),
}

/// The separators that cannot occur in SMILES.
const SEPARATORS: [u8; 3] = [b'\t', b',', b';'];

/// Names of the column of molecules, in lower case.
const SMILES_COLUMNS: [&str; 7] = [
    "smiles",
    "canonical_smiles",
    "isomeric_smiles",
    "isosmiles",
    "smi",
    "structure_smiles",
    "smiles_string",
];

impl Layout {
    /// A header names a column for SMILES, and none of its names is itself a molecule.
    pub(super) fn of_first_line(line: Text<'_>) -> Result<Self, FormatError> {
        let separators = SEPARATORS.map(Separator::Byte).into_iter().chain([Separator::Spaces]);
        for separator in separators {
            let Ok(fields) = split(line, separator) else { continue };
            let columns: Vec<String> =
                fields.iter().map(|field| field.to_ascii_lowercase().replace(' ', "_")).collect();
            let is_smiles = |column: &String| SMILES_COLUMNS.contains(&column.as_str());
            let Some(smiles) = columns.iter().position(is_smiles) else { continue };
            if let Some(second) = columns.iter().skip(smiles + 1).position(is_smiles) {
                let second = &fields[smiles + 1 + second];
                let (first, second) = (fields[smiles].to_string(), second.to_string());
                let problem = SyntaxProblem::RepeatedColumn { first, second };
                return Err(line.error(line.content, problem));
            }
            if smiles > 0 && parser::parse(line, &fields[0]).is_ok() {
                let problem = MoleculeProblem::AmbiguousHeader;
                return Err(line.error(line.content.trim(), SyntaxProblem::Molecule(problem)));
            }
            let name = columns.iter().position(|column| is_name(column));
            let len = columns.len();
            return Ok(Self::Columns(Columns { separator, len, smiles, name }));
        }
        Ok(Self::Plain)
    }

    pub(super) fn is_header(&self) -> bool {
        matches!(self, Self::Columns(_))
    }

    /// The molecule of a line, and its name.
    pub(super) fn read<'a>(&self, line: Text<'a>) -> Result<SmilesLine<'a>, FormatError> {
        match self {
            Self::Plain => plain(line),
            Self::Columns(columns) => columns.read(line),
        }
    }
}

/// Whether a column of this name, in lower case, contains the names of molecules.
fn is_name(column: &str) -> bool {
    ["name", "title", "id"].iter().any(|word| {
        let before = column.strip_suffix(word);
        before.is_some_and(|before| before.is_empty() || before.ends_with(['_', '-', '.']))
    })
}

/// The molecule up to the first separator, and the name after it.
fn plain(line: Text<'_>) -> Result<SmilesLine<'_>, FormatError> {
    let content = line.content.trim();
    let quoted = content.strip_prefix('"').and_then(|rest| rest.split_once('"'));
    let (smiles, rest) = quoted.unwrap_or_else(|| {
        content.split_at(content.find([' ', '\t', ',', ';']).unwrap_or(content.len()))
    });
    if smiles.is_empty() {
        let problem = SyntaxProblem::Unexpected { found: Found::EmptyField, expected: "SMILES" };
        return Err(line.error(smiles, problem));
    }
    let name = match rest.as_bytes().first() {
        None => Cow::Borrowed(""),
        Some(b' ') => {
            let rest = without_extension(line, rest.trim_start())?;
            Cow::Borrowed(rest.split('\t').next().unwrap_or_default().trim())
        }
        // Only a quoted molecule can be followed by something else.
        Some(byte) if !b"\t,;".contains(byte) => {
            let end = rest.find([' ', '\t', ',', ';']).unwrap_or(rest.len());
            let (found, expected) = (Found::text(&rest[..end]), "a separator after the quotes");
            let problem = SyntaxProblem::Unexpected { found, expected };
            return Err(line.error(&rest[..end], problem));
        }
        Some(separator) => {
            let after = Text { content: &rest[1..], ..line };
            let rest = without_extension(line, after.content.trim_start())?;
            let fields = split(Text { content: rest, ..line }, Separator::Byte(*separator))?;
            fields.into_iter().next().unwrap_or_default()
        }
    };
    Ok(SmilesLine { smiles, name })
}

impl Columns {
    fn read<'a>(&self, line: Text<'a>) -> Result<SmilesLine<'a>, FormatError> {
        let mut fields = split(line, self.separator)?;
        let is_loose = self.separator == Separator::Spaces;
        // Names may contain spaces; the end of a line may have some as well.
        let last = self.len - 1;
        if is_loose && self.name == Some(last) && fields.len() > last {
            let start = line.offset_of(&fields[last]);
            fields.truncate(last);
            fields.push(Cow::Borrowed(line.content[start..].trim_end()));
        }
        let is_short_of_name = is_loose && self.name == Some(last) && fields.len() == last;
        if fields.len() != self.len && !is_short_of_name {
            let (found, expected) = (fields.len(), self.len);
            let problem = SyntaxProblem::WrongColumns { found, expected };
            return Err(line.error(line.content.trim(), problem));
        }
        let name = match self.name {
            Some(name) if name < fields.len() => fields[name].clone(),
            _ => Cow::Borrowed(""),
        };
        let smiles = match &fields[self.smiles] {
            Cow::Borrowed(smiles) => *smiles,
            // Doubled quotes; the character before them tells what is wrong.
            Cow::Owned(_) => line.content.trim(),
        };
        // Extended SMILES have a column of their own that contains spaces.
        let (smiles, rest) = smiles.split_once(' ').unwrap_or((smiles, ""));
        without_extension(line, rest.trim_start())?;
        if smiles.is_empty() {
            let problem =
                SyntaxProblem::Unexpected { found: Found::EmptyField, expected: "SMILES" };
            return Err(line.error(line.content.trim(), problem));
        }
        Ok(SmilesLine { smiles, name })
    }
}

/// The fields of a line, without surrounding spaces and quotes.
fn split(line: Text<'_>, separator: Separator) -> Result<Vec<Cow<'_, str>>, FormatError> {
    let Separator::Byte(separator) = separator else {
        return Ok(line.content.split_ascii_whitespace().map(Cow::Borrowed).collect());
    };
    let mut fields = Vec::new();
    let mut rest = line.content;
    loop {
        let start = rest.trim_start_matches(' ');
        let (field, after) = match start.strip_prefix('"') {
            None => {
                let end = start.bytes().position(|byte| byte == separator).unwrap_or(start.len());
                (Cow::Borrowed(start[..end].trim()), &start[end..])
            }
            Some(inside) => {
                let Some(end) = closing_quote(inside) else {
                    return Err(line.error(start, SyntaxProblem::UnclosedString));
                };
                let field = match &inside[..end] {
                    field if field.contains("\"\"") => Cow::Owned(field.replace("\"\"", "\"")),
                    field => Cow::Borrowed(field),
                };
                (field, inside[end + 1..].trim_start_matches(' '))
            }
        };
        fields.push(field);
        rest = match after.as_bytes().first() {
            None => return Ok(fields),
            Some(&byte) if byte == separator => &after[1..],
            Some(_) => return Err(line.unexpected(after, "a separator after the closing quote")),
        };
    }
}

/// The end of a quoted field: a quote that is not doubled.
fn closing_quote(inside: &str) -> Option<usize> {
    let bytes = inside.as_bytes();
    let mut at = 0;
    loop {
        at += memchr::memchr(b'"', &bytes[at..])?;
        if bytes.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

/// The prefixes of extensions that describe stereochemistry: groups, wedges, double bonds.
const STEREO: [&str; 11] = ["", "a", "o", "&", "r", "w", "wU", "wD", "c", "t", "ctu"];

/// The text after the `ChemAxon` extension between two bars, if there is one. The extension may
/// describe stereochemistry, which is ignored here; anything else is refused.
fn without_extension<'a>(line: Text<'a>, rest: &'a str) -> Result<&'a str, FormatError> {
    let Some(inside) = rest.strip_prefix('|') else { return Ok(rest) };
    let (extension, after) = inside.split_once('|').unwrap_or((inside, ""));
    let is_stereo = |word: &str| {
        let number = word.find(|c: char| c.is_ascii_digit() || c == ':').unwrap_or(word.len());
        let (kind, numbers) = word.split_at(number);
        STEREO.contains(&kind)
            && numbers.bytes().all(|byte| byte.is_ascii_digit() || b":.".contains(&byte))
    };
    if !extension.split(',').all(is_stereo) {
        let len = rest.len() - after.len();
        return Err(line.error(&rest[..len], SyntaxProblem::Molecule(MoleculeProblem::Extension)));
    }
    Ok(after.trim_start())
}
