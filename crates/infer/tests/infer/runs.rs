//! What a network reads from a run, and what it refuses.

use isocount_infer::{InferError, Network};
use isocount_model::{CONFIG_FILE, CountGnnConfig, ModelConfig, WEIGHTS_FILE};
use tempfile::TempDir;

use crate::trained_case::Case;

/// A run with modified settings.
fn load(from: &str, to: &str) -> Result<Network, InferError> {
    let case = Case::new(&ModelConfig::CountGnn(CountGnnConfig::default()), 0, 1.0);
    let folder = TempDir::new().unwrap();
    let text = case.files.text();
    assert!(text.contains(from), "{text}");
    std::fs::write(folder.path().join(CONFIG_FILE), text.replacen(from, to, 1)).unwrap();
    std::fs::write(folder.path().join(WEIGHTS_FILE), case.files.weights()).unwrap();
    Network::load(folder.path())
}

#[test]
fn settings_that_are_not_known_are_refused() {
    assert!(load("residual = false", "residual = false").is_ok());
    for (from, to) in [
        ("residual = false", "residual = false\ngates = 2"),
        ("shared = false", "shared = false\nnormalise = true"),
        ("[training]", "[training]\ncalibrated = true"),
        ("[labels]", "[labels]\nunknown = \"other\""),
        ("layout = 2", "layout = 3"),
        ("layout = 2", "layout = 2\nensemble = 5"),
    ] {
        let said = load(from, to).map(|_| ()).unwrap_err();
        assert!(matches!(said, InferError::Model(_)), "{to}: {said}");
    }
}

#[test]
fn a_changed_bit_of_the_weights_is_noticed() {
    let case = Case::new(&ModelConfig::CountGnn(CountGnnConfig::default()), 0, 1.0);
    let sealed = case.files.weights().to_vec();
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join(CONFIG_FILE), case.files.text()).unwrap();
    let path = folder.path().join(WEIGHTS_FILE);
    std::fs::write(&path, &sealed).unwrap();
    Network::load(folder.path()).unwrap();
    let mut changed = sealed.clone();
    let last = changed.len() - 3;
    changed[last] ^= 0x10;
    std::fs::write(&path, &changed).unwrap();
    let said = Network::load(folder.path()).map(|_| ()).unwrap_err().to_string();
    assert!(said.contains("checksum"), "{said}");
}
