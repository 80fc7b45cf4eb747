//! `pgn diagram`: a picture of a position.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use pgnkit::chess::fen::{self, FenError};
use pgnkit::chess::{Color, Position, Variant};
use pgnkit::{Game, Node};
use pgnkit_view::Diagram;

use crate::args::{ColorWhen, DiagramArgs, MoveNumber};
use crate::config::{Configs, DiagramConfig};
use crate::run::{Status, complain, interrupt, say};
use crate::terminal::stderr_is_styled;

pub(crate) fn run(args: &DiagramArgs) -> Status {
    let config = match Configs::new(None, false).and_then(|mut configs| configs.of_run()) {
        Ok(config) => config,
        Err(error) => {
            error.show(stderr_is_styled(ColorWhen::Auto));
            return Status::Failed;
        }
    };
    match draw(args, &config.diagram) {
        Ok(status) => status,
        Err(message) => {
            complain(&message);
            Status::Failed
        }
    }
}

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Svg,
    Text,
}

fn draw(args: &DiagramArgs, config: &DiagramConfig) -> Result<Status, String> {
    let form = form(args)?;
    let (mut diagram, status) = match fen_of(args) {
        Some(text) => {
            if args.game != 1 || args.ply.is_some() || args.after.is_some() {
                return Err(
                    "--game, --ply and --move choose a position of a file; this is one already".to_owned()
                );
            }
            let position = read_fen(text).map_err(|error| format!("{text}: {error}"))?;
            (Diagram::new(position), Status::Clean)
        }
        None => of_file(args)?,
    };
    if args.no_marks {
        diagram.marks.clear();
    }
    diagram.marks.extend(args.square.iter().chain(&args.arrow));
    if args.no_last_move {
        diagram.last_move = None;
    }
    if args.flip {
        diagram.bottom = Color::Black;
    }
    diagram.check = !args.no_check;
    diagram.coordinates = !args.no_coordinates && config.coordinates.unwrap_or(true);
    if let Some(title) = &args.title {
        diagram.title.clone_from(title);
    }
    let picture = match form {
        Form::Svg => {
            let theme = args.theme.or(config.theme).unwrap_or_default();
            let pieces = args.pieces.or(config.pieces).unwrap_or_default();
            let size = args.size.or(config.size).unwrap_or(400).clamp(16, 8192);
            diagram.svg().theme(theme).pieces(pieces).size(size).to_string()
        }
        Form::Text if args.ascii => diagram.text().letters().to_string(),
        Form::Text => diagram.text().to_string(),
    };
    Ok(status.max(write(args, &picture)))
}

/// The form: what is asked for, or what the ending of the file says; both must agree.
fn form(args: &DiagramArgs) -> Result<Form, String> {
    let asked = args.text || args.ascii;
    let Some(path) = output(args) else {
        let on_terminal = args.output.is_none() && std::io::stdout().is_terminal();
        return Ok(if asked || on_terminal { Form::Text } else { Form::Svg });
    };
    let name = path.to_string_lossy().to_ascii_lowercase();
    let packed = [".gz", ".zst", ".xz", ".bz2"];
    let name = packed.into_iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    let said = match Path::new(name).extension().and_then(|ending| ending.to_str()) {
        Some("svg") => Some(Form::Svg),
        Some("txt") => Some(Form::Text),
        _ => None,
    };
    match (said, asked) {
        (Some(Form::Svg), true) => Err(format!("{}: a board of text is no SVG", path.display())),
        (Some(form), _) => Ok(form),
        (None, true) => Ok(Form::Text),
        (None, false) => {
            Err(format!("{}: diagrams are written as .svg, or as text into .txt", path.display()))
        }
    }
}

/// The file that is written, if it is one.
fn output(args: &DiagramArgs) -> Option<&Path> {
    args.output.as_deref().filter(|path| *path != Path::new("-"))
}

/// The argument as a position: it has the eight ranks of one, and is no file.
fn fen_of(args: &DiagramArgs) -> Option<&str> {
    let source = args.source.as_deref()?;
    let text = source.to_str()?.trim();
    let placement = text.split_ascii_whitespace().next()?;
    (placement.matches('/').count() >= 7 && !source.exists()).then_some(text)
}

/// Positions without a king are drawn too: by the rules of Antichess they are in order.
fn read_fen(text: &str) -> Result<Position, FenError> {
    let text = text.as_bytes();
    fen::parse_variant(text, fen::shown_variant(text), None)
        .or_else(|error| fen::parse_variant(text, Variant::Antichess, None).map_err(|_| error))
        .map(|read| read.position)
}

/// The position that is asked for of a game in a file.
fn of_file(args: &DiagramArgs) -> Result<(Diagram, Status), String> {
    let path = args.source.clone().unwrap_or_else(|| PathBuf::from("-"));
    if output(args).is_some_and(|output| is_same_file(&path, output)) {
        return Err(format!("{}: a picture does not take the place of what it is made from", path.display()));
    }
    let mut games = pgnkit_archive::open(path).map_err(|error| error.to_string())?;
    if let Some(format) = args.from {
        games = games.format(format);
    }
    if let Some(letters) = args.letters.lang {
        games = games.letters(letters);
    }
    let mut games = games.games();
    let mut count = 0;
    while let Some(read) = games.next_game().map_err(|error| error.to_string())? {
        count += 1;
        if count < args.game {
            continue;
        }
        let node = node(&read.game, args).map_err(|reason| format!("game {count}: {reason}"))?;
        let mut diagram = Diagram::of_node(&node);
        diagram.title = title(&read.game, &node);
        let mut status = Status::Clean;
        if read.has_errors() {
            say(&format_args!("game {count} has errors; this is what could be read, `pgn check` says more"));
            status = Status::Unclean;
        }
        return Ok((diagram, status));
    }
    Err(match count {
        0 => "there is no game".to_owned(),
        1 => format!("there is no game {}: it is 1 game", args.game),
        count => format!("there is no game {}: they are {count}", args.game),
    })
}

fn is_same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// The place in a game that is asked for.
fn node<'g>(game: &'g Game, args: &DiagramArgs) -> Result<Node<'g>, String> {
    let start = game.start();
    if !start.rules_are_known {
        return Err("its variant is not known, so it has no positions".to_owned());
    }
    if !start.is_known {
        return Err("its FEN tag gives no position".to_owned());
    }
    let node = match (args.after, args.ply) {
        (Some(MoveNumber { number, color }), _) => {
            let mut played = game.mainline_with_positions();
            let dots = if color == Color::White { "." } else { "..." };
            played
                .find(|played| played.before.fullmove_number() == number && played.before.turn() == color)
                .map(|played| played.node)
                .ok_or_else(|| format!("there is no move {number}{dots}"))?
        }
        (None, Some(0)) => game.root(),
        (None, Some(ply)) => game.mainline().nth(ply - 1).ok_or_else(|| match game.ply_count() {
            1 => "it is 1 half-move long".to_owned(),
            count => format!("it is {count} half-moves long"),
        })?,
        (None, None) => game.mainline().last().unwrap_or(game.root()),
    };
    Ok(node)
}

/// `Fischer, Robert J. - Spassky, Boris V., 1992, after 4. Ba4`.
fn title(game: &Game, node: &Node<'_>) -> String {
    let known = |name| game.tag(name).filter(|value| !matches!(*value, "" | "?"));
    let mut parts = Vec::new();
    if let (Some(white), Some(black)) = (known("White"), known("Black")) {
        parts.push(format!("{white} - {black}"));
    }
    let year = known("Date").and_then(|date| date.get(..4)).filter(|year| !year.contains('?'));
    parts.extend(year.map(str::to_owned));
    if let Some(before) = node.parent() {
        let before = before.position();
        let dots = if before.turn() == Color::White { "." } else { "..." };
        parts.push(format!("after {}{dots} {}", before.fullmove_number(), node.san()));
    } else if game.start().position == Position::START {
        parts.push("the initial position".to_owned());
    }
    parts.join(", ")
}

fn write(args: &DiagramArgs, picture: &str) -> Status {
    let written = match output(args) {
        Some(path) => interrupt::create_packed(path).and_then(|mut out| {
            out.write_all(picture.as_bytes())?;
            interrupt::commit(|| out.finish())
        }),
        None => return crate::run::print(picture.as_bytes()),
    };
    match written {
        Ok(()) => Status::Clean,
        Err(error) => {
            complain(&error);
            Status::Failed
        }
    }
}
