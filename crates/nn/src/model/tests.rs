//! Properties that hold for every model.

use isocount_core::{Cancelled, Control, LabeledGraph, Rng};
use isocount_grad::{Arena, Grads, Params, Tape};
use isocount_model::*;
use isocount_testkit::random;
use isocount_testkit::transform::{as_pattern, renumbered};

use super::{Model, Side, num_parameters};
use crate::{Batch, Pair, Prepared, Seeker};

const VOCABULARY: Vocabulary = Vocabulary { node_labels: 16, edge_labels: 16 };

/// Random patterns and graphs with known labels.
fn cases(number: u64) -> Vec<(LabeledGraph, LabeledGraph)> {
    let fits = |graph: &LabeledGraph| Prepared::new(graph, VOCABULARY).is_ok();
    (0..)
        .map(random::small_case)
        .map(|case| (case.pattern.graph().clone(), case.graph))
        .filter(|(pattern, graph)| fits(pattern) && fits(graph))
        .take(number as usize)
        .collect()
}

/// The settings with some changes in the encoder, in TOML.
fn with(config: &ModelConfig, changes: &str) -> ModelConfig {
    let mut table = toml::Table::try_from(config).unwrap();
    let changes: toml::Table = changes.parse().unwrap();
    table["encoder"].as_table_mut().unwrap().extend(changes);
    table.try_into().unwrap()
}

/// The batch of some questions, as a model needs it.
fn batch(model: &dyn Model, pairs: &[(LabeledGraph, LabeledGraph)]) -> Batch {
    batch_with(model, pairs, &Control::NONE)
}

fn batch_with(
    model: &dyn Model,
    pairs: &[(LabeledGraph, LabeledGraph)],
    control: &Control,
) -> Batch {
    let prepare = |graph: &LabeledGraph| Prepared::new(graph, VOCABULARY).unwrap();
    let prepared: Vec<(Seeker, Prepared)> = pairs
        .iter()
        .map(|(pattern, graph)| {
            (Seeker::new(&as_pattern(pattern.clone()), prepare(pattern)), prepare(graph))
        })
        .collect();
    let Some(needs) = model.needs() else {
        let questions = prepared.iter().enumerate();
        let questions: Vec<_> =
            questions.map(|(ix, (seeker, graph))| ((ix, seeker.prepared()), (ix, graph))).collect();
        return Batch::new_with(&questions, VOCABULARY, model.reverse(), control);
    };
    let seen: Vec<Pair> = prepared
        .iter()
        .zip(pairs)
        .map(|((seeker, prepared), (_, graph))| {
            seeker.pair(needs, graph, prepared, &Control::NONE).unwrap()
        })
        .collect();
    let questions = prepared.iter().zip(&seen).enumerate();
    let questions: Vec<_> =
        questions.map(|(ix, ((seeker, _), pair))| ((ix, seeker.prepared()), pair)).collect();
    Batch::of_pairs_with(&questions, VOCABULARY, model.reverse(), control)
}

/// A model without zeros among its parameters: some heads are initialised with zeros and then
/// always predict zero.
fn drawn(config: &ModelConfig, seed: u64) -> (Params, Box<dyn Model>) {
    let (mut params, model) = super::build(config, VOCABULARY, seed);
    let mut rng = Rng::new(seed);
    for value in params.values_mut().iter_mut().filter(|value| **value == 0.0) {
        *value = rng.unit() as f32 * 0.2 - 0.1;
    }
    (params, model)
}

/// A model that is cancelled at any moment finishes without an answer.
#[test]
fn a_cancelled_model_returns_no_answer_and_does_not_panic() {
    let cancelled = Control::new();
    cancelled.cancel();
    for entry in MODELS {
        let (params, model) = drawn(&(entry.with_width)(24), 7);
        let run = |batch: &Batch, control: &Control| {
            let mut arena = Arena::new();
            let mut tape = Tape::new(&params, &mut arena).controlled(control);
            model.forward(&mut tape, batch).outputs(&tape)
        };
        let whole = batch(model.as_ref(), &cases(5));
        // Before the tape, before the batch, and before the plans of an existing batch.
        assert_eq!(run(&whole, &cancelled), Err(Cancelled), "{}", entry.name);
        let empty = batch_with(model.as_ref(), &cases(5), &cancelled);
        assert_eq!(run(&empty, &cancelled), Err(Cancelled), "{}", entry.name);
        let late = batch(model.as_ref(), &cases(5)).controlled(&cancelled);
        assert!(run(&late, &Control::NONE).is_ok(), "{}", entry.name);
    }
}

fn predict(entry: &ModelEntry, pairs: &[(LabeledGraph, LabeledGraph)]) -> Vec<f32> {
    let (params, model) = drawn(&(entry.with_width)(24), 7);
    let batch = batch(model.as_ref(), pairs);
    let mut arena = Arena::new();
    let mut tape = Tape::new(&params, &mut arena);
    let prediction = model.forward(&mut tape, &batch);
    prediction.outputs(&tape).unwrap()
}

fn close(a: f32, b: f32) -> bool {
    (a - b).abs() <= 1e-4 * (1.0 + a.abs().max(b.abs()))
}

/// At the widths of the paper, for SMALL.
#[test]
fn parameter_numbers_are_known() {
    let expected = [
        ("count-gnn", 15_217),
        ("count-gnn-e", 12_679),
        ("count-gnn-m", 12_865),
        // The authors' 157,093, without the codes of numbers, a second bias of each γ and β, and
        // some pattern labels.
        ("count-gnn-as-run", 3_600 + 1_200 + 256 + 13_056 + 65_792 + 66_309),
        ("count-gnn-plus", 19_921),
        ("gcn", 152_197),
        ("graphsage", 201_733),
        ("gat", 302_341),
        ("dpgcnn", 167_941),
        ("diffpool", 283_019),
        ("gin", 201_736),
        ("rgcn-sum", 250_501),
        ("rgcn-dn", 435_917),
        ("rgin-sum", 349_573),
        ("rgin-dn", 534_989),
        ("lrp", 99_201),
        ("dmpnn-lrp", 1_384_837),
    ];
    let number = |entry: &ModelEntry| (entry.name, num_parameters(entry, VOCABULARY));
    assert_eq!(MODELS.iter().map(number).collect::<Vec<_>>(), expected);
}

/// The same with node numbers in the input of the head, as the authors ran their baselines:
/// published shapes.
#[test]
fn parameter_numbers_are_those_of_the_authors_code() {
    let number = |config: ModelConfig| {
        let has_ids = !["diffpool", "lrp"].contains(&config.name());
        let ids = if has_ids { with(&config, "ids = true") } else { config };
        super::build(&ids, VOCABULARY, 0).0.num_scalars()
    };
    let of = |name: &str| {
        let entry = MODELS.iter().find(|entry| entry.name == name).unwrap();
        number((entry.with_width)(entry.widths.usual))
    };
    assert_eq!(of("gcn"), 155_269);
    assert_eq!(of("graphsage"), 204_805);
    let gcn = SageAggregator::Gcn;
    let sage = GraphSageConfig { aggregator: gcn, ..Default::default() };
    assert_eq!(number(ModelConfig::GraphSage(sage)), 155_269);
    assert_eq!(of("gat"), 305_413);
    assert_eq!(of("gin"), 204_808);
    let gin = GinConfig { kind: GinKind::AsRun, ..Default::default() };
    assert_eq!(number(ModelConfig::Gin(gin)), 254_341);
    assert_eq!(of("dpgcnn"), 171_013);
    assert_eq!(of("diffpool"), 283_019);
    assert_eq!(of("rgcn-sum"), 253_573);
    assert_eq!(of("rgin-sum"), 352_645);
    // Without the 118,400 parameters that its code has and never uses.
    assert_eq!(of("rgcn-dn"), 562_093 - 118_400);
    assert_eq!(of("rgin-dn"), 661_165 - 118_400);
    assert_eq!(of("lrp"), 99_201);
    // Patterns and graphs share one table of labels here, and have two of 2,304 there; 3,840 are
    // never used.
    assert_eq!(of("dmpnn-lrp"), 1_394_053 - 2_304 - 3_840);
}

#[test]
fn alone_equals_in_a_batch() {
    let pairs = cases(12);
    for entry in MODELS {
        let together = predict(entry, &pairs);
        for (ix, pair) in pairs.iter().enumerate() {
            let alone = predict(entry, std::slice::from_ref(pair));
            assert!(close(alone[0], together[ix]), "{}: {alone:?}, {}", entry.name, together[ix]);
        }
    }
}

#[test]
fn renumbering_nodes_changes_nothing() {
    let moved = |graph: &LabeledGraph, seed: u64| {
        renumbered(graph, &Rng::new(seed).permutation(graph.num_nodes()))
    };
    let pairs = cases(20);
    let both: Vec<_> = pairs.iter().map(|(p, g)| (moved(p, 1), moved(g, 2))).collect();
    // The memory of DIAMNet is initialised with the graph's nodes in order, by definition.
    let pattern: Vec<_> = pairs.iter().map(|(p, g)| (moved(p, 1), g.clone())).collect();
    for entry in MODELS {
        let moved = if entry.name.ends_with("-dn") { &pattern } else { &both };
        let (before, after) = (predict(entry, &pairs), predict(entry, moved));
        for (a, b) in before.iter().zip(&after) {
            assert!(close(*a, *b), "{}: {a} and {b}", entry.name);
        }
    }
}

#[test]
fn a_graph_that_occurs_twice_is_encoded_once() {
    let pairs = cases(4);
    let prepared: Vec<Prepared> =
        pairs.iter().map(|(_, graph)| Prepared::new(graph, VOCABULARY).unwrap()).collect();
    let pattern = Prepared::new(&pairs[0].0, VOCABULARY).unwrap();
    let questions: Vec<_> =
        [0, 1, 0, 2, 1].iter().map(|&ix: &usize| ((0, &pattern), (ix, &prepared[ix]))).collect();
    let batch = Batch::new(&questions, VOCABULARY, Reverse::Include);
    assert_eq!(batch.len(), 5);
    assert_eq!(batch.graph_of.rows(), [0, 1, 0, 2, 1]);
    assert_eq!(batch.graphs.arcs_of.num(), 3);
    assert_eq!(batch.patterns.arcs_of.num(), 1);
}

#[test]
fn different_pairs_get_different_counts() {
    // Otherwise the properties above would be trivial.
    let pairs = cases(20);
    for entry in MODELS {
        let mut counts = predict(entry, &pairs);
        counts.sort_by(f32::total_cmp);
        counts.dedup();
        assert!(counts.len() > 10, "{}: {counts:?}", entry.name);
    }
}

#[test]
fn the_memory_alone_makes_diamnet_depend_on_the_order_of_nodes() {
    let pairs = cases(20);
    let reversed = |graph: &LabeledGraph| {
        let order: Vec<usize> = (0..graph.num_nodes()).rev().collect();
        renumbered(graph, &order)
    };
    let moved: Vec<_> = pairs.iter().map(|(p, g)| (p.clone(), reversed(g))).collect();
    for entry in MODELS.iter().filter(|entry| entry.name.ends_with("-dn")) {
        let (mut params, model) = drawn(&(entry.with_width)(24), 7);
        let predict = |params: &Params, pairs| {
            let batch = batch(model.as_ref(), pairs);
            let mut arena = Arena::new();
            let mut tape = Tape::new(params, &mut arena);
            let prediction = model.forward(&mut tape, &batch);
            prediction.outputs(&tape).unwrap()
        };
        assert_ne!(predict(&params, &pairs), predict(&params, &moved), "{}", entry.name);
        let windows = params.find("head.memory.weight").unwrap();
        params.get_mut(windows).fill(0.0);
        for (a, b) in predict(&params, &pairs).iter().zip(predict(&params, &moved)) {
            assert!(close(*a, b), "{}: {a} and {b}", entry.name);
        }
    }
}

/// Models with the settings of baselines.
fn baselines() -> impl Iterator<Item = &'static ModelEntry> {
    const ALL: &[ModelEntry] = MODELS;
    ALL.iter().filter(|entry| !entry.name.starts_with("count-gnn") && entry.name != "lrp")
}

#[test]
fn the_label_of_a_node_that_a_filter_drops_has_no_effect() {
    // The pattern has labels 1 and 2; node c of the graph has label 5 or 6.
    let [pattern, graph, other] = [
        "a:1 -[1]-> b:2",
        "a:1 -[1]-> b:2 -> c:5 -[2]-> a, c -> d:1, e:2 -> c",
        "a:1 -[1]-> b:2 -> c:6 -[2]-> a, c -> d:1, e:2 -> c",
    ]
    .map(isocount_testkit::graph);
    let predict = |config: &ModelConfig, graph: &LabeledGraph| {
        let (params, model) = drawn(config, 7);
        let batch = batch(model.as_ref(), &[(pattern.clone(), graph.clone())]);
        let mut arena = Arena::new();
        let mut tape = Tape::new(&params, &mut arena);
        model.forward(&mut tape, &batch).outputs(&tape).unwrap()[0].to_bits()
    };
    assert_eq!(baselines().count(), 11);
    for entry in baselines() {
        let config = (entry.with_width)(8);
        assert_ne!(predict(&config, &graph), predict(&config, &other), "{}", entry.name);
        for filter in ["max-label", "member"] {
            let config = with(&config, &format!("filter = \"{filter}\""));
            let (a, b) = (predict(&config, &graph), predict(&config, &other));
            assert_eq!(a, b, "{}, {filter}", entry.name);
        }
    }
}

#[test]
fn clusters_do_not_see_arcs_between_nodes_that_a_filter_drops() {
    let [pattern, graph, other] = [
        "a:1 -[1]-> b:2",
        "a:1 -[1]-> b:2 -> c:5 -> a, d:6 -> b",
        "a:1 -[1]-> b:2 -> c:5 -> a, d:6 -> b, c -> d, d -> c",
    ]
    .map(isocount_testkit::graph);
    let predict = |filter: &str, graph: &LabeledGraph| {
        let entry = MODELS.iter().find(|entry| entry.name == "diffpool").unwrap();
        let config = with(&(entry.with_width)(8), &format!("filter = \"{filter}\""));
        let (params, model) = drawn(&config, 7);
        let batch = batch(model.as_ref(), &[(pattern.clone(), graph.clone())]);
        let mut arena = Arena::new();
        let mut tape = Tape::new(&params, &mut arena);
        model.forward(&mut tape, &batch).outputs(&tape).unwrap()[0]
    };
    let (a, b) = (predict("member", &graph), predict("member", &other));
    assert!(close(a, b), "{a} and {b}");
    assert!(!close(predict("none", &graph), predict("none", &other)));
}

#[test]
fn a_filter_that_drops_nothing_changes_nothing() {
    let pairs: Vec<_> = cases(8).into_iter().map(|(_, graph)| (graph.clone(), graph)).collect();
    for entry in baselines() {
        let config = (entry.with_width)(8);
        let predict = |config: &ModelConfig| {
            let (params, model) = drawn(config, 7);
            let batch = batch(model.as_ref(), &pairs);
            let mut arena = Arena::new();
            let mut tape = Tape::new(&params, &mut arena);
            model.forward(&mut tape, &batch).outputs(&tape).unwrap()
        };
        let filtered = with(&config, "filter = \"member\"");
        for (a, b) in predict(&config).iter().zip(predict(&filtered)) {
            assert!(close(*a, b), "{}: {a} and {b}", entry.name);
        }
    }
}

#[test]
fn noise_has_an_effect_only_if_it_drops_something() {
    let pairs = cases(8);
    for entry in baselines() {
        let predict = |rate: f64, noise: Option<u64>| {
            let rates = format!("dropout = {rate}\nhead_dropout = {rate}");
            let (params, model) = drawn(&with(&(entry.with_width)(8), &rates), 7);
            let batch = batch(model.as_ref(), &pairs);
            let mut arena = Arena::new();
            let mut tape = Tape::new(&params, &mut arena);
            if let Some(seed) = noise {
                tape.set_noise(seed);
            }
            model.forward(&mut tape, &batch).outputs(&tape).unwrap()
        };
        // A rate so small that no number is dropped, but every row is processed separately.
        for (a, b) in predict(1e-6, None).iter().zip(predict(1e-6, Some(3))) {
            assert!(close(*a, b), "{}: {a} and {b}", entry.name);
        }
        assert_eq!(predict(0.2, None), predict(0.0, None), "{}", entry.name);
        assert_ne!(predict(0.2, None), predict(0.2, Some(3)), "{}", entry.name);
        assert_ne!(predict(0.2, Some(4)), predict(0.2, Some(3)), "{}", entry.name);
    }
}

#[test]
fn a_summary_is_all_that_is_needed_of_a_graph() {
    let pairs = cases(12);
    let mut summarised = Vec::new();
    for entry in MODELS {
        let (params, model) = drawn(&(entry.with_width)(24), 7);
        let batch = batch(model.as_ref(), &pairs);
        let mut arena = Arena::new();
        let mut tape = Tape::new(&params, &mut arena);
        let summary = |tape: &mut Tape, graphs, side| model.summarise(tape, graphs, side);
        let Some(graphs) = summary(&mut tape, &batch.graphs, Side::Graph) else { continue };
        let patterns = summary(&mut tape, &batch.patterns, Side::Pattern).unwrap();
        let answers = model.answer(&mut tape, patterns, graphs).outputs(&tape).unwrap();
        for (a, b) in answers.iter().zip(predict(entry, &pairs)) {
            assert!(close(*a, b), "{}: {a} and {b}", entry.name);
        }
        summarised.push(entry.name);
    }
    let expected = [
        "gcn",
        "graphsage",
        "gat",
        "dpgcnn",
        "diffpool",
        "gin",
        "rgcn-sum",
        "rgin-sum",
        "lrp",
        "dmpnn-lrp",
    ];
    assert_eq!(summarised, expected);
}

#[test]
fn gradients_agree_with_finite_differences() {
    let pairs = cases(3);
    for entry in MODELS {
        let (mut params, model) = drawn(&(entry.with_width)(8), 3);
        let batch = batch(model.as_ref(), &pairs);
        let mut arena = Arena::new();
        let mut loss = |params: &Params, grads: Option<&mut Grads>| {
            let mut tape = Tape::new(params, &mut arena);
            let prediction = model.forward(&mut tape, &batch);
            let squares = tape.square(prediction.counts);
            let mut sum = tape.sum(squares);
            if let Some(penalty) = prediction.penalty {
                let penalty = tape.sum(penalty);
                let penalty = tape.scale(penalty, 0.01);
                sum = tape.add(sum, penalty);
            }
            let value = f64::from(tape.scalar(sum));
            if let Some(grads) = grads {
                tape.backward(sum, grads).unwrap();
            }
            value
        };
        let mut grads = Grads::zeros(&params);
        loss(&params, Some(&mut grads));
        let largest = grads.values().iter().fold(0.0_f32, |most, g| most.max(g.abs()));
        let mut rng = Rng::new(5);
        for _ in 0..60 {
            let ix = rng.below(params.num_scalars());
            let kept = params.values()[ix];
            let step = 2e-3_f32;
            let mut at = |value: f32, params: &mut Params| {
                params.values_mut()[ix] = value;
                loss(params, None)
            };
            let numeric = (at(kept + step, &mut params) - at(kept - step, &mut params))
                / (2.0 * f64::from(step));
            params.values_mut()[ix] = kept;
            let exact = f64::from(grads.values()[ix]);
            let allowed = 0.02 * f64::from(largest) + 0.05 * exact.abs();
            assert!(
                (numeric - exact).abs() < allowed,
                "{} at {ix}: {numeric}, {exact}",
                entry.name
            );
        }
    }
}

#[test]
fn settings_round_trip_and_unknown_keys_are_errors() {
    for entry in MODELS {
        let config = (entry.with_width)(12);
        let text = toml::to_string(&config).unwrap();
        assert!(text.starts_with(&format!("model = \"{}\"", entry.name)), "{text}");
        assert_eq!(toml::from_str::<ModelConfig>(&text).unwrap(), config);
    }
    let wrong = "model = \"count-gnn\"\nshare = true\n";
    assert!(toml::from_str::<ModelConfig>(wrong).is_err());
}
