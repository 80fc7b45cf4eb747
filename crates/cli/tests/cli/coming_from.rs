//! The tables of docs/from-pgn-extract.md and docs/from-scid.md: every command in them is run, and gives what its row promises.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::rig::Dir;

mod expected;
mod views;

use expected::EXPECTED;
use views::View;

const PGN_EXTRACT: &str = "from-pgn-extract.md";
const PAGES: [&str; 2] = [PGN_EXTRACT, "from-scid.md"];

/// Rows without a command: what is not there, or otherwise for the reason that their second cell gives.
const WITHOUT: &[&str] = &[
    "-Wcm",
    "--commentlines",
    "--evaluation",
    "--addhashcode",
    "--nofauxep",
    "--fuzzydepth",
    "--addfencastling",
    "--quiescent",
    "training, engines, online play",
    "its own files (`.si4`, `.si5`), flags, bookmarks",
    "opening books of engines, endgame tables",
    "compaction, checking of a base",
];

/// The options of pgn-extract 19-04 to 26-05, as their `--help` lists them.
const OPTIONS: &str = "-7 -# -a -A -b -c -C -d -D -e -E -f -F -h -H -l -L -M -n -N -o -p -P -R -r -s -S -t -T -U -v -V -w -W -Wcm -Wepd -Wfen \
    -Wsan -Whalg -Wlalg -Welalg -Wxlalg -Wxolalg -Wuci -x -y -z -Z --50 --75 --addelotags --addfencastling --addfideidtags \
    --addhashcode --addlabeltag --addmatchtag --allownullmoves --append --btm --checkfile --checkmate --commented \
    --commentlines --deletesamesetup --detag --dropbefore --dropply --duplicates --evaluation --fencommentformat \
    --fencomments --fenpattern --fenpatterni --fifty --firstgame --fixresulttags --fixtagstrings --fuzzydepth --gamelimit \
    --hashcomments --help --higherratedwinner --insufficient --json --keepbroken --lichesscommentfix --linelength \
    --linenumbers --lowerratedwinner --markmatches --matchplylimit --materialy --materialz --maxmoves --maxply --minmoves \
    --minply --nestedcomments --nobadresults --nochecks --nocomments --noduplicates --nofauxep --nomovenumbers --nonags \
    --noresults --nosetuptags --notags --nounique --novars --odds --onlysetuptags --output --piececount --plycount \
    --plylimit --quiescent --quiet --repetition --repetition5 --selectonly --seven --seventyfive --skipmatching \
    --splitvariants --stalemate --startply --stopafter --summary --suppressmatched --tagsubstr --totalplycount \
    --underpromotion --vanywhere --version --wtm --xroster";

/// What a command gives.
pub enum Proof {
    /// These games on standard output, by their rounds and in this order.
    Games(&'static str),
    /// This on standard output.
    Has(&'static str),
    /// No such thing there.
    Lacks(&'static str),
    /// This on standard error.
    Says(&'static str),
    /// A file with these games.
    FileGames(&'static str, &'static str),
    /// A file with this in it.
    FileHas(&'static str, &'static str),
}

/// The two cells of each row of the tables of a page.
fn rows(page: &str) -> Vec<[String; 2]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    let text = std::fs::read_to_string(path).unwrap();
    // A | in code has \ before it.
    let cells = |line: &str| -> Vec<String> {
        let line = line.replace("\\|", "\u{1}");
        line.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()
    };
    let table = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
    let heads = ["pgn-extract", "in Scid"];
    let rows = table.map(cells).filter(|cells| !heads.contains(&&*cells[1]));
    rows.map(|cells| match &cells[..] {
        [_, first, second, _] => [first.clone(), second.clone()],
        _ => panic!("{page}: not two cells: {cells:?}"),
    })
    .collect()
}

/// What is in backquotes, but for names of commands that lead to their pages.
fn code(cell: &str) -> Vec<&str> {
    let parts: Vec<&str> = cell.split('`').collect();
    parts.chunks(2).filter(|part| part.len() == 2 && !part[0].ends_with('[')).map(|part| part[1]).collect()
}

fn commands(cell: &str) -> Vec<&str> {
    code(cell).into_iter().filter(|code| code.starts_with("pgn ") || code.starts_with("xargs pgn ")).collect()
}

#[test]
fn every_row_has_commands_that_are_expected_here() {
    let mut found = BTreeSet::new();
    let mut without: BTreeSet<&str> = BTreeSet::new();
    for [first, second] in PAGES.into_iter().flat_map(rows) {
        let commands = commands(&second);
        found.extend(commands.iter().map(|command| (*command).to_owned()));
        let is_without = WITHOUT.iter().find(|name| first == **name || code(&first).first() == Some(name));
        without.extend(is_without.copied());
        assert_eq!(commands.is_empty(), is_without.is_some(), "the row of {first}");
        assert!(second.len() > 8, "the row of {first} says nothing");
    }
    let expected: BTreeSet<String> = EXPECTED.iter().map(|(command, ..)| (*command).to_owned()).collect();
    assert_eq!(found, expected);
    assert_eq!(expected.len(), EXPECTED.len(), "a command is there twice");
    assert_eq!(without.len(), WITHOUT.len(), "{without:?}");
    assert!(found.len() > 100, "only {} commands", found.len());
}

#[test]
fn every_option_of_pgn_extract_has_a_row() {
    let rows = rows(PGN_EXTRACT);
    let options = OPTIONS.split_whitespace().collect::<Vec<_>>();
    assert!(options.len() > 130, "{}", options.len());
    for option in options {
        // What is given to an option of one letter stands right behind it.
        let is = |code: &str| {
            let word = code.split([' ', ':']).next().unwrap_or_default();
            word == option || option.len() == 2 && word.starts_with(option)
        };
        let is_there = rows.iter().any(|[first, _]| code(first).iter().any(|code| code.split(' ').any(is)));
        assert!(is_there, "{option} has no row");
    }
}

/// What pgn-extract 19-04 chose from games.pgn: its options, the file that they name, the condition of the row, and the rounds of the games;
/// at last the reason where the two programs differ.
const ANSWERS: &str = include_str!("coming_from/answers.tsv");

#[test]
fn conditions_choose_what_pgn_extract_chose() {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(PGN_EXTRACT))
            .unwrap();
    let page = page.replace("\\|", "|");
    let dir = expected::files();
    let mut compared = 0;
    for row in ANSWERS.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [options, _, condition, answer, reason] = cells[..] else { panic!("not five cells: {row}") };
        assert!(page.contains(condition), "no row has the condition {condition}");
        let ran = dir.pgn(&["filter", "--where", condition, "games.pgn"]).status(0);
        assert_eq!(
            rounds(ran.out()) == answer,
            reason.is_empty(),
            "{options}: {condition} chooses {}",
            rounds(ran.out())
        );
        compared += 1;
    }
    assert!(compared > 25, "{compared}");
}

/// What Scid and pgn-extract did with the same files, by compare/coming-from/record.
const RECORDED: [(&str, &str, usize); 2] = [
    ("from-scid.md", include_str!("coming_from/answers-scid.tsv"), 35),
    (PGN_EXTRACT, include_str!("coming_from/answers-pgn-extract.tsv"), 30),
];

#[test]
#[cfg(unix)] // the commands are those of a shell
fn commands_give_what_the_other_program_gave() {
    let mut failures = Vec::new();
    for (page, recorded, at_least) in RECORDED {
        let rows = rows(page);
        let commands: BTreeSet<&str> = rows.iter().flat_map(|[_, second]| commands(second)).collect();
        let mut compared = 0;
        for line in recorded.lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = line.split('\t').collect();
            let [action, command, view, answer, reason] = cells[..] else { panic!("not five cells: {line}") };
            assert!(commands.contains(command), "{page} has no command {command}");
            assert!(!answer.is_empty(), "{action} has no answer");
            let view = View::of(view);
            let dir = expected::files();
            let ran = shell(command, &dir).output().unwrap();
            let out = match view.file() {
                Some(file) => dir.read(file),
                None => String::from_utf8(ran.stdout).unwrap(),
            };
            if view.shows(&out, answer) != reason.is_empty() {
                let why = if reason.is_empty() { "other than there" } else { "no longer other than there" };
                failures.push(format!("{action}: {command}: {why}\n{answer}\n{out}"));
            }
            compared += 1;
        }
        assert!(compared >= at_least, "{page}: {compared}");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n----\n"));
}

/// A command of a page, in a directory with the files of its rows.
#[cfg(unix)]
fn shell(command: &str, dir: &Dir) -> Command {
    let directory = Path::new(env!("CARGO_BIN_EXE_pgn")).parent().unwrap();
    let path = format!("{}:{}", directory.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .current_dir(dir.path(""))
        .env("PATH", path)
        .stdin(std::process::Stdio::null());
    shell
}

#[test]
#[cfg(unix)] // the commands are those of a shell
fn every_command_gives_what_its_row_promises() {
    let mut failures = Vec::new();
    for (command, status, proofs) in EXPECTED {
        assert!(!proofs.is_empty(), "nothing is expected of {command}");
        let dir = expected::files();
        let before = dir.names();
        let ran = shell(command, &dir).output().unwrap();
        let (out, err) = (String::from_utf8(ran.stdout).unwrap(), String::from_utf8(ran.stderr).unwrap());
        if ran.status.code() != Some(*status) {
            failures.push(format!("{command}: status {:?}\n{err}", ran.status.code()));
            continue;
        }
        let written = |file: &str| {
            assert!(!before.contains(&file.to_owned()), "{file} was there before {command}");
            dir.read(file)
        };
        for proof in *proofs {
            let failure = match proof {
                Proof::Games(games) => not_the_games(&out, games),
                Proof::FileGames(file, games) => not_the_games(&written(file), games),
                Proof::Has(text) => (!out.contains(text)).then(|| format!("{text:?} is not in\n{out}")),
                Proof::Lacks(text) => out.contains(text).then(|| format!("{text:?} is in\n{out}")),
                Proof::Says(text) => (!err.contains(text)).then(|| format!("{text:?} is not in\n{err}")),
                Proof::FileHas(file, text) => {
                    let content = written(file);
                    (!content.contains(text)).then(|| format!("{text:?} is not in {file}:\n{content}"))
                }
            };
            failures.extend(failure.map(|failure| format!("{command}: {failure}")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n----\n"));
}

fn not_the_games(text: &str, expected: &str) -> Option<String> {
    let found = rounds(text);
    (found != expected).then(|| format!("the games are {found}, not {expected}"))
}

/// The rounds of games in PGN: their names here.
fn rounds(text: &str) -> String {
    let values = text.lines().filter_map(|line| line.strip_prefix("[Round \"")?.strip_suffix("\"]"));
    values.collect::<Vec<_>>().join(" ")
}
