//! The state that all requests share.

use std::sync::Arc;

use crate::gate::Gate;
use crate::guard::Access;
use crate::metrics::Metrics;
use crate::settings::Limits;
use crate::shelf::{GraphShelf, ModelShelf};

/// The state of the service.
pub(crate) struct App {
    pub(crate) limits: Limits,
    pub(crate) access: Access,
    pub(crate) graphs: GraphShelf,
    pub(crate) models: ModelShelf,
    /// For small pieces of work, and for the first milliseconds of every question.
    pub(crate) quick: Arc<Gate>,
    /// For everything else.
    pub(crate) gate: Arc<Gate>,
    pub(crate) metrics: Metrics,
}
