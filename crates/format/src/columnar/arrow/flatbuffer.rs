//! `FlatBuffers`, the encoding of Arrow metadata. Every offset is checked when it is followed.

/// A table: fields by number, each of which may be absent.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    bytes: &'a [u8],
    /// The position of the table.
    at: usize,
    /// The offset of each field from there, two bytes each.
    slots: &'a [u8],
}

/// The bytes are malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Broken;

pub(super) type Parsed<T> = Result<T, Broken>;

fn take<const N: usize>(bytes: &[u8], at: usize) -> Parsed<[u8; N]> {
    bytes.get(at..).and_then(<[u8]>::first_chunk).copied().ok_or(Broken)
}

/// Follows the offset at a position.
fn follow(bytes: &[u8], at: usize) -> Parsed<usize> {
    at.checked_add(u32::from_le_bytes(take(bytes, at)?) as usize).ok_or(Broken)
}

impl<'a> Table<'a> {
    /// The outermost table.
    pub(super) fn root(bytes: &'a [u8]) -> Parsed<Self> {
        Self::at(bytes, follow(bytes, 0)?)
    }

    fn at(bytes: &'a [u8], at: usize) -> Parsed<Self> {
        let back = i64::from(i32::from_le_bytes(take(bytes, at)?));
        let slots = i64::try_from(at).map_err(|_| Broken)? - back;
        let slots = usize::try_from(slots).map_err(|_| Broken)?;
        let len = usize::from(u16::from_le_bytes(take(bytes, slots)?));
        // The lengths of the vtable and of the table come first.
        let slots = bytes.get(slots..).and_then(|slots| slots.get(4..len)).ok_or(Broken)?;
        Ok(Self { bytes, at, slots })
    }

    /// The position of a field.
    fn field(&self, number: usize) -> Option<usize> {
        let offset = take(self.slots, 2 * number).map_or(0, u16::from_le_bytes);
        (offset != 0).then_some(self.at + usize::from(offset))
    }

    fn scalar<const N: usize>(&self, number: usize) -> Parsed<[u8; N]> {
        self.field(number).map_or(Ok([0; N]), |at| take(self.bytes, at))
    }

    /// A number; absent fields are 0, here and below.
    pub(super) fn int64(&self, number: usize) -> Parsed<i64> {
        self.scalar(number).map(i64::from_le_bytes)
    }

    pub(super) fn int32(&self, number: usize) -> Parsed<i32> {
        self.scalar(number).map(i32::from_le_bytes)
    }

    pub(super) fn int16(&self, number: usize) -> Parsed<i16> {
        self.scalar(number).map(i16::from_le_bytes)
    }

    pub(super) fn byte(&self, number: usize) -> Parsed<u8> {
        self.scalar::<1>(number).map(|[byte]| byte)
    }

    /// A nested table.
    pub(super) fn table(&self, number: usize) -> Parsed<Option<Self>> {
        let Some(at) = self.field(number) else { return Ok(None) };
        Self::at(self.bytes, follow(self.bytes, at)?).map(Some)
    }

    /// A vector of elements of `size` bytes, or a text.
    pub(super) fn list(&self, number: usize, size: usize) -> Parsed<&'a [u8]> {
        self.list_at(number, size).map(|(list, _)| list)
    }

    fn list_at(&self, number: usize, size: usize) -> Parsed<(&'a [u8], usize)> {
        let Some(at) = self.field(number) else { return Ok((&[], 0)) };
        let at = follow(self.bytes, at)?;
        let len = (u32::from_le_bytes(take(self.bytes, at)?) as usize).checked_mul(size);
        let start = at + 4;
        let list = self.bytes.get(start..).and_then(|bytes| bytes.get(..len?)).ok_or(Broken)?;
        Ok((list, start))
    }

    /// A vector of tables.
    pub(super) fn tables(&self, number: usize) -> Parsed<impl Iterator<Item = Parsed<Self>> + 'a> {
        let (offsets, start) = self.list_at(number, 4)?;
        let bytes = self.bytes;
        Ok((0..offsets.len() / 4).map(move |i| Self::at(bytes, follow(bytes, start + 4 * i)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table with a number (field 0), a text (field 2) and a vector of one table, which
    /// is itself (field 3).
    fn example() -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(16_u32.to_le_bytes()); // 0: the root is at 16
        bytes.extend([12, 0, 16, 0, 4, 0, 0, 0, 8, 0, 12, 0]); // 4: the slots
        bytes.extend(12_i32.to_le_bytes()); // 16: the table; its slots are 12 bytes before
        bytes.extend((-7_i32).to_le_bytes()); // 20: field 0
        bytes.extend(8_u32.to_le_bytes()); // 24: field 2 is at 32
        bytes.extend(12_u32.to_le_bytes()); // 28: field 3 is at 40
        bytes.extend([2, 0, 0, 0, b'a', b'b', 0, 0]); // 32: the text
        bytes.extend([1, 0, 0, 0]); // 40: a list of one
        bytes.extend((16_u32.wrapping_sub(44)).to_le_bytes()); // 44: back to the table
        bytes
    }

    #[test]
    fn fields_are_found_or_left_out() {
        let bytes = example();
        let table = Table::root(&bytes).unwrap();
        assert_eq!(table.int32(0), Ok(-7));
        assert_eq!(table.int64(1), Ok(0));
        assert_eq!(table.list(2, 1), Ok(&b"ab"[..]));
        assert_eq!(table.list(9, 1), Ok(&b""[..]));
        assert!(table.table(1).unwrap().is_none());
        // Offsets only point forward, so there are no cycles.
        assert!(table.tables(3).unwrap().all(|table| table.is_err()));
    }

    #[test]
    fn nothing_is_read_beyond_the_end() {
        let bytes = example();
        for end in 0..bytes.len() {
            for at in 0..end {
                let mut bytes = bytes[..end].to_vec();
                bytes[at] ^= 0xFF;
                let Ok(table) = Table::root(&bytes) else { continue };
                for field in 0..6 {
                    let _ = (table.int64(field), table.byte(field), table.list(field, 24));
                    let _ = table.table(field);
                    let _ = table.tables(field).map(Iterator::count);
                }
            }
        }
    }
}
