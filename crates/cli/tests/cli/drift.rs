//! Names in documents and workflows exist: paths, modules, packages, scripts.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

/// Parts of paths that scripts make, or that are beside a checkout.
const ELSEWHERE: &[&str] = &["shared/corpus", "target/", "data/"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The names in a directory of the repository, sorted.
fn names_in(directory: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(directory)).unwrap_or_else(|error| panic!("{directory}: {error}"));
    let names: BTreeSet<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.into_iter().collect()
}

/// The documents, by their paths.
fn documents() -> Vec<String> {
    let pages = names_in("docs").into_iter().filter(|name| name.ends_with(".md"));
    let others =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "conformance/README.md", "compare/README.md"];
    others.into_iter().map(str::to_owned).chain(pages.map(|name| format!("docs/{name}"))).collect()
}

/// The workflows, by their paths.
fn workflows() -> Vec<String> {
    let files = names_in(".github/workflows").into_iter().filter(|name| name.ends_with(".yml"));
    files.map(|name| format!(".github/workflows/{name}")).collect()
}

/// The scripts of `.ci`, by their paths; all but the pictures are text.
fn scripts() -> Vec<String> {
    names_in(".ci").into_iter().map(|name| format!(".ci/{name}")).collect()
}

/// Each span in backticks outside blocks of code, with the crate whose heading it is below.
fn spans(text: &str) -> Vec<(Option<String>, String)> {
    let heading = Regex::new(r"^#+ .*`crates/([a-z-]+)`").unwrap();
    let span = Regex::new(r"`([^`]+)`").unwrap();
    let (mut is_code, mut below, mut spans) = (false, None, Vec::new());
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            if line.starts_with('#') {
                below = heading.captures(line).map(|found| found[1].to_owned());
            }
            spans.extend(span.captures_iter(line).map(|found| (below.clone(), found[1].to_owned())));
        }
    }
    spans
}

/// The places that short forms begin at: `archive/src/input` is `crates/archive/src/input`, `check/tags` is in the `src` of a
/// crate, and a folder's README means what is beside it.
fn places(document: &str) -> Vec<PathBuf> {
    let root = root();
    let mut places =
        vec![root.clone(), root.join("crates"), root.join(document).parent().unwrap().to_owned()];
    for name in names_in("crates") {
        places.push(root.join("crates").join(&name));
        places.push(root.join("crates").join(&name).join("src"));
    }
    places
}

/// Whether a word is meant as a path of the repository.
fn is_path(word: &str, document: &str, tops: &BTreeSet<String>) -> bool {
    let first = word.split('/').next().unwrap();
    let shape = Regex::new(r"^\.{0,2}[A-Za-z0-9_][A-Za-z0-9_.*-]*(/[A-Za-z0-9_.*-]+)*/?$|^\.\./").unwrap();
    if !shape.is_match(word) || ELSEWHERE.iter().any(|path| word.contains(path)) {
        return false;
    }
    // Everything with a slash, where the subject is the repository itself.
    let is_about_files = ["ARCHITECTURE.md", "CONTRIBUTING.md", "compare/README.md"].contains(&document);
    (word.contains('/') && (is_about_files || tops.contains(first))) || word.ends_with(".rs")
}

/// Whether a path is there; a `*` is any part of a name.
fn exists(place: &Path, path: &str) -> bool {
    if path.is_empty() {
        return true;
    }
    let Some((before, after)) = path.split_once('*') else { return place.join(path).exists() };
    let directory = before.rfind('/').map_or("", |at| &before[..at]);
    let start = &before[directory.len()..].trim_start_matches('/');
    let (end, rest) = after.split_once('/').unwrap_or((after, ""));
    let Ok(entries) = fs::read_dir(place.join(directory)) else { return false };
    entries.flatten().any(|entry| {
        let name = entry.file_name().into_string().unwrap_or_default();
        name.starts_with(start) && name.ends_with(end) && exists(&entry.path(), rest)
    })
}

/// Whether a file of that name is anywhere below a directory.
fn holds(directory: &Path, name: &str) -> bool {
    fs::read_dir(directory).unwrap().flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() { !path.ends_with("target") && holds(&path, name) } else { path.ends_with(name) }
    })
}

#[test]
fn paths_in_documents_exist() {
    let mut tops: BTreeSet<String> = names_in("").into_iter().collect();
    tops.extend(names_in("crates"));
    let (mut seen, mut missing) = (0, Vec::new());
    for document in documents() {
        let places = places(&document);
        for (below, span) in spans(&read(&document)) {
            for word in span.split_whitespace().map(|word| word.trim_end_matches(['/', ',', ';'])) {
                // Made by `.ci/site`.
                if !is_path(word, &document, &tops) || word.ends_with(".html") {
                    continue;
                }
                seen += 1;
                let own = below.as_ref().map(|name| root().join("crates").join(name));
                let is_there = match &own {
                    Some(own) if !word.contains('/') => holds(&own.join("src"), word),
                    None if !word.contains('/') => holds(&root().join("crates"), word),
                    _ => places.iter().any(|place| exists(place, word)),
                };
                if !is_there {
                    missing.push(format!("{document}: {word}"));
                }
            }
        }
    }
    assert!(seen > 150, "only {seen} paths");
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The code map has a line for each module of each crate of the workspace, and for nothing else.
#[test]
fn modules_are_in_the_code_map() {
    let spans = spans(&read("ARCHITECTURE.md"));
    let (mut seen, mut missing) = (0, Vec::new());
    for name in names_in("crates") {
        if read(&format!("crates/{name}/Cargo.toml")).contains("\n[workspace]") {
            continue;
        }
        let own: Vec<&str> = spans
            .iter()
            .filter(|(below, _)| below.as_deref() == Some(&name))
            .map(|(_, span)| span.as_str())
            .collect();
        for module in names_in(&format!("crates/{name}/src")) {
            let module = module.trim_end_matches(".rs");
            if ["lib", "main", "serde", "internals", "tests"].contains(&module) {
                continue;
            }
            seen += 1;
            let is_named = |span: &&str| {
                span.trim_end_matches(".rs") == module || span.starts_with(&format!("{module}/"))
            };
            if !own.iter().any(is_named) {
                missing.push(format!("crates/{name}: {module}"));
            }
        }
    }
    assert!(seen > 80, "only {seen} modules");
    assert!(missing.is_empty(), "ARCHITECTURE.md lacks {missing:#?}");
}

/// A package of the repository: its name and its directory.
fn packages() -> Vec<(String, PathBuf)> {
    let name = Regex::new("(?m)^name = \"(.+)\"$").unwrap();
    let mut packages = Vec::new();
    for parent in ["crates", "conformance", "compare", "compare/adapters", "."] {
        for directory in names_in(parent) {
            let directory = root().join(parent).join(directory);
            if let Ok(manifest) = fs::read_to_string(directory.join("Cargo.toml"))
                && let Some(found) = name.captures(&manifest)
            {
                packages.push((found[1].to_owned(), directory));
            }
        }
    }
    packages
}

/// `cargo … -p PACKAGE --test NAME FILE --example NAME`: all of them are there.
#[test]
fn commands_of_cargo_name_packages() {
    let packages = packages();
    let command = Regex::new(r"cargo (build|check|clippy|doc|install|run|test)\b[^`|&;#\n]*").unwrap();
    let package = Regex::new(r"(?:-p|--package) ([A-Za-z0-9_-]+)").unwrap();
    let target = Regex::new(r"--(test|example) ([A-Za-z0-9_-]+)").unwrap();
    let filter = Regex::new(r"--test (it|cli)((?: --| [a-z_]+)*)").unwrap();
    let path = Regex::new(r"--path ([A-Za-z0-9_/.-]+)").unwrap();
    let (mut seen, mut missing) = (0, Vec::new());
    for file in documents().into_iter().chain(workflows()).chain(scripts()) {
        for found in command.find_iter(&read(&file)) {
            let line = found.as_str();
            for path in path.captures_iter(line) {
                seen += 1;
                if !root().join(&path[1]).join("Cargo.toml").exists() {
                    missing.push(format!("{file}: {line}"));
                }
            }
            let mut places = Vec::new();
            for name in package.captures_iter(line) {
                seen += 1;
                match packages.iter().find(|(known, _)| *known == name[1]) {
                    Some((_, place)) => places.push(place),
                    None => missing.push(format!("{file}: {line}")),
                }
            }
            // The files of tests that are chosen by their names.
            if let Some(chosen) = filter.captures(line)
                && let Some(place) = places.first()
            {
                let folder = place.join("tests").join(&chosen[1]);
                let names = chosen[2].split(' ').filter(|name| !name.is_empty() && !name.starts_with('-'));
                for name in names {
                    if !folder.join(name).exists() && !folder.join(format!("{name}.rs")).exists() {
                        missing.push(format!("{file}: {line}: {name}"));
                    }
                }
            }
            for target in target.captures_iter(line).filter(|_| !places.is_empty()) {
                let folder = if &target[1] == "test" { "tests" } else { "examples" };
                let is_there = |place: &&&PathBuf| {
                    let folder = place.join(folder);
                    folder.join(format!("{}.rs", &target[2])).exists()
                        || folder.join(&target[2]).join("main.rs").exists()
                };
                if !places.iter().any(|place| is_there(&place)) {
                    missing.push(format!("{file}: {line}"));
                }
            }
        }
    }
    assert!(seen > 80, "only {seen} packages");
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The scripts and other files that commands of a text name, from the root of the repository.
fn scripts_in(text: &str) -> BTreeSet<String> {
    let name = Regex::new(
        r#"(?m)(?:^|[\s"`'(=])(?:\.\./)*((?:\.ci|\.github|compare|conformance|fuzz)/[A-Za-z0-9_./-]+)([$*{]?)"#,
    )
    .unwrap();
    name.captures_iter(text)
        // The rest of a name that is a variable is not known.
        .filter(|found| found[2].is_empty() && !ELSEWHERE.iter().any(|path| found[1].contains(path)))
        .map(|found| found[1].trim_end_matches(['.', '/']).to_owned())
        .collect()
}

#[test]
fn scripts_that_are_named_exist() {
    let (mut seen, mut missing) = (0, Vec::new());
    let files = documents().into_iter().chain(workflows()).chain(scripts());
    for file in files.chain([".pre-commit-hooks.yaml", "action.yml"].map(str::to_owned)) {
        for script in scripts_in(&read(&file)) {
            seen += 1;
            let beside = root().join(&file).parent().unwrap().join(&script);
            if !root().join(&script).exists() && !beside.exists() {
                missing.push(format!("{file}: {script}"));
            }
        }
    }
    assert!(seen > 40, "only {seen} scripts");
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The workflows run what `.ci/run` runs: every script of `.ci` that it calls.
#[test]
fn workflows_run_the_scripts_of_the_check() {
    let called: BTreeSet<String> =
        scripts_in(&read(".ci/run")).into_iter().filter(|script| script.starts_with(".ci/")).collect();
    let workflows: String = workflows().iter().map(|name| read(name)).collect();
    let in_workflows = scripts_in(&workflows);
    // The package is built and tested for every system by its own workflow.
    let others = [".ci/run", ".ci/python"].map(str::to_owned);
    let missing: Vec<&String> =
        called.iter().filter(|script| !in_workflows.contains(*script) && !others.contains(script)).collect();
    assert!(called.len() > 6, "{called:?}");
    assert!(missing.is_empty(), "no workflow runs {missing:#?}");
}

/// `deny.toml` and `.ci/licences` allow the same licences.
#[test]
fn lists_of_licences_agree() {
    let licences = |text: &str, from: &str, to: &str| -> BTreeSet<String> {
        let list = text.split(from).nth(1).unwrap().split(to).next().unwrap();
        Regex::new("\"([^\"]+)\"").unwrap().captures_iter(list).map(|found| found[1].to_owned()).collect()
    };
    let checked = licences(&read(".ci/licences"), "ALLOWED = {", "}");
    assert!(checked.len() > 8, "{checked:?}");
    assert_eq!(licences(&read("deny.toml"), "allow = [", "]"), checked);
}
