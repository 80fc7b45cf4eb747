//! The files that belong to an input: those of a database of several files.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

use super::zip::ZipEntry;
use super::{COMPRESSED_EXTENSIONS, Compression, spool};

/// A file that is read with an input, by its name.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Companion {
    /// In the directory of the input and called as it is, but for this ending; in upper or lower case, compressed or not.
    Ending(&'static str),
    /// In the directory of the input, with a name in lower case of which this is true.
    Named(fn(&str) -> bool),
    /// In the directory above that of the input, with this name in lower case.
    Above(&'static str),
}

impl Companion {
    /// Whether it is a file of that name in the directory of an input called `of`, or in the one above.
    fn is(self, of: &str, name: &str, is_above: bool) -> bool {
        match self {
            Self::Ending(extension) => !is_above && is_companion(of, name, extension),
            Self::Named(is_it) => !is_above && is_it(&name.to_ascii_lowercase()),
            Self::Above(known) => is_above && name.eq_ignore_ascii_case(known),
        }
    }
}

/// The files that are read with an input: in its directory or the one above, or in its archive.
#[derive(Clone, Debug, Default)]
pub struct Companions {
    home: Home,
    /// Those that its form names: no others are opened.
    named: Vec<Companion>,
}

#[derive(Clone, Debug, Default)]
enum Home {
    /// A stream has none.
    #[default]
    Nowhere,
    /// Beside this file.
    File(PathBuf),
    /// In the archive of this entry.
    Archive(Box<ZipEntry>),
}

impl Companions {
    pub(crate) fn of_file(path: &Path) -> Self {
        Self { home: Home::File(path.to_owned()), named: Vec::new() }
    }

    pub(crate) fn of_entry(entry: &ZipEntry) -> Self {
        Self { home: Home::Archive(Box::new(entry.clone())), named: Vec::new() }
    }

    /// The same, with the files that the form of the input names.
    #[must_use]
    pub(crate) fn named(self, named: Vec<Companion>) -> Self {
        Self { named, ..self }
    }

    /// Whether the form of the input names a file called so, in its directory or in the one above.
    pub(crate) fn names(&self, name: &str, is_above: bool) -> bool {
        let Home::File(path) = &self.home else { return false };
        let of = path.file_name().unwrap_or_default().to_string_lossy();
        self.named.iter().any(|companion| companion.is(&of, name, is_above))
    }

    /// Whether the form of the input names none.
    pub(crate) fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// The paths of those that are there and in no archive.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        let Home::File(path) = &self.home else { return Vec::new() };
        let above = self.named.iter().any(|companion| matches!(companion, Companion::Above(_)));
        let mut found = Vec::new();
        for is_above in [false, true].into_iter().take(1 + usize::from(above)) {
            let home = directory_of(path, is_above);
            // One that cannot be listed has no file that can be found.
            for name in fs::read_dir(&home).into_iter().flatten().flatten().map(|entry| entry.file_name()) {
                if self.names(&name.to_string_lossy(), is_above) {
                    found.push(home.join(name));
                }
            }
        }
        found
    }

    /// Opens the file with this ending, in upper or lower case, compressed or not. It can be read at any place: of what is compressed or in an
    /// archive it is a copy that vanishes when it is closed.
    ///
    /// # Errors
    /// When there is no such file, it cannot be read, or the form does not name it among those that are read with an input.
    pub fn open(&self, extension: &str) -> io::Result<File> {
        let is_it =
            |companion: &Companion| matches!(companion, Companion::Ending(known) if *known == extension);
        if !self.named.iter().any(is_it) {
            return Err(unnamed(&format!(".{extension}")));
        }
        match &self.home {
            Home::Nowhere => {
                let text = format!("its file .{extension} is not with it; name a file, not a stream");
                Err(io::Error::new(io::ErrorKind::NotFound, text))
            }
            Home::File(path) => {
                let Some(companion) = beside(path, extension)? else {
                    let text = format!("there is no file .{extension} beside it, which belongs to it");
                    return Err(io::Error::new(io::ErrorKind::NotFound, text));
                };
                let source = super::open(&companion).map_err(io::Error::from)?.of_bytes();
                match source.compression() {
                    Compression::Plain => File::open(companion),
                    _ => rewound(spool(source)?),
                }
            }
            Home::Archive(entry) => {
                let is_it = |name: &str| is_companion(&entry.name, name, extension);
                match entry.sibling(is_it) {
                    Some(sibling) => rewound(spool(sibling.content(|raw| Box::new(raw))?)?),
                    None => {
                        let text = format!("there is no file .{extension} with it in the archive");
                        Err(io::Error::new(io::ErrorKind::NotFound, text))
                    }
                }
            }
        }
    }
}

impl Companions {
    /// The bytes of the file with that name in the directory of the input, or in the one above it; `None` if there is none.
    ///
    /// # Errors
    /// When it cannot be read, or is longer than [`MOST_OF_A_NAMED_FILE`], or the input is a stream. That is an error of the kind
    /// [`NotFound`](io::ErrorKind::NotFound), and no other is.
    pub(crate) fn read_named(&self, name: &str, is_above: bool) -> io::Result<Option<Vec<u8>>> {
        if !self.named.iter().any(|companion| companion.is("", name, is_above)) {
            return Err(unnamed(name));
        }
        let mut bytes = Vec::new();
        let reader: Box<dyn Read + '_> = match &self.home {
            Home::Nowhere => {
                let text = format!("its file {name} is not with it; name a file, not a stream");
                return Err(io::Error::new(io::ErrorKind::NotFound, text));
            }
            Home::File(path) => match File::open(directory_of(path, is_above).join(name)) {
                Ok(file) => Box::new(file),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(error),
            },
            Home::Archive(entry) => {
                let above =
                    |path: &str| path.rsplit_once('/').map_or(String::new(), |(home, _)| home.to_owned());
                let home = above(&entry.name);
                let home = if is_above { above(&home) } else { home };
                let wanted = if home.is_empty() { name.to_owned() } else { format!("{home}/{name}") };
                match entry.sibling(|other| other == wanted) {
                    Some(sibling) => sibling.content(|raw| Box::new(raw))?,
                    None => return Ok(None),
                }
            }
        };
        reader.take(MOST_OF_A_NAMED_FILE + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST_OF_A_NAMED_FILE {
            let text = format!("it is longer than {MOST_OF_A_NAMED_FILE} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        Ok(Some(bytes))
    }
}

/// The error of a reader that opens what its form does not name: it would not be guarded as an input.
fn unnamed(name: &str) -> io::Error {
    let text = format!("its form does not name the file {name} among those that are read with it");
    io::Error::new(io::ErrorKind::Unsupported, text)
}

/// The directory of a file, or the one above that.
fn directory_of(path: &Path, is_above: bool) -> PathBuf {
    let home = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if is_above { home.join("..") } else { home.to_owned() }
}

/// The longest file that is read whole, in bytes.
const MOST_OF_A_NAMED_FILE: u64 = 16 << 20;

fn rewound(mut file: File) -> io::Result<File> {
    file.rewind()?;
    Ok(file)
}

/// The file beside another one that is called as it is, but for this ending.
fn beside(path: &Path, extension: &str) -> io::Result<Option<PathBuf>> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut found: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(directory_of(path, false))? {
        let entry = entry?.file_name();
        if is_companion(&name, &entry.to_string_lossy(), extension) {
            found.push(path.with_file_name(entry));
        }
    }
    // Of several the one that is called most alike, whatever the order of the directory.
    found.sort_by_key(|found| {
        let same = found.file_stem() == path.file_stem();
        (!same, found.clone())
    });
    Ok(found.into_iter().next())
}

/// Whether a name is another one with this ending, compressed or not.
fn is_companion(of: &str, name: &str, extension: &str) -> bool {
    let Some((of, _)) = unpacked(of).rsplit_once('.') else { return false };
    let Some((stem, ending)) = unpacked(name).rsplit_once('.') else { return false };
    stem.eq_ignore_ascii_case(of) && ending.eq_ignore_ascii_case(extension)
}

/// A name without the ending of a compression.
fn unpacked(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, ending))
            if COMPRESSED_EXTENSIONS.iter().any(|packed| ending.eq_ignore_ascii_case(packed)) =>
        {
            stem
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companions_have_the_name_of_their_input_and_another_ending() {
        for (of, name, expected) in [
            ("a.si4", "a.sg4", true),
            ("A.SI4", "a.Sg4", true),
            ("a.si4.gz", "a.sg4.zst", true),
            ("x/a.si4", "x/a.sg4", true),
            ("x/a.si4", "y/a.sg4", false),
            ("a.b.si4", "a.sg4", false),
            ("a.si4", "a.sn4", false),
            ("a.si4", "b.sg4", false),
            ("a", "a.sg4", false),
        ] {
            assert_eq!(is_companion(of, name, "sg4"), expected, "{of} {name}");
        }
    }

    #[test]
    fn a_companion_is_found_beside_its_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        for name in ["b.db", "B.TXT", "b.txt", "c.db"] {
            fs::write(path(name), name).unwrap();
        }
        let read = |of: &str| {
            let file = Companions::of_file(&path(of)).named(vec![Companion::Ending("txt")]).open("txt");
            file.map(|file| io::read_to_string(file).unwrap()).map_err(|error| error.to_string())
        };
        assert_eq!(read("b.db").unwrap(), "b.txt");
        assert_eq!(read("c.db").unwrap_err(), "there is no file .txt beside it, which belongs to it");
        assert!(Companions::default().open("txt").is_err());
    }

    #[test]
    fn only_companions_that_the_form_names_are_opened_and_all_of_them_are_found() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        fs::create_dir(path("in")).unwrap();
        for name in
            ["in/a.db", "in/A.txt", "in/a.TXT.gz", "in/a.doc", "in/b.txt", "in/game-1", "top", "game-1"]
        {
            fs::write(path(name), "x").unwrap();
        }
        let named = vec![
            Companion::Ending("txt"),
            Companion::Named(|name| name.starts_with("game-")),
            Companion::Above("top"),
        ];
        let companions = Companions::of_file(&path("in/a.db")).named(named);
        let mut found = companions.paths();
        found.sort();
        let home = path("in");
        let mut expected =
            vec![home.join("A.txt"), home.join("a.TXT.gz"), home.join("game-1"), home.join("../top")];
        expected.sort();
        assert_eq!(found, expected);
        assert_eq!(companions.read_named("game-1", false).unwrap().unwrap(), b"x");
        assert_eq!(companions.read_named("game-2", false).unwrap(), None);
        assert_eq!(companions.read_named("top", true).unwrap().unwrap(), b"x");
        for error in [
            companions.open("doc").unwrap_err(),
            companions.read_named("a.doc", false).unwrap_err(),
            companions.read_named("game-1", true).unwrap_err(),
        ] {
            assert_eq!(error.kind(), io::ErrorKind::Unsupported, "{error}");
        }
    }
}
