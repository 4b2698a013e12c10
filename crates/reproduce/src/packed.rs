//! The packed file of records: one line of JSON for each step, sorted by key.
//!
//! ```text
//! {"key":"012ae9f2df23","record":{"title":"small: gcn, seed 0: train", ...}}
//! ```
//!
//! A record keeps its bytes: packing neither parses nor formats numbers.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Key, ReproduceError};

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    key: Key,
    #[serde(borrow)]
    record: &'a RawValue,
}

/// Records as JSON text, by the keys of their steps.
pub(crate) type Records = BTreeMap<Key, String>;

/// Reads a packed file; a missing file has no records.
pub(crate) fn read(path: &Path) -> Result<Records, ReproduceError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Records::new()),
        Err(source) => return Err(ReproduceError::Read { path: path.to_owned(), source }),
    };
    let damaged = |line: usize, problem: String| ReproduceError::DamagedLine {
        path: path.to_owned(),
        line,
        problem,
    };
    let mut records = Records::new();
    for (number, text) in (1..).zip(text.lines()) {
        let line: Line<'_> =
            serde_json::from_str(text).map_err(|error| damaged(number, error.to_string()))?;
        let record = line.record.get().to_owned();
        if records.insert(line.key.clone(), record).is_some() {
            return Err(damaged(number, format!("the key {} occurs twice", line.key)));
        }
    }
    Ok(records)
}

/// The text of a packed file.
pub(crate) fn text(records: &Records) -> String {
    let mut text = String::new();
    for (key, record) in records {
        text += &format!("{{\"key\":\"{key}\",\"record\":{record}}}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Records, ReproduceError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.jsonl");
        std::fs::write(&path, text).unwrap();
        read(&path)
    }

    #[test]
    fn records_keep_every_byte() {
        let numbers =
            r#"{"a":0.10000000000000000555,"b":[1e-7,340282366920938463463374607431768211456]}"#;
        let records =
            Records::from([(Key::of(&1), numbers.to_owned()), (Key::of(&0), "{}".into())]);
        let text = text(&records);
        assert_eq!(text.lines().count(), 2);
        assert_eq!(read_text(&text).unwrap(), records);
    }

    #[test]
    fn a_damaged_line_is_named() {
        let good = text(&Records::from([(Key::of(&0), "{}".to_owned())]));
        for (bad, problem) in [
            (format!("{good}{{\"key\":"), "records.jsonl:2: EOF while parsing"),
            (format!("{good}{good}"), "records.jsonl:2: the key "),
            (format!("\n{good}"), "records.jsonl:1: EOF while parsing"),
            (good.replace("000", "../").replace("\"key\":\"", "\"key\":\"/"), "records.jsonl:1: "),
        ] {
            let message = read_text(&bad).unwrap_err().to_string();
            assert!(message.contains(problem), "{message}");
        }
    }
}
