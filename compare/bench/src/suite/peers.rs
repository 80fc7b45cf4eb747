//! Beside other programs: reading, tokens, writing.

use super::*;
use crate::data;

/// Possible paths of pgn-extract; Debian installs it among the games.
const EXTRACT: [&str; 2] = ["pgn-extract", "/usr/games/pgn-extract"];

/// The peer that reads with all moves checked.
pub(super) const PGN_READER: &str = "pgn-reader + shakmaty";

/// Times as fast as the peer that legality-checked reading must be, by the kind of games.
const READ: [f64; 3] = [3.0, 2.5, 2.5];

/// Times as fast as the peer that `pgn check` must be, with all it looks for and as a program, by the kind of games.
const CHECK: [f64; 3] = [3.5, 2.7, 1.5];

/// Times our bare reading that the checks beyond it may take.
const BEYOND_READING: f64 = 1.1;

const TOKENS: f64 = 1.5;
const BOARDS: f64 = 1.0;

/// Times as fast as pgn-extract on one core and, where more is asked, on two.
const FMT: [(f64, Option<f64>); 3] = [(20.0, Some(38.0)), (17.0, Some(30.0)), (12.0, None)];

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
            ("read, legality checked", PGN_READER),
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
            self.passes(work, agreed.data, ours, &[(peer, theirs)], goal)?;
        }
        Ok(())
    }

    /// `pgn check` as it is started, and pgn-reader with shakmaty as a program: each reads the file itself.
    pub(super) fn check(&mut self, all: &[Agreed<'_>]) -> io::Result<()> {
        const WORKS: [&str; 2] = ["check, one core", "check, two cores"];
        if !WORKS.into_iter().any(|work| self.wants(work)) {
            return Ok(());
        }
        for (&Agreed { data, counts }, goal) in all.iter().zip(CHECK) {
            let (one, two) =
                (self.pgn(&["check", "-j", "1"], &[&data.path]), self.pgn(&["check"], &[&data.path]));
            let mut peer = child::itself("validate-file")?;
            peer.push(data.path.to_string_lossy().into_owned());
            let who = vec![
                Contender::new("pgn check -j 1", data, counts.moves, || child::pinned(&one)),
                Contender::new(PGN_READER, data, counts.moves, || child::pinned(&peer)),
            ];
            let rows = self.time(WORKS[0], Measure::Cpu, who)?;
            self.against_first(rows, Some(Goal::AtLeast(goal)));
            let who = vec![
                Contender::new("pgn check", data, counts.moves, || child::program(&two)),
                Contender::new(PGN_READER, data, counts.moves, || child::program(&peer)),
            ];
            let rows = self.time(WORKS[1], Measure::Wall, who)?;
            self.against_first(rows, None);
        }
        Ok(())
    }

    /// The checks of `pgn check`, and reading alone: both in memory.
    pub(super) fn check_beyond_reading(&mut self, all: &[Agreed<'_>]) -> io::Result<()> {
        const WORK: &str = "check beyond reading";
        if !self.wants(WORK) {
            return Ok(());
        }
        let library = self.library.clone();
        for &Agreed { data, counts } in all {
            let who = vec![
                Contender::new("pgnkit, reading", data, counts.moves, || {
                    library.pass("validate-ours", &data.path)
                }),
                Contender::new("pgnkit, checking", data, counts.moves, || {
                    library.pass("check-ours", &data.path)
                }),
            ];
            let rows = self.time(WORK, Measure::Cpu, who)?;
            self.against_first(rows, Some(Goal::AtMost(BEYOND_READING)));
        }
        Ok(())
    }

    /// Move sequences counted on one core; a ply is a sequence here.
    pub(super) fn perft(&mut self) -> io::Result<()> {
        if !self.wants("perft") {
            return Ok(());
        }
        for data in data::positions()? {
            // A position of a variant begins with its name.
            let is_standard = !std::fs::read_to_string(&data.path)?.contains(": ");
            let peers = [("shakmaty", "perft-theirs"), ("gigachess", "perft-gigachess")];
            let peers = if is_standard { &peers[..] } else { &peers[..1] };
            self.passes("perft", &data, "perft-ours", peers, BOARDS)?;
        }
        Ok(())
    }

    /// Legal moves listed on one core; a ply is a move of a list here.
    pub(super) fn legal_moves(&mut self, plain: &Data) -> io::Result<()> {
        const WORK: &str = "legal moves";
        if !self.wants(WORK) {
            return Ok(());
        }
        let data = data::positions_of(plain)?;
        let peers = [("shakmaty", "list-theirs"), ("gigachess", "list-gigachess")];
        self.passes(WORK, &data, "list-ours", &peers, BOARDS)
    }

    /// Our pass, and those of peers, which have a name: they must see the same.
    fn passes(
        &mut self,
        work: &str,
        data: &Data,
        ours: &str,
        peers: &[(&str, &str)],
        goal: f64,
    ) -> io::Result<()> {
        let library = self.library.clone();
        let mine = library.pass(ours, &data.path)?.counts;
        let mut who = vec![Contender::new("pgnkit", data, mine.moves, || library.pass(ours, &data.path))];
        for &(peer, theirs) in peers {
            same(&format!("pgnkit and {peer}"), data, mine, child::pass(theirs, &data.path)?.counts)?;
            who.push(Contender::new(peer, data, mine.moves, || child::pass(theirs, &data.path)));
        }
        let rows = self.time(work, Measure::Cpu, who)?;
        self.against_first(rows, Some(Goal::AtLeast(goal)));
        Ok(())
    }

    pub(super) fn find_extract(&self) -> Option<PathBuf> {
        if !["fmt", "json", "filter", "eco"].into_iter().any(|work| self.wants(work)) {
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
        for (&Agreed { data, counts }, (goal, goal_on_two)) in all.iter().zip(FMT) {
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
            self.against_first(rows, Some(Goal::AtLeast(goal)));
            let rows = self.time("fmt, two cores", Measure::Wall, second)?;
            self.against_first(rows, goal_on_two.map(Goal::AtLeast));
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
        let library = self.library.clone();
        let words = words(Path::new("python3"), &["-c", SCRIPT], &[&slice.path]);
        let who = vec![
            Contender::new("pgnkit", &slice, counts.moves, || library.pass("validate-ours", &slice.path)),
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
