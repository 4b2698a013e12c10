//! No bytes make this reader panic or take much memory. The format can only be read, so nothing is
//! written back.

#![no_main]

use isocount_format::Format;

mod read_and_write;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| read_and_write::check(Format::Arrow, bytes));
