//! Programs that `pgn` runs in its place.

use crate::rig::{Dir, Ran};

#[test]
fn a_program_that_is_missing_is_named() {
    let dir = Dir::new();
    let run = |args: &[&str]| Ran(dir.command(args).env("PATH", dir.path("bin")).output().unwrap()).status(2);
    let ran = run(&["sql", "SELECT 1"]);
    assert!(ran.err().contains("pgn-sql is neither beside pgn nor in PATH"), "{}", ran.err());
    assert!(
        ran.err().contains("a package of its own, and `cargo install --path crates/sql`"),
        "{}",
        ran.err()
    );
    // What is neither a subcommand nor a program is as wrong as ever.
    let ran = run(&["chek", "a.pgn"]);
    assert!(ran.err().contains("check"), "{}", ran.err());
    assert!(run(&["../bin/x"]).err().contains("unrecognized subcommand"));
}

#[cfg(unix)]
#[test]
fn programs_get_all_arguments_and_give_their_status() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = Dir::new();
    for name in ["pgn-sql", "pgn-other"] {
        let program = dir.write(&format!("bin/{name}"), "#!/bin/sh\necho \"${0##*/}: $*\"\nexit 7\n");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    for (args, expected) in [
        (&["sql", "--help"][..], "pgn-sql: --help\n"),
        (&["sql", "-f", "a.sql", "--", "-x", ""], "pgn-sql: -f a.sql -- -x \n"),
        (&["sql"], "pgn-sql: \n"),
        (&["other", "-h", "x"], "pgn-other: -h x\n"),
    ] {
        let ran = Ran(dir.command(args).env("PATH", dir.path("bin")).output().unwrap()).status(7);
        assert_eq!(ran.out(), expected);
    }
}
