//! The footer of a Parquet file: its columns, and the positions of their parts.

use crate::read::limits::{MAX_FIELDS, MAX_METADATA};
use crate::{Format, TableProblem};

use super::super::access::Access;
use super::super::cell::Kind;
use super::super::codec::Codec;
use super::super::edge_table::Field as Column;
use super::super::{TableError, damaged};
use super::thrift::{Broken, Parsed, Thrift, Wire};

/// The metadata of a Parquet file.
pub(super) struct Footer {
    /// The top-level columns.
    pub(super) columns: Vec<Column>,
    /// The storage of each column, if it is supported.
    pub(super) storage: Vec<Option<Storage>>,
    pub(super) row_groups: Vec<RowGroup>,
    /// The end of the pages.
    pub(super) end: u64,
}

/// The storage of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Storage {
    /// Its index among the leaf columns, including nested ones.
    pub(super) leaf: usize,
    pub(super) physical: Physical,
    /// Whether values may be missing.
    pub(super) optional: bool,
}

/// The physical types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Physical {
    Bool,
    Int32 {
        signed: bool,
    },
    Int64 {
        signed: bool,
    },
    Float,
    Double,
    /// A floating-point number of two bytes.
    Half,
    Bytes,
}

/// A row group.
pub(super) struct RowGroup {
    pub(super) num_rows: u64,
    /// One per leaf column.
    pub(super) chunks: Vec<Chunk>,
}

/// The values of one column in a row group.
#[derive(Clone, Copy)]
pub(super) struct Chunk {
    /// The position of the first page.
    pub(super) start: u64,
    pub(super) codec: Result<Codec, &'static str>,
    /// Why the chunk cannot be read: it is encrypted, or lies in another file.
    pub(super) elsewhere: Option<&'static str>,
}

const MAGIC: &[u8] = b"PAR1";
const MAGIC_OF_ENCRYPTED: &[u8] = b"PARE";

impl Footer {
    pub(super) fn read(access: &Access<'_>) -> Result<Self, TableError> {
        let format = Format::Parquet;
        let len = access.len();
        let first = access.read(0, len.min(4))?;
        if *first == *MAGIC_OF_ENCRYPTED {
            return Err(TableProblem::Unsupported { feature: "encrypted files" }.into());
        }
        if *first != *MAGIC {
            let reason = "it does not begin with `PAR1`";
            return Err(TableProblem::OtherFormat { format, reason }.into());
        }
        let tail = len.checked_sub(8).filter(|&tail| tail >= 4).ok_or_else(no_end)?;
        let last = access.read(tail, 8)?;
        let Some((size, magic)) = last.split_first_chunk() else { return Err(no_end()) };
        if magic == MAGIC_OF_ENCRYPTED {
            return Err(TableProblem::Unsupported { feature: "encrypted files" }.into());
        }
        if magic != MAGIC {
            return Err(no_end());
        }
        let size = u64::from(u32::from_le_bytes(*size));
        if size > MAX_METADATA {
            return Err(damaged(format!("its metadata are {size} bytes long")));
        }
        let start = tail.checked_sub(size).filter(|&start| start >= 4);
        let start = start.ok_or_else(|| damaged("its metadata are longer than the file"))?;
        let bytes = access.read(start, size)?;
        let mut schema = Vec::new();
        let mut row_groups = Vec::new();
        let parsed = parse(&bytes, &mut schema, &mut row_groups);
        parsed.map_err(|_| damaged("its metadata cannot be read"))?;
        let mut footer = Self { columns: Vec::new(), storage: Vec::new(), row_groups, end: start };
        footer.add_columns(&schema)?;
        Ok(footer)
    }

    /// Finds the columns in the schema, a tree that is listed in depth-first order.
    fn add_columns(&mut self, schema: &[Element]) -> Result<(), TableError> {
        let wrong = || damaged("its list of columns is wrong");
        let (root, elements) = schema.split_first().ok_or_else(wrong)?;
        let mut elements = elements.iter();
        let mut num_leaves = 0_usize;
        for _ in 0..root.num_children {
            let element = elements.next().ok_or_else(wrong)?;
            let (kind, storage) = element.kind(num_leaves);
            self.columns.push(Column { name: element.name.clone(), kind });
            self.storage.push(storage);
            if element.num_children == 0 {
                num_leaves += 1;
            }
            // Nested columns are only counted.
            let mut inside = u64::from(element.num_children);
            while inside > 0 {
                let element = elements.next().ok_or_else(wrong)?;
                inside += u64::from(element.num_children);
                inside -= 1;
                num_leaves += usize::from(element.num_children == 0);
            }
        }
        if elements.next().is_some() {
            return Err(wrong());
        }
        if self.row_groups.iter().any(|group| group.chunks.len() != num_leaves) {
            return Err(damaged("its row groups have different columns"));
        }
        Ok(())
    }
}

fn no_end() -> TableError {
    damaged("it does not end with `PAR1`")
}

/// A node of the schema.
#[derive(Default)]
struct Element {
    name: String,
    physical: Option<i32>,
    type_len: i32,
    repetition: i32,
    num_children: u32,
    converted: Option<i32>,
    logical: Option<Logical>,
}

/// The logical type: the number of the type, and for integers their kind.
#[derive(Clone, Copy, Default)]
struct Logical {
    id: i16,
    is_unsigned: bool,
}

impl Element {
    /// The type and storage of the values.
    fn kind(&self, leaf: usize) -> (Kind, Option<Storage>) {
        let other = |what| (Kind::Other(what), None);
        match (self.num_children, self.repetition, self.logical.map(|l| l.id), self.converted) {
            (1.., _, Some(3), _) | (1.., _, None, Some(3)) | (0, 2, ..) => return other("lists"),
            (1.., _, Some(2), _) | (1.., _, None, Some(1 | 2)) => return other("maps"),
            (1.., ..) => return other("structs"),
            _ => {}
        }
        if let Some(what) = self.special() {
            return other(what);
        }
        let signed = !self.is_unsigned();
        let (kind, physical) = match self.physical {
            Some(0) => (Kind::Plain, Physical::Bool),
            Some(1) => (Kind::Plain, Physical::Int32 { signed }),
            Some(2) => (Kind::Plain, Physical::Int64 { signed }),
            Some(4) => (Kind::Plain, Physical::Float),
            Some(5) => (Kind::Plain, Physical::Double),
            Some(6) => (Kind::Text, Physical::Bytes),
            Some(7) if self.logical.is_some_and(|l| l.id == 15) && self.type_len == 2 => {
                (Kind::Plain, Physical::Half)
            }
            Some(3) => return other("timestamps"),
            Some(7) => return other("bytes of fixed size"),
            _ => return other("values of an unknown type"),
        };
        (kind, Some(Storage { leaf, physical, optional: self.repetition == 1 }))
    }

    /// The name of a type that is neither numeric nor text.
    fn special(&self) -> Option<&'static str> {
        let by_logical = |id| {
            Some(match id {
                5 => "decimal numbers",
                6 => "dates",
                7 => "times",
                8 => "timestamps",
                13 => "documents",
                14 => "bytes of fixed size",
                16..=18 => "structured values",
                _ => return None,
            })
        };
        let by_converted = |code| {
            Some(match code {
                5 => "decimal numbers",
                6 => "dates",
                7 | 8 => "times",
                9 | 10 => "timestamps",
                20 => "documents",
                21 => "intervals",
                _ => return None,
            })
        };
        self.logical
            .and_then(|l| by_logical(l.id))
            .or_else(|| self.converted.and_then(by_converted))
    }

    fn is_unsigned(&self) -> bool {
        match self.logical {
            Some(Logical { id: 10, is_unsigned }) => is_unsigned,
            _ => matches!(self.converted, Some(11..=14)),
        }
    }
}

fn parse(bytes: &[u8], schema: &mut Vec<Element>, row_groups: &mut Vec<RowGroup>) -> Parsed<()> {
    Thrift::new(bytes).each_field(|thrift, field| match field.id {
        2 => thrift.each_struct(field.wire, |thrift| {
            if schema.len() >= MAX_FIELDS {
                return Err(Broken::Malformed);
            }
            schema.push(element(thrift)?);
            Ok(())
        }),
        4 => thrift.each_struct(field.wire, |thrift| {
            row_groups.push(row_group(thrift)?);
            Ok(())
        }),
        _ => thrift.skip(field.wire),
    })
}

fn element(thrift: &mut Thrift<'_>) -> Parsed<Element> {
    let mut element = Element::default();
    thrift.each_field(|thrift, field| {
        let wire = field.wire;
        match field.id {
            1 => element.physical = Some(thrift.int32(wire)?),
            2 => element.type_len = thrift.int32(wire)?,
            3 => element.repetition = thrift.int32(wire)?,
            4 => element.name = String::from_utf8_lossy(thrift.binary(wire)?).into_owned(),
            5 => {
                let number = thrift.int32(wire)?;
                element.num_children = u32::try_from(number).map_err(|_| Broken::Malformed)?;
            }
            6 => element.converted = Some(thrift.int32(wire)?),
            10 if wire == Wire::Struct => element.logical = Some(logical(thrift)?),
            _ => thrift.skip(wire)?,
        }
        Ok(())
    })?;
    Ok(element)
}

/// A union: a struct with one field, whose number is the type.
fn logical(thrift: &mut Thrift<'_>) -> Parsed<Logical> {
    let mut logical = Logical::default();
    thrift.each_field(|thrift, field| {
        logical.id = field.id;
        if field.id != 10 || field.wire != Wire::Struct {
            return thrift.skip(field.wire);
        }
        thrift.each_field(|thrift, field| {
            if field.id == 2 {
                logical.is_unsigned = field.wire == Wire::Bool(false);
            }
            thrift.skip(field.wire)
        })
    })?;
    Ok(logical)
}

fn row_group(thrift: &mut Thrift<'_>) -> Parsed<RowGroup> {
    let (mut chunks, mut num_rows) = (Vec::new(), None);
    thrift.each_field(|thrift, field| match field.id {
        1 => thrift.each_struct(field.wire, |thrift| {
            chunks.push(chunk(thrift)?);
            Ok(())
        }),
        3 => {
            num_rows = u64::try_from(thrift.int(field.wire)?).ok();
            Ok(())
        }
        _ => thrift.skip(field.wire),
    })?;
    Ok(RowGroup { num_rows: num_rows.ok_or(Broken::Malformed)?, chunks })
}

fn chunk(thrift: &mut Thrift<'_>) -> Parsed<Chunk> {
    let mut elsewhere = None;
    let (mut code, mut data, mut dictionary) = (None, None, None);
    thrift.each_field(|thrift, field| match field.id {
        1 => {
            elsewhere = Some("columns in other files");
            thrift.skip(field.wire)
        }
        3 if field.wire == Wire::Struct => thrift.each_field(|thrift, field| {
            match field.id {
                4 => code = Some(thrift.int32(field.wire)?),
                9 => data = u64::try_from(thrift.int(field.wire)?).ok(),
                // Some programs write 0 for "none".
                11 => dictionary = u64::try_from(thrift.int(field.wire)?).ok().filter(|&at| at > 0),
                _ => thrift.skip(field.wire)?,
            }
            Ok(())
        }),
        8 | 9 => {
            elsewhere = Some("encrypted columns");
            thrift.skip(field.wire)
        }
        _ => thrift.skip(field.wire),
    })?;
    let (code, start) = match (code, data, elsewhere) {
        (Some(code), Some(data), _) => (code, data.min(dictionary.unwrap_or(data))),
        (_, _, Some(_)) => (0, 0),
        _ => return Err(Broken::Malformed),
    };
    let codec = match code {
        0 => Ok(Codec::Plain),
        1 => Ok(Codec::Snappy),
        2 => Ok(Codec::Gzip),
        3 => Err("LZO"),
        4 => Err("Brotli"),
        5 => Ok(Codec::Lz4Hadoop),
        6 => Ok(Codec::Zstd),
        7 => Ok(Codec::Lz4Block),
        _ => Err("an unknown method"),
    };
    Ok(Chunk { start, codec, elsewhere })
}
