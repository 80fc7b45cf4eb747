//! Judgements as comments, as lichess writes them, and read again.

use pgnkit::command::Score;
use pgnkit_collections::judgement::Judgement;

const UNAVOIDABLE: &str = "Checkmate is now unavoidable";
const LOST_MATE: &str = "Lost forced checkmate sequence";
const SLOW_MATE: &str = "Not the best checkmate sequence";

/// The comment of a judgement: `(0.36 → -0.36) Inaccuracy. Ngf3 was best.`
pub(crate) fn write(judgement: Judgement, before: Score, after: Score, best: Option<&str>) -> String {
    let words = match (before, after) {
        (Score::Pawns(_), Score::Mate(_)) => UNAVOIDABLE,
        (Score::Mate(_), _) => LOST_MATE,
        _ => judgement.name(),
    };
    let mut text = format!("({} → {}) {words}.", shown(before), shown(after));
    if let Some(best) = best {
        text.push_str(&format!(" {best} was best."));
    }
    text
}

fn shown(score: Score) -> String {
    match score {
        // Not -0.00.
        Score::Pawns(pawns) => format!("{:.2}", (pawns * 100.0).round() / 100.0 + 0.0),
        Score::Mate(moves) => format!("Mate in {}", moves.unsigned_abs()),
    }
}

/// The operand of `eval` as lichess writes it: `0.0`, `-0.4`, `2.35`, `#-4`.
pub(crate) fn operand(score: Score) -> String {
    match score {
        Score::Pawns(pawns) => {
            let text = format!("{:.2}", (pawns * 100.0).round() / 100.0 + 0.0);
            text.strip_suffix('0').map_or(text.clone(), str::to_owned)
        }
        Score::Mate(moves) => format!("#{moves}"),
    }
}

/// A comment that is a judgement and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Former {
    /// The comment, with one blank between words.
    pub(crate) text: String,
    /// The move that would have been better.
    pub(crate) best: Option<String>,
}

impl Former {
    /// Reads a comment, with or without the scores.
    pub(crate) fn read(comment: &str) -> Option<Self> {
        // Lines end at any blank of it.
        let text: Vec<&str> = comment.split_whitespace().collect();
        let text = text.join(" ");
        let rest = match text.strip_prefix('(') {
            Some(scores) => {
                let (scores, rest) = scores.split_once(") ")?;
                let (before, after) = scores.split_once(" → ")?;
                (is_score(before) && is_score(after)).then_some(rest)?
            }
            None => &text,
        };
        let words =
            Judgement::ALL.map(Judgement::name).into_iter().chain([UNAVOIDABLE, LOST_MATE, SLOW_MATE]);
        let rest = words.into_iter().find_map(|words| rest.strip_prefix(words)?.strip_prefix('.'))?;
        let best = match rest.strip_prefix(' ') {
            None => rest.is_empty().then_some(None)?,
            Some(rest) => {
                Some(rest.strip_suffix(" was best.").filter(|best| !best.is_empty() && !best.contains(' '))?)
            }
        };
        let best = best.map(str::to_owned);
        Some(Self { text, best })
    }
}

fn is_score(text: &str) -> bool {
    match text.strip_prefix("Mate in ") {
        Some(moves) => moves.parse::<u32>().is_ok(),
        None => {
            !text.is_empty()
                && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.'))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_those_of_lichess() {
        use Judgement::{Blunder, Inaccuracy};
        let best = Some("Nf3");
        for (judgement, before, after, best, expected) in [
            (
                Inaccuracy,
                Score::Pawns(0.36),
                Score::Pawns(-0.36),
                best,
                "(0.36 → -0.36) Inaccuracy. Nf3 was best.",
            ),
            (Blunder, Score::Pawns(-0.004), Score::Pawns(2.0), None, "(0.00 → 2.00) Blunder."),
            (
                Blunder,
                Score::Pawns(-2.14),
                Score::Mate(-1),
                best,
                "(-2.14 → Mate in 1) Checkmate is now unavoidable. Nf3 was best.",
            ),
            (
                Blunder,
                Score::Mate(3),
                Score::Pawns(1.0),
                None,
                "(Mate in 3 → 1.00) Lost forced checkmate sequence.",
            ),
            (
                Blunder,
                Score::Mate(3),
                Score::Mate(-2),
                None,
                "(Mate in 3 → Mate in 2) Lost forced checkmate sequence.",
            ),
        ] {
            let text = write(judgement, before, after, best);
            assert_eq!(text, expected);
            let former = Former::read(&text).unwrap();
            assert_eq!(former.best.as_deref(), best, "{text}");
            assert_eq!(Former::read(&text.replace(' ', "\n")), Some(former));
        }
    }

    #[test]
    fn operands_are_those_of_lichess() {
        for (score, expected) in [
            (Score::Pawns(0.0), "0.0"),
            (Score::Pawns(-0.001), "0.0"),
            (Score::Pawns(-0.4), "-0.4"),
            (Score::Pawns(2.35), "2.35"),
            (Score::Pawns(10.0), "10.0"),
            (Score::Mate(-4), "#-4"),
        ] {
            assert_eq!(operand(score), expected);
        }
    }

    #[test]
    fn what_people_write_is_no_judgement() {
        for text in [
            "",
            "Blunder",
            "Blunder. He was tired.",
            "A blunder. Nf3 was best.",
            "(0.36 → -0.36) Inaccuracy. Nf3 was best. Really?",
            "(better → worse) Blunder.",
            "(0.36 → -0.36)",
            "Mistake. Nf3 or Nc3 was best.",
        ] {
            assert_eq!(Former::read(text), None, "{text}");
        }
        assert_eq!(
            Former::read(" Mistake. f5 was best. "),
            Some(Former { text: "Mistake. f5 was best.".to_owned(), best: Some("f5".to_owned()) })
        );
    }
}
