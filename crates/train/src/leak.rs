//! Detects test parts that contain examples of a training run.

use isocount_core::Control;
use isocount_data::{DataError, Dataset, Part, Split};
use isocount_model::RunConfig;

/// How the test part of a split relates to the examples of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Overlap {
    /// They have no triples in common.
    None,
    /// The run was trained on another data set, whose triples cannot be compared with these.
    OtherData,
    /// The run does not record its data, like runs of layout 1.
    Unknown,
}

/// The test part of a split contains triples that a run was trained or selected with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the test part has {of} triples; the run was trained with {training} of them and chosen by {validation}"
)]
#[non_exhaustive]
pub struct Leak {
    /// Test triples that the run was trained with.
    pub training: usize,
    /// Test triples by which its best epoch was chosen.
    pub validation: usize,
    /// All test triples.
    pub of: usize,
}

/// Compares the test part of a split with the examples of a run. If the data set is that of the
/// run, by its checksum, the result is exact: the run's own split is drawn again and intersected.
///
/// ```no_run
/// use std::path::Path;
/// use isocount_core::Control;
/// use isocount_data::{Dataset, Protocol, Split};
/// use isocount_train::{Overlap, Run, check_split};
///
/// let dataset = Dataset::read(Path::new("data/small"), &Control::NONE)?;
/// let split = Split::get(&dataset, Protocol::HeldOutPatterns, 0, &Control::NONE)?;
/// let run = Run::at(Path::new("runs/small")).about()?;
/// match check_split(&run, &dataset, &split, &Control::NONE)? {
///     Ok(Overlap::None) => println!("a fair test"),
///     Ok(Overlap::OtherData | _) => println!("nothing is known"),
///     Err(leak) => println!("{leak}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The outer result is an error if the run's split cannot be drawn again, or the work was
/// cancelled. The inner one is an error if the parts have triples in common.
pub fn check_split(
    run: &RunConfig,
    dataset: &Dataset,
    split: &Split,
    control: &Control,
) -> Result<Result<Overlap, Leak>, DataError> {
    let Some(checksums) = &run.data.checksums else { return Ok(Ok(Overlap::Unknown)) };
    if checksums.dataset != dataset.checksum() {
        return Ok(Ok(Overlap::OtherData));
    }
    if checksums.split == split.checksum() {
        return Ok(Ok(Overlap::None));
    }
    let Some(own) = Split::by_name(dataset, &run.data.split, control) else {
        return Ok(Ok(Overlap::Unknown));
    };
    let own = own?;
    if own.checksum() != checksums.split {
        return Ok(Ok(Overlap::Unknown));
    }
    let mut leak = Leak { training: 0, validation: 0, of: 0 };
    for (own, part) in own.parts().iter().zip(split.parts()) {
        if *part == Part::Test {
            leak.of += 1;
            leak.training += usize::from(*own == Part::Train);
            leak.validation += usize::from(*own == Part::Valid);
        }
    }
    Ok(if leak.training + leak.validation == 0 { Ok(Overlap::None) } else { Err(leak) })
}
