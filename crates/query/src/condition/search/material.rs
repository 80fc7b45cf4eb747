//! Material of both sides.

use pgnkit::chess::{Color, Move, PieceKind, Position};

use super::super::moment::Moment;
use super::{Progress, State};

/// The material of both sides, for some half-moves.
#[derive(Clone, Debug)]
pub(in crate::condition) struct Material {
    sides: [Side; 2],
    /// Half-moves that it must stay.
    stable: u32,
    either_color: bool,
}

/// The demands on a side.
#[derive(Clone, Debug)]
struct Side {
    /// Kinds of which there must be none: most positions have one.
    absent: Vec<PieceKind>,
    demands: Vec<Demand>,
}

/// A demand on one kind of pieces of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Demand {
    pieces: Pieces,
    least: i32,
    most: i32,
    /// Difference from the number of the other side: at least, and at most.
    more: Option<(i32, i32)>,
    /// Whether it must be another number than that of the other side.
    differs: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pieces {
    Kind(PieceKind),
    /// Knights and bishops.
    Minor,
}

const MANY: i32 = 64;

impl Material {
    /// Reads the pieces of White and of Black, as `Q2R+P* Q2R+P*`.
    pub(in crate::condition) fn new(text: &str, stable: u32, either_color: bool) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [white, black] = words[..] else {
            return Err("expected the pieces of both sides, as 'KRP* KBP*'".to_owned());
        };
        Ok(Self { sides: [side(white)?, side(black)?], stable, either_color })
    }

    /// Looks at the position after `mv`, or at that which the game starts from.
    #[inline(always)]
    pub(super) fn look(&self, position: &Position, mv: Option<Move>, state: &mut State) -> Progress {
        match mv {
            // Most moves leave the material as it is, so that pieces need not be counted.
            Some(mv) if !mv.is_capture() && mv.promotion().is_none() && !mv.is_drop() => {
                if state.since == [None; 2] {
                    return Progress::Open;
                }
                state.since.iter_mut().flatten().for_each(|since| *since += 1);
            }
            _ => self.count(position, mv.is_some(), state),
        }
        self.progress(state)
    }

    #[inline(never)]
    fn count(&self, position: &Position, is_after_move: bool, state: &mut State) {
        let before = state.since;
        let now = self.are_there(position);
        for (at, since) in state.since.iter_mut().enumerate() {
            let longer = before[at].map_or(0, |since| since + u32::from(is_after_move));
            *since = now[at].then_some(longer);
        }
    }

    /// Whether it is there now, however long.
    pub(in crate::condition) fn is_on(&self, moment: &Moment<'_>) -> bool {
        let [first, second] = &self.sides;
        let are = |color| are_met(first, second, moment.position, color);
        are(moment.view) || self.either_color && are(!moment.view)
    }

    fn progress(&self, state: &State) -> Progress {
        let is_stable = state.since.iter().flatten().any(|since| *since >= self.stable);
        if is_stable { Progress::Found } else { Progress::Open }
    }

    /// Whether it is there, as it is written and with colours exchanged.
    fn are_there(&self, position: &Position) -> [bool; 2] {
        let [first, second] = &self.sides;
        let are = |color| are_met(first, second, position, color);
        [are(Color::White), self.either_color && are(Color::Black)]
    }
}

/// Whether `color` has the first material, and the other side the second.
fn are_met(first: &Side, second: &Side, position: &Position, color: Color) -> bool {
    first.lacks(position, color)
        && second.lacks(position, !color)
        && first.meets(position, color)
        && second.meets(position, !color)
}

impl Side {
    fn lacks(&self, position: &Position, color: Color) -> bool {
        self.absent.iter().all(|kind| position.pieces(color, *kind).is_empty())
    }

    fn meets(&self, position: &Position, color: Color) -> bool {
        self.demands.iter().all(|demand| {
            let own = demand.pieces.count(position, color);
            let other = || demand.pieces.count(position, !color);
            (demand.least..=demand.most).contains(&own)
                && demand.more.is_none_or(|(least, most)| (least..=most).contains(&(own - other())))
                && (!demand.differs || own != other())
        })
    }
}

impl Pieces {
    fn count(self, position: &Position, color: Color) -> i32 {
        let of = |kind| position.pieces(color, kind).len() as i32;
        match self {
            Self::Kind(kind) => of(kind),
            Self::Minor => of(PieceKind::Knight) + of(PieceKind::Bishop),
        }
    }

    fn of_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            'L' => Some(Self::Minor),
            letter => PieceKind::from_letter(u8::try_from(letter).ok()?).map(Self::Kind),
        }
    }
}

/// The demands on a side; pieces that are not named must be absent.
fn side(text: &str) -> Result<Side, String> {
    let mut demands: Vec<Demand> = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let pieces = Pieces::of_letter(letter)
            .ok_or_else(|| format!("expected one of the letters KQRBNPL in {text}, found {letter}"))?;
        rest = &rest[letter.len_utf8()..];
        let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (signs, after) = rest.split_at(end);
        rest = after;
        let demand = demand(pieces, signs).ok_or_else(|| {
            format!("expected * + - = # > < >= <= or a number after {letter}, found {signs}")
        })?;
        match demands.iter_mut().find(|known| known.pieces == pieces) {
            // Two letters are two pieces.
            Some(known) if signs.is_empty() && known.more.is_none() && !known.differs => {
                (known.least, known.most) = (known.least + 1, (known.most + 1).min(MANY));
            }
            Some(_) => return Err(format!("expected {letter} once in {text}")),
            None => demands.push(demand),
        }
    }
    let has_minor = demands.iter().any(|demand| demand.pieces == Pieces::Minor);
    let is_free = |kind: &PieceKind| {
        *kind == PieceKind::King
            || has_minor && matches!(kind, PieceKind::Knight | PieceKind::Bishop)
            || demands.iter().any(|demand| demand.pieces == Pieces::Kind(*kind))
    };
    let absent = PieceKind::ALL.into_iter().filter(|kind| !is_free(kind)).collect();
    // Kings are always there.
    demands.retain(|demand| demand.pieces != Pieces::Kind(PieceKind::King));
    Ok(Side { absent, demands })
}

impl Demand {
    fn count(pieces: Pieces, least: i32, most: i32) -> Self {
        Self { pieces, least, most, more: None, differs: false }
    }

    fn more(pieces: Pieces, least: i32, most: i32) -> Self {
        Self { more: Some((least, most)), ..Self::count(pieces, 0, MANY) }
    }
}

/// The demand that the signs after a letter make.
fn demand(pieces: Pieces, signs: &str) -> Option<Demand> {
    let digits = signs.bytes().take_while(u8::is_ascii_digit).count();
    let (number, sign) = signs.split_at(digits);
    let number: Option<i32> = if number.is_empty() { None } else { Some(number.parse().ok()?) };
    let one = number.unwrap_or(1);
    Some(match (number, sign) {
        (_, "") => Demand::count(pieces, one, one),
        (None, "*") => Demand::count(pieces, 0, MANY),
        (_, "+") => Demand::count(pieces, one, MANY),
        (Some(most), "-") => Demand::count(pieces, 0, most),
        (None, "=") => Demand::more(pieces, 0, 0),
        (None, "#") => Demand { differs: true, ..Demand::count(pieces, 0, MANY) },
        (_, ">") => Demand::more(pieces, one, MANY),
        (_, "<") => Demand::more(pieces, -MANY, -one),
        (_, ">=") => Demand::more(pieces, one, one),
        (_, "<=") => Demand::more(pieces, -one, -one),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_of_positions() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let rooks = "4k3/pp6/8/8/8/8/PPP5/R3K3 w - - 0 1";
        let minor = "4k3/8/8/2b5/8/8/8/1N2K3 w - - 0 1";
        for (text, fen, as_written, exchanged) in [
            ("QR2B2N2P8 QR2B2N2P8", start, true, true),
            ("KQR2B2N2P8 kqrrb2n2p8", start, true, true),
            ("Q*R*B*N*P* Q*R*B*N*P*", start, true, true),
            ("RP3 P2", rooks, true, false),
            ("P2 RP3", rooks, false, true),
            ("R+P+ P+", rooks, true, false),
            ("RP> P<", rooks, true, false),
            ("RP1>= P1<=", rooks, true, false),
            ("RP2> P+", rooks, false, false),
            ("RP# P#", rooks, true, false),
            ("RP= P=", rooks, false, false),
            ("R0P* P*", rooks, false, false),
            ("RP3- P2-", rooks, true, false),
            ("RP2- P2-", rooks, false, false),
            ("R P", rooks, false, false),
            ("L L", minor, true, true),
            ("N B", minor, true, false),
            ("L= L=", minor, true, true),
            ("K K", minor, false, false),
        ] {
            let material = Material::new(text, 0, true).unwrap();
            assert_eq!(material.are_there(&fen.parse().unwrap()), [as_written, exchanged], "{text} {fen}");
        }
    }

    #[test]
    fn what_is_no_material() {
        for (text, message) in [
            ("", "expected the pieces of both sides"),
            ("Q", "expected the pieces of both sides"),
            ("Q R B", "expected the pieces of both sides"),
            ("X Q", "expected one of the letters KQRBNPL in X, found X"),
            ("Q? Q", "expected * + - = # > < >= <= or a number after Q, found ?"),
            ("P- P", "expected * + - "),
            ("R+R2 R", "expected R once in R+R2"),
            ("P99999999999 P", "expected * + - "),
        ] {
            let error = Material::new(text, 0, false).unwrap_err();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
