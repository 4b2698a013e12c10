//! Where the numbers were made.

use std::collections::BTreeMap;
use std::thread;

use serde::Deserialize;

use super::{Cell, Grid};
use crate::provenance::{known, memory, processor, program, today};
use crate::{Plan, Provenance, ReproduceError, Store};

/// The program, the machine, the seeds; and by what and on what the records were made.
pub(crate) fn of(plan: &Plan, store: &Store) -> Result<Grid, ReproduceError> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let most = plan.rows.iter().map(|row| row.trainings.len()).max().unwrap_or(0);
    let seeds: Vec<String> = (0..most).map(|seed| seed.to_string()).collect();
    let rows = [
        ("program", program()),
        ("compiler", env!("ISOCOUNT_COMPILER").to_owned()),
        ("processor", known(processor())),
        ("cores", cores.to_string()),
        ("memory", known(memory())),
        ("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("date", known(today())),
        ("scope", plan.request.scope.name.to_owned()),
        ("seeds of splits and models", seeds.join(", ")),
    ];
    let mut rows: Vec<Vec<Cell>> =
        rows.map(|(what, value)| vec![Cell::text(what), Cell::text(value)]).to_vec();
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
        caption: "First of the program and the machine that wrote the report, then of those that made the records."
            .to_owned(),
        heading: vec!["what".to_owned(), "value".to_owned()],
        rows,
    })
}

/// How many records were made by what.
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
