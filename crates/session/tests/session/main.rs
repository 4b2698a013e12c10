//! The public interface, tested from outside: one program, so that it is linked only once.

mod batch;
mod conditions;
mod find;
mod round_trip;
mod smarts;
mod unread;
mod zero;
