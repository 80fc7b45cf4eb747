//! All codes.

use super::Area;
use crate::Severity;

/// Properties of a code, besides its texts.
pub(super) struct Row {
    pub(super) area: Area,
    pub(super) number: u16,
    /// At each level; `None` where it is not looked for.
    pub(super) severities: [Option<Severity>; 3],
    pub(super) name: &'static str,
    pub(super) section: &'static str,
}

/// One severity for all levels, or one each for import, export and archive, `-` where it is not looked for.
macro_rules! severities {
    ([$import:tt $export:tt $archive:tt]) => {
        [severities!(at $import), severities!(at $export), severities!(at $archive)]
    };
    (at -) => {
        None
    };
    (at $severity:ident) => {
        Some(Severity::$severity)
    };
    ($severity:ident) => {
        [Some(Severity::$severity); 3]
    };
}

macro_rules! codes {
    ($(#[doc = $summary:literal] $variant:ident = $area:ident $number:literal, $severity:tt, $name:literal, $section:literal;)*) => {
        /// Stable codes of everything that can be wrong with a text. Codes are never reused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $summary] $variant,)*
        }

        impl Code {
            /// Every code, in order of area and number.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            pub(super) const TABLE: &'static [Row] = &[$(Row {
                area: Area::$area,
                number: $number,
                severities: severities!($severity),
                name: $name,
                section: $section,
            },)*];

            pub(super) const SUMMARIES: &'static [&'static str] = &[$($summary,)*];

            // A table of its own, so that the pages are no part of programs that show none.
            pub(super) const PAGES: &'static [&'static str] = &[$(include_str!(concat!("pages/", $name, ".md")),)*];
        }
    };
}

codes! {
    /// A control character that import format does not permit.
    ControlCharacter = Lexical 1, Warning, "control-character", "4.1";
    /// A character from 127 to 159, which the character set leaves unused.
    UnusedCharacter = Lexical 2, Warning, "unused-character", "4.1";
    /// A character outside ASCII where only ASCII may stand.
    NonAsciiToken = Lexical 3, Error, "non-ascii-token", "4.1";
    /// A no-break space or HTML entity used as white space.
    FormattedSpace = Lexical 4, Warning, "formatted-space", "4.1";
    /// A byte order mark.
    ByteOrderMark = Lexical 5, [Note Warning Warning], "byte-order-mark", "4.1";
    /// `{` without its `}`.
    UnterminatedComment = Lexical 6, Error, "unterminated-comment", "5";
    /// `"` without its partner.
    UnterminatedString = Lexical 7, Error, "unterminated-string", "7";
    /// A character that begins no token.
    StrayCharacter = Lexical 8, Error, "stray-character", "7";
    /// `<` or `>`, reserved for future expansion.
    AngleBracket = Lexical 9, Error, "angle-bracket", "7";
    /// `}` outside a comment.
    StrayBrace = Lexical 10, Error, "stray-brace", "5";
    /// `%` that is not in the first column.
    StrayPercent = Lexical 11, Error, "stray-percent", "6";
    /// A line break or tab inside a string.
    StringControl = Lexical 12, Warning, "string-control-character", "7";
    /// A quote inside a string without its backslash.
    UnescapedQuote = Lexical 13, Warning, "unescaped-quote", "7";
    /// A backslash before something other than a quote or a backslash.
    StrayBackslash = Lexical 14, Warning, "stray-backslash", "7";
    /// A line kept outside the game by `%`.
    EscapeLine = Lexical 15, [Note Warning Warning], "escape-line", "6";
    /// A string or a tag name of more than 255 characters.
    TokenTooLong = Lexical 16, Warning, "token-too-long", "7";
    /// A line of more than 255 characters.
    LineTooLong = Lexical 17, [Note Warning Warning], "line-too-long", "4.3";
    /// `{` inside a comment in braces.
    NestedBrace = Lexical 18, Warning, "nested-brace", "5";
    /// A `%pgn-check` line that is not understood or not where it counts.
    FaultySuppression = Lexical 19, Warning, "faulty-suppression", "6";
    /// Values in UTF-8 beside others that are not.
    MixedEncodings = Lexical 20, [Note Warning Warning], "mixed-encodings", "4.1";

    /// A tag pair that is not bracket, name, string, bracket.
    MalformedTag = Syntax 1, Error, "malformed-tag", "8.1";
    /// A tag name with characters other than letters, digits and underscore.
    TagNameCharacter = Syntax 2, Warning, "tag-name-character", "8.1";
    /// Text before a game that belongs to none.
    StrayText = Syntax 3, Error, "stray-text", "8";
    /// A game without its termination marker.
    MissingTermination = Syntax 4, Warning, "missing-termination", "8.2.6";
    /// A termination marker in another spelling.
    LaxTermination = Syntax 5, Warning, "lax-termination", "8.2.6";
    /// A termination marker inside a variation.
    TerminationInVariation = Syntax 6, Error, "termination-in-variation", "8.2.6";
    /// `(` without its `)`.
    UnclosedVariation = Syntax 7, Error, "unclosed-variation", "8.2.5";
    /// `)` without its `(`.
    StrayParenthesis = Syntax 8, Error, "stray-parenthesis", "8.2.5";
    /// A variation without a move.
    EmptyVariation = Syntax 9, Warning, "empty-variation", "8.2.5";
    /// A variation with no move before it that it could replace.
    VariationBeforeMove = Syntax 10, Error, "variation-before-move", "8.2.5";
    /// A variation after the termination marker.
    VariationAfterTermination = Syntax 11, Error, "variation-after-termination", "8.2.5";
    /// A word that is neither move, number, annotation nor marker.
    StrayWord = Syntax 12, Error, "stray-word", "8.2";
    /// A comment in a text that has no game.
    CommentOutsideGame = Syntax 13, Error, "comment-outside-game", "5";
    /// A comment inside a tag pair.
    CommentInTag = Syntax 14, [Note Warning Warning], "comment-in-tag", "8.1";
    /// A termination marker that ends no game.
    EmptyGame = Syntax 15, Warning, "empty-game", "8.2.6";
    /// More variations within variations than are read.
    VariationTooDeep = Syntax 16, Error, "variation-too-deep", "8.2.5";
    /// A `"` in the movetext.
    StrayString = Syntax 17, Error, "stray-string", "8.2";

    /// The same tag with the same value again.
    RepeatedTag = Tags 1, Warning, "repeated-tag", "8.1";
    /// The same tag with another value.
    ContradictingTag = Tags 2, Error, "contradicting-tag", "8.1";
    /// A known tag name in the wrong case.
    TagNameCase = Tags 3, Warning, "tag-name-case", "8.1";
    /// The Result tag and the termination marker differ.
    ResultMismatch = Tags 4, Error, "result-mismatch", "8.2.6";
    /// A Result value that is none of the four.
    InvalidResult = Tags 5, Warning, "invalid-result", "8.1.1.7";
    /// A FEN tag without SetUp "1".
    MissingSetUp = Tags 6, Warning, "missing-setup", "9.7.1";
    /// SetUp "1" without a FEN tag.
    MissingFen = Tags 7, Error, "missing-fen", "9.7.1";
    /// A SetUp value other than "0" and "1", or "0" with a FEN tag.
    InvalidSetUp = Tags 8, Warning, "invalid-setup", "9.7.1";
    /// A FEN tag that gives no position.
    InvalidFen = Tags 9, Error, "invalid-fen", "9.7.2";
    /// A FEN tag in lax form.
    LaxFen = Tags 10, Warning, "lax-fen", "9.7.2";
    /// A Variant tag whose rules are not known.
    UnsupportedVariant = Tags 11, Warning, "unsupported-variant", "9";
    /// A tag of the Seven Tag Roster that is not there.
    MissingRosterTag = Tags 12, [- Warning Warning], "missing-roster-tag", "8.1.1";
    /// An empty value where the standard has one for what is not known.
    EmptyTagValue = Tags 13, Warning, "empty-tag-value", "8.1.1";
    /// A date that is not ten characters of the form `YYYY.MM.DD`.
    InvalidDate = Tags 14, Warning, "invalid-date", "8.1.1.3";
    /// A date of a day that does not exist.
    ImpossibleDate = Tags 15, Warning, "impossible-date", "8.1.1.3";
    /// A date with some digits of a field unknown, or a day without its month.
    PartialDate = Tags 16, Note, "partial-date", "8.1.1.3";
    /// A date that is not known to the day.
    IncompleteDate = Tags 17, [- - Note], "incomplete-date", "11.4";
    /// An event that began after the game.
    EventDateAfterDate = Tags 18, Note, "event-date-after-date", "9.2.1";
    /// A round that is neither numbers joined by periods nor `-` nor `?`.
    InvalidRound = Tags 19, Warning, "invalid-round", "8.1.1.4";
    /// A name that is not written as `Family, First I.`.
    NameForm = Tags 20, Note, "name-form", "8.1.1.5";
    /// Several players who are not in alphabetical order.
    PlayersOrder = Tags 21, Note, "players-order", "8.1.1.5";
    /// A tag about players that has not one field for each of them.
    PlayerFieldCount = Tags 22, Warning, "player-field-count", "9.1";
    /// A title that is none of FIDE.
    UnknownTitle = Tags 23, Note, "unknown-title", "9.1.1";
    /// A rating that is neither a number nor `-`.
    InvalidRating = Tags 24, Warning, "invalid-rating", "9.1.2";
    /// A type of player other than `human` and `program`.
    InvalidPlayerType = Tags 25, Warning, "invalid-player-type", "9.1.5";
    /// A board that is no number.
    InvalidBoard = Tags 26, Warning, "invalid-board", "9.2.5";
    /// A SubVariation tag without a Variation tag.
    MissingVariation = Tags 27, Note, "missing-variation", "9.3.3";
    /// An opening code that is not of the form `B97` or `E35/07`.
    InvalidEco = Tags 28, Warning, "invalid-eco", "9.4.1";
    /// A time of day that is not of the form `HH:MM:SS`.
    InvalidTime = Tags 29, Warning, "invalid-time", "9.5.1";
    /// A PlyCount value that is not the number of half-moves.
    WrongPlyCount = Tags 30, Warning, "wrong-ply-count", "9.9.3";
    /// A time control that is not formed as its kind is, or out of its place.
    InvalidTimeControl = Tags 31, Warning, "invalid-time-control", "9.6.1";
    /// A time control that is understood, but of none of the six kinds.
    UnusualTimeControl = Tags 32, Note, "unusual-time-control", "9.6.1";
    /// A Termination value that is none of the eight.
    UnknownTermination = Tags 33, Note, "unknown-termination", "9.8.1";
    /// An unterminated game that has a result.
    TerminationContradictsResult = Tags 34, Note, "termination-contradicts-result", "9.8.1";
    /// A colon in a value that is no list.
    ColonInValue = Tags 35, Note, "colon-in-value", "8.1";
    /// A tag value with characters outside ASCII.
    NonAsciiTagValue = Tags 36, Note, "non-ascii-tag-value", "4.1";
    /// A tag name that does not begin with an upper-case letter.
    LowerCaseTagName = Tags 37, [- - Warning], "lower-case-tag-name", "8.1";
    /// A nation code that is none of the 152 of the standard.
    UnknownNation = Tags 38, Note, "unknown-nation", "15";
    /// A Clock, WhiteClock or BlackClock value that is no clock.
    InvalidClockTag = Tags 39, Warning, "invalid-clock-tag", "S5.1";
    /// A running clock in a game that is over.
    ClockInFinishedGame = Tags 40, Note, "clock-in-finished-game", "S5";
    /// A value for what is not known that the standard does not have there.
    UnusualUnknown = Tags 41, Note, "unusual-unknown", "9";

    /// A move number that does not fit the game.
    WrongMoveNumber = Movetext 1, Warning, "wrong-move-number", "8.2.2.1";
    /// A move number glued to its move.
    GluedMoveNumber = Movetext 2, Warning, "glued-move-number", "7";
    /// Periods that follow no number.
    StrayPeriod = Movetext 3, Warning, "stray-period", "8.2.2";
    /// A suffix that is none of the six.
    InvalidSuffix = Movetext 4, Warning, "invalid-suffix", "8.2.3.8";
    /// More than one suffix on a move.
    RepeatedSuffix = Movetext 5, Warning, "repeated-suffix", "8.2.3.8";
    /// `$` without a number.
    InvalidNag = Movetext 6, Error, "invalid-nag", "8.2.4";
    /// A numeric annotation glyph over 255.
    NagOutOfRange = Movetext 7, Error, "nag-out-of-range", "8.2.4";
    /// A numeric annotation glyph with no move before it.
    NagBeforeMove = Movetext 8, Warning, "nag-before-move", "8.2.4";
    /// A glyph that stands for a numeric annotation glyph.
    Glyph = Movetext 9, [Note Warning Warning], "glyph", "8.2.4";
    /// A move in a lax spelling.
    LaxMove = Movetext 10, Warning, "lax-move", "8.2.3.7";
    /// A move that only lacks canonical detail: capture sign, check mark, minimal disambiguation.
    NonCanonicalMove = Movetext 11, [Note Warning Warning], "non-canonical-move", "8.2.3";
    /// A check or mate mark apart from its move.
    StrayMark = Movetext 12, Warning, "stray-mark", "8.2.3.5";
    /// A move number with no move after it.
    NumberWithoutMove = Movetext 13, [Note Warning Warning], "number-without-move", "8.2.2";
    /// A numeric annotation glyph that the standard reserves.
    ReservedNag = Movetext 14, Note, "reserved-nag", "10";
    /// A suffix and a numeric annotation glyph that judge one move differently.
    ContradictingSuffix = Movetext 15, Note, "contradicting-suffix", "8.2.3.8";
    /// Moves with the piece letters of another language than English.
    NationalPieceLetters = Movetext 16, [Note Warning Warning], "national-piece-letters", "17";
    /// An annotation after the termination marker.
    NagAfterTermination = Movetext 17, Warning, "nag-after-termination", "8.2.4";

    /// A move that the rules do not allow.
    IllegalMove = Chess 1, Error, "illegal-move", "8.2.3";
    /// A move that fits more than one piece.
    AmbiguousMove = Chess 2, Error, "ambiguous-move", "8.2.3.4";
    /// A null move.
    NullMove = Chess 3, [Note Warning Warning], "null-move", "8.2.3";
    /// Moves that cannot be checked because the starting position or the rules are not known.
    UncheckedMoves = Chess 4, Error, "unchecked-moves", "9.7";
    /// A result that contradicts a mate or stalemate on the board.
    ResultContradictsBoard = Chess 5, Warning, "result-contradicts-board", "8.1.1.7";
    /// A win in a position in which nobody can be mated any more, or not by the winner.
    WinInDeadPosition = Chess 6, Warning, "win-in-dead-position", "8.1.1.7";
    /// Moves played on in a position in which nobody can be mated any more.
    MovesAfterDeadPosition = Chess 7, Note, "moves-after-dead-position", "8.2";
    /// An ECO code that does not fit the moves.
    EcoContradictsMoves = Chess 8, Note, "eco-contradicts-moves", "9.4.1";

    /// An embedded command that is not name, space, operands, bracket.
    MalformedCommand = Commands 1, Warning, "malformed-command", "S3.2";
    /// A time command whose operand is no time.
    InvalidClockValue = Commands 2, Warning, "invalid-clock-value", "S4.1";
    /// A time in another form than hours, minutes and seconds.
    LaxClockValue = Commands 3, Note, "lax-clock-value", "S4.1";
    /// A clock that gains time, or used time that shrinks.
    ClockRunsBackwards = Commands 4, Note, "clock-runs-backwards", "S4.2";
    /// Time commands that contradict each other.
    ClockDisagrees = Commands 5, Note, "clock-disagrees", "S4.1";
    /// More time than the time control gives.
    ClockExceedsTimeControl = Commands 6, Note, "clock-exceeds-time-control", "S6.1";
    /// Time commands in a game without a TimeControl tag.
    MissingTimeControl = Commands 7, Note, "missing-time-control", "S3.1";
    /// An embedded command in a comment that a semicolon begins.
    CommandInLineComment = Commands 8, Note, "command-in-line-comment", "S3.2.1";

    /// A tag pair with other white space than export format has, or not on a line of its own.
    TagLayout = Export 1, [- Warning Warning], "tag-layout", "8.1";
    /// A tag pair that is not in its place: the roster, then the others in ASCII order.
    TagOrder = Export 2, [- Warning Warning], "tag-order", "8.1.1";
    /// An empty line too many, or one that is missing.
    EmptyLines = Export 3, [- Warning Warning], "empty-lines", "8.2.1";
    /// A line of movetext of 80 characters or more.
    LongLine = Export 4, [- Warning Warning], "long-line", "8.2.1";
    /// A line of movetext that ends although the next token has room on it.
    LineFill = Export 5, [- Warning Warning], "line-fill", "8.2.1";
    /// White space that is not one space between tokens, or that begins or ends a line.
    WhiteSpace = Export 6, [- Warning Warning], "white-space", "8.2.1";
    /// A line that does not end with LF alone.
    LineEnds = Export 7, [- - Warning], "line-ends", "3.2.2";
    /// A comment in another form than `{text}` with one space between its words.
    CommentLayout = Export 8, [- Warning Warning], "comment-layout", "5";
    /// A move suffix, which export format writes as a numeric annotation glyph.
    SuffixAnnotation = Export 9, [- Warning Warning], "suffix-annotation", "8.2.3.8";
    /// A numeric annotation glyph with leading zeros, or `$0`.
    NagForm = Export 10, [- Warning Warning], "nag-form", "8.2.4";
    /// A move number that is missing, superfluous, or not written as in `1. e4` and `1... e5`.
    MoveNumberForm = Export 11, [- Warning Warning], "move-number-form", "8.2.2.2";
    /// White space inside the parentheses of a variation.
    VariationLayout = Export 12, [- Warning Warning], "variation-layout", "8.2.5";
    /// Annotations, comments and variations of a move in another order than export format has.
    AnnotationOrder = Export 13, [- Warning Warning], "annotation-order", "8.2.4";
    /// FEN or SetUp in a game that starts from the usual position.
    NeedlessSetUp = Export 14, [Note Warning Warning], "needless-setup", "9.7";
    /// A character from 160 to 191.
    DiscouragedCharacter = Export 15, [- Note Note], "discouraged-character", "4.1";
    /// A game that differs from its export format in something that has no code of its own.
    NotExportFormat = Export 16, [- Warning Warning], "not-export-format", "3.2";

    /// The two counters of FEN after the four fields of an EPD record.
    FenCounters = Epd 1, Warning, "fen-counters", "16.2";
    /// A semicolon before the first operation of an EPD record.
    LeadingSemicolon = Epd 2, Warning, "leading-semicolon", "16.2.4";
    /// An operation without its semicolon.
    MissingSemicolon = Epd 3, Warning, "missing-semicolon", "16.2.4";
    /// A semicolon that ends no operation.
    EmptyOperation = Epd 4, Warning, "empty-operation", "16.2.4";
    /// Other white space than one space before each operation and each operand.
    OperationSpacing = Epd 5, Warning, "operation-spacing", "16.2.4";
    /// An opcode that is not a letter followed by up to fourteen letters, digits and underscores.
    InvalidOpcode = Epd 6, Error, "invalid-opcode", "16.2.4.1";
    /// An opcode that is neither of two or more lower-case characters nor begins with an upper-case letter.
    UnusualOpcode = Epd 7, Warning, "unusual-opcode", "16.2.4.2";
    /// A private opcode, which begins with an upper-case letter, in an archive.
    PrivateOpcode = Epd 8, [- - Warning], "private-opcode", "16.2.4.2";
    /// An opcode that appears again in the same record.
    RepeatedOpcode = Epd 9, Error, "repeated-opcode", "16.2.4.1";
    /// Operations that are not in ASCII order of their opcodes.
    OpcodeOrder = Epd 10, [- Warning Warning], "opcode-order", "16.2.4.1";
    /// Operands that are not in ASCII order although their opcode gives their order no meaning.
    OperandOrder = Epd 11, [- Warning Warning], "operand-order", "16.2.4.1";
    /// More or fewer operands than the opcode takes.
    OperandCount = Epd 12, Error, "operand-count", "16.2.5";
    /// An operand of another type than the opcode takes.
    OperandType = Epd 13, Error, "operand-type", "16.2.5";
    /// An integer outside the range of its opcode.
    OperandOutOfRange = Epd 14, Error, "operand-out-of-range", "16.2.5";
    /// The same move again among the moves of `bm` or `am`.
    RepeatedOperand = Epd 15, Warning, "repeated-operand", "16.2.5.4";
    /// A quote inside a string, written with a backslash, which EPD does not know.
    EscapedQuote = Epd 16, Warning, "escaped-quote", "16.2.4.1";
    /// A mate score with an impossible number of plies.
    InvalidMateDistance = Epd 17, Warning, "invalid-mate-distance", "16.2.5.6";
    /// An evaluation that contradicts mate, stalemate or a dead position, or that the position is legal.
    EvaluationContradictsBoard = Epd 18, Warning, "evaluation-contradicts-board", "16.2.5.6";
    /// `draw_claim` or `draw_offer` without `sm`.
    MissingSuppliedMove = Epd 19, Warning, "missing-supplied-move", "16.2.5.9";
    /// Operations of one record that contradict each other.
    ContradictingOperations = Epd 20, Error, "contradicting-operations", "16.2.5";
    /// A move that is both best and to be avoided.
    AvoidedBestMove = Epd 21, Note, "avoided-best-move", "16.2.5.3";

    /// A byte in the place of a PGC marker that is none.
    UnknownMarker = Pgc 1, Error, "unknown-marker", "20.4";
    /// A PGC record that the end of the file cuts off.
    TruncatedRecord = Pgc 2, Error, "truncated-record", "20";
    /// A move ordinal that is not less than the number of legal moves.
    OrdinalOutOfRange = Pgc 3, Error, "ordinal-out-of-range", "20.2";
    /// A PGC game without its end.
    UnclosedGame = Pgc 4, Error, "unclosed-game", "20.4.5";
    /// The end of a PGC game that did not begin.
    StrayGameEnd = Pgc 5, Error, "stray-game-end", "20.4.6";
    /// A PGC game that begins inside another.
    NestedGame = Pgc 6, Error, "nested-game", "20.4.5";
    /// A tag pair, moves, an annotation or a variation outside any PGC game.
    RecordOutsideGame = Pgc 7, Error, "record-outside-game", "20.4.5";
    /// A PGC tag pair after the first move, annotation or variation of its game.
    TagAfterMoves = Pgc 8, Warning, "tag-after-moves", "20.4.2";
    /// The values of the roster without markers and names, as the program pgn2pgc wrote them.
    BareRoster = Pgc 9, Warning, "bare-roster", "20.4.5";
    /// Something of a game that PGC cannot hold.
    LostInPgc = Pgc 10, Error, "lost-in-pgc", "20.4";

    /// A line of JSON that holds no game: it is no JSON, or no object.
    InvalidJson = Json 1, Error, "invalid-json", "3";
    /// A member of a game in JSON that is missing, or has a value of another type.
    WrongMember = Json 2, Error, "wrong-member", "3";
    /// Members of a game in JSON that contradict each other.
    ContradictingMembers = Json 3, Error, "contradicting-members", "3";
    /// A member of a game in JSON whose name is not known.
    UnknownMember = Json 4, Note, "unknown-member", "3";

    /// A game of a database, a round, a site or a log, or a row of a table, that cannot be read, or not whole.
    DamagedRecord = Records 1, Error, "damaged-record", "3";
    /// Something in a database, a document or a log for which a game of PGN has no place.
    ContentLeftOut = Records 2, Warning, "content-left-out", "3";
    /// A game that the form of another program or site cannot hold whole.
    LostInDatabase = Records 3, Error, "lost-in-database", "3";
    /// A position of a game that was to be analysed has no evaluation.
    UnanalysedPosition = Records 4, Warning, "unanalysed-position", "3";
}
