//! One column of a Parquet file: its place in the schema, and the pages of a row group.
//!
//! | Shape | Schema | Levels |
//! |---|---|---|
//! | [`Shape::One`] | a required value | none |
//! | [`Shape::Perhaps`] | an optional value | defined: 1 for a value, 0 for none |
//! | [`Shape::Many`] | a required list of required values | repeated: 0 for the first of a row, else 1; defined: 0 for an empty list |

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::thrift::{Struct, varint};

/// How many values a row has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    One,
    Perhaps,
    Many,
}

/// The type of the values.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// An individual text in every row.
    Text,
    /// One of these texts, which are stored once.
    Listed(Vec<String>),
    /// A number of a node.
    Number,
    /// A float.
    Float,
}

impl Kind {
    /// `Type` of the format.
    fn physical(&self) -> i32 {
        match self {
            Self::Number => 1,
            Self::Float => 5,
            Self::Text | Self::Listed(_) => 6,
        }
    }
}

/// A column, and its values in the current row group.
pub(super) struct Column {
    name: &'static str,
    kind: Kind,
    shape: Shape,
    /// Values as they are stored in a page, or the numbers of listed texts.
    plain: Vec<u8>,
    indices: Vec<u32>,
    repeated: Vec<bool>,
    defined: Vec<bool>,
    rows: usize,
}

/// Codes of the format: `Encoding`, `CompressionCodec`.
const PLAIN: i32 = 0;
const RLE: i32 = 3;
const RLE_DICTIONARY: i32 = 8;
const GZIP: i32 = 2;

impl Column {
    pub(super) fn new(name: &'static str, shape: Shape, kind: Kind) -> Self {
        let (plain, indices) = (Vec::new(), Vec::new());
        let (repeated, defined) = (Vec::new(), Vec::new());
        Self { name, kind, shape, plain, indices, repeated, defined, rows: 0 }
    }

    /// Elements of the schema.
    pub(super) fn schema(&self) -> Vec<Struct> {
        const REQUIRED: i32 = 0;
        const OPTIONAL: i32 = 1;
        const REPEATED: i32 = 2;
        let value = |name: &str, repetition: i32| {
            let value =
                Struct::default().i32(1, self.kind.physical()).i32(3, repetition).text(4, name);
            if self.kind.physical() == 6 {
                // UTF8, and the same as the newer logical type STRING.
                let string = Struct::default().structure(1, Struct::default());
                value.i32(6, 0).structure(10, string)
            } else {
                value
            }
        };
        match self.shape {
            Shape::One => vec![value(self.name, REQUIRED)],
            Shape::Perhaps => vec![value(self.name, OPTIONAL)],
            Shape::Many => {
                let list = Struct::default().structure(3, Struct::default());
                let outer = Struct::default().i32(3, REQUIRED).text(4, self.name).i32(5, 1);
                let inner = Struct::default().i32(3, REPEATED).text(4, "list").i32(5, 1);
                vec![outer.i32(6, 3).structure(10, list), inner, value("element", REQUIRED)]
            }
        }
    }

    fn path(&self) -> Vec<&'static str> {
        match self.shape {
            Shape::One | Shape::Perhaps => vec![self.name],
            Shape::Many => vec![self.name, "list", "element"],
        }
    }

    pub(super) fn text(&mut self, value: &str) {
        self.plain.extend((value.len() as u32).to_le_bytes());
        self.plain.extend(value.as_bytes());
        self.one(true);
    }

    /// A text, or none.
    pub(super) fn perhaps(&mut self, value: Option<&str>) {
        match value {
            Some(value) => self.text(value),
            None => self.one(false),
        }
    }

    pub(super) fn float(&mut self, value: f64) {
        self.plain.extend(value.to_le_bytes());
        self.one(true);
    }

    /// A listed text, by its number.
    pub(super) fn listed(&mut self, value: u32) {
        self.indices.push(value);
        self.one(true);
    }

    fn one(&mut self, is_there: bool) {
        self.rows += 1;
        if self.shape == Shape::Perhaps {
            self.defined.push(is_there);
        }
    }

    /// A list of numbers or of listed texts.
    pub(super) fn many(&mut self, values: impl Iterator<Item = u32>) {
        let mut is_empty = true;
        for value in values {
            match self.kind {
                Kind::Listed(_) => self.indices.push(value),
                _ => self.plain.extend(value.to_le_bytes()),
            }
            self.repeated.push(!is_empty);
            self.defined.push(true);
            is_empty = false;
        }
        if is_empty {
            self.repeated.push(false);
            self.defined.push(false);
        }
        self.rows += 1;
    }

    /// Values so far, places of missing ones and of empty lists included.
    pub(super) fn len(&self) -> usize {
        if self.shape == Shape::One { self.rows } else { self.defined.len() }
    }

    /// The approximate number of bytes so far.
    pub(super) fn size(&self) -> usize {
        self.plain.len() + 4 * self.indices.len() + self.len() / 4
    }

    /// Ends the row group: writes the pages at this offset of the file, and returns the metadata
    /// and the sizes, compressed and uncompressed.
    pub(super) fn finish(&mut self, out: &mut impl Write, offset: usize) -> io::Result<Written> {
        let num_values = self.len();
        let mut data = Vec::new();
        if self.shape == Shape::Many {
            levels(&self.repeated, &mut data);
        }
        if self.shape != Shape::One {
            levels(&self.defined, &mut data);
        }
        let encoding = if let Kind::Listed(texts) = &self.kind {
            // At least one bit: some readers do not expect a width of zero.
            let width = 32 - (texts.len().max(2) as u32 - 1).leading_zeros();
            data.push(width as u8);
            bit_packed(&self.indices, width, &mut data);
            RLE_DICTIONARY
        } else {
            data.append(&mut self.plain);
            PLAIN
        };
        let mut written = Written { bytes: 0, unpacked: 0, chunk: Struct::default() };
        let mut dictionary = None;
        if let Kind::Listed(texts) = &self.kind {
            let mut page = Vec::new();
            for text in texts {
                page.extend((text.len() as u32).to_le_bytes());
                page.extend(text.as_bytes());
            }
            let header = Struct::default().i32(1, int(texts.len())?).i32(2, PLAIN);
            dictionary = Some(offset);
            written.page(2, 7, header, &page, out)?;
        }
        let data_offset = offset + written.bytes;
        let header = Struct::default().i32(1, int(num_values)?).i32(2, encoding);
        written.page(0, 5, header.i32(3, RLE).i32(4, RLE), &data, out)?;
        let meta = Struct::default()
            .i32(1, self.kind.physical())
            .i32s(
                2,
                if dictionary.is_some() { &[PLAIN, RLE, RLE_DICTIONARY] } else { &[PLAIN, RLE] },
            )
            .texts(3, &self.path())
            .i32(4, GZIP)
            .i64(5, num_values)
            .i64(6, written.unpacked)
            .i64(7, written.bytes)
            .i64(9, data_offset);
        let meta = dictionary.into_iter().fold(meta, |meta, at| meta.i64(11, at));
        written.chunk = Struct::default().i64(2, offset).structure(3, meta);
        (self.rows, self.indices, self.repeated, self.defined) = Default::default();
        Ok(written)
    }
}

/// A column as written in a row group.
pub(super) struct Written {
    /// Bytes in the file.
    pub(super) bytes: usize,
    /// Bytes before they were compressed, headers included.
    pub(super) unpacked: usize,
    /// `ColumnChunk`.
    pub(super) chunk: Struct,
}

impl Written {
    /// Writes a page: `PageHeader`, then the compressed bytes.
    fn page(
        &mut self,
        kind: i32,
        field: u8,
        header: Struct,
        page: &[u8],
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(page)?;
        let packed = packed.finish()?;
        let header = Struct::default()
            .i32(1, kind)
            .i32(2, int(page.len())?)
            .i32(3, int(packed.len())?)
            .structure(field, header)
            .end();
        out.write_all(&header)?;
        out.write_all(&packed)?;
        self.bytes += header.len() + packed.len();
        self.unpacked += header.len() + page.len();
        Ok(())
    }
}

/// A length in a header. A row group ends long before its length overflows, unless a single row is
/// that large.
fn int(len: usize) -> io::Result<i32> {
    i32::try_from(len).map_err(|_| io::Error::other("a graph is too large for a page of Parquet"))
}

/// Levels of 0 and 1, behind their length in bytes.
fn levels(levels: &[bool], out: &mut Vec<u8>) {
    let mut packed = Vec::new();
    let bits: Vec<u32> = levels.iter().map(|&level| u32::from(level)).collect();
    bit_packed(&bits, 1, &mut packed);
    out.extend((packed.len() as u32).to_le_bytes());
    out.extend(packed);
}

/// One run of numbers of `width` bits each, lowest bit first, in groups of eight.
fn bit_packed(values: &[u32], width: u32, out: &mut Vec<u8>) {
    let groups = values.len().div_ceil(8);
    varint((groups as u64) << 1 | 1, out);
    let (mut bits, mut filled) = (0_u64, 0);
    let padding = std::iter::repeat_n(&0, groups * 8 - values.len());
    for &value in values.iter().chain(padding) {
        bits |= u64::from(value) << filled;
        filled += width;
        while filled >= 8 {
            out.push(bits as u8);
            bits >>= 8;
            filled -= 8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_packed_from_the_lowest_bit() {
        let mut out = Vec::new();
        // The example of the format's documentation: 0 to 7 in three bits each.
        bit_packed(&[0, 1, 2, 3, 4, 5, 6, 7], 3, &mut out);
        assert_eq!(out, [3, 0b1000_1000, 0b1100_0110, 0b1111_1010]);
        out.clear();
        bit_packed(&[1], 1, &mut out);
        assert_eq!(out, [3, 1]);
    }
}
