//! The table of the origins of the records.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Cell, Grid};
use crate::environment::Environment;
use crate::{Plan, Provenance, ReproduceError, Store};

/// The program and the machine of the run, its seeds, and the origin of every record. Nothing here
/// depends on where the report is written.
pub(crate) fn of(plan: &Plan, store: &Store) -> Result<Grid, ReproduceError> {
    let most = plan.rows.iter().map(|row| row.trainings.len()).max().unwrap_or(0);
    let seeds: Vec<String> = (0..most).map(|seed| seed.to_string()).collect();
    let mut rows = Vec::new();
    if let Some(environment) = store.environment()? {
        let Environment { program, compiler, processor, cores, memory, system, date, .. } =
            environment;
        rows.extend([
            ("program", program),
            ("compiler", compiler),
            ("processor", processor),
            ("cores", cores.to_string()),
            ("memory", memory),
            ("system", system),
            ("date", date),
        ]);
    }
    rows.extend([
        ("scope", plan.request.scope.name.to_owned()),
        ("seeds of splits and models", seeds.join(", ")),
    ]);
    let mut rows: Vec<Vec<Cell>> =
        rows.into_iter().map(|(what, value)| vec![Cell::text(what), Cell::text(value)]).collect();
    for (made, number) in provenances(plan, store)? {
        let Provenance { by, on, at } = made;
        rows.push(vec![
            Cell::text(format!("{number} records")),
            Cell::text(format!("made by {by}, on {on}, {at}")),
        ]);
    }
    Ok(Grid {
        name: "environment".to_owned(),
        title: "Environment".to_owned(),
        caption: "The program and the machine that last worked on the run, and those that made each record."
            .to_owned(),
        heading: vec!["what".to_owned(), "value".to_owned()],
        rows,
    })
}

/// The number of records of each program and machine.
fn provenances(plan: &Plan, store: &Store) -> Result<BTreeMap<Provenance, usize>, ReproduceError> {
    let mut numbers = BTreeMap::new();
    for step in &plan.steps {
        let record: Option<serde_json::Value> = store.read(&step.key)?;
        let made = record.and_then(|record| Provenance::deserialize(&record["made"]).ok());
        if let Some(made) = made {
            *numbers.entry(made).or_default() += 1;
        }
    }
    Ok(numbers)
}
