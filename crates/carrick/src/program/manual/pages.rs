//! Man pages, one for the program and one for each of its subcommands.

use std::io;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::notes::notes;

/// A man page.
#[derive(Debug)]
pub(super) struct Page {
    /// Name of its file, such as `carrick-serve.1`.
    pub(super) file: String,
    pub(super) text: Vec<u8>,
}

/// The pages of a program, its own first.
///
/// # Errors
/// None: the pages are written into memory.
pub(super) fn all(mut program: Command) -> io::Result<Vec<Page>> {
    program.build();
    let mut pages = Vec::new();
    add(&program, None, &mut pages)?;
    Ok(pages)
}

/// Adds the pages of a command and of those below it. `above` is the page above it.
fn add(command: &Command, above: Option<&str>, pages: &mut Vec<Page>) -> io::Result<()> {
    pages.push(page(command, above)?);
    // The words of the command line, with hyphens between.
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    command.get_subcommands().try_for_each(|below| add(below, Some(name), pages))
}

fn page(command: &Command, above: Option<&str>) -> io::Result<Page> {
    let man = Man::new(command.clone())
        // No date: the version says it. Without a blank the field would be left out.
        .date(" ")
        .source(concat!("Carrick ", env!("CARGO_PKG_VERSION")))
        .manual("Carrick");
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    if let Some(after) = command.get_after_long_help().or(command.get_after_help()) {
        notes(&after.to_string()).to_writer(&mut text)?;
    }
    if let Some(above) = above {
        see_also(above).to_writer(&mut text)?;
    }
    Ok(Page { file: man.get_filename(), text })
}

fn see_also(page: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["SEE ALSO"]);
    roff.text([bold(page), roman("(1)")]);
    roff
}

#[cfg(test)]
mod tests {
    use std::process::{Command as Process, Stdio};

    use clap::CommandFactory as _;
    use expect_test::expect_file;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn each_subcommand_has_a_page() {
        let pages = all(Cli::command()).unwrap();
        let files: Vec<&str> = pages.iter().map(|page| page.file.as_str()).collect();
        for file in ["carrick.1", "carrick-serve.1", "carrick-setup-mail.1", "carrick-help.1"] {
            assert!(files.contains(&file), "{file} is not among {files:?}");
        }
        let serve = pages.iter().find(|page| page.file == "carrick-serve.1").unwrap();
        expect_file!["goldens/carrick-serve.1"]
            .assert_eq(std::str::from_utf8(&serve.text).unwrap());
    }

    /// Where there is a formatter, it formats all pages and warns of nothing.
    #[test]
    fn the_formatter_has_nothing_to_say() {
        for page in all(Cli::command()).unwrap() {
            let groff = Process::new("groff")
                .args(["-K", "utf8", "-man", "-ww", "-z", "-Tutf8"])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn();
            let Ok(mut groff) = groff else { return };
            io::Write::write_all(&mut groff.stdin.take().unwrap(), &page.text).unwrap();
            let done = groff.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&done.stderr);
            assert!(done.status.success() && said.is_empty(), "{}: {said}", page.file);
        }
    }
}
