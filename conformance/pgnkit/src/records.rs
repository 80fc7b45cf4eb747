//! Records of EPD and FEN as JSON.

use pgnkit::chess::ChessMode;
use pgnkit::chess::fen::EnPassant;
use pgnkit::epd::{Epd, Opcode, Operand, Operation, Reader, RecordFormat, Registers};
use pgnkit::syntax::{AtLevel, Collect, Ignore, Level};
use serde_json::{Value, json};

use crate::{Format, diagnostics};

/// The records and what is wrong with them.
pub(crate) fn read(text: &[u8], format: RecordFormat, level: Level) -> Value {
    let mut found = AtLevel { level, sink: Collect::default() };
    let mut reader = Reader::new(text).format(format);
    let mut registers = Registers::default();
    let mut records = Vec::new();
    while let Some(record) = reader.read_record(&mut found) {
        let Some(epd) = record.epd else { continue };
        registers.scan(&epd);
        records.push(match format {
            RecordFormat::Fen => json!({ "fen": epd.fen() }),
            _ => of_record(&epd, &registers),
        });
    }
    let mut answer = diagnostics::of(&found.sink);
    answer["records"] = records.into();
    answer
}

/// The records in another form, or the same one.
pub(crate) fn written(text: &[u8], format: RecordFormat, to: Format) -> Vec<u8> {
    let mut reader = Reader::new(text).format(format);
    let mut out = Vec::new();
    while let Some(record) = reader.read_record(&mut Ignore) {
        let Some(epd) = record.epd else { continue };
        match to.name() {
            "pgn" => {
                pgnkit::Export::default().write_game(&epd.to_game(), &mut out);
            }
            "pgc" => {
                pgnkit::pgc::Writer::new().write_lossy(&epd.to_game(), &mut out);
            }
            _ => out.extend(format!("{}\n", to.record_format().write(&epd)).bytes()),
        }
    }
    out
}

fn of_record(epd: &Epd, registers: &Registers) -> Value {
    let operations: Value = epd.operations().iter().map(|operation| of_operation(operation, epd)).collect();
    let mut object = json!({
        "position": epd.position().epd(EnPassant::Always).as_str(),
        "operations": operations,
        "registers": of_registers(registers),
    });
    if let Some(result) = epd.result() {
        object["result"] = result.as_str().into();
    }
    object
}

fn of_operation(operation: &Operation, epd: &Epd) -> Value {
    let operands: Value = operation.operands.iter().map(|operand| of_operand(operand, epd.mode())).collect();
    let mut object = json!({ "opcode": operation.opcode.as_str(), "operands": operands });
    if operation.opcode == Opcode::Ce
        && let Some(mate) = epd.evaluation().and_then(|evaluation| evaluation.mate())
    {
        object["mate"] = mate.into();
    }
    object
}

fn of_operand(operand: &Operand, mode: ChessMode) -> Value {
    match operand {
        Operand::Move { mv, san } => {
            json!({ "type": "move", "uci": mv.to_uci(mode).as_str(), "san": san.to_string() })
        }
        Operand::Float(text) => json!({ "type": "float", "value": text }),
        Operand::String(text) => json!({ "type": "string", "value": text }),
        _ => match operand.as_integer() {
            Some(value) => json!({ "type": "integer", "value": value }),
            None => json!({ "type": "word", "value": operand.to_string() }),
        },
    }
}

fn of_registers(registers: &Registers) -> Value {
    let list = |get: &dyn Fn(usize) -> Option<String>| {
        let mut list: Vec<Option<String>> = (0..10).map(get).collect();
        while list.last().is_some_and(Option::is_none) {
            list.pop();
        }
        list
    };
    json!({
        "c": list(&|rank| registers.comment(rank).map(str::to_owned)),
        "v": list(&|rank| registers.variation_name(rank).map(str::to_owned)),
        "eco": registers.eco(),
        "nic": registers.nic(),
    })
}
