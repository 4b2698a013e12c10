//! Learned counts without a tape: equal to those with one, from memory and from files, valid or
//! hostile.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod cancel;
mod equality;
mod hostile;
mod index_file;
mod reseal;
mod runs;
mod trained_case;
mod unknown_labels;
