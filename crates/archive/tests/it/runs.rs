use std::ops::ControlFlow;
use std::sync::Arc;

use pgnkit_archive::run::run;
use pgnkit_archive::task::Check;
use pgnkit_archive::{
    Account, Detail, FindingFilter, Input, InputError, OnError, RunEvent, RunInput, RunOptions, Selection,
    check,
};

const TEXT: &str = "1. e4 e5 1-0\n\n1. e4 Ke7 *\n\n[White \"?\"]\n\n1. d4 d5 *\n";

fn input(name: &str, text: &str) -> Result<RunInput, InputError> {
    let input = Input::from_reader(name, std::io::Cursor::new(text.to_owned())).unwrap();
    Ok(RunInput::new(input, Arc::new(FindingFilter::default())))
}

/// What a run over some texts says: its events, its account, and what it rejects.
fn observed(on_error: OnError, jobs: usize) -> (Vec<String>, Account, String) {
    let mut options = RunOptions::default().jobs(jobs);
    (options.on_error, options.rejects) = (on_error, true);
    options.pipeline = options.pipeline.block_bytes(20);
    let (mut events, mut account, mut rejects) = (Vec::new(), Account::default(), Vec::new());
    let inputs = [input("a", TEXT), input("b", ""), input("c", "1. c4 *")];
    let flow = run(inputs, &Check, &options, |event| {
        event.count(&mut account);
        match event {
            RunEvent::Begin(input) => events.push(format!("begin {}", input.name)),
            RunEvent::Entries(_, _, done) => rejects.extend(done.rejects),
            RunEvent::End(input, result) => events.push(format!("end {} {}", input.name, result.is_ok())),
            RunEvent::Failed(error) => events.push(error.to_string()),
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    (events, account, String::from_utf8(rejects).unwrap())
}

#[test]
fn the_account_and_the_rejects_do_not_depend_on_threads() {
    for jobs in [1, 2, 4] {
        let (events, account, rejects) = observed(OnError::Keep, jobs);
        assert_eq!(events, ["begin a", "end a true", "begin b", "end b true", "begin c", "end c true"]);
        assert_eq!((account.games, account.clean(), account.with_errors, account.dropped), (4, 3, 1, 0));
        assert_eq!(account.bytes, (TEXT.len() + 7) as u64);
        assert_eq!(rejects, "1. e4 Ke7 *\n\n");
    }
}

#[test]
fn games_with_errors_are_dropped_or_end_the_run() {
    let (_, account, _) = observed(OnError::Drop, 2);
    assert_eq!((account.games, account.dropped), (4, 1));
    let (events, account, rejects) = observed(OnError::Stop, 2);
    assert_eq!(events, ["begin a"]);
    assert_eq!((account.games, account.with_errors), (2, 1));
    assert_eq!(rejects, "1. e4 Ke7 *\n\n");
}

#[test]
fn findings_have_their_places_in_any_form() {
    let filter = FindingFilter::all(Selection::default(), Detail::Plies);
    let findings = check(TEXT.as_bytes(), &filter);
    assert_eq!(findings.len(), 1, "{findings:?}");
    let finding = &findings[0];
    assert_eq!(finding.diagnostic.code.name(), "illegal-move");
    assert_eq!((finding.places[0].start.line, finding.places[0].start.column), (3, 7));
    assert_eq!((finding.ply, finding.entry.as_ref().map(|entry| entry.before)), (Some(1), Some(1)));
    let findings = check(b"{\"moves\":[{\"san\":\"Ke2\"}]}\n", &filter);
    assert_eq!(findings[0].diagnostic.code.name(), "illegal-move");
    let findings = check(b"8/8 w - -\n4k3/8/8/8/8/8/8/4K3 w - - bm Ke9;\n", &filter);
    assert!(!findings.is_empty());
}
