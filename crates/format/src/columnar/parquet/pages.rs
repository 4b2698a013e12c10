//! The pages of a column, one after the other, and their values.

use crate::TableProblem;
use crate::error::shorten;
use crate::read::limits::{MAX_EXPANSION, MAX_UNCHECKED_PART};

use super::super::access::Access;
use super::super::cell::{Cell, half};
use super::super::codec::Codec;
use super::super::{TableError, damaged};
use super::encodings;
use super::encodings::Texts;
use super::footer::{Chunk, Physical, Storage};
use super::page_header::{Encoding, Layout, PageHeader, PageKind};
use super::thrift::{Broken, Parsed};

/// The values of a column in a row group, in order.
pub(super) struct Pages<'a> {
    access: &'a Access<'a>,
    /// The name of the column.
    name: &'a str,
    storage: Storage,
    codec: Codec,
    /// The position of the next page, and the end of the column.
    at: u64,
    end: u64,
    /// The number of rows in pages that have not been read.
    rows_left: u64,
    dictionary: Option<Values>,
    page: Page,
}

/// The current page of a column.
#[derive(Default)]
struct Page {
    /// Which rows have a value; `None` if all do.
    present: Option<Vec<bool>>,
    values: Values,
    num_rows: usize,
    /// The current row, and its value.
    row: usize,
    value: usize,
}

enum Values {
    Bools(Vec<bool>),
    Ints32 {
        values: Vec<[u8; 4]>,
        signed: bool,
    },
    Ints64 {
        values: Vec<[u8; 8]>,
        signed: bool,
    },
    Floats(Vec<[u8; 4]>),
    Doubles(Vec<[u8; 8]>),
    Halves(Vec<[u8; 2]>),
    Texts(Texts),
    /// Indices into the dictionary.
    Indices(Vec<u32>),
}

impl Default for Values {
    fn default() -> Self {
        Self::Bools(Vec::new())
    }
}

impl Values {
    fn get(&self, number: usize) -> Option<Cell<'_>> {
        Some(match self {
            Self::Bools(values) => Cell::Bool(*values.get(number)?),
            Self::Ints32 { values, signed: true } => {
                Cell::signed(i32::from_le_bytes(*values.get(number)?).into())
            }
            Self::Ints32 { values, signed: false } => {
                Cell::Unsigned(u32::from_le_bytes(*values.get(number)?).into())
            }
            Self::Ints64 { values, signed: true } => {
                Cell::signed(i64::from_le_bytes(*values.get(number)?))
            }
            Self::Ints64 { values, signed: false } => {
                Cell::Unsigned(u64::from_le_bytes(*values.get(number)?))
            }
            Self::Floats(values) => Cell::Single(f32::from_le_bytes(*values.get(number)?)),
            Self::Doubles(values) => Cell::Double(f64::from_le_bytes(*values.get(number)?)),
            Self::Halves(values) => Cell::Single(half(u16::from_le_bytes(*values.get(number)?))),
            Self::Texts(texts) => Cell::Text(texts.get(number)?),
            Self::Indices(_) => return None,
        })
    }
}

impl<'a> Pages<'a> {
    pub(super) fn new(
        access: &'a Access<'a>,
        name: &'a str,
        storage: Storage,
        chunk: Chunk,
        num_rows: u64,
        end: u64,
    ) -> Result<Self, TableError> {
        if let Some(feature) = chunk.elsewhere {
            return Err(TableProblem::Unsupported { feature }.into());
        }
        let codec = chunk.codec.map_err(|codec| {
            let column = shorten(name);
            TableError::Table(TableProblem::Compression { column, codec })
        })?;
        Ok(Self {
            access,
            name,
            storage,
            codec,
            at: chunk.start,
            end,
            rows_left: num_rows,
            dictionary: None,
            page: Page::default(),
        })
    }

    /// Moves on to the next row, which must exist. The first call moves to the first one.
    pub(super) fn advance(&mut self) -> Result<(), TableError> {
        let page = &mut self.page;
        if page.row < page.num_rows {
            let had_value = page.present.as_ref().is_none_or(|present| present[page.row]);
            page.value += usize::from(had_value);
            page.row += 1;
        }
        while self.page.row >= self.page.num_rows {
            self.next_page()?;
        }
        Ok(())
    }

    /// The value of the current row.
    pub(super) fn cell(&self) -> Cell<'_> {
        let page = &self.page;
        if page.present.as_ref().is_some_and(|present| !present[page.row]) {
            return Cell::Missing;
        }
        let cell = match (&page.values, &self.dictionary) {
            (Values::Indices(indices), Some(dictionary)) => {
                indices.get(page.value).and_then(|&index| dictionary.get(index as usize))
            }
            (values, _) => values.get(page.value),
        };
        cell.unwrap_or(Cell::Outside)
    }

    fn next_page(&mut self) -> Result<(), TableError> {
        let header = PageHeader::read(self.access, self.at, self.end)?;
        self.at = header.start + header.packed_len;
        let wrong = |_: Broken| {
            let (name, start) = (shorten(self.name), header.start);
            damaged(format!("the page of the column `{name}` at byte {start} cannot be read"))
        };
        match header.kind {
            PageKind::Other => {}
            PageKind::Dictionary { num_values } => {
                let bytes = self.unpack(&header)?;
                // A value takes at least one bit.
                if self.dictionary.is_some() || num_values > bytes.len().saturating_mul(8) {
                    return Err(wrong(Broken::Malformed));
                }
                let values = self.values(bytes, num_values, Encoding::Plain)?;
                self.dictionary = Some(values.map_err(wrong)?);
            }
            PageKind::Data { num_values, encoding, layout } => {
                // A row has at most one value.
                let rows_left = self.rows_left.checked_sub(num_values as u64);
                self.rows_left = rows_left.ok_or_else(|| wrong(Broken::Malformed))?;
                let (levels, bytes) = match layout {
                    Layout::Inside { as_runs } => {
                        let bytes = self.unpack(&header)?;
                        self.split_levels(bytes, as_runs).map_err(wrong)?
                    }
                    Layout::Before { repetition_len, definition_len, is_packed } => {
                        let levels_len = repetition_len + definition_len;
                        let packed_len = header.packed_len.checked_sub(levels_len);
                        let len = header.len.checked_sub(levels_len);
                        let (Some(packed_len), Some(len)) = (packed_len, len) else {
                            return Err(wrong(Broken::Malformed));
                        };
                        let levels =
                            self.access.read(header.start + repetition_len, definition_len)?;
                        let values = PageHeader {
                            start: header.start + levels_len,
                            packed_len,
                            len,
                            ..header
                        };
                        let codec = if is_packed { self.codec } else { Codec::Plain };
                        (levels.into_owned(), self.unpack_with(codec, &values)?)
                    }
                };
                let present = self.present(&levels, num_values).map_err(wrong)?;
                let count = match &present {
                    Some(present) => present.iter().filter(|&&is_there| is_there).count(),
                    None => num_values,
                };
                let values = self.values(bytes, count, encoding)?.map_err(wrong)?;
                self.page = Page { present, values, num_rows: num_values, row: 0, value: 0 };
            }
        }
        Ok(())
    }

    fn unpack(&self, header: &PageHeader) -> Result<Vec<u8>, TableError> {
        self.unpack_with(self.codec, header)
    }

    fn unpack_with(&self, codec: Codec, header: &PageHeader) -> Result<Vec<u8>, TableError> {
        // Some programs write no bytes at all if there are no values.
        if header.len == 0 {
            return Ok(Vec::new());
        }
        let packed = self.access.read(header.start, header.packed_len)?;
        codec.unpack(&packed, header.len, self.access.control())
    }

    /// Splits the levels off the front of a page.
    fn split_levels(&self, mut bytes: Vec<u8>, as_runs: bool) -> Parsed<(Vec<u8>, Vec<u8>)> {
        if !self.storage.optional {
            return Ok((Vec::new(), bytes));
        }
        if !as_runs {
            return Err(Broken::Malformed);
        }
        let len = bytes.first_chunk().ok_or(Broken::CutOff)?;
        let end = (u32::from_le_bytes(*len) as usize).checked_add(4).ok_or(Broken::CutOff)?;
        let levels = bytes.get(4..end).ok_or(Broken::CutOff)?.to_vec();
        bytes.drain(..end);
        Ok((levels, bytes))
    }

    /// Decodes which rows have values.
    fn present(&self, levels: &[u8], num_rows: usize) -> Parsed<Option<Vec<bool>>> {
        if !self.storage.optional {
            return Ok(None);
        }
        let levels = encodings::hybrid(levels, 1, num_rows)?;
        if levels.iter().all(|&level| level == 1) {
            return Ok(None);
        }
        Ok(Some(levels.into_iter().map(|level| level == 1).collect()))
    }

    /// Decodes `count` values; the outer error does not mean that the bytes are malformed.
    fn values(
        &self,
        bytes: Vec<u8>,
        count: usize,
        encoding: Encoding,
    ) -> Result<Parsed<Values>, TableError> {
        if encoding == Encoding::Unknown {
            let feature = "encodings of columns other than those of Parquet 2";
            return Err(TableProblem::Unsupported { feature }.into());
        }
        if encoding == Encoding::DeltaText && self.storage.physical == Physical::Bytes {
            let max = MAX_UNCHECKED_PART.max(bytes.len() as u64 * MAX_EXPANSION);
            return match Texts::delta(&bytes, count, max) {
                Ok(Some(texts)) => Ok(Ok(Values::Texts(texts))),
                Ok(None) => Err(TableProblem::Expands { what: "texts" }.into()),
                Err(broken) => Ok(Err(broken)),
            };
        }
        Ok(self.decode(bytes, count, encoding))
    }

    fn decode(&self, bytes: Vec<u8>, count: usize, encoding: Encoding) -> Parsed<Values> {
        use encodings::{bits, delta, hybrid, join_streams, plain};
        Ok(match (self.storage.physical, encoding) {
            (_, Encoding::Dictionary) => {
                if self.dictionary.is_none() {
                    return Err(Broken::Malformed);
                }
                // A page without values may even lack the bit width.
                let indices = match bytes.split_first() {
                    Some((&width, packed)) => hybrid(packed, width.into(), count)?,
                    None if count == 0 => Vec::new(),
                    None => return Err(Broken::CutOff),
                };
                Values::Indices(indices)
            }
            (Physical::Bool, Encoding::Plain) => Values::Bools(bits(&bytes, count)?),
            (Physical::Bool, Encoding::Runs) => {
                // The values are preceded by their length.
                let packed = bytes.get(4..).ok_or(Broken::CutOff)?;
                let values = hybrid(packed, 1, count)?;
                Values::Bools(values.into_iter().map(|value| value == 1).collect())
            }
            (Physical::Int32 { signed }, _) => {
                let values = match encoding {
                    Encoding::Plain => plain(&bytes, count)?,
                    Encoding::SplitStreams => join_streams(&bytes, count)?,
                    Encoding::Delta => {
                        let values = all(delta(&bytes, count)?.0, count)?;
                        values.into_iter().map(|value| (value as i32).to_le_bytes()).collect()
                    }
                    _ => return Err(Broken::Malformed),
                };
                Values::Ints32 { values, signed }
            }
            (Physical::Int64 { signed }, _) => {
                let values = match encoding {
                    Encoding::Plain => plain(&bytes, count)?,
                    Encoding::SplitStreams => join_streams(&bytes, count)?,
                    Encoding::Delta => {
                        let values = all(delta(&bytes, count)?.0, count)?;
                        values.into_iter().map(i64::to_le_bytes).collect()
                    }
                    _ => return Err(Broken::Malformed),
                };
                Values::Ints64 { values, signed }
            }
            (Physical::Float, Encoding::Plain) => Values::Floats(plain(&bytes, count)?),
            (Physical::Float, Encoding::SplitStreams) => {
                Values::Floats(join_streams(&bytes, count)?)
            }
            (Physical::Double, Encoding::Plain) => Values::Doubles(plain(&bytes, count)?),
            (Physical::Double, Encoding::SplitStreams) => {
                Values::Doubles(join_streams(&bytes, count)?)
            }
            (Physical::Half, Encoding::Plain) => Values::Halves(plain(&bytes, count)?),
            (Physical::Half, Encoding::SplitStreams) => {
                Values::Halves(join_streams(&bytes, count)?)
            }
            (Physical::Bytes, Encoding::Plain) => Values::Texts(Texts::plain(bytes, count)?),
            (Physical::Bytes, Encoding::DeltaLength) => {
                Values::Texts(Texts::delta_length(bytes, count)?)
            }
            _ => return Err(Broken::Malformed),
        })
    }
}

/// Checks the number of values.
fn all(values: Vec<i64>, count: usize) -> Parsed<Vec<i64>> {
    if values.len() == count { Ok(values) } else { Err(Broken::CutOff) }
}
