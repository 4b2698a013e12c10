//! The table of steps, each with its key and command.

use super::{Cell, Grid};
use crate::step::Work;
use crate::{Plan, ReproduceError, Store};

pub(crate) fn of(plan: &Plan, store: &Store) -> Result<Grid, ReproduceError> {
    let mut rows = Vec::new();
    for step in &plan.steps {
        let record: Option<serde_json::Value> = store.read(&step.key)?;
        let state = if record.is_some() { "done" } else { "not run" };
        let is_run = record.is_some() && matches!(step.work, Work::Train { .. });
        rows.push(vec![
            if is_run {
                Cell::Link(step.title.clone(), format!("pages/{}.html", step.key))
            } else {
                Cell::text(&step.title)
            },
            Cell::text(state),
            Cell::text(step.key.to_string()),
            Cell::text(&step.command),
        ]);
    }
    Ok(Grid {
        name: "steps".to_owned(),
        title: "Steps".to_owned(),
        caption: "A key is the hash of the inputs of a step. Its record is the line of records.jsonl with that key. A command \
                  names the folders of the plan, data/… and runs/…: to repeat a step, run in an empty folder the commands of \
                  the steps that it reads, then its own."
            .to_owned(),
        heading: ["step", "state", "key", "command"].map(str::to_owned).to_vec(),
        rows,
    })
}
