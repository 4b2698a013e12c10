//! The framing of metadata and the buffers that they describe.

use std::borrow::Cow;

use super::super::access::Access;
use super::super::{TableError, damaged};
use super::flatbuffer::{Broken, Parsed, Table};
use crate::read::limits::MAX_METADATA;

/// One message: a schema, a dictionary or a batch of rows.
pub(super) struct Message<'a> {
    metadata: Cow<'a, [u8]>,
    pub(super) body_start: u64,
    pub(super) body_len: u64,
}

/// The kind of a message.
pub(super) enum Header<'a> {
    Schema { table: Table<'a>, version: i16 },
    Dictionary(Table<'a>),
    Batch(Table<'a>),
    Other,
}

/// The marker before the length of the metadata, since 2019.
const CONTINUATION: [u8; 4] = [0xFF; 4];

impl<'a> Message<'a> {
    /// The message at a position; `None` at the end.
    pub(super) fn read(
        access: &'a Access<'_>,
        at: u64,
        end: u64,
    ) -> Result<Option<Self>, TableError> {
        let number = |at: u64| -> Result<Option<[u8; 4]>, TableError> {
            if at.checked_add(4).is_none_or(|after| after > end) {
                return Ok(None);
            }
            Ok(access.read(at, 4)?.first_chunk().copied())
        };
        // Streams may end without a marker.
        if at == end {
            return Ok(None);
        }
        let (start, len) = match number(at)?.ok_or_else(|| cut_off(at))? {
            CONTINUATION => (at + 8, number(at + 4)?.ok_or_else(|| cut_off(at))?),
            len => (at + 4, len),
        };
        let len = u64::from(u32::from_le_bytes(len));
        if len == 0 {
            return Ok(None);
        }
        let body_start = start + len;
        if len > MAX_METADATA || body_start > end {
            return Err(cut_off(at));
        }
        let metadata = access.read(start, len)?;
        let body_len = Table::root(&metadata).and_then(|message| message.int64(3));
        let body_len = body_len.ok().and_then(|len| u64::try_from(len).ok());
        match body_len {
            Some(body_len) if body_len <= end - body_start => {
                Ok(Some(Self { metadata, body_start, body_len }))
            }
            _ => Err(cut_off(at)),
        }
    }

    /// The position of the next message.
    pub(super) fn end(&self) -> u64 {
        self.body_start + self.body_len
    }

    pub(super) fn header(&self) -> Result<Header<'_>, TableError> {
        self.parse().map_err(|Broken| damaged("its metadata cannot be read"))
    }

    fn parse(&self) -> Parsed<Header<'_>> {
        let message = Table::root(&self.metadata)?;
        let header = message.table(2)?;
        Ok(match (message.byte(1)?, header) {
            (1, Some(table)) => Header::Schema { table, version: message.int16(0)? },
            (2, Some(table)) => Header::Dictionary(table),
            (3, Some(table)) => Header::Batch(table),
            _ => Header::Other,
        })
    }
}

#[cold]
fn cut_off(at: u64) -> TableError {
    damaged(format!("no complete message begins at byte {at}"))
}
