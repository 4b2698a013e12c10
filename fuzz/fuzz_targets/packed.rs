//! No bytes make decompression panic or take much memory: they are read as an edge list, packed or
//! not.

#![no_main]

use isocount_format::Format;

mod read_and_write;

/// The beginning of a gzip and of a zstd file, so that the first bytes need not be guessed.
const MAGIC: [&[u8]; 3] = [b"", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd"];

libfuzzer_sys::fuzz_target!(|input: (u8, &[u8])| {
    let (kind, rest) = input;
    let bytes = [MAGIC[usize::from(kind) % MAGIC.len()], rest].concat();
    read_and_write::check(Format::EdgeList, &bytes);
});
