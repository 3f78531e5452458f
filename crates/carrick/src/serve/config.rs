//! What `carrick serve` is told: by flags, by the environment, by a file, in this order.

use std::collections::BTreeSet;
use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Result};
use carrick_web::BaseUrl;
use serde::Deserialize;

use crate::cli::ServeArguments;

/// Where the site is when nothing is said: for this machine alone.
const DEFAULT_LISTEN: &str = "127.0.0.1:8010";

/// Everything a server needs to know.
#[derive(Debug)]
pub(super) struct Config {
    pub(super) listen: SocketAddr,
    /// What readers type; without it the site is for this machine and its LAN.
    pub(super) base_url: Option<BaseUrl>,
    pub(super) on_lan: bool,
    pub(super) database: PathBuf,
    pub(super) key: PathBuf,
    pub(super) trusted_proxies: BTreeSet<IpAddr>,
    pub(super) threads: Option<usize>,
    pub(super) no_limits: bool,
}

/// The file, in TOML.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    listen: Option<SocketAddr>,
    base_url: Option<String>,
    database: Option<PathBuf>,
    key: Option<PathBuf>,
    #[serde(default)]
    trusted_proxies: BTreeSet<IpAddr>,
    threads: Option<usize>,
}

impl Config {
    /// Reads the file, if one is named, and puts the flags over it.
    pub(super) fn read(arguments: &ServeArguments) -> Result<Self> {
        let file = match &arguments.config {
            Some(path) => {
                let text = fs::read_to_string(path)
                    .with_context(|| format!("cannot read {}", path.display()))?;
                toml::from_str(&text).with_context(|| format!("{} is not right", path.display()))?
            }
            None => File::default(),
        };
        Self::of(arguments, file)
    }

    fn of(arguments: &ServeArguments, file: File) -> Result<Self> {
        let listen = match arguments.listen.or(file.listen) {
            Some(listen) => listen,
            None => DEFAULT_LISTEN.parse()?,
        };
        let base_url = arguments.base_url.clone().or(file.base_url);
        let base_url: Option<BaseUrl> =
            base_url.map(|url| url.parse()).transpose().context("base_url")?;
        let database = match (&arguments.database.db, file.database) {
            (Some(database), _) => database.clone(),
            (None, Some(database)) => database,
            (None, None) => arguments.database.file()?,
        };
        let key = arguments.key.clone().or(file.key);
        let key = key.unwrap_or_else(|| database.with_extension("key"));
        let mut trusted_proxies = file.trusted_proxies;
        trusted_proxies.extend(&arguments.trusted_proxies);
        Ok(Self {
            listen,
            on_lan: base_url.is_none(),
            base_url,
            database,
            key,
            trusted_proxies,
            threads: arguments.threads.or(file.threads),
            no_limits: arguments.no_limits,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, Mode};
    use clap::Parser as _;

    fn config(flags: &str, file: &str) -> Result<Config> {
        let line = format!("carrick serve {flags}");
        let Mode::Serve(arguments) = Cli::parse_from(line.split_whitespace()).mode else {
            panic!("{flags}");
        };
        Config::of(&arguments, toml::from_str(file)?)
    }

    #[test]
    fn flags_stand_over_the_file() {
        let file = "listen = \"10.0.0.1:80\"\nbase_url = \"https://a.example\"\ndatabase = \"/x/y.db\"\n\
                    trusted_proxies = [\"10.0.0.2\"]\nthreads = 3\n";
        let read = config("--listen 127.0.0.1:9000 --trusted-proxy ::1", file).unwrap();
        assert_eq!(read.listen.to_string(), "127.0.0.1:9000");
        assert_eq!(read.base_url.unwrap().to_string(), "https://a.example");
        assert_eq!(read.key, PathBuf::from("/x/y.key"));
        assert_eq!(read.trusted_proxies.len(), 2);
        assert_eq!((read.threads, read.on_lan), (Some(3), false));
        assert!(config("--db z.db", "").unwrap().on_lan);
        assert!(
            config("--db z.db", "baseurl = \"https://a.example\"").is_err(),
            "a slip of the pen"
        );
        assert!(config("--db z.db --base-url a.example", "").is_err());
    }
}
