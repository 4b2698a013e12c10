//! The biconnected components of a molecule: which bonds lie in rings, and which of them belong
//! together.
//!
//! A block is a set of bonds of which any two lie on a common ring. Bonds outside blocks are not in
//! any ring.

use isocount_core::{Cancelled, Control};

use super::neighbours::Neighbours;
use crate::molecules::Molecule;

/// The blocks of a molecule.
pub(crate) struct Blocks {
    /// The block of each bond; [`NO_BLOCK`] for bonds outside rings.
    of_bond: Vec<u32>,
    /// The bonds of each block.
    bonds: Vec<Vec<u32>>,
}

const NO_BLOCK: u32 = u32::MAX;

impl Blocks {
    /// Tarjan's depth-first search, without recursion: a chain of a million atoms needs no call
    /// stack.
    pub(crate) fn of(
        molecule: &Molecule,
        neighbours: &Neighbours,
        control: &Control,
    ) -> Result<Self, Cancelled> {
        let blocks = Self { of_bond: vec![NO_BLOCK; molecule.bonds.len()], bonds: Vec::new() };
        // With no more bonds than a tree has, there may be no ring; most fragments end here.
        if molecule.bonds.len() < molecule.atoms.len() && is_forest(molecule) {
            return Ok(blocks);
        }
        let mut search = Search {
            molecule,
            neighbours,
            order: vec![0; molecule.atoms.len()],
            low: vec![0; molecule.atoms.len()],
            num_seen: 0,
            path: Vec::new(),
            open_bonds: Vec::new(),
            blocks,
        };
        for atom in 0..molecule.atoms.len() as u32 {
            if search.order[atom as usize] == 0 {
                control.check()?;
                search.run(atom, control)?;
            }
        }
        Ok(search.blocks)
    }

    pub(crate) fn is_in_ring(&self, bond: u32) -> bool {
        self.of_bond[bond as usize] != NO_BLOCK
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bonds.is_empty()
    }

    /// The bonds of each block.
    pub(crate) fn each(&self) -> impl Iterator<Item = &[u32]> {
        self.bonds.iter().map(Vec::as_slice)
    }
}

/// Whether every bond leads to an atom that comes after all atoms of earlier bonds: then there is
/// no ring. This holds for SMILES without ring bonds.
fn is_forest(molecule: &Molecule) -> bool {
    let mut last = 0;
    molecule.bonds.iter().all(|bond| {
        let later = bond.ends[0].max(bond.ends[1]);
        let is_new = later > last;
        last = later;
        is_new
    })
}

struct Search<'a> {
    molecule: &'a Molecule,
    neighbours: &'a Neighbours,
    /// The visit number of an atom, from 1; 0 if it was not visited.
    order: Vec<u32>,
    /// The earliest atom that is reachable from the subtree of an atom by one more bond.
    low: Vec<u32>,
    num_seen: u32,
    path: Vec<Step>,
    /// Bonds whose block is not complete.
    open_bonds: Vec<u32>,
    blocks: Blocks,
}

/// An atom on the path from the root to the current atom.
struct Step {
    atom: u32,
    /// The bond by which it was reached.
    from: Option<u32>,
    /// The number of its bonds that have been visited.
    done: usize,
}

impl Search<'_> {
    fn run(&mut self, root: u32, control: &Control) -> Result<(), Cancelled> {
        self.enter(root, None);
        while let Some(step) = self.path.last_mut() {
            let (atom, from) = (step.atom, step.from);
            let Some(&bond) = self.neighbours.bonds_of(atom).get(step.done) else {
                self.path.pop();
                self.leave(atom, from);
                continue;
            };
            step.done += 1;
            let other = self.molecule.bonds[bond as usize].other(atom);
            let (mine, theirs) = (self.order[atom as usize], self.order[other as usize]);
            if theirs == 0 {
                self.open_bonds.push(bond);
                self.enter(other, Some(bond));
                if self.num_seen.is_multiple_of(1024) {
                    control.check()?;
                }
            } else if from != Some(bond) && theirs < mine {
                self.open_bonds.push(bond);
                self.low[atom as usize] = self.low[atom as usize].min(theirs);
            }
        }
        Ok(())
    }

    fn enter(&mut self, atom: u32, from: Option<u32>) {
        self.num_seen += 1;
        self.order[atom as usize] = self.num_seen;
        self.low[atom as usize] = self.num_seen;
        self.path.push(Step { atom, from, done: 0 });
    }

    /// The subtree of the atom is done: its bond to the parent may end a block.
    fn leave(&mut self, atom: u32, from: Option<u32>) {
        let (Some(bond), Some(above)) = (from, self.path.last()) else { return };
        let above = above.atom as usize;
        let low = self.low[atom as usize];
        self.low[above] = self.low[above].min(low);
        if low < self.order[above] {
            return;
        }
        let start = self.open_bonds.iter().rposition(|&open| open == bond).unwrap_or(0);
        let mut bonds = self.open_bonds.split_off(start);
        if bonds.len() > 1 {
            bonds.sort_unstable();
            let block = self.blocks.bonds.len() as u32;
            for &bond in &bonds {
                self.blocks.of_bond[bond as usize] = block;
            }
            self.blocks.bonds.push(bonds);
        }
    }
}
