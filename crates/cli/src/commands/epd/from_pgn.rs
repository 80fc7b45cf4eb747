//! `pgn epd from-pgn`: writes the positions of games as records.

use std::io::Write as _;

use pgnkit::Replayer;
use pgnkit::epd::{FromGame, Positions};
use pgnkit::syntax::Span;

use crate::args::EpdFromPgnArgs;
use crate::run::{Account, Building, Destination, Errors, Findings, Job, Run, Status, Stop, Worker};

/// Reads games and writes their positions.
struct Extractor {
    from: FromGame,
}

impl Worker for Extractor {
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
        let mut records = self.from.records(state.builder.game());
        for epd in records.by_ref() {
            // Writing to memory cannot fail.
            let _ = writeln!(out, "{epd}");
            account.written += 1;
        }
        account.values_without_room += records.no_room() as u64;
    }
}

pub(crate) fn run(args: &EpdFromPgnArgs) -> Status {
    let Some(mut run) = Run::new(&args.common) else { return Status::Failed };
    let result = extract(&mut run, args);
    run.finish(result.err().as_ref())
}

fn extract(run: &mut Run<'_>, args: &EpdFromPgnArgs) -> Result<(), Stop> {
    let positions = if args.is_final { Positions::Final } else { Positions::Every(args.every) };
    let from = FromGame::default()
        .positions(positions)
        .opcodes(args.opcodes.0.iter().cloned())
        .pv_plies(args.pv_plies);
    let worker = Extractor { from };
    let mut out = Destination::create(args.output.as_deref())?;
    let inputs = run.inputs_of_games();
    let job = Job::converting(&worker, &args.common);
    let result = run.all(inputs, &job, &mut Errors::default(), |_, result| out.write(&result.out));
    out.finish(run, result)
}
