//! What of an output is compared with that of another program: compare/coming-from/views.py has the same, for theirs.

use regex_lite::Regex;

pub enum View<'a> {
    /// The rounds of the games, on standard output or in a file.
    Rounds(Option<&'a str>),
    /// The value of a tag in each game.
    Tag(&'a str),
    /// Moves, comments, glyphs and results, without the numbers of moves.
    Moves,
    /// Lines that the output has, or that begin lines of it; blanks do not matter.
    Lines,
    /// All of it; blanks do not matter.
    Text,
}

impl<'a> View<'a> {
    pub fn of(name: &'a str) -> Self {
        match name.split_once(' ').unwrap_or((name, "")) {
            ("rounds", "") => Self::Rounds(None),
            ("rounds", file) => Self::Rounds(Some(file)),
            ("tag", tag) => Self::Tag(tag),
            ("moves", "") => Self::Moves,
            ("lines", "") => Self::Lines,
            ("text", "") => Self::Text,
            _ => panic!("no such view: {name}"),
        }
    }

    pub fn file(&self) -> Option<&'a str> {
        match self {
            Self::Rounds(file) => *file,
            _ => None,
        }
    }

    /// Whether an output is what was recorded of the other program.
    pub fn shows(&self, text: &str, answer: &str) -> bool {
        match self {
            Self::Rounds(_) => values(text, "Round").join(" ") == answer,
            Self::Tag(tag) => values(text, tag).join("; ") == answer,
            Self::Moves => {
                let games = games(text);
                games.iter().map(|game| moves(&game.moves)).collect::<Vec<_>>().join(" / ") == answer
            }
            Self::Lines => {
                let lines: Vec<String> = text.lines().map(words).collect();
                answer.split("; ").all(|begin| lines.iter().any(|line| line.starts_with(begin)))
            }
            Self::Text => words(text) == answer,
        }
    }
}

#[derive(Default)]
struct Game<'a> {
    tags: Vec<&'a str>,
    moves: Vec<&'a str>,
}

fn games(text: &str) -> Vec<Game<'_>> {
    let tag = Regex::new(r"^\[[A-Za-z]+ ").unwrap();
    let mut games: Vec<Game> = Vec::new();
    let mut was_tag = false;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let is_tag = tag.is_match(line);
        if games.is_empty() || is_tag && !was_tag {
            games.push(Game::default());
        }
        let game = games.last_mut().unwrap();
        if is_tag { &mut game.tags } else { &mut game.moves }.push(line);
        was_tag = is_tag;
    }
    games
}

fn values<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let begin = format!("[{name} \"");
    let value = |game: Game<'a>| game.tags.into_iter().find_map(|line| line.strip_prefix(&*begin));
    games(text)
        .into_iter()
        .map(|game| value(game).map_or("-", |value| value.trim_end_matches("\"]")))
        .collect()
}

fn moves(lines: &[&str]) -> String {
    let apart = Regex::new(r"([(){}])").unwrap().replace_all(&lines.join(" "), " $1 ").into_owned();
    words(&Regex::new(r"\b[0-9]+\.+\s*").unwrap().replace_all(&apart, ""))
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
