//! Answers, byte for byte.

use pgnkit_chess::{Color, Position};
use pgnkit_serve::{
    Answer, Counts, Endpoint, ExploreError, Game, GameMove, Mode, Month, MonthCounts, MoveAnswer, Opening,
    Player, Question, Speed,
};

fn counts(white: u64, draws: u64, black: u64) -> Counts {
    Counts { white, draws, black }
}

fn game(id: &str, winner: Option<Color>, month: u8) -> Game {
    Game {
        id: id.into(),
        winner,
        speed: Some(Speed::Rapid),
        mode: Some(Mode::Rated),
        white: Player { name: "O'Brien \"Bo\"".into(), rating: 2105 },
        black: Player { name: "Đặng".into(), rating: 0 },
        year: 2019,
        month: Month::new(2019, month),
    }
}

fn answer(position: &Position) -> Answer {
    let mv = |uci: &str| position.parse_uci(uci.as_bytes()).unwrap();
    let opening = |eco: &str, name: &str| Some(Opening { eco: eco.into(), name: name.into() });
    Answer {
        counts: counts(4_000_000_000_000, 3, 2),
        moves: vec![
            MoveAnswer {
                mv: mv("b1c3"),
                counts: counts(0, 0, 1),
                average_rating: None,
                performance: Some(-40),
                game: Some(game("aaaaaaa1", Some(Color::Black), 7)),
                opening: None,
            },
            MoveAnswer {
                mv: mv("e1g1"),
                counts: counts(3, 2, 1),
                average_rating: Some(2301),
                performance: Some(2410),
                game: Some(game("aaaaaaa2", None, 7)),
                opening: opening("C50", "Giuoco Pianissimo: \\ Normal"),
            },
        ],
        recent_games: vec![
            GameMove { mv: mv("e1g1"), game: game("aaaaaaa3", Some(Color::White), 12) },
            GameMove { mv: mv("b1c3"), game: game("aaaaaaa1", Some(Color::Black), 13) },
        ],
        top_games: vec![GameMove { mv: mv("e1g1"), game: game("aaaaaaa4", None, 1) }],
        opening: opening("C50", "Italian Game"),
        queue_position: 3,
        history: [(2019, 11, 5), (2020, 2, 7), (2019, 12, 6)]
            .map(|(year, month, black)| MonthCounts {
                month: Month::new(year, month).unwrap(),
                counts: counts(0, 1, black),
            })
            .into(),
    }
}

const PLAY: &str = "play=e2e4,e7e5,g1f3,b8c6,f1c4,f8c5,d2d3,d7d6";

fn json(endpoint: Endpoint, query: &str) -> String {
    let question = Question::parse(endpoint, &format!("{PLAY}&{query}")).unwrap();
    let json = answer(&question.position).into_json(&question).unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok(), "{json}");
    json
}

const PEOPLE: &str =
    r#""black":{"name":"Đặng","rating":0},"white":{"name":"O'Brien \"Bo\"","rating":2105},"year":2019"#;
const TOTALS: &str = r#""white":4000000000000,"draws":3,"black":2"#;
const OPENINGS: [&str; 2] = [
    r#""opening":{"eco":"C50","name":"Giuoco Pianissimo: \\ Normal"}"#,
    r#""opening":{"eco":"C50","name":"Italian Game"}"#,
];

#[test]
fn masters() {
    let [after, here] = OPENINGS;
    let expected = format!(
        r#"{{{TOTALS},"moves":[{{"uci":"e1h1","san":"O-O","averageRating":2301,"white":3,"draws":2,"black":1,"game":null,{after}}},{{"uci":"b1c3","san":"Nc3","white":0,"draws":0,"black":1,"game":{{"id":"aaaaaaa1","winner":"black",{PEOPLE},"month":"2019-07"}},"opening":null}}],"topGames":[{{"uci":"e1h1","id":"aaaaaaa4","winner":null,{PEOPLE},"month":"2019-01"}}],{here}}}"#
    );
    assert_eq!(json(Endpoint::Masters, ""), expected);
}

#[test]
fn lichess() {
    let [after, here] = OPENINGS;
    let kind = r#""speed":"rapid","mode":"rated""#;
    let expected = format!(
        r#"{{{TOTALS},"moves":[{{"uci":"e1h1","san":"O-O","averageRating":2301,"white":3,"draws":2,"black":1,"game":null,{after}}},{{"uci":"b1c3","san":"Nc3","white":0,"draws":0,"black":1,"game":{{"id":"aaaaaaa1","winner":"black",{kind},{PEOPLE},"month":"2019-07"}},"opening":null}}],"recentGames":[{{"uci":"e1h1","id":"aaaaaaa3","winner":"white",{kind},{PEOPLE},"month":"2019-12"}},{{"uci":"b1c3","id":"aaaaaaa1","winner":"black",{kind},{PEOPLE},"month":null}}],"topGames":[{{"uci":"e1h1","id":"aaaaaaa4","winner":null,{kind},{PEOPLE},"month":"2019-01"}}],{here}}}"#
    );
    assert_eq!(json(Endpoint::Lichess, ""), expected);
    // The months between, and the last one only if it is asked for.
    let months = [
        r#"{"month":"2019-11","white":0,"draws":1,"black":5}"#,
        r#"{"month":"2019-12","white":0,"draws":1,"black":6}"#,
        r#"{"month":"2020-01","white":0,"draws":0,"black":0}"#,
        r#"{"month":"2020-02","white":0,"draws":1,"black":7}"#,
    ];
    let with = |months: &[&str]| {
        format!(r#"{},"history":[{}]}}"#, expected.strip_suffix('}').unwrap(), months.join(","))
    };
    assert_eq!(json(Endpoint::Lichess, "history=true"), with(&months[..3]));
    assert_eq!(json(Endpoint::Lichess, "history=1&until=2020-04"), with(&months));
    let october = r#"{"month":"2019-10","white":0,"draws":0,"black":0}"#;
    let since = [&[october], &months[..3]].concat();
    assert_eq!(json(Endpoint::Lichess, "history=on&since=2019-10"), with(&since));
}

#[test]
fn player() {
    let [after, here] = OPENINGS;
    let kind = r#""speed":"rapid","mode":"rated""#;
    let expected = format!(
        r#"{{{TOTALS},"moves":[{{"uci":"e1h1","san":"O-O","averageOpponentRating":2301,"performance":2410,"white":3,"draws":2,"black":1,"game":null,{after}}},{{"uci":"b1c3","san":"Nc3","performance":-40,"white":0,"draws":0,"black":1,"game":{{"id":"aaaaaaa1","winner":"black",{kind},{PEOPLE},"month":"2019-07"}},"opening":null}}],"recentGames":[{{"uci":"e1h1","id":"aaaaaaa3","winner":"white",{kind},{PEOPLE},"month":"2019-12"}},{{"uci":"b1c3","id":"aaaaaaa1","winner":"black",{kind},{PEOPLE},"month":null}}],{here},"queuePosition":3}}"#
    );
    assert_eq!(json(Endpoint::Player, "player=x&color=white"), expected);
}

#[test]
fn old_history_has_nothing_else() {
    assert_eq!(
        json(Endpoint::LichessHistory, "until=2019-11"),
        format!(
            r#"{{{TOTALS},"moves":[],"recentGames":[],"topGames":[],{},"history":[{},{},{},{}]}}"#,
            OPENINGS[1],
            r#"{"month":"2019-11","white":0,"draws":1,"black":5}"#,
            r#"{"month":"2019-12","white":0,"draws":1,"black":6}"#,
            r#"{"month":"2020-01","white":0,"draws":0,"black":0}"#,
            r#"{"month":"2020-02","white":0,"draws":1,"black":7}"#,
        )
    );
}

#[test]
fn an_unknown_variant_has_no_games() {
    let question = Question::parse(Endpoint::Lichess, "variant=atomic").unwrap();
    assert_eq!(
        Answer::default().into_json(&question).unwrap(),
        r#"{"white":0,"draws":0,"black":0,"moves":[],"recentGames":[],"topGames":[],"opening":null}"#
    );
}

/// The lengths of both lists of games, of as many as can be.
fn lengths(endpoint: Endpoint, query: &str) -> (usize, usize) {
    let question = Question::parse(endpoint, &format!("{PLAY}&{query}")).unwrap();
    let mut answer = answer(&question.position);
    answer.top_games = vec![answer.top_games[0].clone(); 20];
    answer.recent_games = vec![answer.recent_games[0].clone(); 20];
    let json: serde_json::Value = serde_json::from_str(&answer.into_json(&question).unwrap()).unwrap();
    let length = |name: &str| json.get(name).map_or(0, |list| list.as_array().unwrap().len());
    (length("topGames"), length("recentGames"))
}

#[test]
fn lists_of_games_are_cut() {
    for (endpoint, query, expected) in [
        (Endpoint::Masters, "", (15, 0)),
        (Endpoint::Masters, "topGames=2&recentGames=3", (2, 0)),
        (Endpoint::Lichess, "", (4, 4)),
        (Endpoint::Lichess, "topGames=0", (0, 8)),
        (Endpoint::Lichess, "topGames=1", (1, 7)),
        (Endpoint::Lichess, "topGames=1&recentGames=2", (1, 2)),
        (Endpoint::Lichess, "ratings=1600", (0, 8)),
        (Endpoint::Lichess, "ratings=2500", (4, 4)),
        (Endpoint::LichessHistory, "", (0, 0)),
        (Endpoint::Player, "player=x&color=white", (0, 8)),
        (Endpoint::Player, "player=x&color=white&recentGames=1", (0, 1)),
    ] {
        assert_eq!(lengths(endpoint, query), expected, "{endpoint:?} {query}");
    }
}

#[test]
fn moves_are_cut_after_they_are_in_order() {
    let json = json(Endpoint::Masters, "moves=1&topGames=0");
    assert!(json.contains(r#""moves":[{"uci":"e1h1""#) && !json.contains("Nc3"), "{json}");
    assert!(json.starts_with(&format!("{{{TOTALS}")));
}

#[test]
fn moves_of_variants_are_written_as_they_are_there() {
    let query = "variant=crazyhouse&fen=4k3/8/8/8/8/8/8/4K3[Q]+w+-+-";
    let question = Question::parse(Endpoint::Lichess, query).unwrap();
    let mv = question.position.parse_uci(b"Q@e2").unwrap();
    let drop = MoveAnswer {
        mv,
        counts: counts(1, 1, 0),
        average_rating: Some(1),
        performance: None,
        game: None,
        opening: None,
    };
    let json = Answer { moves: vec![drop], ..Answer::default() }.into_json(&question).unwrap();
    assert!(json.contains(r#"{"uci":"Q@e2","san":"Q@e2+","averageRating":1,"#), "{json}");
}

#[test]
fn a_move_of_another_position_is_an_error() {
    let asked = Question::parse(Endpoint::Masters, "").unwrap();
    let other = Question::parse(Endpoint::Masters, PLAY).unwrap();
    let in_lists = [
        Answer { moves: answer(&other.position).moves, ..Answer::default() },
        Answer { top_games: answer(&other.position).top_games, ..Answer::default() },
        Answer { recent_games: answer(&other.position).recent_games.split_off(1), ..Answer::default() },
    ];
    let errors = in_lists.map(|answer| answer.into_json(&asked).map_err(|error| error.to_string()));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let castling = Err(format!("e1h1 is not legal in {start}"));
    // The knight's move is legal there, too.
    assert_eq!(errors[..2], [castling.clone(), castling]);
    assert!(errors[2].is_ok());
    assert_eq!(ExploreError::Busy.to_string(), "indexer queue full");
}
