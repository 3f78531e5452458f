//! The pages of rules: every drawing is the output of the command above it. With `UPDATE_EXPECT=1`
//! they are redrawn.

use std::path::{Path, PathBuf};

use expect_test::expect_file;

use super::typed::Folder;

fn pages() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|end| end == "md")).collect();
    pages.sort();
    pages
}

/// A page with its drawings drawn again, and their number.
fn redrawn(folder: &Folder, page: &str) -> (String, usize) {
    let (mut text, mut drawings) = (String::new(), 0);
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        text.extend([line, "\n"]);
        let command =
            line.strip_prefix("<!-- carrick show ").and_then(|line| line.split_once(" # "));
        if let Some((command, _)) = command {
            if !line.ends_with(" -->") {
                let rest = lines.by_ref().take_while(|line| *line != "-->");
                text.extend(rest.flat_map(|line| [line, "\n"]));
                text.push_str("-->\n");
            }
            // Turns with apostrophes need quotation marks at a shell.
            let words: Vec<&str> = command.split(' ').collect();
            let (options, words): (Vec<&str>, Vec<&str>) =
                words.iter().partition(|word| word.starts_with('-'));
            let (game, turns) = words.split_first().unwrap();
            let typed =
                format!("carrick show {} {game} \"{}\"", options.join(" "), turns.join(" "));
            assert_eq!(lines.next(), Some("```text"), "{command}");
            lines.find(|line| *line == "```").unwrap();
            text.extend(["```text\n", folder.must(&typed).trim_end(), "\n```\n"]);
            drawings += 1;
        }
    }
    (text, drawings)
}

#[test]
fn the_drawings_in_the_pages_of_rules_are_true() {
    let folder = Folder::new();
    for file in pages() {
        let page = std::fs::read_to_string(&file).unwrap();
        let (text, drawings) = redrawn(&folder, &page);
        assert!(drawings >= 3, "{}", file.display());
        expect_file![file].assert_eq(&text);
    }
}

/// If a page also shows the command, its output is the drawing above it.
#[test]
fn the_commands_in_the_pages_of_rules_draw_what_is_shown() {
    let folder = Folder::new();
    let mut commands = 0;
    for file in pages() {
        let page = std::fs::read_to_string(&file).unwrap();
        for block in page.split("```sh\n").skip(1) {
            let typed = block.split("```").next().unwrap();
            let drawn = folder.must(typed);
            assert!(page.contains(&format!("```text\n{drawn}")), "{typed}\n{drawn}");
            commands += 1;
        }
    }
    assert_eq!(commands, 4, "one for the example of each game's author");
}

/// The eight cubes on Boche's page are the inventor's own figure.
#[test]
fn the_rotations_are_the_inventors() {
    let figure = include_str!("../../../carrick-games/tests/data/figures/boche-rotations.txt");
    let figure: String = figure.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
    let page = include_str!("../../../../docs/rules/boche.md");
    assert!(page.contains(&format!("<!-- rotations -->\n```text\n{figure}```\n")));
}
