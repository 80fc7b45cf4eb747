//! Games of sites.

use pgnkit_formats::sites::{SiteError, chess_com, lichess, livechess};

/// The game of a record, as a PGN reader has it, and the text.
fn read(convert: fn(&[u8], &mut String) -> Result<(), SiteError>, record: &str) -> String {
    let mut text = String::new();
    convert(record.as_bytes(), &mut text).unwrap_or_else(|error| panic!("{record}: {error}"));
    let games: Vec<_> = pgnkit::parse_games(text.as_bytes()).collect();
    assert!(games.len() == 1 && games[0].diagnostics.is_empty(), "{text}{:?}", games[0].diagnostics);
    text
}

const GAME: &str = r#"{"id":"q7ZvsdUF","rated":true,"variant":"standard","speed":"blitz","perf":"blitz","createdAt":1514505150384,"lastMoveAt":1514505592843,"status":"draw","players":{"white":{"user":{"name":"Lance5500","title":"LM","id":"lance5500"},"rating":2389,"ratingDiff":4},"black":{"user":{"name":"TryingHard87","id":"tryinghard87"},"rating":2498,"ratingDiff":-4}},"opening":{"eco":"D31","name":"Semi-Slav Defense: \"Marshall\" Gambit","ply":7},"moves":"d4 d5 c4 c6","clocks":[18003,18000,17915,17627],"analysis":[{"eval":30},{"eval":16},{"eval":-112,"best":"g1f3","variation":"Nf3 Nf6 c4","judgment":{"name":"Mistake","comment":"Mistake. Nf3 was best."}},{"mate":-3}],"clock":{"initial":180,"increment":2,"totalTime":260}}"#;

#[test]
fn a_game_of_lichess() {
    let expected = r#"[Event "Rated blitz game"]
[Site "https://lichess.org/q7ZvsdUF"]
[Date "2017.12.28"]
[Round "-"]
[White "Lance5500"]
[Black "TryingHard87"]
[Result "1/2-1/2"]
[GameId "q7ZvsdUF"]
[UTCDate "2017.12.28"]
[UTCTime "23:52:30"]
[WhiteElo "2389"]
[WhiteRatingDiff "+4"]
[WhiteTitle "LM"]
[BlackElo "2498"]
[BlackRatingDiff "-4"]
[Variant "Standard"]
[TimeControl "180+2"]
[ECO "D31"]
[Opening "Semi-Slav Defense: \"Marshall\" Gambit"]
[Termination "Normal"]

1. d4 {[%eval 0.30] [%clk 0:03:00.03]} 1... d5 {[%eval 0.16] [%clk 0:03:00]} 2. c4 $2 {[%eval -1.12] [%clk 0:02:59.15] Mistake. Nf3 was best.} (2. Nf3 Nf6 3. c4) 2... c6 {[%eval #-3] [%clk 0:02:56.27]} 1/2-1/2

"#;
    assert_eq!(read(lichess::game, GAME), expected);
    assert!(lichess::begins_game(GAME.as_bytes()) && !lichess::begins_game(br#"{"id":1}"#));
}

#[test]
fn games_of_lichess_with_little() {
    for (record, expected) in [
        (r#"{"moves":"","status":"aborted"}"#, "\n*\n\n"),
        (
            r#"{"moves":"e4","status":"started","players":{"white":{"aiLevel":3},"black":{}}}"#,
            "\n1. e4 *\n\n",
        ),
        (
            r#"{"moves":"O-O","variant":"fromPosition","initialFen":"4k2r/8/8/8/8/8/8/4K3 b k - 0 20","status":"resign","winner":"white"}"#,
            "\n20... O-O 1-0\n\n",
        ),
        (
            r#"{"moves":"e4 e5","analysis":[{"variation":""},{"variation":"c5","judgment":{}}],"status":"mate"}"#,
            "\n1. e4 e5 (1... c5) 1/2-1/2\n\n",
        ),
    ] {
        let text = read(lichess::game, record);
        assert!(text.ends_with(expected), "{record}: {text}");
    }
    let text =
        read(lichess::game, r#"{"moves":"e4","players":{"white":{"aiLevel":3},"black":{}},"daysPerTurn":2}"#);
    assert!(text.contains("[White \"lichess AI level 3\"]\n[Black \"Anonymous\"]"), "{text}");
    assert!(text.contains("[TimeControl \"1/172800\"]"), "{text}");
    for (record, error) in [
        ("{}", "expected a member `moves`, found none that can be read"),
        ("[]", "expected an object of JSON: "),
        (r#"{"moves":["e4"]}"#, "expected a member `moves`"),
    ] {
        let found = lichess::game(record.as_bytes(), &mut String::new()).unwrap_err().to_string();
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn values_cannot_end_their_tag_or_comment() {
    let record = r#"{"id":"a\"]\n[X \"","moves":"e4","analysis":[{"judgment":{"comment":"a } b\u0000"}}],"status":"x\\"}"#;
    let text = read(lichess::game, record);
    assert!(text.contains("[Site \"https://lichess.org/a\\\"] [X \\\"\"]"), "{text}");
    for moves in ["e4 1-0", "e4}", "1.", "(e4", "$1", "e4 *", "0-1"] {
        let record = format!("{{\"moves\":\"{moves}\"}}");
        let found = lichess::game(record.as_bytes(), &mut String::new()).unwrap_err();
        assert!(matches!(found, SiteError::Move(_)), "{moves}");
    }
}

#[test]
fn puzzles() {
    let line = "00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1798,77,95,8235,crushing hangingPiece long middlegame,https://lichess.org/787zsVup/black#48,";
    let text = read(lichess::puzzle, line);
    assert!(text.ends_with("24... Bxg3 25. Rxe7 Qb1+ 26. Nc1 Qxc1+ 27. Qxc1 *\n\n"), "{text}");
    assert!(
        text.contains("[PuzzleRating \"1798\"]")
            && text.contains("[PuzzleThemes \"crushing hangingPiece long middlegame\"]")
    );
    assert!(!text.contains("PuzzleOpening"));
    assert!(
        lichess::begins_puzzle(line.as_bytes()) && lichess::begins_puzzle(b"PuzzleId,FEN,Moves,Rating,x")
    );
    assert!(!lichess::begins_puzzle(b"00008,Tal,1-0"));
    let mut none = String::new();
    lichess::puzzle(b"PuzzleId,FEN,Moves,Rating,RatingDeviation", &mut none).unwrap();
    assert!(none.is_empty());
    for (line, error) in [
        ("00008,x,e2e4,1", "expected a position, found x"),
        (
            "00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2f8,1",
            "expected a legal move, found f2f8",
        ),
        ("00008", "expected a column FEN, found the end of the line"),
    ] {
        assert_eq!(lichess::puzzle(line.as_bytes(), &mut String::new()).unwrap_err().to_string(), error);
    }
}

#[test]
fn archives_of_chess_com() {
    let archive = r#" { "games" : [{"url":"a","pgn":"[White \"{\\\"x\"]\n\n1. e4 *\n","rules":"chess"} ,
        {"pgn":"1. d4 {]} *"},{"uuid":"b"}]}"#;
    assert!(chess_com::begins_archive(archive.as_bytes()) && !chess_com::begins_archive(br#"{"game":[]}"#));
    let (mut at, mut games) = (0, Vec::new());
    let bytes = archive.as_bytes();
    while let Some(found) = chess_com::next_game(&bytes[at..]) {
        let record = &bytes[at + found.start..at + found.end];
        at += found.end;
        let mut text = String::new();
        games.push(chess_com::game(record, &mut text).map(|()| text));
    }
    let expected = [
        Ok("[White \"{\\\"x\"]\n\n1. e4 *\n\n".to_owned()),
        Ok("1. d4 {]} *\n\n".to_owned()),
        Err(SiteError::Member("pgn")),
    ];
    assert_eq!(games, expected);
    assert_eq!(&bytes[at..], b"]}");
    // A record that breaks off is none.
    assert_eq!(chess_com::next_game(br#"{"games":[{"pgn":"}"#), None);
    assert_eq!(chess_com::next_game(b"{\"games\":[]}"), None);
}

#[test]
fn what_lichess_writes_comes_back() {
    let games = [
        GAME,
        r#"{"id":"abcdefgh","rated":false,"variant":"chess960","speed":"rapid","perf":"chess960","createdAt":1709251199000,"status":"outoftime","players":{"white":{"aiLevel":3},"black":{}},"initialFen":"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1","winner":"black","moves":"d4 d5","clock":{"initial":600,"increment":5,"totalTime":800}}"#,
        r#"{"id":"ijklmnop","rated":true,"variant":"atomic","speed":"correspondence","perf":"atomic","status":"started","players":{"white":{"user":{"name":"A \"B\""}},"black":{"user":{"name":"Ç"},"rating":1500}},"moves":"","daysPerTurn":3}"#,
        r#"{"id":"qrstuvwx","rated":true,"variant":"standard","speed":"bullet","perf":"bullet","status":"mate","players":{"white":{},"black":{}},"winner":"black","moves":"f3 e5 g4 Qh4#","analysis":[{},{"eval":-250},{"mate":-1,"judgment":{"name":"Blunder"}},{"mate":0}],"clock":{"initial":60,"increment":0}}"#,
    ];
    for record in games {
        let text = read(lichess::game, record);
        let game: pgnkit::Game = text.parse().unwrap();
        let mut line = Vec::new();
        let left_out = lichess::write_game(&game, &mut line).unwrap();
        assert_eq!(left_out, lichess::LeftOut::default(), "{text}");
        assert!(lichess::begins_game(&line));
        let again = read(lichess::game, std::str::from_utf8(&line).unwrap());
        assert_eq!(again, text);
        // Members mean what they do at the site.
        let (line, record): (serde_json::Value, serde_json::Value) =
            (serde_json::from_slice(&line).unwrap(), serde_json::from_str(record).unwrap());
        for name in [
            "id",
            "rated",
            "variant",
            "speed",
            "perf",
            "status",
            "winner",
            "moves",
            "clocks",
            "clock.initial",
        ] {
            let pointer = format!("/{}", name.replace('.', "/"));
            assert_eq!(line.pointer(&pointer), record.pointer(&pointer), "{name} of {record}");
        }
    }
}

#[test]
fn parts_that_lichess_has_no_place_for_are_counted() {
    for (text, expected) in [
        ("[Event \"Open\"]\n[Site \"Bergen\"]\n[Round \"3\"]\n[White \"A\"]\n\n1. e4 *", [3, 0, 0, 0]),
        ("{before} 1. e4 {fine} e5 $1 *", [0, 2, 0, 1]),
        ("1. e4 $2 {Mistake. d4 was best.} (1. d4 d5) e5 $6 $10 *", [0, 0, 0, 1]),
        ("1. e4 (1. d4) (1. c4 c5 (1... e5 (1... d5))) e5 (1... c5 {?}) *", [0, 0, 4, 0]),
        ("1. e4 {[%clk 0:05:00]} e5 {[%eval 0.1,20]} 2. d4 {[%emt 0:00:01]} *", [0, 3, 0, 0]),
        ("1. e4 {[%clk 0:05:00.001]} e5 {[%eval 0.123] [%clk 0:05:00]} *", [0, 2, 0, 0]),
        ("[UTCTime \"10:00:00\"]\n\n1. e4 *", [1, 0, 0, 0]),
        ("[Date \"2024.05.01\"]\n[UTCTime \"10:00:00\"]\n\n1. e4 *", [0, 0, 0, 0]),
    ] {
        let game: pgnkit::Game = text.parse().unwrap();
        let left_out = lichess::write_game(&game, &mut Vec::new()).unwrap();
        let lichess::LeftOut { tags, comments, variations, glyphs, .. } = left_out;
        assert_eq!([tags, comments, variations, glyphs], expected, "{text}");
    }
    for (text, expected) in [
        ("1. e4 -- *", lichess::WriteError::Moves),
        ("[Variant \"Suicide\"]\n\n1. e4 *", lichess::WriteError::Rules),
    ] {
        let game: pgnkit::Game = text.parse().unwrap();
        let mut line = Vec::new();
        assert_eq!(lichess::write_game(&game, &mut line), Err(expected), "{text}");
        assert!(line.is_empty());
    }
}

const INDEX: &str = r#"{"date":"2024-05-01","pairings":[
    {"white":{"fname":"Anna","mname":null,"lname":"Berg","title":"WIM","federation":"NOR","fideid":1500001},
     "black":{"fname":"Carl","mname":"D.","lname":"Eng"},"result":"1-0","live":false},
    {"white":{"fname":"Foss"},"black":null,"result":"*","live":true},
    {"white":null,"black":{"lname":"Ink"},"result":"BLACKWIN"}]}"#;
const TOURNAMENT: &str = r#"{"name":"Spring Open","location":"Bergen","country":"NO","timecontrol":"90 min + 30 sec","rounds":[],"eboards":[]}"#;

#[test]
fn boards_of_livechess() {
    let round = livechess::Round::parse(INDEX.as_bytes(), Some(2)).unwrap();
    let tournament = livechess::Tournament::parse(TOURNAMENT.as_bytes()).unwrap();
    assert_eq!(round.len(), 3);
    let game = |board, document: Option<&str>| {
        let mut text = String::new();
        round.game(board, &tournament, document.map(str::as_bytes), &mut text).map(|()| text)
    };
    let first = r#"{"live":false,"result":"*","comment":"Mate.","chess960":518,"moves":["e4 5400","e5 5395+5","Qh5","Nc6","Bc4 +31","Nf6","Qxf7# 5200"],"clock":{"white":1,"black":5299}}"#;
    assert_eq!(
        game(1, Some(first)).unwrap(),
        "[Event \"Spring Open\"]\n[Site \"Bergen\"]\n[Date \"2024.05.01\"]\n[Round \"2.1\"]\n[White \"Berg, Anna\"]\n\
        [Black \"Eng, Carl D.\"]\n[Result \"1-0\"]\n[Board \"1\"]\n[WhiteTitle \"WIM\"]\n[WhiteCountry \"NOR\"]\n\
        [WhiteFideId \"1500001\"]\n[EventCountry \"NO\"]\n[TimeControl \"90 min + 30 sec\"]\n\n\
        1. e4 {[%clk 1:30:00]} 1... e5 {[%clk 1:29:55] [%emt 0:00:05]} 2. Qh5 Nc6 3. Bc4 {[%emt 0:00:31]} 3... Nf6 \
        {[%clk 1:28:19]} 4. Qxf7# {[%clk 1:26:40]} {Mate.} 1-0\n\n"
    );
    let second = game(2, Some(r#"{"chess960":0,"moves":["d4"]}"#)).unwrap();
    assert!(second.contains("[White \"Foss\"]\n[Black \"?\"]"), "{second}");
    assert!(second.contains("[FEN \"bbqnnrkr/"), "{second}");
    assert!(game(3, None).unwrap().ends_with("\n\n0-1\n\n"));
    for (document, expected) in [
        ("[]", "expected an object of JSON"),
        (r#"{"moves":[3]}"#, "expected a member `moves`"),
        (r#"{"moves":["e4 1","(x) 2"]}"#, "expected a legal move, found (x) 2"),
        (r#"{"chess960":1000,"moves":[]}"#, "expected a member `chess960`"),
    ] {
        let error = game(1, Some(document)).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{document}: {error}");
    }
    assert!(game(0, None).is_err() && game(4, None).is_err());
    assert!(livechess::Round::parse(b"{\"date\":null}", None).is_err());
    let is_round = |text: &str| {
        (livechess::begins_round(text.as_bytes()), livechess::begins_other_document(text.as_bytes()))
    };
    assert_eq!(
        [INDEX, TOURNAMENT, first, GAME].map(is_round),
        [(true, false), (false, true), (false, true), (false, false)]
    );
    assert_eq!(["round-12", "round-", "12"].map(livechess::round_number), [Some(12), None, None]);
}
