//! Reads molecules and patterns, counts every pair, and prints times, counts and the graphs
//! themselves.
//!
//!     time_molecules MOLECULES PATTERNS [ATOM_LABEL]
//!     time_molecules MOLECULES SMARTS smarts
//!
//! Times are CPU seconds of this process, which has one thread. The first line is `reading
//! counting`, in seconds; then comes one line per molecule: its name, its counts with commas, its
//! atoms and its bonds with spaces, and tabs between these. `benchmarks/molecules/run.py` compares
//! them with those of `RDKit`.

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use isocount::format::collection::Member;
use isocount::format::{
    AtomLabel, LabelNames, MoleculeOptions, NamedGraph, ReadOptions, Role, read_collection,
};
use isocount::{Budget, Control, Counter, Exact, Pattern, Semantics, Unit};
use isocount_benchmarks::cpu_seconds;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (molecules, patterns, atom_label) = match &args[..] {
        [molecules, patterns] => (molecules, patterns, AtomLabel::ELEMENT),
        [molecules, patterns, label] if label == "smarts" => {
            (molecules, patterns, AtomLabel::ELEMENT)
        }
        [molecules, patterns, label] => (molecules, patterns, label.parse()?),
        _ => return Err("usage: time_molecules MOLECULES PATTERNS [ATOM_LABEL]".into()),
    };
    let mut options =
        ReadOptions::new().with_molecules(MoleculeOptions::new().with_atom_label(atom_label));
    if args.last().is_some_and(|last| last == "smarts") {
        options.molecules = options.molecules.for_smarts();
    }
    let (mut names, control) = (LabelNames::new(), Control::NONE);
    let for_patterns = options.clone().with_role(Role::Pattern);

    let started = cpu_seconds();
    let molecules = read_collection(Path::new(molecules), &options, &mut names, &control)?;
    let read = cpu_seconds();
    // SMARTS are read after the molecules, whose labels they choose from.
    let patterns: Vec<Pattern> = Member::at(Path::new(patterns), &for_patterns)?
        .read_patterns(&for_patterns, &mut names, &control)?
        .into_iter()
        .map(|named| named.pattern)
        .collect();
    let prepared = cpu_seconds();
    let (exact, meaning) = (Exact::with_threads(1), Semantics::Monomorphism(Unit::Mappings));
    let mut answered = Vec::with_capacity(molecules.len());
    for NamedGraph { name, graph, .. } in molecules {
        let graph = Arc::new(graph);
        let mut open = exact.open(&graph, &control)?;
        let mut counts = Vec::with_capacity(patterns.len());
        for pattern in &patterns {
            counts.push(open.count(pattern, meaning, &Budget::UNLIMITED)?);
        }
        answered.push((name, graph, counts));
    }
    let counted = cpu_seconds();

    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{:.6} {:.6}", read - started, counted - prepared)?;
    for (name, graph, counts) in &answered {
        let counts = counts.iter().map(|answer| answer.exact().map(|count| count.to_string()));
        let counts = counts.collect::<Option<Vec<_>>>().ok_or("every answer is exact")?;
        let labels = graph.node_labels().iter();
        let atoms: Vec<&str> = labels.map(|&label| names.node_text(label).unwrap_or("?")).collect();
        let forward = graph.arcs().filter(|arc| arc.tail < arc.head);
        let bonds: Vec<String> = forward
            .map(|arc| {
                let label = names.edge_text(arc.label).unwrap_or("?");
                format!("{}-{}:{label}", arc.tail.0, arc.head.0)
            })
            .collect();
        let (counts, atoms, bonds) = (counts.join(","), atoms.join(" "), bonds.join(" "));
        writeln!(out, "{name}\t{counts}\t{atoms}\t{bonds}")?;
    }
    Ok(())
}
