//! `pgn convert`: games as JSON, as tables, as records of their positions, and back.

use std::io::Write as _;
use std::path::Path;

use clap::ValueEnum as _;

use pgnkit::epd::{Form, FromGame, Opcode, Record};
use pgnkit::json;
use pgnkit::syntax::{Encoding, Span};
use pgnkit::{Export, Game, NodeId, Replayer};
use pgnkit_archive::Input;

use super::csv::Table;
use crate::args::{CommonArgs, ConvertArgs, OutputFormat};
use crate::run::{
    Account, BlockResult, Building, Destination, Errors, Findings, Job, Run, Status, Stop, Worker, complain,
    write_record,
};

/// Reads games and records, and writes them in one format.
pub(super) struct Converter {
    pub(super) to: OutputFormat,
    /// Which positions of a game are written, and what is said of them.
    from: FromGame,
    json: json::Writer,
    table: Table,
}

impl Converter {
    pub(super) fn new(to: OutputFormat, from: FromGame) -> Self {
        Self { to, from, json: json::Writer::new(), table: Table::default() }
    }
}

impl Worker for Converter {
    type State = Building;

    fn read(
        &self,
        replayer: &mut Replayer<'_>,
        state: &mut Building,
        findings: &mut Findings<'_>,
    ) -> Option<Span> {
        if self.to == OutputFormat::Json {
            state.read(findings, |builder, sink| Some(builder.read_from(replayer, sink)?.span))
        } else {
            state.builder.read_from(replayer, findings).map(|end| end.span)
        }
    }

    fn building<'s>(&self, state: &'s mut Building) -> Option<&'s mut Building> {
        Some(state)
    }

    fn write(&self, state: &mut Building, out: &mut Vec<u8>, account: &mut Account) {
        let game = state.builder.game();
        let form = match self.to {
            OutputFormat::Pgn => {
                Export::default().write_game(game, out);
                account.written += 1;
                return;
            }
            OutputFormat::Json => {
                self.json.write_game_with(game, &state.located, out);
                account.written += 1;
                return;
            }
            OutputFormat::Csv => {
                self.table.write_game(game, account.read(), out);
                account.written += 1;
                return;
            }
            OutputFormat::Epd => Form::Epd,
            OutputFormat::Fen => Form::Fen,
        };
        let mut records = self.from.records(game);
        for epd in records.by_ref() {
            // Writing to memory cannot fail.
            let _ = writeln!(out, "{}", form.write(&epd));
            account.written += 1;
        }
        account.values_without_room += records.no_room() as u64;
    }

    fn expected_output(&self, read: usize) -> usize {
        match self.to {
            OutputFormat::Pgn => read + read / 8,
            OutputFormat::Json => 6 * read,
            _ => 0,
        }
    }

    fn write_record(&self, record: &Record, line: &[u8], _form: Form, result: &mut BlockResult) {
        match self.to {
            OutputFormat::Pgn => Export::default().write_game(&game_of(record, line), &mut result.out),
            OutputFormat::Json => self.json.write_game(&game_of(record, line), &mut result.out),
            OutputFormat::Csv => {
                self.table.write_game(&game_of(record, line), result.account.read(), &mut result.out);
            }
            OutputFormat::Epd => write_record(record, line, Form::Epd, &mut result.out),
            OutputFormat::Fen => {
                let is_counter = |opcode: &Opcode| matches!(opcode, Opcode::Fmvn | Opcode::Hmvc);
                let operations = record.epd.iter().flat_map(|epd| epd.operations());
                let lost = operations.filter(|operation| !is_counter(&operation.opcode)).count();
                result.account.values_without_room += lost as u64;
                write_record(record, line, Form::Fen, &mut result.out);
            }
        }
        result.account.written += 1;
    }
}

/// A record as a game. Of a line that gives no position nothing is known but its text.
fn game_of(record: &Record, line: &[u8]) -> Game {
    if let Some(epd) = &record.epd {
        return epd.to_game();
    }
    let mut game = Game::new();
    game.add_comment(NodeId::ROOT, &Encoding::detect(line).decode(line));
    game
}

pub(crate) fn run(args: &ConvertArgs) -> Status {
    let from = match args.to {
        OutputFormat::Fen => FromGame::default().opcodes([Opcode::Fmvn, Opcode::Hmvc]),
        _ => FromGame::default(),
    };
    if let Some(option) = out_of_place(args) {
        complain(&format_args!("{option} has no say in what --to {} writes", name(args.to)));
        return Status::Failed;
    }
    let converter = Converter {
        json: json::Writer::new().fen(args.fen),
        table: Table::new(args.rows.unwrap_or_default(), args.tags.as_deref(), args.fen),
        ..Converter::new(args.to, from)
    };
    convert(&converter, &args.common, args.output.as_deref(), |run| run.inputs().collect())
}

/// An option that is given and means nothing for the format.
fn out_of_place(args: &ConvertArgs) -> Option<&'static str> {
    let is_table = args.to == OutputFormat::Csv;
    let options = [
        ("--fen", args.fen && !is_table && args.to != OutputFormat::Json),
        ("--rows", args.rows.is_some() && !is_table),
        ("--tags", args.tags.is_some() && !is_table),
    ];
    options.into_iter().find_map(|(option, is_wrong)| is_wrong.then_some(option))
}

fn name(to: OutputFormat) -> String {
    to.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Puts inputs through a converter, to standard output or to a file.
pub(super) fn convert(
    converter: &Converter,
    common: &CommonArgs,
    output: Option<&Path>,
    inputs: impl FnOnce(&mut Run<'_>) -> Vec<Input>,
) -> Status {
    let Some(mut run) = Run::new(common) else { return Status::Failed };
    let result = Destination::create(output).and_then(|mut out| {
        let inputs = inputs(&mut run);
        let job = Job::converting(converter, common);
        let result = if converter.to == OutputFormat::Csv {
            table(&mut run, inputs, &job, &converter.table, &mut out)
        } else {
            run.all(inputs, &job, &mut Errors::default(), |_, result| out.write(&result.out))
        };
        out.finish(&mut run, result)
    });
    run.finish(result.err().as_ref())
}

/// Writes a table: its head once, and rows that know how many games came before them.
fn table(
    run: &mut Run<'_>,
    inputs: Vec<Input>,
    job: &Job<'_, Converter>,
    table: &Table,
    out: &mut Destination,
) -> Result<(), Stop> {
    out.write(table.head().as_bytes())?;
    let mut errors = Errors::default();
    let mut rows = Vec::new();
    inputs.into_iter().try_for_each(|input| {
        let before = run.account.read();
        run.input(input, job, |name, account, result| {
            errors.show(name, account.read() - before, &result);
            rows.clear();
            Table::number(&result.out, account.read(), &mut rows);
            out.write(&rows)
        })
    })
}
