//! Counts, estimates and listed matches against brute force and against laws. A single test binary,
//! so that it is linked once and its tests share the cores. The test that measures its own memory
//! is a separate binary.

mod absent;
mod auto;
mod cancel;
mod conformance;
mod diff_algebra;
mod diff_brute_force;
mod diff_by_degree;
mod diff_shapes;
mod diff_small;
mod diff_splitting;
mod estimates;
mod estimates_rooted;
mod find;
mod first_mapping;
mod five_cycles;
mod large_symmetric;
mod match_sample;
mod pairs;
mod participation;
mod participation_algebra;
mod participation_planted;
mod peregrine;
mod real_data;
mod sets;
mod shares;
mod small_limits;
mod threads;
