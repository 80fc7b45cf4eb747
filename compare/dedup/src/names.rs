//! Names, as other collections spell them.

/// Family, given names and what comes after them in parentheses.
fn parts(name: &str) -> (String, String) {
    let name = name.split('(').next().unwrap_or(name).trim();
    match name.split_once(',') {
        Some((family, given)) => (family.trim().to_owned(), given.trim().to_owned()),
        None => match name.split_once(' ') {
            Some((family, given)) => (family.to_owned(), given.trim().to_owned()),
            None => (name.to_owned(), String::new()),
        },
    }
}

/// `Tal, M` for `Tal, Mikhail`.
pub fn initials(name: &str) -> String {
    let (family, given) = parts(name);
    match given.chars().next() {
        Some(first) => format!("{family}, {first}."),
        None => family,
    }
}

/// `Mikhail Tal`.
pub fn turned(name: &str) -> String {
    let (family, given) = parts(name);
    format!("{given} {family}").trim().to_owned()
}

/// `GM Tal, Mikhail (2700)`.
pub fn titled(name: &str) -> String {
    format!("GM {} (2500)", name.split('(').next().unwrap_or(name).trim())
}

/// As in German: `Kortschnoj` for `Korchnoi`.
pub fn german(name: &str) -> String {
    let (family, given) = parts(name);
    let family =
        family.replace("sh", "sch").replace("Sh", "Sch").replace("ch", "tsch").replace("stsch", "sch");
    format!("{}, {given}", family.replace("yu", "ju").replace('v', "w"))
}

/// In Cyrillic letters.
pub fn cyrillic(name: &str) -> String {
    const PAIRS: [(&str, &str); 40] = [
        ("shch", "щ"),
        ("sch", "ш"),
        ("sh", "ш"),
        ("ch", "ч"),
        ("zh", "ж"),
        ("kh", "х"),
        ("ts", "ц"),
        ("ya", "я"),
        ("yu", "ю"),
        ("ck", "к"),
        ("ce", "це"),
        ("ci", "ци"),
        ("ph", "ф"),
        ("th", "т"),
        ("a", "а"),
        ("b", "б"),
        ("c", "к"),
        ("d", "д"),
        ("e", "е"),
        ("f", "ф"),
        ("g", "г"),
        ("h", "х"),
        ("i", "и"),
        ("j", "й"),
        ("k", "к"),
        ("l", "л"),
        ("m", "м"),
        ("n", "н"),
        ("o", "о"),
        ("p", "п"),
        ("q", "к"),
        ("r", "р"),
        ("s", "с"),
        ("t", "т"),
        ("u", "у"),
        ("v", "в"),
        ("w", "в"),
        ("x", "кс"),
        ("y", "й"),
        ("z", "з"),
    ];
    let lower = name.split('(').next().unwrap_or(name).trim().to_lowercase();
    let (mut rest, mut out) = (lower.as_str(), String::new());
    while let Some(first) = rest.chars().next() {
        match PAIRS.iter().find(|(latin, _)| rest.starts_with(latin)) {
            Some((latin, letter)) => {
                out.push_str(letter);
                rest = &rest[latin.len()..];
            }
            None => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    out
}

/// A name that is not that one.
pub fn other(name: &str) -> String {
    let (family, given) = parts(name);
    if given.len() > 2 { format!("{family}, Xq{}", given.len()) } else { "Unlike, Quentin".to_owned() }
}
