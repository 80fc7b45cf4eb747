//! `pgn convert`: games as records of their positions, records as games, one form of records as the other.

use std::io::Write as _;
use std::path::Path;

use pgnkit::annotations::{self, Dialect};
use pgnkit::epd::{Form, FromGame, Opcode, Record};
use pgnkit::syntax::{Encoding, Span};
use pgnkit::{Export, Game, NodeId, Replayer};
use pgnkit_archive::Input;

use crate::args::{AnnotationDialect, CommonArgs, ConvertArgs, OutputFormat};
use crate::run::{
    Account, BlockResult, Building, Destination, Errors, Findings, Job, Run, Status, Tally, Worker, complain,
    write_record,
};

/// Reads games and records, and writes them in one format.
pub(super) struct Converter {
    pub(super) to: OutputFormat,
    /// Which positions of a game are written, and what is said of them.
    pub(super) from: FromGame,
    /// How the annotations of games are written; `None` for as they are.
    pub(super) annotations: Option<Dialect>,
}

impl Worker for Converter {
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
        if let Some(dialect) = self.annotations {
            count(annotations::rewrite(state.builder.game_mut(), dialect), account);
        }
        let game = state.builder.game();
        let form = match self.to {
            OutputFormat::Pgn => {
                Export::default().write_game(game, out);
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

    fn write_record(&self, record: &Record, line: &[u8], _form: Form, result: &mut BlockResult) {
        match self.to {
            OutputFormat::Pgn => {
                let game = record.epd.as_ref().map_or_else(|| unread(line), |epd| epd.to_game());
                Export::default().write_game(&game, &mut result.out);
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

fn count(report: annotations::Report, account: &mut Account) {
    let annotations::Report { converted, kept, rounded, removed, .. } = report;
    let counts =
        [("converted", converted), ("kept as they are", kept), ("rounded", rounded), ("removed", removed)];
    account.count_in(Tally::Annotations, &counts);
}

fn dialect(args: &ConvertArgs) -> Option<Dialect> {
    args.annotations.map(|dialect| match dialect {
        AnnotationDialect::Lichess => Dialect::Lichess,
        AnnotationDialect::Supplement => Dialect::Supplement,
        AnnotationDialect::Plain => Dialect::Plain,
    })
}

/// A line that gives no position: nothing is known of it but its text.
fn unread(line: &[u8]) -> Game {
    let mut game = Game::new();
    game.add_comment(NodeId::ROOT, &Encoding::detect(line).decode(line));
    game
}

pub(crate) fn run(args: &ConvertArgs) -> Status {
    let from = match args.to {
        OutputFormat::Fen => FromGame::default().opcodes([Opcode::Fmvn, Opcode::Hmvc]),
        _ => FromGame::default(),
    };
    if args.annotations.is_some() && args.to != OutputFormat::Pgn {
        complain(&"--annotations needs --to pgn");
        return Status::Failed;
    }
    let converter = Converter { to: args.to, from, annotations: dialect(args) };
    convert(&converter, &args.common, args.output.as_deref(), |run| run.inputs().collect())
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
        let result = run.all(inputs, &job, &mut Errors::default(), |_, result| out.write(&result.out));
        out.finish(&mut run, result)
    });
    run.finish(result.err().as_ref())
}
