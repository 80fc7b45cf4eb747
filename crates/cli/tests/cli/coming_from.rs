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
    "bookmarks, filters, changes in place",
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

/// What Scid 4.7.4 and pgn-extract 26-05 did with the same files, by compare/coming-from/record: how the row begins,
/// the command of pgn in it, the view of both, the answer; and where the two programs differ, why, and wherein.
const RECORDED: [(&str, &str); 2] = [
    ("from-scid.md", include_str!("coming_from/answers-scid.tsv")),
    (PGN_EXTRACT, include_str!("coming_from/answers-pgn-extract.tsv")),
];

/// Commands to which no output of the other program answers: the page, how the row begins, the command, why.
const UNANSWERED: &[(&str, &str, &str, &str)] = &[
    ("from-scid.md", "export as HTML", "pgn convert --to json games.pgn", "Scid writes no JSON"),
    ("from-scid.md", "two bases", "pgn diff games.pgn more.pgn", "two windows, which a person compares"),
    (
        "from-scid.md",
        "twin checker",
        "pgn dedup --keep merge games.pgn more.pgn",
        "a window, in which a person copies",
    ),
    ("from-scid.md", "EPD files", "pgn epd check suite.epd", "tkscid opens none"),
    ("from-scid.md", "EPD files", "pgn epd fmt suite.epd", "tkscid opens none"),
    ("from-scid.md", "time used", "pgn clocks games.pgn", "a drawing"),
    ("from-scid.md", "time used", "pgn convert --to csv games.pgn", "a drawing"),
    (
        "from-scid.md",
        "moves search",
        "pgn filter \"moves('e4 * Nf3')\" games.pgn",
        "Scid has none, only Scid vs. PC",
    ),
    (PGN_EXTRACT, "-Afile", "pgn check .", "it reads options, which are in the other rows"),
    (PGN_EXTRACT, "-h", "pgn --help", "each program's own text"),
    (PGN_EXTRACT, "-h", "pgn filter --help", "each program's own text"),
    (PGN_EXTRACT, "-h", "pgn --version", "each program's own text"),
];

struct Answer {
    row: &'static str,
    command: &'static str,
    view: &'static str,
    answer: &'static str,
    reason: &'static str,
    wherein: &'static str,
}

impl Answer {
    /// What pgn gives, by what is said of the difference: `there → here ;; there → here`; with `*` anything else than there.
    fn is_given_by(&self, view: &View, out: &str) -> bool {
        assert_eq!(self.reason.is_empty(), self.wherein.is_empty(), "{}: {}", self.row, self.command);
        if self.wherein == "*" {
            return !view.shows(out, self.answer);
        }
        let mut here = self.answer.to_owned();
        for difference in self.wherein.split(" ;; ").filter(|difference| !difference.is_empty()) {
            let (old, new) = difference.split_once(" → ").unwrap();
            assert!(here.contains(old) && old != new, "{}: {}: {difference}", self.row, self.command);
            here = here.replacen(old, new, 1);
        }
        view.shows(out, &here)
    }
}

fn answers(recorded: &'static str) -> Vec<Answer> {
    let lines = recorded.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
            [row, command, view, answer, reason, wherein] => {
                Answer { row, command, view, answer, reason, wherein }
            }
            _ => panic!("not six cells: {line}"),
        })
        .collect()
}

#[test]
fn every_command_has_an_answer_or_a_reason_why_there_is_none() {
    for (page, recorded) in RECORDED {
        let rows = rows(page);
        let of_page: Vec<_> = rows
            .iter()
            .flat_map(|[first, second]| {
                commands(second).into_iter().map(|command| (first.replace('`', ""), command.to_owned()))
            })
            .collect();
        let mut answered = vec![0; of_page.len()];
        let mut unanswered = vec![0; of_page.len()];
        let place = |row: &str, command: &str| {
            let is = |(first, there): &&(String, String)| first.starts_with(row) && there == command;
            let places: Vec<_> = of_page.iter().enumerate().filter(|(_, there)| is(there)).collect();
            assert_eq!(places.len(), 1, "{page}: rows of {row} with {command}");
            places[0].0
        };
        for Answer { row, command, .. } in answers(recorded) {
            answered[place(row, command)] += 1;
        }
        for (_, row, command, reason) in UNANSWERED.iter().filter(|(of, ..)| *of == page) {
            assert!(!reason.is_empty());
            unanswered[place(row, command)] += 1;
        }
        for ((place, answers), reasons) in of_page.iter().zip(answered).zip(unanswered) {
            assert!(
                answers > 0 && reasons == 0 || answers == 0 && reasons == 1,
                "{page}: {place:?} has {answers} answers, and {reasons} reasons why there are none"
            );
        }
    }
}

#[test]
#[cfg(unix)] // the commands are those of a shell
fn commands_give_what_the_other_program_gave() {
    let mut failures = Vec::new();
    for recorded in RECORDED.into_iter().flat_map(|(_, recorded)| answers(recorded)) {
        let Answer { row, command, view, answer, reason, .. } = recorded;
        assert!(!answer.is_empty(), "{row} has no answer");
        let view = View::of(view);
        let dir = expected::files();
        let ran = shell(command, &dir).output().unwrap();
        let out = match view.file {
            Some(file) => dir.read(file),
            None => String::from_utf8(ran.stdout).unwrap(),
        };
        if !recorded.is_given_by(&view, &out) {
            failures
                .push(format!("{row}: {command}: {reason}\nthere: {answer}\nhere: {}", view.of_text(&out)));
        }
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
