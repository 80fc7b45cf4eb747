//! Sorting: whatever the memory, the threads and the blocks, the bytes are those of a naive sort.

use std::ops::ControlFlow;
use std::sync::Arc;

use pgnkit::{Export, parse_games};
use pgnkit_archive::run::run;
use pgnkit_archive::{FindingFilter, Input, OnError, RunEvent, RunInput, RunOptions};
use pgnkit_collections::sort::{GatherGames, Order, Piece, SortCounts, SortOptions, Sorter};
use proptest::prelude::*;

/// A way to sort a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) jobs: usize,
    pub(crate) block_bytes: usize,
    memory: usize,
    unique: bool,
    formatted: bool,
}

const IN_MEMORY: Way =
    Way { jobs: 1, block_bytes: 1 << 18, memory: 1 << 30, unique: false, formatted: false };

fn sort(texts: &[&str], order: &str, way: Way) -> (String, SortCounts) {
    let mut out = Vec::new();
    let sorted =
        gathered(texts, order, way).finish(|text| std::io::Write::write_all(&mut out, text)).unwrap();
    (String::from_utf8(out).unwrap(), sorted)
}

fn gathered(texts: &[&str], order: &str, way: Way) -> Sorter {
    let mut options = RunOptions::default().jobs(way.jobs);
    options.pipeline = options.pipeline.block_bytes(way.block_bytes);
    options.on_error = OnError::Leave;
    let inputs: Vec<_> = texts
        .iter()
        .map(|text| {
            let input = Input::from_reader("x.pgn", std::io::Cursor::new((*text).to_owned())).unwrap();
            Ok(RunInput::new(input, Arc::new(FindingFilter::default())))
        })
        .collect();
    let order = if order.is_empty() { Order::default() } else { order.parse().unwrap() };
    let task = GatherGames::new(order).formatted(way.formatted);
    let mut choices = SortOptions::default();
    (choices.memory, choices.unique) = (way.memory, way.unique);
    let mut sorter = Sorter::new(&task, choices);
    let flow = run(inputs, &task, &options, |event| match event {
        RunEvent::Entries(_, _, done) => {
            sorter.push(done.value).map_or_else(ControlFlow::Break, ControlFlow::Continue)
        }
        _ => ControlFlow::Continue(()),
    });
    assert!(flow.unwrap().is_continue());
    sorter
}

/// Texts with line ends of several kinds: in each the same, and in one as they come.
fn with_line_ends(games: Vec<String>) -> String {
    let ends = ["\n", "\r\n", "\r"];
    let games: Vec<_> =
        games.iter().enumerate().map(|(at, game)| game.replace('\n', ends[(at + game.len()) % 3])).collect();
    games.join("\n\n")
}

/// A game, or what is nearly one, with comments and escape lines before it. With `whole` it certainly ends.
pub(crate) fn game(whole: bool) -> impl Strategy<Value = String> {
    let tag = |name: &'static str, values: &'static [&'static str]| {
        proptest::option::weighted(0.7, proptest::sample::select(values))
            .prop_map(move |value| value.map_or(String::new(), |value| format!("[{name} \"{value}\"]\n")))
    };
    let before = proptest::sample::select(
        &["", "", "", "", "", "; a note\n", "{a comment\n\nwith lines}\n", "%escaped\n"][..],
    );
    let moves = proptest::sample::select(
        &[
            "",
            "1. e4",
            "1. d4 d5",
            "1.d4 d5",
            "1. e4 {x} e5",
            "1. e4 e5 2. Ke3 Nf6",
            "1. Zz9 (1. e4",
            "1. e4 e5 (1... c5) 2. Nf3 $1",
            "e4\ne5",
            "1. e4 {\n[Event \"no tag\"] }",
        ][..],
    );
    let ends: &'static [&'static str] = if whole {
        &["*", "1-0", "1/2-1/2"]
    } else {
        &["*", "1-0", "0-1 ; end", "", "{open", "; *", "\n\n; behind"]
    };
    (
        before,
        tag("Event", &["A", "a", "B \\\"q\\\"", "?", "Ä"]),
        tag("Date", &["1992.11.04", "1992.??.??", "199?.??.??", "2001-01-01", "no"]),
        tag("Round", &["?", "-", "1", "10", "2", "2.1"]),
        tag("White", &["Tal", "Fine"]),
        tag("WhiteElo", &["2000", "?", "999"]),
        moves,
        proptest::sample::select(ends),
    )
        .prop_map(|(before, event, date, round, white, elo, moves, end)| {
            let tags = [event, date, round, white, elo].concat();
            let line = if tags.is_empty() { "" } else { "\n" };
            let text = format!("{before}{tags}{line}{moves} {end}").trim_end().to_owned();
            // A text without a game is another matter.
            if exported(&text).is_empty() { "1. c4 *".to_owned() } else { text }
        })
}

/// The games as they are written, each alone.
fn exported(text: &str) -> Vec<String> {
    let mut games: Vec<_> = parse_games(text.as_bytes())
        .map(|parsed| {
            let mut out = Vec::new();
            Export::default().write_game(&parsed.game, &mut out);
            String::from_utf8(out).unwrap()
        })
        .collect();
    games.sort();
    games
}

pub(crate) fn ways() -> impl Strategy<Value = Way> {
    let memory = proptest::sample::select(&[1, 2_000, 20_000, 1 << 30][..]);
    let block_bytes = proptest::sample::select(&[1, 100, 1_000, 1 << 18][..]);
    (1..4_usize, block_bytes, memory).prop_map(|(jobs, block_bytes, memory)| Way {
        jobs,
        block_bytes,
        memory,
        ..IN_MEMORY
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn it_is_a_naive_sort(
        games in proptest::collection::vec(game(true), 0..120),
        order in proptest::sample::select(&["", "date desc, white", "whiteelo, movetext desc", "movetext, event", "plies"][..]),
        way in ways(),
    ) {
        let text = games.join("\n\n");
        let key: Order = if order.is_empty() { Order::default() } else { order.parse().unwrap() };
        let mut expected: Vec<_> = games
            .iter()
            .filter_map(|text| Some((key.key(&parse_games(text.as_bytes()).next()?.game), text)))
            .collect();
        expected.sort_by(|one, other| one.0.cmp(&other.0));
        let expected: String = expected.iter().map(|(_, text)| format!("{text}\n\n")).collect();
        let (found, sorted) = sort(&[&text], order, way);
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(sorted.written, games.len() as u64);
        prop_assert_eq!(sorted.reformatted, 0);
        // Once more nothing changes.
        prop_assert_eq!(sort(&[&found], order, way).0, found);
    }

    #[test]
    fn no_game_is_lost_or_becomes_another(
        games in proptest::collection::vec(game(false), 0..40),
        others in proptest::collection::vec(game(false), 0..4),
        way in ways(),
    ) {
        let texts = [games.join("\n\n"), others.join("\n\n")];
        let texts = [&*texts[0], &*texts[1]];
        let (found, sorted) = sort(&texts, "", way);
        let mut expected = [exported(texts[0]), exported(texts[1])].concat();
        expected.sort();
        prop_assert_eq!(sorted.written, expected.len() as u64);
        // What comes after the last game of a text is one of the last game of the output, as reading has it.
        let without_end = |games: Vec<String>| -> Vec<String> {
            let mut games: Vec<_> = games.into_iter().map(|game| game.replace(" {behind}", "").replace("\n{behind}", "")).collect();
            games.sort();
            games
        };
        prop_assert_eq!(without_end(exported(&found)), without_end(expected));
        let (other, _) = sort(&texts, "", IN_MEMORY);
        prop_assert_eq!(&found, &other);
        // Once more nothing changes.
        prop_assert_eq!(sort(&[&found], "", way).0, found);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_sorted_text_stays_what_it_is(
        games in proptest::collection::vec(proptest::collection::vec(game(false), 0..12), 1..4),
        way in ways(),
    ) {
        let texts: Vec<_> = games.into_iter().map(with_line_ends).collect();
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        let (found, _) = sort(&texts, "", way);
        let (again, sorted) = sort(&[&found], "", way);
        prop_assert_eq!((sorted.ended, sorted.reformatted), (0, 0));
        prop_assert_eq!(again, found);
    }
}

/// A comment that nothing closes ends before a tag pair (A-74), until a brace comes after it: the games in between are no part of it.
#[test]
fn an_open_comment_takes_no_games() {
    let open = "[White \"a\"]\n\n{open\n; a note\n[Annotator \"x\"]\n\n*";
    let (between, closing) = ("; b\n[White \"b\"]\n\n*", "{c}\n[White \"c\"]\n\n*");
    let games = exported(&[open, between].join("\n\n"));
    assert_eq!(games.len(), 2);
    for texts in [&[open, between, closing][..], &[closing, between, open], &[between, closing, open]] {
        let (found, sorted) = sort(texts, "", IN_MEMORY);
        assert_eq!(sorted.ended + sorted.reformatted, 1, "{found}");
        let all: Vec<_> = texts.iter().flat_map(|text| exported(text)).collect();
        assert_eq!(exported(&found).len(), all.len(), "{found}");
    }
    // Text after the last game of another text.
    let (found, _) =
        sort(&["[White \"b\"]\n\n* ; behind\n\n{end}\n", &open.replace('a', "z")], "", IN_MEMORY);
    assert_eq!(exported(&found).len(), 2, "{found}");
}

const TIE: &str = "[White \"Tal\"]\n\n1. e4 *";

#[test]
fn what_is_outside_games_stays() {
    for (texts, expected) in [
        // A note goes with the game after it, what is at the end stays there.
        (
            &["; b\n[White \"b\"]\n\n*\n\n; a\n\n[White \"a\"]\n\n* ; same line\n\n; end\n"][..],
            "; a\n\n[White \"a\"]\n\n* ; same line\n\n; b\n[White \"b\"]\n\n*\n\n; end\n\n",
        ),
        (
            &["\u{feff}[White \"b\"]\n\n*\n", "\u{feff}[White \"a\"]\n\n*"],
            "[White \"a\"]\n\n*\n\n[White \"b\"]\n\n*\n\n",
        ),
        (
            &[
                "%pgn-check ignore-file C001\r\n%pgn-check ignore T\r\n[White \"b\"]\r\n\r\n*\r\n\r\n[White \"a\"]\r\n\r\n*",
            ],
            "%pgn-check ignore-file C001\r\n[White \"a\"]\r\n\r\n*\r\n\r\n%pgn-check ignore T\r\n[White \"b\"]\r\n\r\n*\r\n\r\n",
        ),
        // Words after the marker stay on its line, where a percent sign begins no escape line.
        (&["1. e4 *% x\n1. d4 *\n"], "1. d4 *\n\n1. e4 *% x\n\n"),
        // Line ends are those that follow each text.
        (
            &["; a\r\n[White \"a\"]\r\n\r\n*\r\n\r\n; end\r\n; here\r\n", "[White \"b\"]\n\n*\n; there\n"],
            "; a\r\n[White \"a\"]\r\n\r\n*\r\n\r\n[White \"b\"]\n\n*\n\n; end\r\n; here\r\n\r\n; there\n\n",
        ),
        (&["{only a comment}\n"], "{only a comment}\n\n"),
        (&["", "\n \n"], ""),
    ] {
        assert_eq!(sort(texts, "", IN_MEMORY).0, expected, "{texts:?}");
    }
}

#[test]
fn games_do_not_run_into_each_other() {
    let (open, bare) = ("[White \"Open\"]\n\n1. e4 e5", "1. d4 d5 *");
    let (found, sorted) = sort(&[open, bare], "plies desc, white", IN_MEMORY);
    assert_eq!(sorted.reformatted, 0);
    assert_eq!(found, format!("{bare}\n\n{open}\n\n"));
    let (found, sorted) = sort(&[open, bare], "white desc", IN_MEMORY);
    assert_eq!((sorted.ended, sorted.reformatted), (1, 0));
    assert_eq!(found, format!("{open} *\n\n{bare}\n\n"));
    // What is skipped is no part of the next game, and is not lost with that.
    let (found, sorted) = sort(&[open, "##game\n[White \"A\"]\n\n1. d4 *"], "white desc", IN_MEMORY);
    assert_eq!(sorted.ended, 1);
    assert_eq!(found, format!("{open} *\n\n##game\n[White \"A\"]\n\n1. d4 *\n\n"));
}

/// The end of tag pairs without moves depends on the text before them.
#[test]
fn games_of_tags_alone_stay_apart() {
    let texts: Vec<_> =
        ["[Event \"?\"]\n[Round \"3\"]", "[Round \"1\"]\n[White \"a\"]", "[White \"b\"]\n[Round \"2\"]"]
            .into();
    let (found, sorted) = sort(&texts, "", IN_MEMORY);
    assert_eq!((sorted.written, sorted.ended, sorted.reformatted), (3, 1, 0));
    let rounds: Vec<_> =
        parse_games(found.as_bytes()).map(|parsed| parsed.game.tag("Round").unwrap().to_owned()).collect();
    assert_eq!(rounds, ["1", "2", "3"]);
}

#[test]
fn the_same_game_comes_once() {
    let other = TIE.replace("1. e4", "1.e4");
    let texts = [TIE, &other, TIE, "[White \"Tal\"]\n\n1. d4 *", TIE];
    for memory in [1, 1 << 30] {
        let (found, sorted) = sort(&texts, "", Way { unique: true, memory, ..IN_MEMORY });
        assert_eq!(found, format!("[White \"Tal\"]\n\n1. d4 *\n\n{TIE}\n\n{other}\n\n"));
        assert_eq!((sorted.written, sorted.duplicates), (3, 2));
    }
}

#[test]
fn games_in_export_format() {
    let (found, _) = sort(
        &["1.d4 *", "[Date \"1992\"]\n1.e4 *", "1. e4 Ke4 *"],
        "date desc, plies",
        Way { formatted: true, ..IN_MEMORY },
    );
    let lines: Vec<_> =
        found.lines().filter(|line| line.starts_with("[Date") || line.starts_with('1')).collect();
    assert_eq!(
        lines,
        ["[Date \"1992.??.??\"]", "1. e4 *", "[Date \"????.??.??\"]", "1. d4 *", "1. e4 Ke4 *"]
    );
}

/// Movetexts that differ late, in texts that are in export format and in such as are not, are compared whole.
#[test]
fn long_movetexts_are_compared_to_their_ends() {
    let moves = (1..60).map(|n| format!("{n}. {} ", ["Ng1 Ng8", "Nf3 Nf6"][n % 2])).collect::<String>();
    let games: Vec<_> = ["60. e4", "60. a4", "60. e4 e5", "60. d4", "60. e4", "60. h3"]
        .iter()
        .enumerate()
        .map(|(at, end)| {
            let text = format!("[Site \"?\"]\n\n{moves}{end} *");
            match at % 2 {
                0 => text.replace(". ", "."),
                _ => exported(&text)[0].trim_end().to_owned(),
            }
        })
        .collect();
    let order = Order::default();
    let mut expected: Vec<_> = games.iter().collect();
    expected.sort_by_key(|text| order.key(&parse_games(text.as_bytes()).next().unwrap().game));
    let expected: String = expected.iter().map(|text| format!("{text}\n\n")).collect();
    let texts: Vec<_> = games.iter().map(String::as_str).collect();
    for memory in [1, 1 << 30] {
        assert_eq!(sort(&texts, "", Way { memory, ..IN_MEMORY }).0, expected);
    }
}

#[test]
fn many_runs_are_merged_in_passes() {
    let text: String =
        (0..3_000).rev().map(|number| format!("[Round \"{number}\"]\n\n1. e4 *\n\n")).collect();
    let (expected, sorted) = sort(&[&text], "", IN_MEMORY);
    assert!(!sorted.spilled);
    let (found, sorted) = sort(&[&text], "", Way { memory: 1, block_bytes: 100, jobs: 2, ..IN_MEMORY });
    assert!(sorted.spilled);
    assert_eq!(found, expected);
    assert!(found.starts_with("[Round \"0\"]\n\n1. e4 *\n\n[Round \"1\"]\n"), "{}", &found[..100]);
}

#[test]
fn games_keep_their_numbers() {
    let texts: Vec<String> = (0..3)
        .map(|text| {
            (0..1_000).map(move |game| {
                format!("[Round \"{}\"]\n[White \"{}\"]\n\n1. e4 *\n\n", text * 1_000 + game, game % 7)
            })
        })
        .map(Iterator::collect)
        .collect();
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    for way in [
        IN_MEMORY,
        Way { memory: 1, block_bytes: 100, jobs: 2, ..IN_MEMORY },
        Way { memory: 9_000, block_bytes: 1_000, ..IN_MEMORY },
    ] {
        let mut numbers = Vec::new();
        let piece = |piece: Piece<'_>| {
            if let Piece::Game { text, number, .. } = piece {
                assert!(text.starts_with(format!("[Round \"{number}\"]\n").as_bytes()));
                numbers.push(number);
            }
            Ok::<_, std::io::Error>(())
        };
        gathered(&texts, "white", way).finish_pieces(piece).unwrap();
        assert_eq!((numbers[0], numbers[1]), (0, 7));
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..3_000));
    }
}
