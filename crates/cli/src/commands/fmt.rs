//! `pgn fmt`: writes games in export format.

use std::io::Write as _;
use std::path::Path;

use pgnkit::epd::{Form, Record};
use pgnkit::syntax::{Severity, Span};
use pgnkit::{Export, Keep, Replayer, TagSelection};
use pgnkit_archive::pipeline::BlockView;
use pgnkit_archive::{Compression, Output};

use crate::args::{CheckFormat, FmtArgs, Newline, OutputEncoding};
use crate::render::Renderer;
use crate::run::{
    Account, BlockResult, Building, Detail, Findings, Job, Run, Status, Stop, Wanted, Worker, complain,
    ending, interrupt,
};
use crate::selection::Rules;

/// Errors shown before pointing to `pgn check`.
const SHOWN_ERRORS: usize = 10;

/// Reads games and writes them.
struct Formatter {
    export: Export,
    encoding: OutputEncoding,
    newline: Newline,
    /// Whether the output is only compared with the input.
    compare: bool,
}

impl Worker for Formatter {
    type State = Building;

    fn read(
        &self,
        replayer: &mut Replayer<'_>,
        state: &mut Building,
        findings: &mut Findings<'_>,
    ) -> Option<Span> {
        state.builder.read_from(replayer, findings).map(|end| end.span)
    }

    fn write(&self, state: &mut Building, out: &mut Vec<u8>, account: &mut Account) {
        self.export.write_game(state.builder.game(), out);
        account.written += 1;
    }

    /// A record that gives no position stays as it is: leaving it out would lose it.
    fn write_record(
        &self,
        record: &Record,
        line: &[u8],
        form: Form,
        out: &mut Vec<u8>,
        account: &mut Account,
    ) {
        match (&record.epd, form) {
            (Some(epd), Form::Fen) => out.extend_from_slice(epd.fen().as_bytes()),
            (Some(epd), Form::Epd) => {
                let _ = write!(out, "{epd}");
            }
            (None, _) => out.extend_from_slice(line),
        }
        out.push(b'\n');
        account.written += 1;
    }

    fn expected_output(&self, read: usize) -> usize {
        read + read / 8
    }

    fn finish(&self, block: &BlockView<'_>, consumed: usize, result: &mut BlockResult) {
        if self.encoding == OutputEncoding::Latin1 {
            result.account.replaced_characters = pgnkit::to_latin1(&mut result.out);
        }
        if self.newline == Newline::Crlf {
            pgnkit::to_crlf(&mut result.out);
        }
        if self.compare {
            let read = &block.bytes[..consumed];
            if read != result.out {
                let same = read.iter().zip(&result.out).take_while(|(a, b)| a == b).count();
                let line =
                    block.first_line + read[..same].iter().filter(|&&byte| byte == b'\n').count() as u64;
                result.differs = Some(line);
            }
            result.out.clear();
            result.account.written = 0;
        }
    }
}

pub(crate) fn run(args: &FmtArgs) -> Status {
    let Some(mut run) = Run::new(&args.common) else { return Status::Failed };
    let worker = Formatter {
        export: export(args),
        encoding: args.encoding,
        newline: args.newline,
        compare: args.check,
    };
    let wanted = Wanted {
        rules: Rules::new(),
        shown: Severity::Error,
        denied: Severity::Error,
        max_per_game: SHOWN_ERRORS,
        max_per_block: SHOWN_ERRORS + 1,
        detail: Detail::Place,
    };
    let job = Job {
        worker: &worker,
        wanted,
        on_error: args.common.on_error,
        rejects: args.common.rejects.is_some(),
        fixing: None,
    };
    let mut errors = Errors::default();
    let result = if args.check {
        check(&mut run, &job, &mut errors)
    } else if args.in_place {
        in_place(&mut run, &job, &mut errors).map(|()| Status::Clean)
    } else {
        to_output(&mut run, &job, args.output.as_deref(), &mut errors).map(|()| Status::Clean)
    };
    match result {
        Ok(status) => run.finish(None).max(status),
        Err(stop) => run.finish(Some(&stop)),
    }
}

fn export(args: &FmtArgs) -> Export {
    let mut export = if args.reduced { Export::reduced() } else { Export::default() }.width(args.width);
    let left_out = |flag: bool, otherwise| if flag { Keep::None } else { otherwise };
    export.comments = left_out(args.no_comments, export.comments);
    export.nags = left_out(args.no_nags, export.nags);
    export.variations = left_out(args.no_variations, export.variations);
    if !args.reduced {
        export.tags = match args.tags.as_str() {
            "all" => TagSelection::All,
            "STR" => TagSelection::Roster,
            names => TagSelection::Named(names.split(',').map(|name| name.trim().to_owned()).collect()),
        };
    }
    export
}

/// Everything to standard output or to one file.
fn to_output(
    run: &mut Run<'_>,
    job: &Job<'_, Formatter>,
    path: Option<&Path>,
    errors: &mut Errors,
) -> Result<(), Stop> {
    let mut out = match path {
        Some(path) if path != Path::new("-") => interrupt::create(path).map(Output::File)?,
        _ => Output::stdout(),
    };
    let mut result = Ok(());
    for input in run.inputs() {
        let before = run.account.read();
        result = run.input(input, job, |name, account, result| {
            errors.show(name, account.read() - before, &result);
            out.write_all(&result.out)?;
            Ok(())
        });
        if result.is_err() {
            break;
        }
    }
    let is_file = matches!(&out, Output::File(file) if file.temporary_path().is_some());
    let is_half = is_file && (result.is_err() || run.failures() > 0);
    let finished = match result {
        Err(stop @ (Stop::Output(_) | Stop::BrokenPipe)) => Err(stop),
        result if is_half => result,
        result => interrupt::commit(|| out.finish()).map_err(Stop::from).and(result),
    };
    if is_half || matches!(finished, Err(Stop::Output(_))) {
        run.account.written = 0;
    }
    if let (true, Some(path)) = (is_half, path) {
        complain(&format_args!("{}: not written, it would be only a part", path.display()));
    }
    finished
}

/// Each file into itself.
fn in_place(run: &mut Run<'_>, job: &Job<'_, Formatter>, errors: &mut Errors) -> Result<(), Stop> {
    for input in run.inputs() {
        let Some(path) = input.path().map(Path::to_owned) else {
            run.fail(&format_args!("{}: only a file of its own can be formatted in place", input.name()));
            continue;
        };
        if ending(input.name()) == "pgc" {
            run.fail(&format_args!("{}: PGC is not written yet, it stays as it is", input.name()));
            continue;
        }
        match pgnkit_archive::source::open(&path) {
            Ok(source) if source.compression() != Compression::Plain => {
                run.fail(&format_args!(
                    "{}: a compressed file cannot be formatted in place; use -o",
                    input.name()
                ));
                continue;
            }
            Ok(_) => {}
            Err(error) => {
                run.fail(&error);
                continue;
            }
        }
        let mut out = interrupt::create(&path)?;
        let before = (run.account.read(), run.account.written);
        let failures = run.failures();
        let result = run.input(input, job, |name, account, result| {
            errors.show(name, account.read() - before.0, &result);
            out.write_all(&result.out)?;
            Ok(())
        });
        // A file that could not be read to its end stays as it is.
        let result = match result {
            Ok(()) if run.failures() == failures => {
                interrupt::commit(|| out.commit()).map(|()| true).map_err(Stop::from)
            }
            result => result.map(|()| false),
        };
        if !matches!(result, Ok(true)) {
            run.account.written = before.1;
        }
        result?;
    }
    Ok(())
}

/// Compares only.
fn check(run: &mut Run<'_>, job: &Job<'_, Formatter>, errors: &mut Errors) -> Result<Status, Stop> {
    let mut out = Output::stdout();
    let mut status = Status::Clean;
    for input in run.inputs() {
        let before = run.account.read();
        let mut first_difference = None;
        let shown = crate::render::safe(input.name());
        run.input(input, job, |name, account, result| {
            errors.show(name, account.read() - before, &result);
            first_difference = first_difference.or(result.differs);
            Ok(())
        })?;
        if let Some(line) = first_difference {
            status = Status::Unclean;
            writeln!(out, "{shown}:{line}: not in export format")?;
        }
    }
    out.finish()?;
    Ok(status)
}

/// Shows the first errors of a run on standard error.
#[derive(Default)]
struct Errors {
    shown: usize,
}

impl Errors {
    fn show(&mut self, name: &str, games_before: u64, result: &BlockResult) {
        let mut renderer = Renderer::new(CheckFormat::Concise, false, None);
        renderer.at(name, games_before);
        let mut stderr = std::io::stderr().lock();
        for finding in &result.findings {
            self.shown += 1;
            if self.shown <= SHOWN_ERRORS {
                let _ = renderer.write(&mut stderr, finding);
            } else if self.shown == SHOWN_ERRORS + 1 {
                let _ = writeln!(stderr, "… more errors; `pgn check` shows all, with the lines they are in");
            }
        }
    }
}
