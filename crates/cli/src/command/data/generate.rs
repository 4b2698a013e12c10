//! `isocount data generate SET`: a data set of the paper.

use std::num::NonZeroUsize;

use isocount::Exact;
use isocount::data::{Synthetic, generate_ppa_stand_in};

use super::making::{self, Making};
use crate::args::{GenerateArgs, Set};
use crate::error::Failure;
use crate::finish::Finish;
use crate::progress::Loudness;

/// The stand-in for OGB-PPA in full; for the progress bar.
const PPA_GRAPHS: usize = 6_000;
const PPA_TRIPLES: usize = 57_940;

pub(crate) fn run(args: &GenerateArgs) -> Result<Finish, Failure> {
    let making = Making {
        out: &args.out,
        // Items are many and small: threads share them, and each question is asked on one.
        counter: &Exact::with_threads(1),
        threads: making::threads(args.threads),
        loudness: Loudness::new(args.quiet),
    };
    let limit = args.limit.map(NonZeroUsize::get);
    let synthetic = |set: Synthetic| {
        let triples = set.num_triples().min(limit.unwrap_or(usize::MAX)) as u64;
        making.run(triples, |crew| set.generate(&args.out, args.seed, limit, crew))
    };
    match args.set {
        Set::Small => synthetic(Synthetic::Small),
        Set::Large => synthetic(Synthetic::Large),
        Set::PpaStandIn => {
            let graphs = limit.unwrap_or(usize::MAX).min(PPA_GRAPHS);
            let triples = PPA_TRIPLES * graphs / PPA_GRAPHS;
            making.run(triples as u64, |crew| {
                generate_ppa_stand_in(&args.out, args.seed, limit, crew)
            })
        }
    }
}
