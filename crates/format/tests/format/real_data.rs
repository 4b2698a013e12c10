//! Real files, where they are available.

use std::path::{Path, PathBuf};

use isocount_core::Control;
use isocount_format::{LabelNames, ReadOptions, read_collection, read_one};

/// The folder with real data, next to the workspace.
fn data() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: {} is not there", folder.display());
    None
}

#[test]
fn mutag() {
    let Some(data) = data() else { return };
    let (options, names) = (ReadOptions::default(), &mut LabelNames::new());
    let graphs =
        read_collection(&data.join("mutag/graphs"), &options, names, &Control::NONE).unwrap();
    let patterns =
        read_collection(&data.join("mutag/patterns"), &options, names, &Control::NONE).unwrap();
    assert_eq!((graphs.len(), patterns.len()), (188, 24));
    assert_eq!(graphs.iter().map(|named| named.graph.num_nodes()).sum::<usize>(), 3371);
    assert_eq!(names.num_node_labels(), 7);
}

#[test]
fn hprd() {
    let Some(data) = data() else { return };
    let (options, names) = (ReadOptions::default(), &mut LabelNames::new());
    let graph =
        read_one(&data.join("hprd/HPRD.graph"), &options, names, &Control::NONE).unwrap().graph;
    assert_eq!((graph.num_nodes(), graph.num_arcs()), (9460, 2 * 34998));
    let patterns =
        read_collection(&data.join("hprd/queries"), &options, names, &Control::NONE).unwrap();
    assert_eq!(patterns.len(), 200);
    assert_eq!(names.num_node_labels(), 307);
}
