//! One session for all graphs of the process, so that equal labels are equal everywhere.
//!
//! `package/isocount/_labels.py` names every label of a Python object. Files and texts have label
//! names of their own.

use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use isocount::Label;
use isocount::session::Session;
use pyo3::prelude::*;

static SESSION: LazyLock<Mutex<Session>> = LazyLock::new(Mutex::default);

/// Locks the session. Call it with the interpreter released: another thread may be reading a large
/// file.
pub(crate) fn session() -> MutexGuard<'static, Session> {
    SESSION.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The labels of nodes and edges without labels, as in files without labels.
pub(crate) fn unlabeled(py: Python<'_>) -> (Label, Label) {
    static UNLABELED: OnceLock<(Label, Label)> = OnceLock::new();
    *UNLABELED.get_or_init(|| {
        py.detach(|| {
            let mut session = session();
            (session.node_label("0"), session.edge_label("0"))
        })
    })
}

/// The number of a node label.
#[pyfunction]
pub(crate) fn node_label(py: Python<'_>, name: &str) -> u32 {
    py.detach(|| session().node_label(name).0)
}

/// The number of an edge label.
#[pyfunction]
pub(crate) fn edge_label(py: Python<'_>, name: &str) -> u32 {
    py.detach(|| session().edge_label(name).0)
}

/// The name of a node label.
#[pyfunction]
pub(crate) fn node_label_text(py: Python<'_>, label: u32) -> Option<String> {
    py.detach(|| session().node_label_name(Label(label)))
}

/// The name of an edge label.
#[pyfunction]
pub(crate) fn edge_label_text(py: Python<'_>, label: u32) -> Option<String> {
    py.detach(|| session().edge_label_name(Label(label)))
}
