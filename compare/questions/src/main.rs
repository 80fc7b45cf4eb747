//! Answers the twenty questions of `questions.sql` by a loop over the games of a file: no columns, no engine, nothing shared with them but the
//! reader. Prints a JSON array of 20 tables, each an array of rows.

use std::collections::{BTreeMap, HashMap, HashSet};

use pgnkit::annotations::{AnnotationValue, TimeSource, parse_comment};
use pgnkit::chess::Color;
use pgnkit::command::Score;
use pgnkit::{Game, TimeControl, TimeStage};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file of games")?;
    let mut text = std::fs::read(&path)?;
    if path.ends_with(".zst") {
        text = zstd::decode_all(&text[..])?;
    }
    let mut answers = Answers::default();
    for (number, parsed) in (1..).zip(pgnkit::parse_games(&text)) {
        answers.add(number, &parsed.game);
    }
    // What is played in a position that is only known now.
    if let Some(key) = answers.most_frequent_najdorf() {
        for parsed in pgnkit::parse_games(&text) {
            answers.add_replies(key, &parsed.game);
        }
    }
    serde_json::to_writer(std::io::stdout().lock(), &answers.tables())?;
    Ok(())
}

type Text = Option<String>;

#[derive(Default)]
struct Mean(f64, u64);

impl Mean {
    fn add(&mut self, value: f64) {
        self.0 += value;
        self.1 += 1;
    }

    fn rounded(&self, digits: i32) -> Value {
        let scale = 10_f64.powi(digits);
        if self.1 == 0 { Value::Null } else { json!((self.0 / self.1 as f64 * scale).round() / scale) }
    }
}

#[derive(Default)]
struct Answers {
    games: u64,
    results: BTreeMap<String, u64>,
    years: BTreeMap<Option<u16>, Mean>,
    players: HashMap<Text, u64>,
    upsets: (u64, u64),
    openings: HashMap<Text, Mean>,
    lengths: BTreeMap<String, (usize, usize, Mean)>,
    times: HashMap<(Option<u64>, Option<u64>), u64>,
    terminations: HashMap<Text, u64>,
    hours: BTreeMap<u32, u64>,
    longest: Vec<(usize, u64)>,
    in_trouble: BTreeMap<&'static str, HashSet<u64>>,
    at_twenty: Mean,
    first_moves: HashMap<Text, Mean>,
    after_four: HashMap<u64, u64>,
    najdorf: HashMap<u64, u64>,
    replies: HashMap<Text, u64>,
    promotions: BTreeMap<String, u64>,
    castled: BTreeMap<String, u64>,
    positions: u64,
    keys: HashSet<u64>,
    later: HashMap<u64, (u64, u64)>,
}

fn score(result: &str) -> Option<f64> {
    match result {
        "1-0" => Some(1.0),
        "0-1" => Some(0.0),
        "1/2-1/2" => Some(0.5),
        _ => None,
    }
}

impl Answers {
    fn add(&mut self, number: u64, game: &Game) {
        let tag = |name: &str| game.tag(name).map(str::to_owned);
        let result = game.result().as_str().to_owned();
        let plies = game.ply_count();
        self.games += 1;
        *self.results.entry(result.clone()).or_default() += 1;
        let year = game.date().ok().and_then(|date| date.year());
        self.years.entry(year).or_default().add(plies as f64);
        *self.players.entry(tag("White")).or_default() += 1;
        *self.players.entry(tag("Black")).or_default() += 1;
        let elo = |name: &str| game.tag(name)?.parse::<i32>().ok().filter(|elo| (0..=32_767).contains(elo));
        if let (Some(white), Some(black)) = (elo("WhiteElo"), elo("BlackElo"))
            && (white - black).abs() >= 200
        {
            let upset = if white > black { "0-1" } else { "1-0" };
            self.upsets.0 += u64::from(result == upset);
            self.upsets.1 += 1;
        }
        if let Some(score) = score(&result) {
            self.openings.entry(tag("ECO")).or_default().add(score);
        }
        let (least, most, mean) =
            self.lengths.entry(result.clone()).or_insert((usize::MAX, 0, Mean::default()));
        (*least, *most) = (plies.min(*least), plies.max(*most));
        mean.add(plies as f64);
        let control = game.tag("TimeControl").and_then(TimeControl::read);
        let times = match control.as_ref().and_then(|control| control.stages().first()) {
            Some(TimeStage::Timed { base, increment, .. }) => {
                (Some(base.as_secs()), Some(increment.as_secs()))
            }
            _ => (None, None),
        };
        *self.times.entry(times).or_default() += 1;
        *self.terminations.entry(tag("Termination")).or_default() += 1;
        if let Some(hour) = game.tag("UTCTime").and_then(|time| time.split(':').next()?.parse().ok()) {
            *self.hours.entry(hour).or_default() += 1;
        }
        self.longest.push((plies, number));
        self.add_moves(number, game, &result);
    }

    fn add_moves(&mut self, number: u64, game: &Game, result: &str) {
        let mut position = game.start().position;
        let mut has_castled = false;
        let mut nodes = game.mainline();
        let mut ply = 0_u64;
        loop {
            let node = nodes.next();
            let uci = node.map(|node| node.mv().to_uci(game.start().mode).as_str().to_owned());
            let key = position.polyglot_key();
            self.positions += 1;
            self.keys.insert(key);
            if ply == 0
                && let Some(score) = score(result)
            {
                self.first_moves.entry(uci.clone()).or_default().add(score);
            }
            if ply == 8 {
                *self.after_four.entry(key).or_default() += 1;
            }
            if ply > 20 {
                let (games, last) = self.later.entry(key).or_default();
                *games += u64::from(*last != number);
                *last = number;
            }
            let Some(node) = node else { break };
            ply += 1;
            let mover = position.turn();
            position.play(node.mv());
            let san = node.san().to_string();
            if san == "a6" && ply == 10 {
                *self.najdorf.entry(position.polyglot_key()).or_default() += 1;
            }
            if let Some(piece) = uci.as_deref().and_then(|uci| uci.get(4..5)) {
                *self.promotions.entry(piece.to_owned()).or_default() += 1;
            }
            has_castled |= mover == Color::White && san.starts_with("O-O-O");
            let (mut clock, mut eval) = (None, None);
            for found in node.comments().flat_map(parse_comment) {
                match found.value {
                    AnnotationValue::Time(time)
                        if time.source.command() == TimeSource::Clk && clock.is_none() =>
                    {
                        clock = Some(time.time.nanoseconds());
                    }
                    AnnotationValue::Evaluation(found) if eval.is_none() => eval = found.for_white(mover),
                    _ => {}
                }
            }
            if clock.is_some_and(|clock| clock < 10_000_000_000) {
                let side = if mover == Color::White { "white" } else { "black" };
                self.in_trouble.entry(side).or_default().insert(number);
            }
            if let (20, Some(Score::Pawns(pawns))) = (ply, eval) {
                self.at_twenty.add((pawns * 100.0).round());
            }
        }
        if has_castled {
            *self.castled.entry(result.to_owned()).or_default() += 1;
        }
    }

    fn most_frequent_najdorf(&self) -> Option<u64> {
        let most = self.najdorf.iter().max_by_key(|(key, count)| (**count, std::cmp::Reverse(**key)));
        most.map(|(key, _)| *key)
    }

    fn add_replies(&mut self, key: u64, game: &Game) {
        let mut position = game.start().position;
        for node in game.mainline().map(Some).chain([None]) {
            if position.polyglot_key() == key {
                let uci = node.map(|node| node.mv().to_uci(game.start().mode).as_str().to_owned());
                *self.replies.entry(uci).or_default() += 1;
            }
            if let Some(node) = node {
                position.play(node.mv());
            }
        }
    }

    fn tables(mut self) -> Vec<Vec<Value>> {
        self.longest.sort_unstable_by_key(|(plies, number)| (std::cmp::Reverse(*plies), *number));
        self.longest.truncate(5);
        let mean = |(text, mean): (Text, Mean)| (text, (mean.1, mean.rounded(4)));
        let scored = |counts: HashMap<Text, Mean>| {
            let mut rows: Vec<_> = counts.into_iter().map(mean).collect();
            rows.sort_by_key(|(text, (count, _))| (std::cmp::Reverse(*count), text.is_none(), text.clone()));
            rows.into_iter().take(10).map(|(text, (count, mean))| json!([text, count, mean])).collect()
        };
        let [players, terminations, replies] =
            [self.players, self.terminations, self.replies].map(|counts| {
                let mut rows: Vec<_> = counts.into_iter().collect();
                rows.sort_by_key(|(text, count)| (std::cmp::Reverse(*count), text.is_none(), text.clone()));
                rows.into_iter().map(|(text, count)| json!([text, count])).collect::<Vec<_>>()
            });
        let mut times: Vec<_> = self.times.into_iter().collect();
        times.sort_by_key(|((base, increment), count)| {
            (std::cmp::Reverse(*count), base.is_none(), *base, increment.is_none(), *increment)
        });
        let keys = |counts: HashMap<u64, u64>| {
            let mut rows: Vec<_> = counts.into_iter().collect();
            rows.sort_unstable_by_key(|(key, count)| (std::cmp::Reverse(*count), *key));
            rows.into_iter().take(10).map(|(key, count)| json!([key, count])).collect::<Vec<_>>()
        };
        let ten = |rows: Vec<Value>| rows.into_iter().take(10).collect::<Vec<_>>();
        // What is not known comes last.
        let mut years: Vec<_> = self.years.iter().collect();
        years.sort_by_key(|(year, _)| (year.is_none(), **year));
        vec![
            vec![json!([self.games])],
            self.results.iter().map(|(result, count)| json!([result, count])).collect(),
            years.iter().map(|(year, mean)| json!([year, mean.1, mean.rounded(4)])).collect(),
            ten(players),
            vec![json!([self.upsets.0, self.upsets.1])],
            scored(self.openings),
            self.lengths
                .iter()
                .map(|(result, (least, most, mean))| json!([result, least, most, mean.rounded(4)]))
                .collect(),
            ten(times.iter().map(|((base, increment), count)| json!([base, increment, count])).collect()),
            terminations,
            self.hours.iter().map(|(hour, count)| json!([hour, count])).collect(),
            self.longest.iter().map(|(plies, number)| json!([number, plies])).collect(),
            self.in_trouble.iter().map(|(side, games)| json!([side, games.len()])).collect(),
            vec![json!([self.at_twenty.1, self.at_twenty.rounded(3)])],
            scored(self.first_moves),
            keys(self.after_four),
            ten(replies),
            self.promotions.iter().map(|(piece, count)| json!([piece, count])).collect(),
            self.castled.iter().map(|(result, count)| json!([result, count])).collect(),
            vec![json!([self.positions, self.keys.len()])],
            keys(self.later.into_iter().map(|(key, (games, _))| (key, games)).collect()),
        ]
    }
}
