//! A piece of a data set that is finished and kept, so that a stopped run loses little.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::graph_store::PackedGraphs;
use crate::varint::{self, Malformed};
use crate::whole_file::{self, Care};
use crate::{DataError, Triple, triple_record};

/// How a chunk begins.
const MAGIC: &[u8] = b"isocount chunk 1\n";

/// The length of a checksum.
const SUM: usize = 32;

/// Some graphs and some triples. The graph numbers of the triples count from the first graph of
/// this chunk, so a chunk does not depend on how many graphs the earlier ones have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chunk {
    /// What it was made from: a chunk of another recipe or another input is not used.
    pub(crate) seal: String,
    pub(crate) graphs: PackedGraphs,
    pub(crate) triples: Vec<Triple>,
}

/// How much a chunk holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChunkSize {
    pub(crate) graphs: u64,
    pub(crate) triples: u64,
}

impl Chunk {
    pub(crate) fn size(&self) -> ChunkSize {
        ChunkSize { graphs: self.graphs.number.into(), triples: self.triples.len() as u64 }
    }

    fn to_bytes(&self) -> Vec<u8> {
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
        let sum = Sha256::digest(&bytes);
        bytes.extend_from_slice(&sum);
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        let (content, sum) =
            bytes.len().checked_sub(SUM).map(|len| bytes.split_at(len)).ok_or(Malformed)?;
        if Sha256::digest(content).as_slice() != sum {
            return Err(Malformed);
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

    /// Writes the chunk; it is there as a whole or not at all.
    pub(crate) fn write(&self, path: &Path) -> Result<(), DataError> {
        whole_file::write(path, &self.to_bytes(), Care::Kill)
    }

    /// Reads a chunk; nothing if it is not there or damaged, since it can be made again.
    pub(crate) fn read(path: &Path) -> Option<Self> {
        Self::from_bytes(&fs::read(path).ok()?).ok()
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
        let bytes = chunk.to_bytes();
        assert_eq!(Chunk::from_bytes(&bytes), Ok(chunk));
        for ix in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[ix] ^= 0x10;
            assert_eq!(Chunk::from_bytes(&damaged), Err(Malformed));
            assert_eq!(Chunk::from_bytes(&bytes[..ix]), Err(Malformed));
        }
    }
}
