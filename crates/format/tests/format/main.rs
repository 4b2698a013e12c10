//! Formats from outside: good files, bad files, damaged files, round trips. One program, so that it
//! is linked once and its tests share the cores. Tests that measure their own memory are separate
//! programs.

mod aromaticity;
mod bad_files;
mod cancel;
mod collections;
mod edge_list_quotes;
mod fuzz_regressions;
mod good_files;
mod hostile_text;
mod label_keys;
mod molecules;
mod mutated_molecules;
mod node_names;
mod notation;
mod other_tables;
mod paths;
mod prop_molecules;
mod prop_round_trip;
mod real_data;
mod smarts;
mod stated_sizes;
#[cfg(feature = "columnar")]
mod table_equality;
#[cfg(feature = "columnar")]
mod tables;
