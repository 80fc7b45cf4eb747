//! Counts the games of each theme, on all cores: `cargo run --example themes -- games.pgn`

use pgnkit_query::condition::{Condition, Themes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let themes = Themes::default();
    let conditions: Vec<(&str, Condition)> = themes
        .iter()
        .map(|theme| Ok((theme.name(), Condition::with_themes(theme.text(), &themes)?)))
        .collect::<Result<_, pgnkit_query::condition::ConditionError>>()?;

    let mut total = vec![0_u64; conditions.len()];
    pgnkit_archive::open(path)?.fold(
        || vec![0_u64; conditions.len()],
        |counts, read| {
            for (count, (_, condition)) in counts.iter_mut().zip(&conditions) {
                *count += u64::from(condition.holds(&read.game));
            }
        },
        |counts| total.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count),
    )?;
    for ((name, _), count) in conditions.iter().zip(total) {
        println!("{count:6} {name}");
    }
    Ok(())
}
