//! Options that are made when their command is called.

use clap::builder::Resettable;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::help;

/// The options of a subcommand, which are unknown until it is called, or until `Command::build` makes those of all.
#[derive(Debug)]
pub(crate) struct LazyArgs<T>(pub(crate) T);

impl<T: Args> Args for LazyArgs<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(|command| finished(command, T::augment_args))
    }

    fn augment_args_for_update(command: Command) -> Command {
        command.defer(|command| finished(command, T::augment_args_for_update))
    }
}

/// The command with its options. What it is about stays: groups of options have descriptions, too, and set them.
fn finished(command: Command, augment: fn(Command) -> Command) -> Command {
    let about = Resettable::from(command.get_about().cloned());
    let long_about = Resettable::from(command.get_long_about().cloned());
    help::refer_to_common(augment(command).about(about).long_about(long_about))
}

impl<T: FromArgMatches> FromArgMatches for LazyArgs<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        T::from_arg_matches(matches).map(Self)
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, clap::Error> {
        T::from_arg_matches_mut(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}
