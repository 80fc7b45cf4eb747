//! `pgn check`: says what is wrong with games.

mod baseline;
mod fixes;
mod settings;

use std::collections::BTreeMap;
use std::io::{IsTerminal as _, Write};
use std::sync::Arc;

use pgnkit::render::safe;
use pgnkit::syntax::{Code, Severity};
use pgnkit_archive::report::{Closing, Report, ReportFormat, statistics};
use pgnkit_archive::task::Check as CheckTask;
use pgnkit_archive::{Account, Done, FindingFilter, FixedBlock, Input, InputError, Output, RunInput};
use pgnkit_config::ConfigError;

use crate::args::{CheckArgs, OnError};
use crate::config;
use crate::run::{Event, Ledger, Run, Status, Stop, complain, leave_changed, outputs, say};
use crate::terminal::{self, stderr_is_styled, stdout_is_styled};
use baseline::RunBaseline;
use fixes::{Applied, Mode, Refusal, Tally, Target};
use settings::Settings;

pub(crate) fn run(args: &CheckArgs) -> Status {
    match checked(args) {
        Ok(status) => status,
        Err(error) => {
            config::show(&error, stderr_is_styled(args.common.color));
            Status::Failed
        }
    }
}

fn checked(args: &CheckArgs) -> Result<Status, ConfigError> {
    let mut configs = config::configs(args.config.as_deref(), args.isolated)?;
    let settings = Settings::new(args, &config::of_run(&mut configs)?.check);
    if settings.statistics && matches!(settings.format, ReportFormat::Sarif | ReportFormat::Github) {
        complain(&"--statistics is a table or, with --report json, JSON; it has no other format");
        return Ok(Status::Failed);
    }
    if settings.mode != Mode::Count && args.common.on_error.is_some_and(|on_error| on_error != OnError::Keep)
    {
        complain(&"--fix and --diff keep every game, so --on-error has no effect on them");
        return Ok(Status::Failed);
    }
    if matches!(args.common.on_error, Some(OnError::Drop | OnError::Leave)) {
        complain(&"check writes no games, so --on-error can only be keep or stop");
        return Ok(Status::Failed);
    }
    if settings.mode != Mode::Count && args.letters.from_lang.is_some() {
        complain(
            &"--fix and --diff read English piece letters; `pgn fmt --from-lang` writes a game anew in them",
        );
        return Ok(Status::Failed);
    }
    let Some(known) = RunBaseline::read(settings.baseline.as_deref(), args.update_baseline) else {
        return Ok(Status::Failed);
    };
    if let (true, Some(path)) = (args.update_baseline, &settings.baseline)
        && let Err(error) = outputs::permit(path)
    {
        complain(&error);
        return Ok(Status::Failed);
    }
    let Some(mut run) = Run::new(&args.common, args.letters.from_lang) else { return Ok(Status::Failed) };
    // All settings are read first: a fault in them is known before anything is shown.
    let mut inputs: Vec<(Input, FindingFilter)> = Vec::new();
    for input in run.inputs_with(&mut configs)? {
        let filter = settings.filter(args, &config::of_input(&mut configs, &input)?.check);
        inputs.push((input, filter));
    }
    // The fixed text has standard output for itself.
    let to_stderr = settings.mode == Mode::Apply && inputs.iter().any(|(input, _)| fixes::is_stdin(input));
    let (out, styled): (Box<dyn Write>, _) = if to_stderr {
        (Box::new(std::io::stderr()), stderr_is_styled(args.common.color))
    } else {
        (Box::new(Output::stdout()), stdout_is_styled(args.common.color))
    };
    let report = Report::styled(settings.format, styled, settings.board)
        .pages(settings.help_uri.clone())
        .width(if to_stderr { terminal::stderr_columns() } else { terminal::stdout_columns() });
    let left = settings.max_diagnostics;
    let of_codes = BTreeMap::new();
    let mut check = Check { args, settings, report, out, left, of_codes, tally: Tally::default(), known };
    let stop = check.all(&mut run, inputs).err();
    let status = run.finish(stop.as_ref());
    Ok(match check.settings.mode {
        Mode::Diff if status != Status::Failed && check.tally.is_empty() => Status::Clean,
        Mode::Diff => status.max(Status::Unclean),
        _ => status,
    })
}

/// Showing as it goes on.
struct Check<'a> {
    args: &'a CheckArgs,
    settings: Settings,
    report: Report,
    out: Box<dyn Write>,
    /// Number of findings that may still be shown.
    left: u64,
    /// Warnings and notes of the current input, by code.
    of_codes: BTreeMap<Code, u64>,
    tally: Tally,
    known: RunBaseline,
}

/// An input that is being checked.
struct Checked {
    /// Destination of its fixed text, or the reason why it has none.
    target: Result<Option<Target>, &'static str>,
    applied: Applied,
    /// The account and the failures before it.
    before: (Account, usize),
}

impl Check<'_> {
    fn all(&mut self, run: &mut Run<'_>, inputs: Vec<(Input, FindingFilter)>) -> Result<(), Stop> {
        if !self.settings.statistics && self.settings.mode != Mode::Diff {
            self.report.begin(&mut self.out)?;
        }
        run.ledger.checks = true;
        let (inputs, mut targets) = self.plan(run, inputs);
        let mut checked = None;
        let stop = run.all_fixing(inputs, &CheckTask, |ledger, event| match event {
            Event::Begin(input) => {
                let target = targets.get_mut(input.index).and_then(Option::take).unwrap_or(Ok(None));
                let mut target = target;
                if let Ok(Some(target)) = &mut target {
                    target.opened(input.stamp);
                }
                let before = (ledger.account.clone(), ledger.failures);
                checked = Some(Checked { target, applied: Applied::default(), before });
                Ok(())
            }
            Event::Entries(input, numbers, done) => {
                let Some(checked) = &mut checked else { return Ok(()) };
                self.entries(&input.name, numbers.before_in_input, done, checked)
            }
            Event::End(input) => {
                self.name_the_rest(&input.name)?;
                match checked.take() {
                    Some(checked) => self.end(ledger, &input.name, checked),
                    None => Ok(()),
                }
            }
        });
        if matches!(stop, Err(Stop::BrokenPipe | Stop::Output(_))) {
            return stop;
        }
        if stop.is_ok() {
            self.known.finish(run)?;
        }
        self.close(run)?;
        stop
    }

    /// The inputs as the run takes them, and for each the place its fixed text goes to.
    #[expect(clippy::type_complexity, reason = "two lists of one length, each with what may go wrong")]
    fn plan(
        &mut self,
        run: &Run<'_>,
        inputs: Vec<(Input, FindingFilter)>,
    ) -> (Vec<Result<RunInput, InputError>>, Vec<Option<Result<Option<Target>, &'static str>>>) {
        let mode = self.settings.mode;
        let for_terminal = std::io::stdout().is_terminal();
        let one = |(input, filter): (Input, FindingFilter)| {
            let known = self.known.of(&input);
            let target = match mode {
                Mode::Count => Ok(None),
                _ => match Target::of(&input, &run.options, mode, for_terminal) {
                    Ok(target) => Ok(Some(target)),
                    Err(Refusal::Because(reason)) => Err(reason),
                    Err(Refusal::Unread(error)) => return (Err(error.into()), None),
                },
            };
            let fixing =
                if matches!(target, Ok(Some(_))) { mode.fixing(self.args, &filter.selection) } else { None };
            (Ok(RunInput::new(input, Arc::new(filter)).fixing(fixing).known(known)), Some(target))
        };
        inputs.into_iter().map(one).unzip()
    }

    fn entries(
        &mut self,
        name: &str,
        games_before: u64,
        mut done: Done<((), Option<FixedBlock>)>,
        checked: &mut Checked,
    ) -> Result<(), Stop> {
        let Checked { target, applied, .. } = checked;
        let fixed = done.value.1.take();
        let shift = fixed.as_ref().map(|fixed| fixed.shift);
        if let (Ok(Some(target)), Some(fixed)) = (target, fixed) {
            target.take(fixed, applied, &mut self.out)?;
        }
        done.findings.iter_mut().for_each(|finding| applied.shift.apply(finding));
        if self.settings.mode == Mode::Apply {
            applied.shift.add(shift.unwrap_or_default());
        }
        self.show(name, games_before, done).map_err(Stop::from)
    }

    fn end(&mut self, ledger: &mut Ledger, name: &str, checked: Checked) -> Result<(), Stop> {
        let Checked { target, applied, before: (before, failures) } = checked;
        let is_whole = ledger.failures == failures;
        let fixable = ledger.account.fixable.since(before.fixable);
        match target {
            Err(reason) => {
                if fixable.total() > 0 {
                    ledger.fail(&format_args!("{name}: left as it is: {reason}"));
                }
            }
            Ok(target) => {
                self.tally.fixable += fixable;
                if let Some(target) = target {
                    match target.finish(is_whole, &mut self.out, || ledger.rejects.settle()) {
                        Ok(true) => ledger.account.written += ledger.account.read() - before.read(),
                        Ok(false) => {}
                        Err(error) => {
                            // What was fixed is not there.
                            return leave_changed(Err(error), ledger);
                        }
                    }
                    if is_whole {
                        self.tally.add(applied);
                    }
                }
            }
        }
        Ok(())
    }

    fn show<T>(&mut self, name: &str, games_before: u64, done: Done<T>) -> std::io::Result<()> {
        if done.findings.is_empty() || self.left == 0 {
            return Ok(());
        }
        self.report.input(name, games_before);
        for mut finding in done.findings {
            if self.left == 0 {
                break;
            }
            if finding.diagnostic.severity < Severity::Error {
                let count = self.of_codes.entry(finding.diagnostic.code).or_default();
                *count += 1;
                if *count > self.settings.max_per_code {
                    continue;
                }
            }
            self.left -= 1;
            if self.left == 0 {
                // It is not the limit of the game that cuts here.
                finding.omitted = 0;
            }
            self.report.write(&mut self.out, &finding)?;
        }
        // Findings are shown at once: a big file takes a while, and a full buffer would be waited for.
        self.out.flush()
    }

    /// Says how much of a code was not shown, at the end of an input.
    fn name_the_rest(&mut self, name: &str) -> std::io::Result<()> {
        for (code, count) in std::mem::take(&mut self.of_codes) {
            let more = count.saturating_sub(self.settings.max_per_code);
            if more > 0 && self.left > 0 && self.settings.format == ReportFormat::Text {
                let (place, code_name) = (safe(name), code.name());
                writeln!(
                    self.out,
                    "… {more} more {code} ({code_name}) in {place} (--max-per-code 0 shows all)\n"
                )?;
            }
        }
        self.out.flush()
    }

    fn close(&mut self, run: &mut Run<'_>) -> Result<(), Stop> {
        let (args, settings) = (self.args, &self.settings);
        let shown = |((_, severity), _): &(&(Code, Severity), &u64)| *severity >= settings.shown;
        let counts = run.ledger.account.diagnostics.iter().filter(shown);
        let counts = &counts.map(|(key, count)| (*key, *count)).collect::<BTreeMap<_, _>>();
        if settings.mode == Mode::Diff {
            self.out.flush()?;
            self.say_fixed(run);
            return Ok(());
        }
        let total: u64 = counts.values().sum();
        if settings.statistics {
            match settings.format {
                ReportFormat::Json => statistics::write_json(&mut self.out, counts)?,
                _ => statistics::write_table(&mut self.out, counts)?,
            }
            self.out.flush()?;
            self.say_fixed(run);
            return Ok(());
        }
        let hidden = total - (settings.max_diagnostics - self.left);
        let closing = Closing { hidden, failures: run.ledger.failures };
        self.report.finish(&mut self.out, closing)?;
        self.out.flush()?;
        if settings.format == ReportFormat::Text {
            run.ledger.offer = fixes::offer(self.tally.fixable, args);
        }
        self.say_fixed(run);
        if run.is_quiet() {
            return Ok(());
        }
        if settings.format == ReportFormat::Text
            && let Some(summary) = statistics::summary(counts)
        {
            say(&summary);
        }
        if hidden > 0 {
            let options = "--max-per-code, --max-per-game, --max-diagnostics; --statistics counts all";
            say(&format_args!("{hidden} of {total} diagnostics are not shown ({options})"));
        }
        Ok(())
    }

    fn say_fixed(&self, run: &Run<'_>) {
        if let Some(fixed) = self.tally.show(self.settings.mode).filter(|_| !run.is_quiet()) {
            say(&fixed);
        }
    }
}
