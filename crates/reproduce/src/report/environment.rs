//! Where the numbers were made.

use std::fs;
use std::thread;

use super::{Cell, Grid};
use crate::Plan;

/// The machine, the program, the seeds.
pub(crate) fn of(plan: &Plan) -> Grid {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let processor = processor.lines().find_map(|line| line.strip_prefix("model name"));
    let processor = processor.map_or("not known", |line| line.trim_start_matches(['\t', ' ', ':']));
    let most = plan.rows.iter().map(|row| row.trainings.len()).max().unwrap_or(0);
    let seeds: Vec<String> = (0..most).map(|seed| seed.to_string()).collect();
    let rows = [
        ("program", format!("isocount {}", env!("CARGO_PKG_VERSION"))),
        ("processor", processor.to_owned()),
        ("cores", cores.to_string()),
        ("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("scope", plan.request.scope.name.to_owned()),
        ("seeds of splits and models", seeds.join(", ")),
    ];
    Grid {
        name: "environment".to_owned(),
        title: "Environment".to_owned(),
        caption: "Of the machine that wrote the report; steps may have been done on another one."
            .to_owned(),
        heading: vec!["what".to_owned(), "value".to_owned()],
        rows: rows.map(|(what, value)| vec![Cell::text(what), Cell::text(value)]).to_vec(),
    }
}
