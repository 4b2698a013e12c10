//! The rules of the cost model: unique names, no choices elsewhere, and an up-to-date page.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::*;

/// Numbers that do not decide a choice, with reasons. Everything else belongs in the model.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("exact/compiling/compiled.rs", "MAX_NODES", "sets of pattern nodes are 64-bit masks"),
    ("exact/compiling/compiled.rs", "MAX_ARCS", "arc types are 16-bit numbers"),
    (
        "exact/compiling/set_rules.rs",
        "MAX_CLASSES",
        "classes are bytes, one of which stands for none",
    ),
    ("exact/by_degree/ways.rs", "MAX_NODES", "sets of steps are 8-bit masks"),
    ("exact/algebra/canonical.rs", "MAX_SHAPE", "sets of nodes of a quotient are 32-bit masks"),
    ("peregrine/plan.rs", "MAX_NODES", "sets of pattern nodes are 64-bit masks"),
    ("exact/searching/search.rs", "TOO_MANY", "marker: the largest number stands for all above"),
    ("exact/searching/search.rs", "ALWAYS", "marker: the epoch of values without guards"),
    ("exact/sieving/sieve.rs", "UNMET", "marker: no slot"),
    ("exact/by_degree/host.rs", "NOWHERE", "marker: no place"),
    ("exact/by_degree/triangles.rs", "BYTES_PER_TRIANGLE", "size of what is kept"),
    ("exact/algebra/reduce.rs", "MARK", "marker: not the number of any node"),
    ("exact/algebra/reduce.rs", "SECOND_MARK", "marker: not the number of any node"),
    ("exact/algebra/group.rs", "MARK", "marker: different from all homes"),
    ("exact/algebra/schedule.rs", "NEVER", "marker: not the number of any task"),
    ("exact/spaces/pair_room.rs", "MOST_PLACED", "sets of placed nodes are 31 bits of a mask"),
    ("exact/spaces/pair_room.rs", "TAKEN", "the other bit of that mask"),
    ("exact/spaces/row_pairs.rs", "WANTED", "a bit of a mask of flags"),
    ("sample/look_ahead.rs", "NONE", "marker: no node"),
    ("sample/floor.rs", "NO_LINK", "marker: no link"),
    ("exact/spaces/mask_space.rs", "NOT_BEGUN", "marker: no rows"),
    ("exact/small/arcs.rs", "NONE", "marker: the end of a list"),
    ("exact/small/arcs.rs", "NOWHERE", "marker: no place"),
    ("exact/small/index.rs", "NO_KEY", "marker: not the key of any group"),
    ("exact/small/index.rs", "NUM_SLOTS", "numbers of slots and groups are bytes"),
    ("exact/small/index.rs", "MOST_GROUPS", "half of these"),
    ("exact/small/index.rs", "LABEL_BITS", "three labels are a key of 64 bits"),
    ("exact/small/index.rs", "ODD", "hashing: an odd number without regularities"),
    ("exact/small/pattern.rs", "MOST_TYPES", "each end of a type has one of 64 bits"),
    ("exact/splitting/memory.rs", "FIRST", "hashing: an odd number without regularities"),
    ("exact/splitting/memory.rs", "SECOND", "hashing: another"),
    ("exact/algebra/mod.rs", "FITS_64", "range of a 64-bit number, with a margin for rounding"),
    ("exact/algebra/mod.rs", "FITS_128", "range of a 128-bit number, with a margin for rounding"),
    ("exact/algebra/bound.rs", "MARGIN", "rounding of a 64-bit float, added up"),
    ("sample/question.rs", "HUGE", "range of a 64-bit float, with a margin for products"),
    ("sample/question.rs", "WHOLE", "below this, a 64-bit float holds every whole number"),
    ("sample/root_look.rs", "WHOLE", "below this, a 64-bit float holds every whole number"),
    ("sample/interval.rs", "CAUTION", "defines the interval of an answer; docs/estimates.md"),
    ("sample/interval.rs", "UNRELIABLE", "defines when an answer is reliable; docs/estimates.md"),
    ("sample/options.rs", "DEFAULT_PRECISION", "default of a public option"),
    ("sample/options.rs", "DEFAULT_CONFIDENCE", "default of a public option"),
    ("sample/options.rs", "DEFAULT_REPLICATES", "default of a public option"),
    ("sample/options.rs", "FEWEST", "limit of a public option: fewer do not give an interval"),
    ("sample/options.rs", "MOST_REPLICATES", "limit of a public option"),
];

fn all() -> impl Iterator<Item = &'static Cost> {
    COSTS.iter().flat_map(|family| family.costs)
}

#[test]
fn names_of_constants_are_unique() {
    let mut names = BTreeSet::new();
    for cost in all() {
        assert!(names.insert(cost.name), "{} is defined twice", cost.name);
    }
}

#[test]
fn each_constant_has_a_value_a_unit_and_a_meaning() {
    for Cost { name, value, unit, meaning, .. } in all() {
        assert!(value.is_finite() && *value > 0.0, "{name}: {value}");
        assert!(!unit.is_empty() && meaning.trim().ends_with('.'), "{name}: {unit}, {meaning}");
    }
}

/// The numeric constants of a source file, without its tests.
fn constants(text: &str) -> BTreeSet<&str> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let constant = |line: &str| -> Option<(usize, usize)> {
        let at = line.find("const ")? + "const ".len();
        let (name, rest) = line[at..].split_once(": ")?;
        let is_name =
            name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        let is_declared = ["", "pub ", "pub(crate) ", "pub(super) "]
            .contains(&line[..at - "const ".len()].trim_start());
        let kind = rest.split([' ', ';']).next()?;
        let is_number = kind.starts_with(['f', 'u', 'i']) && kind[1..].parse::<u8>().is_ok()
            || ["usize", "isize", "Duration"].contains(&kind);
        (is_name && is_declared && is_number).then_some((at, at + name.len()))
    };
    code.lines().filter_map(|line| constant(line).map(|(from, to)| &line[from..to])).collect()
}

#[test]
fn constants_are_found() {
    let text = "const A: f64 = 1.0;\n    pub const B_2: u32 = 1;\npub(crate) const C: Duration = D;\n\
                fn f<const W: usize>() {}\nconst NAME: &str = \"\";\nconst Z: Self = 0;\n\
                #[cfg(test)]\nmod tests {\n    const T: usize = 1;\n}\n";
    assert_eq!(constants(text), BTreeSet::from(["A", "B_2", "C"]));
}

/// A choice that is made elsewhere has no row in the table and is hard to find.
#[test]
fn no_choice_is_made_outside_the_model() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeSet::new();
    let mut folders = vec![src.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path == src.join("cost") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let file = path.strip_prefix(&src).unwrap().to_str().unwrap().replace('\\', "/");
            found.extend(constants(&text).iter().map(|name| (file.clone(), (*name).to_owned())));
        }
    }
    let listed: BTreeSet<(String, String)> =
        ELSEWHERE.iter().map(|(file, name, _)| ((*file).to_owned(), (*name).to_owned())).collect();
    let unlisted: Vec<_> = found.difference(&listed).collect();
    assert!(
        unlisted.is_empty(),
        "these belong in crates/count/src/cost, or with a reason in the list of its tests: \
         {unlisted:?}"
    );
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(gone.is_empty(), "these are listed but do not exist: {gone:?}");
}

/// Formats a value as in the tables: with all of its digits, but short.
fn shown(value: f64) -> String {
    let is_whole = value.fract() == 0.0 && value < 1e6;
    if is_whole {
        let digits = format!("{value:.0}");
        let first = digits.len() % 3;
        let (head, rest) = digits.split_at(first);
        let groups =
            rest.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
        let all: Vec<String> =
            (!head.is_empty()).then(|| head.to_owned()).into_iter().chain(groups).collect();
        all.join(",")
    } else if value.fract() == 0.0 && (value / f64::from(1 << 20)).fract() == 0.0 {
        format!("{} · 2²⁰", value / f64::from(1 << 20))
    } else if (1e-3..1e6).contains(&value) {
        format!("{value}")
    } else {
        format!("{value:e}")
    }
}

#[test]
fn values_are_short() {
    let pairs = [
        (0.45, "0.45"),
        (6.0, "6"),
        (16_384.0, "16,384"),
        (600_000.0, "600,000"),
        (16_777_216.0, "16 · 2²⁰"),
        (1e7, "1e7"),
        (3.2e-9, "3.2e-9"),
        (5e-4, "5e-4"),
    ];
    for (value, text) in pairs {
        assert_eq!(shown(value), text);
    }
}

const BEGIN: &str = "<!-- the constants: written by ISOCOUNT_RECORD=1 cargo test -p isocount-count --lib cost -->\n";
const END: &str = "<!-- end of the constants -->\n";

/// Formats all constants as tables.
fn tables() -> String {
    let mut text = String::new();
    for CostFamily { file, used_by, costs } in COSTS {
        writeln!(text, "\n### `{file}`: {used_by}\n").unwrap();
        writeln!(text, "| constant | value | unit | meaning | set by |\n|---|--:|---|---|---|")
            .unwrap();
        for Cost { name, value, unit, meaning, set_by } in *costs {
            let (value, meaning) = (shown(*value), meaning.trim());
            writeln!(text, "| `{name}` | {value} | {unit} | {meaning} | {set_by} |").unwrap();
        }
    }
    text.push('\n');
    text
}

#[test]
fn the_page_lists_all_constants() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cost-model.md");
    // The published package does not contain the page.
    let Ok(text) = fs::read_to_string(&page) else { return };
    let (before, rest) = text.split_once(BEGIN).expect("the page marks the start of the tables");
    let (there, after) = rest.split_once(END).expect("the page marks the end of the tables");
    let tables = tables();
    if std::env::var_os("ISOCOUNT_RECORD").is_some() {
        fs::write(page, format!("{before}{BEGIN}{tables}{END}{after}")).unwrap();
        return;
    }
    assert!(
        there == tables,
        "docs/cost-model.md differs from the code; run ISOCOUNT_RECORD=1 cargo test -p isocount-count \
         --lib cost"
    );
}
