//! Logs of chess servers: any bytes are games or none.

use pgnkit::Game;
use pgnkit::chess::Position;
use pgnkit::syntax::Collect;
use pgnkit_formats::ics::{Log, begins_log};

use crate::input::{self, shown};
use crate::reported::is_fine;

/// Lines of which a log is made up, one for a byte.
const LINES: [&str; 32] = [
    "fics% ",
    "\n",
    "\r",
    "\\   ",
    "[G]\0",
    "> ",
    "From x\n",
    "Content-Transfer-Encoding: quoted-printable\n\n",
    "=3D",
    "=\n",
    "Movelist for game 1:\n",
    "a (1600) vs. b (++++) --- Mon Nov  4, 08:38 CET 2002\n",
    "a (1600) vs. b (++++) --- 2002.11.04 08:38:00\n",
    "Rated standard match, initial time: 10 minutes, increment: 12 seconds.\n",
    "Unrated crazyhouse match, initial time: 10 minutes, increment: 12 seconds.\n",
    "Unrated wild/fr match, initial time: 10 minutes, increment: 12 seconds.\n",
    "Unrated losers match, initial time: 10 minutes, increment: 12 seconds.\n",
    "  1.  e4      (0:00.000)      e5      (0:01.500)\n",
    "  1.  ...     (0:00)     e5      (0:01)\n",
    "  2.  Nf3     (0:00)     d5      (1:02:03)\n",
    "      {Still in progress} *\n",
    "      {White resigns} 0-1\n",
    "{Game 1 (a vs. b) Creating rated suicide match.}\n",
    "{Game 1 (a vs. b) Continuing rated atomic match.}\n",
    "{Game 1 (a vs. b) a lost connection; game adjourned} *\n",
    "{Game 1 (a vs. b) a resigns} 0-1\n",
    "<b1> game 1 white [PN] black [QR]\n",
    "[White \"a\"]\n",
    "1. e4 {",
    "} (1... c5) *\n",
    "Game 1: a (1600) b (1500) rated crazyhouse 2 0\n",
    "-- \n",
];

/// The bytes as a log, and as a log of lines and of boards of a game whose moves they choose.
pub fn check(data: &[u8]) {
    check_log(data);
    check_log(&made(data));
}

fn check_log(log: &[u8]) {
    let _ = begins_log(log);
    let mut parsed = Log::parse(log);
    let mut end = 0;
    for game in parsed.games() {
        assert!(game.span.start <= game.span.end && (end..=log.len()).contains(&game.span.end), "{game:?}");
        end = game.span.end;
        for fault in &game.faults {
            assert!(fault.offset <= log.len() && !fault.to_string().is_empty(), "{fault:?}");
        }
        let mut found = Collect::default();
        let read = Game::read(game.pgn.as_bytes(), &mut found);
        // PGN within a log is as it was.
        if game.pgn.contains("[Mode \"ICS\"]") && !has_tag(log) {
            let read = read.expect("a game");
            let wrong = found.iter().find(|one| !is_fine(one));
            assert!(wrong.is_none(), "{wrong:?} in {} from {}", game.pgn, shown(log));
            assert!(read.ply_count() <= game.pgn.len());
        }
    }
    let counts = parsed.counts();
    assert!(counts.talk <= counts.lines && counts.lines <= log.len() as u64 + 1);
}

/// Whether a log has the tag itself.
fn has_tag(log: &[u8]) -> bool {
    // Control characters are taken out of it, and those of the connection.
    let text: Vec<u8> =
        log.iter().copied().filter(|byte| byte.is_ascii() && !byte.is_ascii_control()).collect();
    text.windows(5).any(|bytes| bytes == b"[Mode")
}

/// Lines by bytes below 32 and above 127; others are moves of a game, of which a board is printed.
fn made(data: &[u8]) -> Vec<u8> {
    let mut log = Vec::new();
    let mut choice = input::choice(data);
    let mut line = vec![Position::START];
    for &byte in data.iter().take(2000) {
        choice = choice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match byte {
            0..32 => log.extend_from_slice(LINES[usize::from(byte)].as_bytes()),
            32..40 if line.len() > 1 => {
                line.pop();
            }
            40..128 => {
                let before = line[line.len() - 1];
                let moves = before.legal_moves();
                let Some(&mv) = moves.as_slice().get(usize::from(byte) % moves.len().max(1)) else {
                    continue;
                };
                let after = before.after(mv);
                line.push(after);
                // Boards are missing now and then.
                if choice >> 28 > 0 {
                    push_board(&after, &before.san(mv).to_string(), &mut log);
                }
            }
            _ => log.push(byte),
        }
    }
    log
}

fn push_board(position: &Position, san: &str, log: &mut Vec<u8>) {
    let fen = position.to_string();
    let mut fields = fen.split(' ');
    let placement = fields.next().unwrap_or_default();
    log.extend_from_slice(b"<12> ");
    for byte in placement.bytes() {
        match byte {
            b'1'..=b'8' => log.resize(log.len() + usize::from(byte - b'0'), b'-'),
            b'/' => log.push(b' '),
            byte => log.push(byte),
        }
    }
    let turn = if fields.next() == Some("w") { "W" } else { "B" };
    let rights = fields.next().unwrap_or_default();
    let right = |letter: char| u8::from(rights.contains(letter));
    let [a, b, c, d] = ['K', 'Q', 'k', 'q'].map(right);
    log.extend_from_slice(
        format!(
            " {turn} -1 {a} {b} {c} {d} {} 1 a b 0 2 0 39 39 120 -5 {} x (0:01) {san} 0\n",
            position.halfmove_clock(),
            position.fullmove_number()
        )
        .as_bytes(),
    );
}
