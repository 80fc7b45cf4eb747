//! Boards of style 12.

use super::writer::{HalfMove, Played, Random, board, end, list};
use super::{check, moves, one, read, tag};

fn game(sans: &[&str]) -> Played {
    let mut game = Played::random(&mut Random(1), 7, 0);
    game.plies.clear();
    game.end = ("White7 resigns".into(), "0-1");
    for san in sans {
        let before = game.position();
        let after = before.after(before.parse_san(san).unwrap());
        game.plies.push(HalfMove { san: (*san).into(), took: 1000, clocks: [60_000, 50_000], after });
    }
    game
}

/// Boards of a game from the one after some moves on.
fn lines(game: &Played, from: usize) -> Vec<String> {
    let all =
        std::iter::once((game.start, None)).chain(game.plies.iter().map(|made| (made.after, Some(made))));
    all.skip(from).map(|(position, last)| board(game, &position, last, false)).collect()
}

const MOVES: [&str; 5] = ["e4", "e5", "Nf3", "Nc6", "Bb5"];

#[test]
fn a_game_from_its_start() {
    let played = game(&MOVES);
    let log = format!(
        "Creating: White7 (1500) Black7 (1600P) rated blitz 10 12\n{{Game 7 (White7 vs. Black7) Creating rated blitz match.}}\n{}\n{}\n",
        lines(&played, 0).join("\nfics% \n"),
        end(&played)
    );
    let (pgn, faults) = one(&log);
    assert!(faults.is_empty());
    assert_eq!(
        pgn,
        "[Event \"FICS rated blitz game\"]\n[Site \"FICS freechess.org\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n[White \"White7\"]\n\
         [Black \"Black7\"]\n[Result \"0-1\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1600\"]\n[TimeControl \"600+12\"]\n[Mode \"ICS\"]\n\
         [Termination \"normal\"]\n\n1. e4 {[%clk 0:01:00] [%emt 0:00:01]} 1... e5 {[%clk 0:00:50] [%emt 0:00:01]} \
         2. Nf3 {[%clk 0:01:00] [%emt 0:00:01]} 2... Nc6 {[%clk 0:00:50] [%emt 0:00:01]} 3. Bb5 {[%clk 0:01:00] [%emt 0:00:01]} \
         {White7 resigns} 0-1\n\n"
    );
    // The first board is after the first move; no end.
    let (pgn, faults) = one(&lines(&played, 1).join("\n"));
    assert!(faults.is_empty() && tag(&pgn, "FEN").is_none());
    assert!(moves(&pgn).starts_with("1. e4") && moves(&pgn).ends_with("*"));
}

#[test]
fn a_game_that_is_joined_late() {
    let played = game(&MOVES);
    let late = lines(&played, 3).join("\n");
    let (pgn, _) = one(&format!("{late}\n{}", end(&played)));
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(tag(&pgn, "FEN"), Some(fen));
    assert!(moves(&pgn).starts_with("2... Nc6"));
    // The list of its moves so far, which XBoard asks for, has the beginning.
    let mut so_far = game(&MOVES[..4]);
    so_far.end = ("Still in progress".into(), "*");
    let (pgn, faults) =
        one(&format!("{}\n{}\n{late}\n{}", lines(&played, 3)[0], list(&so_far, true), end(&played)));
    assert!(faults.is_empty() && tag(&pgn, "FEN").is_none());
    assert_eq!(tag(&pgn, "WhiteElo"), Some("1626"));
    assert!(
        moves(&pgn).starts_with("1. e4 {[%emt 0:00:01]} 1... e5") && pgn.contains("3. Bb5 {[%clk"),
        "{pgn}"
    );
    // The list comes first, or fills a gap.
    let boards = lines(&played, 0);
    for log in [
        format!("{}\n{}\n{}", list(&so_far, true), boards[5], end(&played)),
        format!("{}\n{}\n{}\n{}", boards[0], list(&so_far, true), boards[5], end(&played)),
    ] {
        let (pgn, faults) = one(&log);
        assert!(faults.is_empty() && moves(&pgn).contains("3. Bb5"), "{pgn}");
    }
}

#[test]
fn boards_that_do_not_follow() {
    let played = game(&MOVES);
    let boards = lines(&played, 0);
    let log = [&*boards[0], &*boards[1], &*boards[4], &*boards[5], &*end(&played)].join("\n");
    let (games, counts) = read(log.as_bytes());
    assert_eq!((games.len(), games[0].faults.len(), games[1].faults.len()), (2, 1, 0));
    assert_eq!(
        games[0].faults[0].to_string().split_once(": ").unwrap().1,
        "expected a board that follows the last one, found one after 4 half-moves"
    );
    assert_eq!(games[0].faults[0].offset, log.find(&boards[4]).unwrap());
    assert!(moves(&games[1].pgn).starts_with("3. Bb5"));
    assert_eq!(counts.boards, 0);
    // Only one board, a board without kings, the end of an unknown game.
    let edited = boards[0].replace('k', "-");
    let (games, counts) =
        read(format!("{}\n{edited}\n{{Game 8 (x vs. y) x resigns}} 0-1\n", boards[3]).as_bytes());
    assert_eq!((games.len(), counts.boards, counts.ends, counts.talk), (0, 2, 1, 0));
}

#[test]
fn moves_are_taken_back() {
    let played = game(&MOVES);
    let other = game(&["e4", "e5", "Nf3", "d6", "d4"]);
    let mut log = lines(&other, 0);
    log.push("Game 7: White7 takes back 2 moves.".into());
    log.extend(lines(&played, 3));
    log.push(end(&played));
    let log = log.join("\n");
    let (games, counts) = read(log.as_bytes());
    assert_eq!((games.len(), counts.taken_back, counts.talk), (1, 2, 1));
    assert!(games[0].pgn.contains("2... Nc6") && !games[0].pgn.contains("d6"));
    // The board after a move that replaces another one comes at once.
    let log = [lines(&other, 0), lines(&played, 4)].concat().join("\n");
    let (games, counts) = read(log.as_bytes());
    assert_eq!((games.len(), counts.taken_back), (1, 2));
    assert!(games[0].pgn.contains("3. Bb5"));
}

#[test]
fn examined_games_go_back_and_forth() {
    let played = game(&MOVES);
    let boards: Vec<String> =
        lines(&played, 0).iter().map(|line| line.replace("Black7 0 10", "Black7 2 10")).collect();
    let log = [&boards[..], &boards[..2], &boards[..3]].concat().join("\n");
    let (games, counts) = read(log.as_bytes());
    assert_eq!((games.len(), counts.taken_back), (1, 0));
    assert!(moves(&games[0].pgn).contains("3. Bb5"));
}

#[test]
fn adjourned_games_go_on() {
    let played = game(&MOVES);
    let boards = lines(&played, 0);
    let log = format!(
        "{}\n{{Game 7 (White7 vs. Black7) Black7 lost connection; game adjourned}} *\nfics% \n\
         {{Game 9 (White7 vs. Black7) Continuing rated blitz match.}}\n{}\n{}\n",
        boards[..4].join("\n"),
        boards[3..].join("\n").replace(" 7 White7", " 9 White7"),
        end(&played).replace("Game 7", "Game 9")
    );
    let (pgn, faults) = one(&log);
    assert!(
        faults.is_empty() && moves(&pgn).contains("3. Bb5") && tag(&pgn, "Result") == Some("0-1"),
        "{pgn}"
    );
    let (pgn, _) = one(log.split_once("fics").unwrap().0);
    assert_eq!(tag(&pgn, "Termination"), Some("unterminated"));
    assert!(pgn.ends_with("{Black7 lost connection; game adjourned} *\n\n"));
}

#[test]
fn numbers_are_used_again() {
    let (first, mut second) = (game(&MOVES), game(&["d4"]));
    second.names = ["x".into(), "y".into()];
    let log = format!("{}\n{}\n{}", lines(&first, 0).join("\n"), lines(&second, 0).join("\n"), end(&second));
    let (games, _) = read(log.as_bytes());
    assert_eq!(
        games.iter().map(|game| tag(&game.pgn, "White").unwrap()).collect::<Vec<_>>(),
        ["White7", "x"]
    );
    assert_eq!(games.iter().map(|game| tag(&game.pgn, "Result").unwrap()).collect::<Vec<_>>(), ["*", "0-1"]);
}

#[test]
fn lines_go_on() {
    let played = game(&MOVES);
    let log: Vec<String> = lines(&played, 0)
        .iter()
        .map(|line| {
            let at = line[..78].rfind(' ').unwrap();
            format!("\x07fics% {}\n\\   {}", &line[..at], &line[at + 1..])
        })
        .collect();
    let (pgn, _) = one(&format!("{}\n\\   foo", log.join("\n\r")));
    assert!(moves(&pgn).contains("3. Bb5"));
}

#[test]
fn variants_without_a_name() {
    // A drop of a piece that was taken.
    let log = include_str!("crazyhouse.log");
    let (pgn, faults) = one(log);
    assert!(faults.is_empty(), "{faults:?} {pgn}");
    assert_eq!(tag(&pgn, "Variant"), Some("Crazyhouse"));
    assert!(moves(&pgn).contains("3. @e4"), "{pgn}");
    // With holdings, from the middle.
    let late = log.lines().skip(3).collect::<Vec<_>>();
    let late = format!(
        "Game 3: a (1500) b (1600) unrated crazyhouse 2 0\n{}\n<b1> game 3 white [P] black [P]\n{}\n",
        late[0],
        late[1..].join("\n")
    );
    let (pgn, faults) = one(&late);
    assert!(faults.is_empty(), "{faults:?} {pgn}");
    assert_eq!(tag(&pgn, "FEN"), Some("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3"));
    check(&pgn);
    // Rules that are not known.
    let (pgn, faults) = one(&format!("Game 3: a (1500) b (1600) unrated bughouse 2 0\n{log}"));
    assert_eq!((tag(&pgn, "Variant"), faults.len()), (Some("Bughouse"), 0));
    assert!(moves(&pgn).contains("3. P@e4"), "{pgn}");
}
