//! A piece of a data set that is finished and kept, so that a stopped run loses little.

use std::path::Path;

use isocount_core::{Cancelled, Control};
use isocount_platform::{Durability, whole_file};

use crate::graph_store::PackedGraphs;
use crate::varint::{self, Malformed, Unreadable};
use crate::{DataError, Triple, checksum, regular_file, triple_record};

/// How a chunk begins.
const MAGIC: &[u8] = b"isocount chunk 1\n";

/// Some graphs and some triples. The graph numbers of the triples count from the first graph of
/// this chunk, so a chunk does not depend on how many graphs the earlier ones have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chunk {
    /// The checksum of what the chunk was made from. A chunk of another recipe or input is not
    /// used.
    pub(crate) seal: String,
    pub(crate) graphs: PackedGraphs,
    pub(crate) triples: Vec<Triple>,
}

/// How many graphs and triples a chunk holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChunkSize {
    pub(crate) graphs: u64,
    pub(crate) triples: u64,
}

impl Chunk {
    pub(crate) fn size(&self) -> ChunkSize {
        ChunkSize { graphs: self.graphs.number.into(), triples: self.triples.len() as u64 }
    }

    fn to_bytes(&self, control: &Control) -> Result<Vec<u8>, Cancelled> {
        let mut bytes = MAGIC.to_vec();
        varint::put(&mut bytes, self.seal.len() as u128);
        bytes.extend_from_slice(self.seal.as_bytes());
        varint::put(&mut bytes, self.graphs.number.into());
        varint::put(&mut bytes, self.graphs.records.len() as u128);
        bytes.extend_from_slice(&self.graphs.records);
        varint::put(&mut bytes, self.triples.len() as u128);
        for triple in &self.triples {
            triple_record::put(&mut bytes, triple);
        }
        let sum = checksum::digest(&bytes, control)?;
        bytes.extend_from_slice(&sum);
        Ok(bytes)
    }

    fn from_bytes(bytes: &[u8], control: &Control) -> Result<Self, Unreadable> {
        let (content, sum) = bytes.split_last_chunk::<{ checksum::LEN }>().ok_or(Malformed)?;
        if checksum::digest(content, control)? != *sum {
            return Err(Malformed.into());
        }
        let mut rest = content.strip_prefix(MAGIC).ok_or(Malformed)?;
        let len = varint::take_u32(&mut rest)?;
        let seal = varint::take_bytes(&mut rest, len as usize)?;
        let seal = std::str::from_utf8(seal).map_err(|_| Malformed)?.to_owned();
        let number = varint::take_u32(&mut rest)?;
        let len = varint::take(&mut rest)?;
        let records = varint::take_bytes(&mut rest, len as usize)?.to_vec();
        let num_triples = varint::take_u32(&mut rest)?;
        let triples = (0..num_triples).map(|_| triple_record::take(&mut rest));
        let triples = triples.collect::<Result<_, _>>()?;
        Ok(Self { seal, graphs: PackedGraphs { records, number }, triples })
    }

    /// Writes the chunk atomically.
    pub(crate) fn write(&self, path: &Path, control: &Control) -> Result<(), DataError> {
        // Damage from a power failure is detected by the checksum, and the chunk is made again.
        whole_file::write(path, &self.to_bytes(control)?, Durability::Kill)
            .map_err(|source| DataError::write(path, source))
    }

    /// Reads a chunk; `None` if it is missing or damaged, since it can be made again.
    pub(crate) fn read(path: &Path, control: &Control) -> Result<Option<Self>, Cancelled> {
        let bytes = match regular_file::read(path, control, |_| {}) {
            Ok(bytes) => bytes,
            Err(DataError::Cancelled(cancelled)) => return Err(cancelled),
            Err(_) => return Ok(None),
        };
        match Self::from_bytes(&bytes, control) {
            Ok(chunk) => Ok(Some(chunk)),
            Err(Unreadable::Cancelled(cancelled)) => Err(cancelled),
            Err(Unreadable::Malformed(_)) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::Count;
    use isocount_testkit::random;

    use super::*;
    use crate::Truth;

    #[test]
    fn a_chunk_comes_back_whole_or_not_at_all() {
        let mut chunk = Chunk { seal: "recipe".to_owned(), ..Chunk::default() };
        for seed in 0..3 {
            chunk.graphs.push("g", &random::case(seed).graph);
            let truth = Truth::Exact(Count(u128::from(seed)));
            chunk.triples.push(Triple { pattern: 1, graph: seed as u32, truth });
        }
        let bytes = chunk.to_bytes(&Control::NONE).unwrap();
        let read = |bytes: &[u8]| Chunk::from_bytes(bytes, &Control::NONE);
        assert_eq!(read(&bytes), Ok(chunk));
        for ix in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[ix] ^= 0x10;
            assert_eq!(read(&damaged), Err(Malformed.into()));
            assert_eq!(read(&bytes[..ix]), Err(Malformed.into()));
        }
    }
}
