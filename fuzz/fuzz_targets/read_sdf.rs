//! No bytes make this reader panic, whatever the options.

#![no_main]

use isocount_format::Format;

mod read_molecules;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| read_molecules::check(Format::Sdf, bytes));
