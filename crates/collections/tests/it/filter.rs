//! Games that are chosen while they are read in blocks.

use std::ops::ControlFlow;
use std::sync::Arc;

use pgnkit_archive::{FindingFilter, Input, OnError, RunEvent, RunInput, RunOptions, run};
use pgnkit_collections::filter::{Filter, UnknownTags};
use pgnkit_collections::sort::Stream;

/// The chosen games, and the rest.
fn filter(task: &Filter, text: &str, jobs: usize, block: usize) -> [String; 2] {
    let input = Input::from_reader("games.pgn", std::io::Cursor::new(text.to_owned())).unwrap();
    let input = RunInput::new(input, Arc::new(FindingFilter::default()));
    let mut options = RunOptions::default().jobs(jobs);
    options.pipeline.block_bytes = block;
    options.on_error = OnError::Leave;
    let mut streams = [(); 2].map(|()| Stream::new(pgnkit::PieceLetters::default()));
    let mut out = [Vec::new(), Vec::new()];
    let mut write = |to: usize, text: &[u8]| -> Result<(), ()> {
        out[to].extend_from_slice(text);
        Ok(())
    };
    let flow = run::run([Ok(input)], task, &options, |event| {
        if let RunEvent::Entries(_, _, done) = event {
            for (to, stream) in streams.iter_mut().enumerate() {
                stream.begin(&done.value.gathered, |text| write(to, text)).unwrap();
            }
            for (at, game) in done.value.games.iter().enumerate() {
                let to = usize::from(!game.matches);
                streams[to].take(&done.value.gathered, at, |text| write(to, text)).unwrap();
            }
            streams[1].take_rest(&done.value.gathered);
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    for (to, stream) in streams.into_iter().enumerate() {
        stream.finish(|text| write(to, text)).unwrap();
    }
    out.map(|bytes| String::from_utf8(bytes).unwrap())
}

const TEXT: &str = "\u{feff}%pgn-check ignore-file T003\n{before}\n[White \"Tal\"]\n\n1.e4   e5\n\n[White \"Fine\"]\n[Result \"1-0\"]\n\n1. d4 (1. c4) 1-0\n\n; of the third\n\
    [White \"Tal\"]\n\n1. e4 Ke3 1-0\n\n\n\n[White \"x\"]\n\n1. c4 *\n\n; after\n";
const HEAD: &str = "%pgn-check ignore-file T003\n";

#[test]
fn games_stay_as_they_are_and_nothing_is_lost() {
    for (condition, chosen, others) in [
        (
            "white = 'Tal'",
            "{before}\n[White \"Tal\"]\n\n1.e4   e5\n\n; of the third\n[White \"Tal\"]\n\n1. e4 Ke3 1-0\n\n",
            "[White \"Fine\"]\n[Result \"1-0\"]\n\n1. d4 (1. c4) 1-0\n\n[White \"x\"]\n\n1. c4 *\n\n; after\n\n",
        ),
        (
            "result = '1-0' AND NOT has('variations')",
            "; of the third\n[White \"Tal\"]\n\n1. e4 Ke3 1-0\n\n",
            "{before}\n[White \"Tal\"]\n\n1.e4   e5\n\n[White \"Fine\"]\n[Result \"1-0\"]\n\n1. d4 (1. c4) 1-0\n\n[White \"x\"]\n\n1. c4 *\n\n; after\n\n",
        ),
        (
            "reaches('c4')",
            "[White \"x\"]\n\n1. c4 *\n\n",
            "{before}\n[White \"Tal\"]\n\n1.e4   e5\n\n[White \"Fine\"]\n[Result \"1-0\"]\n\n1. d4 (1. c4) 1-0\n\n; of the third\n[White \"Tal\"]\n\n1. e4 Ke3 1-0\n\n; after\n\n",
        ),
    ] {
        for reads_on in [false, true] {
            for (jobs, block) in [(1, 1 << 20), (2, 16), (2, 64)] {
                let task = Filter::new(condition.parse().unwrap()).reading_on(reads_on).with_others(true);
                let [found, rest] = filter(&task, TEXT, jobs, block);
                // A game that would run into what is now after it gets its marker.
                let ended = |text: &str| text.replace("e5\n\n; of", "e5 *\n\n; of");
                assert_eq!(
                    (found, rest),
                    (format!("{HEAD}{}", ended(chosen)), format!("{HEAD}{others}")),
                    "{condition} {block}"
                );
                let task = Filter::new(condition.parse().unwrap()).reading_on(reads_on);
                assert_eq!(
                    filter(&task, TEXT, jobs, block)[0],
                    format!("{HEAD}{}", ended(chosen)),
                    "{condition} {block}"
                );
            }
        }
    }
}

/// Marker and tag contradict each other, and the board decides, although a condition on results reads no moves.
#[test]
fn results_are_those_of_the_game() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    let texts = [
        format!("[Result \"1-0\"]\n\n{mate} 0-1\n\n"),
        format!("[Result \"0-1\"]\n\n{mate} 1-0\n\n"),
        "[Result \"1-0\"]\n\n1. e4 0-1\n\n".to_owned(),
        "[Result \"1-0\"]\n\n1. e4 *\n\n".to_owned(),
        "[Result \"?\"]\n\n1. e4 0-1 {1-0}\n\n".to_owned(),
        "1. e4 1-0\n\n".to_owned(),
    ];
    let text = texts.concat();
    for result in ["1-0", "0-1", "*"] {
        let games = pgnkit::parse_games(text.as_bytes()).map(|parsed| parsed.game.result());
        let expected: String = games
            .zip(&texts)
            .filter(|(found, _)| found.as_str() == result)
            .map(|(_, text)| text.as_str())
            .collect();
        let task = Filter::new(format!("result = '{result}'").parse().unwrap());
        assert_eq!(filter(&task, &text, 1, 1 << 20)[0], expected, "{result}");
    }
}

#[test]
fn tags_that_no_game_has_are_told_with_the_one_that_is_meant() {
    let task = Filter::new("Anotator = 'x' OR White = 'y' OR Source = 'z' OR Qqq = 'a'".parse().unwrap());
    let mut unknown = UnknownTags::of(task.condition());
    assert_eq!(unknown.iter().count(), 0);
    let text = "[Annotator \"x\"]\n\n*\n\n[Source \"x\"]\n\n*\n";
    let input = RunInput::new(
        Input::from_reader("a.pgn", text.as_bytes()).unwrap(),
        Arc::new(FindingFilter::default()),
    );
    let flow = run::run([Ok(input)], &task, &RunOptions::default(), |event| {
        if let RunEvent::Entries(_, _, done) = event {
            done.value.count_tags(&mut unknown);
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    assert_eq!(unknown.iter().collect::<Vec<_>>(), [("Anotator", Some("Annotator")), ("Qqq", None)]);
}
