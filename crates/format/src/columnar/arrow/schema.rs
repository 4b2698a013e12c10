//! The columns of an Arrow table, and the number of parts of a batch that each of them has.

use crate::read::limits::MAX_FIELDS;

use super::super::cell::Kind;
use super::super::edge_table::Field;
use super::flatbuffer::{Broken, Parsed, Table};

/// The columns of an Arrow file.
pub(super) struct Schema {
    pub(super) columns: Vec<Field>,
    /// The storage of each column.
    pub(super) layouts: Vec<Layout>,
}

/// The storage of a column in a batch, including nested columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// The type of its values, if it is supported.
    pub(super) values: Option<Values>,
    /// The dictionary that contains the values, if the batch only has indices.
    pub(super) dictionary: Option<Dictionary>,
    /// The number of parts: nodes, buffers, and counts of variadic buffers.
    pub(super) num_nodes: usize,
    pub(super) num_buffers: usize,
    pub(super) num_views: usize,
}

/// Values that are stored once and referred to by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dictionary {
    pub(super) id: i64,
    pub(super) numbers: Values,
}

/// The supported types of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Values {
    Nothing,
    Bools,
    /// Each is this many bytes wide.
    Ints {
        width: usize,
        signed: bool,
    },
    Floats {
        width: usize,
    },
    /// Concatenated, with offsets of this many bytes.
    Texts {
        width: usize,
    },
    /// Each with its own view.
    Views,
}

/// The maximum nesting depth of columns.
const MAX_DEPTH: u32 = 64;

impl Schema {
    /// Returns `None` if the numbers in the file are big-endian.
    pub(super) fn parse(table: Table<'_>, version: i16) -> Parsed<Option<Self>> {
        if table.int16(0)? != 0 {
            return Ok(None);
        }
        let mut schema = Self { columns: Vec::new(), layouts: Vec::new() };
        let mut reader = Reader { has_bitmaps_of_unions: version < V5, num_fields: 0 };
        let mut names = 0;
        for field in table.tables(1)? {
            let field = field?;
            let name = field.list(0, 1)?;
            names += name.len();
            let (layout, kind) = reader.field(field, MAX_DEPTH)?;
            // Many columns could share one long name.
            if names > 16 * MAX_FIELDS {
                return Err(Broken);
            }
            schema.columns.push(Field { name: String::from_utf8_lossy(name).into_owned(), kind });
            schema.layouts.push(layout);
        }
        Ok(Some(schema))
    }
}

/// Version 5 of the metadata.
const V5: i16 = 4;

struct Reader {
    has_bitmaps_of_unions: bool,
    num_fields: usize,
}

impl Reader {
    fn field(&mut self, field: Table<'_>, depth: u32) -> Parsed<(Layout, Kind)> {
        let depth = depth.checked_sub(1).ok_or(Broken)?;
        self.num_fields += 1;
        if self.num_fields > MAX_FIELDS {
            return Err(Broken);
        }
        let (code, about) = (field.byte(2)?, field.table(3)?);
        let (values, kind) = values(code, about)?;
        if let Some(dictionary) = field.table(4)? {
            let numbers = match dictionary.table(1)? {
                Some(int) => ints(int)?,
                // The default.
                None => Values::Ints { width: 4, signed: true },
            };
            let dictionary = Some(Dictionary { id: dictionary.int64(0)?, numbers });
            let layout =
                Layout { values, dictionary, num_nodes: 1, num_buffers: 2, ..Layout::default() };
            return Ok((layout, kind));
        }
        let mode = about.map_or(Ok(0), |about| about.int16(0))?;
        let num_buffers = match code {
            NULL | RUNS => 0,
            UNION => usize::from(self.has_bitmaps_of_unions) + if mode == DENSE { 2 } else { 1 },
            STRUCT | FIXED_LIST => 1,
            TEXT | BYTES | LARGE_TEXT | LARGE_BYTES | LIST_VIEW | LARGE_LIST_VIEW => 3,
            1..=LARGE_LIST_VIEW => 2,
            _ => return Err(Broken),
        };
        let num_views = usize::from(matches!(code, TEXT_VIEW | BYTES_VIEW));
        let mut layout = Layout { values, dictionary: None, num_nodes: 1, num_buffers, num_views };
        for child in field.tables(5)? {
            let (child, _) = self.field(child?, depth)?;
            layout.num_nodes += child.num_nodes;
            layout.num_buffers += child.num_buffers;
            layout.num_views += child.num_views;
        }
        Ok((layout, kind))
    }
}

const NULL: u8 = 1;
const BYTES: u8 = 4;
const TEXT: u8 = 5;
const STRUCT: u8 = 13;
const UNION: u8 = 14;
const FIXED_LIST: u8 = 16;
const LARGE_BYTES: u8 = 19;
const LARGE_TEXT: u8 = 20;
const RUNS: u8 = 22;
const BYTES_VIEW: u8 = 23;
const TEXT_VIEW: u8 = 24;
const LIST_VIEW: u8 = 25;
const LARGE_LIST_VIEW: u8 = 26;

/// A dense union.
const DENSE: i16 = 1;

fn values(code: u8, about: Option<Table<'_>>) -> Parsed<(Option<Values>, Kind)> {
    let values = match code {
        NULL => Values::Nothing,
        2 => ints(about.ok_or(Broken)?)?,
        3 => {
            let width = match about.map_or(Ok(0), |about| about.int16(0))? {
                0 => 2,
                1 => 4,
                2 => 8,
                _ => return Err(Broken),
            };
            Values::Floats { width }
        }
        BYTES | TEXT => Values::Texts { width: 4 },
        LARGE_BYTES | LARGE_TEXT => Values::Texts { width: 8 },
        BYTES_VIEW | TEXT_VIEW => Values::Views,
        6 => Values::Bools,
        _ => return Ok((None, Kind::Other(plural(code)))),
    };
    let kind = match values {
        Values::Texts { .. } | Values::Views => Kind::Text,
        _ => Kind::Plain,
    };
    Ok((Some(values), kind))
}

fn ints(int: Table<'_>) -> Parsed<Values> {
    let width = match int.int32(0)? {
        8 => 1,
        16 => 2,
        32 => 4,
        64 => 8,
        _ => return Err(Broken),
    };
    Ok(Values::Ints { width, signed: int.byte(1)? != 0 })
}

/// The names of the types that cannot be node names or labels.
fn plural(code: u8) -> &'static str {
    match code {
        7 => "decimal numbers",
        8 => "dates",
        9 => "times",
        10 => "timestamps",
        11 => "intervals",
        12 | FIXED_LIST | 21 | LIST_VIEW | LARGE_LIST_VIEW => "lists",
        STRUCT => "structs",
        UNION => "unions",
        15 => "bytes of fixed size",
        17 => "maps",
        18 => "durations",
        RUNS => "values with run lengths",
        _ => "values of an unknown type",
    }
}
