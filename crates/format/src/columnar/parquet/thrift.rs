//! Thrift's compact protocol, the encoding of Parquet metadata. No length is trusted before the
//! data are there.

/// The remaining bytes.
#[derive(Clone)]
pub(super) struct Thrift<'a> {
    rest: &'a [u8],
}

/// Why bytes cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// They end too early.
    CutOff,
    /// They are malformed.
    Malformed,
}

pub(super) type Parsed<T> = Result<T, Broken>;

/// The type of a field or an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wire {
    /// The type contains the value.
    Bool(bool),
    Byte,
    /// An integer of 16, 32 or 64 bits.
    Int,
    Double,
    Binary,
    List,
    Map,
    Struct,
    Uuid,
}

impl Wire {
    fn new(code: u8) -> Parsed<Self> {
        Ok(match code {
            1 => Self::Bool(true),
            2 => Self::Bool(false),
            3 => Self::Byte,
            4..=6 => Self::Int,
            7 => Self::Double,
            8 => Self::Binary,
            // Sets have the same encoding.
            9 | 10 => Self::List,
            11 => Self::Map,
            12 => Self::Struct,
            13 => Self::Uuid,
            _ => return Err(Broken::Malformed),
        })
    }
}

/// A field of a struct: its number, and its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) id: i16,
    pub(super) wire: Wire,
}

/// The maximum nesting depth of structs and lists; Parquet has seven levels.
const MAX_DEPTH: u32 = 32;

impl<'a> Thrift<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The number of remaining bytes.
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    fn byte(&mut self) -> Parsed<u8> {
        let (&byte, rest) = self.rest.split_first().ok_or(Broken::CutOff)?;
        self.rest = rest;
        Ok(byte)
    }

    fn bytes(&mut self, len: u64) -> Parsed<&'a [u8]> {
        let len = usize::try_from(len).map_err(|_| Broken::CutOff)?;
        let (bytes, rest) = self.rest.split_at_checked(len).ok_or(Broken::CutOff)?;
        self.rest = rest;
        Ok(bytes)
    }

    fn varint(&mut self) -> Parsed<u64> {
        let (value, len) = varint(self.rest)?;
        self.rest = &self.rest[len..];
        Ok(value)
    }

    /// Calls `field` for each field of a struct; it reads or skips the value.
    pub(super) fn each_field(
        &mut self,
        mut field: impl FnMut(&mut Self, Field) -> Parsed<()>,
    ) -> Parsed<()> {
        let mut id = 0_i16;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Ok(());
            }
            let wire = Wire::new(head & 15)?;
            id = match i16::from(head >> 4) {
                0 => i16::try_from(zigzag(self.varint()?)).map_err(|_| Broken::Malformed)?,
                step => id.checked_add(step).ok_or(Broken::Malformed)?,
            };
            field(self, Field { id, wire })?;
        }
    }

    /// Reads an integer of any width.
    pub(super) fn int(&mut self, wire: Wire) -> Parsed<i64> {
        match wire {
            Wire::Int => Ok(zigzag(self.varint()?)),
            Wire::Byte => Ok(i64::from(self.byte()?.cast_signed())),
            _ => Err(Broken::Malformed),
        }
    }

    /// Reads a 32-bit integer.
    pub(super) fn int32(&mut self, wire: Wire) -> Parsed<i32> {
        i32::try_from(self.int(wire)?).map_err(|_| Broken::Malformed)
    }

    pub(super) fn binary(&mut self, wire: Wire) -> Parsed<&'a [u8]> {
        match wire {
            Wire::Binary => {
                let len = self.varint()?;
                self.bytes(len)
            }
            _ => Err(Broken::Malformed),
        }
    }

    /// Calls `element` for each element of a list of structs; it reads the element.
    pub(super) fn each_struct(
        &mut self,
        wire: Wire,
        mut element: impl FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        if wire != Wire::List {
            return Err(Broken::Malformed);
        }
        let (kind, len) = self.list_head()?;
        if len > 0 && kind != Some(Wire::Struct) {
            return Err(Broken::Malformed);
        }
        (0..len).try_for_each(|_| element(self))
    }

    fn list_head(&mut self) -> Parsed<(Option<Wire>, u64)> {
        let head = self.byte()?;
        let len = match head >> 4 {
            15 => self.varint()?,
            len => u64::from(len),
        };
        // An element takes at least one byte.
        if len > self.rest.len() as u64 {
            return Err(Broken::CutOff);
        }
        // Some programs write no type for an empty list.
        let kind = if len == 0 { None } else { Some(Wire::new(head & 15)?) };
        Ok((kind, len))
    }

    /// Skips a value.
    pub(super) fn skip(&mut self, wire: Wire) -> Parsed<()> {
        self.skip_within(wire, MAX_DEPTH)
    }

    fn skip_within(&mut self, wire: Wire, depth: u32) -> Parsed<()> {
        let depth = depth.checked_sub(1).ok_or(Broken::Malformed)?;
        match wire {
            Wire::Bool(_) => {}
            Wire::Byte => _ = self.byte()?,
            Wire::Int => _ = self.varint()?,
            Wire::Double => _ = self.bytes(8)?,
            Wire::Uuid => _ = self.bytes(16)?,
            Wire::Binary => _ = self.binary(wire)?,
            Wire::Struct => {
                self.each_field(|thrift, field| thrift.skip_within(field.wire, depth))?;
            }
            Wire::List => {
                let (kind, len) = self.list_head()?;
                for _ in 0..len {
                    self.skip_element(kind, depth)?;
                }
            }
            Wire::Map => {
                let len = self.varint()?;
                if len > self.rest.len() as u64 {
                    return Err(Broken::CutOff);
                }
                if len > 0 {
                    let kinds = self.byte()?;
                    let (key, value) = (Wire::new(kinds >> 4)?, Wire::new(kinds & 15)?);
                    for _ in 0..len {
                        self.skip_element(Some(key), depth)?;
                        self.skip_element(Some(value), depth)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn skip_element(&mut self, kind: Option<Wire>, depth: u32) -> Parsed<()> {
        match kind {
            // In a list, a boolean takes one byte.
            Some(Wire::Bool(_)) => self.byte().map(|_| ()),
            Some(kind) => self.skip_within(kind, depth),
            None => Ok(()),
        }
    }
}

/// Seven bits per byte, lowest first. Returns the value and its number of bytes.
pub(super) fn varint(bytes: &[u8]) -> Parsed<(u64, usize)> {
    let mut value = 0;
    for (i, &byte) in bytes.iter().take(10).enumerate() {
        // The last bits of the tenth byte are beyond bit 64.
        value |= u64::from(byte & 127) << (7 * i).min(63);
        if byte < 128 {
            return Ok((value, i + 1));
        }
    }
    Err(if bytes.len() < 10 { Broken::CutOff } else { Broken::Malformed })
}

/// The sign is the lowest bit.
pub(super) fn zigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_seven_bits_a_byte() {
        assert_eq!(varint(&[0]), Ok((0, 1)));
        assert_eq!(varint(&[0xAC, 0x02, 9]), Ok((300, 2)));
        assert_eq!(varint(&[0xFF; 5]), Err(Broken::CutOff));
        assert_eq!(varint(&[0xFF; 11]), Err(Broken::Malformed));
        let max = [&[0xFF; 9][..], &[1]].concat();
        assert_eq!(varint(&max), Ok((u64::MAX, 10)));
        for (value, number) in [(0, 0), (1, -1), (2, 1), (u64::MAX, i64::MIN)] {
            assert_eq!(zigzag(value), number);
        }
    }

    #[test]
    fn structs_are_read_field_by_field() {
        // 1: i32 = -3, 2: "ab", 4: true, 5: list of two structs {1: byte 9}, 40: double, skipped.
        let mut bytes =
            vec![0x15, 5, 0x18, 2, b'a', b'b', 0x21, 0x19, 0x2C, 0x13, 9, 0, 0x13, 8, 0];
        bytes.extend([0x07, 80]);
        bytes.extend([0; 8]);
        bytes.push(0);
        let mut seen = Vec::new();
        let mut thrift = Thrift::new(&bytes);
        let read = thrift.each_field(|thrift, field| {
            seen.push(match field.id {
                1 => thrift.int32(field.wire)?.to_string(),
                2 => String::from_utf8_lossy(thrift.binary(field.wire)?).into_owned(),
                4 => format!("{:?}", field.wire),
                5 => {
                    let mut all = String::new();
                    thrift.each_struct(field.wire, |thrift| {
                        thrift.each_field(|thrift, field| {
                            all += &thrift.int(field.wire)?.to_string();
                            Ok(())
                        })
                    })?;
                    all
                }
                id => {
                    thrift.skip(field.wire)?;
                    format!("skipped {id}")
                }
            });
            Ok(())
        });
        assert_eq!((read, thrift.left()), (Ok(()), 0));
        assert_eq!(seen, ["-3", "ab", "Bool(true)", "98", "skipped 40"]);
        for end in 0..bytes.len() {
            let cut = Thrift::new(&bytes[..end]).skip(Wire::Struct);
            assert_eq!(cut, Err(Broken::CutOff), "{end}");
        }
    }

    #[test]
    fn depth_and_lengths_are_bounded() {
        // A struct in a struct in a struct.
        assert_eq!(Thrift::new(&[0x1C; 1000]).skip(Wire::Struct), Err(Broken::Malformed));
        // A list of two billion elements.
        let list = [0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 7];
        assert_eq!(Thrift::new(&list).skip(Wire::List), Err(Broken::CutOff));
        assert_eq!(Thrift::new(&[0xFF, 7, 0x11]).skip(Wire::Map), Err(Broken::CutOff));
        assert_eq!(Thrift::new(&[0x1E]).skip(Wire::Struct), Err(Broken::Malformed));
    }
}
