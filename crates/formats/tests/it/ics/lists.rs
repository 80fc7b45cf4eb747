//! Lists of moves.

use pgnkit_formats::ics::{Reason, begins_log};

use super::{moves, one, read, tag};

const FREE: &str = "Alpha (UNR) vs. Beta (1678P) --- 2002.11.04 08:38:09
Unrated Lighting match, initial time: 1 minutes, increment: 0 seconds.

Move  Alpha            Beta
----  ----------------   ----------------
  1.  e4      (0:00)     e5      (0:01)
  2.  Qh5     (0:02)     Ke7     (1:02:03)
  3.  Qxe5    (0:02)
      {Black checkmated} 1-0
";

#[test]
fn the_free_servers_form() {
    let (pgn, faults) = one(FREE);
    assert!(faults.is_empty());
    assert_eq!(
        pgn,
        "[Event \"ICS unrated lightning game\"]\n[Site \"?\"]\n[Date \"2002.11.04\"]\n[Round \"-\"]\n[White \"Alpha\"]\n[Black \"Beta\"]\n\
         [Result \"1-0\"]\n[Time \"08:38:09\"]\n[WhiteElo \"-\"]\n[BlackElo \"1678\"]\n[TimeControl \"60\"]\n[Mode \"ICS\"]\n\
         [Termination \"normal\"]\n\n1. e4 {[%emt 0:00:00]} 1... e5 {[%emt 0:00:01]} 2. Qh5 {[%emt 0:00:02]} 2... Ke7 {[%emt 1:02:03]} \
         3. Qxe5# {[%emt 0:00:02]} {Black checkmated} 1-0\n\n"
    );
}

#[test]
fn the_form_of_fics() {
    let log = "login: guest\n\n\x07fics% fics% moves 34\n\rMovelist for game 34:\n\r\n\r\
        homerg (1626) vs. drakorg (++++) --- Mon Nov  4, 08:38 CET 2002\n\r\
        Rated wild/2 match, initial time: 10 minutes, increment: 12 seconds AND 5 minutes, increment: 0 seconds.\n\r\n\r\
        Move  homerg                  drakorg\n\r----  ---------------------   ---------------------\n\r\
        \x20 1.  e4      (0:00.000)      e6      (0:00.020)\n\r      {Still in progress} *\n\r\n\rfics% bye\n\r";
    let (pgn, faults) = one(log);
    // Where a game of this kind starts is not in its list.
    assert_eq!(faults, ["start"]);
    assert_eq!(tag(&pgn, "Event"), Some("FICS rated wild/2 game"));
    assert_eq!(tag(&pgn, "Site"), Some("FICS freechess.org"));
    assert_eq!((tag(&pgn, "Date"), tag(&pgn, "Time")), (Some("2002.11.04"), Some("08:38:00")));
    assert_eq!(tag(&pgn, "Timezone"), Some("CET"));
    assert_eq!((tag(&pgn, "WhiteElo"), tag(&pgn, "BlackElo")), (Some("1626"), Some("-")));
    assert_eq!((tag(&pgn, "WhiteTimeControl"), tag(&pgn, "BlackTimeControl")), (Some("600+12"), Some("300")));
    assert_eq!(tag(&pgn, "Variant"), Some("wild/2, start unknown"));
    assert_eq!(tag(&pgn, "Termination"), Some("unterminated"));
    assert_eq!(moves(&pgn), "1. e4 {[%emt 0:00:00]} 1... e6 {[%emt 0:00:00.02]} {Still in progress} *");
    let (games, counts) = read(log.as_bytes());
    assert!(log[games[0].span.clone()].starts_with("fics% moves") || games[0].span.start > 0);
    assert_eq!(counts.talk, 3);
}

fn list(kind: &str, rows: &str) -> String {
    format!(
        "a (1) vs. b (2) --- 2002.11.04 08:38:00\nRated {kind} match, initial time: 0 minutes, increment: 0 seconds.\n\n{rows}\n"
    )
}

#[test]
fn ends() {
    for (end, result, termination) in [
        ("{Game drawn by mutual agreement} 1/2-1/2", "1/2-1/2", "normal"),
        ("{White forfeits on time} 0-1", "0-1", "time forfeit"),
        ("{Game adjourned by mutual agreement} *", "*", "unterminated"),
        ("{White forfeits by disconnection} 0-1", "0-1", "abandoned"),
    ] {
        let (pgn, faults) = one(&list("Blitz", &format!("  1.  e4   (0:01)   e5   (0:02)\n      {end}")));
        assert!(faults.is_empty());
        assert_eq!((tag(&pgn, "Result"), tag(&pgn, "Termination")), (Some(result), Some(termination)));
        let reason = end.split_once('}').unwrap().0;
        assert!(pgn.ends_with(&format!("{reason}}} {result}\n\n")), "{pgn}");
        assert_eq!(tag(&pgn, "TimeControl"), Some("-"));
    }
}

#[test]
fn variants() {
    for (kind, rows, variant, text) in [
        (
            "Crazyhouse",
            "1. e4 (0:01) d5 (0:01)\n2. exd5 (0:01) Qxd5 (0:01)\n3. P@e4 (0:01)",
            Some("Crazyhouse"),
            "3. @e4",
        ),
        ("Suicide", "1. e3 (0:01) b5 (0:01)\n2. Bxb5 (0:01)", Some("Suicide"), "2. Bxb5"),
        (
            "Atomic",
            "1. Nf3 (0:01) f6 (0:01)\n2. Nd4 (0:01) e5 (0:01)\n3. Nb5 (0:01) a6 (0:01)\n4. Nxc7 (0:01)",
            Some("Atomic"),
            "4. Nxc7 ",
        ),
        ("losers", "1. e4 (0:01) d5 (0:01)\n2. exd5 (0:01)", Some("Losers"), "2. exd5"),
        ("bughouse", "1. P@e4 (0:01) e5 (0:01)", Some("Bughouse"), "1. P@e4"),
        ("wild/fr", "1. Qxf2 (0:01)", Some("wild/fr, start unknown"), "1. Qxf2"),
        ("untimed", "1. e4 (0:01) pass (0:00)\n2. d4 (0:01)", None, "1... --"),
    ] {
        let (pgn, _) = one(&list(kind, &format!("{rows}\n      {{White resigns}} 0-1")));
        assert_eq!(tag(&pgn, "Variant"), variant);
        assert!(moves(&pgn).contains(text), "{pgn}");
    }
}

#[test]
fn moves_without_care() {
    let rows = "1. Ng1f3 (0:01) e7e5 (0:01)\n2. Nxe5+ (0:01) d5 (0:01)\n{White resigns} 0-1";
    let (pgn, faults) = one(&list("blitz", rows));
    assert!(faults.is_empty());
    assert!(moves(&pgn).starts_with("1. Nf3") && pgn.contains("2. Nxe5 "), "{pgn}");
}

#[test]
fn illegal_moves_are_kept_as_text() {
    let log = list(
        "blitz",
        "  1.  e4   (0:01)   e5   (0:02)\n  2.  Ke3  (0:01)   d5   (0:01)\n      {White resigns} 0-1",
    );
    let (games, _) = read(log.as_bytes());
    let [fault] = &games[0].faults[..] else { panic!("{games:?}") };
    assert!(log[fault.offset..].starts_with("Ke3"));
    assert_eq!(
        fault.to_string(),
        format!("offset {}: expected a legal half-move 3, found Ke3: no king can reach e3", fault.offset)
    );
    assert!(matches!(&fault.reason, Reason::Illegal { ply: 2, san, .. } if san == "Ke3"));
    assert!(moves(&games[0].pgn).ends_with("1... e5 {[%emt 0:00:02]} {Ke3 d5} {White resigns} 0-1"));
    // From an unknown position.
    let (pgn, faults) = one(&list("blitz", "1. Kxe8 (0:01)\n{Game drawn by stalemate} 1/2-1/2"));
    assert_eq!((moves(&pgn), &faults[..]), ("{Kxe8} {Game drawn by stalemate} 1/2-1/2", &["start"][..]));
}

#[test]
fn a_start_comes_from_a_board() {
    let board = "<12> -------- -------- ----k--- -------- -------- -------- ----P--- ----K--- B -1 0 0 0 0 0 9 a b 0 5 0 1 0 300 300 1 none (0:00) none 0";
    let rows = "1. ... (0:00) Kd5 (0:01)\n2. Kd2 (0:01)\n{White resigns} 0-1";
    let (pgn, faults) = one(&format!("{board}\nfoo\n{}", list("standard", rows)));
    assert!(faults.is_empty(), "{faults:?} {pgn}");
    assert_eq!(tag(&pgn, "FEN"), Some("8/8/4k3/8/8/8/4P3/4K3 b - - 0 1"));
    assert!(moves(&pgn).starts_with("1... Kd5 {[%emt 0:00:01]} 2. Kd2"));
    let wild =
        board.replace("----k--- -------- --------", "-------- -------- ----k---").replace(" B -1", " W -1");
    let (pgn, faults) = one(&format!("{wild}\n{}", list("wild/7", "1. Kd1 (0:01)\n{White resigns} 0-1")));
    assert_eq!((tag(&pgn, "Variant"), &faults[..]), (None, &[][..]));
    assert_eq!(tag(&pgn, "FEN"), Some("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1"));
}

#[test]
fn broken_lists() {
    let begin = list("blitz", "1. e4 (0:01) e5 (0:02)");
    for after in ["", "-- \nsignature\n", "3. e4 (0:01) e5 (0:02)\n", "From x\n", &"talk\n".repeat(100)] {
        let (pgn, faults) = one(&format!("{begin}{after}"));
        assert_eq!((tag(&pgn, "Result"), &faults[..]), (Some("*"), &["cut"][..]), "{after}");
        assert!(moves(&pgn).ends_with("1... e5 {[%emt 0:00:02]} *"));
    }
    // The page of a terminal ends, or someone talks.
    let (pgn, faults) = one(&format!(
        "{begin}Type [next] to see next page.\nfics% next\n2. d4 (0:01)\nX tells you: hi\n{{White resigns}} 0-1"
    ));
    assert!(faults.is_empty() && pgn.contains("2. d4"), "{pgn}");
    // Another list.
    let (games, _) = read(format!("{begin}{FREE}").as_bytes());
    assert_eq!((games.len(), games[0].faults.len(), games[1].faults.len()), (2, 1, 0));
}

#[test]
fn logs_are_recognised_for_certain() {
    assert!(begins_log(FREE.as_bytes()));
    assert!(begins_log(b"fics% \nMovelist for game 3:\n\n"));
    assert!(begins_log(b"From: x\nSubject: FICS game report a vs b\n\n[Event \"x\"]\n"));
    assert!(begins_log(b"x\n<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 9 a b 0 5 0 39 39 300 300 1 none (0:00) none 0\nx"));
    for text in [
        &b"[Event \"x\"]\n\n1. e4 {a (1) vs. b (2) --- 2002.11.04\n} *"[..],
        b"fics% who\nX tells you: a (1) vs. b (2)\n",
        b"<12> \n",
        b"<12> rnbqkbnr pppppppp -------- ",
        b"",
        b"{Game 81 (a vs. b) a checkmated} 0-1\n",
    ] {
        assert!(!begins_log(text), "{}", text.escape_ascii());
    }
}
