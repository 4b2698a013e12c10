//! Whether the suites that take minutes run.

use std::env;

/// Whether `ISOCOUNT_SLOW=1` is set: more seeds, larger graphs.
#[must_use]
pub fn slow_suites() -> bool {
    env::var_os("ISOCOUNT_SLOW").is_some_and(|value| value == "1")
}
