//! `isocount models`: the learned counters, from the registry.

use isocount_model::{MODELS, ModelEntry, Vocabulary};
use isocount_nn as nn;
use serde::Serialize;

use crate::args::ListArgs;
use crate::command;
use crate::error::Failure;
use crate::finish::Finish;
use crate::output::json;
use crate::output::table::Table;

/// The vocabulary of SMALL, for which parameters are counted.
const SMALL: Vocabulary = Vocabulary { node_labels: 16, edge_labels: 16 };

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    parameters: usize,
    description: &'static str,
}

pub(crate) fn run(args: &ListArgs) -> Result<Finish, Failure> {
    let entry = |model: &ModelEntry| Entry {
        name: model.name,
        parameters: nn::num_parameters(model, SMALL),
        description: model.description,
    };
    let entries: Vec<Entry> = MODELS.iter().map(entry).collect();
    if args.json {
        return command::print(&entries.iter().map(json::object).collect::<String>());
    }
    let parameters: Vec<String> =
        entries.iter().map(|entry| format!("{:>10}", entry.parameters)).collect();
    let mut rows = vec![["model", "parameters", "what it is"]];
    rows.extend(
        entries.iter().zip(&parameters).map(|(it, number)| [it.name, number, it.description]),
    );
    let table = Table::for_rows(rows.iter().copied()).rows(&rows);
    command::print(&format!(
        "{table}\nParameters are those for SMALL: 16 node and 16 edge labels.\n"
    ))
}
