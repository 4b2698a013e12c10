//! Triples as bytes: pattern, graph, kind and count.

use std::path::Path;

use isocount_core::{Control, Count};

use crate::ticker::Ticker;
use crate::varint::{self, Malformed};
use crate::{DataError, Sizes, Triple, Truth};

/// How a file of triples begins.
const MAGIC: &[u8] = b"isocount triples 1\n";

/// The header of a file with `number` triples.
pub(crate) fn file_start(number: u64) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    varint::put(&mut bytes, number.into());
    bytes
}

pub(crate) fn put(out: &mut Vec<u8>, triple: &Triple) {
    varint::put(out, triple.pattern.into());
    varint::put(out, triple.graph.into());
    match triple.truth {
        Truth::Exact(Count(count)) => {
            out.push(0);
            varint::put(out, count);
        }
        Truth::AtLeast(Count(count)) => {
            out.push(1);
            varint::put(out, count);
        }
        Truth::TooLarge => out.push(2),
        Truth::Estimate { count, low, high } => {
            out.push(3);
            for Count(number) in [count, low, high] {
                varint::put(out, number);
            }
        }
    }
}

pub(crate) fn take(bytes: &mut &[u8]) -> Result<Triple, Malformed> {
    let pattern = varint::take_u32(bytes)?;
    let graph = varint::take_u32(bytes)?;
    let truth = match varint::take_bytes(bytes, 1)? {
        [0] => Truth::Exact(Count(varint::take(bytes)?)),
        [1] => Truth::AtLeast(Count(varint::take(bytes)?)),
        [2] => Truth::TooLarge,
        [3] => {
            let [count, low, high] =
                [varint::take(bytes)?, varint::take(bytes)?, varint::take(bytes)?];
            if !(low..=high).contains(&count) {
                return Err(Malformed);
            }
            Truth::Estimate { count: Count(count), low: Count(low), high: Count(high) }
        }
        _ => return Err(Malformed),
    };
    Ok(Triple { pattern, graph, truth })
}

/// Reads a file of triples. Their patterns and graphs must be within the sizes.
pub(crate) fn read_file(
    bytes: &[u8],
    path: &Path,
    sizes: &Sizes,
    control: &Control,
) -> Result<Vec<Triple>, DataError> {
    let ticker = &mut Ticker::new(control);
    let damaged = |problem: String| DataError::damaged(path, problem);
    let mut rest = bytes
        .strip_prefix(MAGIC)
        .ok_or_else(|| damaged("found no triples in this file".to_owned()))?;
    let number = varint::take_u32(&mut rest)
        .map_err(|_| damaged("the number of triples is missing".to_owned()))?;
    let mut triples = Vec::with_capacity(rest.len().min(number as usize));
    for ix in 0..number {
        ticker.tick(1)?;
        let triple = take(&mut rest).map_err(|_| damaged(format!("triple {ix} is broken")))?;
        let known = u64::from(triple.pattern) < sizes.patterns;
        if !known || u64::from(triple.graph) >= sizes.graphs {
            let problem = format!("triple {ix} names a pattern or graph that does not exist");
            return Err(damaged(problem));
        }
        triples.push(triple);
    }
    if !rest.is_empty() {
        return Err(damaged(format!("found {} bytes after the last triple", rest.len())));
    }
    Ok(triples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triples_come_back() {
        for truth in [
            Truth::Exact(Count(0)),
            Truth::Exact(Count(u128::MAX)),
            Truth::AtLeast(Count(9)),
            Truth::TooLarge,
            Truth::Estimate { count: Count(900), low: Count(0), high: Count(u128::MAX) },
        ] {
            let triple = Triple { pattern: 3, graph: 70_000, truth };
            let mut bytes = Vec::new();
            put(&mut bytes, &triple);
            let mut rest = &bytes[..];
            assert_eq!(take(&mut rest), Ok(triple));
            assert!(rest.is_empty());
            for len in 0..bytes.len() {
                assert_eq!(take(&mut &bytes[..len]), Err(Malformed));
            }
        }
    }
}
