//! The format of answers.

pub(crate) mod csv;
pub(crate) mod json;
pub(crate) mod number_table;
pub(crate) mod part_lines;
pub(crate) mod remark;
pub(crate) mod table;
pub(crate) mod text;
