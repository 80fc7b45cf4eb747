//! What is noted of embedded commands and of times.

use pgnkit::syntax::{Applicability, Code, CodeSet, Diagnostic, Sink};
use pgnkit::{Checker, Replayer};

/// Wants some codes only.
#[derive(Default)]
struct Chosen {
    wanted: CodeSet,
    found: Vec<Diagnostic>,
}

impl Sink for Chosen {
    fn wants(&self, code: Code) -> bool {
        self.wanted.contains(code)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }
}

fn check(text: &str, codes: &[Code]) -> Vec<Diagnostic> {
    let mut sink = Chosen { wanted: codes.iter().copied().collect(), found: Vec::new() };
    let (mut checker, mut replayer) = (Checker::new(), Replayer::new(text.as_bytes()));
    while checker.check_game(&mut replayer, &mut sink).is_some() {}
    sink.found
}

fn shown(text: &str, found: &[Diagnostic]) -> String {
    let place = |diagnostic: &Diagnostic| {
        format!("{} {}", diagnostic.code.name(), diagnostic.span.text(text.as_bytes()))
    };
    found.iter().map(place).collect::<Vec<_>>().join(", ")
}

#[test]
fn commands_and_their_times() {
    use Code::{CommandInLineComment, InvalidClockValue, LaxClockValue, MalformedCommand};
    let codes = [MalformedCommand, InvalidClockValue, LaxClockValue, CommandInLineComment];
    for (comment, expected, repaired) in [
        ("[%clk 1:05:23]", "", None),
        (" [%eval 0.17] [%clk 0:01:00] ", "", None),
        ("[%clk 17:05:23] [%egt 0:00:00][%emt 0:05:42]", "", None),
        ("[%clk \"1:05:23\"]", "", None),
        ("[%clk\n1:05:23]", "", None),
        ("[%clk 1:05:23 ]", "", None),
        ("plain text, [] [% clk 1] 100% [%]", "", None),
        // Commands of others are theirs (CMD-04).
        ("[%foo] [%foo  x] [%eval 0:61,,] [%CLK x]", "", None),
        ("[%c_effect e4;square] [%csl Gd4,Oe4,Ce5][%cal Ge2e4,Og1f3] [%csl ]", "", None),
        // Marks of an unknown colour, or of none.
        ("[%csl Gd4,Xe4]", "malformed-command Xe4", None),
        ("[%cal Ge2e4,ge4e5,Gd2]", "malformed-command ge4e5, malformed-command Gd2", None),
        // CMD-08.
        ("[%clk 1:05:23", "malformed-command [%clk 1:05:23", Some("[%clk 1:05:23]")),
        ("[%clk 1:05:23 x ", "malformed-command [%clk 1:05:23 x", Some("[%clk 1:05:23] x ")),
        ("[%clk x", "malformed-command [%clk x", None),
        ("[%clk", "malformed-command [%clk", None),
        ("[%foo a,b", "malformed-command [%foo a,b", None),
        // CMD-03.
        ("[%clk  1:05:23]", "malformed-command [%clk  1:05:23]", Some("[%clk 1:05:23]")),
        // CMD-15.
        ("[%clk 0:01:00,0:02:00]", "malformed-command [%clk 0:01:00,0:02:00]", None),
        ("[%clk]", "invalid-clock-value [%clk]", None),
        ("[%clk ]", "invalid-clock-value [%clk ]", None),
        ("[%clk 0:61:00]", "invalid-clock-value 0:61:00", None),
        ("[%egt x]", "invalid-clock-value x", None),
        ("[%emt 0:00:60]", "invalid-clock-value 0:00:60", None),
        ("[%clk 1:05:23 [%eval 1]", "invalid-clock-value 1:05:23 [%eval 1", None),
        // CMD-14.
        ("[%mct 17:10:42] [%mct 07:10:42]", "", None),
        ("[%mct 7:10:42]", "invalid-clock-value 7:10:42", Some("[%mct 07:10:42]")),
        ("[%mct 7:10]", "invalid-clock-value 7:10", None),
        ("[%mct 07:10:42.5]", "invalid-clock-value 07:10:42.5", None),
        // CMD-16.
        ("[%clk 00:01:00]", "lax-clock-value 00:01:00", Some("[%clk 0:01:00]")),
        ("[%clk 0:1:2]", "lax-clock-value 0:1:2", Some("[%clk 0:01:02]")),
        ("[%emt 90]", "lax-clock-value 90", Some("[%emt 0:01:30]")),
        ("[%emt 0.01]", "lax-clock-value 0.01", None),
        ("[%clk 0:00:58.6]", "lax-clock-value 0:00:58.6", None),
        ("[%clk 0:00:58,6]", "lax-clock-value 0:00:58,6", None),
        ("[%clk 1:30]", "lax-clock-value 1:30", None),
        ("[%clk -0:00:05]", "lax-clock-value -0:00:05", None),
    ] {
        // Behind a move, before the first one, and in a variation.
        for (before, following) in
            [("1. e4 {", "} e5 *\n"), ("{", "} 1. e4 *\n"), ("1. e4 (1. d4 {", "}) e5 *\n")]
        {
            let text = format!("{before}{comment}{following}");
            let found = check(&text, &codes);
            assert_eq!(shown(&text, &found), expected, "{text}");
            // The warnings alone are looked for in another way.
            let warnings = check(&text, &[MalformedCommand, InvalidClockValue]);
            assert!(warnings.iter().eq(found.iter().filter(|found| found.code != LaxClockValue)), "{text}");
            let fix = found.first().and_then(|diagnostic| diagnostic.fix.clone());
            let repaired_text = fix.map(|fix| {
                // Only one space for two leaves the words of the comment what they are.
                assert_eq!(fix.applicability == Applicability::Safe, comment.contains("  "), "{comment}");
                let [edit] = fix.edits.as_slice() else { panic!("{text}") };
                let mut text = text.clone();
                text.replace_range(edit.span.start..edit.span.end, &edit.replacement);
                text
            });
            assert_eq!(
                repaired_text,
                repaired.map(|repaired| format!("{before}{repaired}{following}")),
                "{text}"
            );
        }
    }
    // CMD-23.
    let text = "1. e4 ; [%clk 0:61:00] x\ne5 ; [% clk]\n *";
    assert_eq!(shown(text, &check(text, &codes)), "command-in-line-comment [%clk 0:61:00]");
}

/// What is noted of a game with these tags and comments after its moves, a blank one for none.
fn clocks(tags: &str, comments: &[&str]) -> String {
    let codes = [
        Code::ClockRunsBackwards,
        Code::ClockDisagrees,
        Code::ClockExceedsTimeControl,
        Code::MissingTimeControl,
    ];
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle();
    let moves: Vec<_> = moves.zip(comments).map(|(mv, comment)| format!("{mv} {comment}")).collect();
    let text = format!("{tags}\n\n{} *\n", moves.join(" "));
    shown(&text, &check(&text, &codes))
}

/// Berserk on lichess: half of the time, no increment.
#[test]
fn berserk_is_no_fault() {
    let tags = "[Site \"https://lichess.org/x\"]\n[TimeControl \"180+5\"]";
    let comments = [
        "{[%clk 0:03:00]}",
        "{[%clk 0:01:30]}",
        "{[%clk 0:02:55] [%emt 0:00:10]}",
        "{[%clk 0:01:20] [%emt 0:00:10]}",
    ];
    assert_eq!(clocks(tags, &comments), "");
    let elsewhere = tags.replace("lichess", "example");
    assert_eq!(clocks(&elsewhere, &comments), "clock-disagrees 0:01:20");
    // Time in words is time.
    assert_eq!(
        clocks("[TimeControl \"3 min + 5 sec\"]", &["{[%clk 0:09:00]}"]),
        "clock-exceeds-time-control 0:09:00"
    );
}

#[test]
fn times_are_held_against_each_other() {
    let ten = "[TimeControl \"600\"]";
    let fischer = "[TimeControl \"600+5\"]";
    let classical = "[TimeControl \"2/600:600\"]";
    for (tags, comments, expected) in [
        (ten, &["{[%clk 0:10:00]}", "{[%clk 0:09:59]}", "{[%clk 0:09:50]}", "{[%clk 0:09:50]}"][..], ""),
        // K004: each player has his own clock; the increment counts, and for each move.
        (ten, &["{[%clk 0:09:00]}", "{[%clk 0:09:30]}", "{[%clk 0:09:10]}"], "clock-runs-backwards 0:09:10"),
        (fischer, &["{[%clk 0:09:00]}", "", "{[%clk 0:09:05]}", "", "{[%clk 0:09:10]}"], ""),
        (fischer, &["{[%clk 0:09:00]}", "", "", "", "{[%clk 0:09:10]}"], ""),
        (fischer, &["{[%clk 0:09:00]}", "", "", "", "{[%clk 0:09:13]}"], "clock-runs-backwards 0:09:13"),
        ("", &["{[%clk 0:09:00]}", "", "{[%clk 0:09:10]}"], "missing-time-control [%clk 0:09:00]"),
        ("[TimeControl \"?\"]", &["{[%clk 0:09:00]}", "", "{[%clk 0:09:10]}"], ""),
        (classical, &["{[%clk 0:09:00]}", "", "{[%clk 0:18:00]}"], ""),
        (ten, &["{[%egt 0:00:10]}", "", "{[%egt 0:00:09]}"], "clock-runs-backwards 0:00:09"),
        (ten, &["{[%egt 0:00:10]}", "{[%egt 0:00:09]}"], ""),
        // Comments in variations tell of other games.
        (ten, &["{[%clk 0:09:00]}", "", "(e4 {[%clk 0:10:00]}) {[%clk 0:08:00]}"], ""),
        // K005.
        (fischer, &["{[%clk 0:09:00]}", "", "{[%clk 0:08:55] [%emt 0:00:10]}"], ""),
        (fischer, &["{[%clk 0:09:00]}", "", "{[%clk 0:08:55]} {[%emt 0:00:20]}"], "clock-disagrees 0:08:55"),
        (ten, &["{[%clk 0:09:00]}", "", "", "", "{[%clk 0:08:55] [%emt 0:00:01]}"], ""),
        (ten, &["{[%emt 0:00:10]}", "", "{[%emt 0:00:10] [%egt 0:00:20]}"], ""),
        (ten, &["{[%emt 0:00:10]}", "", "{[%emt 0:00:10] [%egt 0:00:30]}"], "clock-disagrees 0:00:30"),
        (ten, &["{x}", "", "{[%emt 0:00:10] [%egt 0:00:30]}"], ""),
        // K006.
        (ten, &["{[%clk 0:10:03]}"], "clock-exceeds-time-control 0:10:03"),
        (fischer, &["{[%clk 0:10:05]}", "{[%clk 0:10:05]}"], ""),
        (
            fischer,
            &["{[%clk 0:11:05]}", "{[%clk 0:12:05]}"],
            "clock-exceeds-time-control 0:11:05, clock-exceeds-time-control 0:12:05",
        ),
        (ten, &["{[%egt 0:10:03]}"], "clock-exceeds-time-control 0:10:03"),
        (ten, &["{[%emt 0:10:03]}"], "clock-exceeds-time-control 0:10:03"),
        (
            "[TimeControl \"600\"]\n[WhiteClock \"0:20:00\"]",
            &["{[%clk 0:20:00]}", "{[%clk 0:20:00]}"],
            "clock-exceeds-time-control 0:20:00",
        ),
        (
            "[TimeControl \"600\"]\n[WhiteClock \"0:05:00\"]",
            &["{[%clk 0:10:00]}"],
            "clock-exceeds-time-control 0:10:00",
        ),
        // K007: anywhere, but not for other commands.
        (
            "",
            &["{[%eval 1]}", "(e6 {[%mct 17:00:00]})", "{[%clk 0:00:01]}"],
            "missing-time-control [%mct 17:00:00]",
        ),
        ("", &["{[%eval 1]} ; [%clk 0:00:01]\n"], ""),
    ] {
        assert_eq!(clocks(tags, comments), expected, "{tags} {comments:?}");
    }
}
