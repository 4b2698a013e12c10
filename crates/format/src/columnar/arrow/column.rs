//! The values of a column in one batch, in their encoding.

use std::rc::Rc;

use super::super::cell::{Cell, half};
use super::schema::Values;

/// Some rows of a column.
pub(super) struct Column {
    /// The validity bitmap; if it is missing, all rows have a value.
    present: Option<Vec<u8>>,
    data: Data,
    len: usize,
}

enum Data {
    Nothing,
    Bools(Vec<u8>),
    Ints {
        bytes: Vec<u8>,
        width: usize,
        signed: bool,
    },
    Floats {
        bytes: Vec<u8>,
        width: usize,
    },
    Texts {
        ends: Vec<u8>,
        width: usize,
        texts: Vec<u8>,
    },
    Views {
        places: Vec<u8>,
        texts: Vec<Vec<u8>>,
    },
    /// Indices into a dictionary, which may have arrived in several parts.
    Numbers {
        numbers: Box<Column>,
        values: Vec<Rc<Column>>,
    },
}

/// The contents of the Arrow buffers, except the validity bitmap.
pub(super) type Buffers = Vec<Vec<u8>>;

impl Column {
    /// Returns `None` if the buffers are too short or too few.
    pub(super) fn new(
        values: Values,
        len: usize,
        present: Option<Vec<u8>>,
        buffers: Buffers,
    ) -> Option<Self> {
        if present.as_ref().is_some_and(|bits| bits.len() < len.div_ceil(8)) {
            return None;
        }
        let mut buffers = buffers.into_iter();
        let mut buffer =
            |len: Option<usize>| buffers.next().filter(|b| len.is_some_and(|len| b.len() >= len));
        let data = match values {
            Values::Nothing => Data::Nothing,
            Values::Bools => Data::Bools(buffer(Some(len.div_ceil(8)))?),
            Values::Ints { width, signed } => {
                Data::Ints { bytes: buffer(len.checked_mul(width))?, width, signed }
            }
            Values::Floats { width } => {
                Data::Floats { bytes: buffer(len.checked_mul(width))?, width }
            }
            Values::Texts { width } => {
                // Without rows, the offsets may be missing.
                let num_ends = if len == 0 { 0 } else { len + 1 };
                let ends = buffer(num_ends.checked_mul(width))?;
                Data::Texts { ends, width, texts: buffer(Some(0))? }
            }
            Values::Views => {
                Data::Views { places: buffer(len.checked_mul(VIEW))?, texts: buffers.collect() }
            }
        };
        Some(Self { present, data, len })
    }

    /// The dictionary values to which this column refers.
    pub(super) fn with_dictionary(self, values: Vec<Rc<Column>>) -> Self {
        let len = self.len;
        Self { present: None, data: Data::Numbers { numbers: Box::new(self), values }, len }
    }

    pub(super) fn cell(&self, row: usize) -> Cell<'_> {
        if row >= self.len {
            return Cell::Outside;
        }
        if self.present.as_ref().is_some_and(|bits| !bit(bits, row)) {
            return Cell::Missing;
        }
        self.value(row).unwrap_or(Cell::Outside)
    }

    fn value(&self, row: usize) -> Option<Cell<'_>> {
        Some(match &self.data {
            Data::Nothing => Cell::Missing,
            Data::Bools(bits) => Cell::Bool(bit(bits, row)),
            Data::Ints { bytes, width, signed } => {
                let number = unsigned(bytes, row, *width)?;
                if *signed {
                    // The highest bit moves to the position of the sign, and back.
                    let shift = 64 - 8 * *width;
                    Cell::signed((number << shift).cast_signed() >> shift)
                } else {
                    Cell::Unsigned(number)
                }
            }
            Data::Floats { bytes, width } => {
                let bits = unsigned(bytes, row, *width)?;
                match width {
                    2 => Cell::Single(half(bits as u16)),
                    4 => Cell::Single(f32::from_bits(bits as u32)),
                    _ => Cell::Double(f64::from_bits(bits)),
                }
            }
            Data::Texts { ends, width, texts } => {
                let [start, end] = [row, row + 1].map(|place| unsigned(ends, place, *width));
                let (start, end) = (usize::try_from(start?).ok()?, usize::try_from(end?).ok()?);
                Cell::Text(texts.get(start..end)?)
            }
            Data::Views { places, texts } => Cell::Text(view(places.get(VIEW * row..)?, texts)?),
            Data::Numbers { numbers, values } => match numbers.cell(row) {
                Cell::Unsigned(number) => {
                    let mut number = usize::try_from(number).ok()?;
                    let mut values = values.iter();
                    let part = loop {
                        let part = values.next()?;
                        match number.checked_sub(part.len) {
                            Some(beyond) => number = beyond,
                            None => break part,
                        }
                    };
                    part.cell(number)
                }
                Cell::Missing => Cell::Missing,
                _ => return None,
            },
        })
    }
}

/// The size of a view: the length, and either the text itself or its location.
const VIEW: usize = 16;

/// The longest text that is stored in the view itself.
const SHORT: usize = 12;

fn view<'a>(place: &'a [u8], texts: &'a [Vec<u8>]) -> Option<&'a [u8]> {
    let number = |at: usize| {
        let bytes = place.get(at..)?.first_chunk()?;
        usize::try_from(i32::from_le_bytes(*bytes)).ok()
    };
    let len = number(0)?;
    if len <= SHORT {
        return place.get(4..4 + len);
    }
    let (text, start) = (texts.get(number(8)?)?, number(12)?);
    text.get(start..start.checked_add(len)?)
}

fn bit(bits: &[u8], row: usize) -> bool {
    bits.get(row / 8).is_some_and(|byte| byte >> (row % 8) & 1 == 1)
}

fn unsigned(bytes: &[u8], row: usize, width: usize) -> Option<u64> {
    let bytes = bytes.get(width * row..)?;
    Some(match width {
        1 => u64::from(*bytes.first()?),
        2 => u16::from_le_bytes(*bytes.first_chunk()?).into(),
        4 => u32::from_le_bytes(*bytes.first_chunk()?).into(),
        _ => u64::from_le_bytes(*bytes.first_chunk()?),
    })
}
