//! A division of a data set, kept under a name.
//!
//! ```text
//! isocount split 1
//! {"protocol": …, "seed": …, "triples": …, "of": …}      one line of JSON
//! four triples in each byte, lowest bits first            0 train, 1 valid, 2 test, 3 unused
//! SHA-256 of everything before
//! ```

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use isocount_core::Control;
use isocount_platform::{Durability, whole_file};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::dataset::TRIPLES;
use crate::protocol::{self, Material};
use crate::{DataError, Dataset, Part, Protocol, checksum, regular_file, split_name};

const MAGIC: &[u8] = b"isocount split 1\n";

/// The folder of splits in the folder of a data set.
pub(crate) const FOLDER: &str = "splits";

/// The part of every triple of a data set.
///
/// ```
/// # use std::num::NonZeroUsize;
/// # use isocount_core::Control;
/// # use isocount_count::Exact;
/// # use isocount_data::{Making, Synthetic};
/// # let (folder, control) = (tempfile::tempdir()?, Control::NONE);
/// # let making = Making { counter: &Exact::new(), threads: NonZeroUsize::MIN, control: &control };
/// # let small = folder.path().join("small");
/// # Synthetic::Small.generate(&small, 0, Some(200), making)?;
/// use isocount_data::{Dataset, Protocol, Split};
///
/// let dataset = Dataset::read(&small, &control)?;
/// let split = Split::get(&dataset, Protocol::Paper, 0, &control)?;
/// let sizes = split.sizes();
/// assert_eq!((sizes.train, sizes.valid, sizes.test), (80, 20, 100));
///
/// // The same seed always draws the same split.
/// assert_eq!(Split::draw(&dataset, Protocol::Paper, 0, &control)?, split);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    header: Header,
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    protocol: Protocol,
    seed: u64,
    /// How many triples there are.
    triples: usize,
    /// The checksum of the file of triples that it divides.
    of: String,
}

/// The number of triples in each part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PartSizes {
    /// For training.
    pub train: usize,
    /// For validation.
    pub valid: usize,
    /// For testing.
    pub test: usize,
    /// Unused.
    pub unused: usize,
}

impl Split {
    /// Draws a split. The same protocol and seed produce the same split.
    ///
    /// # Errors
    /// If the protocol names a pattern that has no triples, or the work was cancelled.
    pub fn draw(
        dataset: &Dataset,
        protocol: Protocol,
        seed: u64,
        control: &Control,
    ) -> Result<Self, DataError> {
        let material = Material {
            triples: dataset.triples(),
            num_patterns: dataset.patterns().len(),
            num_graphs: dataset.num_graphs(),
            protocols: &dataset.about().protocols,
        };
        Self::of_material(material, dataset.triples_checksum(), protocol, seed, control)
    }

    pub(crate) fn of_material(
        material: Material<'_>,
        checksum: &str,
        protocol: Protocol,
        seed: u64,
        control: &Control,
    ) -> Result<Self, DataError> {
        let parts = protocol::divide(material, protocol, seed, control)?;
        let of = checksum.to_owned();
        Ok(Self { header: Header { protocol, seed, triples: parts.len(), of }, parts })
    }

    /// The split of this protocol and seed: the stored one, or a new one.
    ///
    /// # Errors
    /// If the stored one is damaged or belongs to another data set, or as [`draw`](Self::draw).
    pub fn get(
        dataset: &Dataset,
        protocol: Protocol,
        seed: u64,
        control: &Control,
    ) -> Result<Self, DataError> {
        let path = path(dataset.folder(), protocol, seed);
        match regular_file::read(&path, control, |_| {}) {
            Ok(bytes) => {
                let split = Self::parse(&bytes, &path, dataset)?;
                if split.header.protocol != protocol || split.header.seed != seed {
                    return Err(DataError::damaged(&path, OTHER_NAME));
                }
                Ok(split)
            }
            Err(DataError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Self::draw(dataset, protocol, seed, control)
            }
            Err(error) => Err(error),
        }
    }

    /// Reads every stored split.
    ///
    /// # Errors
    /// If one is damaged or belongs to another data set, or the work was cancelled.
    pub fn check_all(dataset: &Dataset, control: &Control) -> Result<(), DataError> {
        let folder = dataset.folder().join(FOLDER);
        let Ok(entries) = fs::read_dir(&folder) else { return Ok(()) };
        for entry in entries {
            let path = entry.map_err(|source| DataError::read(&folder, source))?.path();
            let bytes = regular_file::read(&path, control, |_| {})?;
            let split = Self::parse(&bytes, &path, dataset)?;
            let own = self::path(dataset.folder(), split.header.protocol, split.header.seed);
            if own != path {
                return Err(DataError::damaged(&path, OTHER_NAME));
            }
        }
        Ok(())
    }

    /// Whether this split was drawn for the data set.
    pub(crate) fn divides(&self, dataset: &Dataset) -> bool {
        self.header.of == dataset.triples_checksum() && self.parts.len() == dataset.triples().len()
    }

    /// Returns an error for another data set.
    pub(crate) fn check_divides(&self, dataset: &Dataset) -> Result<(), DataError> {
        if self.divides(dataset) {
            return Ok(());
        }
        Err(DataError::impossible(
            format!("the split {} was not drawn for this data set", self.name()),
            "draw one for it",
        ))
    }

    /// Stores the split in the folder of its data set and returns its path.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&self, dataset: &Dataset) -> Result<PathBuf, DataError> {
        self.write(dataset.folder())
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<PathBuf, DataError> {
        let splits = folder.join(FOLDER);
        fs::create_dir_all(&splits).map_err(|source| DataError::write(&splits, source))?;
        let path = path(folder, self.header.protocol, self.header.seed);
        whole_file::write(&path, &self.to_bytes(), Durability::PowerCut)
            .map_err(|source| DataError::write(&path, source))?;
        Ok(path)
    }

    /// The checksum of the split: of its protocol, its seed, the triples that it divides, and the
    /// part of each of them.
    #[must_use]
    pub fn checksum(&self) -> String {
        checksum::hex(&self.digest())
    }

    fn digest(&self) -> [u8; checksum::LEN] {
        Sha256::digest(self.content()).into()
    }

    /// The protocol of the split.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.header.protocol
    }

    /// The seed of the split.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.header.seed
    }

    /// The name under which it is stored.
    #[must_use]
    pub fn name(&self) -> String {
        split_name::of(self.header.protocol, self.header.seed)
    }

    /// The split of this [name](Self::name): the stored one, or a new one. `None` if the name is
    /// not that of a split.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    #[must_use]
    pub fn by_name(
        dataset: &Dataset,
        name: &str,
        control: &Control,
    ) -> Option<Result<Self, DataError>> {
        let (protocol, seed) = split_name::parse(name)?;
        Some(Self::get(dataset, protocol, seed, control))
    }

    /// The part of each triple.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The number of triples in each part.
    #[must_use]
    pub fn sizes(&self) -> PartSizes {
        let mut sizes = PartSizes::default();
        for part in &self.parts {
            *match part {
                Part::Train => &mut sizes.train,
                Part::Valid => &mut sizes.valid,
                Part::Test => &mut sizes.test,
                Part::Unused => &mut sizes.unused,
            } += 1;
        }
        sizes
    }

    /// The numbers of the triples of one part, in order.
    pub(crate) fn of_part(&self, wanted: Part) -> impl Iterator<Item = usize> + '_ {
        self.parts.iter().enumerate().filter(move |(_, part)| **part == wanted).map(|(ix, _)| ix)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.content();
        bytes.extend_from_slice(&self.digest());
        bytes
    }

    /// Everything but the checksum.
    fn content(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let header = serde_json::to_vec(&self.header).expect("names and numbers are JSON");
        bytes.extend_from_slice(&header);
        bytes.push(b'\n');
        for four in self.parts.chunks(4) {
            let packed = four.iter().rev().fold(0, |packed, part| packed << 2 | code(*part));
            bytes.push(packed);
        }
        bytes
    }

    fn parse(bytes: &[u8], path: &Path, dataset: &Dataset) -> Result<Self, DataError> {
        let damaged = |problem: &str| DataError::damaged(path, problem);
        let sound = bytes
            .split_last_chunk::<{ checksum::LEN }>()
            .filter(|(content, sum)| Sha256::digest(content).as_slice() == *sum);
        let (content, _) = sound.ok_or_else(|| damaged("its checksum is wrong"))?;
        let read = || {
            let rest = content.strip_prefix(MAGIC)?;
            let end = rest.iter().position(|&byte| byte == b'\n')?;
            let header: Header = serde_json::from_slice(&rest[..end]).ok()?;
            let packed = &rest[end + 1..];
            if packed.len() != header.triples.div_ceil(4) {
                return None;
            }
            let part = |ix: usize| PARTS[usize::from(packed[ix / 4] >> (2 * (ix % 4)) & 3)];
            let parts = (0..header.triples).map(part).collect();
            Some(Self { header, parts })
        };
        let split = read().ok_or_else(|| damaged("found no split in this file"))?;
        if !split.divides(dataset) {
            let problem = format!("this split was drawn for another {TRIPLES}");
            return Err(damaged(&problem));
        }
        Ok(split)
    }
}

const OTHER_NAME: &str = "the split in this file was drawn for another name";

const PARTS: [Part; 4] = [Part::Train, Part::Valid, Part::Test, Part::Unused];

fn code(part: Part) -> u8 {
    match part {
        Part::Train => 0,
        Part::Valid => 1,
        Part::Test => 2,
        Part::Unused => 3,
    }
}

fn path(folder: &Path, protocol: Protocol, seed: u64) -> PathBuf {
    folder.join(FOLDER).join(format!("{}.split", split_name::of(protocol, seed)))
}
