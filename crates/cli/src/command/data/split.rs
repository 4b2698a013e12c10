//! `isocount data split`: draws a split and saves it.

use isocount::data::{Dataset, PartSizes, Split};
use serde::Serialize;

use crate::args::SplitArgs;
use crate::command::{self, learn};
use crate::error::Failure;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::json;
use crate::output::text::thousands;

#[derive(Serialize)]
struct Line {
    split: String,
    seed: u64,
    file: String,
    #[serde(flatten)]
    sizes: PartSizes,
}

pub(crate) fn run(args: &SplitArgs) -> Result<Finish, Failure> {
    let control = interrupt::control();
    let dataset = Dataset::read(&args.dataset, control)?;
    let protocol =
        learn::protocol(&dataset, args.protocol, args.pattern.as_deref(), args.training_triples)?;
    let split = if args.force {
        Split::draw(&dataset, protocol, args.seed, control)?
    } else {
        Split::get(&dataset, protocol, args.seed, control)?
    };
    let path = split.keep(&dataset)?;
    let sizes = split.sizes();
    if args.json {
        let file = path.display().to_string();
        return command::print(&json::object(&Line {
            split: split.name(),
            seed: split.seed(),
            file,
            sizes,
        }));
    }
    let PartSizes { train, valid, test, unused } = sizes;
    let [train, valid, test, unused] = [train, valid, test, unused].map(|n| thousands(n as u64));
    let path = path.display();
    command::print(&format!(
        "{path}: {train} for training, {valid} for validation, {test} for testing, {unused} unused\n"
    ))
}
