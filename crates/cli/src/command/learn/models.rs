//! `isocount models`: the learned counters, from the registry.

use isocount::train::MODELS;
use serde::Serialize;

use crate::args::ListArgs;
use crate::command;
use crate::error::Failure;
use crate::finish::Finish;
use crate::output::json;
use crate::output::table::Table;

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    description: &'static str,
}

pub(crate) fn run(args: &ListArgs) -> Result<Finish, Failure> {
    if args.json {
        let lines = MODELS
            .map(|model| json::object(&Entry { name: model.name, description: model.description }));
        return command::print(&lines.concat());
    }
    let mut rows = vec![["model", "what it is"]];
    rows.extend(MODELS.iter().map(|model| [model.name, model.description]));
    command::print(&Table::for_rows(rows.iter().copied()).rows(&rows))
}
