//! The layout of an index in a file.
//!
//! ```text
//! 0        preamble: 64 bytes
//! 64       body: the weights of the model, Σ h, and the lists of every column, each from a multiple of 64
//! …        a checksum of every 16 KiB of the body
//! …        trailer: JSON with the positions of everything
//! ```
//!
//! The preamble is written last. It contains its own checksum and that of the trailer, which
//! contains that of the list of checksums. So every byte that is used has been checked. Numbers are
//! little-endian.

use isocount_model::Calibration;
use serde::{Deserialize, Serialize};

/// The first bytes of a file.
const MAGIC: [u8; 16] = *b"isocount index\0\n";
/// Changes whenever an older version could misread a file.
pub(super) const VERSION: u32 = 1;
/// The length of the preamble, and the alignment of sections.
pub(super) const ALIGN: usize = 64;
/// The number of bytes of the body that one checksum covers.
pub(super) const CHUNK: usize = 16 * 1024;

/// A range of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Place {
    pub(super) at: u64,
    pub(super) len: u64,
}

impl Place {
    /// The bytes of the range, if the file contains them.
    pub(super) fn of(self, file: &[u8]) -> Option<&[u8]> {
        let at = usize::try_from(self.at).ok()?;
        file.get(at..at.checked_add(usize::try_from(self.len).ok()?)?)
    }
}

/// The positions of the lists of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ColumnPlaces {
    pub(super) keys: Place,
    pub(super) values: Place,
    pub(super) fences: Place,
    pub(super) starts: Place,
    pub(super) products: Place,
    pub(super) sums: Place,
}

/// The trailer of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Trailer {
    /// The name of the graph.
    pub(super) graph: String,
    pub(super) nodes: u64,
    pub(super) arcs: u64,
    /// The settings of the model, as in its `config.toml`.
    pub(super) config: String,
    /// The weights of the model, as in its `weights.safetensors`.
    pub(super) weights: Place,
    /// The errors of the model, as in its `intervals.toml`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) intervals: Option<Calibration>,
    pub(super) total: Place,
    pub(super) columns: Vec<ColumnPlaces>,
    /// A checksum of every chunk of the body.
    pub(super) checks: Place,
    pub(super) check_of_checks: u32,
}

/// The first bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preamble {
    pub(super) trailer: Place,
    pub(super) check_of_trailer: u32,
}

/// Why the first bytes are not those of a supported index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotOurs {
    /// The file is not an index.
    Other,
    /// The index has this version.
    Version(u32),
    /// The bytes are damaged.
    Damaged,
}

impl Preamble {
    pub(super) fn to_bytes(self) -> [u8; ALIGN] {
        let mut bytes = [0; ALIGN];
        bytes[..16].copy_from_slice(&MAGIC);
        bytes[16..20].copy_from_slice(&VERSION.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.trailer.at.to_le_bytes());
        bytes[32..40].copy_from_slice(&self.trailer.len.to_le_bytes());
        bytes[40..44].copy_from_slice(&self.check_of_trailer.to_le_bytes());
        let check = crc32fast::hash(&bytes[..ALIGN - 4]);
        bytes[ALIGN - 4..].copy_from_slice(&check.to_le_bytes());
        bytes
    }

    pub(super) fn read(file: &[u8]) -> Result<Self, NotOurs> {
        let four = |at: usize| file[at..].first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
        let eight = |at: usize| file[at..].first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        if file.len() < ALIGN || file[..16] != MAGIC {
            return Err(NotOurs::Other);
        }
        match four(16) {
            Some(VERSION) => {}
            version => return Err(NotOurs::Version(version.unwrap_or_default())),
        }
        if four(ALIGN - 4) != Some(crc32fast::hash(&file[..ALIGN - 4])) {
            return Err(NotOurs::Damaged);
        }
        let (Some(at), Some(len), Some(check_of_trailer)) = (eight(24), eight(32), four(40)) else {
            return Err(NotOurs::Damaged);
        };
        Ok(Self { trailer: Place { at, len }, check_of_trailer })
    }
}
