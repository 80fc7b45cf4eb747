//! Texts of all kinds, most of them broken.

use pgnkit::syntax::internals::is_tag_start;
use proptest::prelude::*;

/// Pieces that PGN is made of, and pieces that break it.
pub fn fragment() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(
        [
            "[Event \"a\"]\n",
            "[White \"M\u{fc}ller\"]\n",
            "[Result \"1-0\"]\n",
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\"]\n",
            "[SetUp \"1\"]\n",
            "[Variant \"Chess960\"]\n",
            "[Variant \"x\"]",
            "[Variant \"Crazyhouse\"]\n",
            "[Variant \"Antichess\"]\n",
            "N@d4",
            "@e4",
            "e8=K",
            "[Round \"?",
            "[Event \"a\" \"b\"]",
            "[",
            "[E{",
            "]",
            "\"",
            "\\",
            "\n",
            "\n\n",
            "\r\n",
            " ",
            "1. ",
            "1... ",
            "2.",
            "17. ",
            "e4",
            "e5",
            "Nf3",
            "Nc6",
            "Bb5",
            "a6",
            "O-O",
            "0-0",
            "exd5",
            "d5",
            "Qh5+",
            "Qxf7#",
            "e8=Q",
            "a8",
            "--",
            "Ke3",
            "Sf3",
            "foo",
            "!",
            "?!",
            "!!!",
            "$1",
            "$300",
            "$",
            "(",
            ")",
            "((",
            "{",
            "}",
            "{a}",
            "{[%clk 0:01:02] x}",
            "{ 50 % of [%csl Ra1] }",
            "{[%clk 0:61:00][%emt 0:0:1]",
            "{[%clk 0:59:00] [%egt \"x,",
            "; [%mct 7:00:00]\n",
            "[TimeControl \"40/600+5\"]\n",
            "[ECO \"C60\"]\n",
            "[Date \"1992.8.31\"]\n",
            "[WhiteElo \"\"]\n",
            "[SetUp \"0\"]\n",
            "[event \"a\"]\n",
            "; rest\n",
            "%esc\n",
            "%",
            "*",
            "1-0",
            "1/2-1/2",
            "1/2",
            "<x>",
            "&nbsp;",
            "\u{a0}",
            "♘f3",
            "±",
            "+-",
            "e.p.",
            "\u{feff}",
            "N",
            "1.",
            "2e5",
            "e2e4",
            "e7-e5",
            "Ng1f3",
            "ed5",
            "Nf6+",
            "1.e4",
            "[PlyCount \"3\"]\n",
            "[White \"a \"b\" c\"]\n",
            "[White \"a\\b\"]\n",
            "[Result \"1/2\"]\n",
            "{ a } b }",
            "word word word word word word word word word word word",
        ]
        .map(|text| text.as_bytes().to_vec())
        .to_vec(),
    );
    prop_oneof![12 => known, 1 => prop::collection::vec(any::<u8>(), 1..4)]
}

pub fn text() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(fragment(), 0..60).prop_map(|parts| {
        let mut text = Vec::new();
        for part in parts {
            text.extend(part);
            text.push(b' ');
        }
        text
    })
}

/// Games as people write them, with what is wrong in them often, and a few bytes changed at random.
pub fn mutated() -> impl Strategy<Value = Vec<u8>> {
    const GAMES: [&str; 8] = [
        include_str!("../../../../../examples/broken.pgn"),
        "[White \"Tal\"]\r\n[Result \"1/2\"]\r\n\r\n1.e2e4 e7-e5 2.Ng1f3! Nc6 {good} (2... d7d6 3.Bb5 {x}) 3Bb5 1/2\r\n\r\n",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[PlyCount \"9\"]\n\n1. e2e4 Ke8d7 2 e4e5 ± Ke6 *\n\n",
        "[Event \"a \"b\" c\"]\n[white \"x\\y\"]\n\n1. f4 e5 2. g4 Qh4 0:1\n\n",
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5 4. Be2 P@h3 (4... Nf6 {x} 5. @e4) 5. gxh3 Nc6 1-0\n\n",
        "[Variant \"Antichess\"]\n[FEN \"8/P7/8/8/8/8/7p/8 w - - 0 1\"]\n\n1. a8=K h1=Q {x} 2. Kb7 Q1xb7 0-1\n\n",
        "1.d2d4 d5 * 1. c4 c5 1-0 1.a2a8 *\n",
        "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qf7 \u{b1} (4. Qf3 !? Nd4) $300 1-0\n",
    ];
    let games = prop::collection::vec(prop::sample::select(GAMES.to_vec()), 1..4);
    let byte = prop_oneof![any::<u8>(), prop::sample::select(b" \n\r.[]\"{}();%*$!?+#x=01eN\\".to_vec())];
    let changes = prop::collection::vec((any::<prop::sample::Index>(), 0..3usize, byte), 0..6);
    (games, changes).prop_map(|(games, changes)| {
        let mut text = games.concat().into_bytes();
        for (place, kind, byte) in changes {
            let at = place.index(text.len());
            match kind {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                _ => drop(text.remove(at)),
            }
        }
        text
    })
}

/// Where a text may be cut: at tag pairs after an empty line.
pub fn cuts(text: &[u8]) -> Vec<usize> {
    (2..text.len())
        .filter(|&at| is_tag_start(text, at) && text[at - 1] == b'\n')
        .filter(|&at| {
            text[..at - 1].trim_ascii_end().len() < at - 1
                && text[..at - 1]
                    .rsplit(|byte| *byte == b'\n')
                    .next()
                    .is_some_and(|line| line.trim_ascii().is_empty())
        })
        .collect()
}
