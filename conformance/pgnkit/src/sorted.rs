//! Games in collating sequence.

use std::io::{self, Cursor};
use std::ops::ControlFlow;
use std::sync::Arc;

use pgnkit_archive::{Account, FindingFilter, Input, RunEvent, RunInput, RunOptions, run};
use pgnkit_collections::sort::{GatherGames, Order, SortOptions, Sorter};

use crate::Request;
use crate::written::Written;

/// The games of a text in order, in export format.
pub(crate) fn sorted(request: &Request<'_>, input: &[u8]) -> io::Result<Written> {
    let input = Input::from_reader("input", Cursor::new(input.to_owned())).map_err(io::Error::other)?;
    let input = RunInput::new(input, Arc::new(FindingFilter::default()));
    let mut options = RunOptions::default().jobs(1);
    options.format = Some(request.format);
    options.read = options.read.letters(request.letters());
    let task = GatherGames::new(Order::default()).formatted(true);
    let mut sorter = Sorter::new(&task, SortOptions::default());
    let mut account = Account::default();
    let flow = run::run([Ok(input)], &task, &options, |event| {
        event.count(&mut account);
        match event {
            RunEvent::Entries(_, _, done) => {
                sorter.push(done.value).map_or_else(ControlFlow::Break, ControlFlow::Continue)
            }
            _ => ControlFlow::Continue(()),
        }
    })?;
    if let ControlFlow::Break(error) = flow {
        return Err(error);
    }
    let mut text = Vec::new();
    sorter.finish(|game| {
        text.extend_from_slice(game);
        Ok::<_, io::Error>(())
    })?;
    Ok(Written { text, is_clean: account.with_errors == 0 })
}
