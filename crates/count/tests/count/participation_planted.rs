//! The number of mappings that each node and arc takes part in, for large patterns that are planted
//! in the graph, so that counts are not zero. The numbers add up to the count, equal a listing, and
//! change as they should without a node or with a node pinned, with every switch of the engine.
//! With `ISOCOUNT_SLOW=1`, a million cases.

use isocount_core::{Answer, Budget, Count, Counter, Semantics};
use isocount_count::{BruteForce, Exact, Per, Representation, Routing, Tuning};
use isocount_testkit::random::{Case, planted_case};
use isocount_testkit::{Outcome, PartCounts, PartLaws, TakesPart, slow_suites};

/// Beyond this number of steps, a case is skipped. Steps, not seconds, so that the cases do not
/// depend on the machine.
const STEPS: u64 = 200_000;
const STEPS_OF_BRUTE_FORCE: u64 = 50_000;

/// The number of engines that always sum over quotients, whatever that costs; for small patterns.
const NUM_SUMMED: usize = 3;

/// Seeds cycle through meanings and then through these.
fn engines() -> Vec<Exact> {
    let tuned = |representation, max_remembered, threads| {
        let few_placements = 0.0;
        let tuning = Tuning { few_placements, representation, max_remembered, ..Tuning::default() };
        Exact::with_threads(threads).tuned(tuning)
    };
    let summed = |algebra_seed, algebra_in_128_bits, algebra_variants| {
        let algebra = Routing::Always;
        let tuning = Tuning { algebra, algebra_seed, algebra_in_128_bits, ..Tuning::default() };
        Exact::new().tuned(Tuning { algebra_variants, ..tuning })
    };
    vec![
        summed(None, false, 64),
        summed(Some(1), true, 3),
        summed(None, true, 64),
        Exact::new(),
        tuned(Representation::Masks, 2 << 30, 1),
        tuned(Representation::WideMasks, 2 << 30, 1),
        tuned(Representation::Rows, 2 << 30, 1),
        tuned(Representation::Rows, 1 << 12, 1),
        tuned(Representation::Rows, 2 << 30, 2),
        Exact::new().tuned(Tuning { by_degree: Routing::Always, ..Tuning::default() }),
    ]
}

#[derive(Debug, Default)]
struct Seen {
    cases: u64,
    skipped: u64,
    occur: u64,
    listed: u64,
    wrong: u64,
}

fn check(exact: Exact, case: &Case, semantics: Semantics, seed: u64) -> Result<Outcome, String> {
    let budget = &Budget::steps(STEPS);
    let laws = PartLaws {
        ask: &|Case { pattern, graph }, semantics, what| {
            let per = match what {
                TakesPart::Node => Per::Node,
                TakesPart::Orbit => Per::Orbit,
                TakesPart::Arc => Per::Arc,
            };
            let found = exact.participation(pattern, graph, semantics, per, budget).ok()?;
            let said =
                PartCounts { total: found.total, orbits: found.orbits, columns: found.columns };
            found.is_complete.then_some(said)
        },
        count: &|pattern, graph, semantics| match Exact::new()
            .count(pattern, graph, semantics, budget)
        {
            Ok(Answer::Exact(Count(count))) => Some(count),
            _ => None,
        },
        list: &|pattern, graph, semantics| {
            let budget = &Budget::steps(STEPS_OF_BRUTE_FORCE);
            BruteForce::list_within(pattern, graph, semantics, budget)
        },
    };
    laws.check(case, semantics, seed)
}

#[test]
fn parts_of_planted_patterns_conform() {
    let engines = engines();
    let meanings = Semantics::ALL;
    let mut seen: Vec<Seen> = meanings.iter().map(|_| Seen::default()).collect();
    let mut problems = Vec::new();
    let number = if slow_suites() { 1_000_000 } else { 1_000 };
    for seed in 0..number {
        let meaning = seed as usize % meanings.len();
        let case = planted_case(seed);
        let semantics = meanings[meaning];
        let seen = &mut seen[meaning];
        seen.cases += 1;
        let few_terms = case.pattern.num_nodes() <= if semantics.is_induced() { 5 } else { 8 };
        let engines: &[Exact] = if few_terms { &engines } else { &engines[NUM_SUMMED..] };
        let exact = engines[seed as usize / meanings.len() % engines.len()];
        match check(exact, &case, semantics, seed) {
            Ok(Outcome::Skipped) => seen.skipped += 1,
            Ok(Outcome::Conforms { occurs, listed }) => {
                seen.occur += u64::from(occurs);
                seen.listed += u64::from(listed);
            }
            Err(problem) => {
                seen.wrong += 1;
                problems.push(format!("{semantics}, seed {seed}, {exact:?}: {problem}\n{case}"));
                eprintln!("{}", problems[problems.len() - 1]);
            }
        }
        if (seed + 1) % 20_000 == 0 {
            eprintln!("{} cases, {} wrong", seed + 1, problems.len());
        }
    }
    for (semantics, seen) in meanings.iter().zip(&seen) {
        eprintln!("{semantics}: {seen:?}");
    }
    assert!(problems.is_empty(), "{} wrong, the first: {}", problems.len(), problems[0]);
    for (semantics, &Seen { cases, skipped, occur, listed, .. }) in meanings.iter().zip(&seen) {
        let share = |part: u64| 100 * part / cases;
        assert!(share(occur) >= 90, "{semantics}: {occur} of {cases} occur");
        assert!(share(listed) >= 60, "{semantics}: {listed} of {cases} are listed");
        assert!(share(skipped) <= 5, "{semantics}: {skipped} of {cases} are skipped");
    }
}
