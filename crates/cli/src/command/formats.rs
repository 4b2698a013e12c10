//! `isocount formats`: the graph formats, from the registry.

use isocount::format::Format;
use serde::Serialize;

use crate::args::ListArgs;
use crate::error::Failure;
use crate::finish::Finish;
use crate::output::json;
use crate::output::table::Table;

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    extensions: &'static [&'static str],
    can_read: bool,
    can_write: bool,
    description: &'static str,
}

pub(crate) fn run(args: &ListArgs) -> Result<Finish, Failure> {
    let entry = |format: &Format| Entry {
        name: format.name(),
        extensions: format.extensions(),
        can_read: format.can_read(),
        can_write: format.can_write(),
        description: format.description(),
    };
    let entries: Vec<Entry> = Format::ALL.iter().map(entry).collect();
    let list = if args.json { entries.iter().map(json::object).collect() } else { table(&entries) };
    super::print(&list)
}

fn table(entries: &[Entry]) -> String {
    let endings = |entry: &Entry| match entry.extensions {
        [] => "(folder)".to_owned(),
        extensions => extensions.iter().map(|e| format!(".{e}")).collect::<Vec<_>>().join(" "),
    };
    let endings: Vec<String> = entries.iter().map(endings).collect();
    let mut rows = vec![["format", "file names", "use", "what it is"]];
    for (entry, endings) in entries.iter().zip(&endings) {
        let usable = match (entry.can_read, entry.can_write) {
            (true, true) => "read, write",
            (true, false) => "read",
            (false, _) => "write",
        };
        rows.push([entry.name, endings, usable, entry.description]);
    }
    Table::for_rows(rows.iter().copied()).rows(&rows)
}
