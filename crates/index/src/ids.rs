//! Identifiers of games: eight letters and digits, by which clients of an explorer ask for a game.

use crate::tags;

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH: usize = 8;

/// The number of an identifier; `None` if it is none.
pub(crate) fn number(id: &str) -> Option<u64> {
    if id.len() != LENGTH {
        return None;
    }
    id.bytes().try_fold(0_u64, |number, letter| {
        let digit = LETTERS.iter().position(|other| *other == letter)?;
        Some(number * 62 + digit as u64)
    })
}

/// The key of a number by which a table is sorted: numbers in their order, over all 64 bits.
pub(crate) fn key(number: u64) -> u64 {
    number.wrapping_mul(u64::MAX / 62_u64.pow(LENGTH as u32))
}

/// The identifier of a number, or of what is left of it by 62 to the power of 8.
pub(crate) fn text(mut number: u64) -> String {
    let mut letters = [0; LENGTH];
    for letter in letters.iter_mut().rev() {
        *letter = LETTERS[(number % 62) as usize];
        number /= 62;
    }
    letters.iter().map(|letter| char::from(*letter)).collect()
}

/// The number of the identifier of a game: that of lichess if its tag `Site` has one; else a hash of its first position, moves and tags, as they are
/// stored (FNV-1a, of 64 bits).
pub(crate) fn of_game(key: &[u8], tags: &[u8]) -> u64 {
    let mut rest = tags;
    while let Some((name, value)) = tags::take(&mut rest) {
        if name == b"Site"
            && let Some(id) = std::str::from_utf8(value).ok().and_then(of_site)
        {
            return id;
        }
    }
    let fnv = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    key.iter().chain(tags).fold(0xcbf2_9ce4_8422_2325, fnv) % 62_u64.pow(LENGTH as u32)
}

/// The number of the game of an address of lichess: `https://lichess.org/abcdefgh`, perhaps with a side.
fn of_site(site: &str) -> Option<u64> {
    let (_, path) = site.split_once("lichess.org/")?;
    let (id, rest) = path.split_at_checked(LENGTH)?;
    if rest.is_empty() || rest.starts_with(['/', '#', '?']) { number(id) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_and_numbers() {
        for id in ["00000000", "zzzzzzzz", "abcdEF12"] {
            assert_eq!(text(number(id).unwrap()), id);
        }
        for id in ["", "abcdefg", "abcdefghi", "abcdefg-", "abcdefgé"] {
            assert_eq!(number(id), None, "{id}");
        }
        assert_eq!(of_site("https://lichess.org/abcdefgh/black"), number("abcdefgh"));
        assert_eq!(of_site("https://lichess.org/study"), None);
        assert_eq!(of_site("https://lichess.org/tournament/x"), None);
        assert_ne!(of_game(b"a", b""), of_game(b"b", b""));
        assert!(of_game(b"a", b"") < 62_u64.pow(8));
    }
}
