//! `pgn names`.

use crate::rig::{BAD, Dir, pgn};

/// Three spellings of a player, one that may be he, and one who is another.
fn games() -> String {
    let game = |white: &str, black: &str, year: &str, site: &str| {
        format!(
            "[Event \"Ch URS\"]\n[Site \"{site}\"]\n[Date \"{year}.??.??\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n\n"
        )
    };
    [
        game("Tal Mikhail", "Smyslov V", "1959", "Moscow RUS"),
        game("Tal Mikhail", "Keres, P", "1960", "Moscow (Russia)"),
        game("Tal, M", "Smyslov V", "1959", "Moscow RUS"),
        game("GM TAL, Mikhail (LAT)", "Keres, P", "1961", "Moscow"),
        game("Keres", "Larsen, B", "1990", "Tallinn"),
        game("Talanov, M", "Larsen, B", "1990", "Tallinn SUI"),
    ]
    .concat()
}

const TEXT: &str = "\
Tal, Mikhail: 4 games, 1959–1961; in the form of the standard
       2  Tal Mikhail
       1  GM TAL, Mikhail (LAT)  (11 points: same words, opponent, near years)
       1  Tal, M  (11 points: initials, place, opponent, years)
";

#[test]
fn spellings_are_listed_with_their_evidence() {
    for jobs in ["1", "2", "7"] {
        let ran = pgn(&["names", "--jobs", jobs], games()).status(0);
        assert_eq!(ran.out(), TEXT);
        assert!(ran.account().ends_with("names: 8 spellings, 3 grouped"), "{}", ran.account());
    }
    let json = pgn(&["names", "--report", "json"], games()).status(0);
    let group: serde_json::Value = serde_json::from_str(json.out()).unwrap();
    assert_eq!(group["kind"], "player");
    assert_eq!(group["proposed"], "Tal, Mikhail");
    assert_eq!(
        group["spellings"][2]["evidence"],
        serde_json::json!(["initials", "place", "opponent", "years"])
    );
    assert_eq!(group["spellings"][0]["years"], serde_json::json!([1959, 1960]));
    let csv = pgn(&["names", "--report", "csv"], games()).status(0);
    assert_eq!(csv.out().lines().count(), 4);
    assert!(
        csv.out().contains("\nplayer,\"Tal, Mikhail\",in the form of the standard,Tal Mikhail,2,1959,1960,"),
        "{}",
        csv.out()
    );
    assert_eq!(pgn(&["names", "--min-count", "5"], games()).status(0).out(), "");
}

#[test]
fn events_and_sites() {
    let text = pgn(&["names", "--of", "event,site", "--doubtful"], games()).status(0);
    let expected = "\
Moscow RUS: 3 games, 1959–1960; most frequent
       2  Moscow RUS
       1  Moscow (Russia)  (11 points: same words, opponent, near years)
";
    assert!(text.out().starts_with(expected), "{}", text.out());
}

#[test]
fn the_table_is_for_editing() {
    let dir = Dir::with("a.pgn", games());
    let ran = dir.pgn(&["names", "--table", "names.tsv", "--doubtful", "a.pgn"]).status(0);
    assert_eq!(ran.out(), "");
    let table = dir.read("names.tsv");
    let mut rows = table.lines();
    assert_eq!(rows.next(), Some("kind\tfrom\tto\tfide_id\ttitle\tcount\tpoints\tevidence"));
    assert_eq!(rows.next(), Some("player\tTal Mikhail\tTal, Mikhail\t\t\t2\t\t"));
    let third = "player\tGM TAL, Mikhail (LAT)\tTal, Mikhail\t\t\t1\t11\tsame words, opponent, near years";
    assert_eq!(rows.next(), Some(third));
    assert_eq!(dir.pgn(&["names", "--table", "-", "--doubtful", "a.pgn"]).status(0).out(), table);
    let ran = dir.pgn(&["names", "--table", "names.tsv", "--report", "text", "a.pgn"]).status(0);
    assert_eq!(ran.out(), TEXT);
    // What is doubtful has no proposal that would be applied.
    dir.write("b.pgn", "[White \"Karpov, A\"]\n[Date \"1974.??.??\"]\n\n*\n\n[White \"Karpov, Anatoly\"]\n[Date \"1974.??.??\"]\n\n*\n");
    let ran = dir.pgn(&["names", "--table", "-", "--doubtful", "b.pgn"]).status(0);
    let rows: Vec<_> = ran.out().lines().skip(1).collect();
    assert_eq!(rows, ["player\tKarpov, A\t\t\t\t1\t6\tmay be Karpov, Anatoly (6 points: initials, years)"]);
    assert!(ran.account().ends_with("names: 2 spellings, 1 doubtful"), "{}", ran.account());
    assert_eq!(dir.read("a.pgn"), games());
    // The other command takes it as it is.
    let edited = dir.pgn(&["edit", "--names", "names.tsv", "a.pgn"]).status(0);
    let names = ["GM TAL, Mikhail (LAT)", "Tal Mikhail", "Tal, M\""];
    let expected = names.iter().fold(games(), |text, name| {
        text.replace(name, &["Tal, Mikhail", if name.ends_with('"') { "\"" } else { "" }].concat())
    });
    assert_eq!(edited.out(), expected);
}

#[test]
fn spellings_with_few_points_are_cut_off() {
    let dir = Dir::with("a.pgn", games());
    for (points, rows) in [("8", 3), ("11", 3), ("12", 0)] {
        let ran = dir.pgn(&["names", "--min-points", points, "--table", "-", "a.pgn"]).status(0);
        assert_eq!(ran.out().lines().count(), 1 + rows, "{points}: {}", ran.out());
        assert!(ran.out().lines().skip(2).all(|row| row.split('\t').nth(6) == Some("11")), "{}", ran.out());
    }
    let ran = dir.pgn(&["names", "--min-points", "12", "--doubtful", "--table", "-", "a.pgn"]).status(0);
    assert!(ran.out().lines().skip(1).all(|row| row.split('\t').nth(2) == Some("")), "{}", ran.out());
    assert!(ran.out().contains("\t11\tmay be "), "{}", ran.out());
    dir.pgn(&["names", "--min-points", "7", "a.pgn"]).status(2);
}

#[test]
fn players_are_looked_up_in_the_lists_of_the_federation() {
    let dir = Dir::with("a.pgn", games());
    let line = |cells: [&str; 7]| {
        let widths = [15, 61, 4, 4, 25, 19, 6];
        cells.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect::<String>() + "\n"
    };
    let headings = line(["ID Number", "Name", "Fed", "Sex", "Tit", "SRtng", "B-day"]);
    let text = headings + &line(["9900001", "Tal, Mikhail", "LAT", "M", "GM", "2600", "1936"]);
    let xml = "<?xml version=\"1.0\"?><playerslist><player><fideid>9900001</fideid><name>Tal, Mikhail</name><country>LAT</country>\
               <title>GM</title><rating>2600</rating><birthday>1936</birthday></player></playerslist>";
    for (name, content) in [
        ("list.txt", text.clone().into_bytes()),
        ("list.xml", xml.into()),
        ("list.zip", zipped("players_list_foa.txt", text.as_bytes())),
    ] {
        dir.write(name, content);
        let ran = dir.pgn(&["names", "--fide", name, "a.pgn"]).status(0);
        let expected = "  FIDE: Tal, Mikhail, 9900001, GM, LAT, born 1936, rating 2600 (the only one of that name; the year of birth fits)\n";
        assert!(ran.out().ends_with(expected), "{name}: {}", ran.out());
        assert!(ran.account().contains("FIDE: 1 found"), "{}", ran.account());
        let ran = dir.pgn(&["names", "--fide", name, "--table", "-", "a.pgn"]).status(0);
        assert!(ran.out().contains("player\tTal, M\tTal, Mikhail\t9900001\tGM\t1\t"), "{}", ran.out());
    }
    for (name, content, expected) in [
        ("none.txt", "no list\n", "none.txt: no line with the headings ID, Name and Fed is in it"),
        ("none.xml", "<html></html>", "none.xml: no player is in it"),
    ] {
        dir.write(name, content);
        let ran = dir.pgn(&["names", "--fide", name, "a.pgn"]).status(2);
        assert_eq!(ran.out(), "");
        assert!(ran.err().contains(expected), "{}", ran.err());
    }
    dir.pgn(&["names", "--fide", "missing.txt", "a.pgn"]).status(2);
}

/// An archive of one stored entry, by hand.
fn zipped(name: &str, content: &[u8]) -> Vec<u8> {
    let mut sum = flate2::Crc::new();
    sum.update(content);
    let size = (content.len() as u32).to_le_bytes();
    let length = (name.len() as u16).to_le_bytes();
    let common =
        [&[20, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &sum.sum().to_le_bytes(), &size, &size, &length, &[0, 0]]
            .concat();
    let mut out = [b"PK\x03\x04", &common[..], name.as_bytes(), content].concat();
    let start = (out.len() as u32).to_le_bytes();
    let directory = [b"PK\x01\x02\x14\0", &common[..], &[0; 10], &[0; 4], name.as_bytes()].concat();
    let end =
        [b"PK\x05\x06\0\0\0\0\x01\0\x01\0", &(directory.len() as u32).to_le_bytes()[..], &start, &[0, 0]]
            .concat();
    out.extend(directory);
    out.extend(end);
    out
}

#[test]
fn codes_of_nations_and_their_times() {
    let ran = pgn(&["names", "--of", "nation"], games()).status(0);
    let expected = "       2  RUS  standard   Russia\n       1  LAT  standard   Latvia\n       1  SUI  today      Switzerland\n";
    assert_eq!(ran.out(), expected);
    let ran = pgn(&["names", "--of", "nation", "--report", "csv"], "[Site \"Biel SWZ\"]\n\n*\n").status(0);
    let expected = "kind,code,time,name,code_today,name_today,sites,teams,players\nnation,SWZ,old,Switzerland,SUI,Eswatini,1,0,0\n";
    assert_eq!(ran.out(), expected);
}

#[test]
fn what_contradicts_itself_is_refused() {
    let dir = Dir::with("a.pgn", games());
    for (args, expected) in [
        (&["--of", "nation,player"][..], "--of nation cannot be combined with other subjects"),
        (&["--of", "nation", "--table", "x.tsv"], "--of nation: there are no names"),
        (&["--of", "site", "--fide", "a.pgn"], "--fide: only players are looked up"),
        (&["--table", "-", "--report", "json"], "--report: the table goes to standard output already"),
        (&["--table", "a.pgn"], "a.pgn: it is an input"),
    ] {
        let ran = dir.pgn(&[&["names"], args, &["a.pgn"]].concat()).status(2);
        assert!(ran.err().contains(expected), "{}", ran.err());
    }
    assert_eq!(dir.names(), ["a.pgn"]);
    // Games with errors have names all the same.
    let ran = pgn(&["names"], [BAD, &games()].concat()).status(1);
    assert_eq!(ran.out(), TEXT);
}
