//! MT19937, the generator behind the published patterns, and its sampling methods.
//!
//! M. Matsumoto and T. Nishimura, *Mersenne Twister*, ACM TOMACS 8(1), 1998. The published patterns
//! were drawn with it from seed 0, so reproducing them takes the same numbers in the same order.

const N: usize = 624;
const M: usize = 397;

/// The 32-bit Mersenne Twister.
pub(super) struct MersenneTwister {
    state: [u32; N],
    next: usize,
}

impl MersenneTwister {
    pub(super) fn new(seed: u32) -> Self {
        let mut state = [seed; N];
        for ix in 1..N {
            let last = state[ix - 1];
            state[ix] = (last ^ (last >> 30)).wrapping_mul(1_812_433_253).wrapping_add(ix as u32);
        }
        Self { state, next: N }
    }

    fn word(&mut self) -> u32 {
        if self.next == N {
            self.twist();
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    fn twist(&mut self) {
        for ix in 0..N {
            let y = (self.state[ix] & 0x8000_0000) | (self.state[(ix + 1) % N] & 0x7fff_ffff);
            let odd = if y & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[ix] = self.state[(ix + M) % N] ^ (y >> 1) ^ odd;
        }
        self.next = 0;
    }

    /// A number up to `most`: masked words under the smallest mask that covers `most`, until one
    /// fits. Draws nothing if only 0 fits.
    pub(super) fn up_to(&mut self, most: usize) -> usize {
        if most == 0 {
            return 0;
        }
        let mask = u32::MAX >> (most as u32).leading_zeros();
        loop {
            let drawn = (self.word() & mask) as usize;
            if drawn <= most {
                return drawn;
            }
        }
    }

    /// A number below `bound`, which is not 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.up_to(bound - 1)
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for ix in (1..items.len()).rev() {
            items.swap(ix, self.up_to(ix));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_default_seed_are_the_published_ones() {
        let mut twister = MersenneTwister::new(5489);
        let words: Vec<u32> = (0..10_000).map(|_| twister.word()).collect();
        assert_eq!(words[..3], [3_499_211_612, 581_869_302, 3_890_346_734]);
        // The C++ standard specifies this one.
        assert_eq!(words[9_999], 4_123_659_995);
    }
}
