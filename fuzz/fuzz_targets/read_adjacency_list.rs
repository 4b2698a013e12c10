//! No bytes make this reader panic, and what it reads can be written and read again.

#![no_main]

use isocount_format::Format;

mod read_and_write;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| read_and_write::check(Format::AdjacencyList, bytes));
