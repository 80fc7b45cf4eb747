//! Query strings and what they ask.

use pgnkit_chess::{ChessMode, Color, Variant};
use pgnkit_serve::{
    BadRequest, Choice, Database, Endpoint, MAX_PLAY, Mode, Month, Question, RatingGroup, Speed,
};
use proptest::prelude::*;

use Endpoint::{Lichess, LichessHistory, Masters, Player};

fn ask(endpoint: Endpoint, query: &str) -> Question {
    Question::parse(endpoint, query).unwrap_or_else(|error| panic!("{query}: {error}"))
}

fn month(year: u16, month: u8) -> Option<Month> {
    Some(Month::new(year, month).unwrap())
}

const PLAYER: &str = "player=Some%20One&color=black";

#[test]
fn everything_has_a_default() {
    for (endpoint, query, database, moves, top, recent, history) in [
        (Masters, "", Database::Masters, 12, 15, 0, false),
        (Lichess, "", Database::Lichess, 12, 4, 8, false),
        (LichessHistory, "", Database::Lichess, 0, 0, 0, true),
        (
            Player,
            PLAYER,
            Database::Player { name: "Some One".into(), color: Color::Black },
            usize::MAX,
            0,
            8,
            false,
        ),
    ] {
        let question = ask(endpoint, query);
        assert_eq!(question.database, database);
        assert_eq!(question.start, Variant::Standard.start());
        assert_eq!(question.position, question.start);
        assert!(question.moves.is_empty());
        assert_eq!((question.since, question.until), (None, None));
        assert!(question.speeds.is_all() && question.ratings.is_all() && question.modes.is_all());
        assert_eq!((question.move_count, question.top_games, question.recent_games), (moves, top, recent));
        assert_eq!(question.history, history, "{endpoint:?}");
    }
}

#[test]
fn every_variant_has_its_start() {
    for (name, variant) in [
        ("standard", Variant::Standard),
        ("chess", Variant::Standard),
        ("chess960", Variant::Standard),
        ("fromPosition", Variant::Standard),
        ("antichess", Variant::Antichess),
        ("atomic", Variant::Atomic),
        ("crazyhouse", Variant::Crazyhouse),
        ("horde", Variant::Horde),
        ("kingOfTheHill", Variant::KingOfTheHill),
        ("racingKings", Variant::RacingKings),
        ("threeCheck", Variant::ThreeCheck),
    ] {
        let question = ask(Lichess, &format!("variant={name}"));
        assert_eq!(question.position, variant.start(), "{name}");
    }
}

#[test]
fn a_fen_may_be_an_epd_in_any_spelling_with_impossible_rights() {
    let fen_of = |query: &str| ask(Masters, query).position.fen(Default::default()).as_str().to_owned();
    let bare = "4k3/8/8/8/8/8/8/4K2R";
    for (query, fen) in [
        ("fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201".into(), None),
        ("fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+HAha+-".into(), None),
        ("fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1".into(), None),
        ("fen=".into(), None),
        (format!("fen={bare}+w+KQkq+-"), Some(format!("{bare} w K - 0 1"))),
        (format!("fen={bare}+w+-+e6+0+1"), Some(format!("{bare} w - - 0 1"))),
        (
            "fen=rnbqkbnr/pppppppp/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-".into(),
            Some("rnbqkbnr/pppppppp/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into()),
        ),
    ] {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(fen_of(&query), fen.as_deref().unwrap_or(start), "{query}");
    }
    let chess960 = ask(Lichess, "variant=chess960&fen=1k6/8/8/8/8/8/8/1K1R4+w+D+-&play=b1d1");
    assert_eq!(chess960.moves[0].to_uci(ChessMode::Chess960).as_str(), "b1d1");
    let drop = ask(Lichess, "variant=crazyhouse&fen=4k3/8/8/8/8/8/8/4K3[Q]+w+-+-&play=Q@a4");
    assert!(drop.moves[0].is_drop());
}

#[test]
fn play_takes_both_spellings_of_castling() {
    let castled = |last: &str| {
        let question = ask(Masters, &format!("play=e2e4%2Ce7e5%2cg1f3,b8c6,f1c4,f8c5,{last}"));
        assert_eq!(question.moves.len(), 7);
        assert_eq!(question.positions().count(), 8);
        assert_eq!(question.positions().last(), Some(question.position));
        question
    };
    let question = castled("e1g1");
    assert_eq!(question.key(), castled("e1h1").key());
    assert_eq!(
        question.position.to_string(),
        "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"
    );
}

#[test]
fn times_are_years_of_masters_and_months_of_others() {
    let masters = ask(Masters, "since=1990&until=2000");
    assert_eq!((masters.since, masters.until), (month(1990, 1), month(2000, 12)));
    for (endpoint, more) in [(Lichess, ""), (LichessHistory, ""), (Player, PLAYER)] {
        let question = ask(endpoint, &format!("since=2016-09&until=2020/12&{more}"));
        assert_eq!((question.since, question.until), (month(2016, 9), month(2020, 12)));
    }
}

#[test]
fn filters_are_lists() {
    let question = ask(Lichess, "speeds=bullet,ultraBullet&ratings=0,1000,2500&modes=casual");
    assert_eq!(question.speeds, [Speed::UltraBullet, Speed::Bullet].into_iter().collect());
    let groups = [RatingGroup::From0, RatingGroup::From1000, RatingGroup::From2500];
    assert_eq!(question.ratings, groups.into_iter().collect());
    assert!(question.modes.is_all());
    let player = ask(Player, &format!("{PLAYER}&modes=casual&ratings=nonsense&speeds="));
    assert_eq!(player.modes, [Mode::Casual].into_iter().collect());
    assert_eq!(player.speeds, Choice::none());
    let all = "speeds=ultraBullet,bullet,blitz,rapid,classical,correspondence\
               &ratings=0,1000,1200,1400,1600,1800,2000,2200,2500";
    assert_eq!(ask(Lichess, all).key(), ask(Lichess, "").key());
    assert!(ask(Masters, "speeds=&ratings=x&modes=y").speeds.is_all());
}

#[test]
fn top_games_are_of_the_groups_from_the_highest_down_to_2000() {
    for (ratings, lowest) in [
        ("0,1000,1200,1400,1600,1800,2000,2200,2500", Some(2000)),
        ("2200,2500", Some(2200)),
        ("1600,2200,2500", Some(2200)),
        ("2000,2500", Some(2500)),
        ("2000,2200", None),
        ("", None),
    ] {
        let question = ask(Lichess, &format!("ratings={ratings}"));
        assert_eq!(question.top_group().map(RatingGroup::lowest), lowest, "{ratings}");
    }
}

#[test]
fn numbers_of_games_have_a_limit_and_that_of_moves_has_none() {
    for (endpoint, more, moves, top, recent) in [
        (Masters, "", 1000, 15, 0),
        (Lichess, "", 1000, 4, 8),
        (LichessHistory, "", 0, 0, 0),
        (Player, PLAYER, 1000, 0, 8),
    ] {
        let question = ask(endpoint, &format!("moves=1000&topGames=1000&recentGames=1000&{more}"));
        assert_eq!((question.move_count, question.top_games, question.recent_games), (moves, top, recent));
        let none = ask(endpoint, &format!("moves=0&topGames=0&recentGames=0&{more}"));
        assert_eq!((none.move_count, none.top_games, none.recent_games), (0, 0, 0));
    }
}

#[test]
fn history_is_asked_for_in_many_words() {
    for (word, history) in [
        ("true", true),
        ("1", true),
        ("on", true),
        ("yes", true),
        ("false", false),
        ("0", false),
        ("off", false),
        ("no", false),
        ("", false),
    ] {
        assert_eq!(ask(Lichess, &format!("history={word}")).history, history, "{word}");
    }
    assert!(!ask(Masters, "history=true").history);
    assert!(!ask(Player, &format!("{PLAYER}&history=maybe")).history);
}

#[test]
fn what_is_unknown_is_ignored() {
    let question = ask(Lichess, "source=analysis&&token=x&=&a&%ff=%ff&source=again&moves=3");
    assert_eq!(question.move_count, 3);
}

#[test]
fn errors_say_what_is_wrong() {
    let long = format!("play={}", ["g1f3,g8f6,f3g1,f6g8"; MAX_PLAY / 4 + 1].join(","));
    for (endpoint, query, text) in [
        (Lichess, "variant=bughouse", "`variant` cannot be `bughouse`"),
        (Masters, "fen=8/8", "`fen`: expected 8 ranks, found 2"),
        (Masters, "fen=8/8/8/8/8/8/8/8+w+-+-", "`fen`: white has no king"),
        (Masters, "play=e2e5", "move 1 of `play`, `e2e5`, is not legal"),
        (Masters, "play=e2e4,e7e5,,g1f3", "move 3 of `play`, ``, is not legal"),
        (Masters, "play=0000", "move 1 of `play`, `0000`, is not legal"),
        (
            Masters,
            "play=%0a%1b[1m<script>aaaaaaaaaaaaaaaaaaaaaaaa",
            "move 1 of `play`, `\\n\\u{1b}[1m<script>aaaaaaaaaaa`, is not legal",
        ),
        (Masters, &long, "`play` has more than 600 moves"),
        (Masters, "since=2000-01", "`since` cannot be `2000-01`"),
        (Masters, "until=999", "`until` cannot be `999`"),
        (Masters, "until=+2000", "`until` cannot be ` 2000`"),
        (Lichess, "since=2000", "`since` cannot be `2000`"),
        (Lichess, "until=2000-13", "`until` cannot be `2000-13`"),
        (Lichess, "until=2000-00", "`until` cannot be `2000-00`"),
        (Lichess, "until=3001-01", "`until` cannot be `3001-01`"),
        (Lichess, "speeds=blitz,fast", "`speeds` cannot be `fast`"),
        (Lichess, "speeds=blitz,", "`speeds` cannot be ``"),
        (Lichess, "ratings=1100", "`ratings` cannot be `1100`"),
        (Lichess, "moves=-1", "`moves` cannot be `-1`"),
        (Lichess, "topGames=many", "`topGames` cannot be `many`"),
        (Lichess, "recentGames=1.5", "`recentGames` cannot be `1.5`"),
        (Lichess, "history=maybe", "`history` cannot be `maybe`"),
        (Lichess, "moves=1&moves=2", "`moves` is given twice"),
        (Lichess, "fen=%ff", "`fen` is not UTF-8"),
        (Player, "", "`player` is missing"),
        (Player, "player=&color=white", "`player` is missing"),
        (Player, "player=a%00b&color=white", "`player` cannot be `a\\0b`"),
        (Player, "player=a", "`color` is missing"),
        (Player, "player=a&color=red", "`color` cannot be `red`"),
        (Player, "player=a&color=white&modes=all", "`modes` cannot be `all`"),
    ] {
        let error = Question::parse(endpoint, query).expect_err(query);
        assert_eq!(error.to_string(), format!("bad request: {text}"), "{query}");
    }
    let longest = ["g1f3,g8f6,f3g1,f6g8"; MAX_PLAY / 4].join(",");
    assert_eq!(ask(Masters, &format!("play={longest}")).moves.len(), MAX_PLAY);
    assert_eq!(Question::parse(Masters, &format!("play={longest},e2e4")), Err(BadRequest::TooManyMoves));
}

#[test]
fn keys_are_equal_exactly_for_equal_questions() {
    let start = "fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%2017%2030";
    for query in ["", "moves=12", "topGames=99", "variant=chess", "source=x", "play=", start] {
        assert_eq!(ask(Lichess, query).key(), ask(Lichess, "").key(), "{query}");
    }
    let all: Vec<_> = [
        (Masters, ""),
        (Lichess, ""),
        (LichessHistory, ""),
        (Lichess, "variant=atomic"),
        (Lichess, "variant=kingOfTheHill"),
        (Lichess, "play=e2e4"),
        (Lichess, "since=2000-01"),
        (Lichess, "until=2000-01"),
        (Lichess, "speeds=blitz"),
        (Lichess, "speeds="),
        (Lichess, "ratings=0"),
        (Lichess, "moves=11"),
        (Lichess, "topGames=3"),
        (Lichess, "recentGames=3"),
        (Lichess, "history=true"),
        (Player, "player=a&color=white"),
        (Player, "player=a&color=black"),
        (Player, "player=a|&color=white"),
        (Player, "player=a&color=white&modes=rated"),
    ]
    .iter()
    .map(|(endpoint, query)| ask(*endpoint, query).key())
    .collect();
    for (at, key) in all.iter().enumerate() {
        assert_eq!(all.iter().position(|other| other == key), Some(at), "{key}");
    }
}

proptest! {
    #[test]
    fn any_query_is_a_question_or_an_error(query in "((fen|play|since|speeds|player|color|moves|variant)=[ -~]{0,40}&?){0,4}") {
        for endpoint in [Masters, Lichess, LichessHistory, Player] {
            if let Ok(question) = Question::parse(endpoint, &query) {
                prop_assert!(!question.key().is_empty());
            }
        }
    }
}
