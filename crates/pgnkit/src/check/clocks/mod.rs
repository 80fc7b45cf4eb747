//! Times of a game against each other and against its time control (supplement of 2001, sections 4 to 6).

mod player;

use pgnkit_chess::Color;
use pgnkit_syntax::{Code, Diagnostic, Sink, Span};

use super::Finished;
use super::commands::{TimeCommand, is_line_comment};
use super::history::{Comment, History};
use crate::clocks::{ClockTags, Schedule, SiteClocks};
use crate::command::{ClockTime, Commands, TimeOperand};
use crate::read::Known;
use player::{Limits, Player};

/// A time that a command gives.
#[derive(Clone, Copy, Debug)]
struct Given {
    time: ClockTime,
    /// The operand.
    span: Span,
}

/// Times given for one move.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    clk: Option<Given>,
    egt: Option<Given>,
    emt: Option<Given>,
}

pub(super) fn check(game: &Finished<'_>, history: &History, sink: &mut dyn Sink) {
    let text = game.text;
    let tag = game.tag(Known::TIME_CONTROL);
    if tag.is_none() && sink.wants(Code::MissingTimeControl) {
        check_missing(text, history, sink);
    }
    if ![Code::ClockRunsBackwards, Code::ClockDisagrees, Code::ClockExceedsTimeControl]
        .iter()
        .any(|code| sink.wants(*code))
    {
        return;
    }
    let first = game.start.position.turn();
    let of_main_line = |comment: &Comment| comment.ply.filter(|ply| *ply > 0).map(|ply| (ply, comment.span));
    let comments: Vec<_> = history.comments.iter().filter_map(of_main_line).collect();
    let site = site_clocks(game, first, &comments);
    let mut players = [Color::White, Color::Black].map(|color| {
        // A game that begins with an hourglass has no separate clocks.
        let schedule = site.schedule(color).filter(|schedule| schedule.sand().is_none());
        Player::new(limits(game, color, schedule))
    });
    // All comments on one move speak of the same time.
    for of_move in comments.chunk_by(|one, next| one.0 == next.0) {
        let Some((ply, _)) = of_move.first() else { continue };
        let times = times(text, of_move.iter().map(|(_, span)| *span));
        let color = if ply % 2 == 1 { first } else { !first };
        players[color as usize].take(ply.div_ceil(2), times, sink);
    }
}

/// The time of both sides. Comments are of the main line, in order, each with the number of its half-move.
fn site_clocks(game: &Finished<'_>, first: Color, comments: &[(u32, Span)]) -> SiteClocks {
    let text = game.text;
    let value = |name| game.tag(name).map(|tag| tag.value(text));
    let [site, event, control] = [Known::SITE, Known::EVENT, Known::TIME_CONTROL].map(value);
    let tags = ClockTags { site: site.as_deref(), event: event.as_deref(), time_control: control.as_deref() };
    let clock_after = |ply: u32| {
        let of_move = comments.iter().take_while(|(at, _)| *at <= ply).filter(|(at, _)| *at == ply);
        times(text, of_move.map(|(_, span)| *span)).clk.map(|given| given.time)
    };
    let mut clocks = [clock_after(1), clock_after(2)];
    if first == Color::Black {
        clocks.reverse();
    }
    SiteClocks::new(tags, clocks)
}

/// Times mean nothing if the time control is unknown (section 3.1 of the supplement).
fn check_missing(text: &[u8], history: &History, sink: &mut dyn Sink) {
    let first = history
        .comments
        .iter()
        .filter(|comment| !is_line_comment(text, comment.span))
        .flat_map(|comment| Commands::within(text, comment.span).flatten())
        .find(|command| TimeCommand::named(command.name()).is_some());
    if let Some(command) = first {
        let message = "expected a TimeControl tag in a game with times, found none";
        sink.report(
            Diagnostic::new(Code::MissingTimeControl, command.span, message)
                .help("add [TimeControl \"...\"], or [TimeControl \"?\"] where it is not known"),
        );
    }
}

/// Starting time of a player: from the tag WhiteClock or BlackClock, or else from the time control (section 8 of the
/// supplement).
fn limits(game: &Finished<'_>, color: Color, schedule: Option<&Schedule>) -> Limits {
    let name = if color == Color::White { Known::WHITE_CLOCK } else { Known::BLACK_CLOCK };
    let tagged = game.tag(name).and_then(|tag| ClockTime::read(&tag.value(game.text)));
    Limits {
        start: tagged.map(|(time, _)| time).or_else(|| schedule?.initial()),
        increment: schedule.and_then(Schedule::first_increment),
        // A game that starts in the middle may reach its next stage at any move.
        moves: if game.start.set_up { Some(0) } else { schedule.and_then(Schedule::first_stage_moves) },
    }
}

fn times(text: &[u8], comments: impl Iterator<Item = Span>) -> Times {
    let mut times = Times::default();
    for comment in comments.filter(|comment| !is_line_comment(text, *comment)) {
        for command in Commands::within(text, comment).flatten() {
            let place = match TimeCommand::named(command.name()) {
                Some(TimeCommand::Clk) => &mut times.clk,
                Some(TimeCommand::Egt) => &mut times.egt,
                Some(TimeCommand::Emt) => &mut times.emt,
                Some(TimeCommand::Mct) | None => continue,
            };
            if let Some(TimeOperand { span, read: Some((time, _)) }) = command.time_operand()
                && place.is_none()
            {
                *place = Some(Given { time, span });
            }
        }
    }
    times
}
