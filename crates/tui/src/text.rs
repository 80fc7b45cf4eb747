//! Text from files on its way to the screen. Everything that is drawn goes through here.

use unicode_width::UnicodeWidthChar as _;

/// Marks on one letter that are kept: more of them make no letter of any language, and would be one cell without end.
const MARKS: usize = 4;

/// A text as a terminal can show it in a line: no control characters, nothing that turns the direction of writing, one
/// space for each white space.
pub(crate) fn shown(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_owned();
    }
    let mut marks = 0;
    let spaced: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    let mut safe = pgnkit::render::safe(&spaced);
    safe.retain(|c| {
        marks = if c.width() == Some(0) { marks + 1 } else { 0 };
        marks <= MARKS
    });
    safe
}

/// The same in ASCII: letters without what is on them, `?` for other characters.
pub(crate) fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in shown(text).chars() {
        match c {
            c if c.is_ascii() => out.push(c),
            // What is on a letter takes no column.
            c if c.width() == Some(0) => {}
            c => out.push_str(look_alike(c).unwrap_or("?")),
        }
    }
    out
}

/// What a character looks like in ASCII.
fn look_alike(c: char) -> Option<&'static str> {
    Some(match c {
        'À'..='Å' | 'Ā' | 'Ă' | 'Ą' | 'Ǎ' | 'Ạ' | 'Ả' => "A",
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ' | 'ả' => "a",
        'Æ' => "AE",
        'æ' => "ae",
        'Ç' | 'Ć' | 'Ĉ' | 'Ċ' | 'Č' => "C",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'Ď' | 'Đ' | 'Ð' => "D",
        'ď' | 'đ' | 'ð' => "d",
        'È'..='Ë' | 'Ē' | 'Ĕ' | 'Ė' | 'Ę' | 'Ě' | 'Ế' | 'Ề' | 'Ệ' => "E",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ế' | 'ề' | 'ệ' | 'ə' => "e",
        'Ĝ' | 'Ğ' | 'Ġ' | 'Ģ' => "G",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'Ĥ' | 'Ħ' => "H",
        'ĥ' | 'ħ' => "h",
        'Ì'..='Ï' | 'Ĩ' | 'Ī' | 'Ĭ' | 'Į' | 'İ' => "I",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'Ĵ' => "J",
        'ĵ' => "j",
        'Ķ' => "K",
        'ķ' => "k",
        'Ĺ' | 'Ļ' | 'Ľ' | 'Ł' => "L",
        'ĺ' | 'ļ' | 'ľ' | 'ł' => "l",
        'Ñ' | 'Ń' | 'Ņ' | 'Ň' => "N",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'Ò'..='Ö' | 'Ø' | 'Ō' | 'Ŏ' | 'Ő' | 'Ơ' | 'Ố' | 'Ộ' => "O",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ơ' | 'ố' | 'ộ' => "o",
        'Œ' => "OE",
        'œ' => "oe",
        'Ŕ' | 'Ŗ' | 'Ř' => "R",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'Ś' | 'Ŝ' | 'Ş' | 'Š' | 'Ș' => "S",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'Ţ' | 'Ť' | 'Ț' => "T",
        'ţ' | 'ť' | 'ț' => "t",
        'Þ' => "Th",
        'þ' => "th",
        'Ù'..='Ü' | 'Ũ' | 'Ū' | 'Ŭ' | 'Ů' | 'Ű' | 'Ų' | 'Ư' => "U",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ư' => "u",
        'Ŵ' => "W",
        'ŵ' => "w",
        'Ý' | 'Ŷ' | 'Ÿ' => "Y",
        'ý' | 'ŷ' | 'ÿ' => "y",
        'Ź' | 'Ż' | 'Ž' => "Z",
        'ź' | 'ż' | 'ž' => "z",
        '‘' | '’' | '‚' | '′' => "'",
        '“' | '”' | '„' | '«' | '»' | '″' => "\"",
        '‐'..='―' | '−' => "-",
        '…' => "...",
        '×' => "x",
        '½' => "1/2",
        '±' => "+/-",
        '∓' => "-/+",
        '⩲' => "+=",
        '⩱' => "=+",
        '∞' => "oo",
        _ => return None,
    })
}

/// Columns of a shown text.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// A shown text in so many columns; with dots at its end where it is longer.
pub(crate) fn fitted(text: &str, columns: usize, dots: &str) -> String {
    if self::columns(text) <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(dots.chars().count());
    let mut used = 0;
    let mut end = 0;
    for (at, c) in text.char_indices() {
        used += c.width().unwrap_or(0);
        if used > room {
            break;
        }
        end = at + c.len_utf8();
    }
    let dots = if columns == 0 { "" } else { dots };
    format!("{}{dots}", &text[..end])
}

/// A text broken into lines of so many columns, at its spaces where that is possible. At most so many lines.
pub(crate) fn wrapped(text: &str, width: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let columns = columns(word);
        if let Some(line) = lines.last_mut().filter(|_| used + 1 + columns <= width) {
            line.push(' ');
            line.push_str(word);
            used += 1 + columns;
        } else if lines.len() < most {
            lines.push(word.to_owned());
            used = columns;
        } else {
            break;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_a_file_controls_the_terminal() {
        for (text, expected) in [
            ("Morphy, P", "Morphy, P"),
            ("a\x1b[31mb", "a\u{241b}[31mb"),
            ("a\u{9b}31m\u{202e}b\u{2066}", "a\u{fffd}31m\u{fffd}b\u{fffd}"),
            ("a\tb\nc\u{2028}d", "a b c d"),
            ("\x07\x7f\0", "\u{2407}\u{2421}\u{2400}"),
            ("Müller", "Müller"),
        ] {
            assert_eq!(shown(text), expected);
        }
        let zalgo: String = std::iter::once('e').chain(std::iter::repeat_n('\u{301}', 10_000)).collect();
        assert_eq!(shown(&zalgo).chars().count(), 1 + MARKS);
        for (text, expected) in [
            ("André Réti ½–½", "Andre Reti 1/2-1/2"),
            ("Re\u{301}ti", "Reti"),
            ("Đorđe Łódź Ğüngör Straße", "Dorde Lodz Gungor Strasse"),
            ("„Ægir”…", "\"AEgir\"..."),
            ("棋 Таль", "? ????"),
        ] {
            assert_eq!(ascii(text), expected);
        }
    }

    #[test]
    fn texts_are_cut_by_columns() {
        for (text, columns, expected) in [
            ("Morphy", 6, "Morphy"),
            ("Morphy", 5, "Morp…"),
            ("Morphy", 1, "…"),
            ("Morphy", 0, ""),
            ("棋王戦", 6, "棋王戦"),
            ("棋王戦", 5, "棋王…"),
            ("棋王戦", 4, "棋…"),
        ] {
            assert_eq!(fitted(text, columns, "…"), expected);
        }
        assert_eq!(wrapped("one two  three", 7, 9), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 3, 2), ["one", "two"]);
    }
}
