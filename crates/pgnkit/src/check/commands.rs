//! Commands in comments: their shape, and what is said of time (supplement of 2001, sections 3.2 and 4).

use pgnkit_syntax::{Applicability, Code, Diagnostic, Fix, Sink, Span, quoted};

use crate::command::{ClockForm, ClockTime, Command, Commands, Mark, UnterminatedCommand};

/// The commands that say what time it is, or how much was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimeCommand {
    /// Time left until the next time control.
    Clk,
    /// Time used in the game.
    Egt,
    /// Time used for the move.
    Emt,
    /// Reading of a mechanical clock.
    Mct,
}

impl TimeCommand {
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "clk" => Some(Self::Clk),
            "egt" => Some(Self::Egt),
            "emt" => Some(Self::Emt),
            "mct" => Some(Self::Mct),
            _ => None,
        }
    }

    /// The form of its operand (sections 4.1 and 4.5 of the supplement).
    fn form(self) -> &'static str {
        if self == Self::Mct { "hh:mm:ss" } else { "h:mm:ss" }
    }

    /// The operand written as it should be; `None` where that would be another time.
    fn write(self, time: ClockTime, form: ClockForm) -> Option<String> {
        let unambiguous =
            matches!(form, ClockForm::PaddedHours | ClockForm::ShortFields | ClockForm::Seconds);
        if !unambiguous || !time.is_whole() {
            return None;
        }
        let written = time.to_string();
        Some(if self == Self::Mct && written.len() < "hh:mm:ss".len() {
            format!("0{written}")
        } else {
            written
        })
    }
}

/// Whether a semicolon begins the comment at `span`: then the supplement knows no commands in it.
pub(super) fn is_line_comment(text: &[u8], span: Span) -> bool {
    span.start > 0 && text[span.start - 1] == b';'
}

pub(super) fn check(text: &[u8], comment: Span, sink: &mut dyn Sink) {
    if is_line_comment(text, comment) {
        if let Some(Ok(command)) = Commands::within(text, comment).next()
            && sink.wants(Code::CommandInLineComment)
        {
            let message = "expected commands between braces only, found one in a comment after a semicolon";
            sink.report(Diagnostic::new(Code::CommandInLineComment, command.span, message));
        }
        return;
    }
    for command in Commands::within(text, comment) {
        match command {
            Ok(command) => {
                if let Some(kind) = TimeCommand::named(command.name()) {
                    check_time(text, kind, &command, sink);
                } else if matches!(command.name(), "csl" | "cal") {
                    check_marks(text, &command, sink);
                }
            }
            Err(unterminated) => report_unterminated(text, unterminated, sink),
        }
    }
}

/// Marks that no picture shows, by their texts.
fn check_marks(text: &[u8], command: &Command<'_>, sink: &mut dyn Sink) {
    let is_arrow = command.name() == "cal";
    for operand in command.operands() {
        let found = operand.value.of(text);
        if found.is_empty() || Mark::read(found, is_arrow).is_some() || !sink.wants(Code::MalformedCommand) {
            continue;
        }
        let example = if is_arrow { "Gd2d4" } else { "Gd4" };
        let message = format!(
            "expected a mark such as {example}, of a colour G, R, Y, B, O or C, found {}",
            quoted(found)
        );
        sink.report(Diagnostic::new(Code::MalformedCommand, operand.value, message));
    }
}

#[cold]
fn report_unterminated(text: &[u8], command: UnterminatedCommand, sink: &mut dyn Sink) {
    if !sink.wants(Code::MalformedCommand) {
        return;
    }
    let span = command.span.trim(text);
    let message = format!("expected `]` at the end of the command, found {}", quoted(span.of(text)));
    let diagnostic = Diagnostic::new(Code::MalformedCommand, span, message);
    // Only where a time ends is it certain where the command does.
    let operand = Span::new(command.name.end, span.end).trim(text);
    let length = operand.of(text).iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
    let end = operand.start + length;
    let is_time = TimeCommand::named(command.name.text(text)).is_some()
        && ClockTime::read(&text[operand.start..end]).is_some();
    sink.report(if is_time {
        diagnostic.fix(Applicability::Unsafe, Span::new(end, end), "]")
    } else {
        diagnostic.help("close it with `]`; until then it is plain text")
    });
}

fn check_time(text: &[u8], kind: TimeCommand, command: &Command<'_>, sink: &mut dyn Sink) {
    let Some(operand) = command.time_operand() else {
        if sink.wants(Code::MalformedCommand) {
            let message =
                format!("expected one operand, {}, found {}", kind.form(), command.operands().count());
            sink.report(Diagnostic::new(Code::MalformedCommand, command.span, message));
        }
        return;
    };
    check_spaces(text, command, sink);
    let found = operand.span.of(text);
    match operand.read {
        Some((time, form)) if kind != TimeCommand::Mct => {
            if form != ClockForm::Exact && sink.wants(Code::LaxClockValue) {
                let message = format!("expected a time h:mm:ss, found {}", quoted(found));
                sink.report(with_fix(
                    Diagnostic::new(Code::LaxClockValue, operand.span, message),
                    kind.write(time, form),
                ));
            }
        }
        // A face of a clock has two digits for the hours, and nothing else.
        Some((_, ClockForm::Exact | ClockForm::PaddedHours)) if found.len() == "hh:mm:ss".len() => {}
        read => {
            if sink.wants(Code::InvalidClockValue) {
                let message = if found.is_empty() {
                    format!("expected a time {}, found none", kind.form())
                } else {
                    format!("expected a time {}, found {}", kind.form(), quoted(found))
                };
                let span = if found.is_empty() { command.span } else { operand.span };
                let fix = read.and_then(|(time, form)| kind.write(time, form.max(ClockForm::PaddedHours)));
                sink.report(with_fix(Diagnostic::new(Code::InvalidClockValue, span, message), fix));
            }
        }
    }
}

fn with_fix(diagnostic: Diagnostic, replacement: Option<String>) -> Diagnostic {
    let span = diagnostic.span;
    // The same time, but other words of a comment.
    diagnostic.maybe_fix(replacement.map(|text| Fix::replace(Applicability::Unsafe, span, text)))
}

/// One space separates the name and its operand.
fn check_spaces(text: &[u8], command: &Command<'_>, sink: &mut dyn Sink) {
    let Some(list) = command.operands else { return };
    let before = list.len() - list.of(text).trim_ascii_start().len();
    // A line break may take the space's place, and may be followed by what indents a line.
    let wrapped =
        text[command.name.end..list.start + before].iter().any(|byte| matches!(byte, b'\n' | b'\r'));
    if before > 0 && before < list.len() && !wrapped && sink.wants(Code::MalformedCommand) {
        let extra = Span::new(list.start, list.start + before);
        let message = format!("expected one space before the operand, found {}", before + 1);
        sink.report(Diagnostic::new(Code::MalformedCommand, command.span, message).fix(
            Applicability::Safe,
            extra,
            "",
        ));
    }
}
