//! What README.md shows is what the commands print.

use crate::rig::Dir;

#[test]
fn the_outputs_in_the_readme_are_real() {
    let root = format!("{}/../..", env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    let mut real = String::new();
    for args in [
        &["fmt", "examples/games.pgn"][..],
        &["check", "examples/broken.pgn"],
        &["check", "--format", "concise", "examples/broken.pgn"],
    ] {
        let ran = Dir::new().command(args).current_dir(&root).output().unwrap();
        real.push_str(&String::from_utf8(ran.stdout).unwrap());
        real.push_str(&String::from_utf8(ran.stderr).unwrap());
    }
    real.push_str(&std::fs::read_to_string(format!("{root}/examples/games.pgn")).unwrap());
    let mut blocks = 0;
    for block in readme.split("```text\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for paragraph in block.split("\n\n") {
            assert!(
                real.contains(paragraph.trim_end_matches('\n')),
                "README.md shows\n{paragraph}\nwhich no command prints"
            );
        }
        blocks += 1;
    }
    assert_eq!(blocks, 5);
}
