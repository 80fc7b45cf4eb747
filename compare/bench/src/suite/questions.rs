//! Finding, classifying and counting games: `pgn filter`, `pgn eco` and `pgn tree`, beside pgn-extract and beside ourselves.

use super::*;

/// Times as fast as pgn-extract by what tags say, and by what is on the board.
const BY_TAGS: f64 = 20.0;
const BY_MOVES: f64 = 20.0;

/// What is read in a second: gigabytes where tags decide, and millions of half-moves elsewhere.
const GIGABYTES: f64 = 1.0;
const MILLION_PLIES: f64 = 15.0;

/// `pgn eco` takes at most so many times as long as `pgn fmt`, and `pgn tree` as `pgn check`.
const ECO: f64 = 1.0;
const TREE: f64 = 1.5;

/// What is asked of games.
struct Question {
    name: &'static str,
    /// The option of pgn-extract, and the content of the file that it names after an `=`.
    extract: (&'static str, &'static str),
    condition: &'static str,
    /// Whether tags decide.
    of_tags: bool,
    /// Whether both choose the same games; why not is in `compare/filter/criteria.tsv`.
    agree: bool,
}

const QUESTIONS: [Question; 6] = [
    Question {
        name: "white",
        extract: ("-TwTal", ""),
        condition: "\"White\" LIKE 'Tal%'",
        of_tags: true,
        agree: true,
    },
    Question {
        name: "date and rating",
        extract: ("-t=", "Date >= \"1960\"\nDate < \"1970\"\nWhiteElo >= \"2600\""),
        condition: "year BETWEEN 1960 AND 1969 AND white_elo >= 2600",
        of_tags: true,
        agree: true,
    },
    Question {
        name: "position",
        extract: ("-x=", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"),
        condition: "reaches('e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6')",
        of_tags: false,
        agree: true,
    },
    Question {
        name: "pattern",
        extract: ("-t=", "FENPattern \"?????rk?/?????pbp/*p?/*/*/8/PPP*/??KR????\""),
        condition: "pattern('?????rk?/?????pbp/*p?/*/*/8/PPP*/??KR????')",
        of_tags: false,
        agree: true,
    },
    Question {
        name: "material",
        extract: ("-z=", "20 RP+ RP+"),
        condition: "material('RP+ RP+', stable => 20, either_color => true)",
        of_tags: false,
        agree: false,
    },
    Question {
        name: "moves",
        extract: ("-v=", "d4 Nf6 c4 e6 Nf3"),
        condition: "moves('d4 Nf6 c4 e6 Nf3', any_order => true)",
        of_tags: false,
        agree: true,
    },
];

impl Suite {
    /// `pgn filter` and pgn-extract, each writing the games it chooses to a file.
    pub(super) fn filter(&mut self, plain: &Agreed<'_>, extract: Option<&Path>) -> io::Result<()> {
        if !self.wants("filter") {
            return Ok(());
        }
        let &Agreed { data, counts } = plain;
        let (mine, theirs) =
            (data.path.with_file_name("out-ours.pgn"), data.path.with_file_name("out-extract.pgn"));
        let criterion = data.path.with_file_name("criterion.txt");
        for Question { name, extract: (option, lines), condition, of_tags, agree } in QUESTIONS {
            std::fs::write(&criterion, format!("{lines}\n"))?;
            let ours = self.pgn(&["filter", condition, "-q", "-j", "1", "-o"], &[&mine, &data.path]);
            let peer = extract.map(|extract| {
                let option = match option.strip_suffix('=') {
                    Some(option) => format!("{option}{}", criterion.display()),
                    None => option.to_owned(),
                };
                words(extract, &["-s", &option, "-o"], &[&theirs, &data.path])
            });
            child::program(&ours)?;
            if let Some(peer) = peer.as_ref().filter(|_| agree) {
                child::program(peer)?;
                let chosen = |path| io::Result::Ok(child::pass("count-ours", path)?.counts.games);
                let (own, other) = (chosen(&mine)?, chosen(&theirs)?);
                if own != other {
                    let message = format!("{name}: pgn chooses {own} games, pgn-extract {other}");
                    return Err(io::Error::other(message));
                }
            }
            let mut who =
                vec![Contender::new("pgn filter -j 1", data, counts.moves, || child::pinned(&ours))];
            if let Some(peer) = &peer {
                who.push(Contender::new("pgn-extract", data, counts.moves, || child::pinned(peer)));
            }
            let rows = self.time(&format!("filter, {name}"), Measure::Cpu, who)?;
            let goal = if of_tags { BY_TAGS } else { BY_MOVES };
            self.against_first(rows.clone(), Some(Goal::AtLeast(goal)));
            if let [first, ..] = &mut self.rows[rows] {
                let (amount, bound) = if of_tags {
                    (first.bytes as f64 / 1e9, Goal::GigabytesASecond(GIGABYTES))
                } else {
                    (first.plies as f64 / 1e6, Goal::MillionPliesASecond(MILLION_PLIES))
                };
                first.ratio = Some(amount / first.median());
                first.goal = Some(bound);
            }
        }
        [mine, theirs, criterion].iter().filter(|path| path.exists()).try_for_each(std::fs::remove_file)
    }

    /// Adding the tags of openings, beside writing the games anew, and beside pgn-extract with a book of its own.
    pub(super) fn eco(&mut self, plain: &Agreed<'_>, extract: Option<&Path>) -> io::Result<()> {
        const BOOK: &str = "/usr/share/pgn-extract/eco.pgn";
        if !self.wants("eco") {
            return Ok(());
        }
        let &Agreed { data, counts } = plain;
        let (mine, theirs) =
            (data.path.with_file_name("out-ours.pgn"), data.path.with_file_name("out-extract.pgn"));
        let run = |command: &str| self.pgn(&[command, "-q", "-j", "1", "-o"], &[&mine, &data.path]);
        let (fmt, eco) = (run("fmt"), run("eco"));
        let book = format!("-e{BOOK}");
        let peer = extract.filter(|_| Path::new(BOOK).exists());
        let peer = peer.map(|extract| words(extract, &["-s", &book, "-o"], &[&theirs, &data.path]));
        let mut who = vec![
            Contender::new("pgn fmt -j 1", data, counts.moves, || child::pinned(&fmt)),
            Contender::new("pgn eco -j 1", data, counts.moves, || child::pinned(&eco)),
        ];
        if let Some(peer) = &peer {
            who.push(Contender::new("pgn-extract -e", data, counts.moves, || child::pinned(peer)));
        }
        let rows = self.time("eco", Measure::Cpu, who)?;
        self.against_first(rows.clone(), None);
        if let [_, eco, ..] = &mut self.rows[rows] {
            eco.goal = Some(Goal::AtMost(ECO));
        }
        [mine, theirs].iter().filter(|path| path.exists()).try_for_each(std::fs::remove_file)
    }

    /// The tree of openings to a depth of 20, beside reading with all checks.
    pub(super) fn tree(&mut self, plain: &Agreed<'_>) -> io::Result<()> {
        if !self.wants("tree") {
            return Ok(());
        }
        let &Agreed { data, counts } = plain;
        let check = self.pgn(&["check", "-q", "-j", "1"], &[&data.path]);
        let tree = self.pgn(&["tree", "--depth", "20", "-q", "-j", "1"], &[&data.path]);
        let most = self.pgn(&["tree", "--depth", "20", "--min-games", "10", "-q", "-j", "1"], &[&data.path]);
        let who = vec![
            Contender::new("pgn check -j 1", data, counts.moves, || child::pinned(&check)),
            Contender::new("pgn tree --min-games 10", data, counts.moves, || child::pinned(&most)),
            Contender::new("pgn tree, every move", data, counts.moves, || child::pinned(&tree)),
        ];
        let rows = self.time("tree", Measure::Cpu, who)?;
        self.against_first(rows, Some(Goal::AtMost(TREE)));
        Ok(())
    }
}
