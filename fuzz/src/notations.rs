//! Notations other than SAN: any word is a legal move or none, any text is read to its end.

use pgnkit::chess::notation::{Iccf, NotationError, OtherNotation, Wings};
use pgnkit::chess::{ChessMode, Color, Move, PieceKind, Position, Square, Variant};
use pgnkit::syntax::{Collect, Event, Ignore, Parser, Severity};
use pgnkit::{Checker, Export, Flow, Game, GameBuilder, Notation, Note, Ply, Replayer, Visitor};

use crate::input::{self, shown};
use crate::places;
use crate::reported::spans;

/// Parts of words, one for a byte.
const PARTS: [&str; 64] = [
    "P",
    "K",
    "Q",
    "R",
    "B",
    "N",
    "Kt",
    "KKt",
    "QB",
    "QR",
    "-",
    "x",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "(",
    ")",
    "/",
    "=",
    " ",
    "\n",
    " ch",
    "ch.",
    " dis ch",
    " dbl. ch.",
    " mate",
    " e.p.",
    "(ch)",
    "O-O",
    "0-0-0",
    "Castles",
    " (K)",
    "+",
    "#",
    "!",
    "?",
    "1. ",
    "2... ",
    "{a}",
    "(",
    ")",
    "*",
    "1-0",
    "e2e4 ",
    "e7",
    "e8",
    "d4e5p",
    "c",
    "C",
    "E",
    "5254 ",
    "57-55 ",
    "7163",
    "28",
    "36",
    "\u{2020}",
    "\u{2013}",
    "P-K4 ",
    "\n\n[White \"a\"]\n\n",
];

/// As words in a position, as a text, and as a text made of parts of words.
pub fn check(data: &[u8]) {
    let (position, words) = places::reach(data);
    for word in words.split(|byte| *byte == 0).take(8) {
        check_words(&position, word);
    }
    check_words(&position, &made(words));
    check_text(&input::text(data));
    check_text(&made(data));
    check_numeric(&input::text(data));
    check_game(data);
}

fn made(data: &[u8]) -> Vec<u8> {
    data.iter().take(1000).flat_map(|byte| PARTS[usize::from(*byte) % PARTS.len()].bytes()).collect()
}

/// The move that a text begins with is legal or refused; so is all of the text.
fn check_words(position: &Position, text: &[u8]) {
    for (notation, wings) in OtherNotation::ALL
        .into_iter()
        .flat_map(|notation| [Wings::default(), Wings::of(position)].map(|wings| (notation, wings)))
    {
        let length = notation.length_in(text);
        assert!(length.is_none_or(|length| (1..=text.len()).contains(&length)), "{}", shown(text));
        let word = &text[..length.unwrap_or(text.len())];
        let candidates = notation.candidates(position, &wings, word);
        for mv in &candidates {
            assert!(position.is_legal(*mv), "{mv:?} in {position:?} by {}", shown(word));
        }
        match notation.read(position, &wings, word) {
            Ok(reading) => {
                assert_eq!(candidates.as_slice(), [reading.mv], "{}", shown(word));
                assert_eq!(reading.san, position.san(reading.mv));
                let after = wings.after(reading.mv);
                assert_eq!(after, wings.after(reading.mv));
                let numeric = Iccf(reading.mv).to_string();
                // Castling of Chess960 may go where the king can go, too.
                match OtherNotation::Iccf.read(position, &wings, numeric.as_bytes()) {
                    Ok(again) => assert_eq!(again.mv, reading.mv, "{numeric} in {position:?}"),
                    Err(error) => assert_eq!(error, NotationError::Ambiguous, "{numeric} in {position:?}"),
                }
            }
            Err(NotationError::NotAMove) => assert_eq!(length, None, "{}", shown(word)),
            Err(NotationError::Ambiguous) => assert!(candidates.len() > 1, "{}", shown(word)),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Moves of a game are legal, and all places are within the text.
fn check_text(text: &[u8]) {
    for notation in OtherNotation::ALL {
        let mut plays = Plays { end: 0, text };
        let mut found = Collect::default();
        let mut replayer = Replayer::new(text).notation(notation);
        let mut ends = Vec::new();
        while let Some(end) = replayer.read_game(&mut plays, &mut found) {
            ends.push(end.span);
        }
        for one in found.iter() {
            assert!(spans(one).all(|span| span.start <= span.end && span.end <= text.len()), "{one:?}");
        }
        // Checking reads the same games, and passing over them does.
        let (mut checker, mut replayer) = (Checker::new(), Replayer::new(text).notation(notation));
        let mut checked = Vec::new();
        while let Some(end) = checker.check_game(&mut replayer, &mut Collect::default()) {
            checked.push(end.span);
        }
        assert_eq!(ends, checked, "{notation} {}", shown(text));
        let mut parser = Parser::new(text).with_move_words(notation.words());
        let mut passed = Vec::new();
        while let Some(event) = parser.next_event(&mut Ignore) {
            if let Event::GameEnd(span) = event {
                passed.push(span);
            }
            parser.skip_moves();
        }
        assert_eq!(ends, passed, "{notation} {}", shown(text));
    }
}

struct Plays<'t> {
    end: usize,
    text: &'t [u8],
}

impl Visitor for Plays<'_> {
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        assert!(ply.before.is_legal(ply.mv), "{:?} in {:?} of {}", ply.mv, ply.before, shown(self.text));
        assert!(self.end <= ply.span.start && ply.span.end <= self.text.len(), "{}", shown(self.text));
        self.end = ply.span.end;
        Flow::Continue
    }
}

/// Games without errors come back from numeric notation.
fn check_numeric(text: &[u8]) {
    let mut replayer = Replayer::new(text);
    let mut builder = GameBuilder::new();
    loop {
        let mut found = Collect::default();
        if replayer.read_into(&mut builder, &mut found).is_none() {
            return;
        }
        let game = builder.game();
        if found.iter().any(|one| one.severity == Severity::Error) || !is_numeric(game) {
            continue;
        }
        let (mut numeric, mut original, mut again) = (Vec::new(), Vec::new(), Vec::new());
        Export::default().notation(Notation::Iccf).write_game(game, &mut numeric);
        Export::default().write_game(game, &mut original);
        let mut back = GameBuilder::new();
        Replayer::new(&numeric).notation(OtherNotation::Iccf).read_into(&mut back, &mut Ignore);
        Export::default().write_game(back.game(), &mut again);
        assert!(again == original, "{}\n{}", shown(&numeric), shown(&again));
    }
}

/// A game whose moves the bytes choose is read as these moves in each notation, with all that can be said of them.
fn check_game(data: &[u8]) {
    let mut texts = OtherNotation::ALL.map(|notation| (notation, String::new()));
    let (mut position, mut moves) = (Position::START, Vec::new());
    for &byte in data.iter().take(300) {
        let legal = position.legal_moves();
        let Some(&mv) = legal.as_slice().get(usize::from(byte) % legal.len().max(1)) else { break };
        for (notation, text) in &mut texts {
            if position.turn() == Color::White {
                *text += &format!("{}. ", position.fullmove_number());
            }
            *text += &match notation {
                OtherNotation::Iccf => Iccf(mv).to_string(),
                OtherNotation::Smith => smith(&position, mv),
                _ => descriptive(&position, mv),
            };
            text.push(' ');
        }
        moves.push(mv);
        position = position.after(mv);
    }
    for (notation, text) in texts {
        let mut read = Moves(Vec::new());
        let mut found = Collect::default();
        let text = format!("{text}*");
        Replayer::new(text.as_bytes()).notation(notation).read_game(&mut read, &mut found);
        assert!(read.0 == moves, "{found:?} in {text}");
        assert!(found.is_empty(), "{found:?} in {text}");
    }
}

struct Moves(Vec<Move>);

impl Visitor for Moves {
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        self.0.push(ply.mv);
        Flow::Continue
    }
}

fn smith(position: &Position, mv: Move) -> String {
    let mut text = mv.to_uci(ChessMode::Standard).to_string();
    text.truncate(4);
    match () {
        () if mv.is_castling() => text.push(if mv.is_king_side_castling() { 'c' } else { 'C' }),
        () if mv.is_en_passant() => text.push('E'),
        () if mv.is_capture() => {
            text.extend(position.kind_at(mv.to()).map(|kind| kind.letter().to_ascii_lowercase()));
        }
        () => {}
    }
    text.extend(mv.promotion().map(PieceKind::letter));
    text
}

fn descriptive(position: &Position, mv: Move) -> String {
    const FILES: [&str; 8] = ["QR", "QN", "QB", "Q", "K", "KB", "KKt", "KR"];
    let square = |square: Square| {
        let rank = match position.turn() {
            Color::White => square.rank().index() + 1,
            Color::Black => 8 - square.rank().index(),
        };
        format!("{}{rank}", FILES[usize::from(square.file().index())])
    };
    if mv.is_castling() {
        return if mv.is_king_side_castling() { "Castles K" } else { "O-O-O" }.to_owned();
    }
    let mut text = format!("{}({})", mv.kind().letter(), square(mv.from()));
    text += &match position.kind_at(mv.to()).filter(|_| mv.is_capture()) {
        Some(kind) => format!("x{}/{}", kind.letter(), square(mv.to())),
        None if mv.is_en_passant() => "xP e.p.".to_owned(),
        None => format!("-{}", square(mv.to())),
    };
    text.extend(mv.promotion().map(|kind| format!("={}", kind.letter())));
    let after = position.after(mv);
    text += match (after.is_checkmate(), after.is_check()) {
        (true, _) => "\nmate",
        (_, true) => " ch.",
        _ => "",
    };
    text
}

/// Whether all of a game can be said in numeric notation.
fn is_numeric(game: &Game) -> bool {
    let start = &game.start().position;
    let is_plain = |node: pgnkit::Node<'_>| {
        !node.mv().is_null()
            && !node.mv().is_drop()
            && !node.notes().any(|note| matches!(note, Note::Unread(_)))
    };
    start.variant() == Variant::Standard && !start.needs_chess960() && game.nodes().all(is_plain)
}
