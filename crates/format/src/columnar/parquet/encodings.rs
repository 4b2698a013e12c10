//! The encodings of numbers and texts in Parquet. Each function receives the number of values, and
//! returns this many or fails.

use super::thrift::{Broken, Parsed, varint, zigzag};

/// Runs of one value, or of bit-packed values (RLE/bit-packing hybrid): levels, booleans and
/// dictionary indices.
pub(super) fn hybrid(bytes: &[u8], width: u32, count: usize) -> Parsed<Vec<u32>> {
    if width > 32 {
        return Err(Broken::Malformed);
    }
    let mut rest = bytes;
    let mut values = Vec::with_capacity(count);
    while values.len() < count {
        let (head, len) = varint(rest)?;
        rest = &rest[len..];
        let left = count - values.len();
        if head & 1 == 0 {
            let value_len = width.div_ceil(8) as usize;
            let (value, after) = rest.split_at_checked(value_len).ok_or(Broken::CutOff)?;
            let run = usize::try_from(head >> 1).unwrap_or(usize::MAX);
            if run == 0 {
                return Err(Broken::Malformed);
            }
            let mut padded = [0; 4];
            padded[..value_len].copy_from_slice(value);
            let value = u32::from_le_bytes(padded);
            if width < 32 && value >> width != 0 {
                return Err(Broken::Malformed);
            }
            values.resize(values.len() + run.min(left), value);
            rest = after;
        } else {
            // Eight values take as many bytes as a value has bits. Some programs omit the last
            // bytes.
            let groups = usize::try_from(head >> 1).unwrap_or(usize::MAX);
            let stated = groups.saturating_mul(width as usize);
            let (packed, after) = rest.split_at(stated.min(rest.len()));
            let run = groups.saturating_mul(8).min(left);
            if run == 0 {
                return Err(Broken::Malformed);
            }
            unpack(packed, width, run, |value| values.push(value as u32))?;
            rest = after;
        }
    }
    Ok(values)
}

/// Values of `width` bits each, lowest bits first.
fn unpack(bytes: &[u8], width: u32, count: usize, mut take: impl FnMut(u64)) -> Parsed<()> {
    let needed = count as u128 * u128::from(width);
    if needed.div_ceil(8) > bytes.len() as u128 {
        return Err(Broken::CutOff);
    }
    if width == 0 {
        (0..count).for_each(|_| take(0));
        return Ok(());
    }
    let mask = u64::MAX >> (64 - width);
    let mut bytes = bytes.iter();
    // At most 63 bits are left over, and at most 64 are added.
    let (mut bits, mut num_bits) = (0_u128, 0);
    for _ in 0..count {
        while num_bits < width {
            let Some(&byte) = bytes.next() else { return Err(Broken::CutOff) };
            bits |= u128::from(byte) << num_bits;
            num_bits += 8;
        }
        take(bits as u64 & mask);
        bits >>= width;
        num_bits -= width;
    }
    Ok(())
}

/// Integers as differences to the previous one (`DELTA_BINARY_PACKED`), at most `max` of them, and
/// the number of bytes read.
pub(super) fn delta(bytes: &[u8], max: usize) -> Parsed<(Vec<i64>, usize)> {
    let mut rest = bytes;
    let mut number = || -> Parsed<u64> {
        let (value, len) = varint(rest)?;
        rest = &rest[len..];
        Ok(value)
    };
    let (block, num_parts, count, first) = (number()?, number()?, number()?, zigzag(number()?));
    let count = usize::try_from(count).ok().filter(|&count| count <= max);
    let count = count.ok_or(Broken::Malformed)?;
    let is_right = num_parts > 0
        && block > 0
        && block % 128 == 0
        && block <= 1 << 20
        && block % num_parts == 0
        && (block / num_parts) % 32 == 0;
    if !is_right {
        return Err(Broken::Malformed);
    }
    let (num_parts, part) = (num_parts as usize, (block / num_parts) as usize);
    let mut values = Vec::with_capacity(count);
    let mut last = first;
    if count > 0 {
        values.push(first);
    }
    while values.len() < count {
        let (step, len) = varint(rest)?;
        let step = zigzag(step);
        let (widths, after) = rest[len..].split_at_checked(num_parts).ok_or(Broken::CutOff)?;
        rest = after;
        for &width in widths {
            let wanted = part.min(count - values.len());
            if wanted == 0 {
                break;
            }
            if width > 64 {
                return Err(Broken::Malformed);
            }
            // The last block is padded, but not by all programs.
            let len = part / 8 * usize::from(width);
            let (packed, after) = rest.split_at(len.min(rest.len()));
            unpack(packed, u32::from(width), wanted, |difference| {
                last = last.wrapping_add(step).wrapping_add(difference.cast_signed());
                values.push(last);
            })?;
            rest = after;
        }
    }
    Ok((values, bytes.len() - rest.len()))
}

/// Values split into their bytes: all first bytes, then all second ones (`BYTE_STREAM_SPLIT`).
pub(super) fn join_streams<const N: usize>(bytes: &[u8], count: usize) -> Parsed<Vec<[u8; N]>> {
    // There may be more values than requested, but not fewer.
    let stride = bytes.len() / N;
    if stride < count || !bytes.len().is_multiple_of(N) {
        return Err(Broken::CutOff);
    }
    Ok((0..count).map(|i| std::array::from_fn(|j| bytes[j * stride + i])).collect())
}

/// Values of `N` bytes, concatenated.
pub(super) fn plain<const N: usize>(bytes: &[u8], count: usize) -> Parsed<Vec<[u8; N]>> {
    let len = count.checked_mul(N).ok_or(Broken::CutOff)?;
    let (values, _) = bytes.get(..len).ok_or(Broken::CutOff)?.as_chunks();
    Ok(values.to_vec())
}

/// Booleans as single bits.
pub(super) fn bits(bytes: &[u8], count: usize) -> Parsed<Vec<bool>> {
    let mut values = Vec::with_capacity(count.min(bytes.len().saturating_mul(8)));
    unpack(bytes, 1, count, |bit| values.push(bit == 1))?;
    Ok(values)
}

/// Texts as ranges of a byte buffer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Texts {
    bytes: Vec<u8>,
    /// The range of each text.
    places: Vec<[u32; 2]>,
}

impl Texts {
    pub(super) fn get(&self, number: usize) -> Option<&[u8]> {
        let [start, end] = *self.places.get(number)?;
        self.bytes.get(start as usize..end as usize)
    }

    /// Each text is preceded by its length.
    pub(super) fn plain(bytes: Vec<u8>, count: usize) -> Parsed<Self> {
        let mut places = Vec::with_capacity(count.min(bytes.len() / 4));
        let mut at = 0_usize;
        for _ in 0..count {
            let len = bytes.get(at..).and_then(<[u8]>::first_chunk).ok_or(Broken::CutOff)?;
            let start = at + 4;
            at = start.checked_add(u32::from_le_bytes(*len) as usize).ok_or(Broken::CutOff)?;
            places.push(place(start, at, bytes.len())?);
        }
        Ok(Self { bytes, places })
    }

    /// All lengths first, then all texts (`DELTA_LENGTH_BYTE_ARRAY`).
    pub(super) fn delta_length(bytes: Vec<u8>, count: usize) -> Parsed<Self> {
        let (lengths, at) = delta(&bytes, count)?;
        let places = places(&lengths, at, bytes.len())?;
        if places.len() < count {
            return Err(Broken::CutOff);
        }
        Ok(Self { bytes, places })
    }

    /// Each text shares a prefix with the previous one (`DELTA_BYTE_ARRAY`): the length of the
    /// prefix, and the suffix. Returns `None` if the texts are longer than `max`.
    pub(super) fn delta(bytes: &[u8], count: usize, max: u64) -> Parsed<Option<Self>> {
        let (shared, at) = delta(bytes, count)?;
        let rest = &bytes[at..];
        let (lengths, at) = delta(rest, count)?;
        let places = places(&lengths, at, rest.len())?;
        if places.len() < count || shared.len() < count {
            return Err(Broken::CutOff);
        }
        let mut texts = Self { bytes: Vec::new(), places: Vec::with_capacity(count) };
        for (&shared, [start, end]) in shared.iter().zip(places) {
            let shared = usize::try_from(shared).map_err(|_| Broken::Malformed)?;
            let before = texts.places.last().map_or(0..0, |&[s, e]| s as usize..e as usize);
            if shared > before.len() {
                return Err(Broken::Malformed);
            }
            let new = &rest[start as usize..end as usize];
            let begin = texts.bytes.len();
            if (begin + shared + new.len()) as u64 > max.min(u64::from(u32::MAX)) {
                return Ok(None);
            }
            texts.bytes.extend_from_within(before.start..before.start + shared);
            texts.bytes.extend_from_slice(new);
            texts.places.push([begin as u32, texts.bytes.len() as u32]);
        }
        Ok(Some(texts))
    }
}

/// The ranges of texts of these lengths, starting at `at`, within a buffer of this size.
fn places(lengths: &[i64], mut at: usize, len: usize) -> Parsed<Vec<[u32; 2]>> {
    let mut places = Vec::with_capacity(lengths.len());
    for &length in lengths {
        let length = usize::try_from(length).map_err(|_| Broken::Malformed)?;
        let end = at.checked_add(length).ok_or(Broken::CutOff)?;
        places.push(place(at, end, len)?);
        at = end;
    }
    Ok(places)
}

fn place(start: usize, end: usize, len: usize) -> Parsed<[u32; 2]> {
    match (u32::try_from(start), u32::try_from(end)) {
        (Ok(start), Ok(last)) if end <= len => Ok([start, last]),
        _ => Err(Broken::CutOff),
    }
}
