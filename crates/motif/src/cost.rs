//! The numbers that decide how a census is made, measured on one machine; only their ratios matter.

/// Seconds per connected subgraph of six nodes that is listed.
pub(crate) const SECONDS_PER_LISTED: f64 = 3e-8;

/// Seconds per step of a plan of a motif of six nodes.
pub(crate) const SECONDS_PER_STEP_OF_A_PLAN: f64 = 2e-9;

/// Seconds until the plans and systems of motifs of six nodes are made, and the tables of a graph.
pub(crate) const SECONDS_TO_PREPARE_SIX: f64 = 0.02;

/// Graphs that are certainly listed within this many seconds are listed.
pub(crate) const WORTH_A_LOOK_AT_SIX: f64 = 0.01;

/// Steps of a plan per entry of a table that one plan needs.
pub(crate) const FILLED_PER_STEP: f64 = 1.0;

/// The share of a plan in a table that many plans use.
pub(crate) const SHARE_OF_A_COMMON_TABLE: f64 = 0.1;
