//! Records of the positions of a game.

use std::num::NonZeroUsize;

use pgnkit_chess::{Color, Position};

use super::fit::{self, Fitted};
use super::{Centipawns, Epd, Opcode, Operand, Operation, label};
use crate::command::Score;
use crate::{Game, Node};

/// Selection of positions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Positions {
    /// The starting position, and the position after every multiple of this number of plies.
    Every(NonZeroUsize),
    /// The last position.
    Final,
}

impl Positions {
    /// All positions.
    pub const ALL: Self = Self::Every(NonZeroUsize::MIN);
}

impl Default for Positions {
    fn default() -> Self {
        Self::ALL
    }
}

/// Options for making records of the main line of a game.
///
/// The default is a record for every position, including the first and the last, with its name, its counters and the
/// move that was played.
///
/// | opcode | content |
/// | --- | --- |
/// | `bm` | the first move of the first variation to the move played, if that is a mistake, a blunder or dubious (`?`, `??`, `?!`) |
/// | `c0` | the comments on the position, without embedded commands and values of engines |
/// | `ce` | the evaluation: the embedded command `eval`, or an engine's comment |
/// | `dm` | the mate that the evaluation announces for the side to move |
/// | `eco`, `nic` | the tags ECO and NIC |
/// | `fmvn`, `hmvc` | the counters |
/// | `id` | players, event, round, date, and the number of the next move |
/// | `pv` | the moves played from here on |
/// | `sm` | the move played |
/// | `v0`, `v1`, `v2` | the tags Opening, Variation and SubVariation |
///
/// Each record is complete in itself: all of them have the opening, and none clears the [`Registers`](super::Registers)
/// set by a record before. Unknown values have no operation. Nor have null moves, which EPD lacks: a line ends before
/// one, but there is a record for the position after it.
///
/// ```
/// use pgnkit::Game;
/// use pgnkit::epd::{RecordOptions, Opcode, Positions};
///
/// let game: Game = "[White \"Tal\"]\n[Date \"1960.??.??\"]\n\n1. e4 e5 {[%eval 0.25] solid} 2. Nf3 *".parse()?;
/// let from = RecordOptions::default()
///     .positions(Positions::Every(2.try_into().unwrap()))
///     .opcodes([Opcode::C0, Opcode::Ce, Opcode::Id, Opcode::Sm]);
/// let records: Vec<String> = from.records(&game).map(|epd| epd.to_string()).collect();
/// assert_eq!(records, [
///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"Tal - ?, 1960 1w\"; sm e4;",
///     "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 \
///      c0 \"solid\"; ce 25; id \"Tal - ?, 1960 2w\"; sm Nf3;",
/// ]);
/// # Ok::<(), pgnkit::syntax::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RecordOptions {
    /// Positions that become records.
    pub positions: Positions,
    /// Opcodes of their operations, out of [`OPCODES`](Self::OPCODES); others have no effect.
    pub opcodes: Vec<Opcode>,
    /// Largest number of moves in a `pv`; more than [`MAX_PV_PLIES`](Self::MAX_PV_PLIES) counts as that. Section 16.2.3
    /// only guarantees that lines of 1024 characters can be read.
    pub pv_plies: usize,
}

impl Default for RecordOptions {
    fn default() -> Self {
        Self {
            positions: Positions::ALL,
            opcodes: vec![Opcode::Fmvn, Opcode::Hmvc, Opcode::Id, Opcode::Sm],
            pv_plies: Self::PV_PLIES,
        }
    }
}

impl RecordOptions {
    /// Opcodes for which a game can have a value, in ASCII order.
    pub const OPCODES: [Opcode; 14] = [
        Opcode::Bm,
        Opcode::C0,
        Opcode::Ce,
        Opcode::Dm,
        Opcode::Eco,
        Opcode::Fmvn,
        Opcode::Hmvc,
        Opcode::Id,
        Opcode::Nic,
        Opcode::Pv,
        Opcode::Sm,
        Opcode::V0,
        Opcode::V1,
        Opcode::V2,
    ];

    /// Default length of a `pv`.
    pub const PV_PLIES: usize = 8;

    /// Greatest length of a `pv`: more than the longest tournament game has, 538. Without a limit the records of a game
    /// would take the square of its length.
    pub const MAX_PV_PLIES: usize = 600;

    /// Sets the positions.
    #[must_use]
    pub fn positions(mut self, positions: Positions) -> Self {
        self.positions = positions;
        self
    }

    /// Sets the opcodes, in any order.
    #[must_use]
    pub fn opcodes(mut self, opcodes: impl IntoIterator<Item = Opcode>) -> Self {
        self.opcodes = opcodes.into_iter().collect();
        self
    }

    /// Sets the largest length of a `pv`.
    #[must_use]
    pub fn pv_plies(mut self, plies: usize) -> Self {
        self.pv_plies = plies;
        self
    }

    /// The records of a game, from its start to its end. A game whose rules or starting position are unknown has none,
    /// since [`Start::position`](crate::Start::position) is not one of its positions then.
    pub fn records<'a>(&'a self, game: &'a Game) -> Records<'a> {
        let start = game.start();
        Records {
            from: self,
            game,
            tags: self.of_tags(game),
            node: start.is_known.then(|| game.root()),
            position: start.position,
            ply: 0,
            truncated_values: 0,
        }
    }

    fn has(&self, opcode: &Opcode) -> bool {
        self.opcodes.contains(opcode)
    }

    fn of_tags(&self, game: &Game) -> OfTags {
        let tags = [
            (Opcode::Eco, "ECO"),
            (Opcode::Nic, "NIC"),
            (Opcode::V0, "Opening"),
            (Opcode::V1, "Variation"),
            (Opcode::V2, "SubVariation"),
        ];
        let mut of_tags = OfTags::default();
        if self.has(&Opcode::Id) {
            of_tags.label = label::label(game);
        }
        for (opcode, tag) in tags {
            if let (true, Some(value)) = (self.has(&opcode), fit::known_tag(game, tag)) {
                let Fitted { text, is_cut } = fit::fit(value, "");
                of_tags.operations.push(Operation::text(opcode, &text));
                of_tags.truncated_values += usize::from(is_cut);
            }
        }
        of_tags
    }
}

/// Data common to all records of a game.
#[derive(Clone, Debug, Default)]
struct OfTags {
    /// Beginning of `id`.
    label: String,
    operations: Vec<Operation>,
    truncated_values: usize,
}

/// The records of a game; see [`RecordOptions::records`].
#[derive(Clone, Debug)]
pub struct Records<'a> {
    from: &'a RecordOptions,
    game: &'a Game,
    tags: OfTags,
    /// The next place, its position, and the plies before it.
    node: Option<Node<'a>>,
    position: Position,
    ply: usize,
    truncated_values: usize,
}

impl Iterator for Records<'_> {
    type Item = Epd;

    fn next(&mut self) -> Option<Epd> {
        loop {
            let (node, position, ply) = (self.node?, self.position, self.ply);
            self.node = node.next();
            if let Some(next) = self.node {
                self.position.play(next.mv());
                self.ply += 1;
            }
            let is_wanted = match self.from.positions {
                Positions::Every(plies) => ply % plies == 0,
                Positions::Final => self.node.is_none(),
            };
            if is_wanted {
                return Some(self.record(node, position));
            }
        }
    }
}

impl<'a> Records<'a> {
    /// Number of values lost in the records so far: strings truncated after 255 bytes (section 16.2.4.1), and
    /// evaluations that `ce` cannot express, such as mates too far away.
    #[must_use]
    pub fn truncated_values(&self) -> usize {
        self.truncated_values
    }

    fn record(&mut self, node: Node<'a>, position: Position) -> Epd {
        let mut epd = Epd::new(position, self.game.start().mode);
        for opcode in RecordOptions::OPCODES.iter().filter(|opcode| self.from.has(opcode)) {
            if let Some(operation) = self.operation(opcode, node, &position) {
                epd.set(operation);
            }
        }
        self.truncated_values += self.tags.truncated_values;
        epd
    }

    fn operation(&mut self, opcode: &Opcode, node: Node<'a>, position: &Position) -> Option<Operation> {
        let opcode = opcode.clone();
        match opcode {
            Opcode::C0 => {
                let comment = node.annotations().text;
                if comment.is_empty() { None } else { Some(self.text(opcode, fit::fit(&comment, ""))) }
            }
            Opcode::Bm => better_move(opcode, node, position),
            Opcode::Ce => self.evaluation(node, position.turn()),
            Opcode::Dm => direct_mate(opcode, node, position.turn()),
            Opcode::Fmvn => Some(Operation::integer(opcode, position.fullmove_number().into())),
            Opcode::Hmvc => Some(Operation::integer(opcode, position.halfmove_clock().into())),
            Opcode::Id => {
                let id = label::id(&self.tags.label, position);
                Some(self.text(opcode, id))
            }
            Opcode::Pv => line(opcode, node, self.from.pv_plies.min(RecordOptions::MAX_PV_PLIES)),
            Opcode::Sm => line(opcode, node, 1),
            _ => self.tags.operations.iter().find(|operation| operation.opcode == opcode).cloned(),
        }
    }

    fn text(&mut self, opcode: Opcode, Fitted { text, is_cut }: Fitted) -> Operation {
        self.truncated_values += usize::from(is_cut);
        Operation::text(opcode, &text)
    }

    fn evaluation(&mut self, node: Node<'_>, turn: Color) -> Option<Operation> {
        let evaluation = node.annotations().evaluation?;
        let score = evaluation.for_white(!turn);
        let value = score.and_then(|score| Centipawns::from_score(score, turn));
        self.truncated_values += usize::from(value.is_none());
        Some(Operation::integer(Opcode::Ce, value?.get().into()))
    }
}

/// What a variation has in place of a bad move.
fn better_move(opcode: Opcode, node: Node<'_>, position: &Position) -> Option<Operation> {
    let played = node.next()?;
    // `?`, `??` and `?!`.
    let is_bad = played.nags().any(|nag| matches!(nag, 2 | 4 | 6));
    let better = played.variations().next().filter(|_| is_bad)?.next()?.mv();
    (better != played.mv() && !better.is_null()).then(|| Operation::moves(opcode, position, [better]))
}

/// The mate of the side to move that the evaluation announces.
fn direct_mate(opcode: Opcode, node: Node<'_>, turn: Color) -> Option<Operation> {
    let Score::Mate(moves) = node.annotations().evaluation?.for_white(!turn)? else { return None };
    let moves = if turn == Color::White { moves } else { moves.checked_neg()? };
    (moves > 0).then(|| Operation::integer(opcode, moves.into()))
}

/// The moves that follow, up to a null move.
fn line(opcode: Opcode, node: Node<'_>, most: usize) -> Option<Operation> {
    let moves = node.following().take_while(|node| !node.mv().is_null()).take(most);
    let operands: Vec<Operand> = moves.map(|node| Operand::Move { mv: node.mv(), san: node.san() }).collect();
    (!operands.is_empty()).then_some(Operation { opcode, operands })
}

#[cfg(test)]
mod tests {
    use pgnkit_syntax::Ignore;

    use super::*;

    fn game(text: &str) -> Game {
        Game::read(text.as_bytes(), &mut Ignore).unwrap()
    }

    /// The operations of each record, and the number of values lost.
    fn records(text: &str, from: &RecordOptions) -> (Vec<String>, usize) {
        let game = game(text);
        let mut records = from.records(&game);
        let operations = records.by_ref().map(|epd| epd.operations_text()).collect();
        (operations, records.truncated_values())
    }

    fn only(opcode: Opcode) -> RecordOptions {
        RecordOptions::default().opcodes([opcode])
    }

    #[test]
    fn positions() {
        let every = |plies: usize| Positions::Every(plies.try_into().unwrap());
        for (text, positions, expected) in [
            ("*", Positions::ALL, "0"),
            ("*", Positions::Final, "0"),
            ("1. Nf3 Nf6 2. Ng1 Ng8 *", Positions::ALL, "0 1 2 3 4"),
            ("1. Nf3 Nf6 2. Ng1 Ng8 *", every(2), "0 2 4"),
            ("1. Nf3 Nf6 2. Ng1 Ng8 *", every(3), "0 3"),
            ("1. Nf3 Nf6 2. Ng1 Ng8 *", every(5), "0"),
            ("1. Nf3 Nf6 2. Ng1 Ng8 *", Positions::Final, "4"),
            // Variations and unread text leave nothing.
            ("1. Nf3 (1. Nc3 Nc6 2. Nf3) Nf6 2. Ke4 Ng8 *", Positions::ALL, "0 1 2"),
            // The position after a null move is like any other.
            ("1. Nf3 -- 2. Nc3 *", Positions::ALL, "0 1 2 3"),
            ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 7 30\"]\n\n1. Kf1 *", Positions::ALL, "7 8"),
            // No position is known here.
            ("[FEN \"8/8\"]\n\n*", Positions::ALL, ""),
            ("[Variant \"Bughouse\"]\n\n1. e4 *", Positions::ALL, ""),
        ] {
            let from = only(Opcode::Hmvc).positions(positions);
            let game = game(text);
            let clocks: Vec<String> =
                from.records(&game).map(|epd| epd.halfmove_clock().unwrap().to_string()).collect();
            assert_eq!(clocks.join(" "), expected, "{text} {positions:?}");
        }
    }

    #[test]
    fn a_record_is_canonical_and_reads_as_it_was() {
        let text = "[White \"A \\\"B\\\"\"]\n[ECO \"C20\"]\n[NIC \"x\"]\n[Opening \"O\"]\n[Variation \"V\"]\n\
                    [SubVariation \"S\\\\\"]\n\n{c [%eval 0.1] \\} 1. e4 e5 2. Qh5 Ke7 {[%eval #1]} 3. Qxe5# 1-0";
        let game = game(text);
        for epd in RecordOptions::default().opcodes(RecordOptions::OPCODES).records(&game) {
            let mut sink = pgnkit_syntax::Collect::default();
            let line = epd.to_string();
            let read =
                super::super::Reader::new(line.as_bytes()).read_record(&mut sink).unwrap().epd.unwrap();
            assert!(sink.is_empty(), "{line}: {:?}", &sink[..]);
            assert_eq!(read, epd);
        }
    }

    #[test]
    fn operations() {
        for (opcode, text, expected) in [
            (Opcode::Sm, "1. e4 e5 *", &["sm e4;", "sm e5;", ""][..]),
            (Opcode::Sm, "1. e4 -- 2. d4 *", &["sm e4;", "", "sm d4;", ""]),
            (Opcode::Pv, "1. e4 e5 *", &["pv e4 e5;", "pv e5;", ""]),
            (Opcode::Pv, "1. e4 -- 2. d4 *", &["pv e4;", "", "pv d4;", ""]),
            (Opcode::Fmvn, "1. e4 e5 *", &["fmvn 1;", "fmvn 1;", "fmvn 2;"]),
            (
                Opcode::C0,
                "{a}\n{ b\n c } 1. e4 ;\n e5 {[%clk 0:01:00] x [%eval 1] y} *",
                &["c0 \"a b c\";", "", "c0 \"x y\";"],
            ),
            (Opcode::C0, "{say \"x\"} 1. e4 {[%clk 0:01} *", &["c0 \"say 'x'\";", "c0 \"[%clk 0:01\";"]),
            (Opcode::Eco, "[ECO \"B97\"]\n\n1. e4 *", &["eco \"B97\";", "eco \"B97\";"]),
            (Opcode::Eco, "[ECO \"?\"]\n\n*", &[""]),
            (Opcode::Nic, "[NIC \"SI 12.3\"]\n\n*", &["nic \"SI 12.3\";"]),
            (Opcode::V2, "[SubVariation \"Main line\"]\n\n*", &["v2 \"Main line\";"]),
            (Opcode::Bm, "1. e4 *", &["", ""]),
            (Opcode::Bm, "1. e4 e5 2. Qh5 $2 (2. Nf3) (2. Nc3) *", &["", "", "bm Nf3;", ""]),
            (Opcode::Bm, "1. e4 e5 2. Qh5 $1 (2. Nf3) *", &["", "", "", ""]),
            (Opcode::Bm, "1. f3 $6 e5 $4 *", &["", "", ""]),
            (
                Opcode::Dm,
                "1. e4 {[%eval #-3]} e5 {[%eval #2]} 2. d4 {[%eval #5]} *",
                &["", "dm 3;", "dm 2;", ""],
            ),
            // Nothing that a game has.
            (Opcode::Acn, "1. e4 *", &["", ""]),
        ] {
            assert_eq!(records(text, &only(opcode)), (expected.iter().map(|&s| s.into()).collect(), 0));
        }
    }

    #[test]
    fn lines_are_bounded() {
        let from = only(Opcode::Pv).pv_plies(2);
        let (lines, _) = records("1. e4 e5 2. Nf3 *", &from);
        assert_eq!(lines, ["pv e4 e5;", "pv e5 Nf3;", "pv Nf3;", ""]);
        assert_eq!(records("1. e4 *", &from.clone().pv_plies(0)).0, ["", ""]);
        // However many are asked for.
        let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(300);
        let (lines, _) = records(&long, &from.pv_plies(usize::MAX));
        let longest = lines.iter().map(|line| line.split(' ').count() - 1).max();
        assert_eq!((lines.len(), longest), (1201, Some(RecordOptions::MAX_PV_PLIES)));
    }

    #[test]
    fn evaluations() {
        for (comment, at_white, at_black, truncated_values) in [
            ("[%eval 0.17]", "ce 17;", "ce -17;", 0),
            ("[%eval -1.239,20] {", "ce -124;", "ce 124;", 0),
            ("[%eval 99999]", "ce 32000;", "ce -32000;", 0),
            ("[%eval #3]", "ce 32762;", "ce -32761;", 0),
            ("[%eval #-3]", "ce -32761;", "ce 32762;", 0),
            ("[%eval #384]", "", "", 1),
            // Engines write comments of their own: TCEC from White's side, cutechess from the mover's.
            ("d=24, mt=40815, tl=1955836, wv=0.27, pd=Nf6", "ce 27;", "ce -27;", 0),
            ("+0.31/14 2.1s, solid", "ce -31;", "ce -31;", 0),
            // Whose side it is from is unknown: programs differ.
            ("[%eval 34,19]", "", "", 1),
            ("[%eval x] [%eval 1] [%eval 2]", "ce 100;", "ce -100;", 0),
            ("1.00", "", "", 0),
        ] {
            for (before, expected) in [("", at_white), ("1. e4 ", at_black)] {
                let text = format!("{before}{{{comment}}} *");
                let from = only(Opcode::Ce).positions(Positions::Final);
                assert_eq!(records(&text, &from), (vec![expected.to_owned()], truncated_values), "{text}");
            }
        }
    }

    #[test]
    fn what_has_no_room_is_counted() {
        let long = "x".repeat(256);
        let text = format!("[Opening \"{long}\"]\n[White \"{long}\"]\n\n{{{long}}} 1. e4 *");
        for (opcode, count) in [(Opcode::V0, 2), (Opcode::Id, 2), (Opcode::C0, 1), (Opcode::Sm, 0)] {
            assert_eq!(records(&text, &only(opcode.clone())).1, count, "{opcode}");
        }
        let (ids, _) = records(&text, &only(Opcode::Id));
        assert!(ids[1].ends_with("x 1b\";") && ids[1].len() == "id \"\";".len() + 255, "{}", ids[1]);
    }
}
