//! A folder of GML files, one for each pattern and graph, and a table of counts by file name.
//!
//! ```text
//! pattern,graph,count,answer,part
//! P_N3_E2_NL1_EL1_0,MUTAG_0,24,exact,train
//! ```

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use isocount_core::{Control, printable};
use isocount_format::Format;

use super::{Export, Output, triples};
use crate::DataError;
use crate::ticker::Ticker;

pub(super) const COUNTS: &str = "counts.csv";

pub(super) fn write(
    export: &Export<'_>,
    folder: &Path,
    control: &Control,
) -> Result<(), DataError> {
    let names = export.dataset.about().labels.to_label_names();
    for (kind, members) in export.members() {
        let place = folder.join(kind);
        fs::create_dir(&place).map_err(|source| DataError::write(&place, source))?;
        for ix in 0..members.len() {
            control.check()?;
            let graph = members.graph(ix, control)?;
            let mut file =
                Output::create(&place, &format!("{}.gml", file_name(kind, members.name(ix))?))?;
            file.put_graph(|out| {
                isocount_format::write(&graph, &names, Format::Gml, out, control)
            })?;
            file.finish()?;
            control.advance(1);
        }
    }
    let mut file = Output::create(folder, COUNTS)?;
    let mut ticker = Ticker::new(control);
    // The interval columns are present if any count was estimated.
    let has_estimates = export.dataset.about().sizes.estimates > 0;
    let heading = ["pattern", "graph", "count", "answer", "part", "low", "high"];
    let columns = if has_estimates { &heading[..] } else { &heading[..5] };
    file.put(|out| writeln!(out, "{}", columns.join(",")))?;
    let mut rows = triples::rows(export).peekable();
    while rows.peek().is_some() {
        let mut table = csv::Writer::from_writer(Vec::new());
        for row in rows.by_ref().take(AT_ONCE) {
            let pattern = file_name("patterns", row.pattern)?;
            let graph = file_name("graphs", row.graph)?;
            let [count, low, high] = [row.count, row.low, row.high].map(Option::unwrap_or_default);
            let cells = [&*pattern, &*graph, &*count, row.answer, row.part, &*low, &*high];
            table.write_record(&cells[..columns.len()]).expect("writing to memory cannot fail");
        }
        let table = table.into_inner().expect("writing to memory cannot fail");
        file.put(|out| out.write_all(&table))?;
        ticker.tick(8 * AT_ONCE)?;
    }
    file.finish()
}

/// Rows between two checks of the control.
const AT_ONCE: usize = 1 << 10;

/// File names that readers of a folder skip.
const SKIPPED: [&str; 4] = ["readme", "license", "copying", "citation"];

/// Most bytes of a name; file systems allow 255 with the ending.
const LONGEST_NAME: usize = 240;

/// The file name of a graph without its ending; readers of a folder use it as the name of the
/// graph. Characters that a file name cannot have are percent-encoded: `a%2Fb`.
fn file_name(kind: &str, name: &str) -> Result<String, DataError> {
    let is_skipped = SKIPPED.contains(&name.to_ascii_lowercase().as_str());
    let last = name.chars().count().saturating_sub(1);
    let mut file = String::with_capacity(name.len());
    for (place, c) in name.chars().enumerate() {
        let is_at_an_end = place == 0 || place == last;
        let is_escaped = c.is_control()
            || "/\\%".contains(c)
            || (place == 0 && (c == '.' || is_skipped))
            || (is_at_an_end && c.is_whitespace());
        if is_escaped {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                // Writing to a string cannot fail.
                let _ = write!(file, "%{byte:02X}");
            }
        } else {
            file.push(c);
        }
    }
    if file.is_empty() || file.len() > LONGEST_NAME {
        return Err(DataError::impossible(
            format!("{kind}: `{}` cannot be the name of a file", printable(name)),
            "export to jsonl or npz, which hold any name",
        ));
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_files() {
        for (name, file) in [
            ("MUTAG_0", "MUTAG_0"),
            ("v1.2, \"é\"", "v1.2, \"é\""),
            ("p/g", "p%2Fg"),
            ("..", "%2E."),
            ("100%", "100%25"),
            ("tab\t \u{85}", "tab%09 %C2%85"),
            (" a b ", "%20a b%20"),
            ("README", "%52EADME"),
        ] {
            assert_eq!(file_name("graphs", name).unwrap(), file);
        }
        for name in ["", &"é".repeat(121)] {
            let said = file_name("graphs", name).unwrap_err().to_string();
            assert_eq!(said, format!("graphs: `{name}` cannot be the name of a file"));
        }
    }
}
