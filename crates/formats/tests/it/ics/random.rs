//! Random games, printed and read back, and damaged logs.

use super::writer::{HalfMove, Played, Random, board, end, list};
use super::{check, moves, read};

/// The moves, times and end of a printed game, as it is read.
fn assert_equal(found: &str, game: &Played, with_clocks: bool, has_ms: bool) {
    assert_eq!(moves(found), game.pgn(with_clocks, has_ms));
    let read = check(found);
    assert_eq!(read.tag("White"), Some(&*game.names[0]));
    assert_eq!(read.tag("Black"), Some(&*game.names[1]));
    assert_eq!(read.tag("Result"), Some(game.end.1));
    assert_eq!(read.ply_count(), game.plies.len());
}

fn games(random: &mut Random, count: u32, length: usize) -> Vec<Played> {
    (0..count).map(|number| Played::random(random, number + 1, length)).collect()
}

#[test]
fn lists_come_back() {
    let mut random = Random(3);
    let games = games(&mut random, 300, 120);
    for is_fics in [true, false] {
        let mut log = String::from("fics% oldmoves\n");
        for game in &games {
            log.push_str(&list(game, is_fics));
            log.push_str("X(50): talk\nfics% ");
        }
        let (found, counts) = read(log.as_bytes());
        // Aborted games have an end.
        assert_eq!((found.len(), counts.talk, counts.joined_lists), (300, 301, 0));
        for (found, game) in found.iter().zip(&games) {
            assert!(found.faults.is_empty(), "{:?}", found.faults);
            assert_equal(&found.pgn, game, false, is_fics);
            let place = &log[found.span.clone()];
            assert!(
                place.contains(&format!("White{} (", game.number))
                    && place.ends_with(&format!("{}\n", game.end.1))
            );
        }
    }
}

/// Boards of several games at a time, of which some moves are taken back.
fn interleaved(random: &mut Random, games: &[Played], has_ms: bool) -> (String, Vec<usize>, u64) {
    let (mut log, mut ends, mut taken_back) = (String::new(), Vec::new(), 0);
    let mut next = 0;
    let mut open: Vec<(usize, usize)> = Vec::new();
    loop {
        while open.len() < 6 && next < games.len() {
            open.push((next, 0));
            log.push_str(&format!("{}\n\r", board(&games[next], &games[next].start, None, has_ms)));
            next += 1;
        }
        if open.is_empty() {
            return (log, ends, taken_back);
        }
        let at = random.below(open.len());
        let (game, plies) = &mut open[at];
        let played = &games[*game];
        let Some(made) = played.plies.get(*plies) else {
            log.push_str(&format!("\n\r{}\n\r\n\rfics% ", end(played)));
            ends.push(*game);
            open.swap_remove(at);
            continue;
        };
        let prompt = ["", "fics% ", "\n\r\x07fics% ", "X tells you: 1. e4\n\r"][random.below(4)];
        log.push_str(&format!("{prompt}{}\n\r", board(played, &made.after, Some(made), has_ms)));
        *plies += 1;
        if random.below(10) == 0 {
            let (mut position, mut clocks, mut extra) = (made.after, made.clocks, 0);
            for _ in 0..=random.below(2) {
                let Some(wrong) = HalfMove::random(random, &position, clocks) else { break };
                log.push_str(&format!("{}\n\r", board(played, &wrong.after, Some(&wrong), has_ms)));
                (position, clocks, extra) = (wrong.after, wrong.clocks, extra + 1);
            }
            log.push_str(&format!("Game {}: X takes back {extra} move(s).\n\r", played.number));
            log.push_str(&format!("{}\n\r", board(played, &made.after, Some(made), has_ms)));
            taken_back += extra;
        }
    }
}

#[test]
fn interleaved_boards_come_back() {
    let mut random = Random(5);
    let games = games(&mut random, 300, 120);
    for has_ms in [true, false] {
        let (log, ends, taken_back) = interleaved(&mut random, &games, has_ms);
        let (found, counts) = read(log.as_bytes());
        assert_eq!((found.len(), counts.boards, counts.taken_back), (300, 0, taken_back));
        for (found, game) in found.iter().zip(ends) {
            assert!(found.faults.is_empty(), "{:?}", found.faults);
            assert_equal(&found.pgn, &games[game], true, has_ms);
        }
    }
}

#[test]
fn damaged_logs_give_games_or_nothing() {
    let mut random = Random(9);
    let games = games(&mut random, 12, 30);
    let (boards, ..) = interleaved(&mut random, &games, true);
    let lists: String = games.iter().map(|game| list(game, true)).collect();
    let pgn = "[Event \"x\"]\n\n1. e4 {a} e5 (1... c5) 1-0\n";
    let kinds = ["crazyhouse", "wild/fr", "losers", "atomic", "suicide", "standard"];
    let whole = format!("{boards}{lists}{pgn}From x\nContent-Transfer-Encoding: quoted-printable\n\n{lists}");
    for round in 0..100 {
        let mut log = whole.clone().into_bytes();
        let kind = kinds[round % kinds.len()];
        if round % 2 == 0 {
            log = String::from_utf8(log).unwrap().replace("standard", kind).into_bytes();
        }
        let start = random.below(log.len());
        log = log.split_off(start);
        for _ in 0..random.below(60) {
            let at = random.below(log.len());
            let Some(byte) = log.get_mut(at) else { break };
            *byte = match random.below(4) {
                0 => b"\n\r\\>{}[]()=% *"[random.below(14)],
                1 => b"KQRBNPkqrbnp-x@0123456789abcdefgh"[random.below(33)],
                _ => random.below(256) as u8,
            };
        }
        let (games, _) = read(&log);
        for game in games.iter().filter(|game| game.pgn.contains("[Mode \"ICS\"]")) {
            check(&game.pgn);
        }
    }
}

#[test]
fn random_bytes_give_nothing_that_panics() {
    let mut random = Random(11);
    let words = [
        "<12> ",
        "{Game 1 (a vs. b) ",
        "} 1-0\n",
        "\n",
        "\\   ",
        "a (1) vs. b (2) --- ",
        "  1.  e4 (0:01)",
        "[a \"b\"]",
        "From ",
        "=3D",
        "\u{ff}",
        "\r",
        "fics% ",
        "<b1> game 1 white [P] black [Q]",
        "*",
        "(",
        "[G]\0",
        "\x1b[",
        "Movelist for game 1:",
    ];
    for _ in 0..2000 {
        let mut log = Vec::new();
        for _ in 0..random.below(40) {
            if random.below(2) == 0 {
                log.push(random.below(256) as u8);
            } else {
                log.extend_from_slice(words[random.below(words.len())].as_bytes());
            }
        }
        read(&log);
        let _ = pgnkit_formats::ics::begins_log(&log);
    }
}
