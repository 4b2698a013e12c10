//! The smallest rings of a molecule: those that are not sums of shorter ones.
//!
//! Benzene has one, naphthalene two, and cubane all six faces. Every such ring is found by shortest
//! paths from its atoms (Horton 1987): two shortest paths from one atom, and a bond between their
//! ends.

use isocount_core::{Cancelled, Control};

use super::ring_space::RingSpace;
use crate::molecules::Molecule;

/// A ring: its atoms in order, and its bonds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ring {
    pub(super) atoms: Vec<u32>,
    /// In ascending order.
    pub(super) bonds: Vec<u32>,
}

/// The maximum amount of work for one block.
const MAX_WORK: usize = 200_000_000;

/// The maximum number of ring atoms that are stored for one block.
const MAX_KEPT: usize = 8_000_000;

/// The block has too many rings.
pub(super) struct TooMany;

/// The smallest rings of one block, shortest first.
pub(super) fn smallest_rings(
    molecule: &Molecule,
    block: &[u32],
    control: &Control,
) -> Result<Result<Vec<Ring>, TooMany>, Cancelled> {
    let block = Block::new(molecule, block);
    let rank = block.bonds.len() + 1 - block.atoms.len();
    if rank == 1 {
        return Ok(Ok(vec![block.only_ring()]));
    }
    let mut space = RingSpace::new(block.bonds.len());
    let (mut rings, mut work) = (Vec::new(), 0);
    // Most rings are short, so few atoms need to be visited from each atom.
    let (mut shortest, mut depth) = (3, 4);
    while space.rank() < rank {
        let mut search = Search::new(&block, depth, shortest);
        for root in 0..block.atoms.len() as u32 {
            control.check()?;
            search.run(root);
            if work + search.work > MAX_WORK || search.kept > MAX_KEPT {
                return Ok(Err(TooMany));
            }
        }
        work += search.work;
        let mut found = search.found;
        found.sort_unstable_by(|a, b| (a.bonds.len(), &a.bonds).cmp(&(b.bonds.len(), &b.bonds)));
        found.dedup_by(|a, b| a.bonds == b.bonds);
        for same_size in found.chunk_by(|a, b| a.bonds.len() == b.bonds.len()) {
            let mut rests = Vec::new();
            for ring in same_size {
                control.check()?;
                if let Some(rest) = space.rest(&ring.bonds) {
                    rings.push(block.outside(ring));
                    rests.push(rest);
                }
                if work + space.work() > MAX_WORK {
                    return Ok(Err(TooMany));
                }
            }
            for rest in rests {
                space.add(rest);
            }
            if space.rank() == rank {
                break;
            }
        }
        shortest = 2 * depth + 2;
        depth *= 2;
    }
    Ok(Ok(rings))
}

/// A block whose atoms and bonds are renumbered.
struct Block {
    atoms: Vec<u32>,
    bonds: Vec<u32>,
    /// The neighbours of each atom, and the bonds to them.
    neighbours: Vec<Vec<Step>>,
}

#[derive(Clone, Copy)]
struct Step {
    atom: u32,
    bond: u32,
}

impl Block {
    fn new(molecule: &Molecule, bonds: &[u32]) -> Self {
        let ends = |bond: u32| molecule.bonds[bond as usize].ends;
        let mut atoms: Vec<u32> = bonds.iter().flat_map(|&bond| ends(bond)).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let local = |atom: u32| atoms.partition_point(|&other| other < atom) as u32;
        let mut neighbours = vec![Vec::new(); atoms.len()];
        for (&bond, number) in bonds.iter().zip(0..) {
            let [a, b] = ends(bond).map(local);
            neighbours[a as usize].push(Step { atom: b, bond: number });
            neighbours[b as usize].push(Step { atom: a, bond: number });
        }
        Self { atoms, bonds: bonds.to_vec(), neighbours }
    }

    /// The ring, if the block is a single ring.
    fn only_ring(&self) -> Ring {
        let (mut atoms, mut at, mut last) = (Vec::new(), 0_u32, u32::MAX);
        for _ in 0..self.atoms.len() {
            atoms.push(self.atoms[at as usize]);
            let next = self.neighbours[at as usize].iter().find(|step| step.bond != last);
            let Some(next) = next else { break };
            (at, last) = (next.atom, next.bond);
        }
        Ring { atoms, bonds: self.bonds.clone() }
    }

    /// Converts a ring to the numbers of the molecule.
    fn outside(&self, ring: &Ring) -> Ring {
        let all = |numbers: &[u32], names: &[u32]| {
            numbers.iter().map(|&number| names[number as usize]).collect()
        };
        Ring { atoms: all(&ring.atoms, &self.atoms), bonds: all(&ring.bonds, &self.bonds) }
    }
}

/// Shortest paths of limited length from each atom in turn.
struct Search<'a> {
    block: &'a Block,
    depth: u32,
    /// Shorter rings are already known.
    shortest: usize,
    /// The distance of each atom from the root.
    distance: Vec<u32>,
    /// The step back to the root.
    back: Vec<Step>,
    reached: Vec<u32>,
    found: Vec<Ring>,
    /// The number of atoms in all rings of `found`.
    kept: usize,
    work: usize,
}

const FAR: u32 = u32::MAX;

impl<'a> Search<'a> {
    fn new(block: &'a Block, depth: usize, shortest: usize) -> Self {
        let len = block.atoms.len();
        Self {
            block,
            depth: depth as u32,
            shortest,
            distance: vec![FAR; len],
            back: vec![Step { atom: 0, bond: u32::MAX }; len],
            reached: Vec::new(),
            found: Vec::new(),
            kept: 0,
            work: 0,
        }
    }

    fn run(&mut self, root: u32) {
        self.reached.clear();
        self.reached.push(root);
        self.distance[root as usize] = 0;
        let mut next = 0;
        while let Some(&atom) = self.reached.get(next) {
            next += 1;
            let distance = self.distance[atom as usize];
            let block = self.block;
            for &step in &block.neighbours[atom as usize] {
                self.work += 1;
                let theirs = self.distance[step.atom as usize];
                if theirs == FAR && distance < self.depth {
                    self.distance[step.atom as usize] = distance + 1;
                    self.back[step.atom as usize] = Step { atom, bond: step.bond };
                    self.reached.push(step.atom);
                } else if theirs != FAR
                    && theirs <= distance
                    && self.back[atom as usize].bond != step.bond
                {
                    self.close(root, atom, step);
                }
            }
        }
        for &atom in &self.reached {
            self.distance[atom as usize] = FAR;
        }
    }

    /// Joins two paths from the root and the bond between their ends: a ring, if the paths share
    /// only the root.
    fn close(&mut self, root: u32, atom: u32, step: Step) {
        let (left, right) = (self.distance[atom as usize], self.distance[step.atom as usize]);
        let len = (left + right + 1) as usize;
        // Two ends at the same distance meet twice.
        if len < self.shortest || (left == right && atom < step.atom) {
            return;
        }
        self.work += len;
        let (mut atoms, mut bonds) = (Vec::with_capacity(len), vec![step.bond]);
        let (mut a, mut b) = (atom, step.atom);
        while a != root {
            atoms.push(a);
            bonds.push(self.back[a as usize].bond);
            a = self.back[a as usize].atom;
        }
        atoms.push(root);
        atoms.reverse();
        while b != root {
            if atoms.contains(&b) {
                return;
            }
            atoms.push(b);
            bonds.push(self.back[b as usize].bond);
            b = self.back[b as usize].atom;
        }
        bonds.sort_unstable();
        self.kept += len;
        self.found.push(Ring { atoms, bonds });
    }
}
