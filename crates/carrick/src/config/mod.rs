//! Configuration file, in TOML, and the settings that all programs of the server share.

pub(crate) mod key;
mod mail;
mod out;
pub(crate) mod settings;

use std::net::SocketAddr;
use std::num::{NonZeroU16, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use anyhow::{Context, Result, anyhow, bail};
use carrick_cli::data_folder;
use carrick_cli::tables::TablesArguments;
use carrick_service::Registration;
use carrick_store::{Location, StoreError};
use carrick_web::{BaseUrl, FootLink, Identity, Proxy};
use clap::ValueEnum;
use serde::{Deserialize, Deserializer, de};

use crate::cli::{
    ConfigArguments, DatabaseArguments, Seconds, ThinkingMemory, database_file, number_of_threads,
    thinking_memory,
};
use crate::explained;
use crate::system::{LogFormat, memory_mebibytes};

pub(crate) use mail::MailSettings;

/// Default listening address: only this machine can reach it.
pub(crate) const DEFAULT_LISTEN: &str = "127.0.0.1:8010";

/// Configuration file in the current folder.
pub(crate) const USUAL_FILE: &str = "carrick.toml";

/// Configuration file of the machine's server.
const MACHINE_FILE: &str = "/etc/carrick.toml";

/// Contents of the configuration file, as parsed.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) listen: Option<SocketAddr>,
    pub(crate) metrics: Option<SocketAddr>,
    pub(crate) base_url: Option<String>,
    pub(crate) database: Option<PathBuf>,
    key: Option<PathBuf>,
    #[serde(default, deserialize_with = "proxies")]
    pub(crate) trusted_proxies: Vec<Proxy>,
    pub(crate) security_contact: Option<String>,
    pub(crate) threads: Option<usize>,
    /// Memory limit of the computer's searches, in MiB.
    pub(crate) thinking_memory: Option<usize>,
    /// Folder with tables of solved boards.
    pub(crate) tables: Option<PathBuf>,
    pub(crate) max_connections: Option<NonZeroUsize>,
    pub(crate) max_connections_per_address: Option<NonZeroUsize>,
    pub(crate) head_timeout: Option<Seconds>,
    pub(crate) body_timeout: Option<Seconds>,
    pub(crate) idle_timeout: Option<Seconds>,
    pub(crate) write_timeout: Option<Seconds>,
    /// How long messages and the log of requests are kept, in days.
    pub(crate) keep_days: Option<NonZeroU16>,
    pub(crate) log: Option<String>,
    pub(crate) log_format: Option<LogFormat>,
    pub(crate) access_log: Option<PathBuf>,
    pub(crate) registration: Option<RegistrationWord>,
    pub(crate) guests: Option<bool>,
    #[serde(default)]
    site: SiteSettings,
    mail: Option<MailSettings>,
}

/// Who may make an account, as a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RegistrationWord {
    /// Everyone
    #[default]
    Open,
    /// People you invite with `carrick admin invite`
    Invite,
    /// No one
    Closed,
}

impl From<RegistrationWord> for Registration {
    fn from(word: RegistrationWord) -> Self {
        match word {
            RegistrationWord::Open => Self::Open,
            RegistrationWord::Invite => Self::Invite,
            RegistrationWord::Closed => Self::Closed,
        }
    }
}

/// Settings that all programs of the server share.
#[derive(Debug)]
pub(crate) struct Config {
    /// URL of the site; without it, the site is only for this machine and its network.
    pub(crate) base_url: Option<BaseUrl>,
    pub(crate) database: Location,
    key: Option<PathBuf>,
    /// Mail settings, if mail is configured.
    pub(crate) mail: Option<MailSettings>,
    /// Who may make an account.
    pub(crate) registration: Registration,
    /// Name of the site, and the links of its operator.
    pub(crate) identity: Identity,
}

/// Settings that are wrong, and stay wrong however often a service manager restarts the program.
#[derive(Debug)]
pub(crate) struct WrongSettings(anyhow::Error);

impl WrongSettings {
    /// Marks an error as an error in the settings.
    pub(crate) fn mark(error: impl Into<anyhow::Error>) -> anyhow::Error {
        Self(error.into()).into()
    }

    /// Marks those errors of a database that only another database can solve.
    pub(crate) fn of_store(error: StoreError) -> anyhow::Error {
        use StoreError::{Altered, Newer, NotADatabase, OtherProgram, Unfit, Unreleased};
        match error {
            NotADatabase { .. }
            | OtherProgram { .. }
            | Newer { .. }
            | Unreleased { .. }
            | Altered { .. }
            | Unfit { .. } => Self::mark(error),
            _ => error.into(),
        }
    }

    /// Marks errors of a file or socket that only a different name can solve. Other errors may be
    /// temporary: an older process may still hold the port, or the network may not be up yet.
    pub(crate) fn of_opening(error: anyhow::Error) -> anyhow::Error {
        use std::io::ErrorKind::{
            InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound, PermissionDenied,
            ReadOnlyFilesystem,
        };
        let kind = |cause: &io::Error| {
            matches!(
                cause.kind(),
                InvalidFilename
                    | InvalidInput
                    | IsADirectory
                    | NotADirectory
                    | NotFound
                    | PermissionDenied
                    | ReadOnlyFilesystem
            )
        };
        let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
        if causes.any(kind) { Self::mark(error) } else { error }
    }
}

impl fmt::Display for WrongSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&explained(&self.0))
    }
}

impl std::error::Error for WrongSettings {}

impl File {
    /// Reads the configuration file, if one is named.
    pub(crate) fn read(arguments: &ConfigArguments) -> Result<Self> {
        Self::read_of(&arguments.database)
    }

    /// Reads the configuration file that is named along with a database. If neither is named, it is
    /// the usual file, if that exists.
    pub(crate) fn read_of(arguments: &DatabaseArguments) -> Result<Self> {
        let usual = if arguments.is_named() { None } else { usual_file() };
        let mut text = String::new();
        if let Some(path) = arguments.config.clone().or(usual) {
            text = fs::read_to_string(&path).with_context(|| {
                format!(
                    "cannot read the settings {}; name others with --config or --db",
                    path.display()
                )
            })?;
            // This reports an error with its line.
            toml::from_str::<Self>(&text)
                .map_err(|error| without_passwords(error, &text))
                .with_context(|| format!("{} is not right", path.display()))?;
        }
        Self::with_variables(&text)
    }

    /// Parses settings from a text, and adds those from the variables for its sections.
    fn with_variables(text: &str) -> Result<Self> {
        let mut settings: toml::Table = text.parse()?;
        let mut names = Vec::new();
        for (name, section, key, value) in settings::variables() {
            let mut table = &mut settings;
            for part in section.split('.') {
                let below = table.entry(part).or_insert_with(|| toml::Table::new().into());
                table = below.as_table_mut().with_context(|| format!("{part} is not a section"))?;
            }
            table.insert(key.to_owned(), value);
            names.push(name);
        }
        settings
            .try_into()
            .map_err(|error: toml::de::Error| anyhow!("{}", error.message().to_owned()))
            .with_context(|| format!("{} cannot be used", names.join(", ")))
    }
}

/// Configuration file of a command that names none: `carrick.toml` in the current folder, if it
/// belongs to the user, or else that of the machine's server.
pub(crate) fn usual_file() -> Option<PathBuf> {
    #[cfg(unix)]
    let is_own = |found: fs::Metadata| {
        std::os::unix::fs::MetadataExt::uid(&found) == rustix::process::geteuid().as_raw()
    };
    #[cfg(not(unix))]
    let is_own = |_: fs::Metadata| true;
    let here = Path::new(USUAL_FILE);
    if here.metadata().is_ok_and(is_own) {
        return Some(here.to_owned());
    }
    Some(PathBuf::from(MACHINE_FILE)).filter(|path| path.exists())
}

impl DatabaseArguments {
    /// Location of the database: from the flag, or else from the configuration file, or else the
    /// default.
    pub(crate) fn location(&self) -> Result<Location> {
        let of_file = if self.is_named() { None } else { File::read_of(self)?.database };
        self.location_beside(of_file)
    }

    /// Whether a flag or a variable names the database.
    fn is_named(&self) -> bool {
        self.db.is_some() || database_file().is_some()
    }

    /// Location of the database that a flag or a variable names, if any.
    fn named(&self) -> Result<Option<Location>> {
        let Some(path) = database_file().filter(|_| self.db.is_none()) else {
            return Ok(self.db.clone());
        };
        let cannot = || format!("cannot read the address of the database in {}", path.display());
        let address = fs::read_to_string(&path).with_context(cannot)?;
        let address = address.trim();
        if address.is_empty() {
            bail!("{} is empty, but should contain the address of the database", path.display());
        }
        // The error does not repeat the address, which may contain a password.
        Location::read(address).map(Some).with_context(cannot)
    }

    /// Location of the database, given the one from a configuration file.
    pub(crate) fn location_beside(&self, of_file: Option<PathBuf>) -> Result<Location> {
        let database = match (self.named()?, of_file) {
            (Some(database), _) => database,
            (None, Some(database)) if database.as_os_str().is_empty() => {
                bail!("database: the name of a file is missing; leave out the line for the default")
            }
            (None, Some(database)) => Location::read(database).context("database")?,
            (None, None) => Location::File(default_database()?),
        };
        if database.file().is_some_and(Path::is_dir) {
            bail!("database: {database} cannot be opened: it is a folder; name a file in it");
        }
        Ok(database)
    }
}

impl Config {
    /// Merges flags and file; flags win. Only programs that need `base_url` have a flag for it.
    pub(crate) fn of(
        arguments: &ConfigArguments,
        base_url: Option<&String>,
        file: File,
    ) -> Result<Self> {
        let base_url = base_url.cloned().or(file.base_url);
        let base_url: Option<BaseUrl> =
            base_url.map(|url| url.parse()).transpose().context("base_url")?;
        let database = arguments.database.location_beside(file.database)?;
        let beside = || database.file().map(|file| file.with_extension("key"));
        let key = arguments.key.clone().or(file.key);
        if key.as_ref().is_some_and(|key| key.as_os_str().is_empty()) {
            bail!("key: the name of a file is missing; leave out the line for the default");
        }
        let key = key.or_else(beside);
        let registration = file.registration.unwrap_or_default().into();
        let (mail, identity) = (file.mail, file.site.0);
        Ok(Self { base_url, database, key, mail, registration, identity })
    }

    /// Path of the key file.
    pub(crate) fn key(&self) -> Result<&Path> {
        self.key.as_deref().with_context(|| {
            format!(
                "{} has no key next to it; name one with --key, or as `key` in the settings file, \
                 the same on every machine",
                self.database
            )
        })
    }

    /// Path of the database, for tasks that work only with a file; `instead` says what to use for a
    /// server.
    pub(crate) fn file(&self, instead: &str) -> Result<&Path> {
        let no_file = || format!("{} is not a file; {instead}", self.database);
        self.database.file().with_context(no_file)
    }

    /// Checks that a database file exists; a server reports that itself.
    pub(crate) fn must_exist(&self) -> Result<()> {
        if self.database.file().is_some_and(|file| !file.exists()) {
            bail!("there is no database {}; name it with --db or --config", self.database);
        }
        Ok(())
    }
}

/// An error in a file. It shows the faulty line, unless that contains an address, which may include
/// a password.
fn without_passwords(error: toml::de::Error, text: &str) -> anyhow::Error {
    let at = error.span().map_or(0, |span| span.start);
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count();
    let shown = text.lines().nth(line).unwrap_or_default();
    if shown.contains("://") {
        anyhow!("line {}: {}", line + 1, error.message())
    } else {
        error.into()
    }
}

fn proxies<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Proxy>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    let parsed = texts.iter().map(|text| {
        text.parse().map_err(|error| de::Error::custom(format!("{text:?} is not a proxy: {error}")))
    });
    parsed.collect()
}

/// Default path of the database: `carrick/carrick.db` in the folder for the user's data.
fn default_database() -> Result<PathBuf> {
    let Some(folder) = data_folder() else {
        bail!("there is no home folder for the database; name a file with --db");
    };
    Ok(folder.join("carrick.db"))
}

/// Creates the default folder of a database; any other folder must exist.
pub(crate) fn make_default_folder(database: &Location) -> Result<()> {
    let is_default = |folder: &PathBuf| database.file().and_then(Path::parent) == Some(folder);
    let Some(folder) = data_folder().filter(is_default) else { return Ok(()) };
    let mut maker = std::fs::DirBuilder::new();
    maker.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut maker, 0o700);
    maker.create(&folder).with_context(|| format!("cannot make {}", folder.display()))
}

// SiteTable `[site]` of the configuration file: the site's name, and the links of its operator.

/// Name of the site, and links at the foot of every page.
#[derive(Debug, Default, Deserialize)]
#[serde(try_from = "SiteTable")]
pub(crate) struct SiteSettings(pub(crate) Identity);

/// The section as written in the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SiteTable {
    name: Option<String>,
    #[serde(default)]
    links: Vec<ConfiguredLink>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfiguredLink {
    text: String,
    url: String,
}

impl SiteTable {
    fn identity(self) -> Result<Identity> {
        let name = self.name.map(|name| name.parse()).transpose().context("name")?;
        let link = |ConfiguredLink { text, url }| {
            FootLink::new(&text, &url).with_context(|| format!("{text:?}"))
        };
        let links = self.links.into_iter().map(link).collect::<Result<_>>();
        Ok(Identity::new(name.unwrap_or_default(), links.context("links")?)?)
    }
}

impl TryFrom<SiteTable> for SiteSettings {
    type Error = String;

    fn try_from(section: SiteTable) -> Result<Self, String> {
        section.identity().map(Self).map_err(|error| format!("{error:#}"))
    }
}

// Settings for the computer's searches, which servers and workers share.

/// Limits of the computer's searches.
#[derive(Debug)]
pub(crate) struct Thinking {
    /// Maximum number of threads, if given.
    pub(crate) threads: Option<usize>,
    /// Memory limit of all searches together, in bytes, if given.
    pub(crate) bytes: Option<usize>,
    /// Folder with tables of solved boards, if given.
    pub(crate) tables: Option<PathBuf>,
}

impl Thinking {
    /// Merges flags and file; flags win.
    ///
    /// # Errors
    /// When the file allows no threads, too little memory, or more memory than the program may use.
    pub(crate) fn of(
        threads: Option<usize>,
        memory: &ThinkingMemory,
        tables: &TablesArguments,
        file: &mut File,
    ) -> Result<Self> {
        let in_file = file.thinking_memory.map(thinking_memory).transpose();
        let in_file = in_file.map_err(anyhow::Error::msg).context("thinking_memory")?;
        let threads_in_file = file.threads.map(number_of_threads).transpose();
        let threads_in_file = threads_in_file.map_err(anyhow::Error::msg).context("threads")?;
        let has = memory_mebibytes();
        let asked = memory.mebibytes.or(in_file);
        if let Some((asked, has)) = asked.zip(has).filter(|(asked, has)| asked > has) {
            bail!("thinking_memory is {asked} MiB, but this program may use {has} MiB in all");
        }
        let mebibytes = asked.or(has.map(usual_memory));
        Ok(Self {
            threads: threads.or(threads_in_file),
            bytes: mebibytes.map(|mebibytes| mebibytes << 20),
            tables: tables.tables.clone().or_else(|| file.tables.take()),
        })
    }
}

/// Default memory for searches, in MiB: a quarter of all memory, from 64 to 256.
const fn usual_memory(has: usize) -> usize {
    match has / 4 {
        ..64 => 64,
        quarter @ 64..256 => quarter,
        256.. => 256,
    }
}

#[cfg(test)]
mod tests {
    use carrick_post::LmtpAddress;
    use carrick_server::Strangers;

    use super::*;

    fn mail(section: &str) -> Result<MailSettings, String> {
        let file: File =
            toml::from_str(&format!("[mail]\n{section}")).map_err(|error| error.to_string())?;
        file.mail.ok_or_else(|| "no section".to_owned())
    }

    #[test]
    fn the_section_on_mail() {
        let read = mail(
            "address = \"games@Carrick.example\"\nrelay = \"mx.carrick.example\"\n\
         listen = \"127.0.0.1:8024\"",
        )
        .unwrap();
        let site = read.site();
        assert_eq!(
            (site.host(), site.relay.as_deref()),
            ("carrick.example", Some("mx.carrick.example"))
        );
        assert_eq!(read.listen, Some(LmtpAddress::Port("127.0.0.1:8024".parse().unwrap())));
        let socket = mail("address = \"games@carrick.example\"\nlisten = \"/run/carrick/lmtp\"");
        assert_eq!(socket.unwrap().listen, Some(LmtpAddress::Socket("/run/carrick/lmtp".into())));
        assert_eq!(mail("address = \"games@carrick.example\"").unwrap().listen, None);
        let usual = Strangers::default();
        assert_eq!(read.strangers(), usual);
        let strict = mail("address = \"games@carrick.example\"\n[mail.strangers]\naccounts = 0");
        assert_eq!(strict.unwrap().strangers(), Strangers { accounts: 0, ..usual });
    }

    #[test]
    fn faults_in_the_section_on_mail() {
        for (section, said) in [
            ("", "missing field `address`"),
            ("address = \"games\"", "an email address looks like name@example.org"),
            ("address = \"games+x@c.example\"", "it cannot contain a +"),
            ("address = \"g@c.example\"\nrelay = \"mx carrick\"", "the name of a machine"),
            ("address = \"g@c.example\"\nlisten = \"0.0.0.0:24\"", "no other machine can connect"),
            ("address = \"g@c.example\"\nlisten = \"lmtp\"", "begins with /"),
            ("address = \"g@c.example\"\nrelais = \"x\"", "unknown field `relais`"),
        ] {
            let error = mail(section).unwrap_err();
            assert!(error.contains(said), "{section}: {error}");
        }
    }

    #[test]
    fn a_small_machine_thinks_with_less_memory() {
        for (has, usual) in [(100, 64), (128, 64), (512, 128), (1024, 256), (65_536, 256)] {
            assert_eq!(usual_memory(has), usual, "{has}");
        }
    }
}
