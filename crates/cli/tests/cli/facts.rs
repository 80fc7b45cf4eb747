//! A fact about moves has the same value in conditions and in columns.

use pgnkit::syntax::Ignore;
use pgnkit::{Game, Replayer};
use pgnkit_columns::internals::arrow_array::Array;
use pgnkit_columns::internals::arrow_array::cast::AsArray as _;
use pgnkit_columns::internals::arrow_array::types::{Float64Type, Int16Type, Int32Type};
use pgnkit_columns::{Builder, Layout, Rows};
use pgnkit_query::condition::{Condition, Expression};

const GAMES: [&str; 3] = [
    "[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:03:00] [%eval 0.17]} e5 {[%eval -12.34] [%clk 0:02:59.5] book} \
     2. Qh5 $2 {[%eval #-3]} Ke7 3. Qxe5# {[%eval #1] [%clk 0:00:01]} 1-0\n",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 {-0.50/12 1.2s} 8. e4 {[%eval 400.0]} Ke6 *\n",
    "1. d4 {x} d5 {[%clk 1:00:00]} *\n",
];

#[test]
fn conditions_and_columns_agree_on_moves() {
    let mut known = 0;
    for text in GAMES {
        let names = ["ply", "move_number", "color", "san", "clock", "eval_cp", "comment"];
        let mut builder = Builder::new(&Layout::of(Rows::Plies, names).unwrap());
        let mut replayer = Replayer::new(text.as_bytes());
        assert!(replayer.read_game(builder.visitor(), &mut Ignore).is_some());
        builder.add(1, None, &[]);
        let batch = builder.finish().unwrap();
        let game: Game = text.parse().unwrap();
        assert_eq!(batch.num_rows(), game.ply_count());
        let column = |name: &str| batch.column_by_name(name).unwrap().clone();
        for row in 0..batch.num_rows() {
            let ply = row + 1;
            let numbers: [(&str, Option<f64>); 3] = [
                ("move_number", Some(column("move_number").as_primitive::<Int32Type>().value(row).into())),
                ("clock", {
                    let clocks = column("clock");
                    clocks.is_valid(row).then(|| clocks.as_primitive::<Float64Type>().value(row))
                }),
                ("eval_cp", {
                    let evals = column("eval_cp");
                    evals.is_valid(row).then(|| evals.as_primitive::<Int16Type>().value(row).into())
                }),
            ];
            for (name, value) in numbers {
                let expression: Expression = format!("last({name}, ply = {ply})").parse().unwrap();
                let found = expression.of(&game).to_string();
                // Conditions also compute clocks that the text does not have.
                let Some(value) = value else {
                    assert!(name == "clock" || found.is_empty(), "{name} after {ply} of {text}: {found}");
                    continue;
                };
                assert_eq!(found, value.to_string(), "{name} after {ply} of {text}");
                known += 1;
            }
            for name in ["color", "san", "comment"] {
                let values = column(name);
                let asked = match values.is_valid(row) {
                    true => format!("{name} = '{}'", values.as_string::<i32>().value(row)),
                    false => format!("{name} IS NULL"),
                };
                let condition: Condition = format!("position(ply = {ply} AND {asked})").parse().unwrap();
                assert!(condition.holds(&game), "{asked} after {ply} of {text}");
                known += 1;
            }
        }
    }
    assert!(known >= 50, "{known}");
}
