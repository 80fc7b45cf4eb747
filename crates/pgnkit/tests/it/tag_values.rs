//! Values of tags: what is noticed, where, and what its fix makes of it.

use pgnkit::syntax::{Applicability, Area, AtLevel, Code, Collect, Diagnostic, Level};
use pgnkit::{Checker, Replayer};

/// All but what is said of layout.
fn check(text: &[u8], level: Level) -> Collect {
    let mut found = AtLevel { level, sink: Collect::default() };
    let (mut checker, mut replayer) = (Checker::new(), Replayer::new(text));
    while checker.check_game(&mut replayer, &mut found).is_some() {}
    found.sink.retain(|found| found.code.area() != Area::Export && found.code != Code::LineTooLong);
    found.sink
}

/// Each diagnostic as its name and its text.
fn shown(text: &[u8], level: Level) -> String {
    let describe = |diagnostic: &Diagnostic| {
        format!("{} {}", diagnostic.code.name(), String::from_utf8_lossy(diagnostic.span.of(text)))
    };
    check(text, level).iter().map(describe).collect::<Vec<_>>().join(", ")
}

/// The text with all fixes of one kind applied.
fn fixed(text: &[u8], level: Level, applicability: Applicability) -> Vec<u8> {
    let fixes = check(text, level).into_iter().filter_map(|diagnostic| diagnostic.fix);
    let mut edits: Vec<_> =
        fixes.filter(|fix| fix.applicability == applicability).flat_map(|fix| fix.edits).collect();
    edits.sort_by_key(|edit| edit.span);
    assert!(edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{edits:?}");
    let mut text = text.to_vec();
    for edit in edits.iter().rev() {
        text.splice(edit.span.start..edit.span.end, edit.replacement.bytes());
    }
    text
}

#[test]
fn one_value() {
    // Tag pairs without their brackets, and what is said about them.
    for (pairs, expected) in [
        // Section 8.1.1.
        (r#"Date "1993.??.??""#, ""),
        (r#"Date "????.??.??""#, ""),
        (r#"Date "2000.02.29""#, ""),
        (r#"Date "92.08.31""#, "invalid-date 92.08.31"),
        (r#"Date "?""#, "invalid-date ?"),
        (r#"EventDate "1992.8.31""#, "invalid-date 1992.8.31"),
        (r#"UTCDate "2001.13.01""#, "impossible-date 2001.13.01"),
        (r#"Date "1999.02.29""#, "impossible-date 1999.02.29"),
        (r#"Date "2000.00.10""#, "impossible-date 2000.00.10"),
        (r#"Date "1992.??.05""#, "partial-date 1992.??.05"),
        (r#"Date "199?.??.??""#, "partial-date 199?.??.??"),
        (r#"Round "3.1""#, ""),
        (r#"Round "-""#, ""),
        (r#"Round "3.""#, "invalid-round 3."),
        (r#"Round "3a""#, "invalid-round 3a"),
        (r#"White "van der Wiel, Johan""#, ""),
        (r#"White "Acme Pawngrabber v.3.2""#, ""),
        (r#"White "Kasparov,G""#, "name-form Kasparov,G"),
        (r#"Annotator "Tal, Mikhail N.:Fine, R""#, "name-form Tal, Mikhail N.:Fine, R"),
        (r#"Annotator "https://lichess.org/@/x""#, ""),
        (r#"White "Zed:Abe""#, "players-order Zed:Abe"),
        (r#"White "Smith, John Q.:Woodpusher 2000""#, ""),
        (r#"Result "?""#, "invalid-result ?"),
        (r#"Result """#, r#"empty-tag-value """#),
        (r#"Event "" Site """#, r#"empty-tag-value "", empty-tag-value """#),
        (r#"Opening "" Annotator """#, ""),
        (r#"White "" White """#, r#"repeated-tag [White ""], empty-tag-value """#),
        // Section 9.1.
        (r#"White "Jones:Smith:Zacharias" WhiteTitle "IM:-:GM""#, ""),
        (r#"White "Jones:Smith:Zacharias" WhiteElo "2400""#, "player-field-count 2400"),
        (r#"WhiteElo "2400:2500""#, "player-field-count 2400:2500"),
        (r#"BlackTitle "WGM""#, ""),
        (r#"BlackTitle "Grandmaster""#, "unknown-title Grandmaster"),
        (r#"WhiteElo "2650" BlackElo "-" WhiteUSCF "2100" WhiteECF "190""#, ""),
        (r#"WhiteElo "2650?""#, "invalid-rating 2650?"),
        (r#"WhiteElo "unrated""#, "invalid-rating unrated"),
        (r#"WhiteElo "0" BlackElo "?""#, "unusual-unknown 0, unusual-unknown ?"),
        (r#"WhiteElo """#, r#"unusual-unknown """#),
        (r#"WhiteNA "sje@world.std.com" BlackNA "-""#, ""),
        (r#"WhiteType "program" BlackType "Human""#, "invalid-player-type Human"),
        // Sections 9.2 to 9.5.
        (r#"Date "1992.11.04" EventDate "1992.09.02""#, ""),
        (r#"Date "1992.09.02" EventDate "1992.11.??""#, "event-date-after-date 1992.11.??"),
        (r#"Board "1""#, ""),
        (r#"Board "-1""#, "invalid-board -1"),
        (r#"SubVariation "Sozin""#, r#"missing-variation [SubVariation "Sozin"]"#),
        (r#"ECO "B97""#, ""),
        (r#"ECO "E35/07""#, ""),
        (r#"ECO "F00""#, "invalid-eco F00"),
        (r#"ECO "B9""#, "invalid-eco B9"),
        (r#"ECO "B97a""#, "invalid-eco B97a"),
        (r#"ECO "?""#, "unusual-unknown ?"),
        (r#"Time "17:05:00" UTCTime "??:??:??""#, ""),
        (r#"Time "24:00:00""#, "invalid-time 24:00:00"),
        (r#"UTCTime "12:60:00""#, "invalid-time 12:60:00"),
        // Sections 9.6 to 9.8.
        (r#"TimeControl "40/7200:3600""#, ""),
        (r#"TimeControl "300:40/7200""#, "invalid-time-control 300:40/7200"),
        (r#"TimeControl "0+1""#, "unusual-time-control 0+1"),
        (r#"Termination "time forfeit""#, ""),
        (r#"Termination "Timeout""#, "unknown-termination Timeout"),
        (r#"Result "1-0" Termination "unterminated""#, "termination-contradicts-result unterminated"),
        (r#"Mode "XYZ" NIC "SI 12.3" Section "Open" FooBar "1""#, ""),
        // The supplement.
        (r#"Clock "N/0:45:56""#, ""),
        (r#"Clock "X/0:45:56""#, "invalid-clock-tag X/0:45:56"),
        (r#"Clock "B 0:45:56""#, "invalid-clock-tag B 0:45:56"),
        (r#"Clock "W/0:45:56" Result "1-0""#, r#"clock-in-finished-game [Clock "W/0:45:56"]"#),
        // Nations and characters.
        (r#"Site "Belgrade, Serbia JUG""#, ""),
        (r#"Site "New York City, NY USA""#, ""),
        (r#"Site "ICC""#, ""),
        (r#"Site "Biel SUI""#, ""),
        (r#"Site "lichess.org INT""#, ""),
        (r#"Site "Amsterdam IBM""#, "unknown-nation IBM"),
        (r#"Date "12.03.2024""#, "invalid-date 12.03.2024"),
        (r#"Site "Nowhere XYZ""#, "unknown-nation XYZ"),
        (r#"Event "Match: final""#, "colon-in-value :"),
        (r#"Site "https://lichess.org/abc""#, ""),
        (r#"Event "Café \"x\"""#, "non-ascii-tag-value é"),
    ] {
        let tags = pairs.replace("\" ", "\"]\n[");
        let result = if tags.contains("1-0") { "1-0" } else { "*" };
        let text = format!("[{tags}]\n\n{result}\n");
        assert_eq!(shown(text.as_bytes(), Level::Import), expected, "{pairs}");
    }
}

#[test]
fn spans_lie_within_the_text() {
    for text in ["[White \"", "[White \"\n", "[White \"]", "[White \"\"", "[ECO \"", "[White \"\"]"] {
        for diagnostic in Level::ALL.into_iter().flat_map(|level| check(text.as_bytes(), level)) {
            let span = diagnostic.span;
            assert!(span.start <= span.end && span.end <= text.len(), "{text}: {diagnostic:?}");
        }
    }
}

#[test]
fn long_tokens() {
    let value = |length: usize| format!("[Event \"{}\"]\n\n*\n", "é\\\"".repeat(length / 2));
    assert!(!shown(value(254).as_bytes(), Level::Import).contains("token-too-long"));
    assert!(shown(value(256).as_bytes(), Level::Import).starts_with("token-too-long é"));
    let name = |length: usize| format!("[{} \"x\"]\n\n*\n", "N".repeat(length));
    assert_eq!(shown(name(255).as_bytes(), Level::Import), "");
    assert!(shown(name(256).as_bytes(), Level::Import).starts_with("token-too-long NNN"));
}

#[test]
fn safe_fixes() {
    let date = "[Date \"1992.08.31\"]\n\n*\n";
    for (text, expected) in [
        ("[Date \"1992-8-31\"]\n\n*\n", date),
        ("[Date \"1992.08.31\"]\n[Date \"1992.08.31\"]\n\n*\n", date),
        ("[Date \"1992.08.31\"]\r\n  [Date \"1992.08.31\"] \r\n\n*\n", "[Date \"1992.08.31\"]\r\n\n*\n"),
        ("[Date \"1992.08.31\"] [Date \"1992.08.31\"]\n\n*\n", date),
        ("[ECO \"\"] [Date \"1992.08.31\"]\n\n*\n", date),
        (
            "[Date \"1992.08.31\"] [Date {why} \"1992.08.31\"]\n\n*\n",
            "[Date \"1992.08.31\"] [Date {why} \"1992.08.31\"]\n\n*\n",
        ),
        ("[White \"\"]\n[White \"\"]\n\n*\n", "[White \"?\"]\n\n*\n"),
        ("[date \"1992.08.31\"]\n\n*\n", date),
        ("[Result \"\"]\n\n1. e4 1-0\n", "[Result \"1-0\"]\n\n1. e4 1-0\n"),
        ("[Result \"?\"]\n\n1. e4 1-0\n", "[Result \"1-0\"]\n\n1. e4 1-0\n"),
        ("[Result \"½\"]\n\n1/2-1/2\n", "[Result \"1/2-1/2\"]\n\n1/2-1/2\n"),
        (
            "[SetUp \"0\"] [FEN \"8/P7/8/8/8/8/k7/7K w - -\"]\n\n*\n",
            "[SetUp \"1\"] [FEN \"8/P7/8/8/8/8/k7/7K w - - 0 1\"]\n\n*\n",
        ),
    ] {
        let repaired = fixed(text.as_bytes(), Level::Import, Applicability::Safe);
        assert_eq!(String::from_utf8_lossy(&repaired), expected, "{text}");
    }
}

#[test]
fn a_missing_roster_is_added_in_its_order() {
    let whole = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n";
    let moves = "\n1. e4 1-0\n";
    for at in 0..=7 {
        // Without any, without all up to one, and without one.
        let lines: Vec<_> = whole.lines().map(|line| format!("{line}\n")).collect();
        let without_one: String =
            lines.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, line)| line.as_str()).collect();
        for tags in [lines[at..].concat(), lines[..at].concat(), without_one] {
            let text = if tags.is_empty() { moves.trim_start().to_owned() } else { format!("{tags}{moves}") };
            let repaired = fixed(text.as_bytes(), Level::Export, Applicability::Safe);
            assert_eq!(String::from_utf8_lossy(&repaired), format!("{whole}{moves}"), "{text}");
        }
    }
    // Out of order: everything is there afterwards, and edits do not overlap.
    let repaired =
        fixed(b"[Black \"b\"]\n[Event \"e\"]\n[White \"w\"]\n\n*\n", Level::Export, Applicability::Safe);
    assert_eq!(shown(&repaired, Level::Export), "");
}

#[test]
fn archives_ask_for_more() {
    let tags = "[Event \"?\"]\n[Site \"?\"]\n[Date \"1992.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n";
    for (more, expected) in [
        ("[Foo \"x\"]\n", ""),
        ("[foo \"x\"]\n", "lower-case-tag-name foo"),
        ("[_A \"x\"]\n", "lower-case-tag-name _A"),
        ("[9A \"x\"]\n", "lower-case-tag-name 9A"),
        ("[eco \"B97\"]\n", "tag-name-case eco"),
    ] {
        let found = shown(format!("{tags}{more}\n*\n").as_bytes(), Level::Archive);
        let expected = [expected, "incomplete-date 1992.??.??"].into_iter().filter(|part| !part.is_empty());
        assert_eq!(found, expected.collect::<Vec<_>>().join(", "), "{more}");
    }
}
