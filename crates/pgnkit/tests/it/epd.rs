//! Records that are odd: what is read of them, how it is written, and what is reported.

use pgnkit::chess::{ChessMode, Variant};
use pgnkit::epd::{Epd, Opcode, Reader, RecordFormat, RecordOptions};
use pgnkit::syntax::{Code, Collect, Ignore, Severity};

/// The position of most records.
const FIELDS: &str = "4k3/8/8/8/2P5/8/4P3/4K3 w - -";

/// Operations, how they are written, and what is reported at any level.
const OPERATIONS: &[(&str, &str, &[&str])] = &[
    // Marks without a move, strings among moves.
    ("bm +;", "bm;", &["stray-mark"]),
    ("bm \"s\" + e4;", "bm \"s\" e4;", &["operand-type", "stray-mark"]),
    ("bm \"x\" e4 e4;", "bm \"x\" e4;", &["operand-type", "repeated-operand"]),
    ("am c5 c5 c5;", "am c5;", &["repeated-operand", "repeated-operand"]),
    // The piece of a promotion apart from it.
    ("bm c5 = B;", "bm = B c5;", &["illegal-move", "illegal-move", "operand-order"]),
    // Suffixes: after a word that is no move they stay.
    ("bm c5!? e4 !;", "bm c5 e4;", &["lax-move", "stray-mark"]),
    ("pv 7!;", "pv 7!;", &["illegal-move"]),
    // Move numbers: what is no move stays as it was.
    ("pv 1. e4 Kd7 2.c5;", "pv e4 Kd7 c5;", &["operand-type", "operand-type"]),
    ("bm 1.1.e4;", "bm 1.1.e4;", &["operand-type", "illegal-move"]),
    ("bm 1.\"x;", "bm 1.\"x;", &["operand-type", "illegal-move"]),
    ("bm 1.+;", "bm 1.+;", &["operand-type", "illegal-move"]),
    ("bm 1.am;", "bm 1.am;", &["operand-type", "illegal-move"]),
    // Backslashes.
    ("tcri a\\ \"b\";", "tcri \"a\\\" \"b\";", &["operand-type"]),
    ("c0 \"a\\\";", "c0 \"a\\\";", &[]),
    // What should be an opcode and is none.
    ("\"a b;", "\"a b;\";", &["invalid-opcode", "unterminated-string"]),
    ("\"a\tb\" 1;", "\"a b\" 1;", &["invalid-opcode", "string-control-character"]),
    ("~; 5;", "~; 5;", &["invalid-opcode", "invalid-opcode"]),
    ("e; 5;", "e; 5;", &["unusual-opcode", "invalid-opcode"]),
    ("; 5;", "hmvc 5;", &["leading-semicolon", "fen-counters", "empty-operation"]),
    // Control characters part words, and are reported once.
    ("bm e4;\u{0}", "bm e4;", &["control-character"]),
    (
        "bm e4 ; id BK.01\u{0}",
        "bm e4; id \"BK.01\";",
        &["control-character", "operation-spacing", "missing-semicolon", "operand-type"],
    ),
    ("bm e4\u{1}c5; c0 \"a\u{7f}b\";", "bm c5 e4; c0 \"a b\";", &["control-character", "operand-order"]),
    // The last of an opcode counts.
    (
        "dm 3; id \"a\"; dm 4; dm 5;",
        "dm 5; id \"a\";",
        &["opcode-order", "repeated-opcode", "repeated-opcode"],
    ),
];

#[test]
fn odd_operations() {
    for (operations, written, kinds) in OPERATIONS {
        let mut found = Collect::default();
        let text = format!("{FIELDS} {operations}");
        let record = Reader::new(text.as_bytes()).read_record(&mut found).unwrap();
        assert_eq!(record.epd.unwrap().to_string(), format!("{FIELDS} {written}"), "{operations}");
        let mut names: Vec<_> = found.iter().map(|one| one.code.name()).collect();
        let mut kinds = kinds.to_vec();
        names.sort_unstable();
        kinds.sort_unstable();
        assert_eq!(names, kinds, "{operations}");
    }
}

/// The records of a text, which begin at `start` of another.
fn read(text: &[u8], start: usize, format: RecordFormat) -> Vec<(usize, usize, Option<Epd>)> {
    let mut reader = Reader::new(text).format(format);
    let records = std::iter::from_fn(|| reader.read_record(&mut Ignore));
    records.map(|record| (start + record.span.start, start + record.span.end, record.epd)).collect()
}

#[test]
fn lines_may_be_read_in_any_pieces() {
    let epd = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n\r\n\u{feff}4k3/8/8/8/8/8/4P3/4K3 b - - id \"a\"\r\r8/8 w - -\n \t\n\u{1}\n\
        4k3/8/8/8/8/8/4P3/4K3 b - - ; c0 \"open\n4k3/8/8/8/8/8/4P3/4K3 w - - 5 9";
    for format in [RecordFormat::Epd, RecordFormat::Fen] {
        let text = epd.as_bytes();
        let whole = read(text, 0, format);
        assert_eq!(whole.len(), 5);
        let is_end =
            |at: &usize| text[at - 1] == b'\n' || (text[at - 1] == b'\r' && text.get(*at) != Some(&b'\n'));
        let ends: Vec<usize> = (1..text.len()).filter(is_end).collect();
        assert_eq!(ends.len(), 8);
        for pieces in 0..1 << ends.len() {
            let cuts = ends.iter().enumerate().filter(|(at, _)| pieces >> at & 1 == 1).map(|(_, end)| *end);
            let (mut start, mut records) = (0, Vec::new());
            for end in cuts.chain([text.len()]) {
                records.extend(read(&text[start..end], start, format));
                start = end;
            }
            assert_eq!(records, whole);
        }
    }
}

#[test]
fn long_records_take_linear_time() {
    let mut text = format!("{FIELDS} ");
    for number in 0..50_000 {
        text.push_str(&format!("a{number}; a{number}; "));
    }
    text.push_str("bm ");
    for number in 0..50_000 {
        text.push_str(&format!("x{number} "));
    }
    let record = Reader::new(text.as_bytes()).read_record(&mut Ignore).unwrap();
    assert_eq!(record.epd.unwrap().operations().len(), 50_001);
}

#[test]
fn a_line_that_begins_as_a_comment_is_said_to_be_one() {
    let mut found = Collect::default();
    let record = Reader::new(b"# rank and file\n").read_record(&mut found).unwrap();
    assert!(record.epd.is_none());
    assert_eq!(
        found[0].message,
        "expected a position, found a line that begins with `#`: records have no comments"
    );
}

#[test]
fn promotions_apart() {
    let fields = "6q1/PpB5/k7/P6K/6n1/1P4p1/5p2/1B3N1N w - -";
    for (operations, written, count) in [
        ("bm a8 = Q + a8 = R +;", "bm a8=Q+ a8=R+;", 4),
        ("bm a8 =N;", "bm a8=N;", 1),
        ("bm a8 = b;", "bm a8=B;", 1),
        ("pv a8 = B Qxa8;", "pv a8=B Qxa8;", 1),
    ] {
        let mut found = Collect::default();
        let text = format!("{fields} {operations}");
        let epd = Reader::new(text.as_bytes()).read_record(&mut found).unwrap().epd.unwrap();
        assert_eq!(epd.to_string(), format!("{fields} {written}"));
        assert_eq!(found.len(), count, "{operations}: {found:?}");
    }
}

#[test]
fn dashes_are_dashes_in_any_encoding() {
    for dashes in [&b"--"[..], "\u{2013}\u{2013}".as_bytes(), b"\x96\x96"] {
        let line = [FIELDS.as_bytes(), b" bm ", dashes, b";"].concat();
        let epd = Reader::new(&line).read_record(&mut Ignore).unwrap().epd.unwrap();
        assert_eq!(epd.to_string(), format!("{FIELDS} bm --;"), "{}", dashes.escape_ascii());
    }
}

#[test]
fn parsing_gives_the_first_error_whatever_its_code_is_as_a_rule() {
    // What is mere advice where a move is read is wrong in a record.
    let error = "8/P7/8/8/8/8/k7/7K w - - bm a8;".parse::<Epd>().unwrap_err();
    assert_eq!((error.code, error.severity), (Code::LaxMove, Severity::Error));
}

#[test]
fn the_mode_is_what_the_written_rights_tell() {
    for (rights, written, mode) in [
        ("KQkq", "KQkq", ChessMode::Standard),
        ("HAha", "KQkq", ChessMode::Standard),
        ("-", "-", ChessMode::Standard),
    ] {
        let text = format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} -");
        let epd = Reader::new(text.as_bytes()).read_record(&mut Ignore).unwrap().epd.unwrap();
        assert_eq!(epd.to_string(), format!("r3k2r/8/8/8/8/8/8/R3K2R w {written} -"));
        assert_eq!(epd.mode(), mode);
    }
    let epd: Epd = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb -".parse().unwrap();
    assert_eq!(epd.mode(), ChessMode::Chess960);
    assert_eq!(epd.to_string().parse(), Ok(epd));
}

/// A record, its variant, how it is written, and what is reported.
const VARIANTS: &[(&str, Variant, &str, &[&str])] = &[
    ("4k3/8/8/8/8/8/8/R~3K3[Qp] w - - bm Q@d7+; id \"drop\";", Variant::Crazyhouse, "", &[]),
    (
        "4k3/8/8/8/8/8/8/4K3/Qp w - - bm Q@d7+;",
        Variant::Crazyhouse,
        "4k3/8/8/8/8/8/8/4K3[Qp] w - - bm Q@d7+;",
        &[],
    ),
    ("4k3/8/8/8/8/8/8/4K2R w K - 1+3 bm Rh8#;", Variant::ThreeCheck, "", &[]),
    (
        "4k3/8/8/8/8/8/8/4K2R w K - +2+0 bm Rh8#;",
        Variant::ThreeCheck,
        "4k3/8/8/8/8/8/8/4K2R w K - 1+3 bm Rh8#;",
        &[],
    ),
    ("4k3/8/8/8/8/8/8/4K2R w K - 3+3", Variant::ThreeCheck, "", &[]),
    ("8/8/8/8/8/8/4kK2/8 w - - bm Kg3; variant \"Atomic\";", Variant::Atomic, "", &[]),
    ("4k3/8/8/8/8/8/8/PPPP4 w - - variant \"Horde\"; zz 1;", Variant::Horde, "", &[]),
    (
        "8/P7/8/8/8/8/7p/8 w - - bm a8=K; variant giveaway;",
        Variant::Antichess,
        "8/P7/8/8/8/8/7p/8 w - - bm a8=K; variant \"Antichess\";",
        &[],
    ),
    (
        "4k3/8/8/8/8/4K3/8/8 w - - 0 1 variant King of the Hill; bm Kd4#;",
        Variant::KingOfTheHill,
        "4k3/8/8/8/8/4K3/8/8 w - - bm Kd4#; fmvn 1; hmvc 0; variant \"King of the Hill\";",
        &["fen-counters", "opcode-order"],
    ),
    // What the fields show counts.
    (
        "4k3/8/8/8/8/8/8/4K3[] w - - variant \"Crazyhouse\";",
        Variant::Crazyhouse,
        "4k3/8/8/8/8/8/8/4K3[] w - -",
        &[],
    ),
    ("4k3/8/8/8/8/8/8/4K3[] w - - variant \"Crazyhouse 960\";", Variant::Crazyhouse, "", &[]),
    ("4k3/8/8/8/8/8/8/4K3[] w - - variant \"Atomic 960\";", Variant::Crazyhouse, "", &[]),
    // Standard chess needs no name, and such an operation is one like others.
    ("4k3/8/8/8/8/8/8/4K3 w - - variant \"Chess960\";", Variant::Standard, "", &[]),
    ("4k3/8/8/8/8/8/8/4K3 w - - c0 \"variant Atomic\";", Variant::Standard, "", &[]),
];

#[test]
fn records_of_variants() {
    for (line, variant, written, codes) in VARIANTS {
        let mut found = Collect::default();
        let epd = Reader::new(line.as_bytes()).read_record(&mut found).unwrap().epd.expect(line);
        let names: Vec<_> = found.iter().map(|one| one.code.name()).collect();
        let rewritten: &[&str] = &["not-export-format"];
        let is_rewritten = !written.is_empty() && codes.is_empty();
        assert_eq!(names, if is_rewritten { rewritten } else { codes }, "{line}");
        assert_eq!(epd.position().variant(), *variant, "{line}");
        let expected = if written.is_empty() { line } else { written };
        assert_eq!(epd.to_string(), *expected);
        let again: Epd = expected.parse().unwrap();
        assert_eq!((again.position(), again.to_string()), (epd.position(), epd.to_string()));
        // As a game, and from it again.
        let game = epd.to_game();
        let text = game.to_string();
        let game = pgnkit::parse_games(text.as_bytes()).next().unwrap().game;
        assert_eq!(game.start().position, epd.position(), "{text}");
        let records: Vec<_> = RecordOptions::default().opcodes([]).records(&game).collect();
        assert_eq!(records[0].position_key(), epd.position_key(), "{line}");
        // A FEN shows some variants.
        let fen = epd.fen();
        let read =
            Reader::new(fen.as_bytes()).format(RecordFormat::Fen).read_record(&mut Ignore).unwrap().epd;
        let is_shown = matches!(variant, Variant::Standard | Variant::Crazyhouse | Variant::ThreeCheck);
        assert_eq!(read.is_some_and(|read| read.position() == epd.position()), is_shown, "{fen}");
        let lost =
            epd.operations().iter().filter(|one| !matches!(one.opcode, Opcode::Hmvc | Opcode::Fmvn)).count();
        assert_eq!(RecordFormat::Fen.lost_values(&epd), lost + usize::from(!is_shown), "{line}");
    }
}

#[test]
fn records_of_unknown_variants_are_no_positions() {
    for (line, at) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - variant \"Duck\"; id \"x\";", "\"Duck\""),
        ("4k3/8/8/8/8/8/8/4K3 w - - id \"x\"; variant Fog of War", "Fog of War"),
    ] {
        let mut found = Collect::default();
        assert!(Reader::new(line.as_bytes()).read_record(&mut found).unwrap().epd.is_none());
        let places: Vec<_> =
            found.iter().map(|one| (one.code, &line[one.span.start..one.span.end])).collect();
        assert_eq!(places, [(Code::UnsupportedVariant, at)]);
    }
}

#[test]
fn positions_of_variants_have_keys_and_an_order_of_their_own() {
    let epd = |text: &str| text.parse::<Epd>().unwrap();
    let all = [
        epd("4k3/8/8/8/8/8/8/4K3 w - -"),
        epd("4k3/8/8/8/8/8/8/4K3 w - - 3+3"),
        epd("4k3/8/8/8/8/8/8/4K3 w - - 3+2"),
        epd("4k3/8/8/8/8/8/8/4K3[] w - -"),
        epd("4k3/8/8/8/8/8/8/4K3[Q] w - -"),
        epd("4k3/8/8/8/8/8/8/4K3 w - - variant \"Antichess\";"),
        epd("4k3/8/8/8/8/8/8/4K3 w - - variant \"Atomic\";"),
    ];
    for (i, one) in all.iter().enumerate() {
        for (j, other) in all.iter().enumerate() {
            assert_eq!(one.position_key() == other.position_key(), i == j, "{one} {other}");
            assert_eq!(one.cmp_position(other).is_eq(), i == j, "{one} {other}");
        }
    }
}
