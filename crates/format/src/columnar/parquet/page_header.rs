//! The header of a page.

use super::super::access::Access;
use super::super::{TableError, damaged};
use super::thrift::{Broken, Parsed, Thrift, Wire};

/// A page of a column, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PageHeader {
    pub(super) kind: PageKind,
    /// Its size in the file, and decompressed.
    pub(super) packed_len: u64,
    pub(super) len: u64,
    /// The position of the data after this header.
    pub(super) start: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageKind {
    /// The dictionary of the column.
    Dictionary { num_values: usize },
    /// Values, preceded by the levels that mark missing ones.
    Data { num_values: usize, encoding: Encoding, layout: Layout },
    /// A page that can be skipped.
    Other,
}

/// Where a page stores its levels, which mark missing values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Compressed with the values, and preceded by their length.
    Inside { as_runs: bool },
    /// Before the values, which alone may be compressed.
    Before { repetition_len: u64, definition_len: u64, is_packed: bool },
}

/// The encoding of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Plain,
    Dictionary,
    Runs,
    Delta,
    DeltaLength,
    DeltaText,
    SplitStreams,
    Unknown,
}

impl Encoding {
    fn new(code: i32) -> Self {
        match code {
            0 => Self::Plain,
            2 | 8 => Self::Dictionary,
            3 => Self::Runs,
            5 => Self::Delta,
            6 => Self::DeltaLength,
            7 => Self::DeltaText,
            9 => Self::SplitStreams,
            _ => Self::Unknown,
        }
    }
}

/// How many bytes are read for a header; more if it contains long statistics.
const WINDOWS: [u64; 3] = [1 << 10, 1 << 16, 16 << 20];

impl PageHeader {
    /// Reads the header at a position; pages end at `end` at the latest.
    pub(super) fn read(access: &Access<'_>, at: u64, end: u64) -> Result<Self, TableError> {
        let left = end.checked_sub(at).filter(|&left| left > 0);
        let left = left.ok_or_else(|| damaged("a page is missing"))?;
        for window in WINDOWS {
            let bytes = access.read(at, window.min(left))?;
            match parse(&bytes, at) {
                Ok(header) if header.packed_len <= end - header.start => return Ok(header),
                Err(Broken::CutOff) if window < left => {}
                _ => break,
            }
        }
        Err(damaged(format!("no page begins at byte {at}")))
    }
}

fn parse(bytes: &[u8], at: u64) -> Parsed<PageHeader> {
    let mut thrift = Thrift::new(bytes);
    let (mut kind, mut len, mut packed_len) = (None, None, None);
    let [mut data, mut dictionary, mut data_v2] = [Details::default(); 3];
    thrift.each_field(|thrift, field| {
        match field.id {
            1 => kind = Some(thrift.int32(field.wire)?),
            2 => len = Some(size(thrift.int(field.wire)?)?),
            3 => packed_len = Some(size(thrift.int(field.wire)?)?),
            5 if field.wire == Wire::Struct => data = Details::read(thrift)?,
            7 if field.wire == Wire::Struct => dictionary = Details::read(thrift)?,
            8 if field.wire == Wire::Struct => data_v2 = Details::read(thrift)?,
            _ => thrift.skip(field.wire)?,
        }
        Ok(())
    })?;
    let (Some(kind), Some(len), Some(packed_len)) = (kind, len, packed_len) else {
        return Err(Broken::Malformed);
    };
    let start = at + (bytes.len() - thrift.left()) as u64;
    let kind = match kind {
        0 => {
            // Levels of one bit were once packed without runs.
            let layout = Layout::Inside { as_runs: data.number(3)? == 3 };
            let encoding = Encoding::new(i32::try_from(data.number(2)?).unwrap_or(-1));
            PageKind::Data { num_values: data.count(1)?, encoding, layout }
        }
        2 => PageKind::Dictionary { num_values: dictionary.count(1)? },
        3 => {
            let layout = Layout::Before {
                definition_len: size(data_v2.number(5)?)?,
                repetition_len: size(data_v2.number(6)?)?,
                is_packed: data_v2.is_packed,
            };
            let encoding = Encoding::new(i32::try_from(data_v2.number(4)?).unwrap_or(-1));
            PageKind::Data { num_values: data_v2.count(1)?, encoding, layout }
        }
        _ => PageKind::Other,
    };
    Ok(PageHeader { kind, packed_len, len, start })
}

fn size(number: i64) -> Parsed<u64> {
    // These are 32-bit numbers.
    let number = i32::try_from(number).map_err(|_| Broken::Malformed)?;
    u64::try_from(number).map_err(|_| Broken::Malformed)
}

/// The field numbers of the struct that is specific to the kind of page.
#[derive(Clone, Copy)]
struct Details {
    numbers: [Option<i64>; 8],
    is_packed: bool,
}

impl Default for Details {
    fn default() -> Self {
        Self { numbers: [None; 8], is_packed: true }
    }
}

impl Details {
    fn read(thrift: &mut Thrift<'_>) -> Parsed<Self> {
        let mut details = Self::default();
        thrift.each_field(|thrift, field| {
            match field.wire {
                Wire::Int => {
                    let number = thrift.int(field.wire)?;
                    let place = usize::try_from(field.id).ok();
                    if let Some(place) = place.and_then(|id| details.numbers.get_mut(id)) {
                        *place = Some(number);
                    }
                }
                Wire::Bool(is_packed) if field.id == 7 => details.is_packed = is_packed,
                wire => thrift.skip(wire)?,
            }
            Ok(())
        })?;
        Ok(details)
    }

    fn number(&self, id: usize) -> Parsed<i64> {
        self.numbers[id].ok_or(Broken::Malformed)
    }

    fn count(&self, id: usize) -> Parsed<usize> {
        Ok(size(self.number(id)?)? as usize)
    }
}
