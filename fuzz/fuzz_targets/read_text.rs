//! No text makes the reader of the notation panic, and every graph and pattern that it reads is
//! written as a text that reads back.

#![no_main]

use isocount_core::Control;
use isocount_format::{Format, LabelNames, Notation, ReadOptions, read_pattern_text, write_notation};

mod read_and_write;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    read_and_write::check(Format::Text, bytes);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (options, mut names) = (ReadOptions::new(), LabelNames::new());
    let read = |text: &str, names: &mut LabelNames| {
        read_pattern_text(Notation::Text, text, &options, names, &Control::NONE)
    };
    match read(text, &mut names) {
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains(char::is_control));
            let _ = (error.help(), error.span_len());
        }
        Ok(found) => {
            let mut again = Vec::new();
            let node_names = found.node_names.as_deref();
            write_notation(&found.pattern, node_names, &names, &mut again, &Control::NONE).unwrap();
            let again = String::from_utf8(again).unwrap();
            let twice = read(&again, &mut names).unwrap_or_else(|error| panic!("{error}: {again}"));
            assert_eq!(twice.pattern, found.pattern, "{again}");
            assert_eq!(twice.node_names, found.node_names, "{again}");
        }
    }
});
