//! Assigns the buffers of a batch of rows to its columns.

use super::super::access::Access;
use super::super::codec::Codec;
use super::super::{TableError, damaged};
use super::column::{Buffers, Column};
use super::flatbuffer::{Broken, Parsed, Table};
use super::message::Message;
use super::schema::{Layout, Values};
use crate::TableProblem;

/// A batch as described by its metadata.
pub(super) struct Batch<'a> {
    /// The number of rows.
    pub(super) num_rows: u64,
    codec: Option<Codec>,
    nodes: &'a [[u8; 16]],
    buffers: &'a [[u8; 16]],
    /// The number of variadic buffers of each view column.
    num_more: &'a [[u8; 8]],
    body: Body,
}

/// The location of the buffers.
#[derive(Clone, Copy)]
struct Body {
    start: u64,
    len: u64,
}

/// The next unassigned parts of a batch.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    node: usize,
    buffer: usize,
    view: usize,
}

impl<'a> Batch<'a> {
    pub(super) fn new(table: Table<'a>, message: &Message<'_>) -> Result<Self, TableError> {
        let batch = Self::parse(table, message).map_err(|Broken| wrong())?;
        batch.ok_or_else(|| {
            let feature = "compressions other than lz4 and zstd";
            TableProblem::Unsupported { feature }.into()
        })
    }

    fn parse(table: Table<'a>, message: &Message<'_>) -> Parsed<Option<Self>> {
        let codec = match table.table(3)? {
            None => None,
            // Compression of whole buffers is the only method.
            Some(compression) => match (compression.byte(0)?, compression.byte(1)?) {
                (0, 0) => Some(Codec::Lz4Frame),
                (1, 0) => Some(Codec::Zstd),
                _ => return Ok(None),
            },
        };
        Ok(Some(Self {
            num_rows: u64::try_from(table.int64(0)?).map_err(|_| Broken)?,
            codec,
            nodes: table.list(1, 16)?.as_chunks().0,
            buffers: table.list(2, 16)?.as_chunks().0,
            num_more: table.list(4, 8)?.as_chunks().0,
            body: Body { start: message.body_start, len: message.body_len },
        }))
    }

    /// Skips the parts of a column.
    pub(super) fn skip(&self, place: &mut Place, layout: &Layout) -> Result<(), TableError> {
        let views = self.num_more.get(place.view..).and_then(|views| views.get(..layout.num_views));
        let mut num_buffers = Some(layout.num_buffers);
        for number in views.ok_or_else(wrong)? {
            let number = usize::try_from(i64::from_le_bytes(*number)).ok();
            num_buffers = num_buffers.zip(number).and_then(|(a, b)| a.checked_add(b));
        }
        let buffer = num_buffers.and_then(|number| place.buffer.checked_add(number));
        *place = Place {
            node: place.node + layout.num_nodes,
            buffer: buffer.filter(|&b| b <= self.buffers.len()).ok_or_else(wrong)?,
            view: place.view + layout.num_views,
        };
        Ok(())
    }

    /// Reads the values of a column, or their indices into a dictionary.
    pub(super) fn read(
        &self,
        access: &Access<'_>,
        place: Place,
        values: Values,
    ) -> Result<Column, TableError> {
        let node = self.nodes.get(place.node).ok_or_else(wrong)?;
        let (num_rows, num_missing) = two_numbers(node);
        if u64::try_from(num_rows).ok() != Some(self.num_rows) {
            return Err(wrong());
        }
        let num_rows = usize::try_from(num_rows).map_err(|_| wrong())?;
        if values == Values::Nothing {
            return Column::new(values, num_rows, None, Vec::new()).ok_or_else(wrong);
        }
        let present = match num_missing {
            0 => None,
            // Without a validity bitmap, no value is missing.
            _ => Some(self.buffer(access, place.buffer)?).filter(|bits| !bits.is_empty()),
        };
        if num_missing > 0 && present.is_none() {
            return Err(wrong());
        }
        let num_buffers = match values {
            Values::Texts { .. } => 2,
            Values::Views => {
                let more = self.num_more.get(place.view).ok_or_else(wrong)?;
                let more = usize::try_from(i64::from_le_bytes(*more)).map_err(|_| wrong())?;
                more.checked_add(1).ok_or_else(wrong)?
            }
            _ => 1,
        };
        if num_buffers > self.buffers.len() {
            return Err(wrong());
        }
        let mut buffers = Buffers::new();
        for number in 1..=num_buffers {
            buffers.push(self.buffer(access, place.buffer + number)?);
        }
        Column::new(values, num_rows, present, buffers).ok_or_else(wrong)
    }

    fn buffer(&self, access: &Access<'_>, number: usize) -> Result<Vec<u8>, TableError> {
        let (start, len) = two_numbers(self.buffers.get(number).ok_or_else(wrong)?);
        let (Ok(start), Ok(len)) = (u64::try_from(start), u64::try_from(len)) else {
            return Err(wrong());
        };
        if start.checked_add(len).is_none_or(|end| end > self.body.len) {
            return Err(wrong());
        }
        let bytes = access.read(self.body.start + start, len)?;
        let Some(codec) = self.codec.filter(|_| len > 0) else { return Ok(bytes.into_owned()) };
        // The uncompressed length comes first; a negative one means that the buffer is not
        // compressed.
        let (plain, packed) = bytes.split_first_chunk().ok_or_else(wrong)?;
        match u64::try_from(i64::from_le_bytes(*plain)) {
            Ok(0) => Ok(Vec::new()),
            Ok(len) => codec.unpack(packed, len, access.control()),
            Err(_) => Ok(packed.to_vec()),
        }
    }
}

/// The two halves of a struct.
fn two_numbers(bytes: &[u8; 16]) -> (i64, i64) {
    let (numbers, _) = bytes.as_chunks::<8>();
    (i64::from_le_bytes(numbers[0]), i64::from_le_bytes(numbers[1]))
}

#[cold]
fn wrong() -> TableError {
    damaged("a batch of rows does not fit its columns")
}
