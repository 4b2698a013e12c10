//! A reader of npz files according to their specifications, for tests: it shares no code with the
//! writer.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::DeflateDecoder;

/// An array as it is in a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Array {
    /// `<i8`, `<f8`, `|b1` or `<U` and a number.
    pub(crate) of: String,
    pub(crate) shape: Vec<usize>,
    bytes: Vec<u8>,
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..at + N].try_into().unwrap()
}

fn u16_at(bytes: &[u8], at: usize) -> usize {
    u16::from_le_bytes(number(bytes, at)).into()
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(number(bytes, at))
}

/// All arrays of a file, by the directory at its end.
pub(crate) fn read(bytes: &[u8]) -> BTreeMap<String, Array> {
    let end = bytes.len() - 22;
    assert_eq!(u32_at(bytes, end), 0x0605_4b50, "the end of a zip archive without a comment");
    let mut at = u32_at(bytes, end + 16) as usize;
    let mut arrays = BTreeMap::new();
    for _ in 0..u16_at(bytes, end + 10) {
        assert_eq!(u32_at(bytes, at), 0x0201_4b50, "an entry of the directory");
        assert_eq!(u16_at(bytes, at + 10), 8, "deflated");
        let (crc, packed, unpacked) =
            (u32_at(bytes, at + 16), u32_at(bytes, at + 20), u32_at(bytes, at + 24));
        let (name_len, rest) =
            (u16_at(bytes, at + 28), [u16_at(bytes, at + 30), u16_at(bytes, at + 32)]);
        let local = u32_at(bytes, at + 42) as usize;
        let name = String::from_utf8(bytes[at + 46..at + 46 + name_len].to_vec()).unwrap();
        at += 46 + name_len + rest[0] + rest[1];

        // The local header before the entry must agree.
        assert_eq!(u32_at(bytes, local), 0x0403_4b50);
        assert_eq!(&bytes[local + 30..local + 30 + u16_at(bytes, local + 26)], name.as_bytes());
        assert_eq!(
            [14, 18, 22].map(|place| u32_at(bytes, local + place)),
            [crc, packed, unpacked],
            "{name}"
        );
        let start = local + 30 + u16_at(bytes, local + 26) + u16_at(bytes, local + 28);
        let mut content = Vec::new();
        DeflateDecoder::new(&bytes[start..start + packed as usize])
            .read_to_end(&mut content)
            .unwrap();
        assert_eq!(content.len(), unpacked as usize, "{name}");
        assert_eq!(crc32fast::hash(&content), crc, "{name}");
        let name = name.strip_suffix(".npy").unwrap().to_owned();
        arrays.insert(name, Array::parse(&content));
    }
    assert_eq!(at, end, "the directory ends where the end record begins");
    arrays
}

impl Array {
    fn parse(bytes: &[u8]) -> Self {
        assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
        let start = 10 + u16_at(bytes, 8);
        assert_eq!(start % 64, 0);
        let header = std::str::from_utf8(&bytes[10..start]).unwrap();
        let after = |key: &str| header.split_once(&format!("'{key}': ")).unwrap().1;
        assert!(after("fortran_order").starts_with("False"));
        let of = after("descr").split('\'').nth(1).unwrap().to_owned();
        let shape = after("shape").trim_start_matches('(').split(')').next().unwrap();
        let shape = shape.split(',').map(str::trim).filter(|len| !len.is_empty());
        let shape: Vec<usize> = shape.map(|len| len.parse().unwrap()).collect();
        let array = Self { of, shape, bytes: bytes[start..].to_vec() };
        let size = match array.of.as_str() {
            "|b1" => 1,
            "<i8" | "<f8" => 8,
            text => 4 * text.strip_prefix("<U").unwrap().parse::<usize>().unwrap(),
        };
        assert_eq!(array.bytes.len(), size * array.shape.iter().product::<usize>());
        array
    }

    pub(crate) fn integers(&self) -> Vec<i64> {
        assert_eq!(self.of, "<i8");
        self.bytes.chunks(8).map(|item| i64::from_le_bytes(number(item, 0))).collect()
    }

    /// Integers that are places in other arrays.
    pub(crate) fn places(&self) -> Vec<usize> {
        self.integers().into_iter().map(|place| usize::try_from(place).unwrap()).collect()
    }

    pub(crate) fn floats(&self) -> Vec<f64> {
        assert_eq!(self.of, "<f8");
        self.bytes.chunks(8).map(|item| f64::from_le_bytes(number(item, 0))).collect()
    }

    pub(crate) fn flags(&self) -> Vec<bool> {
        assert_eq!(self.of, "|b1");
        self.bytes.iter().map(|byte| *byte == 1).collect()
    }

    pub(crate) fn texts(&self) -> Vec<String> {
        let width: usize = self.of.strip_prefix("<U").unwrap().parse().unwrap();
        let text = |item: &[u8]| -> String {
            let chars = item.chunks(4).map(|char| u32_at(char, 0)).take_while(|char| *char != 0);
            chars.map(|char| char::from_u32(char).unwrap()).collect()
        };
        self.bytes.chunks(4 * width).map(text).collect()
    }
}
