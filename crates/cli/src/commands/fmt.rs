//! `pgn fmt`: writes games in export format.

use std::io::Write as _;
use std::path::Path;

use pgnkit::epd::{Record, RecordFormat};
use pgnkit::syntax::Span;
use pgnkit::{Export, Replayer, TagSelection, pgc};
use pgnkit_archive::Output;
use pgnkit_archive::pipeline::BlockView;

use crate::args::{FmtArgs, Newline, OutputEncoding};
use crate::run::{
    Account, BlockResult, Building, Content, Destination, Errors, Findings, InPlace, Job, Run, Status, Stop,
    Worker, write_record,
};

/// Reads games and writes them.
struct Formatter {
    export: Export,
    encoding: OutputEncoding,
    newline: Newline,
    /// Whether the output is only compared with the input.
    compare: bool,
    /// Whether the output takes the place of the input.
    in_place: bool,
}

impl Worker for Formatter {
    type State = Building;

    fn read(
        &self,
        replayer: &mut Replayer<'_>,
        state: &mut Building,
        findings: &mut Findings<'_>,
    ) -> Option<Span> {
        replayer.read_into(&mut state.builder, findings).map(|end| end.span)
    }

    fn write(&self, state: &mut Building, out: &mut Vec<u8>, account: &mut Account) {
        self.export.write_game(state.builder.game(), out);
        account.written += 1;
    }

    /// A record that gives no position stays as it is: leaving it out would lose it.
    fn write_record(&self, record: &Record, line: &[u8], form: RecordFormat, result: &mut BlockResult) {
        write_record(record, line, form, &mut result.out);
        result.account.written += 1;
    }

    fn read_pgc(
        &self,
        reader: &mut pgc::Reader<'_>,
        state: &mut Building,
        findings: &mut Findings<'_>,
    ) -> Option<Span> {
        reader.read_into(&mut state.builder, findings).map(|end| end.span)
    }

    fn refuses(&self, content: Content) -> Option<&'static str> {
        if self.compare || self.in_place { content.not_in_export_format() } else { None }
    }

    fn building<'s>(&self, state: &'s mut Building) -> Option<&'s mut Building> {
        Some(state)
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
        in_place: args.in_place,
    };
    let letters = args.letters.lang.unwrap_or_default();
    let job = Job { letters, ..Job::converting(&worker, &args.common) };
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
    export.comments &= !args.no_comments;
    export.nags &= !args.no_nags;
    export.variations &= !args.no_variations;
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
    let mut out = Destination::create(path)?;
    let inputs = run.inputs_of_one_kind();
    let result = run.all(inputs, job, errors, |_, result| out.write(&result.out));
    out.finish(run, result)
}

/// Each file into itself.
fn in_place(run: &mut Run<'_>, job: &Job<'_, Formatter>, errors: &mut Errors) -> Result<(), Stop> {
    for input in run.inputs() {
        let Some(mut out) = InPlace::create(run, &input, "formatted")? else { continue };
        let result = run.all([input], job, errors, |_, result| out.write(&result.out));
        out.finish(run, result)?;
    }
    Ok(())
}

/// Compares only.
fn check(run: &mut Run<'_>, job: &Job<'_, Formatter>, errors: &mut Errors) -> Result<Status, Stop> {
    let mut out = Output::stdout();
    let mut status = Status::Clean;
    for input in run.inputs() {
        let mut first_difference = None;
        let shown = crate::render::safe(input.name());
        run.all([input], job, errors, |_, result| {
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
