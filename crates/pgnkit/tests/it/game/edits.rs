//! One edit each.

use pgnkit::annotations::PointOfView;
use pgnkit::chess::{Color, Square};
use pgnkit::command::{ClockTime, Evaluation, Mark, MarkColor, Score};
use pgnkit::{EditError, Game, NodeId};

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

/// The movetext on one line.
fn movetext(game: &Game) -> String {
    let text = game.to_string();
    text.split_once("\n\n").unwrap().1.trim().replace('\n', " ")
}

fn find(game: &Game, san: &str) -> NodeId {
    game.nodes().find(|node| !node.starts_line() && node.san().to_string() == san).unwrap().id()
}

#[test]
fn variations_go_up_and_down_and_away() {
    const TEXT: &str = "1. e4 e5 (1... c5 {S} (1... g6 2. d4) 2. Nf3) (1... e6) (1... c6) 2. Nf3 *";
    type Edit = fn(&mut Game, NodeId) -> Result<(), EditError>;
    let cases: [(Edit, &str, &str); 16] = [
        (Game::remove_variation, "c5", "1. e4 e5 (1... e6) (1... c6) 2. Nf3 *"),
        (Game::remove_variation, "d4", "1. e4 e5 (1... c5 {S} 2. Nf3) (1... e6) (1... c6) 2. Nf3 *"),
        (Game::remove_variation, "c6", "1. e4 e5 (1... c5 {S} (1... g6 2. d4) 2. Nf3) (1... e6) 2. Nf3 *"),
        (Game::remove_move, "c6", "1. e4 e5 (1... c5 {S} (1... g6 2. d4) 2. Nf3) (1... e6) 2. Nf3 *"),
        (Game::remove_move, "c5", "1. e4 e5 (1... g6 2. d4) (1... e6) (1... c6) 2. Nf3 *"),
        (Game::remove_move, "e5", "1. e4 c5 {S} (1... e6) (1... c6) (1... g6 2. d4) 2. Nf3 *"),
        (Game::remove_move, "e4", "*"),
        (Game::truncate_after, "e5", TEXT.strip_suffix(" 2. Nf3 *").unwrap()),
        (Game::truncate_after, "e4", "1. e4 *"),
        (Game::truncate_after, "c5", "1. e4 e5 (1... c5 {S} (1... g6 2. d4)) (1... e6) (1... c6) 2. Nf3 *"),
        (
            Game::promote_variation,
            "c6",
            "1. e4 e5 (1... c5 {S} (1... g6 2. d4) 2. Nf3) (1... c6) (1... e6) 2. Nf3 *",
        ),
        (
            Game::promote_variation,
            "c5",
            "1. e4 c5 {S} (1... e5 2. Nf3) (1... e6) (1... c6) (1... g6 2. d4) 2. Nf3 *",
        ),
        (
            Game::promote_variation,
            "g6",
            "1. e4 e5 (1... g6 (1... c5 {S} 2. Nf3) 2. d4) (1... e6) (1... c6) 2. Nf3 *",
        ),
        (
            Game::demote_variation,
            "c5",
            "1. e4 e5 (1... e6) (1... c5 {S} (1... g6 2. d4) 2. Nf3) (1... c6) 2. Nf3 *",
        ),
        (
            Game::make_main_line,
            "d4",
            "1. e4 g6 (1... e5 2. Nf3) (1... e6) (1... c6) (1... c5 {S} 2. Nf3) 2. d4 *",
        ),
        (
            Game::make_main_line,
            "e6",
            "1. e4 e6 (1... e5 2. Nf3) (1... c5 {S} (1... g6 2. d4) 2. Nf3) (1... c6) *",
        ),
    ];
    for (edit, at, expected) in cases {
        let mut edited = game(TEXT);
        let node = find(&edited, at);
        edit(&mut edited, node).unwrap();
        let text = movetext(&edited);
        let expected = expected.strip_suffix(" *").unwrap_or(expected);
        assert_eq!(
            text.strip_suffix('*').unwrap().trim_end(),
            expected.strip_suffix('*').unwrap_or(expected).trim_end(),
            "{at}"
        );
        assert!(game(&edited.to_string()).means_the_same(&edited), "{text}");
        for node in edited.nodes() {
            let from = node.parent().map_or(edited.start().position, |parent| parent.position());
            assert!(node.starts_line() || from.is_legal(node.mv()), "{text}");
        }
    }
    let mut edited = game(TEXT);
    let main = find(&edited, "e5");
    let last = find(&edited, "c6");
    assert_eq!(edited.remove_variation(main), Err(EditError::MainLine(main)));
    assert_eq!(edited.promote_variation(NodeId::ROOT), Err(EditError::MainLine(NodeId::ROOT)));
    assert_eq!(edited.demote_variation(last), Err(EditError::LastVariation(last)));
    assert_eq!(edited.remove_move(NodeId::ROOT), Err(EditError::NotAMove(NodeId::ROOT)));
    assert_eq!(edited.make_main_line(main), Ok(()));
    assert_eq!(edited, game(TEXT));
}

#[test]
fn comments_before_a_promoted_line_stay_before_it() {
    let mut edited = game("1. e4 {k} e5 (1... {best $} c5) *");
    let start = edited.mainline().nth(1).unwrap().variations().next().unwrap().id();
    edited.add_nag(start, 6).unwrap();
    edited.promote_variation(start).unwrap();
    assert_eq!(movetext(&edited), "1. e4 {k} {best $} {$6} 1... c5 (1... e5) *");
    assert_eq!(edited.node(start).map(|node| node.id()), None, "the variation begins elsewhere now");
}

/// L12: an edit at an unknown node did nothing, and nobody was told.
#[test]
fn what_is_gone_cannot_be_changed() {
    let mut edited = game("1. e4 e5 (1... c5 2. Nf3 (2. c3)) *");
    let gone = ["c5", "Nf3", "c3"].map(|san| find(&edited, san));
    edited.remove_variation(gone[0]).unwrap();
    let before = edited.clone();
    let e4 = edited.mainline().next().unwrap().mv();
    for node in gone {
        let unknown = EditError::UnknownNode(node);
        assert!(edited.node(node).is_none());
        assert_eq!(edited.add_comment(node, "x"), Err(unknown));
        assert_eq!(edited.add_nag(node, 1), Err(unknown));
        assert_eq!(edited.add_move(node, e4), Err(unknown));
        assert_eq!(edited.add_line(node, [e4]), Err(unknown));
        assert_eq!(edited.set_comment(node, 0, "x"), Err(unknown));
        assert_eq!(edited.remove_comment(node, 0), Err(unknown));
        assert_eq!(edited.set_nags(node, &[1]), Err(unknown));
        assert_eq!(edited.remove_nag(node, 1), Err(unknown));
        assert_eq!(edited.remove_move(node), Err(unknown));
        assert_eq!(edited.truncate_after(node), Err(unknown));
        assert_eq!(edited.promote_variation(node), Err(unknown));
        assert_eq!(edited.make_main_line(node), Err(unknown));
        assert_eq!(edited.set_command(node, "clk", &["0:00:01"]), Err(unknown));
        assert_eq!(edited.cursor(node).err(), Some(unknown));
    }
    assert_eq!(edited, before);
    let node = edited.mainline().next().unwrap().id();
    assert_eq!(edited.set_comment(node, 0, "x"), Err(EditError::UnknownComment { node, index: 0 }));
    assert_eq!(edited.remove_nag(node, 7), Err(EditError::UnknownNag { node, nag: 7 }));
    assert!(matches!(edited.set_command(node, "c k", &["1"]), Err(EditError::Command(_))));
    assert_eq!(edited, before);
}

#[test]
fn notes_come_and_go() {
    let mut edited = game("1. e4 $1 {a} $2 {b} $1 *");
    let e4 = edited.mainline().next().unwrap().id();
    edited.remove_nag(e4, 1).unwrap();
    assert_eq!(movetext(&edited), "1. e4 $2 {a} {b} *");
    edited.set_nags(e4, &[3, 14]).unwrap();
    assert_eq!(movetext(&edited), "1. e4 $3 $14 {a} {b} *");
    edited.remove_comment(e4, 0).unwrap();
    edited.set_comment(e4, 0, "c").unwrap();
    assert_eq!(movetext(&edited), "1. e4 $3 $14 {c} *");
    edited.remove_comments(e4).unwrap();
    edited.set_nags(e4, &[]).unwrap();
    assert_eq!(edited, game("1. e4 *"));
}

#[test]
fn what_is_set_is_what_is_said() {
    for comment in [
        "",
        "text",
        "[%eval 0.10] text",
        "[%clk 0:05:00] [%csl Gd4] text",
        "+0.31/14 2.1s",
        "-M5/20 0.5s, text",
        "d=24, mt=1500, tl=58500, n=88, wv=0.27,",
        "[%eval -34,19] ChessBase",
        "[%draw arrow,e2,e4,green] [%draw full,e4,red] Scid",
        "[%csl Gd4] [%csl Re4] [%cal Ge2e4] [%cal Ge7e5] twice",
        "[%timestamp 14]",
        "[%clk nonsense] [%eval deep]",
    ] {
        for second in [None, Some("[%eval 1.00] [%clk 0:00:09] [%csl Yh8]"), Some("-0.10/1 1s")] {
            let mut edited = game("1. e4 *");
            let node = find(&edited, "e4");
            for text in [Some(comment), second].into_iter().flatten() {
                edited.add_comment(node, text).unwrap();
            }
            let before = edited.node(node).unwrap().annotations();
            edited.set_evaluation(node, Evaluation { score: Score::Pawns(-1.25), depth: Some(30) }).unwrap();
            let time = ClockTime::from_seconds(61);
            edited.set_clock(node, time).unwrap();
            let marks = [
                Mark { color: MarkColor::Red, square: Square::A1, to: None },
                Mark { color: MarkColor::Blue, square: Square::A1, to: Some(Square::H8) },
            ];
            edited.set_marks(node, &marks).unwrap();
            let said = edited.node(node).unwrap().annotations();
            let evaluation = said.evaluation.unwrap();
            assert_eq!(evaluation.for_white(Color::White), Some(Score::Pawns(-1.25)), "{comment} {second:?}");
            assert_eq!((evaluation.view, evaluation.depth), (PointOfView::White, Some(30)), "{comment}");
            assert_eq!(said.clock.unwrap().time, time, "{comment} {second:?}");
            assert_eq!(said.marks.len(), 2, "{comment} {second:?}");
            assert!(marks.iter().all(|mark| said.marks.contains(mark)), "{comment} {second:?}");
            for word in before.text.split(' ').filter(|word| word.chars().all(char::is_alphabetic)) {
                assert!(said.text.contains(word), "{comment}: {}", said.text);
            }
            assert_eq!(
                before.move_time.map(|time| time.time),
                said.move_time.map(|time| time.time),
                "{comment}"
            );
            let once = edited.clone();
            edited.set_marks(node, &marks).unwrap();
            edited.set_clock(node, time).unwrap();
            assert_eq!(edited, once);
            edited.set_marks(node, &[]).unwrap();
            assert_eq!(edited.node(node).unwrap().annotations().marks, []);
            if !comment.is_empty() {
                let again = game(&edited.to_string());
                assert!(again.means_the_same(&edited), "{comment} {second:?}: {edited}");
            }
        }
    }
    let mut edited = game("1. e4 *");
    let node = find(&edited, "e4");
    let score = Score::Pawns(f64::NAN);
    assert_eq!(edited.set_evaluation(node, Evaluation { score, depth: None }), Err(EditError::Score));
    edited.set_evaluation(node, Evaluation { score: Score::Pawns(-0.001), depth: None }).unwrap();
    edited.set_command(node, "emt", &["0:00:01"]).unwrap();
    assert_eq!(movetext(&edited), "1. e4 {[%eval 0.00] [%emt 0:00:01]} *");
    assert_eq!(edited.remove_command(node, "emt"), Ok(true));
    assert_eq!(edited.remove_command(node, "emt"), Ok(false));
    assert_eq!(edited.remove_command(node, "eval"), Ok(true));
    assert_eq!(edited, game("1. e4 *"));
}

#[test]
fn trees_are_joined() {
    for (one, other, joined) in [
        ("*", "1. e4 {a} (1. d4 d5) e5 1-0", "1. e4 {a} (1. d4 d5) 1... e5 *"),
        ("1. e4 {a} e5 *", "1. e4 {a} {b} e5 *", "1. e4 {a} {b} 1... e5 *"),
        ("1. e4 e5 *", "1. d4 {x} d5 *", "1. e4 (1. d4 {x} 1... d5) 1... e5 *"),
        ("1. e4 (1. d4 d5) e5 *", "1. d4 Nf6 2. c4 *", "1. e4 (1. d4 d5 (1... Nf6 2. c4)) 1... e5 *"),
        ("1. e4 e5 *", "1. d4 ({c} 1. e4 c5) d5 *", "{c} 1. e4 (1. d4 d5) 1... e5 (1... c5) *"),
        ("1. e4 (1. d4) *", "1. c4 ({c} 1. d4 d5) *", "1. e4 ({c} 1. d4 d5) (1. c4) *"),
    ] {
        let mut edited = game(one);
        edited.merge(&game(other)).unwrap();
        assert_eq!(movetext(&edited), joined, "{one} + {other}");
        let once = edited.clone();
        edited.merge(&game(other)).unwrap();
        assert_eq!(edited, once);
        edited.merge(&once).unwrap();
        assert_eq!(edited, once);
    }
    let other = Game::from_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap());
    assert_eq!(game("1. e4 *").merge(&other), Err(EditError::OtherStart));
}
