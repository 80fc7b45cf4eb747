//! The look of games: options of the command line, settings of `pgn.toml`, and abilities of the terminal.

use std::io::IsTerminal as _;

use pgnkit::chess::Color;
use pgnkit::{Game, Notation};
use pgnkit_archive::ReadGame;
use pgnkit_config::{ShowConfig, ShowTheme};
use pgnkit_view::{Boards, Heading, Layout, Line, RecordLayout, Sheet};

use crate::args::{MoveNumber, ShowArgs};
use crate::terminal::{shows_unicode, stdout_columns, stdout_is_styled};

/// The look of games.
pub(super) struct Look<'a> {
    args: &'a ShowArgs,
    config: &'a ShowConfig,
    notation: Notation,
    pub(super) ascii: bool,
    pub(super) width: usize,
    /// The theme, if there are colours.
    pub(super) theme: Option<ShowTheme>,
    pub(super) paged: bool,
}

impl<'a> Look<'a> {
    pub(super) fn new(args: &'a ShowArgs, config: &'a ShowConfig) -> Self {
        let on_terminal = std::io::stdout().is_terminal();
        let ascii = args.ascii || config.ascii || (on_terminal && !shows_unicode());
        let figurine = config.figurine.unwrap_or(on_terminal && !args.plain);
        let notation = match args.sheet.lang.or(config.lang.filter(|_| config.figurine != Some(true))) {
            Some(language) if !args.sheet.figurine => Notation::San(language),
            _ if args.sheet.figurine || figurine => Notation::Figurine,
            _ => Notation::SAN,
        };
        let theme = args.theme.or(config.theme).unwrap_or_default();
        let width = args.width.or(config.width).map(usize::from);
        Self {
            args,
            config,
            notation,
            ascii,
            width: width.or_else(stdout_columns).unwrap_or(80),
            theme: stdout_is_styled(args.color).then_some(theme),
            paged: on_terminal && !args.no_pager && config.pager.unwrap_or(true),
        }
    }

    /// The lines of a game or of a position.
    pub(super) fn lines(&self, read: &ReadGame) -> Vec<Line> {
        let Self { args, config, notation, ascii, width, .. } = *self;
        let squares = self.theme.is_some_and(|theme| theme != ShowTheme::Plain);
        let Some(epd) = &read.record else {
            return Layout::new(self.sheet(&read.game))
                .width(width)
                .squares(squares)
                .clocks(!args.no_clocks && config.clocks.unwrap_or(true))
                .scores(!args.no_evals && config.evals.unwrap_or(true))
                .lines();
        };
        RecordLayout::new(epd)
            .notation(notation)
            .bottom(self.bottom())
            .width(width)
            .squares(squares)
            .board(!args.no_boards)
            .ascii(ascii)
            .lines()
    }

    /// Tag pairs and moves, or the fields of a position and the predicted move.
    pub(super) fn plain(&self, read: &ReadGame) -> String {
        let Some(epd) = &read.record else { return self.sheet(&read.game).plain() };
        let fen = epd.position().fen(Default::default());
        let mut line = fen.as_str().split(' ').take(4).collect::<Vec<_>>().join(" ");
        if let Some((mv, san)) = epd.predicted_move() {
            line.push_str(" pm ");
            line.push_str(&self.notation.text(mv, san, epd.mode()));
        }
        line.push('\n');
        line
    }

    /// The heading of a game.
    pub(super) fn heading(&self, game: &Game) -> Heading {
        Sheet::new(game).ascii(self.ascii).heading()
    }

    fn sheet<'g>(&self, game: &'g Game) -> Sheet<'g> {
        let Self { args, config, .. } = self;
        let sheet = Sheet::new(game);
        // Otherwise the game says it.
        let sheet = if self.bottom() == Color::Black { sheet.bottom(Color::Black) } else { sheet };
        sheet
            .notation(self.notation)
            .boards(self.boards(game))
            .ascii(self.ascii)
            .few_signs(args.sheet.few_signs || config.few_signs)
            .commands(args.commands || config.commands)
            .comments(!args.sheet.no_comments && config.comments.unwrap_or(true))
            .variations(!args.sheet.no_variations && config.variations.unwrap_or(true))
    }

    fn bottom(&self) -> Color {
        if self.args.flip || self.config.flip { Color::Black } else { Color::White }
    }

    fn boards(&self, game: &Game) -> Boards {
        let Self { args, config, .. } = self;
        let mut boards = Boards::NONE;
        if args.no_boards {
            return boards;
        }
        if config.boards.unwrap_or(true) {
            boards.marked = true;
            boards.every = config.every.unwrap_or(0);
            boards.last = config.at_end;
            // A game that begins with another position than all others is not understood without it.
            let start = game.start().position;
            if start != start.variant().start() {
                boards.plies.push(0);
            }
        }
        boards.every = args.every.unwrap_or(boards.every);
        boards.last |= args.at_end;
        boards.plies.extend(&args.ply);
        boards.plies.extend(args.after.iter().filter_map(|after| ply_of(game, *after)));
        boards
    }
}

/// The number of half-moves up to and with a move of the main line.
fn ply_of(game: &Game, MoveNumber { number, color }: MoveNumber) -> Option<usize> {
    let is_asked =
        |before: &pgnkit::chess::Position| before.fullmove_number() == number && before.turn() == color;
    game.mainline_with_positions().position(|played| is_asked(&played.before)).map(|at| at + 1)
}
