//! `pgn diagram`: a picture of a position, or of a game.

mod form;
mod place;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use pgnkit::chess::fen::{self, FenError, FenErrorKind};
use pgnkit::chess::{Color, Position, Variant};
use pgnkit_archive::{Output, ReadGame, is_broken_pipe};
use pgnkit_config::{Configs, DiagramConfig};
use pgnkit_view::{Animation, Diagram, PieceSet, Theme, orientation};

use crate::args::{ColorWhen, DiagramArgs, PictureForm as Form};
use crate::config;
use crate::run::{Status, complain, interrupt, say};
use crate::terminal::stderr_is_styled;
use form::{form, output};

/// The time for the last frame of a moving picture, unless all have more.
const LAST_DELAY: Duration = Duration::from_secs(3);

pub(crate) fn run(args: &DiagramArgs) -> Status {
    let config = match config::of_run(&mut Configs::nearest()) {
        Ok(config) => config,
        Err(error) => {
            config::show(&error, stderr_is_styled(ColorWhen::Auto));
            return Status::Failed;
        }
    };
    match draw(args, &Look::new(args, &config.diagram)) {
        Ok(status) => status,
        Err(message) => {
            complain(&message);
            Status::Failed
        }
    }
}

/// The look of a picture: from the options, or else the settings.
struct Look {
    theme: Theme,
    pieces: PieceSet,
    size: u32,
    coordinates: bool,
}

impl Look {
    fn new(args: &DiagramArgs, config: &DiagramConfig) -> Self {
        Self {
            theme: args.theme.or(config.theme).unwrap_or_default(),
            pieces: args.pieces.or(config.pieces).unwrap_or_default(),
            size: args.size.or(config.size).unwrap_or(400).clamp(16, 8192),
            coordinates: !args.no_coordinates && config.coordinates.unwrap_or(true),
        }
    }
}

fn draw(args: &DiagramArgs, look: &Look) -> Result<Status, String> {
    let form = form(args)?;
    let Some(text) = fen_of(args) else {
        return of_game(args, |read| match form {
            Form::Gif | Form::Apng => animate(args, look, form, read),
            _ => {
                let node = place::node(&read.game, args)?;
                let mut diagram = Diagram::of_node(&node);
                diagram.title = place::title(&read.game, &node);
                diagram.bottom = orientation(&read.game);
                Ok(still(args, look, form, diagram))
            }
        });
    };
    if args.game != 1 || args.ply.is_some() || args.after.is_some() {
        return Err("--game, --ply and --move choose a position of a file; this is one already".to_owned());
    }
    if form.is_moving() {
        return Err(format!("{} is for games; a position is drawn as .svg or .png", form.label()));
    }
    let position = read_fen(text).map_err(|error| format!("{text}: {error}"))?;
    Ok(still(args, look, form, Diagram::new(position)))
}

/// Writes a picture of a position.
fn still(args: &DiagramArgs, look: &Look, form: Form, mut diagram: Diagram) -> Status {
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
    diagram.coordinates = look.coordinates;
    if let Some(title) = &args.title {
        diagram.title.clone_from(title);
    }
    write(args, |out| match form {
        Form::Png => diagram.png().theme(look.theme).pieces(look.pieces).size(look.size).write_to(out),
        Form::Text if args.ascii => write!(out, "{}", diagram.text().letters()),
        Form::Text => write!(out, "{}", diagram.text()),
        _ => write!(out, "{}", diagram.svg().theme(look.theme).pieces(look.pieces).size(look.size)),
    })
}

/// Writes a game as a moving picture.
fn animate(args: &DiagramArgs, look: &Look, form: Form, read: &ReadGame) -> Result<Status, String> {
    let animation = Animation::new(&read.game).map_err(|reason| reason.to_string())?;
    let (first, last) = place::plies(&read.game, args)?;
    let mut animation = animation
        .plies(first..=last)
        .theme(look.theme)
        .pieces(look.pieces)
        .size(look.size)
        .repeats(!args.no_loop)
        .coordinates(look.coordinates)
        .last_move(!args.no_last_move)
        .check(!args.no_check)
        .marks(!args.no_marks)
        .bars(!args.no_bars);
    if args.flip {
        animation = animation.bottom(Color::Black);
    }
    if let Some(delay) = args.delay {
        animation = animation.delay(delay).last_delay(delay.max(LAST_DELAY));
    }
    Ok(write(args, |out| match form {
        Form::Apng => animation.write_apng(out),
        _ => animation.write_gif(out),
    }))
}

/// The argument as a position: it has the eight ranks of one, and is no file.
fn fen_of(args: &DiagramArgs) -> Option<&str> {
    let source = args.source.as_deref()?;
    let text = source.to_str()?.trim();
    let placement = text.split_ascii_whitespace().next()?;
    (placement.matches('/').count() >= 7 && !source.exists()).then_some(text)
}

/// Positions without a king are drawn too: by the rules of Antichess they are in order. So is a board alone, whoever moves.
fn read_fen(text: &str) -> Result<Position, FenError> {
    let read = |text: &[u8], variant| fen::parse_variant(text, variant, None).map(|read| read.position);
    let of_any_rules = |text: &[u8]| {
        read(text, fen::shown_variant(text))
            .or_else(|error| read(text, Variant::Antichess).map_err(|_| error))
    };
    of_any_rules(text.as_bytes()).or_else(|error| match error.kind {
        FenErrorKind::MissingColor => {
            let for_side = |side| of_any_rules(format!("{text} {side}").as_bytes());
            for_side("w").or_else(|_| for_side("b")).map_err(|_| error)
        }
        _ => Err(error),
    })
}

/// Draws the game of a file that is asked for.
fn of_game(
    args: &DiagramArgs,
    draw: impl FnOnce(&ReadGame) -> Result<Status, String>,
) -> Result<Status, String> {
    let path = args.source.clone().unwrap_or_else(|| PathBuf::from("-"));
    let mut games = pgnkit_archive::open(path).map_err(|error| error.to_string())?;
    if let Some(format) = args.from {
        games = games.format(format);
    }
    if let Some(letters) = args.letters.from_lang {
        games = games.letters(letters);
    }
    let mut games = games.games();
    let mut count = 0;
    while let Some(read) = games.next_game().map_err(|error| error.to_string())? {
        count += 1;
        if count < args.game {
            continue;
        }
        let mut status = draw(read).map_err(|reason| format!("game {count}: {reason}"))?;
        if read.has_errors() {
            say(&format_args!("game {count} has errors; this is what could be read, `pgn check` says more"));
            status = status.max(Status::Unclean);
        }
        return Ok(status);
    }
    Err(match count {
        0 => "there is no game".to_owned(),
        1 => format!("there is no game {}: it is 1 game", args.game),
        count => format!("there is no game {}: they are {count}", args.game),
    })
}

/// Writes a picture where it is asked for: a file only when it is whole.
fn write(args: &DiagramArgs, picture: impl FnOnce(&mut Output) -> io::Result<()>) -> Status {
    let written = match output(args) {
        Some(path) => interrupt::create_packed(path).and_then(|mut out| {
            picture(&mut out)?;
            interrupt::commit(|| out.finish())
        }),
        None => {
            let mut out = Output::stdout();
            match picture(&mut out).and_then(|()| out.finish()) {
                Err(error) if is_broken_pipe(&error) => Ok(()),
                written => written,
            }
        }
    };
    match written {
        Ok(()) => Status::Clean,
        Err(error) => {
            complain(&error);
            Status::Failed
        }
    }
}
