//! Lists as text: a line for each player, in columns under the headings of the first line.

use std::io::{self, BufRead, Read as _};
use std::ops::Range;

use pgnkit::syntax::Encoding;

use super::{Player, filled, number, title};

/// Bytes of a line that are read; what comes after them is no player.
const MAX_LINE: u64 = 4096;

/// Lines before the headings.
const MAX_HEAD: usize = 50;

/// The places of the columns.
#[derive(Debug)]
struct Columns {
    id: Range<usize>,
    name: Range<usize>,
    federation: Range<usize>,
    title: Option<Range<usize>>,
    rating: Option<Range<usize>>,
    born: Option<Range<usize>>,
}

pub(super) fn read(mut list: impl BufRead, mut take: impl FnMut(Player)) -> io::Result<()> {
    let mut line = Vec::new();
    let mut columns = None;
    let mut before = 0;
    while next_line(&mut list, &mut line)? {
        match &columns {
            Some(columns) => player(&line, columns).into_iter().for_each(&mut take),
            None => {
                columns = Columns::of(&line);
                before += 1;
                if columns.is_none() && before == MAX_HEAD {
                    break;
                }
            }
        }
    }
    if columns.is_none() && before > 0 {
        let text = "no line with the headings ID, Name and Fed is in it";
        return Err(io::Error::new(io::ErrorKind::InvalidData, text));
    }
    Ok(())
}

/// Reads a line, or the beginning of one that is too long.
fn next_line(list: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    list.take(MAX_LINE).read_until(b'\n', line)?;
    if line.is_empty() {
        return Ok(false);
    }
    while line.last() != Some(&b'\n') && line.len() as u64 == MAX_LINE {
        let buffer = list.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        let is_over = end.is_some() || buffer.is_empty();
        list.consume(length);
        if is_over {
            break;
        }
    }
    Ok(true)
}

impl Columns {
    fn of(line: &[u8]) -> Option<Self> {
        let line = std::str::from_utf8(line).ok()?.trim_end();
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        if !line.is_ascii() || !line.trim_start().to_ascii_uppercase().starts_with("ID") {
            return None;
        }
        // Some headings touch each other: TitlFed, GamesBorn.
        let mut starts: Vec<usize> =
            ["Fed", "Born"].iter().filter_map(|heading| line.find(heading)).collect();
        let bytes = line.as_bytes();
        starts.extend((0..bytes.len()).filter(|&at| bytes[at] != b' ' && (at == 0 || bytes[at - 1] == b' ')));
        starts.sort_unstable();
        let column =
            |start: usize| start..starts.iter().copied().find(|next| *next > start).unwrap_or(usize::MAX);
        let named = |headings: &[&str]| headings.iter().find_map(|heading| line.find(heading)).map(column);
        let is_month = |start: &usize| {
            let word = line[*start..].split(' ').next().unwrap_or_default().as_bytes();
            word.len() == 5
                && word[..3].iter().all(u8::is_ascii_alphabetic)
                && word[3..].iter().all(u8::is_ascii_digit)
        };
        let name = named(&["Name"])?;
        let rating = named(&["SRtng", "Rtng"]).or_else(|| starts.iter().copied().find(is_month).map(column));
        Some(Self {
            id: 0..name.start,
            name,
            federation: named(&["Fed"])?,
            title: named(&["Tit"]),
            rating,
            born: named(&["B-day", "Born"]),
        })
    }
}

fn player(line: &[u8], columns: &Columns) -> Option<Player> {
    let text = Encoding::read(line);
    let text = text.trim_end();
    // Columns are counted in bytes by some programs that write them, and in characters by others.
    let by_bytes = |place: &Range<usize>| {
        text.get(place.start.min(text.len())..place.end.min(text.len())).unwrap_or_default().to_owned()
    };
    let by_characters = |place: &Range<usize>| -> String {
        text.chars().skip(place.start).take(place.end.saturating_sub(place.start)).collect()
    };
    let is_federation =
        |value: String| value.trim().len() == 3 && value.trim().bytes().all(|byte| byte.is_ascii_uppercase());
    let counts_characters = !text.is_ascii() && !is_federation(by_bytes(&columns.federation));
    let cell = |place: &Range<usize>| if counts_characters { by_characters(place) } else { by_bytes(place) };
    let optional = |place: &Option<Range<usize>>| place.as_ref().map(cell).unwrap_or_default();
    Some(Player {
        id: cell(&columns.id).trim().parse().ok()?,
        name: filled(&cell(&columns.name))?,
        federation: filled(&cell(&columns.federation)),
        title: title(&optional(&columns.title)),
        rating: number(&optional(&columns.rating)),
        born: number(&optional(&columns.born)),
    })
}
