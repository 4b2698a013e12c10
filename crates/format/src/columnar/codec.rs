//! Decompresses parts of a table whose decompressed length is known in advance.

use std::io::Read;

use flate2::bufread::MultiGzDecoder;
use isocount_core::Control;

use crate::TableProblem;
use crate::read::limits::{CHUNK, MAX_EXPANSION, MAX_UNCHECKED_PART};
use crate::read::packing::zstd_frames;

use super::{TableError, damaged};

/// The compression of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Codec {
    Plain,
    Snappy,
    Gzip,
    Zstd,
    /// A single block without a frame.
    Lz4Block,
    /// Blocks with their lengths, as Hadoop writes them; older programs wrote frames or a single
    /// block instead.
    Lz4Hadoop,
    Lz4Frame,
}

impl Codec {
    /// Decompresses a part to `len` bytes.
    pub(super) fn unpack(
        self,
        packed: &[u8],
        len: u64,
        control: &Control,
    ) -> Result<Vec<u8>, TableError> {
        control.check()?;
        if len > MAX_UNCHECKED_PART && len / MAX_EXPANSION > packed.len() as u64 {
            return Err(TableProblem::Expands { what: "compressed data" }.into());
        }
        let len = usize::try_from(len).map_err(|_| wrong())?;
        match self {
            Self::Plain if packed.len() == len => Ok(packed.to_vec()),
            Self::Plain => Err(wrong()),
            Self::Snappy => snappy(packed, len),
            Self::Gzip => read_exactly(MultiGzDecoder::new(packed), len, control),
            Self::Zstd => read_exactly(zstd_frames(packed), len, control),
            Self::Lz4Block => lz4_block(packed, len),
            Self::Lz4Frame => lz4_frame(packed, len, control),
            Self::Lz4Hadoop => lz4_hadoop(packed, len)
                .or_else(|_| lz4_frame(packed, len, control))
                .or_else(|_| lz4_block(packed, len)),
        }
    }
}

#[cold]
fn wrong() -> TableError {
    damaged("compressed data do not expand to the stated size")
}

fn read_exactly(
    mut bytes: impl Read,
    len: usize,
    control: &Control,
) -> Result<Vec<u8>, TableError> {
    let mut all = Vec::with_capacity(len);
    // Reads one more byte to detect excess data.
    let mut left = len as u64 + 1;
    while left > 0 {
        control.check()?;
        let piece = left.min(CHUNK as u64);
        let num_read = bytes.by_ref().take(piece).read_to_end(&mut all).map_err(|_| wrong())?;
        if num_read == 0 {
            break;
        }
        left -= num_read as u64;
    }
    if all.len() == len { Ok(all) } else { Err(wrong()) }
}

fn snappy(packed: &[u8], len: usize) -> Result<Vec<u8>, TableError> {
    if snap::raw::decompress_len(packed).ok() != Some(len) {
        return Err(wrong());
    }
    let mut all = vec![0; len];
    match snap::raw::Decoder::new().decompress(packed, &mut all) {
        Ok(found) if found == len => Ok(all),
        _ => Err(wrong()),
    }
}

fn lz4_block(packed: &[u8], len: usize) -> Result<Vec<u8>, TableError> {
    let mut all = vec![0; len];
    match lz4_flex::block::decompress_into(packed, &mut all) {
        Ok(found) if found == len => Ok(all),
        _ => Err(wrong()),
    }
}

fn lz4_frame(packed: &[u8], len: usize, control: &Control) -> Result<Vec<u8>, TableError> {
    read_exactly(lz4_flex::frame::FrameDecoder::new(packed), len, control)
}

/// Each block is preceded by two big-endian lengths: decompressed and compressed.
fn lz4_hadoop(mut packed: &[u8], len: usize) -> Result<Vec<u8>, TableError> {
    let mut all = vec![0; len];
    let mut done = 0;
    while done < len || !packed.is_empty() {
        let (plain, rest) = packed.split_first_chunk().ok_or_else(wrong)?;
        let (block, rest) = rest.split_first_chunk().ok_or_else(wrong)?;
        let [plain, block] = [plain, block].map(|bytes| u32::from_be_bytes(*bytes) as usize);
        let (block, rest) = rest.split_at_checked(block).ok_or_else(wrong)?;
        let out = all.get_mut(done..).and_then(|out| out.get_mut(..plain)).ok_or_else(wrong)?;
        match lz4_flex::block::decompress_into(block, out) {
            Ok(found) if found == plain => {}
            _ => return Err(wrong()),
        }
        (packed, done) = (rest, done + plain);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    const CODECS: [Codec; 7] = [
        Codec::Plain,
        Codec::Snappy,
        Codec::Gzip,
        Codec::Zstd,
        Codec::Lz4Block,
        Codec::Lz4Hadoop,
        Codec::Lz4Frame,
    ];

    fn pack(codec: Codec, bytes: &[u8]) -> Vec<u8> {
        match codec {
            Codec::Plain => bytes.to_vec(),
            Codec::Snappy => snap::raw::Encoder::new().compress_vec(bytes).unwrap(),
            Codec::Gzip => {
                let mut gzip =
                    flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
                gzip.write_all(bytes).unwrap();
                gzip.finish().unwrap()
            }
            Codec::Zstd => ruzstd::encoding::compress_to_vec(
                bytes,
                ruzstd::encoding::CompressionLevel::Fastest,
            ),
            Codec::Lz4Block => lz4_flex::block::compress(bytes),
            Codec::Lz4Frame => {
                let mut frame = lz4_flex::frame::FrameEncoder::new(Vec::new());
                frame.write_all(bytes).unwrap();
                frame.finish().unwrap()
            }
            Codec::Lz4Hadoop => {
                let mut blocks = Vec::new();
                for part in bytes.chunks(1000) {
                    let block = lz4_flex::block::compress(part);
                    blocks.extend((part.len() as u32).to_be_bytes());
                    blocks.extend((block.len() as u32).to_be_bytes());
                    blocks.extend(block);
                }
                blocks
            }
        }
    }

    fn unpack(codec: Codec, packed: &[u8], len: u64) -> Result<Vec<u8>, TableError> {
        codec.unpack(packed, len, &Control::NONE)
    }

    #[test]
    fn every_compression_is_decoded_to_its_exact_length() {
        let bytes: Vec<u8> = (0..40_000_u32).flat_map(|i| (i * i / 7).to_le_bytes()).collect();
        for codec in CODECS {
            let packed = pack(codec, &bytes);
            let len = bytes.len() as u64;
            assert_eq!(unpack(codec, &packed, len).unwrap(), bytes, "{codec:?}");
            for wrong in [0, 1, len - 1, len + 1, 2 * len, u64::MAX] {
                assert!(unpack(codec, &packed, wrong).is_err(), "{codec:?} {wrong}");
            }
            assert!(unpack(codec, &packed[..packed.len() / 2], len).is_err(), "{codec:?}");
            let empty = pack(codec, b"");
            assert_eq!(unpack(codec, &empty, 0).unwrap(), b"", "{codec:?}");
        }
    }

    #[test]
    fn the_lz4_of_older_programs_is_read() {
        let bytes = b"0 1\n1 2\n".repeat(50);
        for codec in [Codec::Lz4Frame, Codec::Lz4Block] {
            let packed = pack(codec, &bytes);
            assert_eq!(unpack(Codec::Lz4Hadoop, &packed, 400).unwrap(), bytes);
        }
    }

    #[test]
    fn a_bomb_is_refused_before_memory_runs_out() {
        for codec in CODECS {
            let error = unpack(codec, &[0; 100], 1 << 40).unwrap_err();
            let TableError::Table(TableProblem::Expands { .. }) = error else {
                panic!("{codec:?}: {error:?}")
            };
        }
    }
}
