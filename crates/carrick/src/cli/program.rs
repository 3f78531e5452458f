//! Arguments of the subcommands about the program itself.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

#[derive(Debug, Args)]
pub(crate) struct VersionArguments {
    /// Print one object of JSON: version, commit, target, schema, features
    #[arg(long)]
    pub(crate) json: bool,
}

pub(super) const MAN_NOTES: &str = "\
Debian's package has the pages already. Otherwise:

  carrick man --out man1
  man -l man1/carrick-serve.1";

#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The folder to write them into, created if it does not exist
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
}

pub(super) const COMPLETIONS_NOTES: &str = "\
Debian's package has the scripts for bash, zsh and fish already. Otherwise:

  carrick completions bash > ~/.local/share/bash-completion/completions/carrick
  carrick completions fish > ~/.config/fish/completions/carrick.fish
  carrick completions zsh > _carrick    into a folder of $fpath";

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    pub(crate) shell: Shell,
}
