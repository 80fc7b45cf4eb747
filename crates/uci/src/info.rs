//! The lines of an engine, read word by word. Whatever is unknown is skipped.

use std::time::Duration;

use crate::score::{Bound, Score, Wdl};

/// A line of an engine.
#[derive(Debug, PartialEq)]
pub(crate) enum Message<'l> {
    Name(&'l str),
    Author(&'l str),
    Option(&'l str),
    UciOk,
    ReadyOk,
    Info(Info<'l>),
    BestMove { text: &'l str, ponder: Option<&'l str> },
    Other,
}

/// The values of a line `info`. A number that does not fit is `None`.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Info<'l> {
    pub(crate) depth: Option<u32>,
    pub(crate) seldepth: Option<u32>,
    /// From 1.
    pub(crate) multipv: Option<usize>,
    pub(crate) score: Option<Score>,
    pub(crate) bound: Bound,
    pub(crate) wdl: Option<Wdl>,
    pub(crate) nodes: Option<u64>,
    pub(crate) nps: Option<u64>,
    pub(crate) time: Option<Duration>,
    /// The words after `pv`.
    pub(crate) moves: Vec<&'l str>,
}

/// Plies of a line that are kept.
const MOST_MOVES: usize = 1000;

impl<'l> Message<'l> {
    pub(crate) fn parse(line: &'l str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        match word {
            "id" => match rest.split_once(char::is_whitespace) {
                Some(("name", name)) => Self::Name(name.trim()),
                Some(("author", author)) => Self::Author(author.trim()),
                _ => Self::Other,
            },
            "option" => Self::Option(rest),
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(Info::parse(rest)),
            "bestmove" => {
                let mut words = rest.split_whitespace();
                let text = words.next().unwrap_or_default();
                Self::BestMove { text, ponder: words.skip_while(|word| *word != "ponder").nth(1) }
            }
            _ => Self::Other,
        }
    }
}

impl<'l> Info<'l> {
    fn parse(text: &'l str) -> Self {
        let mut info = Self::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            // A value is taken only if it is one, so that a word without its value does not eat the next.
            let mut next = || words.next_if(|word| !is_keyword(word));
            match word {
                "string" => break,
                "depth" => info.depth = next().and_then(|word| word.parse().ok()),
                "seldepth" => info.seldepth = next().and_then(|word| word.parse().ok()),
                "multipv" => info.multipv = next().and_then(|word| word.parse().ok()),
                "nodes" => info.nodes = next().and_then(|word| word.parse().ok()),
                "nps" => info.nps = next().and_then(|word| word.parse().ok()),
                "time" => info.time = next().and_then(|word| word.parse().ok()).map(Duration::from_millis),
                "cp" => info.score = next().and_then(|word| word.parse().ok()).map(Score::Centipawns),
                "mate" => info.score = next().and_then(|word| word.parse().ok()).map(Score::Mate),
                "lowerbound" => info.bound = Bound::Lower,
                "upperbound" => info.bound = Bound::Upper,
                "wdl" => info.wdl = wdl([next(), next(), next()]),
                "pv" => {
                    info.moves.clear();
                    while let Some(word) = next() {
                        if info.moves.len() < MOST_MOVES {
                            info.moves.push(word);
                        }
                    }
                }
                // Moves of another kind, which are no line of ours.
                "refutation" | "currline" => while next().is_some() {},
                _ => {}
            }
        }
        info
    }
}

fn wdl(words: [Option<&str>; 3]) -> Option<Wdl> {
    let [win, draw, loss] = words.map(|word| word?.parse::<u16>().ok().filter(|value| *value <= 1000));
    let (win, draw, loss) = (win?, draw?, loss?);
    (999..=1001).contains(&(win + draw + loss)).then_some(Wdl { win, draw, loss })
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "string"
            | "depth"
            | "seldepth"
            | "multipv"
            | "nodes"
            | "nps"
            | "time"
            | "score"
            | "cp"
            | "mate"
            | "lowerbound"
            | "upperbound"
            | "wdl"
            | "pv"
            | "refutation"
            | "currline"
            | "currmove"
            | "currmovenumber"
            | "hashfull"
            | "tbhits"
            | "sbhits"
            | "cpuload"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(text: &str) -> Info<'_> {
        match Message::parse(text) {
            Message::Info(info) => info,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_whole_line() {
        let line = "info depth 20 seldepth 31 multipv 2 score cp -23 lowerbound wdl 100 800 100 nodes 22 nps 2200 \
                    hashfull 0 tbhits 0 time 12 pv c7c5 g1f3";
        let expected = Info {
            depth: Some(20),
            seldepth: Some(31),
            multipv: Some(2),
            score: Some(Score::Centipawns(-23)),
            bound: Bound::Lower,
            wdl: Some(Wdl { win: 100, draw: 800, loss: 100 }),
            nodes: Some(22),
            nps: Some(2200),
            time: Some(Duration::from_millis(12)),
            moves: vec!["c7c5", "g1f3"],
        };
        assert_eq!(info(line), expected);
        assert_eq!(info(&line.replace(' ', " \t  ")), expected);
        // Unknown words with and without values, and the line of moves elsewhere.
        let line = "info pv c7c5 g1f3 depth 20 seldepth 31 sbhits 4 flux 7 multipv 2 score upperbound wdl 100 800 100 \
                    lowerbound cp -23 nodes 22 nps 2200 time 12 currmove e2e4 currmovenumber 1 refutation d1h5 g6h5 string pv a b";
        assert_eq!(info(line), expected);
    }

    #[test]
    fn what_is_no_value_is_none() {
        for (line, score) in [
            ("info score cp 99999999999999999999 pv e2e4", None),
            ("info score cp 0.5 pv e2e4", None),
            ("info score cp depth 5 pv e2e4", None),
            ("info score mate -3", Some(Score::Mate(-3))),
            ("info score mate +3", Some(Score::Mate(3))),
            ("info string score cp 5", None),
            ("info score", None),
        ] {
            assert_eq!(info(line).score, score, "{line}");
        }
        let odd = info(
            "info depth 99999999999 seldepth -1 nodes 1e6 nps x time 18446744073709551616 multipv wdl 1 2 3",
        );
        assert_eq!(odd, Info::default());
        assert_eq!(info("info wdl 1000 1000 65000").wdl, None);
        assert_eq!(info("info wdl 1 999 0").wdl, Some(Wdl { win: 1, draw: 999, loss: 0 }));
        assert_eq!(info(&format!("info pv {}", "e2e4 ".repeat(5000))).moves.len(), MOST_MOVES);
    }

    #[test]
    fn other_lines() {
        for (line, message) in [
            ("id name Stock  fish 15", Message::Name("Stock  fish 15")),
            ("id\tauthor  T. R.", Message::Author("T. R.")),
            ("id", Message::Other),
            ("option name A type button", Message::Option("name A type button")),
            ("uciok", Message::UciOk),
            ("uciok now", Message::UciOk),
            ("Uciokay", Message::Other),
            ("readyok", Message::ReadyOk),
            ("bestmove e2e4", Message::BestMove { text: "e2e4", ponder: None }),
            ("bestmove e2e4 ponder e7e5", Message::BestMove { text: "e2e4", ponder: Some("e7e5") }),
            ("bestmove (none) ponder", Message::BestMove { text: "(none)", ponder: None }),
            ("bestmove", Message::BestMove { text: "", ponder: None }),
            ("info", Message::Info(Info::default())),
            ("", Message::Other),
            ("copyprotection ok", Message::Other),
        ] {
            assert_eq!(Message::parse(line), message, "{line}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(line in "(info|option|bestmove|id|)( |\t)(depth|score|cp|wdl|pv|mate|name|type|-?[0-9]{1,30}|\\PC{0,8}| ){0,40}") {
            let _ = Message::parse(&line);
            let mut options = crate::Options::default();
            options.read(&line);
        }
    }
}
