//! The form of a picture, and the options that go with it.

use std::io::IsTerminal as _;
use std::path::Path;

use crate::args::{DiagramArgs, PictureForm as Form};

/// The format: the requested one, or that of the extension; both must agree.
pub(super) fn form(args: &DiagramArgs) -> Result<Form, String> {
    let form = of_output(args)?;
    if form.is_moving() {
        if !args.square.is_empty() || !args.arrow.is_empty() {
            return Err("--square and --arrow mark one position; a moving picture has many".to_owned());
        }
        if args.title.is_some() {
            return Err("--title is for .svg and .png; a moving picture has bars with names".to_owned());
        }
    } else if args.delay.is_some() || args.no_loop || args.no_bars {
        return Err(
            "--delay, --no-loop and --no-bars are for moving pictures: -o FILE.gif or .apng".to_owned()
        );
    }
    Ok(form)
}

fn of_output(args: &DiagramArgs) -> Result<Form, String> {
    let as_text = (args.text || args.ascii).then_some(Form::Text);
    if let (Some(asked), Some(_)) = (args.to, as_text)
        && asked != Form::Text
    {
        return Err(format!("--to {}: --text and --ascii ask for text", asked.name()));
    }
    let asked = args.to.or(as_text);
    let Some(path) = output(args) else {
        let is_terminal = std::io::stdout().is_terminal();
        return match asked {
            Some(form) if is_terminal && form.is_binary() => {
                Err(format!("{} is nothing for a terminal: -o FILE.{}", form.label(), form.name()))
            }
            Some(form) => Ok(form),
            None if args.output.is_none() && is_terminal => Ok(Form::Text),
            None => Ok(Form::Svg),
        };
    };
    let name = path.to_string_lossy().to_ascii_lowercase();
    let packed = [".gz", ".zst", ".xz", ".bz2"];
    let inner = packed.into_iter().find_map(|ending| name.strip_suffix(ending));
    let ending = Path::new(inner.unwrap_or(&name)).extension().and_then(|ending| ending.to_str());
    let said = ending.and_then(Form::of_ending);
    let shown = path.display();
    let form = match (said, asked) {
        (Some(said), Some(asked)) if said != asked => {
            return Err(match asked {
                Form::Text => format!("{shown}: a board of text is no {}", said.label()),
                asked => format!("{shown}: --to {} is no {}", asked.name(), said.label()),
            });
        }
        (Some(form), _) | (None, Some(form)) => form,
        (None, None) => {
            return Err(format!(
                "{shown}: diagrams are written as .svg or .png, games as .gif or .apng, text as .txt"
            ));
        }
    };
    if form.is_binary() && inner.is_some() {
        return Err(format!("{shown}: {} is compressed already", form.label()));
    }
    Ok(form)
}

/// The file that is written, if it is one.
pub(super) fn output(args: &DiagramArgs) -> Option<&Path> {
    args.output.as_deref().filter(|path| *path != Path::new("-"))
}
