//! Delivery of one message to one recipient: reading it and carrying out its request.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, mpsc};
use std::{fmt, thread};

use carrick_mail::Secret;
use carrick_mail::incoming::{Arrived, Asks, Envelope, Mail, Proof, Silence, Site, read};
use carrick_mail::lmtp::{LmtpDelivery, Status};
use carrick_server::{
    Failure, Gate, MailAsks, MailLimits, MailOutcome, Mailed, Metrics, SenderGroup, Strangers,
    stop, take_in,
};
use carrick_service::{Address, Refusal};
use carrick_store::{Committed, DeliveryId, Echo, Store};
use carrick_tokens::{BounceToken, EchoToken, Keyring, PuzzleToken, ReplyToken, UnsubscribeToken};
use jiff::Timestamp;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::answers;

/// Messages larger than this, in bytes, are put together and read by a [reader](LargeMailReader) of
/// their own.
const LARGE_BYTES: usize = 64 << 10;

type WallClock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Carries out the requests in messages. A clone shares its limits and its reader.
#[derive(Clone)]
pub struct MailReceiver {
    store: Store,
    limits: MailLimits,
    keys: Arc<Keyring>,
    site: Arc<Site>,
    clock: WallClock,
    large_mails: LargeMailReader,
    metrics: Option<Metrics>,
}

/// Outcome of a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivered {
    /// Its request is carried out, or refused, and on the disk.
    Done(Committed),
    /// Its sender is unsubscribed.
    Stopped,
    /// A test mail of the server to itself, whose findings are noted.
    Echoed,
    /// A mail of the server's came back.
    CameBack,
    /// It was met with silence.
    Silent(Silence),
}

impl Delivered {
    /// Its outcome, for metrics.
    const fn outcome(&self) -> MailOutcome {
        match self {
            Self::Done(Committed { repeated: true, .. }) => MailOutcome::Repeated,
            Self::Done(Committed { refused: true, .. }) => MailOutcome::Refused,
            Self::Done(_) => MailOutcome::Done,
            Self::Stopped => MailOutcome::Stopped,
            Self::Echoed => MailOutcome::Echo,
            Self::CameBack => MailOutcome::Bounce,
            Self::Silent(_) => MailOutcome::Ignored,
        }
    }
}

impl MailReceiver {
    /// A receiver of mails for a site. As many passwords are hashed at once as behind the gate, and together
    /// with those there, but guesses by mail are counted by themselves. The keys open the tokens in
    /// addresses; `clock` tells the time.
    pub fn new(
        store: Store,
        gate: &Gate,
        keys: Keyring,
        site: Site,
        clock: impl Fn() -> Timestamp + Send + Sync + 'static,
    ) -> Self {
        let keys = Arc::new(keys);
        let hashing = Arc::clone(&keys);
        Self {
            store,
            limits: MailLimits::beside(gate, move |group| fingerprint(&hashing, group)),
            keys,
            site: Arc::new(site),
            clock: Arc::new(clock),
            large_mails: LargeMailReader::new(),
            metrics: None,
        }
    }

    /// Counts the mails, by what became of them, if there are metrics to count in.
    #[must_use]
    pub fn with_metrics(self, metrics: Option<Metrics>) -> Self {
        Self { metrics, ..self }
    }

    /// Sets the rate limits for mails of strangers.
    #[must_use]
    pub fn with_strangers(self, strangers: Strangers) -> Self {
        Self { limits: self.limits.with_strangers(strangers), ..self }
    }

    /// The addresses that mail is delivered to.
    #[must_use]
    pub fn site(&self) -> &Site {
        &self.site
    }

    /// Delivers a message to each of its recipients. If it fails for one of them, it may come again
    /// for that one.
    pub async fn deliver_to_all(&self, delivery: LmtpDelivery) -> Vec<Status> {
        let LmtpDelivery { sender, recipients, message } = delivery;
        let permit = self.permit(message.len()).await;
        let message = Arc::new(message.into_bytes());
        let mut statuses = Vec::with_capacity(recipients.len());
        for recipient in recipients {
            let delivered = self.deliver_at(&permit, &message, &sender, &recipient).await;
            statuses.push(match delivered {
                Ok(_) => Status::Done,
                Err(error) => {
                    if !matches!(&error, Failure::Store(error) if error.is_in_the_log()) {
                        tracing::error!(%error, "a mail was not taken, and may come again");
                    }
                    Status::Later
                }
            });
        }
        statuses
    }

    /// Delivers a message to one recipient. When this returns, its request is carried out and on
    /// the disk, or never will be; a second time has no second effect.
    ///
    /// # Errors
    /// When the database fails. Nothing has happened; the message may come again.
    pub async fn deliver(
        &self,
        message: &Arc<Vec<u8>>,
        sender: &str,
        recipient: &str,
    ) -> Result<Delivered, Failure> {
        let permit = self.permit(message.len()).await;
        self.deliver_at(&permit, message, sender, recipient).await
    }

    /// The permit to read a large message; a small one needs none.
    async fn permit(&self, bytes: usize) -> Option<ReadingPermit> {
        if bytes <= LARGE_BYTES { None } else { self.large_mails.permit().await }
    }

    async fn deliver_at(
        &self,
        permit: &Option<ReadingPermit>,
        message: &Arc<Vec<u8>>,
        sender: &str,
        recipient: &str,
    ) -> Result<Delivered, Failure> {
        let delivered = match self.read(permit.clone(), message, sender, recipient).await {
            Ok(mail) => self.carry_out(mail).await?,
            Err(silence) => Delivered::Silent(silence),
        };
        if let Some(metrics) = &self.metrics {
            metrics.mail_received(delivered.outcome());
        }
        match &delivered {
            Delivered::Done(Committed { refused, repeated, .. }) => {
                tracing::info!(refused, repeated, "a mail was taken");
            }
            Delivered::Echoed => tracing::info!("a mail of our own came back"),
            Delivered::CameBack => tracing::info!("a mail came back"),
            Delivered::Stopped => tracing::info!("a mail stopped others"),
            Delivered::Silent(silence) => tracing::info!("a mail was met with silence: {silence}"),
        }
        Ok(delivered)
    }

    async fn read(
        &self,
        permit: Option<ReadingPermit>,
        message: &Arc<Vec<u8>>,
        sender: &str,
        recipient: &str,
    ) -> Result<Mail, Silence> {
        let Some(permit) = permit else {
            return read(message, &Envelope { sender, recipient }, &self.site, &self.keys);
        };
        let (message, site, keys) =
            (Arc::clone(message), Arc::clone(&self.site), Arc::clone(&self.keys));
        let (sender, recipient) = (sender.to_owned(), recipient.to_owned());
        let reading = move || {
            let envelope = Envelope { sender: &sender, recipient: &recipient };
            read(&message, &envelope, &site, &keys)
        };
        self.large_mails.work(permit, reading).await
    }

    async fn carry_out(&self, mail: Mail) -> Result<Delivered, Failure> {
        let now = self.store.time((self.clock)());
        let asks = match &mail.asks {
            Asks::Echo { token, arrived } => {
                self.note_echo(token, *arrived, now).await?;
                return Ok(Delivered::Echoed);
            }
            Asks::Bounce { token, of_no_use } => {
                self.came_back(token, of_no_use.as_ref(), now).await?;
                return Ok(Delivered::CameBack);
            }
            Asks::Stop { token } => {
                self.stop(token, now).await?;
                return Ok(Delivered::Stopped);
            }
            Asks::Command { text, body } => {
                let body = body.as_ref().map(|body| body.reveal().to_owned());
                MailAsks::Command { text: text.reveal(), body }
            }
            Asks::Unclear(doubt) => MailAsks::Nothing(Refusal::in_words(doubt.to_string())),
            Asks::Reply { token, reply } => {
                match self.keys.open::<ReplyToken>(token.reveal(), now) {
                    Ok(token) => {
                        let order = answers::on_board(reply.as_ref(), &token);
                        let ReplyToken { board, seat, generation, .. } = token;
                        MailAsks::Turn { board, seat, generation, order }
                    }
                    Err(error) => match self.keys.open::<PuzzleToken>(token.reveal(), now) {
                        Ok(PuzzleToken { user, puzzle }) => {
                            let order = answers::on_puzzle(reply.as_ref(), puzzle.kind);
                            MailAsks::Puzzle { user, puzzle, order }
                        }
                        Err(_) => MailAsks::Nothing(answers::bad_token(error)),
                    },
                }
            }
        };
        let mailed = Mailed {
            id: mail.id,
            message_id: mail.message_id,
            from: mail.from,
            proved: mail.proof == Proof::Domain,
        };
        let done = take_in(&self.limits, &self.store, mailed, asks, now).await?;
        Ok(Delivered::Done(done))
    }

    /// Unsubscribes the user whom a token names; a text that is no token changes nothing.
    async fn stop(&self, token: &Secret, now: Timestamp) -> Result<(), Failure> {
        if let Ok(token) = self.keys.open::<UnsubscribeToken>(token.reveal(), now) {
            stop(&self.store, token.user, token.from, true, now).await?;
        }
        Ok(())
    }

    /// Notes that a mail came back because its address takes no mail; a report about something
    /// else or another address, or without a token, changes nothing.
    async fn came_back(
        &self,
        token: &Secret,
        of_no_use: Option<&Address>,
        now: Timestamp,
    ) -> Result<(), Failure> {
        if let (Ok(BounceToken { message, copy }), Some(address)) =
            (self.keys.open(token.reveal(), now), of_no_use)
        {
            let copy = DeliveryId { message: message.into(), copy: copy.into() };
            if self.store.came_back(copy, address, now).await? {
                tracing::warn!(number = message, copy = copy.copy, "an address gets no more mail");
            }
        }
        Ok(())
    }

    /// Notes the findings in a test mail of our own; a mail without a token changes nothing.
    async fn note_echo(
        &self,
        token: &Secret,
        arrived: Arrived,
        now: Timestamp,
    ) -> Result<(), Failure> {
        if let Ok(EchoToken { number, .. }) = self.keys.open(token.reveal(), now) {
            let Arrived { forged, judged } = arrived;
            self.store.put_echo(number, Echo { forged, judged }, now).await?;
        }
        Ok(())
    }
}

impl fmt::Debug for MailReceiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailReceiver").field("site", &self.site).finish_non_exhaustive()
    }
}

// Keyed hashes of senders, by which rate limits count the answers to them.

/// Keyed hash of a group of senders: it differs for each, and tells nobody who they are.
pub(crate) fn fingerprint(keys: &Keyring, group: SenderGroup<'_>) -> String {
    let hash = |parts: &[&[u8]]| keys.fingerprint(&[&[b"answers".as_slice()], parts].concat());
    match group {
        SenderGroup::Address { address, proved } => {
            hash(&[&[u8::from(proved)], mailbox(address).as_bytes()])
        }
        SenderGroup::Domain(domain) => hash(&[b"domain", domain.as_bytes()]),
        SenderGroup::Player(player) => hash(&[player.as_str().as_bytes()]),
    }
}

/// Mailbox of an address: in lower case, and without the part behind a `+`, which many servers let
/// everybody add.
fn mailbox(address: &Address) -> String {
    let address = address.as_str().to_ascii_lowercase();
    match address.split_once('@').map(|(local, domain)| (local.split_once('+'), domain)) {
        Some((Some((local, _)), domain)) if !local.is_empty() => format!("{local}@{domain}"),
        _ => address,
    }
}

// Reader of large messages: one at a time, on a thread of its own.
//
// A hostile one costs some milliseconds and ten megabytes. With many threads that took turns, each
// kept the memory of its last one: a hundred messages of a megabyte came to sixty more than they
// held.

type ReadTask = Box<dyn FnOnce() + Send>;

/// Reads large messages one at a time. Clones share one thread, which ends with the last of them.
#[derive(Clone)]
pub(crate) struct LargeMailReader {
    free: Arc<Semaphore>,
    jobs: mpsc::Sender<ReadTask>,
}

/// The right to read a large message, kept until the work is done, even if nobody waits for that
/// any more.
pub(crate) type ReadingPermit = Arc<OwnedSemaphorePermit>;

impl LargeMailReader {
    pub(crate) fn new() -> Self {
        let (jobs, work) = mpsc::channel::<ReadTask>();
        let reading = move || work.into_iter().for_each(|job| job());
        if let Err(error) = thread::Builder::new().name("large mails".to_owned()).spawn(reading) {
            tracing::warn!(%error, "no thread for large mails; they are read among the others");
        }
        Self { free: Arc::new(Semaphore::new(1)), jobs }
    }

    /// Waits until no other message is read. The semaphore is never closed.
    pub(crate) async fn permit(&self) -> Option<ReadingPermit> {
        self.free.clone().acquire_owned().await.ok().map(Arc::new)
    }

    /// Runs work on the thread of large messages.
    ///
    /// # Panics
    /// When the work does.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        permit: ReadingPermit,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let (tell, told) = oneshot::channel();
        let job: ReadTask = Box::new(move || {
            let done = catch_unwind(AssertUnwindSafe(work));
            drop(permit);
            // Nobody may wait for it any more.
            let _ = tell.send(done);
        });
        if let Err(mpsc::SendError(job)) = self.jobs.send(job) {
            job();
        }
        match told.await {
            Ok(Ok(done)) => done,
            Ok(Err(panic)) => resume_unwind(panic),
            // The thread tells every outcome; only a program that ends drops a job.
            Err(_) => std::future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_is_done_one_after_the_other_and_a_fault_ends_only_its_own() {
        let reader = LargeMailReader::new();
        let permit = reader.permit().await.unwrap();
        assert_eq!(reader.free.available_permits(), 0);
        assert_eq!(reader.work(permit, || 6 * 7).await, 42);
        let other = reader.clone();
        let faulty = tokio::spawn(async move {
            let permit = other.permit().await.unwrap();
            other.work(permit, || panic!("a fault")).await
        });
        assert!(faulty.await.is_err_and(|error| error.is_panic()));
        let permit = reader.permit().await.unwrap();
        let name = reader.work(permit, || thread::current().name().map(str::to_owned)).await;
        assert_eq!(name.as_deref(), Some("large mails"));
    }
}
