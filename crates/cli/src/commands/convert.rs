//! `pgn convert`: games in other notations, in binary coding, as JSON, as tables, as records of their positions, and back.

use std::io::Write as _;
use std::path::Path;

use clap::ValueEnum as _;

use pgnkit::annotations::{self, Dialect};
use pgnkit::epd::{Opcode, Record, RecordFormat, RecordOptions};
use pgnkit::pgc::{self, Losses};
use pgnkit::syntax::{Encoding, Severity, Sink as _, Span};
use pgnkit::{Export, Game, LongAlgebraicStyle, NodeId, Notation, PieceLetters, Replayer, json};
use pgnkit_archive::Input;

use super::csv::Table;
use crate::args::{AnnotationDialect, CommonArgs, ConvertArgs, OutputFormat, PgcDialect};
use crate::run::{
    Account, BlockResult, Building, Destination, Errors, Findings, Job, Run, Status, Stop, Tally, Worker,
    complain, write_record,
};

/// Reads games and records, and writes them in one format.
pub(super) struct Converter {
    pub(super) to: OutputFormat,
    /// Which positions of a game are written, and what is said of them.
    from: RecordOptions,
    /// How games are written as text.
    export: Export,
    /// The piece letters of games in PGN.
    letters: PieceLetters,
    json: json::Writer,
    table: Table,
    coding: Coding,
    /// How the annotations of games are written; `None` for as they are.
    annotations: Option<Dialect>,
}

/// How PGC is written.
#[derive(Clone, Copy, Debug, Default)]
struct Coding {
    dialect: pgc::Dialect,
    /// Whether games are written that it cannot hold whole.
    lossy: bool,
}

/// What a thread needs from game to game.
#[derive(Debug, Default)]
pub(super) struct State {
    building: Building,
    writer: Option<pgc::Writer>,
    /// The game read last in binary coding, and what it lacks.
    coded: Vec<u8>,
    losses: Losses,
}

impl Converter {
    pub(super) fn new(to: OutputFormat, from: RecordOptions) -> Self {
        Self {
            to,
            from,
            export: Export::default(),
            letters: PieceLetters::default(),
            json: json::Writer::new(),
            table: Table::default(),
            coding: Coding::default(),
            annotations: None,
        }
    }

    /// Of games in other piece letters.
    pub(super) fn letters(self, letters: PieceLetters) -> Self {
        Self { letters, ..self }
    }

    fn report(&self, losses: Losses, game: Span, findings: &mut Findings<'_>) {
        if !losses.is_empty() {
            let severity = if self.coding.lossy { Severity::Warning } else { Severity::Error };
            findings.report(losses.diagnostic(game).severity(severity));
        }
    }

    /// A record as a game in binary coding, and what that lacks.
    fn coded(&self, record: &Record, line: &[u8]) -> (Vec<u8>, Losses) {
        let mut coded = Vec::new();
        let mut writer = pgc::Writer::new().dialect(self.coding.dialect);
        let losses = writer.write_lossy(&game_of(record, line), &mut coded);
        (coded, losses)
    }
}

impl Worker for Converter {
    type State = State;

    fn read(
        &self,
        replayer: &mut Replayer<'_>,
        State { building, .. }: &mut State,
        findings: &mut Findings<'_>,
    ) -> Option<Span> {
        if self.to == OutputFormat::Json {
            building.read(findings, |builder, sink| Some(replayer.read_into(builder, sink)?.span))
        } else {
            replayer.read_into(&mut building.builder, findings).map(|end| end.span)
        }
    }

    fn read_pgc(
        &self,
        reader: &mut pgc::Reader<'_>,
        State { building, .. }: &mut State,
        findings: &mut Findings<'_>,
    ) -> Option<Span> {
        if self.to == OutputFormat::Json {
            building.read(findings, |builder, sink| Some(reader.read_into(builder, sink)?.span))
        } else {
            reader.read_into(&mut building.builder, findings).map(|end| end.span)
        }
    }

    fn building<'s>(&self, state: &'s mut State) -> Option<&'s mut Building> {
        Some(&mut state.building)
    }

    /// Puts the game into binary coding: where that cannot hold it, it counts as one with an error.
    fn look(&self, state: &mut State, game: Span, findings: &mut Findings<'_>) {
        if self.to != OutputFormat::Pgc {
            return;
        }
        let writer = state.writer.get_or_insert_with(|| pgc::Writer::new().dialect(self.coding.dialect));
        state.coded.clear();
        state.losses = writer.write_lossy(state.building.builder.game(), &mut state.coded);
        self.report(state.losses, game, findings);
    }

    fn look_at_record(&self, record: &Record, line: &[u8], findings: &mut Findings<'_>) {
        if self.to == OutputFormat::Pgc {
            self.report(self.coded(record, line).1, record.span, findings);
        }
    }

    fn write(&self, state: &mut State, out: &mut Vec<u8>, account: &mut Account) {
        if let Some(dialect) = self.annotations {
            count(annotations::rewrite(state.building.builder.game_mut(), dialect), account);
        }
        let game = state.building.builder.game();
        let form = match self.to {
            OutputFormat::Pgn
            | OutputFormat::San
            | OutputFormat::Fan
            | OutputFormat::Lan
            | OutputFormat::Uci => {
                self.export.write_game(game, out);
                account.written += 1;
                return;
            }
            OutputFormat::Json => {
                self.json.write_game_with(game, &state.building.located, out);
                account.written += 1;
                return;
            }
            OutputFormat::Csv => {
                self.table.write_game(game, account.read(), out);
                account.written += 1;
                return;
            }
            OutputFormat::Pgc => {
                if state.losses.is_empty() || self.coding.lossy {
                    out.extend_from_slice(&state.coded);
                    account.lost += state.losses;
                    account.written += 1;
                } else {
                    account.dropped += 1;
                }
                return;
            }
            OutputFormat::Epd => RecordFormat::Epd,
            OutputFormat::Fen => RecordFormat::Fen,
        };
        let mut records = self.from.records(game);
        for epd in records.by_ref() {
            // Writing to memory cannot fail.
            let _ = writeln!(out, "{}", form.write(&epd));
            account.written += 1;
        }
        account.values_without_room += records.truncated_values() as u64;
    }

    fn expected_output(&self, read: usize) -> usize {
        match self.to {
            OutputFormat::Pgn | OutputFormat::San | OutputFormat::Uci => read + read / 8,
            OutputFormat::Fan | OutputFormat::Lan => read + read / 2,
            OutputFormat::Json => 6 * read,
            _ => 0,
        }
    }

    fn write_record(&self, record: &Record, line: &[u8], _form: RecordFormat, result: &mut BlockResult) {
        match self.to {
            OutputFormat::Pgn
            | OutputFormat::San
            | OutputFormat::Fan
            | OutputFormat::Lan
            | OutputFormat::Uci => self.export.write_game(&game_of(record, line), &mut result.out),
            OutputFormat::Json => self.json.write_game(&game_of(record, line), &mut result.out),
            OutputFormat::Csv => {
                self.table.write_game(&game_of(record, line), result.account.read(), &mut result.out);
            }
            OutputFormat::Pgc => {
                let (mut coded, losses) = self.coded(record, line);
                if !losses.is_empty() && !self.coding.lossy {
                    result.account.dropped += 1;
                    return;
                }
                result.account.lost += losses;
                result.out.append(&mut coded);
            }
            OutputFormat::Epd => write_record(record, line, RecordFormat::Epd, &mut result.out),
            OutputFormat::Fen => {
                let is_counter = |opcode: &Opcode| matches!(opcode, Opcode::Fmvn | Opcode::Hmvc);
                let operations = record.epd.iter().flat_map(|epd| epd.operations());
                let lost = operations.filter(|operation| !is_counter(&operation.opcode)).count();
                result.account.values_without_room += lost as u64;
                write_record(record, line, RecordFormat::Fen, &mut result.out);
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

/// A record as a game. Of a line that gives no position nothing is known but its text.
fn game_of(record: &Record, line: &[u8]) -> Game {
    if let Some(epd) = &record.epd {
        return epd.to_game();
    }
    let mut game = Game::new();
    // The root is always there.
    let _ = game.add_comment(NodeId::ROOT, &Encoding::detect(line).decode(line));
    game
}

pub(crate) fn run(args: &ConvertArgs) -> Status {
    let from = match args.to {
        OutputFormat::Fen => RecordOptions::default().opcodes([Opcode::Fmvn, Opcode::Hmvc]),
        _ => RecordOptions::default(),
    };
    if let Some(option) = out_of_place(args) {
        complain(&format_args!("{option} has no say in what --to {} writes", name(args.to)));
        return Status::Failed;
    }
    let converter = Converter {
        export: Export::default().notation(notation(args)),
        letters: args.from_lang.unwrap_or_default(),
        json: json::Writer::new().fen(args.fen),
        table: Table::new(args.rows.unwrap_or_default(), args.tags.as_deref(), args.fen),
        coding: Coding {
            dialect: match args.dialect {
                Some(PgcDialect::Pgn2pgc) => pgc::Dialect::Pgn2pgc,
                Some(PgcDialect::Standard) | None => pgc::Dialect::Standard,
            },
            lossy: args.lossy,
        },
        annotations: dialect(args),
        ..Converter::new(args.to, from)
    };
    convert(&converter, &args.common, args.output.as_deref(), |run| run.inputs().collect())
}

/// How moves are written in games as text.
fn notation(args: &ConvertArgs) -> Notation {
    let language = args.lang.unwrap_or_default();
    match args.to {
        OutputFormat::San => Notation::San(language),
        OutputFormat::Fan => Notation::Figurine,
        OutputFormat::Uci => Notation::Uci,
        OutputFormat::Lan => Notation::Long(args.lan_style.unwrap_or_default().into(), language),
        _ => Notation::SAN,
    }
}

/// Whether moves are written with letters, that may be of any language: what is exchanged has English ones.
fn has_letters(args: &ConvertArgs) -> bool {
    match args.to {
        OutputFormat::San => true,
        OutputFormat::Lan => LongAlgebraicStyle::from(args.lan_style.unwrap_or_default()).has_letters(),
        _ => false,
    }
}

/// An option that is given and means nothing for the format.
fn out_of_place(args: &ConvertArgs) -> Option<&'static str> {
    let is_table = args.to == OutputFormat::Csv;
    let options = [
        ("--fen", args.fen && !is_table && args.to != OutputFormat::Json),
        ("--rows", args.rows.is_some() && !is_table),
        ("--tags", args.tags.is_some() && !is_table),
        ("--annotations", args.annotations.is_some() && args.to != OutputFormat::Pgn),
        ("--lossy", args.lossy && args.to != OutputFormat::Pgc),
        ("--lang", args.lang.is_some() && !has_letters(args)),
        ("--lan-style", args.lan_style.is_some() && args.to != OutputFormat::Lan),
        ("--dialect", args.dialect.is_some() && args.to != OutputFormat::Pgc),
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
        let job = Job { letters: converter.letters, ..Job::converting(converter, common) };
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
