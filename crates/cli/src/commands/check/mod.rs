//! `pgn check`: says what is wrong with games.

mod fixes;
mod settings;
mod unified;

use std::io::{IsTerminal as _, Write};

use pgnkit::syntax::Span;
use pgnkit::{Checker, Replayer, pgc};
use pgnkit_archive::{Input, Output};

use crate::args::{CheckArgs, CheckFormat, OnError};
use crate::config::{ConfigError, Configs};
use crate::render::{Closing, Renderer, statistics, stderr_is_styled, stdout_is_styled};
use crate::run::{Account, BlockResult, Findings, Job, Run, Status, Stop, Wanted, Worker, complain, say};
use fixes::{Done, Mode, Refusal, Tally, Target};
use settings::Settings;

/// Looks at games and keeps nothing of them.
struct Look;

impl Worker for Look {
    type State = Checker;

    fn read(
        &self,
        replayer: &mut Replayer<'_>,
        checker: &mut Checker,
        findings: &mut Findings<'_>,
    ) -> Option<Span> {
        checker.check_game(replayer, findings).map(|end| end.span)
    }

    fn read_pgc(
        &self,
        reader: &mut pgc::Reader<'_>,
        checker: &mut Checker,
        findings: &mut Findings<'_>,
    ) -> Option<Span> {
        checker.check_pgc(reader, findings).map(|end| end.span)
    }

    fn write(&self, _state: &mut Checker, _out: &mut Vec<u8>, _account: &mut Account) {}
}

pub(crate) fn run(args: &CheckArgs) -> Status {
    match checked(args) {
        Ok(status) => status,
        Err(error) => {
            error.show(stderr_is_styled(args.common.color));
            Status::Failed
        }
    }
}

fn checked(args: &CheckArgs) -> Result<Status, ConfigError> {
    let mut configs = Configs::new(args.config.as_deref(), args.isolated)?;
    let settings = Settings::new(args, &configs.of_run()?.check);
    if settings.statistics && matches!(settings.format, CheckFormat::Sarif | CheckFormat::Github) {
        complain(&"--statistics is a table or, with --format json, JSON; it has no other form");
        return Ok(Status::Failed);
    }
    if settings.mode != Mode::Count && args.common.on_error != OnError::Keep {
        complain(&"--fix and --diff keep every game; --on-error has no say in them");
        return Ok(Status::Failed);
    }
    if settings.mode != Mode::Count && args.letters.lang.is_some() {
        complain(&"--fix and --diff read English piece letters; `pgn fmt --lang` writes a game anew in them");
        return Ok(Status::Failed);
    }
    let Some(mut run) = Run::new(&args.common) else { return Ok(Status::Failed) };
    // All settings are read first: a fault in them is known before anything is shown.
    let mut inputs: Vec<(Input, Wanted)> = Vec::new();
    for input in run.inputs() {
        let wanted = settings.wanted(args, &configs.of_input(&input)?.check);
        inputs.push((input, wanted));
    }
    // The mended text has standard output for itself.
    let to_stderr = settings.mode == Mode::Apply && inputs.iter().any(|(input, _)| fixes::is_stdin(input));
    let (out, styled): (Box<dyn Write>, _) = if to_stderr {
        (Box::new(std::io::stderr()), stderr_is_styled(args.common.color))
    } else {
        (Box::new(Output::stdout()), stdout_is_styled(args.common.color))
    };
    let renderer = Renderer::new(settings.format, styled, settings.board);
    let left = settings.max_diagnostics;
    let mut check = Check { args, settings, renderer, out, left, tally: Tally::default() };
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
    renderer: Renderer,
    out: Box<dyn Write>,
    /// How many may still be shown.
    left: u64,
    tally: Tally,
}

impl Check<'_> {
    fn all(&mut self, run: &mut Run<'_>, inputs: Vec<(Input, Wanted)>) -> Result<(), Stop> {
        if !self.settings.statistics && self.settings.mode != Mode::Diff {
            self.renderer.begin(&mut self.out)?;
        }
        let mut stop = Ok(());
        for (input, wanted) in inputs {
            stop = self.input(run, input, wanted);
            if stop.is_err() {
                break;
            }
        }
        if matches!(stop, Err(Stop::BrokenPipe | Stop::Output(_))) {
            return stop;
        }
        self.close(run)?;
        stop
    }

    fn input(&mut self, run: &mut Run<'_>, input: Input, wanted: Wanted) -> Result<(), Stop> {
        let mode = self.settings.mode;
        let name = input.name().to_owned();
        let for_terminal = std::io::stdout().is_terminal();
        let (mut target, refused) = match mode {
            Mode::Count => (None, None),
            _ => match Target::of(&input, self.args.common.from, mode, for_terminal) {
                Ok(target) => (Some(target), None),
                Err(Refusal::Because(reason)) => (None, Some(reason)),
                Err(Refusal::Unread(error)) => {
                    run.fail(&error);
                    return Ok(());
                }
            },
        };
        let fixing = target.as_ref().and_then(|_| mode.fixing(self.args, &wanted.rules));
        let (on_error, rejects) = (self.args.common.on_error, self.args.common.rejects.is_some());
        let letters = self.args.letters.lang.unwrap_or_default();
        let job = Job { worker: &Look, wanted, on_error, rejects, letters, fixing };
        let before = run.account.clone();
        let failures = run.failures();
        let mut done = Done::default();
        run.input(input, &job, |name, account, mut result| {
            let mended = result.mended.take();
            let growth = mended.as_ref().map(|mended| mended.growth);
            if let (Some(target), Some(mended)) = (&mut target, mended) {
                target.take(mended, &mut done, &mut self.out)?;
            }
            result.findings.iter_mut().for_each(|finding| done.growth.shift(finding));
            if mode == Mode::Apply {
                done.growth.add(growth.unwrap_or_default());
            }
            self.show(name, account.read() - before.read(), result).map_err(Stop::from)
        })?;
        let is_whole = run.failures() == failures;
        let fixable = run.account.fixable.since(before.fixable);
        if refused.is_none() {
            self.tally.fixable.add(fixable);
        }
        if let Some(target) = target {
            if target.finish(is_whole, &mut self.out)? {
                run.account.written += run.account.read() - before.read();
            }
            if is_whole {
                self.tally.add(done);
            }
        } else if let Some(reason) = refused
            && fixable.total() > 0
        {
            run.fail(&format_args!("{name}: left as it is: {reason}"));
        }
        Ok(())
    }

    fn show(&mut self, name: &str, games_before: u64, result: BlockResult) -> std::io::Result<()> {
        if result.findings.is_empty() || self.left == 0 {
            return Ok(());
        }
        self.renderer.at(name, games_before);
        for mut finding in result.findings {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            if self.left == 0 {
                // It is not the limit of the game that cuts here.
                finding.omitted = 0;
            }
            self.renderer.write(&mut self.out, &finding)?;
        }
        // What was found is shown at once: a big file takes a while, and nobody waits for a full buffer.
        self.out.flush()
    }

    fn close(&mut self, run: &Run<'_>) -> Result<(), Stop> {
        let (args, settings) = (self.args, &self.settings);
        let counts = &run.account.diagnostics;
        if settings.mode == Mode::Diff {
            self.out.flush()?;
            self.say_fixed(run);
            return Ok(());
        }
        let total: u64 = counts.values().sum();
        if settings.statistics {
            match settings.format {
                CheckFormat::Json => statistics::write_json(&mut self.out, counts)?,
                _ => statistics::write_table(&mut self.out, counts)?,
            }
            self.out.flush()?;
            self.say_fixed(run);
            return Ok(());
        }
        let hidden = total - (settings.max_diagnostics - self.left);
        let closing = Closing { hidden, failures: run.failures() };
        self.renderer.finish(&mut self.out, closing)?;
        self.out.flush()?;
        self.say_fixed(run);
        if run.is_quiet() {
            return Ok(());
        }
        if settings.format == CheckFormat::Text
            && let Some(offer) = fixes::offer(self.tally.fixable, args)
        {
            say(&offer);
        }
        if settings.format == CheckFormat::Text
            && let Some(summary) = statistics::summary(counts)
        {
            say(&summary);
        }
        if hidden > 0 {
            let options = "--max-diagnostics, --max-per-game; --statistics counts all";
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
