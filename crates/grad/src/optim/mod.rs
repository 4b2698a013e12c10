//! Optimisers and learning rates.

mod adam;
mod clip;
mod plateau;
mod schedule;

pub use adam::{Adam, AdamConfig, Decay};
pub use plateau::Plateau;
pub use schedule::Schedule;
