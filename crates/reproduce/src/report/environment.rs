//! Where the numbers were made.

use std::thread;

use super::{Cell, Grid};
use crate::Plan;
use crate::provenance::{known, memory, processor, program, today};

/// The program, the machine, the seeds.
pub(crate) fn of(plan: &Plan) -> Grid {
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
    Grid {
        name: "environment".to_owned(),
        title: "Environment".to_owned(),
        caption: "Of the program and the machine that wrote the report; steps may have been done by another version, or on another machine."
            .to_owned(),
        heading: vec!["what".to_owned(), "value".to_owned()],
        rows: rows.map(|(what, value)| vec![Cell::text(what), Cell::text(value)]).to_vec(),
    }
}
