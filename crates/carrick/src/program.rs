//! Subcommands about the program itself: help, man pages, shell completions and the version.

use std::env::consts::{ARCH, OS};
use std::io::Write;
use std::{fs, io};

use anyhow::{Context as _, Result, bail};
use carrick_cli::out_file;
use carrick_games::{GameKind, nearest_word};
use carrick_service::{Action, command, help};
use clap::CommandFactory as _;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use serde::Serialize;

use crate::cli::{Cli, CompletionsArguments, ManArguments, VersionArguments, in_laboratory};

// `carrick version`: describes this program.

/// The commit that the program was built from, if the build's environment named it.
pub(crate) fn commit() -> Option<&'static str> {
    option_env!("CARRICK_COMMIT").filter(|commit| !commit.is_empty())
}

/// Description of this program.
#[derive(Debug, Serialize)]
struct ProgramVersion {
    version: &'static str,
    /// The commit it was built from. The build's environment names it, so that building the same
    /// sources gives the same program wherever they are.
    commit: Option<&'static str>,
    target: String,
    /// Number of the newest database schema it knows.
    schema: i64,
    features: Features,
}

#[derive(Debug, Serialize)]
struct Features {
    /// Whether it checks its own assertions, as a test build does.
    assertions: bool,
}

/// Prints the version, for people or as JSON.
pub(crate) fn version(arguments: &VersionArguments, out: &mut impl Write) -> Result<bool> {
    let version = ProgramVersion {
        version: env!("CARGO_PKG_VERSION"),
        commit: commit(),
        target: target(),
        schema: carrick_store::known_schema(),
        features: Features { assertions: cfg!(debug_assertions) },
    };
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string(&version)?)?;
        return Ok(true);
    }
    let assertions = if version.features.assertions { "yes" } else { "no" };
    writeln!(out, "carrick {}", version.version)?;
    for (name, value) in [
        ("commit", version.commit.unwrap_or("not known")),
        ("target", &version.target),
        ("database schema", &version.schema.to_string()),
        ("assertions", assertions),
    ] {
        writeln!(out, "  {name:<17} {value}")?;
    }
    Ok(true)
}

/// Processor, system and C library that the program was built for.
fn target() -> String {
    let library = if cfg!(target_env = "gnu") {
        "-gnu"
    } else if cfg!(target_env = "musl") {
        "-musl"
    } else {
        ""
    };
    format!("{ARCH}-{OS}{library}")
}

// `carrick help`: explains subcommands, games, and the commands of `carrick do`.

/// Explains a subcommand, or else a topic of the players' `help` command.
///
/// # Errors
/// When there is no such topic.
pub(crate) fn help(words: &[String], out: &mut impl Write) -> Result<bool> {
    let mut program = Cli::command();
    program.build();
    let mut mode = &program;
    for (depth, word) in words.iter().enumerate() {
        mode = match mode.find_subcommand(word) {
            Some(found) => found,
            None if depth == 0 => return explain(words, &program, out),
            None => bail!(no_subject(None)),
        };
    }
    let mut mode = mode.clone();
    write!(out, "{}", mode.render_long_help())?;
    Ok(true)
}

/// Explains a topic of the players' `help` command: `carrick help ankor`, `carrick help move`.
fn explain(words: &[String], program: &clap::Command, out: &mut impl Write) -> Result<bool> {
    let command = command::parse(&format!("help {}", words.join(" ")));
    let Ok(Action::Help(topics)) = command.map(|command| command.action) else {
        if let Some(said) = words.first().and_then(|word| in_laboratory(word)) {
            bail!(said)
        }
        let modes = program.get_subcommands().map(clap::Command::get_name);
        let known = modes.chain(GameKind::ALL.map(GameKind::name)).chain(["tutorial", "commands"]);
        bail!(no_subject(words.first().and_then(|word| nearest_word(word, known))))
    };
    let pages = topics.iter().map(|&topic| help::text(Some(topic)));
    write!(out, "{}", pages.collect::<Vec<_>>().join("\n"))?;
    Ok(true)
}

fn no_subject(meant: Option<&str>) -> String {
    let way_on = match meant {
        Some(meant) => format!("did you mean `carrick help {meant}`?"),
        None => {
            "`carrick help` lists the subcommands, and `carrick help commands` what `carrick do` \
                 understands"
                .to_owned()
        }
    };
    format!("there is no help on that; {way_on}")
}

// Man pages and shell completions, generated from the definition of the command line.

/// Writes man pages for the program and each of its subcommands to a folder.
pub(crate) fn man(arguments: &ManArguments, out: &mut impl Write) -> Result<bool> {
    let folder = &arguments.out;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let pages = all(Cli::command())?;
    for page in &pages {
        out_file::write(&folder.join(&page.file), page.text.as_ref())?;
    }
    writeln!(out, "{} pages are in {}.", pages.len(), folder.display())?;
    Ok(true)
}

/// Prints the script that completes command lines in a shell.
pub(crate) fn completions(arguments: &CompletionsArguments, out: &mut impl Write) -> Result<bool> {
    clap_complete::generate(arguments.shell, &mut Cli::command(), "carrick", out);
    Ok(true)
}

// Man pages, one for the program and one for each of its subcommands.

/// A man page.
#[derive(Debug)]
pub(super) struct ManPage {
    /// Name of its file, such as `carrick-serve.1`.
    pub(super) file: String,
    pub(super) text: Vec<u8>,
}

/// The pages of a program, its own first.
///
/// # Errors
/// None: the pages are written into memory.
pub(super) fn all(mut program: clap::Command) -> io::Result<Vec<ManPage>> {
    program.build();
    let mut pages = Vec::new();
    add(&program, None, &mut pages)?;
    Ok(pages)
}

/// Adds the pages of a command and of its subcommands. `above` is the parent page.
fn add(command: &clap::Command, above: Option<&str>, pages: &mut Vec<ManPage>) -> io::Result<()> {
    pages.push(page(command, above)?);
    // The words of the command line, joined with hyphens.
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    command.get_subcommands().try_for_each(|below| add(below, Some(name), pages))
}

fn page(command: &clap::Command, above: Option<&str>) -> io::Result<ManPage> {
    let man = Man::new(command.clone())
        // No date: the version replaces it. Without a space the field would be left out.
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
    Ok(ManPage { file: man.get_filename(), text })
}

fn see_also(page: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["SEE ALSO"]);
    roff.text([bold(page), roman("(1)")]);
    roff
}

// The notes below a subcommand's options, as a section of a man page.

/// A section with notes. Indented lines are examples, and keep their line breaks.
pub(super) fn notes(text: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["NOTES"]);
    let mut in_example = false;
    for line in text.lines() {
        let is_example = line.starts_with("  ");
        if line.trim().is_empty() {
            if !in_example {
                roff.control("PP", []);
            }
            continue;
        }
        if is_example != in_example {
            begin_or_end(is_example, &mut roff);
        }
        roff.text([roman(line.trim_start())]);
        in_example = is_example;
    }
    if in_example {
        begin_or_end(false, &mut roff);
    }
    roff
}

/// Starts or ends lines that are printed as they are.
fn begin_or_end(begins: bool, roff: &mut Roff) {
    if begins {
        roff.control("RS", ["4"]).control("nf", []);
    } else {
        roff.control("fi", []).control("RE", []).control("PP", []);
    }
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
        expect_file!["program/goldens/carrick-serve.1"]
            .assert_eq(std::str::from_utf8(&serve.text).unwrap());
    }

    /// If a formatter is installed, it formats all pages without a warning.
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

    #[test]
    fn examples_keep_their_lines() {
        let roff = notes("Words\ngo on.\n\n  carrick serve\n  .hidden\n\nMore.").to_roff();
        assert_eq!(
            roff,
            ".SH NOTES\nWords\ngo on.\n.PP\n.RS 4\n.nf\ncarrick serve\n\\&.hidden\n.fi\n.RE\n.PP\nMore.\n"
        );
    }
}
