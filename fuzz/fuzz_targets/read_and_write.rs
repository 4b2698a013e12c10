//! The checks of every fuzz target of a reader.

use std::path::Path;

use isocount_core::Control;
use isocount_format::{Format, LabelNames, ReadOptions, read_bytes, write};

/// Reads the bytes. The result is written in the same format, if that can express it, and must then
/// read back as the same graph.
pub fn check(format: Format, bytes: &[u8]) {
    let mut names = LabelNames::new();
    let options = ReadOptions::default();
    let path = Path::new("fuzz");
    match read_bytes(format, path, bytes, &options, &mut names, &Control::NONE) {
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains(char::is_control));
            let _ = (error.help(), error.span_len());
        }
        Ok(graphs) => {
            for read in graphs {
                // A matrix takes the square of its nodes, whose number a few bytes can state.
                if format == Format::Graph6 && read.graph.num_nodes() > 500 {
                    continue;
                }
                let mut text = Vec::new();
                if write(&read.graph, &names, format, &mut text, &Control::NONE).is_err() {
                    continue;
                }
                let again =
                    match read_bytes(format, path, &text, &options, &mut names, &Control::NONE) {
                        Ok(again) => again,
                        // A CSV file needs an arc, JSON lines need a line: a file without either is
                        // not a graph.
                        Err(_) if read.graph.num_arcs() == 0 => continue,
                        Err(error) => panic!("{error}: {}", String::from_utf8_lossy(&text)),
                    };
                assert_eq!(again.len(), 1);
                assert_eq!(again[0].graph.num_nodes(), read.graph.num_nodes());
                assert_eq!(again[0].graph.num_arcs(), read.graph.num_arcs());
                // These formats number their nodes in the order of their occurrence.
                let is_renumbered = matches!(format, Format::EdgeList | Format::AdjacencyList);
                assert!(is_renumbered || again[0].graph == read.graph);
            }
        }
    }
}
