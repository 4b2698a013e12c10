//! Thrift's compact protocol, as far as the metadata of a Parquet file needs it.
//!
//! A struct is a sequence of fields with rising ids, each behind a byte (id − last id) · 16 + type,
//! and a zero at the end. Numbers are zigzag varints.

/// A struct that is being written.
#[derive(Default)]
pub(super) struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

/// Types of fields.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Struct {
    fn field(&mut self, id: u8, kind: u8) {
        self.bytes.push((id - self.last) << 4 | kind);
        self.last = id;
    }

    pub(super) fn i32(mut self, id: u8, value: i32) -> Self {
        self.field(id, I32);
        zigzag(i64::from(value), &mut self.bytes);
        self
    }

    pub(super) fn i64(mut self, id: u8, value: usize) -> Self {
        self.field(id, I64);
        zigzag(value.cast_signed() as i64, &mut self.bytes);
        self
    }

    pub(super) fn text(mut self, id: u8, value: &str) -> Self {
        self.field(id, BINARY);
        text(value, &mut self.bytes);
        self
    }

    pub(super) fn structure(mut self, id: u8, value: Self) -> Self {
        self.field(id, STRUCT);
        self.bytes.extend(value.end());
        self
    }

    pub(super) fn structures(
        mut self,
        id: u8,
        values: impl ExactSizeIterator<Item = Self>,
    ) -> Self {
        self.list(id, STRUCT, values.len());
        self.bytes.extend(values.flat_map(Self::end));
        self
    }

    pub(super) fn texts(mut self, id: u8, values: &[&str]) -> Self {
        self.list(id, BINARY, values.len());
        for value in values {
            text(value, &mut self.bytes);
        }
        self
    }

    pub(super) fn i32s(mut self, id: u8, values: &[i32]) -> Self {
        self.list(id, I32, values.len());
        for &value in values {
            zigzag(i64::from(value), &mut self.bytes);
        }
        self
    }

    fn list(&mut self, id: u8, of: u8, len: usize) {
        self.field(id, LIST);
        if len < 15 {
            self.bytes.push((len as u8) << 4 | of);
        } else {
            self.bytes.push(0xF0 | of);
            varint(len as u64, &mut self.bytes);
        }
    }

    /// The bytes of the whole struct.
    pub(super) fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

fn text(value: &str, out: &mut Vec<u8>) {
    varint(value.len() as u64, out);
    out.extend(value.as_bytes());
}

fn zigzag(value: i64, out: &mut Vec<u8>) {
    varint((value << 1 ^ value >> 63).cast_unsigned(), out);
}

pub(super) fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_struct_by_hand() {
        let inner = Struct::default().i32(1, -1);
        let bytes = Struct::default().i32(1, 150).text(4, "ab").structure(5, inner).end();
        // 150 is 300 in zigzag; field 4 comes three after field 1.
        assert_eq!(bytes, [0x15, 0xAC, 0x02, 0x38, 2, b'a', b'b', 0x1C, 0x15, 0x01, 0, 0]);
    }

    #[test]
    fn lists_of_15_have_a_length_of_their_own() {
        assert_eq!(Struct::default().i32s(2, &[1, 2]).end(), [0x29, 0x25, 2, 4, 0]);
        let bytes = Struct::default().i32s(2, &[0; 15]).end();
        assert_eq!(bytes[..3], [0x29, 0xF5, 15]);
        assert_eq!(bytes.len(), 3 + 15 + 1);
    }
}
