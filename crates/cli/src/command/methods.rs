//! `isocount methods`: the ways to count, from the registry.

use isocount::METHODS;
use serde::Serialize;

use crate::args::ListArgs;
use crate::error::Failure;
use crate::finish::Finish;
use crate::output::json;
use crate::output::table::Table;
use crate::question::LEARNED;

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    summary: &'static str,
}

pub(crate) fn run(args: &ListArgs) -> Result<Finish, Failure> {
    let mut entries: Vec<Entry> =
        METHODS.iter().map(|method| Entry { name: method.name, summary: method.summary }).collect();
    entries.push(Entry {
        name: LEARNED,
        summary: "an estimate by a trained model: --model RUN; isocount train makes one",
    });
    if args.json {
        return super::print(&entries.iter().map(json::object).collect::<String>());
    }
    let mut rows = vec![["method", "what it does"]];
    rows.extend(entries.iter().map(|entry| [entry.name, entry.summary]));
    super::print(&Table::for_rows(rows.iter().copied()).rows(&rows))
}
