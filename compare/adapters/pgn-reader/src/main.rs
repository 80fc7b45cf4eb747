//! Adapter of the conformance suite for pgn-reader and shakmaty. They only read; faults are reported where shakmaty
//! refuses a move or a position, since the reader itself refuses nothing but endless tokens.

use std::io::{self, Read as _};
use std::mem;
use std::ops::ControlFlow;
use std::process::ExitCode;

use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, PositionError};

const UNSUPPORTED: u8 = 20;

/// The lock file this program is built with.
const LOCK: &str = include_str!("../../../Cargo.lock");

/// A line of moves that is being read.
#[derive(Clone, Default)]
struct Line {
    comments: Vec<Value>,
    moves: Vec<Value>,
    /// Before the last move, and now.
    before: Chess,
    now: Chess,
}

#[derive(Default)]
struct Tags {
    list: Vec<Value>,
    start: Option<(Chess, CastlingMode)>,
    error: Option<String>,
}

struct Movetext {
    tags: Tags,
    /// The main line, and the variations inside of which the reader is.
    lines: Vec<Line>,
    mode: CastlingMode,
    result: String,
}

impl Movetext {
    fn line(&mut self) -> &mut Line {
        self.lines.last_mut().expect("the main line is never closed")
    }

    /// The member of the last move, or of the line where it has none yet.
    fn comments(&mut self) -> Option<&mut Vec<Value>> {
        let line = self.line();
        match line.moves.last_mut() {
            Some(last) => last["comments"].as_array_mut(),
            None => Some(&mut line.comments),
        }
    }

    /// Ends the innermost variation, which hangs on the last move of the line around it.
    fn close(&mut self) {
        if self.lines.len() < 2 {
            return;
        }
        let Some(closed) = self.lines.pop() else { return };
        if let Some(last) = self.line().moves.last_mut()
            && let Some(variations) = last["variations"].as_array_mut()
        {
            variations.push(json!({ "comments": closed.comments, "moves": closed.moves }));
        }
    }

    fn finish(&mut self, error: Option<String>) -> (Value, Option<String>) {
        while self.lines.len() > 1 {
            self.close();
        }
        let end = mem::take(self.line());
        let tags = mem::take(&mut self.tags);
        let mut game = json!({
            "tags": tags.list,
            "comments": end.comments,
            "moves": end.moves,
            "result": self.result,
            "final": fen(&end.now),
        });
        if let Some((start, _)) = &tags.start {
            game["start"] = fen(start).into();
        }
        (game, tags.error.or(error))
    }
}

/// Encoding is left to the user; this is what a careful one would do.
fn text(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Always).to_string()
}

fn set_up(text: &[u8]) -> Result<(Chess, CastlingMode), String> {
    let fen = Fen::from_ascii(text).map_err(|error| error.to_string())?;
    let mode = CastlingMode::detect(fen.as_setup());
    // The standard knows no such limit.
    let position = fen.into_position(mode).or_else(PositionError::ignore_too_much_material);
    let position = position.map_err(|error| error.to_string())?;
    Ok((position, mode))
}

struct ToJson;

impl Visitor for ToJson {
    type Tags = Tags;
    type Movetext = Movetext;
    type Output = (Value, Option<String>);

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        let decoded = text(&value.decode());
        tags.list.push(json!({ "name": text(name), "value": decoded }));
        if name == b"FEN" {
            match set_up(decoded.as_bytes()) {
                Ok(start) => tags.start = Some(start),
                Err(error) => tags.error = Some(error),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Movetext> {
        let (start, mode) = tags.start.clone().unwrap_or((Chess::default(), CastlingMode::Standard));
        let main = Line { before: start.clone(), now: start, ..Line::default() };
        ControlFlow::Continue(Movetext { tags, lines: vec![main], mode, result: "*".to_owned() })
    }

    fn san(&mut self, movetext: &mut Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let mode = movetext.mode;
        let line = movetext.line();
        let played = match san.san.to_move(&line.now) {
            Ok(played) => played,
            Err(error) => return ControlFlow::Break(movetext.finish(Some(format!("{san}: {error}")))),
        };
        line.before = line.now.clone();
        let canonical = SanPlus::from_move_and_play_unchecked(&mut line.now, played).to_string();
        line.moves.push(json!({
            "uci": played.to_uci(mode).to_string(),
            "san": canonical,
            "nags": [], "comments": [], "variations": [],
        }));
        ControlFlow::Continue(())
    }

    fn nag(&mut self, movetext: &mut Movetext, nag: Nag) -> ControlFlow<Self::Output> {
        if let Some(nags) = movetext.line().moves.last_mut().and_then(|last| last["nags"].as_array_mut()) {
            nags.push(nag.0.into());
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, movetext: &mut Movetext, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        if let Some(comments) = movetext.comments() {
            comments.push(text(comment.as_bytes()).into());
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, movetext: &mut Movetext) -> ControlFlow<Self::Output, Skip> {
        let start = movetext.line().before.clone();
        movetext.lines.push(Line { before: start.clone(), now: start, ..Line::default() });
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, movetext: &mut Movetext) -> ControlFlow<Self::Output> {
        movetext.close();
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, movetext: &mut Movetext, outcome: Outcome) -> ControlFlow<Self::Output> {
        movetext.result = outcome.to_string();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut movetext: Movetext) -> Self::Output {
        movetext.finish(None)
    }
}

fn read(input: &[u8]) -> io::Result<Value> {
    let mut reader = Reader::new(input);
    let (mut games, mut errors) = (Vec::new(), Vec::new());
    loop {
        match reader.read_game(&mut ToJson) {
            Ok(Some((game, error))) => {
                games.push(game);
                errors.extend(error.map(|error| json!({ "message": error })));
            }
            Ok(None) => break,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                errors.push(json!({ "message": error.to_string() }));
                break;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(json!({ "games": games, "diagnostics": errors }))
}

fn read_fens(input: &[u8]) -> Value {
    let (mut records, mut errors) = (Vec::new(), Vec::new());
    let lines = input.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
    for line in lines.filter(|line| !line.is_empty()) {
        match set_up(line) {
            Ok((position, _)) => records.push(json!({ "fen": fen(&position) })),
            Err(error) => errors.push(json!({ "message": error })),
        }
    }
    json!({ "records": records, "diagnostics": errors })
}

/// The version of a dependency.
fn locked(name: &str) -> &'static str {
    let package = format!("name = \"{name}\"\nversion = \"");
    let version = LOCK.split_once(&package).and_then(|(_, rest)| rest.split('"').next());
    version.expect("the lock file holds every dependency")
}

fn main() -> io::Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["version"] => println!("{} with shakmaty {}", locked("pgn-reader"), locked("shakmaty")),
        ["read"] => println!("{}", read(&input)?),
        ["read", "format=fen"] => println!("{}", read_fens(&input)),
        _ => return Ok(ExitCode::from(UNSUPPORTED)),
    }
    Ok(ExitCode::SUCCESS)
}
