//! How a file or a text is read, from keyword arguments.
//!
//! `package/isocount/_reading.py` knows which options apply to which source, and refuses the
//! others.

use std::path::{Path, PathBuf};

use isocount::format::collection;
use isocount::format::{
    Aromaticity, AtomDetail, AtomLabel, Format, Hydrogens, KeptAttributes, Notation, ReadOptions,
};
use isocount::session::{Example, Readout, Source};
use isocount::{Directions, Labels, Semantics, View};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::batch::KINDS;
use crate::error::{OrRaise, input};
use crate::reading::path_of;

/// What to do about repeated edges.
const DUPLICATES: &[&str] = &["refuse", "merge"];

/// The options of one source.
pub(crate) struct FileOptions {
    pub(crate) options: ReadOptions,
    pub(crate) name: Option<String>,
    pub(crate) directed: Option<bool>,
}

impl FileOptions {
    pub(crate) fn of(
        source: &Bound<'_, PyAny>,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let py = source.py();
        let mut read =
            Self { options: ReadOptions::new().with_node_names(), name: None, directed: None };
        let Some(given) = given.filter(|given| !given.is_empty()) else { return Ok(read) };
        let module = py.import("isocount._reading")?;
        let checked = module.getattr("checked")?.call1((source, given))?;
        for (key, value) in checked.cast::<PyDict>()? {
            read.set(py, &key.extract::<String>()?, &value)?;
        }
        Ok(read)
    }

    fn set(&mut self, py: Python<'_>, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let options = std::mem::take(&mut self.options);
        let molecules = options.molecules;
        self.options = match key {
            "name" => {
                self.name = Some(value.extract()?);
                options
            }
            "directed" => {
                self.directed = Some(value.extract()?);
                options
            }
            "format" => options.with_format(format(py, &value.extract::<String>()?)?),
            "node_label" => match label_key(py, key, value)? {
                Some(name) => options.with_node_label_key(name),
                None => options.without_node_labels(),
            },
            "edge_label" => match label_key(py, key, value)? {
                Some(name) => options.with_edge_label_key(name),
                None => options.without_edge_labels(),
            },
            "duplicates" => match choice(py, key, value, DUPLICATES)? {
                0 => options,
                _ => options.with_duplicates_merged(),
            },
            "hydrogens" => {
                let names: Vec<&str> = Hydrogens::ALL.iter().map(|it| it.name()).collect();
                let hydrogens = Hydrogens::ALL[choice(py, key, value, &names)?];
                options.with_molecules(molecules.with_hydrogens(hydrogens))
            }
            "aromaticity" => {
                let names: Vec<&str> = Aromaticity::ALL.iter().map(|it| it.name()).collect();
                let aromaticity = Aromaticity::ALL[choice(py, key, value, &names)?];
                options.with_molecules(molecules.with_aromaticity(aromaticity))
            }
            "atom_label" => {
                let label = atom_label(&value.extract::<String>()?)?;
                options.with_molecules(molecules.with_atom_label(label))
            }
            "attributes" => options.with_attributes(attributes(value)?),
            "smarts" if value.extract()? => options.with_molecules(molecules.for_smarts()),
            "smarts" => options,
            _ => {
                let problem = format!("reading a file takes no argument {key:?}");
                return Err(PyTypeError::new_err(problem));
            }
        };
        Ok(())
    }
}

fn format(py: Python<'_>, name: &str) -> PyResult<Format> {
    name.parse().map_err(|error: isocount::format::ParseFormatError| {
        input(py, &error.to_string(), "see isocount.formats()")
    })
}

/// The index of a word among the choices of an option.
fn choice(
    py: Python<'_>,
    key: &str,
    value: &Bound<'_, PyAny>,
    choices: &[&str],
) -> PyResult<usize> {
    let word: Option<String> = value.extract().ok();
    let place = word.and_then(|word| choices.iter().position(|&choice| choice == word));
    place.ok_or_else(|| {
        let shown = value.repr().map(|text| text.to_string()).unwrap_or_default();
        let choices: Vec<String> = choices.iter().map(|choice| format!("{choice:?}")).collect();
        input(
            py,
            &format!("{key}={shown} is not a valid choice"),
            &format!("use {}", choices.join(" or ")),
        )
    })
}

/// The attribute that contains a label; `None` if labels are not wanted.
fn label_key(py: Python<'_>, key: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(is_wanted) = value.extract::<bool>()
        && !is_wanted
    {
        return Ok(None);
    }
    value.extract::<String>().map(Some).map_err(|_| {
        let problem =
            format!("{key} for a file must be the name of an attribute or column, or False");
        input(
            py,
            &problem,
            "for a function or a sequence, read the file with another library first",
        )
    })
}

/// The attributes that are kept, by nodes and edges; `None` for all.
fn attributes(value: &Bound<'_, PyAny>) -> PyResult<KeptAttributes> {
    let [nodes, edges] = ["nodes", "edges"]
        .map(|of| value.get_item(of).and_then(|names| names.extract::<Option<Vec<String>>>()));
    Ok(match (nodes?, edges?) {
        (Some(nodes), Some(edges)) => KeptAttributes::named(
            nodes.iter().map(String::as_str),
            edges.iter().map(String::as_str),
        ),
        _ => KeptAttributes::All,
    })
}

fn atom_label(text: &str) -> PyResult<AtomLabel> {
    let parsed: Result<AtomLabel, _> = text.parse();
    parsed.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The details that an atom label adds to the element; a `ValueError` if one is unknown.
#[pyfunction]
pub(crate) fn atom_details(text: &str) -> PyResult<Vec<&'static str>> {
    let label = atom_label(text)?;
    let details = AtomDetail::ALL.iter().filter(|detail| label.has(**detail));
    Ok(details.map(|detail| detail.name()).collect())
}

/// The kind of a path or a text: `smiles`, `smarts` or `text`; a file or folder of `molecules`, of
/// other `graphs`, of `both`, or a `smarts file`.
#[pyfunction]
#[pyo3(signature = (source, format=None))]
pub(crate) fn source_kind(
    source: &Bound<'_, PyAny>,
    format: Option<&str>,
) -> PyResult<&'static str> {
    let (py, path) = (source.py(), path_of(source)?);
    let format = format.map(|name| self::format(py, name)).transpose()?;
    Ok(py.detach(|| kind(path, format)))
}

fn kind(path: PathBuf, format: Option<Format>) -> &'static str {
    let path = match path.to_str().and_then(|it| it.strip_prefix("example:")).map(Example::by_name)
    {
        Some(Ok(example)) => PathBuf::from(example.file_name()),
        _ => path,
    };
    match Source::argument(&path).notation() {
        Some(Notation::Smiles) => return "smiles",
        Some(Notation::Smarts) => return "smarts",
        Some(_) => return "text",
        None => {}
    }
    let formats: Vec<Option<Format>> = match format {
        Some(format) => vec![Some(format)],
        None if path.is_dir() => {
            let members = collection::list(&path, &ReadOptions::new()).unwrap_or_default();
            members.iter().map(collection::Member::format).collect()
        }
        None => vec![Format::from_path(Path::new(&path))],
    };
    let is_molecule =
        |format: &Option<Format>| matches!(format, Some(Format::Smiles | Format::Sdf));
    if !formats.is_empty() && formats.iter().all(|format| *format == Some(Format::Smarts)) {
        return "smarts file";
    }
    match formats.iter().filter(|format| is_molecule(format)).count() {
        0 => "graphs",
        number if number == formats.len() => "molecules",
        _ => "both",
    }
}

/// The files of a folder that are read as graphs, in reading order.
#[pyfunction]
pub(crate) fn folder_files(path: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    let (py, path) = (path.py(), path_of(path)?);
    let members = py.detach(|| collection::list(&path, &ReadOptions::new())).or_raise(py)?;
    Ok(members.iter().map(|member| member.path().to_owned()).collect())
}

/// The words that arguments accept, by purpose. These come from the registries; `_words.py` repeats
/// them for type checkers.
#[pyfunction]
pub(crate) fn word_list() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut semantics: Vec<&str> = Semantics::ALL.iter().map(|it| it.name()).collect();
    semantics.dedup();
    let mut units: Vec<&str> = Semantics::ALL.iter().map(|it| it.unit().name()).collect();
    units.sort_unstable();
    units.dedup();
    let nothing = View {
        node_labels: Labels::Ignore,
        edge_labels: Labels::Ignore,
        directions: Directions::Ignore,
    };
    vec![
        ("Semantics", semantics),
        ("Unit", units),
        ("Ignored", nothing.ignored().collect()),
        ("Hydrogens", Hydrogens::ALL.iter().map(|it| it.name()).collect()),
        ("Aromaticity", Aromaticity::ALL.iter().map(|it| it.name()).collect()),
        ("Duplicates", DUPLICATES.to_vec()),
        ("Readout", Readout::ALL.iter().map(|it| it.name()).collect()),
        ("Kind", KINDS[..KINDS.len() - 1].to_vec()),
    ]
}
