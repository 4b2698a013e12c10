//! Data sets, training and trained models.

pub(crate) mod dataset;
pub(crate) mod evaluate;
pub(crate) mod labelling;
pub(crate) mod model;
pub(crate) mod train;
