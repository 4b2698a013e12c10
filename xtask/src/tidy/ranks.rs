//! Dependencies point one way: a crate depends only on crates of lower rank.
//!
//! A dev-dependency may point anywhere but at `xtask`: tests compare what must not share code.

use super::finding::Finding;
use super::packages::{Dependency, Packages};

/// Where a crate stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Depends on lower ranks only.
    Rank(u8),
    /// Is a dev-dependency only, and itself depends on what reads and holds graphs.
    TestOnly,
    /// Is a dev-dependency only, and itself depends on the facade: what every interface is compared
    /// with.
    JudgeOfInterfaces,
    /// Neither uses a crate of ours nor is used by one.
    Apart,
}

const PLACES: [(&str, Place); 25] = [
    ("isocount-core", Place::Rank(0)),
    ("isocount-lanes", Place::Rank(1)),
    ("isocount-platform", Place::Rank(1)),
    ("isocount-record", Place::Rank(1)),
    ("isocount-format", Place::Rank(2)),
    ("isocount-count", Place::Rank(2)),
    ("isocount-draw", Place::Rank(2)),
    ("isocount-grad", Place::Rank(2)),
    ("isocount-motif", Place::Rank(3)),
    ("isocount-model", Place::Rank(3)),
    ("isocount-data", Place::Rank(4)),
    ("isocount-infer", Place::Rank(5)),
    ("isocount-nn", Place::Rank(5)),
    ("isocount-eval", Place::Rank(6)),
    ("isocount-train", Place::Rank(7)),
    ("isocount-session", Place::Rank(8)),
    ("isocount", Place::Rank(9)),
    ("isocount-reproduce", Place::Rank(10)),
    ("isocount-serve", Place::Rank(10)),
    ("isocount-cli", Place::Rank(11)),
    ("isocount-python", Place::Rank(11)),
    ("isocount-benchmarks", Place::Rank(12)),
    ("isocount-testkit", Place::TestOnly),
    ("isocount-conformance", Place::JudgeOfInterfaces),
    ("xtask", Place::Apart),
];

/// What testkit may use. Not the engines: it is the judge of those.
const USED_BY_TESTS: [&str; 2] = ["isocount-core", "isocount-format"];

pub(super) fn check(packages: &Packages) -> Vec<Finding> {
    let mut findings = Vec::new();
    for package in &packages.list {
        let Some(place) = place(&package.name) else {
            let problem = "has no rank; give it one in xtask/src/tidy/ranks.rs";
            findings.push(Finding::in_file(&package.name, problem));
            continue;
        };
        let ours = package.dependencies.iter().filter_map(|d| Some((d, self::place(&d.name)?)));
        let forbidden = ours.filter(|&(dependency, theirs)| !allowed(place, dependency, theirs));
        findings.extend(forbidden.map(|(dependency, _)| {
            let problem = format!("must not depend on `{}`", dependency.name);
            Finding::in_file(&package.name, problem)
        }));
    }
    findings
}

fn place(name: &str) -> Option<Place> {
    PLACES.iter().find(|(known, _)| *known == name).map(|&(_, place)| place)
}

fn allowed(own: Place, dependency: &Dependency, theirs: Place) -> bool {
    match (own, theirs) {
        (Place::Apart, _) | (_, Place::Apart) => false,
        (Place::TestOnly, _) => USED_BY_TESTS.contains(&dependency.name.as_str()),
        (Place::JudgeOfInterfaces, _) => dependency.name == "isocount",
        (Place::Rank(_), _) if dependency.is_for_tests() => true,
        (Place::Rank(_), Place::TestOnly | Place::JudgeOfInterfaces) => false,
        (Place::Rank(own), Place::Rank(theirs)) => theirs < own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with one package that has one dependency.
    fn problems(user: &str, wanted: &str, kind: &str) -> Vec<String> {
        let text = format!(
            r#"{{"packages": [{{"name": "{user}", "version": "0.1.0",
                "dependencies": [{{"name": "{wanted}", "kind": {kind}}}]}}]}}"#
        );
        let packages = serde_json::from_str(&text).unwrap();
        check(&packages).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn upward_and_sideways_edges_are_found() {
        for (user, wanted) in [
            ("isocount-core", "isocount-count"),
            ("isocount-count", "isocount-format"),
            ("isocount", "isocount-cli"),
            ("isocount-core", "isocount-core"),
        ] {
            let found = problems(user, wanted, "null");
            assert_eq!(found, [format!("{user}: must not depend on `{wanted}`")]);
            assert_eq!(problems(user, wanted, r#""build""#).len(), 1);
        }
        assert!(problems("isocount-cli", "isocount-core", "null").is_empty());
        assert!(problems("isocount-cli", "clap", "null").is_empty());
    }

    #[test]
    fn testkit_is_for_tests_only() {
        assert_eq!(problems("isocount-count", "isocount-testkit", "null").len(), 1);
        assert!(problems("isocount-count", "isocount-testkit", r#""dev""#).is_empty());
        assert!(problems("isocount-testkit", "isocount-core", "null").is_empty());
        assert_eq!(problems("isocount-testkit", "isocount-count", r#""dev""#).len(), 1);
    }

    #[test]
    fn xtask_stands_apart() {
        assert_eq!(problems("xtask", "isocount-core", r#""dev""#).len(), 1);
        assert_eq!(problems("isocount-cli", "xtask", r#""dev""#).len(), 1);
        assert!(problems("xtask", "serde", "null").is_empty());
    }

    #[test]
    fn a_crate_without_a_rank_is_found() {
        assert_eq!(
            problems("isocount-new", "serde", "null"),
            ["isocount-new: has no rank; give it one in xtask/src/tidy/ranks.rs"]
        );
    }
}
