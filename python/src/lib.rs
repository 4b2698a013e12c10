//! The native part of the Python package `isocount`: the session layer as Python classes.
//!
//! This crate does not count. It converts Python objects to values of the session layer, asks
//! questions with the interpreter released, and converts answers to Python objects.
//! `package/isocount/` contains the public names; this module is `isocount._native`.

// Python passes arguments by value.
#![allow(clippy::needless_pass_by_value)]
// Docstrings of classes use Python's markup.
#![allow(clippy::doc_markdown)]
// Numbers of nodes, arcs and rows are far below the limits of signed types.
#![allow(clippy::cast_possible_wrap)]

mod advice;
mod answer;
mod answer_dict;
mod answer_html;
mod arrays;
mod arrow;
mod arrow_in;
mod ask;
mod attributes;
mod batch;
mod error;
mod file_options;
mod forecast;
mod graph;
mod interrupt;
mod labels;
mod learn;
mod matches;
mod motifs;
mod node_names;
mod open_graph;
mod parts;
mod pattern;
mod picture;
mod reading;
mod share;
mod table;
mod work;

use pyo3::prelude::*;

/// The native module, `isocount._native`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::answer::Answer;
    #[pymodule_export]
    use crate::arrow_in::arrow_columns;
    #[pymodule_export]
    use crate::ask::{Ask, method_list};
    #[pymodule_export]
    use crate::batch::count_many;
    #[pymodule_export]
    use crate::file_options::{atom_details, folder_files, source_kind, word_list};
    #[pymodule_export]
    use crate::graph::Graph;
    #[pymodule_export]
    use crate::labels::{edge_label, edge_label_text, node_label, node_label_text};
    #[pymodule_export]
    use crate::learn::dataset::Dataset;
    #[pymodule_export]
    use crate::learn::evaluate::{evaluate, evaluate_part, judge_outcomes, test_size};
    #[pymodule_export]
    use crate::learn::labelling::Labelling;
    #[pymodule_export]
    use crate::learn::model::Model;
    #[pymodule_export]
    use crate::learn::train::{GroupWorker, arithmetic, model_list, train};
    #[pymodule_export]
    use crate::matches::Matches;
    #[pymodule_export]
    use crate::motifs::{Question as MotifQuestion, motif_samples, motifs, node_counts};
    #[pymodule_export]
    use crate::open_graph::OpenGraph;
    #[pymodule_export]
    use crate::parts::count_per;
    #[pymodule_export]
    use crate::pattern::Pattern;
    #[pymodule_export]
    use crate::reading::{format_list, read_graphs, read_name_pairs, read_patterns};
    #[pymodule_export]
    use crate::share::{automorphisms, count_share, predicted_times};
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::work::Work;

    use pyo3::prelude::*;

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::interrupt::remember_main_thread(module.py())
    }
}
