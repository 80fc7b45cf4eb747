//! `pgn html`: games as a page.

use std::path::Path;

use pgnkit::chess::Color;
use pgnkit_archive::Account;
use pgnkit_archive::input::Entry;
use pgnkit_archive::output::{self, Chunk, EntryWriter, OutputFormat};
use pgnkit_archive::task::Rewrite;
use pgnkit_view::{HtmlPage, Sheet};

use crate::args::{HtmlArgs, SheetArgs};
use crate::run::inputs::with_first_errors;
use crate::run::{Destination, Errors, Event, Run, Status, Stop, refused};

pub(crate) fn run(args: &HtmlArgs) -> Status {
    if let Some(complaint) = args.output.as_deref().and_then(contradiction) {
        return refused(&complaint);
    }
    Run::with(&args.common, args.from_lang, |run| write(run, args))
}

fn write(run: &mut Run<'_>, args: &HtmlArgs) -> Result<(), Stop> {
    let path = args.output.as_deref();
    let inputs = run.inputs();
    let title = args.title.clone().unwrap_or_else(|| match inputs.as_slice() {
        [input] => title(input.path()),
        _ => title(None),
    });
    let page = page(args, &title);
    let task = Rewrite::new(Box::new(Games { page: page.clone(), sheet: args.sheet }));
    let mut out = Destination::create(path)?;
    let mut errors = Errors::default();
    let result = out.write(page.head().as_bytes()).and_then(|()| {
        run.all(with_first_errors(inputs), &task, |ledger, event| {
            let Event::Entries(input, numbers, done) = event else { return Ok(()) };
            errors.show(&input.name, numbers, &done);
            if ledger.account.written > args.max_games {
                let most = args.max_games;
                ledger.fail(&format_args!(
                    "more than {most} games: choose some with `pgn filter`, make several pages with `pgn split`, or \
                     allow more with --max-games"
                ));
                return Err(Stop::Enough);
            }
            let games = done.value.seal(numbers, "");
            out.write(HtmlPage::place(&String::from_utf8_lossy(&games), numbers.before_in_run).as_bytes())
        })
    });
    let result = result.and_then(|()| out.write(page.foot().as_bytes()));
    out.finish(run, result)
}

fn page(args: &HtmlArgs, title: &str) -> HtmlPage {
    let page = HtmlPage::new(title)
        .theme(args.theme)
        .pieces(args.pieces)
        .clocks(!args.no_clocks)
        .evaluations(!args.no_evals)
        .fragment(args.fragment);
    // Otherwise each game says it.
    if args.flip { page.bottom(Color::Black) } else { page }
}

/// The name of the file without its extensions.
fn title(path: Option<&Path>) -> String {
    let name = path.and_then(Path::file_name).map(|name| name.to_string_lossy());
    let stem = name.as_deref().map(|name| name.split('.').next().unwrap_or(name));
    stem.filter(|stem| !stem.is_empty()).unwrap_or("Chess games").to_owned()
}

/// The error for an output whose name asks for another format.
fn contradiction(path: &Path) -> Option<String> {
    let name = path.display().to_string();
    let other = output::by_file_name(&name).map(|other| other.name);
    let other = other.or_else(|| output::left_out_by_file_name(&name))?;
    Some(format!("{name}: its extension asks for {other}, which `pgn convert` writes; pgn html writes .html"))
}

/// The games of a page as an output format.
#[derive(Debug)]
struct Games {
    page: HtmlPage,
    sheet: SheetArgs,
}

impl OutputFormat for Games {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer(self))
    }

    fn expected_bytes(&self, read: usize) -> usize {
        read
    }
}

struct Writer<'o>(&'o Games);

impl EntryWriter for Writer<'_> {
    fn write(&mut self, entry: Entry<'_>, _number: u64, out: &mut Chunk, account: &mut Account) {
        let Games { page, sheet: shown } = self.0;
        let game = entry.content.to_game();
        let sheet = Sheet::new(&game)
            .notation(shown.notation())
            .comments(!shown.no_comments)
            .variations(!shown.no_variations)
            .few_signs(shown.few_signs);
        out.bytes.extend_from_slice(page.game(&sheet).as_bytes());
        account.written += 1;
    }
}
