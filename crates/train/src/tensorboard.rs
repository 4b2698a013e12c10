//! Writes epochs to a file that TensorBoard reads.
//!
//! A file is a sequence of records: the length of an event, a checksum of the length, the event,
//! and its checksum. An event is a protocol-buffer message with these fields:
//!
//! ```text
//! Event   1: seconds (f64)   2: step (varint)   3: version of the file (text)   5: Summary
//! Summary 1: Value, once for each number
//! Value   1: tag (text)      2: number (f32)
//! ```

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::{Epoch, TrainError};

/// A file of events. Each process that trains a run starts its own file, and TensorBoard shows them
/// as one.
#[derive(Debug)]
pub struct EventFile {
    path: std::path::PathBuf,
    file: File,
}

impl EventFile {
    /// Creates a file in a folder, which is created if necessary.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(folder: &Path) -> Result<Self, TrainError> {
        let name = format!("events.out.tfevents.{:.6}.isocount", seconds());
        let path = folder.join(name);
        let begin = || {
            fs::create_dir_all(folder)?;
            let mut file = File::create_new(&path)?;
            file.write_all(&record(&version(seconds())))?;
            Ok(file)
        };
        let write = |source: io::Error| TrainError::Write { path: path.clone(), source };
        let file = begin().map_err(write)?;
        Ok(Self { path, file })
    }

    /// Adds the results of an epoch.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, epoch: &Epoch) -> Result<(), TrainError> {
        let bytes = record(&event(seconds(), epoch));
        let write = |source| TrainError::Write { path: self.path.clone(), source };
        self.file.write_all(&bytes).map_err(write)
    }
}

fn seconds() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

fn version(seconds: f64) -> Vec<u8> {
    let mut message = double(1, seconds);
    message.extend(bytes(3, b"brain.Event:2"));
    message
}

fn event(seconds: f64, epoch: &Epoch) -> Vec<u8> {
    let numbers = [
        ("loss/train", epoch.loss),
        ("mae/valid", epoch.valid_mae),
        ("mae/valid_best", epoch.best_mae),
        ("q_error/valid", epoch.valid_q_error),
    ];
    let summary: Vec<u8> = numbers
        .iter()
        .flat_map(|(tag, number)| {
            let mut value = bytes(1, tag.as_bytes());
            value.extend(key(2, 5));
            value.extend((*number as f32).to_le_bytes());
            bytes(1, &value)
        })
        .collect();
    let mut message = double(1, seconds);
    message.extend(key(2, 0));
    message.extend(varint(epoch.epoch));
    message.extend(bytes(5, &summary));
    message
}

/// The number of a field and its encoding.
fn key(field: u64, wire_type: u64) -> Vec<u8> {
    varint(field << 3 | wire_type)
}

fn double(field: u64, number: f64) -> Vec<u8> {
    let mut out = key(field, 1);
    out.extend(number.to_le_bytes());
    out
}

fn bytes(field: u64, content: &[u8]) -> Vec<u8> {
    let mut out = key(field, 2);
    out.extend(varint(content.len() as u64));
    out.extend(content);
    out
}

/// Seven bits per byte, the lowest first; the top bit marks that more bytes follow.
fn varint(mut number: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
    out
}

fn record(event: &[u8]) -> Vec<u8> {
    let length = (event.len() as u64).to_le_bytes();
    let mut out = length.to_vec();
    out.extend(masked(crc32c(&length)).to_le_bytes());
    out.extend(event);
    out.extend(masked(crc32c(event)).to_le_bytes());
    out
}

/// Masks a checksum, so that checksums of data that contains checksums are not degenerate.
fn masked(check: u32) -> u32 {
    check.rotate_right(15).wrapping_add(0xa282_ead8)
}

/// Castagnoli's cyclic redundancy check. A few hundred bytes per epoch need no table.
fn crc32c(bytes: &[u8]) -> u32 {
    const POLYNOMIAL: u32 = 0x82f6_3b78;
    let step = |check: u32, _| (check >> 1) ^ (POLYNOMIAL & (check & 1).wrapping_neg());
    let add = |check: u32, &byte: &u8| (0..8).fold(check ^ u32::from(byte), step);
    !bytes.iter().fold(!0, add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_is_the_published_one() {
        assert_eq!(crc32c(b"123456789"), 0xe306_9283); // RFC 3720's family of examples
        assert_eq!(crc32c(&[0; 32]), 0x8a91_36aa);
    }

    #[test]
    fn an_event_is_a_message() {
        let epoch = Epoch {
            epoch: 300,
            loss: 1.5,
            valid_mae: 2.0,
            valid_q_error: 3.0,
            best_mae: 2.0,
            best_epoch: 300,
        };
        let message = event(0.0, &epoch);
        let expected_start = [9, 0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0xac, 0x02, 0x2a];
        assert_eq!(message[..13], expected_start);
        // The first value: its length, the tag, the number.
        assert_eq!(message[14..29], *b"\x0a\x11\x0a\x0aloss/train\x15");
        assert_eq!(message[29..33], 1.5_f32.to_le_bytes());
        assert_eq!(usize::from(message[13]), message.len() - 14);
    }

    #[test]
    fn every_record_can_be_checked() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = EventFile::create(&folder.path().join("board")).unwrap();
        let epoch = Epoch {
            epoch: 1,
            loss: 1.0,
            valid_mae: 1.0,
            valid_q_error: 1.0,
            best_mae: 1.0,
            best_epoch: 1,
        };
        file.add(&epoch).unwrap();
        file.add(&epoch).unwrap();
        let all = fs::read(&file.path).unwrap();
        let (mut rest, mut events) = (&all[..], 0);
        while !rest.is_empty() {
            let (length, after) = rest.split_at(8);
            let (check, after) = after.split_at(4);
            assert_eq!(check, masked(crc32c(length)).to_le_bytes());
            let length = u64::from_le_bytes(length.try_into().unwrap()) as usize;
            let (event, after) = after.split_at(length);
            assert_eq!(after[..4], masked(crc32c(event)).to_le_bytes());
            rest = &after[4..];
            events += 1;
        }
        assert_eq!(events, 3);
    }
}
