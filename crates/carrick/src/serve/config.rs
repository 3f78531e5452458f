//! What `carrick serve` is told: by flags, by the environment, by a file, in this order.

use std::collections::BTreeSet;
use std::net::{IpAddr, SocketAddr};

use anyhow::Result;

use crate::cli::ServeArguments;
use crate::config::{Config, File};

/// Where the site is when nothing is said: for this machine alone.
pub(crate) const DEFAULT_LISTEN: &str = "127.0.0.1:8010";

/// Everything `carrick serve` needs to know.
#[derive(Debug)]
pub(super) struct Serving {
    pub(super) shared: Config,
    pub(super) listen: SocketAddr,
    pub(super) trusted_proxies: BTreeSet<IpAddr>,
    pub(super) threads: Option<usize>,
    pub(super) no_limits: bool,
}

impl Serving {
    /// Reads the file, if one is named, and puts the flags over it.
    pub(super) fn read(arguments: &ServeArguments) -> Result<Self> {
        Self::of(arguments, File::read(&arguments.config)?)
    }

    fn of(arguments: &ServeArguments, mut file: File) -> Result<Self> {
        let listen = match arguments.listen.or(file.listen) {
            Some(listen) => listen,
            None => DEFAULT_LISTEN.parse()?,
        };
        let mut trusted_proxies = std::mem::take(&mut file.trusted_proxies);
        trusted_proxies.extend(&arguments.trusted_proxies);
        let threads = arguments.threads.or(file.threads);
        let shared = Config::of(&arguments.config, arguments.base_url.as_ref(), file)?;
        Ok(Self { shared, listen, trusted_proxies, threads, no_limits: arguments.no_limits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    use clap::Parser as _;

    use crate::cli::{Cli, Mode};

    fn config(flags: &str, file: &str) -> Result<Serving> {
        let line = format!("carrick serve {flags}");
        let Mode::Serve(arguments) = Cli::parse_from(line.split_whitespace()).mode else {
            panic!("{flags}");
        };
        Serving::of(&arguments, toml::from_str(file)?)
    }

    #[test]
    fn flags_stand_over_the_file() {
        let file = "listen = \"10.0.0.1:80\"\nbase_url = \"https://a.example\"\ndatabase = \"/x/y.db\"\n\
                    trusted_proxies = [\"10.0.0.2\"]\nthreads = 3\n";
        let read = config("--listen 127.0.0.1:9000 --trusted-proxy ::1", file).unwrap();
        assert_eq!(read.listen.to_string(), "127.0.0.1:9000");
        assert_eq!(read.shared.base_url.unwrap().to_string(), "https://a.example");
        assert_eq!(read.shared.key, PathBuf::from("/x/y.key"));
        assert_eq!(read.trusted_proxies.len(), 2);
        assert_eq!(read.threads, Some(3));
        assert!(config("--db z.db", "").unwrap().shared.base_url.is_none());
        assert!(
            config("--db z.db", "baseurl = \"https://a.example\"").is_err(),
            "a slip of the pen"
        );
        assert!(config("--db z.db --base-url a.example", "").is_err());
    }
}
