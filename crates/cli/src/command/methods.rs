//! `isocount methods`: the ways to count, from the registry.

use isocount::METHODS;
use serde::Serialize;

use crate::args::ListArgs;
use crate::error::Failure;
use crate::finish::Finish;
use crate::output::json;
use crate::output::table::Table;

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    summary: &'static str,
}

pub(crate) fn run(args: &ListArgs) -> Result<Finish, Failure> {
    let entries = METHODS.map(|method| Entry { name: method.name, summary: method.summary });
    if args.json {
        return super::print(&entries.map(|entry| json::object(&entry)).concat());
    }
    let mut rows = vec![["method", "what it does"]];
    rows.extend(entries.map(|entry| [entry.name, entry.summary]));
    super::print(&Table::for_rows(rows.iter().copied()).rows(&rows))
}
