//! The start of a game: the tags FEN, SetUp and Variant (section 9.7).

use pgnkit_chess::fen::{self, EnPassant, Fen, FenIssues};
use pgnkit_chess::variant::TagVariant;
use pgnkit_chess::{Bitboard, ChessMode, Color, PieceKind, Position, Setup, Variant};
use pgnkit_syntax::{Applicability, Code, Diagnostic, Fix, RawTag, Sink, Span, quoted};

use super::names::{Known, is_start_in_other_case};
use super::tags::{TagSection, remove_tag};

const CHESS960_CASTLING: FenIssues = FenIssues::CASTLING_CHESS960.union(FenIssues::CASTLING_FILES);

/// The position a game starts from and the rules it is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Start {
    /// The position before the first move, which knows its variant; the usual one when [`is_known`](Self::is_known) is false.
    pub position: Position,
    /// Whether castling is that of Chess960.
    pub mode: ChessMode,
    /// Whether the position comes from a FEN tag.
    pub set_up: bool,
    /// Whether moves can be checked: false after a FEN tag that gives no position and for unknown variants.
    pub is_known: bool,
    /// Whether the rules are known: false for unknown variants. Moves of such games are words, see
    /// [`Visitor::unchecked`](crate::Visitor::unchecked).
    pub rules_are_known: bool,
}

impl Default for Start {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Start {
    /// The start position of standard chess.
    pub(crate) const USUAL: Self = Self {
        position: Position::START,
        mode: ChessMode::Standard,
        set_up: false,
        is_known: true,
        rules_are_known: true,
    };

    /// A game whose rules are not known.
    pub(crate) const UNKNOWN_RULES: Self = Self { is_known: false, rules_are_known: false, ..Self::USUAL };

    /// Where games of a variant start.
    pub(crate) fn of(meant: TagVariant) -> Self {
        let mut position = meant.variant.start();
        if meant.without_castling {
            position = without_castling(position);
        }
        Self { position, mode: meant.mode, set_up: meant.without_castling, ..Self::USUAL }
    }

    /// Whether a tag is needed to read the moves.
    pub(crate) fn needs_tag(&self, name: &[u8]) -> bool {
        match name {
            b"FEN" | b"SetUp" => self.set_up || !self.is_known,
            b"Variant" => {
                self.mode != ChessMode::Standard
                    || self.position.variant() != Variant::Standard
                    || !self.is_known
            }
            b"WhiteA" | b"BlackA" | b"WhiteB" | b"BlackB" => !self.rules_are_known,
            _ => false,
        }
    }

    #[inline]
    pub(crate) fn from_tags(text: &[u8], tags: &TagSection, sink: &mut dyn Sink) -> Self {
        let [fen_tag, setup, variant] =
            [Known::FEN, Known::SET_UP, Known::VARIANT].map(|name| tags.get(text, name));
        if fen_tag.is_none() && setup.is_none() && variant.is_none() {
            // A name of one letter is no more than `?`.
            let has_white = tags.get(text, Known::WHITE).is_some_and(|tag| tag.value.len() > 1);
            return if has_white { Self::default() } else { Self::without_white(text, tags, sink) };
        }
        Self::from_odd_tags(text, tags, [fen_tag, setup, variant], sink)
    }

    #[cold]
    fn without_white(text: &[u8], tags: &TagSection, sink: &mut dyn Sink) -> Self {
        let Some(tag) = tag_of_two_boards(text, tags.all()) else { return Self::default() };
        sink.note(Code::UnsupportedVariant, tag.name, || {
            "expected chess or a variant whose rules are known, found the players of Bughouse; the moves are kept as they are, unchecked"
        });
        Self::UNKNOWN_RULES
    }

    #[cold]
    fn from_odd_tags(
        text: &[u8],
        tags: &TagSection,
        [fen_tag, setup, variant]: [Option<&RawTag>; 3],
        sink: &mut dyn Sink,
    ) -> Self {
        let mut start = Self::default();
        let mut declared = None;
        let mut nobody_castles = false;
        let fen_tag = match fen_tag {
            Some(tag) if tag.value(text).iter().all(|byte| matches!(byte, 0..=b' ' | 0x7f)) => {
                empty_fen(text, tag, sink);
                None
            }
            tag => tag,
        };
        if let Some(tag) = variant {
            let value = tag.value(text);
            match tag_variant(&value) {
                Some(meant) => {
                    start = Self::of(meant);
                    // Only the name of Chess960 says which castling it is; that of Chess960 is played by the rules of any variant.
                    declared = Some(meant.mode).filter(|mode| *mode == ChessMode::Chess960);
                    nobody_castles = meant.without_castling;
                }
                None => {
                    start = Self::UNKNOWN_RULES;
                    if sink.wants(Code::UnsupportedVariant) {
                        let message = format!(
                            "expected chess or a variant whose rules are known, found {}; the moves are kept as they are, unchecked",
                            quoted(&value)
                        );
                        sink.report(Diagnostic::new(Code::UnsupportedVariant, tag.value, message));
                    }
                }
            }
        }
        check_setup(text, fen_tag, setup, sink);
        if let (Some(tag), true) = (fen_tag, start.is_known) {
            start.set_up(text, tag, declared, nobody_castles, sink);
        }
        if start.is_known && !start.set_up && sink.wants(Code::NeedlessSetUp) {
            needless_setup(text, tags, fen_tag, setup, sink);
        }
        start
    }

    /// Sets the position of a FEN tag; where the Variant tag does not name Chess960, its castling rights show whether it is
    /// (decision A-52).
    fn set_up(
        &mut self,
        text: &[u8],
        tag: &RawTag,
        declared: Option<ChessMode>,
        nobody_castles: bool,
        sink: &mut dyn Sink,
    ) {
        let mut value = tag.value(text);
        // It is read as it will be written, with spaces for characters that no string may hold.
        if value.iter().any(u8::is_ascii_control) {
            value.to_mut().iter_mut().filter(|byte| byte.is_ascii_control()).for_each(|byte| *byte = b' ');
        }
        let variant = self.position.variant();
        match fen::parse_variant(&value, variant, declared) {
            Ok(mut fen) => {
                // By the rights, not by their letters: those are written in the standard way if there is one.
                if fen.position.needs_chess960() {
                    self.mode = ChessMode::Chess960;
                }
                let has_void_rights = nobody_castles && fen.position.castling_rooks().any();
                if has_void_rights {
                    fen.position = without_castling(fen.position);
                }
                // Features of Chess960 are no fault if the Variant tag declares it (decision A-49).
                let expected =
                    if declared == Some(ChessMode::Chess960) { CHESS960_CASTLING } else { FenIssues::NONE };
                let issues = fen.issues.without(expected);
                if (has_void_rights || !issues.is_empty()) && sink.wants(Code::LaxFen) {
                    let mut found = described(issues, &fen.position);
                    if has_void_rights {
                        let comma = if found.is_empty() { "" } else { ", " };
                        found = format!("{found}{comma}castling rights in a game in which nobody castles");
                    }
                    let message = format!("expected a FEN of six exact fields, found: {found}");
                    let fix = canonical(&fen, declared, expected)
                        .map(|text| Fix::replace(Applicability::Safe, tag.value, text));
                    sink.report(Diagnostic::new(Code::LaxFen, tag.value, message).maybe_fix(fix));
                }
                self.set_up = fen.position != variant.start();
                self.position = fen.position;
            }
            Err(error) => {
                self.is_known = false;
                if sink.wants(Code::InvalidFen) {
                    let message = format!("the FEN tag gives no position: {error}");
                    // The field at fault, unless the value was decoded: then its bytes are elsewhere.
                    let span = match error.span {
                        part if tag.encoded || part.is_empty() => tag.value,
                        part => Span::new(tag.value.start + part.start, tag.value.start + part.end),
                    };
                    sink.report(Diagnostic::new(Code::InvalidFen, span, message));
                }
            }
        }
    }
}

/// The position without castling rights.
fn without_castling(position: Position) -> Position {
    Setup::from(position).castling(Bitboard::EMPTY).position().unwrap_or(position)
}

/// Reports a FEN tag without a position, which is read as if it were not there (decision A-97).
fn empty_fen(text: &[u8], tag: &RawTag, sink: &mut dyn Sink) {
    if sink.wants(Code::EmptyTagValue) {
        let message =
            "expected a position or no FEN tag, found an empty value; the game is read from the usual start";
        let diagnostic = Diagnostic::new(Code::EmptyTagValue, tag.span, message);
        sink.report(remove_tag(text, tag, diagnostic));
    }
}

/// The exact FEN of a position, if it loses nothing and is unambiguous.
fn canonical(fen: &Fen, declared: Option<ChessMode>, expected: FenIssues) -> Option<String> {
    if fen.issues.contains(FenIssues::TRAILING_TEXT) {
        return None;
    }
    let text = fen.position.fen(EnPassant::Always);
    let again = fen::parse_variant(text.as_bytes(), fen.position.variant(), declared).ok()?;
    (again.issues.without(expected).is_empty() && again.position == fen.position).then(|| text.to_string())
}

/// Reports FEN and SetUp of the usual start, which are not written; what lacks its FEN is reported as that.
fn needless_setup(
    text: &[u8],
    tags: &TagSection,
    fen: Option<&RawTag>,
    setup: Option<&RawTag>,
    sink: &mut dyn Sink,
) {
    // A tag that spells such a name otherwise would be read in their place.
    if tags.all().iter().any(|tag| is_start_in_other_case(tag.name.of(text))) {
        return;
    }
    let setup = setup.filter(|tag| fen.is_some() || tag.value(text).as_ref() == b"0");
    for tag in fen.into_iter().chain(setup) {
        let name = quoted(tag.name.of(text));
        let message = format!("expected no {name} tag in a game from the usual start, found one");
        sink.report(Diagnostic::new(Code::NeedlessSetUp, tag.span, message));
    }
}

fn check_setup(text: &[u8], fen: Option<&RawTag>, setup: Option<&RawTag>, sink: &mut dyn Sink) {
    match (fen, setup) {
        (Some(fen), None) if sink.wants(Code::MissingSetUp) => {
            let end = fen.span.end;
            let ends_with_crlf = text[end..].starts_with(b"\r\n");
            let line = if ends_with_crlf { "\r\n[SetUp \"1\"]" } else { "\n[SetUp \"1\"]" };
            sink.report(
                Diagnostic::new(
                    Code::MissingSetUp,
                    fen.span,
                    "expected the tag SetUp \"1\" beside a FEN tag",
                )
                .fix(Applicability::Safe, Span::new(end, end), line),
            );
        }
        (fen, Some(setup)) => {
            let value = setup.value(text);
            match (value.as_ref(), fen) {
                (b"1", Some(_)) | (b"0", None) => {}
                (b"1", None) => {
                    if sink.wants(Code::MissingFen) {
                        let message =
                            "expected a FEN tag beside SetUp \"1\"; the game is read from the usual start";
                        sink.report(Diagnostic::new(Code::MissingFen, setup.span, message));
                    }
                }
                (b"0", Some(_)) => {
                    if sink.wants(Code::InvalidSetUp) {
                        let message =
                            "expected SetUp \"1\" beside a FEN tag, found \"0\"; the FEN tag counts";
                        sink.report(Diagnostic::new(Code::InvalidSetUp, setup.value, message).fix(
                            Applicability::Safe,
                            setup.value,
                            "1",
                        ));
                    }
                }
                _ => {
                    if sink.wants(Code::InvalidSetUp) {
                        let message = format!("expected SetUp \"0\" or \"1\", found {}", quoted(&value));
                        let fix = fen.map(|_| Fix::replace(Applicability::Safe, setup.value, "1"));
                        sink.report(Diagnostic::new(Code::InvalidSetUp, setup.value, message).maybe_fix(fix));
                    }
                }
            }
        }
        _ => {}
    }
}

/// The first of the four players' tags of Bughouse, which often has no Variant tag.
#[cold]
fn tag_of_two_boards<'t>(text: &[u8], tags: &'t [RawTag]) -> Option<&'t RawTag> {
    let named = |name: &str| tags.iter().find(|tag| tag.name.of(text) == name.as_bytes());
    let others = ["BlackA", "WhiteB", "BlackB"];
    named("WhiteA").filter(|_| others.into_iter().all(|name| named(name).is_some()))
}

/// What a Variant value says about the rules; `None` where they are not known. Only letters and digits of ASCII count, so
/// the encoding makes no difference.
pub(crate) fn tag_variant(value: &[u8]) -> Option<TagVariant> {
    TagVariant::from_name(&String::from_utf8_lossy(value))
}

/// Departures from the exact form of a FEN in words, with whose pieces are too many.
#[cold]
pub(crate) fn described(issues: FenIssues, position: &Position) -> String {
    let others = issues.without(FenIssues::TOO_MANY_PIECES);
    let mut parts: Vec<String> = others.iter().map(|(_, text)| text.to_owned()).collect();
    if issues.contains(FenIssues::TOO_MANY_PIECES) {
        for color in [Color::White, Color::Black] {
            let (all, pawns) = (position.color(color).len(), position.pieces(color, PieceKind::Pawn).len());
            if all > 16 {
                parts.push(format!("{all} pieces of {color}, where 16 are possible"));
            }
            if pawns > 8 {
                parts.push(format!("{pawns} pawns of {color}, where 8 are possible"));
            }
        }
    }
    parts.join(", ")
}
