//! Everything isocount needs from the operating system: [files](whole_file) and
//! [folders](whole_folder) that are replaced atomically, [locks](lock) that keep a second process
//! out, and [loops](threads) on several threads whose results arrive in order.
//!
//! ```
//! use isocount_platform::{Durability, whole_file};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("answers.jsonl");
//! whole_file::write(&path, b"{}\n", Durability::PowerCut)?;
//! // Even if the process is killed, the file is the old one or the new one.
//! assert_eq!(std::fs::read(&path)?, b"{}\n");
//! # Ok::<(), std::io::Error>(())
//! ```

#![deny(missing_docs)]

mod existing;
mod large_pages;
pub mod lock;
mod thread_time;
pub mod threads;
pub mod whole_file;
pub mod whole_folder;

pub use existing::{Existing, Occupied};
pub use large_pages::large_pages;
pub use lock::{FileLock, LockError};
pub use thread_time::thread_time;
pub use threads::{in_order, on_threads};
pub use whole_file::{Durability, WholeFile};
pub use whole_folder::WholeFolder;

/// Tests the example in the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
