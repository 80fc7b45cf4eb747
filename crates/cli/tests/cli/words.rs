//! No word is lost on the way through the command: what goes in comes out, or is named.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::rig::{Dir, pgn};

/// Parts of games, well made and not; each mutated game is a few of them in any order.
const PARTS: &[&str] = &[
    "[Site \"Linares\"]\n",
    "[White \"Tal, Mikhail\"]\n",
    "[WhiteElo 2400]\n",
    "[Black “Fine”]\n",
    "[remark not a tag]\n",
    "[Annotator 'Smith']\n",
    "[Round \"1\" junk]\n",
    "stray line of prose\n",
    "[Remark \"twice\"]\n",
    "\n\n",
    "\n",
    "1. e4 ",
    "e5 ",
    "2. Nf3 ",
    "Nc6 ",
    "Bb5 ",
    "a6 ",
    "d4 ",
    "O - O ",
    "N f6 ",
    "Ke3 ",
    "Sf3 ",
    "hello ",
    "word! ",
    "ends the debate ",
    "(keep them doggies rollin') ",
    "( ",
    ") ",
    "{plain comment} ",
    "{outer {inner} tail} ",
    "{open ",
    "} ",
    "; to the end } of it\n",
    "\n%escaped words\n",
    " % percent words\n",
    "[%clk 0:01:00] ",
    "[nothing here] ",
    "\"quoted words\" ",
    "<angle words> ",
    "$1 ",
    "$ sign ",
    "!? ",
    "... ",
    ", ",
    "12 ",
    "1-0 ",
    "0-1 ",
    "* ",
    "1/2 - 1/2 ",
    "Nf31-0 ",
    "&nbsp;",
    "é ",
    "@ ",
    "(=) ",
    "(!?) ",
    "(N) ",
    "[White {inside pair} \"Tal\"]\n",
    "[Black \"Fine\" ;rest inside\n]\n",
    "[Remark\n%escaped inside\n\"thrice\"]\n",
    "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n",
    "[SetUp \"1\"]\n",
    "[SetUp \"0\"]\n",
    "[Result \"draw agreed\"]\n",
    "-- White resigns\n",
    "1-0 -- White resigns\n",
    "1-0 (after) time\n",
    ";[%unread] unread words here\n",
    "{next\u{85}line}",
    "[Variant \"Duck chess\"]\n",
    "[Date \"yesterday evening\"]\n",
    "\n\n%between games\n\n",
    "\n\nplain words outside\n\n",
    "\n\n{comment outside} \n\n",
    "(1. d4 {inner variation} d5) ",
    "e.p. ",
    "mate ",
    "mate in two ",
    "word+ ",
    "+ ",
    "+/word ",
    "=/= ",
    "e 4 ",
    "\r\n",
    "\u{b}",
];

/// So many games in one run of the command.
const GAMES: usize = 400;

/// `xorshift`: the same texts on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// A game between its first tag pair, which an empty line is before, and the next.
fn mutated_game(random: &mut Random, number: usize) -> String {
    let mut game = format!("[Event \"game{number}\"]\n");
    for _ in 0..random.below(14) {
        game.push_str(PARTS[random.below(PARTS.len())]);
    }
    game.push_str("\n\n");
    game
}

/// Words of letters, and how often each is there. Moves and numbers are written anew; they are looked at elsewhere.
fn words(text: &str) -> BTreeMap<&str, i64> {
    let mut words = BTreeMap::new();
    let is_word = |word: &&str| word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(is_word) {
        *words.entry(word).or_default() += 1;
    }
    words
}

/// Diagnostics of what is left out where games are written anew: text without a place in a game, and what says nothing.
const LEFT_OUT: &[&str] = &[
    "stray-text",
    "stray-mark",
    "formatted-space",
    "empty-game",
    // SetUp of a game that begins as usual.
    "needless-setup",
    "missing-fen",
    // At the end of the text, where no game follows.
    "comment-outside-game",
    // Brackets between a game and the tag pairs of the next belong to none.
    "malformed-tag",
    "repeated-tag",
    "contradicting-tag",
];

/// The text that a report says is left out.
fn left_out(report: &str, text: &[u8]) -> String {
    let mut named = String::new();
    for line in report.lines() {
        let diagnostic: Value = serde_json::from_str(line).unwrap();
        if LEFT_OUT.contains(&diagnostic["name"].as_str().unwrap()) {
            let at = |key: &str| diagnostic[key].as_u64().unwrap() as usize;
            named.push_str(&String::from_utf8_lossy(&text[at("byte_start")..at("byte_end")]));
            named.push(' ');
        }
    }
    named
}

/// What a command does with the words of games, and how it is run.
struct Way {
    args: &'static [&'static str],
    /// Where what it writes is.
    output: Written,
    /// Whether games are written anew, so that what diagnostics name may be missing.
    anew: bool,
}

enum Written {
    ToStandardOutput,
    InPlace,
    /// In files of a directory.
    ToDirectory,
    /// In another form, which is read back.
    As(&'static str),
}

const fn way(args: &'static [&'static str], output: Written, anew: bool) -> Way {
    Way { args, output, anew }
}

/// Every command that writes games.
const WAYS: &[Way] = &[
    way(&["fmt"], Written::ToStandardOutput, true),
    way(&["fmt", "-i"], Written::InPlace, true),
    way(&["fmt", "-i", "--on-error", "keep"], Written::InPlace, true),
    way(&["check", "--fix"], Written::InPlace, true),
    way(&["sort"], Written::ToStandardOutput, false),
    way(&["sort", "-i", "--by", "white"], Written::InPlace, false),
    way(&["merge", "--as-given"], Written::ToStandardOutput, false),
    way(&["filter", "true"], Written::ToStandardOutput, false),
    way(&["dedup", "-i"], Written::InPlace, false),
    way(&["split", "--max-games", "7"], Written::ToDirectory, false),
    way(&["edit", "-i", "--set", "Xyzzy=1"], Written::InPlace, false),
    way(&["eco", "-i"], Written::InPlace, false),
    way(&["clocks", "-i", "--add", "emt"], Written::InPlace, true),
    way(&["convert", "--to", "json"], Written::As("x.json"), true),
    #[cfg(feature = "columns")]
    way(&["convert", "--to", "parquet", "--lossless"], Written::As("x.parquet"), true),
];

impl Way {
    /// What the command makes of a text, and what it says that it had to write anew, or to leave out.
    fn run(&self, text: &str) -> [String; 2] {
        let dir = Dir::with("in.pgn", text);
        let with = |more: &[&'static str]| [self.args, &["-q"][..], more].concat();
        let text_of = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        // The condition of `filter` is before its files.
        let run = dir.pgn(&match self.output {
            Written::ToStandardOutput | Written::InPlace => with(&["in.pgn"]),
            Written::ToDirectory => with(&["-o", "part-{number}.pgn", "in.pgn"]),
            Written::As(name) => with(&["-o", name, "in.pgn"]),
        });
        let written = match self.output {
            Written::ToStandardOutput => text_of(run.bytes()),
            Written::InPlace => text_of(&std::fs::read(dir.path("in.pgn")).unwrap()),
            Written::ToDirectory => {
                let parts = dir.names().into_iter().filter(|name| name.starts_with("part-"));
                parts.map(|name| dir.read(&name)).collect::<Vec<_>>().join("\n")
            }
            Written::As(name) => text_of(dir.pgn(&["fmt", "-q", name]).bytes()),
        };
        let mut said: Vec<&str> =
            run.err().lines().filter(|line| line.contains("written in export format")).collect();
        // It is after the last game, where other forms than PGN have no place for it.
        if run.err().contains("left out or altered: 1 escape line") {
            said.extend(text.lines().rfind(|line| line.starts_with('%')));
        }
        // Named without its value.
        if run.err().contains("expected no `FEN` tag") {
            said.extend(text.lines().find(|line| line.starts_with("[FEN ")));
        }
        [written, said.join("\n")]
    }
}

/// Marks of moves say nothing that the move does not; `&nbsp;` is a blank. Every command writes a game anew that could not be told from
/// its neighbours, such as one without tags.
const NOTHING: &[&str] = &["mate", "nbsp"];

/// Names of tags and commands that are written of themselves; all other words come from the text.
const ADDED: &[&str] =
    &["Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "Xyzzy", "ECO", "emt"];

type Counts = Vec<(String, i64)>;

/// The words that are neither written nor named, and those that are written more often than they were read.
fn lost_and_gained(way: &Way, text: &str, named: &str) -> [Counts; 2] {
    // The mark of unread words is none of them.
    let [written, said] = way.run(text);
    let [text, written, named] = [text, &written, named].map(|text| text.replace("[%unread]", ""));
    let (before, out, named, said) = (words(&text), words(&written), words(&named), words(&said));
    let count = |words: &BTreeMap<&str, i64>, word: &str| words.get(word).copied().unwrap_or(0);
    let kept =
        |word: &str| count(&out, word) + count(&said, word) + if way.anew { count(&named, word) } else { 0 };
    let less = before.iter().map(|(word, before)| (*word, before - kept(word)));
    let more = out.iter().map(|(word, out)| (*word, out - count(&before, word)));
    let owned = |(word, count): (&str, i64)| (word.to_owned(), count);
    [
        less.filter(|(word, count)| *count > 0 && !NOTHING.contains(word)).map(owned).collect(),
        more.filter(|(word, count)| *count > 0 && !ADDED.contains(word)).map(owned).collect(),
    ]
}

fn report(text: &str) -> String {
    let report = pgn(&["check", "--report", "json", "--notes"], text);
    left_out(report.out(), text.as_bytes())
}

fn words_are_kept(wanted: usize) {
    let mut random = Random(0x5eed_cafe_f00d);
    let mut read = 0;
    while read < wanted {
        let count = GAMES.min(wanted - read);
        let games: Vec<String> = (0..count).map(|number| mutated_game(&mut random, read + number)).collect();
        let text = games.concat();
        read += count;
        let named = report(&text);
        for way in WAYS {
            let found = lost_and_gained(way, &text, &named);
            for (at, what) in ["lost", "gained"].into_iter().enumerate() {
                // Games without tags of their own may be equal.
                // Openings have names.
                if [("lost", "dedup"), ("gained", "eco")].contains(&(what, way.args[0])) {
                    continue;
                }
                let found = &found[at];
                let alone = |game: &&String| !lost_and_gained(way, game, &report(game))[at].is_empty();
                assert!(
                    found.is_empty(),
                    "pgn {}: {what} of {read} games {found:?}; alone: {:?}",
                    way.args.join(" "),
                    games.iter().filter(|game| found.iter().any(|(word, _)| game.contains(word))).find(alone),
                );
            }
        }
    }
}

#[test]
fn words_in_are_words_out_and_words_named() {
    words_are_kept(GAMES);
}

#[test]
#[ignore = "takes minutes"]
fn words_of_100_000_games() {
    words_are_kept(100_000);
}

/// Signs, comments and lines that once were dropped, or became something else.
#[test]
fn texts_at_odd_places_are_kept() {
    for (text, kept) in [
        ("1. e4 (=) e5 *", "1. e4 {(=)} 1... e5 *"),
        ("1. e4 (!) e5 (?) *", "1. e4 {(!)} 1... e5 {(?)} *"),
        ("1. e4 e5 (1... c5 (=) 2. Nf3) *", "(1... c5 {(=)} 2. Nf3)"),
        ("1. e4 ((=)) e5 *", "1. e4 {(=)} 1... e5 *"),
        ("! 1. e4 *", "{!} 1. e4 *"),
        ("1. e4 (12) e5 (12 min) *", "1. e4 {(12)} 1... e5"),
        ("[White \"Tal\" {Mikhail}]\n\n1. e4 *", "{Mikhail} 1. e4"),
        ("[White {x} \"Tal\"]\n[Black \"y\" ;z\n]\n\n1. e4 *", "{x} {z} 1. e4"),
        ("{c} [Event \"x\"]\n\n1. e4 *", "{c} 1. e4"),
        ("[Event \"x\"]\n%esc\n[Site \"y\"]\n\n1. e4 *", "%esc\n[Event \"x\"]"),
        ("[Event \"x\"]\n\n1. e4\n%esc\ne5 *", "1. e4\n%esc\n1... e5 *"),
        ("[Event \"x\"]\n\n1. e4 *\n\n%esc\n", "*\n\n%esc\n"),
    ] {
        let once = pgn(&["fmt", "-q"], text);
        assert!(once.out().contains(kept), "{text:?}: {}", once.out());
        let twice = pgn(&["fmt", "-q"], once.out());
        assert_eq!(once.out(), twice.out(), "{text:?}");
    }
}

/// What is left out or altered is said, whatever is asked to be quiet.
#[test]
fn a_loss_is_never_quiet() {
    let long = "words before the first tag pair, more of them than forty characters";
    for (text, said) in [
        (format!("{long}\n[Event \"x\"]\n\n*\n"), long),
        ("[Site \"a\"]\n[Site \"Moskau\"]\n\n*\n".to_owned(), "`Moskau`"),
        ("[White \"T\u{85}l\"]\n\n*\n".to_owned(), "unused character 0x85"),
        ("1. e4 {a\u{1}b} *\n".to_owned(), "control character 0x01"),
        ("1. e4 {a {b} *\n".to_owned(), "braces do not nest"),
    ] {
        let ran = pgn(&["fmt", "-q"], &text);
        assert!(ran.err().contains(said), "{text:?}: {}", ran.err());
    }
}

/// Commands that rewrite files, over each way in which a file may end: what they change is not white space alone.
#[test]
fn files_stay_byte_for_byte_where_no_game_changes() {
    const BAD: &str = "[Event \"a\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *";
    const GOOD: &str = "[Event \"b\"]\n\n1. e4 e5 *";
    let bodies = [
        BAD.to_owned(),
        format!("{BAD}\n\n\n\n{BAD}x"),
        format!("\n\n{BAD}"),
        format!("words\n\n{BAD}\n\n{{comment}}"),
        "{only a comment}".to_owned(),
        "[Event \"only tags\"]\n1. Ke3".to_owned(),
        String::new(),
        " \n\n".to_owned(),
    ];
    for (args, bodies) in [
        (&["fmt", "-i"][..], &bodies[..]),
        (&["clocks", "-i", "--add", "emt"], &bodies),
        // Tags without a marker are something to fix.
        (&["check", "--fix"], &[&bodies[..5], &bodies[6..]].concat()),
        (&["edit", "-i", "--set", "White=x"], &bodies),
        (&["eco", "-i"], &bodies),
        (
            &["sort", "-i"],
            &[
                GOOD.to_owned(),
                format!("{GOOD}\n{}", GOOD.replace("e5", "e6")),
                format!("\n {BAD}\n\n\n{GOOD}"),
            ],
        ),
        (&["dedup", "-i"], &[GOOD.to_owned(), format!("{BAD}\n\n\n{GOOD}")]),
    ] {
        for body in bodies {
            for end in ["", "\n", "\n\n", "\n\n\n", " ", " \n", "\t\r\n", "\n\u{1a}"] {
                for text in [format!("{body}{end}"), format!("\u{feff}{body}{end}")] {
                    // The end of a file of DOS is something to fix.
                    if args[0] == "check" && text.ends_with('\u{1a}') {
                        continue;
                    }
                    for text in [text.replace('\n', "\r\n"), text] {
                        let dir = Dir::with("in.pgn", &text);
                        dir.pgn(&[args, &["-q", "in.pgn"]].concat());
                        let now = std::fs::read(dir.path("in.pgn")).unwrap();
                        assert_eq!(String::from_utf8_lossy(&now), text, "{args:?}");
                    }
                }
            }
        }
    }
}
