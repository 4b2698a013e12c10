//! The mappings themselves: all of them one by one, or some drawn at random.
//!
//! ```text
//! mappings.rs       an iterator that owns everything it needs
//! head_start.rs     the first ones, in the rows of the graph itself
//! walk.rs           the others, on a space, along a plan without branches
//! first_bound.rs    a few, so that a limit on time does not strike before there is a bound
//! match_sample.rs   some at random
//! draw.rs           one at random, each with the same chance
//! ```

mod draw;
mod first_bound;
mod head_start;
mod mappings;
mod match_sample;
mod walk;

pub use mappings::{Ending, FindError, Mappings};
pub use match_sample::{Chances, Drawn, MatchSample, MatchSampling};
