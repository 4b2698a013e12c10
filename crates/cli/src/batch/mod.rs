//! Many questions: which ([`plan`], [`pairs`]), by whom ([`crew`]), and in which order their
//! answers are written ([`in_order`], [`sink`], [`resume`]).

pub(crate) mod crew;
pub(crate) mod in_order;
pub(crate) mod pairs;
pub(crate) mod plan;
pub(crate) mod resume;
pub(crate) mod sink;
