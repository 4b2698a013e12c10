//! How work is shared among threads and processes.

use super::{Cost, SetBy, costs};

costs! {
    /// Work is handed to threads in at least so many pieces each, where possible: images of the
    /// first two nodes, images of a pin, rows of a table.
    PIECES_PER_THREAD: usize = 64, "pieces", SetBy::Judgement;

    /// The images of the second node are handed out in at least so many stripes, so that one hub
    /// does not keep the others waiting.
    FEWEST_STRIPES: usize = 4, "stripes", SetBy::Judgement;

    /// They are handed out in at most so many stripes: they are selected anew for each.
    MOST_STRIPES: usize = 4096, "stripes", SetBy::Judgement;

    /// A question that processes share has at least about so many pieces. They are numbered alike
    /// by all of them: a change makes shares of another version wrong.
    PIECES_OF_A_SHARED_QUESTION: usize = 4096, "pieces", SetBy::Judgement;

    /// The images of the second node of such a question make at least so many stripes. A change
    /// makes shares of another version wrong.
    FEWEST_STRIPES_OF_A_SHARED_QUESTION: usize = 4, "stripes", SetBy::Judgement;

    /// Loops of algebra over fewer places stay on one thread.
    PLACES_WORTH_THREADS: usize = 256, "places", SetBy::Judgement;

    /// Counting by degree stays on one thread if there are fewer entries in all rows.
    ENTRIES_WORTH_THREADS: usize = 1 << 12, "entries", SetBy::Judgement;

    /// In counting by degree a thread takes so many images of the first node at once.
    IMAGES_AT_ONCE_BY_DEGREE: usize = 8, "images", SetBy::Judgement;

    /// While counts per node and arc are made, a thread takes so many images of the first node.
    IMAGES_AT_ONCE_FOR_PARTICIPATION: usize = 16, "images", SetBy::Judgement;

    /// The sampler stays on one thread if a batch has fewer particles: a thread takes longer to
    /// start than they need.
    PARTICLES_WORTH_THREADS: usize = 4096, "particles", SetBy::Judgement;
}
