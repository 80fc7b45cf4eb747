//! The program.

use std::fmt;
use std::io::{IsTerminal as _, Read as _, Write as _};
use std::path::Path;

use pgnkit_archive::{Account, AtomicFile, Compression, Output};

#[cfg(feature = "cluster")]
use crate::args::Command;
use crate::args::{Args, Format};
use crate::error::{Failure, Shown, safe};
use crate::interrupt::until_interrupted;
use crate::output::{self, Screen};
use crate::prompt;
use crate::query::{self, Answer};
use crate::rewrite::Name;
use crate::session::{Limits, Session, usual_memory};

/// What the program says by its exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// There were no errors.
    Clean = 0,
    /// Games that were read have errors.
    Errors = 1,
    /// The query or the program failed.
    Failed = 2,
    /// The user broke it off.
    Interrupted = 130,
}

/// Prints a line on standard error.
pub(crate) fn say(message: &dyn fmt::Display) {
    // There is nowhere to say that this fails.
    let _ = writeln!(std::io::stderr().lock(), "pgn-sql: {message}");
}

/// Runs the program.
pub fn run(args: &Args) -> Status {
    #[cfg(feature = "cluster")]
    if let Some(Command::Cluster { node }) = &args.command {
        return match crate::cluster::run(node) {
            Ok(()) => Status::Clean,
            Err(failure) => {
                say(&Shown { failure: &failure, sql: "", functions: &[] });
                if matches!(failure, Failure::Interrupted) { Status::Interrupted } else { Status::Failed }
            }
        };
    }
    match prepare(args) {
        Ok(status) => status,
        Err(failure) => {
            say(&Shown { failure: &failure, sql: "", functions: &[] });
            Status::Failed
        }
    }
}

fn prepare(args: &Args) -> Result<Status, Failure> {
    let jobs = args.jobs.or_else(|| std::thread::available_parallelism().ok().map(Into::into)).unwrap_or(1);
    let directory = args.temp_dir.clone().unwrap_or_else(std::env::temp_dir);
    // Removed with all that is in it when it is dropped.
    let spill = tempfile::Builder::new()
        .prefix("pgn-sql-")
        .tempdir_in(&directory)
        .map_err(|error| Failure::Other(format!("{}: {error}", directory.display())))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(jobs).enable_all().build()?;
    let limits = Limits {
        memory: args.memory.unwrap_or_else(usual_memory),
        jobs,
        spill: spill.path(),
        #[cfg(feature = "cluster")]
        cluster: args.cluster.as_ref(),
    };
    let session = Session::new(&limits)?;
    let mut program = Program::new(session, args);
    let status = runtime.block_on(program.name_tables()).and_then(|()| {
        if args.queries.is_empty() && args.file.is_empty() && std::io::stdin().is_terminal() {
            return prompt::run(&mut program, &runtime);
        }
        let texts = texts(args)?;
        Ok(runtime.block_on(program.batch(&texts)))
    });
    drop(program);
    // A thread may wait for standard input for ever.
    runtime.shutdown_background();
    status
}

/// The texts of statements: those of files, of the command line, or of standard input.
fn texts(args: &Args) -> Result<Vec<String>, Failure> {
    let of_file = |path: &Path| {
        std::fs::read_to_string(path).map_err(|error| Failure::Other(format!("{}: {error}", path.display())))
    };
    let mut texts = args.file.iter().map(|path| of_file(path)).collect::<Result<Vec<_>, _>>()?;
    texts.extend(args.queries.iter().cloned());
    if texts.is_empty() {
        let mut text = String::new();
        std::io::stdin().lock().read_to_string(&mut text)?;
        texts.push(text);
    }
    Ok(texts)
}

/// A session with what its answers look like.
pub(crate) struct Program<'a> {
    pub(crate) session: Session,
    args: &'a Args,
    pub(crate) functions: Vec<String>,
    account: Account,
    /// The file of the answer, until all is done.
    file: Option<Output>,
    has_answered: bool,
}

impl<'a> Program<'a> {
    fn new(session: Session, args: &'a Args) -> Self {
        let state = session.context.state();
        let mut functions: Vec<String> = state.scalar_functions().keys().cloned().collect();
        functions.extend(state.aggregate_functions().keys().cloned());
        functions.extend(state.window_functions().keys().cloned());
        functions.extend(state.table_functions().keys().cloned());
        functions.retain(|name| !name.starts_with("pgn_"));
        functions.extend(Name::all().map(|name| name.to_string()));
        functions.sort_unstable();
        functions.dedup();
        Self { session, args, functions, account: Account::default(), file: None, has_answered: false }
    }

    async fn name_tables(&self) -> Result<(), Failure> {
        for (name, path) in &self.args.table {
            self.session.name_table(name, path).await?;
        }
        Ok(())
    }

    /// Runs all statements, up to the first one that fails.
    async fn batch(&mut self, texts: &[String]) -> Status {
        for sql in texts {
            if let Err(failure) = self.statements(sql).await {
                self.file = None;
                return self.fail(&failure, sql);
            }
        }
        if let Some(file) = self.file.take()
            && let Err(error) = file.finish()
        {
            return self.fail(&error.into(), "");
        }
        if self.args.output.is_some() && !self.has_answered {
            return self.fail(&Failure::Other("no statement has an answer to be written".to_owned()), "");
        }
        self.end()
    }

    /// Says what has failed.
    pub(crate) fn fail(&mut self, failure: &Failure, sql: &str) -> Status {
        match failure {
            Failure::BrokenPipe => return self.end(),
            Failure::Interrupted => say(&"interrupted"),
            failure => say(&Shown { failure, sql, functions: &self.functions }),
        }
        if matches!(failure, Failure::Interrupted) { Status::Interrupted } else { Status::Failed }
    }

    /// The account of what was read.
    fn end(&mut self) -> Status {
        self.account += &self.session.state.take_account();
        if !self.args.quiet && self.account.read() > 0 {
            say(&Sentence(&self.account));
        }
        if self.account.has_errors() { Status::Errors } else { Status::Clean }
    }

    /// What was read since that was last asked, at a prompt.
    pub(crate) fn take_account(&mut self) -> Option<String> {
        let account = self.session.state.take_account();
        let text = (account.has_errors()).then(|| Sentence(&account).to_string());
        self.account += &account;
        text
    }

    /// Runs the statements of a text, until they have ended or the user breaks them off.
    pub(crate) async fn statements(&mut self, sql: &str) -> Result<(), Failure> {
        let result = until_interrupted(self.all_statements(sql)).await;
        if matches!(result, Err(Failure::Interrupted)) {
            self.session.cancel().await;
        }
        result
    }

    async fn all_statements(&mut self, sql: &str) -> Result<(), Failure> {
        for parsed in query::parse(sql)? {
            match self.session.plan(parsed, self.args.explain).await? {
                Answer::Nothing => {}
                Answer::Rows(frame) => self.answer(frame).await?,
                Answer::File(name, frame) => {
                    let format = Format::of_name(&name).ok_or_else(|| unknown_ending(&name))?;
                    let mut file = self.create(Path::new(&name))?;
                    self.write(frame, format, Screen::default(), &mut file).await?;
                    file.finish()?;
                }
            }
        }
        Ok(())
    }

    async fn answer(&mut self, frame: datafusion::dataframe::DataFrame) -> Result<(), Failure> {
        let Some(path) = &self.args.output else {
            let is_terminal = std::io::stdout().is_terminal();
            let format = self.args.format.unwrap_or(if is_terminal { Format::Table } else { Format::Csv });
            if format == Format::Parquet && is_terminal {
                return Err(Failure::Other(
                    "Parquet is no text for a terminal; -o FILE writes it".to_owned(),
                ));
            }
            let width = terminal_size::terminal_size().filter(|_| is_terminal);
            let screen = Screen {
                max_rows: self.args.max_rows.unwrap_or(if is_terminal { 40 } else { 0 }),
                width: width.map_or(0, |(width, _)| width.0.into()),
            };
            let mut out = Output::stdout();
            self.write(frame, format, screen, &mut out).await?;
            return Ok(out.finish()?);
        };
        let name = path.display().to_string();
        if std::mem::replace(&mut self.has_answered, true) {
            return Err(Failure::Other(format!("{name} holds one answer, and the statements have several")));
        }
        let format = match (self.args.format, Format::of_name(&name)) {
            (Some(format), _) | (None, Some(format)) => format,
            (None, None) => return Err(unknown_ending(&name)),
        };
        let mut file = self.create(path)?;
        self.write(frame, format, Screen::default(), &mut file).await?;
        self.file = Some(file);
        Ok(())
    }

    /// A file that is put in its place when it is finished, compressed as its name says.
    fn create(&self, path: &Path) -> Result<Output, Failure> {
        if let Some(refusal) = self.session.state.refusal(path) {
            return Err(Failure::Other(refusal));
        }
        let file = AtomicFile::create(path)?;
        for path in file.removed() {
            say(&format_args!("{}: removed: left by an interrupted run", path.display()));
        }
        Ok(Output::file(file, Compression::of_name(&path.to_string_lossy()))?)
    }

    /// Writes the rows of a query.
    async fn write(
        &self,
        frame: datafusion::dataframe::DataFrame,
        format: Format,
        screen: Screen,
        out: &mut (dyn std::io::Write + Send),
    ) -> Result<(), Failure> {
        let schema = std::sync::Arc::new(frame.schema().as_arrow().clone());
        let mut rows = self.session.run(frame).await?;
        let mut writer = output::writer(format, &schema, screen, out)?;
        while let Some(batch) = rows.next().await {
            writer.write(&batch?)?;
        }
        writer.finish()
    }
}

fn unknown_ending(name: &str) -> Failure {
    Failure::at(
        name,
        format!(
            "{name}: cannot infer the format from the extension; use .csv, .json, .jsonl, .parquet, .md or .txt, or --format"
        ),
    )
}

/// What was read, as `pgn` says it.
struct Sentence<'a>(&'a Account);

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Account { games, records, bytes, with_errors, .. } = *self.0;
        let counted = |count: u64, name| format!("{count} {name}{}", if count == 1 { "" } else { "s" });
        let games = (games > 0 || records == 0).then(|| counted(games, "game"));
        let records = (records > 0).then(|| counted(records, "record"));
        let read: Vec<String> = games.into_iter().chain(records).collect();
        write!(f, "{} ({}): ", read.join(" and "), size(bytes))?;
        match with_errors {
            0 if self.0.has_errors() => f.write_str("errors outside games"),
            // Of games no more is read than the query needs.
            0 => f.write_str("no errors in what was read"),
            count => write!(f, "{count} with errors; `pgn check` shows them"),
        }
    }
}

/// Bytes as people read them.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}

impl fmt::Debug for Program<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("args", &safe(&format!("{:?}", self.args))).finish_non_exhaustive()
    }
}
