//! `pgn epd to-pgn`: writes each record as a game.

use pgnkit::epd::{Form, Record};
use pgnkit::syntax::{Encoding, Span};
use pgnkit::{Export, Game, NodeId, Replayer};

use crate::args::EpdToPgnArgs;
use crate::run::{Account, BlockResult, Destination, Errors, Findings, Job, Run, Status, Stop, Worker};

/// Reads records and writes games.
struct Unfolder {
    export: Export,
}

impl Worker for Unfolder {
    type State = ();

    /// There are no games.
    fn read(&self, _: &mut Replayer<'_>, _: &mut (), _: &mut Findings<'_>) -> Option<Span> {
        None
    }

    fn write(&self, _: &mut (), _: &mut Vec<u8>, _: &mut Account) {}

    fn write_record(&self, record: &Record, line: &[u8], _form: Form, result: &mut BlockResult) {
        let game = record.epd.as_ref().map_or_else(|| unread(line), |epd| epd.to_game());
        self.export.write_game(&game, &mut result.out);
        result.account.written += 1;
    }
}

/// A line that gives no position: nothing is known of it but its text.
fn unread(line: &[u8]) -> Game {
    let mut game = Game::new();
    game.add_comment(NodeId::ROOT, &Encoding::detect(line).decode(line));
    game
}

pub(crate) fn run(args: &EpdToPgnArgs) -> Status {
    let Some(mut run) = Run::new(&args.common) else { return Status::Failed };
    let result = unfold(&mut run, args);
    run.finish(result.err().as_ref())
}

fn unfold(run: &mut Run<'_>, args: &EpdToPgnArgs) -> Result<(), Stop> {
    let worker = Unfolder { export: Export::default() };
    let mut out = Destination::create(args.output.as_deref())?;
    let inputs = run.inputs_of_records();
    let job = Job::converting(&worker, &args.common);
    let result = run.all(inputs, &job, &mut Errors::default(), |_, result| out.write(&result.out));
    out.finish(run, result)
}
