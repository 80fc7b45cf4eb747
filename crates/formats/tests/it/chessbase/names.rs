//! Names, and the tags that they become.

use pgnkit_formats::chessbase::{CodePage, Entities, EntityKind, File, Reason};

use super::read;
use super::writer::{Codes, Files, fields, moves_record, names_file};

fn date(year: u32, month: u32, day: u32) -> [u8; 4] {
    (year << 9 | month << 5 | day).to_le_bytes()
}

/// A base of one game with all names.
pub(super) fn whole() -> Files {
    let mut files = Files::new();
    let mut codes = Codes::new(0);
    codes.mv(&[128]);
    codes.mark(255);
    files.push(&moves_record(0, &[], &codes.bytes), &[], |header| {
        header[14] = 1;
        header[24..27].copy_from_slice(&[0x0f, 0xb1, 0x64]);
        header[27..31].copy_from_slice(&[4, 0, 5, 2]);
        header[31..35].copy_from_slice(&[0x0a, 0x8c, 0x0a, 0x28]);
        header[35..37].copy_from_slice(&(191_u16 * 128 + 5).to_be_bytes());
    });
    let player = |last: &[u8], first: &[u8]| fields(&[(last, 30), (first, 20), (b"", 8)]);
    let tournament = fields(&[
        (b"Wijk aan Zee\0rest", 40),
        (b"Wijk", 30),
        (&date(2008, 1, 12), 4),
        (&[4 | 1 << 6, 0, 103, 0, 19, 0, 13], 16),
    ]);
    let source = fields(&[
        (b"Mega", 25),
        (b"ChessBase", 16),
        (&date(2009, 0, 0), 4),
        (&date(2009, 2, 0), 4),
        (&[3, 1], 10),
    ]);
    let team = |name: &[u8], number: u32| fields(&[(name, 45), (&number.to_le_bytes(), 18)]);
    files.names = [
        names_file(58, &[player(b"Topalov", b"V"), player(b"M\xfcller", b"Karl \"x\"")]),
        names_file(90, &[tournament]),
        names_file(53, &[fields(&[(b"Ftacnik", 45)])]),
        names_file(59, &[source]),
        names_file(63, &[team(b"Sofia", 0), team(b"Hamburg", 2)]),
        names_file(1608, &[fields(&[(b"", 200), (b"Die Partie\0x", 200)])]),
    ];
    files.extras =
        [&[11_u8, 0, 0, 0, 120, 0, 0, 0][..], &[0; 24], &[0; 4], &[0, 0, 0, 1], &[0; 112]].concat();
    let mut end = vec![3, 0, 0, 0, 65];
    end.resize(32 + 61, 0);
    end.extend((2008_u32 << 9 | 1 << 5 | 27).to_be_bytes());
    files.ends = end;
    files
}

#[test]
fn all_tags() {
    let (games, damage) = read(&whole());
    assert!(damage.is_empty(), "{damage:?}");
    let expected = "[Event \"Wijk aan Zee\"]\n[Site \"Wijk\"]\n[Date \"2008.11.04\"]\n[Round \"5.2\"]\n\
        [White \"Topalov, V.\"]\n[Black \"M\u{fc}ller, Karl \\\"x\\\"\"]\n[Result \"0-1\"]\n[Annotator \"Ftacnik\"]\n\
        [BlackElo \"2600\"]\n[BlackTeam \"Hamburg 2\"]\n[ECO \"B90\"]\n[EventCategory \"19\"]\n\
        [EventCountry \"NED\"]\n[EventDate \"2008.01.12\"]\n[EventEndDate \"2008.01.27\"]\n[EventRounds \"13\"]\n\
        [EventType \"swiss (rapid)\"]\n[GameTitle \"Die Partie\"]\n[Source \"ChessBase\"]\n\
        [SourceDate \"2009.??.??\"]\n[SourceQuality \"1\"]\n[SourceTitle \"Mega\"]\n[SourceVersion \"3\"]\n\
        [SourceVersionDate \"2009.02.??\"]\n[Termination \"rules infraction\"]\n[WhiteElo \"2700\"]\n\
        [WhiteTeam \"Sofia\"]\n\n1. e4 0-1\n\n";
    assert_eq!(games, [expected]);
}

#[test]
fn files_may_be_missing() {
    let mut files = Files { headers: whole().headers, moves: whole().moves, ..Files::new() };
    let (games, damage) = read(&files);
    assert!(games[0].contains("[White \"?\"]") && games[0].contains("1. e4 0-1"), "{}", games[0]);
    let unnamed = |kind, id| Reason::NoName(kind, id);
    let reasons: Vec<Reason> = damage.into_iter().map(|damage| damage.reason).collect();
    assert_eq!(
        reasons,
        [unnamed(EntityKind::Tournament, 0), unnamed(EntityKind::Player, 0), unnamed(EntityKind::Player, 1)]
    );
    // A name that is deleted, and files of another kind.
    files = whole();
    files.names[0][32 + 67..][..4].copy_from_slice(&(-999_i32).to_le_bytes());
    files.names[4].truncate(20);
    files.ends[0] = 9;
    files.names[1][8] = 0;
    let (games, damage) = read(&files);
    assert!(games[0].contains("[Black \"?\"]") && games[0].contains("[White \"Topalov, V.\"]"));
    let places: Vec<(File, u32)> = damage.iter().map(|damage| (damage.file, damage.record)).collect();
    let header = |id| (File::Headers, id);
    assert_eq!(
        places,
        [
            (File::Names(EntityKind::Tournament), 0),
            (File::Names(EntityKind::Team), 0),
            (File::TournamentEnds, 0),
            header(1),
            header(1),
            header(1),
            header(1),
        ]
    );
    assert!(damage.iter().all(|damage| !damage.to_string().is_empty()));
}

#[test]
fn encodings_of_names() {
    let name = |bytes: &[u8], code_page| {
        let mut names = Entities::new();
        names.code_page = code_page;
        names.read(EntityKind::Annotator, names_file(53, &[fields(&[(bytes, 45)])])).unwrap();
        names.annotator(0).unwrap().into_owned()
    };
    for (bytes, code_page, expected) in [
        (&b"Mueller"[..], CodePage::ByText, "Mueller"),
        (b"M\xfcller", CodePage::ByText, "M\u{fc}ller"),
        (b"\xd7\xfc\xf1\xf1", CodePage::ByText, "\u{427}\u{44c}\u{441}\u{441}"),
        (b"\xd7\xfc", CodePage::ByText, "\u{d7}\u{fc}"),
        (b"\xd7\xfc", CodePage::Windows1251, "\u{427}\u{44c}"),
        (b"\xd7\xfc\xf1\xf1", CodePage::Windows1252, "\u{d7}\u{fc}\u{f1}\u{f1}"),
        (b"M\xc3\xbcller", CodePage::Windows1251, "M\u{fc}ller"),
        // Cut within its last character.
        (b"M\xc3\xbcllerstra\xc3", CodePage::ByText, "M\u{fc}llerstra"),
        (b" a\nb ", CodePage::ByText, "a b"),
    ] {
        assert_eq!(name(bytes, code_page), expected, "{}", bytes.escape_ascii());
    }
    let names = Entities::new();
    assert!(
        names.is_empty(EntityKind::Player)
            && names.player(0).is_none()
            && names.tournament(u32::MAX).is_none()
    );
}
