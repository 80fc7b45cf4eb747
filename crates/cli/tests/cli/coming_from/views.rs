//! What of an output is compared with that of another program: compare/coming-from/views.py has the same, for theirs.

use std::collections::BTreeSet;

use regex_lite::Regex;

pub struct View<'a> {
    kind: Kind<'a>,
    /// What is seen: a file, or else standard output.
    pub file: Option<&'a str>,
}

enum Kind<'a> {
    /// The rounds of the games.
    Rounds,
    /// The value of a tag in each game.
    Tag(&'a str),
    /// Moves, comments, glyphs and results, without the numbers of moves.
    Moves,
    /// Lines that the output has, or that begin lines of it; blanks do not matter.
    Lines,
    /// All of it; blanks do not matter.
    Text,
    /// What an expression finds, or its group.
    Find(Regex),
    /// The same, sorted, each once.
    Set(Regex),
    /// How often it finds something.
    Count(Regex),
}

impl<'a> View<'a> {
    /// Such as `rounds`, `rounds:out.pgn`, `tag ECO`, `find:log line ([0-9]+)`.
    pub fn of(name: &'a str) -> Self {
        let (kind, rest) = name.split_once(' ').unwrap_or((name, ""));
        let (kind, file) = kind.split_once(':').map_or((kind, None), |(kind, file)| (kind, Some(file)));
        let expression = || Regex::new(rest).unwrap_or_else(|error| panic!("{name}: {error}"));
        let kind = match (kind, rest) {
            ("rounds", "") => Kind::Rounds,
            ("tag", tag) => Kind::Tag(tag),
            ("moves", "") => Kind::Moves,
            ("lines", "") => Kind::Lines,
            ("text", "") => Kind::Text,
            ("find", _) => Kind::Find(expression()),
            ("set", _) => Kind::Set(expression()),
            ("count", _) => Kind::Count(expression()),
            _ => panic!("no such view: {name}"),
        };
        Self { kind, file }
    }

    /// Whether an output is what was recorded of the other program.
    pub fn shows(&self, text: &str, answer: &str) -> bool {
        match &self.kind {
            Kind::Lines => {
                let lines: Vec<String> = text.lines().map(words).collect();
                answer.split("; ").all(|begin| lines.iter().any(|line| line.starts_with(begin)))
            }
            _ => self.of_text(text) == answer,
        }
    }

    /// An output seen so.
    pub fn of_text(&self, text: &str) -> String {
        match &self.kind {
            Kind::Rounds => values(text, "Round").join(" "),
            Kind::Tag(tag) => values(text, tag).join("; "),
            Kind::Moves => {
                let games = games(text);
                games.iter().map(|game| moves(&game.moves)).collect::<Vec<_>>().join(" / ")
            }
            Kind::Lines => text.lines().map(words).collect::<Vec<_>>().join("; "),
            Kind::Text => words(text),
            Kind::Find(expression) => words(&found(expression, text).join(" ")),
            Kind::Set(expression) => {
                let found: BTreeSet<&str> = found(expression, text).into_iter().collect();
                words(&found.into_iter().collect::<Vec<_>>().join(" "))
            }
            Kind::Count(expression) => expression.find_iter(text).count().to_string(),
        }
    }
}

fn found<'t>(expression: &Regex, text: &'t str) -> Vec<&'t str> {
    let each = expression.captures_iter(text);
    each.filter_map(|found| found.get(1).or_else(|| found.get(0))).map(|found| found.as_str()).collect()
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
