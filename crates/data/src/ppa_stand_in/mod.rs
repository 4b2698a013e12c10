//! `ppa-stand-in`: a synthetic set with the statistics that the paper reports for OGB-PPA, to run
//! that row without the real graphs. It is not OGB-PPA.
//!
//! | | OGB-PPA in the paper | `ppa-stand-in`, seed 0 |
//! |---|---|---|
//! | patterns, graphs, triples | 12, 6,000, 57,940 | the same |
//! | nodes, arcs of a pattern | 4.50, 4.75 | the same |
//! | nodes of a graph | 152.75 | 152.61 ± 0.35, from 112 to 222 |
//! | arcs of a graph | 1,968.29 | 1,965.4 ± 4.6, from 1,376 to 3,018 |
//! | mean count | 13.83 | 14.28 ± 0.10; 46 % are zero, the largest is 509 |
//! | node labels, edge labels | 8, 1 | the same, all 8 in every graph |
//! | largest degree of a graph | not given | 37.3 on average, 60 at most; the mean degree is 12.9 |
//! | Gini coefficient of degrees | not given | 0.286 |
//! | clustering coefficient | not given; 0.513 in all of OGB-PPA | 0.494 |
//!
//! The paper selects graphs whose mean count is above 10, and so does the stand-in: it redraws a
//! graph until its mean count is above 10.

mod generator;
mod graph;
mod pairs;
mod patterns;
#[cfg(test)]
mod tests;

pub use generator::generate_ppa_stand_in;
pub use patterns::ppa_patterns;
