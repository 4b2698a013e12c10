//! Cancelling.
