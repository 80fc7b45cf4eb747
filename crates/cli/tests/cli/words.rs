//! No word is lost on the way through the command: what goes in comes out, or is named.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::rig::pgn;

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
];

/// So many games in one run of the command.
const GAMES: usize = 1000;

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

/// Diagnostics of what is left out.
const LEFT_OUT: &[&str] = &[
    "stray-text",
    "stray-mark",
    "comment-in-tag",
    "comment-outside-game",
    "escape-line",
    "formatted-space",
    "empty-game",
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

/// `PGN_WORDS` is the number of games, in many runs of the command.
#[test]
fn words_in_are_words_out_and_words_named() {
    let wanted: usize = std::env::var("PGN_WORDS").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    let mut random = Random(0x5eed_cafe_f00d);
    let mut read = 0;
    while read < wanted {
        let count = GAMES.min(wanted - read);
        let text: String = (0..count).map(|number| mutated_game(&mut random, number)).collect();
        read += count;
        let written = pgn(&["fmt"], &text).status(1);
        let report = pgn(&["check", "--format", "json", "--notes"], &text).status(1);
        let named = left_out(report.out(), text.as_bytes());
        let (out, named) = (words(written.out()), words(&named));
        let count = |words: &BTreeMap<&str, i64>, word: &str| words.get(word).copied().unwrap_or(0);
        let lost: Vec<_> = words(&text)
            .into_iter()
            .filter(|(word, before)| count(&out, word) + count(&named, word) < *before)
            .collect();
        assert!(lost.is_empty(), "{lost:?} after {read} games\n{}", sample(&text, lost[0].0));
    }
}

/// The first games alone of which a word is lost.
fn sample(text: &str, word: &str) -> String {
    let games = text.split_inclusive("\n\n[Event \"game").filter(|game| game.contains(word));
    games
        .filter(|game| {
            let game = format!("[Event \"game{}", game.trim_end_matches("[Event \"game"));
            let written = pgn(&["fmt"], &game);
            words(&game).get(word) > words(written.out()).get(word)
        })
        .take(3)
        .collect()
}
