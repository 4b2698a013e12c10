//! Compressed files: gzip and zstd around any format.
//!
//! Compression is detected by the first bytes of a file, not by its name. `karate.csv.gz` has the
//! format of `karate.csv`, and its graph is called `karate`.

use std::cell::Cell;
use std::ffi::OsStr;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::limits::{MAX_EXPANSION, MAX_UNCHECKED};
use super::source::read_some;
use crate::FormatError;

/// How a file is compressed.
///
/// ```
/// use std::path::Path;
/// use isocount_format::{Format, Packing};
///
/// // What is inside is named by the ending before.
/// let path = Path::new("web-graph.gml.zst");
/// assert_eq!(Packing::from_path(path), Some(Packing::Zstd));
/// assert_eq!(Format::from_path(path), Some(Format::Gml));
/// assert_eq!(Packing::from_path(Path::new("web-graph.gml")), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Packing {
    /// `.gz`.
    Gzip,
    /// `.zst`.
    Zstd,
}

impl Packing {
    /// The name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }

    /// The compression according to a file name.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "gz" | "gzip" => Some(Self::Gzip),
            "zst" | "zstd" => Some(Self::Zstd),
            _ => None,
        }
    }

    /// The compression of a file that begins with these bytes.
    pub(crate) fn of(first: &[u8]) -> Option<Self> {
        match first {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstd),
            _ => None,
        }
    }
}

/// The file name without the extension of the compression.
pub(crate) fn without_packing(path: &Path) -> &Path {
    match Packing::from_path(path) {
        Some(_) => Path::new(path.file_stem().unwrap_or(OsStr::new(""))),
        None => path,
    }
}

/// The contents of a file, decompressed if it is compressed.
pub(crate) fn unpacked<'a>(
    path: &Path,
    mut bytes: Box<dyn Read + 'a>,
) -> Result<Box<dyn Read + 'a>, FormatError> {
    let mut first = [0; 4];
    let mut len = 0;
    while len < first.len() {
        match read_some(path, &mut *bytes, &mut first[len..])? {
            0 => break,
            more => len += more,
        }
    }
    let whole = io::Cursor::new(first).take(len as u64).chain(bytes);
    let Some(packing) = Packing::of(&first[..len]) else {
        return Ok(Box::new(whole));
    };
    let packed = Rc::new(Cell::new(0));
    let counted = BufReader::new(Counted { bytes: whole, read: Rc::clone(&packed) });
    let plain: Box<dyn Read + 'a> = match packing {
        Packing::Gzip => Box::new(MultiGzDecoder::new(counted)),
        Packing::Zstd => Box::new(ZstdFrames { bytes: counted, frame: None }),
    };
    Ok(Box::new(Unpacked { plain, packing, packed, given: 0 }))
}

/// Limits the bytes to `most`; more are an error.
pub(crate) fn at_most<'a>(bytes: Box<dyn Read + 'a>, most: u64) -> Box<dyn Read + 'a> {
    if most == u64::MAX { bytes } else { Box::new(AtMost { bytes, most, left: most }) }
}

struct AtMost<'a> {
    bytes: Box<dyn Read + 'a>,
    most: u64,
    left: u64,
}

impl Read for AtMost<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let num_read = self.bytes.read(buffer)?;
        let too_long = || io::Error::other(PackingProblem::TooLong { most: self.most });
        self.left = self.left.checked_sub(num_read as u64).ok_or_else(too_long)?;
        Ok(num_read)
    }
}

/// The problem with a compressed file. It is wrapped in an [`io::Error`], because a reader can
/// return nothing else.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PackingProblem {
    #[error("the {} data are damaged or cut off: {problem}", .packing.name())]
    Damaged { packing: Packing, problem: io::Error },
    #[error("the {} data expand to more than {MAX_EXPANSION} times their size", .packing.name())]
    Bomb { packing: Packing },
    #[error("the file has more than {most} bytes, decompressed, which is the most that is read")]
    TooLong { most: u64 },
}

impl PackingProblem {
    /// The remedy.
    pub(crate) fn help(&self) -> &'static str {
        match self {
            Self::Damaged { .. } => "download or compress the file again",
            Self::Bomb { .. } => "if that is right, decompress the file first",
            Self::TooLong { .. } => "ask for a part of the graph",
        }
    }
}

/// Counts the bytes read.
struct Counted<R> {
    bytes: R,
    read: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let num_read = self.bytes.read(buffer)?;
        self.read.set(self.read.get() + num_read as u64);
        Ok(num_read)
    }
}

/// The decompressed bytes, as long as the expansion is plausible.
struct Unpacked<'a> {
    plain: Box<dyn Read + 'a>,
    packing: Packing,
    packed: Rc<Cell<u64>>,
    given: u64,
}

impl Read for Unpacked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let packing = self.packing;
        let num_read = match self.plain.read(buffer) {
            Ok(num_read) => num_read,
            Err(problem) if problem.kind() == io::ErrorKind::Interrupted => return Err(problem),
            Err(problem) => {
                return Err(io::Error::other(PackingProblem::Damaged { packing, problem }));
            }
        };
        self.given += num_read as u64;
        if self.given > MAX_UNCHECKED && self.given / MAX_EXPANSION > self.packed.get() {
            return Err(io::Error::other(PackingProblem::Bomb { packing }));
        }
        Ok(num_read)
    }
}

/// All frames of a zstd file in sequence, with verified checksums.
struct ZstdFrames<R> {
    bytes: BufReader<R>,
    frame: Option<Box<FrameDecoder>>,
}

/// The contents of zstd frames.
#[cfg(feature = "columnar")]
pub(crate) fn zstd_frames<'a>(bytes: impl Read + 'a) -> impl Read + 'a {
    ZstdFrames { bytes: BufReader::new(bytes), frame: None }
}

/// How many bytes of a frame are decoded at once.
const BLOCKS: usize = 1 << 17;

impl<R: Read> ZstdFrames<R> {
    /// Begins the next frame; returns false at the end of the file.
    fn begin_frame(&mut self) -> io::Result<bool> {
        use std::io::BufRead as _;
        loop {
            if self.bytes.fill_buf()?.is_empty() {
                return Ok(false);
            }
            let mut frame = Box::new(FrameDecoder::new());
            match frame.init(&mut self.bytes) {
                Ok(()) => {
                    self.frame = Some(frame);
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    if io::copy(&mut (&mut self.bytes).take(length), &mut io::sink())? < length {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(problem) => return Err(io::Error::other(problem)),
            }
        }
    }
}

impl<R: Read> Read for ZstdFrames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.frame.is_none() && !self.begin_frame()? {
                return Ok(0);
            }
            let Some(frame) = &mut self.frame else { continue };
            if frame.can_collect() == 0 && !frame.is_finished() {
                let strategy = BlockDecodingStrategy::UptoBytes(BLOCKS);
                frame.decode_blocks(&mut self.bytes, strategy).map_err(io::Error::other)?;
            }
            let num_read = frame.read(buffer)?;
            if num_read > 0 {
                return Ok(num_read);
            }
            if frame.is_finished() {
                let stated = frame.get_checksum_from_data();
                if stated.is_some() && stated != frame.get_calculated_checksum() {
                    return Err(io::Error::other("the checksum is wrong"));
                }
                self.frame = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(bytes: &[u8]) -> Vec<u8> {
        compress_to_vec(bytes, CompressionLevel::Fastest)
    }

    fn plain(bytes: &[u8]) -> Result<Vec<u8>, String> {
        let mut all = Vec::new();
        let mut bytes = unpacked(Path::new("x"), Box::new(bytes)).unwrap();
        match bytes.read_to_end(&mut all) {
            Ok(_) => Ok(all),
            Err(problem) => Err(problem.to_string()),
        }
    }

    #[test]
    fn every_packing_is_decompressed() {
        let text = "0 1\n1 2\n".repeat(100_000).into_bytes();
        for bytes in [&b""[..], b"\x1f", b"0 1", &text] {
            assert_eq!(plain(bytes).unwrap(), bytes);
            assert_eq!(plain(&gzip(bytes)).unwrap(), bytes);
            assert_eq!(plain(&zstd(bytes)).unwrap(), bytes);
        }
    }

    #[test]
    fn several_members_are_one_file() {
        let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0][..], b"xx"].concat();
        let frames = [zstd(b"0 1\n"), skipped, zstd(b"1 2\n")].concat();
        assert_eq!(plain(&frames).unwrap(), b"0 1\n1 2\n");
        let members = [gzip(b"0 1\n"), gzip(b"1 2\n")].concat();
        assert_eq!(plain(&members).unwrap(), b"0 1\n1 2\n");
    }

    #[test]
    fn damage_is_noticed() {
        let text: Vec<u8> =
            (0..2000_u32).flat_map(|i| format!("{} {i}\n", i * i).into_bytes()).collect();
        for packed in [gzip(&text), zstd(&text)] {
            let cut = plain(&packed[..packed.len() - 6]).unwrap_err();
            assert!(cut.contains("damaged or cut off"), "{cut}");
            for at in (20..packed.len()).step_by(97) {
                let mut changed = packed.clone();
                changed[at] ^= 0x20;
                assert_ne!(plain(&changed).as_deref(), Ok(&text[..]), "byte {at}");
            }
        }
    }

    #[test]
    fn a_bomb_is_refused_before_memory_runs_out() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let zeros = vec![b'\n'; 1 << 20];
        for _ in 0..128 {
            encoder.write_all(&zeros).unwrap();
        }
        let packed = encoder.finish().unwrap();
        let mut given = 0;
        let mut bytes = unpacked(Path::new("x"), Box::new(&*packed)).unwrap();
        let mut buffer = vec![0; 1 << 16];
        let problem = loop {
            match bytes.read(&mut buffer) {
                Ok(num_read) => given += num_read as u64,
                Err(problem) => break problem.to_string(),
            }
        };
        assert_eq!(problem, "the gzip data expand to more than 200 times their size");
        assert!(given <= MAX_UNCHECKED + (1 << 17), "{given}");
    }

    #[test]
    fn names_state_a_packing() {
        let of = |name: &str| Packing::from_path(Path::new(name));
        assert_eq!(of("a.csv.GZ"), Some(Packing::Gzip));
        assert_eq!(of("a.graph.zst"), Some(Packing::Zstd));
        assert_eq!(of("a.csv"), None);
        assert_eq!(without_packing(Path::new("b/a.csv.gz")), Path::new("a.csv"));
    }
}
