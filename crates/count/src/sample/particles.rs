//! The arrays that particles live in.

use super::first_level::FirstLevel;
use super::resample::Kept;
use super::tail_sizes::SizesRoom;

/// Particles of one level.
#[derive(Default)]
pub(super) struct Level {
    /// The images of the placed nodes of each particle.
    pub(super) images: Vec<u32>,
    /// The masses of the pattern nodes, for each particle.
    pub(super) masses: Vec<f64>,
    /// W, and the product of ω over the images.
    pub(super) weights: Vec<[f64; 2]>,
    pub(super) scores: Vec<f64>,
}

/// A child that has no masses yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) parent: u32,
    pub(super) image: u32,
    pub(super) factor: f64,
}

/// The working memory of a thread.
#[derive(Default)]
pub(super) struct ParticleRoom {
    pub(super) now: Level,
    pub(super) next: Level,
    pub(super) children: Vec<Child>,
    pub(super) scores: Vec<f64>,
    pub(super) kept: Vec<Kept>,
    pub(super) sets: Vec<Vec<(u32, f64)>>,
    pub(super) choices: Vec<f64>,
    pub(super) sizes: SizesRoom,
    /// For one plan and number of particles only, like all of this memory.
    pub(super) first: Option<FirstLevel>,
}

impl Level {
    /// Divides weights that grow towards the end of what an `f64` holds; returns the natural
    /// logarithm of the divisor.
    pub(super) fn tame(&mut self) -> f64 {
        let largest = self.weights.iter().fold(0.0, |largest, &[w, _]| f64::max(largest, w));
        if largest < 1e120 {
            return 0.0;
        }
        self.weights.iter_mut().for_each(|[w, _]| *w /= largest);
        largest.ln()
    }

    /// Keeps some particles, which all come before their old places.
    pub(super) fn keep(&mut self, kept: &[Kept], num_images: usize, num_nodes: usize) {
        for (i, &Kept { item, factor }) in kept.iter().enumerate() {
            let from = item as usize;
            self.images.copy_within(from * num_images..(from + 1) * num_images, i * num_images);
            self.masses.copy_within(from * num_nodes..(from + 1) * num_nodes, i * num_nodes);
            let [w, done] = self.weights[from];
            self.weights[i] = [w * factor, done];
        }
        self.images.truncate(kept.len() * num_images);
        self.masses.truncate(kept.len() * num_nodes);
        self.weights.truncate(kept.len());
    }
}
