//! Which spellings are one name, by what is known of their games.

use super::super::{Book, Survey};
use super::*;

/// Games of the players "White / Black, year, site, event, round, moves", with other tags after a semicolon; the groups of several spellings, and
/// the doubts as "name ? other name".
pub(super) fn groups(games: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for group in read(games).groups() {
        if group.spellings.len() > 1 {
            let mut spellings: Vec<&str> = group.spellings.iter().map(|spelling| &*spelling.text).collect();
            spellings.sort_unstable();
            found.push(format!("{} = {}", group.proposed, spellings.join(" | ")));
        }
        if let Some(doubt) = group.doubt {
            found.push(format!("{} ? {}", group.proposed, doubt.proposed));
        }
    }
    found.sort();
    found
}

fn read(games: &[&str]) -> Book {
    let mut text = String::new();
    for game in games {
        let (main, others) = game.split_once(';').unwrap_or((game, ""));
        let mut fields = main.split(" / ").map(str::trim);
        for name in ["White", "Black", "Date", "Site", "Event", "Round"] {
            text += &format!("[{name} \"{}\"]\n", fields.next().unwrap_or("?"));
        }
        text += &format!("{others}\n\n{} *\n\n", fields.next().unwrap_or_default());
    }
    gather(pgnkit_archive::Input::from_reader("x", std::io::Cursor::new(text)).unwrap())
}

pub(super) fn gather(input: pgnkit_archive::Input) -> Book {
    let mut book = Book::default();
    let input = pgnkit_archive::RunInput::new(input, std::sync::Arc::default());
    let survey = Survey::new(&[Subject::Player]);
    let _ = pgnkit_archive::run::run(
        [Ok(input)],
        &survey,
        &pgnkit_archive::RunOptions::default().jobs(1),
        |event| {
            if let pgnkit_archive::RunEvent::Entries(_, _, done) = event {
                book.push(done.value);
            }
            std::ops::ControlFlow::<()>::Continue(())
        },
    );
    book
}

#[test]
fn spellings_that_are_one_name_and_such_that_are_not() {
    for (why, games, expected) in [
        (
            "order, case, titles and parentheses",
            &["Timman Jan H (NED) / A / 1980", "Timman, Jan H / B / 1981", "GM TIMMAN, Jan H. / C / 1982"][..],
            &["Timman, Jan H = GM TIMMAN, Jan H. | Timman Jan H (NED) | Timman, Jan H"][..],
        ),
        (
            "initials with the same opponent and years",
            &["Karpov, A / Spassky, B / 1974", "Karpov, Anatoly / Spassky, B / 1974"],
            &["Karpov, Anatoly = Karpov, A | Karpov, Anatoly"],
        ),
        (
            "initials alone are doubtful",
            &["Karpov, A / X / 1974", "Karpov, Anatoly / Spassky, B / 1974"],
            &["Karpov, A ? Karpov, Anatoly"],
        ),
        (
            "another alphabet",
            &["Каспаров, Гарри / X / 1984", "Kasparov, Garry / X / 1984"],
            &["Kasparov, Garry = Kasparov, Garry | Каспаров, Гарри"],
        ),
        (
            "two who fit",
            &[
                "Polgar, J / Spassky, B / 1990",
                "Polgar, Judit / Spassky, B / 1990",
                "Polgar, Jozsef / Spassky, B / 1990",
            ],
            &["Polgar, J ? Polgar, Jozsef"],
        ),
        (
            "two who fit, one of them with both initials",
            &[
                "Tseitlin, MD / Spassky, B / 1990 / Bonn",
                "Tseitlin, Mark D / Spassky, B / 1990 / Bonn",
                "Tseitlin, Mikhail / Spassky, B / 1990",
            ],
            &["Tseitlin, Mark D = Tseitlin, MD | Tseitlin, Mark D"],
        ),
        (
            "numbers of the federation differ",
            &["Wang, Hao / X / 2010;[WhiteFideId \"1\"]", "Wang Hao / X / 2010;[WhiteFideId \"2\"]"],
            &[],
        ),
        (
            "numbers of the federation are the same",
            &["Wang, H / X / 2010;[WhiteFideId \"1\"]", "Wang, Hao / Y / 2012;[WhiteFideId \"1\"]"],
            &["Wang, Hao = Wang, H | Wang, Hao"],
        ),
        ("they played each other", &["Petrosian, T / Petrosian, Tigran / 1980"], &[]),
        ("two lives", &["Smith, John / X / 1850", "John Smith / X / 1990"], &[]),
        ("far years", &["Smith, John / X / 1950", "John Smith / X / 1980"], &["Smith, John ? John Smith"]),
        ("father and son", &["Pein, Max Jr / X / 1980", "Pein, Max Sr / X / 1980"], &[]),
        (
            "father or who",
            &["Pein, Max Jr / X / 1980", "Pein, Max / X / 1980"],
            &["Pein, Max Jr ? Pein, Max"],
        ),
        ("husband and wife", &["Sokolov, Andrej / X / 1980", "Sokolova, Andrej / X / 1980"], &[]),
        (
            "a Hungarian husband and his wife",
            &["Honfi, Karoly / X / 1980", "Honfi, Karolyne / X / 1980"],
            &[],
        ),
        ("engines", &["Stockfish 15 / X / 2022", "Stockfish 16 / X / 2022", "Stockfish / X / 2022"], &[]),
        (
            "accounts",
            &[
                "anna_b / X / 2022 / https://x.org/1",
                "anna-b / X / 2022 / https://x.org/2",
                "Anna_b / X / 2022 / https://x.org/3",
            ],
            &["Anna_b = Anna_b | anna_b"],
        ),
        (
            "a letter in a name",
            &[
                "Bernstein, Ossip / Tarrasch, S / 1914 / Moscow",
                "Berstein, Ossip / Tarrasch, S / 1914 / Moscow",
            ],
            &["Berstein, Ossip ? Bernstein, Ossip"],
        ),
        (
            "a letter in a name, in a game of both",
            &[
                "Bernstein, Ossip / Tarrasch, S / 1914 / Moscow / A / 1 / LINE",
                "Berstein, Ossip / Tarrasch, S / 1914 / Moscow / B / 1 / LINE",
            ],
            &["Bernstein, Ossip = Bernstein, Ossip | Berstein, Ossip"],
        ),
        (
            "two who were at one place",
            &["Meyer, Hans / A / 1990 / Bonn", "Meier, Hans / B / 1990 / Bonn"],
            &["Meyer, Hans ? Meier, Hans"],
        ),
        (
            "a letter, at one place",
            &["Petersen, Lars / A / 1990 / Bonn", "Pedersen, Lars / B / 1990 / Bonn"],
            &["Petersen, Lars ? Pedersen, Lars"],
        ),
        (
            "a name that is not cut",
            &["Wang, Li / A / 1990 / Bonn", "Wang, Lin / B / 1990 / Bonn"],
            &["Wang, Li ? Wang, Lin"],
        ),
        (
            "the same months, other ratings",
            &[
                "Ivanov, Petr / A / 1990.01.02;[WhiteElo \"2749\"]",
                "IVANOV, Petr / A / 1990.01.09;[WhiteElo \"2335\"]",
            ],
            &[],
        ),
        (
            "other months, other ratings",
            &[
                "Ivanov, Petr / A / 1990.01.02;[WhiteElo \"2335\"]",
                "IVANOV, Petr / A / 1999.02.09;[WhiteElo \"2749\"]",
            ],
            &["Ivanov, Petr = IVANOV, Petr | Ivanov, Petr"],
        ),
        (
            "the family of one is no initial of the other",
            &["Huber, Gerd / A / 1990 / Bonn", "Gerd, H / A / 1990 / Bonn"],
            &[],
        ),
        ("H is not G", &["Huber, H / A / 1990 / Bonn", "Huber, Gerd / A / 1990 / Bonn"], &[]),
        (
            "the family last, as other names tell",
            &[
                "Ree Hans / A / 1970",
                "Ree, H / B / 1970 / Bonn",
                "Ree, H / B / 1971 / Bonn",
                "Ree, H / A / 1972 / Bonn",
                "Hans Ree / B / 1970 / Bonn",
                "Hans Ree / B / 1971 / Bonn",
                "Timman J / Donner J / 1970",
            ],
            &["Ree, Hans = Hans Ree | Ree Hans | Ree, H"],
        ),
        (
            "a family alone, in other years",
            &["Klein / A / 1951", "Klein (ECU) / B / 1960"],
            &["Klein (ECU) ? Klein"],
        ),
        (
            "a family alone, in capital letters",
            &["KLEIN / A / 1951", "Klein / B / 1960"],
            &["Klein = KLEIN | Klein"],
        ),
        (
            "a family alone, in one year",
            &["Klein / A / 1951", "Klein (ECU) / B / 1951"],
            &["Klein = Klein | Klein (ECU)"],
        ),
        (
            "initials in another order",
            &[
                "Ivanov I V / A / 1980",
                "Ivanov, Igor V / A / 1980 / Bonn",
                "Ivanov V I / B / 1980",
                "Ivanov VI / B / 1981",
            ],
            &[
                "Ivanov, Igor V = Ivanov I V | Ivanov, Igor V",
                "Ivanov, V I = Ivanov V I | Ivanov VI",
                "Ivanov, V I ? Ivanov, Igor V",
            ],
        ),
        ("a second name", &["Roos, JL / A / 1987", "Roos, L / A / 1987"], &["Roos, L ? Roos, JL"]),
        (
            "initials without periods",
            &["Miles AJ / A / 1980 / Bonn", "Miles, Anthony J / A / 1980 / Bonn"],
            &["Miles, Anthony J = Miles AJ | Miles, Anthony J"],
        ),
        (
            "the same title",
            &[
                "Ivanov, P / A / 1990;[WhiteTitle \"GM\"]",
                "Ivanov, Petr / B / 1990 / Bonn;[WhiteTitle \"GM\"]",
                "Ivanov, P / C / 1990 / Bonn",
            ],
            &["Ivanov, Petr = Ivanov, P | Ivanov, Petr"],
        ),
        (
            "a title that was higher before",
            &[
                "Ivanov, P / A / 1990 / Bonn;[WhiteTitle \"GM\"]",
                "Ivanov, Petr / A / 1990 / Bonn",
                "Ivanov, Petr / B / 1999;[WhiteTitle \"FM\"]",
            ],
            &["Ivanov, Petr = Ivanov, P | Ivanov, Petr"],
        ),
        (
            "a title that is higher later",
            &[
                "Ivanov, P / A / 1990;[WhiteTitle \"FM\"]",
                "Ivanov, Petr / A / 1990",
                "Ivanov, Petr / B / 1999;[WhiteTitle \"GM\"]",
            ],
            &["Ivanov, Petr = Ivanov, P | Ivanov, Petr"],
        ),
        (
            "consultation",
            &[
                "Petrosian, Tigran / X / 1950",
                "Hein-Petrosian, Tigran / X / 1950",
                "Hein:Petrosian / X / 1950",
            ],
            &["Petrosian, Tigran ? Hein-Petrosian, Tigran"],
        ),
    ] {
        let games: Vec<String> = games.iter().map(|game| game.replace("LINE", LINE)).collect();
        let games: Vec<&str> = games.iter().map(String::as_str).collect();
        assert_eq!(groups(&games), expected, "{why}");
    }
}
#[test]
fn more_points_may_be_wanted() {
    let games = ["Karpov, A / Spassky, B / 1974", "Karpov, Anatoly / Spassky, B / 1974"];
    let spellings = |points: i32| {
        let groups = read(&games).groups_from(points, NonZeroUsize::new(2).unwrap()).groups;
        groups.into_iter().map(|group| (group.spellings.len(), group.doubt.is_some())).collect::<Vec<_>>()
    };
    // Initials, an opponent, the years: 8 points.
    assert_eq!(spellings(0), [(2, false), (1, false)]);
    assert_eq!(spellings(8), [(2, false), (1, false)]);
    assert_eq!(spellings(9).iter().filter(|group| group.1).count(), 1);
    assert!(spellings(9).iter().all(|group| group.0 == 1));
}

/// Long enough to be known again.
pub(super) const LINE: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7 Nbd2 cxd4 cxd4 Nc6 \
                    Nb3 a5 Be3 a4";

#[test]
fn a_namesake_with_few_games_keeps_nobody_apart() {
    let game =
        |white: &str, at: usize| format!("{white} / Player{} / {} / Town{}", at % 7, 1990 + at % 5, at % 3);
    for (few, other, is_sure) in
        [(1, "Vera", true), (2, "Vera", true), (15, "Vera", false), (3, "Vladimir", false), (0, "Vera", true)]
    {
        let mut games = Vec::new();
        games.extend((0..25).map(|at| game("Anand,V", at)));
        games.extend((0..20).map(|at| game("Anand, Viswanathan", at)));
        games.extend((0..few).map(|at| game(&format!("Anand, {other}"), at)));
        let games: Vec<&str> = games.iter().map(String::as_str).collect();
        let found = groups(&games);
        let is_found = found.iter().any(|line| line.ends_with("= Anand, Viswanathan | Anand,V"));
        assert_eq!(is_found, is_sure, "{few} {other}: {found:?}");
    }
}

#[test]
fn games_that_contradict_are_slips_among_hundreds() {
    // So many games of each of two spellings, and so many against each other or in one round.
    for (games, played, rounds, is_one) in [
        (99, 1, 0, false),
        (100, 1, 0, true),
        (100, 0, 1, true),
        (100, 1, 1, false),
        (250, 1, 1, true),
        (250, 3, 0, false),
        (20, 0, 0, true),
    ] {
        let mut all = Vec::new();
        for name in ["Karpov, Anatoly", "Karpov, An"] {
            let alone = games - played - rounds;
            let game = |at| format!("{name} / Player{} / {} / Town{}", at % 7, 1980 + at % 9, at % 3);
            all.extend((0..alone).map(game));
            all.extend((0..rounds).map(|at| format!("{name} / {name}Foe / 1980 / Town / Open / {}", at + 1)));
        }
        all.extend((0..played).map(|_| "Karpov, Anatoly / Karpov, An / 1980".to_owned()));
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let found = groups(&all);
        let is_found = found.iter().any(|line| line == "Karpov, Anatoly = Karpov, An | Karpov, Anatoly");
        assert_eq!(is_found, is_one, "{games} {played} {rounds}: {found:?}");
    }
}

#[test]
fn of_a_family_that_has_no_other_player_in_a_large_collection_initials_are_enough() {
    let is_one = |families: usize, more: &[&str]| {
        let family = |number| format!("{}, Paul / A / 1950", super::growth::letters(number + 1_000));
        let mut games: Vec<String> = (0..families).map(family).collect();
        games.extend(["Relange, E / B / 1991", "Relange Eloi / C / 1991"].map(String::from));
        games.extend(more.iter().map(|game| (*game).to_owned()));
        let games: Vec<&str> = games.iter().map(String::as_str).collect();
        groups(&games).contains(&"Relange, Eloi = Relange Eloi | Relange, E".to_owned())
    };
    for (families, more, expected) in [
        (1_500, &[][..], true),
        (100, &[], false),
        (1_500, &["Relange, Marc / A / 1930"], false),
        (1_500, &["Relange / A / 1930"], true),
        (1_500, &["Marc Relange / A / 1930"], false),
    ] {
        assert_eq!(is_one(families, more), expected, "{families} {more:?}");
    }
}

#[test]
fn no_third_spelling_brings_a_short_one_to_the_rarer_of_two_names() {
    let of = |name: &str, count: usize, opponents: &[&str]| -> Vec<String> {
        let game =
            |at| format!("{name} / {} / {} / Town{}", opponents[at % opponents.len()], 1980 + at % 6, at % 3);
        (0..count).map(game).collect()
    };
    let all = &["Tal", "Fine", "Euwe", "Short", "Larsen", "Bird"];
    let mut games = of("Timoshchenko, Gennadi", 24, all);
    games.extend(of("Timoshchenko, G", 18, all));
    for (name, count) in [("Timoshenko, G", 9), ("Timoshenko, Georgy", 6), ("Timoshchenko, Georgy", 6)] {
        games.extend(of(name, count, &all[..3]));
    }
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    let found = groups(&games);
    let is_wrong = |line: &String| {
        let members = line.split_once(" = ").map_or("", |(_, members)| members);
        let mut members = members.split(" | ");
        members.clone().any(|name| name == "Timoshchenko, G") && members.any(|name| name.ends_with("Georgy"))
    };
    assert!(!found.iter().any(is_wrong), "{found:?}");
}
