//! Names of files made of the values of tags (decision A-64): whatever a value is, files are made in the directory that was
//! asked for and nowhere else, their names do no harm, and games of other values are in other files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::rig::Dir;

/// Values that somebody could put into a game to do harm, or that file systems take for others.
const HOSTILE: &[&str] = &[
    // Other directories.
    ".",
    "..",
    "...",
    ". ",
    ".. ",
    "..  .",
    " ..",
    " .",
    ".. .",
    ". .",
    "../..",
    "../../etc/passwd",
    "/",
    "//",
    "/etc/passwd",
    "/tmp/x",
    "\\",
    "..\\",
    "..\\..\\x",
    "C:",
    "C:\\x",
    "c:x",
    "\\\\host\\share",
    "\\\\?\\C:\\x",
    "./x",
    "x/../y",
    "x/.",
    "~",
    "~root",
    // The same with what is not seen.
    ".\u{200b}.",
    "\u{200b}..",
    "..\u{200b}",
    "\u{202e}..",
    ".\u{1}.",
    "..\u{7f}",
    "..\u{9b}",
    "\u{feff}..",
    "..\u{ad}",
    ".\u{2060}.",
    "..\u{a0}",
    "..\u{3000}",
    "..\t",
    ".\u{2028}.",
    "..\u{e0041}",
    "..\u{fe0f}",
    ".\u{61c}.",
    ".\u{180e}.",
    // Hidden files, and those that are obeyed.
    ".ssh",
    ".bashrc",
    ".git",
    ".htaccess",
    ".pgn-tmp",
    ".x.pgn-tmp",
    // Devices.
    "con",
    "CON",
    "nul",
    "Nul.txt",
    "aux",
    "com1",
    "COM1.pgn",
    "lpt9",
    "com\u{b9}",
    "CONIN$",
    "con .x",
    "prn.",
    "nul ",
    // Ends that Windows drops, and streams.
    "x.",
    "x..",
    "x .",
    "x. ",
    "x",
    "X",
    "x:y",
    "x::$DATA",
    "x?y",
    "x*y",
    "x|y",
    "x<y",
    "x>y",
    "x\"y",
    // What is not seen, or changes what is.
    "x\u{202e}ngp.y",
    "x\u{200b}y",
    "x\u{200d}y",
    "x\u{feff}y",
    "x\u{2066}y",
    "x\u{ad}y",
    "x\u{1b}[2Jy",
    "x\u{1}y",
    "x\u{85}y",
    "x\u{2029}y",
    "x\u{115f}y",
    "x\u{fff9}y",
    "x\u{e0001}y",
    // Nothing.
    "",
    " ",
    "?",
    "\u{200b}",
    "\u{202e}",
    // Names of other files of the run.
    "x_y",
    "x_y (2)",
    "_",
    "__",
    "_ (2)",
    "%2F",
    "..%2f",
    "-",
    "-rf",
    "--force",
    "$HOME",
    "`x`",
    "$(x)",
    "x&y",
    "x;y",
    "x\u{e9}",
    "xe\u{301}",
];

/// Values too long for a name, alike at their beginning; a cut that leaves a period or a blank at the end.
fn long() -> Vec<String> {
    let mut long: Vec<_> = ["a", "b"].iter().map(|end| "l".repeat(300) + end).collect();
    long.extend((225..250).step_by(3).map(|at| format!("{}. {}", "k".repeat(at), "..".repeat(40))));
    long.extend((220..240).step_by(3).map(|at| "m".repeat(at) + &"é".repeat(40)));
    long.push(".".repeat(400));
    long
}

fn values() -> Vec<String> {
    let values: Vec<_> = HOSTILE.iter().map(|value| (*value).to_owned()).chain(long()).collect();
    assert!(values.len() > 120);
    values
}

/// A value in a tag pair.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// A game of each value, with a number to find it by.
fn games(values: &[String]) -> String {
    let game = |(number, value): (usize, &String)| {
        let value = escaped(value);
        format!(
            "[Event \"{value}\"]\n[Site \"{value}\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n[White \"{value}\"]\n[Black \"{value}\"]\n\
             [Result \"*\"]\n[Number \"<{number}>\"]\n\n1. e4 *\n\n"
        )
    };
    values.iter().enumerate().map(game).collect()
}

/// All files below a directory, links not followed.
fn files(root: &Path) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), vec![root.to_owned()]);
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                open.push(entry.path());
            } else {
                found.push(entry.path().strip_prefix(root).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

#[track_caller]
fn is_harmless(component: &str) {
    assert!(component.len() <= 255, "{component:?}");
    assert!(!component.starts_with('.'), "{component:?}");
    assert!(!component.ends_with(['.', ' ', '\u{a0}', '\u{3000}']), "{component:?}");
    let is_seen = |c: char| {
        !c.is_control()
            && !matches!(
                c,
                '\\' | ':' | '<' | '>' | '"' | '|' | '?' | '*' | '\u{ad}' | '\u{61c}' | '\u{180e}'
            )
            && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
            && !matches!(c, '\u{115f}' | '\u{fe0f}' | '\u{fff9}' | '\u{e0000}'..='\u{e0fff}')
    };
    assert!(component.chars().all(is_seen), "{component:?}");
    let stem = component.split('.').next().unwrap().trim_end().to_lowercase();
    for device in ["con", "nul", "aux", "prn", "com1", "lpt9", "com\u{b9}", "conin$"] {
        assert_ne!(stem, device, "{component:?}");
    }
}

/// A directory for the run inside one where nothing may change.
fn surroundings(games: &str) -> Dir {
    let dir = Dir::with("outside/x/y/in/a.pgn", games);
    dir.write("outside/.ssh/authorized_keys", "keys");
    dir.write("outside/x/..pgn", "mine");
    dir
}

const INSIDE: &str = "outside/x/y/in/";

#[test]
fn no_value_leaves_the_directory() {
    let values = values();
    let games = games(&values);
    // What is not known is one, and so are values that differ in blanks at their ends.
    let distinct: BTreeSet<_> =
        values.iter().map(|value| value.trim()).filter(|value| *value != "?").collect();
    for (args, root, names_each) in [
        (&["split", "a.pgn", "-o", "{white}/{black}/{event}"][..], "", true),
        (&["split", "a.pgn", "-o", "out/{white}/{black}/{event}.pgn", "--force"], "out/", true),
        (&["split", "a.pgn", "-o", "out/{white}.pgn"], "out/", true),
        (&["split", "a.pgn", "-o", "{white}"], "", true),
        (&["split", "a.pgn", "-o", "out/{site}{white}/{n}.pgn"], "out/", true),
        (&["split", "a.pgn", "-o", "out/x{white}/x"], "out/", true),
        (&["split", "a.pgn", "-o", "out/{white}x", "--fmt"], "out/", true),
        (&["split", "a.pgn", "-o", "out/{left(white, 2)}.pgn"], "out/", false),
        (&["split", "a.pgn", "-o", "out/{White}-{n}.pgn.gz", "--max-games", "1"], "out/", true),
        (&["split", "a.pgn", "--by", "white"], "", true),
        (&["split", "a.pgn", "--by", "player"], "", true),
        (&["split", "a.pgn", "--by", "player", "--force", "--max-games", "2"], "", true),
        (&["split", "a.pgn", "--by", "event,site"], "", true),
    ] {
        let dir = surroundings(&games);
        let ran = dir.command(args).current_dir(dir.path(INSIDE)).output().unwrap();
        let err = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.code() < Some(2), "{args:?}: {err}");
        let mut found = files(&dir.path(""));
        for mine in ["outside/.ssh/authorized_keys", "outside/x/..pgn", "outside/x/y/in/a.pgn"] {
            found.retain(|name| name != mine);
        }
        assert_eq!(dir.read("outside/.ssh/authorized_keys"), "keys");
        assert_eq!(dir.read("outside/x/y/in/a.pgn"), games);
        let mut numbers = BTreeSet::new();
        for name in &found {
            let inside = name.strip_prefix(INSIDE).and_then(|name| name.strip_prefix(root));
            inside.unwrap_or_else(|| panic!("{args:?}: {name}")).split('/').for_each(is_harmless);
            let bytes = fs::read(dir.path(name)).unwrap();
            if !name.ends_with(".gz") {
                let text = String::from_utf8(bytes).unwrap();
                numbers.extend(
                    text.split("[Number \"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()),
                );
            }
        }
        assert!(numbers.len() == values.len() || args.contains(&"1"), "{args:?}: {}", numbers.len());
        assert!(
            found.len() >= distinct.len() || !names_each,
            "{args:?}: {} of {}",
            found.len(),
            distinct.len()
        );
        // No two differ in what some file system does not tell apart.
        let lower: BTreeSet<_> = found.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(lower.len(), found.len(), "{args:?}");
    }
}

#[cfg(feature = "columns")]
#[test]
fn no_value_leaves_the_directory_of_a_data_set() {
    // What is too long is refused: cut, it would be another value when it is read.
    let short: Vec<_> = values().into_iter().filter(|value| value.len() < 60).collect();
    for columns in ["White", "White,Event", "Event,Site,Black"] {
        let dir = surroundings(&games(&short));
        let args = ["convert", "a.pgn", "-o", "out", "--partition", columns];
        let ran = dir.command(&args).current_dir(dir.path(INSIDE)).output().unwrap();
        let err = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.code() < Some(2), "{err}");
        for name in files(&dir.path("")) {
            if let Some(inside) = name.strip_prefix("outside/x/y/in/out/") {
                inside.split('/').for_each(is_harmless);
            } else {
                assert!(
                    name.ends_with("_keys") || name.ends_with("..pgn") || name.ends_with("in/a.pgn"),
                    "{name}"
                );
            }
        }
    }
    let dir = Dir::with("a.pgn", games(&long()));
    let ran = dir.pgn(&["convert", "a.pgn", "-o", "out", "--partition", "White"]).status(2);
    let said = "is too long for the name of a directory: ";
    assert!(ran.err().contains(said), "{}", ran.err());
    assert_eq!(dir.names(), ["a.pgn"]);
}

#[test]
fn other_values_of_one_name_are_said() {
    let values = ["x/y", "x:y", "x_y", "x_y (2)"].map(str::to_owned);
    let dir = Dir::with("in/a.pgn", games(&values));
    let ran = dir.pgn(&["split", "in/a.pgn", "--by", "white"]).status(0);
    assert_eq!(dir.names(), ["in", "x_y (2).pgn", "x_y (3).pgn", "x_y (4).pgn", "x_y.pgn"]);
    let said = "pgn: x_y.pgn: it becomes x_y (3).pgn, since other values make the same name\n";
    assert!(ran.err().contains(said), "{}", ran.err());
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_are_not_followed() {
    use std::os::unix::fs::symlink;

    let game = "[Date \"1992.11.04\"]\n[White \"link\"]\n[Black \"file\"]\n\n1. e4 *\n\n";
    for (pattern, leads_out) in [
        ("out/{white}/{black}.pgn", true),
        ("out/{white}/x/{black}.pgn", true),
        ("out/{black}.pgn", true),
        ("out/{black}-nothing.pgn", true),
        ("out/{white}-in/{black}.pgn", false),
        // Named by who asks for it.
        ("out/link/{black}.pgn", false),
    ] {
        let dir = Dir::with("a.pgn", game);
        dir.write("elsewhere/mine.pgn", "mine");
        dir.write("out/inside/x", "x");
        symlink(dir.path("elsewhere"), dir.path("out/link")).unwrap();
        symlink(dir.path("elsewhere/mine.pgn"), dir.path("out/file.pgn")).unwrap();
        symlink(dir.path("elsewhere/nothing.pgn"), dir.path("out/file-nothing.pgn")).unwrap();
        symlink("inside", dir.path("out/link-in")).unwrap();
        let ran =
            dir.pgn(&["split", "a.pgn", "-o", pattern, "--force"]).status(if leads_out { 2 } else { 0 });
        assert_eq!(
            ran.err().contains("it is a link that leads out of out"),
            leads_out,
            "{pattern}: {}",
            ran.err()
        );
        if leads_out {
            assert_eq!(files(&dir.path("elsewhere")), ["mine.pgn"], "{pattern}");
            assert_eq!(dir.read("elsewhere/mine.pgn"), "mine");
        }
    }
}
