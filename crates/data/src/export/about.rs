//! The description of an export.

use isocount_core::Meaning;
use serde::Serialize;

use super::Export;
use crate::{LabelTable, PartSizes, Sizes, VERSION};

/// The file of a folder.
pub(super) const FILE: &str = "dataset.json";

#[derive(Serialize)]
struct About<'a> {
    name: &'a str,
    note: &'a str,
    licence: &'a str,
    truth: &'a str,
    meaning: Meaning,
    sizes: Sizes,
    labels: &'a LabelTable,
    split: SplitAbout,
    /// The checksum of the exported data set.
    checksum: &'a str,
    exported_with: &'static str,
}

#[derive(Serialize)]
struct SplitAbout {
    name: String,
    #[serde(flatten)]
    sizes: PartSizes,
}

/// One JSON object.
pub(super) fn text(export: &Export<'_>) -> String {
    let Export { dataset, split } = export;
    let about = dataset.about();
    let object = About {
        name: &about.name,
        note: &about.note,
        licence: &about.licence,
        truth: &about.truth,
        meaning: about.meaning,
        sizes: about.sizes,
        labels: &about.labels,
        split: SplitAbout { name: split.name(), sizes: split.sizes() },
        checksum: dataset.checksum(),
        exported_with: VERSION,
    };
    serde_json::to_string_pretty(&object).expect("names and numbers are JSON") + "\n"
}
