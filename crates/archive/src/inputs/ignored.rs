//! Files that git and other programs are to leave alone: `.gitignore` and `.ignore`.

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::path::{Path, PathBuf};

/// The rules of one directory. Those of `.ignore` count more than those of `.gitignore`, which count in a repository alone.
#[derive(Debug)]
struct Rules {
    ignore: Gitignore,
    git: Option<Gitignore>,
}

impl Rules {
    fn of(directory: &Path, in_repository: bool) -> Self {
        let read = |name: &str| {
            let mut builder = GitignoreBuilder::new(directory);
            // Skip invalid patterns.
            let _ = builder.add(directory.join(name));
            builder.build().unwrap_or_else(|_| Gitignore::empty())
        };
        Self { ignore: read(".ignore"), git: in_repository.then(|| read(".gitignore")) }
    }

    /// Whether they say something of a path, and then whether it is left out.
    fn say(&self, path: &Path, is_directory: bool) -> Option<bool> {
        [Some(&self.ignore), self.git.as_ref()].into_iter().flatten().find_map(|rules| {
            let found = rules.matched(path, is_directory);
            if found.is_none() { None } else { Some(found.is_ignore()) }
        })
    }
}

/// The rules for the directory that is walked and those it is in.
#[derive(Debug)]
pub(super) struct Ignored {
    in_repository: bool,
    /// Those of directories above the one where the walk began.
    above: Vec<Rules>,
    /// Those of that one and of the open ones below it.
    open: Vec<Rules>,
}

impl Ignored {
    /// The rules that are in force above `root`: in a repository, those of its directories down to there.
    pub(super) fn above(root: &Path) -> Self {
        let root = absolute(root);
        let repository = root.ancestors().find(|directory| directory.join(".git").exists());
        let mut above: Vec<Rules> = Vec::new();
        if let Some(repository) = repository {
            let parents = root.ancestors().skip(1).take_while(|directory| directory.starts_with(repository));
            above = parents.map(|directory| Rules::of(directory, true)).collect();
            above.reverse();
        }
        Self { in_repository: repository.is_some(), above, open: Vec::new() }
    }

    pub(super) fn enter(&mut self, directory: &Path) {
        self.open.push(Rules::of(&absolute(directory), self.in_repository));
    }

    pub(super) fn leave(&mut self) {
        self.open.pop();
    }

    /// Whether a path in the innermost open directory is to be left out: the nearest rule decides.
    pub(super) fn leaves_out(&self, path: &Path, is_directory: bool) -> bool {
        let path = absolute(path);
        let rules = self.open.iter().rev().chain(self.above.iter().rev());
        rules.into_iter().find_map(|rules| rules.say(&path, is_directory)).unwrap_or(false)
    }
}

/// The path from the root of the file system on, without `.`; links stay.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
