//! A game while it is read, and its text in PGN.

use std::fmt::Write as _;

use pgnkit::Outcome;
use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::{Color, Move, Position, UnalignedPosition, Variant, san};

use super::about::{About, Names, Rules};
use super::board::{Board, Holdings};
use super::ends::End;
use super::server::Server;
use super::{Fault, Reason};
use crate::pgn_text::PgnText;

/// A game of which moves are still to come.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub(super) names: Names,
    pub(super) about: About,
    /// The position before the first half-move. Without one, moves are words.
    start: Option<UnalignedPosition>,
    /// Half-moves before the first one.
    start_ply: u32,
    plies: Vec<Ply>,
    /// Half-moves up to the last board: fewer than there are while an examined game is gone through.
    at: usize,
    /// The name of a variant, if the start does not give it.
    variant: Option<String>,
    /// Words of a list that are no legal moves.
    rest: String,
    pub(super) end: Option<End>,
    pub(super) faults: Vec<Fault>,
    /// Offset of its first byte.
    pub(super) begin: usize,
    /// Boards that it consists of.
    pub(super) boards: u64,
    /// Whether it is known what could be dropped at the start.
    has_holdings: bool,
    /// Whether other rules were tried.
    has_tried_rules: bool,
}

/// A half-move.
#[derive(Clone, Debug)]
struct Ply {
    san: Box<str>,
    /// Time that it took, and time left after it, in milliseconds.
    took: Option<u64>,
    clock: Option<u64>,
    after: Option<UnalignedPosition>,
}

/// A move of a list, not checked.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: Box<str>,
    pub(super) took: Option<u64>,
    pub(super) offset: usize,
}

/// A word that can be a move, so that it is one where the rules are not known.
pub(super) fn move_word(word: &[u8]) -> Option<Box<str>> {
    let is_of_moves = |byte: &u8| byte.is_ascii_alphanumeric() || b"+#=@-".contains(byte);
    let can_be = word.len() <= 12
        && word.iter().all(is_of_moves)
        && (word.iter().any(u8::is_ascii_alphabetic) || word == b"--");
    // A mail whose header is gone may still have its transfer encoding.
    can_be.then(|| String::from_utf8_lossy(word).replace("=3D", "=").into())
}

/// A move as servers write it: SAN, or a move that only passes.
fn read_move(position: &Position, text: &[u8]) -> Result<(Move, String), san::SanError> {
    if matches!(text, b"pass" | b"--") {
        return Ok((Move::NULL, "--".into()));
    }
    san::read(position, text).map(|reading| (reading.mv, reading.san.to_string()))
}

/// A position by the rules of another variant, with empty pockets.
fn with_rules(position: &Position, variant: Variant) -> Option<Position> {
    if position.variant() == variant {
        return Some(*position);
    }
    let fen = position.fen(EnPassant::Always);
    pgnkit::chess::fen::parse_variant(fen.as_bytes(), variant, None).ok().map(|fen| fen.position)
}

impl Play {
    fn new(names: Names, about: About, start: Option<Position>, begin: usize) -> Self {
        let ply = |start: Position| {
            2 * (start.fullmove_number().saturating_sub(1)) + u32::from(start.turn() == Color::Black)
        };
        Self {
            names,
            about,
            start: start.map(UnalignedPosition::from),
            start_ply: start.map_or(0, ply),
            plies: Vec::new(),
            at: 0,
            variant: None,
            rest: String::new(),
            end: None,
            faults: Vec::new(),
            begin,
            boards: 0,
            has_holdings: false,
            has_tried_rules: false,
        }
    }

    /// A game that begins with a board; none if nothing can be played from it.
    pub(super) fn from_board(
        board: &Board<'_>,
        names: Names,
        mut about: About,
        holdings: Option<&Holdings>,
        begin: usize,
    ) -> Option<Self> {
        about.time = Some(board.time);
        let rules = about.rules();
        let mut play = match rules {
            Rules::Unknown(name) => {
                let mut play = Self::new(names, about, None, begin);
                play.start_ply = board.ply;
                play.variant = Some(name);
                play
            }
            Rules::Known(variant) => {
                let usual = variant.start();
                let mut play = Self::new(names, about, None, begin);
                // The first board may be that after the first move.
                let first = board
                    .san
                    .filter(|_| board.ply == 1)
                    .and_then(|san| read_move(&usual, san.trim_ascii()).ok());
                let first = first.filter(|(mv, _)| board.is_of(&usual.after(*mv)));
                match first {
                    Some((mv, san)) => {
                        play.start = Some(usual.into());
                        play.push(san, Some(usual.after(mv)), board);
                    }
                    None => play.set_start(board.position(variant)?),
                }
                play
            }
            Rules::Chess960 | Rules::Wild => {
                let start = board.position(Variant::Standard)?;
                Self::new(names, about, Some(start), begin)
            }
        };
        play.boards = 1;
        if let Some(holdings) = holdings {
            play.set_holdings(holdings);
        }
        Some(play)
    }

    fn set_start(&mut self, start: Position) {
        *self = Self {
            start: Some(start.into()),
            ..Self::new(
                std::mem::take(&mut self.names),
                std::mem::take(&mut self.about),
                Some(start),
                self.begin,
            )
        };
    }

    /// A game of a list of moves. `known` is a board of the start that the log has had.
    pub(super) fn from_list(
        names: Names,
        about: About,
        words: Vec<Word>,
        black_begins: bool,
        known: Option<Position>,
        begin: usize,
    ) -> Self {
        let rules = about.rules();
        let mut play = Self::new(names, about, None, begin);
        let usual = match rules {
            Rules::Known(variant) => variant.start(),
            Rules::Chess960 | Rules::Wild => {
                if known.is_some_and(|known| play.check(known, &words).is_none()) {
                    return play;
                }
                play.plies.clear();
                play.start = None;
                let kind = play.about.kind.as_deref().unwrap_or("wild");
                play.variant = Some(format!("{kind}, start unknown"));
                play.faults.push(Fault { offset: begin, reason: Reason::Start });
                play.take_words(words, black_begins);
                return play;
            }
            Rules::Unknown(name) => {
                play.variant = Some(name);
                play.take_words(words, black_begins);
                return play;
            }
        };
        let fits = |start: &Position| (start.turn() == Color::Black) == black_begins;
        if fits(&usual) && play.check(usual, &words).is_none() {
            return play;
        }
        if let Some(known) = known.and_then(|known| with_rules(&known, usual.variant())).filter(fits)
            && known != usual
        {
            let legal = play.plies.len();
            let before = play.clone();
            if play.check(known, &words).is_none() || legal == 0 && play.has_moves() {
                play.note_illegal(words);
                return play;
            }
            play = before;
        }
        if play.plies.is_empty() && !words.is_empty() {
            play.faults.push(Fault { offset: words[0].offset, reason: Reason::Start });
            play.start = Some(usual.into());
            play.set_rest(&words);
            return play;
        }
        play.note_illegal(words);
        play
    }

    /// Moves that are not checked.
    fn take_words(&mut self, words: Vec<Word>, black_begins: bool) {
        self.start_ply = u32::from(black_begins);
        self.plies = words
            .into_iter()
            .map(|word| Ply { san: word.text, took: word.took, clock: None, after: None })
            .collect();
        self.at = self.plies.len();
    }

    /// Takes the moves from a start as far as they are legal; the first that is not.
    fn check(&mut self, start: Position, words: &[Word]) -> Option<usize> {
        self.set_start(start);
        let mut position = start;
        for (at, word) in words.iter().enumerate() {
            let Ok((mv, san)) = read_move(&position, word.text.as_bytes()) else { return Some(at) };
            position.play(mv);
            self.plies.push(Ply {
                san: san.into(),
                took: word.took,
                clock: None,
                after: Some(position.into()),
            });
            self.at += 1;
        }
        None
    }

    /// Reports the first word that is no move after those that are, and keeps it and all others.
    fn note_illegal(&mut self, words: Vec<Word>) {
        let (Some(word), Some(position)) = (words.get(self.plies.len()), self.position()) else { return };
        let Err(error) = read_move(&position, word.text.as_bytes()) else { return };
        let ply = self.start_ply + self.plies.len() as u32;
        let reason = Reason::Illegal { ply, san: word.text.to_string(), error };
        self.faults.push(Fault { offset: word.offset, reason });
        self.set_rest(&words[self.plies.len()..]);
    }

    fn set_rest(&mut self, words: &[Word]) {
        for word in words {
            if !self.rest.is_empty() {
                self.rest.push(' ');
            }
            self.rest.push_str(&word.text);
        }
    }

    /// The position after the last board or move; none where moves are words.
    fn position(&self) -> Option<Position> {
        let after = |at: usize| self.plies.get(at).and_then(|ply| ply.after);
        let place = if self.at == 0 { self.start } else { after(self.at - 1) };
        place.map(UnalignedPosition::position)
    }

    fn position_after(&self, plies: usize) -> Option<Position> {
        let place = if plies == 0 { self.start } else { self.plies.get(plies - 1)?.after };
        place.map(UnalignedPosition::position)
    }

    /// The position of the start, if it is not the usual one.
    pub(super) fn unusual_start(&self) -> Option<Position> {
        let start = self.start?.position();
        (start != start.variant().start() || self.about.rules() == Rules::Wild).then_some(start)
    }

    pub(super) fn has_moves(&self) -> bool {
        !self.plies.is_empty()
    }

    fn push(&mut self, san: String, after: Option<Position>, board: &Board<'_>) {
        self.plies.truncate(self.at);
        let after = after.map(UnalignedPosition::from);
        self.plies.push(Ply { san: san.into(), took: board.took, clock: board.clock_of_mover(), after });
        self.at += 1;
    }

    /// Goes on with a board. Moves that it takes back are counted.
    ///
    /// # Errors
    /// If it does not follow; nothing has changed then.
    pub(super) fn follow(&mut self, board: &Board<'_>, taken_back: &mut u64) -> Result<(), Unrelated> {
        let at = board.ply.checked_sub(self.start_ply).ok_or(Unrelated)? as usize;
        if self.start.is_none() {
            return self.follow_by_number(board, at, taken_back);
        }
        if at <= self.plies.len() && self.position_after(at).is_some_and(|position| board.is_of(&position)) {
            if at < self.at && !board.is_examined {
                *taken_back += (self.plies.len() - at) as u64;
                self.plies.truncate(at);
            }
            self.at = at;
            // The list of a game has no clocks.
            if let Some(ply) = at.checked_sub(1).and_then(|last| self.plies.get_mut(last))
                && ply.clock.is_none()
            {
                ply.clock = board.clock_of_mover();
            }
            self.boards += 1;
            return Ok(());
        }
        // A move that takes the place of others that were gone back over.
        let before = at.checked_sub(1).filter(|before| *before <= self.plies.len()).ok_or(Unrelated)?;
        let (san, position) = (board.san.ok_or(Unrelated)?, self.position_after(before).ok_or(Unrelated)?);
        let next = read_move(&position, san).ok().map(|(mv, san)| (position.after(mv), san));
        let (after, san) = match next.filter(|(after, _)| board.is_of(after)) {
            Some(next) => next,
            None if before == self.plies.len() => self.try_rules(board, san).ok_or(Unrelated)?,
            None => return Err(Unrelated),
        };
        *taken_back += (self.plies.len() - before) as u64;
        self.at = before;
        self.push(san, Some(after), board);
        self.boards += 1;
        Ok(())
    }

    /// Goes on with a board of a game whose rules are not known.
    fn follow_by_number(
        &mut self,
        board: &Board<'_>,
        at: usize,
        taken_back: &mut u64,
    ) -> Result<(), Unrelated> {
        if at > self.plies.len() + 1 {
            return Err(Unrelated);
        }
        if at < self.plies.len() {
            *taken_back += (self.plies.len() - at) as u64;
            self.plies.truncate(at);
        }
        if at > self.plies.len() {
            let san = board.san.and_then(move_word).ok_or(Unrelated)?;
            self.at = self.plies.len();
            self.push(san.into(), None, board);
        }
        self.at = at;
        self.boards += 1;
        Ok(())
    }

    /// Takes what can be dropped at a start in the middle of a game, once.
    pub(super) fn set_holdings(&mut self, holdings: &Holdings) {
        let is_new =
            self.plies.is_empty() && self.boards > 0 && !std::mem::replace(&mut self.has_holdings, true);
        if let Some(start) = self.start.filter(|_| is_new).map(UnalignedPosition::position)
            && start.variant() == Variant::Crazyhouse
            && start != start.variant().start()
            && let Some(start) = holdings.with(&start)
        {
            self.start = Some(start.into());
        }
    }

    /// The move of a board by the rules of a variant that the log does not name, by which all others are legal too. Tried once.
    fn try_rules(&mut self, board: &Board<'_>, san: &[u8]) -> Option<(Position, String)> {
        if self.has_tried_rules || self.about.kind.is_some() {
            return None;
        }
        self.has_tried_rules = true;
        let start = self.start?.position();
        for (variant, kind) in
            [(Variant::Crazyhouse, "crazyhouse"), (Variant::Atomic, "atomic"), (Variant::Suicide, "suicide")]
        {
            let Some(start) = with_rules(&start, variant) else { continue };
            let mut position = start;
            let mut again = Vec::with_capacity(self.plies.len());
            for ply in &self.plies {
                let Ok((mv, san)) = read_move(&position, ply.san.as_bytes()) else { break };
                position.play(mv);
                again.push(Ply { san: san.into(), after: Some(position.into()), ..ply.clone() });
            }
            if again.len() < self.plies.len() {
                continue;
            }
            let Ok((mv, san)) = read_move(&position, san) else { continue };
            let after = position.after(mv);
            if board.is_of(&after) {
                self.start = Some(start.into());
                self.plies = again;
                self.about.kind = Some(kind.into());
                return Some((after, san));
            }
        }
        None
    }

    /// Takes moves of a list of the same game that come before the first board, or after the last one. Whether the list is of this game.
    pub(super) fn join(&mut self, list: &Self) -> bool {
        let (Some(start), Some(_)) = (self.start, list.start) else { return false };
        let Some(before) = self.start_ply.checked_sub(list.start_ply) else { return false };
        let before = before as usize;
        let same = |a: Option<Position>, b: Option<Position>| match (a, b) {
            (Some(a), Some(b)) => same_board(&a, &b),
            _ => false,
        };
        if before > list.plies.len() || !same(Some(start.position()), list.position_after(before)) {
            return false;
        }
        let common = self.plies.len().min(list.plies.len() - before);
        if !same(self.position_after(common), list.position_after(before + common)) {
            return false;
        }
        self.at = (self.at + before).max(list.plies.len());
        // Only once for each game: from then on it has its start.
        if before > 0 {
            self.plies.splice(..0, list.plies[..before].iter().cloned());
        }
        self.plies.extend_from_slice(&list.plies[before + common..]);
        self.start = list.start;
        self.start_ply = list.start_ply;
        self.begin = self.begin.min(list.begin);
        self.merge(&list.about);
        true
    }

    /// Whether all moves of a list are legal, from a start that is known.
    pub(super) fn is_legal(&self) -> bool {
        self.rest.is_empty() && self.start.is_some()
    }

    /// Takes facts that were not known.
    pub(super) fn merge(&mut self, about: &About) {
        let mine = &mut self.about;
        for (mine, other) in mine.ratings.iter_mut().zip(&about.ratings) {
            take(mine, other);
        }
        take(&mut mine.is_rated, &about.is_rated);
        take(&mut mine.kind, &about.kind);
        take(&mut mine.time, &about.time);
        take(&mut mine.black_time, &about.black_time);
        take(&mut mine.date, &about.date);
        take(&mut mine.time_of_day, &about.time_of_day);
        take(&mut mine.zone, &about.zone);
    }

    /// Whether there is something of a game: a move, or a result.
    pub(super) fn is_game(&self) -> bool {
        self.has_moves()
            || !self.rest.is_empty()
            || self.end.as_ref().is_some_and(|end| end.outcome != Outcome::Unknown)
    }

    /// The game in PGN.
    pub(super) fn pgn(&self, server: Option<Server>) -> String {
        let mut text = String::new();
        let mut pgn = PgnText::new(&mut text);
        let outcome = self.end.as_ref().map_or(Outcome::Unknown, |end| end.outcome);
        self.tags(server, outcome, &mut pgn);
        pgn.begin_moves(self.start_ply as usize);
        for ply in &self.plies {
            pgn.san(&ply.san);
            let mut comment = String::new();
            for (name, time) in [("clk", ply.clock), ("emt", ply.took)] {
                if let Some(time) = time {
                    let blank = if comment.is_empty() { "" } else { " " };
                    let _ = write!(comment, "{blank}[%{name} {}]", clock(time));
                }
            }
            if !comment.is_empty() {
                pgn.comment(&comment);
            }
        }
        if !self.rest.is_empty() {
            pgn.comment(&self.rest);
        }
        if let Some(end) = self.end.as_ref().filter(|end| !end.reason.is_empty()) {
            pgn.comment(&end.reason);
        }
        pgn.end(outcome);
        text
    }

    fn tags(&self, server: Option<Server>, outcome: Outcome, pgn: &mut PgnText<'_>) {
        let about = &self.about;
        let mut event = Server::event(server).to_owned();
        if let Some(is_rated) = about.is_rated {
            event.push_str(if is_rated { " rated" } else { " unrated" });
        }
        if let Some(kind) = &about.kind {
            let _ = write!(event, " {kind}");
        }
        event.push_str(" game");
        pgn.tag("Event", &event);
        pgn.tag("Site", Server::site(server));
        pgn.tag("Date", about.date.as_deref().unwrap_or("????.??.??"));
        pgn.tag("Round", "-");
        pgn.tag("White", &self.names[0]);
        pgn.tag("Black", &self.names[1]);
        pgn.tag("Result", outcome.as_str());
        let optional = |pgn: &mut PgnText<'_>, name: &str, value: Option<&str>| {
            if let Some(value) = value {
                pgn.tag(name, value);
            }
        };
        optional(pgn, "Time", about.time_of_day.as_deref());
        optional(pgn, "Timezone", about.zone.as_deref());
        optional(pgn, "WhiteElo", about.ratings[0].as_deref());
        optional(pgn, "BlackElo", about.ratings[1].as_deref());
        match (about.time, about.black_time) {
            (Some(white), Some(black)) => {
                pgn.tag("WhiteTimeControl", &About::time_control(white));
                pgn.tag("BlackTimeControl", &About::time_control(black));
            }
            (time, _) => optional(pgn, "TimeControl", time.map(About::time_control).as_deref()),
        }
        let start = self.start.map(UnalignedPosition::position);
        optional(pgn, "Variant", self.variant_tag(start).as_deref());
        if let Some(start) =
            start.filter(|start| *start != start.variant().start() || self.is_chess960(start))
        {
            pgn.tag("FEN", start.fen(EnPassant::Always).as_str());
            pgn.tag("SetUp", "1");
        }
        pgn.tag("Mode", "ICS");
        let termination = self.end.as_ref().map_or("unterminated", End::termination);
        pgn.tag("Termination", termination);
    }

    fn is_chess960(&self, start: &Position) -> bool {
        self.about.rules() == Rules::Chess960 || start.needs_chess960()
    }

    fn variant_tag(&self, start: Option<Position>) -> Option<String> {
        if let Some(variant) = &self.variant {
            return Some(variant.clone());
        }
        let start = start?;
        match start.variant() {
            Variant::Standard if self.is_chess960(&start) => Some("Chess960".into()),
            Variant::Standard => None,
            variant => Some(variant.name().into()),
        }
    }
}

fn take<T: Clone>(mine: &mut Option<T>, other: &Option<T>) {
    if mine.is_none() {
        mine.clone_from(other);
    }
}

fn same_board(a: &Position, b: &Position) -> bool {
    a.turn() == b.turn()
        && Color::ALL.into_iter().all(|color| a.color(color) == b.color(color))
        && pgnkit::chess::PieceKind::ALL.into_iter().all(|kind| a.kind(kind) == b.kind(kind))
}

/// A board that does not follow from a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unrelated;

/// A time as commands have it, `h:mm:ss` and the part of a second that is not zero.
fn clock(milliseconds: u64) -> String {
    let (seconds, part) = (milliseconds / 1000, milliseconds % 1000);
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if part > 0 {
        let _ = write!(text, ".{part:03}");
        text.truncate(text.trim_end_matches('0').len());
    }
    text
}
