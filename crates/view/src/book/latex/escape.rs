//! Text of files in LaTeX source.

use crate::markup::line;

/// Appends a text in which no character means anything to TeX, and returns how many could not be shown as they are: letters of
/// other alphabets become Latin ones, and what is left becomes `?`.
pub(super) fn text(text: &str, out: &mut String) -> u64 {
    let mut replaced = 0;
    let mut before = None;
    for c in line(text).chars() {
        // Two of them are a ligature: --, <<, ,, and the like.
        if before == Some(c) && matches!(c, '-' | '<' | '>' | ',' | '\'') || before == Some('!') && c == '`' {
            out.push_str("{}");
        }
        before = Some(c);
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => out.extend(['\\', c]),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            // After a line break they would be arguments of it.
            '[' | ']' | '*' => out.extend(['{', c, '}']),
            '\u{a0}' => out.push('~'),
            '\u{ad}' => out.push_str("\\-"),
            c if c.is_ascii() || is_set(c) => out.push(c),
            c => match sign(c) {
                Some(sign) => out.push_str(sign),
                None => {
                    replaced += 1;
                    out.push_str(latin(c));
                }
            },
        }
    }
    replaced
}

/// Whether the fonts of the encodings T1 and TS1 have a character.
const fn is_set(c: char) -> bool {
    matches!(c, '¡'..='¬' | '®'..='ſ' | 'Ș'..='ț' | '–' | '—' | '‘'..='‚' | '“'..='„' | '†'..='•' | '…' | '‰' | '‹' | '›' | '€' | '™')
        && !matches!(c, 'Ŀ' | 'ŀ' | 'ŉ' | 'ſ' | 'ĸ' | 'Ħ' | 'ħ' | 'Ŧ' | 'ŧ')
}

/// Signs of chess, and others that fonts of mathematics have.
const fn sign(c: char) -> Option<&'static str> {
    Some(match c {
        '♔' => "\\symking{}",
        '♕' => "\\symqueen{}",
        '♖' => "\\symrook{}",
        '♗' => "\\symbishop{}",
        '♘' => "\\symknight{}",
        '♙' => "\\sympawn{}",
        '∞' => "$\\infty$",
        '∓' => "$\\mp$",
        '⩲' => "$\\genfrac{}{}{0pt}{2}{+}{=}$",
        '⩱' => "$\\genfrac{}{}{0pt}{2}{=}{+}$",
        '■' => "$\\blacksquare$",
        '□' => "$\\square$",
        '⨀' => "$\\odot$",
        '○' => "$\\bigcirc$",
        '⟳' => "$\\circlearrowright$",
        '↑' => "$\\uparrow$",
        '→' => "$\\rightarrow$",
        '⇆' => "$\\leftrightarrows$",
        '⊕' => "$\\oplus$",
        '∆' => "$\\vartriangle$",
        '∇' => "$\\triangledown$",
        '⌓' => "$\\frown$",
        '≤' => "$\\leq$",
        '≥' => "$\\geq$",
        '⇔' => "$\\Leftrightarrow$",
        '⇗' => "$\\nearrow$",
        '⊞' => "$\\boxplus$",
        '⟫' => "$\\gg$",
        '⟪' => "$\\ll$",
        '✕' => "$\\times$",
        '⊥' => "$\\perp$",
        '−' => "$-$",
        '‼' => "!!",
        '⁇' => "??",
        '⁈' => "?!",
        '⁉' => "!?",
        '′' | 'ʹ' | 'ʼ' | 'ʻ' => "'",
        '‐' | '‑' => "-",
        _ => return None,
    })
}

/// A letter in Latin letters; `?` for one that is not known.
const fn latin(c: char) -> &'static str {
    match c {
        'А' => "A",
        'а' => "a",
        'Б' => "B",
        'б' => "b",
        'В' => "V",
        'в' => "v",
        'Г' | 'Ґ' => "G",
        'г' | 'ґ' => "g",
        'Д' => "D",
        'д' => "d",
        'Е' | 'Ё' | 'Э' => "E",
        'е' | 'ё' | 'э' => "e",
        'Є' => "Ye",
        'є' => "ye",
        'Ж' => "Zh",
        'ж' => "zh",
        'З' => "Z",
        'з' => "z",
        'И' | 'І' | 'Ї' => "I",
        'и' | 'і' | 'ї' => "i",
        'Й' | 'Ы' => "Y",
        'й' | 'ы' => "y",
        'Ј' => "J",
        'ј' => "j",
        'К' => "K",
        'к' => "k",
        'Л' => "L",
        'л' => "l",
        'М' => "M",
        'м' => "m",
        'Н' => "N",
        'н' => "n",
        'О' => "O",
        'о' => "o",
        'П' => "P",
        'п' => "p",
        'Р' => "R",
        'р' => "r",
        'С' => "S",
        'с' => "s",
        'Т' => "T",
        'т' => "t",
        'У' => "U",
        'у' => "u",
        'Ф' => "F",
        'ф' => "f",
        'Х' => "Kh",
        'х' => "kh",
        'Ц' => "Ts",
        'ц' => "ts",
        'Ч' => "Ch",
        'ч' => "ch",
        'Ш' => "Sh",
        'ш' => "sh",
        'Щ' => "Shch",
        'щ' => "shch",
        'Ъ' | 'Ь' | 'ъ' | 'ь' => "'",
        'Ю' => "Yu",
        'ю' => "yu",
        'Я' => "Ya",
        'я' => "ya",
        'Ħ' => "H",
        'ħ' => "h",
        'Ŧ' => "T",
        'ŧ' => "t",
        'ạ' | 'ả' | 'ấ' | 'ầ' | 'ậ' | 'ǎ' => "a",
        'ế' | 'ề' | 'ệ' => "e",
        'ơ' | 'ố' | 'ộ' => "o",
        'ư' => "u",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use crate::book::hostile::HOSTILE;

    #[test]
    fn texts() {
        for (text, expected, replaced) in [
            ("", "", 0),
            ("Müller – Łuczak 'x'", "Müller – Łuczak 'x'", 0),
            ("\\input{x} $1 & #2 _ %", "\\textbackslash{}input\\{x\\} \\$1 \\& \\#2 \\_ \\%", 0),
            (
                "^^41 ~ \"q\" `g` [a]",
                "\\textasciicircum{}\\textasciicircum{}41 \\textasciitilde{} \\textquotedbl{}q\\textquotedbl{} \\textasciigrave{}g\\textasciigrave{} {[}a{]}",
                0,
            ),
            ("-- --- << ,,", "-{}- -{}-{}- <{}< ,{},", 0),
            ("Щука 中", "Shchuka ?", 5),
            ("♘f3 ⩲", "\\symknight{}f3 $\\genfrac{}{}{0pt}{2}{+}{=}$", 0),
            ("a\0\x1b\u{202e}b\nc", "ab c", 0),
        ] {
            let mut out = String::new();
            assert_eq!((super::text(text, &mut out), out.as_str()), (replaced, expected), "{text:?}");
        }
    }

    #[test]
    fn only_its_own_commands_are_left() {
        for text in HOSTILE {
            let mut out = String::new();
            super::text(text, &mut out);
            let known = [
                "textbackslash{}",
                "textasciicircum{}",
                "textasciitilde{}",
                "textquotedbl{}",
                "textasciigrave{}",
            ];
            let mut rest =
                ["{[}", "{]}", "{*}"].into_iter().fold(out.clone(), |text, group| text.replace(group, ""));
            for command in known.iter().chain(&["symknight{}", "{", "}", "$", "&", "#", "_", "%"]) {
                rest = rest.replace(&format!("\\{command}"), "");
            }
            let rest = rest.replace("{}", "");
            assert!(!rest.contains(['\\', '{', '}', '$', '&', '#', '^', '_', '~', '%']), "{text}: {out}");
        }
    }
}
