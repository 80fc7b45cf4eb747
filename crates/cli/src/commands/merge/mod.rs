//! `pgn merge`: files into one.

mod tree;

use pgnkit_collections::sort::Order;

use crate::args::{MergeArgs, OutputArgs, SortArgs};
use crate::run::Status;

pub(crate) fn run(args: MergeArgs) -> Status {
    if args.tree {
        return tree::run(args);
    }
    let MergeArgs { as_given, unique, fmt, memory, output, form, letters, common, .. } = args;
    super::sort::run(SortArgs {
        by: as_given.then(Order::as_given),
        reverse: false,
        unique,
        fmt,
        memory,
        output: OutputArgs { output: output.output },
        in_place: false,
        form,
        letters,
        common,
    })
}
