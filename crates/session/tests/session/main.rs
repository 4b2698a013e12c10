//! What an interface asks, from outside: one program, so that it is linked once.

mod batch;
mod find;
mod round_trip;
mod smarts;
mod unread;
mod zero;
