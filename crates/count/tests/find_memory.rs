//! Memory does not grow with the number of matches. The test is alone in its process, whose peak
//! memory is measured.

use isocount_core::{Budget, Semantics, Unit};
use isocount_count::Mappings;
use isocount_testkit::{graph, pattern, slow_suites};

/// The peak memory of this process in kilobytes; `None` where the system does not report it.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn memory_does_not_grow_with_the_number_of_matches() {
    // A complete graph: every injective map is a match.
    let pairs = (0..60).flat_map(|i| (0..i).map(move |j| format!("n{i}-n{j}")));
    let (p, g) = (pattern("a-b-c-d-e"), graph(&pairs.collect::<Vec<_>>().join(", ")));
    let semantics = Semantics::Monomorphism(Unit::Mappings);
    let mut found = Mappings::new(&p.into(), &g.into(), semantics, &Budget::UNLIMITED).unwrap();
    let wanted = if slow_suites() { 100_000_000 } else { 3_000_000 };
    let mut images = Vec::new();
    (0..2_000).for_each(|_| assert!(found.next_into(&mut images)));
    let before = peak();
    // All of them would take 60 megabytes, or two gigabytes in the slow suite.
    (0..wanted).for_each(|_| assert!(found.next_into(&mut images)));
    if let Some((before, after)) = before.zip(peak()) {
        assert!(after.saturating_sub(before) < 10_000, "{before} kB, then {after} kB");
    }
}
