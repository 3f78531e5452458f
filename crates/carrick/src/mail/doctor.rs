//! `carrick doctor`: tests the mail setup by sending a mail to itself. What cannot be tested from
//! this machine is reported as unknown.

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

/// Polling interval while a mail is awaited.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Time allowed for a bounce of a mail that nobody accepts.
const BOUNCE: Duration = Duration::from_secs(5);

/// Time allowed for the greeting of an LMTP listener.
const GREETING: Duration = Duration::from_secs(5);

/// Runs all checks and prints each result. Returns whether no fault was found.
pub(crate) fn run(arguments: &DoctorArguments, out: &mut impl Write) -> Result<bool> {
    let config = Config::of(&arguments.config, None, File::read(&arguments.config)?)?;
    let mail = config.mail.clone().context(
        "the file of settings (--config) has no section [mail]; `carrick setup mail` writes it",
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

/// Last line of the report: number of faults, and of checks without a result.
fn verdict(ill: u32, unsure: u32) -> String {
    let known = match ill {
        0 if unsure == 0 => "All is well.".to_owned(),
        0 => "Nothing is known to be ill.".to_owned(),
        1 => "One thing is not well.".to_owned(),
        ill => format!("{ill} things are not well."),
    };
    match unsure {
        0 => known,
        1 => known + " Look yourself where a ? stands.",
        unsure => format!("{known} Look yourself at the {unsure} that have a ?."),
    }
}

/// Printer of results that counts the faults and the unknowns.
struct Findings<'a, W> {
    out: &'a mut W,
    ill: u32,
    unsure: u32,
}

impl<W: Write> Findings<'_, W> {
    fn well(&mut self, what: &str) -> Result<()> {
        Ok(writeln!(self.out, "well  {what}")?)
    }

    /// Reports a fault and its remedy.
    fn ill(&mut self, what: &str, remedy: &str) -> Result<()> {
        self.ill += 1;
        Ok(writeln!(self.out, "ILL   {what}\n      {remedy}")?)
    }

    /// Reports what cannot be known from here, and where to look.
    fn unsure(&mut self, what: &str, why: &str) -> Result<()> {
        self.unsure += 1;
        Ok(writeln!(self.out, "?     {what}\n      {why}")?)
    }

    fn of_settings(&mut self, config: &Config, mail: &MailSettings) -> Result<()> {
        self.well(&format!("commands are mailed to {}", mail.address))?;
        match config.base_url.as_ref().map(ToString::to_string) {
            Some(url) if url.starts_with("https://") => self.unsure(
                &format!("links in mails lead to {url}; whether players can open it is not known here"),
                "open it on a telephone that is not in your own network",
            )?,
            Some(url) => self.ill(
                &format!("links in mails lead to {url}, where they can be read on their way"),
                "let base_url begin with https://, and a proxy that speaks TLS stand before the server",
            )?,
            None => self.ill(
                "base_url is not set, so links in mails lead to this machine alone",
                "set base_url to the address that players type",
            )?,
        }
        match &mail.relay {
            Some(relay) => self.well(&format!("Authentication-Results of {relay} are believed")),
            None => self.ill(
                "relay is not set in [mail], so nobody's address is ever proved",
                "set it to the name by which your relay signs Authentication-Results",
            ),
        }
    }

    async fn of_listener(&mut self, mail: &MailSettings) -> Result<()> {
        let Some(place) = &mail.listen else {
            return self.ill(
                "listen is not set in [mail], so mail comes by `carrick receive` alone",
                "set it, and let the relay deliver there by LMTP",
            );
        };
        match timeout(GREETING, greeting(place)).await {
            Ok(Ok(line)) if line.starts_with("220") => {
                self.well(&format!("LMTP is spoken at {place}"))
            }
            Ok(Ok(_)) => self.ill(
                &format!("something else than this server listens at {place}"),
                "stop it, or let [mail] listen elsewhere",
            ),
            Ok(Err(_)) | Err(_) => self.ill(
                &format!("nobody speaks LMTP at {place}"),
                "start `carrick serve` with the same settings, and see that its folder may be entered",
            ),
        }
    }

    /// Sends a mail to the server itself, and checks what comes back.
    async fn of_round(
        &mut self,
        store: &Store,
        config: &Config,
        mail: &MailSettings,
        patience: Duration,
    ) -> Result<()> {
        let Some(out) = &mail.out else {
            return self.ill(
                "there is no section [mail.out], so no mail goes out",
                "`carrick setup mail` writes it",
            );
        };
        let transport = out.transport(mail.address.domain())?;
        if let Transport::Maildir(folder) = &transport {
            return self.ill(
                &format!("mail goes into the folder {} and to nobody", folder.display()),
                "name a relay in [mail.out] with host, in place of maildir",
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
                &format!("the relay does not take our mail: {error}"),
                "see to what it says; host, port, security, user and password_file stand in [mail.out]",
            );
        }
        let complained = line.send(&complaint).await;
        line.close().await;
        self.well("the relay takes our mail")?;
        match wait(store, number, patience).await? {
            Some(echo) => self.of_echo(echo, mail, out.is_here())?,
            None => self.ill(
                &format!("a mail to ourselves has not come back in {} s", patience.as_secs()),
                "look for it in the relay's log and queue: the MX of the domain must lead to a machine that \
                 delivers by LMTP where [mail] listens, echo+… included; --timeout waits longer",
            )?,
        }
        let to = &complaint.to;
        match complained {
            Err(error) => {
                self.complaints_get_lost(&format!("the relay takes no mail for {to}: {error}"))
            }
            Ok(()) if wait(store, complaint_number, BOUNCE).await?.is_some() => {
                self.complaints_get_lost(&format!("a mail to {to} came back"))
            }
            Ok(()) => self.unsure(
                &format!(
                    "a mail to {to} was taken and did not come back within {} s; whether somebody got it \
                     is not known here",
                    BOUNCE.as_secs()
                ),
                "look for \u{201c}Whether complaints arrive\u{201d} in the mailbox of the person \
                 who reads postmaster's mail; if it is not there, in the relay's queue (postqueue -p, exim -bp, \
                 smtpctl show queue) and log",
            ),
        }
    }

    fn complaints_get_lost(&mut self, what: &str) -> Result<()> {
        self.ill(
            what,
            "others complain there (RFC 5321 section 4.5.1); `carrick setup mail --print` shows the lines by which \
             it reaches the relay's administrator",
        )
    }

    fn of_echo(&mut self, echo: Echo, mail: &MailSettings, is_here: bool) -> Result<()> {
        self.well("a mail to ourselves comes back")?;
        let relay = mail.relay.as_deref().unwrap_or("the relay");
        match echo.forged {
            true => self.ill(
                &format!(
                    "anybody can write Authentication-Results in the name of {relay}, and act as any \
                     player"
                ),
                "let the relay strip that field from what comes to it, before it adds its own: \
                 `carrick setup mail --print` shows the lines",
            )?,
            false => self.well("Authentication-Results that others wrote are stripped")?,
        }
        match (echo.judged, &mail.relay) {
            (true, _) | (false, None) => Ok(()),
            (false, Some(relay)) if is_here => self.unsure(
                &format!("no Authentication-Results of {relay} were added to it"),
                "that is right where the relay does not judge mail of its own machine, as with OpenDMARC: mail \
                 the server from elsewhere, and look whether the relay's log says dmarc=pass",
            ),
            (false, Some(relay)) => self.ill(
                &format!("no Authentication-Results of {relay} were added to it"),
                "without them nobody's address is proved and players type passwords; OpenDMARC adds them",
            ),
        }
    }

    async fn of_outbox(&mut self, store: &Store) -> Result<()> {
        match store.waiting_mail().await?.dead {
            0 => self.well("no mail was given up"),
            dead => self.ill(
                &format!("{dead} mails were given up"),
                "`carrick outbox list` says why; `carrick outbox requeue` tries again",
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

/// Waits for an echo mail to come back, up to a timeout.
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
        Err(error) => bail!("the machine gives no random numbers: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_well_only_where_all_is_known() {
        for (ill, unsure, said) in [
            (0, 0, "All is well."),
            (0, 1, "Nothing is known to be ill. Look yourself where a ? stands."),
            (0, 2, "Nothing is known to be ill. Look yourself at the 2 that have a ?."),
            (1, 0, "One thing is not well."),
            (3, 1, "3 things are not well. Look yourself where a ? stands."),
        ] {
            assert_eq!(verdict(ill, unsure), said);
        }
    }
}
