//! Inputs that once broke a reader, found by the fuzzers in `fuzz/`.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::fs;
use std::path::Path;

use isocount_core::Control;
use isocount_format::{
    Format, LabelNames, Notation, ReadOptions, read_bytes, read_pattern_text, write, write_notation,
};

#[test]
fn old_findings_stay_fixed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/regressions");
    for &format in Format::ALL {
        let target = format!("read_{}", format.name().replace('-', "_"));
        let Ok(inputs) = fs::read_dir(folder.join(target)) else { continue };
        for input in inputs {
            let input = input.unwrap().path();
            replay(format, &input);
            if format == Format::Text {
                replay_typed(&input);
            }
        }
    }
}

/// Reads a graph; if that succeeds, writes it and reads it again.
fn replay(format: Format, input: &Path) {
    let bytes = fs::read(input).unwrap();
    let (options, names) = (ReadOptions::default(), &mut LabelNames::new());
    let Ok(graphs) = read_bytes(format, input, &bytes, &options, names, &Control::NONE) else {
        return;
    };
    for read in graphs {
        let mut text = Vec::new();
        let written = write(&read.graph, names, format, &mut text, &Control::NONE);
        if written.is_ok() && read.graph.num_arcs() > 0 {
            let again = read_bytes(format, input, &text, &options, names, &Control::NONE);
            let again = again.unwrap_or_else(|e| panic!("{}: {e}", input.display()));
            assert_eq!(again[0].graph.num_arcs(), read.graph.num_arcs(), "{}", input.display());
        }
    }
}

/// Reads a pattern from text; if that succeeds, writes it and reads it again.
fn replay_typed(input: &Path) {
    let (text, names) = (fs::read_to_string(input).unwrap(), &mut LabelNames::new());
    let read = |text: &str, names: &mut LabelNames| {
        read_pattern_text(Notation::Text, text, &ReadOptions::new(), names, &Control::NONE)
    };
    let Ok(found) = read(&text, names) else { return };
    let (mut again, node_names) = (Vec::new(), found.node_names.as_deref());
    write_notation(&found.pattern, node_names, names, &mut again, &Control::NONE).unwrap();
    let twice = read(&String::from_utf8(again).unwrap(), names);
    let twice = twice.unwrap_or_else(|error| panic!("{}: {error}", input.display()));
    assert_eq!(
        (twice.pattern, twice.node_names),
        (found.pattern, found.node_names),
        "{}",
        input.display()
    );
}
