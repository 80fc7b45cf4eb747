//! The format in which a command writes games: as they are, or any other one.

#[cfg(feature = "columns")]
pub(crate) mod columns;
mod sink;

use std::path::Path;

use clap::ValueEnum;
use pgnkit::annotations::Dialect;
use pgnkit_archive::output::{self, NamedOutput, OutputOption, OutputOptions, ScidFiles, ScidVersion};
use pgnkit_archive::step::RewriteAnnotations;
use pgnkit_archive::task::Rewrite;

use crate::args::{AnnotationDialect, DialectName, FormArgs, Rows, WITHOUT_COLUMNS};

pub(crate) use sink::{GameOutput, GameSink};

/// A format with its options.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) to: &'static NamedOutput,
    pub(crate) options: OutputOptions,
    /// The dialect of annotations.
    dialect: Option<Dialect>,
    /// The fields whose values are directories of the output.
    #[cfg(feature = "columns")]
    pub(crate) partition: Option<Vec<String>>,
}

impl Form {
    /// The format for a command that has to know it.
    ///
    /// # Errors
    /// When neither the options nor the name of the output say it, or they contradict each other.
    pub(crate) fn expected(args: &FormArgs, output: Option<&Path>) -> Result<Self, String> {
        Self::new(args, format(args, output)?, output)
    }

    /// The format for a command that writes games as they are unless another format is asked for, which it is by `--to`, or by the extension of
    /// the output. `None`: as they are.
    ///
    /// # Errors
    /// When options contradict each other, or have no effect.
    pub(crate) fn of(args: &FormArgs, output: Option<&Path>) -> Result<Option<Self>, String> {
        let name = output.map(Path::to_string_lossy).unwrap_or_default();
        let is_asked_for = args.to.is_some()
            || args.partition.is_some()
            || output::by_file_name(&name).is_some()
            || output::left_out_by_file_name(&name).is_some();
        let to = if is_asked_for { Some(format(args, output)?) } else { None };
        match to.filter(|to| to.name != "pgn" || args.annotations.is_some() || args.dialect.is_some()) {
            Some(to) => {
                let form = Self::new(args, to, output)?;
                if form.wants_all_tags() {
                    return Err(
                        "--tags all reads files twice, which `pgn convert` does; name the tags".to_owned()
                    );
                }
                Ok(Some(form))
            }
            None => match given(args).into_iter().find(|(_, is_given, _)| *is_given) {
                Some((option, ..)) => Err(format!("{option} has no effect on games as they are; use --to")),
                None => Ok(None),
            },
        }
    }

    /// The format of another output of such a command, which is asked for by its extension, or by `--to`.
    ///
    /// # Errors
    /// As for [`of`](Self::of).
    pub(crate) fn of_other(args: &FormArgs, output: &Path) -> Result<Option<Self>, String> {
        let name = output.to_string_lossy();
        let args = match output::by_file_name(&name) {
            // Options are those of the first output.
            Some(_) if args.to.is_none() => FormArgs::default(),
            _ => FormArgs { partition: None, ..args.clone() },
        };
        Self::of(&args, Some(output))
    }

    fn new(args: &FormArgs, to: &'static NamedOutput, output: Option<&Path>) -> Result<Self, String> {
        if let Some(error) = dialect_error(args, to) {
            return Err(error);
        }
        let options = options(args, to, output)?;
        if let Some(option) = without_effect(args, to, &options) {
            return Err(format!("{option} has no effect on what --to {} writes", to.name));
        }
        Ok(Self {
            to,
            options,
            dialect: dialect_of_pgn(args),
            #[cfg(feature = "columns")]
            partition: args.partition.clone(),
        })
    }

    /// Whether the columns are the tags of all games.
    pub(crate) fn wants_all_tags(&self) -> bool {
        self.options.tags.as_ref().is_some_and(|tags| tags.iter().any(|name| name == "all"))
    }

    /// The same for games that do not come in the order of their numbers.
    #[must_use]
    pub(crate) fn out_of_order(mut self) -> Self {
        self.options.is_out_of_order = true;
        self
    }

    /// Writes games so.
    pub(crate) fn task(&self) -> Rewrite {
        let task = Rewrite::new((self.to.make)(&self.options));
        match self.dialect {
            None => task,
            Some(dialect) => task.step(RewriteAnnotations(dialect)),
        }
    }
}

/// The reason why options of the output format cannot be used where nothing is written in one, `where_` says where, if any is given.
pub(crate) fn refusal(args: &FormArgs, where_: &str) -> Option<String> {
    let to = [("--to", args.to.is_some())];
    let others = given(args).into_iter().map(|(name, is_given, _)| (name, is_given));
    let found = to.into_iter().chain(others).find(|(_, is_given)| *is_given);
    found.map(|(name, _)| format!("{name} has no effect with {where_}"))
}

/// The dialect of annotations, by either option.
fn dialect_of_pgn(args: &FormArgs) -> Option<Dialect> {
    let former = args.annotations.map(|dialect| match dialect {
        AnnotationDialect::Lichess => Dialect::Lichess,
        AnnotationDialect::Supplement => Dialect::Supplement,
        AnnotationDialect::Plain => Dialect::Plain,
    });
    former.or_else(|| args.dialect?.of_pgn())
}

/// Why a dialect is none of a format that has dialects.
fn dialect_error(args: &FormArgs, to: &NamedOutput) -> Option<String> {
    let dialect = args.dialect?;
    let (is_known, others): (bool, fn(DialectName) -> bool) = match to.name {
        "pgn" => (dialect.of_pgn().is_some(), |other| other.of_pgn().is_some()),
        "pgc" => (dialect.of_pgc().is_some(), |other| other.of_pgc().is_some()),
        _ => return None,
    };
    if is_known {
        return None;
    }
    let name = |dialect: DialectName| Some(dialect.to_possible_value()?.get_name().to_owned());
    let others = DialectName::value_variants().iter().copied().filter(|other| others(*other));
    let others: Vec<String> = others.filter_map(name).collect();
    let name = name(dialect).unwrap_or_default();
    Some(format!("--dialect {name} is none of --to {}, which has {}", to.name, others.join(", ")))
}

fn options(args: &FormArgs, to: &NamedOutput, output: Option<&Path>) -> Result<OutputOptions, String> {
    let mut options = OutputOptions::default();
    options.fen = args.with_fen;
    options.tags.clone_from(&args.tags);
    options.lossy = args.lossy;
    options.language = args.lang;
    options.long_style = args.lan_style.map(Into::into);
    options.dialect = args.dialect.and_then(DialectName::of_pgc);
    options.suffixes = dialect_of_pgn(args).is_some_and(Dialect::has_suffixes);
    #[cfg(feature = "columns")]
    if (to.uses)(OutputOption::Columns, &options) {
        columns::set(args, to, output, &mut options)?;
        return Ok(options);
    }
    if to.name == "scid" {
        options.scid_version = scid_version(output)?;
    }
    options.rows = match args.rows {
        None => None,
        Some(Rows::Plies) => Some(output::Rows::Plies),
        Some(Rows::Games) => Some(output::Rows::Games),
        Some(Rows::Positions) => {
            return Err(format!("--rows positions has no effect on what --to {} writes", to.name));
        }
    };
    Ok(options)
}

/// The version of a database of Scid by the name of its index, or why it cannot be written so.
fn scid_version(output: Option<&Path>) -> Result<ScidVersion, String> {
    let Some(path) = output.filter(|path| *path != Path::new("-")) else {
        return Err("--to scid writes three files; name the first with -o, as games.si4".to_owned());
    };
    ScidFiles::version_of(path)
}

/// The output format: the requested one, or that of the extension; both must agree.
fn format(args: &FormArgs, output: Option<&Path>) -> Result<&'static NamedOutput, String> {
    let name = output.map(Path::to_string_lossy);
    // Directories have no extensions.
    let (to, name) = match &args.partition {
        Some(_) => {
            let to = args.to.or_else(|| output::by_name("parquet")).ok_or(WITHOUT_COLUMNS)?;
            (Some(to), None)
        }
        None => (args.to, name),
    };
    let Some(to) = to else {
        if name.is_none() {
            return Err("expected --to <FORMAT>, or -o with a name whose extension is that of one".to_owned());
        }
        let by_name = name.as_deref().and_then(output::by_file_name);
        return by_name.ok_or_else(|| {
            let name = name.unwrap_or_default();
            if output::left_out_by_file_name(&name).is_some() {
                return format!("{name}: {WITHOUT_COLUMNS}");
            }
            format!("{name}: cannot infer the format from the extension; use --to")
        });
    };
    match name.as_deref().and_then(|name| Some((name, to.contradicts(name)?))) {
        Some((name, other)) => {
            Err(format!("{name}: --to {} and the extension of {other} contradict each other", to.name))
        }
        None => Ok(to),
    }
}

/// An option that is given and has no effect on the form of output.
fn without_effect(args: &FormArgs, to: &NamedOutput, options: &OutputOptions) -> Option<&'static str> {
    let is_idle = |option| !(to.uses)(option, options);
    given(args).into_iter().find_map(|(name, is_given, option)| (is_given && is_idle(option)).then_some(name))
}

/// The options of some formats, and whether they are given.
fn given(args: &FormArgs) -> [(&'static str, bool, OutputOption); 13] {
    [
        ("--with-fen", args.with_fen, OutputOption::Fen),
        ("--rows", args.rows.is_some(), OutputOption::Rows),
        ("--columns", args.columns.is_some(), OutputOption::Columns),
        ("--lossless", args.lossless, OutputOption::Columns),
        ("--partition", args.partition.is_some(), OutputOption::Partitions),
        ("--compression-level", args.compression_level.is_some(), OutputOption::RowGroups),
        ("--row-group", args.row_group.is_some(), OutputOption::RowGroups),
        ("--tags", args.tags.is_some(), OutputOption::Tags),
        ("--annotations", args.annotations.is_some(), OutputOption::Annotations),
        ("--lossy", args.lossy, OutputOption::Lossy),
        ("--lang", args.lang.is_some(), OutputOption::Language),
        ("--lan-style", args.lan_style.is_some(), OutputOption::LongStyle),
        ("--dialect", args.dialect.is_some(), OutputOption::Dialect),
    ]
}
