//! A folder of JSON lines.
//!
//! ```json
//! {"name":"g0","nodes":["C","O"],"edges":[[0,1,"single"],[1,0,"single"]]}
//! {"pattern":"p0","graph":"g0","answer":"exact","count":"12","part":"train"}
//! ```

use std::io::Write;
use std::path::Path;

use isocount_core::Control;
use isocount_format::{GraphRef, write_json_lines};

use super::{Export, Output, triples};
use crate::DataError;
use crate::ticker::Ticker;

pub(super) const GRAPHS: &str = "graphs.jsonl";
pub(super) const PATTERNS: &str = "patterns.jsonl";
pub(super) const TRIPLES: &str = "triples.jsonl";

pub(super) fn write(
    export: &Export<'_>,
    folder: &Path,
    control: &Control,
) -> Result<(), DataError> {
    let names = export.dataset.about().labels.to_label_names();
    for ((_, members), file) in export.members().into_iter().zip([PATTERNS, GRAPHS]) {
        let mut file = Output::create(folder, file)?;
        for ix in 0..members.len() {
            control.check()?;
            let graph = members.graph(ix, control)?;
            let graph = GraphRef { name: members.name(ix), graph: &graph };
            file.put_graph(|out| write_json_lines([graph], &names, out, control))?;
            control.advance(1);
        }
        file.finish()?;
    }
    let mut file = Output::create(folder, TRIPLES)?;
    let mut ticker = Ticker::new(control);
    for row in triples::rows(export) {
        ticker.tick(8)?;
        let line = serde_json::to_string(&row).expect("text is JSON");
        file.put(|out| writeln!(out, "{line}"))?;
    }
    file.finish()
}
