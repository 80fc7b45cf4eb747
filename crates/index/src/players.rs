//! The games of players: a list for each name, whatever its case.

use pgnkit_chess::Color;

use crate::table::numbers;
use crate::tags;

/// The key of a name: a hash of its small letters, without blanks around them (FNV-1a, of 64 bits).
pub(crate) fn key(name: &str) -> u64 {
    let letters = name.trim().chars().flat_map(char::to_lowercase);
    let mut buffer = [0; 4];
    letters.fold(0xcbf2_9ce4_8422_2325, |hash: u64, letter| {
        let bytes = letter.encode_utf8(&mut buffer).as_bytes();
        bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
    })
}

/// The keys of White and Black by the tags of a game; `None` where there is no name.
pub(crate) fn of_tags(mut tags: &[u8]) -> [Option<u64>; 2] {
    let mut found = [None; 2];
    while let Some((name, value)) = tags::take(&mut tags) {
        let side = match name {
            b"White" => 0,
            b"Black" => 1,
            _ => continue,
        };
        let value = std::str::from_utf8(value).unwrap_or_default().trim();
        found[side] = (!matches!(value, "" | "?")).then(|| key(value));
    }
    found
}

/// The entry of a game: twice its number, and 1 more if the player has Black.
pub(crate) fn entry(game: u64, side: usize) -> u64 {
    game << 1 | side as u64
}

/// Appends the next entry of a list, after the one before it.
pub(crate) fn put(before: u64, entry: u64, out: &mut Vec<u8>) {
    numbers::put(entry - before, out);
}

/// Appends the games of a list in which the player has a colour, counted from a game; `None` if the bytes are no list.
pub(crate) fn read(
    mut bytes: &[u8],
    color: Color,
    first_game: u64,
    games: u64,
    out: &mut Vec<u64>,
) -> Option<()> {
    let side = u64::from(color == Color::Black);
    let mut entry = 0_u64;
    while !bytes.is_empty() {
        entry = entry.checked_add(numbers::take(&mut bytes)?)?;
        if entry >> 1 >= games {
            return None;
        }
        if entry & 1 == side {
            out.push(first_game + (entry >> 1));
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back() {
        let entries = [entry(3, 0), entry(3, 1), entry(9, 1), entry(200, 0)];
        let (mut bytes, mut before) = (Vec::new(), 0);
        for entry in entries {
            put(before, entry, &mut bytes);
            before = entry;
        }
        let games = |color, games| {
            let mut out = Vec::new();
            read(&bytes, color, 1000, games, &mut out).map(|()| out)
        };
        assert_eq!(games(Color::White, 201), Some(vec![1003, 1200]));
        assert_eq!(games(Color::Black, 201), Some(vec![1003, 1009]));
        assert_eq!(games(Color::White, 200), None);
    }

    #[test]
    fn names_are_the_same_in_any_case() {
        assert_eq!(key("Ñandú, É "), key("ñANDÚ, é"));
        assert_ne!(key("Tal, M"), key("Tal, N"));
        let mut bytes = Vec::new();
        tags::put("White", " Tal, M", &mut bytes);
        tags::put("Black", "?", &mut bytes);
        assert_eq!(of_tags(&bytes), [Some(key("tal, m")), None]);
    }
}
