//! Neighbourhood relations in concatenated graphs, computed when a layer first needs them.

mod by_end;
mod degrees;
mod dual;
mod hearing;
mod neighbourhoods;
mod relations;

pub(crate) use degrees::{Degrees, column};
pub(crate) use dual::Dual;
pub(crate) use hearing::Hearing;
pub(crate) use neighbourhoods::{ArcsOf, Neighbourhoods};
pub(crate) use relations::Relations;
