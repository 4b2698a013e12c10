//! `isocount methods`: the counting methods, from the registry.

use isocount::session::{MethodInfo, methods};
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
    let entry = |method: &MethodInfo| Entry { name: method.name, summary: method.summary };
    let entries: Vec<Entry> = methods().iter().map(entry).collect();
    if args.json {
        return super::print(&entries.iter().map(json::object).collect::<String>());
    }
    let mut rows = vec![["method", "what it does"]];
    rows.extend(entries.iter().map(|entry| [entry.name, entry.summary]));
    super::print(&Table::for_rows(rows.iter().copied()).rows(&rows))
}
