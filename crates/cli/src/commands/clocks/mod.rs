//! `pgn clocks`: the time of each move, shown or written into the games.

mod numbering;
mod rows;
mod table;

use pgnkit::clocks::{self, ClockKind, Clocks, IfPresent};
use pgnkit::syntax::Span;
use pgnkit::{Export, Replayer, pgc};

use crate::args::{AddedTime, ClocksArgs, InputFormat};
use crate::run::{
    Account, Building, Content, Destination, Errors, Findings, InPlace, Job, Run, Status, Stop, Tally, Worker,
};

/// Reads games and shows their times, or writes the games with them.
struct Timekeeper {
    form: Form,
    /// Whether the output takes the place of the input.
    in_place: bool,
}

/// What is made of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Games(ClockKind, IfPresent),
    Table,
    Json,
    Csv,
}

impl Worker for Timekeeper {
    type State = Building;

    fn read(
        &self,
        replayer: &mut Replayer<'_>,
        state: &mut Building,
        findings: &mut Findings<'_>,
    ) -> Option<Span> {
        replayer.read_into(&mut state.builder, findings).map(|end| end.span)
    }

    fn read_pgc(
        &self,
        reader: &mut pgc::Reader<'_>,
        state: &mut Building,
        findings: &mut Findings<'_>,
    ) -> Option<Span> {
        reader.read_into(&mut state.builder, findings).map(|end| end.span)
    }

    fn building<'s>(&self, state: &'s mut Building) -> Option<&'s mut Building> {
        Some(state)
    }

    fn refuses(&self, content: Content) -> Option<&'static str> {
        if self.in_place { content.not_in_export_format() } else { None }
    }

    fn write(&self, state: &mut Building, out: &mut Vec<u8>, account: &mut Account) {
        let contradictions = match self.form {
            Form::Games(quantity, existing) => {
                let game = state.builder.game_mut();
                let added = clocks::write_clocks(game, quantity, existing);
                Export::default().write_game(game, out);
                account.written += 1;
                let counts = [("added", added.written), ("kept", added.kept), ("unknown", added.unknown)];
                account.count_in(Tally::Times, &counts);
                added.contradictions
            }
            form => {
                let game = state.builder.game();
                let clocks = Clocks::of(game);
                match form {
                    Form::Json => rows::write_json(&clocks, account.games, out),
                    Form::Csv => rows::write_csv(&clocks, account.games, out),
                    _ => table::write(game, &clocks, account.games, out),
                }
                clocks.contradictions.len() as u64
            }
        };
        account.count_in(Tally::Times, &[("in contradiction", contradictions)]);
    }

    fn expected_output(&self, read: usize) -> usize {
        2 * read
    }
}

pub(crate) fn run(mut args: ClocksArgs) -> Status {
    // Positions have no times.
    args.common.usual = Some(InputFormat::Pgn);
    let args = &args;
    let Some(mut run) = Run::new(&args.common) else { return Status::Failed };
    let worker = Timekeeper { form: form(args), in_place: args.in_place };
    let job = Job::converting(&worker, &args.common);
    let mut errors = Errors::default();
    let result = if args.in_place {
        in_place(&mut run, &job, &mut errors)
    } else {
        let result = Destination::create(args.output.as_deref());
        result.and_then(|out| to_output(&mut run, &job, &mut errors, out))
    };
    run.finish(result.err().as_ref())
}

fn form(args: &ClocksArgs) -> Form {
    match args.add {
        Some(added) => {
            let quantity = match added {
                AddedTime::Emt => ClockKind::Emt,
                AddedTime::Clk => ClockKind::Clk,
                AddedTime::Egt => ClockKind::Egt,
            };
            Form::Games(quantity, if args.replace { IfPresent::Replace } else { IfPresent::Keep })
        }
        None if args.json => Form::Json,
        None if args.csv => Form::Csv,
        None => Form::Table,
    }
}

fn to_output(
    run: &mut Run<'_>,
    job: &Job<'_, Timekeeper>,
    errors: &mut Errors,
    mut out: Destination,
) -> Result<(), Stop> {
    let form = job.worker.form;
    let result = (|| {
        if form == Form::Csv {
            out.write(rows::CSV_HEADER)?;
        }
        for input in run.inputs_of_games() {
            let before = run.account.games;
            run.input(input, job, |name, account, result| {
                errors.show(name, account.games - before, &result);
                if matches!(form, Form::Games(..)) {
                    return out.write(&result.out);
                }
                let file = rows::file_name(form, name);
                out.write(&numbering::fill_in(&result.out, &file, account.games - before))
            })?;
        }
        Ok(())
    })();
    out.finish(run, result)
}

/// Each file into itself.
fn in_place(run: &mut Run<'_>, job: &Job<'_, Timekeeper>, errors: &mut Errors) -> Result<(), Stop> {
    for input in run.inputs_of_games() {
        let Some(mut out) = InPlace::create(run, &input, "given clocks")? else { continue };
        let result = run.all([input], job, errors, |_, result| out.write(&result.out));
        out.finish(run, result)?;
    }
    Ok(())
}
