//! Beside other programs: reading, tokens, writing.

use super::*;
use crate::data;

/// Possible paths of pgn-extract; Debian installs it among the games.
const EXTRACT: [&str; 2] = ["pgn-extract", "/usr/games/pgn-extract"];

/// Times as fast as the peer that legality-checked reading must be, by the kind of games.
const READ: [f64; 3] = [3.0, 2.5, 2.5];

const TOKENS: f64 = 1.5;
const PERFT: f64 = 1.0;
const FMT_ONE_CORE: f64 = 25.0;
const FMT_TWO_CORES: f64 = 45.0;

/// Output file of a formatter.
fn out(data: &Data, who: &str) -> PathBuf {
    data.path.with_file_name(format!("out-{who}.pgn"))
}

/// The output of a formatter must hold what its input held.
fn written_whole(who: &str, agreed: &Agreed<'_>, out: &Path) -> io::Result<()> {
    let seen = child::pass("count-ours", out)?.counts;
    // Tags may be added: the roster is completed.
    same(who, agreed.data, Counts { tags: 0, ..seen }, Counts { tags: 0, ..agreed.counts })
}

impl Suite {
    pub(super) fn read(&mut self, all: &[Agreed<'_>]) -> io::Result<()> {
        self.beside_pgn_reader(
            all,
            ("read, legality checked", "pgn-reader + shakmaty"),
            ("validate-ours", "validate-theirs"),
            READ,
        )
    }

    pub(super) fn tokens(&mut self, all: &[Agreed<'_>]) -> io::Result<()> {
        self.beside_pgn_reader(all, ("tokens", "pgn-reader"), ("tokens-ours", "tokens-theirs"), [TOKENS; 3])
    }

    fn beside_pgn_reader(
        &mut self,
        all: &[Agreed<'_>],
        (work, peer): (&str, &str),
        (ours, theirs): (&str, &str),
        goals: [f64; 3],
    ) -> io::Result<()> {
        if !self.wants(work) {
            return Ok(());
        }
        for (agreed, goal) in all.iter().zip(goals) {
            self.passes((work, peer), agreed.data, (ours, theirs), goal)?;
        }
        Ok(())
    }

    /// Move sequences counted on one core; a ply is a sequence here.
    pub(super) fn perft(&mut self) -> io::Result<()> {
        if !self.wants("perft") {
            return Ok(());
        }
        for data in data::positions()? {
            self.passes(("perft", "shakmaty"), &data, ("perft-ours", "perft-theirs"), PERFT)?;
        }
        Ok(())
    }

    /// Two passes that must see the same.
    fn passes(
        &mut self,
        (work, peer): (&str, &str),
        data: &Data,
        (ours, theirs): (&str, &str),
        goal: f64,
    ) -> io::Result<()> {
        let (mine, peers) = (child::pass(ours, &data.path)?.counts, child::pass(theirs, &data.path)?.counts);
        same("the passes to be timed", data, mine, peers)?;
        let who = vec![
            Contender::new("pgnkit", data, mine.moves, || child::pass(ours, &data.path)),
            Contender::new(peer, data, mine.moves, || child::pass(theirs, &data.path)),
        ];
        let rows = self.time(work, Measure::Cpu, who)?;
        self.against_first(rows, Some(Goal::AtLeast(goal)));
        Ok(())
    }

    pub(super) fn find_extract(&self) -> Option<PathBuf> {
        if !["fmt", "filter", "eco"].into_iter().any(|work| self.wants(work)) {
            return None;
        }
        let found = find_program(&EXTRACT);
        if found.is_none() {
            println!("skipped: pgn-extract is not installed");
        }
        found
    }

    fn fmt_words(&self, jobs: &str, data: &Data, out: &Path) -> Vec<String> {
        self.pgn(&["fmt", "-q", "-j", jobs, "-o"], &[out, &data.path])
    }

    /// One thread and two write the same bytes, and each program writes all there is.
    pub(super) fn formats_agree(&self, all: &[Agreed<'_>], extract: Option<&Path>) -> io::Result<()> {
        for agreed in all.iter().filter(|_| self.wants("fmt")) {
            let data = agreed.data;
            let (one, two, theirs) = (out(data, "one"), out(data, "two"), out(data, "extract"));
            child::program(&self.fmt_words("1", data, &one))?;
            child::program(&self.fmt_words("2", data, &two))?;
            if std::fs::read(&one)? != std::fs::read(&two)? {
                return Err(io::Error::other(format!(
                    "{}: one and two threads write other bytes",
                    data.name
                )));
            }
            written_whole("pgn fmt and its input", agreed, &one)?;
            if let Some(extract) = extract {
                child::program(&words(extract, &["-s", "-o"], &[&theirs, &data.path]))?;
                written_whole("pgn-extract and its input", agreed, &theirs)?;
            }
            remove(&[&one, &two, &theirs])?;
        }
        Ok(())
    }

    /// `pgn fmt` and pgn-extract, each writing a file.
    pub(super) fn format(&mut self, all: &[Agreed<'_>], extract: Option<&Path>) -> io::Result<()> {
        if !self.wants("fmt") {
            return Ok(());
        }
        for &Agreed { data, counts } in all {
            let (mine, theirs) = (out(data, "ours"), out(data, "extract"));
            let (one, two) = (self.fmt_words("1", data, &mine), self.fmt_words("2", data, &mine));
            let peer = extract.map(|extract| words(extract, &["-s", "-o"], &[&theirs, &data.path]));
            let mut first = vec![Contender::new("pgn fmt -j 1", data, counts.moves, || child::pinned(&one))];
            let mut second =
                vec![Contender::new("pgn fmt -j 2", data, counts.moves, || child::program(&two))];
            if let Some(peer) = &peer {
                first.push(Contender::new("pgn-extract", data, counts.moves, || child::pinned(peer)));
                second.push(Contender::new("pgn-extract", data, counts.moves, || child::program(peer)));
            }
            let rows = self.time("fmt, one core", Measure::Cpu, first)?;
            self.against_first(rows, Some(Goal::AtLeast(FMT_ONE_CORE)));
            let rows = self.time("fmt, two cores", Measure::Wall, second)?;
            self.against_first(rows, Some(Goal::AtLeast(FMT_TWO_CORES)));
            remove(&[&mine, &theirs])?;
        }
        Ok(())
    }

    /// python-chess on one megabyte: it would need minutes for more.
    pub(super) fn python_chess(&mut self, plain: &Agreed<'_>) -> io::Result<()> {
        const SCRIPT: &str = "import sys, chess.pgn\n\
            with open(sys.argv[1], encoding='latin-1') as games:\n    while chess.pgn.read_game(games): pass";
        const COUNT: &str = "import sys, chess.pgn\n\
            with open(sys.argv[1], encoding='latin-1') as games:\n    \
            plies = [game.end().ply() for game in iter(lambda: chess.pgn.read_game(games), None)]\n    \
            print(len(plies), sum(plies))";
        if !self.wants("python-chess") {
            return Ok(());
        }
        let installed =
            Command::new("python3").args(["-c", "import chess.pgn"]).stderr(Stdio::null()).status();
        if !installed.is_ok_and(|status| status.success()) {
            println!("skipped: python-chess is not installed");
            return Ok(());
        }
        let slice = plain.data.slice(1_000_000, "1MB")?;
        let counts = agree(&slice)?;
        let output = Command::new("python3").args(["-c", COUNT]).arg(&slice.path).output()?;
        let seen = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        if seen != format!("{} {}", counts.games, counts.moves) {
            return Err(io::Error::other(format!(
                "{}: python-chess sees games and plies {seen}",
                slice.name
            )));
        }
        let words = words(Path::new("python3"), &["-c", SCRIPT], &[&slice.path]);
        let who = vec![
            Contender::new("pgnkit", &slice, counts.moves, || child::pass("validate-ours", &slice.path)),
            Contender::new("python-chess read_game", &slice, counts.moves, || child::program(&words)),
        ];
        let rows = self.time("python-chess, read", Measure::Cpu, who)?;
        self.against_first(rows, None);
        Ok(())
    }
}

fn remove(paths: &[&Path]) -> io::Result<()> {
    paths.iter().filter(|path| path.exists()).try_for_each(std::fs::remove_file)
}
