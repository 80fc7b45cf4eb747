//! Mails and PGN.

use super::{moves, one, read, tag};

const PGN: &str = "[Event \"FICS rated blitz game\"]\n[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 {\n[odd} e5 (1... c5 1-0) ; 0-1\n2. d4\n\n{White wins} 1-0";

#[test]
fn pgn_is_taken_as_it_is() {
    let log = format!("fics% hi\n{PGN} rest\n\n[Event \"2\"]\n\n*\n[White \"no game\"]\ntalk\n");
    let (games, counts) = read(log.as_bytes());
    assert_eq!(games[0].pgn, format!("{PGN}\n\n"));
    assert_eq!(&log[games[0].span.start..games[0].span.start + 6], "[Event");
    assert_eq!((games.len(), &*games[1].pgn), (2, "[Event \"2\"]\n\n*\n\n"));
    assert_eq!(counts.talk, 3);
    // A game that ends too early.
    for after in ["[Event \"3\"]\n\n*", "-- \nme", "Regards\n", "From x", "fics% bye\n", "--=_Part 1\n"] {
        let (games, _) = read(format!("[White \"a\"]\n\n1. e4 e5\n\n{after}").as_bytes());
        assert_eq!((&*games[0].pgn, games[0].faults.len()), ("[White \"a\"]\n\n1. e4 e5\n\n", 1));
        assert_eq!(games[0].faults[0].reason.kind(), "pgn");
    }
}

#[test]
fn the_log_goes_on_after_pgn() {
    let (games, counts) =
        read(b"[White \"a\"]\n\n1. e4\nfics% {Game 8 (x vs. y) x resigns} 0-1\nfics% [White \"b\"]\nSf6 *");
    assert_eq!((games.len(), counts.ends, counts.talk, counts.lines), (2, 1, 0, 6));
}

#[test]
fn mails_are_unpacked() {
    let mail = "From fics Mon Nov  4\nFrom: fics\nSubject: FICS game report a vs b\nContent-Transfer-Encoding: Quoted-Printable\n\n\
        > a (1626) vs. b (1678) --- Mon Nov  4, 08:38 CET =\n2002\n\
        > Rated standard match, initial time: 10 minutes, increment: 12 seconds.\n>\n> Move  a                  b\n> ----   ----\n\
        >   1.  g4   (0:00)   h5   (0:00)\n>   2.  gxh5   (0:00)   Rh7   (0:00)\n>   3.  h6   (0:00)   Rh8   (0:00)\n\
        >   4.  h7   (0:00)   a6   (0:00)\n>   5.  hxg8=3DQ   (0:00)\n>       {Black resigns} 1-0\n-- \nsignature\n";
    let (pgn, faults) = one(mail);
    assert!(faults.is_empty());
    assert!(moves(&pgn).contains("5. hxg8=Q "), "{pgn}");
    assert_eq!(
        (tag(&pgn, "Event"), tag(&pgn, "Date")),
        (Some("FICS rated standard game"), Some("2002.11.04"))
    );
    // A move's transfer encoding is undone even where the header is gone.
    let (pgn, _) = one(mail.split_once("\n\n").unwrap().1);
    assert!(moves(&pgn).contains("5. hxg8=Q "), "{pgn}");
}

#[test]
fn latin_letters() {
    let (games, _) = read(b"[White \"M\xfcller\"]\n\n1. e4 *");
    assert_eq!(games[0].pgn, "[White \"M\u{fc}ller\"]\n\n1. e4 *\n\n");
}
