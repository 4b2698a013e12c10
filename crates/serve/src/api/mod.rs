//! The resources of the service, one file each.

pub(crate) mod answer_record;
pub(crate) mod count;
pub(crate) mod count_many;
pub(crate) mod drawing;
pub(crate) mod find;
pub(crate) mod graphs;
pub(crate) mod indices;
pub(crate) mod lists;
pub(crate) mod models;
pub(crate) mod motifs;
pub(crate) mod participation;
pub(crate) mod pattern_input;
pub(crate) mod patterns;
pub(crate) mod question;
pub(crate) mod watched;
pub(crate) mod zero;
