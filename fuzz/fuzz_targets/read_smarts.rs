//! No text makes the reader of SMARTS panic, and the pattern is the same whether it was read before
//! the molecules or after them.

#![no_main]

use isocount_core::Control;
use isocount_format::{
    Format, LabelNames, MoleculeOptions, Notation, ReadOptions, read_bytes, read_pattern_text,
};

const MOLECULES: &[u8] = b"CC(=O)Nc1ccc([O-])cc1.[13CH4]\nC1CC2(C1)CCCCC2\nFC(F)(Cl)C#N\nC[N+](C)(C)C\n";

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut names = LabelNames::new();
    let later = ReadOptions::new().with_molecules_later();
    let read = |names: &mut LabelNames| {
        read_pattern_text(Notation::Smarts, text, &later, names, &Control::NONE)
    };
    let first = read(&mut names);
    let options = ReadOptions::new().with_molecules(MoleculeOptions::new().for_smarts());
    let path = "molecules.smi".as_ref();
    read_bytes(Format::Smiles, path, MOLECULES, &options, &mut names, &Control::NONE).unwrap();
    let second = read(&mut names);
    match (first, second) {
        (Err(first), Err(second)) => {
            let message = first.to_string();
            assert!(!message.is_empty() && !message.contains(char::is_control));
            let _ = (first.help(), first.span_len());
            assert_eq!(message, second.to_string());
        }
        (Ok(first), Ok(second)) => {
            let now = first.smarts.and_then(|smarts| smarts.pattern(&names));
            assert_eq!(now.as_ref(), Some(&second.pattern));
        }
        (first, second) => panic!("{text}: {} and then {}", first.is_ok(), second.is_ok()),
    }
});
