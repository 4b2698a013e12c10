//! How work is shared among threads and processes.

use super::{Cost, SetBy, costs};

costs! {
    /// Work is divided into at least this many pieces per thread, where possible: images of the
    /// first two nodes, images of a pin, rows of a table.
    PIECES_PER_THREAD: usize = 64, "pieces", SetBy::Judgement;

    /// The images of the second node are divided into at least this many stripes, so that one hub
    /// does not keep the others waiting.
    FEWEST_STRIPES: usize = 4, "stripes", SetBy::Judgement;

    /// The images of the second node are divided into at most this many stripes, because they are
    /// selected anew for each.
    MOST_STRIPES: usize = 4096, "stripes", SetBy::Judgement;

    /// A question that processes share has at least about this many pieces. All processes number
    /// them alike, so a change invalidates shares of another version.
    PIECES_OF_A_SHARED_QUESTION: usize = 4096, "pieces", SetBy::Judgement;

    /// The images of the second node of such a question are divided into at least this many
    /// stripes. A change invalidates shares of another version.
    FEWEST_STRIPES_OF_A_SHARED_QUESTION: usize = 4, "stripes", SetBy::Judgement;

    /// Algebra runs loops over fewer places on one thread.
    PLACES_WORTH_THREADS: usize = 256, "places", SetBy::Judgement;

    /// Counting by degree runs on one thread if all rows together have fewer entries.
    ENTRIES_WORTH_THREADS: usize = 1 << 12, "entries", SetBy::Judgement;

    /// In counting by degree, a thread takes this many images of the first node at once.
    IMAGES_AT_ONCE_BY_DEGREE: usize = 8, "images", SetBy::Judgement;

    /// While counting per node and arc, a thread takes this many images of the first node at once.
    IMAGES_AT_ONCE_FOR_PARTICIPATION: usize = 16, "images", SetBy::Judgement;

    /// The sampler runs on one thread if a batch has fewer particles: starting a thread would take
    /// longer.
    PARTICLES_WORTH_THREADS: usize = 4096, "particles", SetBy::Judgement;

    /// The values that threads of splitting search share have this many locks.
    SHARDS_OF_VALUES: usize = 64, "locks", SetBy::Judgement;
}
