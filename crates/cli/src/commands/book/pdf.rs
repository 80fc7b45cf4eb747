//! PDF by the program `pgn-pdf`, which is apart since a compiler of Typst is many times as large as `pgn`.

use std::io::{self, BufWriter, Write};
use std::process::{Child, ChildStdin, Stdio};

use crate::external::PDF;
use crate::run::{Destination, Run, Stop};

const NAME: &str = PDF.name;

/// The compiler, which reads the whole source before it writes.
pub(super) struct Compiler {
    child: Child,
    source: BufWriter<ChildStdin>,
}

impl Compiler {
    /// Starts the program.
    pub(super) fn start() -> Result<Self, String> {
        let mut command = PDF.command();
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(|error| {
            let refusal = PDF.refusal(&error);
            if error.kind() == io::ErrorKind::NotFound {
                format!(
                    "{refusal}, in some minutes. The quick way: write book.typ, `pip install typst`, and `python -c \"import typst; typst.compile('book.typ', output='book.pdf')\"`"
                )
            } else {
                refusal
            }
        })?;
        // It was asked for.
        let stdin = child.stdin.take().ok_or_else(|| format!("{NAME}: no standard input"))?;
        Ok(Self { child, source: BufWriter::new(stdin) })
    }

    /// The destination of the source.
    pub(super) fn source(&mut self) -> impl Write + '_ {
        &mut self.source
    }

    /// Ends the source after a run that has ended so, and writes the PDF.
    pub(super) fn finish(
        self,
        run: &mut Run<'_>,
        result: Result<(), Stop>,
        out: &mut Destination,
    ) -> Result<(), Stop> {
        let Self { mut child, source } = self;
        // It has failed if it reads no more, and says why.
        let is_broken = matches!(result, Err(Stop::BrokenPipe)) | source.into_inner().is_err();
        if result.is_err() && !is_broken {
            let _ = child.kill();
            let _ = child.wait();
            return result;
        }
        let written = child.stdout.take().map_or(Ok(0), |mut pdf| io::copy(&mut pdf, out));
        let status = child.wait();
        match (written, status) {
            (Err(error), _) => Err(error.into()),
            (Ok(_), Ok(status)) if status.success() && !is_broken => Ok(()),
            (Ok(_), Ok(_)) => {
                run.fail(&format_args!("{NAME} could not make the PDF"));
                Ok(())
            }
            (Ok(_), Err(error)) => Err(error.into()),
        }
    }
}
