//! Locating games among the records, without decoding them.

use pgnkit_syntax::{Outcome, Span};

use super::record::{self, Damage, Record, ReducedGame};

/// Number of records examined to distinguish a game of the standard from one of pgn2pgc. Every real game is recognised
/// earlier, and a hostile file cannot cause quadratic time.
const LOOK_AHEAD: usize = 1 << 10;

/// A game as it lies in the bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    /// Span from its first marker to the beginning of the next record.
    pub(super) span: Span,
    pub(super) form: Form,
    pub(super) ending: Ending,
}

/// Form in which a game is recorded.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// Marker 0x01.
    Reduced(ReducedGame),
    /// Records between 0x05 and 0x06; the values of the roster may follow 0x05 in the form of the program pgn2pgc.
    /// Every record before `movetext` is a tag or a noop.
    General { bare_roster: Option<ReducedGame>, records: Span, movetext: usize },
}

/// End of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Marker 0x06, or the last item of a reduced game.
    Proper,
    /// The beginning of another game, inside this one.
    AnotherGame,
    /// The end of the bytes.
    EndOfBytes,
    /// A record that cannot be read.
    Damage { at: usize, damage: Damage },
}

/// The games of a file, in order.
#[derive(Clone, Debug)]
pub(super) struct Outlines<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Whether more bytes may follow.
    is_partial: bool,
    /// Whether the next game begins inside another, whose end may follow it.
    nested: bool,
    /// An invalid record outside any game, with its place.
    pub(super) damage: Option<(usize, Damage)>,
}

impl<'a> Outlines<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, is_partial: false, nested: false, damage: None }
    }

    /// For bytes that may be continued: a game that this could change ends with [`Ending::EndOfBytes`].
    fn partial(bytes: &'a [u8]) -> Self {
        Self { is_partial: true, ..Self::new(bytes) }
    }

    pub(super) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Start of the next game, or of the records before it.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Whether the next game begins inside the one before.
    pub(super) fn is_nested(&self) -> bool {
        self.nested
    }

    /// The next game; `outside` receives the records before it. `None` if there is none, or none that can be read.
    pub(super) fn next(&mut self, mut outside: impl FnMut(Span, Record)) -> Option<Outline> {
        while self.at < self.bytes.len() {
            let start = self.at;
            match record::read(self.bytes, start) {
                Ok((Record::Game(game), end)) => return Some(self.reduced(game, end)),
                Ok((Record::BeginGame, end)) => return Some(self.general(end)),
                Ok((record, end)) => {
                    self.at = end;
                    outside(Span::new(start, end), record);
                }
                Err(damage) => {
                    self.at = self.bytes.len();
                    if let Damage::Truncated(Some(Record::Game(game))) = damage
                        && !game.is_empty()
                    {
                        let ending = Ending::Damage { at: start, damage };
                        return Some(Outline {
                            span: Span::new(start, self.at),
                            form: Form::Reduced(game),
                            ending,
                        });
                    }
                    self.damage = Some((start, damage));
                }
            }
        }
        None
    }

    fn reduced(&mut self, game: ReducedGame, mut end: usize) -> Outline {
        let span = Span::new(self.at, end);
        let mut ending = Ending::Proper;
        if std::mem::take(&mut self.nested) {
            // The end of the game around this one belongs to nothing else.
            let noops = self.bytes[end..].iter().take_while(|byte| **byte == record::marker::NOOP).count();
            match self.bytes.get(end + noops) {
                Some(&record::marker::END_GAME) => end += noops + 1,
                None if self.is_partial => ending = Ending::EndOfBytes,
                _ => {}
            }
        }
        self.at = end;
        Outline { span, form: Form::Reduced(game), ending }
    }

    /// The game whose marker 0x05 is the last byte before `start`.
    fn general(&mut self, start: usize) -> Outline {
        self.nested = false;
        let mut at = start;
        let mut bare_roster = None;
        if self.is_partial && may_become_bare(self.bytes, start) {
            at = self.bytes.len();
        } else if let Some((roster, end)) = looks_bare(self.bytes, start) {
            let is_certain =
                has_date(roster, self.bytes) == Some(true) && !begins_with_name(self.bytes, start);
            match if is_certain { Some(false) } else { is_game_of_the_standard(self.bytes, start, end) } {
                None if self.is_partial => at = self.bytes.len(),
                None | Some(false) => (bare_roster, at) = (Some(roster), end),
                Some(true) => {}
            }
        }
        let (first, mut records_end, mut movetext) = (at, None, None);
        let ending = loop {
            if at >= self.bytes.len() {
                break Ending::EndOfBytes;
            }
            match record::read(self.bytes, at) {
                Ok((Record::EndGame, end)) => {
                    records_end = Some(at);
                    at = end;
                    break Ending::Proper;
                }
                Ok((Record::BeginGame | Record::Game(_), _)) => {
                    self.nested = true;
                    break Ending::AnotherGame;
                }
                Ok((Record::Tag { .. } | Record::Noop, end)) => at = end,
                Ok((_, end)) => {
                    movetext = movetext.or(Some(at));
                    at = end;
                }
                Err(damage) => break Ending::Damage { at, damage },
            }
        };
        let records = Span::new(first, records_end.unwrap_or(at));
        let movetext = movetext.unwrap_or(records.end);
        if let Ending::Damage { at: damaged, damage } = ending {
            at = self.bytes.len();
            // A reduced game that is cut off inside another is one all the same.
            if matches!(damage, Damage::Truncated(Some(Record::Game(_)))) {
                (at, self.nested) = (damaged, true);
            }
        }
        let span = Span::new(start - 1, at);
        self.at = at;
        let ending = if self.nested { Ending::AnotherGame } else { ending };
        Outline { span, form: Form::General { bare_roster, records, movetext }, ending }
    }
}

/// The roster in the form of pgn2pgc after a marker 0x05, if the values are plausible.
fn looks_bare(bytes: &[u8], start: usize) -> Option<(ReducedGame, usize)> {
    let found = record::read_bare_roster(bytes, start).ok()?;
    Outcome::from_exact(found.0.values(bytes).last()?.of(bytes))?;
    Some(found)
}

/// Whether the bytes end within what may be such a roster, so that more of them may show one.
fn may_become_bare(bytes: &[u8], start: usize) -> bool {
    let Err(part) = record::read_bare_roster(bytes, start) else { return false };
    let may_be_certain = has_date(part, bytes) != Some(false) && !begins_with_name(bytes, start);
    may_be_certain || is_game_of_the_standard(bytes, start, usize::MAX) != Some(true)
}

/// Whether a tag pair with a valid name comes first. As a roster it would begin with an event of two characters, of
/// which the first is the length of the name and the name holds the length of the site.
fn begins_with_name(bytes: &[u8], start: usize) -> bool {
    let Some([record::marker::TAG, length, rest @ ..]) = bytes.get(start..) else { return false };
    let name = rest.get(..usize::from(*length));
    length.is_ascii_control() || name.is_some_and(|name| !name.iter().any(record::ends_name))
}

/// Whether the third value is a date as the roster has it, known or not: nothing else looks so. `None` where it is not
/// there.
fn has_date(roster: ReducedGame, bytes: &[u8]) -> Option<bool> {
    let date = roster.values(bytes).nth(2)?;
    let is_part = |(at, byte): (usize, &u8)| match at {
        4 | 7 => *byte == b'.',
        _ => byte.is_ascii_digit() || *byte == b'?',
    };
    Some(date.len() == 10 && date.of(bytes).iter().enumerate().all(is_part))
}

/// Whether records from `start` on make a game that ends; `None` where the bytes end first. The roster that the bytes
/// look like reaches to `roster_end`.
fn is_game_of_the_standard(bytes: &[u8], start: usize, roster_end: usize) -> Option<bool> {
    let mut at = start;
    for _ in 0..LOOK_AHEAD {
        match record::read(bytes, at) {
            // Inside the roster a letter follows, after a game a marker.
            Ok((Record::EndGame, end)) if end >= roster_end => return Some(true),
            Ok((Record::EndGame, end)) => return bytes.get(end).map(|byte| *byte <= record::marker::ESCAPE),
            // No game begins inside another, whole or not.
            Err(Damage::Truncated(Some(Record::Game(_)))) => return Some(false),
            Ok((Record::BeginGame | Record::Game(_), _)) | Err(Damage::UnknownMarker) => return Some(false),
            Err(Damage::Truncated(_)) => return None,
            Ok((_, end)) => at = end,
        }
    }
    Some(true)
}

/// Number of bytes at the beginning that hold whole games. The rest may be the beginning of a game that needs more
/// bytes, and the form of the last game may depend on the next byte.
///
/// For reading a stream in pieces: read what this says, keep the rest, and append the next bytes to it. The last piece
/// is read as it is. Looks at each record once, not into it.
///
/// ```
/// let game = b"\x05\x02\x03ECO\x03B00\x03\x01\x0d\x06";
/// let mut bytes = [&game[..], &game[..3]].concat();
/// assert_eq!(pgnkit::pgc::whole_games(&bytes), game.len());
/// bytes.extend_from_slice(&[&game[3..], &game[..1]].concat());
/// assert_eq!(pgnkit::pgc::whole_games(&bytes), 2 * game.len());
/// ```
pub fn whole_games(bytes: &[u8]) -> usize {
    let mut outlines = Outlines::partial(bytes);
    let mut end = 0;
    while let Some(outline) = outlines.next(|_, _| {}) {
        if outline.ending == Ending::Proper {
            end = outlines.position();
        }
    }
    end
}

/// Length of the first game, with what comes before it; 0 where no game is complete. Takes time in that length.
///
/// ```
/// let game = b"\x05\x02\x03ECO\x03B00\x03\x01\x0d\x06";
/// let bytes = [&game[..], game].concat();
/// assert_eq!(pgnkit::pgc::whole_game(&bytes), game.len());
/// assert_eq!(pgnkit::pgc::whole_game(&game[..3]), 0);
/// ```
pub fn whole_game(bytes: &[u8]) -> usize {
    let mut outlines = Outlines::partial(bytes);
    while let Some(outline) = outlines.next(|_, _| {}) {
        if outline.ending == Ending::Proper {
            return outlines.position();
        }
    }
    0
}

/// Whether a file that begins with these bytes is PGC and not text. Some kilobytes are enough.
///
/// ```
/// use pgnkit::pgc;
/// assert!(pgc::begins_file(b"\x05\x02\x05Event"));
/// assert!(!pgc::begins_file(b"\n\n[Event \"x\"]\n"));
/// ```
pub fn begins_file(head: &[u8]) -> bool {
    let mut at = 0;
    loop {
        match head.get(at) {
            // No text begins with such a character. The marker that is a tab never begins a file.
            Some(record::marker::REDUCED_GAME..=record::marker::BEGIN_VARIATION) => return true,
            Some(&record::marker::NOOP | &record::marker::ESCAPE) => {}
            _ => return false,
        }
        match record::read(head, at) {
            Ok((_, end)) => at = end,
            Err(_) => return false,
        }
    }
}

/// The bytes of each game, in order, without looking into them; what cannot be read is passed over.
///
/// ```
/// let file = b"\x05\x03\x01\x0d\x06\x00\x05\x06";
/// let games: Vec<&[u8]> = pgnkit::pgc::games(file).collect();
/// assert_eq!(games, [&file[..5], &file[6..]]);
/// ```
pub fn games(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut outlines = Outlines::new(bytes);
    std::iter::from_fn(move || outlines.next(|_, _| {}).map(|outline| outline.span.of(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REDUCED: &[u8] = b"\x01\x01?\x01?\x0a????.??.??\x01?\x01?\x01?\x01*\x00\x00";

    #[test]
    fn what_is_whole_needs_no_more_bytes() {
        let bare = b"\x05\x01?\x01?\x0a????.??.??\x01-\x01A\x01B\x030-1\x03\x01\x0d\x06";
        // Read as the standard has it, a sequence of 0x6554 moves would begin here.
        let test = b"\x05\x04Test\x01?\x0a????.??.??\x01-\x01A\x01B\x030-1\x03\x01\x0d\x06";
        // No date shows that it is not.
        let doubtful = b"\x05\x04Test\x01?\x041992\x01-\x01A\x01B\x030-1\x03\x01\x0d\x06";
        for (file, whole) in [
            (vec![&b""[..]], 0),
            (vec![REDUCED], REDUCED.len()),
            (vec![REDUCED, b"\x00\x00"], REDUCED.len()),
            (vec![b"\x0a\x01\x00x", REDUCED], 4 + REDUCED.len()),
            (vec![b"\x05\x06\x05"], 2),
            (vec![b"\x05\x06\x05\x03\x01"], 2),
            (vec![b"\x05\x05\x06"], 3),
            (vec![b"\x05\x05"], 0),
            (vec![b"\x05\x06\x0b\x05\x06"], 2),
            (vec![b"\x05", REDUCED, b"\x06"], REDUCED.len() + 2),
            (vec![b"\x05", REDUCED, b"\x00\x00"], 0),
            (vec![b"\x05", REDUCED, b"\x00\x05"], REDUCED.len() + 1),
            (vec![bare], bare.len()),
            (vec![test], test.len()),
            (vec![doubtful], 0),
            (vec![doubtful, &[0x0b; 0x6600]], doubtful.len()),
            (vec![bare, b"\x05\x06", bare], 2 * bare.len() + 2),
        ] {
            // So many that no roster can begin before them and end after them.
            let following: &[u8] = &[record::marker::NOOP; 2000];
            assert_eq!(whole_games(&[&file.concat(), following].concat()), whole, "{file:?}");
        }
    }

    #[test]
    fn what_may_become_a_bare_roster_waits() {
        let tagged = b"\x05\x02\x03ECO\x03B00\x03\x01\x0d\x06";
        for (file, whole) in [
            (&[&b"\x05\x06Berlin\x01?"[..]][..], 0),
            (&[b"\x05\x06"], 0),
            (&[tagged], 0),
            (&[tagged, b"\x05"], tagged.len()),
            (&[tagged, b"B"], 0),
        ] {
            assert_eq!(whole_games(&file.concat()), whole, "{file:?}");
        }
    }

    #[test]
    fn a_game_of_the_standard_stays_one() {
        // Read as bare strings it would be a roster with a result.
        let game = [&b"\x05\x03\x02\x0d\x0c\0\0\0\0\0\x031-0"[..], &[0; 47], b"\x06"].concat();
        assert!(looks_bare(&game, 1).is_some());
        let outline = Outlines::new(&game).next(|_, _| {}).unwrap();
        assert!(matches!(outline.form, Form::General { bare_roster: None, .. }), "{outline:?}");
    }

    #[test]
    fn time_is_linear() {
        // Each game looks like one of pgn2pgc, and its records go on to the end of the file.
        let piece = b"\x05\x03\x0b\x00\x00\x00\x00\x00\x00\x00\x01*\x06\x00";
        assert!(games(&piece.repeat(100_000)).count() > 0);
        assert_eq!(games(&b"\x05".repeat(1_000_000)).count(), 1_000_000);
    }
}
