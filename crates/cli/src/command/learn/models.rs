//! `isocount models`: the learned counters, from the registry.

use isocount::train::{MODELS, Vocabulary};
use serde::Serialize;

use crate::args::ListArgs;
use crate::command;
use crate::error::Failure;
use crate::finish::Finish;
use crate::output::json;
use crate::output::table::Table;

/// That of SMALL, for which parameters are counted.
const SMALL: Vocabulary = Vocabulary { node_labels: 16, edge_labels: 16 };

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    parameters: usize,
    description: &'static str,
}

pub(crate) fn run(args: &ListArgs) -> Result<Finish, Failure> {
    let entries = MODELS.map(|model| Entry {
        name: model.name,
        parameters: model.num_parameters(SMALL),
        description: model.description,
    });
    if args.json {
        return command::print(&entries.map(|entry| json::object(&entry)).concat());
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
