//! Man pages and shell completions, made from the definition of the command line.

mod notes;
mod pages;

use std::fs;
use std::io::Write;

use anyhow::{Context as _, Result};
use carrick_cli::out_file;
use clap::CommandFactory as _;

use crate::cli::{Cli, CompletionsArguments, ManArguments};

/// Writes a man page for the program and for each of its subcommands into a folder.
pub(crate) fn man(arguments: &ManArguments, out: &mut impl Write) -> Result<bool> {
    let folder = &arguments.out;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let pages = pages::all(Cli::command())?;
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
