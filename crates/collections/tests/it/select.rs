//! The choice of the entries of a run: an entry that is chosen is read as it is without a choice.

use std::ops::ControlFlow;
use std::sync::Arc;

use pgnkit_archive::output::{self, OutputOptions, assembler};
use pgnkit_archive::run::run;
use pgnkit_archive::task::Rewrite;
use pgnkit_archive::{EntryFilter, Input, RunEvent, RunInput, RunOptions};
use pgnkit_query::condition::Condition;
use proptest::prelude::*;

use crate::sort::{game, ways};

/// The games of a text as JSON, diagnostics with their places included, and the number of games and of diagnostics, those outside games
/// among them.
fn json(text: &str, condition: Option<&str>, jobs: usize, block_bytes: usize) -> (String, u64, u64) {
    let json = output::by_name("json").unwrap();
    let task = Rewrite::new((json.make)(&OutputOptions::default()));
    let mut options = RunOptions::default().jobs(jobs);
    options.pipeline = options.pipeline.block_bytes(block_bytes);
    options.selection.filter = condition.map(|text| {
        let condition: Condition = text.parse().unwrap();
        Arc::new(condition) as Arc<dyn EntryFilter>
    });
    let input = Input::from_reader("x.pgn", std::io::Cursor::new(text.to_owned())).unwrap();
    let (mut out, mut assembler) = (Vec::new(), assembler(&*task.output, jobs));
    let (mut games, mut diagnostics) = (0, 0);
    let flow = run([Ok(RunInput::new(input, Arc::default()))], &task, &options, |event| {
        if let RunEvent::Entries(open, numbers, done) = event {
            games += done.account.games;
            diagnostics += done.account.diagnostics.values().sum::<u64>();
            assembler.add(done.value, numbers, &open.name, &mut out).unwrap();
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    (String::from_utf8(out).unwrap(), games, diagnostics)
}

#[test]
fn text_after_the_last_game_goes_where_that_goes() {
    for text in [
        "1. e4 *\n\n##words\n",
        "1. e4 *\n\n; behind\n##words\n",
        "##words\n",
        "; only a comment\n",
        "1. e4 *\n\n1. d4 *\n{x}",
    ] {
        let all = json(text, None, 1, 1 << 18);
        for (jobs, block_bytes) in [(1, 1 << 18), (1, 1), (2, 1)] {
            for condition in ["TRUE", "plies >= 0", "movetext LIKE '%' OR TRUE"] {
                assert_eq!(json(text, Some(condition), jobs, block_bytes), all, "{text:?} {condition}");
            }
        }
    }
    assert!(json("##words\n", None, 1, 1 << 18).2 > 0);
    assert_eq!(json("1. e4 *\n\n##words\n", Some("FALSE"), 1, 1 << 18).2, 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_is_chosen_is_read_as_it_is(games in proptest::collection::vec(game(false), 0..30), way in ways()) {
        let text = games.join("\n\n");
        let all = json(&text, None, 1, 1 << 18);
        // Decided by nothing, by the moves, and by a game in memory.
        for condition in ["TRUE", "plies >= 0 OR plies IS NULL", "movetext LIKE '%' OR TRUE"] {
            prop_assert_eq!(&json(&text, Some(condition), way.jobs, way.block_bytes), &all);
        }
        prop_assert_eq!(json(&text, Some("FALSE"), way.jobs, way.block_bytes).0, "");
        // One or the other.
        let lines = |condition| json(&text, Some(condition), way.jobs, way.block_bytes).0.lines().count();
        prop_assert_eq!(lines("white = 'Tal'") + lines("white <> 'Tal' OR white IS NULL"), all.0.lines().count());
    }
}
