//! What turns gradients into better parameters.

mod adam;
mod clip;
mod plateau;
mod schedule;

pub use adam::{Adam, AdamConfig, Decay};
pub use plateau::Plateau;
pub use schedule::Schedule;
