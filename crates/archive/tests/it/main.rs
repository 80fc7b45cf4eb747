//! The library as its users meet it: collections, runs, outputs.

mod collections;
mod layers;
mod outputs;
mod runs;
mod slow;
mod toy;

/// A directory with files of these names and contents.
fn directory(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, content) in files {
        std::fs::write(directory.path().join(name), content).unwrap();
    }
    directory
}

/// A game with empty lines between its tags, so that blocks may be cut inside it.
const DIVIDED: &str = "[Event \"a\"]\n\n[Site \"b\"]\n\n[White \"Tal\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";
