//! The checks of the fuzz targets of molecules.

use std::path::Path;

use isocount_core::Control;
use isocount_format::{
    Aromaticity, AtomLabel, Format, Hydrogens, LabelNames, MoleculeOptions, ReadOptions, Role,
    read_bytes,
};

/// Reads the bytes with all options; messages must be printable.
pub fn check(format: Format, bytes: &[u8]) {
    for &hydrogens in Hydrogens::ALL {
        for &aromaticity in Aromaticity::ALL {
            for role in [Role::Graph, Role::Pattern] {
                let molecules = MoleculeOptions::new()
                    .with_atom_label(AtomLabel::FULL)
                    .with_hydrogens(hydrogens)
                    .with_aromaticity(aromaticity);
                let options = ReadOptions::new().with_molecules(molecules).with_role(role);
                let mut names = LabelNames::new();
                let path = Path::new("fuzz");
                let read = read_bytes(format, path, bytes, &options, &mut names, &Control::NONE);
                if let Err(error) = read {
                    let message = error.to_string() + &error.help().unwrap_or_default();
                    assert!(!message.is_empty() && !message.contains(char::is_control));
                    assert!(error.span_len() > 0);
                }
            }
        }
    }
}
