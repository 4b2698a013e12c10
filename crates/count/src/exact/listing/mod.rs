//! The mappings themselves: all of them, one by one, or some of them, drawn at random.
//!
//! ```text
//! mappings.rs       an iterator that owns everything it needs
//! head_start.rs     the first ones, in the rows of the graph itself
//! walk.rs           the other ones, in a space, along a plan without branches
//! first_bound.rs    a few, so that there is a bound before a time limit runs out
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
