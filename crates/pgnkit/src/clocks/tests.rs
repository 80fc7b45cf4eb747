use super::*;
use crate::clocks::{Added, ClockKind, IfPresent, write_clocks};

/// A game of endlessly repeated moves, with these comments after them.
fn game(tags: &str, comments: &[&str]) -> Game {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let movetext: Vec<String> = comments
        .iter()
        .zip(moves.iter().cycle())
        .map(
            |(comment, san)| {
                if comment.is_empty() { (*san).to_owned() } else { format!("{san} {{{comment}}}") }
            },
        )
        .collect();
    format!("{tags}\n\n{} *", movetext.join(" ")).parse().unwrap()
}

/// Clock before, clock after, used, elapsed of each half-move, in seconds.
fn shown(game: &Game) -> Vec<String> {
    let seconds = |derived: Option<DerivedTime>| match derived {
        None => "-".to_owned(),
        Some(DerivedTime { time, .. }) if time.is_whole() => time.seconds().to_string(),
        Some(DerivedTime { time, .. }) => format!("{}", time.nanoseconds() as f64 / 1e9),
    };
    let row = |row: &Row| [row.before, row.after, row.used, row.elapsed].map(seconds).join(" ");
    Clocks::of(game).rows.iter().map(row).collect()
}

#[test]
fn of_all_kinds_of_time_controls() {
    let control = |value: &str| format!("[TimeControl \"{value}\"]");
    for (tags, comments, expected) in [
        // Sudden death, both ways.
        (control("60"), &["[%clk 0:00:58]", "[%emt 0:00:03]"][..], &["60 58 2 2", "60 57 3 3"][..]),
        (control("60"), &["[%clk 0:00:58.5]"], &["60 58.5 1.5 1.5"]),
        // Fischer: the move gives.
        (control("60+2"), &["[%clk 0:01:01]", "[%emt 0:00:03]"], &["60 61 1 1", "60 59 3 3"]),
        // From the time of the game.
        (control("60"), &["[%egt 0:00:05]", "", "[%egt 0:00:15]"], &["60 55 5 5", "60 - - -", "55 45 10 15"]),
        // A gap, and on from the next value.
        (
            control("60+1"),
            &["", "", "[%clk 0:00:50]", "", "[%clk 0:00:40]"],
            &["60 - - -", "60 - - -", "- 50 - -", "- - - -", "50 40 11 -"],
        ),
        // Nothing was given in the gap, so the time of the game is known.
        (control("60"), &["", "", "[%clk 0:00:50]"], &["60 - - -", "60 - - -", "- 50 - 10"]),
        // The clock before, from the clock now and the time used.
        (
            control("7200+15"),
            &["book, mb=1,", "book, mb=1,", "mt=421483, tl=6793517,"],
            &["7200 - - -", "7200 - - -", "7200 6793.517 421.483 -"],
        ),
        // Stages by moves: shown with the last move, or with the one after.
        (
            control("1/60:30"),
            &["[%clk 0:01:20]", "[%clk 0:00:50]", "[%clk 0:01:10]", "[%clk 0:01:15]"],
            &["60 80 10 10", "60 50 10 10", "80 70 10 20", "50 75 5 15"],
        ),
        // Rounding begins no stage.
        (
            control("1/60:300"),
            &["[%clk 0:01:01]", "", "[%clk 0:05:50]"],
            &["60 61 0 0", "60 - - -", "61 350 11 11"],
        ),
        (control("1/60:30"), &["[%emt 0:00:10]"], &["60 80 10 10"]),
        (
            control("1/60+5"),
            &["[%emt 0:00:10]", "", "[%emt 0:00:20]"],
            &["60 115 10 10", "60 - - -", "115 160 20 30"],
        ),
        (control("1/60:?"), &["[%emt 0:00:10]"], &["60 - 10 10"]),
        // The time used shows whether the next stage has begun.
        (control("1/60:30"), &["[%emt 0:00:35] [%clk 0:00:55]"], &["60 55 35 35"]),
        // An hourglass.
        (
            control("*180"),
            &["[%clk 0:01:00]", "[%clk 0:01:30]", "[%emt 0:00:10]", ""],
            &["90 60 30 30", "120 90 30 30", "90 80 10 40", "100 - - -"],
        ),
        // No time control, no clock; but times are added up.
        (String::new(), &["[%clk 0:01:00]", "[%emt 0:00:03]"], &["- 60 - -", "- - 3 3"]),
        (control("?"), &["[%egt 0:00:03]"], &["- - 3 3"]),
        (control("-"), &["[%clk 0:01:00]"], &["- 60 - -"]),
        // The tags say what there is at the start.
        (
            "[TimeControl \"60\"]\n[WhiteClock \"0:00:50\"]\n[BlackClock \"0:00:40\"]".into(),
            &["[%clk 0:00:45]", "[%clk 0:00:35]"],
            &["50 45 5 5", "40 35 5 5"],
        ),
        // Lichess does not run the clocks in the first move.
        (
            "[TimeControl \"60+2\"]\n[Site \"https://lichess.org/x\"]".into(),
            &["[%clk 0:01:00]", "[%emt 0:00:00]", "[%clk 0:01:01]"],
            &["60 60 0 0", "60 60 0 0", "60 61 1 1"],
        ),
        // Berserk: half of the time, and no increment.
        (
            "[TimeControl \"180+0\"]\n[Site \"https://lichess.org/x\"]".into(),
            &["[%clk 0:03:00]", "[%clk 0:01:30]", "[%clk 0:02:58]", "[%clk 0:01:29]"],
            &["180 180 0 0", "90 90 0 0", "180 178 2 2", "90 89 1 1"],
        ),
        (
            "[TimeControl \"180+2\"]\n[Event \"x https://lichess.org/tournament/y\"]".into(),
            &["[%clk 0:01:30]", "[%clk 0:01:30]", "[%clk 0:01:25]", "[%clk 0:01:20]", "[%emt 0:00:03]"],
            &["90 90 0 0", "90 90 0 0", "90 85 5 5", "90 80 10 10", "85 82 3 8"],
        ),
        // Seven and a half seconds, rounded.
        (
            "[TimeControl \"15+0\"]\n[Site \"https://lichess.org/x\"]".into(),
            &["[%clk 0:00:08]", "[%clk 0:00:07]"],
            &["8 8 0 0", "7 7 0 0"],
        ),
        // Nothing names the site, but only there do clocks stand still.
        (control("180+0"), &["[%clk 0:03:00]", "[%clk 0:01:30]"], &["180 180 0 0", "90 90 0 0"]),
        (control("180+2"), &["[%clk 0:03:00]", "[%clk 0:01:30]"], &["180 180 0 0", "90 90 0 0"]),
        // Elsewhere half of the time is time used.
        (control("180"), &["[%clk 0:03:00]", "[%clk 0:01:30]"], &["180 180 0 0", "180 90 90 90"]),
        (control("180+2"), &["[%clk 0:02:58]", "[%clk 0:01:30]"], &["180 178 4 4", "180 90 92 92"]),
        (
            "[TimeControl \"180+2\"]\n[Site \"FICS\"]".into(),
            &["[%clk 0:03:00]", "[%clk 0:01:30]"],
            &["180 180 2 2", "180 90 92 92"],
        ),
        (
            "[TimeControl \"180+2\"]\n[Site \"https://lichess.org/x\"]".into(),
            &["[%clk 0:03:00]", "[%clk 0:01:31]"],
            &["180 180 0 0", "180 91 91 91"],
        ),
        // Without a base lichess gives the increment, or three seconds.
        (
            "[TimeControl \"0+2\"]\n[Site \"https://lichess.org/x\"]".into(),
            &["[%clk 0:00:03]", "[%clk 0:00:03]", "[%clk 0:00:04]"],
            &["3 3 0 0", "3 3 0 0", "3 4 1 1"],
        ),
        // Mechanical clocks run on, across noon.
        (
            "[WhiteClock \"11:58:00\"]\n[Time \"12:00:00\"]".into(),
            &["[%mct 12:00:00]", "[%mct 01:00:00]", "[%mct 00:10:00]"],
            &["- - 120 120", "- - 3600 3600", "- - 600 720"],
        ),
        // Other dialects.
        (control("60"), &["[%timestamp 15]", "+0.10/3 2.5s"], &["60 58.5 1.5 1.5", "60 57.5 2.5 2.5"]),
        // Rounding takes nothing below zero.
        (control("60"), &["[%clk 0:01:01]"], &["60 61 0 0"]),
    ] {
        assert_eq!(shown(&game(&tags, comments)), expected, "{tags} {comments:?}");
    }
}

#[test]
fn contradictions() {
    use ContradictionKind::*;
    let control = "[TimeControl \"60+1\"]";
    for (tags, comments, expected) in [
        (control, &["[%clk 0:00:55]", "", "[%clk 0:00:59]"][..], &[(3, RunsBackwards, 56, 59)][..]),
        (control, &["[%clk 0:00:55]", "", "[%clk 0:00:58]"], &[]),
        (control, &["[%clk 0:00:55] [%emt 0:00:06]"], &[]),
        (control, &["[%clk 0:00:55] [%emt 0:00:09]"], &[(1, Disagrees, 52, 55)]),
        (control, &["[%clk 0:05:00]"], &[(1, RunsBackwards, 61, 300)]),
        (control, &["[%emt 0:05:00]"], &[(1, ExceedsTimeControl, 61, 300)]),
        (control, &["[%egt 0:00:05]", "", "[%egt 0:00:03]"], &[(3, RunsBackwards, 5, 3)]),
        (control, &["[%emt 0:00:05] [%egt 0:00:09]"], &[(1, Disagrees, 5, 9)]),
        ("", &["[%clk 0:00:05]", "", "[%clk 0:00:50]"], &[]),
    ] {
        let found: Vec<_> = Clocks::of(&game(tags, comments))
            .contradictions
            .iter()
            .map(|found| (found.ply, found.kind, found.expected.seconds(), found.found.seconds()))
            .collect();
        assert_eq!(found, expected, "{tags} {comments:?}");
    }
}

#[test]
fn rows_say_which_move() {
    let game: Game =
        "[FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 0 7\"]\n[SetUp \"1\"]\n\n7... Kd7 {+0.50/3 1s} 8. Kxe2 *"
            .parse()
            .unwrap();
    let clocks = Clocks::of(&game);
    let row = clocks.rows[0];
    assert_eq!((row.ply, row.number, row.color, row.san.to_string()), (1, 7, Color::Black, "Kd7".into()));
    assert_eq!(row.score(), Some(Score::Pawns(-0.5)));
    assert_eq!((clocks.rows[1].number, clocks.rows[1].color), (8, Color::White));
}

#[test]
fn scores_of_a_whole_line() {
    let game: Game = "{[%evp 0,3,20,34,32767,29997]} 1. e4 e5 2. Nf3 {[%eval 0.50]} Nc6 *".parse().unwrap();
    let scores: Vec<_> = Clocks::of(&game).rows.iter().map(Row::score).collect();
    assert_eq!(scores, [Some(Score::Pawns(0.34)), None, Some(Score::Pawns(0.5)), None]);
}

#[test]
fn times_are_added() {
    let control = "[TimeControl \"60+1\"]";
    for (comment, quantity, existing, expected, counts) in [
        ("[%clk 0:00:55] x", ClockKind::Emt, IfPresent::Keep, "[%clk 0:00:55] [%emt 0:00:06] x", [1, 0, 0]),
        ("[%clk 0:00:55]", ClockKind::Egt, IfPresent::Keep, "[%clk 0:00:55] [%egt 0:00:06]", [1, 0, 0]),
        ("[%emt 0:00:06]", ClockKind::Clk, IfPresent::Keep, "[%emt 0:00:06] [%clk 0:00:55]", [1, 0, 0]),
        (
            "[%clk 0:00:55][%emt 0:00:09]",
            ClockKind::Emt,
            IfPresent::Keep,
            "[%clk 0:00:55][%emt 0:00:09]",
            [0, 1, 0],
        ),
        (
            "[%clk 0:00:55][%emt 0:00:09]",
            ClockKind::Emt,
            IfPresent::Replace,
            "[%clk 0:00:55][%emt 0:00:06]",
            [1, 0, 0],
        ),
        (
            "[%clk 0:00:55][%emt x]",
            ClockKind::Emt,
            IfPresent::Replace,
            "[%clk 0:00:55][%emt 0:00:06]",
            [1, 0, 0],
        ),
        ("[%emt 0:00:09]", ClockKind::Emt, IfPresent::Replace, "[%emt 0:00:09]", [0, 0, 1]),
        ("+0.31/14 2.1s", ClockKind::Emt, IfPresent::Keep, "+0.31/14 2.1s|[%emt 0:00:02.1]", [1, 0, 0]),
        ("why", ClockKind::Emt, IfPresent::Keep, "why", [0, 0, 1]),
        ("[%emt 0:05:00]", ClockKind::Clk, IfPresent::Keep, "[%emt 0:05:00]", [0, 0, 1]),
    ] {
        let mut game = game(control, &[comment]);
        let Added { written, kept, unknown, .. } = write_clocks(&mut game, quantity, existing);
        let comments: Vec<&str> = game.mainline().next().unwrap().comments().collect();
        assert_eq!(comments.join("|"), expected);
        assert_eq!([written, kept, unknown], counts, "{comment}");
    }
}
