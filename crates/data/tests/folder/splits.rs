//! Training sees its own part and nothing of the test.

use std::collections::BTreeSet;

use isocount_core::Control;
use isocount_data::{Part, Protocol, Split, TestSet, TrainingSet};

use crate::{Scratch, contents, generated, read};

#[test]
fn a_training_set_holds_what_training_may_see() {
    let scratch = Scratch::new();
    let out = scratch.path("small");
    generated(&out);
    let dataset = read(&out).unwrap();
    for &protocol in Protocol::STANDARD {
        let split = Split::get(&dataset, protocol, 0, &Control::NONE).unwrap();
        let sizes = split.sizes();
        let training = TrainingSet::new(&dataset, &split, &Control::NONE).unwrap();
        let test = TestSet::new(&dataset, &split).unwrap();
        assert_eq!((training.train().len(), training.valid().len()), (sizes.train, sizes.valid));
        assert_eq!(test.len(), sizes.test);
        assert_eq!(test.trials().count(), sizes.test);

        // Each example is the triple that it was, under new numbers.
        let of_part = |part| {
            let parts = split.parts().iter().zip(dataset.triples());
            parts.filter(move |(its, _)| **its == part).map(|(_, triple)| triple)
        };
        for (example, triple) in training.train().iter().zip(of_part(Part::Train)) {
            assert_eq!(Some(example.count), triple.truth.exact());
            let (old, new) = (triple.graph as usize, example.graph as usize);
            assert_eq!(training.graphs().name(new), dataset.graph_name(old));
            assert_eq!(training.graphs().graph(new), dataset.graph(old));
            let pattern = &training.patterns()[example.pattern as usize];
            assert_eq!(pattern, &dataset.patterns()[triple.pattern as usize]);
        }

        // In SMALL every graph has one triple: none of the test graphs may be within reach.
        let reachable: BTreeSet<String> =
            training.graphs().iter().map(|named| named.name).collect();
        assert_eq!(reachable.len(), sizes.train + sizes.valid);
        assert!(test.trials().all(|trial| !reachable.contains(dataset.graph_name(trial.graph))));
        if protocol == Protocol::HeldOutPatterns {
            let tested: BTreeSet<u128> =
                test.trials().map(|trial| trial.pattern.fingerprint()).collect();
            let seen = training.patterns().iter().map(|named| named.pattern.fingerprint());
            assert!(seen.into_iter().all(|fingerprint| !tested.contains(&fingerprint)));
        }
    }
}

#[test]
fn a_kept_split_comes_back() {
    let scratch = Scratch::new();
    let out = scratch.path("small");
    generated(&out);
    let before = contents(&out);
    let dataset = read(&out).unwrap();
    for (protocol, seed) in [(Protocol::Paper, 3), (Protocol::Secondary { pattern: 5 }, 0)] {
        let drawn = Split::draw(&dataset, protocol, seed, &Control::NONE).unwrap();
        let path = drawn.keep(&dataset).unwrap();
        assert!(path.ends_with(format!("splits/{}.split", drawn.name())));
        assert_eq!(Split::get(&dataset, protocol, seed, &Control::NONE).unwrap(), drawn);
    }
    // The ones that come with a data set are those that would be drawn.
    for &protocol in Protocol::STANDARD {
        let drawn = Split::draw(&dataset, protocol, 0, &Control::NONE).unwrap();
        assert_eq!(Split::get(&dataset, protocol, 0, &Control::NONE).unwrap(), drawn);
        drawn.keep(&dataset).unwrap();
    }
    let after = contents(&out);
    assert!(before.iter().all(|(path, bytes)| after[path] == *bytes));
    let missing = Protocol::Secondary { pattern: 75 };
    assert!(Split::draw(&dataset, missing, 0, &Control::NONE).is_err());
}
