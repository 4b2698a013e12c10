//! Arrow files and streams (IPC). Feather files of version 2 are Arrow files.
//!
//! ```text
//! stream:  message message ... end
//! file:    ARROW1 00  stream  metadata  length of the metadata  ARROW1
//! ```
//!
//! A message ([`message`]) is a schema, a dictionary or a batch of rows; the last two have a body
//! of buffers. The metadata of a file contain the positions of its messages. Only buffers of the
//! relevant columns are read, one batch at a time.

mod batch;
mod column;
mod flatbuffer;
mod message;
mod schema;

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::read::limits::MAX_METADATA;
use crate::{Format, TableProblem};

use super::access::Access;
use super::cell::Cell;
use super::edge_table::{NUM_ROLES, NewTable, Table};
use super::{TableError, damaged};

use self::batch::{Batch, Place};
use self::column::Column;
use self::flatbuffer::{Broken, Parsed, Table as Metadata};
use self::message::{Header, Message};
use self::schema::{Layout, Schema};

const MAGIC: &[u8] = b"ARROW1";
const MAGIC_OF_FEATHER_1: &[u8] = b"FEA1";

pub(super) fn read<'a>(access: &Access<'a>, table: NewTable<'a>) -> Result<Table<'a>, TableError> {
    let len = access.len();
    let first = access.read(0, len.min(8))?;
    if first.starts_with(MAGIC_OF_FEATHER_1) {
        return Err(TableProblem::FeatherV1.into());
    }
    if first.starts_with(MAGIC) {
        return read_file(access, table);
    }
    // A stream begins with a schema, whose metadata are not empty.
    let is_stream = match first.split_first_chunk() {
        Some(([0xFF, 0xFF, 0xFF, 0xFF], _)) => true,
        Some((size, _)) => (8..len).contains(&u32::from_le_bytes(*size).into()),
        None => false,
    };
    if is_stream && let Some(message) = Message::read(access, 0, len)? {
        return read_stream(access, table, &message);
    }
    let reason = "it begins neither with `ARROW1` nor with a message";
    Err(TableProblem::OtherFormat { format: Format::Arrow, reason }.into())
}

fn read_stream<'a>(
    access: &Access<'a>,
    table: NewTable<'a>,
    first: &Message<'_>,
) -> Result<Table<'a>, TableError> {
    let mut at = first.end();
    let Header::Schema { table: metadata, version } = first.header()? else {
        return Err(damaged("it does not begin with a schema"));
    };
    let mut reader = Reader::new(access, table, metadata, version)?;
    while let Some(message) = Message::read(access, at, access.len())? {
        at = message.end();
        match message.header()? {
            Header::Dictionary(metadata) => reader.dictionary(metadata, &message)?,
            Header::Batch(metadata) => reader.batch(metadata, &message)?,
            Header::Schema { .. } => return Err(damaged("it contains two schemas")),
            Header::Other => {}
        }
    }
    Ok(reader.table)
}

fn read_file<'a>(access: &Access<'a>, table: NewTable<'a>) -> Result<Table<'a>, TableError> {
    let no_end = || damaged("it does not end with `ARROW1`");
    let tail = access.len().checked_sub(10).filter(|&tail| tail >= 8).ok_or_else(no_end)?;
    let last = access.read(tail, 10)?;
    let Some((size, MAGIC)) = last.split_first_chunk() else { return Err(no_end()) };
    let size = u64::from(u32::from_le_bytes(*size));
    let start = tail.checked_sub(size).filter(|&start| start >= 8 && size <= MAX_METADATA);
    let start = start.ok_or_else(|| damaged("its metadata are longer than the file"))?;
    let bytes = access.read(start, size)?;
    let footer = FileMetadata::parse(&bytes);
    let footer = footer.map_err(|Broken| damaged("its metadata cannot be read"))?;
    let mut reader = Reader::new(access, table, footer.schema, footer.version)?;
    // Overlapping messages could add up to more than the file.
    let mut left = start;
    let mut message_at = |block: &[u8; 24]| -> Result<Message<'_>, TableError> {
        let (at, _) = block.as_chunks::<8>();
        let at = u64::try_from(i64::from_le_bytes(at[0])).unwrap_or(u64::MAX);
        let message = if at < start { Message::read(access, at, start)? } else { None };
        let message = message.ok_or_else(|| damaged("a message is not in the file"))?;
        left = left.checked_sub(message.end() - at).ok_or_else(|| damaged("messages overlap"))?;
        Ok(message)
    };
    for block in footer.dictionaries {
        let message = message_at(block)?;
        match message.header()? {
            Header::Dictionary(metadata) => reader.dictionary(metadata, &message)?,
            _ => return Err(damaged("expected a dictionary, found another message")),
        }
    }
    for block in footer.batches {
        let message = message_at(block)?;
        match message.header()? {
            Header::Batch(metadata) => reader.batch(metadata, &message)?,
            _ => return Err(damaged("expected a batch of rows, found another message")),
        }
    }
    Ok(reader.table)
}

/// The footer of an Arrow file.
struct FileMetadata<'a> {
    version: i16,
    schema: Metadata<'a>,
    dictionaries: &'a [[u8; 24]],
    batches: &'a [[u8; 24]],
}

impl<'a> FileMetadata<'a> {
    fn parse(bytes: &'a [u8]) -> Parsed<Self> {
        let footer = Metadata::root(bytes)?;
        Ok(Self {
            version: footer.int16(0)?,
            schema: footer.table(1)?.ok_or(Broken)?,
            dictionaries: footer.list(2, 24)?.as_chunks().0,
            batches: footer.list(3, 24)?.as_chunks().0,
        })
    }
}

/// The state after the schema.
struct Reader<'r, 'a> {
    access: &'r Access<'a>,
    layouts: Vec<Layout>,
    /// The values of each dictionary, which may have arrived in several parts.
    dictionaries: BTreeMap<i64, Vec<Rc<Column>>>,
    table: Table<'a>,
}

impl<'r, 'a> Reader<'r, 'a> {
    fn new(
        access: &'r Access<'a>,
        table: NewTable<'a>,
        metadata: Metadata<'_>,
        version: i16,
    ) -> Result<Self, TableError> {
        let schema = Schema::parse(metadata, version);
        let schema = schema.map_err(|Broken| damaged("its list of columns cannot be read"))?;
        let Some(schema) = schema else {
            let feature = "big-endian numbers";
            return Err(TableProblem::Unsupported { feature }.into());
        };
        let table = table.choose(&schema.columns)?;
        let (layouts, dictionaries) = (schema.layouts, BTreeMap::new());
        Ok(Self { access, layouts, dictionaries, table })
    }

    fn dictionary(
        &mut self,
        metadata: Metadata<'_>,
        message: &Message<'_>,
    ) -> Result<(), TableError> {
        let parse = || Ok((metadata.int64(0)?, metadata.table(1)?, metadata.byte(2)? != 0));
        let parsed = parse().map_err(|Broken| damaged("a dictionary cannot be read"));
        let (id, batch, is_more) = parsed?;
        let mut wanted = self.table.roles().into_iter().flatten().map(|c| &self.layouts[c]);
        let wanted = wanted.find(|layout| layout.dictionary.is_some_and(|d| d.id == id));
        // Dictionaries of other columns are not needed.
        let Some(values) = wanted.and_then(|layout| layout.values) else { return Ok(()) };
        let batch = batch.ok_or_else(|| damaged("a dictionary has no values"))?;
        let batch = Batch::new(batch, message)?;
        let part = Rc::new(batch.read(self.access, Place::default(), values)?);
        let parts = self.dictionaries.entry(id).or_default();
        if !is_more {
            parts.clear();
        }
        parts.push(part);
        Ok(())
    }

    fn batch(&mut self, metadata: Metadata<'_>, message: &Message<'_>) -> Result<(), TableError> {
        let batch = Batch::new(metadata, message)?;
        self.table.expect_rows(batch.num_rows)?;
        let roles = self.table.roles();
        let mut columns: [Option<Column>; NUM_ROLES] = Default::default();
        let mut place = Place::default();
        for (number, layout) in self.layouts.iter().enumerate() {
            for (role, column) in roles.iter().zip(&mut columns) {
                if *role == Some(number) {
                    *column = Some(self.column(&batch, place, layout)?);
                }
            }
            batch.skip(&mut place, layout)?;
        }
        for row in 0..batch.num_rows as usize {
            let cells = columns.each_ref().map(|column| match column {
                Some(column) => column.cell(row),
                None => Cell::Missing,
            });
            self.table.row(&cells)?;
        }
        Ok(())
    }

    fn column(
        &self,
        batch: &Batch<'_>,
        place: Place,
        layout: &Layout,
    ) -> Result<Column, TableError> {
        let values = layout.values.ok_or_else(|| damaged("a column has no values"))?;
        match layout.dictionary {
            None => batch.read(self.access, place, values),
            Some(dictionary) => {
                let numbers = batch.read(self.access, place, dictionary.numbers)?;
                // If all values are missing, the dictionary may be missing as well.
                let values = self.dictionaries.get(&dictionary.id).cloned().unwrap_or_default();
                Ok(numbers.with_dictionary(values))
            }
        }
    }
}
