//! How molecules become graphs.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use isocount::format::{Aromaticity, AtomLabel, Hydrogens, MoleculeOptions};

/// How molecules become graphs.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "How molecules are read (SMILES, SDF)")]
pub(crate) struct MoleculeArgs {
    /// What atom labels contain: element, full, or any of charge, aromaticity, hydrogens, isotope
    /// and class, separated by commas
    #[arg(long, value_name = "L", default_value_t = AtomLabel::ELEMENT)]
    pub(crate) atom_label: AtomLabel,
    /// Which hydrogens are nodes
    #[arg(long, value_name = "H", value_parser = hydrogens(), default_value = Hydrogens::default().name())]
    pub(crate) hydrogens: Hydrogens,
    /// Which bonds are aromatic
    #[arg(long, value_name = "A", value_parser = aromaticity(), default_value = Aromaticity::default().name())]
    pub(crate) aromaticity: Aromaticity,
}

impl MoleculeArgs {
    pub(crate) fn options(self) -> MoleculeOptions {
        MoleculeOptions::new()
            .with_atom_label(self.atom_label)
            .with_hydrogens(self.hydrogens)
            .with_aromaticity(self.aromaticity)
    }
}

fn hydrogens() -> impl TypedValueParser<Value = Hydrogens> {
    let value = |hydrogens: &Hydrogens| {
        PossibleValue::new(hydrogens.name()).help(match hydrogens {
            Hydrogens::Explicit => {
                "All of them, including those that are not written; in a pattern, those that it states"
            }
            _ => "None, except isotopes, ions, H2, and hydrogens between two atoms",
        })
    };
    PossibleValuesParser::new(Hydrogens::ALL.iter().map(value)).map(|name| {
        let known = Hydrogens::ALL.iter().copied().find(|hydrogens| hydrogens.name() == name);
        known.expect("the parser accepts these names only")
    })
}

fn aromaticity() -> impl TypedValueParser<Value = Aromaticity> {
    let value = |aromaticity: &Aromaticity| {
        PossibleValue::new(aromaticity.name()).help(match aromaticity {
            Aromaticity::AsWritten => "Those that the file marks as aromatic",
            _ => "Those of aromatic rings by the rules of RDKit, however the file writes them",
        })
    };
    PossibleValuesParser::new(Aromaticity::ALL.iter().map(value)).map(|name| {
        let known = Aromaticity::ALL.iter().copied().find(|choice| choice.name() == name);
        known.expect("the parser accepts these names only")
    })
}
