//! What was done: every step with its key and command.

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
            if record.is_some() {
                Cell::Link(step.key.to_string(), format!("records/{}.json", step.key))
            } else {
                Cell::text(step.key.to_string())
            },
            Cell::text(&step.command),
        ]);
    }
    Ok(Grid {
        name: "steps".to_owned(),
        title: "Steps".to_owned(),
        caption: "A step is known by the hash of its inputs; its key leads to its record, records/KEY.json. What was trained is in \
                  runs/KEY. Commands name folders as the plan does, data/… and runs/…: to repeat one, paste it in an empty \
                  folder after the commands of what it reads."
            .to_owned(),
        heading: ["step", "state", "key", "command"].map(str::to_owned).to_vec(),
        rows,
    })
}
