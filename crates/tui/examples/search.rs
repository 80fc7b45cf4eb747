//! Lists games and searches them as one types, with times: `cargo run --release -p pgnkit-tui --example search games.pgn 'tal 1960'`.

use std::time::{Duration, Instant};

use pgnkit::PieceLetters;
use pgnkit_tui::{GameList, Library, Search, State};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(text)) = (arguments.next(), arguments.next()) else {
        return Err("expected a file and a text".into());
    };
    let (mut list, mut failures) = (GameList::new(), Vec::new());
    let start = Instant::now();
    let mut library = Library::open(vec![path.into()], None, PieceLetters::default())?;
    let mut first = None;
    while library.state() != State::Done {
        library.take(&mut list, &mut failures, Duration::from_millis(10));
        if !list.is_empty() {
            first.get_or_insert_with(|| start.elapsed());
        }
    }
    failures.iter().for_each(|failure| eprintln!("{failure}"));
    println!(
        "{} games listed in {:?}, the first after {:?}",
        list.len(),
        start.elapsed(),
        first.unwrap_or_default()
    );
    println!("{} bytes a game", list.allocated_bytes() / list.len().max(1));
    let mut search = Search::default();
    for (end, letter) in text.char_indices() {
        let start = Instant::now();
        let typed = &text[..end + letter.len_utf8()];
        search.change(typed, &list);
        println!("{:>12?} {:>9} games {typed:?}", start.elapsed(), search.rows().len());
    }
    let start = Instant::now();
    let whole = Search::new(&text, &list);
    println!("{:>12?} {:>9} games, typed at once", start.elapsed(), whole.rows().len());
    Ok(())
}
