//! Sums of rings: finds out which rings are sums of shorter ones.
//!
//! A ring is a set of bonds, and the sum of two rings contains the bonds that are in exactly one of
//! them. A ring that is not a sum of shorter ones is one of the smallest of its molecule.

/// Linearly independent rings.
pub(super) struct RingSpace {
    num_words: usize,
    /// Sums, each of which owns a bond: the first of its bits.
    basis: Vec<Vec<u64>>,
    /// The element of the basis that owns this bond.
    owner: Vec<u32>,
    /// The number of words combined so far.
    work: usize,
}

const NOBODY: u32 = u32::MAX;

impl RingSpace {
    /// Creates an empty space for this many bonds.
    pub(super) fn new(num_bonds: usize) -> Self {
        let num_words = num_bonds.div_ceil(64);
        Self { num_words, basis: Vec::new(), owner: vec![NOBODY; num_bonds], work: 0 }
    }

    /// The number of independent rings.
    pub(super) fn rank(&self) -> usize {
        self.basis.len()
    }

    pub(super) fn work(&self) -> usize {
        self.work
    }

    /// The remainder of a ring after reduction by the basis; `None` if it is a sum.
    pub(super) fn rest(&mut self, bonds: &[u32]) -> Option<Vec<u64>> {
        let mut rest = vec![0; self.num_words];
        for &bond in bonds {
            rest[bond as usize / 64] ^= 1 << (bond % 64);
        }
        self.reduce(rest)
    }

    fn reduce(&mut self, mut rest: Vec<u64>) -> Option<Vec<u64>> {
        while let Some(first) = first_bit(&rest) {
            let Some(row) = self.basis.get(self.owner[first] as usize) else { return Some(rest) };
            rest.iter_mut().zip(row).for_each(|(word, other)| *word ^= other);
            self.work += self.num_words;
        }
        None
    }

    /// Adds a ring, given its remainder. The basis may have grown since that was computed.
    pub(super) fn add(&mut self, rest: Vec<u64>) {
        if let Some(rest) = self.reduce(rest)
            && let Some(first) = first_bit(&rest)
        {
            self.owner[first] = self.basis.len() as u32;
            self.basis.push(rest);
        }
    }
}

fn first_bit(words: &[u64]) -> Option<usize> {
    let word = words.iter().position(|&word| word != 0)?;
    Some(64 * word + words[word].trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outline_of_two_rings_is_their_sum() {
        let mut space = RingSpace::new(130);
        for ring in [&[0, 1, 129][..], &[1, 2, 3]] {
            let rest = space.rest(ring).unwrap();
            space.add(rest);
        }
        assert_eq!(space.rank(), 2);
        assert!(space.rest(&[0, 2, 3, 129]).is_none());
        assert!(space.rest(&[0, 2, 3]).is_some());
        // A ring added twice counts once.
        let rest = space.rest(&[0, 2, 3]).unwrap();
        space.add(rest.clone());
        space.add(rest);
        assert_eq!(space.rank(), 3);
    }
}
