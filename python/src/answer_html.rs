//! The HTML of an answer in a notebook.

use isocount::Meaning;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::graph::Graph;
use crate::pattern::Pattern;
use crate::picture;

/// A picture of a pattern and one match, followed by the match with the user's own nodes.
pub(crate) fn of_match(
    py: Python<'_>,
    pattern: &Pattern,
    graph: &Graph,
    meaning: Meaning,
) -> PyResult<String> {
    let (of, within) = (&pattern.about, &graph.about);
    let (pattern, graph) = (&pattern.loaded, &graph.loaded);
    let nodes = pattern.pattern().nodes();
    let keys: Vec<_> = nodes.map(|node| of.node(py, node)).collect::<PyResult<_>>()?;
    let names = keys.iter().map(|key| Ok(key.str()?.to_string()));
    let names: Vec<String> = names.collect::<PyResult<_>>()?;
    let (picture, mapping) = py.detach(|| picture::of_match(pattern, graph, meaning, &names));
    let Some(mapping) = mapping else { return Ok(picture) };
    let found = PyDict::new(py);
    for (key, image) in keys.iter().zip(mapping) {
        found.set_item(key, within.node(py, image)?)?;
    }
    let found = py.import("html")?.call_method1("escape", (found.repr()?,))?;
    Ok(format!("{picture}<div>one match: <code>{found}</code></div>"))
}
