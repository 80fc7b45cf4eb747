//! No group has two who sat in one round of an event against other opponents.

use super::super::rounds::GAMES_OF_A_SLIP;
use super::tests::{LINE, gather, groups};
use super::*;

/// Groups whose spellings have more games that contradict each other than slips, and the number of groups of several.
fn contradicted(input: pgnkit_archive::Input) -> (Vec<String>, usize) {
    let book = gather(input);
    let players = book.players().clone();
    let items: Vec<Item> =
        players.into_iter().map(|(text, profile)| Item::new(Subject::Player, text, profile)).collect();
    let at: HashMap<&str, u32> = items.iter().zip(0..).map(|(item, at)| (&*item.text, at)).collect();
    let rounds = Rounds::new(&items);
    let groups = book.groups();
    let mut wrong = Vec::new();
    for group in &groups {
        let members: Vec<u32> = group.spellings.iter().map(|spelling| at[&*spelling.text]).collect();
        let pairs = members.iter().enumerate().flat_map(|(place, one)| {
            let rounds = &rounds;
            members[place + 1..].iter().map(move |other| rounds.against(*one, *other))
        });
        let against: u64 = pairs.sum();
        if against * GAMES_OF_A_SLIP > group.games {
            wrong.push(format!("{}: {against} of {} games", group.proposed, group.games));
        }
    }
    (wrong, groups.iter().filter(|group| group.spellings.len() > 1).count())
}

#[test]
fn no_group_is_contradicted_by_its_rounds() {
    let mut text = String::new();
    let names = [
        "Smith, John",
        "SMITH, John",
        "John Smith",
        "Smith, J",
        "Smyth, John",
        "Smith, Joh",
        "GM Smith, John",
    ];
    for at in 0..600usize {
        let (one, other) = (names[at % 7], names[(at * 3 + at / 7) % 7]);
        for (board, name) in [one, other].into_iter().enumerate() {
            let (event, round) = (at % 23, at % 9 + 1);
            text += &format!(
                "[Event \"E{event}\"]\n[Site \"Town\"]\n[Date \"1990.??.??\"]\n[Round \"{round}\"]\n[White \"{name}\"]\n[Black \"Opponent{}\"]\n\n*\n\n",
                char::from(b'a' + (at % 5 * 2 + board) as u8)
            );
        }
    }
    let input = pgnkit_archive::Input::from_reader("x", std::io::Cursor::new(text)).unwrap();
    let (wrong, _) = contradicted(input);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Rounds of a whole collection: `PGN_COLLECTION=games.pgn.zst cargo test -p pgnkit-archive --lib collection -- --ignored`.
#[test]
#[ignore = "needs a collection"]
fn no_group_of_a_collection_is_contradicted_by_its_rounds() {
    let path = std::env::var_os("PGN_COLLECTION").expect("PGN_COLLECTION names a file");
    let input = pgnkit_archive::Inputs::new([std::path::PathBuf::from(path)]).next().unwrap().unwrap();
    let (wrong, groups) = contradicted(input);
    assert!(groups > 0 && wrong.is_empty(), "{groups} groups: {wrong:#?}");
}
#[test]
fn two_in_one_round_against_other_opponents_are_two() {
    let pairs = [
        ("Meyer, Hans", "Meier, Hans"),
        ("Petersen, Lars", "Pedersen, Lars"),
        ("Wang, Li", "Wang, Lin"),
        ("Smith, J", "Smith, John"),
        ("Smith, John", "SMITH, John"),
        ("Müller, Karl", "Mueller, Karl"),
        ("Иванов, Петр", "Ivanov, Petr"),
    ];
    let line = LINE;
    let rows = [
        ("no round", true, ["? / A / 1990 / Bonn / Open / ?", "? / B / 1990 / Bonn / Open / ?"]),
        (
            "a round that is not known",
            true,
            ["? / A / 1990 / Bonn / Open / -", "? / B / 1990 / Bonn / Open / -"],
        ),
        ("one round", false, ["? / A / 1990 / Bonn / Open / 1", "? / B / 1990 / Bonn / Open / 1"]),
        ("no date", false, ["? / A / ? / Bonn / Open / 1", "? / B / ? / Bonn / Open / 1"]),
        ("other colours", false, ["? / A / 1990 / Bonn / Open / 1", "B / ? / 1990 / Bonn / Open / 1"]),
        ("other rounds", true, ["? / A / 1990 / Bonn / Open / 1", "? / B / 1990 / Bonn / Open / 2"]),
        ("the same opponent", true, ["? / A / 1990 / Bonn / Open / 1", "? / A / 1990 / Bonn / Open / 1"]),
        ("boards of teams", false, ["? / A / 1990 / Bonn / Liga / 1.3", "? / B / 1990 / Bonn / Liga / 1.5"]),
        ("one board", false, ["? / A / 1990 / Bonn / Liga / 1.3", "? / B / 1990 / Bonn / Liga / 1.3"]),
        ("a board in one", false, ["? / A / 1990 / Bonn / Liga / 1", "? / B / 1990 / Bonn / Liga / 1.5"]),
        (
            "other days",
            true,
            ["? / A / 1990.01.01 / Bonn / Blitz / 1", "? / B / 1990.01.08 / Bonn / Blitz / 1"],
        ),
        (
            "one day",
            false,
            ["? / A / 1990.01.01 / Bonn / Blitz / 1", "? / B / 1990.01.01 / Bonn / Blitz / 1"],
        ),
        (
            "a day in two places",
            false,
            ["? / A / 1990.01.01 / Bonn / Liga / 1", "? / B / 1990.01.01 / Rome / Liga / 1"],
        ),
        ("other places", true, ["? / A / 1990 / Bonn / Open / 1", "? / B / 1990 / Rome / Open / 1"]),
        ("other events", true, ["? / A / 1990 / Bonn / Open A / 1", "? / B / 1990 / Bonn / Open B / 1"]),
        ("no event", true, ["? / A / 1990 / Bonn / ? / 1", "? / B / 1990 / Bonn / ? / 1"]),
        (
            "a spelling of the opponent",
            true,
            ["? / Tal, M / 1990 / Bonn / Open / 1", "? / Tal, Mihail / 1990 / Bonn / Open / 1"],
        ),
        (
            "a game with another name",
            true,
            ["? / Tal, M / 1990 / Bonn / Open / 1 / L", "? / Thal, P / 1990 / Bonn / Open / 1 / L"],
        ),
        (
            "opponents alike",
            false,
            ["? / Hahn, Paul / 1990 / Bonn / Open / 1 / L", "? / Hann, Paul / 1990 / Bonn / Open / 1 / d4"],
        ),
        (
            "a match",
            true,
            ["? / Tal, M / 1990 / Bonn / Open / 1 / L", "Tal, Mihail / ? / 1990 / Bonn / Open / 1 / d4"],
        ),
    ]
    .map(|(why, is_one, games)| (why, is_one, games.map(|game| game.replace(" / L", &format!(" / {line}")))));
    for (one, other) in pairs {
        for (why, is_one, [a, b]) in &rows {
            // Without the round they have evidence enough.
            let [a, b] = [a.replacen('?', one, 1), b.replacen('?', other, 1)];
            let both = |name: &str| format!("{name} / Z / 1990 / Bonn;[WhiteFideId \"7\"]");
            let [c, d] = [both(one), both(other)];
            let found = groups(&[&a, &b, &c, &d]);
            let is_together = found.iter().any(|group| {
                group.split_once(" = ").is_some_and(|(_, all)| {
                    let all: Vec<&str> = all.split(" | ").collect();
                    all.contains(&one) && all.contains(&other)
                })
            });
            assert_eq!(is_together, *is_one, "{one}, {other}: {why}: {found:?}");
            let is_doubtful = found.iter().any(|line| line.contains(" ? ") && line.contains(one));
            assert!(*is_one || !is_doubtful, "{one}, {other}: {why}: {found:?}");
        }
    }
}

#[test]
fn no_chain_brings_two_of_one_round_together() {
    let found = groups(&[
        "Smith, John / A / 1990 / Bonn / Open / 1",
        "SMITH, John / B / 1990 / Bonn / Open / 1",
        "John Smith / C / 1990 / Bonn / Open / 2",
    ]);
    // Written as it should be: the other one is a name of its own.
    assert_eq!(found, ["Smith, John = John Smith | SMITH, John"]);
}

#[test]
fn rounds_in_which_several_play_more_than_once_say_nothing() {
    let round = |one: &str, other: &str| format!("{one} / {other} / 1990.01.01 / Bonn / Blitz / 1");
    let games = [("Smith, John", "A"), ("SMITH, John", "B"), ("C", "D"), ("C", "E"), ("D", "E")]
        .map(|(a, b)| round(a, b));
    let found = groups(&games.each_ref().map(|game| &**game));
    assert_eq!(found, ["Smith, John = SMITH, John | Smith, John"]);
}
