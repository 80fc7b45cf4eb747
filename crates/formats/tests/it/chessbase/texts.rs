//! Signs and figurines among the letters of texts.

use pgnkit_formats::chessbase::CodePage;

use super::read_records;
use super::writer::{Codes, annotations_record, moves_record, text};

fn comment(bytes: &[u8], code_page: CodePage) -> String {
    let mut codes = Codes::new(0);
    codes.mv(&[128]);
    codes.mark(255);
    let annotations = annotations_record(&[(0, 2, text(bytes))]);
    let (text, damage) = read_records(&moves_record(0, &[], &codes.bytes), &annotations, code_page);
    assert!(damage.is_empty(), "{damage:?}");
    let inside = text.strip_prefix("1. e4 {").and_then(|text| text.strip_suffix("} *"));
    inside.unwrap_or(&text).to_owned()
}

#[test]
fn signs_of_western_texts() {
    for (bytes, expected) in [
        (&b"plain"[..], "plain"),
        (b"\x85 \xa4f3, \xa3xh7 \xb1", "\u{2206} \u{2658}f3, \u{2655}xh7 \u{b1}"),
        (b"\x85\xa6fd1, \xa51e2, \xa2g7", "\u{2206}\u{2656}fd1, \u{2657}1e2, \u{2654}g7"),
        (b"the f\xa7 and a-\xa7s", "the f\u{2659} and a-\u{2659}s"),
        (b"f8\xa3", "f8\u{2655}"),
        (b"costs \xa3500, \xa7 5", "costs \u{a3}500, \u{2659} 5"),
        (b"\xd7c5 \xb2, \xb3, \xb5 \xf7", "\u{2715}c5 \u{2a72}, \u{2a71}, \u{2213} \u{221e}"),
        (b"\xb9 17.Rb1 \x99", "\u{2313} 17.Rb1 \u{25a1}"),
        // Letters and quotation marks that are the same bytes.
        (b"\x93good move\x94", "\u{201c}good move\u{201d}"),
        (b"\x84gut gespielt\x93", "\u{201e}gut gespielt\u{201c}"),
        (b"\xabbien fait\xbb", "\u{ab}bien fait\u{bb}"),
        (b"White\x92s \x92", "White\u{2019}s \u{21d7}"),
        (b"and then\x85 \x85but 12\x85Ke7", "and then\u{2026} \u{2026}but 12\u{2026}Ke7"),
        (b"12\xaa partida, e4\xaa", "12\u{aa} partida, e4\u{221f}"),
        (b"\x9e \xa9 2004 \xa9", "[#] \u{a9} 2004 =\u{221e}"),
        (b"Sm\xedth \x96 no", "Sm\u{ed}th \u{2013} no"),
        (b"\r\none\r\ntwo\x7f \0rest", "one two"),
    ] {
        assert_eq!(comment(bytes, CodePage::default()), expected, "{}", bytes.escape_ascii());
    }
}

#[test]
fn other_alphabets() {
    let cyrillic = b"\xd5\xee\xe4 \xca\xf0\xe3\xf1 (\xb9 5) \x97 \xeb\xf3\xf7\xf8\xe5, Kf3";
    let expected = "\u{425}\u{43e}\u{434} \u{41a}\u{440}\u{433}\u{441} (\u{2116} 5) \u{2014} \u{43b}\u{443}\u{447}\u{448}\u{435}, Kf3";
    assert_eq!(comment(cyrillic, CodePage::default()), expected);
    assert_eq!(comment(cyrillic, CodePage::Windows1251), expected);
    assert!(comment(cyrillic, CodePage::Windows1252).starts_with("\u{d5}\u{ee}\u{e4}"));
    // A text without letters of the alphabet has signs in any case.
    assert_eq!(comment(b"\x85\xa4f3", CodePage::Windows1251), "\u{2206}\u{2658}f3");
    // UTF-8 has its signs in characters for private use.
    let private = "\u{e00d} \u{e026}d1 \u{e007} na\u{ef}ve \u{e005} \u{e100}";
    assert_eq!(
        comment(private.as_bytes(), CodePage::default()),
        "\u{2206} \u{2656}d1 \u{2a72} na\u{ef}ve [#] \u{e100}"
    );
    assert_eq!(comment("M\u{fc}ller \u{2026}".as_bytes(), CodePage::default()), "M\u{fc}ller \u{2026}");
}
