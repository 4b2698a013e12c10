//! `isocount data generate SET`: a data set of the paper.

use std::num::NonZeroUsize;

use isocount::Exact;
use isocount::data::{Synthetic, generate_ppa_stand_in};

use super::making::{Target, make};
use crate::args::{GenerateArgs, Set};
use crate::ask;
use crate::error::Failure;
use crate::existing::existing;
use crate::finish::Finish;
use crate::progress::Loudness;

pub(crate) fn run(args: &GenerateArgs) -> Result<Finish, Failure> {
    // Items are many and small: threads share them, and each question runs on one thread.
    let counter = Exact::with_threads(1);
    let (threads, loudness) = (ask::threads(args.threads), Loudness::new(args.quiet));
    let limit = args.limit.map(NonZeroUsize::get);
    let target = Target { out: &args.out, existing: existing(args.force), loudness };
    make(target, &counter, threads, |out, making| match args.set {
        Set::Small => Synthetic::Small.generate(out, args.seed, limit, making),
        Set::Large => Synthetic::Large.generate(out, args.seed, limit, making),
        Set::PpaStandIn => generate_ppa_stand_in(out, args.seed, limit, making),
    })
}
