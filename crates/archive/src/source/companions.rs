//! The files that belong to an input: those of a database of several files.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

use super::zip::ZipEntry;
use super::{COMPRESSED_EXTENSIONS, Compression, spool};

/// The files beside an input, which are called as it is, but for their endings: in its directory, or in its archive.
#[derive(Clone, Debug, Default)]
pub struct Companions(Home);

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
        Self(Home::File(path.to_owned()))
    }

    pub(crate) fn of_entry(entry: &ZipEntry) -> Self {
        Self(Home::Archive(Box::new(entry.clone())))
    }

    /// Opens the file with this ending, in upper or lower case, compressed or not. It can be read at any place: of what is compressed or in an
    /// archive it is a copy that vanishes when it is closed.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be read.
    pub fn open(&self, extension: &str) -> io::Result<File> {
        match &self.0 {
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
    /// When it cannot be read, or is longer than [`MOST_OF_A_NAMED_FILE`], or the input is a stream.
    pub(crate) fn read_named(&self, name: &str, is_above: bool) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        let reader: Box<dyn Read + '_> = match &self.0 {
            Home::Nowhere => {
                let text = format!("its file {name} is not with it; name a file, not a stream");
                return Err(io::Error::new(io::ErrorKind::NotFound, text));
            }
            Home::File(path) => {
                let home = path.parent().unwrap_or(Path::new(""));
                let home = if is_above { home.join("..") } else { home.to_owned() };
                match File::open(home.join(name)) {
                    Ok(file) => Box::new(file),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                    Err(error) => return Err(error),
                }
            }
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
            let text = format!("{name} is longer than {MOST_OF_A_NAMED_FILE} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        Ok(Some(bytes))
    }
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
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut found: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(directory.unwrap_or(Path::new(".")))? {
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
            let file = Companions::of_file(&path(of)).open("txt");
            file.map(|file| io::read_to_string(file).unwrap()).map_err(|error| error.to_string())
        };
        assert_eq!(read("b.db").unwrap(), "b.txt");
        assert_eq!(read("c.db").unwrap_err(), "there is no file .txt beside it, which belongs to it");
        assert!(Companions::default().open("txt").is_err());
    }
}
