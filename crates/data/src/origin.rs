//! Where the examples of a training set come from.

use isocount_model::InputChecksums;

use crate::{Dataset, Split};

/// The data set and the split of a training set, by name and checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// The name of the data set.
    pub dataset: String,
    /// The [name](Split::name) of the split.
    pub split: String,
    /// The checksums that identify both.
    pub checksums: InputChecksums,
}

impl Origin {
    pub(crate) fn new(dataset: &Dataset, split: &Split) -> Self {
        Self {
            dataset: dataset.about().name.clone(),
            split: split.name(),
            checksums: InputChecksums {
                dataset: dataset.checksum().to_owned(),
                split: split.checksum(),
            },
        }
    }
}
