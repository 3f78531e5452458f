//! `carrick doctor`: tests the mail setup by sending an email to the server itself. What cannot be
//! tested from this machine is reported as unknown.

use std::io::Write;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use carrick_mail::outgoing::{complaint, echo};
use carrick_post::LmtpAddress;
use carrick_post::transport::Transport;
use carrick_store::{Echo, Store};
use carrick_tokens::EchoToken;
use jiff::SignedDuration;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};
use tokio::time::{sleep, timeout};

use crate::cli::DoctorArguments;
use crate::config::key;
use crate::config::{Config, File, MailSettings};
use crate::shell::with_store_in_to_read;

/// Polling interval while waiting for an email.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Time allowed for a bounce of an email that no mailbox accepts.
const BOUNCE: Duration = Duration::from_secs(5);

/// Time allowed for the greeting of an LMTP listener.
const GREETING: Duration = Duration::from_secs(5);

/// Runs all checks and prints each result. Returns whether no fault was found.
pub(crate) fn run(arguments: &DoctorArguments, out: &mut impl Write) -> Result<bool> {
    let config = Config::of(&arguments.config, None, File::read(&arguments.config)?)?;
    let mail = config.mail.clone().context(
        "the settings file (--config) has no section [mail]; `carrick setup mail` writes it",
    )?;
    let mut findings = Findings { out, ill: 0, unsure: 0 };
    findings.of_settings(&config, &mail)?;
    let patience = Duration::from_secs(u64::from(arguments.timeout));
    with_store_in_to_read(&config.database, async |store| {
        findings.of_listener(&mail).await?;
        findings.of_round(store, &config, &mail, patience).await?;
        findings.of_outbox(store).await
    })?;
    let (ill, unsure) = (findings.ill, findings.unsure);
    writeln!(out, "\n{}", verdict(ill, unsure))?;
    Ok(ill == 0)
}

/// Last line of the report: the number of faults, and of checks without a result.
fn verdict(ill: u32, unsure: u32) -> String {
    let known = match ill {
        0 if unsure == 0 => "Everything works.".to_owned(),
        0 => "No fault was found.".to_owned(),
        1 => "One fault was found.".to_owned(),
        ill => format!("{ill} faults were found."),
    };
    match unsure {
        0 => known,
        1 => known + " Check the line marked with ? yourself.",
        unsure => format!("{known} Check the {unsure} lines marked with ? yourself."),
    }
}

/// Prints results, and counts faults and unknowns.
struct Findings<'a, W> {
    out: &'a mut W,
    ill: u32,
    unsure: u32,
}

impl<W: Write> Findings<'_, W> {
    fn well(&mut self, what: &str) -> Result<()> {
        Ok(writeln!(self.out, "ok    {what}")?)
    }

    /// Reports a fault and how to fix it.
    fn ill(&mut self, what: &str, remedy: &str) -> Result<()> {
        self.ill += 1;
        Ok(writeln!(self.out, "FAULT {what}\n      {remedy}")?)
    }

    /// Reports what cannot be tested from here, and where to look.
    fn unsure(&mut self, what: &str, why: &str) -> Result<()> {
        self.unsure += 1;
        Ok(writeln!(self.out, "?     {what}\n      {why}")?)
    }

    fn of_settings(&mut self, config: &Config, mail: &MailSettings) -> Result<()> {
        self.well(&format!("the address for commands is {}", mail.address))?;
        match config.base_url.as_ref().map(ToString::to_string) {
            Some(url) if url.starts_with("https://") => self.unsure(
                &format!("links in emails lead to {url}; whether players can open it cannot be tested from here"),
                "open it on a phone that is not in your own network",
            )?,
            Some(url) => self.ill(
                &format!("links in emails lead to {url}, which is not encrypted"),
                "let base_url begin with https://, and put the server behind a proxy that speaks TLS",
            )?,
            None => self.ill(
                "base_url is not set, so links in emails work only on this machine",
                "set base_url to the address that players type",
            )?,
        }
        match &mail.relay {
            Some(relay) => self.well(&format!("Authentication-Results of {relay} are trusted")),
            None => self.ill(
                "relay is not set in [mail], so no sender is ever verified",
                "set it to the name that your relay uses in Authentication-Results",
            ),
        }
    }

    async fn of_listener(&mut self, mail: &MailSettings) -> Result<()> {
        let Some(place) = &mail.listen else {
            return self.ill(
                "listen is not set in [mail], so mail comes only by `carrick receive`",
                "set it, and let the relay deliver there by LMTP",
            );
        };
        match timeout(GREETING, greeting(place)).await {
            Ok(Ok(line)) if line.starts_with("220") => {
                self.well(&format!("the server speaks LMTP at {place}"))
            }
            Ok(Ok(_)) => self.ill(
                &format!("another program listens at {place}"),
                "stop it, or let [mail] listen elsewhere",
            ),
            Ok(Err(_)) | Err(_) => self.ill(
                &format!("no server speaks LMTP at {place}"),
                "start `carrick serve` with the same settings, and check that you can enter its folder",
            ),
        }
    }

    /// Sends an email to the server itself, and checks what comes back.
    async fn of_round(
        &mut self,
        store: &Store,
        config: &Config,
        mail: &MailSettings,
        patience: Duration,
    ) -> Result<()> {
        let Some(out) = &mail.out else {
            return self.ill(
                "there is no section [mail.out], so no mail is sent",
                "`carrick setup mail` writes it",
            );
        };
        let transport = out.transport(mail.address.domain())?;
        if let Transport::Maildir(folder) = &transport {
            return self.ill(
                &format!("mail goes only into the folder {}", folder.display()),
                "name a relay in [mail.out] with host, instead of maildir",
            );
        }
        let now = jiff::Timestamp::now();
        let [number, complaint_number] = [random()?, random()?];
        let keys = key::read_or_make(config.key()?)?;
        let token =
            |number| keys.seal(&EchoToken { number, expires: now + SignedDuration::from_hours(2) });
        let echo = echo(&mail.site(), &token(number), now)?;
        let complaint = complaint(&mail.site(), &token(complaint_number), now)?;
        let mut line = transport.line();
        let sent = line.send(&echo).await;
        if let Err(error) = sent {
            line.close().await;
            return self.ill(
                &format!("the relay does not accept our mail: {error}"),
                "fix what it reports; host, port, security, user and password_file are in [mail.out]",
            );
        }
        let complained = line.send(&complaint).await;
        line.close().await;
        self.well("the relay accepts our mail")?;
        match wait(store, number, patience).await? {
            Some(echo) => self.of_echo(echo, mail, out.is_here())?,
            None => self.ill(
                &format!("an email to ourselves has not come back within {} s", patience.as_secs()),
                "look for it in the relay's log and queue: the MX of the domain must lead to a machine that \
                 delivers by LMTP where [mail] listens, even to echo+…; use --timeout to wait longer",
            )?,
        }
        let to = &complaint.to;
        match complained {
            Err(error) => {
                self.complaints_get_lost(&format!("the relay accepts no mail for {to}: {error}"))
            }
            Ok(()) if wait(store, complaint_number, BOUNCE).await?.is_some() => {
                self.complaints_get_lost(&format!("an email to {to} came back"))
            }
            Ok(()) => self.unsure(
                &format!(
                    "an email to {to} was accepted and did not come back within {} s; whether it reached \
                     a person cannot be tested from here",
                    BOUNCE.as_secs()
                ),
                "look for \u{201c}Whether complaints arrive\u{201d} in the mailbox of the person \
                 who reads postmaster's mail; if it is not there, look in the relay's queue (postqueue -p, exim \
                 -bp, smtpctl show queue) and log",
            ),
        }
    }

    fn complaints_get_lost(&mut self, what: &str) -> Result<()> {
        self.ill(
            what,
            "other people send complaints there (RFC 5321 section 4.5.1); `carrick setup mail --print` shows \
             how to pass them on to the relay's administrator",
        )
    }

    fn of_echo(&mut self, echo: Echo, mail: &MailSettings, is_here: bool) -> Result<()> {
        self.well("an email to ourselves comes back")?;
        let relay = mail.relay.as_deref().unwrap_or("the relay");
        match echo.forged {
            true => self.ill(
                &format!(
                    "anyone can write Authentication-Results in the name of {relay}, and act as any \
                     player"
                ),
                "let the relay remove that field from incoming mail before it adds its own: \
                 `carrick setup mail --print` shows how",
            )?,
            false => self.well("forged Authentication-Results are removed")?,
        }
        match (echo.judged, &mail.relay) {
            (true, _) | (false, None) => Ok(()),
            (false, Some(relay)) if is_here => self.unsure(
                &format!("{relay} added no Authentication-Results to it"),
                "that is right if the relay does not check mail from its own machine, as with OpenDMARC: send \
                 an email to the server from elsewhere, and check that the relay's log says dmarc=pass",
            ),
            (false, Some(relay)) => self.ill(
                &format!("{relay} added no Authentication-Results to it"),
                "without them no sender is verified, and players type passwords; OpenDMARC adds them",
            ),
        }
    }

    async fn of_outbox(&mut self, store: &Store) -> Result<()> {
        match store.waiting_mail().await?.dead {
            0 => self.well("every email was delivered or is still queued"),
            dead => self.ill(
                &format!("Carrick has given up on {dead} emails"),
                "`carrick outbox list` shows why; `carrick outbox requeue` tries again",
            ),
        }
    }
}

/// Reads the first line that a listener sends.
async fn greeting(place: &LmtpAddress) -> std::io::Result<String> {
    match place {
        #[cfg(unix)]
        LmtpAddress::Socket(path) => first_line(tokio::net::UnixStream::connect(path).await?).await,
        #[cfg(not(unix))]
        LmtpAddress::Socket(_) => Err(std::io::ErrorKind::Unsupported.into()),
        LmtpAddress::Port(port) => first_line(tokio::net::TcpStream::connect(port).await?).await,
    }
}

async fn first_line(stream: impl AsyncRead + Unpin) -> std::io::Result<String> {
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).await?;
    Ok(line)
}

/// Waits for an echo email to come back, up to a timeout.
async fn wait(store: &Store, number: u32, patience: Duration) -> Result<Option<Echo>> {
    let looking = async {
        loop {
            if let Some(echo) = store.echo(number).await? {
                return Ok(echo);
            }
            sleep(LOOK_EVERY).await;
        }
    };
    match timeout(patience, looking).await {
        Ok(found) => found.map(Some),
        Err(_) => Ok(None),
    }
}

fn random() -> Result<u32> {
    match getrandom::u32() {
        Ok(number) => Ok(number),
        Err(error) => bail!("the machine provides no random numbers: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_works_only_if_nothing_is_unknown() {
        for (ill, unsure, said) in [
            (0, 0, "Everything works."),
            (0, 1, "No fault was found. Check the line marked with ? yourself."),
            (0, 2, "No fault was found. Check the 2 lines marked with ? yourself."),
            (1, 0, "One fault was found."),
            (3, 1, "3 faults were found. Check the line marked with ? yourself."),
        ] {
            assert_eq!(verdict(ill, unsure), said);
        }
    }
}
