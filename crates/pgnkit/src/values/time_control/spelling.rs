//! Time controls as people write them (decision A-241).
//!
//! ```text
//! control   = stage *( ( "," / ";" / ":" / "then" / "+" ) stage ) [ "+" bonus ]
//! stage     = [ moves "/" ] time [ "+" bonus ] | time ( "/" / "for" ) moves | time "per move"
//! time      = 1*( number unit ) | h ":" mm ":" ss | ( "G" / "SD" / "Game in" ) [ "/" ] minutes
//! ```
//!
//! A number without a unit is of minutes after `G`, `SD` and their like, and of seconds where no number has a unit.

use std::time::Duration;

use super::{TimeControl, TimeStage};

/// No time control of a certain meaning is longer.
const LONGEST: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token {
    Number(Duration),
    /// A clock, which is complete.
    Clock(Duration),
    /// So many seconds.
    Unit(u32),
    Plus,
    Slash,
    Bar,
    Separator,
    /// `moves`
    Moves,
    /// `per move`, `/move`
    PerMove,
    /// `G`, `SD`, `Game in`, `rest of the game`
    Game,
}

/// A time control in another spelling; `None` where the meaning is not certain.
pub(super) fn read(text: &str) -> Option<TimeControl> {
    if text.len() > LONGEST {
        return None;
    }
    let tokens = tokens(&text.to_lowercase())?;
    if let [Token::Number(minutes), Token::Bar, Token::Number(increment)] = tokens[..] {
        let stage = TimeStage::Timed { moves: None, base: minutes.checked_mul(60)?, increment };
        return TimeControl::of(vec![valid(stage)?]);
    }
    let has_unit = tokens.iter().any(|token| matches!(token, Token::Unit(_)));
    let in_minutes = tokens.contains(&Token::Game);
    let unit = match (in_minutes, has_unit) {
        (true, _) => Some(60),
        (false, false) => Some(1),
        (false, true) => None,
    };
    let mut reader = Reader { tokens: &tokens, unit, stages: Vec::new() };
    reader.control()?;
    let stages = reader.stages.into_iter().map(valid).collect::<Option<_>>()?;
    TimeControl::of(stages)
}

/// A stage that gives time.
fn valid(stage: TimeStage) -> Option<TimeStage> {
    let TimeStage::Timed { moves, base, increment } = stage else { return None };
    (moves != Some(0) && !(base.is_zero() && increment.is_zero())).then_some(stage)
}

/// The tokens of a text in lower case; `None` if one is unknown.
fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            c if c.is_whitespace() => c.len_utf8(),
            '0'..='9' => number(rest, &mut tokens)?,
            c if c.is_alphabetic() => {
                let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
                word(&rest[..length], &rest[length..], &mut tokens)?
            }
            '\'' | '\u{2019}' | '\u{2032}' | '\u{b4}' | '`' => {
                let is_double = rest[first.len_utf8()..].starts_with(first);
                tokens.push(Token::Unit(if is_double { 1 } else { 60 }));
                first.len_utf8() * if is_double { 2 } else { 1 }
            }
            '"' | '\u{201d}' | '\u{2033}' => {
                tokens.push(Token::Unit(1));
                first.len_utf8()
            }
            // `Blitz: 5 min`
            ':' if tokens.is_empty() && text.starts_with(char::is_alphabetic) => 1,
            '+' | '/' | '|' | ',' | ';' | ':' => {
                tokens.push(match first {
                    '+' => Token::Plus,
                    '/' => Token::Slash,
                    '|' => Token::Bar,
                    _ => Token::Separator,
                });
                1
            }
            // Of an abbreviation.
            '.' => 1,
            _ => return None,
        };
        rest = &rest[length..];
    }
    // `followed by`, `, then`, and the point that ends a sentence.
    tokens.dedup_by(|next, before| *next == Token::Separator && *before == Token::Separator);
    Some(tokens)
}

/// Takes `90`, `1.5` or `1:30:00`; its length.
fn number(text: &str, tokens: &mut Vec<Token>) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let seconds: u32 = text[..whole].parse().ok()?;
    let rest = &text[whole..];
    let two = |rest: &str| -> Option<u32> {
        let number = rest.strip_prefix(':').filter(|rest| digits(rest) == 2)?.get(..2)?;
        number.parse().ok().filter(|number| *number < 60)
    };
    if let Some(middle) = two(rest) {
        // Two fields could be hours and minutes as well as minutes and seconds.
        let last = two(&rest[3..])?;
        let seconds = (u64::from(seconds) * 60 + u64::from(middle)) * 60 + u64::from(last);
        tokens.push(Token::Clock(Duration::from_secs(seconds)));
        return Some(whole + 6);
    }
    let fraction = rest.strip_prefix('.').map_or(0, digits).min(9);
    if fraction == 0 {
        tokens.push(Token::Number(Duration::from_secs(seconds.into())));
        return Some(whole);
    }
    let nanoseconds = rest[1..=fraction].parse::<u32>().ok()? * 10u32.pow(9 - fraction as u32);
    tokens.push(Token::Number(Duration::new(seconds.into(), nanoseconds)));
    Some(whole + 1 + fraction)
}

/// Takes a word; the length up to what comes next.
fn word(word: &str, after: &str, tokens: &mut Vec<Token>) -> Option<usize> {
    let token = match word {
        "h" | "hr" | "hrs" | "hour" | "hours" => Token::Unit(3600),
        "m" | "min" | "mins" | "minute" | "minutes" => Token::Unit(60),
        "s" | "sec" | "secs" | "second" | "seconds" => Token::Unit(1),
        // `d5` is a delay, which is no increment.
        "d" | "day" | "days" if !after.starts_with(|c: char| c.is_ascii_digit()) => Token::Unit(86_400),
        "plus" => Token::Plus,
        "inc" | "increment" | "bonus" => {
            // `, with an increment of 30`, `;inc5`; not `+ 30 sec increment`.
            let rest = after.trim_start();
            let rest = rest.strip_prefix("of ").unwrap_or(rest).trim_start();
            if tokens.last() == Some(&Token::Plus) || !rest.starts_with(|c: char| c.is_ascii_digit()) {
                return Some(word.len());
            }
            if tokens.last() == Some(&Token::Separator) {
                tokens.pop();
            }
            Token::Plus
        }
        "then" | "followed" => Token::Separator,
        "moves" => Token::Moves,
        "move" => {
            if tokens.last() == Some(&Token::Slash) {
                tokens.pop();
            }
            Token::PerMove
        }
        "g" | "game" | "sd" | "rest" | "remaining" => {
            // `rest of the game`
            if tokens.last() == Some(&Token::Game) {
                return Some(word.len());
            }
            Token::Game
        }
        "starting" | "beginning" | "from" => {
            let words: Vec<&str> = after.split_whitespace().take(3).collect();
            let length = word.len() + after.len();
            return match (word, &words[..]) {
                ("from", ["move", "1" | "1." | "one"] | ["the", "first", "move"]) => {
                    // What is said of all moves may be after a comma, and ends the text.
                    let is_end = after.split_whitespace().count() == words.len();
                    if tokens.last() == Some(&Token::Separator) {
                        tokens.pop();
                    }
                    is_end.then_some(length)
                }
                ("from", _) => None,
                _ => Some(word.len()),
            };
        }
        "in" | "for" | "the" | "of" | "all" | "with" | "an" | "a" | "by" | "first" | "per" | "each"
        | "every" | "time" | "and" | "blitz" | "rapid" | "bullet" | "classical" | "standard" => {
            return Some(word.len());
        }
        _ => return None,
    };
    tokens.push(token);
    Some(word.len())
}

struct Reader<'a> {
    tokens: &'a [Token],
    /// Seconds of a number without a unit; `None` where that is not certain.
    unit: Option<u32>,
    stages: Vec<TimeStage>,
}

/// A time, and whether it says its unit.
struct Said {
    time: Duration,
    has_unit: bool,
    is_in_seconds: bool,
}

impl Reader<'_> {
    fn take(&mut self, token: Token) -> bool {
        match self.tokens.split_first() {
            Some((first, rest)) if *first == token => {
                self.tokens = rest;
                true
            }
            _ => false,
        }
    }

    fn number(&mut self) -> Option<Duration> {
        let (Token::Number(number), rest) = self.tokens.split_first().map(|(first, rest)| (*first, rest))?
        else {
            return None;
        };
        self.tokens = rest;
        Some(number)
    }

    fn control(&mut self) -> Option<()> {
        self.stage()?;
        while !self.tokens.is_empty() {
            if self.take(Token::Separator) {
                self.stage()?;
            } else if self.take(Token::Plus) {
                self.bonus()?;
            } else if self.tokens.first() == Some(&Token::Game) {
                // `40/120 SD/60`
                self.stage()?;
            } else {
                return None;
            }
        }
        Some(())
    }

    /// A stage without its increment.
    fn stage(&mut self) -> Option<()> {
        let begins_game = self.take(Token::Game);
        if begins_game {
            let _ = self.take(Token::Slash) || self.take(Token::Separator);
        }
        let moves = if begins_game { None } else { self.moves_before() };
        let is_game = self.take(Token::Game);
        if is_game {
            let _ = self.take(Token::Slash);
        }
        let said = self.time()?;
        let base = self.in_seconds(&said)?;
        // Nobody has five minutes for forty moves in a game of minutes: hours are meant.
        if !said.has_unit
            && self.unit == Some(60)
            && moves.is_some_and(|moves| moves >= 20)
            && base.as_secs() < 600
        {
            return None;
        }
        let moves = match moves {
            Some(moves) => Some(moves),
            None => self.moves_after(),
        };
        let is_of_move = self.take(Token::PerMove);
        // `30 minutes for the rest of the game`
        if !is_of_move && said.has_unit {
            self.take(Token::Game);
        }
        let moves = match (moves, is_of_move) {
            (None, true) => Some(1),
            (moves, false) => moves,
            (Some(_), true) => return None,
        };
        // Three days are those of a move or of a game.
        if base >= Duration::from_secs(86_400) && said.has_unit && moves.is_none() {
            return None;
        }
        self.stages.push(TimeStage::Timed { moves, base, increment: Duration::ZERO });
        Some(())
    }

    /// `40/`, `40 moves in`, `40 moves /`.
    fn moves_before(&mut self) -> Option<u32> {
        let [Token::Number(moves), Token::Slash | Token::Moves, rest @ ..] = self.tokens else { return None };
        let moves = whole(*moves)?;
        self.tokens = rest;
        self.take(Token::Slash);
        Some(moves)
    }

    /// `/ 40 moves`, `for 40 moves`.
    fn moves_after(&mut self) -> Option<u32> {
        let tokens = self.tokens.strip_prefix(&[Token::Slash]).unwrap_or(self.tokens);
        let [Token::Number(moves), Token::Moves, rest @ ..] = tokens else { return None };
        let moves = whole(*moves)?;
        self.tokens = rest;
        Some(moves)
    }

    /// `90`, `90 min`, `1 h 30 min`, `1h30`, `1:30:00`.
    fn time(&mut self) -> Option<Said> {
        if let Some((Token::Clock(time), rest)) = self.tokens.split_first() {
            self.tokens = rest;
            // `+ 00:00:30`
            return Some(Said { time: *time, has_unit: true, is_in_seconds: time.as_secs() < 600 });
        }
        let mut said = Said { time: Duration::ZERO, has_unit: false, is_in_seconds: false };
        let mut last = u32::MAX;
        loop {
            let number = self.number()?;
            let unit = match self.tokens.first() {
                Some(Token::Unit(unit)) => {
                    self.tokens = &self.tokens[1..];
                    *unit
                }
                _ if !said.has_unit => return Some(Said { time: number, ..said }),
                // `1h30`
                _ if last == 3600 => 60,
                _ => return None,
            };
            if unit >= last {
                return None;
            }
            said.time = said.time.checked_add(number.checked_mul(unit)?)?;
            said.has_unit = true;
            said.is_in_seconds = unit == 1;
            last = unit;
            let goes_on = matches!(self.tokens, [Token::Number(_), next, ..] if matches!(next, Token::Unit(_)))
                || last == 3600
                    && matches!(self.tokens, [Token::Number(_)] | [Token::Number(_), Token::Plus, ..]);
            if !goes_on {
                return Some(said);
            }
        }
    }

    fn in_seconds(&self, said: &Said) -> Option<Duration> {
        if said.has_unit { Some(said.time) } else { said.time.checked_mul(self.unit?) }
    }

    /// What follows a plus: an increment, or the time of the next stage.
    fn bonus(&mut self) -> Option<()> {
        let said = self.time()?;
        let is_of_move = self.take(Token::PerMove);
        let is_increment = is_of_move || said.is_in_seconds || !said.has_unit;
        let Some(TimeStage::Timed { moves: Some(_), .. }) = self.stages.last() else {
            return if is_increment { self.add_increment(said.time, is_of_move) } else { None };
        };
        if is_increment {
            return self.add_increment(said.time, is_of_move);
        }
        self.take(Token::Game);
        self.stages.push(TimeStage::Timed { moves: None, base: said.time, increment: Duration::ZERO });
        Some(())
    }

    /// An increment is of the last stage, or of all if it is said of each move and no stage has one.
    fn add_increment(&mut self, time: Duration, is_of_move: bool) -> Option<()> {
        let has_one =
            |stage: &TimeStage| matches!(stage, TimeStage::Timed { increment, .. } if !increment.is_zero());
        let is_of_all = is_of_move && !self.stages.iter().any(has_one);
        let last = self.stages.len().checked_sub(1)?;
        let from = if is_of_all { 0 } else { last };
        for stage in &mut self.stages[from..] {
            match stage {
                TimeStage::Timed { increment, .. } if increment.is_zero() => *increment = time,
                _ => return None,
            }
        }
        Some(())
    }
}

/// A number of moves.
fn whole(number: Duration) -> Option<u32> {
    if number.subsec_nanos() == 0 { u32::try_from(number.as_secs()).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write() {
        for (expected, spellings) in [
            (
                "5400+30",
                &[
                    "1:30:00+30",
                    "01:30:00 + 00:00:30",
                    "90 min + 30 sec",
                    "90min+30s",
                    "90m+30s",
                    "90'+30\"",
                    "90' + 30''",
                    "90′+30″",
                    "90’+30”",
                    "1h30+30",
                    "1h30m + 30s",
                    "1 hour 30 minutes + 30 seconds per move",
                    "90'+30",
                    "G/90+30",
                    "G/90;inc30",
                    "G/90 inc30",
                    "G90+30",
                    "90 minutes plus 30 seconds",
                    "90 min. + 30 sec. increment",
                    "90 min for the game with an increment of 30 seconds per move",
                    "90 minutes, with an increment of 30 seconds per move",
                    "90 min + 30 s/move",
                    "1.5h + 30s",
                    "Classical: 90 min + 30 sec",
                ][..],
            ),
            (
                "180+2",
                &[
                    "180 + 2",
                    "180 +2",
                    "3|2",
                    "3 | 2",
                    "3m+2s",
                    "3 min + 2 sec",
                    "3' + 2\"",
                    "0:03:00+2",
                    "Blitz 3 min + 2 sec",
                ],
            ),
            (
                "900+10",
                &[
                    "15 min + 10 sec",
                    "15 min. + 10 s. per move",
                    "15'+10''",
                    "15 minutes + 10 seconds increment per move, starting from move 1",
                    "15|10",
                    "15 min + 10 sec/move from move one",
                ],
            ),
            (
                "3600",
                &[
                    "60 mins",
                    "60 min",
                    "60m",
                    "60'",
                    "60 minutes",
                    "1h",
                    "1 hour",
                    "G/60",
                    "G60",
                    "G / 60",
                    "Game in 60",
                    "Game/60",
                    "Game in 60 minutes",
                    "SD/60",
                    "1:00:00",
                    "3600 s",
                    "3600s",
                ],
            ),
            ("300", &["5 min", "5 minutes", "5'", "Blitz 5 min", "5|0", "300 sec"]),
            (
                "40/5400+30",
                &[
                    "40/90'+30\"",
                    "40 / 90 min + 30 sec",
                    "40 moves in 90 minutes + 30 seconds",
                    "90 min/40 moves + 30 sec/move",
                ],
            ),
            (
                "40/5400+30:1800+30",
                &[
                    "90 min/40 moves + 30 min + 30 sec/move",
                    "40/90'+30\":30'+30\"",
                    "40/90'+30\", 30'+30\"",
                    "90 min for the first 40 moves, followed by 30 min for the rest of the game, with an increment of 30 seconds per move",
                    "90 minutes for 40 moves, then 30 minutes for the rest of the game + 30 seconds per move starting from move 1",
                ],
            ),
            (
                "40/7200:3600",
                &[
                    "40/120, SD/60",
                    "40/120 SD/60",
                    "40/2h, 1h",
                    "40/120':60'",
                    "40/7200, 3600",
                    "40/2h:SD/60",
                    "40 moves in 2 hours, then 1 hour",
                    "40/2:00:00, 1:00:00",
                ],
            ),
            ("40/7200:20/3600:900", &["40/2h, 20/1h, 15 min", "40/120', 20/60', 15'"]),
            ("1/30", &["30 sec/move", "30 seconds per move", "30s per move"]),
            ("1/259200", &["3 days per move", "3 days/move", "3 d/move"]),
            ("40/7200", &["40 / 7200", "40/2h", "40/120 min", "40/2:00:00"]),
        ] {
            for spelling in spellings {
                let read = TimeControl::read(spelling).map(|control| control.to_string());
                assert_eq!(read.as_deref(), Some(expected), "{spelling}");
            }
        }
    }

    /// What could be two times, or is none.
    #[test]
    fn what_is_not_certain() {
        for text in [
            "",
            " ",
            "blitz",
            "unlimited",
            "?-",
            "5 0",
            "15 10",
            "3:00+2",
            "1:30",
            "1:30+30",
            "90:00",
            "40/2:00",
            ":300",
            "300:",
            "90+30s",
            "90+30 sec",
            "40/90+30s",
            "90 + 30 min",
            "90 min + 30 min",
            "G/60;d5",
            "G/60 d5",
            "G/90 delay 5",
            "G/2, 40/90",
            "40/2, SD/1",
            "40/2 SD/1",
            "3 days",
            "1 day",
            "90 min, 60 min",
            "0 min",
            "G/0",
            "0|0",
            "40/",
            "/60",
            "40/60/60",
            "300-400",
            "5 minuti",
            "90 min + 30 sec + 30 sec",
            "40/90', 30'+30\" from move 41",
            "x",
            "+30",
            "30+",
            "99999999999 min",
            "4e3",
            "180*",
            "(90 min)",
            "90 min 30 sec 5 h",
        ] {
            let read = TimeControl::read(text).map(|control| control.to_string());
            assert_eq!(read, None, "{text}");
        }
        assert_eq!(TimeControl::read(&"1 h ".repeat(100_000)), None);
    }
}
