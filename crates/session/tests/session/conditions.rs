//! Conditions on attributes: random questions against a brute force that evaluates the conditions
//! for each mapping, written in the notation and read from JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use isocount_core::{Answer, Control, Meaning, Rng, Semantics, Unit, View};
use isocount_format::{Format, Notation, ReadOptions};
use isocount_record::Said;
use isocount_session::{Ask, Batch, Find, LoadedGraph, LoadedPattern, Method, Session, Source};

/// A value of an attribute: a number or a text. A missing value is absent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Val {
    Number(i64),
    Text(&'static str),
}

impl Val {
    fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => format!("\"{text}\""),
        }
    }
}

type Attributes = BTreeMap<&'static str, Val>;

/// A condition with a definition of its own.
#[derive(Clone, Debug)]
enum Test {
    Compare(&'static str, &'static str, Val),
    In(&'static str, Vec<i64>),
    Range(&'static str, i64, i64),
    StartsWith(&'static str, &'static str),
    IsMissing(&'static str),
    Not(Box<Test>),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
}

fn holds<T: Ord>(a: &T, operator: &str, b: &T) -> bool {
    match operator {
        "=" => a == b,
        "!=" => a != b,
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        _ => a >= b,
    }
}

/// A comparison; unknown if a value is missing or of another kind.
fn compare(a: Option<&Val>, operator: &str, b: Option<&Val>) -> Option<bool> {
    match (a?, b?) {
        (Val::Number(a), Val::Number(b)) => Some(holds(a, operator, b)),
        (Val::Text(a), Val::Text(b)) => Some(holds(a, operator, b)),
        _ => None,
    }
}

impl Test {
    fn truth(&self, of: &Attributes) -> Option<bool> {
        match self {
            Self::Compare(name, operator, value) => compare(of.get(name), operator, Some(value)),
            Self::In(name, values) => {
                of.get(name).map(|v| values.iter().any(|it| *v == Val::Number(*it)))
            }
            Self::Range(name, low, high) => of.get(name).map(|value| match value {
                Val::Number(number) => (low..=high).contains(&number),
                Val::Text(_) => false,
            }),
            Self::StartsWith(name, beginning) => match of.get(name)? {
                Val::Text(text) => Some(text.starts_with(beginning)),
                Val::Number(_) => None,
            },
            Self::IsMissing(name) => Some(!of.contains_key(name)),
            Self::Not(inner) => inner.truth(of).map(|truth| !truth),
            Self::And(a, b) => match (a.truth(of), b.truth(of)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Self::Or(a, b) => match (a.truth(of), b.truth(of)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Compare(name, operator, value) => format!("{name} {operator} {}", value.text()),
            Self::In(name, values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                format!("{name} in ({})", values.join(", "))
            }
            Self::Range(name, low, high) => format!("{name} in {low}..{high}"),
            Self::StartsWith(name, beginning) => format!("{name} starts with \"{beginning}\""),
            Self::IsMissing(name) => format!("{name} is missing"),
            Self::Not(inner) => format!("not ({})", inner.text()),
            Self::And(a, b) => format!("({}) and ({})", a.text(), b.text()),
            Self::Or(a, b) => format!("({}) or ({})", a.text(), b.text()),
        }
    }

    fn names<'a>(&'a self, names: &mut BTreeSet<&'a str>) {
        match self {
            Self::Compare(name, ..)
            | Self::In(name, _)
            | Self::Range(name, ..)
            | Self::StartsWith(name, _)
            | Self::IsMissing(name) => {
                names.insert(name);
            }
            Self::Not(inner) => inner.names(names),
            Self::And(a, b) | Self::Or(a, b) => {
                a.names(names);
                b.names(names);
            }
        }
    }
}

const OPERATORS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];

fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.below(from.len())]
}

/// A condition on a number attribute `number` or a text attribute `text`.
fn random_test(rng: &mut Rng, [number, text]: [&'static str; 2], depth: usize) -> Test {
    let inner = |rng: &mut Rng| Box::new(random_test(rng, [number, text], depth - 1));
    if depth > 0 && rng.below(3) == 0 {
        return match rng.below(3) {
            0 => Test::Not(inner(rng)),
            1 => Test::And(inner(rng), inner(rng)),
            _ => Test::Or(inner(rng), inner(rng)),
        };
    }
    let small = |rng: &mut Rng| rng.below(3) as i64;
    match rng.below(7) {
        0 => Test::In(number, vec![small(rng), small(rng)]),
        1 => {
            let low = small(rng);
            Test::Range(number, low, low + small(rng))
        }
        2 => Test::StartsWith(text, pick(rng, &["x", "y", ""])),
        3 => Test::IsMissing(pick(rng, &[number, text])),
        4 => Test::Compare(text, pick(rng, &OPERATORS), Val::Text(pick(rng, &["x", "xy", "y"]))),
        _ => Test::Compare(number, pick(rng, &OPERATORS), Val::Number(small(rng))),
    }
}

fn random_attributes(rng: &mut Rng, [number, text]: [&'static str; 2]) -> Attributes {
    let mut attributes = Attributes::new();
    if rng.below(4) > 0 {
        attributes.insert(number, Val::Number(rng.below(3) as i64));
    }
    if rng.below(4) > 0 {
        attributes.insert(text, Val::Text(pick(rng, &["x", "xy", "y"])));
    }
    attributes
}

const NODE: [&str; 2] = ["age", "city"];
const EDGE: [&str; 2] = ["weight", "kind"];
const LABELS: [&str; 3] = ["A", "B", "C"];

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Arc {
    tail: usize,
    head: usize,
    label: &'static str,
    attributes: Attributes,
}

#[derive(Clone, Debug)]
struct Graph {
    nodes: Vec<(&'static str, Attributes)>,
    arcs: BTreeSet<Arc>,
}

/// What a node or an arc accepts, as text and as a list; `None` is any label.
type Labels = Option<Vec<&'static str>>;

#[derive(Clone, Debug)]
struct PatternArc {
    tail: usize,
    head: usize,
    labels: Labels,
    test: Option<Test>,
}

impl PatternArc {
    /// Equal arcs accept the same.
    fn key(&self) -> (usize, usize, String) {
        (self.tail, self.head, accepted_text(&self.labels, self.test.as_ref()))
    }
}

#[derive(Clone, Debug)]
struct Pattern {
    nodes: Vec<(Labels, Option<Test>)>,
    arcs: Vec<PatternArc>,
    /// No arc of the graph may be accepted by one of these.
    absent: Vec<PatternArc>,
    /// Comparisons of the same attribute of two adjacent nodes.
    wheres: Vec<(usize, &'static str, usize)>,
}

fn labels_text(labels: &Labels) -> String {
    labels.as_ref().map_or("*".to_owned(), |labels| labels.join("|"))
}

fn accepted_text(labels: &Labels, test: Option<&Test>) -> String {
    let test = test.map_or(String::new(), |test| format!(" {{{}}}", test.text()));
    labels_text(labels) + &test
}

fn accepts(labels: &Labels, label: &str) -> bool {
    labels.as_ref().is_none_or(|labels| labels.contains(&label))
}

fn satisfies(test: Option<&Test>, attributes: &Attributes) -> bool {
    test.is_none_or(|test| test.truth(attributes) == Some(true))
}

fn random_graph(rng: &mut Rng) -> Graph {
    let num_nodes = rng.between(1, 5);
    let node = |rng: &mut Rng| (pick(rng, &LABELS[..2]), random_attributes(rng, NODE));
    let nodes = (0..num_nodes).map(|_| node(rng)).collect();
    let num_arcs = rng.below(3 * num_nodes + 1);
    let arc = |rng: &mut Rng| Arc {
        tail: rng.below(num_nodes),
        head: rng.below(num_nodes),
        label: pick(rng, &LABELS[..2]),
        attributes: random_attributes(rng, EDGE),
    };
    let arcs = (0..num_arcs).map(|_| arc(rng)).collect();
    Graph { nodes, arcs }
}

fn random_labels(rng: &mut Rng) -> Labels {
    match rng.below(4) {
        0 => Some(vec![pick(rng, &LABELS)]),
        1 => Some(vec!["A", "B"]),
        _ => None,
    }
}

fn random_pattern(rng: &mut Rng, graph: &Graph) -> Pattern {
    let num_nodes = rng.between(1, 3);
    let maybe = |rng: &mut Rng, names| (rng.below(2) == 0).then(|| random_test(rng, names, 2));
    let nodes = (0..num_nodes).map(|_| (random_labels(rng), maybe(rng, NODE))).collect();
    let (arcs, absent, wheres) = (Vec::new(), Vec::new(), Vec::new());
    let mut pattern = Pattern { nodes, arcs, absent, wheres };
    for _ in 0..rng.below(4) {
        let [tail, head] = [(); 2].map(|()| rng.below(num_nodes));
        let (labels, test) = (random_labels(rng), maybe(rng, EDGE));
        let arc = PatternArc { tail, head, labels, test };
        // A plain label may not be repeated.
        let is_plain = arc.test.is_none() && arc.labels.as_ref().is_some_and(|it| it.len() == 1);
        if !is_plain || pattern.arcs.iter().all(|known| known.key() != arc.key()) {
            pattern.arcs.push(arc);
        }
    }
    let pairs: Vec<(usize, usize)> =
        pattern.arcs.iter().map(|arc| (arc.tail, arc.head)).filter(|(a, b)| a != b).collect();
    if !pairs.is_empty() && rng.below(2) == 0 {
        let (a, b) = pick(rng, &pairs);
        let (a, b) = if rng.below(2) == 0 { (a, b) } else { (b, a) };
        pattern.wheres.push((a, pick(rng, &OPERATORS), b));
    }
    // A planted match: conditions that the image of some map satisfies.
    if rng.below(2) == 0 && !graph.arcs.is_empty() {
        let all: Vec<&Arc> = graph.arcs.iter().collect();
        let arc = pick(rng, &all);
        let planted = |attributes: &Attributes, name: &'static str| {
            Some(
                attributes
                    .get(name)
                    .map_or(Test::IsMissing(name), |value| Test::Compare(name, "=", value.clone())),
            )
        };
        let end = |node: usize| (None, planted(&graph.nodes[node].1, "age"));
        let is_loop = arc.tail == arc.head;
        pattern.nodes =
            if is_loop { vec![end(arc.tail)] } else { vec![end(arc.tail), end(arc.head)] };
        let test = planted(&arc.attributes, "weight");
        let head = usize::from(!is_loop);
        pattern.arcs = vec![PatternArc { tail: 0, head, labels: Some(vec![arc.label]), test }];
        pattern.wheres.clear();
    }
    pattern
}

/// One or two absent arcs and some of their mirror images, with and without conditions.
fn add_absent(rng: &mut Rng, pattern: &mut Pattern) {
    let num_nodes = pattern.nodes.len();
    for _ in 0..rng.between(1, 2) {
        let [tail, head] = [(); 2].map(|()| rng.below(num_nodes));
        let labels = random_labels(rng);
        let test = (rng.below(3) > 0).then(|| random_test(rng, EDGE, 1));
        pattern.absent.push(PatternArc { tail, head, labels, test });
        // Its mirror image, so that some patterns have symmetries.
        if rng.below(3) == 0 {
            let last = pattern.absent[pattern.absent.len() - 1].clone();
            pattern.absent.push(PatternArc { tail: head, head: tail, ..last });
        }
    }
}

impl Pattern {
    fn text(&self) -> String {
        let mut items = Vec::new();
        for (node, (labels, test)) in self.nodes.iter().enumerate() {
            items.push(format!("n{node}:{}", accepted_text(labels, test.as_ref())));
        }
        for PatternArc { tail, head, labels, test } in &self.arcs {
            items.push(format!("n{tail}-[{}]->n{head}", accepted_text(labels, test.as_ref())));
        }
        for PatternArc { tail, head, labels, test } in &self.absent {
            items.push(format!("n{tail}!-[{}]->n{head}", accepted_text(labels, test.as_ref())));
        }
        for (a, operator, b) in &self.wheres {
            items.push(format!("where n{a}.age {operator} n{b}.age"));
        }
        items.join(", ")
    }

    fn seen_through(&self, view: View) -> Self {
        let mut seen = self.clone();
        if view.directions == isocount_core::Directions::Ignore {
            let mut paired = vec![false; seen.arcs.len()];
            for place in 0..self.arcs.len() {
                let arc = &self.arcs[place];
                if paired[place] || arc.tail == arc.head {
                    continue;
                }
                let reverse = PatternArc { tail: arc.head, head: arc.tail, ..arc.clone() };
                let other = (place + 1..self.arcs.len())
                    .find(|&other| !paired[other] && self.arcs[other].key() == reverse.key());
                match other {
                    Some(other) => paired[other] = true,
                    None => seen.arcs.push(reverse),
                }
            }
        }
        if view.directions == isocount_core::Directions::Ignore {
            let reverse =
                |arc: &PatternArc| PatternArc { tail: arc.head, head: arc.tail, ..arc.clone() };
            seen.absent.extend(self.absent.iter().map(reverse));
        }
        if view.node_labels == isocount_core::Labels::Ignore {
            seen.nodes.iter_mut().for_each(|(labels, _)| *labels = None);
        }
        if view.edge_labels == isocount_core::Labels::Ignore {
            seen.arcs.iter_mut().for_each(|arc| arc.labels = None);
            seen.absent.iter_mut().for_each(|arc| arc.labels = None);
            let mut keys = BTreeSet::new();
            seen.arcs.retain(|arc| keys.insert(arc.key()));
        }
        seen
    }

    /// The permutations that keep what is accepted.
    fn symmetries(&self) -> u128 {
        let arcs = |order: &[usize]| {
            let mut keys: Vec<_> = self
                .arcs
                .iter()
                .map(|arc| {
                    let (tail, head) = (order[arc.tail], order[arc.head]);
                    PatternArc { tail, head, ..arc.clone() }.key()
                })
                .collect();
            keys.sort();
            // What is forbidden between each two nodes.
            let mut forbidden: BTreeMap<(usize, usize), (BTreeSet<_>, BTreeSet<_>)> =
                BTreeMap::new();
            for PatternArc { tail, head, labels, test } in &self.absent {
                let known = forbidden.entry((order[*tail], order[*head])).or_default();
                match (test, labels) {
                    (Some(_), _) => _ = known.1.insert(accepted_text(labels, test.as_ref())),
                    (None, Some(labels)) => known.0.extend(labels.iter().copied()),
                    (None, None) => known.0.extend(["*"]),
                }
            }
            for (plain, conditional) in forbidden.values_mut() {
                if plain.contains("*") {
                    (*plain, *conditional) = (BTreeSet::from(["*"]), BTreeSet::new());
                }
            }
            let mut wheres: Vec<_> = self
                .wheres
                .iter()
                .map(|&(a, operator, b)| {
                    let (a, b) = (order[a], order[b]);
                    if a <= b { (a, operator, b) } else { (b, exchanged(operator), a) }
                })
                .collect();
            wheres.sort_unstable();
            (keys, forbidden, wheres)
        };
        let node = |node: usize| accepted_text(&self.nodes[node].0, self.nodes[node].1.as_ref());
        let identity: Vec<usize> = (0..self.nodes.len()).collect();
        let keeps = |order: &Vec<usize>| {
            (0..order.len()).all(|place| node(place) == node(order[place]))
                && arcs(order) == arcs(&identity)
        };
        maps(self.nodes.len(), self.nodes.len())
            .into_iter()
            .filter(|order| order.iter().collect::<BTreeSet<_>>().len() == order.len())
            .filter(keeps)
            .count() as u128
    }
}

fn exchanged(operator: &'static str) -> &'static str {
    match operator {
        "<" => ">",
        ">" => "<",
        "<=" => ">=",
        ">=" => "<=",
        same => same,
    }
}

/// All maps from `from` things to `to` things.
fn maps(from: usize, to: usize) -> Vec<Vec<usize>> {
    (0..from).fold(vec![Vec::new()], |all, _| {
        let longer = |map: Vec<usize>| {
            (0..to).map(move |image| [map.clone(), vec![image]].concat()).collect::<Vec<_>>()
        };
        all.into_iter().flat_map(longer).collect()
    })
}

impl Graph {
    fn json(&self) -> String {
        let column = |of: &[&Attributes], name: &str| {
            let values = of.iter().map(|it| it.get(name).map_or("null".to_owned(), Val::text));
            format!("\"{name}\": [{}]", values.collect::<Vec<_>>().join(", "))
        };
        let of_nodes: Vec<&Attributes> = self.nodes.iter().map(|(_, it)| it).collect();
        let of_arcs: Vec<&Attributes> = self.arcs.iter().map(|arc| &arc.attributes).collect();
        let nodes: Vec<String> =
            self.nodes.iter().map(|(label, _)| format!("\"{label}\"")).collect();
        let mut arcs = String::new();
        for (place, arc) in self.arcs.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            let _ = write!(arcs, "{comma}[{}, {}, \"{}\"]", arc.tail, arc.head, arc.label);
        }
        let columns =
            |of: &[&Attributes], names: [&str; 2]| names.map(|it| column(of, it)).join(", ");
        format!(
            "{{\"nodes\": [{}], \"edges\": [{arcs}], \"node_attributes\": {{{}}}, \
             \"edge_attributes\": {{{}}}}}",
            nodes.join(", "),
            columns(&of_nodes, NODE),
            columns(&of_arcs, EDGE)
        )
    }

    /// The graph as the pattern sees it: arcs have only the attributes that its present arcs ask
    /// about.
    fn seen_by(&self, pattern: &Pattern, view: View) -> Self {
        let mut names = BTreeSet::new();
        pattern.arcs.iter().filter_map(|arc| arc.test.as_ref()).for_each(|it| it.names(&mut names));
        self.seen_with(&names, view)
    }

    /// The graph with these attributes of arcs.
    fn seen_with(&self, names: &BTreeSet<&str>, view: View) -> Self {
        let mut arcs = BTreeSet::new();
        for arc in &self.arcs {
            let mut arc = arc.clone();
            arc.attributes.retain(|name, _| names.contains(name));
            if view.edge_labels == isocount_core::Labels::Ignore {
                arc.label = "any";
            }
            if view.directions == isocount_core::Directions::Ignore {
                arcs.insert(Arc { tail: arc.head, head: arc.tail, ..arc.clone() });
            }
            arcs.insert(arc);
        }
        Self { nodes: self.nodes.clone(), arcs }
    }
}

/// Whether each pattern arc can have a graph arc of its own.
fn match_up(fits: &[Vec<usize>], used: &mut Vec<usize>) -> bool {
    let Some((first, rest)) = fits.split_first() else { return true };
    first.iter().any(|&arc| {
        if used.contains(&arc) {
            return false;
        }
        used.push(arc);
        let done = match_up(rest, used);
        used.pop();
        done
    })
}

/// `all_arcs` are the arcs with all their attributes, for the absent arcs.
fn brute_force(
    pattern: &Pattern,
    graph: &Graph,
    all_arcs: &BTreeSet<Arc>,
    semantics: Semantics,
) -> u128 {
    let fits = |map: &Vec<usize>| {
        let is_injective = map.iter().collect::<BTreeSet<_>>().len() == map.len();
        let nodes_fit = pattern.nodes.iter().zip(map).all(|((labels, test), &image)| {
            let (label, attributes) = &graph.nodes[image];
            accepts(labels, label) && satisfies(test.as_ref(), attributes)
        });
        let wheres_hold = pattern.wheres.iter().all(|&(a, operator, b)| {
            let age = |node: usize| graph.nodes[map[node]].1.get("age");
            compare(age(a), operator, age(b)) == Some(true)
        });
        let pairs = (0..map.len()).flat_map(|u| (0..map.len()).map(move |v| (u, v)));
        let arcs_fit = |(u, v): (usize, usize)| {
            let there: Vec<&Arc> =
                graph.arcs.iter().filter(|arc| (arc.tail, arc.head) == (map[u], map[v])).collect();
            let wanted: Vec<Vec<usize>> = pattern
                .arcs
                .iter()
                .filter(|arc| (arc.tail, arc.head) == (u, v))
                .map(|wanted| {
                    let fits = |arc: &&Arc| {
                        accepts(&wanted.labels, arc.label)
                            && satisfies(wanted.test.as_ref(), &arc.attributes)
                    };
                    (0..there.len()).filter(|&place| fits(&there[place])).collect()
                })
                .collect();
            let is_forbidden = |arc: &&Arc| {
                let absent = pattern.absent.iter().filter(|it| (it.tail, it.head) == (u, v));
                absent.into_iter().any(|absent| {
                    accepts(&absent.labels, arc.label)
                        && satisfies(absent.test.as_ref(), &arc.attributes)
                })
            };
            let all = all_arcs.iter().filter(|arc| (arc.tail, arc.head) == (map[u], map[v]));
            if all.into_iter().any(|arc| is_forbidden(&arc)) {
                return false;
            }
            match semantics {
                Semantics::Homomorphism => wanted.iter().all(|fits| !fits.is_empty()),
                Semantics::Monomorphism(_) => match_up(&wanted, &mut Vec::new()),
                Semantics::Induced(_) => {
                    wanted.len() == there.len() && match_up(&wanted, &mut Vec::new())
                }
            }
        };
        nodes_fit
            && wheres_hold
            && (is_injective || semantics == Semantics::Homomorphism)
            && pairs.into_iter().all(arcs_fit)
    };
    let count = maps(pattern.nodes.len(), graph.nodes.len()).iter().filter(|map| fits(map)).count();
    let unit = match semantics {
        Semantics::Homomorphism => 1,
        Semantics::Monomorphism(unit) | Semantics::Induced(unit) => match unit {
            Unit::Mappings => 1,
            Unit::Subgraphs => pattern.symmetries(),
        },
    };
    count as u128 / unit
}

const MEANINGS: [Semantics; 5] = [
    Semantics::Homomorphism,
    Semantics::Monomorphism(Unit::Mappings),
    Semantics::Monomorphism(Unit::Subgraphs),
    Semantics::Induced(Unit::Mappings),
    Semantics::Induced(Unit::Subgraphs),
];

fn read(pattern: &Pattern, graph: &Graph) -> (LoadedPattern, LoadedGraph) {
    let (mut session, control) = (Session::new(), Control::NONE);
    let text = pattern.text();
    let loaded = session.read_pattern(Source::text(Notation::Text, &text), &control);
    let loaded = loaded.unwrap_or_else(|problem| panic!("{text}: {problem}"));
    let json = graph.json();
    let source = Source::bytes("graph.json", json.as_bytes());
    // Without conditions, arcs that differ only in attributes are duplicates.
    let source = source.with_options(ReadOptions::new().with_duplicates_merged());
    let source = source.with_attributes(loaded.needed_attributes());
    (loaded, session.read_graph(source, &control).unwrap())
}

fn count(ask: &Ask, pattern: &LoadedPattern, graph: &LoadedGraph) -> Result<u128, String> {
    match ask.count(pattern, graph, &Control::NONE).said {
        Said::Answer(Answer::Exact(count)) => Ok(count.0),
        other => Err(format!("{other:?}")),
    }
}

#[test]
fn conditions_are_counted_as_brute_force_counts_them() {
    compare_with_brute_force(false);
}

#[test]
fn conditions_and_absent_arcs_are_counted_as_brute_force_counts_them() {
    compare_with_brute_force(true);
}

fn compare_with_brute_force(has_absent: bool) {
    let cases = if std::env::var_os("ISOCOUNT_SLOW").is_some() { 40_000 } else { 400 };
    let (mut asked, mut zeros, mut with_conditions) = (0, 0, 0);
    for seed in 0..cases {
        let mut rng = Rng::new(seed);
        let graph = random_graph(&mut rng);
        let mut pattern = random_pattern(&mut rng, &graph);
        if has_absent {
            add_absent(&mut rng, &mut pattern);
        }
        let view = match rng.below(6) {
            0 => View::ignoring(["directions"]),
            1 => View::ignoring(["edge_labels"]),
            2 => View::ignoring(["node_labels", "directions", "edge_labels"]),
            _ => Ok(View::PLAIN),
        };
        let view = view.unwrap();
        let (loaded, read) = read(&pattern, &graph);
        with_conditions += u32::from(loaded.conditions().is_some());
        let seen_pattern = pattern.seen_through(view);
        let seen_graph = graph.seen_by(&pattern, view);
        let all_arcs = graph.seen_with(&BTreeSet::from(EDGE), view).arcs;
        for semantics in MEANINGS {
            let expected = brute_force(&seen_pattern, &seen_graph, &all_arcs, semantics);
            let meaning = Meaning { semantics, view };
            let ask = Ask::new(meaning, Method::exact());
            let found = match count(&ask, &loaded, &read) {
                Ok(found) => found,
                // An attribute that no node or no edge has, or only with values of another kind.
                Err(problem) if problem.contains("attribute") => continue,
                Err(problem) => panic!("seed {seed}: {problem}"),
            };
            let context =
                || format!("seed {seed}, {meaning:?}:\n{}\n{}", pattern.text(), graph.json());
            assert_eq!(found, expected, "{}", context());
            let opened = ask.open(&read, &Control::NONE).unwrap().count(&loaded, &Control::NONE);
            assert_eq!(opened.said.answer().and_then(exact), Some(expected), "{}", context());
            let (patterns, graphs) = ([loaded.clone()], [read.clone()]);
            let matrix = Batch::all(&ask, &patterns, &graphs).matrix(&Control::NONE).unwrap();
            assert!(matrix.rows[0].to_csv().ends_with(&format!(",{expected}\n")), "{}", context());
            if !matches!(
                semantics,
                Semantics::Monomorphism(Unit::Subgraphs) | Semantics::Induced(Unit::Subgraphs)
            ) {
                let matches = Find::new(meaning).matches(&loaded, &read, &Control::NONE).unwrap();
                assert_eq!(matches.count() as u128, expected, "{}", context());
            }
            asked += 1;
            zeros += u32::from(expected == 0);
        }
    }
    assert!(asked > cases as u32 * 4, "{asked} questions of {cases} cases");
    assert!(zeros < asked * 3 / 4, "{zeros} zeros of {asked}");
    assert!(u64::from(with_conditions) > cases / 2, "{with_conditions}");
}

fn exact(answer: Answer) -> Option<u128> {
    match answer {
        Answer::Exact(count) => Some(count.0),
        _ => None,
    }
}

#[test]
fn patterns_with_conditions_are_written_back() {
    for seed in 0..500 {
        let mut rng = Rng::new(seed);
        let graph = random_graph(&mut rng);
        let mut pattern = random_pattern(&mut rng, &graph);
        if seed % 2 == 0 {
            add_absent(&mut rng, &mut pattern);
        }
        let (loaded, _) = read(&pattern, &graph);
        let written = written(&loaded);
        let mut session = Session::new();
        let again = Source::text(Notation::Text, &written);
        let again = session.read_pattern(again, &Control::NONE);
        let again = again.unwrap_or_else(|problem| panic!("{written}: {problem}"));
        // The labels of a set stand in the order in which a session first saw them.
        if pattern.absent.is_empty() {
            assert_eq!(self::written(&again), written, "{}", pattern.text());
        }
        assert_eq!(again.content_hash(), loaded.content_hash(), "{written}");
    }
}

fn written(pattern: &LoadedPattern) -> String {
    let mut out = Vec::new();
    pattern.write(Format::Text, &mut out, &Control::NONE).unwrap();
    String::from_utf8(out).unwrap()
}

/// A pattern and a graph from texts; the graph keeps what the pattern needs.
fn question(pattern: &str, name: &str, graph: &str) -> (LoadedPattern, LoadedGraph) {
    let (mut session, control) = (Session::new(), Control::NONE);
    let pattern = session.read_pattern(Source::text(Notation::Text, pattern), &control).unwrap();
    // Rows that agree in what the question needs are duplicates.
    let source = Source::bytes(name, graph.as_bytes())
        .with_options(ReadOptions::new().with_duplicates_merged())
        .with_attributes(pattern.needed_attributes());
    let graph = session.read_graph(source, &control).unwrap();
    (pattern, graph)
}

fn mappings() -> Ask {
    let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Mappings));
    Ask::new(meaning, Method::exact())
}

const PAYMENTS: &str = "tail,head,label,amount,tail_age,head_age\n\
    ann,bob,pays,5,30,17\nann,bob,pays,12.5,30,17\nbob,cid,pays,,17,\ncid,ann,pays,7,,30\n";

#[test]
fn missing_values_are_neither_equal_nor_different() {
    for (condition, expected) in [
        ("amount > 6", 2),
        ("not amount > 6", 1),
        ("amount = 5", 1),
        ("amount != 5", 2),
        ("amount is missing", 1),
        ("amount is not missing", 2),
        ("not amount > 6 or amount is missing", 2),
    ] {
        let pattern = format!("x-[pays {{{condition}}}]->y");
        let (pattern, graph) = question(&pattern, "payments.csv", PAYMENTS);
        assert_eq!(count(&mappings(), &pattern, &graph), Ok(expected), "{condition}");
    }
}

#[test]
fn parallel_arcs_that_differ_in_an_attribute_are_two_arcs() {
    let two = "x-[pays {amount > 0}]->y, x-[pays {amount > 0}]->y";
    let (pattern, graph) = question(two, "payments.csv", PAYMENTS);
    assert_eq!(count(&mappings(), &pattern, &graph), Ok(1));
    // Without the attribute, they are one arc, and the file states it twice.
    let source = Source::bytes("payments.csv", PAYMENTS.as_bytes());
    let refused = Session::new().read_graph(source, &Control::NONE).unwrap_err();
    assert!(refused.to_string().contains("twice"), "{refused}");
}

#[test]
fn ends_of_an_arc_are_compared() {
    for (text, expected) in [
        ("x-[pays]->y, where x.age > y.age", 1),
        ("x-[pays]->y where y.age < x.age", 1),
        ("x-[e:pays]->y where e.amount < y.age", 2),
        ("x-[pays]->y where x.age is missing", 1),
        ("x-[pays]->y where x.age > y.age or y.age is missing", 2),
    ] {
        let (pattern, graph) = question(text, "payments.csv", PAYMENTS);
        assert_eq!(count(&mappings(), &pattern, &graph), Ok(expected), "{text}");
    }
}

/// Conditions on absent arcs tell no present arcs apart: an absent arc never adds a match.
#[test]
fn conditions_of_absent_arcs_only_forbid() {
    let induced = Meaning::plain(Semantics::Induced(Unit::Mappings));
    for (text, of_mappings, of_induced) in [
        ("x-[pays]->y", 3, 3),
        ("x-[pays]->y, y!-[pays {amount > 0}]->x", 3, 3),
        ("x-[pays]->y, x!-[pays {amount > 10}]->y", 2, 2),
        ("x-[pays]->y, x!-[pays {amount < 10}]->y", 1, 1),
        ("x-[pays]->y, x!-[* {amount is missing}]->y", 2, 2),
        ("x-[pays {amount > 0}]->y, x!-[pays {amount > 10}]->y", 1, 1),
        ("x-[pays {amount > 0}]->y, x!-[pays {not amount > 10}]->y", 0, 0),
        ("x-[pays {amount > 0}]->y, x!-[takes {amount > 10}]->y", 2, 1),
        ("x-[pays]->y, x!-[!* {amount > 0}]->y", 3, 3),
        ("x-[pays]->y, x!-[*]->y, x!-[pays {amount > 0}]->y", 0, 0),
    ] {
        let (pattern, graph) = question(text, "payments.csv", PAYMENTS);
        assert_eq!(count(&mappings(), &pattern, &graph), Ok(of_mappings), "{text}");
        let ask = Ask::new(induced, Method::exact());
        assert_eq!(count(&ask, &pattern, &graph), Ok(of_induced), "{text}, induced");
    }
}

#[test]
fn what_does_not_fit_is_explained() {
    let problem = |text: &str| {
        let (pattern, graph) = question(text, "payments.csv", PAYMENTS);
        match mappings().count(&pattern, &graph, &Control::NONE).said {
            Said::None { reason } => reason.to_string(),
            other => format!("{other:?}"),
        }
    };
    assert_eq!(
        problem("x{agee > 3}-[pays]->y"),
        "no node has the attribute `agee`; the attributes are age"
    );
    assert_eq!(
        problem("x-[pays {amount = \"x\"}]->y"),
        "`amount = \"x\"` compares the attribute `amount` with a text, but its values are numbers"
    );
    let (pattern, graph) = question("x{age > 99}-[pays]->y", "payments.csv", PAYMENTS);
    let record = mappings().count(&pattern, &graph, &Control::NONE);
    let reason = record.zero_reason.unwrap();
    assert_eq!(reason, "no node of the graph with the label `0` satisfies `age > 99`");
}
