//! What the commands of the tables give. A game is called by its round; a game without tags has the round ?.

use std::io::Write as _;

use super::Proof::{self, FileGames, FileHas, Games, Has, Lacks, Says};
use crate::rig::Dir;

/// The files that the commands find: games, and something for single rows.
pub fn files() -> Dir {
    let dir = Dir::new();
    let more = include_str!("more.pgn");
    for (name, content) in [
        ("games.pgn", include_str!("games.pgn")),
        ("more.pgn", more),
        ("broken.pgn", include_str!("broken.pgn")),
        ("book.pgn", include_str!("book.pgn")),
        ("endings.pgn", include_str!("endings.pgn")),
    ] {
        dir.write(name, content);
    }
    for line in include_str!("files.tsv").lines().filter(|line| !line.starts_with('#')) {
        let (name, content) = line.split_once('\t').unwrap();
        let content = content.replace("\\n", "\n").replace("\\t", "\t");
        let latin1 = |char| u8::try_from(u32::from(char)).unwrap();
        let is_latin1 = name == "latin1.pgn";
        let bytes = if is_latin1 { content.chars().map(latin1).collect() } else { content.into_bytes() };
        dir.write(name, bytes);
    }
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(more.as_bytes()).unwrap();
    dir.write("packed.pgn.gz", packed.finish().unwrap());
    dir
}

const ALL: Proof = Games("1 2 3 4 5 6 7 8 9 10");

/// Each command of the tables, its exit status, and what it gives.
pub const EXPECTED: &[(&str, i32, &[Proof])] = &[
    // Coming from pgn-extract: input, output, errors.
    ("pgn fmt games.pgn", 0, &[ALL, Has("1. e4 {[%clk 1:59:58]} 1... c5 ")]),
    ("pgn fmt < games.pgn", 0, &[ALL, Has("1. e4 {[%clk 1:59:58]} 1... c5 ")]),
    ("pgn fmt games.pgn -o out.pgn", 0, &[Games(""), FileGames("out.pgn", "1 2 3 4 5 6 7 8 9 10")]),
    ("pgn fmt more.pgn >> out.pgn", 0, &[FileGames("out.pgn", "1 22")]),
    ("pgn merge games.pgn more.pgn -o all.pgn", 0, &[FileGames("all.pgn", "5 8 10 6 1 1 22 2 3 4 7 9")]),
    ("xargs pgn fmt < list", 0, &[Games("1 2 3 4 5 6 7 8 9 10 1 22")]),
    ("pgn check .", 1, &[Has("broken.pgn:9:13"), Has("nested.pgn:1:12")]),
    (
        "pgn filter --not-to rest.pgn \"year = 1960\" games.pgn -o tal.pgn",
        0,
        &[FileGames("tal.pgn", "1"), FileGames("rest.pgn", "2 3 4 5 6 7 8 9 10")],
    ),
    ("pgn filter \"year <> 1960 OR year IS NULL\" games.pgn", 0, &[Games("2 3 4 5 6 7 8 9 10")]),
    (
        "pgn split --max-games 4 games.pgn",
        0,
        &[FileGames("1.pgn", "1 2 3 4"), FileGames("2.pgn", "5 6 7 8"), FileGames("3.pgn", "9 10")],
    ),
    (
        "pgn split --by 'left(eco, 1)' games.pgn",
        0,
        &[FileGames("A.pgn", "2"), FileGames("C.pgn", "1"), FileGames("_.pgn", "3 4 5 6 7 8 9 10")],
    ),
    (
        "pgn split --by eco games.pgn",
        0,
        &[FileGames("A00.pgn", "2"), FileGames("C20.pgn", "1"), FileGames("_.pgn", "3 4 5 6 7 8 9 10")],
    ),
    ("pgn filter --games 1,3-5 games.pgn", 0, &[Games("1 3 4 5")]),
    (
        "pgn filter --games 1,3-5 --not-to rest.pgn games.pgn -o taken.pgn",
        0,
        &[FileGames("taken.pgn", "1 3 4 5"), FileGames("rest.pgn", "2 6 7 8 9 10")],
    ),
    ("pgn filter --games 4-6 games.pgn", 0, &[Games("4 5 6")]),
    ("pgn filter --limit 2 \"result = '1/2-1/2'\" games.pgn", 0, &[Games("3 6")]),
    (
        "pgn check broken.pgn",
        1,
        &[Has("error[PGN-C001]: expected a legal move, found `Ke3`"), Has("broken.pgn:9:13")],
    ),
    ("pgn check --report json broken.pgn > log", 1, &[FileHas("log", "\"code\":\"PGN-C001\"")]),
    ("pgn fmt broken.pgn 2>> log", 1, &[Games("31 32"), FileHas("log", "broken.pgn:9:13: error[PGN-C001]")]),
    ("pgn fmt -q games.pgn", 0, &[ALL]),
    ("pgn fmt --on-error keep broken.pgn", 1, &[Games("31 32"), Has(";[%unread] 2. Ke3 Nc6")]),
    (
        "pgn fmt --on-error drop --rejects bad.pgn broken.pgn",
        1,
        &[Games("32"), FileGames("bad.pgn", "31"), FileHas("bad.pgn", "1. e4 e5 2. Ke3 Nc6 1-0")],
    ),
    ("pgn fmt null.pgn", 0, &[Has("1. e4 -- 2. d4 *")]),
    (
        "pgn check nested.pgn",
        1,
        &[Has("braces do not nest"), Has("nested.pgn:1:12"), Says("can be fixed with --fix")],
    ),
    ("pgn fmt tags.pgn", 1, &[Has("[Event \"Club\"]"), Says("PGN-L007")]),
    ("pgn --help", 0, &[Has("Usage: pgn <COMMAND>")]),
    ("pgn filter --help", 0, &[Has("--not-to <FILE>")]),
    ("pgn --version", 0, &[Has("pgn 0.")]),
    // Games by tags.
    ("pgn filter \"white LIKE 'Tal%'\" games.pgn", 0, &[Games("1")]),
    ("pgn filter \"black LIKE 'Tal%'\" games.pgn", 0, &[Games("2")]),
    ("pgn filter \"player('Tal')\" games.pgn", 0, &[Games("1 2")]),
    ("pgn filter \"year = 1960\" games.pgn", 0, &[Games("1")]),
    ("pgn filter \"date < '1961'\" games.pgn", 0, &[Games("1 6")]),
    ("pgn filter \"date > '1961'\" games.pgn", 0, &[Games("2 3 4 7 9")]),
    ("pgn filter \"result = '1-0'\" games.pgn", 0, &[Games("1 4")]),
    ("pgn filter \"eco LIKE 'C20%'\" games.pgn", 0, &[Games("1")]),
    ("pgn filter \"Annotator LIKE 'Smith%'\" games.pgn", 0, &[Games("1")]),
    ("pgn filter \"Event LIKE 'Linares%'\" games.pgn", 0, &[Games("3 4")]),
    ("pgn filter \"date > '1961' AND white_elo >= 2500\" games.pgn", 0, &[Games("3 4")]),
    ("pgn filter \"elo_max >= 2800\" games.pgn", 0, &[Games("3 4")]),
    ("pgn filter \"elo_diff > 200\" games.pgn", 0, &[Games("4")]),
    ("pgn filter \"time_control_base >= 3600\" games.pgn", 0, &[Games("3")]),
    ("pgn filter \"white ~ '^Kas'\" games.pgn", 0, &[Games("3 4")]),
    ("pgn filter \"white ~* '^kas'\" games.pgn", 0, &[Games("3 4")]),
    ("pgn filter \"white NOT LIKE 'Tal%' OR white IS NULL\" games.pgn", 0, &[Games("2 3 4 5 6 7 8 9 10")]),
    ("pgn filter \"white LIKE '%ov%'\" games.pgn", 0, &[Games("3")]),
    ("pgn filter \"sounds_like(white, 'kasparov')\" games.pgn", 0, &[Games("3 4")]),
    (
        "pgn filter \"result = '1-0' AND white_elo > black_elo OR result = '0-1' AND black_elo > white_elo\" games.pgn",
        0,
        &[Games("4")],
    ),
    ("pgn filter \"has_tag('SetUp')\" games.pgn", 0, &[Games("5 8 10")]),
    ("pgn filter \"NOT has_tag('SetUp')\" games.pgn", 0, &[Games("1 2 3 4 6 7 9")]),
    ("pgn filter \"has('comments') OR has('clocks') OR has('evals')\" games.pgn", 0, &[Games("3 9")]),
    ("pgn filter '\"Result\" = marker' games.pgn broken.pgn", 1, &[Games("1 2 3 4 5 6 7 8 9 10 31")]),
    ("pgn check --select PGN-T004 broken.pgn", 0, &[Has("broken.pgn:19:41"), Lacks("broken.pgn:9:13")]),
    // Games by moves and positions.
    (
        "pgn filter \"reaches('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2')\" games.pgn",
        0,
        &[Games("1 9")],
    ),
    ("pgn filter \"moves('Nf3 c5 e4 d6', any_order => true)\" games.pgn", 0, &[Games("3 4")]),
    ("pgn filter \"moves('e4 * Nf3|Qh5 !d5')\" games.pgn", 0, &[Games("1 3 9")]),
    ("pgn filter \"pattern('*/*/*/*/???PP???/*/*/*')\" games.pgn", 0, &[Games("3 4")]),
    ("pgn filter \"pattern('*/*/*/*R/*/*/*/*', either_color => true)\" games.pgn", 0, &[Games("5")]),
    ("pgn filter \"material('RP* R', stable => 2)\" games.pgn", 0, &[Games("5")]),
    ("pgn filter \"material('R RP*', stable => 4, either_color => true)\" games.pgn", 0, &[Games("5")]),
    ("pgn filter \"ends_in('mate')\" games.pgn", 0, &[Games("1 2")]),
    ("pgn filter \"ends_in('stalemate')\" games.pgn", 0, &[Games("6")]),
    ("pgn filter \"ends_in('insufficient')\" games.pgn", 0, &[Games("8")]),
    ("pgn filter \"ends_in('repetition')\" games.pgn", 0, &[Games("7")]),
    ("pgn filter \"ends_in('fifty')\" games.pgn", 0, &[Games("10")]),
    ("pgn filter \"repetitions >= 3\" games.pgn", 0, &[Games("7")]),
    ("pgn filter \"halfmove_clock >= 100\" games.pgn", 0, &[Games("10")]),
    ("pgn filter \"promotion IN ('R', 'B', 'N')\" games.pgn", 0, &[Games("8")]),
    (
        "pgn filter \"position(turn = 'black' AND pattern('*/*/*/*/???PP???/*/*/*'))\" games.pgn",
        0,
        &[Games("3 4")],
    ),
    (
        "pgn filter \"position(ply BETWEEN 2 AND 6 AND pattern('*/*/*/*/????P???/*/*/*'))\" games.pgn",
        0,
        &[Games("1 3 4 9")],
    ),
    ("pgn filter \"pieces('[Aa]') = 5\" games.pgn", 0, &[Games("5")]),
    ("pgn filter \"line('Nf3 d6 d4')\" games.pgn", 0, &[Games("3")]),
    (
        "pgn filter --tag-match \"reaches('e4 c5 Nf3', variations => true)\" games.pgn",
        0,
        &[Games("3 4 9"), Has("2. Nf3 {match} d6"), Has("2. e4 {match} d6"), Has("2. Nf3 {match} (2. c3")],
    ),
    (
        "pgn edit --where \"material('RP* R')\" --set MaterialMatch=rooks games.pgn",
        0,
        &[ALL, Has("w - - 0 1\"]\n[MaterialMatch \"rooks\"]\n\n1. Ra7+")],
    ),
    ("pgn filter \"plies <= 8\" games.pgn", 0, &[Games("1 2 5 7 8 9 10")]),
    ("pgn filter \"plies BETWEEN 5 AND 7\" games.pgn", 0, &[Games("1 8")]),
    ("pgn filter \"position(ply = 0 AND points(white) <> points(black))\" games.pgn", 0, &[Games("5 10")]),
    // Duplicates.
    ("pgn dedup games.pgn more.pgn", 0, &[Games("1 2 3 4 5 6 7 8 9 10 22")]),
    (
        "pgn dedup games.pgn more.pgn --removed copies.pgn -o rest.pgn",
        0,
        &[FileGames("rest.pgn", "1 2 3 4 5 6 7 8 9 10 22"), FileGames("copies.pgn", "1")],
    ),
    ("pgn dedup --against games.pgn more.pgn", 0, &[Games("22")]),
    (
        "pgn stats --by FEN games.pgn",
        0,
        &[Has("\n8/P6k/8/8/8/8/6pK/8 w - - 0 1         1"), Has("\n-                                     7")],
    ),
    ("pgn dedup --memory 64M games.pgn more.pgn", 0, &[Games("1 2 3 4 5 6 7 8 9 10 22")]),
    // What is written.
    ("pgn fmt --tags STR games.pgn", 0, &[ALL, Lacks("[ECO "), Has("{best by test}"), Has("[FEN ")]),
    (
        "pgn fmt --reduced games.pgn",
        0,
        &[ALL, Lacks("[ECO "), Lacks("best by test"), Lacks("$1"), Lacks("(1...")],
    ),
    ("pgn fmt --no-comments games.pgn", 0, &[ALL, Lacks("best by test"), Has("(1... c5"), Has("[ECO ")]),
    ("pgn fmt --no-nags games.pgn", 0, &[ALL, Lacks("$1"), Has("(1... c5"), Has("best by test")]),
    ("pgn fmt --no-variations games.pgn", 0, &[ALL, Lacks("(1..."), Has("1... e5 $1"), Has("best by test")]),
    (
        "pgn fmt --width 60 games.pgn",
        0,
        &[ALL, Has("\n1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6.\nQxd7+")],
    ),
    ("pgn edit --tag-order=ECO,Annotator games.pgn", 0, &[ALL, Has("[ECO \"C20\"]\n[Annotator \"Smith\"]")]),
    (
        "pgn fmt --tags Annotator games.pgn",
        0,
        &[ALL, Has("[Annotator \"Smith\"]"), Lacks("[ECO "), Lacks("[WhiteElo ")],
    ),
    ("pgn edit --remove ECO games.pgn", 0, &[ALL, Lacks("[ECO "), Has("{ best by test }")]),
    ("pgn edit --ply-count games.pgn", 0, &[ALL, Has("[PlyCount \"7\"]"), Has("[PlyCount \"19\"]")]),
    ("pgn edit --keep-plies 2 games.pgn", 0, &[ALL, Has("\n1. f3 e5 0-1\n"), Lacks("2. g4")]),
    (
        "pgn edit --drop-plies 3 games.pgn",
        0,
        &[
            ALL,
            Has(
                "\n[FEN \"rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2\"]\n[SetUp \"1\"]\n\n2... Nc6 3. Bc4",
            ),
        ],
    ),
    (
        "pgn edit --drop-before 'best by' games.pgn",
        0,
        &[ALL, Has("{ best by test } 1... e5 $1 (1... c5"), Lacks("1. e4 { best"), Has("1. e4 e5 2. Qh5")],
    ),
    (
        "pgn split --variations games.pgn",
        0,
        &[Games("1 2 3 4 5 6 7 8 9 9 9 10"), Has("1. e4 {best by test} 1... c5 2. c3 d5")],
    ),
    ("pgn edit --result board broken.pgn", 1, &[Games("31 32"), Has("[Result \"1-0\"]"), Lacks("0-1")]),
    ("pgn edit --result marker broken.pgn", 1, &[Games("31 32"), Has("[Result \"1-0\"]"), Lacks("0-1")]),
    (
        "pgn eco --replace games.pgn",
        0,
        &[ALL, Has("[Opening \"Sicilian Defense\"]\n[Variation \"Najdorf Variation\"]")],
    ),
    (
        "pgn eco --replace --book book.pgn games.pgn",
        0,
        &[ALL, Has("[ECO \"C99\"]\n[Opening \"Own opening\"]\n[Variation \"Main line\"]"), Lacks("Sicilian")],
    ),
    ("pgn edit --comments-after-moves before.pgn", 0, &[Has("1. e4 e5 (1... c5 {no}) *")]),
    ("pgn edit --set-from players.tsv --key White games.pgn", 0, &[ALL, Has("[WhiteFideId \"77\"]")]),
    (
        "pgn edit --set Event=Club games.pgn",
        0,
        &[ALL, Has("[Event \"Club\"]"), Lacks("[Event \"Riga\"]"), Has("{ best by test }")],
    ),
    ("pgn filter \"plies < 5\" games.pgn", 0, &[Games("2 9 10"), Has("{ best by test }")]),
    ("pgn convert --to lan --lan-style squares games.pgn", 0, &[ALL, Has("2. g1f3 d7d6 3. d2d4 c5d4")]),
    ("pgn convert --to lan --lan-style hyphen games.pgn", 0, &[ALL, Has("2. g1-f3 d7-d6 3. d2-d4\nc5-d4")]),
    ("pgn convert --to lan --lan-style letter games.pgn", 0, &[ALL, Has("2. Ng1f3 d7d6 3. d2d4 c5d4")]),
    ("pgn convert --to lan games.pgn", 0, &[ALL, Has("2. Ng1-f3 d7-d6 3. d2-d4\nc5xd4")]),
    ("pgn convert --to san games.pgn", 0, &[ALL, Has("150. Rb2"), Has("3. Bc4 Nf6")]),
    ("pgn convert --to san --lang de games.pgn", 0, &[ALL, Has("150. Tb2"), Has("2. Sf3 Sc6")]),
    ("pgn convert --to uci games.pgn", 0, &[ALL, Has("150. a2b2"), Has("g1f3"), Lacks("#")]),
    ("pgn convert --to csv games.pgn", 0, &[Has("\ngames.pgn,1,7,4,white,Qxf7#,h5f7,"), Lacks("Riga")]),
    ("pgn epd from-pgn games.pgn", 0, &[Has("8/5k2/8/8/8/8/4PK2/R6r w - - "), Has("sm Ra7+;")]),
    (
        "pgn convert --to fen games.pgn",
        0,
        &[Has("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")],
    ),
    (
        "pgn convert --to csv --with-fen games.pgn",
        0,
        &[Has(",e4,e2e4,rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1,")],
    ),
    (
        "pgn convert --to json games.pgn",
        0,
        &[Has("best by test "), Has("{\"name\":\"Annotator\",\"value\":\"Smith\"}")],
    ),
    (
        "pgn filter --list \"year = 1960\" games.pgn",
        0,
        &[Has("games.pgn:1: game 1: Tal, Mihail – Botvinnik, Mikhail")],
    ),
    ("pgn convert --to csv --rows games games.pgn", 0, &[Has("Tal, Mihail\",\"Botvinnik, Mikhail\",7,1-0")]),
    // Coming from Scid: files and games.
    ("pgn check games.pgn broken.pgn", 1, &[Has("broken.pgn:9:13"), Says("12 games")]),
    ("pgn fmt packed.pgn.gz", 0, &[Games("1 22")]),
    ("pgn fmt latin1.pgn", 0, &[Has("[White \"Hübner\"]")]),
    ("pgn fmt --from-lang de german.pgn", 0, &[Has("\n1. Nf3 Nc6 2. Ng1 *\n")]),
    ("pgn fmt lax.pgn", 0, &[Has("\n1. e4 e5 2. Nf3 Nc6 *\n")]),
    (
        "pgn fmt games.pgn -o clean.pgn",
        0,
        &[FileGames("clean.pgn", "1 2 3 4 5 6 7 8 9 10"), FileHas("clean.pgn", "{best by test}")],
    ),
    ("pgn filter \"player('Tal')\" games.pgn >> tal.pgn", 0, &[FileGames("tal.pgn", "1 2")]),
    ("pgn html games.pgn -o games.html", 0, &[FileHas("games.html", "Botvinnik")]),
    ("pgn book games.pgn -o games.tex", 0, &[FileHas("games.tex", "\\documentclass")]),
    ("pgn merge games.pgn more.pgn", 0, &[Games("5 8 10 6 1 1 22 2 3 4 7 9")]),
    (
        "pgn diff games.pgn more.pgn",
        1,
        &[Has("changed: games.pgn, game 1 → more.pgn, game 1"), Has("removed: games.pgn, game 2")],
    ),
    ("pgn sort games.pgn", 0, &[Games("5 8 10 6 1 2 3 4 7 9")]),
    ("pgn sort --by 'date desc, white' games.pgn", 0, &[Games("9 7 4 3 2 1 6 5 8 10")]),
    (
        "pgn dedup --list games.pgn more.pgn",
        0,
        &[Games(""), Has("more.pgn, game 1"), Has("other spelling: games.pgn, game 1")],
    ),
    (
        "pgn dedup --keep merge games.pgn more.pgn",
        0,
        &[Games("1 2 3 4 5 6 7 8 9 10 22"), Has("[Annotator \"Smith\"]")],
    ),
    (
        "pgn merge --tree games.pgn",
        0,
        &[Has("2. Nf3 (2. c3 d5) 2... d6 3. d4"), Has("{Fine, Reuben - Tal, Mihail, 1962,\n0-1}")],
    ),
    (
        "pgn edit --no-comments --no-variations games.pgn",
        0,
        &[ALL, Has("1. e4 1... e5 $1 2. Nf3 Nc6"), Lacks("{")],
    ),
    ("pgn edit --remove Annotator games.pgn", 0, &[ALL, Lacks("[Annotator "), Has("[ECO ")]),
    ("pgn convert --to pgn --dialect lichess marks.pgn", 0, &[Has("1. e4 {[%cal Ge2e4]} 1... e5 *")]),
    ("pgn epd check suite.epd", 1, &[Has("suite.epd:2")]),
    ("pgn epd fmt suite.epd", 1, &[Has("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"one\";\n")]),
    ("pgn clocks games.pgn", 0, &[Has("3. Kasparov, Garry – Karpov, Anatoly, 1999"), Has("1:59:58")]),
    // Searches.
    ("pgn filter \"player('Tal') AND player('Botvinnik')\" games.pgn", 0, &[Games("1")]),
    ("pgn filter \"site LIKE 'Linares%' AND date >= '1999.02.22'\" games.pgn", 0, &[Games("4")]),
    ("pgn filter \"elo_min >= 2600 AND elo_diff < 200\" games.pgn", 0, &[Games("3")]),
    ("pgn filter \"white_title = 'GM'\" games.pgn", 0, &[Games("3")]),
    (
        "pgn filter \"result = '0-1' AND plies <= 20 AND eco BETWEEN 'A00' AND 'A39'\" games.pgn",
        0,
        &[Games("2")],
    ),
    ("pgn filter \"has('setup')\" games.pgn", 0, &[Games("5 8 10")]),
    ("pgn filter \"has('comments') AND has('variations')\" games.pgn", 0, &[Games("9")]),
    ("pgn filter \"comment LIKE '%best by test%'\" games.pgn", 0, &[Games("9")]),
    ("pgn filter \"movetext LIKE '%Nxd4%'\" games.pgn", 0, &[Games("3 4")]),
    ("pgn filter \"position(has_opposite_bishops, stable => 2)\" endings.pgn", 0, &[Games("41")]),
    ("pgn filter \"reaches('e4 c5 Nf3 d6', variations => true)\" games.pgn", 0, &[Games("3 4 9")]),
    ("pgn filter \"reaches('e4 c5 Nf3 d6 d4')\" games.pgn", 0, &[Games("3 4")]),
    ("pgn filter \"pattern('*/*/*/*/P*/*/*/*', mirrored => true)\" games.pgn", 0, &[Games("6")]),
    ("pgn filter \"position(material('RP* R') AND pieces('Ra7') = 1)\" games.pgn", 0, &[Games("5")]),
    ("pgn filter \"moves('e4 * Nf3')\" games.pgn", 0, &[Games("3 9")]),
    ("pgn filter \"year = 1960 OR NOT has('setup') AND plies < 5\" games.pgn", 0, &[Games("1 2 9")]),
    (
        "pgn filter --list \"year >= 1999\" games.pgn",
        0,
        &[Has("games.pgn:24: game 3"), Has("game 4"), Lacks("game 5")],
    ),
    ("pgn filter --count \"year >= 1999\" games.pgn", 0, &[Has("4\n")]),
    // Openings, names, numbers.
    ("pgn eco --replace --book scid.eco games.pgn", 0, &[ALL, Has("[Opening \"Named by Scid\"]")]),
    (
        "pgn eco --explain games.pgn",
        0,
        &[Has("game 2: A00 Barnes Opening: Fool's Mate, after 2... Qh4#, by 1. f3 e5 2. g4 Qh4#")],
    ),
    ("pgn tree --moves 'e4' games.pgn", 0, &[Has("after 1. e4: 3 games"), Has("1... e5       2   66.7")]),
    ("pgn tree --where \"year >= 1999\" games.pgn", 0, &[Has("the initial position: 4 games")]),
    ("pgn tree --depth 4 --report pgn games.pgn", 0, &[Has("1. e4"), Has("(1. Nf3"), Has("2... Nc6")]),
    (
        "pgn stats --of lengths,endings --where \"player('Tal')\" games.pgn",
        0,
        &[Has("lengths: 2 games"), Has("endings: 2 games")],
    ),
    (
        "pgn stats --of variations --where \"player('Kasparov')\" games.pgn",
        0,
        &[Has("B94  Sicilian Defense: Najdorf Variation")],
    ),
    ("pgn stats --of players --order elo --top 2 games.pgn", 0, &[Has("Kasparov, Garry"), Lacks("Karpov")]),
    (
        "pgn stats crosstable games.pgn",
        0,
        &[
            Has("Linares, Linares, 1999.02.21-1999.02.22: 4 players"),
            Has("1  Kasparoff, G     2812  -    4w1 "),
        ],
    ),
    ("pgn stats --of players games.pgn", 0, &[Has("Tal, Mihail             2  2  0  0  100.0")]),
    (
        "pgn stats --of opponents --where \"player('Tal')\" games.pgn",
        0,
        &[Has("Tal, Mihail  Fine, Reuben            1  1  0  0  100.0"), Lacks("Karpov")],
    ),
    ("pgn stats games.pgn", 0, &[Has("White won  2   20.0%"), Has("fifty moves            1   10.0%")]),
    (
        "pgn stats --of years --plot years.svg games.pgn",
        0,
        &[FileHas("years.svg", "<title>1999: White won 1, drawn 1</title>")],
    ),
    (
        "pgn names --table names.tsv games.pgn more.pgn",
        0,
        &[FileHas("names.tsv", "player\tTal, M\tTal, Mihail\t")],
    ),
    ("pgn names --fide players.xml games.pgn", 0, &[Has("FIDE: Timman, Jan, 9900001, GM, NED")]),
    (
        "pgn edit --names corrected.tsv games.pgn",
        0,
        &[ALL, Lacks("Kasparoff"), Has("[White \"Kasparov, Garry\"]")],
    ),
    (
        "pgn edit --where \"event = 'Riga'\" --set Site=Latvia games.pgn",
        0,
        &[ALL, Has("[Event \"Riga\"]\n[Site \"Latvia\"]"), Has("[Site \"Linares\"]")],
    ),
    (
        "pgn edit --event-date games.pgn",
        0,
        &[ALL, Has("[Date \"1999.02.22\"]"), Has("[EventDate \"1999.02.21\"]")],
    ),
];
