//! Games as servers print them.

use pgnkit::chess::{Color, Piece, Position, Square};

/// A game that is printed.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) number: u32,
    pub(crate) names: [String; 2],
    pub(crate) start: Position,
    pub(crate) plies: Vec<HalfMove>,
    pub(crate) end: (String, &'static str),
}

/// A move that was made.
#[derive(Clone, Debug)]
pub(crate) struct HalfMove {
    pub(crate) san: String,
    /// Milliseconds.
    pub(crate) took: u64,
    pub(crate) clocks: [u64; 2],
    pub(crate) after: Position,
}

pub(crate) struct Random(pub(crate) u32);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % end.max(1)
    }
}

const ENDS: [(&str, &str); 5] = [
    ("White resigns", "0-1"),
    ("Black forfeits on time", "1-0"),
    ("Game drawn by mutual agreement", "1/2-1/2"),
    ("Game aborted by mutual agreement", "*"),
    ("White ran out of time and Black has no material to mate", "1/2-1/2"),
];

impl HalfMove {
    pub(crate) fn random(random: &mut Random, before: &Position, clocks: [u64; 2]) -> Option<Self> {
        let moves = before.legal_moves();
        let mv = *moves.as_slice().get(random.below(moves.len()))?;
        let took = random.below(90_000) as u64;
        let mut clocks = clocks;
        let mover = before.turn().index();
        clocks[mover] = clocks[mover].saturating_sub(took) + 12_000;
        Some(Self { san: before.san(mv).to_string(), took, clocks, after: before.after(mv) })
    }
}

impl Played {
    pub(crate) fn random(random: &mut Random, number: u32, length: usize) -> Self {
        let mut played = Self {
            number,
            names: [format!("White{number}"), format!("Black{number}")],
            start: Position::START,
            plies: Vec::new(),
            end: (String::new(), "*"),
        };
        for _ in 0..=random.below(length) {
            let Some(made) = HalfMove::random(random, &played.position(), played.clocks()) else { break };
            played.plies.push(made);
        }
        let (reason, result) = ENDS[random.below(ENDS.len())];
        played.end = (reason.to_owned(), result);
        played
    }

    pub(crate) fn position(&self) -> Position {
        self.plies.last().map_or(self.start, |made| made.after)
    }

    pub(crate) fn clocks(&self) -> [u64; 2] {
        self.plies.last().map_or([600_000; 2], |made| made.clocks)
    }

    /// The game as the server's own PGN has it, with times that are exact to some digits.
    pub(crate) fn pgn(&self, with_clocks: bool, has_ms: bool) -> String {
        let mut text = String::new();
        for (at, made) in self.plies.iter().enumerate() {
            let dots = if at % 2 == 0 { "." } else { "..." };
            let mover = at % 2;
            let clock = if with_clocks {
                format!("[%clk {}] ", time(made.clocks[mover], has_ms))
            } else {
                String::new()
            };
            text.push_str(&format!(
                "{}{dots} {} {{{clock}[%emt {}]}} ",
                at / 2 + 1,
                made.san,
                time(made.took, has_ms)
            ));
        }
        format!("{text}{{{}}} {}", self.end.0, self.end.1)
    }
}

fn time(milliseconds: u64, has_ms: bool) -> String {
    let (seconds, part) = (milliseconds / 1000, milliseconds % 1000);
    let text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let part = if has_ms && part > 0 { format!(".{part:03}") } else { String::new() };
    format!("{text}{}", part.trim_end_matches('0'))
}

fn used(milliseconds: u64, has_ms: bool) -> String {
    let seconds = milliseconds / 1000;
    let part = if has_ms { format!(".{:03}", milliseconds % 1000) } else { String::new() };
    format!("({}:{:02}{part})", seconds / 60, seconds % 60)
}

/// A list of moves, as FICS prints it or, without milliseconds, as the free servers do.
pub(crate) fn list(game: &Played, is_fics: bool) -> String {
    let [white, black] = &game.names;
    let mut text = if is_fics {
        format!(
            "Movelist for game {}:\n\n{white} (1626) vs. {black} (1678) --- Mon Nov  4, 08:38 CET 2002\n\
             Rated standard match, initial time: 10 minutes, increment: 12 seconds.\n\n\
             Move  {white:<23} {black}\n----  ---------------------   ---------------------\n",
            game.number
        )
    } else {
        format!(
            "\n{white} (1626) vs. {black} (1678) --- 2002.11.04 08:38:00\n\
             Rated Standard match, initial time: 10 minutes, increment: 12 seconds.\n\n\
             Move  {white:<18} {black}\n----  ----------------   ----------------\n"
        )
    };
    for (at, row) in game.plies.chunks(2).enumerate() {
        text.push_str(&format!("{:>3}.  ", at + 1));
        for made in row {
            let san = made.san.trim_end_matches(['+', '#']);
            text.push_str(&format!("{san:<8}{:<16}", used(made.took, is_fics)));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    format!("{text}      {{{}}} {}\n\n", game.end.0, game.end.1)
}

/// A line of style 12: the position after some moves, of which the last one is given.
pub(crate) fn board(game: &Played, position: &Position, last: Option<&HalfMove>, has_ms: bool) -> String {
    let mut ranks = String::new();
    for rank in (0..8).rev() {
        for file in 0..8 {
            let square = Square::new(rank * 8 + file).unwrap();
            ranks.push(position.piece_at(square).map_or('-', Piece::letter));
        }
        ranks.push(' ');
    }
    let turn = if position.turn() == Color::White { "W" } else { "B" };
    let rights = [Color::White, Color::Black].map(|color| {
        use pgnkit::chess::CastlingSide::{King, Queen};
        [King, Queen].map(|side| u8::from(position.castling_rook(color, side).is_some()))
    });
    let unit = if has_ms { 1 } else { 1000 };
    let clocks = last.map_or([600_000; 2], |made| made.clocks).map(|clock| clock / unit);
    let step = position.ep_square().map_or(-1, |square| square.file().index() as i8);
    format!(
        "<12> {ranks}{turn} {step} {} {} {} {} {} {} {} {} 0 10 12 39 39 {} {} {} x/a1-a1 {} {} 0 1 0",
        rights[0][0],
        rights[0][1],
        rights[1][0],
        rights[1][1],
        position.halfmove_clock(),
        game.number,
        game.names[0],
        game.names[1],
        clocks[0],
        clocks[1],
        position.fullmove_number(),
        used(last.map_or(0, |made| made.took), has_ms),
        last.map_or("none", |made| &made.san),
    )
}

/// The line that ends a game.
pub(crate) fn end(game: &Played) -> String {
    let [white, black] = &game.names;
    format!("{{Game {} ({white} vs. {black}) {}}} {}", game.number, game.end.0, game.end.1)
}
