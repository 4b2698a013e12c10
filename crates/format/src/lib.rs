//! Bytes to nouns and back: every graph format that isocount reads, with errors that name file,
//! line and column.

#![deny(missing_docs)]
